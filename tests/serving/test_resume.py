"""A dropped connection is picked up where it was; a dead server's episodes go on at the next one."""

import asyncio
import random
import signal
from contextlib import suppress
from pathlib import Path
from threading import Semaphore, Thread
from typing import Any

import pytest
from openenv.core.env_server.mcp_types import CallToolAction
from websockets.exceptions import ConnectionClosed
from websockets.sync.server import ServerConnection, serve

from retailgym.serving.client import RetailgymEnv
from retailgym.serving.light_client import AsyncLightEnv, LightEnv, ws_url
from retailgym.serving.records import Query, open_records
from retailgym.serving.settings import ServerSettings

from .servers import Running, running
from .test_clients import calls, plain, twin

SPEC = "cart/3/42"


@pytest.fixture
def own(tmp_path: Path) -> Any:
    with running(tmp_path, ServerSettings(port=0)) as server:
        yield server


def test_a_connection_cut_before_every_step_loses_nothing(server: Running) -> None:
    with LightEnv(server.url) as env:
        heard = [plain(env.reset(spec=SPEC))]
        for call in calls(SPEC):
            env.drop()
            heard.append(plain(env.step(*call)))
        assert heard == twin(SPEC)
        assert env.track.resumed >= len(calls(SPEC)) - 1 and env.track.replayed <= 1


def test_a_step_whose_answer_was_lost_is_taken_once(server: Running) -> None:
    """The step is sent and the line cut before the answer is read: the answer comes with the session."""
    with LightEnv(server.url) as env:
        env.reset(spec=SPEC)
        path = calls(SPEC)
        env.step(*path[0])
        talk = env.track.step({"type": "call_tool", "tool_name": path[1][0], "arguments": path[1][1]})
        env._exchange(next(talk))
        env.drop()
        env._socket = None
        resume = talk.send(None)
        assert resume == {"type": "reset", "data": {"resume": env.track.opened["session"]}}
        answer = env._exchange(resume)
        with pytest.raises(StopIteration) as end:
            talk.send(answer)
        assert end.value.value["data"]["metadata"]["turns"] == 2
        assert plain(env.step(*path[2])) == twin(SPEC)[3]


def test_who_takes_a_session_over_and_loses_the_line_takes_each_step_once(server: Running) -> None:
    path = calls(SPEC)
    with LightEnv(server.url) as first:
        token = first.reset(spec=SPEC).metadata["session"]
        first.step(*path[0])
    with LightEnv(server.url) as second:
        assert second.reset(resume=token).metadata["turns"] == 1
        for n, call in enumerate(path[1:], 1):
            second.drop()
            assert plain(second.step(*call)) == twin(SPEC)[n + 1]


def test_who_gives_a_step_up_half_way_goes_on_where_the_episode_stands(own: Running) -> None:
    """At any moment: before it is sent, before it is answered, or never. No late answer is taken for another,
    and the client knows which turns were taken."""
    path, heard = calls(SPEC), twin(SPEC)
    waits = random.Random(21)

    async def play() -> int:
        given_up = 0
        async with AsyncLightEnv(own.url) as env:
            await env.reset(spec=SPEC)
            while (played := (await env.state(), env.track.played)[1]) < len(path):
                step = asyncio.create_task(env.step(*path[played]))
                await asyncio.sleep(waits.choice((0.0, 0.001, 0.002, 0.1)) * waits.random())
                if step.done():
                    assert plain(step.result()) == heard[played + 1]
                else:
                    step.cancel()
                    await asyncio.wait([step])
                    given_up += 1
            assert (await env.state())["step_count"] == len(path)
        return given_up

    assert sum(asyncio.run(play()) for _ in range(6)) > 0
    assert [record.reward for record in open_records(own.settings.records).find(Query())] == [1.0] * 6


@pytest.mark.parametrize("kind", [LightEnv, AsyncLightEnv])
def test_a_line_on_which_no_answer_came_is_not_left_open(kind: Any) -> None:
    """Else a server that was slow for a while counts it for ever."""
    opened, ended = list[ServerConnection](), Semaphore(0)

    def silent(line: ServerConnection) -> None:
        opened.append(line)
        with suppress(ConnectionClosed):
            while True:
                line.recv()
        ended.release()

    async def ask(url: str) -> None:
        async with kind(url, timeout_s=0.2, patience_s=0.3) as env:
            await env.reset(spec=SPEC)

    with serve(silent, "127.0.0.1", 0) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.socket.getsockname()[1]}"
        with pytest.raises(ConnectionError, match="no answer"):
            if kind is LightEnv:
                LightEnv(url, timeout_s=0.2, patience_s=0.3).reset(spec=SPEC)
            else:
                asyncio.run(ask(url))
        assert len(opened) > 1 and all(ended.acquire(timeout=10) for _ in opened)


def test_a_server_killed_in_mid_episode_costs_no_episode(own: Running) -> None:
    with LightEnv(own.url) as env:
        heard = [plain(env.reset(spec=SPEC, player="tester"))]
        for n, call in enumerate(calls(SPEC)):
            if n == 3:
                own.kill()
                own.restart()
            heard.append(plain(env.step(*call)))
        assert heard == twin(SPEC)
        assert env.track.replayed == 1
    kept = open_records(own.settings.records).find(Query())
    assert [(k.reward, k.player) for k in kept] == [(1.0, "tester")]


def test_a_server_that_stops_saves_what_is_running_and_the_token_still_opens_it(own: Running) -> None:
    with LightEnv(own.url) as env:
        heard = [plain(env.reset(spec=SPEC))]
        for n, call in enumerate(calls(SPEC)):
            if n == 3:
                own.stop()
                own.restart()
            heard.append(plain(env.step(*call)))
        assert heard == twin(SPEC)
        assert (env.track.resumed, env.track.replayed) == (1, 0)


def test_an_older_state_that_another_server_still_has_is_not_gone_on_with(
    server: Running, own: Running
) -> None:
    """As with two workers: cut off from the first, three turns at the second, then back at the first."""
    with LightEnv(server.url) as env:
        heard = [plain(env.reset(spec=SPEC))]
        first = env.track.opened["session"]
        for n, call in enumerate(calls(SPEC)):
            if n in (2, 5):
                env.drop()
                env.url = ws_url(own.url if n == 2 else server.url)
            heard.append(plain(env.step(*call)))
            if n == 2:
                assert env.track.opened["session"] != first, "what is replayed has a token of its own"
                env.track.opened["session"] = first  # and a client that does not know it notices
        assert heard == twin(SPEC)
        assert env.track.replayed == 2


def test_the_official_client_goes_on_after_a_restart(own: Running) -> None:
    with RetailgymEnv(base_url=own.url).sync() as env:
        env.reset(spec=SPEC)
        for n, (name, arguments) in enumerate(calls(SPEC)):
            if n == 3:
                own.kill()
                own.restart()
            result = env.step(CallToolAction(tool_name=name, arguments=arguments))
        assert (result.reward, result.done) == (1.0, True)


def test_a_finish_whose_answer_was_lost_is_kept_once(own: Running) -> None:
    with LightEnv(own.url) as env:
        env.reset(spec=SPEC)
        *first, last = calls(SPEC)
        for call in first:
            env.step(*call)
        env._exchange(
            {"type": "step", "data": {"type": "call_tool", "tool_name": last[0], "arguments": last[1]}}
        )
        own.signal(signal.SIGKILL)
        own.process.join(30)
        own.restart()
        assert env.step(*last).reward == 1.0
    assert len(open_records(own.settings.records).find(Query())) == 1


def test_a_token_opens_its_own_session_only(server: Running) -> None:
    with LightEnv(server.url) as mine, LightEnv(server.url) as other:
        token = mine.reset(spec=SPEC).metadata["session"]
        assert len(token) >= 32 and token != other.reset(spec=SPEC).metadata["session"]
        for wrong in (token[:-1] + ("A" if token[-1] != "A" else "B"), "", "x" * 1000, 5):
            with pytest.raises(RuntimeError, match="no session has this token"):
                other.reset(resume=wrong)


def test_a_session_that_was_picked_up_elsewhere_cannot_be_played_twice(server: Running) -> None:
    with LightEnv(server.url) as first, LightEnv(server.url) as second:
        token = first.reset(spec=SPEC).metadata["session"]
        first.step("cart_view")
        assert second.reset(resume=token).metadata["turns"] == 1
        with pytest.raises(RuntimeError, match="picked up by another connection"):
            first.step("cart_view")
        assert second.step("cart_view").metadata["turns"] == 2
