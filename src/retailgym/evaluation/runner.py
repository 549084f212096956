"""Models at many counters at once: every finished episode goes into the ledger, and a run that was stopped
goes on where it was."""

import asyncio
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec

from ..core.episode import start
from ..core.record import Tape
from ..core.streams import Streams
from ..core.values import Value, encode, replace
from ..players.model.client import Endpoint
from ..players.model.endpoint_errors import HOPELESS
from ..players.model.failure import InfrastructureFailure
from ..players.model.paraphrase import Paraphraser
from ..players.model.player import Seat
from ..players.model.settings import ModelSettings
from ..players.model.spending import Spending
from .ledger import Ledger, LedgerEntry, Setup, Usage, usage_total
from .plan import Job
from .run import entry_of, keep, record_file

IN_A_ROW = 10  # episodes that fail for want of infrastructure, one after the other, before a run gives up
TICK_S = 0.5


class Progress(Value):
    """Where a run stands. What earlier parts of it did is counted in `done`, not in `played`."""

    total: int
    done: int
    played: int
    running: int
    seconds: float
    spent_usd: float
    spent_tokens: int
    news: tuple[LedgerEntry, ...]  # lines since the last time; at first those of earlier parts

    @property
    def seconds_left(self) -> float | None:
        """At the speed so far; unknown before the first one is done."""
        return self.seconds / self.played * (self.total - self.done) if self.played else None


Watch = Callable[[Progress], None]


def setup_of(player: str, settings: ModelSettings) -> Setup:
    """The settings as the ledger keeps them: all that changes an answer, and no secret."""
    extra = encode(settings.extra).decode() if settings.extra else ""
    price = (settings.price.tokens_in, settings.price.tokens_out) if settings.price else None
    return Setup(
        player=player,
        model=settings.model,
        base_url=settings.address,
        mode=settings.mode,
        temperature=settings.temperature,
        top_p=settings.top_p,
        seed=settings.seed,
        max_tokens=settings.max_tokens,
        stream=settings.stream,
        extra=extra,
        usd_per_million=price,
    )


class Shift:
    """One run of a model over some jobs. `stopped` says why it ended before all were done."""

    def __init__(
        self,
        jobs: Sequence[Job],
        ledger: Ledger,
        directory: Path,
        purse: Spending,
        *,
        paraphraser: Paraphraser | None = None,
    ) -> None:
        done, before = ledger.done(), usage_total(ledger.entries)
        purse.spent_usd, purse.spent_tokens = before.cost_usd or 0.0, before.tokens_in + before.tokens_out
        self._ledger, self._directory, self._purse = ledger, directory, purse
        self._left = [job for job in jobs if (job.player, str(job.spec), job.repeat) not in done]
        self._total, self._done, self._begun = len(jobs), len(jobs) - len(self._left), time.monotonic()
        self._played = self._running = self._failed_in_a_row = 0
        self._before, self._told = (purse.spent_usd, purse.spent_tokens), 0
        self._door, self._paraphraser = asyncio.Lock(), paraphraser
        self.stopped = ""

    async def work(self, endpoint: Endpoint, *, parallel: int, watch: Watch = lambda progress: None) -> None:
        """Plays what is left, so many at once. Ctrl-C ends it and leaves what was done."""
        waiting = iter(self._left)
        desks = [
            asyncio.create_task(self._desk(waiting, endpoint)) for _ in range(min(parallel, len(self._left)))
        ]
        clock = asyncio.create_task(self._tick(watch))

        def stop() -> None:
            self.stopped = self.stopped or "interrupted"
            for desk in desks:
                desk.cancel()

        try:
            with _interrupts(stop):
                ends = await asyncio.gather(*desks, return_exceptions=True)
        finally:
            clock.cancel()
            self._ledger.sync()
            watch(self.progress())
        for end in ends:
            if isinstance(end, BaseException) and not isinstance(end, asyncio.CancelledError):
                raise end

    async def _desk(self, waiting: Iterator[Job], endpoint: Endpoint) -> None:
        """Takes one job after the other."""
        while not self.stopped and (job := next(waiting, None)) is not None:
            if self._purse.empty(*self._promised()):
                self.stopped = self.stopped or "the budget is spent"
                return
            self._running += 1
            try:
                self._write(await self._play(job, endpoint))
            finally:
                self._running -= 1

    def _promised(self) -> tuple[float, float]:
        """What the running episodes and one more are likely to take, going by those that are done."""
        spent = self._purse.spent_usd - self._before[0], self._purse.spent_tokens - self._before[1]
        each = [s / (self._played + self._running / 2) if self._played else 0.0 for s in spent]
        return each[0] * (self._running / 2 + 1), each[1] * (self._running / 2 + 1)

    async def _play(self, job: Job, endpoint: Endpoint) -> LedgerEntry:
        begun = time.monotonic()
        at = Streams("model") / job.player / str(job.spec) / job.repeat
        async with (
            self._door
        ):  # one by one, so that replies to others are not kept waiting by many starts at once
            await asyncio.sleep(0)
            tape = Tape(start(job.spec), player=job.player)
        seat = Seat(tape, endpoint, self._purse, at, paraphraser=self._paraphraser)
        try:
            await seat.play()
        except asyncio.CancelledError:
            seat.failure = InfrastructureFailure(kind="stopped", detail="interrupted")
            self._write(self._entry(job, seat, endpoint.settings, time.monotonic() - begun))
            raise
        return self._entry(job, seat, endpoint.settings, time.monotonic() - begun)

    def _entry(self, job: Job, seat: Seat, settings: ModelSettings, seconds: float) -> LedgerEntry:
        judged = not isinstance(seat.failure, InfrastructureFailure)
        records = self._directory / "records"
        file = record_file(records, *job)
        record = keep(seat.tape, file, records) if judged else ""
        if judged:
            self._keep_replies(job, seat, settings)
        line = entry_of(job, seat.tape.episode, seconds=seconds, record=record)
        return replace(
            line,
            usage=usage_of(seat, settings),
            failure=seat.failure,
            verdict=line.verdict if judged else None,
        )

    def _keep_replies(self, job: Job, seat: Seat, settings: ModelSettings) -> None:
        """What the model wrote, reasoning and all, beside the settings that it was asked with."""
        file = record_file(self._directory / "replies", *job).with_suffix(".ndjson")
        file.parent.mkdir(parents=True, exist_ok=True)
        lines = [setup_of(job.player, settings), *seat.notes]
        file.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))

    def _write(self, line: LedgerEntry) -> None:
        self._ledger.add(line)
        match line.failure:
            case InfrastructureFailure(kind=kind, detail=detail):
                self._failed_in_a_row += 1
                if kind in HOPELESS or self._failed_in_a_row >= IN_A_ROW:
                    self.stopped = self.stopped or f"the endpoint is of no use ({kind}): {detail}"
                elif kind == "stopped":
                    self.stopped = self.stopped or detail
            case _:
                self._failed_in_a_row = 0
                self._played += 1
                self._done += 1

    async def _tick(self, watch: Watch) -> None:
        while True:
            watch(self.progress())
            await asyncio.sleep(TICK_S)
            await asyncio.to_thread(self._ledger.sync)

    def progress(self) -> Progress:
        news, self._told = tuple(self._ledger.entries[self._told :]), len(self._ledger.entries)
        return Progress(
            total=self._total,
            done=self._done,
            played=self._played,
            running=self._running,
            seconds=time.monotonic() - self._begun,
            spent_usd=self._purse.spent_usd,
            spent_tokens=self._purse.spent_tokens,
            news=news,
        )


def usage_of(seat: Seat, settings: ModelSettings) -> Usage:
    counts = [note.count for note in seat.notes if note.count is not None]
    tokens_in, tokens_out = sum(c.tokens_in for c in counts), sum(c.tokens_out for c in counts)
    return Usage(
        replies=len(seat.notes),
        tokens_in=tokens_in,
        tokens_out=tokens_out,
        tokens_cached=sum(c.cached for c in counts),
        tokens_reasoning=sum(c.reasoning for c in counts),
        uncounted=len(seat.notes) - len(counts),
        retries=sum(n.retries for n in seat.notes) + seat.retries_in_vain,
        cut=sum(n.finish == "length" for n in seat.notes),
        trimmed=seat.trimmed,
        model_seconds=round(sum(n.seconds for n in seat.notes), 4),
        cost_usd=settings.price.of(tokens_in, tokens_out) if settings.price else None,
    )


@contextmanager
def _interrupts(stop: Callable[[], None]) -> Iterator[None]:
    """The first Ctrl-C stops the run, a second one ends the process as ever."""
    loop = asyncio.get_running_loop()

    def once() -> None:
        loop.remove_signal_handler(signal.SIGINT)
        stop()

    try:
        loop.add_signal_handler(signal.SIGINT, once)
    except (NotImplementedError, RuntimeError, ValueError):  # not the main thread, or a system without
        yield
        return
    try:
        yield
    finally:
        loop.remove_signal_handler(signal.SIGINT)
