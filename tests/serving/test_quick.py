"""Plain calls are answered without the framework: byte for byte as the framework would, and every frame that
is not plain still goes through it."""

import asyncio
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openenv.core.env_server.serialization import deserialize_action, serialize_observation
from openenv.core.env_server.types import WSObservationResponse

import retailgym as rg
from retailgym.core.record import read, replay
from retailgym.core.values import encode
from retailgym.serving.calls import plain_call
from retailgym.serving.models import RetailgymAction
from retailgym.serving.openenv import RetailgymEnvironment
from retailgym.serving.queue import Queue
from retailgym.serving.session import Session
from retailgym.serving.sessions import Sessions
from retailgym.serving.settings import ServerSettings

from .test_clients import calls


@pytest.fixture(scope="module")
def shop() -> Sessions:
    return Sessions(ServerSettings(records=":memory:"))


def framed(call: tuple[str, Any]) -> str:
    return json.dumps(
        {"type": "step", "data": {"type": "call_tool", "tool_name": call[0], "arguments": call[1]}}
    )


def stock(env: RetailgymEnvironment, frame: str) -> str:
    """What OpenEnv's loop does with a step's frame."""
    action = deserialize_action(json.loads(frame)["data"], RetailgymAction)
    return str(WSObservationResponse(data=serialize_observation(env.step(action))).model_dump_json())


def quick(env: RetailgymEnvironment, frame: str) -> str | None:
    async def asked() -> str | None:
        answer: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()
        return await answer if env.quick(frame, answer.set_result) else None

    return asyncio.run(asked())


def pair(shop: Sessions, spec: str) -> tuple[RetailgymEnvironment, RetailgymEnvironment]:
    """Two connections at the same task, whose records have the same id so that every byte can be compared."""
    one, other = RetailgymEnvironment(shop), RetailgymEnvironment(shop)
    one.reset(spec=spec)
    other.reset(spec=spec)
    assert one.session is not None and other.session is not None
    other.session.record_id = one.session.record_id
    return one, other


@pytest.mark.parametrize("env", rg.envs())
def test_a_plain_call_gets_the_very_bytes_that_openenv_writes(shop: Sessions, env: str) -> None:
    spec = f"{env}/4/9"
    one, other = pair(shop, spec)
    for call in calls(spec):
        assert quick(one, framed(call)) == stock(other, framed(call))
    assert one.session is not None and one.session.done


LEAF = st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats(allow_nan=False) | st.text()
JSON = st.recursive(LEAF, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=5)
TOOLS = st.sampled_from(
    ["cart_view", "cart_add", "catalog_search", "ask_user", "cart_set_quantity", "nonsense"]
)
NAMES = st.sampled_from(["query", "message", "quantity", "product_id", "variant_id", "filters"]) | st.text()


@settings(max_examples=150, deadline=None)
@given(tool=TOOLS, arguments=st.dictionaries(NAMES, JSON, max_size=4))
def test_whatever_is_called_both_ways_answer_alike(shop: Sessions, tool: str, arguments: Any) -> None:
    one, other = pair(shop, "cart/2/5")
    frame = framed((tool, arguments))
    answer = quick(one, frame)
    assert answer is None or answer == stock(other, frame)


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "[]",
        "{}",
        '{"type":"state"}',
        '{"type":"step"}',
        '{"type":"step","data":{}}',
        '{"type":"step","data":{"tool_name":5}}',
        '{"type":"step","data":{"type":"list_tools"}}',
        '{"type":"step","data":{"tool_name":"cart_view","arguments":[]}}',
        '{"type":"step","data":{"tool_name":"cart_view","extra":1}}',
        '{"type":"step","data":{"tool_name":"cart_view"},"extra":1}',
        '{"type":"step","data":{"tool_name":"cart_view","arguments":{"a":NaN}}}',
        '{"type":"step","data":{"tool_name":"\\ud800"}}',
        '{"type":"reset","data":{"tool_name":"cart_view"}}',
        '{"data":{"tool_name":"cart_view"}}',
        "[" * 5000,
    ],
)
def test_what_is_no_plain_call_is_left_to_openenv(frame: str) -> None:
    assert plain_call(frame) is None


def test_a_call_that_may_not_be_taken_is_left_to_openenv_which_says_why(shop: Sessions) -> None:
    view = framed(("cart_view", {}))
    env = RetailgymEnvironment(shop)
    assert quick(env, view) is None  # no episode yet
    env.reset(spec="cart/0/1")
    other = RetailgymEnvironment(shop)
    assert env.session is not None
    other.reset(resume=env.session.token)
    assert quick(env, view) is None and quick(other, view) is not None
    assert quick(other, framed(("nonsense", {}))) is not None
    assert quick(other, view) is None  # it is over


@pytest.mark.parametrize("env", rg.envs())
def test_the_running_tape_writes_the_digests_of_the_core(env: str) -> None:
    spec = f"{env}/5/3"
    session, episode = Session(rg.Spec.parse(spec)), rg.start(spec)
    for name, arguments in calls(spec):
        session.act(name, arguments)
        episode = rg.step(episode, {"calls": [{"name": name, "arguments": arguments}]})
        assert session.tape.turns[-1].digest == rg.digest(episode)
    assert replay(read(session.tape.record(session.verdict))).done


def test_a_step_that_fails_is_told_to_its_own_caller_and_the_others_are_taken() -> None:
    def fail() -> str:
        raise ZeroDivisionError("a bug")

    async def all_at_once() -> list[str | None]:
        queue, heard = Queue(), [asyncio.get_running_loop().create_future() for _ in range(3)]
        for work, answer in zip((lambda: "first", fail, lambda: "last"), heard, strict=True):
            queue.put(work, answer.set_result)
        return await asyncio.gather(*heard)

    first, failed, last = asyncio.run(all_at_once())
    assert (first, last) == ("first", "last")
    assert json.loads(failed or "") == {
        "type": "error",
        "data": {"message": "a bug", "code": "EXECUTION_ERROR"},
    }


@pytest.mark.parametrize("env", rg.envs())
def test_an_answer_holds_what_the_core_shows_of_the_last_turn_and_nothing_before(env: str) -> None:
    session = Session(rg.Spec.parse(f"{env}/5/3"))
    assert encode(session.tape.messages) == encode(rg.observe(session.episode).messages)
    for name, arguments in calls(f"{env}/5/3"):
        session.act(name, arguments)
        assert encode(session.tape.messages) == encode(rg.observe(session.episode).messages)
