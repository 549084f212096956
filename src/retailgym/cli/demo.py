"""`retailgym demo`: what it is, in a few seconds."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .errors import mistakes
from .progress import progress
from .store_option import served_envs

if TYPE_CHECKING:
    from ..evaluation import EvaluationPlan, Report
    from ..evaluation.ledger import LedgerEntry

LEVELS = (0, 6, 12)
BOUNDS = ("expert", "silent")
BEST_BLIND = "best blind player"
MEANING = (
    "The expert sees only what any agent sees and solves every task; players that do not read what the "
    "customer means get next to nothing: what an agent earns in between, it earns by understanding."
)


def demo(
    seeds: Annotated[int, typer.Option(min=1, help="Episodes per environment and level.")] = 5,
    out: Annotated[Path, typer.Option("--report", metavar="FILE", help="Where to write the report.")] = Path(
        "demo.html"
    ),
) -> None:
    """Play the expert, the silent one and every blind player at levels 0, 6 and 12, print the tables, and
    write the report.

    \b
    retailgym demo
    retailgym demo --seeds 20 --report /tmp/demo.html
    """
    from .. import players
    from ..evaluation import EvaluationPlan
    from ..evaluation import report as scored
    from ..evaluation.run import played
    from .tables import demo_table, show, summary_table

    with mistakes():
        out.touch()
    plans = [
        EvaluationPlan(
            players=("expert", "silent", *players.blind_for(env)), envs=(env,), levels=LEVELS, seeds=seeds
        )
        for env in served_envs("all", LEVELS)
    ]
    lines: list[LedgerEntry] = []
    reports: dict[str, Report] = {}
    for plan in plans:
        (env,), own = plan.envs, _played(plan)
        lines += own
        reports[env] = scored(plan, played(own))
        title = f"{env}: mean reward (success), {seeds} seeds per level"
        show(title, demo_table(reports[env], env), sys.stdout)
    summary = summary_table(reports, _furthest_by_env(plans, lines))
    show(
        f"all environments: mean reward (success) over levels {', '.join(map(str, LEVELS))}",
        summary,
        sys.stdout,
    )
    print(MEANING)
    out.write_bytes(_report(plans, lines, seeds))
    print(f"The report is in {out}.")


def _played(plan: "EvaluationPlan") -> "list[LedgerEntry]":
    from ..evaluation.run import entries

    jobs, lines = plan.jobs(), []
    with progress(len(jobs), "episodes") as advance:
        for line in entries(jobs):
            lines.append(line)
            advance()
    return lines


def _report(plans: "list[EvaluationPlan]", lines: "list[LedgerEntry]", seeds: int) -> bytes:
    """The expert, the silent one, and in each environment the blind player that got furthest there."""
    from ..core.values import replace
    from ..evaluation.analysis import analyse
    from ..evaluation.ledger import Setup
    from ..evaluation.report.page import page
    from ..evaluation.run import header
    from .report import shown

    kept = BOUNDS
    furthest = _furthest_by_env(plans, lines)
    blind = [replace(e, player=BEST_BLIND) for e in lines if e.player == furthest[e.parsed.env]]
    whole = replace(plans[0], players=kept, envs=tuple(furthest))
    analysis = analyse(
        header(whole, [Setup(player=name) for name in ("expert", BEST_BLIND, "silent")]), [*lines, *blind]
    )
    return page(analysis, shown(analysis, None, furthest), [f"retailgym demo --seeds {seeds}"]).encode()


def _furthest_by_env(plans: "list[EvaluationPlan]", lines: "list[LedgerEntry]") -> dict[str, str]:
    """In each environment the blind player that got furthest there."""
    return {
        env: _furthest([e for e in lines if e.parsed.env == env and e.player not in BOUNDS])
        for (env,) in (plan.envs for plan in plans)
    }


def _furthest(lines: "list[LedgerEntry]") -> str:
    """The player with the highest sum of rewards; all have played the same specs."""
    rewards: dict[str, float] = {}
    for e in lines:
        rewards[e.player] = rewards.get(e.player, 0.0) + (e.verdict.reward if e.verdict else 0.0)
    return max(rewards, key=lambda name: rewards[name])
