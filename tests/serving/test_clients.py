"""Every client plays whole episodes to the right reward, through real sockets."""

import asyncio
from typing import Any

import pytest
from openenv.core import EnvClient, GenericEnvClient
from openenv.core.client_types import StepResult
from openenv.core.env_server.mcp_types import CallToolAction, ListToolsAction
from openenv.core.env_server.types import State
from openenv.core.mcp_client import MCPToolClient

import retailgym as rg
from retailgym.serving.client import RetailEnv, RetailgymEnv
from retailgym.serving.light_client import AsyncLightEnv, LightEnv
from retailgym.serving.local_client import LocalEnv
from retailgym.serving.session import Frame

from ..paths import expert_turns
from .servers import Running

SPECS = ["cart/3/42", *(f"{env}/2/7" for env in rg.envs())]


def calls(spec: str) -> list[tuple[str, dict[str, Any]]]:
    """The expert's path, one tool call at a time."""
    episode = rg.start(spec)
    speaking = episode.env.speaking
    argument = episode.env.tools[speaking].names[0]
    found = []
    for turn in expert_turns(episode):
        found += [(c.name, dict(c.arguments)) for c in turn.calls] or [(speaking, {argument: turn.text})]
    return found


def plain(frame: Frame) -> Any:
    """A frame without what is drawn for each session: its token and the id of its record."""
    metadata = {k: v for k, v in frame.metadata.items() if k not in ("session", "record")}
    observation = {k: v for k, v in frame.observation.items() if k != "metadata"}
    return observation, frame.reward, frame.done, metadata


def twin(spec: str) -> list[Any]:
    with LocalEnv() as env:
        return [plain(env.reset(spec=spec)), *(plain(env.step(*call)) for call in calls(spec))]


@pytest.mark.parametrize("spec", SPECS)
def test_the_light_client_hears_what_the_in_process_twin_says(server: Running, spec: str) -> None:
    with LightEnv(server.url) as env:
        heard = [plain(env.reset(spec=spec)), *(plain(env.step(*call)) for call in calls(spec))]
    assert heard == twin(spec)
    assert heard[-1][1:3] == (1.0, True)
    assert all(frame[1] == 0.0 and not frame[2] for frame in heard[1:-1])


def test_the_async_light_client_plays_many_episodes_at_once(server: Running) -> None:
    async def play(seed: int) -> list[Any]:
        spec = f"cart/1/{seed}"
        async with AsyncLightEnv(server.url) as env:
            return [
                plain(await env.reset(spec=spec)),
                *[plain(await env.step(*call)) for call in calls(spec)],
            ]

    async def all_of_them() -> list[list[Any]]:
        return await asyncio.gather(*(play(seed) for seed in range(8)))

    assert asyncio.run(all_of_them()) == [twin(f"cart/1/{seed}") for seed in range(8)]


class Stock(EnvClient[dict[str, Any], dict[str, Any], State]):
    """The least that OpenEnv asks of a client: its three methods, and nothing of ours."""

    def _step_payload(self, action: dict[str, Any]) -> dict[str, Any]:
        return action

    def _parse_result(self, payload: dict[str, Any]) -> StepResult[dict[str, Any]]:
        return StepResult(observation=payload["observation"], reward=payload["reward"], done=payload["done"])

    def _parse_state(self, payload: dict[str, Any]) -> State:
        return State(**payload)


@pytest.mark.parametrize("spec", SPECS)
def test_a_stock_client_with_the_three_methods_and_no_more_plays_to_the_right_reward(
    server: Running, spec: str
) -> None:
    path = calls(spec)
    with Stock(base_url=server.url).sync() as env:
        opened = env.reset(spec=spec, episode_id="e-9")
        assert (opened.reward, opened.done, opened.observation["env"]) == (
            None,
            False,
            spec.partition("/")[0],
        )
        results = [
            env.step({"type": "call_tool", "tool_name": name, "arguments": arguments})
            for name, arguments in path
        ]
        state = env.state()
    assert [(result.reward, result.done) for result in results] == [(0.0, False)] * (len(path) - 1) + [
        (1.0, True)
    ]
    assert [result.observation["result"] for result in results] == [
        frame[0]["result"] for frame in twin(spec)[1:]
    ]
    assert (state.episode_id, state.step_count) == ("e-9", len(path))


def test_a_stock_client_that_acts_badly_is_told_and_rewarded_so(server: Running) -> None:
    """One connection, three episodes: given up at once, malformed, and played well."""
    with Stock(base_url=server.url).sync() as env:
        for path, reward in (
            ([("cart_confirm", {})], 0.0),
            ([("no_such_tool", {})], -1.0),
            (calls("cart/3/42"), 1.0),
        ):
            env.reset(spec="cart/3/42")
            for name, arguments in path:
                result = env.step({"type": "call_tool", "tool_name": name, "arguments": arguments})
            assert (result.reward, result.done) == (reward, True)
            with pytest.raises(RuntimeError, match="is over"):
                env.step({"type": "call_tool", "tool_name": "cart_view", "arguments": {}})


def test_the_generic_client_plays_with_dicts(server: Running) -> None:
    """As verifiers does: tools before reset, rewards summed."""
    with GenericEnvClient(base_url=server.url).sync() as env:
        names = {t["name"] for t in env.step({"type": "list_tools"}).observation["tools"]}
        env.reset(spec="cart/3/42")
        rewards = []
        for name, arguments in calls("cart/3/42"):
            assert name in names
            result = env.step({"type": "call_tool", "tool_name": name, "arguments": arguments})
            rewards.append(result.reward)
        assert result.done and sum(rewards) == 1.0
        assert result.observation["metadata"]["rubric_scores"]["task"] == 1.0


def test_the_tool_client_is_rewarded_for_steps_and_counts_calls_past_them(server: Running) -> None:
    """The stock MCP client's call_tool goes by HTTP past step; here it is a step all the same."""
    with MCPToolClient(base_url=server.url).sync() as env:
        env.reset(spec="cart/3/42", episode_id="mine")
        assert {t.name for t in env.list_tools()} == set(rg.start("cart/3/42").env.tools)
        *first, last = calls("cart/3/42")
        for name, arguments in first:
            env.call_tool(name, **arguments)
        result = env.step(CallToolAction(tool_name=last[0], arguments=last[1]))
        assert (result.reward, result.done) == (1.0, True)
        state = env.state()
        assert (state.episode_id, state.step_count) == ("mine", len(first) + 2)


def test_the_official_client_gives_typed_observations(server: Running) -> None:
    assert RetailEnv is RetailgymEnv
    with RetailgymEnv(base_url=server.url).sync() as env:
        opened = env.reset(spec="cart/3/42", episode_id="e-1")
        assert opened.observation.env == "cart" and opened.observation.customer in opened.observation.prompt
        assert {t.name for t in env.step(ListToolsAction()).observation.tools} >= {"ask_user", "cart_confirm"}
        for name, arguments in calls("cart/3/42"):
            result = env.step(CallToolAction(tool_name=name, arguments=arguments))
        assert (result.reward, result.done) == (1.0, True)
        assert env.state().step_count == len(calls("cart/3/42")) + 1


def test_a_pooled_environment_is_reused_as_trl_does(server: Running) -> None:
    """One instance per rollout: reset with a dataset's row, tools until done, an exception when it is over,
    then the next row."""
    with LightEnv(server.url) as env:
        for seed in (1, 2):
            env.reset(
                spec=f"cart/0/{seed}", prompt="from the dataset", difficulty=3, row_index=9, evaluation=True
            )
            for call in calls(f"cart/0/{seed}"):
                frame = env.step(*call)
            assert frame.reward == 1.0
            with pytest.raises(RuntimeError, match="is over"):
                env.step("cart_view")
