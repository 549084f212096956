"""Customers misremember in the upper half: no line fits all that they say, and one alone fits all but one."""

import pytest

import retailgym as rg
from retailgym.core.task import Detail
from retailgym.envs.shared.order_clues import CUES, UNKNOWN, Clue, fits

from .solvers.tracking import _entry

ENVS = ("tracking", "returns", "policy")


def mistaken(env: str, seeds: int) -> list[tuple[rg.Episode, Detail]]:
    """Episodes in which something is not so as it is said, and what that is."""
    axes = {"p_slip": 1, "p_fault": 0, "lures": 0, "p_revise": 0, "noise": 0}
    starts = [rg.start(rg.Spec(env, 20, seed, axes=axes)) for seed in range(seeds)]
    return [(s, d) for s in starts for d in details(s) if d.slip != ""]


def details(start: rg.Episode) -> tuple[Detail, ...]:
    return start.task.brief.requests[0].things[0].details


def misfits(start: rg.Episode) -> list[int]:
    """For each line that could be meant, how much of what is said at once is not so of it."""
    world, thing = start.world, start.task.brief.requests[0].things[0]
    clues = [
        Clue(topic=d.topic, value=str(d.value))
        for d in thing.details
        if d.topic in CUES and d.value != UNKNOWN
    ]
    here = [
        _entry(world, o, n)
        for o, order in enumerate(world.orders)
        for n, b in enumerate(order.lines)
        if world.catalog.head(b.doc).shelf == thing.shelf
    ]
    return [sum(not fits(c, entry, world.today) for c in clues) for entry in here]


@pytest.mark.parametrize("env", ENVS)
def test_no_line_fits_all_that_is_said_and_one_alone_fits_all_but_one(env):
    found = mistaken(env, 30)
    assert len(found) >= 5
    for start, _ in found:
        off = misfits(start)
        assert off.count(0) == 0 and off.count(1) == 1, off


@pytest.mark.parametrize("env", ENVS)
def test_the_expert_takes_the_line_that_fits_all_but_one(env):
    for start, _ in mistaken(env, 20):
        episode, verdict = rg.play(start, rg.players.get("expert"))
        assert verdict.reward == 1.0, (start.spec, verdict)
        par = episode.task.par
        assert episode.used.exchanges <= par.exchanges and episode.used.calls <= par.calls


def test_who_is_told_what_the_record_shows_concedes_and_who_is_not_insists():
    told = {"recipient": {"me": "yourself", "other": "somebody else"}}
    met = 0
    for start, slip in mistaken("tracking", 120):
        if slip.topic not in told:
            continue
        met += 1
        noun = start.task.brief.requests[0].things[0].noun
        so, not_so = (
            f"The {noun} was for {told[slip.topic][v]}, is that right?" for v in (slip.slip, slip.value)
        )
        acts = {text: rg.step(start, {"text": text}).log[-1].acts for text in (so, not_so)}
        assert not any("Corrects" in type(a).__name__ for a in (*acts[so], *acts[not_so])), acts
    assert met > 0


def test_what_is_left_out_is_asked_for_as_often_as_where_nobody_is_mistaken():
    found = mistaken("tracking", 30)
    left_out = [s for s, d in found if d.disclosure == "mentioned"]
    assert len(left_out) >= len(found) / 2
    assert all(s.task.par.exchanges >= 3 for s in left_out)


def test_below_level_13_nobody_misremembers():
    for env in ENVS:
        assert all(d.slip == "" for seed in range(5) for d in details(rg.start(rg.Spec(env, 12, seed))))
