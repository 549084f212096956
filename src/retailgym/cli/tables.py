"""Tables for people."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TextIO

from rich import box
from rich.console import Console
from rich.table import Table

from ..bench.episodes import Bench, Figure
from ..bench.scale import Scale
from ..core.curriculum import Curriculum
from ..evaluation import Report, Scores
from ..evaluation.analysis import Study
from ..evaluation.attack import AttackRow
from ..evaluation.numbers import Difference, Interval
from ..evaluation.scores import known
from ..evaluation.validate import Finding
from ..players.model.settings import Preset

if TYPE_CHECKING:
    from ..bench.serving import ServeBench  # which needs an extra
    from ..bench.tokens import TokenBench

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
    names = [
        "environment",
        "level",
        *(["player"] if several else []),
        "episodes",
        "reward",
        "95 %",
        "success",
        "95 %",
        "turns",
        "calls",
    ]
    table = _table(names, 3 if several else 2)
    for env in report.by_env:
        for level in [*map(str, report.levels), ""]:
            if level == "" and len(report.levels) == 1:
                continue
            for player, scores in report.players.items():
                here = scores.by_env.get(env)
                row = here.by_level.get(level) if level and here else here
                if row is not None:
                    table.add_row(env, level or "all", *([player] if several else []), *_cells(row))
        table.add_section()
    return table


def _cells(s: Scores) -> Iterator[str]:
    yield from (
        str(s.episodes),
        f"{s.reward:.3f}",
        known(s, _range(s.ci95, "{:.3f}")),
        f"{s.success:.0%}",
        known(s, _range(s.success_ci95, "{:.0%}")),
    )
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


def summary_table(reports: Mapping[str, Report], furthest: Mapping[str, str]) -> Table:
    """A row per environment: the expert, the blind player that got furthest, and the silent one."""
    table = _table(["environment", "expert", "best that does not read", "", "silent"], 1)
    for env, report in reports.items():
        expert, blind, silent = (
            f"{s.reward:.3f} ({s.success:.0%})"
            for s in (report.players[name].by_env[env] for name in ("expert", furthest[env], "silent"))
        )
        table.add_row(env, expert, blind, furthest[env], silent)
    return table


def difference_table(title: str, differences: Mapping[str, Difference], sides: tuple[str, str]) -> Table:
    """A row per measure; the smallest difference that could have been told from chance stands beside the one
    that was found."""
    table = _table([title, *sides, "difference", "95 %", "p", "smallest that counts", "found 4 in 5"], 1)
    for name, d in differences.items():
        table.add_row(
            name,
            f"{d.first:.3f}",
            f"{d.second:.3f}",
            *_difference(d),
            f"{d.p:.3f}",
            f"{d.smallest:.3f}",
            f"{d.detectable:.3f}",
        )
    return table


def comparison_table(
    title: str, rows: Mapping[str, Mapping[str, Difference]], sides: tuple[str, str]
) -> Table:
    """A row per environment or level: reward, then success."""
    table = _table([title, "specs", "measure", *sides, "difference", "95 %"], 1)
    for name, measures in rows.items():
        for n, (measure, d) in enumerate(measures.items()):
            table.add_row(
                "" if n else name,
                "" if n else str(d.specs),
                measure,
                f"{d.first:.3f}",
                f"{d.second:.3f}",
                *_difference(d),
            )
    return table


def _difference(d: Difference) -> tuple[str, str]:
    return f"{d.difference:+.3f}{'*' if d.real else ' '}", _range(d.ci95, "{:+.3f}")


def findings_table(findings: Sequence[Finding]) -> Table:
    """A row per environment and check."""
    table = _table(["environment", "check", "", "figure", "what it says"], 5)
    before = ""
    for f in findings:
        if before and f.env != before:
            table.add_section()
        table.add_row(
            "" if f.env == before else f.env,
            f.check,
            "passed" if f.passed else "FAILED",
            f.figure,
            f.because[:90],
        )
        before = f.env
    return table


def attack_table(rows: Sequence[AttackRow]) -> Table:
    """A row per level and attacker: how well it points, and what comes of it."""
    names = ["environment", "level", "attacker", "groups", "AUC", "top-1", "chance", "success", "reward", ""]
    table, before = _table(names, 3), ""
    for r in rows:
        if before and r.env != before:
            table.add_section()
        pointed = (f"{r.auc:.2f} {_span(r.auc_ci95)}", f"{r.top_1:.0%}", f"{r.chance:.0%}")
        played = (f"{r.success:.0%} {_span(r.success_ci95)}", f"{r.reward:+.2f} {_span(r.reward_ci95)}")
        table.add_row(
            "" if r.env == before else r.env, str(r.level), r.attacker, str(r.groups),
            *(pointed if r.groups else ("", "", "")), *(played if r.episodes else ("", "")),
            "over: " + ", ".join(r.over) if r.over else "",
        )  # fmt: skip
        before = r.env
    return table


def _span(interval: Interval) -> str:
    return f"[{interval[0]:.2f}, {interval[1]:.2f}]"


def envs_table(rows: Sequence[tuple[str, str, str, str]]) -> Table:
    table = _table(["id", "version", "closing tool", "package"], 4)
    for row in rows:
        table.add_row(*row)
    return table


def curriculum_table(state: Curriculum) -> Table:
    """A row per environment: its level, and what was played there since it last moved."""
    table = _table(["environment", "level", "tried", "won", "success"], 1)
    for env, tally in state.tallies.items():
        share = f"{tally.won / tally.tried:.0%}" if tally.tried else "-"
        table.add_row(env, str(tally.level), str(tally.tried), str(tally.won), share)
    return table


def presets_table(presets: Mapping[str, Preset]) -> Table:
    table = _table(["preset", "model", "mode", "temperature", "longest reply", "price in", "price out"], 3)
    for name, p in presets.items():
        price = [f"{usd:.2f}" for usd in p.usd_per_million] if p.usd_per_million else ["?", "?"]
        table.add_row(
            name,
            p.model,
            p.mode,
            f"{p.temperature:g}" if p.temperature is not None else "-",
            str(p.max_tokens),
            *price,
        )
    return table


def baseline_table(studies: Mapping[str, Study]) -> Table:
    """A row per player, over all environments."""
    table = _table(["player", "episodes", "reward", "95 %", "success", "95 %", "pass^2", "tokens", "cost"], 1)
    for name, study in studies.items():
        s, used = study.scores, study.usage
        cost = f"${used.cost_usd:.2f}" if used.cost_usd is not None else "-"
        row = [
            str(s.episodes),
            f"{s.reward:.3f}",
            known(s, _range(s.ci95, "{:.3f}")),
            f"{s.success:.0%}",
            known(s, _range(s.success_ci95, "{:.0%}")),
        ]
        table.add_row(
            name,
            *row,
            f"{s.pass_k['2']:.0%}" if "2" in s.pass_k else "-",
            f"{used.tokens_in + used.tokens_out:,}",
            cost,
        )
    return table


def bench_table(bench: Bench) -> Table:
    table = _table(["", "what", "best", "median", "unit"], 2)
    for env, b in bench.envs.items():
        where = f"{env}, level {b.level}"
        _add(table, where, "scored expert episodes", b.episodes_per_s, "per s")
        _add(table, "", "steps", b.steps_per_s, "per s")
        for what, figure in (
            ("start", b.start_us),
            ("step", b.step_us),
            ("observe", b.observe_us),
            ("judge", b.judge_us),
        ):
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


def tokens_table(bench: "TokenBench") -> Table:
    """What is read as text, beside the same as JSON."""
    table = _table(
        [
            "environment",
            "level",
            "tokenizer",
            "read",
            "as JSON",
            "share",
            "results",
            "as JSON",
            "written",
            "largest result",
            "as JSON",
        ],
        3,
    )
    for c in bench.costs:
        results = (
            f"{c.results:,.0f}",
            f"{c.results_as_json:,.0f}",
            f"{c.written:,.0f}",
            f"{c.largest:,}",
            f"{c.largest_as_json:,}",
        )
        table.add_row(
            c.env,
            str(c.level),
            c.tokenizer,
            f"{c.read:,.0f}",
            f"{c.read_as_json:,.0f}",
            f"{c.share:.3f}",
            *results,
        )
    return table


def scale_table(scale: Scale) -> Table:
    """A column per size; of starts also how much longer they take than at the smallest."""
    table = _table(["", "what", *(f"{s.products:,}" for s in scale.sizes), "unit"], 2)
    for where, what, field in (
        ("catalogue", "searches by words", "plain_per_s"),
        ("", "the same, bound", "bound_per_s"),
        ("", "searches in a category", "category_per_s"),
        ("", "searches with five filters", "filtered_per_s"),
    ):
        table.add_row(where, what, *(f"{getattr(s, field).best:,.0f}" for s in scale.sizes), "per s")
    table.add_row("", "postings of a search", *(f"{s.postings:,.0f}" for s in scale.sizes), "")
    table.add_row("", "opened", *(f"{s.open_ms.best:.1f}" for s in scale.sizes), "ms")
    table.add_row("", "file", *(f"{s.file_mib:,.0f}" for s in scale.sizes), "MiB")
    table.add_row("", "one of four workers", *(f"{s.worker_pss_mib:,.0f}" for s in scale.sizes), "MiB")
    table.add_section()
    for env in scale.sizes[0].envs:
        starts = [f"{s.envs[env].start.best:,.0f} ({s.growth(scale.sizes[0], env):.2f})" for s in scale.sizes]
        table.add_row(env, "start (growth)", *starts, "µs")
        for part in ("step", "observe", "judge"):
            table.add_row("", part, *(f"{getattr(s.envs[env], part).best:,.1f}" for s in scale.sizes), "µs")
    return table


def serving_table(bench: "ServeBench") -> Table:
    """A is the server, less the steps in process, in empty echoes; B the same in echoes of equal answers,
    less equal work in process."""
    heads = [
        "environment",
        "server µs",
        "empty echo µs",
        "step µs",
        "A",
        "equal echo µs",
        "equal work µs",
        "B",
        "session KiB",
    ]
    table = _table(heads, 1)
    for env, b in bench.envs.items():
        strict = (f"{b.server_us:.1f}", f"{b.echo_us:.1f}", f"{b.step_us:.1f}", f"{b.overhead:.2f}")
        table.add_row(
            env,
            *strict,
            f"{b.full_echo_us:.1f}",
            f"{b.work_us:.1f}",
            f"{b.overhead_like_for_like:.2f}",
            f"{b.session_kib:.0f}",
        )
    return table
