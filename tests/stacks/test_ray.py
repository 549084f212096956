"""Ray and RLlib 2.60, the real packages, on a local cluster of several processes."""

import os
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

ray = pytest.importorskip("ray", reason="make test-stacks STACK=ray")

from ray.exceptions import RayActorError  # noqa: E402

import retailgym as rg  # noqa: E402
from retailgym.core.curriculum import fresh  # noqa: E402
from retailgym.evaluation.held_out import HeldOut  # noqa: E402
from retailgym.training import needs, play_group  # noqa: E402
from retailgym.training.ray import Lost, RolloutPool, SharedCurriculum  # noqa: E402
from retailgym.training.rllib import config, train  # noqa: E402

from ..pages import shown  # noqa: E402

pytestmark = pytest.mark.stack
SPECS = [rg.task("train", i, env, 3) for i in range(24) for env in ("cart", "tracking")]


@pytest.fixture(scope="module", autouse=True)
def cluster():
    os.environ.setdefault("RAY_worker_niceness", "0")  # or a busy machine would never let them begin
    ray.init(num_cpus=4, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


def expert(member):
    return rg.players.expert


def test_the_release_is_one_that_was_tested():
    assert not needs.drift("ray")


def test_groups_come_in_the_order_of_the_specs_as_if_played_here():
    with RolloutPool("expert", workers=2, group=2) as pool:
        assert [far.rollouts for far in pool.play(SPECS)] == [
            play_group(spec, expert, 2).rollouts for spec in SPECS
        ]


def test_actors_killed_in_mid_run_are_replaced_and_nothing_is_lost():
    with RolloutPool("expert", workers=2, at_once=16) as pool:
        played = []
        for n, group in enumerate(pool.play(SPECS * 4)):
            played.append(group.spec)
            if n == 5:
                for clerk in pool.clerks:
                    ray.kill(clerk)
        assert played == SPECS * 4 and pool.replaced == 2


def test_an_actor_that_cannot_begin_is_told_and_not_replaced_for_ever():
    with (
        RolloutPool("expert", workers=1, catalog="/no/such/shop") as pool,
        pytest.raises(RayActorError, match="/no/such/shop"),
    ):
        list(pool.play(SPECS[:1]))
    assert pool.replaced == 0


def test_work_that_no_actor_comes_back_from_is_named():
    def deadly(member):
        return lambda seen, heard: os._exit(1) if seen.env == "tracking" else rg.players.expert(seen, heard)

    with RolloutPool(deadly, workers=1) as pool:
        with pytest.raises(Lost, match=f"3 actors in a row were lost while {SPECS[1]} "):
            list(pool.play(SPECS[1:2]))
        assert [group.rewards() for group in pool.play(SPECS[:1])] == [(1.0,)], (
            "and the pool is good for other work"
        )


def test_a_machine_that_goes_away_takes_nothing_with_it():
    """Two nodes, each with a store of its own; one leaves in the middle of the run."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.stacks.two_nodes"],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    assert run.returncode == 0 and run.stdout.startswith("96 groups as they should be, "), (
        run.stdout + run.stderr
    )


def test_members_of_a_group_may_differ():
    names = ("expert", "silent")

    def team(member):
        return rg.players.get(names[member])

    with RolloutPool(team, workers=1, group=2) as pool:
        (group,) = pool.play(SPECS[:1])
    assert group.rewards() == (1.0, 0.0)


def test_a_bug_in_a_player_is_loud():
    def broken(member):
        raise ZeroDivisionError("a bug of the player's")

    with RolloutPool(broken, workers=1) as pool, pytest.raises(ZeroDivisionError):
        list(pool.play(SPECS[:1]))


def test_a_catalogue_is_opened_by_name_on_every_actor():
    store = rg.catalog.load(2_000)
    with RolloutPool("expert", workers=2, catalog=2_000) as pool:
        groups = list(pool.play(SPECS[:4]))
    assert {group.spec.store for group in groups} == {store.content_hash}


def test_one_curriculum_is_shared_by_name_and_outlives_its_actor():
    mine = SharedCurriculum(fresh("window", ("cart",), min_episodes=4), name="shared-in-a-test")
    other = SharedCurriculum(fresh("window", ("cart",), min_episodes=4), name="shared-in-a-test")
    first, second = mine.specs(4), other.specs(4)
    assert len({spec.seed for spec in (*first, *second)}) == 8
    with RolloutPool("expert", workers=1) as pool:
        mine.learn(pool.play(first))
    assert other.state() == mine.state() and mine.state().tallies["cart"].level == 1
    ray.kill(ray.get_actor("shared-in-a-test"))
    assert mine.state().tallies["cart"].level == 1 and not {s.seed for s in mine.specs(4)} & {
        s.seed for s in first
    }


@pytest.mark.parametrize("given", [list, iter])
def test_specs_of_the_test_split_are_refused_before_they_are_played(given):
    with RolloutPool("expert", workers=1) as pool, pytest.raises(HeldOut, match=r"test split.*evaluate=True"):
        list(pool.play(given([rg.task("train", 0, "cart", 0), rg.task("test", 0, "cart", 0)])))


def test_episodes_of_an_evaluation_move_no_curriculum():
    curriculum = SharedCurriculum(fresh("window", ("cart",), min_episodes=1), name="left-alone-in-a-test")
    with RolloutPool("expert", workers=1, evaluate=True) as pool:
        curriculum.learn(pool.play([rg.task("validation", i, "cart", 0) for i in range(3)]))
        with pytest.raises(HeldOut, match=r"test split.*keep groups of an evaluation from the curriculum"):
            curriculum.learn(pool.play([rg.task("test", i, "cart", 0) for i in range(3)]))
    assert curriculum.state().tallies["cart"].level == 0


def test_the_example_of_rollouts_runs(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["rollouts_on_ray.py", "--workers", "1", "--steps", "1"])
    runpy.run_path(str(Path(__file__).parents[2] / "examples" / "rollouts_on_ray.py"), run_name="__main__")
    assert "32 groups, 0 with something to learn from" in capsys.readouterr().out  # experts never differ


def test_the_example_of_ppo_runs(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["train_menu_ppo.py", "--env", "tracking", "--iterations", "1"])
    runpy.run_path(str(Path(__file__).parents[2] / "examples" / "train_menu_ppo.py"), run_name="__main__")
    assert "iteration   1: mean return" in capsys.readouterr().out


def test_ppo_improves_at_level_0_within_a_bounded_number_of_steps():
    """Menus for a small network: about 26,000 steps take it from nothing to a fifth of what can be earned."""
    returns = list(train(config("cart", level=0, seed=1), iterations=50))
    early, late = sum(returns[:5]) / 5, sum(returns[-5:]) / 5
    assert late > early + 0.08, f"from {early:.3f} to {late:.3f}"


def test_the_page_shows_what_runs():
    smaller = (
        ("workers=64, group=8", "workers=2, group=2"),
        ("range(300)", "range(1)"),
        ("specs(32)", "specs(2)"),
    )
    learned = []
    shown("docs/training/ray.md", *smaller, my_team=expert, update=learned.extend)
    assert [group.rewards() for group in learned] == [(1.0, 1.0)] * 2
