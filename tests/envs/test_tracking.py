"""Tracking, worked by hand."""

from collections import Counter
from functools import cache
from typing import get_args

import pytest

import retailgym as rg
from retailgym.core.values import replace
from retailgym.customer.acts import EXTENT
from retailgym.envs.shared.careful import careful
from retailgym.envs.shared.expert_moves import Notes
from retailgym.envs.shared.links import hearing_otherwise
from retailgym.envs.shared.order_families import LineRef
from retailgym.envs.shared.order_reach import read_parcels
from retailgym.envs.tracking.expert import expert, steps, whereabouts, worked_out
from retailgym.tools.orders import order_get
from retailgym.world.carriers import read_terms
from retailgym.world.facts import CARRIERS
from retailgym.world.orders import Bought, Parcel, Status

from ..histories import order, shop
from ..paths import expert_turns, run, started
from ..solvers.tracking import lines
from ..test_skipping_players import lower


def ended(spec: rg.Spec, **changes: object):
    """The expert's path with another report at its end."""
    start = rg.start(spec)
    *before, last = expert_turns(start)
    call = last.calls[0]
    return rg.judge(
        run(start, [*before, replace(last, calls=(replace(call, arguments={**call.arguments, **changes}),))])
    )


def other(spec: rg.Spec, of: str) -> dict[str, str]:
    """The ids of another order, or of another parcel of the same order."""
    goal, world = rg.start(spec).task.goal.open(), rg.start(spec).world
    mine = next(o for o in world.orders if o.id == goal.order_id)
    if of == "parcel":
        return {"parcel_id": next(p for p in mine.parcel_ids if p != goal.parcel_id)}
    theirs = next(o for o in world.orders if o is not mine)
    return {"order_id": theirs.id, "parcel_id": theirs.parcel_ids[0]}


def test_each_part_of_the_report_counts():
    """0.15 x 0.8 for a wrong status or day, 0.15 x 0.4 for another parcel of the order, nothing for another
    order."""
    split = next(s for s in (rg.Spec("tracking", 8, n) for n in range(50)) if len(_order(s).parcels) > 1)
    goal = rg.start(split).task.goal.open()
    assert ended(split).reward == 1.0
    assert ended(split, day=goal.day + 1).reward == pytest.approx(0.12)
    assert ended(split, status="lost" if goal.status != "lost" else "held").reward == pytest.approx(0.12)
    another = ended(split, **other(split, "parcel")).reward  # its id may be one that was not shown
    assert another == pytest.approx(0.06, abs=0.003)
    wrong = ended(split, **other(split, "order"))
    assert (wrong.reward, wrong.success) == (0.0, False)


def _order(spec: rg.Spec):
    episode = rg.start(spec)
    return next(o for o in episode.world.orders if o.id == episode.task.goal.open().order_id)


def test_a_parcel_that_was_never_looked_up_cannot_be_reported():
    spec = rg.Spec("tracking", 2, 5)
    goal = rg.start(spec).task.goal.open()
    report = rg.Call(
        "report_status",
        {"order_id": goal.order_id, "parcel_id": goal.parcel_id, "status": goal.status, "day": goal.day},
    )
    verdict = rg.judge(rg.step(rg.start(spec), rg.Turn(calls=(report,))))
    assert not verdict.success and verdict.reward <= 0.15
    assert [c.name for c in verdict.checks if not c.passed] == ["retrieved"]


def test_a_parcel_of_another_order_is_refused():
    spec = rg.Spec("tracking", 2, 5)
    world = rg.start(spec).world
    call = rg.Call(
        "report_status",
        {
            "order_id": world.orders[0].id,
            "parcel_id": world.orders[1].parcel_ids[0],
            "status": "lost",
            "day": 1,
        },
    )
    after = rg.step(rg.start(spec), rg.Turn(calls=(call,)))
    assert not after.done and "its parcels are" in after.log[-1].message.text


@pytest.mark.parametrize(
    ("parcel", "status", "day"),
    [
        (
            Parcel(carrier="P", sent=4002, promised=4006, status="preparing", day=4006, route=0),
            "preparing",
            4006,
        ),
        (
            Parcel(carrier="P", sent=3998, promised=4003, status="in_transit", day=4003, route=0),
            "in_transit",
            4003,
        ),
        (Parcel(carrier="P", sent=3994, promised=3999, status="delayed", day=4004, route=0), "delayed", 4004),
        (
            Parcel(carrier="P", sent=3994, promised=3998, status="out_for_delivery", day=4000, route=0),
            "out_for_delivery",
            4000,
        ),
        (Parcel(carrier="P", sent=3990, promised=3995, status="held", day=3996, route=0), "held", 3996),
        (
            Parcel(carrier="P", sent=3990, promised=3995, status="delivered", day=3997, route=0),
            "delivered",
            3997,
        ),
        (Parcel(carrier="P", sent=3980, promised=3984, status="lost", day=3987, route=0), "lost", 3987),
        (
            Parcel(carrier="P", sent=3980, promised=3984, status="returned_to_sender", day=3985, route=0),
            "returned_to_sender",
            3985,
        ),
    ],
)
def test_status_and_day_can_be_read_off_the_order_page(parcel, status, day):
    """A parcel that was late once is expected on its new day, not on the promised one."""
    world = shop(order(37, 3979, Bought(doc=0, variant=0, quantity=1, unit_cents=4000), parcels=(parcel,)))
    _, page = order_get(world, (world.orders[0].id,))
    assert whereabouts(page.parcels[0]) == (status, day)


def test_nothing_is_changed_on_the_way():
    for seed in range(6):
        start = started("tracking", 7, seed)
        done = run(start, expert_turns(start))
        assert done.world.changes(start.world) == frozenset()


def test_statuses_are_mixed():
    goals = [started("tracking", seed % 13, seed).task.goal.open() for seed in range(780)]
    counts = {s: sum(g.status == s for g in goals) for s in {g.status for g in goals}}
    assert len(counts) == 8 and max(counts.values()) < 0.8 * len(goals), counts


@pytest.mark.parametrize("seeds", [120, pytest.param(600, marks=pytest.mark.long)])
def test_most_parcels_arrive_and_every_status_is_asked_for(seeds: int):
    """As in a real shop a minority is lost or sent back; and of those asked for at least a quarter has not
    arrived, so that saying so for all is no answer."""
    asked = set[str]()
    for level in (0, 6, 12, 18, 24):
        starts = [started("tracking", level, seed) for seed in range(seeds)]
        goals = Counter(start.task.goal.open().status for start in starts)
        parcels = Counter(p.status for s in starts[:60] for o in s.world.orders for p in o.parcels)
        assert parcels["lost"] + parcels["returned_to_sender"] <= 0.3 * parcels.total(), parcels
        assert lower(goals.most_common(1)[0][1], seeds) <= 0.75, (level, goals)
        assert len(goals) >= len(get_args(Status)) - 1 or seeds < 600, (level, goals)
        asked |= goals.keys()
    assert len(asked) >= len(get_args(Status)) - 1, asked  # the rarest may be missing among so few


def test_parcels_of_all_lines_are_drawn_alike():
    """What has not arrived is as common among lines that nobody asks about."""
    asked, others = Counter(), Counter()
    for seed in range(150):
        episode = started("tracking", seed % 13, seed)
        shelf = episode.task.brief.requests[0].things[0].shelf
        for o in episode.world.orders:
            for b in o.lines:
                mine = episode.world.catalog.head(b.doc).shelf == shelf
                (asked if mine else others)[o.parcels[b.parcel].status == "delivered"] += 1
    assert abs(asked[True] / asked.total() - others[True] / others.total()) < 0.06


def test_nothing_happens_before_it_can():
    for seed in range(60):
        world = started("tracking", seed % 13, seed).world
        for o in world.orders:
            for p in o.parcels:
                days = [s.day for s in p.scans(world.today, o.region, o.recipient)]
                assert (
                    o.placed <= p.sent <= p.promised
                    and days == sorted(days)
                    and all(p.sent <= d <= world.today for d in days)
                ), p
                assert bool(days) == (p.status != "preparing")


def test_parcels_are_promised_as_fast_as_their_service():
    """Nobody promises a next-day order for a day twelve days off; what takes so long is late."""
    fastest = {"next_day": 2, "express": 5, "standard": 9}
    statuses = Counter[str]()
    for seed in range(80):
        world = started("tracking", 20, seed).world
        for o in world.orders:
            for p in o.parcels:
                assert p.promised - o.placed <= fastest[o.method], (seed, o.id, p)
                statuses[p.status] += 1
    assert min(statuses[s] for s in ("preparing", "in_transit", "out_for_delivery", "delayed")) > 10


def test_from_13_on_most_parcels_that_may_be_meant_are_where_they_are_by_how_their_carrier_works():
    met = 0
    for seed in range(60):
        start = started("tracking", 24, seed)
        goal = start.task.goal.open()
        order = next(o for o in start.world.orders if o.id == goal.order_id)
        met += order.parcels[order.parcel_ids.index(goal.parcel_id)].notice is not None
    assert met >= 30
    plain = rg.start("tracking/12/3").world
    assert not plain.carriers and not any(p.notice for o in plain.orders for p in o.parcels)


@cache
def of_several(level, seeds=24):
    """Episodes in which every parcel of some orders is asked about, with how many orders those are and which
    of the parcels it is."""
    found = []
    for start in [started("tracking", level, seed) for seed in range(seeds)]:
        (thing,) = start.task.brief.requests[0].things
        found += [(start, read_parcels(d.value)) for d in thing.details if d.topic == "extent"]
    return found


def test_parcels_that_are_asked_about_at_once_grow_with_the_level():
    """From one order at 17 to ten at 24, or hardly fewer, by then most of the time."""
    for level, orders, least in ((16, 0, 0), (17, 1, 3), (20, 4, 7), (22, 6, 10), (24, 10, 14)):
        found = of_several(level)
        assert len(found) >= least, (level, len(found))
        assert {asked.orders for _, asked in found} <= set(range(max(1, orders - 2), orders + 1)), level


def parcels(start, orders):
    """What can be reported of every parcel that is asked about."""
    world, goal = start.world, start.task.goal.open()
    place = next(LineRef(*p) for p in lines(world, start.task.brief.requests[0].things[0]))
    asked = world.orders[place.order : place.order + orders]
    assert goal.order_id in [o.id for o in asked]
    return [(p.day, id) for o in asked for id, p in zip(o.parcel_ids, o.parcels, strict=True)]


@pytest.mark.parametrize("level", [20, 24])
def test_of_several_parcels_the_last_is_reported_and_with_three_links_one_between(level):
    for start, (orders, nth) in of_several(level):
        found, goal = sorted(parcels(start, orders)), start.task.goal.open()
        assert (goal.day, goal.parcel_id) == found[nth - 1] and len(found) > 3
        assert [day for day, _ in found].count(goal.day) == 1
        assert (1 < nth < len(found)) if level == 24 else nth == 0


@pytest.mark.parametrize(
    ("worked", "most"),
    [
        (lambda parcel, page, today: whereabouts(parcel), 0.3),  # carriers' terms are not read
        (lambda parcel, page, today: off_by_one(parcel, page, today), 0.6),  # two carriers never close
    ],
)
def test_who_gets_some_of_several_parcels_wrong_loses(worked, most):
    def player(seen, heard):
        yield from steps(Notes(heard), worked)

    won = [rg.play(start, careful(player))[1].success for start, _ in of_several(24, 60)]
    assert len(won) > 30 and lower(sum(won), len(won)) <= most, won


def off_by_one(parcel, page, today):
    """A reader who overlooks on which days one of the carriers does not work."""
    terms = read_terms(page.carrier_terms, parcel.carrier, today)
    if parcel.carrier in CARRIERS[:2]:
        terms = replace(terms, closed=(), local={})
    return worked_out(parcel, terms, today)


def test_who_does_not_count_the_parcels_loses():
    """But reports the one that comes last."""
    last = hearing_otherwise(
        expert,
        lambda told: replace(told, value=read_parcels(told.value).orders) if told.topic == EXTENT else told,
    )
    assert not any(rg.play(start, careful(last))[1].success for start, _ in of_several(24))


def test_who_reports_the_parcel_of_the_thing_that_is_named_loses():
    won = 0
    for start, _ in of_several(24):
        (thing,) = start.task.brief.requests[0].things
        (o, n), *_ = lines(start.world, thing)
        order = start.world.orders[o]
        won += order.parcel_ids[order.lines[n].parcel] == start.task.goal.open().parcel_id
    assert won <= 0.25 * len(of_several(24)), won
