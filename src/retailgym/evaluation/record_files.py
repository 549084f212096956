"""Recorded episodes where people keep them: a file with one record or many, or a directory of such files."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from ..core.env import Message, Result, Said
from ..core.episode import Episode, start, step
from ..core.record import Header, Line, TurnLine, Unfit, VerdictLine, read
from ..core.reward import Verdict
from ..core.spec import Spec
from ..core.values import Value, replace
from .ledger import FILE as LEDGER

_HEADER = b'"line":"header"'


class Taped(Value):
    """One record that was played to its end."""

    lines: tuple[Line, ...]
    player: str
    spec: Spec
    verdict: Verdict
    file: str


def taped(where: Path) -> Iterator[Taped]:
    """Every finished record there, file by file in the order of their names. One that was left before its end
    has no verdict and is passed over; so is the ledger of a run."""
    files = [f for f in sorted(where.rglob("*.jsonl")) if f.name != LEDGER] if where.is_dir() else [where]
    for file in files:
        with file.open("rb") as opened:
            yield from _taped(opened, str(file))


def taped_in(data: bytes, where: str) -> Iterator[Taped]:
    """The same for records that lie elsewhere."""
    return _taped(data.splitlines(keepends=True), where)


def holds_records(file: Path) -> bool:
    with file.open("rb") as opened:
        return _HEADER in opened.readline()


def _taped(lines: Iterable[bytes], where: str) -> Iterator[Taped]:
    for own in _apart(lines):
        try:
            record = read(b"".join(own))
        except Unfit as unfit:
            raise Unfit(f"{where}: {unfit}") from None
        header, last = record[0], record[-1]
        if isinstance(header, Header) and isinstance(last, VerdictLine):
            yield Taped(
                lines=tuple(record), player=header.player, spec=header.spec, verdict=last.verdict, file=where
            )


def _apart(lines: Iterable[bytes]) -> Iterator[list[bytes]]:
    """Many records lie one after the other; each begins with its header."""
    own: list[bytes] = []
    for line in lines:
        if _HEADER in line and own:
            yield own
            own = []
        own.append(line)
    if own:
        yield own


def worded(messages: Iterable[Message], words: Sequence[str]) -> Iterator[Message]:
    """Messages with the customer's words as a turn's line has them: as the agent read them, where a model had
    reworded them."""
    spoken = iter(words)
    for message in messages:
        match message:
            case Said():
                yield replace(message, text=next(spoken, message.text))
            case Result(content=str() as text):
                yield replace(message, content=next(spoken, text))
            case _:
                yield message


def as_said(lines: Sequence[Line], episode: Episode) -> Episode:
    """A replayed episode with the words that were said, for showing; its bytes are those of the template's
    words."""
    header, turns = lines[0], [line for line in lines if isinstance(line, TurnLine)]
    if not isinstance(header, Header) or not any(line.words for line in turns):
        return episode
    at, log = start(header.spec, catalog=episode.world.catalog), list(episode.log)
    for line in turns:
        heard = [n for n in range(at.read, len(at.log)) if at.log[n].message is not None]
        for n, message in zip(
            heard, worded([m for i in heard if (m := at.log[i].message) is not None], line.words), strict=True
        ):
            log[n] = replace(log[n], message=message)
        at = step(at, line.input())
    return replace(episode, log=tuple(log))
