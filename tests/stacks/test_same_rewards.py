"""The same fifty specs and turns give the same rewards through every adapter. Each stack has an environment
of its own, so those that are not installed here are skipped; `make test-stacks` makes them all."""

import pytest

from retailgym.bench import adapter_plays as through
from retailgym.training.needs import MissingStack, installed

from .plays import plays

pytestmark = pytest.mark.stack


def test_the_plays_are_of_every_kind():
    rewards = [play.reward for play in plays()]
    assert len(rewards) == 50 and {play.spec.env for play in plays()} >= {"cart", "desk", "journey"}
    assert (
        min(rewards) == -1.0
        and max(rewards) == 1.0
        and 0.0 in rewards
        and any(0.9 < r < 1.0 for r in rewards)
    )
    assert through.in_process(plays()) == rewards


@pytest.mark.parametrize("adapter", through.DRIVERS)
def test_every_adapter_gives_the_rewards_of_the_core(adapter):
    try:
        installed(through.NEEDS.get(adapter, adapter))
    except MissingStack as missing:
        pytest.skip(str(missing))
    assert through.DRIVERS[adapter](plays()) == [play.reward for play in plays()]
