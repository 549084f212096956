"""verifiers 0.4, the real package with its own runner, against a local endpoint with a scripted brain."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("verifiers", reason="make test-stacks STACK=verifiers")

import msgspec  # noqa: E402

import retailgym as rg  # noqa: E402
from retailgym.evaluation.held_out import HeldOut  # noqa: E402
from retailgym.training import needs, rollout  # noqa: E402
from retailgym.training.script import ScriptedEndpoint  # noqa: E402
from retailgym.training.verifiers import ShopConfig, ShopTaskset, SpecData  # noqa: E402

pytestmark = pytest.mark.stack
BIN = Path(sys.executable).parent


def test_the_release_is_one_that_was_tested():
    assert not needs.drift("verifiers")


def test_its_own_runner_finds_the_package_and_gives_our_rewards(tmp_path, monkeypatch):
    """Two environments, expert and silent by turns; the parts of the reward are metrics, and no goal is in
    the traces."""
    monkeypatch.setenv("NO_KEY", "none")
    specs = [rg.task("train", i, env, 0) for i in range(2) for env in ("cart", "tracking")]
    plays = [
        rollout(rg.start(spec), rg.players.get(("expert", "silent")[i % 2])) for i, spec in enumerate(specs)
    ]
    with ScriptedEndpoint(plays) as endpoint:
        run = subprocess.run(
            [
                BIN / "vf-eval",
                "retailgym-verifiers",
                "-m",
                "script",
                "--no-push",
                "-o",
                tmp_path,
                "--client.base-url",
                endpoint.base_url,
                "--client.api-key-var",
                "NO_KEY",
                "--env.taskset.envs",
                "cart,tracking",
                "--env.taskset.seeds",
                "2",
                "--env.agent.harness.id",
                "retailgym-verifiers",
                "--env.agent.runtime.type",
                "subprocess",
            ],
            capture_output=True,
            text=True,
        )
    assert run.returncode == 0, run.stdout + run.stderr
    (found,) = tmp_path.rglob("traces.jsonl")
    traces = {
        t["task"]["data"]["spec"]: t
        for t in (msgspec.json.decode(line)["traces"][0] for line in found.read_bytes().splitlines())
    }
    assert {spec: t["rewards"]["reward"]["score"] for spec, t in traces.items()} == {
        str(p.spec): p.reward for p in plays
    }
    assert traces["cart/0/0"]["metrics"] == {
        "success": 1.0,
        "harm": 0.0,
        "task": 1.0,
        "efficiency": 1.0,
        "grounding": 1.0,
    }
    assert not any(t["errors"] for t in traces.values())


def test_an_endpoint_that_fails_is_an_error_and_no_reward(tmp_path, monkeypatch):
    monkeypatch.setenv("NO_KEY", "none")
    with ScriptedEndpoint([]) as endpoint:
        subprocess.run(
            [
                BIN / "vf-eval",
                "retailgym-verifiers",
                "-m",
                "script",
                "--no-push",
                "-o",
                tmp_path,
                "--client.base-url",
                endpoint.base_url,
                "--client.api-key-var",
                "NO_KEY",
                "--env.taskset.envs",
                "cart",
                "--env.taskset.seeds",
                "1",
                "--env.agent.harness.id",
                "retailgym-verifiers",
                "--env.agent.runtime.type",
                "subprocess",
            ],
            capture_output=True,
            text=True,
        )
    (found,) = tmp_path.rglob("traces.jsonl")
    (trace,) = (msgspec.json.decode(line)["traces"][0] for line in found.read_bytes().splitlines())
    assert trace["errors"] and not any(trace["rewards"].values())


def test_the_example_of_an_evaluation_runs(tmp_path, monkeypatch):
    """As a shell would run it, on the first spec of the test split."""
    play = rollout(rg.start(rg.task("test", 0, "cart", 0)), rg.players.expert)
    example = Path(__file__).parents[2] / "examples" / "verifiers_eval.sh"
    for name, value in (
        ("MODEL", "script"),
        ("API_KEY", "none"),
        ("ENVS", "cart"),
        ("LEVELS", "0"),
        ("SEEDS", "1"),
    ):
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("PATH", f"{BIN}{os.pathsep}{os.environ['PATH']}")
    with ScriptedEndpoint([play]) as endpoint:
        monkeypatch.setenv("BASE_URL", endpoint.base_url)
        run = subprocess.run(["sh", example], cwd=tmp_path, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    (found,) = tmp_path.rglob("traces.jsonl")
    (trace,) = (msgspec.json.decode(line)["traces"][0] for line in found.read_bytes().splitlines())
    assert (trace["task"]["data"]["spec"], trace["rewards"]["reward"]["score"]) == (str(play.spec), 1.0)


def test_the_example_of_an_endpoint_runs():
    example = Path(__file__).parents[2] / "examples" / "run_episode.py"
    assert subprocess.run([sys.executable, example], capture_output=True, text=True).stdout.startswith(
        "cart/3/42 1.0 "
    )


def test_the_expert_validates_a_task():
    (task,) = ShopTaskset(ShopConfig(envs="desk", levels="6", seeds=1))
    assert asyncio.run(task.validate(None)) is True


def test_tasks_are_named_by_their_spec_and_hold_nothing_else():
    tasks = list(ShopTaskset(ShopConfig(envs="C2", levels="0,6", split="test", seeds=2)))
    assert [t.key for t in tasks[:4]] == [
        str(rg.task("test", 0, env, level)) for level in (0, 6) for env in ("cart", "returns")
    ]
    assert len({t.key for t in tasks}) == 8
    own = set(SpecData.model_fields) - set(SpecData.__mro__[1].model_fields)
    assert own == {"spec"}


def test_given_specs_are_played_as_they_are():
    assert [t.key for t in ShopTaskset(ShopConfig(specs=["cart/6/1742", "desk/2/9?invalid=strike"]))] == [
        "cart/6/1742",
        "desk/2/9?invalid=strike",
    ]


def test_given_specs_of_the_test_split_are_played_only_where_the_split_says_so():
    test = str(rg.task("test", 0, "cart", 0))
    with pytest.raises(HeldOut, match=r'test split.*; set split = "train", or split = "test"'):
        list(ShopTaskset(ShopConfig(specs=["cart/6/1742", test])))
    assert [t.key for t in ShopTaskset(ShopConfig(specs=[test], split="test"))] == [test]
