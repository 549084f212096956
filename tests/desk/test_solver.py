"""The gold against a clerk of another make: `solvers.desk` shares nothing with it but the words of the
policy."""

import ast
from pathlib import Path

import pytest

import retailgym as rg

from ..paths import started
from ..solvers import desk as clerk

TICKETS = 25  # of each tier in `make test`, four times as many in `make test-long`
SHARED = {
    "core.episode",
    "policy",
    "world.facts",
}  # the episode, the words of the policy, the names of marks
READS = {"ARTICLES", "FACTS", "TOPICS", "article", "day_of_year", "read_article"}


def gold_of(episode):
    gold = rg.testing.truth(episode)["goal"]["gold"]
    items = [(i["item_id"], i["resolution"], i["cents"]) for i in gold["items"]]
    return tuple(sorted(items)), gold["resolution"], gold["fraud"]


@pytest.mark.parametrize("tier", range(1, 8))
def test_the_gold_is_what_the_clerk_comes_to(tier):
    agreed(tier, TICKETS)


@pytest.mark.long
@pytest.mark.parametrize("tier", range(1, 8))
def test_the_gold_is_what_the_clerk_comes_to_on_many_tickets(tier):
    agreed(tier, 4 * TICKETS)


def agreed(tier, tickets):
    for seed in range(tickets):
        episode = rg.start(rg.Spec("desk", 2 * tier - 2, 500_000 + seed))
        assert clerk.answers(episode) == [gold_of(episode)], episode.spec


@pytest.mark.parametrize("seeds", [5, pytest.param(30, marks=pytest.mark.long)])
@pytest.mark.parametrize("level", [14, 18, 24])
def test_the_gold_is_what_the_clerk_comes_to_in_a_shop_as_it_is(level, seeds):
    for seed in range(seeds):
        episode = started("desk", level, 500_000 + seed)
        assert clerk.answers(episode) == [gold_of(episode)], episode.spec


def test_the_clerk_decides_with_no_code_of_the_package():
    imported = {
        (node.module.removeprefix("retailgym."), name.name)
        for node in ast.walk(ast.parse(Path(clerk.__file__).read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module.startswith("retailgym")
        for name in node.names
    }
    assert {module for module, _ in imported} <= SHARED
    assert {name for module, name in imported if module == "policy"} <= READS
