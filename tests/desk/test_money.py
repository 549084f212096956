"""Money to the cent, worked by hand on the order of three kettles and a mug (tests/policy/worked.py has the
same one)."""

import pytest

from retailgym.core.money import split
from retailgym.core.values import replace
from retailgym.envs.desk.gold import derive, of_ticket
from retailgym.policy.bill import Bill, BillLine
from retailgym.policy.rules import Beyond, Is, Percent, Say, Yes
from retailgym.tools.desk_records import PaymentRecord
from retailgym.world.ticket import Dispute, Rate

from ..policy.worked import written
from .policies import desk_policy
from .tickets import dossier, kettle_line


def first(policy, d):
    return derive(policy, d).items[0]


def test_two_of_three_opened_kettles_with_coupon_tax_fee_and_way_back():
    # The kettles cost 8997 - 857 = 8140, a unit 2714, 2713, 2713: two are 5427, tax 480. Fee 15 % = 814.05:
    # 814. Way back 600.
    item = first(desk_policy(), dossier({"reason": "changed_mind"}))
    assert (item.resolution, item.cents) == ("refund", 5427 + 480 - 814 - 600)


@pytest.mark.parametrize("cents", [0, 1, 100, 8140, 8141, 8142])
def test_units_that_come_back_have_the_shares_of_an_even_split(cents):
    bill = Bill(
        lines=(BillLine(id="kettles", unit_cents=cents, quantity=7, tax_cents=cents, returned=2),),
        payments=(),
    )
    each = split(cents, [1] * 7)
    assert [bill.portion("kettles", n).tax for n in range(1, 6)] == [
        sum(each[2 : 2 + n]) for n in range(1, 6)
    ]


def test_split_tender_goes_to_the_gift_card_first():
    item = first(desk_policy(), dossier({"reason": "changed_mind"}))
    assert [(p.tender, p.cents) for p in item.to] == [("gift_card", 3000), ("card", 1493)]


def test_one_damaged_kettle_comes_back_free_with_its_part_of_the_delivery_charge():
    # 2714 + 240 tax + 171 of the 513 cents of delivery
    assert first(desk_policy(), dossier({"reason": "damaged", "quantity": 1})).cents == 3125


def test_an_exchange_for_a_dearer_colour_costs_the_difference_with_its_tax():
    # One kettle against a green one at $35.00: 3500 - 2714 = 786, and 786 x 240/2714 = 69.51 of tax.
    item = first(
        desk_policy(),
        dossier({"reason": "changed_mind", "wants": "exchange", "quantity": 1, "colour": "green"}),
    )
    assert (item.resolution, item.cents) == ("exchange", 786 + 70)


def test_the_very_same_kettle_in_exchange_costs_nothing_whatever_the_coupon():
    assert first(desk_policy(), dossier({"reason": "damaged", "wants": "exchange", "quantity": 1})).cents == 0


def test_a_lost_kettle_is_refunded_as_far_as_the_policy_goes():
    policy = written(desk_policy(), "lost_refund", (Percent(80, "line_cents"), ()))
    policy = written(policy, "shipping_refund", (Say(False), ()))
    line = kettle_line()
    line = replace(line, parcel=replace(line.parcel, status="lost", delivered_day=None))
    # 80 % of 2714 = 2171.2: 2171; tax 240 x 2171/2714 = 191.98: 192
    assert first(policy, dossier({"reason": "never_arrived", "quantity": 1}, line)).cents == 2171 + 192


def test_a_double_charge_is_the_price_with_its_tax():
    paid = dossier({}).order.payments
    d = dossier(
        {"reason": "charged_twice", "quantity": 3}, payments=replace(paid, charged_twice=("kettles",))
    )
    item = first(desk_policy(), d)
    assert item.cents == 8140 + 720 and "duplicate_charge" in item.tags


@pytest.mark.parametrize(("believed", "goods"), [("order_record", 5427), ("payment_record", 5998)])
def test_a_coupon_that_the_payment_record_does_not_know_counts_as_policy_says(believed, goods):
    policy = written(desk_policy(), "payment_source", (Say(believed), ()))
    d = dossier({"reason": "damaged"})
    d = replace(d, order=replace(d.order, payments=replace(d.order.payments, discount_cents=0)))
    # Without the coupon two kettles cost 2 x 2999. Tax 480, delivery 342.
    assert first(policy, d).cents == goods + 480 + 342


@pytest.mark.parametrize(("day", "rate"), [("order_day", 1_080_000), ("dispute_day", 1_101_500)])
def test_a_chargeback_is_paid_in_our_own_money_at_the_rate_of_the_day_that_policy_names(day, rate):
    policy = written(desk_policy(), "rate_day", (Say(day), ()))
    policy = written(policy, "dispute_response", (Say("accept"), ()))
    policy = written(policy, "dispute_evidence", (Say("invoice"), ()))
    policy = written(policy, "resolution", (Say("refund"), (Yes("dispute_open"),)))
    dispute = Dispute(
        item_id="kettles",
        network="Meridian",
        reason_code="M-104",
        opened_day=3995,
        units=3,
        amount_cents=5000,
        currency="EUR",
        evidence_on_file=("invoice",),
    )
    rates = (
        Rate(currency="EUR", day=3985, millionths=1_080_000),
        Rate(currency="EUR", day=3995, millionths=1_101_500),
    )
    payments = replace(dossier({}).order.payments, disputes=(dispute,))
    d = dossier({"reason": "changed_mind"}, payments=payments, rates=rates, currency="EUR")
    assert (
        first(policy, d).cents
        == -(-5000 * rate // 1_000_000)
        == {"order_day": 5400, "dispute_day": 5508}[day]
    )  # 5507.5


def test_a_chargeback_never_costs_more_than_was_paid():
    policy = written(desk_policy(), "rate_day", (Say("order_day"), ()))
    policy = written(policy, "dispute_evidence", (Say("invoice"), ()))
    dispute = Dispute(
        item_id="kettles",
        network="Meridian",
        reason_code="M-104",
        opened_day=3995,
        units=3,
        amount_cents=99_999,
        currency="USD",
        evidence_on_file=(),
    )
    rates = (Rate(currency="EUR", day=3985, millionths=1_080_000),)
    payments = PaymentRecord(
        main_tender="card", charges=(), discount_cents=1000, charged_twice=(), disputes=(dispute,)
    )
    d = dossier({"reason": "changed_mind"}, payments=payments, rates=rates, currency="EUR")
    # 8140 + 720 + 513 = 9373 euro cents, at 1.08: 10122.84
    assert first(policy, d).cents == 10_123


def test_a_partial_refund_is_the_compensation():
    policy = written(desk_policy(), "resolution", (Say("partial_refund"), ()))
    policy = written(policy, "compensation", (Percent(20, "line_cents"), ()))
    assert first(policy, dossier({"reason": "missing_parts"})).cents == 1085  # 20 % of 5427 is 1085.4


@pytest.mark.parametrize(
    ("resolutions", "ticket"),
    [
        (("refund", "refund"), "refund"),
        (("refund", "deny"), "partial_refund"),
        (("exchange", "deny"), "exchange"),
        (("exchange", "store_credit"), "partial_refund"),
        (("refund", "request_info"), "request_info"),
        (("request_info", "escalate", "deny"), "escalate"),
        (("deny", "deny", "deny"), "deny"),
    ],
)
def test_the_ticket_is_settled_as_its_items_say(resolutions, ticket):
    assert of_ticket(resolutions) == ticket


def test_a_record_that_decides_against_a_fault_makes_it_a_change_of_mind():
    policy = written(desk_policy(), "condition_record", (Say("photo"), ()))
    shown, hidden = (first(policy, dossier({"reason": "damaged", "photo": p})) for p in ("fault", "no_fault"))
    assert "damaged" in shown.tags and "policy_violation" not in shown.tags
    assert "policy_violation" in hidden.tags and "damaged" not in hidden.tags
    assert hidden.cents == 5427 + 480 - 814 - 600  # with the fee and the way back of a change of mind


def test_a_silent_record_leaves_the_word_to_the_customer():
    policy = written(desk_policy(), "condition_record", (Say("stock_count"), ()))
    item = first(policy, dossier({"reason": "damaged", "photo": "no_fault"}))
    assert "damaged" in item.tags and "policy_violation" not in item.tags


def test_a_claim_is_denied_by_the_day_on_which_it_was_reported():
    policy = written(
        desk_policy(),
        "resolution",
        (Say("refund"), ()),
        (Say("deny"), (Is("reason", ("damaged",)), Beyond("days_to_report", "report_window"))),
    )
    on_time, late = (
        first(policy, dossier({"reason": "damaged"}, ticket_opened_day=3990 + days)) for days in (7, 8)
    )
    assert (on_time.resolution, late.resolution) == ("refund", "deny")
