"""What a server meets that runs for a week: clients that vanish, disks that fill, locks that stay, and those
who try how far they can go."""

import asyncio
import http.client
import json
import socket
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastmcp import Client
from websockets.client import ClientProtocol
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.uri import parse_uri

from retailgym.core.values import replace
from retailgym.serving import clock
from retailgym.serving.gate import every
from retailgym.serving.light_client import LightEnv
from retailgym.serving.local_client import LocalEnv
from retailgym.serving.session import TURN_LENGTH, Session
from retailgym.serving.sessions import DONE_S, Sessions, record_of
from retailgym.serving.settings import Limits, ServerSettings
from retailgym.serving.store import Unavailable

from .servers import Running, running
from .test_clients import calls
from .test_http import ask
from .test_safety import say, ws

SPEC = "cart/2/11"
TOKEN = "a-secret-that-only-the-operator-knows"
HASTY = Limits(sessions=4, sessions_per_client=64, idle_s=1.0, parked_s=1.0, reading_s=1.0)


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("hasty"), ServerSettings(port=0, limits=HASTY)) as server:
        yield server


def within(seconds: float, came: Any) -> bool:
    """Whether it comes true in time."""
    until = time.monotonic() + seconds
    while not came():
        if time.monotonic() > until:
            return False
        time.sleep(0.2)
    return True


def sessions_open(server: Running) -> int:
    _, text = ask("GET", f"{server.url}/metrics")
    return int(
        float(
            next(
                line for line in text.decode().splitlines() if line.startswith("retailgym_sessions_open ")
            ).split()[1]
        )
    )


def test_agents_that_left_over_mcp_take_no_room_for_ever(hasty: Running) -> None:
    """More of them than the server has room for, one after the other."""

    async def visit() -> None:
        async with Client(f"{hasty.url}/play/mcp") as client:
            opened = await client.call_tool("start_episode", {"spec": SPEC}, raise_on_error=False)
            assert not opened.is_error, opened.content[0].text
            await client.call_tool("cart_view", {})

    for _ in range(6):
        asyncio.run(visit())
    assert within(20, lambda: sessions_open(hasty) == 0)


def test_sessions_made_by_http_and_forgotten_make_room_again(hasty: Running) -> None:
    create = {"jsonrpc": "2.0", "id": 1, "method": "openenv/session/create", "params": {}}
    made = [ask("POST", f"{hasty.url}/mcp", create)[1] for _ in range(5)]
    assert ["error" in answer for answer in made] == [False] * 4 + [True]

    def enters() -> bool:
        try:
            with connect(ws(hasty)) as line:
                return bool(say(line, {"type": "reset", "data": {"spec": SPEC}})["type"] == "observation")
        except ConnectionClosed:  # no room yet
            return False

    assert within(30, enters)


def deaf(server: Running) -> socket.socket:
    """A WebSocket whose client has gone without a word: it never reads, nor says goodbye."""
    line = socket.create_connection(("127.0.0.1", server.settings.port))
    protocol = ClientProtocol(parse_uri(ws(server)))
    protocol.send_request(protocol.connect())
    line.sendall(b"".join(protocol.data_to_send()))
    assert line.recv(1 << 16).startswith(b"HTTP/1.1 101")
    return line


def test_a_client_that_never_says_goodbye_does_not_keep_others_from_being_told_to_leave(
    hasty: Running,
) -> None:
    line = deaf(hasty)
    time.sleep(2.5)  # it is told to leave, and does not
    with connect(ws(hasty)) as silent, pytest.raises(Exception, match="idle for too long"):
        silent.recv(timeout=10)
    line.close()


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n",
        b"POST /episodes HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99\r\n\r\n{",
    ],
)
def test_a_connection_that_never_asks_anything_whole_is_ended(hasty: Running, sent: bytes) -> None:
    with socket.create_connection(("127.0.0.1", hasty.settings.port), timeout=20) as line:
        line.sendall(sent)
        heard = b""
        while part := line.recv(1 << 16):
            heard += part
    assert not heard or b" 408 " in heard.splitlines()[0]


def test_a_browser_led_here_under_another_name_is_turned_away(hasty: Running, tmp_path: Path) -> None:
    """A page can make its own name mean 127.0.0.1; then its requests have no foreign origin, but they have
    its name."""

    def status(server: Running, host: str, **headers: str) -> int:
        line = http.client.HTTPConnection("127.0.0.1", server.settings.port)
        line.putrequest("GET", "/records", skip_host=True)
        for name, value in {"Host": host, **headers}.items():
            line.putheader(name, value)
        line.endheaders()
        return line.getresponse().status

    port = hasty.settings.port
    assert [status(hasty, host) for host in (f"127.0.0.1:{port}", f"localhost:{port}", f"[::1]:{port}")] == [
        200
    ] * 3
    assert [
        status(hasty, host) for host in (f"evil.example:{port}", "evil.example", "127.0.0.1.evil.example", "")
    ] == [403] * 4
    with running(
        tmp_path, ServerSettings(port=0, token=TOKEN)
    ) as guarded:  # behind a proxy; the token is what a page has not
        assert status(guarded, "shop.example", Authorization=f"Bearer {TOKEN}") == 200


def test_a_turn_may_be_long_but_not_endless(server: Running) -> None:
    """Reading a message takes time with its length; nobody may hold up all others with one."""
    fits, over = "size " * (TURN_LENGTH // 6), "size " * (TURN_LENGTH // 5)
    with LightEnv(server.url) as env, LocalEnv() as twin:
        for one in (env, twin):
            one.reset(spec=SPEC)
            with pytest.raises((RuntimeError, ValueError), match=f"at most {TURN_LENGTH} characters"):
                one.step("ask_user", {"message": over})
            assert one.step("ask_user", {"message": fits}).metadata["turns"] == 1
    _, opened = ask("POST", f"{server.url}/episodes", {"spec": SPEC})
    status, told = ask("POST", f"{server.url}/episodes/{opened['id']}/turns", {"text": over})
    assert status == 413 and "at most" in told["detail"]
    assert ask("POST", f"{server.url}/episodes/{opened['id']}/turns", {"text": fits})[0] == 200


@pytest.mark.parametrize("name", ["two\nlines", "nothing\0", "half \ud800"])
def test_a_name_that_no_database_would_take_is_refused_at_the_beginning(server: Running, name: str) -> None:
    """It would be refused at the end otherwise, and the records beside it with it."""
    with LightEnv(server.url) as env:
        for asked in ({"player": name}, {"episode_id": name}):
            with connect(ws(server)) as line, pytest.raises(Exception, match="control characters"):
                raise ValueError(
                    say(line, {"type": "reset", "data": {"spec": SPEC, **asked}})["data"]["message"]
                )
        assert env.reset(spec=SPEC, player="Zoë 漢字 🛒").observation["env"] == "cart"
    assert (
        ask("POST", f"{server.url}/episodes", {"spec": SPEC, "player": name.replace("\ud800", "\0")})[0]
        == 404
    )


async def played(shop: Sessions) -> Session:
    session = await shop.begin({"spec": SPEC}, "tests")
    for name, arguments in calls(SPEC):
        session.act(name, arguments)
    return session


def test_a_record_that_cannot_be_written_is_told_and_the_next_is_kept(tmp_path: Path) -> None:
    async def finish() -> None:
        shop = Sessions(ServerSettings(records=str(tmp_path / "records.sqlite")))
        first, second = await played(shop), await played(shop)
        bad = record_of(first)
        bad = replace(bad, about=replace(bad.about, player="half \ud800"))
        told = await asyncio.gather(shop.writer.put(bad), shop.keep(second), return_exceptions=True)
        assert isinstance(told[0], Unavailable) and told[1] is None
        assert shop.records.lines(second.record_id) is not None
        await shop.close()

    asyncio.run(finish())


def test_what_is_finished_makes_room_sooner_than_what_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    async def leave() -> None:
        shop, line = Sessions(ServerSettings(records=":memory:")), object()
        over, running = await played(shop), await shop.begin({"spec": SPEC}, "tests")
        running.act("cart_view", {})
        for session in (over, running):
            shop.take(session, line)
            shop.leave(session, line, "tests")
        now = clock.now()
        for later, left in (
            (DONE_S - 1, {over.token, running.token}),
            (DONE_S + 1, {running.token}),
            (1000, set()),
        ):
            monkeypatch.setattr(clock, "now", lambda later=later: now + later)
            shop.ledger.sweep()
            assert set(shop.sessions) == left
        monkeypatch.undo()
        while (
            shop.records.version(running.token_hash) is None
        ):  # from memory to disk, where its client still finds it
            await asyncio.sleep(0.01)
        assert (await shop.resume(running.token, line)).steps == 1
        await shop.close()

    asyncio.run(leave())


def test_the_journal_beside_the_records_does_not_stay_large(tmp_path: Path) -> None:
    """A long reader keeps it from being folded in; when the reader has gone it shrinks again."""
    path = tmp_path / "records.sqlite"
    shop = Sessions(ServerSettings(records=str(path)))
    session = asyncio.run(played(shop))
    kept = record_of(session)
    reader = sqlite3.connect(path, isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM records").fetchone()
    for n in range(3000):
        shop.records.keep([replace(kept, about=replace(kept.about, id=str(n)))])
    grown = (tmp_path / "records.sqlite-wal").stat().st_size
    reader.execute("ROLLBACK")
    for n in range(3000, 3400):
        shop.records.keep([replace(kept, about=replace(kept.about, id=str(n)))])
    assert grown > 12 << 20 and (tmp_path / "records.sqlite-wal").stat().st_size <= 8 << 20


def test_a_chore_that_fails_once_is_done_the_next_time() -> None:
    done: list[int] = []

    async def chore() -> None:
        done.append(len(done))
        if len(done) == 1:
            raise Unavailable("the database is away")

    async def wait() -> None:
        task = asyncio.create_task(every(0.01, chore))
        while len(done) < 3:
            await asyncio.sleep(0.01)
            assert not task.done()
        task.cancel()

    asyncio.run(asyncio.wait_for(wait(), 10))


def test_a_frame_is_answered_while_another_client_reads_nothing(hasty: Running) -> None:
    """Its answers fill its buffers; the chore that ends silent connections must not wait for it."""
    line = deaf(hasty)
    protocol = ClientProtocol(parse_uri(ws(hasty)))
    request = json.dumps({"type": "step", "data": {"type": "list_tools"}}).encode()
    protocol.state = protocol.state.__class__.OPEN
    for _ in range(4000):
        protocol.send_text(request)
    line.setblocking(False)
    data = b"".join(protocol.data_to_send())
    try:
        while data:
            data = data[line.send(data) :]
    except BlockingIOError:
        pass
    with connect(ws(hasty)) as silent, pytest.raises(Exception, match="idle for too long"):
        silent.recv(timeout=15)
    line.close()
