"""Who may come in, how much they may carry, and what happens to those who misbehave: a clear error, and the
server goes on."""

import json
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from retailgym.serving.gate import BRACKETS, DEPTH, FIRST, bears, too_deep
from retailgym.serving.light_client import LightEnv
from retailgym.serving.reconnection import ServerRefused
from retailgym.serving.settings import Limits, ServerSettings, checked

from .servers import Running, running
from .test_clients import calls
from .test_http import ask

TOKEN = "a-secret-that-only-the-operator-knows"
SPEC = "cart/2/11"


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    limits = Limits(sessions=6, sessions_per_client=4, idle_s=2.0, steps=30, guesses=100)
    with running(
        tmp_path_factory.mktemp("guarded"), ServerSettings(port=0, token=TOKEN, limits=limits)
    ) as server:
        yield server


def ws(server: Running) -> str:
    return server.url.replace("http", "ws") + "/ws"


def say(socket: Any, message: Any) -> Any:
    socket.send(message if isinstance(message, (str, bytes)) else json.dumps(message))
    return json.loads(socket.recv(timeout=20))


def still_well(server: Running, token: str = "") -> None:
    with LightEnv(server.url, token=token) as env:
        env.reset(spec=SPEC)
        for call in calls(SPEC):
            frame = env.step(*call)
        assert frame.reward == 1.0


def test_off_loopback_a_server_needs_a_token_or_to_be_open() -> None:
    with pytest.raises(ValueError, match="--token-file"):
        checked(ServerSettings(host="0.0.0.0"))
    with pytest.raises(ValueError, match="can be guessed"):
        checked(ServerSettings(host="0.0.0.0", token="short"))
    assert (
        checked(ServerSettings(host="0.0.0.0", public=True))
        and checked(ServerSettings(host="0.0.0.0", token=TOKEN))
        and checked(ServerSettings())
    )


@pytest.mark.parametrize("token", ["", "wrong", TOKEN[:-1], TOKEN + "x", "ä"])
def test_a_wrong_token_gets_401_at_every_door(guarded: Running, token: str) -> None:
    header = {"Authorization": f"Bearer {token}".encode().decode("latin-1")} if token else {}
    for method, path in (
        ("POST", "/episodes"),
        ("GET", "/records"),
        ("GET", "/metrics"),
        ("POST", "/mcp"),
        ("POST", "/play/mcp"),
        ("GET", "/docs"),
    ):
        assert ask(method, guarded.url + path, {} if method == "POST" else None, **header)[0] == 401
    with pytest.raises(InvalidStatus) as refused:
        connect(ws(guarded), additional_headers=header).__enter__()
    assert refused.value.response.status_code == 401
    assert ask("GET", f"{guarded.url}/health")[0] == 200


def test_the_right_token_opens_every_door(guarded: Running) -> None:
    assert ask("GET", f"{guarded.url}/records", Authorization=f"Bearer {TOKEN}")[0] == 200
    still_well(guarded, TOKEN)
    with pytest.raises(ServerRefused, match="401"), LightEnv(guarded.url, token="wrong") as env:
        env.reset()


def test_a_page_of_another_site_is_turned_away(server: Running) -> None:
    assert ask("GET", f"{server.url}/health", Origin="http://evil.example")[0] == 403
    assert ask("GET", f"{server.url}/health", Origin=server.url)[0] == 200


def test_one_client_has_so_many_sessions_and_no_more(guarded: Running) -> None:
    header = {"Authorization": f"Bearer {TOKEN}"}
    held = [connect(ws(guarded), additional_headers=header) for _ in range(4)]
    sockets = [h.__enter__() for h in held]
    try:
        with connect(ws(guarded), additional_headers=header) as fifth:
            assert json.loads(fifth.recv(timeout=10))["data"]["code"] == "CAPACITY_REACHED"
    finally:
        for one in sockets:
            one.close()
    still_well(guarded, TOKEN)


def test_a_silent_connection_is_ended_and_its_session_resumed(guarded: Running) -> None:
    with LightEnv(guarded.url, token=TOKEN) as env:
        env.reset(spec=SPEC)
        first, *rest = calls(SPEC)
        env.step(*first)
        time.sleep(4.0)
        for call in rest:
            frame = env.step(*call)
        assert frame.reward == 1.0 and env.track.resumed == 1


def test_an_episode_has_so_many_steps_and_no_more(guarded: Running) -> None:
    with LightEnv(guarded.url, token=TOKEN) as env:
        env.reset(spec=SPEC)
        with pytest.raises(ServerRefused, match="at most 30 steps"):
            for _ in range(31):
                env.tools()
        assert env.reset(spec=SPEC).observation["env"] == "cart"


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ("{", "INVALID_JSON"),
        ("[1]", "INVALID_JSON"),
        ("5", "INVALID_JSON"),
        ('"text"', "INVALID_JSON"),
        ("", "INVALID_JSON"),
        (b"\xff\xfe\x00", "INVALID_JSON"),
        ('{"type":' + "[" * 20_000 + "]" * 20_000 + "}", "INVALID_JSON"),
        ({"type": "dance"}, "UNKNOWN_TYPE"),
        ({}, "UNKNOWN_TYPE"),
        ({"type": "step"}, "VALIDATION_ERROR"),
        ({"type": "step", "data": 5}, "VALIDATION_ERROR"),
        ({"type": "step", "data": {"tool_name": 5}}, "VALIDATION_ERROR"),
        ({"type": "step", "data": {"tool_name": "cart_view", "arguments": []}}, "VALIDATION_ERROR"),
        ({"type": "step", "data": {"tool_name": "cart_view", "extra": 1}}, "VALIDATION_ERROR"),
        ({"type": "reset", "data": []}, "VALIDATION_ERROR"),
        ({"type": "reset", "data": {"seed": "five"}}, "EXECUTION_ERROR"),
        ({"type": "reset", "data": {"spec": "x" * 1000}}, "EXECUTION_ERROR"),
        ({"type": "reset", "data": {"turns": "all"}}, "EXECUTION_ERROR"),
        ({"type": "reset", "data": {"resume": {"a": 1}}}, "EXECUTION_ERROR"),
        ('{"type":"reset","data":{"level":NaN}}', "EXECUTION_ERROR"),
        ('{"type":"reset","data":{"seed":1e400}}', "EXECUTION_ERROR"),
        ({"type": ["reset"]}, "UNKNOWN_TYPE"),
        ({"type": "mcp", "data": {}}, None),
        ({"type": "mcp", "data": {"jsonrpc": "2.0", "method": "x"}}, None),
    ],
)
def test_a_bad_frame_gets_a_clear_error_and_the_session_goes_on(
    server: Running, frame: Any, code: str | None
) -> None:
    with connect(ws(server)) as line:
        opened = say(line, {"type": "reset", "data": {"spec": SPEC}})
        assert opened["type"] == "observation"
        answer = say(line, frame)
        if code is not None:
            assert (answer["type"], answer["data"]["code"]) == ("error", code), answer
            assert answer["data"]["message"]
        assert say(line, {"type": "state"})["data"]["step_count"] == 0
        assert say(line, {"type": "step", "data": {"tool_name": "cart_view"}})["data"]["done"] is False


@pytest.mark.parametrize(
    "arguments",
    [
        '{"quantity": NaN}',
        '{"quantity": 1e999}',
        '{"quantity": ' + "9" * 400 + "}",
        '{"query": "\\ud800"}',
        '{"a": null}',
    ],
)
def test_numbers_and_text_that_are_none_end_in_minus_one_and_replay_alike(
    server: Running, arguments: str
) -> None:
    import retailgym as rg

    with connect(ws(server)) as line:
        say(line, {"type": "reset", "data": {"spec": SPEC}})
        answer = say(
            line,
            f'{{"type": "step", "data": {{"tool_name": "cart_set_quantity", "arguments": {arguments}}}}}',
        )
        assert (answer["data"]["reward"], answer["data"]["done"]) == (-1.0, True), answer
    _, lines = ask("GET", f"{server.url}/records/{answer['data']['metadata']['record']}")
    assert rg.judge(rg.core.record.replay(rg.core.record.read(lines))).reward == -1.0


def test_stepping_after_the_end_or_before_the_beginning_is_told(server: Running) -> None:
    with connect(ws(server)) as line:
        view = {"type": "step", "data": {"tool_name": "cart_view"}}
        assert "reset first" in say(line, view)["data"]["message"]
        say(line, {"type": "reset", "data": {"spec": SPEC}})
        assert say(line, {"type": "step", "data": {"tool_name": "nonsense"}})["data"]["done"] is True
        assert "is over" in say(line, view)["data"]["message"]


def test_a_frame_that_is_too_long_ends_its_own_connection_and_the_session_goes_on(server: Running) -> None:
    with pytest.raises(ConnectionClosed) as closed, connect(ws(server)) as line:
        token = say(line, {"type": "reset", "data": {"spec": SPEC}})["data"]["metadata"]["session"]
        say(line, {"type": "step", "data": {"tool_name": "cart_view"}})
        line.send("{" + " " * (2 << 20) + "}")
        line.recv(timeout=20)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1009
    with LightEnv(server.url) as env:
        assert env.reset(resume=token).metadata["turns"] == 1
        with pytest.raises(ServerRefused, match="too long"):
            env.step("ask_user", {"message": "x" * (2 << 20)})
    still_well(server)


def test_a_reader_that_reads_nothing_stops_nobody_else(server: Running) -> None:
    with connect(ws(server)) as line:
        for _ in range(300):
            line.send(json.dumps({"type": "step", "data": {"type": "list_tools"}}))
        still_well(server)
        line.socket.close()


def test_half_open_and_broken_connections_harm_nobody(server: Running) -> None:
    where = ("127.0.0.1", server.settings.port)
    lines = [socket.create_connection(where) for _ in range(20)]
    for n, line in enumerate(lines):
        line.sendall(
            [
                b"",
                b"GET /ws HTTP/1.1\r\nHost: x\r\n",
                b"\x00\xff" * 50,
                b"POST /episodes HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{",
            ][n % 4]
        )
    still_well(server)
    for line in lines:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # reset, not closed
        line.close()
    still_well(server)


def test_two_clients_at_the_same_task_do_not_touch_each_other(server: Running) -> None:
    with LightEnv(server.url) as one, LightEnv(server.url) as two:
        one.reset(spec=SPEC)
        two.reset(spec=SPEC)
        for call in calls(SPEC):
            frame = one.step(*call)
        assert frame.reward == 1.0
        assert two.step("cart_view").observation["result"]["lines"] == []


def test_open_servers_keep_their_records_to_themselves(tmp_path: Path) -> None:
    with running(tmp_path, ServerSettings(port=0, host="0.0.0.0", public=True)) as server:
        still_well(server)
        assert ask("GET", f"{server.url}/records")[0] == 404
        assert ask("POST", f"{server.url}/curricula/x", {"strategy": "band", "envs": ["cart"]})[0] == 404


def fuzz(server: Running, examples: int) -> None:
    """schemathesis makes requests from the OpenAPI document, good and bad, and compares the answers with
    it."""
    command = [
        sys.executable,
        "-m",
        "schemathesis.cli",
        "run",
        f"{server.url}/openapi.json",
        "--max-examples",
        str(examples),
        "--seed",
        "1",
    ]
    done = subprocess.run(
        [*command, "--generation-database", "none", "--no-color"],
        capture_output=True,
        text=True,
        cwd=server.log.parent,
    )
    assert done.returncode == 0, done.stdout[-9000:] + done.stderr[-2000:]


@pytest.mark.parametrize("examples", [3, pytest.param(100, marks=pytest.mark.long)])
def test_no_request_made_from_the_document_breaks_anything(tmp_path: Path, examples: int) -> None:
    """Whose many mistakes keep nobody waiting."""
    with running(tmp_path, ServerSettings(port=0, limits=Limits(faults=1_000_000))) as server:
        fuzz(server, examples)
        still_well(server)


@pytest.mark.parametrize(
    ("header", "opens"),
    [
        (f"Bearer {TOKEN}", True),
        (f"bearer {TOKEN}", True),
        (f"Basic {TOKEN}", False),
        (f"Token {TOKEN}", False),
        (TOKEN, False),
        (f"Bearer {TOKEN} {TOKEN}", False),
        ("Bearer", False),
    ],
)
def test_a_token_counts_under_the_bearer_scheme_alone(header: str, opens: bool) -> None:
    assert bears({b"authorization": header.encode()}, TOKEN) is opens
    assert not bears({}, TOKEN)


@pytest.mark.parametrize(
    ("data", "deep"),
    [
        (b"[" * DEPTH, False), (b"[" * (DEPTH + 1), True),
        (b"[" * DEPTH + b"x" * FIRST + b"[", True), (b"[" * DEPTH + b"x" * FIRST + b"]", False),
        (b"[]" * (BRACKETS // 2), False), (b"[]" * (BRACKETS // 2) + b"[", True),
        (b"[]" * (BRACKETS // 2 - 1) + b"x" * FIRST + b"[]", False),
        (b"[]" * (BRACKETS // 2 - 1) + b"x" * FIRST + b"[][", True),
        (b"[" * ((1 << 20) - 1), True),
    ],
)  # fmt: skip
def test_brackets_are_counted_wherever_they_stand(data: bytes, deep: bool) -> None:
    assert too_deep(data) is deep
