"""Gymnasium 1.0 to 1.4, the real package."""

import json
import runpy
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

gymnasium = pytest.importorskip("gymnasium", reason="make test-stacks STACK=gymnasium")

import numpy as np  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402

import retailgym as rg  # noqa: E402
from retailgym.evaluation.held_out import HeldOut  # noqa: E402
from retailgym.training import needs, rollout  # noqa: E402
from retailgym.training.choices import Choices  # noqa: E402
from retailgym.training.gymnasium import AnyText, ShopEnv, ShopVectorEnv, env_id  # noqa: E402

from ..pages import shown  # noqa: E402

pytestmark = pytest.mark.stack
IDS = [env_id(env) for env in rg.envs()]


def test_the_release_is_one_that_was_tested():
    assert not needs.drift("gymnasium")


@pytest.mark.parametrize("text", [True, False])
@pytest.mark.parametrize("id", IDS)
def test_the_checker_has_nothing_to_say(id, text):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(id, level=3, text=text).unwrapped)


@pytest.mark.parametrize("id", IDS)
def test_menus_pass_the_checker_and_offer_only_what_is_well_formed(id):
    env = Choices(gymnasium.make(id, level=3))
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*is different from the unwrapped version.*")
        check_env(env)
    _, info = env.reset(seed=5)
    done = False
    while not done:
        seen, _, done, _, info = env.step(int(env.action_space.sample(info["action_mask"])))
        assert env.observation_space.contains(seen)
    assert info["ended"] != "invalid"


def test_an_empty_place_stands_for_the_next_act():
    env = Choices(gymnasium.make(env_id("cart")))
    _, info = env.reset(seed=1)
    empty = int(np.flatnonzero(info["action_mask"] == 0)[0])
    following = next(i for i in range(empty, env.action_space.n) if info["action_mask"][i])
    assert env.act(empty) == env.act(following)


def test_a_seed_is_the_seed_of_the_spec():
    env = gymnasium.make(env_id("cart"), level=3)
    seen, info = env.reset(seed=42)
    assert info["spec"] == "cart/3/42"
    assert json.loads(seen)["messages"][0]["text"] == rg.observe(rg.start("cart/3/42")).messages[0].text
    assert [tool["name"] for tool in json.loads(info["tools"])] == list(rg.start("cart/3/42").env.tools)


def test_the_expert_earns_all_through_text():
    env = gymnasium.make(env_id("returns"), level=2)
    env.reset(seed=9)
    for turn in rollout(rg.start("returns/2/9"), rg.players.expert).turns:
        _, reward, terminated, truncated, info = env.step(rg.core.values.encode(turn).decode())
    assert (reward, terminated, truncated, info["success"]) == (1.0, True, False, True)


def test_who_reads_no_text_gets_what_the_expert_gets():
    env = gymnasium.make(env_id("desk"), level=2, text=False)
    seen, _ = env.reset(seed=9)
    moves, reward, done = rg.players.expert(seen, rg.core.episode.heard(env.unwrapped.episode)), 0.0, False
    turn = next(moves)
    while not done:
        assert seen == rg.observe(env.unwrapped.episode) and seen in env.observation_space
        seen, reward, done, _, _ = env.step(turn)
        turn = turn if done else moves.send((seen, rg.core.episode.heard(env.unwrapped.episode)))
    assert reward == 1.0
    many = gymnasium.make_vec(env_id("desk"), num_envs=2, level=2, text=False)
    assert many.reset(seed=9)[0][0] == rg.observe(rg.start("desk/2/9")) and many.observation_space.contains(
        many.reset(seed=9)[0]
    )


def test_text_that_is_no_turn_ends_the_episode():
    env = gymnasium.make(env_id("cart"))
    env.reset(seed=1)
    _, reward, terminated, _, info = env.step("hello")
    assert (reward, terminated, info["ended"]) == (-1.0, True, "invalid")


def test_an_episode_can_be_forked():
    env = gymnasium.make(env_id("cart"))
    env.reset(seed=1)
    env.step('{"text": "Anything else?"}')
    fork = env.unwrapped.episode
    first = env.step('{"text": "Shall I go ahead?"}')
    env.reset(options={"start": fork})
    assert env.step('{"text": "Shall I go ahead?"}') == first


def test_shaping_adds_up_to_nothing():
    plain, shaped = (
        gymnasium.make(env_id("cart"), level=1, shaping=shaping) for shaping in ("", "potential")
    )
    plain.reset(seed=3), shaped.reset(seed=3)
    turns = rollout(rg.start("cart/1/3"), rg.players.expert).turns
    rewards = [[env.step(rg.core.values.encode(t).decode())[1] for t in turns] for env in (plain, shaped)]
    assert rewards[0] != rewards[1] and sum(rewards[0]) == pytest.approx(sum(rewards[1]))


def test_a_vector_environment_steps_as_many_episodes_in_one_call():
    env = gymnasium.make_vec(env_id("cart"), num_envs=3, level=1)
    assert isinstance(env, ShopVectorEnv)
    _, infos = env.reset(seed=7)
    assert list(infos["spec"]) == ["cart/1/7", "cart/1/8", "cart/1/9"]
    turns = [rollout(rg.start(f"cart/1/{seed}"), rg.players.expert).turns for seed in (7, 8, 9)]
    earned, ended = np.zeros(3), np.zeros(3, bool)
    for n in range(max(map(len, turns))):
        _, rewards, terminated, _, _ = env.step(
            [rg.core.values.encode(t[n]).decode() if n < len(t) else "{}" for t in turns]
        )
        earned, ended = earned + np.where(ended, 0, rewards), ended | terminated
    assert list(earned) == [1.0, 1.0, 1.0]


def test_after_its_end_an_episode_is_followed_by_the_next():
    env = ShopVectorEnv("cart", 2)
    env.reset(seed=1)
    _, rewards, terminated, _, _ = env.step(["not a turn", '{"text": "Anything else?"}'])
    assert list(rewards) == [-1.0, 0.0] and list(terminated) == [True, False]
    seen, rewards, terminated, _, infos = env.step(["never used", '{"text": "Anything else?"}'])
    assert list(terminated) == [False, False] and rewards[0] == 0.0 and infos["spec"][0].startswith("cart/0/")
    assert json.loads(seen[0])["messages"][0]["type"] == "customer"


def test_what_follows_is_drawn_from_the_seeds_that_were_given():
    def followed(seeds):
        env = ShopVectorEnv("cart", 2)
        env.reset(seed=seeds)
        env.step(["not a turn"] * 2)
        return list(env.step([""] * 2)[4]["spec"])

    assert followed(1) == followed(1) == followed([1, 2]) != followed(2)


def test_too_few_actions_step_no_episode():
    env = ShopVectorEnv("cart", 2)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="1 actions were given for 2 episodes"):
        env.step(['{"text": "Which size?"}'])
    assert [counter.episode.turns for counter in env.counters] == [0, 0]


def test_processes_work_without_shared_memory():
    env = gymnasium.make_vec(
        env_id("cart"), num_envs=2, vectorization_mode="async", vector_kwargs={"shared_memory": False}
    )
    try:
        seen, infos = env.reset(seed=4)
        assert json.loads(seen[1])["messages"] and infos["spec"][1] == "cart/0/5"
    finally:
        env.close()


def test_a_space_of_all_text():
    space = AnyText(seed=1)
    assert space.sample() in space and "naïve “quotes”" in space and 3 not in space and space == AnyText()


def test_a_wrong_level_is_told_when_the_environment_is_made():
    with pytest.raises(ValueError, match="level 25"):
        gymnasium.make(env_id("cart"), level=25)


TEST = rg.task("test", 0, "cart", 0)


def test_seeds_of_the_test_split_are_refused():
    alone, many, menu = (
        ShopEnv("cart"),
        ShopVectorEnv("cart", 2),
        Choices(gymnasium.make(env_id("cart"))),
    )
    for reset in (
        lambda: alone.reset(seed=TEST.seed),
        lambda: alone.reset(options={"start": TEST}),
        lambda: alone.reset(options={"start": rg.start(TEST)}),
        lambda: many.reset(seed=TEST.seed - 1),
        lambda: many.reset(seed=[1, TEST.seed]),
        lambda: many.reset(options={"starts": [str(TEST)] * 2}),
        lambda: menu.reset(seed=TEST.seed),
    ):
        with pytest.raises(HeldOut, match=r"test split.*; train on rg.task.*, or say evaluate=True"):
            reset()
    assert alone.reset(seed=TEST.seed - 1), "validation is not held out"


def test_an_evaluation_says_so_and_draws_from_the_test_split():
    alone = gymnasium.make(env_id("cart"), evaluate=True)
    assert alone.reset(seed=TEST.seed)[1]["spec"] == str(TEST)
    many = gymnasium.make_vec(env_id("cart"), num_envs=2, evaluate=True)
    for drawn in (alone.reset()[1]["spec"], *many.reset()[1]["spec"]):
        assert rg.core.spec.split_of(rg.Spec.parse(drawn).seed) == "test"
    many.step(["not a turn"] * 2)
    assert all(
        rg.core.spec.split_of(rg.Spec.parse(drawn).seed) == "test" for drawn in many.step([""] * 2)[4]["spec"]
    ), "so are those that follow"


def test_without_a_word_seeds_are_drawn_from_the_training_split():
    assert all(
        rg.Spec.parse(ShopEnv("cart").reset()[1]["spec"]).seed in rg.core.spec.SPLITS["train"]
        for _ in range(9)
    )


def test_the_example_runs(capsys):
    runpy.run_path(str(Path(__file__).parents[2] / "examples" / "gymnasium_text.py"), run_name="__main__")
    assert capsys.readouterr().out.splitlines()[-1].startswith("1.0 True")


def test_ids_carry_the_version_and_a_module_before_the_id_is_enough():
    for env in rg.envs():
        assert env_id(env).endswith(f"-v{rg.start(rg.Spec(env, 0, 0)).env.version}")
        assert env_id(env) in gymnasium.registry
    code = f"import gymnasium; print(gymnasium.make('retailgym.training.gymnasium:{env_id('cart')}'))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert ran.returncode == 0 and env_id("cart") in ran.stdout, ran.stderr


def test_the_page_shows_what_runs():
    left = shown("docs/training/gymnasium.md")
    assert left["reward"] == 0.0 and not left["terminated"]
