"""Plain HTTP: an episode per id, records, curricula, metrics."""

import json
import socket
import sqlite3
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import retailgym as rg
from retailgym.serving.light_client import LightEnv
from retailgym.serving.records import KEPT_S
from retailgym.serving.seats import FINISHED_S
from retailgym.serving.session import token_hash
from retailgym.serving.settings import Limits, ServerSettings

from ..paths import expert_turns
from .servers import Running, running
from .test_clients import calls

SPEC = "cart/2/11"


def ask(method: str, url: str, body: Any = None, **headers: str) -> tuple[int, Any]:
    data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
    request = urllib.request.Request(
        url, data, {"Content-Type": "application/json", **headers}, method=method
    )
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            raw = response.read()
            return response.status, json.loads(raw) if raw and "json" in response.headers[
                "content-type"
            ] and "jsonl" not in response.headers["content-type"] else raw
    except urllib.error.HTTPError as error:
        raw = error.read()
        return error.code, json.loads(raw) if raw else None


def turn_bodies(spec: str) -> list[Any]:
    return [json.loads(rg.core.values.encode(turn)) for turn in expert_turns(rg.start(spec))]


def play(url: str, spec: str, **asked: Any) -> Any:
    _, seen = ask("POST", f"{url}/episodes", {"spec": spec, **asked})
    for body in turn_bodies(spec):
        status, seen = ask("POST", f"{url}/episodes/{seen['id']}/turns", body)
        assert status == 200, seen
    return seen


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("http"), ServerSettings(port=0, teaching=True)) as server:
        yield server


@pytest.mark.parametrize("env", rg.envs())
def test_an_episode_is_played_with_nothing_but_http(server: Running, env: str) -> None:
    spec = f"{env}/1/3"
    seen = play(server.url, spec)
    episode, verdict = rg.play(rg.start(spec), rg.players.get("expert"))
    assert (seen["done"], seen["reward"], seen["turns"]) == (True, 1.0, episode.turns)
    assert seen["verdict"] == json.loads(rg.core.values.encode(verdict))


def test_an_episode_is_seen_deleted_and_then_unknown(server: Running) -> None:
    status, opened = ask("POST", f"{server.url}/episodes", {"spec": SPEC})
    assert (
        status == 201
        and opened["messages"][0]["type"] == "customer"
        and opened["verdict"] is None
        and opened["reward"] == 0.0
    )
    url = f"{server.url}/episodes/{opened['id']}"
    assert ask("GET", url) == (200, opened)
    assert ask("DELETE", url)[0] == 204
    assert ask("GET", url)[0] == ask("POST", f"{url}/turns", {"text": "hello"})[0] == 404


def test_a_turn_after_the_end_is_a_conflict(server: Running) -> None:
    seen = play(server.url, SPEC)
    assert ask("POST", f"{server.url}/episodes/{seen['id']}/turns", {"text": "hello"})[0] == 409


def test_a_finished_episode_makes_room_and_is_soon_forgotten(tmp_path: Path) -> None:
    with running(tmp_path, ServerSettings(port=0, limits=Limits(sessions_per_client=1))) as server:
        ended = play(server.url, SPEC)
        assert ask("POST", f"{server.url}/episodes", {"spec": SPEC})[0] == 201
        assert ask("POST", f"{server.url}/episodes", {"spec": SPEC})[0] == 503
        with closing(sqlite3.connect(server.settings.records)) as kept:
            lives = dict(kept.execute("SELECT token_hash, expires - served FROM sessions, clock"))
    assert 0 < lives[token_hash(ended["id"])] <= FINISHED_S < KEPT_S


def test_two_turns_at_once_are_one_turn_and_a_conflict(server: Running) -> None:
    _, opened = ask("POST", f"{server.url}/episodes", {"spec": SPEC})
    url = f"{server.url}/episodes/{opened['id']}"
    with ThreadPoolExecutor(8) as pool:
        statuses = [
            s
            for s, _ in pool.map(
                lambda _: ask("POST", f"{url}/turns", {"calls": [{"name": "cart_view", "arguments": {}}]}),
                range(8),
            )
        ]
    assert set(statuses) <= {200, 409} and statuses.count(200) >= 1
    assert ask("GET", url)[1]["turns"] == statuses.count(200)


def test_a_whole_number_may_be_written_with_a_point(server: Running) -> None:
    assert ask("POST", f"{server.url}/episodes", {"env": "cart", "level": 3.0})[0] == 201
    assert ask("POST", f"{server.url}/reset", {"env": "cart", "seed": 3.0})[0] == 200


def test_an_http_episode_survives_the_death_of_the_server(own: Running) -> None:
    first, *rest = turn_bodies(SPEC)
    _, seen = ask("POST", f"{own.url}/episodes", {"spec": SPEC})
    url = f"{own.url}/episodes/{seen['id']}"
    ask("POST", f"{url}/turns", first)
    own.kill()
    own.restart()
    for body in rest:
        _, seen = ask("POST", f"{url}/turns", body)
    assert (seen["done"], seen["reward"]) == (True, 1.0)


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/episodes", {"spec": "cart"}, 422),
        ("/episodes", {"spec": "nowhere/1/2"}, 404),
        ("/episodes", {"spec": 5}, 422),
        ("/episodes", {"level": 99}, 422),
        ("/episodes", {"level": True}, 422),
        ("/episodes", {"seed": "7"}, 422),
        ("/reset", {"seed": True}, 422),
        ("/episodes", {"goal": 1}, 422),
        ("/episodes", b"{", 422),
        ("/episodes", b"[" * 5000, 422),
        ("/episodes", b'{"level": NaN}', 422),
        ("/episodes/short", None, 422),
        ("/episodes/../../etc/passwd", None, 404),
        ("/episodes/" + "a" * 32, None, 404),
        ("/episodes", b" " * (2 << 20), 413),
        ("/curricula/none/next", {}, 404),
        ("/step", {"action": {"type": "call_tool", "tool_name": "cart_view", "arguments": {}}}, 409),
        ("/reset", {"spec": "cart"}, 404),
        ("/retailgym_env/task", {"split": "test", "index": 10**9}, 400),
        ("/retailgym_env/num_tasks", {"split": "sealed"}, 404),
    ],
)
def test_a_bad_request_gets_a_clear_answer(server: Running, path: str, body: Any, status: int) -> None:
    got, answer = ask("GET" if body is None else "POST", f"{server.url}{path}", body)
    assert (got, "detail" in answer) == (status, True), answer


def test_records_are_listed_filtered_fetched_and_exported(own: Running) -> None:
    for seed in range(3):
        play(own.url, f"cart/0/{seed}", player="curl")
    with LightEnv(own.url) as env:
        env.reset(spec="cart/4/9", player="clumsy")
        env.step("no_such_tool")
    _, mine = ask("GET", f"{own.url}/records?player=curl&min_reward=1")
    assert [r["spec"].split("?")[0] for r in mine] == [
        f"cart@{rg.start('cart/0/0').env.version}/0/{seed}" for seed in range(3)
    ]
    _, page = ask("GET", f"{own.url}/records?player=curl&limit=2&after={mine[0]['id']}")
    assert page == mine[1:]
    assert [r["reward"] for r in ask("GET", f"{own.url}/records?env=cart&level=4&max_reward=0")[1]] == [-1.0]
    _, lines = ask("GET", f"{own.url}/records/{mine[0]['id']}")
    assert rg.judge(rg.core.record.replay(rg.core.record.read(lines))).reward == 1.0
    _, export = ask("GET", f"{own.url}/records.jsonl?player=curl")
    assert export.count(b'"line":"header"') == 3 and lines in export
    assert ask("GET", f"{own.url}/records/{'0' * 32}")[0] == 404


def test_a_curriculum_chooses_and_moves(own: Running) -> None:
    url = f"{own.url}/curricula/mine"
    new = {"strategy": "band", "envs": ["cart"], "settings": {"min_episodes": 4}}
    assert ask("POST", url, new)[0] == 201 and ask("POST", url, new)[0] == 409
    assert ask("POST", f"{own.url}/curricula/other", {**new, "settings": {"tallies": 1}})[0] == 404
    for _ in range(4):
        with LightEnv(own.url) as env:
            spec = env.reset(curriculum="mine").metadata["spec"]
            assert spec.split("/")[1] == "0"
            for call in calls(spec):
                env.step(*call)
    assert ask("GET", url)[1]["tallies"]["cart"]["level"] == 1
    assert ask("POST", f"{url}/next", {})[1]["spec"].startswith("cart/1/")


def test_hints_exist_only_for_teaching(server: Running, own: Running) -> None:
    for url, status in ((server.url, 404), (own.url, 200)):
        _, opened = ask("POST", f"{url}/episodes", {"spec": SPEC})
        got, hint = ask("GET", f"{url}/episodes/{opened['id']}/hint")
        assert got == status
    assert hint == {"progress": 0.0, "expert_next": turn_bodies(SPEC)[0]}


def test_metrics_count_what_happened(own: Running) -> None:
    def counts() -> dict[str, float]:
        _, text = ask("GET", f"{own.url}/metrics")
        return {
            line.split()[0]: float(line.split()[1])
            for line in text.decode().splitlines()
            if not line.startswith("#")
        }

    before = counts()
    play(own.url, SPEC)
    after = counts()
    assert after["retailgym_episodes_total"] - before["retailgym_episodes_total"] == 1
    assert after["retailgym_steps_total"] - before["retailgym_steps_total"] == len(turn_bodies(SPEC))


def test_logs_are_json_lines(own: Running) -> None:
    lines = [json.loads(line) for line in Path(own.log).read_text().splitlines()]
    assert {"started", "episode"} <= {line["event"] for line in lines}


def test_a_body_that_did_not_come_whole_begins_nothing(server: Running) -> None:
    """What came of it is a body too; but its sender said that there is more."""
    body = b'{"spec": "cart/2/11", "player": "halved"}'
    head = f"POST /episodes HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(body) + 5}\r\n"
    with socket.create_connection(("127.0.0.1", server.settings.port)) as line:
        line.sendall(head.encode() + b"Content-Type: application/json\r\n\r\n" + body)
    ask("POST", f"{server.url}/episodes", {"spec": "cart/2/11", "player": "whole"})
    players: set[str] = set()
    while "whole" not in players:
        players = {attempt["player"] for attempt in ask("GET", f"{server.url}/attempts")[1]}
    assert "halved" not in players
