"""An episode of the upper half starts in little more time than one of the lower half."""

import cProfile
import pstats

import pytest

import retailgym as rg

from ..catalog.children import run

SEEDS, WARM, MOST = 20, 10, 3
WIDE = {"desk": 60, "bundle": 40, "substitution": 40, "returns": 40}  # whose starts differ most


def calls(env: str, level: int, times: int = 1) -> int:
    """How many functions are called to start some episodes; unlike time it is the same on every machine."""
    seeds = range(times * WIDE.get(env, SEEDS))
    for seed in range(WARM):
        rg.start(rg.Spec(env, level, 9_000 + seed))
    profile = cProfile.Profile()
    profile.enable()
    for seed in seeds:
        rg.start(rg.Spec(env, level, seed))
    profile.disable()
    return int(pstats.Stats(profile).total_calls)  # type: ignore[attr-defined]


@pytest.mark.parametrize("times", [1, pytest.param(2, marks=pytest.mark.long)])
@pytest.mark.parametrize("env", rg.envs())
def test_a_start_at_level_24_costs_at_most_three_times_that_of_level_12(env: str, times: int) -> None:
    """In a process of its own, since what others have drawn before is at hand."""
    counted = ", ".join([f"calls({env!r}, {level}, {times})" for level in (24, 12)])
    code = f"from tests.scale.test_levels import calls; print({counted})"
    high, low = map(int, run(code).stdout.split())
    assert high <= MOST * low, (high, low)
