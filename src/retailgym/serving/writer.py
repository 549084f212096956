"""Writes that arrive together share a transaction: while one is under way, the next ones gather."""

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor

from . import clock
from .records import Attempt, Records, StoredRecord, Write
from .spill import Spill
from .store import Unavailable

log = logging.getLogger("retailgym.serving")
MOST = 200  # in one transaction
SOON_S = 0.5
STALL_S = 5.0  # a database that has not answered for so long is as good as away

Waiting = tuple[Write, "asyncio.Future[bool] | None"]


class Writer:
    """The one way to the records for what is played. `trouble` says why they cannot be written, if so."""

    def __init__(self, records: Records, most_unkept: int) -> None:
        self._records, self._spill, self._most_unkept = records, Spill(records.spill_directory), most_unkept
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._waiting: list[Waiting] = []
        self._task: asyncio.Task[None] | None = None
        self._since = 0.0  # when the transaction under way began; 0 between two of them
        self._soon: asyncio.TimerHandle | None = None
        self.trouble = ""

    @property
    def full(self) -> bool:
        """More records wait for the database than a server should hold."""
        return len(self._waiting) >= self._most_unkept

    def stalled(self) -> bool:
        return bool(self._since) and clock.now() - self._since > STALL_S

    async def put(self, write: Write) -> bool:
        """Returns when it is safe: in the database, or on the disk beside it. False for an advance that came
        too late."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((write, done))
        self.flush()
        return await done

    def put_soon(self, write: Write) -> None:
        """For what nobody waits for: it goes with the next that somebody waits for, or in a moment."""
        self._waiting.append((write, None))
        if self._soon is None:
            self._soon = asyncio.get_running_loop().call_later(SOON_S, self._flush_soon)

    def _flush_soon(self) -> None:
        self._soon = None
        self.flush()

    def flush(self) -> None:
        if self._waiting and (self._task is None or self._task.done()):
            self._task = asyncio.get_running_loop().create_task(self._run())

    async def _run(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
            try:
                await self._write(batch)
            except Unavailable as error:
                if not self._failed(batch, error):
                    return  # until the next chore; what waits would fail as this did

    async def _write(self, batch: list[Waiting]) -> None:
        self._since = clock.now()
        loop = asyncio.get_running_loop()
        work = loop.run_in_executor(self._thread, self._records.write, [write for write, _ in batch])
        try:
            finished, _ = await asyncio.wait({work}, timeout=STALL_S)
            if not finished:
                self._spilled(batch)  # it may be written as well in the end, which changes nothing
            outcome = await work
        except Unavailable:
            raise
        # our bug: those who wait must hear of it, and the next record must be kept
        except Exception as error:  # noqa: BLE001
            await self._one_by_one(batch, error)
            return
        finally:
            self._since = 0.0
        self.trouble = ""
        for (_, done), result in zip(batch, outcome, strict=True):
            if done is not None and not done.done():
                done.set_result(result)

    async def _one_by_one(self, batch: list[Waiting], error: Exception) -> None:
        """One that cannot be written keeps no other from its place."""
        if len(batch) > 1:
            for one in batch:
                await self._write([one])
            return
        log.error("records", exc_info=error)
        if (done := batch[0][1]) is not None and not done.done():
            done.set_exception(Unavailable("the record could not be written"))

    def _spilled(self, batch: list[Waiting]) -> bool:
        """Those whom it concerns are answered: what they did is on the disk."""
        chosen = [
            (w, done)
            for w, done in batch
            if isinstance(w, (StoredRecord, Attempt)) and not (done and done.done())
        ]
        if not chosen or not self._spill.put([w for w, _ in chosen]):
            return False
        log.error("spilled", extra={"said": {"records": len(chosen)}})
        for _, done in chosen:
            if done is not None:
                done.set_result(True)
        return True

    def _failed(self, batch: list[Waiting], error: Unavailable) -> bool:
        """Whether records still find a place, on the disk beside the database."""
        if str(error) != self.trouble:
            log.error("records", extra={"said": {"error": str(error), "waiting": len(batch)}})
        self.trouble = str(error)
        spilled = self._spilled(batch)
        for write, done in batch:
            if _spillable(write) and not spilled:
                self._waiting.insert(0, (write, None))  # whoever waited is told; the record still waits
            if done is not None and not done.done():
                done.set_exception(error)
        return spilled

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
        if self._task is not None:
            await self._task
        lost = sum(1 for write, _ in self._waiting if isinstance(write, StoredRecord))
        self._thread.shutdown(wait=False)
        return lost


def _spillable(write: Write) -> bool:
    return isinstance(write, (StoredRecord, Attempt))
