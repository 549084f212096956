"""Lists for a project where everything has to be weighed at once: the exact solver, the simple rules, and
what is drawn so that none of them will do."""

from itertools import product as combinations
from statistics import median

import pytest

import retailgym as rg
from retailgym.core.streams import Streams
from retailgym.envs.shared.projects import Fit, Match, Stand
from retailgym.envs.shared.projects.aims import Aim, PartVoucher, Rated, read_aim
from retailgym.envs.shared.projects.optimum import optimum
from retailgym.envs.shared.projects.simple_rules import ProjectChoice, by_simple_rules
from retailgym.players.skipping import scripts

from ..paths import started
from ..solvers import bundle as solver
from ..test_skipping_players import SKIPPED, lower

SAME = Match("connector")
TWO = Aim(
    off_cents=500, from_cents=6_000, parts=(PartVoucher(off_cents=300, from_cents=3_000, roles=(0, 2)),)
)


def rated(*items):
    """(price, tenths, days, connector) of each item."""
    stand = Stand(
        price=[i[0] for i in items], has={"connector": [i[3] for i in items]}, open=range(len(items))
    )
    return Rated(stand=stand, tenths=[i[1] for i in items], days=[i[2] for i in items])


@pytest.mark.parametrize(
    ("prices", "pays"),
    [((1_000, 3_000, 1_999), 5_999), ((1_000, 2_000, 2_000), 4_700), ((1_000, 3_000, 2_000), 5_200)],
)
def test_a_voucher_for_some_things_counts_by_what_they_come_to_and_vouchers_add_up(prices, pays):
    assert TWO.pays(prices) == pays and read_aim(TWO.code) == TWO


def test_the_best_list_is_what_looking_at_everything_finds():
    fits, found = [Fit(1, 0, SAME), Fit(3, 2, SAME)], 0
    for n in range(80):
        rng = (Streams("trade-offs") / n)()
        roles = [
            rated(*[(100 * rng.between(10, 40), rng.between(30, 50), rng.between(1, 6), rng.pick("ab"))
                    for _ in range(rng.between(1, 5))])
            for _ in range(4)
        ]  # fmt: skip
        parts = (PartVoucher(off_cents=400, from_cents=100 * rng.between(30, 60), roles=(0, 3)),)
        aim = Aim(off_cents=600, from_cents=100 * rng.between(80, 110), parts=parts, soon=2, days=3)
        budget = 100 * rng.between(60, 110)
        every = [
            (sum(r.tenths[p] for r, p in zip(roles, chosen, strict=True)), -sum(prices))
            for chosen in combinations(*[r.stand.open for r in roles])
            if all(
                roles[f.role].stand.has["connector"][chosen[f.role]]
                == roles[f.other].stand.has["connector"][chosen[f.other]]
                for f in fits
            )
            if aim.in_time([r.days[p] for r, p in zip(roles, chosen, strict=True)])
            and aim.pays(prices := [r.stand.price[p] for r, p in zip(roles, chosen, strict=True)]) <= budget
        ]
        best = optimum(roles, fits, budget, aim)
        found += best is not None
        assert (best and (best.tenths, -best.total)) == max(every, default=None), n
        assert best is None or best.alone is ([e[0] for e in every].count(best.tenths) == 1), n
    assert 20 < found < 80


def test_rules_that_change_one_thing_at_a_time_stop_short():
    """A dearer pan alone goes over the budget, and so does a dearer pot; both together bring the voucher.
    From the dearest pan on, who saves where it costs the fewest stars gives up the pot first."""
    pan = rated((2_000, 40, 1, "a"), (2_600, 43, 1, "a"), (3_400, 50, 1, "a"))
    pot = rated((2_000, 40, 1, "a"), (2_700, 44, 1, "a"))
    aim, budget = Aim(off_cents=800, from_cents=5_000), 4_500
    table = ProjectChoice([pan, pot], [])
    assert set(by_simple_rules(table, budget, aim)) == {(0, 0)}
    best = optimum([pan, pot], [], budget, aim)
    assert best is not None and (best.places, best.tenths, best.alone) == ((1, 1), 87, True)


@pytest.mark.parametrize("level", [21, 24])
def test_there_is_much_to_choose_from_for_each_thing_and_one_best_list(level):
    fitting, lists = [], []
    for seed in range(20):
        start = started("bundle", level, 70_000 + seed)
        if start.task.goal.open().aim is None:
            continue
        assert len(set(solver.answers(start))) == 1, start.spec
        roles = start.task.brief.requests[0].things[1:]
        fitting += [len(solver.to_be_had(start.world, role)) for role in roles]
        lists.append(len(solver.answers(start, whatever_it_costs=True)))
    assert len(lists) >= 18 and median(fitting) >= 6 and median(lists) >= 300


def test_with_fewer_links_nothing_of_it_is_asked():
    for seed in range(10):
        aims = [started("bundle", level, seed).task.goal.open().aim for level in (16, 20)]
        assert not any(aim.parts for aim in aims if aim is not None)
        more = started("bundle", 20, seed, links=3).task.goal.open().aim
        assert more is None or more.parts


@pytest.mark.parametrize(
    ("level", "seeds"), [(22, 40), *[pytest.param(n, 150, marks=pytest.mark.long) for n in (22, 24)]]
)
def test_who_changes_one_thing_at_a_time_seldom_finds_the_best(level, seeds):
    starts = [started("bundle", level, 71_000 + seed) for seed in range(seeds)]
    won = sum(rg.play(start, scripts()["bundle"]["greedy"])[1].success for start in starts)
    assert lower(won, len(starts)) <= SKIPPED, won


def test_many_lists_are_as_good_and_cannot_be_had():
    """So that nobody finds the best by going down from the most stars."""
    rivals = []
    for seed in range(20):
        start = started("bundle", 24, 72_000 + seed)
        goal = start.task.goal.open()
        if goal.aim is not None:
            every = solver.answers(start, whatever_it_costs=True)
            stars = [sum(start.world.product(id).rating_tenths for id in found) for found in every]
            rivals.append(sum(n >= goal.worth for n in stars))
    assert median(rivals) >= 20, rivals
