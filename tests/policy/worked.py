"""A small policy written out by hand, so that the worked cases can show their numbers."""

from retailgym.core.streams import Streams
from retailgym.policy import Bill, BillLine, Payment, Policy, Rule, draw
from retailgym.policy.rules import (
    AtMost,
    Between,
    Beyond,
    Cap,
    Condition,
    Effect,
    Floor,
    Is,
    More,
    Percent,
    Say,
    Within,
    Yes,
)


def written(policy: Policy, topic: str, *clauses: tuple[Effect, tuple[Condition, ...]]) -> Policy:
    """The policy with these clauses on one topic; their ids are the topic and their place."""
    rules = tuple(
        Rule(id=f"{topic}.{i}", topic=topic, clause=f"{topic}-{i}", rank=i, then=then, when=when)
        for i, (then, when) in enumerate(clauses)
    )
    return policy.changed(topic, rules)


def worked_policy() -> Policy:
    policy = draw(Streams("worked"))
    policy = written(
        policy,
        "return_window",
        (Say(30), ()),
        (Say(15), (Is("department", ("electronics",)),)),
        (More(10), (Is("tier", ("gold", "platinum")),)),
        (More(25), (Between("ordered_on", 320, 355),)),
        (Floor(14), (Is("region", ("EU",)),)),
        (Cap(60), (Yes("sold_by_partner"),)),
    )
    policy = written(
        policy,
        "return_allowed",
        (Say(True), ()),
        (Say(False), (Beyond("days_since_delivery", "return_window"),)),
        (Say(False), (Yes("final_sale"),)),
        (Say(True), (Yes("withdrawal_right"),)),
    )
    policy = written(policy, "withdrawal_period", (Say(0), ()), (Say(14), (Is("region", ("EU",)),)))
    policy = written(
        policy,
        "withdrawal_right",
        (Say(False), ()),
        (Say(True), (Is("region", ("EU",)), Within("days_since_delivery", "withdrawal_period"))),
    )
    policy = written(
        policy,
        "restocking_fee",
        (Say(0), ()),
        (Percent(15, "line_cents"), (Is("condition", ("opened",)),)),
        (Say(0), (Is("reason", ("damaged",)),)),
    )
    policy = written(policy, "return_shipping", (Say(600), ()), (Say(0), (Is("reason", ("damaged",)),)))
    policy = written(policy, "shipping_refund", (Say(False), ()), (Say(True), (Is("reason", ("damaged",)),)))
    policy = written(policy, "refund_method", (Say("original_payment"), ()))
    policy = written(policy, "refund_time", (Say(9), ()))
    policy = written(policy, "return_method", (Say("drop_off"), ()))
    policy = written(
        policy,
        "price_difference",
        (Say("charged"), ()),
        (Say("refunded"), (Is("price_gap", ("cheaper",)),)),
        (Say("waived"), (AtMost("difference_cents", 300),)),
    )
    policy = written(policy, "exchange_allowed", (Say(True), ()))
    return tenders(policy, "gift_card_first")


def tenders(policy: Policy, order: str) -> Policy:
    return written(policy, "tender_order", (Say(order), ()))


def order_of_kettles() -> Bill:
    """Three kettles at $29.99 and a mug at $15.00, a $10.00 coupon, tax of 8 %, $5.99 for delivery; $30.00 of
    it by gift card.

    Goods 10,497 - 1,000 coupon + 840 tax + 599 delivery = 10,936 cents.
    """
    kettles = BillLine(id="kettles", unit_cents=2999, quantity=3, tax_cents=720)
    mug = BillLine(id="mug", unit_cents=1500, tax_cents=120)
    paid = (Payment(tender="gift_card", cents=3000), Payment(tender="card", cents=7936))
    return Bill(lines=(kettles, mug), payments=paid, coupon_cents=1000, shipping_cents=599)
