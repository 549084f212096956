"""Facts are read off the records by hand-checked rules; gold and expert read them alike, so these stand on
their own."""

import pytest

from retailgym.core.values import replace
from retailgym.envs.desk.facts import evidence, item_facts, may_need, needs_stock, order_facts, versions
from retailgym.envs.desk.gold import derive
from retailgym.policy import TOPICS
from retailgym.policy.rules import Is, Say, Yes
from retailgym.world.facts import MARKS
from retailgym.world.ticket import (
    AS_ORDERED,
    COUNT_AGREES,
    DAMAGE_SEEN,
    FULL_WEIGHT,
    INTACT,
    NEVER_PACKED,
    OTHERWISE,
    TESTED,
    CheckIn,
    HistoryEntry,
)

from ..policy.worked import written
from .policies import desk_policy
from .tickets import TODAY, dossier, kettle_line


def past(d, *entries):
    history = tuple(HistoryEntry(day=TODAY - days, what=what, cents=100) for what, days in entries)
    return replace(d, customer=replace(d.customer, history=history))


@pytest.mark.parametrize(("days", "counted"), [(0, 1), (90, 1), (91, 0)])
def test_refunds_of_ninety_days_count(days, counted):
    facts = order_facts(past(dossier({"reason": "damaged"}), ("refund", days), ("order", 1), ("claim", 1)))
    assert facts["refunds_90d"] == counted


@pytest.mark.parametrize(("days", "counted"), [(365, 1), (366, 0)])
def test_claims_of_a_year_count(days, counted):
    assert (
        order_facts(past(dossier({"reason": "damaged"}), ("claim", days), ("refund", 1)))["claims_year"]
        == counted
    )


def test_the_order_and_the_customer_as_they_stand_in_the_records():
    d = dossier({"reason": "damaged"}, bills_to="2 Elm Street", gift=True, shipping_method="express")
    d = replace(
        d, customer=replace(d.customer, tier="gold", account_opened_day=3990), of_order={"receipt": "gone"}
    )
    facts = order_facts(d)
    assert (
        facts["address_mismatch"] is True
        and facts["is_gift"] is True
        and facts["shipping_method"] == "express"
    )
    assert facts["tier"] == "gold" and facts["account_days"] == 10 and facts["receipt"] is False
    assert (
        facts["days_waiting"] == 8
        and facts["days_since_order"] == 15
        and facts["dispute_open"] is False
        and facts["foreign"] is False
    )


def test_days_are_counted_from_the_delivery():
    facts = item_facts(dossier({"reason": "damaged"}).item(0))
    assert (facts["days_since_delivery"], facts["days_to_report"], facts["days_late"]) == (10, 2, 0)
    line = kettle_line()
    late = replace(line, parcel=replace(line.parcel, promised_day=3985))
    assert item_facts(dossier({"reason": "damaged"}, late).item(0))["days_late"] == 5


def test_what_never_arrived_is_as_late_as_today():
    line = kettle_line()
    lost = replace(line, parcel=replace(line.parcel, status="lost", delivered_day=None, promised_day=3994))
    facts = item_facts(dossier({"reason": "never_arrived"}, lost).item(0))
    assert (facts["days_since_delivery"], facts["days_late"], facts["carrier_status"]) == (0, 6, "lost")


def test_marks_are_facts():
    for name, words in MARKS.items():
        assert item_facts(dossier({"reason": "damaged"}, kettle_line(marks=(words,))).item(0))[name] is True


@pytest.mark.parametrize(("grams", "light"), [(None, False), (2399, True), (2400, False), (2550, False)])
def test_a_parcel_is_light_if_it_cannot_hold_the_units(grams, light):
    line = kettle_line()  # two units of 1200 g
    line = replace(line, parcel=replace(line.parcel, returned_grams=grams))
    assert item_facts(dossier({"reason": "damaged"}, line).item(0))["light_parcel"] is light


@pytest.mark.parametrize(("told", "in_stock"), [({}, True), ({"colour": "green"}, False)])
def test_stock_is_that_of_the_wanted_variant(told, in_stock):
    d = dossier({"reason": "changed_mind", "wants": "exchange", **told})
    record = d.stock["kettles"]
    emptied = replace(record, variants=(record.variants[0], replace(record.variants[1], in_stock=0)))
    assert item_facts(replace(d, stock={"kettles": emptied}).item(0))["in_stock"] is in_stock


@pytest.mark.parametrize(
    ("reason", "packing", "carrier", "count", "shown"),
    [
        (
            "damaged",
            TESTED,
            INTACT,
            NEVER_PACKED,
            {"order_record": False, "carrier_scan": False, "photo": True},
        ),
        ("defective", "", DAMAGE_SEEN, COUNT_AGREES, {"carrier_scan": True, "photo": True}),
        (
            "wrong_item",
            AS_ORDERED,
            FULL_WEIGHT,
            NEVER_PACKED,
            {"order_record": False, "carrier_scan": False, "stock_count": True, "photo": True},
        ),
        (
            "missing_parts",
            OTHERWISE,
            INTACT,
            COUNT_AGREES,
            {"order_record": True, "stock_count": False, "photo": True},
        ),
    ],
)
def test_each_record_speaks_of_what_it_knows(reason, packing, carrier, count, shown):
    line = kettle_line(packing_note=packing)
    d = dossier({"reason": reason}, replace(line, parcel=replace(line.parcel, note=carrier)))
    d = replace(d, stock={"kettles": replace(d.stock["kettles"], count=count)})
    assert dict(versions(d.item(0)).shown) == shown


def test_the_condition_of_a_return_is_what_the_warehouse_found_or_the_scales_say():
    line = kettle_line()
    d = dossier({"reason": "changed_mind"}, replace(line, parcel=replace(line.parcel, returned_grams=100)))
    d = replace(
        d, stock={"kettles": replace(d.stock["kettles"], check_in=CheckIn(condition="used", worn=False))}
    )
    assert dict(versions(d.item(0)).shown) == {"stock_count": "used", "carrier_scan": "incomplete"}
    policy = written(desk_policy(), "condition_record", (Say("stock_count"), ()))
    policy = written(policy, "return_allowed", (Say(True), ()))
    assert "policy_violation" in derive(policy, d).items[0].tags


@pytest.mark.parametrize(
    ("told", "more"),
    [
        ({"reason": "damaged"}, {"damaged-and-wrong-items"}),
        ({"reason": "damaged", "wants": "exchange"}, {"damaged-and-wrong-items", "exchanges"}),
        (
            {"reason": "damaged", "photo": "no_fault"},
            {"damaged-and-wrong-items", "records"},
        ),
        ({"reason": "changed_mind"}, set()),
        ({"reason": "never_arrived"}, {"records", "delivery"}),
        ({"reason": "charged_twice"}, set()),
    ],
)
def test_the_pages_that_a_kind_of_claim_may_need(told, more):
    pages = {TOPICS[topic].article for topic in may_need(dossier(told).item(0))}
    assert pages == {"tickets", "fraud", "return-costs", "returns", "regional-law"} | more


def test_evidence_is_the_order_the_customer_the_pages_and_the_stock_where_it_matters():
    damaged, swapped = (
        dossier({"reason": "damaged"}).item(0),
        dossier({"reason": "damaged", "wants": "exchange"}).item(0),
    )
    assert not needs_stock(damaged) and needs_stock(swapped)
    topics = frozenset(["priority", "exchange_window"])
    assert evidence(damaged, topics) == {"order", "customer", "page tickets", "page exchanges"}
    assert evidence(swapped, topics) - evidence(damaged, topics) == {"stock kettles"}


def test_the_whole_order_comes_back_only_if_all_of_it_does():
    policy = written(desk_policy(), "shipping_refund", (Say(False), ()), (Say(True), (Yes("whole_order"),)))
    part = derive(policy, dossier({"reason": "changed_mind", "quantity": 3})).items[0].cents
    only = dossier({"reason": "changed_mind", "quantity": 3})
    only = replace(
        only, order=replace(only.order, lines=only.order.lines[:1], coupon_cents=857, delivery_cents=513)
    )
    only = replace(only, order=replace(only.order, payments=replace(only.order.payments, discount_cents=857)))
    assert derive(policy, only).items[0].cents == part + 513


def test_a_tier_that_changes_the_answer_is_an_exception():
    policy = written(
        desk_policy(), "resolution", (Say("deny"), ()), (Say("refund"), (Is("tier", ("gold",)),))
    )
    d = dossier({"reason": "damaged"})
    member = replace(d, customer=replace(d.customer, tier="gold"))
    assert (
        "vip_exception" in derive(policy, member).items[0].tags
        and "vip_exception" not in derive(policy, d).items[0].tags
    )
    same = written(desk_policy(), "resolution", (Say("refund"), ()))
    assert "vip_exception" not in derive(same, member).items[0].tags
