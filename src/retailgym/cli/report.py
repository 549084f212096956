"""`retailgym report` and `retailgym compare`: what came of a run, and of two."""

import shlex
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .errors import UserError, mistakes

if TYPE_CHECKING:
    from ..evaluation.analysis import Analysis, EpisodeRow
    from ..evaluation.compare import NamedRun
    from ..evaluation.ledger import LedgerEntry
    from ..evaluation.report.page import ShownEpisode

FORMATS = (".html", ".md", ".json", ".csv")
RunPath = Annotated[
    Path,
    typer.Argument(metavar="RUN", help="The directory of a run, as `eval --out` writes it, or its ledger."),
]


def report(
    run: RunPath,
    out: Annotated[
        list[Path],
        typer.Option(
            "--out",
            metavar="FILE",
            help="Where to write; the ending says what: .html, .md, .json or .csv. Can be repeated.",
        ),
    ] = [Path("report.html")],  # noqa: B006, E501
    against: Annotated[
        str,
        typer.Option(metavar="RUN", help="Another run on the same specs to set beside it, or RUN:PLAYER."),
    ] = "",
    json: Annotated[
        bool, typer.Option("--json", help="Print the numbers as JSON on stdout and write no file.")
    ] = False,
) -> None:
    """Write the report of a run: one HTML file that needs nothing else, or Markdown, JSON, or a CSV of all
    episodes.

    It holds scores with 95 % intervals, success by level, why episodes failed, the best and the worst
    transcripts, the accounts, and what it takes to do it all again.

    \b
    retailgym report runs/mine
    retailgym report runs/mine --out mine.html --out mine.md --out episodes.csv
    retailgym report runs/reworded --against runs/templates
    retailgym report runs/mine --json | python -m json.tool
    """
    from ..core.values import replace
    from ..evaluation.analysis import analyse
    from ..evaluation.compare import against as set_beside
    from ..evaluation.ledger import read_ledger

    with mistakes():
        head, entries = read_ledger(run)
        beside = set_beside(_named(against), _named(str(run))) if against else None
        for file in out:
            if file.suffix not in FORMATS:
                raise UserError(
                    f"{str(file)!r}: the ending of the file says what to write; give it one of "
                    f"{', '.join(FORMATS)}"
                )
        analysis = replace(analyse(head, entries), against=beside)
        if not analysis.studies:
            raise UserError(f"{str(run)!r} has no judged episode yet; go on with `retailgym eval --resume`")
        for file in () if json else out:
            file.touch()
    if json:
        sys.stdout.write(analysis.written().decode())
        return
    for file in out:
        file.write_bytes(written(analysis, entries, file.suffix, run if run.is_dir() else run.parent))
        print(f"wrote {file}", file=sys.stderr)


def written(analysis: "Analysis", entries: "list[LedgerEntry]", suffix: str, directory: Path | None) -> bytes:
    """The report in one of its formats. Records are looked for in the directory; scripts are played again
    where there are none."""
    from ..evaluation.analysis import rows_of
    from ..evaluation.report.markdown import episodes_csv, markdown
    from ..evaluation.report.page import page

    match suffix:
        case ".json":
            return analysis.written()
        case ".md":
            return markdown(analysis).encode()
        case ".csv":
            return episodes_csv(analysis, rows_of(entries)).encode()
        case _:
            return page(analysis, shown(analysis, directory)).encode()


def shown(
    analysis: "Analysis", directory: Path | None, scripts: Mapping[str, str] = {}
) -> "list[ShownEpisode]":  # noqa: B006
    """The best and the worst episodes in words. `scripts` says who played an environment for a player that
    stands for several."""
    from ..evaluation.report.page import main_studies

    episodes = []
    for _, study in main_studies(analysis):
        for kind, rows in (("worst", study.worst), ("best", study.best)):
            episodes += [
                s
                for row in rows
                if (s := _shown(kind, row, directory, scripts.get(row.spec.env, ""))) is not None
            ]
    return episodes


def _shown(kind: str, row: "EpisodeRow", directory: Path | None, script: str) -> "ShownEpisode | None":
    from ..core.episode import start
    from ..core.record import read, replay
    from ..evaluation.record_files import as_said
    from ..evaluation.report.page import ShownEpisode
    from ..players import get, names, play
    from .transcript import transcript, verdict_lines

    file = directory / row.record if directory and row.record else None
    if file is not None and file.is_file():
        try:
            lines = read(file.read_bytes())
            episode, how, command = (
                as_said(lines, replay(lines)),
                "See it again",
                ["retailgym", "replay", str(file)],
            )
        except ValueError as unfit:  # of another version or store; the numbers stand, the words cannot be had
            print(f"retailgym: {row.record} cannot be shown: {unfit}", file=sys.stderr)
            return None
    elif (player := row.player if row.player in names() else script) in names():
        episode, how, command = (
            play(start(row.spec), get(player))[0],
            "Play it yourself",
            ["retailgym", "play", str(row.spec)],
        )
    else:
        return None
    shown_lines, verdict = tuple(transcript(episode)), tuple(verdict_lines(row.verdict))
    return ShownEpisode(
        row=row, kind=kind, lines=shown_lines, verdict=verdict, how=how, command=shlex.join(command)
    )


def compare(
    first: Annotated[
        str, typer.Argument(metavar="A", help="A run, or RUN:PLAYER where it has several players.")
    ],
    second: Annotated[
        str,
        typer.Argument(metavar="B", help="Another run on the same specs, or another player of the same one."),
    ],
    json: Annotated[bool, typer.Option("--json", help="Print the comparison as JSON on stdout.")] = False,
) -> None:
    """Compare two runs on the specs that both have played.

    Spec is set against spec, so that hard and easy ones cancel out. Beside each difference stand its 95 %
    interval, how often chance alone would do as much, and the smallest difference that could have been told
    from chance.

    \b
    retailgym compare runs/before runs/after
    retailgym compare runs/all:expert runs/all:random
    retailgym compare runs/before runs/after --json
    """
    from ..evaluation.compare import compare as set_against
    from .tables import comparison_table, difference_table, show

    with mistakes():
        comparison = set_against(_named(first), _named(second))
    if json:
        sys.stdout.write(comparison.written().decode())
        return
    sides = (comparison.first, comparison.second)
    names = (
        [side.player for side in sides]
        if comparison.first.player != comparison.second.player
        else [Path(side.name).name for side in sides]
    )
    one, other = names if names[0] != names[1] else [side.name for side in sides]
    left_out = (
        f"; {comparison.only_first + comparison.only_second} that only one has are left out"
        if comparison.only_first + comparison.only_second
        else ""
    )
    show(
        f"{one} against {other}: {comparison.shared} specs{left_out}",
        difference_table("", comparison.overall, (one, other)),
        sys.stdout,
    )
    rows = len(comparison.by_env) + len(comparison.by_level)
    show("by environment", comparison_table("environment", comparison.by_env, (one, other)), sys.stdout)
    show("by level", comparison_table("level", comparison.by_level, (one, other)), sys.stdout)
    if comparison.checks:
        show(
            "share of episodes that fail a check",
            difference_table("check", dict(list(comparison.checks.items())[:12]), (one, other)),
            sys.stdout,
        )
    print(
        f"A star marks a difference whose interval leaves out zero; of {rows} environments and levels, "
        f"one "
        f"in twenty would have one by chance."
    )


def _named(text: str) -> "NamedRun":
    from ..evaluation.compare import named
    from ..evaluation.ledger import read_ledger

    path, player = text, ""
    if not Path(text).exists() and ":" in text:
        path, _, player = text.partition(":")
    run, entries = read_ledger(Path(path))
    return named(path, run, entries, player)
