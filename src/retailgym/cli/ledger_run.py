"""A run that is kept: scripts and models write into one ledger, and one that was stopped goes on."""

import asyncio
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import AsyncExitStack
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from ..evaluation import EvaluationPlan, Report, report
from ..evaluation.ledger import Ledger, LedgerEntry, Setup, settled, usage_total
from ..evaluation.run import entries, file_name, header, played
from ..players.model.failure import InfrastructureFailure
from ..players.model.spending import Spending
from .errors import UserError
from .live import board
from .progress import progress

if TYPE_CHECKING:
    from ..evaluation.runner import Shift
    from ..players.model.settings import ModelSettings

WORDS = "paraphrases.jsonl"  # beside the runs, which share it
INTERRUPTED, INCOMPLETE = 130, 1  # exit codes
NO_TOOLS = "the endpoint refuses tools; it can be played with --mode json and another --out"


def needs_aiohttp() -> None:
    if find_spec("aiohttp") is None:
        raise UserError('a model is reached through aiohttp; run  pip install "retailgym[models]"')


def needs_key(name: str, settings: "ModelSettings", api_key: str) -> None:
    """Refuses a run through Hugging Face's router without a key, which would fail at its first request."""
    from ..players.model.settings import at_hugging_face, key_for

    if at_hugging_face(settings.base_url) and not key_for(settings.base_url, api_key):
        raise UserError(
            f"{settings.base_url} wants a key for {name!r}; set HF_TOKEN, or give --base-url for an endpoint "
            f"of your own"
        )


def priced(purse: Spending, settings: "ModelSettings | None") -> Spending:
    """The purse, if what it holds can be counted out."""
    if purse.usd is not None and settings is not None and settings.price is None:
        raise ValueError(
            f"a budget in money needs the price of {settings.model!r}; give --price IN,OUT, or a budget "
            f"in "
            f"tokens such as 2M"
        )
    return purse


class LedgerRun:
    """One plan with its ledger."""

    def __init__(
        self,
        plan: EvaluationPlan,
        key: bytes,
        settings: "ModelSettings | None",
        purse: Spending,
        *,
        paraphrase: "ModelSettings | None" = None,
    ) -> None:
        self._plan, self._key, self._settings, self._purse, self._paraphrase = (
            plan,
            key,
            settings,
            purse,
            paraphrase,
        )
        self.home = Path("runs") / file_name(plan.players[-1])
        self._where, self._lines = self.home, list[LedgerEntry]()

    def open(self, where: Path, *, resume: bool) -> Ledger:
        self._where = where
        return Ledger.open(
            where,
            header(
                self._plan,
                [*map(self._setup, self._plan.players)],
                paraphrase=self._paraphrase.model if self._paraphrase else "",
            ),
            resume=resume,
        )

    def _setup(self, player: str) -> Setup:
        if self._settings is None or player not in self._plan.models:
            return Setup(player=player)
        from ..evaluation.runner import setup_of  # needs what models need

        return setup_of(player, self._settings)

    def work(self, ledger: Ledger, *, workers: int, parallel: int, api_key: str) -> int:
        """Plays what is not done; the exit code is 0 when every episode has a verdict."""
        stopped = ""
        try:
            self._scripts(ledger, workers)
            if self._settings is not None:
                shift = self._models(ledger, parallel, api_key)
                stopped = shift.stopped
        except KeyboardInterrupt:
            stopped = "interrupted"
        finally:
            ledger.close()
        self._lines = settled(ledger.entries)
        return self._told(ledger, stopped)

    def _scripts(self, ledger: Ledger, workers: int) -> None:
        done = ledger.done()
        jobs = [
            j
            for j in self._plan.jobs(self._key)
            if j.player not in self._plan.models and (j.player, str(j.spec), j.repeat) not in done
        ]
        if not jobs:
            return
        with progress(len(jobs), "episodes") as advance:
            for line in entries(jobs, workers=workers, records=self._where / "records"):
                ledger.add(line)
                advance()

    def _models(self, ledger: Ledger, parallel: int, api_key: str) -> "Shift":
        from ..evaluation.runner import Shift
        from ..players.model.client import Endpoint
        from ..players.model.paraphrase import Paraphraser, Rewording
        from ..players.model.settings import key_for

        assert self._settings is not None
        settings = self._settings
        jobs = [job for job in self._plan.jobs(self._key) if job.player in self._plan.models]

        async def work() -> Shift:
            async with AsyncExitStack() as stack:
                endpoint = await stack.enter_async_context(
                    Endpoint(settings, key_for(settings.base_url, api_key))
                )
                paraphraser = None
                if (other := self._paraphrase) is not None:
                    speaker = await stack.enter_async_context(
                        Endpoint(other, key_for(other.base_url, api_key))
                    )
                    paraphraser = Paraphraser(speaker, Rewording(self._where.parent / WORDS), self._purse)
                shift = Shift(jobs, ledger, self._where, self._purse, paraphraser=paraphraser)
                watch = stack.enter_context(board(", ".join(sorted(self._plan.models)), self._purse))
                await shift.work(endpoint, parallel=parallel, watch=watch)
            if paraphraser is not None:
                summary = (
                    f"{paraphraser.reworded} of the customer's lines reworded, {paraphraser.stood} as in "
                    f"the template"
                )
                print(
                    f"{summary}; {paraphraser.tokens:,} tokens for it, which are part of the budget alone",
                    file=sys.stderr,
                )
            return shift

        return asyncio.run(work())

    def _told(self, ledger: Ledger, stopped: str) -> int:
        """Says what is there, what is missing and how to go on."""
        total = len(self._plan.jobs(self._key))
        judged = sum(line.scored for line in self._lines)
        lost = [
            line.failure
            for line in self._lines
            if isinstance(line.failure, InfrastructureFailure) and line.failure.kind != "stopped"
        ]
        used = usage_total(ledger.entries)
        cost = f", ${used.cost_usd:.4f}" if used.cost_usd is not None else ""
        tokens = f"; {used.tokens_in:,} tokens in, {used.tokens_out:,} out{cost}" if used.replies else ""
        print(f"{judged} of {total} episodes judged; the run is in {self._where}{tokens}", file=sys.stderr)
        if judged == total:
            return 0
        why = f"stopped: {stopped}. " if stopped else ""
        missing = (
            f"{total - judged} have no "
            f"verdict{f', {len(lost)} of them for want of infrastructure ({_kinds(lost)})' if lost else ''}; "
        )
        way_out = NO_TOOLS if any(map(_wants_no_tools, lost)) else "the same command with --resume plays them"
        print(f"retailgym: {why}{missing}{way_out}", file=sys.stderr)
        return INTERRUPTED if stopped == "interrupted" else INCOMPLETE

    def report(self) -> Report:
        """On what was judged."""
        return report(self._plan, played(self._lines))


def _wants_no_tools(failure: InfrastructureFailure) -> bool:
    """Servers that were started without a parser of tool calls refuse every request that offers tools."""
    return failure.kind == "rejected" and "tool" in failure.detail.lower()


def _kinds(failures: Sequence[InfrastructureFailure]) -> str:
    """How many episodes were lost to what, and the last thing that the endpoint said."""
    kinds = Counter(failure.kind for failure in failures)
    return f"{', '.join(f'{kind} {n}' for kind, n in sorted(kinds.items()))}; {failures[-1].detail}"
