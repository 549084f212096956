"""`retailgym export`: transcripts for fine-tuning."""

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.rendering import Results, results_from
from ..core.values import Value
from .curriculum import SQLITE, URLS
from .errors import UserError, mistakes
from .evaluate import SETS
from .progress import progress
from .store_option import served_envs

if TYPE_CHECKING:
    from ..core.spec import Spec
    from ..evaluation.export import Transcript
    from ..evaluation.record_files import Taped

NOTHING = (
    "say what to export: a run, records or a record store (retailgym export runs/train), or so many episodes "
    "of the expert (retailgym export --episodes 1170)"
)


class Which(Value):
    """What of a source is wanted. Without a least reward it is successes; for pairs it is everything."""

    envs: tuple[str, ...]
    levels: tuple[int, ...]
    player: str = ""
    min_reward: float | None = None
    everything: bool = False
    results: Results = "text"
    skip_held_out: bool = False


def export(
    source: Annotated[
        str,
        typer.Argument(
            metavar="[SOURCE]",
            help="A run, records, or a record store; without one the expert plays, --episodes times.",
        ),
    ] = "",
    out: Annotated[
        Path, typer.Option("--out", metavar="FILE", help="Where to write: .jsonl or .parquet.")
    ] = Path("transcripts.jsonl"),
    envs: Annotated[
        str, typer.Option("--envs", "--env", help=f"all, {SETS}, or names: cart,returns.")
    ] = "all",
    levels: Annotated[str, typer.Option(help="Levels: 0,6,12 or 0-24 or all.")] = "all",
    episodes: Annotated[
        int | None,
        typer.Option(min=1, help="Of the expert: how many, spread evenly over environments and levels."),
    ] = None,
    split: Annotated[str, typer.Option(help="Of the expert: train or validation.")] = "train",
    player: Annotated[str, typer.Option(help="Of the source: only this player.")] = "",
    min_reward: Annotated[
        float | None,
        typer.Option(min=-1.0, max=1.0, help="Of the source: the least reward. Without it, successes."),
    ] = None,
    pairs: Annotated[
        bool, typer.Option("--pairs", help="Preference pairs: two tries at one spec, the better one chosen.")
    ] = False,
    with_expert: Annotated[
        bool, typer.Option("--with-expert", help="With --pairs: the expert is one of the tries.")
    ] = False,
    gap: Annotated[
        float, typer.Option(min=0.01, max=2.0, help="With --pairs: how far the rewards must lie apart.")
    ] = 0.25,
    skip_held_out: Annotated[
        bool, typer.Option("--skip-held-out", help="Pass over test and sealed specs instead of refusing.")
    ] = False,
    results: Annotated[str, typer.Option(help="How results are written: text (compact) or json.")] = "text",
    json: Annotated[
        bool, typer.Option("--json", help="Print what was kept and what was left out as JSON on stdout.")
    ] = False,
) -> None:
    """Write transcripts as chat messages with tool calls, for supervised fine-tuning or preference training.

    Rows have messages, tools, spec, reward and more, in the layout that TRL and Hugging Face chat templates
    take; arguments and tools are JSON text. Each conversation is written once. Test and sealed specs are
    refused: a set that was learnt from measures nothing. A run to learn from is played with eval --split
    train.

    \b
    retailgym export --episodes 10000 --out expert.parquet
    retailgym export runs/train --min-reward 0.9 --out good.jsonl
    retailgym export runs/train --pairs --with-expert --out pairs.parquet
    retailgym export records.sqlite --player my-model --env cart --out cart.jsonl
    """
    from ..evaluation import choose_envs, choose_levels
    from ..evaluation.export import distinct
    from ..evaluation.export import pairs as paired
    from ..evaluation.row_files import write

    left_out = Counter[str]()
    with mistakes():
        _writable(out)
        if with_expert and not (pairs and source):
            raise UserError(
                "--with-expert sets the expert beside the tries of a source; give a SOURCE and --pairs"
            )
        if not source and episodes is None:
            raise UserError(NOTHING)
        which = Which(
            envs=choose_envs(envs) if source else served_envs(envs, choose_levels(levels)),
            levels=choose_levels(levels),
            player=player,
            min_reward=min_reward,
            everything=pairs,
            skip_held_out=skip_held_out,
            results=results_from(results),
        )
        tapes = (
            _from_source(source, which, left_out)
            if source
            else _from_the_expert(_specs(which, split, episodes or 1), which.results)
        )
    once = distinct(_beside_the_expert(tapes, which.results) if with_expert else tapes, left_out)
    rows = write(out, paired(once, gap) if pairs else once)
    if json:
        import msgspec

        sys.stdout.write(
            msgspec.json.encode({"file": str(out), "rows": rows, "left_out": left_out}).decode() + "\n"
        )
    others = ", ".join(f"{n} {why}" for why, n in left_out.items())
    print(
        (
            f"wrote {rows} {'pairs' if pairs else 'transcripts'} to "
            f"{out}{f'; left out: {others}' if others else ''}"
        ),
        file=sys.stderr,
    )


def _writable(out: Path) -> None:
    from ..evaluation.row_files import SUFFIXES, needs_pyarrow

    if out.suffix not in SUFFIXES:
        raise UserError(
            f"{str(out)!r}: the ending of the file says what to write; give it one of {', '.join(SUFFIXES)}"
        )
    if out.suffix == ".parquet":
        needs_pyarrow()
    out.parent.mkdir(parents=True, exist_ok=True)


def _specs(which: Which, split: str, episodes: int) -> "list[Spec]":
    """Of the expert: every environment and level in turn, each time with the next seed."""
    from ..core.spec import task
    from ..evaluation.held_out import refuse_held_out

    each = len(which.envs) * len(which.levels)
    specs = [
        task(
            split,
            i // each,
            which.envs[i % len(which.envs)],
            which.levels[i // len(which.envs) % len(which.levels)],
        )
        for i in range(episodes)
    ]
    refuse_held_out(specs[0])
    return specs


def _from_the_expert(specs: "list[Spec]", results: Results) -> "Iterator[Transcript]":
    from ..evaluation.export import expert_transcript

    with progress(len(specs), "transcripts") as advance:
        for spec in specs:
            yield expert_transcript(spec, results=results)
            advance()


def _beside_the_expert(transcripts: "Iterator[Transcript]", results: Results) -> "Iterator[Transcript]":
    """The expert's try at every spec, once, before the others at it."""
    from ..core.spec import Spec
    from ..evaluation.export import expert_transcript

    met: set[str] = set()
    for transcript in transcripts:
        if transcript.spec not in met:
            met.add(transcript.spec)
            yield expert_transcript(Spec.parse(transcript.spec), results=results)
        yield transcript


def _from_source(source: str, which: Which, left_out: "Counter[str]") -> "Iterator[Transcript]":
    """What is wanted of a source; the rest is counted by why it is not."""
    from ..evaluation.export import MalformedTurn, taped_transcript
    from ..evaluation.held_out import HeldOut, refuse_held_out

    tapes = _taped(source, which)
    done = 0
    while True:
        with mistakes():
            if (taped := next(tapes, None)) is None:
                return
            try:
                refuse_held_out(taped.spec, "play again with eval --split train, or add --skip-held-out")
            except HeldOut:
                if not which.skip_held_out:
                    raise
                left_out["of held-out splits"] += 1
                continue
        if not _good_enough(taped, which):
            left_out["not good enough"] += 1
            continue
        with mistakes():
            try:
                transcript = taped_transcript(taped, results=which.results)
            except MalformedTurn:
                left_out["malformed"] += 1
                continue
        yield transcript
        done += 1
        if done % 1000 == 0:
            print(f"transcripts: {done}", file=sys.stderr, flush=True)


def _good_enough(taped: "Taped", which: Which) -> bool:
    if which.everything:
        return True
    return taped.verdict.success if which.min_reward is None else taped.verdict.reward >= which.min_reward


def _taped(source: str, which: Which) -> "Iterator[Taped]":
    """The records of a run, a directory, a file or a store, as far as they are of the environments, levels
    and player wanted."""
    from ..evaluation.record_files import taped

    path = Path(source)
    if source.startswith(URLS) or (path.is_file() and path.open("rb").read(len(SQLITE)) == SQLITE):
        tapes = _stored(source)
    else:
        tapes = taped(path)
    for tape in tapes:
        if (
            tape.spec.env in which.envs
            and tape.spec.level in which.levels
            and which.player in ("", tape.player)
        ):
            yield tape


def _stored(where: str) -> "Iterator[Taped]":
    from ..evaluation.record_files import taped_in
    from ..serving.records import Query, open_records

    records = open_records(where)
    try:
        for lines in records.export(Query(limit=1000)):
            yield from taped_in(lines, where)
    finally:
        records.close()
