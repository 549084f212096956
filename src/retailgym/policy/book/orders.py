"""The life of an order: cancellation, price adjustments, gift cards, membership."""

from collections.abc import Sequence

from ...core.streams import Rng
from ..facts import DEPARTMENTS
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
from .kit import Draft, article, groups, on, round_cents, section

CANCELLATION = article(
    "cancellation",
    "Cancelling an order",
    "Changed your mind before the parcel arrived?",
    "All that was paid for a cancelled order is refunded, less the fee.",
)
PRICES = article(
    "price-adjustments",
    "Price adjustments",
    "If the price falls shortly after you bought, we may pay something back.",
    "The fall in price is the difference between the price paid and the new price; what we pay back carries "
    "its tax.",
)
GIFT_CARDS = article(
    "gift-cards",
    "Gift cards",
    "How long they last and when they turn into cash.",
    "A gift card bought in a promotion counts as bought on clearance.",
)
MEMBERSHIP = article(
    "membership",
    "Membership",
    "The more you shop, the more you get. Tiers are reckoned once a day.",
)


@section(
    CANCELLATION,
    "When an order can be cancelled",
    "the answer to whether an order can be cancelled",
    "Can the order be cancelled?",
    YesNo("the order can be cancelled", "the order cannot be cancelled"),
    terms=("stop approval", "recall approval", "voiding approval"),
)
def cancel_allowed(d: Rng) -> Sequence[Draft]:
    return (
        on("standard", Say(True)),
        on("packed", Say(False), Is("order_status", ("packed",))),
        on(
            "packed_methods",
            Say(True),
            Is("order_status", ("packed",)),
            Is("shipping_method", (d.pick(("standard", "express", "next_day")),)),
        ),
        on("shipped", Say(False), Is("order_status", ("shipped", "delivered"))),
        on(
            "made_to_order",
            Say(False),
            Is("product_sort", ("made_to_order",)),
            AtLeast("days_since_order", d.between(1, 3)),
        ),
        on("download", Say(False), Is("product_sort", ("download", "gift_card"))),
        on("preorder", Say(True), Yes("preorder"), Is("order_status", ("placed", "packed"))),
        on(
            "members",
            Say(True),
            Is("tier", ("gold", "platinum")),
            Is("order_status", ("packed",)),
            AtMost("days_since_order", d.between(2, 4)),
        ),
        on("stuck", Say(True), Is("order_status", ("shipped",)), Beyond("days_without_scan", "lost_after")),
        on(
            "business",
            Say(False),
            Yes("business"),
            Is("order_status", ("placed", "packed")),
            AtLeast("order_cents", round_cents(d, 20000, 50000, 2500)),
            No("preorder"),
        ),
    )


@section(
    CANCELLATION,
    "What cancelling costs",
    "the cancellation fee",
    "What does it cost to cancel the order?",
    Amount("the cancellation fee is {}", "cents", none="cancelling is free"),
    terms=("stop charge", "recall charge", "voiding charge"),
)
def cancel_fee(d: Rng) -> Sequence[Draft]:
    return (
        on("standard", Say(0)),
        on("packed", Say(round_cents(d, 250, 750, 50)), Is("order_status", ("packed",))),
        on("shipped", Say(round_cents(d, 850, 1450, 50)), Is("order_status", ("shipped",))),
        on(
            "made_to_order",
            Percent(d.between(10, 30), "order_cents"),
            Is("product_sort", ("made_to_order",)),
            AtLeast("days_since_order", 1),
        ),
        on(
            "preorder",
            Percent(d.between(3, 7), "order_cents"),
            Yes("preorder"),
            AtLeast("days_since_order", d.between(10, 20)),
        ),
        on(
            "oversized",
            More(round_cents(d, 500, 1500, 100)),
            Yes("oversized"),
            Is("order_status", ("packed", "shipped")),
        ),
        on(
            "late_hour",
            More(round_cents(d, 100, 300, 50)),
            AtLeast("days_since_order", d.between(2, 4)),
            Is("order_status", ("packed", "shipped")),
        ),
        on("silver", Less(round_cents(d, 100, 200, 50)), Is("tier", ("silver",))),
        on(
            "members",
            Say(0),
            Is("tier", ("gold", "platinum")),
            Is("order_status", ("placed", "packed")),
            Is("product_sort", ("ordinary", "software")),
        ),
        on("cap", Cap(round_cents(d, 3000, 6000, 250)), No("business")),
        on("late", Say(0), AtLeast("days_late", d.between(4, 8))),
    )


@section(
    PRICES,
    "How long prices are protected",
    "the price protection",
    "For how many days after the order is the price protected?",
    Amount("the price is protected for {} after the order", "days"),
    terms=("price guard period", "markdown guard period", "levelling period"),
    depths=(2, 3, 4),
)
def adjustment_window(d: Rng) -> Sequence[Draft]:
    quick = groups(d, DEPARTMENTS, 5)[0]
    start = 300 + d.below(20)
    return (
        on("standard", Say(d.between(12, 20))),
        on("quick_departments", Say(d.between(5, 9)), Is("department", quick), No("preorder")),
        on("silver", More(d.between(1, 3)), Is("tier", ("silver",))),
        on("members", More(d.between(4, 12)), Is("tier", ("gold", "platinum"))),
        on("season", Less(d.between(2, 4)), Between("ordered_on", start, start + d.between(20, 45))),
        on("preorder", More(d.between(8, 25)), Yes("preorder")),
        on("rival", Less(d.between(1, 3)), Is("cheaper_at", ("rival", "marketplace")), No("business")),
        on(
            "dear",
            More(d.between(2, 6)),
            AtLeast("line_cents", round_cents(d, 15000, 30000, 1000)),
            Is("cheaper_at", ("us",)),
        ),
        on("cap", Cap(d.between(34, 40)), No("business")),
    )


@section(
    PRICES,
    "What is paid back",
    "the price adjustment",
    "How much is paid back because of the lower price?",
    Amount("the price adjustment is {}", "cents", none="there is no price adjustment"),
    terms=("levelling credit", "markdown credit", "difference rebate"),
    depths=(1,),
)
def price_adjustment(d: Rng) -> Sequence[Draft]:
    return (
        on("standard", Percent(100, "price_drop_cents")),
        on("rival", Percent(d.between(40, 85), "price_drop_cents"), Is("cheaper_at", ("rival",))),
        on(
            "coupon",
            Percent(d.between(25, 39), "price_drop_cents"),
            Is("coupon", ("percent", "fixed")),
            Is("tier", ("none", "silver")),
        ),
        on(
            "members", More(round_cents(d, 50, 200, 25)), Is("tier", ("platinum",)), Is("cheaper_at", ("us",))
        ),
        on("service", Less(round_cents(d, 25, 125, 25)), Is("tender", ("invoice", "bank_transfer"))),
        on(
            "small",
            Say(0),
            AtMost("price_drop_cents", round_cents(d, 100, 300, 25)),
            Is("tier", ("none", "silver", "gold")),
        ),
        on("cap", Cap(round_cents(d, 3000, 8000, 250)), Is("tier", ("none", "silver"))),
        on("marketplace", Say(0), Is("cheaper_at", ("marketplace",))),
        on("clearance", Say(0), Yes("clearance")),
        on("late", Say(0), Beyond("days_since_order", "adjustment_window")),
    )


@section(
    GIFT_CARDS,
    "How long gift cards last",
    "the life of a gift card",
    "For how many days is the gift card valid?",
    Amount("a gift card is valid for {} from purchase", "days"),
    terms=("voucher term", "stored-value term", "token term"),
)
def gift_card_life(d: Rng) -> Sequence[Draft]:
    return (
        on("standard", Say(d.between(540, 800))),
        on("promotion", Say(d.between(60, 120)), Yes("clearance")),
        on("large", More(d.between(90, 200)), AtLeast("gift_card_cents", round_cents(d, 5000, 10000, 500))),
        on("members", More(d.between(60, 180)), Is("tier", ("gold", "platinum"))),
        on("business", Less(d.between(30, 100)), Yes("business"), No("clearance")),
        on("abroad", More(d.between(20, 80)), Is("region", ("UK",))),
        on("europe", Floor(d.between(1000, 1095)), Is("region", ("EU",)), No("clearance")),
        on(
            "small",
            Cap(d.between(400, 500)),
            AtMost("gift_card_cents", round_cents(d, 300, 900, 50)),
            Is("region", ("US", "UK")),
        ),
    )


@section(
    GIFT_CARDS,
    "Cash for gift cards",
    "the answer to whether a gift card is paid out",
    "Can the gift card be paid out in cash?",
    YesNo("the gift card is paid out in cash", "the gift card is not paid out in cash"),
    terms=("voucher encashment", "stored-value payout", "token redemption"),
)
def gift_card_cash(d: Rng) -> Sequence[Draft]:
    return (
        on("standard", Say(False)),
        on("small", Say(True), AtMost("gift_card_cents", round_cents(d, 300, 1000, 50))),
        on(
            "small_promotion",
            Say(False),
            AtMost("gift_card_cents", round_cents(d, 1000, 2500, 100)),
            Yes("clearance"),
        ),
        on("fresh", Say(True), AtMost("gift_card_days", d.between(7, 14)), Yes("receipt")),
        on("fresh_business", Say(False), AtMost("gift_card_days", d.between(15, 20)), Yes("business")),
        on("europe", Say(True), Is("region", ("EU",)), AtMost("gift_card_days", 14), No("business")),
        on("expired", Say(False), Beyond("gift_card_days", "gift_card_life")),
        on(
            "members",
            Say(True),
            Is("tier", ("platinum",)),
            Within("gift_card_days", "gift_card_life"),
            AtMost("gift_card_cents", round_cents(d, 4000, 9000, 500)),
        ),
    )


@section(
    MEMBERSHIP,
    "How tiers are earned",
    "the tier earned",
    "Which membership tier has the customer earned?",
    OneOf(
        "the customer earns {}",
        {
            "none": "no tier",
            "silver": "the silver tier",
            "gold": "the gold tier",
            "platinum": "the platinum tier",
        },
    ),
    terms=("loyalty grade", "programme grade", "club standing"),
)
def tier_earned(d: Rng) -> Sequence[Draft]:
    silver = round_cents(d, 15000, 30000, 2500)
    gold = silver + round_cents(d, 20000, 40000, 2500)
    platinum = gold + round_cents(d, 40000, 90000, 5000)
    return (
        on("standard", Say("none")),
        on("silver", Say("silver"), AtLeast("year_spend_cents", silver)),
        on("gold", Say("gold"), AtLeast("year_spend_cents", gold)),
        on("platinum", Say("platinum"), AtLeast("year_spend_cents", platinum)),
        on(
            "new_account",
            Say("silver"),
            AtLeast("year_spend_cents", gold),
            AtMost("account_days", d.between(60, 180)),
        ),
        on(
            "refunds",
            Say("silver"),
            AtLeast("year_spend_cents", platinum),
            AtLeast("refunds_90d", d.between(4, 6)),
        ),
        on(
            "loyal",
            Say("gold"),
            AtLeast("account_days", d.between(900, 1500)),
            Between("year_spend_cents", silver, gold),
        ),
        on("business", Say("gold"), Yes("business"), AtLeast("year_spend_cents", platinum)),
        on(
            "business_large",
            Say("platinum"),
            Yes("business"),
            AtLeast("year_spend_cents", 2 * platinum),
            AtMost("refunds_90d", d.between(2, 5)),
        ),
        on(
            "claims",
            Say("none"),
            AtLeast("claims_year", d.between(4, 6)),
            AtLeast("year_spend_cents", silver),
        ),
    )
