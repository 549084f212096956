"""Tables for people."""

from collections.abc import Callable, Iterator, Sequence
from typing import TextIO

from rich import box
from rich.console import Console
from rich.table import Table

from ..evaluation import Report, Scores
from ..evaluation.bench import Bench, Figure
from ..evaluation.numbers import Interval

WIDEST = 200  # a narrow terminal wraps a row; nothing is cut off


def show(title: str, table: Table, file: TextIO) -> None:
    console = Console(file=file, width=WIDEST, highlight=False, soft_wrap=True)
    console.print(title, style="bold")
    console.print(table)


def _table(names: Sequence[str], left: int) -> Table:
    """Words to the left, numbers to the right."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for n, name in enumerate(names):
        table.add_column(name, justify="left" if n < left else "right", no_wrap=True)
    return table


def scores_table(report: Report) -> Table:
    """A row per environment and level; with several players, one for each of them."""
    several = len(report.players) > 1
    names = ["environment", "level", *(["player"] if several else []), "episodes", "reward", "95 %", "success", "95 %", "turns", "calls"]
    table = _table(names, 3 if several else 2)
    for env in report.by_env:
        for level in [*map(str, report.levels), ""]:
            if level == "" and len(report.levels) == 1:
                continue
            for player, scores in report.players.items():
                row = scores.by_env[env].by_level[level] if level else scores.by_env[env]
                table.add_row(env, level or "all", *([player] if several else []), *_cells(row))
        table.add_section()
    return table


def _cells(s: Scores) -> Iterator[str]:
    yield from (str(s.episodes), f"{s.reward:.3f}", _range(s.ci95, "{:.3f}"), f"{s.success:.0%}", _range(s.success_ci95, "{:.0%}"))
    yield from (f"{s.turns:.1f}", f"{s.calls:.1f}")


def _range(interval: Interval, form: str) -> str:
    return "..".join(form.format(end) for end in interval)


def demo_table(report: Report, env: str) -> Table:
    """A row per player, mean reward and success at each level."""
    names = ["player", *(f"level {d}" for d in report.levels), "all"]
    table = _table(names, 1)
    for player, scores in report.players.items():
        here = scores.by_env[env]
        table.add_row(player, *(f"{s.reward:.3f} ({s.success:.0%})" for s in [*here.by_level.values(), here]))
    return table


def bench_table(bench: Bench) -> Table:
    table = _table(["", "what", "best", "median", "unit"], 2)
    for env, b in bench.envs.items():
        where = f"{env}, level {b.level}"
        _add(table, where, "scored expert episodes", b.episodes_per_s, "per s")
        _add(table, "", "steps", b.steps_per_s, "per s")
        for what, figure in (("start", b.start_us), ("step", b.step_us), ("observe", b.observe_us), ("judge", b.judge_us)):
            _add(table, "", what, figure, "µs")
        table.add_row("", "session when opened", f"{b.session_kib_opened:.1f}", "", "KiB")
        table.add_row("", "session before its last turn", f"{b.session_kib_played:.1f}", "", "KiB")
        table.add_section()
    _add(table, "catalogue", "searches by words", bench.searches_per_s, "per s")
    _add(table, "", "searches by words on a shelf", bench.shelf_searches_per_s, "per s")
    table.add_section()
    _add(table, "process", "import retailgym", bench.import_cpu_ms, "ms")
    table.add_row("", "peak memory", f"{bench.peak_rss_mib:.0f}", "", "MiB")
    return table


def _add(table: Table, where: str, what: str, figure: Figure, unit: str) -> None:
    form: Callable[[float], str] = lambda x: f"{x:,.0f}" if x >= 100 else f"{x:.1f}"  # noqa: E731
    table.add_row(where, what, form(figure.best), form(figure.median), unit)
