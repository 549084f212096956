"""Curricula climb with a learner, do not count evaluations, and the band follows a learner that gets
worse."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retailgym.core.curriculum import STRATEGIES, FinishedEpisode, after, choose, fresh, restored, saved
from retailgym.core.streams import Streams

ENVS = ("cart", "returns")


def play(curriculum, rng, skill, episodes, **how):
    """A learner that wins at levels below its skill nine times in ten, at its skill half the time, and seldom
    above."""
    for _ in range(episodes):
        env, level = choose(curriculum, rng)
        won = rng.chance(970 if level < skill else 550 if level == skill else 50)
        curriculum = after(
            curriculum, FinishedEpisode(env=env, level=level, success=won, reward=float(won), **how)
        )
    return curriculum


def levels(curriculum):
    return [curriculum.tallies[e].level for e in ENVS]


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_learner_climbs_to_its_skill(strategy):
    done = play(fresh(strategy, ENVS), Streams(strategy)(), 5, 8000)
    assert all(4 <= level <= 6 for level in levels(done)), levels(done)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_evaluation_never_counts(strategy):
    start = fresh(strategy, ENVS)
    assert play(start, Streams("eval")(), 12, 2000, evaluation=True) == start


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_one_episode_moves_nobody(strategy):
    lucky = after(fresh(strategy, ENVS), FinishedEpisode(env="cart", level=0, success=True, reward=1.0))
    assert levels(lucky) == [0, 0]


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_an_episode_of_one_environment_moves_no_other(strategy):
    c = fresh(strategy, ENVS, min_episodes=4)
    for _ in range(4):
        c = after(c, FinishedEpisode(env="cart", level=0, success=True, reward=1.0))
    assert levels(c) == [1, 0]


def test_the_window_counts_only_its_highest_level_and_then_starts_anew():
    c = fresh("window", ("cart",), min_episodes=10)
    for _ in range(10):
        c = after(c, FinishedEpisode(env="cart", level=0, success=True, reward=1.0))
    assert c.tallies["cart"].level == 1 and c.tallies["cart"].tried == 0
    for _ in range(50):
        c = after(c, FinishedEpisode(env="cart", level=0, success=True, reward=1.0))
    assert c.tallies["cart"].level == 1 and c.tallies["cart"].tried == 0
    for n in range(10):
        c = after(c, FinishedEpisode(env="cart", level=1, success=n != 0 and n != 1, reward=0.0))
    assert c.tallies["cart"].level == 1 and c.tallies["cart"].tried == 0  # 8 of 10 is below 90 %
    for n in range(10):
        c = after(c, FinishedEpisode(env="cart", level=1, success=n != 0, reward=0.0))
    assert c.tallies["cart"].level == 2  # 9 of 10 is enough


def test_the_window_plays_four_levels():
    c = fresh("window", ("cart",), min_episodes=1)
    for level in range(6):
        c = after(c, FinishedEpisode(env="cart", level=level, success=True, reward=1.0))
    rng = Streams("window")()
    assert {choose(c, rng)[1] for _ in range(200)} == {3, 4, 5, 6}


def test_the_band_follows_a_learner_down():
    rng = Streams("down")()
    strong = play(fresh("band", ENVS), rng, 8, 6000)
    weak = play(strong, rng, 2, 6000)
    assert min(levels(strong)) >= 7 and max(levels(weak)) <= 3, (levels(strong), levels(weak))


@given(
    st.sampled_from(sorted(STRATEGIES)), st.lists(st.tuples(st.integers(0, 12), st.booleans()), max_size=60)
)
def test_state_is_saved_and_restored_whole(strategy, games):
    c = fresh(strategy, ENVS, min_episodes=3)
    for level, won in games:
        c = after(c, FinishedEpisode(env="cart", level=level, success=won, reward=float(won)))
    assert restored(saved(c)) == c


def test_a_damaged_state_is_refused():
    with pytest.raises(ValueError, match="not a saved curriculum"):
        restored(b'{"type": "window"}')
