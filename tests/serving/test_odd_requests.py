"""Requests that once ended in an error inside the server: each is answered."""

import http.client
import json
import random
from typing import Any

import pytest

from .servers import Running
from .test_safety import still_well

RPC = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}


def raw(server: Running, method: str, path: str, body: bytes = b"", **headers: str) -> tuple[int, bytes]:
    line = http.client.HTTPConnection("127.0.0.1", server.settings.port, timeout=30)
    line.request(method, path, body or None, {"Content-Type": "application/json", **headers})
    answer = line.getresponse()
    return answer.status, answer.read()


@pytest.mark.parametrize("origin", ["http://[::1", "http://[", "//", "null", "\x00", "http://a:b:c"])
def test_an_origin_that_is_none_is_refused(server: Running, origin: str) -> None:
    assert raw(server, "GET", "/health", Origin=origin.replace("\x00", "x"))[0] == 403


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/mcp", {**RPC, "params": {"session_id": ["a"]}}),
        ("/mcp", {**RPC, "params": {"session_id": {"a": 1}}}),
        ("/mcp", {**RPC, "id": 10**30}), ("/mcp", {**RPC, "id": [1]}), ("/mcp", {**RPC, "params": [1]}),
        ("/mcp", {**RPC, "method": "tools/call", "params": {"name": ["x"]}}), ("/mcp", []), ("/mcp", 5),
        ("/play/mcp", {**RPC, "params": {"a": 10**400}}), ("/play/mcp", [RPC]), ("/play/mcp", "x"),
        ("/episodes", {"seed": 10**30}), ("/episodes", {"index": 10**30, "split": "test"}),
        ("/reset", {"seed": 10**400}), ("/reset", {"index": 10**30, "split": "train"}),
        ("/reset", {"turns": {}}),
        ("/reset", {"level": 10**30}), ("/reset", {"spec": "cart/٣/4"}), ("/reset", {"spec": "cart/1/²"}),
        ("/retailgym_env/task", {"split": "test", "index": 10**30}),
        ("/retailgym_env/task_range", {"split": "test", "start": 10**30}),
    ],
)  # fmt: skip
def test_odd_values_are_answered(server: Running, path: str, body: Any) -> None:
    status, answer = raw(server, "POST", path, json.dumps(body).encode())
    assert status < 500, answer


FIELDS = ("spec", "env", "level", "seed", "split", "index", "invalid", "player", "episode_id", "curriculum")


@pytest.mark.parametrize("much", ["x" * 400_000, [1] * 100_000, {"x" * 400_000: ["y" * 400_000]}])
@pytest.mark.parametrize("field", FIELDS)
def test_what_is_far_too_long_is_not_said_again(server: Running, field: str, much: object) -> None:
    """To look through it and to print it would keep everybody waiting."""
    beside = {"split": {"index": 3}, "index": {"split": "test"}}.get(field, {})
    _, answer = raw(server, "POST", "/reset", json.dumps({field: much, **beside}).encode())
    assert len(answer) < 8000, answer[:200]


@pytest.mark.parametrize("path", ["/episodes", "/reset", "/mcp", "/play/mcp", "/curricula/x", "/step"])
@pytest.mark.parametrize(
    "text", [b'"\\ud800"', b'{"\\ud800": "\\udfff"}', b'{"spec": "\\ud800"}', b"\xff\xfe", b"9" * 5000]
)
def test_half_a_surrogate_and_other_bytes_are_answered(server: Running, path: str, text: bytes) -> None:
    status, answer = raw(server, "POST", path, text)
    assert status < 500, answer


@pytest.mark.parametrize("id", ["²" * 32, "a" * 31 + "é", "a" * 33, "%00" * 32, "a" * 32 + "%0A", "../" * 10])
def test_an_id_of_odd_letters_is_refused_at_once(server: Running, id: str) -> None:
    from urllib.parse import quote

    for path in ("/episodes/", "/records/", "/page/api/records/"):
        assert raw(server, "GET", path + quote(id, safe="%"))[0] in (404, 422)


@pytest.mark.long
def test_a_thousand_odd_requests_break_nothing(server: Running) -> None:
    """The fuzz that found the ones above: valid bodies with parts put out of shape."""
    draw = random.Random(7)
    odd = [None, [], {}, "", "\ud800", 10**30, -1, 1.5, True, "²", "x" * 5000, [[[]]], {"a": {"b": []}}]
    bodies: list[tuple[str, dict[str, Any]]] = [
        ("/episodes", {"spec": "cart/1/2", "player": "p"}),
        ("/reset", {"env": "cart", "level": 1, "seed": 3}),
        ("/mcp", {**RPC, "params": {"session_id": "x"}}), ("/play/mcp", {**RPC, "params": {}}),
        ("/step", {"action": {"type": "list_tools"}}),
        ("/retailgym_env/task", {"split": "test", "index": 1}),
        ("/curricula/fuzz", {"strategy": "band", "envs": ["cart"], "settings": {}}),
    ]  # fmt: skip
    for _ in range(1000):
        path, body = draw.choice(bodies)
        body = {**body, draw.choice([*body, "more"]): draw.choice(odd)}
        status, answer = raw(server, "POST", path, json.dumps(body).encode())
        assert status < 500, (path, body, answer)
    still_well(server)
