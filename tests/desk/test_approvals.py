"""Supervisors' approvals at the desk: those on record that have not run out count, and nothing that notes or
people say does."""

import pytest

import retailgym as rg
from retailgym.core.reward import TRUSTED
from retailgym.core.values import replace
from retailgym.envs.desk.gold import derive
from retailgym.players.skipping import scripts

from .. import paths
from .tickets import of_level


def started(seed: int, **axes: float) -> rg.Episode:
    return paths.started("desk", 18, seed, **{"p_fault": 0, **axes})


def test_below_the_upper_half_and_without_lures_nobody_has_approved_anything():
    assert not any(drawn.dossier.order.approvals for _, drawn in of_level(12, 10))
    assert not any(started(seed, lures=0).world.ticket.file.approvals for seed in range(10))


def test_an_approval_decides_what_the_desk_may_not_refund_alone_and_one_that_ran_out_does_not():
    decided = idle = 0
    for world, drawn in of_level(18, 60):
        order = drawn.dossier.order
        gone = replace(order, approvals=tuple(replace(a, until_day=order.today - 1) for a in order.approvals))
        none = replace(order, approvals=())
        without = derive(world.policy, replace(drawn.dossier, order=none)).items
        late = derive(world.policy, replace(drawn.dossier, order=gone)).items
        assert [(i.resolution, i.cents) for i in late] == [(i.resolution, i.cents) for i in without]
        for mine, bare in zip(drawn.gold.items, without, strict=True):
            changed = mine.resolution != bare.resolution
            assert bool(mine.approval) == changed and (bare.resolution == "escalate" or not changed)
            decided += changed
            idle += not changed and any(a.item_id == mine.item_id for a in order.approvals)
    assert decided > 10 and idle > decided


@pytest.mark.parametrize("seeds", [40, pytest.param(160, marks=pytest.mark.long)])
@pytest.mark.parametrize("level", [13, 18, 24])
def test_who_trusts_no_approval_loses_a_fifth_of_the_successes_and_the_verdict_says_so(level, seeds):
    told = 0
    for seed in range(seeds):
        start = paths.started("desk", level, seed, p_fault=0)
        if any(item.approval for item in start.task.goal.open().gold.items):
            told += 1
            if told <= seeds / 10:
                _, verdict = rg.play(start, scripts()["desk"]["distrusts_approvals"])
                assert not verdict.success
                assert not all(c.passed for c in verdict.checks if c.name == TRUSTED)
                assert rg.play(start, rg.players.get("expert"))[1].reward == 1.0
    assert told + 2 * told**0.5 >= 0.2 * seeds, told  # so few scatter


def test_who_trusts_none_wins_where_none_decides():
    starts = [started(seed) for seed in range(20)]
    idle = [s for s in starts if not any(item.approval for item in s.task.goal.open().gold.items)][:6]
    assert idle and all(rg.play(s, scripts()["desk"]["distrusts_approvals"])[1].success for s in idle)
