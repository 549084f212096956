"""`retailgym curriculum`: where curricula stand, and how an agent climbed."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.values import Value
from .errors import mistakes

if TYPE_CHECKING:
    from ..core.curriculum import Curriculum, FinishedEpisode
    from ..evaluation.climb import LevelClimb

SQLITE = b"SQLite format 3\0"
URLS = ("postgresql://", "postgres://")
Source = Annotated[
    str,
    typer.Argument(
        metavar="[SOURCE]",
        help=(
            "A saved state, a store (SQLite file or postgresql:// URL), records, or a run; else the "
            "server's store."
        ),
    ),
]


class CurriculumSource(Value):
    """What a source holds: curricula by name, and the episodes that were played, in order."""

    curricula: "dict[str, Curriculum]"
    played: "tuple[FinishedEpisode, ...]"


def curriculum(
    source: Source = "",
    name: Annotated[str, typer.Option(help="Only the curriculum of this name in the store.")] = "",
    player: Annotated[str, typer.Option(help="Only episodes of this player.")] = "",
    width: Annotated[int, typer.Option(min=5, max=400, help="Stretches of the plot.")] = 60,
    json: Annotated[bool, typer.Option("--json", help="Print state and progress as JSON on stdout.")] = False,
) -> None:
    """Show where a curriculum stands, and plot how far the recorded runs have climbed.

    The plot has a column per stretch of the run and four lines per environment: the level, from 0 to 24,
    over three lines, and success below. Episodes outside the train split are evaluations and are left out.

    \b
    retailgym curriculum
    retailgym curriculum state.json
    retailgym curriculum records.sqlite --name warm-up --player my-model
    retailgym curriculum postgresql://localhost/retailgym --json
    retailgym curriculum runs/mine
    """
    from ..evaluation.climb import climb

    with mistakes():
        shown = _read(source, name, player)
    progress = climb(shown.played, width)
    if json:
        import msgspec

        standing = {"curricula": shown.curricula, "progress": progress}
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(standing), indent=2).decode() + "\n")
        return
    for title, state in shown.curricula.items():
        _show_state(title, state)
    print("\n".join(_plot(progress)))


def _read(source: str, name: str, player: str) -> CurriculumSource:
    from ..core.curriculum import restored

    if not source:
        from ..serving.settings import default_records

        source = default_records()
    if source.startswith(URLS):
        return _stored(source, name, player)
    path = Path(source)
    if path.is_dir():
        return _recorded(path, player)
    with path.open("rb") as file:
        head = file.readline()
    if head.startswith(SQLITE):
        return _stored(source, name, player)
    if head.lstrip().startswith(b'{"type"'):
        return CurriculumSource(curricula={path.stem: restored(path.read_bytes())}, played=())
    return _recorded(path, player)


def _stored(where: str, name: str, player: str) -> CurriculumSource:
    from ..core.curriculum import FinishedEpisode
    from ..core.spec import split_of
    from ..serving.records import Query, open_records

    records = open_records(where)
    try:
        names = [name] if name else records.curricula()
        states = {n: state for n in names if (state := records.curriculum(n)) is not None}
        if name and not states:
            raise ValueError(
                f"no curriculum {name!r} in {where}; there are {', '.join(records.curricula()) or 'none'}"
            )
        played = tuple(
            FinishedEpisode(
                env=f.env,
                level=f.level,
                success=f.success,
                reward=f.reward,
                evaluation=split_of(f.seed) != "train",
            )
            for f in records.every(Query(player=player or None, limit=1000))
        )
    finally:
        records.close()
    return CurriculumSource(curricula=states, played=played)


def _recorded(where: Path, player: str) -> CurriculumSource:
    """From a run, in the order in which its episodes ended, or from records."""
    from ..core.curriculum import FinishedEpisode
    from ..core.spec import split_of
    from ..evaluation.ledger import ledger_file, read_ledger
    from ..evaluation.record_files import holds_records, taped

    ledger = ledger_file(where)
    if ledger.is_file() and not holds_records(ledger):
        ended = [(e.player, e.parsed, e.verdict) for e in read_ledger(ledger)[1] if e.verdict is not None]
    else:
        ended = [(t.player, t.spec, t.verdict) for t in taped(where)]
    played = tuple(
        FinishedEpisode(
            env=spec.env,
            level=spec.level,
            success=verdict.success,
            reward=verdict.reward,
            evaluation=split_of(spec.seed) != "train",
        )
        for name, spec, verdict in ended
        if player in ("", name)
    )
    return CurriculumSource(curricula={}, played=played)


def _show_state(title: str, state: "Curriculum") -> None:
    from .tables import curriculum_table, show

    show(
        f"{title}: {type(state).__name__.lower()}, moves after {state.min_episodes} episodes at a level",
        curriculum_table(state),
        sys.stdout,
    )


def _plot(progress: "LevelClimb") -> Iterator[str]:
    from ..evaluation.climb import plotted

    if not progress.episodes:
        yield "no training episodes recorded"
        return
    yield (
        f"{progress.episodes} training episodes, {progress.per_stretch} to a column; above the level, "
        f"below success (· ░ ▒ ▓ █ by fifths)"
    )
    margin = max(map(len, progress.by_env)) + 1
    for env, stretches in progress.by_env.items():
        rows, success = plotted(stretches)
        last = next(s for s in reversed(stretches) if s is not None)
        yield ""
        yield from [f"{'':{margin}}│{row}" for row in rows[:-1]]
        yield f"{env:{margin}}│{rows[-1]} level {last.level}"
        yield f"{'':{margin}}│{success} success {last.success:.0%}"
