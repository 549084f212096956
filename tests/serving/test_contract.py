"""What OpenEnv expects of an environment: tasks, state, schemas, rubrics, and the probe of a running
server."""

import json
import urllib.request
from typing import Any

import pytest
from openenv.cli._validation import validate_running_environment
from openenv.core.env_server.mcp_types import RESERVED_TOOL_NAMES, CallToolAction

import retailgym as rg
from retailgym.serving.light_client import LightEnv
from retailgym.serving.openenv import RetailgymEnvironment
from retailgym.serving.spec_choice import menu

from .servers import Running
from .test_clients import calls


def post(url: str, body: Any) -> Any:
    request = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as response:
        return json.loads(response.read())


def test_the_probe_of_a_running_server_passes_all_six(server: Running) -> None:
    report = validate_running_environment(server.url)
    assert [c["passed"] for c in report["criteria"]] == [True] * 6, report


def test_tasks_are_listed_counted_and_chosen(server: Running) -> None:
    url = f"{server.url}/retailgym_env"
    with urllib.request.urlopen(f"{url}/splits") as response:
        assert [s["name"] for s in json.loads(response.read())] == ["train", "validation", "test"]
    count = post(f"{url}/num_tasks", {"split": "test"})["num_tasks"]
    assert count == 25_000 * len(menu().jobs())
    assert len(post(f"{url}/tasks", {"split": "test"})["tasks"]) == count
    task = post(f"{url}/task", {"split": "test", "index": 5})["task"]
    assert post(f"{url}/task_range", {"split": "test", "start": 5, "stop": 6})["tasks"] == [task]
    with LightEnv(server.url) as env:
        assert env.reset(split="test", index=5).metadata["spec"].startswith(task["spec"].partition("/")[0])
        by_task, by_spec = env.reset(split="test", index=5), env.reset(spec=task["spec"])
        assert by_task.observation["customer"] == by_spec.observation["customer"]


def test_with_all_nine_environments_the_order_is_that_of_the_split() -> None:
    from retailgym.core.spec import JOBS
    from retailgym.serving.spec_choice import Menu

    whole = Menu(envs=JOBS)
    assert whole.num_tasks("train") == 225_000
    assert [whole.task("train", i) for i in (0, 8, 9, 225, 224_999)] == [
        rg.task("train", i) for i in (0, 8, 9, 225, 224_999)
    ]


@pytest.mark.parametrize(
    ("asked", "spec"),
    [
        ({"spec": "cart/6/1742"}, "cart/6/1742"),
        ({"env": "cart", "level": 4, "seed": 9}, "cart/4/9"),
        ({"split": "test", "index": 3, "env": "cart", "level": 2}, f"cart/2/{3 * 2**30 + 3}"),
        ({"spec": "cart/6/1742", "invalid": "strike"}, "cart/6/1742?invalid=strike"),
    ],
)
def test_a_reset_says_which_episode(server: Running, asked: dict[str, Any], spec: str) -> None:
    with LightEnv(server.url) as env:
        chosen = rg.Spec.parse(env.reset(**asked).metadata["spec"])
    wanted = rg.Spec.parse(spec)
    assert (chosen.env, chosen.level, chosen.seed, chosen.invalid) == (
        wanted.env,
        wanted.level,
        wanted.seed,
        wanted.invalid,
    )


@pytest.mark.parametrize(
    "asked",
    [
        {"spec": "cart"},
        {"spec": 5},
        {"level": 25},
        {"env": "nowhere"},
        {"split": "sealed", "index": 1},
        {"seed": -1},
    ],
)
def test_what_there_is_not_is_refused_and_the_connection_stays(
    server: Running, asked: dict[str, Any]
) -> None:
    with LightEnv(server.url) as env:
        with pytest.raises(RuntimeError, match="EXECUTION_ERROR"):
            env.reset(**asked)
        assert env.reset(spec="cart/0/1").observation["env"] == "cart"


def test_state_holds_the_episode_and_the_count_and_nothing_else(server: Running) -> None:
    with LightEnv(server.url) as env:
        env.reset(spec="cart/3/42", episode_id="e-7")
        env.tools()
        env.step("cart_view")
        assert env.state() == {"episode_id": "e-7", "step_count": 2}


def test_tools_are_listed_before_a_reset_and_none_has_a_reserved_name(server: Running) -> None:
    with LightEnv(server.url) as env:
        before = {t["name"] for t in env.tools()}
        assert before >= set(rg.start("cart/0/0").env.tools) and not before & RESERVED_TOOL_NAMES


def test_the_rubric_tree_gives_the_verdict_s_reward() -> None:
    for path, reward in (
        (calls("cart/3/42"), 1.0),
        ([("cart_confirm", {})], 0.0),
        ([("no_such_tool", {})], -1.0),
    ):
        env = RetailgymEnvironment()
        env.reset(spec="cart/3/42")
        for name, arguments in path:
            seen = env.step(CallToolAction(tool_name=name, arguments=arguments))
        assert env.local.session is not None
        assert seen.reward == env.local.session.verdict.reward == env.rubric.last_score == reward
        leaves = {name: rubric.last_score for name, rubric in env.rubric.named_rubrics()}
        for name, score in env.local.session.verdict.parts.items():
            assert leaves[f"parts.{name}"] == score == seen.metadata["rubric_scores"][name]


def test_a_malformed_call_ends_the_episode_with_minus_one(server: Running) -> None:
    with LightEnv(server.url) as env:
        env.reset(spec="cart/3/42")
        frame = env.step("cart_add", {"product": 5})
        assert (frame.reward, frame.done, frame.observation["error"]["error_type"]) == (
            -1.0,
            True,
            "invalid_args",
        )


def test_nothing_of_the_goal_is_in_a_frame_before_the_end(server: Running) -> None:
    """Frames have these keys and no others."""
    with LightEnv(server.url) as env:
        opened = env.reset(spec="cart/3/42")
        assert set(opened.observation) == {"env", "about", "customer", "prompt", "metadata"}
        assert set(opened.metadata) == {"spec", "session", "turns", "exchanges_left", "calls_left"}
        frame = env.step("cart_view")
        assert set(frame.observation) == {"tool_name", "result", "error", "metadata"}
        assert set(frame.metadata) == {"turns", "exchanges_left", "calls_left"}
