"""Our server speaks OpenEnv's protocol without OpenEnv: frames are, byte for byte, those that OpenEnv's own
server writes."""

import asyncio
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openenv.core.env_server.serialization import deserialize_action, serialize_observation
from openenv.core.env_server.types import WSObservationResponse, WSStateResponse

import retailgym as rg
from retailgym.core.record import read, replay
from retailgym.core.values import encode
from retailgym.serving.models import RetailgymAction, RetailgymObservation, RetailgymReset, RetailgymState
from retailgym.serving.openenv import RetailgymEnvironment
from retailgym.serving.openenv_http import files
from retailgym.serving.protocol import Connection, Rpc, answered
from retailgym.serving.seats import Seats
from retailgym.serving.session import Session
from retailgym.serving.sessions import Sessions
from retailgym.serving.settings import Limits, ServerSettings

from .test_clients import calls


@pytest.fixture(scope="module")
def shop() -> Sessions:
    return Sessions(ServerSettings(records=":memory:", limits=Limits(begins=10**6)))


def framed(call: tuple[str, Any]) -> str:
    return json.dumps(
        {"type": "step", "data": {"type": "call_tool", "tool_name": call[0], "arguments": call[1]}}
    )


def stock(env: RetailgymEnvironment, frame: str) -> str:
    """What OpenEnv's loop does with a frame."""
    message = json.loads(frame)
    match message["type"]:
        case "reset":
            seen = env.reset(**message["data"])
        case "step":
            seen = env.step(deserialize_action(message["data"], RetailgymAction))
        case _:
            return str(WSStateResponse(data=env.state.model_dump()).model_dump_json())
    return str(WSObservationResponse(data=serialize_observation(seen)).model_dump_json())


def both(shop: Sessions, frames: list[str]) -> list[tuple[str | None, str]]:
    """The answers of our server and of OpenEnv's, to the same frames in the same session."""

    async def play() -> list[tuple[str | None, str]]:
        ours, theirs, heard = Connection(shop, "tests"), RetailgymEnvironment(), []
        talk = Rpc(shop, Seats(shop))
        for frame in frames:
            answer = await answered(ours, frame, talk)
            if theirs.local.session is not None and ours._session is not None:
                theirs.local.session.origin = ours._session.origin
            heard.append((answer, stock(theirs, frame)))
        ours.close()
        return heard

    return asyncio.run(play())


RESET = '{"type": "reset", "data": {"spec": "cart/2/5", "episode_id": "e"}}'


def plain(answer: str | None) -> Any:
    """Without the token, which is drawn for each session; keys in any order."""
    data = json.loads(answer or "null")["data"]
    for place in (data, data.get("observation", {})):
        (place.get("metadata") or {}).pop("session", None)
    return data


@pytest.mark.parametrize("env", rg.envs())
def test_an_episode_is_answered_in_the_very_bytes_that_openenv_writes(shop: Sessions, env: str) -> None:
    spec = f"{env}/4/9"
    opened, *steps = both(
        shop, [f'{{"type": "reset", "data": {{"spec": "{spec}"}}}}', *map(framed, calls(spec))]
    )
    assert [ours for ours, _ in steps] == [theirs for _, theirs in steps]
    assert plain(opened[0])["observation"] == plain(opened[1])["observation"]


def test_tools_and_state_say_what_openenv_says(shop: Sessions) -> None:
    frames = [RESET, '{"type": "step", "data": {"type": "list_tools"}}', '{"type": "state"}']
    for ours, theirs in both(shop, frames)[1:]:
        assert plain(ours) == plain(theirs)


LEAF = st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats(allow_nan=False) | st.text()
JSON = st.recursive(LEAF, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=5)
TOOLS = st.sampled_from(
    ["cart_view", "cart_add", "catalog_search", "ask_user", "cart_set_quantity", "nonsense"]
)
NAMES = st.sampled_from(["query", "message", "quantity", "product_id", "variant_id", "filters"]) | st.text()


@settings(max_examples=150, deadline=None)
@given(tool=TOOLS, arguments=st.dictionaries(NAMES, JSON, max_size=4))
def test_whatever_is_called_both_answer_alike(shop: Sessions, tool: str, arguments: Any) -> None:
    _, (ours, theirs) = both(shop, [RESET, framed((tool, arguments))])
    assert ours == theirs


def test_the_schemas_are_those_of_the_models() -> None:
    """When this fails, openenv_schema.json has to be written anew from models.py."""
    kept = json.loads(files("retailgym.serving").joinpath("openenv_schema.json").read_bytes())
    models = {
        "action": RetailgymAction,
        "observation": RetailgymObservation,
        "reset_observation": RetailgymReset,
        "state": RetailgymState,
    }
    assert kept == {name: model.model_json_schema() for name, model in models.items()}


def test_the_server_starts_without_openenv_and_what_it_brings_along() -> None:
    """Which is five seconds of import."""
    import subprocess
    import sys

    heavy = "{'openenv', 'mcp', 'fastmcp', 'gradio', 'pandas', 'torch'}"
    code = f"import sys, retailgym.serving.app, retailgym.serving.run; print({heavy} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


@pytest.mark.parametrize("env", rg.envs())
def test_the_running_tape_writes_the_digests_of_the_core(env: str) -> None:
    spec = f"{env}/5/3"
    session, episode = Session(rg.start(spec)), rg.start(spec)
    for name, arguments in calls(spec):
        session.act(name, arguments)
        episode = rg.step(episode, {"calls": [{"name": name, "arguments": arguments}]})
        session.tape.settle()
        assert session.tape.turns[-1].digest == rg.digest(episode)
    assert replay(read(session.tape.record(session.verdict))).done


@pytest.mark.parametrize("env", rg.envs())
def test_an_answer_holds_what_the_core_shows_of_the_last_turn_and_nothing_before(env: str) -> None:
    session = Session(rg.start(f"{env}/5/3"))
    assert encode(session.tape.messages) == encode(rg.observe(session.episode).messages)
    for name, arguments in calls(f"{env}/5/3"):
        session.act(name, arguments)
        assert encode(session.tape.messages) == encode(rg.observe(session.episode).messages)
