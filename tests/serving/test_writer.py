"""Whoever waits for the records gets an answer, however many wait and whatever the store does."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from retailgym.serving import writer
from retailgym.serving.records import Parked, Put, Query, Records, open_records
from retailgym.serving.store import Sqlite, Unavailable
from retailgym.serving.writer import Writer

from .writers import kept


def refusing(records: Records, refuses: bool = True) -> None:
    """As a disk that is full."""
    database = records._database
    assert isinstance(database, Sqlite)
    database._db["write"].execute(f"PRAGMA query_only = {int(refuses)}")


def test_who_comes_when_many_wait_that_cannot_be_written_is_told_as_well() -> None:
    """One by one and all at once, more than a transaction holds."""

    async def put() -> None:
        records = open_records(":memory:")
        refusing(records)
        books, count = Writer(records, 10_000), writer.MOST + 50
        async with asyncio.timeout(20):
            for n in range(count):
                with pytest.raises(Unavailable):
                    await books.put(kept(n))
            told = await asyncio.gather(
                *(books.put(kept(n)) for n in range(count, 3 * count)), return_exceptions=True
            )
        assert all(isinstance(answer, Unavailable) for answer in told)
        refusing(records, False)
        await books.recover()
        assert await books.close() == 0 and len(list(records.every(Query(limit=1000)))) == 3 * count

    asyncio.run(put())


def test_who_comes_while_the_store_stands_still_is_answered_from_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "STALL_S", 0.1)
    path = tmp_path / "records.sqlite"

    async def put() -> None:
        records = open_records(str(path))
        books = Writer(records, 10_000)
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        async with asyncio.timeout(20):
            first = asyncio.create_task(books.put(kept(1)))
            await asyncio.sleep(0.02)
            assert await books.put(kept(2)) and await first
        other.execute("ROLLBACK")
        await books.recover()
        assert await books.close() == 0 and len(records.find(Query())) == 2

    asyncio.run(put())


def test_a_session_that_nobody_waits_for_is_put_down_when_the_store_is_back() -> None:
    async def put() -> None:
        records = open_records(":memory:")
        books = Writer(records, 10_000)
        refusing(records)
        books.put_soon(Put(token_hash="t", version=0, parked=Parked(running=None, life_s=60.0)))
        with pytest.raises(Unavailable):
            await books.put(kept(1))
        refusing(records, False)
        await books.recover()
        assert await books.close() == 0
        assert records.version("t") == 0 and len(records.find(Query())) == 1

    asyncio.run(put())
