"""Budgets of the jobs about orders follow from the level and what the opening shows."""

import pytest

from ..paths import started


def shown(episode):
    """What the opening gives away of how long it may take: how many things are spoken of, of what kind, and
    whether another model is wanted."""
    things = episode.task.brief.requests[0].things
    wishes = any(d.role == "wish" for t in things[1:] for d in t.details)
    return len(things), wishes, things[0].shelf if len(things) > 1 else ""


@pytest.mark.parametrize("seeds", [30, pytest.param(120, marks=pytest.mark.long)])
@pytest.mark.parametrize("env", ["tracking", "returns", "policy"])
@pytest.mark.parametrize("level", [0, 4, 8, 12])
def test_budgets_tell_nothing_of_what_was_left_unsaid(env, level, seeds):
    by_opening = {}
    for seed in range(seeds):
        episode = started(env, level, seed)
        by_opening.setdefault(shown(episode), set()).add(episode.budgets)
        ((par, cap),) = episode.task.shares
        assert par.exchanges <= cap.exchanges and par.calls <= cap.calls
    assert all(len(budgets) == 1 for budgets in by_opening.values()), by_opening
    assert len({b for key, found in by_opening.items() if key[0] == 1 for b in found}) == 1
