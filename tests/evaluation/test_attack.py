"""Attackers find what gives a goal away, and find nothing where nothing does."""

import json

import pytest
from docs_tools.attacks import _cell

import retailgym as rg
from retailgym.core.streams import Streams
from retailgym.evaluation.attack import Attack, _pointed, attack
from retailgym.players.attackers import ATTACKERS, Lesson
from retailgym.players.survey import Survey, SurveyChoice, meant, survey

from ..command import retailgym
from ..paths import started

LEARNING = [name for name in ATTACKERS if name not in ("memory_of_shelves", "bag_of_words")]


def lessons(first, n, telling):
    """Ten things each, one of them meant; its price is high if anything is to tell."""
    found = []
    for seed in range(first, first + n):
        rng = (Streams("attack") / seed)()
        goal = rng.below(10)
        prices = [rng.below(100) + (120 if telling and k == goal else 0) for k in range(10)]
        choices = [
            SurveyChoice(view="product", group="g", name=f"{seed}-{k}", numbers={"price": float(p)}, words=())
            for k, p in enumerate(prices)
        ]
        seen = Survey(opening="a red one", choices=tuple(choices))
        found.append(Lesson(seen=seen, meant=frozenset({f"{seed}-{goal}"})))
    return found


def auc(name, telling):
    pytest.importorskip("sklearn")
    scorer, others = ATTACKERS[name](lessons(0, 200, telling)), lessons(1000, 200, telling)
    pointed = list(_pointed(others, [scorer(lesson.seen) for lesson in others]))
    return sum(p.auc for p in pointed) / len(pointed)


@pytest.mark.parametrize("name", LEARNING)
def test_an_attacker_finds_what_gives_the_goal_away(name):
    assert auc(name, telling=True) > 0.9


@pytest.mark.parametrize("name", LEARNING)
def test_an_attacker_finds_nothing_where_nothing_tells(name):
    assert 0.4 < auc(name, telling=False) < 0.6


def test_who_knows_every_thing_by_name_finds_what_is_meant_again_and_again():
    seen = Survey(
        opening="",
        choices=tuple(SurveyChoice(view="product", group="g", name=n, numbers={}, words=()) for n in "abc"),
    )
    scorer = ATTACKERS["memory_of_shelves"]([Lesson(seen=seen, meant=frozenset("b"))] * 3)
    assert max(zip(scorer(seen), "abc", strict=True))[1] == "b"


@pytest.mark.parametrize("env", [env for env in rg.envs() if env != "journey"])
def test_what_is_meant_is_among_what_can_be_seen(env):
    starts = [started(env, level, seed) for level in (0, 6, 12) for seed in range(4)]
    found = [bool(meant(start, survey(start))) for start in starts]
    assert sum(found) >= 10, found


@pytest.mark.parametrize("env", ["substitution", "bundle", "tracking", "desk"])
def test_what_is_meant_is_seen_in_the_upper_half_too_where_services_fail(env):
    starts = [rg.start(rg.Spec(env, level, seed)) for level in (18, 24) for seed in range(6)]
    found = [bool(meant(start, survey(start))) for start in starts]
    assert sum(found) >= 9, found


def test_of_several_matters_that_is_meant_of_which_the_opening_tells():
    views = {"tracking": {"line"}, "policy": {"line"}, "returns": {"line", "product"}}
    found = []
    for seed in range(24):
        start = started("journey", 4, seed)
        seen, job = survey(start), start.task.brief.requests[0].job
        names = meant(start, seen)
        of = {c.view for c in seen.choices if c.name in names}
        assert of <= views.get(job, {"product"}), (seed, job)
        found.append(bool(of))
    assert sum(found) >= 12, found


def test_products_are_no_neighbours_of_order_lines():
    views = set[str]()
    for seed in range(12):
        choices = survey(started("journey", 4, seed)).choices
        groups = {(c.view, c.group) for c in choices}
        assert len(groups) == len({c.group for c in choices}), seed
        views |= {view for view, _ in groups}
    assert views == {"product", "line"}


def test_looking_around_does_not_depend_on_what_is_meant():
    """The canary stands where the goal was."""
    start = rg.start("tracking/6/3")
    canary = rg.core.values.replace(
        start, task=rg.core.values.replace(start.task, goal=rg.core.task.Sealed("CANARY"))
    )
    assert survey(start) == survey(canary)


def test_the_command_prints_its_figures_as_json():
    pytest.importorskip("sklearn")
    ran = retailgym("attack", "tracking", "--levels", 0, "--episodes", 6, "--json")
    found = json.loads(ran.stdout)
    assert {row["attacker"] for row in found["rows"]} == {*ATTACKERS, "memory_of_openings"}
    assert ran.returncode == (not found["passed"])


def test_the_page_names_each_limit_that_is_broken():
    row = {"groups": 9, "auc": 0.7, "top_1": 0.3, "chance": 0.1, "episodes": 9, "success": 0.0, "reward": 0.1}
    assert _cell({**row, "over": []}) == "0.70, 0%, +0.10"
    broken = _cell({**row, "over": ["AUC", "top-1"]})
    assert broken == "0.70, 0%, +0.10 **over: AUC, top-1** (3.0 times chance)"


@pytest.mark.long
@pytest.mark.parametrize("env", rg.envs())
def test_nothing_is_to_be_won_by_statistics(env):
    pytest.importorskip("sklearn")
    rows = list(attack(Attack(env=env, levels=tuple(range(0, 13, 2)), episodes=300)))
    assert not [row for row in rows if row.over]
