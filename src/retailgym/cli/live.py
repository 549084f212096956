"""How a model's run stands, while it goes on: a table and a bar on a terminal, a few plain lines anywhere
else."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ..evaluation.ledger import Key, LedgerEntry
from ..players.model.failure import InfrastructureFailure, PlayerFailure
from ..players.model.spending import Spending

if TYPE_CHECKING:
    from rich.console import Group

    from ..evaluation.runner import Progress, Watch

LINES = 20
BAR = 40


class LiveTally:
    """The lines so far, by environment; a later line for an episode replaces an earlier one."""

    def __init__(self) -> None:
        self._latest: dict[Key, LedgerEntry] = {}

    def add(self, lines: tuple[LedgerEntry, ...]) -> None:
        self._latest.update({line.key: line for line in lines})

    def rows(self) -> Iterator[tuple[str, ...]]:
        """Environment, judged, reward, success, the player's failures, infrastructure's, tokens per
        episode."""
        by_env: dict[str, list[LedgerEntry]] = {}
        for line in self._latest.values():
            by_env.setdefault(line.spec.partition("/")[0].partition("@")[0], []).append(line)
        for env in sorted(by_env):
            yield env, *_cells(by_env[env])


def _cells(lines: list[LedgerEntry]) -> Iterator[str]:
    verdicts = [line.verdict for line in lines if line.verdict is not None]
    yield str(len(verdicts))
    yield f"{sum(v.reward for v in verdicts) / len(verdicts):.3f}" if verdicts else "-"
    yield f"{sum(v.success for v in verdicts) / len(verdicts):.0%}" if verdicts else "-"
    yield str(sum(isinstance(line.failure, PlayerFailure) for line in lines))
    yield str(sum(isinstance(line.failure, InfrastructureFailure) for line in lines))
    yield f"{sum(line.usage.tokens_in + line.usage.tokens_out for line in lines) / len(lines):,.0f}"


COLUMNS = (
    "environment",
    "judged",
    "reward",
    "success",
    "player failed",
    "infrastructure failed",
    "tokens each",
)


def standing(progress: "Progress", purse: Spending) -> str:
    """One line: how far, how long yet, what it has cost."""
    left = progress.seconds_left
    parts = [f"{progress.done} of {progress.total}", f"{progress.running} running"]
    parts += [f"{_clock(left)} left"] if left is not None and progress.done < progress.total else []
    parts += [f"{progress.spent_tokens:,} tokens" + (f" of {purse.tokens:,}" if purse.tokens else "")]
    if progress.spent_usd or purse.usd:
        parts.append(f"${progress.spent_usd:.2f}" + (f" of ${purse.usd:.2f}" if purse.usd else ""))
    return ", ".join(parts)


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"


@contextmanager
def board(title: str, purse: Spending) -> Iterator["Watch"]:
    """Gives a function that shows where the run stands."""
    if not sys.stderr.isatty():
        yield _lines(title, purse)
        return
    from rich.console import Console
    from rich.live import Live

    tally = LiveTally()
    with Live(console=Console(stderr=True), transient=True, auto_refresh=False) as shown:

        def watch(progress: "Progress") -> None:
            tally.add(progress.news)
            shown.update(_drawn(title, tally, progress, purse), refresh=True)

        yield watch


def _drawn(title: str, tally: LiveTally, progress: "Progress", purse: Spending) -> "Group":
    from rich import box
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    table = Table(*COLUMNS, box=box.SIMPLE_HEAD, title=title, title_justify="left")
    for row in tally.rows():
        table.add_row(*row)
    full = BAR * progress.done // max(1, progress.total)
    return Group(
        table,
        Text("━" * full, style="green", end="")
        .append("━" * (BAR - full), style="dim")
        .append(f" {standing(progress, purse)}"),
    )


def _lines(title: str, purse: Spending) -> "Watch":
    printed = -1

    def watch(progress: "Progress") -> None:
        nonlocal printed
        step = progress.done * LINES // max(1, progress.total)
        if step > printed and progress.played:
            printed = step
            print(f"{title}: {standing(progress, purse)}", file=sys.stderr, flush=True)

    return watch
