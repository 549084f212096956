"""SkyRL-gym 0.4, the real package. Its trainer needs GPUs and is not run here."""

import pytest

skyrl_gym = pytest.importorskip("skyrl_gym", reason="make test-stacks STACK=skyrl")

import retailgym as rg  # noqa: E402
from retailgym.evaluation.held_out import HeldOut  # noqa: E402
from retailgym.training import needs, rollout, skyrl  # noqa: E402
from retailgym.training.script import written  # noqa: E402

from ..pages import shown  # noqa: E402

pytestmark = pytest.mark.stack


def made(spec):
    (row,) = skyrl.rows([spec])
    env = skyrl_gym.make(row["env_class"], env_config={}, extras=row)
    return env, env.init(row["prompt"])[0]


def test_the_release_is_one_that_was_tested():
    assert not needs.drift("skyrl")


def test_the_first_messages_tell_the_job_the_tools_and_what_the_customer_says():
    _, messages = made("cart/2/5")
    assert [m["role"] for m in messages] == ["system", "user"]
    assert '"name": "NAME OF THE TOOL"' in messages[0]["content"] and "cart_confirm" in messages[0]["content"]
    assert messages[1]["content"] == f"Customer: {rg.observe(rg.start('cart/2/5')).messages[0].text}"


def test_the_expert_earns_all_and_the_parts_are_metrics():
    env, _ = made("tracking/4/2")
    for turn in rollout(rg.start("tracking/4/2"), rg.players.expert).turns:
        out = env.step(written(turn))
    assert out["done"] and out["reward"] == 1.0 and env.get_metrics()["grounding"] == 1.0
    assert env.aggregate_metrics([env.get_metrics()])["success"] == 1.0


def test_broken_json_ends_the_episode():
    env, _ = made("cart/2/5")
    out = env.step('{"name": "cart_view", ')
    assert out["done"] and out["reward"] == -1.0 and "Malformed" in out["observations"][0]["content"]


def test_the_test_split_is_for_evaluation():
    test = str(rg.task("test", 0, "cart", 0))
    with pytest.raises(HeldOut, match=r"test split.*evaluate=True"):
        skyrl.rows([test])
    (row,) = skyrl.rows([test], evaluate=True)
    assert skyrl_gym.make(row["env_class"], env_config={}, extras=row).init([])
    with pytest.raises(HeldOut):
        skyrl_gym.make(row["env_class"], env_config={}, extras={"extra_info": {"spec": test}})


def test_the_dataset_holds_only_the_spec():
    assert skyrl.rows(["cart/2/5"]) == [
        {"prompt": [], "env_class": "retailgym", "extra_info": {"spec": "cart/2/5"}}
    ]


def test_the_page_shows_what_runs():
    assert not shown("docs/training/skyrl.md")["out"]["done"]
