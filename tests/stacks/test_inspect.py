"""inspect_ai plays the same specs and comes to the same scores, through a real HTTP endpoint with a scripted
brain."""

import pytest

import retailgym as rg
from retailgym.evaluation.plan import EvaluationPlan

inspect_ai = pytest.importorskip(
    "inspect_ai", reason="make test-stacks STACK=inspect makes the environment for it"
)
from retailgym.evaluation.inspect_task import counter  # noqa: E402

from ..models.endpoint import Fault, serving  # noqa: E402

pytestmark = pytest.mark.stack
PLAN = {"envs": "C9", "levels": "0,6", "seeds": 1, "split": "validation"}


def specs():
    return EvaluationPlan(
        players=(), envs=rg.core.spec.JOBS, levels=(0, 6), seeds=1, split="validation"
    ).specs()


def evaluated(tmp_path, faults=(), task=None, **options):
    names = [str(spec) for spec in specs()]
    with serving(names, dict(faults)) as server:
        url = f"http://127.0.0.1:{server.port}/v1"
        (log,) = inspect_ai.eval(
            task or counter(**PLAN),
            model="openai-api/local/expert",
            model_base_url=url,
            model_args={"api_key": "none"},
            log_dir=str(tmp_path),
            display="none",
            max_retries=0,
            **options,
        )
    assert log.status == "success", log.error
    return log


def test_the_expert_behind_an_endpoint_scores_one_in_every_environment(tmp_path):
    log = evaluated(tmp_path)
    metrics = {score.name: score.metrics["mean"].value for score in log.results.scores}
    assert metrics == {"success": 1.0, "reward": 1.0} and len(log.samples) == 18
    assert {s.metadata["env"] for s in log.samples} == set(rg.core.spec.JOBS)


def test_scores_are_those_of_our_own_judge_fault_by_fault(tmp_path):
    """One model's call is malformed at its third turn, another's names no tool: both end at −1, and the rest
    stay at 1."""
    bad = {str(specs()[3]): Fault("malformed", 2), str(specs()[8]): Fault("unknown_tool", 1)}
    log = evaluated(tmp_path, bad)
    rewards = {s.id: s.scores["verdict"].value["reward"] for s in log.samples}
    assert {id: r for id, r in rewards.items() if r != 1.0} == dict.fromkeys(bad, -1.0)


def test_nothing_of_a_goal_is_in_the_samples():
    for sample in counter(**PLAN).dataset:
        assert (
            set(sample.metadata) == {"env", "level"}
            and sample.target == ""
            and [m.role for m in sample.input] == ["system", "user"]
        )


def test_the_task_is_found_by_its_name(tmp_path):
    """As `inspect eval retailgym/counter` finds it, through the package's entry point."""
    log = evaluated(tmp_path, task="retailgym/counter", task_args=PLAN, limit=1)
    assert log.eval.task == "retailgym/counter" and log.results.scores[0].metrics["mean"].value == 1.0
