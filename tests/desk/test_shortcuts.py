"""What can be seen without a word of the customer does not tell what is due."""

from collections import defaultdict

import pytest

import retailgym as rg
from retailgym.core.episode import begin, streams
from retailgym.core.streams import Streams
from retailgym.core.values import replace
from retailgym.envs import get_env
from retailgym.envs.desk.gold import derive
from retailgym.envs.desk.plan import telling
from retailgym.envs.desk.records import told_of
from retailgym.envs.desk.task import put

from ..paths import started
from .tickets import of_level

EVEN_LEVELS = (0, 2, 4, 6, 8, 10, 12)


def decided(gold):
    return tuple([(i.resolution, i.fraud) for i in gold.items]), gold.resolution


def ends(world, drawn, n):
    """What else one item could come to, with the same records, by what may be said of it."""
    rng, found = (Streams("shortcuts") / n)(), set()
    for _ in range(30):
        story = telling(rng, drawn.tier, 300, drawn.stories[n], drawn.goods[n])
        told = list(drawn.dossier.told)
        told[n] = told_of(story, drawn.goods[n])
        dossier = replace(drawn.dossier, told=tuple(told))
        item = derive(world.policy, dossier).items[n]
        found.add((item.resolution, item.fraud))
    return found


@pytest.mark.parametrize("level", EVEN_LEVELS)
def test_records_leave_it_open_what_is_due(level):
    """Whoever knows all records, the policy and what customers say, but not what this one said, has to guess
    among several ends."""
    chances = []
    for world, drawn in of_level(level, 24):
        chance = 1.0
        for n in range(len(drawn.goods)):
            chance /= len(ends(world, drawn, n))
        chances.append(chance)
    assert sum(chances) / len(chances) <= 0.3, sum(chances) / len(chances)


@pytest.mark.parametrize("level", [*EVEN_LEVELS, 18])
def test_budgets_follow_from_the_level_and_what_the_ticket_shows(level):
    """How many items it is about, and whether the bank has opened a dispute. So they carry no bit about what
    was left unsaid."""
    found = defaultdict(set)
    for seed in range(40):
        episode = started("desk", level, seed)
        seen, file = rg.observe(episode), episode.world.ticket.file
        shown = len(file.about), bool(file.disputes)
        found[shown].add((seen.exchanges_left, seen.calls_left))
    assert all(len(budgets) == 1 for budgets in found.values()), found


@pytest.mark.parametrize("level", [0, 6, 12])
def test_par_is_within_the_cap(level):
    for seed in range(40):
        for par, cap in started("desk", level, seed).task.shares:
            assert par.exchanges <= cap.exchanges and par.calls <= cap.calls


@pytest.mark.parametrize("level", EVEN_LEVELS)
def test_another_account_changes_no_record_no_budget_and_no_schema(level):
    """The desk's candidates: the same records, and something else that the customer says of them."""
    differ = 0
    for seed, (world, drawn) in enumerate(of_level(level, 24)):
        rng, told = (Streams("accounts") / seed)(), []
        for n, goods in enumerate(drawn.goods):
            story = telling(rng, drawn.tier, 300, drawn.stories[n], goods)
            told.append(told_of(story, goods))
        dossier = replace(drawn.dossier, told=tuple(told))
        other = replace(drawn, dossier=dossier, gold=derive(world.policy, dossier))
        spec, env = rg.Spec("desk", level, seed), get_env("desk")
        one, two = (begin(spec, env, put(streams(spec, env), world, d), 0) for d in (drawn, other))
        assert one.budgets == two.budgets and rg.observe(one).tools == rg.observe(two).tools
        order = drawn.dossier.order
        looks = [rg.Call("inspect_order", {"order_id": order.order_id}), rg.Call("inspect_customer")]
        looks += [rg.Call("inspect_inventory", {"item_id": item_id}) for item_id in order.ticket_items]
        looks += [rg.Call("inspect_policy", {"page": page}) for page in ("tickets", "fraud")]
        for call in looks:
            one, two = (rg.step(e, rg.Turn(calls=(call,))) for e in (one, two))
            assert one.log[-1].message == two.log[-1].message, call
        differ += decided(other.gold) != decided(drawn.gold)
    assert differ >= 12  # of 24: it is no other ticket for nothing
