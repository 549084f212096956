"""Lists that a customer buys as a whole: the exact search, what is drawn, and who does not find the best."""

from itertools import combinations

import pytest

import retailgym as rg
from retailgym.core.money import spoken
from retailgym.core.streams import Streams
from retailgym.envs.discovery.together import GROUPS, ListItem, Together, best_set, read_together
from retailgym.players.skipping import scripts

from ..paths import started
from ..shelves import on_shelf
from ..solvers.discovery import answers
from .test_discovery import preference

EXCHANGING = 0.2  # of the lists, which who exchanges one product at a time may find
RULE = Together(limit_cents=9_000, few=(("brand", 1), ("material", 2)), soon=1, days=2)


def item(price, tenths, days, brand, material):
    return ListItem(price, tenths, days, (1 + brand, 1 + GROUPS + material))


def test_what_is_said_of_a_list_as_a_whole_can_be_read_back():
    assert read_together(RULE.code) == RULE and read_together("price up") is None


def test_each_condition_is_kept_and_of_lists_that_are_level_the_cheaper_wins():
    """a is best but shares b's brand; without something soon, c, d and e would have most stars."""
    a, b, c = item(4_000, 50, 5, 0, 0), item(3_000, 45, 1, 0, 1), item(2_500, 46, 6, 1, 0)
    d, e = item(2_400, 44, 6, 2, 0), item(2_300, 44, 6, 2, 1)
    found = best_set([a, b, c, d, e], 3, RULE)
    assert found is not None and found.chosen == (4, 2, 1)  # b, c and e: 7,800 cents and 13.5 stars
    assert (found.tenths, found.price, found.next_price) == (135, 7_800, 7_900)


def test_the_search_finds_what_looking_at_everything_finds():
    found = 0
    for n in range(60):
        rng = (Streams("whole lists") / n)()
        items = [
            item(
                100 * rng.between(10, 60), rng.between(28, 50), rng.between(1, 7), rng.below(5), rng.below(4)
            )
            for _ in range(11)
        ]
        size = rng.between(3, 5)
        few = (("brand", rng.between(1, 2)), ("material", rng.between(1, 3)))
        rule = Together(limit_cents=100 * rng.between(20, 40) * size, few=few, soon=rng.below(size), days=3)
        every = [
            (sum(i.tenths for i in some), -sum(i.price for i in some))
            for some in combinations(items, size)
            if sum(i.price for i in some) <= rule.limit_cents
            and sum(i.days <= 3 for i in some) >= rule.soon
            and all(_most_alike(some, at) <= most for at, (_, most) in enumerate(few))
        ]
        best = best_set(items, size, rule)
        found += best is not None
        assert (best and (best.tenths, -best.price)) == max(every, default=None), n
    assert 15 < found < 60


def _most_alike(some, at):
    groups = [i.groups[at] for i in some]
    return max(map(groups.count, groups))


def whole_lists(level, seeds):
    starts = [started("discovery", level, 74_000 + seed) for seed in range(seeds)]
    return [start for start in starts if read_together(preference(start))]


def test_most_lists_at_24_are_bought_as_a_whole_and_none_with_fewer_links():
    assert len(whole_lists(24, 30)) >= 20
    assert not any(whole_lists(level, 15) for level in (12, 16, 20))


def test_one_list_is_right_and_nothing_as_good_is_near_it():
    for start in whole_lists(24, 20):
        end, verdict = rg.play(start, rg.players.expert)
        assert verdict.reward == 1.0 and answers(end) == [end.world.answers["recommend"]], start.spec
        goal, rule = start.task.goal.open(), read_together(preference(start))
        here = {p.id: p for p in on_shelf(start.world, start.task.brief.requests[0].things[0].shelf)}
        chosen = [here[id] for id in goal.ranked]
        assert len(chosen) == goal.wanted >= 7 and sum(p.price_cents for p in chosen) <= rule.limit_cents


def test_all_of_it_is_said():
    for start in whole_lists(22, 15):
        (thing,) = start.task.brief.requests[0].things
        rule = read_together(preference(start))
        detail = next(d for d in thing.details if d.topic == "preference")
        for said in detail.says:
            assert spoken(rule.limit_cents, start.world.customer.currency) in said
            assert f"within {rule.days} days" in said and said.count("no more than") >= len(rule.attributes)


@pytest.mark.parametrize("level", [21, 24])
def test_who_forgets_the_conditions_or_exchanges_one_product_at_a_time_loses(level):
    starts, players = whole_lists(level, 45), scripts()["discovery"]
    won = {
        name: sum(rg.play(start, players[name])[1].success for start in starts)
        for name in ("forgets_conditions", "greedy")
    }
    assert won["forgets_conditions"] <= 0.05 * len(starts), won
    assert won["greedy"] <= EXCHANGING * len(starts), won
