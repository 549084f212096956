"""Records that can be believed: what was answered is what is kept, however the store fails."""

import asyncio
import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import retailgym as rg
from retailgym.core.values import encode
from retailgym.serving.light_client import LightEnv
from retailgym.serving.records import Query, open_records
from retailgym.serving.session import written_turn
from retailgym.serving.sessions import Sessions, record_of
from retailgym.serving.settings import Limits, ServerSettings
from retailgym.serving.store import DamagedStore, Sqlite, Unavailable, checked_file

from .servers import Running, running
from .test_clients import calls
from .test_http import ask, turn_bodies

SPEC = "cart/2/11"


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path, ServerSettings(port=0)) as server:
        yield server


def test_of_many_closing_turns_at_once_the_one_that_was_answered_is_kept(own: Running) -> None:
    """Half of them give up, half confirm: one of each twelve is answered, and its reward is in the record."""
    *first, last = turn_bodies(SPEC)
    wrong = {"calls": [{"name": "no_such_tool", "arguments": {}}]}
    for _ in range(6):
        _, seen = ask("POST", f"{own.url}/episodes", {"spec": SPEC})
        url = f"{own.url}/episodes/{seen['id']}/turns"
        for body in first:
            ask("POST", url, body)
        with ThreadPoolExecutor(12) as pool:
            futures = [pool.submit(ask, "POST", url, wrong if n % 2 else last) for n in range(12)]
        heard = [future.result() for future in futures]
        told = [body for status, body in heard if status == 200]
        assert len(told) == 1 and {status for status, _ in heard} == {200, 409}
        _, lines = ask("GET", f"{own.url}/records/{told[0]['record']}")
        assert rg.judge(rg.record.replay(rg.record.read(lines))).reward == told[0]["reward"]
    assert len(open_records(own.settings.records).find(Query())) == 6


def test_a_failure_cannot_be_hidden_behind_an_older_success(own: Running) -> None:
    """The same spec and the same session's token, replayed from the beginning and then played badly."""
    with LightEnv(own.url) as env:
        token = env.reset(spec=SPEC).metadata["session"]
        for call in calls(SPEC):
            good = env.step(*call)
        env.reset(spec=SPEC, turns=[], session=token, record=good.metadata["record"])
        bad = env.step("no_such_tool")
    assert (good.reward, bad.reward) == (1.0, -1.0) and good.metadata["record"] != bad.metadata["record"]
    kept = open_records(own.settings.records).find(Query())
    assert sorted(record.reward for record in kept) == [-1.0, 1.0]


def test_an_attempt_that_was_abandoned_leaves_a_trace(own: Running) -> None:
    with LightEnv(own.url) as env:
        env.reset(spec=SPEC, player="fickle")
        env.step("cart_view")
        env.reset(spec=SPEC, player="fickle")
        env.step("no_such_tool")
    _, traced = ask("GET", f"{own.url}/attempts")
    assert sorted((a["turns"], bool(a["record"])) for a in traced if a["player"] == "fickle") == [
        (1, False),
        (1, True),
    ]


def test_the_same_episode_replayed_after_a_crash_is_one_record(own: Running) -> None:
    with LightEnv(own.url) as env:
        token = env.reset(spec=SPEC).metadata["session"]
        path = calls(SPEC)
        for call in path:
            first = env.step(*call)
    turns = [written_turn(*call) for call in path[:-1]]
    with LightEnv(own.url) as env:
        env.reset(spec=SPEC, turns=turns, session=token)
        again = env.step(*path[-1])
    assert again.metadata["record"] == first.metadata["record"]
    assert len(open_records(own.settings.records).find(Query())) == 1


# ── stores that fail ──
async def finished(shop: Sessions) -> Any:
    session = await shop.begin({"spec": SPEC}, "tests")
    for name, arguments in calls(SPEC):
        session.act(name, arguments)
    return session


def broken(path: Path, first: int = 100) -> None:
    """As a bad disk would: everything from there on is something else."""
    data = bytearray(path.read_bytes())
    data[first:] = b"\xa5" * (len(data) - first)
    path.write_bytes(bytes(data))


def test_a_damaged_file_is_refused_at_the_start(tmp_path: Path) -> None:
    path = tmp_path / "records.sqlite"
    open_records(str(path)).close()
    checked_file(path)
    broken(path)
    with pytest.raises(DamagedStore, match="damaged"):
        checked_file(path)
    path.write_bytes(b"no database at all, " * 500)
    with pytest.raises(DamagedStore, match="not a database"):
        checked_file(path)


@pytest.mark.parametrize("how", ["no header", "bad pages", "moved", "read only", "full"])
def test_what_the_store_cannot_take_is_spilled_and_comes_back(tmp_path: Path, how: str) -> None:
    """Nothing is told that is not kept: the client is answered because the record is on the disk."""
    path, away = tmp_path / "records.sqlite", tmp_path / "away.sqlite"

    async def play() -> str:
        shop = Sessions(ServerSettings(records=str(path)))
        await shop.keep(await finished(shop))
        database = shop.records._database
        assert isinstance(database, Sqlite)
        match how:
            case "no header":
                broken(path, 0)
            case "bad pages":
                database._db["write"].execute("PRAGMA wal_checkpoint(TRUNCATE)")
                broken(path)
                with pytest.raises(Unavailable, match="damaged"):
                    shop.records.check()
            case "moved":
                path.rename(away)
            case "read only":
                database._db["write"].execute("PRAGMA query_only = 1")
            case "full":
                (pages,) = database._db["write"].execute("PRAGMA page_count").fetchone()
                database._db["write"].execute(f"PRAGMA max_page_count = {pages}")
        for _ in range(100):  # a page may still have room
            session = await finished(shop)
            await shop.keep(session)
            if shop.writer.trouble:
                break
        assert shop.writer.trouble
        await shop.close()
        return str(session.record_id)

    kept = asyncio.run(play())
    assert list((tmp_path / "records.sqlite.spill").glob("*.jsonl"))
    if how == "moved":
        away.rename(path)
    elif how in ("no header", "bad pages"):
        for file in tmp_path.glob("records.sqlite*"):
            if file.is_file():
                file.unlink()

    async def recover() -> None:
        shop = Sessions(ServerSettings(records=str(path)))
        await shop.writer.recover()
        assert shop.records.lines(kept) is not None and not shop.writer.trouble
        await shop.close()

    asyncio.run(recover())
    assert not list((tmp_path / "records.sqlite.spill").glob("*.jsonl"))


def test_where_nothing_can_be_written_the_client_is_told_and_the_record_waits(tmp_path: Path) -> None:
    """Also no new episode begins when too many wait."""

    async def play() -> None:
        shop = Sessions(ServerSettings(records=":memory:", limits=Limits(unkept=4)))
        database = shop.records._database
        assert isinstance(database, Sqlite)
        database._db["write"].execute("PRAGMA query_only = 1")
        for _ in range(2):
            with pytest.raises(Unavailable):
                await shop.writer.put(record_of(await finished(shop)))
        with pytest.raises(Exception, match="too many wait"):
            await shop.begin({"spec": SPEC}, "tests")
        database._db["write"].execute("PRAGMA query_only = 0")
        await shop.writer.recover()
        while shop.writer.full:
            await asyncio.sleep(0.01)
        await shop.begin({"spec": SPEC}, "tests")
        assert len(shop.records.find(Query())) == 2
        await shop.close()

    asyncio.run(play())


def test_a_store_that_is_locked_keeps_nobody_from_an_answer_and_ready_says_so(own: Running) -> None:
    assert ask("GET", f"{own.url}/ready")[0] == 200
    other = sqlite3.connect(own.settings.records, isolation_level=None)
    with LightEnv(own.url) as env:
        env.reset(spec=SPEC)
        *first, last = calls(SPEC)
        for call in first:
            env.step(*call)
        other.execute("BEGIN IMMEDIATE")
        assert env.step(*last).reward == 1.0
        status, why = ask("GET", f"{own.url}/ready")
        assert (status, why["status"]) == (503, "not ready") and ask("GET", f"{own.url}/health")[0] == 200
        other.execute("ROLLBACK")
    waited = threading.Event()
    while ask("GET", f"{own.url}/ready")[0] != 200:
        waited.wait(0.2)
    assert len(open_records(own.settings.records).find(Query())) == 1


def test_an_end_that_is_heard_by_resuming_is_kept_as_well(own: Running) -> None:
    """The last step is sent while the store is locked, and its line cut: the next line hears no end that is
    not on the disk."""
    *first, last = calls(SPEC)
    with LightEnv(own.url) as env:
        token = env.reset(spec=SPEC).metadata["session"]
        for call in first:
            env.step(*call)
        other = sqlite3.connect(own.settings.records, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        assert env._socket is not None
        step = {"type": "step", "data": {"type": "call_tool", "tool_name": last[0], "arguments": last[1]}}
        env._socket.send(encode(step).decode())
        env.drop()
    with LightEnv(own.url) as env:
        assert env.reset(resume=token).done
        assert list(Path(f"{own.settings.records}.spill").glob("*.jsonl"))
    other.execute("ROLLBACK")


def test_records_of_before_there_was_a_sequence_are_taken_over(tmp_path: Path) -> None:
    path = tmp_path / "records.sqlite"
    old = sqlite3.connect(path)
    columns = (
        "id TEXT PRIMARY KEY, finished DOUBLE, env TEXT, level INTEGER, seed BIGINT, spec TEXT, player TEXT, "
        "reward DOUBLE, success INTEGER, turns INTEGER, lines BLOB"
    )
    old.execute(f"CREATE TABLE records ({columns})")
    for n in (2, 1):
        row = (f"r{n}", n, "cart", 0, n, "s", "p", 1, 1, n, b"{}")
        old.execute("INSERT INTO records VALUES (?,?,?,?,?,?,?,?,?,?,?)", row)
    old.commit()
    old.close()
    records = open_records(str(path))
    assert [found.id for found in records.find(Query())] == ["r1", "r2"]
    assert encode(records.find(Query(after="r1"))) == encode(records.find(Query())[1:])
    records.close()
