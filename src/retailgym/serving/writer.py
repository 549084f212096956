"""Writes that arrive together share a transaction: while one is under way, the next ones gather."""

import asyncio
import logging
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress

from . import clock
from .records import Attempt, Records, StoredRecord, Write
from .spill import Spill
from .store import Unavailable

log = logging.getLogger("retailgym.serving")
MOST = 200  # in one transaction
SOON_S = 0.5
STALL_S = 5.0  # a database that has not answered for so long is as good as away

Waiting = tuple[Write, "asyncio.Future[bool] | None"]


class Transaction:
    """One that is under way."""

    __slots__ = ("batch", "begun", "ended", "stall")

    def __init__(self, batch: list[Waiting], stall: asyncio.TimerHandle) -> None:
        self.batch, self.begun, self.stall = batch, clock.now(), stall
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class Writer:
    """The one way to the records for what is played. `trouble` says why they cannot be written, if so."""

    def __init__(self, records: Records, most_unkept: int) -> None:
        self._records, self._spill, self._most_unkept = records, Spill(records.spill_directory), most_unkept
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._waiting: list[Waiting] = []
        self._alone: list[Waiting] = []  # of a batch that failed by our fault: one transaction each
        self._under_way: Transaction | None = None
        self._soon: asyncio.TimerHandle | None = None
        self.trouble = ""

    @property
    def full(self) -> bool:
        """More records wait for the database than a server should hold."""
        writing = len(self._under_way.batch) if self._under_way else 0
        return len(self._waiting) + len(self._alone) + writing >= self._most_unkept

    def stalled(self) -> bool:
        return self._under_way is not None and clock.now() - self._under_way.begun > STALL_S

    async def put(self, write: Write) -> bool:
        """Returns when it is safe: in the database, or on the disk beside it. False for an advance that came
        too late."""
        return await self.begin(write)

    def begin(self, write: Write) -> "asyncio.Future[bool]":
        """The same, under way before anybody waits for it."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((write, done))
        self.flush()
        return done

    def put_soon(self, write: Write) -> None:
        """For what nobody waits for: it goes with the next that somebody waits for, or in a moment."""
        self._waiting.append((write, None))
        if self._soon is None:
            self._soon = asyncio.get_running_loop().call_later(SOON_S, self._flush_soon)

    def _flush_soon(self) -> None:
        self._soon = None
        self.flush()

    def flush(self) -> None:
        """Begin a transaction with what waits, unless one is under way."""
        if self._under_way or not (self._alone or self._waiting):
            return
        if self._alone:
            batch = [self._alone.pop(0)]
        else:
            batch, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
        loop = asyncio.get_running_loop()
        work = self._thread.submit(self._records.write, [write for write, _ in batch])
        self._under_way = Transaction(batch, loop.call_later(STALL_S, self._stall, batch))

        def ended(work: Future[list[bool]]) -> None:
            with suppress(RuntimeError):  # the server is gone
                loop.call_soon_threadsafe(self._end, work)

        work.add_done_callback(ended)  # straight from the thread: every turn of a busy loop is milliseconds

    def _end(self, work: Future[list[bool]]) -> None:
        transaction, self._under_way = self._under_way, None
        assert transaction is not None
        transaction.stall.cancel()
        match work.exception():
            case None:
                self.trouble = ""
                for (_, done), result in zip(transaction.batch, work.result(), strict=True):
                    if done is not None and not done.done():
                        done.set_result(result)
                self.flush()
            case Unavailable() as error:
                self._fail(transaction.batch, error)
            case error:
                self._isolate(transaction.batch, error)
                self.flush()
        transaction.ended.set_result(None)

    def _isolate(self, batch: list[Waiting], error: BaseException) -> None:
        """Our bug: those who wait must hear of it, and one that cannot be written keeps no other from its
        place."""
        if len(batch) > 1:
            self._alone += batch
            return
        log.error("records", exc_info=error)
        if (done := batch[0][1]) is not None and not done.done():
            done.set_exception(Unavailable("the record could not be written"))

    def _stall(self, batch: list[Waiting]) -> None:
        """The transaction takes long: what it may still write, and what waits behind it, goes to the disk."""
        if self._spilled([*batch, *self._waiting]):
            self._waiting = [(write, done) for write, done in self._waiting if not _spillable(write)]
        if self._under_way is not None:
            self._under_way.stall = asyncio.get_running_loop().call_later(STALL_S, self._stall, [])

    def _fail(self, batch: list[Waiting], error: Unavailable) -> None:
        """What waits would fail as this did: everybody is answered now, and the next write or chore tries
        again."""
        concerned = [*batch, *self._alone, *self._waiting]
        if str(error) != self.trouble:
            log.error("records", extra={"said": {"error": str(error), "waiting": len(concerned)}})
        self.trouble, self._alone, self._waiting = str(error), [], []
        spilled = self._spilled(concerned)
        for write, done in concerned:
            if not spilled if _spillable(write) else done is None:
                self._waiting.append((write, None))
            if done is not None and not done.done():
                done.set_exception(error)

    def _spilled(self, batch: list[Waiting]) -> bool:
        """Whether what can be spilled is on the disk; those who wait for it are then answered."""
        chosen = [
            (write, done)
            for write, done in batch
            if isinstance(write, (StoredRecord, Attempt)) and not (done and done.done())
        ]
        if not chosen or not self._spill.put([write for write, _ in chosen]):
            return not chosen
        log.error("spilled", extra={"said": {"records": len(chosen)}})
        for _, done in chosen:
            if done is not None:
                done.set_result(True)
        return True

    async def recover(self) -> None:
        """What waits in memory and on the disk goes to the database, where that is back."""
        if self._spill.waiting():
            loop = asyncio.get_running_loop()
            try:
                count = await loop.run_in_executor(self._thread, self._spill.recover, self._records)
            except Unavailable as error:
                self.trouble = str(error)
                return
            self.trouble = ""
            log.info("recovered", extra={"said": {"records": count}})
        self.flush()

    async def close(self) -> int:
        """Writes what waits; how many had to stay behind."""
        if self._soon is not None:
            self._soon.cancel()
        self.flush()
        while self._under_way is not None:
            await self._under_way.ended
        lost = sum(1 for write, _ in self._waiting if isinstance(write, StoredRecord))
        self._thread.shutdown(wait=False)
        return lost


def _spillable(write: Write) -> bool:
    return isinstance(write, (StoredRecord, Attempt))
