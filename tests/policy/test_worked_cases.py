"""Cases worked by hand, with their numbers."""

import pytest

from retailgym.core.money import Money
from retailgym.core.streams import Streams
from retailgym.policy import (
    assess_fraud,
    converted,
    decide,
    draw,
    settle_adjustment,
    settle_cancellation,
    settle_claim,
    settle_dispute,
    settle_exchange,
    settle_return,
    settle_warranty,
    why,
)
from retailgym.policy.rules import AtLeast, AtMost, Beyond, Cap, Is, Less, More, Percent, Say, Yes

from .worked import order_of_kettles, tenders, worked_policy, written


def paid_to(settled):
    return [(p.tender, p.cents) for p in settled.to]


def test_two_of_three_opened_kettles_with_coupon_tax_fee_and_split_tender():
    # Coupon: 1000 x 8997/10497 = 857.10 for the kettles, 142.90 for the mug: 857 and 143.
    # Kettles after coupon 8997 - 857 = 8140, a unit 2714, 2713, 2713: two are 5427. Their tax is 480.
    # Fee 15 % of 5427 = 814.05: 814. The way back is 600. Refund 5427 + 480 - 814 - 600 = 4493.
    settled = settle_return(worked_policy(), {"condition": "opened"}, order_of_kettles(), "kettles", 2)
    assert (settled.goods, settled.tax, settled.shipping) == (5427, 480, 0)
    assert (settled.fee, settled.way_back_cents, settled.refund_cents) == (814, 600, 4493)
    assert paid_to(settled) == [("gift_card", 3000), ("card", 1493)]  # gift cards first
    assert (settled.method, settled.days, settled.way_back) == ("original_payment", 9, "drop_off")


@pytest.mark.parametrize(
    ("order", "parts"),
    [
        ("card_first", [("card", 4493)]),
        # 4493 x 3000/10936 = 1232.53 and 3260.47: the odd cent goes to the larger remainder.
        ("in_proportion", [("gift_card", 1233), ("card", 3260)]),
    ],
)
def test_the_same_refund_in_the_other_orders_of_tender(order, parts):
    assert (
        paid_to(
            settle_return(
                tenders(worked_policy(), order), {"condition": "opened"}, order_of_kettles(), "kettles", 2
            )
        )
        == parts
    )


def test_a_damaged_kettle_comes_back_free_with_its_part_of_the_delivery_charge():
    # Delivery: 599 x 8997/10497 = 513.40: 513 for the kettles, 171 for each. 2714 + 240 + 171 = 3125.
    settled = settle_return(
        worked_policy(), {"reason": "damaged", "condition": "opened"}, order_of_kettles(), "kettles", 1
    )
    assert (settled.fee, settled.way_back_cents, settled.shipping, settled.refund_cents) == (0, 0, 171, 3125)


def test_a_fee_can_eat_the_refund_but_never_more():
    policy = written(worked_policy(), "return_shipping", (Say(99_999), ()))
    settled = settle_return(policy, {}, order_of_kettles(), "mug", 1)
    assert (settled.refund_cents, settled.to) == (0, ())


def test_store_credit_takes_the_whole_refund():
    policy = written(worked_policy(), "refund_method", (Say("store_credit"), ()))
    # The mug: 1500 - 143 = 1357, tax 120, way back 600.
    assert paid_to(settle_return(policy, {}, order_of_kettles(), "mug", 1)) == [("store_credit", 877)]


@pytest.mark.parametrize(
    ("facts", "days", "decides"),
    [
        ({}, 30, 0),
        ({"department": "electronics"}, 15, 1),
        ({"tier": "gold"}, 40, 2),
        ({"tier": "gold", "ordered_on": 320}, 65, 3),
        ({"tier": "gold", "ordered_on": 319}, 40, 2),
        ({"tier": "gold", "ordered_on": 355, "department": "electronics"}, 50, 3),
        ({"tier": "gold", "ordered_on": 340, "sold_by_partner": True}, 60, 5),
        ({"tier": "gold", "sold_by_partner": True}, 40, 2),  # the cap changes nothing, so it does not decide
        ({"region": "EU", "department": "electronics"}, 15, 1),  # 15 days are no less than 14
    ],
)
def test_season_and_tier_stack_on_the_window(facts, days, decides):
    ruling = decide(worked_policy(), "return_window", facts)
    assert (ruling.outcome, ruling.decided_by) == (days, f"return_window-{decides}")


def test_because_lists_the_clauses_in_order():
    facts = {"tier": "gold", "ordered_on": 340, "department": "electronics", "days_since_delivery": 51}
    ruling = decide(worked_policy(), "return_allowed", facts)
    assert ruling.because == ("return_window-1", "return_window-2", "return_window-3", "return_allowed-1")
    assert ruling.decided_by == "return_allowed-1"


@pytest.mark.parametrize(("days", "allowed", "decides"), [(14, True, 3), (15, False, 2)])
def test_eu_withdrawal_beats_final_sale_for_fourteen_days(days, allowed, decides):
    facts = {"region": "EU", "final_sale": True, "days_since_delivery": days}
    ruling = decide(worked_policy(), "return_allowed", facts)
    assert (ruling.outcome, ruling.decided_by) == (allowed, f"return_allowed-{decides}")


def test_a_refusal_explains_itself():
    policy = worked_policy()
    settled = settle_return(policy, {"days_since_delivery": 31}, order_of_kettles(), "mug", 1)
    assert (settled.allowed, settled.refund_cents) == (False, 0)
    words = why(policy, settled.rulings[0])
    assert words.startswith(
        "The item cannot be returned. return_allowed-1: The item cannot be returned if delivery was "
        "longer "
        "ago than"
    )
    assert "within 30 days of delivery" in words


@pytest.mark.parametrize(
    ("new_price", "treatment", "due"),
    [
        (3500, "charged", 786 + 70),  # 3500 - 2714 = 786, and 786 x 240/2714 = 69.51 of tax
        (2600, "waived", 0),  # 114 cents cheaper, within $3.00
        (2000, "refunded", -714 - 63),  # 714 x 240/2714 = 63.14
    ],
)
def test_an_exchange_charges_the_difference_with_its_tax(new_price, treatment, due):
    settled = settle_exchange(worked_policy(), {}, order_of_kettles(), "kettles", 1, new_price)
    assert (settled.treatment, settled.due_cents) == (treatment, due)


def test_a_price_adjustment_pays_the_drop_and_its_tax():
    policy = written(
        worked_policy(), "price_adjustment", (Percent(100, "price_drop_cents"), ()), (Cap(2000), ())
    )
    # Three kettles cost 8140 after the coupon and would cost 7200 now: 940, and 940 x 720/8140 = 83.14 of
    # tax.
    settled = settle_adjustment(policy, {}, order_of_kettles(), "kettles", 2400)
    assert (settled.cents, settled.tax) == (940, 83)


def test_a_cancellation_gives_everything_back_but_the_fee():
    policy = written(worked_policy(), "cancel_allowed", (Say(True), ()))
    policy = written(policy, "cancel_fee", (Say(0), ()), (Say(750), (Is("order_status", ("packed",)),)))
    settled = settle_cancellation(policy, {"order_status": "packed"}, order_of_kettles())
    assert (settled.fee, settled.refund_cents) == (750, 10_186)
    assert paid_to(settled) == [("gift_card", 3000), ("card", 7186)]


def test_a_lost_mug_is_refunded_as_far_as_the_policy_goes():
    policy = written(worked_policy(), "resolution", (Say("refund"), ()))
    policy = written(policy, "lost_refund", (Percent(80, "line_cents"), ()))
    # 80 % of 1357 = 1085.60: 1086; tax 120 x 1086/1357 = 96.04: 96. No delivery charge, no way back.
    claim = settle_claim(
        policy, {"reason": "never_arrived", "carrier_status": "lost"}, order_of_kettles(), "mug"
    )
    assert (claim.resolution, claim.cents) == ("refund", 1182)


def test_a_partial_refund_is_the_compensation():
    policy = written(worked_policy(), "resolution", (Say("partial_refund"), ()))
    policy = written(
        policy, "compensation", (Percent(20, "line_cents"), ()), (More(150), (Is("tier", ("gold",)),))
    )
    claim = settle_claim(policy, {"reason": "missing_parts", "tier": "gold"}, order_of_kettles(), "mug")
    assert claim.cents == 271 + 150  # 20 % of 1357 is 271.40


@pytest.mark.parametrize(("account_days", "action"), [(20, "flag_and_escalate"), (21, "proceed")])
def test_one_fact_separates_a_fraudster_from_an_honest_customer(account_days, action):
    policy = written(
        worked_policy(),
        "fraud_points",
        (Say(0), ()),
        (More(35), (Yes("address_mismatch"),)),
        (More(20), (AtMost("account_days", 20),)),
        (Less(5), (Is("tier", ("gold",)),)),
    )
    policy = written(policy, "fraud_threshold", (Say(49), ()))
    policy = written(
        policy,
        "fraud_action",
        (Say("proceed"), ()),
        (Say("flag_and_escalate"), (Beyond("fraud_points", "fraud_threshold"),)),
    )
    seen = assess_fraud(policy, {"address_mismatch": True, "account_days": account_days, "tier": "gold"})
    assert (seen.points, seen.threshold, seen.action) == (50 if account_days == 20 else 30, 49, action)
    assert ("fraud_points-2" in seen.signals) == (account_days == 20)


def test_a_dispute_knows_its_deadline_and_evidence():
    policy = written(
        worked_policy(), "dispute_deadline", (Say(18), ()), (Less(3), (Is("reason_code", ("M-104",)),))
    )
    policy = written(
        policy,
        "dispute_evidence",
        (Say("invoice"), ()),
        (Say("delivery_proof"), (Is("reason_code", ("M-104",)),)),
    )
    policy = written(
        policy,
        "dispute_response",
        (Say("contest"), ()),
        (Say("accept"), (Beyond("dispute_days", "dispute_deadline"),)),
    )
    on_time = settle_dispute(policy, {"reason_code": "M-104", "dispute_days": 15})
    assert (on_time.response, on_time.evidence, on_time.deadline_days, on_time.days_left) == (
        "contest",
        "delivery_proof",
        15,
        0,
    )
    assert settle_dispute(policy, {"reason_code": "M-104", "dispute_days": 16}).response == "accept"


def test_a_warranty_refund_is_the_price_paid_with_tax():
    policy = written(worked_policy(), "warranty_covers", (Say(True), ()))
    policy = written(
        policy, "warranty_remedy", (Say("repair"), ()), (Say("refund"), (AtLeast("claims_year", 2),))
    )
    assert settle_warranty(policy, {}, order_of_kettles(), "mug").cents == 0
    assert settle_warranty(policy, {"claims_year": 2}, order_of_kettles(), "mug").cents == 1357 + 120


def test_foreign_money_is_converted_at_the_rate_of_the_day_that_the_policy_names():
    policy = written(
        worked_policy(), "rate_day", (Say("order_day"), ()), (Say("dispute_day"), (Yes("dispute_open"),))
    )
    rates = {"order_day": 1_080_000, "dispute_day": 1_101_500}
    assert converted(policy, {}, Money(cents=5000, currency="EUR"), "USD", rates)[0] == Money(cents=5400)
    assert converted(policy, {"dispute_open": True}, Money(cents=5000, currency="EUR"), "USD", rates)[
        0
    ] == Money(cents=5508)  # 5507.5


def test_an_unknown_fact_is_named_with_a_way_out():
    with pytest.raises(KeyError, match=r"no fact 'teir'; did you mean 'tier'\?"):
        decide(draw(Streams("x")), "return_window", {"teir": "gold"})
    with pytest.raises(KeyError, match=r"no topic 'return_windows'; did you mean 'return_window'\?"):
        decide(draw(Streams("x")), "return_windows", {})
