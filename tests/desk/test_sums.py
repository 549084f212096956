"""What is wanted for one item by how much money comes back for two others."""

import re
from functools import cache

import pytest

import retailgym as rg
from retailgym.core.values import replace
from retailgym.envs.shared.links import hearing_otherwise

from ..paths import started

SUM = re.compile(r"(\w+) if items_(\d+)_(\d+) above (\d+) else (\w+)")


@cache
def tickets(count: int) -> list[rg.Episode]:
    """Tickets of which a wish hangs on a sum."""
    quiet = {"p_fault": 0, "p_revise": 0, "lures": 0, "noise": 0}
    starts = (started("desk", 24, seed, **quiet) for seed in range(10 * count))
    found = []
    for start in starts:
        if sums(start):
            found.append(start)
        if len(found) == count:
            return found
    raise AssertionError(len(found))


def sums(start: rg.Episode) -> list[tuple[re.Match[str], str]]:
    details = [d for t in start.task.brief.requests[0].things for d in t.details]
    return [(found, str(d.value)) for d in details if (found := SUM.fullmatch(d.link))]


def back(start: rg.Episode, n: int) -> int:
    item = start.task.goal.open().gold.items[n]
    assert item.resolution in ("refund", "partial_refund", "deny"), item.resolution
    return item.cents if item.resolution != "deny" else 0


@pytest.mark.parametrize("count", [40, pytest.param(100, marks=pytest.mark.long)])
def test_the_sum_of_what_comes_back_says_which_is_wanted(count):
    met = []
    for start in tickets(count):
        for code, wanted in sums(start):
            over = back(start, int(code[2])) + back(start, int(code[3])) > int(code[4])
            assert wanted == (code[1] if over else code[5]), start.spec
            met.append(over)
    assert 0.2 * len(met) <= sum(met) <= 0.8 * len(met), met


@pytest.mark.parametrize(("count", "least"), [(20, 3), pytest.param(45, 8, marks=pytest.mark.long)])
def test_who_does_not_add_up_loses_where_it_decides(count, least):
    """They take one of the two for what comes back for both."""

    def one_of_them(told):
        code = SUM.fullmatch(str(told.value))
        return (
            replace(told, value=f"{code[1]} if items_{code[2]}_{code[2]} above {code[4]} else {code[5]}")
            if (code)
            else told
        )

    needed = won = 0
    for start in tickets(count):
        wrong = [2 * back(start, int(c[2])) > int(c[4]) for c, _ in sums(start)]
        right = [back(start, int(c[2])) + back(start, int(c[3])) > int(c[4]) for c, _ in sums(start)]
        if wrong != right:
            needed += 1
            won += rg.play(start, hearing_otherwise(rg.players.expert, one_of_them))[1].success
    assert needed >= least and won == 0, (won, needed)


def test_the_expert_adds_up():
    for start in tickets(20)[:12]:
        assert rg.play(start, rg.players.expert)[1].reward == 1.0, start.spec
