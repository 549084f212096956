"""Records: an episode as JSON lines, which replay to the byte.

A header (the full Spec, versions, store, player), one line per turn with the raw input and the digest after
it, then the verdict."""

import base64
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from .env import Turn
from .episode import Episode, digest, judge, start, step
from .errors import RetailGymError
from .reward import Verdict
from .spec import Spec
from .values import Value, encode, replace

if TYPE_CHECKING:
    from ..catalog.catalogue import Catalog

VERSION = 1


class Header(Value, tag="header", tag_field="line"):
    record: int
    spec: Spec  # with version and store filled in
    package: str
    player: str = ""
    shaping: str = ""


class TurnLine(Value, tag="turn", tag_field="line"):
    digest: str
    text: str | None = None  # the raw input
    base64: str | None = None  # the raw input where it is not UTF-8
    words: tuple[str, ...] = ()  # the customer's, where a model reworded them

    def input(self) -> str | bytes:
        return base64.b64decode(self.base64) if self.base64 is not None else self.text or ""


class VerdictLine(Value, tag="verdict", tag_field="line"):
    verdict: Verdict


Line = Header | TurnLine | VerdictLine
_decode = msgspec.json.Decoder(Line).decode


class Differs(RetailGymError, ValueError):
    """A replay came to another state than the record."""


class Unfit(RetailGymError, ValueError):
    """Not a record that this version can replay."""


@cache
def package_version() -> str:
    from importlib.metadata import PackageNotFoundError, version  # slow to import, and needed here alone

    try:
        return version("retailgym")
    except PackageNotFoundError:
        return "unknown"


class Tape:
    """Steps an episode and keeps what went in."""

    def __init__(self, episode: Episode, *, player: str = "", shaping: str = "") -> None:
        spec = replace(episode.spec, version=episode.env.version, store=episode.world.catalog.content_hash)
        self.episode = episode
        self.header = Header(
            record=VERSION, spec=spec, package=package_version(), player=player, shaping=shaping
        )
        self.turns: list[TurnLine] = []

    @classmethod
    def of(cls, lines: "Sequence[Line]", *, catalog: "Catalog | None" = None) -> "Tape":
        """A record to go on with."""
        tape = cls(replay(lines, catalog=catalog))
        assert isinstance(lines[0], Header)  # read has seen to it
        tape.header, tape.turns = lines[0], [line for line in lines if isinstance(line, TurnLine)]
        return tape

    def step(self, turn: Turn | Mapping[str, Any] | str | bytes) -> Episode:
        self.episode = step(self.episode, turn)
        self.turns.append(_line(turn, digest(self.episode)))
        return self.episode

    def lines(self) -> Iterator[Line]:
        yield self.header
        yield from self.turns
        if self.episode.done:
            yield VerdictLine(verdict=judge(self.episode))

    def written(self) -> bytes:
        return b"".join(encode(line) + b"\n" for line in self.lines())


def _line(turn: Turn | Mapping[str, Any] | str | bytes, after: str) -> TurnLine:
    if isinstance(turn, (bytes, bytearray, memoryview)):
        try:
            return TurnLine(digest=after, text=bytes(turn).decode())
        except UnicodeDecodeError:
            return TurnLine(digest=after, base64=base64.b64encode(bytes(turn)).decode())
    return TurnLine(digest=after, text=turn if isinstance(turn, str) else encode(turn).decode())


def read(data: bytes | str) -> list[Line]:
    """The lines of a record; refuses what is none."""
    lines: list[Line] = []
    for n, text in enumerate((data.encode() if isinstance(data, str) else data).splitlines(), 1):
        try:
            lines.append(_decode(text))
        except (msgspec.DecodeError, ValueError) as error:
            raise Unfit(f"line {n} is not part of a record: {error}") from None
    if not lines or not isinstance(lines[0], Header):
        raise Unfit("a record begins with a header line")
    if lines[0].record != VERSION:
        raise Unfit(f"this is record version {lines[0].record}; version {VERSION} can be replayed")
    return lines


def replay(lines: Iterable[Line], *, catalog: "Catalog | None" = None) -> Episode:
    """The episode again, turn by turn; names the first turn that comes out otherwise."""
    header, *rest = lines
    assert isinstance(header, Header)
    episode = start(header.spec, catalog=catalog)
    for n, line in enumerate(rest, 1):
        match line:
            case TurnLine():
                episode = step(episode, line.input())
                if digest(episode) != line.digest:
                    raise Differs(
                        f"turn {n} of {header.spec} differs: the record has {line.digest}, the replay "
                        f"{digest(episode)}"
                    )
            case VerdictLine():
                if judge(episode) != line.verdict:
                    raise Differs(
                        f"the verdict on {header.spec} differs: the record has {line.verdict}, the "
                        f"replay "
                        f"{judge(episode)}"
                    )
            case Header():
                raise Unfit(f"line {n + 1} is a second header")
    return episode
