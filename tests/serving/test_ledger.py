"""One ledger for every door: places, connections, bytes and guesses, by client, fair when it is full."""

import json
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from retailgym.serving.ledger import AdmissionLedger, Full, Place, client_name
from retailgym.serving.metrics import Metrics
from retailgym.serving.settings import Limits, ServerSettings

from .servers import Running, running
from .test_http import ask
from .test_safety import say, ws

TOKEN = "a-secret-that-only-the-operator-knows"
SPEC = "cart/2/11"
CREATE = {"jsonrpc": "2.0", "id": 1, "method": "openenv/session/create", "params": {}}


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    limits = Limits(sessions=6, sessions_per_client=4, guesses=5, incoming_bytes=4 << 20, tasks=100)
    settings = ServerSettings(port=0, token=TOKEN, limits=limits)
    with running(tmp_path_factory.mktemp("narrow"), settings) as server:
        yield server


def bearing(token: str = TOKEN) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def test_all_doors_share_the_places_of_a_client(narrow: Running) -> None:
    """One over each of /ws, /episodes, /mcp and /play/mcp; then every door is shut."""
    begin = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}}
    with connect(ws(narrow), additional_headers=bearing()) as line:
        say(line, {"type": "reset", "data": {"spec": SPEC}})
        _, opened = ask("POST", f"{narrow.url}/episodes", {"spec": SPEC}, **bearing())
        _, created = ask("POST", f"{narrow.url}/mcp", CREATE, **bearing())
        assert ask("POST", f"{narrow.url}/play/mcp", begin, **bearing())[0] == 200
        assert ask("POST", f"{narrow.url}/episodes", {"spec": SPEC}, **bearing())[0] == 503
        assert "error" in ask("POST", f"{narrow.url}/mcp", CREATE, **bearing())[1]
        assert ask("POST", f"{narrow.url}/play/mcp", begin, **bearing())[0] == 503
        with connect(ws(narrow), additional_headers=bearing()) as fifth:
            assert json.loads(fifth.recv(timeout=10))["data"]["code"] == "CAPACITY_REACHED"
        ask("DELETE", f"{narrow.url}/episodes/{opened['id']}", **bearing())
        close = {**CREATE, "method": "openenv/session/close", "params": created["result"]}
        assert ask("POST", f"{narrow.url}/mcp", close, **bearing())[1]["result"]["closed"]
        assert ask("POST", f"{narrow.url}/episodes", {"spec": SPEC}, **bearing())[0] == 201
    assert '"reason":"sessions per client"' in narrow.log.read_text()


def test_a_message_that_never_comes_whole_is_cut_off_with_its_budget(tmp_path: Path) -> None:
    """Half of the budget is one client's; the connection that would take more is ended. On a server of its
    own: a line that finds no place is closed, and gives its bytes back."""
    begun = bytes((0x81, 0xFF)) + (1 << 20).to_bytes(8, "big") + bytes(4) + b" " * 900_000
    with running(tmp_path, ServerSettings(port=0, limits=Limits(incoming_bytes=4 << 20))) as own:
        lines = [connect(ws(own)) for _ in range(3)]
        with suppress(OSError, ConnectionClosed):  # the last one is cut off
            for line in lines:
                line.socket.sendall(begun)
        until = time.monotonic() + 30
        while not (told := '"reason":"bytes on their way in"' in own.log.read_text()):
            if time.monotonic() > until:
                break
            time.sleep(0.05)
        for line in lines:
            line.socket.close()
    assert told


def test_what_a_body_announces_counts_before_it_has_come(tmp_path: Path) -> None:
    """Else hundreds of bodies come in a piece at a time, until the last of them is one too many."""
    size = 1 << 20
    head = f"POST /episodes HTTP/1.1\r\nHost: localhost\r\nContent-Length: {size}\r\n\r\n".encode()
    with running(tmp_path, ServerSettings(port=0, limits=Limits(incoming_bytes=4 * size))) as own:
        lines = [socket.create_connection(("127.0.0.1", own.settings.port), 10) for _ in range(3)]
        for line in lines[:2]:
            line.sendall(head + b" ")
        ask("GET", f"{own.url}/health")  # by now they are read
        lines[2].sendall(head + b" ")
        assert b" 503 " in lines[2].recv(1000).split(b"\r\n")[0]
        lines[0].close()
        time.sleep(0.2)
        assert ask("POST", f"{own.url}/episodes", {"spec": SPEC, "player": " " * (size // 2)})[0] != 503
        for line in lines[1:]:
            line.close()


def test_a_client_that_comes_and_goes_is_never_locked_out(tmp_path: Path) -> None:
    """Whether its connections were a session's, were refused or were cut: each counts until it ends."""
    limits = Limits(connections_per_client=8)
    with running(tmp_path, ServerSettings(port=0, token=TOKEN, limits=limits)) as own:
        for n in range(12):
            with connect(ws(own), additional_headers=bearing()) as line:
                say(line, {"type": "reset", "data": {"spec": SPEC}})
                if n % 3 == 0:
                    line.socket.close()
            with suppress(InvalidStatus), connect(ws(own)):
                pass
            assert ask("GET", f"{own.url}/health")[0] == 200
    assert '"reason":"connections"' not in own.log.read_text()


def test_guesses_are_counted_logged_and_slowed_and_the_right_token_still_opens(narrow: Running) -> None:
    heard = [ask("GET", f"{narrow.url}/records", **bearing("wrong" * 5))[0] for _ in range(7)]
    assert heard[:5] == [401] * 5 and 429 in heard
    assert ask("GET", f"{narrow.url}/records", **bearing())[0] == 200
    _, text = ask("GET", f"{narrow.url}/metrics", **bearing())
    counted = [line for line in text.decode().splitlines() if 'reason="token"' in line and "_total" in line]
    assert float(counted[0].split()[-1]) >= 7 and '"reason":"token"' in narrow.log.read_text()


def test_a_range_of_tasks_has_an_end(narrow: Running) -> None:
    url = f"{narrow.url}/retailgym_env/task_range"
    status, told = ask("POST", url, {"split": "test", "start": 0, "stop": 225_000}, **bearing())
    assert status == 404 and "a range may have 100 tasks" in told["detail"]
    assert len(ask("POST", url, {"split": "test", "start": 5, "stop": 105}, **bearing())[1]["tasks"]) == 100


def ledger(**limits: int) -> AdmissionLedger:
    return AdmissionLedger(Limits(**limits), Metrics())


def test_when_it_is_full_the_greediest_gives_up_the_place_that_it_used_least() -> None:
    books, given_up = ledger(sessions=4, sessions_per_client=4), list[int]()
    greedy = [Place("greedy", lambda n=n: given_up.append(n), 900.0) for n in range(4)]  # type: ignore[misc]
    for place in greedy:
        books.enter(place)
    greedy[0].touch()
    books.enter(Place("modest", lambda: None, 900.0))
    assert given_up == [1]
    books.enter(Place("modest", lambda: None, 900.0))
    assert given_up == [1, 2]
    with pytest.raises(Full):
        books.enter(Place("modest", lambda: None, 900.0))


@pytest.mark.parametrize(
    ("address", "client"),
    [
        ("10.1.2.3", "10.1.2.3"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"), ("::1", "::/64"),
        ("::ffff:10.1.2.3", "10.1.2.3"), ("testclient", "testclient"),
    ],
)  # fmt: skip
def test_a_client_is_an_address_or_a_network_of_64_bits(address: str, client: str) -> None:
    assert client_name(address) == client


def test_bytes_are_shared_fairly() -> None:
    books = ledger(incoming_bytes=100)
    assert books.carry("greedy", 50) and not books.carry("greedy", 1)
    assert books.carry("second", 50) and books.carry("third", 20) and not books.carry("second", 1)
    books.put_down("greedy", 50)
    assert books.carry("greedy", 20)


def test_headers_without_end_are_cut_off(narrow: Running) -> None:
    where = ("127.0.0.1", narrow.settings.port)
    with socket.create_connection(where, timeout=20) as line, pytest.raises(ConnectionError):
        line.sendall(b"GET /health HTTP/1.1\r\n")
        while True:
            line.sendall(b"X-More: " + b"y" * 8000 + b"\r\n")
