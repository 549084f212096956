"""Regional law, and the records that prevail when they disagree."""

from collections.abc import Sequence

from ...core.streams import Rng
from ..facts import SHOP_AT_FAULT
from ..rules import Amount, AtLeast, AtMost, Is, More, No, OneOf, Say, Within, Yes, YesNo
from .kit import Draft, article, on, round_cents, section

LAW = article(
    "regional-law",
    "Your rights by region",
    (
        "Some customers have rights by law on top of ours. They stand here together with the rule on foreign "
        "money."
    ),
)
RECORDS = article(
    "records",
    "Which record counts",
    "Records sometimes disagree with each other or with the customer. This page says which of them we "
    "believe, and about what.",
    "What the record that decides shows is taken as the fact. Where it says nothing about the matter, the "
    "customer's word is.",
    "Days count from the delivery that the carrier's record shows, whatever anybody remembers of it.",
    "Damage and defects are a matter of the item's condition; wrong items, missing parts and misleading "
    "descriptions are one of what was in the parcel. A claim of a fault that the record which decides speaks "
    "against, since it shows that there was none, is handled as a change of mind.",
)

_RECORDS = {
    "order_record": "the order record",
    "carrier_scan": "the carrier's scan",
    "customer_statement": "the customer's word",
    "photo": "the photo",
    "stock_count": "the stock count",
    "payment_record": "the payment record",
}


@section(
    LAW,
    "How long you can withdraw",
    "the withdrawal period",
    "Within how many days of delivery can the customer withdraw by law?",
    Amount(
        "the customer can withdraw within {} of delivery", "days", none="there is no right to withdraw by law"
    ),
    terms=("statutory period", "reflection period", "cooling-off period"),
)
def withdrawal_period(d: Rng) -> Sequence[Draft]:
    return (
        on("standard", Say(0)),
        on("europe", Say(14), Is("region", ("EU",))),
        on("uk", Say(14), Is("region", ("UK",))),
        on("doorstep", More(d.between(7, 16)), Is("region", ("EU",)), Yes("sold_by_partner")),
        on("extension", More(d.between(2, 9)), Is("region", ("EU", "UK")), Is("tier", ("gold", "platinum"))),
        on("season", More(d.between(3, 10)), Is("region", ("UK",)), Yes("is_gift")),
        on(
            "late_parcel",
            More(d.between(1, 6)),
            Is("region", ("EU", "UK")),
            AtLeast("days_late", d.between(3, 7)),
        ),
        on("business", Say(0), Yes("business")),
        on(
            "business_goodwill",
            Say(d.between(3, 12)),
            Yes("business"),
            Is("region", (d.pick(("EU", "UK")),)),
            Is("tier", ("platinum",)),
        ),
    )


@section(
    LAW,
    "What the right covers",
    "the right to withdraw",
    "Does the customer have the right to withdraw by law?",
    YesNo("the customer has the right to withdraw", "the customer has no right to withdraw"),
    terms=("statutory entitlement", "legal opt-out", "cooling-off entitlement"),
)
def withdrawal_right(d: Rng) -> Sequence[Draft]:
    return (
        on("standard", Say(False)),
        on(
            "europe",
            Say(True),
            Is("region", ("EU", "UK")),
            Is("reason", ("changed_mind", "late")),
            Within("days_since_delivery", "withdrawal_period"),
        ),
        on("made_to_order", Say(False), Is("product_sort", ("made_to_order", "perishable"))),
        on("hygiene", Say(False), Yes("hygiene"), Is("condition", ("opened", "used"))),
        on(
            "software",
            Say(False),
            Is("product_sort", ("software", "download")),
            Is("condition", ("opened", "used")),
        ),
        on("used", Say(False), Is("condition", ("used",)), Is("region", (d.pick(("EU", "UK")),))),
        on("business", Say(False), Yes("business"), Is("tier", ("none", "silver", "gold"))),
    )


@section(
    LAW,
    "The day of the exchange rate",
    "the day of the exchange rate",
    "The exchange rate of which day is used?",
    OneOf(
        "foreign amounts are converted at the rate of {}",
        {
            "order_day": "the day of the order",
            "delivery_day": "the day of delivery",
            "refund_day": "the day of the refund",
            "dispute_day": "the day of the dispute",
        },
    ),
    terms=("conversion date", "quotation date", "fixing date"),
)
def rate_day(d: Rng) -> Sequence[Draft]:
    usual, other, third = d.shuffled(("order_day", "delivery_day", "refund_day"))
    return (
        on("standard", Say(usual)),
        on("fault", Say(other), Is("reason", SHOP_AT_FAULT)),
        on("europe", Say(third), Is("region", (d.pick(("EU", "UK")),)), No("business")),
        on(
            "large",
            Say("order_day"),
            AtLeast("order_cents", round_cents(d, 30000, 60000, 5000)),
            Is("reason", ("changed_mind", "late")),
        ),
        on("dispute", Say("dispute_day"), Yes("dispute_open")),
        on(
            "dispute_fault",
            Say(other),
            Yes("dispute_open"),
            Is("reason", ("wrong_item", "damaged")),
            Yes("business"),
        ),
        on(
            "dispute_small",
            Say(usual),
            Yes("dispute_open"),
            AtMost("dispute_cents", round_cents(d, 5000, 9000, 500)),
            No("business"),
        ),
    )


@section(
    RECORDS,
    "Whether a parcel arrived",
    "the record of arrival",
    "Which record decides whether the parcel arrived?",
    OneOf("whether a parcel arrived is decided by {}", _RECORDS),
    terms=("handover authority", "arrival source", "receipt authority"),
)
def arrival_record(d: Rng) -> Sequence[Draft]:
    return (
        on("standard", Say("carrier_scan")),
        on(
            "no_scan",
            Say(d.pick(("customer_statement", "order_record"))),
            Is("carrier_status", ("no_scan", "in_transit")),
        ),
        on(
            "unsigned",
            Say("customer_statement"),
            Is("carrier_status", ("delivered",)),
            AtMost("line_cents", round_cents(d, 4000, 9000, 500)),
        ),
        on(
            "unsigned_claims",
            Say("carrier_scan"),
            Is("carrier_status", ("delivered",)),
            AtLeast("claims_year", d.between(2, 3)),
        ),
        on(
            "members",
            Say("customer_statement"),
            Is("tier", ("platinum",)),
            Is("carrier_status", ("delivered",)),
            AtMost("claims_year", 1),
        ),
        on(
            "photo",
            Say("photo"),
            Yes("photo"),
            Is("carrier_status", ("delivered",)),
            AtLeast("line_cents", round_cents(d, 9500, 20000, 500)),
        ),
        on(
            "mismatch",
            Say("order_record"),
            Yes("address_mismatch"),
            Is("carrier_status", ("signed", "delivered")),
        ),
    )


@section(
    RECORDS,
    "What was in the parcel",
    "the record of contents",
    "Which record decides what was in the parcel?",
    OneOf("what was in the parcel is decided by {}", _RECORDS),
    terms=("packing authority", "contents source", "consignment authority"),
    depths=(2,),
)
def contents_record(d: Rng) -> Sequence[Draft]:
    return (
        on("standard", Say("order_record")),
        on("photo", Say("photo"), Yes("photo")),
        on("photo_late", Say("order_record"), Yes("photo"), AtLeast("days_to_report", d.between(5, 10))),
        on("count", Say("stock_count"), Yes("warehouse_short")),
        on("count_light", Say("carrier_scan"), Yes("light_parcel"), No("warehouse_short")),
        on(
            "members",
            Say("customer_statement"),
            Is("tier", ("gold", "platinum")),
            No("photo"),
            AtMost("claims_year", d.between(1, 2)),
        ),
        on(
            "partner",
            Say(d.pick(("photo", "stock_count"))),
            Yes("sold_by_partner"),
            Is("reason", ("wrong_item", "missing_parts")),
            Yes("photo"),
        ),
        on(
            "claims",
            Say("stock_count"),
            AtLeast("claims_year", d.between(3, 5)),
            Is("reason", ("wrong_item", "missing_parts")),
        ),
    )


@section(
    RECORDS,
    "What was paid",
    "the record of payment",
    "Which record decides what was paid?",
    OneOf("what was paid is decided by {}", _RECORDS),
    terms=("ledger authority", "ledger source", "accounts authority"),
)
def payment_source(d: Rng) -> Sequence[Draft]:
    return (
        on("standard", Say("payment_record")),
        on("coupon", Say("order_record"), Is("coupon", ("percent", "fixed"))),
        on("invoice", Say("order_record"), Is("tender", ("invoice",))),
        on(
            "invoice_coupon",
            Say("payment_record"),
            Is("tender", ("invoice", "bank_transfer")),
            Is("coupon", ("fixed",)),
        ),
        on("foreign", Say(d.pick(("payment_record", "order_record"))), Yes("foreign"), No("dispute_open")),
        on("dispute", Say("payment_record"), Yes("dispute_open"), No("business")),
        on("business", Say("order_record"), Yes("business"), Yes("dispute_open"), Is("coupon", ("none",))),
    )


@section(
    RECORDS,
    "How the item came back",
    "the record of condition",
    "Which record decides in what condition the item is?",
    OneOf("the condition of an item is decided by {}", _RECORDS),
    terms=("grading authority", "inspection source", "state authority"),
)
def condition_record(d: Rng) -> Sequence[Draft]:
    return (
        on("standard", Say("customer_statement")),
        on("photo", Say("photo"), Yes("photo"), AtLeast("line_cents", round_cents(d, 2000, 5000, 250))),
        on("weight", Say("carrier_scan"), Yes("light_parcel")),
        on("worn", Say("stock_count"), Yes("worn"), Is("department", ("clothing", "shoes", "jewellery"))),
        on("members", Say("customer_statement"), Is("tier", ("platinum",)), No("light_parcel"), No("worn")),
        on(
            "dear",
            Say(d.pick(("stock_count", "photo"))),
            AtLeast("line_cents", round_cents(d, 20000, 40000, 1000)),
            Is("reason", ("damaged", "defective")),
        ),
        on("claims", Say("order_record"), AtLeast("claims_year", d.between(3, 5)), No("photo")),
    )
