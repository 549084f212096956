"""Returns: how long, what, at whose cost, and how the money goes back."""

from collections.abc import Sequence

from ...core.streams import Rng
from ..facts import DEPARTMENTS, SHOP_AT_FAULT
from ..rules import (
    Amount,
    AtLeast,
    AtMost,
    Between,
    Beyond,
    Cap,
    Floor,
    Is,
    Less,
    More,
    No,
    OneOf,
    Percent,
    Say,
    Within,
    Yes,
    YesNo,
)
from .kit import SHARES, Draft, article, groups, on, round_cents, section

RETURNS = article(
    "returns",
    "Returns",
    "You may change your mind. This page says for how long, about what, and how the item comes back to us.",
)
COSTS = article(
    "return-costs",
    "What a return costs and how it is refunded",
    "What we keep, what we charge, and how and when you get your money.",
    SHARES,
    "A refund is the price paid with its tax, and the delivery charge where it is refunded, less the "
    "restocking fee and the charge for the way back, but never less than nothing.",
    "Amounts are rounded to the nearest cent, halves up; where something is shared by the lines of an order, "
    "odd cents go to the parts that lose most by rounding, then to the earlier ones.",
    "The whole order comes back when nothing of it is left with the customer after this return; what went "
    "back before counts as well.",
)


@section(
    RETURNS,
    "How long you have",
    "the return window",
    "How many days after delivery can this item be returned?",
    Amount("the item can be returned within {} of delivery", "days"),
    terms=("approval period", "RMA period", "goodwill period"),
    depths=(1, 2, 3),
)
def return_window(d: Rng) -> Sequence[Draft]:
    short, long, members = groups(d, DEPARTMENTS, 4, 3, 5)
    start = 290 + d.below(35)
    return (
        on("standard", Say(d.between(21, 35))),
        on("short_departments", Say(d.between(8, 19)), Is("department", short)),
        on("long_departments", Say(d.between(40, 62)), Is("department", long)),
        on("refurbished", Say(d.between(10, 18)), Yes("refurbished"), No("clearance")),
        on("clearance", Say(d.between(5, 9)), Yes("clearance")),
        on("silver", More(d.between(2, 5)), Is("tier", ("silver",))),
        on("gold", More(d.between(6, 14)), Is("tier", ("gold", "platinum"))),
        on(
            "platinum_departments",
            More(d.between(3, 11)),
            Is("tier", ("platinum",)),
            Is("department", members),
        ),
        on(
            "season",
            More(d.between(15, 32)),
            Between("ordered_on", start, start + d.between(25, 40)),
            No("clearance"),
        ),
        on("gift", More(d.between(4, 13)), Yes("is_gift"), Is("region", ("US", "UK"))),
        on(
            "opened_box",
            Less(d.between(2, 4)),
            Is("condition", ("opened", "used")),
            Is("department", (*short[:2], *members[:3])),
        ),
        on("europe", Floor(14), Is("region", ("EU",))),
        on("partner", Cap(d.between(28, 45)), Yes("sold_by_partner")),
    )


@section(
    RETURNS,
    "What can be returned",
    "the answer to what can be returned",
    "Can this item be returned?",
    YesNo("the item can be returned", "the item cannot be returned"),
    terms=("RMA authorisation", "intake approval", "acceptance of goods"),
    depths=(1,),
)
def return_allowed(d: Rng) -> Sequence[Draft]:
    tried, seals = groups(d, DEPARTMENTS, 3, 3)
    grace = ("platinum",) if d.chance(500) else ("gold", "platinum")
    refusals = (
        on("hygiene", Say(False), Yes("hygiene"), Is("condition", ("opened", "used", "incomplete"))),
        on("software", Say(False), Is("product_sort", ("software",)), Is("condition", ("opened", "used"))),
        on("perishable", Say(False), Is("product_sort", ("perishable", "gift_card"))),
        on("download", Say(False), Is("product_sort", ("download",)), No("refurbished")),
        on("made_to_order", Say(False), Is("product_sort", ("made_to_order",)), No("business")),
        on("used", Say(False), Is("condition", ("used",)), No("sold_by_partner")),
        on("late", Say(False), Beyond("days_since_delivery", "return_window")),
    )
    return (
        on("standard", Say(True)),
        *d.shuffled(refusals),
        on(
            "grace",
            Say(True),
            Is("tier", grace),
            Beyond("days_since_delivery", "return_window"),
            AtMost("days_since_delivery", d.between(50, 75)),
            Is("condition", ("unopened",)),
        ),
        on(
            "trial",
            Say(True),
            Is("condition", ("used",)),
            Is("department", tried),
            AtMost("days_since_delivery", d.between(6, 12)),
        ),
        on("final_sale", Say(False), Yes("final_sale")),
        on(
            "final_sale_members",
            Say(True),
            Yes("final_sale"),
            Is("tier", grace),
            Is("condition", ("unopened",)),
            AtMost("days_since_delivery", d.between(3, 7)),
        ),
        on("no_receipt", Say(False), No("receipt"), AtLeast("line_cents", round_cents(d, 2000, 9000, 500))),
        on(
            "broken_seal",
            Say(False),
            Is("department", seals),
            Is("condition", ("incomplete",)),
            No("packaging"),
        ),
        on("withdrawal", Say(True), Yes("withdrawal_right")),
        on("our_fault", Say(True), Is("reason", SHOP_AT_FAULT), Within("days_to_report", "report_window")),
    )


@section(
    RETURNS,
    "How to send an item back",
    "the way back",
    "How does the item come back to us?",
    OneOf(
        "the item comes back {}",
        {
            "drop_off": "through a drop-off point",
            "prepaid_label": "by post with our prepaid label",
            "courier_pickup": "by a courier whom we send",
            "own_carrier": "by a carrier of the customer's choice",
            "store_counter": "over the counter of any store",
        },
    ),
    terms=("inbound channel", "reverse logistics route", "intake route"),
    depths=(1,),
)
def return_method(d: Rng) -> Sequence[Draft]:
    ways = d.shuffled(("drop_off", "prepaid_label", "own_carrier", "store_counter"))
    return (
        on("standard", Say(ways[0])),
        on("abroad", Say(ways[1]), Is("region", ("EU", "UK"))),
        on("members", Say(ways[2]), Is("tier", ("gold", "platinum"))),
        on(
            "members_abroad",
            Say(ways[3]),
            Is("tier", ("gold", "platinum")),
            Is("region", (d.pick(("EU", "UK")),)),
        ),
        on("oversized", Say("courier_pickup"), Yes("oversized")),
        on(
            "oversized_cheap",
            Say("own_carrier"),
            Yes("oversized"),
            AtMost("line_cents", round_cents(d, 2000, 6000, 500)),
            Is("reason", ("changed_mind",)),
        ),
        on(
            "fragile",
            Say("courier_pickup"),
            Yes("fragile"),
            AtLeast("line_cents", round_cents(d, 9000, 20000, 1000)),
        ),
        on("damaged", Say("prepaid_label"), Is("reason", ("damaged", "wrong_item")), No("oversized")),
        on(
            "hazardous",
            Say(d.pick(("courier_pickup", "store_counter"))),
            Is("product_sort", ("hazardous",)),
            No("sold_by_partner"),
        ),
        on(
            "partner",
            Say("own_carrier"),
            Yes("sold_by_partner"),
            Is("reason", ("changed_mind", "late")),
            No("oversized"),
        ),
    )


@section(
    COSTS,
    "Restocking fee",
    "the restocking fee",
    "What is the restocking fee for this item?",
    Amount("the restocking fee is {}", "cents", none="there is no restocking fee"),
    terms=("handling deduction", "re-shelving charge", "reprocessing charge"),
    depths=(2, 3, 4, 5),
)
def restocking_fee(d: Rng) -> Sequence[Draft]:
    dear, bulky = groups(d, DEPARTMENTS, 4, 3)
    free = d.pick((("platinum",), ("gold", "platinum")))
    return (
        on("standard", Say(0)),
        on("opened", Percent(d.between(5, 9), "line_cents"), Is("condition", ("opened", "incomplete"))),
        on(
            "opened_departments",
            Percent(d.between(11, 19), "line_cents"),
            Is("condition", ("opened", "used", "incomplete")),
            Is("department", dear),
        ),
        on("used", Percent(d.between(20, 35), "line_cents"), Is("condition", ("used",)), No("business")),
        on("oversized", More(round_cents(d, 500, 1900, 100)), Yes("oversized")),
        on(
            "bulky_departments", More(round_cents(d, 300, 1200, 50)), Is("department", bulky), No("packaging")
        ),
        on(
            "no_packaging",
            More(round_cents(d, 200, 900, 50)),
            No("packaging"),
            Is("condition", ("opened", "used", "incomplete")),
        ),
        on(
            "made_to_order",
            More(round_cents(d, 1000, 3000, 100)),
            Is("product_sort", ("made_to_order",)),
            Yes("business"),
        ),
        on("small", Cap(round_cents(d, 300, 600, 50)), AtMost("line_cents", round_cents(d, 1500, 3000, 100))),
        on(
            "silver",
            Less(round_cents(d, 100, 400, 50)),
            Is("tier", ("silver",)),
            Is("condition", ("opened", "incomplete")),
        ),
        on("members", Say(0), Is("tier", free), Is("condition", ("unopened", "opened"))),
        on("cap", Cap(round_cents(d, 7000, 9500, 250)), No("business")),
        on("withdrawal", Say(0), Yes("withdrawal_right"), Is("condition", ("unopened", "opened"))),
        on("our_fault", Say(0), Is("reason", SHOP_AT_FAULT)),
    )


@section(
    COSTS,
    "Who pays for the way back",
    "the charge for the way back",
    "What does the customer pay for sending the item back?",
    Amount("the customer pays {} for the way back", "cents", none="the way back is free"),
    terms=("inbound freight share", "reverse postage", "carriage contribution"),
)
def return_shipping(d: Rng) -> Sequence[Draft]:
    heavy = groups(d, DEPARTMENTS, 3)[0]
    return (
        on("standard", Say(round_cents(d, 395, 895, 50))),
        on("abroad", Say(round_cents(d, 995, 1495, 50)), Is("region", ("EU", "UK"))),
        on("oversized", More(round_cents(d, 700, 2500, 100)), Yes("oversized")),
        on("heavy_departments", More(round_cents(d, 200, 650, 50)), Is("department", heavy), No("oversized")),
        on("repeated", More(round_cents(d, 150, 450, 50)), AtLeast("refunds_90d", d.between(3, 5))),
        on("silver", Less(round_cents(d, 100, 300, 50)), Is("tier", ("silver",))),
        on("large_order", Say(0), AtLeast("order_cents", round_cents(d, 9000, 20000, 500)), No("oversized")),
        on("gold", Say(0), Is("tier", ("gold",)), Is("region", ("US",))),
        on("platinum", Say(0), Is("tier", ("platinum",))),
        on("exchange", Say(0), Is("wants", ("exchange",)), Yes("same_model"), Yes("in_stock")),
        on("bulk_business", Say(round_cents(d, 1500, 2900, 100)), Yes("business"), Yes("whole_order")),
        on("our_fault", Say(0), Is("reason", SHOP_AT_FAULT)),
    )


@section(
    COSTS,
    "Refund of the original delivery charge",
    "the refund of the delivery charge",
    "Is the original delivery charge refunded?",
    YesNo("the original delivery charge is refunded", "the original delivery charge is not refunded"),
    terms=("outbound freight credit", "carriage relief", "dispatch reimbursement"),
)
def shipping_refund(d: Rng) -> Sequence[Draft]:
    return (
        on("standard", Say(False)),
        on(
            "whole_order",
            Say(True),
            Yes("whole_order"),
            AtLeast("order_cents", round_cents(d, 5000, 12000, 500)),
        ),
        on("members", Say(True), Is("tier", ("gold", "platinum")), Is("condition", ("unopened",))),
        on(
            "express",
            Say(False),
            Is("shipping_method", ("express", "next_day")),
            Is("reason", ("changed_mind",)),
        ),
        on(
            "express_members",
            Say(True),
            Is("shipping_method", ("express",)),
            Is("tier", ("platinum",)),
            Is("condition", ("unopened",)),
        ),
        on(
            "withdrawal",
            Say(True),
            Is("reason", ("changed_mind", "late")),
            Is("shipping_method", ("standard",)),
            Yes("whole_order"),
            Yes("withdrawal_right"),
        ),
        on(
            "late",
            Say(True),
            AtLeast("days_late", d.between(3, 6)),
            Is("shipping_method", ("express", "next_day")),
        ),
        on("gift", Say(False), Yes("is_gift"), Is("reason", ("changed_mind", "late")), No("receipt")),
        on("our_fault", Say(True), Is("reason", SHOP_AT_FAULT)),
        on(
            "partner", Say(False), Yes("sold_by_partner"), Is("reason", ("missing_parts", "not_as_described"))
        ),
    )


@section(
    COSTS,
    "How refunds are paid",
    "the way of paying refunds",
    "How is the refund paid?",
    OneOf(
        "refunds are paid {}",
        {
            "original_payment": "the way the order was paid",
            "store_credit": "as store credit",
            "gift_card": "on a new gift card",
            "bank_transfer": "by bank transfer",
        },
    ),
    terms=("payout channel", "reimbursement form", "settlement channel"),
    depths=(1,),
)
def refund_method(d: Rng) -> Sequence[Draft]:
    soft = groups(d, DEPARTMENTS, 4)[0]
    return (
        on("standard", Say("original_payment")),
        on("late", Say("store_credit"), AtLeast("days_since_delivery", d.between(22, 40))),
        on(
            "opened_departments",
            Say("store_credit"),
            Is("department", soft),
            Is("condition", ("opened", "incomplete")),
        ),
        on(
            "clearance",
            Say(d.pick(("store_credit", "gift_card"))),
            Yes("clearance"),
            Is("reason", ("changed_mind", "late")),
        ),
        on("no_receipt", Say(d.pick(("store_credit", "gift_card"))), No("receipt")),
        on("gift", Say("gift_card"), Yes("is_gift"), No("receipt")),
        on("invoice", Say("bank_transfer"), Is("tender", ("invoice", "bank_transfer"))),
        on(
            "invoice_small",
            Say("store_credit"),
            Is("tender", ("invoice",)),
            AtMost("line_cents", round_cents(d, 1500, 4000, 250)),
        ),
        on(
            "members",
            Say("original_payment"),
            Is("tier", ("gold", "platinum")),
            Yes("receipt"),
            Is("tender", ("card", "wallet")),
        ),
        on(
            "withdrawal",
            Say("original_payment"),
            Is("reason", ("changed_mind", "late")),
            Yes("withdrawal_right"),
        ),
        on("our_fault", Say("original_payment"), Is("reason", SHOP_AT_FAULT), Yes("receipt")),
    )


@section(
    COSTS,
    "How soon refunds are paid",
    "the time to pay a refund",
    "Within how many days is the refund paid?",
    Amount("the refund is paid within {} of the item's arrival", "days"),
    terms=("payout target", "settlement target", "credit note deadline"),
    depths=(2,),
)
def refund_time(d: Rng) -> Sequence[Draft]:
    return (
        on("standard", Say(d.between(7, 12))),
        on("slow_tender", More(d.between(2, 5)), Is("tender", ("bank_transfer", "invoice"))),
        on("wallet", Say(d.between(3, 6)), Is("tender", ("wallet",)), No("foreign")),
        on("foreign", More(d.between(2, 6)), Yes("foreign")),
        on("season", More(d.between(3, 8)), Between("ordered_on", d.between(315, 325), d.between(345, 362))),
        on(
            "inspection",
            More(d.between(4, 9)),
            AtLeast("line_cents", round_cents(d, 20000, 40000, 1000)),
            Is("condition", ("opened", "used", "incomplete")),
        ),
        on("partner", More(d.between(2, 7)), Yes("sold_by_partner")),
        on("gold", Less(d.between(1, 2)), Is("tier", ("gold",))),
        on("platinum", Less(d.between(3, 4)), Is("tier", ("platinum",))),
        on("europe", Cap(14), Is("region", ("EU",))),
        on("business", Floor(d.between(16, 21)), Yes("business"), Is("tender", ("invoice",))),
    )


@section(
    COSTS,
    "Which payment is refunded first",
    "the order of refunds",
    "Which payment is refunded first when several were used?",
    OneOf(
        "a refund goes {}",
        {
            "gift_card_first": "to gift cards first and then to the other payments",
            "card_first": "to cards first and then to gift cards",
            "in_proportion": "to all payments in proportion",
        },
    ),
    terms=("tender sequence", "reversal sequence", "payout sequence"),
)
def tender_order(d: Rng) -> Sequence[Draft]:
    usual, other, third = d.shuffled(("gift_card_first", "card_first", "in_proportion"))
    return (
        on("standard", Say(usual)),
        on("part", Say(other), No("whole_order"), AtMost("line_cents", round_cents(d, 2000, 6000, 500))),
        on("abroad", Say(third), Is("region", (d.pick(("EU", "UK")),))),
        on("our_fault", Say(other), Is("reason", SHOP_AT_FAULT)),
        on("our_fault_members", Say(usual), Is("reason", SHOP_AT_FAULT), Is("tier", ("gold", "platinum"))),
        on(
            "withdrawal",
            Say("in_proportion"),
            Is("reason", ("changed_mind", "late")),
            Yes("whole_order"),
            Yes("withdrawal_right"),
        ),
    )
