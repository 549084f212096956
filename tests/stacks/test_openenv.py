"""OpenEnv's harness layer, 0.10, the real package, in process and against a real server."""

from contextlib import contextmanager

import pytest

pytest.importorskip("openenv", reason="make test-stacks STACK=openenv")

from openenv.core.harness import (  # noqa: E402
    HarnessRunLimits,
    MCPHarnessAdapter,
    ModelStepResult,
    build_harness_rollout_func,
)
from openenv.core.llm_client import LLMResponse, ToolCall  # noqa: E402

import retailgym as rg  # noqa: E402
from retailgym.bench import adapter_plays as through  # noqa: E402
from retailgym.training import needs, rollout  # noqa: E402
from retailgym.training.openenv import SessionFactory  # noqa: E402

from ..serving.servers import running  # noqa: E402
from .plays import plays  # noqa: E402

pytestmark = pytest.mark.stack


@contextmanager
def at(where, directory):
    """The address of a server, or none."""
    if where == "in process":
        yield ""
    else:
        with running(directory) as server:
            yield server.url


def model_step(trainer, session):
    """The expert, one call at a time, with tokens that somebody made up."""
    spec = session.initial_messages()[0]["content"]
    played = rollout(rg.start(SPECS[spec]), rg.players.expert)
    calls = list(through.calls_of(played))

    def step(messages, tools, sampling):
        assert {tool.name for tool in tools} >= {call.name for call in calls}
        call = calls[sum(m["role"] == "assistant" for m in messages)]
        response = LLMResponse(
            content="", tool_calls=[ToolCall(id="1", name=call.name, args=dict(call.arguments))]
        )
        return ModelStepResult(
            response=response, prompt_ids=[1], completion_ids=[2, 3], logprobs=[-0.1, -0.2]
        )

    return step


SPECS = {
    SessionFactory().create(spec).initial_messages()[0]["content"]: spec
    for spec in ("cart/1/4", "returns/2/6")
}


def test_the_release_is_one_that_was_tested():
    assert not needs.drift("openenv")


@pytest.mark.parametrize("where", ["in process", "on a server"])
def test_a_rollout_function_for_trl_forwards_the_reward_of_the_shop(where, tmp_path):
    with at(where, tmp_path) as base_url:
        func = build_harness_rollout_func(
            session_factory=SessionFactory(base_url),
            harness_adapter=MCPHarnessAdapter(),
            model_step_builder=model_step,
            limits=HarnessRunLimits(max_turns=60),
        )
        out = func(list(SPECS.values()), None)
    assert out["env_reward"] == [1.0, 1.0] and out["verify_metrics"][0]["gate.cart_as_asked"] == 1.0


def test_the_same_rewards_come_from_a_server(tmp_path):
    some = plays()[:18]
    with at("on a server", tmp_path) as base_url:
        assert through.openenv(some, base_url) == [play.reward for play in some]


def test_what_was_not_finished_earned_nothing():
    session = SessionFactory().create({"env": "cart", "level": 0}, seed=3)
    session.call_tool("cart_view", {})
    verified = session.verify([])
    assert verified.env_reward == 0.0 and not verified.done


def test_calls_after_the_end_change_nothing():
    session = SessionFactory().create("cart/0/1")
    ended = session.call_tool("no_such_tool", {})
    after = session.call_tool("cart_view", {})
    assert ended.done and ended.error and after.done and session.verify([]).env_reward == -1.0
