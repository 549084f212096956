"""The list of orders, all of them or those of which something is so."""

import pytest

import retailgym as rg
from retailgym.core import dates, money
from retailgym.core.rendering import Rendering
from retailgym.envs.shared.records import bill_of
from retailgym.tools.kit import Refused
from retailgym.tools.orders import PAGE, order_get, order_list


@pytest.fixture(scope="module")
def world():
    return rg.start("tracking/6/3").world


@pytest.fixture(scope="module")
def kind(world):
    """Something that was bought often."""
    return world.catalog.head(world.orders[0].lines[0].doc).shelf


def listed(world, **arguments):
    """All pages."""
    page = order_list(world, order_list.read(arguments))[1]
    orders = list(page.orders)
    while page.next_cursor:
        page = order_list(world, order_list.read({**arguments, "cursor": page.next_cursor}))[1]
        orders += page.orders
    return orders


def ids(orders):
    return [o.order_id for o in orders]


def test_each_thing_that_may_be_given_leaves_the_orders_of_which_it_is_so(world):
    every = listed(world)
    assert len(every) == len(world.orders) > PAGE
    day, own = every[len(every) // 2].placed_day, world.customer.name
    so = {
        "since": (dates.printed(day), lambda o: o.placed_day >= day),
        "until": (dates.printed(day), lambda o: o.placed_day <= day),
        "recipient": (own, lambda o: o.recipient == own),
        "shipping_method": ("standard", lambda o: o.shipping_method == "standard"),
        "with_coupon": (True, lambda o: o.coupon != "none"),
        "marked_as_gift": (False, lambda o: not o.marked_as_gift),
    }
    for name, (given, is_so) in so.items():
        found = listed(world, **{name: given})
        assert ids(found) == ids(filter(is_so, every)), name
        assert 0 < len(found) < len(every), f"{name} tells nothing here"
    assert listed(world, recipient="self") == listed(world, recipient=own)
    both = listed(world, since=dates.printed(day), with_coupon=True)
    assert ids(both) == [o.order_id for o in every if o.placed_day >= day and o.coupon != "none"]


def test_a_price_is_that_of_the_lines_that_are_listed_and_of_the_thing_that_is_named(world, kind):
    prices = sorted([x.unit_cents for o in listed(world, words=kind) for x in o.lines])
    middle = prices[len(prices) // 2]
    shown, next_up = (money.printed(cents, world.customer.currency) for cents in (middle, middle + 1))
    low = [x for o in listed(world, words=kind, price_to=shown) for x in o.lines]
    high = [x for o in listed(world, words=kind, price_from=next_up) for x in o.lines]
    assert {x.kind for x in (*low, *high)} == {kind}
    assert sorted([x.unit_cents for x in (*low, *high)]) == prices
    assert max(x.unit_cents for x in low) == middle < min(x.unit_cents for x in high)


def test_a_price_without_a_sign_is_in_whole_units_as_in_search(world, kind):
    every = [x.unit_cents for o in listed(world, words=kind) for x in o.lines]
    units = sorted(every)[len(every) // 2] // 100
    for given in (units, str(units), f"{units}.00", float(units), money.printed(units * 100, "USD")):
        found = [x.unit_cents for o in listed(world, words=kind, price_to=given) for x in o.lines]
        assert found == [cents for cents in every if cents <= units * 100], repr(given)
        assert 0 < len(found) < len(every)


def test_what_is_left_out_of_an_order_is_still_counted_among_its_lines(world, kind):
    for o in listed(world, words=kind):
        page = order_get(world, order_get.read({"order_id": o.order_id}))[1]
        assert len(o.lines) + len(o.beside) == len(page.lines)
        most = max(x.unit_cents for x in page.lines)
        assert [x.dearest for x in o.lines] == [x.unit_cents == most for x in o.lines]


def test_where_nothing_is_so_the_refusal_says_what_to_do(world, kind):
    with pytest.raises(Refused, match="no order holds 'harpsichord'; try another word"):
        listed(world, words="harpsichord", with_coupon=True)
    with pytest.raises(Refused, match="leave something out"):
        listed(world, words=kind, recipient="nobody")
    for price in ("cheap", float("inf"), float("nan")):
        with pytest.raises(Refused, match=r"price_to .* is no price"):
            listed(world, price_to=price)
    with pytest.raises(Refused, match="since 'soon' is no day"):
        listed(world, since="soon")
    first = order_list(world, order_list.read({}))[1]
    with pytest.raises(Refused, match="not among those listed"):
        listed(world, cursor=first.next_cursor, since=dates.printed(first.orders[0].placed_day))


def test_every_date_recipient_and_price_that_a_list_prints_can_be_given_back(world, kind):
    page = order_list(world, order_list.read({"words": kind}))[1]
    text = Rendering().result(page)
    for o in page.orders:
        who = "self" if o.recipient == world.customer.name else o.recipient
        day = next(d for d in (dates.in_year(o.placed_day), dates.printed(o.placed_day)) if f"|{d}|" in text)
        assert f"{o.order_id}|{day}|" in text and who in text
        only = {"since": day, "until": day, "recipient": who, "shipping_method": o.shipping_method}
        price = money.printed(o.lines[0].unit_cents, world.customer.currency)
        (found,) = listed(world, words=kind, price_from=price, price_to=price[1:], **only)
        assert found.order_id == o.order_id


def test_an_order_shows_the_lines_that_are_named_and_their_parcels_and_counts_the_others(world, kind):
    for o in listed(world, words=kind):
        whole, part = (
            order_get(world, order_get.read({"order_id": o.order_id, "words": words}))[1]
            for words in ("", kind)
        )
        assert part.lines == [x for x in whole.lines if x.kind == kind]
        held = {x.parcel_id for x in part.lines}
        assert part.parcels == [p for p in whole.parcels if p.parcel_id in held]
        assert [(x.nth, x.kind, x.quantity, x.unit_cents, x.already_returned) for x in part.others] == [
            (n, x.kind, x.quantity, x.unit_cents, x.already_returned)
            for n, x in enumerate(whole.lines, 1)
            if x not in part.lines
        ]
        one, other = (
            [(x.unit_cents, x.quantity, x.returned) for x in bill_of(page).lines] for page in (part, whole)
        )
        assert one == other and whole.others == []
        same = ("total_cents", "coupon_cents", "payments", "ships_to")
        assert [getattr(part, f) for f in same] == [getattr(whole, f) for f in same]
    with pytest.raises(Refused, match="holds no 'harpsichord'; it holds "):
        order_get(world, order_get.read({"order_id": o.order_id, "words": "harpsichord"}))
