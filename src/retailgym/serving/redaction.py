"""What a verdict says to whom. Outside the train split, those who play learn their scores and not the
reasons.

A reason names what was wanted, and the same spec can be played again. Whoever runs the server reads
everything."""

from ..core.record import Line, VerdictLine, read
from ..core.reward import Verdict
from ..core.spec import Spec, split_of
from ..core.values import encode, replace
from .settings import ServerSettings

SHOWN = "train"  # the split whose solutions may be looked at


def may_show(settings: ServerSettings, spec: Spec) -> bool:
    """Seeds that are kept for evaluation are not solved in public, unless the server is for teaching."""
    return settings.teaching or split_of(spec.seed) == SHOWN


class Redact:
    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings

    def verdict(self, spec: Spec, verdict: Verdict, operator: bool = False) -> Verdict:
        if operator or may_show(self.settings, spec):
            return verdict
        checks = tuple(replace(check, because="") for check in verdict.checks)
        return replace(verdict, checks=checks, remarks=())

    def record(self, lines: bytes, operator: bool = False) -> bytes:
        """A record for somebody who asked for it; it still replays, but for the reasons."""
        if operator:
            return lines
        header, *rest = read(lines)
        spec: Spec = header.spec  # type: ignore[union-attr]
        if may_show(self.settings, spec):
            return lines
        shown: list[Line] = [header, *(self._line(spec, line) for line in rest)]
        return b"".join(encode(line) + b"\n" for line in shown)

    def _line(self, spec: Spec, line: Line) -> Line:
        return (
            replace(line, verdict=self.verdict(spec, line.verdict)) if isinstance(line, VerdictLine) else line
        )
