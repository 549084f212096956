"""Lists of the upper half: lines that hang on each other, and what each kind of dependency decides."""

from collections import Counter
from functools import cache

import pytest

import retailgym as rg
from retailgym.core.values import replace
from retailgym.envs.shared.links import (
    as_line,
    chosen_together,
    chosen_with,
    hangs_on,
    hearing_otherwise,
    most_cents,
)
from retailgym.players.skipping import scripts
from tests.paths import started
from tests.test_skipping_players import changes_others, ripples

SEEDS = range(160)
QUIET = {"p_fault": 0, "lures": 0, "noise": 0}


def lists(**axes: float) -> list[rg.Episode]:
    return [started("cart", 24, seed, **QUIET, **axes) for seed in SEEDS]


def details(episode: rg.Episode):
    for n, thing in enumerate(episode.task.brief.requests[0].things):
        for d in thing.details:
            yield n, d


@pytest.mark.parametrize("level", [12, 15, 18, 24])
def test_a_list_has_five_lines_at_most(level):
    assert all(len(started("cart", level, s).task.brief.requests[0].things) == 5 for s in range(5))


def test_who_knows_a_sum_of_some_lines_only_by_its_last_number_loses():
    def last(told):
        link = str(told.value)
        return replace(told, value=int(link.split()[-1])) if " of " in link and " over " in link else told

    starts = lists(p_revise=0, links=2)
    needed = [e for e in starts if any(" of " in d.link and _last(d) for _, d in details(e))]
    won = sum(rg.play(e, hearing_otherwise(rg.players.expert, last))[1].success for e in needed)
    assert len(needed) >= 8 and won == 0, (won, len(needed))


def _last(d) -> bool:
    return int(d.link.split()[-1]) != d.value


@pytest.mark.parametrize(("rest", "both"), [(0, (4, 2)), (2_000, (2, 3)), (8_000, (1, 1)), (9_500, (1, 1))])
def test_two_numbers_are_chosen_together_for_what_everything_comes_to(rest, both):
    """17.50 and 15.00 each: 4 and 2 come to 100, 2 and 3 to 80; where nothing fits, one of each."""
    assert chosen_together("within 10000 with 1 up to 4", (1_750, 1_500), rest) == both


def test_three_numbers_and_more_are_chosen_together_as_well():
    """12.00, 7.00 and 5.50 each: 2, 3 and 1 come to 50.50, nothing else to more within 51."""
    prices = 1_200, 700, 550
    assert chosen_together("within 5100 with 1,4 up to 3", prices, 0) == (2, 3, 1)
    assert chosen_together("within 5100 with 1,4 one by one up to 3", prices, 0) == (3, 1, 1)


def test_with_three_links_numbers_are_chosen_together_and_one_by_one_comes_to_others():
    needed = [e for e in lists(p_revise=0)[:60] if any(chosen_with(d.link) for _, d in details(e))]
    won = sum(rg.play(e, scripts()["cart"]["greedy"])[1].success for e in needed)
    assert len(needed) >= 40 and won <= 0.05 * len(needed), (won, len(needed))
    for episode in needed:
        numbers = {n: d for n, d in details(episode) if d.role == "quantity"}
        for n, d in numbers.items():
            others = chosen_with(d.link)
            for other in others:
                assert {*chosen_with(numbers[other].link), other} == {*others, n}
    assert not any(chosen_with(d.link) for e in lists(links=2)[:10] for _, d in details(e))


def test_an_option_that_is_as_that_of_another_line_is_the_same_in_the_end():
    met = 0
    for episode in lists():
        values = {(n, d.topic): d for n, d in details(episode)}
        for (_, topic), d in values.items():
            other = as_line(d.link)
            if other is not None:
                met += 1
                assert values[other, topic].value == d.value and not values[other, topic].link
    assert met >= 20, met


def test_no_number_hangs_on_a_thing_that_is_left_out():
    """Nobody wants as many as there are of what they do without."""
    met = 0
    for episode in lists():
        gone = _left_out(episode)
        met += bool(gone)
        for _, d in details(episode):
            assert d.role != "quantity" or hangs_on(d.link) not in gone, episode.spec
            assert " of " not in d.link or gone.isdisjoint(map(int, d.link.split()[4].split(",")))
    assert met >= 10, met


def _left_out(episode: rg.Episode) -> set[int]:
    targets = episode.task.goal.open().targets
    return {n for n in _out(episode) if not targets[n].instead}


def _out(episode: rg.Episode) -> set[int]:
    """The lines of which the wanted variant sells out."""
    found = set()
    for n, t in enumerate(episode.task.goal.open().targets):
        product, drawn = episode.world.product(t.product_id), episode.world.sells_out.get(t.product_id)
        found |= {n} if drawn is not None and product.variant(t.variant_id) in product.going(drawn) else set()
    return found


def test_late_changes_of_mind_are_about_what_other_lines_hang_on():
    """Mostly; and many come when lines stand in the cart."""
    made, along = Counter[str](), 0
    starts = lists(p_revise=1)
    for episode in starts:
        for r in episode.task.brief.requests[0].revisions:
            made[r.old.topic if r.old.topic == "quantity" else "option"] += 1
            along += changes_others(episode, r)
    late = len(rippling())
    assert along >= 0.65 * made.total() and min(made.values()) >= 10, (along, made)
    assert late >= 0.5 * len(starts), late


def test_what_is_said_first_can_be_paid_by_an_amount_that_everything_is_to_come_to():
    """With one of each whose number follows from it; nobody insists on two of what the amount buys one of."""
    met = 0
    for episode in lists(p_revise=1):
        request, targets = episode.task.brief.requests[0], episode.task.goal.open().targets
        limits = [x for t in request.things if (x := most_cents(t.details[-1].link)) is not None]
        said = {(r.thing, r.old.topic): r.old for r in request.revisions}
        said |= {(n, d.topic): d for r in request.revisions for n, d in r.along}
        if not limits or not said:
            continue
        met, cents = met + 1, 0
        for n, t in enumerate(targets):
            product = episode.world.product(t.product_id)
            final = product.variant(t.instead if n in _out(episode) else t.variant_id)
            if final is None:
                continue
            options = {o: said[n, o].value if (n, o) in said else x for o, x in final.options.items()}
            price = next((v.price_cents for v in product.variants if v.options == options), final.price_cents)
            free = most_cents(request.things[n].details[-1].link) is not None
            number = said[n, "quantity"].value if (n, "quantity") in said else t.quantity
            cents += price * (1 if free else number)
        assert cents <= min(limits), (episode.spec, cents, limits)
    assert met >= 60, met


@cache
def rippling() -> list[rg.Episode]:
    return [e for e in lists(p_revise=1) if ripples(e)]


def test_who_changes_one_line_alone_loses():
    needed = rippling()
    won = sum(rg.play(e, scripts()["cart"]["changes_one_line"])[1].success for e in needed)
    assert len(needed) >= 20 and won <= 0.1 * len(needed), (won, len(needed))
