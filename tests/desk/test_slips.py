"""Customers of the desk misremember when something came; the carrier's record decides."""

import pytest

import retailgym as rg
from retailgym.core.task import Detail
from retailgym.core.values import replace
from retailgym.envs.desk.gold import derive
from retailgym.envs.desk.slips import TOPIC, as_said
from retailgym.players.skipping import scripts

from .. import paths
from ..paths import drafted


def started(seed: int, p_slip: float = 1, level: int = 20) -> rg.Episode:
    return paths.started("desk", level, seed, p_fault=0, lures=0, p_revise=0, p_slip=p_slip)


def arrivals(start: rg.Episode) -> dict[int, Detail]:
    things = start.task.brief.requests[0].things
    return {n: d for n, thing in enumerate(things) for d in thing.details if d.topic == TOPIC}


def misleads(start: rg.Episode) -> bool:
    """Whether the ticket would be settled otherwise, were it as the customer says."""
    goal, dossier = start.task.goal.open(), drafted(start.spec)[1].plan.drawn.dossier
    said = {n: int(d.value) for n, d in arrivals(start).items()}
    believed = derive(start.world.policy, replace(dossier, order=as_said(dossier.order, said)))
    return [(i.resolution, i.cents) for i in believed.items] != [
        (i.resolution, i.cents) for i in goal.gold.items
    ]


def test_as_many_are_mistaken_as_the_axis_says_and_nobody_else_is():
    for p_slip in (0.001, 0.5, 1):
        found = [d for seed in range(30) for d in arrivals(started(seed, p_slip)).values()]
        wrong = sum(d.slip != "" for d in found) / len(found)
        assert abs(wrong - p_slip) < 0.25, (p_slip, wrong, len(found))
        assert all(d.slip == "" or d.slip != d.value for d in found)


def test_without_slips_nobody_says_when_it_came():
    assert not any(arrivals(rg.start(rg.Spec("desk", 12, seed))) for seed in range(10))
    assert not any(arrivals(started(seed, 0)) for seed in range(10))


def test_who_believes_the_customer_loses_where_it_matters_and_who_goes_by_the_record_does_not():
    starts = [s for s in (started(seed) for seed in range(40)) if misleads(s)][:10]
    assert len(starts) >= 6
    assert sum(rg.play(s, scripts()["desk"]["believes_the_customer"])[1].success for s in starts) == 0
    assert all(rg.play(s, rg.players.get("expert"))[1].reward == 1.0 for s in starts)


@pytest.mark.parametrize("seed", range(3))
def test_the_policy_says_that_the_record_counts(seed):
    start = started(seed)
    found = rg.step(start, {"calls": [{"name": "inspect_policy", "arguments": {"page": "records"}}]})
    (general, *_) = found.log[-1].message.content.documents
    arguments = {"documents": [general.document]}
    found = rg.step(found, {"calls": [{"name": "inspect_policy", "arguments": arguments}]})
    assert (
        "Days count from the delivery that the carrier's record shows" in found.log[-1].message.content.text
    )
