"""An episode of the upper half starts in little more time than one of the lower half."""

import cProfile
import pstats

import pytest

import retailgym as rg

from ..catalog.children import run

SEEDS, MOST = 30, 3
WIDE = {"desk": 100, "bundle": 60, "substitution": 60, "returns": 60}  # whose starts differ most


def calls(env: str, level: int) -> int:
    """How many functions are called to start some episodes; unlike time it is the same on every machine."""
    seeds = range(WIDE.get(env, SEEDS))
    for seed in seeds:
        rg.start(rg.Spec(env, level, 9_000 + seed))
    profile = cProfile.Profile()
    profile.enable()
    for seed in seeds:
        rg.start(rg.Spec(env, level, seed))
    profile.disable()
    return int(pstats.Stats(profile).total_calls)  # type: ignore[attr-defined]


@pytest.mark.parametrize("env", rg.envs())
def test_a_start_at_level_24_costs_at_most_three_times_that_of_level_12(env: str) -> None:
    """In a process of its own, since what others have drawn before is at hand."""
    code = f"from tests.scale.test_levels import calls; print(calls({env!r}, 24), calls({env!r}, 12))"
    high, low = map(int, run(code).stdout.split())
    assert high <= MOST * low, (high, low)
