"""Histories that make sense."""

import pytest

from retailgym.core.values import encode
from retailgym.policy import Payment
from retailgym.tools.kit import Refused
from retailgym.tools.orders import order_get, order_list, pages
from retailgym.tools.returns import returnable
from retailgym.world.facts import regions
from retailgym.world.order_history import SPLIT_FROM
from retailgym.world.orders import Bought, Parcel

from ..histories import drawn, order

EVERY = [(level, seed) for level in (0, 3, 6, 9, 12) for seed in range(8)]
every_history = pytest.mark.parametrize(("level", "seed"), EVERY)


@every_history
def test_a_history_is_as_long_as_the_level_says_and_newest_first(level, seed):
    world = drawn(level, seed)
    days = [o.placed for o in world.orders]
    assert len(days) == 6 + 2 * level and days == sorted(set(days), reverse=True) and days[0] <= world.today
    assert all(1 <= len(o.lines) <= 6 for o in world.orders)


@every_history
def test_a_parcel_stays_in_the_region_that_it_goes_to_and_ends_where_its_recipient_lives(level, seed):
    world = drawn(level, seed)
    for o in world.orders:
        here = regions()[o.region]
        page = order_get(world, (o.id,))[1]
        for p in page.parcels:
            places = [s.place for s in p.scans]
            assert set(places) <= {*here.warehouses, *here.sorting, *here.towns}
            assert places[:1] == [x for x in here.warehouses if x in places[:1]]
            if any(s.event.startswith("delivered") for s in p.scans):
                assert page.ships_to.endswith(f", {places[-1]}")


@every_history
def test_nothing_happens_before_it_can(level, seed):
    world = drawn(level, seed)
    for o in world.orders:
        for p in o.parcels:
            scans = p.scans(world.today, o.region, o.recipient)
            days = [s.day for s in scans]
            assert o.placed <= p.sent < p.promised or o.method == "next_day"
            assert days == sorted(days) and all(p.sent <= d <= world.today for d in days)
            assert bool(scans) == (p.status != "preparing")
            assert (
                (p.day >= world.today)
                if p.status in ("in_transit", "delayed", "out_for_delivery")
                else p.status == "preparing" or p.day <= world.today
            )
        for b in o.lines:
            assert 0 <= b.returned <= b.quantity
            if b.returned:
                assert (
                    o.parcels[b.parcel].status == "delivered"
                    and o.parcels[b.parcel].day < b.returned_on <= world.today
                )


@every_history
def test_what_was_paid_is_what_it_cost(level, seed):
    for o in drawn(level, seed).orders:
        bill = o.bill
        assert sum(p.cents for p in bill.payments) == bill.total_cents and all(
            p.cents > 0 and 0 <= p.refunded <= p.cents for p in bill.payments
        )
        assert 0 <= bill.coupon_cents < bill.goods_cents + bill.coupon_cents and (bill.coupon_cents > 0) == (
            o.coupon != "none"
        )
        assert any(p.refunded for p in bill.payments) == any(b.returned for b in o.lines)


def test_a_bill_by_hand():
    """Three at $30.00, one at $10.00, a coupon of $10.00, 7 % tax, $4.95 for delivery; one of the three has
    come back.

    Goods 9,000 + 1,000 - 1,000. Tax: 7 % of 8,100 and of 900. Total 9,000 + 567 + 63 + 495 = 10,125, of which
    2,500 by gift card. The one that came back: 2,700 + 189 = 2,889, in proportion 713 and 2,176."""
    bill = order(
        51,
        3980,
        Bought(doc=0, variant=0, quantity=3, unit_cents=3000, returned=1, returned_on=3990),
        Bought(doc=64, variant=0, quantity=1, unit_cents=1000),
    ).bill
    assert (bill.coupon_cents, [line.tax_cents for line in bill.lines], bill.total_cents) == (
        1000,
        [567, 63],
        10_125,
    )
    assert bill.payments == (
        Payment(tender="gift_card", cents=2500, refunded=713),
        Payment(tender="wallet", cents=7625, refunded=2176),
    )


@every_history
def test_no_id_occurs_twice_and_lines_of_a_shelf_in_one_order_can_be_told_apart(level, seed):
    world = drawn(level, seed)
    ids = [i for o in world.orders for i in (o.id, *o.line_ids, *o.parcel_ids)]
    assert len(ids) == len(set(ids))
    for o in world.orders:
        kinds = [(world.catalog.head(b.doc).shelf, b.quantity == 1) for b in o.lines]
        assert len(kinds) == len(set(kinds)) and len({b.doc for b in o.lines}) == len(o.lines)


@pytest.mark.parametrize("level", [0, 6, 12])
def test_most_of_a_history_could_go_back(level):
    lines = [(o, n) for seed in range(30) for o in drawn(level, seed).orders for n in range(len(o.lines))]
    assert sum(returnable(o, n) > 0 for o, n in lines) >= 0.8 * len(lines)


def test_orders_travel_in_several_parcels_from_level_six_on_and_two_of_a_kind_always_do():
    for level in (0, SPLIT_FROM - 1, SPLIT_FROM, 12):
        split = []
        for world in [drawn(level, seed) for seed in range(6)]:
            for o in world.orders:
                kinds = [world.catalog.head(b.doc).shelf for b in o.lines]
                apart = {(kind, b.parcel) for kind, b in zip(kinds, o.lines, strict=True)}
                assert len(apart) == len(o.lines)
                split += [o] if len(o.parcels) > 1 and len(set(kinds)) == len(kinds) else []
        assert bool(split) == (level >= SPLIT_FROM)
        assert all({b.parcel for b in o.lines} == set(range(len(o.parcels))) for o in split)


def test_histories_hold_what_a_shop_has_seen():
    """Every status but that of an order of today, several ways to pay, coupons, gifts, marks, partial
    returns, and products bought twice."""
    orders = [o for seed in range(30) for o in drawn(6, seed).orders]
    assert len({p.status for o in orders for p in o.parcels}) >= 7
    assert {p.tender for o in orders for p in o.bill.payments} >= {
        "card",
        "wallet",
        "gift_card",
        "bank_transfer",
        "invoice",
    }
    assert (
        {o.coupon for o in orders} == {"none", "percent", "fixed"}
        and any(o.gift for o in orders)
        and any(len(o.bill.payments) == 2 for o in orders)
    )
    assert any(0 < b.returned < b.quantity for o in orders for b in o.lines) and any(
        b.marks for o in orders for b in o.lines
    )
    docs = [b.doc for o in drawn(6, 1).orders for b in o.lines]
    assert len(set(docs)) < len(docs)


@every_history
def test_the_same_stream_gives_the_same_bytes(level, seed):
    assert encode(drawn(level, seed)) == encode(drawn(level, seed))


@every_history
def test_pages_of_the_list_neither_skip_nor_repeat(level, seed):
    world, cursor, seen, calls = drawn(level, seed), "", [], 0
    while calls == 0 or cursor:
        _, page = order_list(world, order_list.read({"cursor": cursor}))
        seen += [o.order_id for o in page.orders]
        cursor, calls = page.next_cursor, calls + 1
    assert seen == [o.id for o in world.orders] and calls == -(-len(seen) // 10)


def test_an_order_that_does_not_exist_is_refused_in_words_that_help():
    with pytest.raises(Refused, match=r"no order 'o1'; call order_list"):
        order_get(drawn(0, 1), ("o1",))


@pytest.mark.parametrize(
    ("status", "day", "last", "expected"),
    [
        ("in_transit", 4003, "arrived at the sorting centre", None),
        ("delayed", 4005, "held up on the way", 4005),
        ("out_for_delivery", 4000, "out for delivery", 4000),
        ("held", 3998, "nobody at home, waiting at the pickup point", None),
        ("delivered", 3999, "delivered, left at the door", None),
        ("lost", 3996, "missing, search given up", None),
        ("returned_to_sender", 3999, "address not found, going back to the sender", None),
    ],
)
def test_the_last_scan_says_where_a_parcel_is(status, day, last, expected):
    parcel = Parcel(
        carrier="Postwing",
        sent=3994,
        promised=3999 if status != "in_transit" else 4003,
        status=status,
        day=day,
        route=0xFFF,
    )
    scan = parcel.scans(4000, "UK", "Ada")[-1]
    assert (scan.event, scan.expected_day) == (last, expected)


@pytest.mark.parametrize("level", [0, 6, 12])
def test_a_list_by_words_has_all_lines_of_a_kind_and_what_stands_beside_them(level):
    world = drawn(level, 4)
    _, whole = order_list(world, order_list.read({}))
    kind = whole.orders[0].lines[0].kind
    listed, cursor = [], ""
    while True:
        _, page = order_list(world, order_list.read({"cursor": cursor, "words": kind}))
        listed += page.orders
        cursor = page.next_cursor
        if not cursor:
            break
    heads = {o.id: [world.catalog.head(b.doc).shelf for b in o.lines] for o in world.orders}
    assert [o.order_id for o in listed] == [id for id, kinds in heads.items() if kind in kinds]
    assert len(listed) <= pages(world) * 10
    for o in listed:
        assert {line.kind for line in o.lines} == {kind}
        assert sorted([*o.beside, *[line.kind for line in o.lines]]) == sorted(heads[o.order_id])
        prices = [b.unit_cents for b in next(x for x in world.orders if x.id == o.order_id).lines]
        assert [line.dearest for line in o.lines] == [line.unit_cents == max(prices) for line in o.lines]


def test_words_that_fit_no_order_are_refused_with_a_way_out():
    world = drawn(0, 1)
    with pytest.raises(Refused, match="try another word for it"):
        order_list(world, order_list.read({"words": "zeppelin"}))
