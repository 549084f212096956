"""The ledger of a run: a header, then one JSON line per episode as it ends. It is only ever appended to, so
that a crash loses nothing.

An episode that failed for want of infrastructure has a line without a verdict; it is played again on resume,
and the later line counts. `Ledger.open` begins or goes on with one, `read_ledger` gives what is in it,
`settled` the line that counts for each episode."""

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import BinaryIO

import msgspec

from ..catalog.lock import held
from ..core.errors import RetailGymError
from ..core.reward import Verdict
from ..core.spec import Spec
from ..core.values import Value, encode, replace
from ..players.model.failure import Failure, InfrastructureFailure

VERSION = 1
FILE = "ledger.jsonl"
Key = tuple[str, str, int]  # player, spec, repeat


class Setup(Value):
    """How one player was set up. A scripted player has its name alone."""

    player: str
    model: str = ""  # as the endpoint calls it; empty for a script
    base_url: str = ""
    mode: str = ""  # tools or json
    temperature: float | None = None
    top_p: float | None = None
    seed: int | None = None
    max_tokens: int | None = None
    stream: bool = False
    extra: str = ""  # more fields of the request, as JSON text
    usd_per_million: tuple[float, float] | None = None  # tokens in, tokens out


class Run(Value, tag="run", tag_field="line"):
    """The identity of a run: two with equal headers play the same episodes in the same way."""

    ledger: int
    retailgym: str
    store: str
    versions: Mapping[str, int]  # of the environments
    players: tuple[Setup, ...]
    envs: tuple[str, ...]
    levels: tuple[int, ...]
    seeds: int  # per environment and level
    repeats: int
    split: str
    invalid: str = "end"
    key_fingerprint: str = ""  # of the secret key, where the split is sealed
    paraphrase: str = ""  # the model that rewords the customer, if one does


class Usage(Value):
    """What the model's answers took, failed attempts aside, whose tokens nobody reports."""

    replies: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    tokens_cached: int = 0  # of those in
    tokens_reasoning: int = 0  # of those out
    uncounted: int = 0  # replies for which the endpoint gave no count
    retries: int = 0
    cut: int = 0  # replies that ended at max_tokens
    trimmed: int = 0  # old results left out to make room
    model_seconds: float = 0.0  # waiting for answers
    cost_usd: float | None = None  # None where no price is known


class LedgerEntry(Value, tag="episode", tag_field="line"):
    """One episode. `verdict` is None exactly when the infrastructure failed."""

    player: str
    spec: str
    repeat: int = 0
    verdict: Verdict | None = None
    ended: str = ""  # closed, budget or invalid
    turns: int = 0
    exchanges: int = 0
    calls: int = 0
    tool_errors: int = 0  # calls that the shop refused, and malformed ones
    ids_given: int = 0
    ids_unseen: int = 0  # hallucinated: nothing before had contained them
    usage: Usage = Usage()
    seconds: float = 0.0
    failure: Failure | None = None
    record: str = ""  # path of the record, from the ledger's directory

    @property
    def key(self) -> Key:
        return self.player, self.spec, self.repeat

    @property
    def parsed(self) -> Spec:
        return Spec.parse(self.spec)

    @property
    def scored(self) -> bool:
        return self.verdict is not None


Line = Run | LedgerEntry
_decode = msgspec.json.Decoder(Line).decode


class UnreadableLedger(RetailGymError, ValueError):
    """Not a ledger that this version can read."""


def ledger_file(where: Path) -> Path:
    """The file of a run that is named by its directory or by the file itself."""
    return where / FILE if where.is_dir() else where


def read_ledger(where: Path) -> tuple[Run, list[LedgerEntry]]:
    """The header and every line in the order of writing. A last line that was torn by a crash is left out."""
    file = ledger_file(where)
    lines = file.read_bytes().split(b"\n")[:-1]
    read: list[Line] = []
    for n, text in enumerate(lines, 1):
        try:
            read.append(_decode(text))
        except (msgspec.DecodeError, ValueError) as error:
            raise UnreadableLedger(f"line {n} of {str(file)!r} is not part of a ledger: {error}") from None
    if not read or not isinstance(read[0], Run):
        raise UnreadableLedger(f"{str(file)!r} does not begin with the header of a run")
    if read[0].ledger != VERSION:
        raise UnreadableLedger(
            f"{str(file)!r} is a ledger of version {read[0].ledger}; this retailgym reads version {VERSION}"
        )
    return read[0], [line for line in read if isinstance(line, LedgerEntry)]


def settled(entries: Iterable[LedgerEntry]) -> list[LedgerEntry]:
    """The line that counts for each episode, the last one; ordered by player, spec and repeat, not by who was
    done first."""
    latest = {entry.key: entry for entry in entries}
    return sorted(latest.values(), key=_place)


def _place(entry: LedgerEntry) -> tuple[str, str, int, int, str, int]:
    spec = entry.parsed
    return entry.player, spec.env, spec.level, spec.seed, entry.spec, entry.repeat


class Ledger:
    """A ledger that is being written. Every line is handed to the system at once; `sync` puts it on the
    disk."""

    def __init__(self, file: BinaryIO, entries: list[LedgerEntry]) -> None:
        self._file, self._unsynced = file, False
        self.entries = entries

    @classmethod
    def open(cls, directory: Path, run: Run, *, resume: bool) -> "Ledger":
        """Begins a ledger there, or goes on with the one that is there, if it belongs to the same run."""
        path = directory / FILE
        if path.exists() and path.stat().st_size and not resume:
            raise ValueError(
                f"{str(directory)!r} holds a run already; add --resume to go on with it, or choose "
                f"another "
                f"--out"
            )
        directory.mkdir(parents=True, exist_ok=True)
        file = path.open("ab")
        if not held(file):
            file.close()
            raise ValueError(
                f"another process is writing the run in {str(directory)!r}; wait until it has ended"
            )
        ledger = cls(file, _mended(path, run))
        if not path.stat().st_size:
            ledger._write(run)
            ledger.sync()
        return ledger

    def add(self, entry: LedgerEntry) -> None:
        self.entries.append(entry)
        self._write(entry)

    def _write(self, line: Line) -> None:
        self._file.write(encode(line) + b"\n")
        self._file.flush()
        self._unsynced = True

    def sync(self) -> None:
        if self._unsynced:
            self._unsynced = False
            os.fsync(self._file.fileno())

    def close(self) -> None:
        self.sync()
        self._file.close()

    def done(self) -> set[Key]:
        """Episodes that need not be played again."""
        return {
            entry.key
            for entry in settled(self.entries)
            if not isinstance(entry.failure, InfrastructureFailure)
        }


def _mended(path: Path, run: Run) -> list[LedgerEntry]:
    """What an earlier part of the same run left; half a line at the end is cut off."""
    whole = path.read_bytes().rfind(b"\n") + 1
    if whole < path.stat().st_size:
        os.truncate(path, whole)
    if not whole:
        return []
    before, entries = read_ledger(path)
    if other := _differing(before, run):
        raise ValueError(f"{str(path.parent)!r} holds another run: {other}; choose another --out")
    return entries


def _differing(before: Run, now: Run) -> str:
    """The first difference. The same model may have moved to another address since."""
    for name in before.__struct_fields__:
        was, is_ = (msgspec.to_builtins(getattr(_anywhere(run), name)) for run in (before, now))
        if was != is_:
            return f"its {name} was {_short(was)} and is now {_short(is_)}"
    return ""


def _anywhere(run: Run) -> Run:
    return replace(run, players=tuple(replace(setup, base_url="") for setup in run.players))


def _short(thing: object) -> str:
    text = encode(thing).decode()
    return text if len(text) <= 200 else f"{text[:200]}…"


def usage_total(entries: Sequence[LedgerEntry]) -> Usage:
    """What all lines took, those played again included: it was paid for."""
    counts = {
        name: sum(getattr(e.usage, name) for e in entries)
        for name in Usage.__struct_fields__
        if name != "cost_usd"
    }
    known = [e.usage.cost_usd for e in entries if e.usage.cost_usd is not None]
    return Usage(**counts, cost_usd=sum(known) if known else None)
