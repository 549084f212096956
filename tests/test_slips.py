"""Customers misremember in the upper half: no line fits all that they say, and one alone fits all but one."""

from collections.abc import Sequence
from functools import cache

import pytest

import retailgym as rg
from retailgym.core.task import TOPICS_PER_QUESTION, Detail
from retailgym.envs.shared.order_clues import CUES, UNKNOWN, Clue, fits
from retailgym.envs.shared.order_references import CLUES

from .paths import started
from .solvers.tracking import _entry

ENVS = ("tracking", "returns", "policy")


@cache
def upper(env: str, seeds: int) -> list[rg.Episode]:
    axes = {"p_slip": 1, "p_fault": 0, "lures": 0, "p_revise": 0, "noise": 0}
    return [started(env, 20, seed, **axes) for seed in range(seeds)]


def mistaken(env: str, seeds: int) -> list[tuple[rg.Episode, Detail]]:
    """Episodes in which something is not so as it is said, and what that is."""
    return [(s, d) for s in upper(env, seeds) for d in details(s) if d.slip != ""]


def details(start: rg.Episode) -> tuple[Detail, ...]:
    return start.task.brief.requests[0].things[0].details


def clues_of(start: rg.Episode) -> list[Detail]:
    """What somebody remembers of what they ordered."""
    return [d for d in details(start) if d.topic in CUES and d.value != UNKNOWN]


def lengthy(env: str, seeds: int) -> list[rg.Episode]:
    """Episodes in which somebody remembers more than it takes."""
    return [start for start in upper(env, seeds) if len(clues_of(start)) > CLUES[-1]]


def misfits(start: rg.Episode, said: Sequence[Detail] = ()) -> list[int]:
    """For each line that could be meant, how much of what is said, in all or of this, is not so of it."""
    world, thing = start.world, start.task.brief.requests[0].things[0]
    clues = [Clue(topic=d.topic, value=str(d.value)) for d in said or clues_of(start)]
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


@pytest.mark.parametrize("env", ENVS)
def test_a_doubt_about_what_is_misremembered_costs_nothing_once(env):
    """Nothing fits all that was said; which of it is wrong? That is asked of what was told."""
    met = 0
    for start, slip in mistaken(env, 80):
        if slip.topic != "recipient":
            continue
        met += 1
        noun = start.task.brief.requests[0].things[0].noun
        asks = {"text": f"Who was the {noun} sent to?"}
        episode = start
        for why in ((True,), (True, True), (True, True, False))[slip.disclosure == "stated" :]:
            episode = rg.step(episode, asks)
            free = tuple([e["free"] for e in rg.testing.exchanges(episode)])
            assert free == why[slip.disclosure == "stated" :], (start.spec, rg.testing.exchanges(episode))
    assert met > 0


@pytest.mark.parametrize("env", ENVS)
def test_who_is_mistaken_begins_like_who_is_not(env):
    wrong = [s for s, _ in mistaken(env, 60)]
    right = [s for s in lengthy(env, 60) if s not in wrong]
    assert len(right) >= 3
    for start in (*wrong, *right):
        begun = [d for d in clues_of(start) if d.disclosure == "stated"]
        assert begun and all(d.disclosure == "mentioned" for d in clues_of(start) if d not in begun)
        assert sum(not n for n in misfits(start, begun)) >= 8  # lines share what they begin with
        assert start.task.par.exchanges >= 2
    assert all(misfits(start).count(0) == 1 for start in right)


@pytest.mark.parametrize("env", ENVS)
def test_who_is_asked_in_the_order_that_they_name_seems_to_mean_another_line_first(env):
    """Where customers are mistaken, who stops as soon as one line fits has the wrong one."""
    astray, found = 0, [s for s, _ in mistaken(env, 40)]
    for start in found:
        clues, meant = clues_of(start), misfits(start).index(1)
        begun = [d for d in clues if d.disclosure == "stated"]
        rest = [d for d in clues if d.disclosure != "stated"]
        for asked in range(TOPICS_PER_QUESTION, len(rest), TOPICS_PER_QUESTION):
            off = misfits(start, [*begun, *rest[:asked]])
            assert off[meant] == 1
            if off.count(0) == 1:
                astray += 1
                break
    assert astray >= 0.6 * len(found), (astray, len(found))


def test_below_level_13_nobody_misremembers():
    for env in ENVS:
        assert all(d.slip == "" for seed in range(5) for d in details(started(env, 12, seed)))
