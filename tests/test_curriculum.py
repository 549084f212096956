"""Curricula climb with a learner, do not count evaluations, and the band follows a learner that gets
worse."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retailgym.core.curriculum import (
    STRATEGIES,
    TOP,
    FinishedEpisode,
    LevelTally,
    after,
    choose,
    fresh,
    restored,
    saved,
)
from retailgym.core.difficulty import LEVELS
from retailgym.core.streams import Streams
from retailgym.core.values import replace

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


def test_a_damaged_state_is_refused():
    with pytest.raises(ValueError, match="not a saved curriculum"):
        restored(b'{"type": "window"}')


def played(c, wins, losses=0, level=0, reward=None):
    """So many episodes won, then so many lost."""
    for won in [True] * wins + [False] * losses:
        earned = float(won) if reward is None else reward
        c = after(c, FinishedEpisode(env="cart", level=level, success=won, reward=earned))
    return c


def level_of(c):
    return c.tallies["cart"].level


def at_level(strategy, level, **settings):
    """A fresh curriculum whose environment stands at a level."""
    c = fresh(strategy, ("cart",), **settings)
    return replace(c, tallies={"cart": LevelTally(level=level)})


def test_the_band_includes_its_edges():
    """40 % and 70 % of 100 are inside; one more or less is not."""
    for wins, level in ((70, 5), (71, 6), (40, 5), (39, 4)):
        moved = played(at_level("band", 5, min_episodes=100), wins, 100 - wins, level=5)
        assert (level_of(moved), moved.tallies["cart"].tried) == (level, 0), wins


def test_no_level_is_below_zero_or_above_the_last():
    assert level_of(played(fresh("band", ("cart",), min_episodes=4), 0, 4)) == 0
    for strategy in STRATEGIES:
        top = at_level(strategy, TOP, min_episodes=4)
        assert level_of(played(top, 8, level=TOP)) == TOP
        assert level_of(played(at_level(strategy, TOP - 1, min_episodes=4), 4, level=TOP - 1)) == TOP
    assert TOP == LEVELS[-1] == max(LEVELS)
    low = at_level("window", 1)
    assert {choose(low, (Streams("low") / n)())[1] for n in range(60)} == {0, 1}


def test_the_window_asks_for_exactly_its_accuracy():
    """90 of 100 is enough, 89 is not; after either the count begins again."""
    for wins, level in ((90, 1), (89, 0)):
        moved = played(fresh("window", ("cart",), min_episodes=100), wins, 100 - wins)
        assert (level_of(moved), moved.tallies["cart"].tried) == (level, 0)


def test_the_rolling_mean_passes_at_its_threshold():
    """Rewards of 0.5 pass the first threshold of 50 %; anything less does not."""
    assert level_of(played(fresh("rolling", ("cart",), min_episodes=4), 4, reward=0.5)) == 1
    stuck = played(fresh("rolling", ("cart",), min_episodes=4), 4, reward=0.25)
    assert level_of(stuck) == 0 and stuck.tallies["cart"].recent == (0.25,) * 4


def test_the_rolling_mean_forgets_what_is_longer_ago_than_its_memory():
    c = played(fresh("rolling", ("cart",), min_episodes=4, memory=3), 3, reward=0.0)
    c = played(c, 2, reward=0.5)
    assert c.tallies["cart"].recent == (0.0, 0.5, 0.5) and level_of(c) == 0
    c = played(c, 1, reward=0.5)
    assert level_of(c) == 1 and c.tallies["cart"].recent == ()


def test_an_easy_past_lifts_nobody():
    """Perfect at level 0, then just short of the next threshold of 55 %: the old rewards must not help."""
    c = played(fresh("rolling", ("cart",), min_episodes=4, memory=64), 4, reward=1.0)
    assert level_of(c) == 1
    c = played(c, 30, level=1, reward=0.5)
    assert level_of(c) == 1 and c.tallies["cart"].recent == (0.5,) * 30
    c = played(c, 30, level=0, reward=1.0)  # easier episodes that are played besides
    assert level_of(c) == 1 and c.tallies["cart"].recent == (0.5,) * 30


def test_every_strategy_begins_at_level_zero_with_its_published_numbers():
    window, band, rolling = (fresh(name, ("cart",)) for name in ("window", "band", "rolling"))
    assert (window.width, window.min_episodes, window.accuracy_percent) == (3, 128, 90)
    assert (band.min_episodes, band.low_percent, band.high_percent) == (64, 40, 70)
    assert (rolling.min_episodes, rolling.memory) == (32, 64)
    assert all(
        c.tallies == {"cart": LevelTally(level=0, tried=0, won=0, recent=())} for c in (window, band, rolling)
    )
    with pytest.raises(ValueError, match="no curriculum 'nope'; there are window, band, rolling"):
        fresh("nope", ("cart",))


def test_an_environment_that_is_not_in_the_curriculum_moves_nothing():
    c = fresh("window", ("cart",), min_episodes=1)
    assert after(c, FinishedEpisode(env="desk", level=0, success=True, reward=1.0)) == c


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_learner_climbs_to_its_skill(strategy):
    done = play(fresh(strategy, ENVS), Streams(strategy)(), 5, 8000)
    assert all(4 <= level <= 6 for level in levels(done)), levels(done)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_evaluation_never_counts(strategy):
    start = fresh(strategy, ENVS)
    assert play(start, Streams("eval")(), 12, 2000, evaluation=True) == start


def test_the_band_follows_a_learner_down():
    rng = Streams("down")()
    strong = play(fresh("band", ENVS), rng, 8, 6000)
    weak = play(strong, rng, 2, 6000)
    assert min(levels(strong)) >= 7 and max(levels(weak)) <= 3, (levels(strong), levels(weak))


@given(
    st.sampled_from(sorted(STRATEGIES)), st.lists(st.tuples(st.integers(0, 24), st.booleans()), max_size=60)
)
def test_state_is_saved_and_restored_whole(strategy, games):
    c = fresh(strategy, ENVS, min_episodes=3)
    for level, won in games:
        c = after(c, FinishedEpisode(env="cart", level=level, success=won, reward=float(won)))
    assert restored(saved(c)) == c
