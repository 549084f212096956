"""When something is wrong: damaged and wrong items, exchanges, warranty."""

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

FAULTS = article(
    "damaged-and-wrong-items",
    "Damaged, wrong and incomplete items",
    "Things go wrong on the way. Tell us soon, and we will put it right.",
    "The compensation for an item is never more than the price paid for it.",
)
EXCHANGES = article(
    "exchanges",
    "Exchanges",
    "A different size, colour or model instead of your money back.",
    "The price difference of an exchange is between the new price and the price paid for the old item; what "
    "is charged or paid back carries tax at the rate of the old item.",
)
WARRANTY = article(
    "warranty",
    "Warranty",
    "What happens when something breaks after the first weeks.",
    "A refund or store credit under warranty is the price paid with its tax.",
)


@section(
    FAULTS,
    "When to report a fault",
    "the reporting time",
    "Within how many days of delivery must the fault be reported?",
    Amount("the fault must be reported within {} of delivery", "days"),
    terms=("notification period", "complaint period", "DOA period"),
    depths=(3, 4, 5),
)
def report_window(d: Rng) -> Sequence[Draft]:
    slow = groups(d, DEPARTMENTS, 4)[0]
    return (
        on("standard", Say(d.between(5, 9))),
        on("perishable", Say(d.between(1, 3)), Is("product_sort", ("perishable",))),
        on("slow_departments", Say(d.between(14, 22)), Is("department", slow), No("refurbished")),
        on("hidden", More(d.between(10, 16)), Is("reason", ("defective", "not_as_described"))),
        on("fragile", Less(d.between(1, 3)), Yes("fragile"), Is("reason", ("damaged",))),
        on(
            "signed",
            Less(d.between(1, 2)),
            Is("carrier_status", ("signed",)),
            Is("reason", ("damaged", "missing_parts")),
        ),
        on("members", More(d.between(3, 8)), Is("tier", ("gold", "platinum"))),
        on("gift", More(d.between(5, 20)), Yes("is_gift")),
        on("abroad", More(d.between(2, 4)), Is("region", ("UK", "EU")), No("business")),
        on("partner", Cap(d.between(10, 13)), Yes("sold_by_partner")),
        on("hazard", Floor(d.between(60, 180)), Yes("hazard")),
    )


@section(
    FAULTS,
    "Proof",
    "the proof that we ask for",
    "Which proof does the claim need?",
    OneOf(
        "we ask for {} as proof",
        {
            "nothing": "nothing",
            "photo": "a photo",
            "serial_number": "the serial number",
            "carrier_report": "the carrier's report",
            "signed_statement": "a signed statement",
        },
    ),
    terms=("supporting document", "evidence class", "claim file"),
)
def proof_needed(d: Rng) -> Sequence[Draft]:
    numbered = groups(d, DEPARTMENTS, 5)[0]
    low = round_cents(d, 1000, 2500, 100)
    return (
        on("standard", Say("photo")),
        on("small", Say("nothing"), AtMost("line_cents", low)),
        on(
            "numbered",
            Say("serial_number"),
            Is("department", numbered),
            Is("reason", ("defective", "wrong_item")),
        ),
        on(
            "transit",
            Say("carrier_report"),
            Is("reason", ("damaged",)),
            AtLeast("line_cents", round_cents(d, 12000, 22000, 1000)),
        ),
        on(
            "lost",
            Say("signed_statement"),
            Is("reason", ("never_arrived",)),
            Is("carrier_status", ("signed", "delivered")),
        ),
        on(
            "lost_no_scan",
            Say("nothing"),
            Is("reason", ("never_arrived",)),
            Is("carrier_status", ("lost", "no_scan")),
        ),
        on("members", Say("nothing"), Is("tier", ("platinum",)), AtMost("claims_year", d.between(1, 2))),
        on("serial_claims", Say("signed_statement"), AtLeast("claims_year", d.between(3, 5))),
        on(
            "partner",
            Say("photo"),
            Yes("sold_by_partner"),
            Is("reason", ("damaged", "missing_parts", "wrong_item")),
        ),
    )


@section(
    FAULTS,
    "Compensation for items that are kept",
    "the compensation",
    "How much compensation is paid if the item is kept?",
    Amount(
        "the compensation is {}",
        "cents",
        none="no compensation is paid",
    ),
    terms=("goodwill allowance", "keep allowance", "retention allowance"),
    depths=(1, 2, 3, 4, 5),
)
def compensation(d: Rng) -> Sequence[Draft]:
    dear = groups(d, DEPARTMENTS, 4)[0]
    return (
        on("standard", Percent(d.between(8, 14), "line_cents")),
        on("missing_parts", Percent(d.between(16, 28), "line_cents"), Is("reason", ("missing_parts",))),
        on(
            "damaged_departments",
            Percent(d.between(30, 45), "line_cents"),
            Is("reason", ("damaged", "defective")),
            Is("department", dear),
        ),
        on("changed_mind", Say(0), Is("reason", ("changed_mind", "late")), No("business")),
        on("clearance", Less(round_cents(d, 100, 350, 50)), Yes("clearance")),
        on("members", More(round_cents(d, 200, 700, 50)), Is("tier", ("gold", "platinum"))),
        on(
            "hazard",
            More(round_cents(d, 1000, 2500, 100)),
            Yes("hazard"),
            Is("reason", ("damaged", "defective")),
        ),
        on("no_photo", Cap(round_cents(d, 500, 900, 50)), No("photo")),
        on(
            "least",
            Floor(round_cents(d, 100, 300, 25)),
            Is("reason", ("damaged", "defective", "missing_parts", "wrong_item")),
        ),
        on("partner", Say(0), Yes("sold_by_partner"), Is("reason", ("not_as_described", "missing_parts"))),
    )


@section(
    FAULTS,
    "Whether the item must come back",
    "the answer to whether the item must come back",
    "Must the item be sent back?",
    YesNo("the item must be sent back", "the item need not be sent back"),
    terms=("surrender requirement", "recovery requirement", "hand-in requirement"),
)
def send_back(d: Rng) -> Sequence[Draft]:
    return (
        on("standard", Say(True)),
        on("small", Say(False), AtMost("line_cents", round_cents(d, 800, 2000, 100))),
        on("missing_parts", Say(False), Is("reason", ("missing_parts",))),
        on(
            "bulky",
            Say(False),
            Yes("oversized"),
            AtMost("line_cents", round_cents(d, 4000, 9000, 500)),
            Is("reason", ("damaged",)),
        ),
        on("perishable", Say(False), Is("product_sort", ("perishable", "download"))),
        on("changed_mind", Say(True), Is("reason", ("changed_mind",))),
        on(
            "serial_claims",
            Say(True),
            AtLeast("claims_year", d.between(2, 4)),
            Is("product_sort", ("ordinary", "software")),
        ),
        on("hazard", Say(d.chance(500)), Yes("hazard"), No("sold_by_partner")),
        on(
            "members",
            Say(False),
            Is("tier", ("platinum",)),
            AtMost("line_cents", round_cents(d, 2500, 5000, 250)),
            Is("reason", ("damaged", "wrong_item")),
        ),
    )


@section(
    EXCHANGES,
    "How long you can exchange",
    "the exchange window",
    "Within how many days of delivery can this item be exchanged?",
    Amount("the item can be exchanged within {} of delivery", "days"),
    terms=("swap period", "conversion period", "switch period"),
    depths=(2, 3, 4, 5),
)
def exchange_window(d: Rng) -> Sequence[Draft]:
    short = groups(d, DEPARTMENTS, 5)[0]
    return (
        on("standard", Say(d.between(25, 45))),
        on("short_departments", Say(d.between(12, 20)), Is("department", short), No("is_gift")),
        on("same_model", More(d.between(5, 15)), Yes("same_model"), Is("condition", ("unopened", "opened"))),
        on("clearance", Say(d.between(6, 11)), Yes("clearance")),
        on("gift", More(d.between(10, 25)), Yes("is_gift"), Yes("receipt")),
        on("silver", More(d.between(2, 4)), Is("tier", ("silver",))),
        on("gold", More(d.between(5, 9)), Is("tier", ("gold", "platinum"))),
        on("abroad", More(d.between(3, 7)), Is("region", ("EU", "UK"))),
        on("used", Less(d.between(2, 5)), Is("condition", ("used", "incomplete"))),
        on("cap", Cap(d.between(60, 75)), No("business")),
    )


@section(
    EXCHANGES,
    "What can be exchanged",
    "the answer to what can be exchanged",
    "Can this item be exchanged?",
    YesNo("the item can be exchanged", "the item cannot be exchanged"),
    terms=("swap approval", "conversion approval", "switch approval"),
    depths=(1, 2),
)
def exchange_allowed(d: Rng) -> Sequence[Draft]:
    refusals = (
        on("late", Say(False), Beyond("days_since_delivery", "exchange_window")),
        on("hygiene", Say(False), Yes("hygiene"), Is("condition", ("opened", "used", "incomplete"))),
        on("sorts", Say(False), Is("product_sort", ("perishable", "download", "gift_card"))),
        on("other_model", Say(False), No("same_model"), Is("condition", ("used", "incomplete"))),
    )
    return (
        on("standard", Say(True)),
        *d.shuffled(refusals),
        on("final_sale", Say(False), Yes("final_sale"), No("same_model")),
        on("no_stock", Say(False), No("in_stock")),
        on(
            "wait",
            Say(True),
            No("in_stock"),
            Is("tier", ("gold", "platinum")),
            Yes("same_model"),
            No("final_sale"),
        ),
        on("business", Say(d.chance(500)), Yes("business"), Is("product_sort", ("made_to_order",))),
        on(
            "wrong_item",
            Say(True),
            Is("reason", ("wrong_item", "damaged")),
            Yes("in_stock"),
            Within("days_to_report", "report_window"),
        ),
    )


@section(
    EXCHANGES,
    "Price differences",
    "the treatment of the price difference",
    "What happens to the price difference of the exchange?",
    OneOf(
        "the price difference is {}",
        {
            "charged": "charged to the customer",
            "waived": "waived",
            "refunded": "paid back to the customer",
            "credited": "given as store credit",
        },
    ),
    terms=("balance treatment", "differential treatment", "top-up rule"),
)
def price_difference(d: Rng) -> Sequence[Draft]:
    back, other = d.shuffled(("refunded", "credited"))
    return (
        on("same", Say("waived")),
        on("dearer", Say("charged"), Is("price_gap", ("dearer",))),
        on("cheaper", Say(back), Is("price_gap", ("cheaper",))),
        on("cheaper_members", Say(other), Is("price_gap", ("cheaper",)), Is("tier", ("gold", "platinum"))),
        on(
            "cheaper_clearance",
            Say("waived"),
            Is("price_gap", ("cheaper",)),
            Yes("clearance"),
            Is("tier", ("none", "silver")),
        ),
        on(
            "small",
            Say("waived"),
            Is("price_gap", ("dearer",)),
            AtMost("difference_cents", round_cents(d, 200, 800, 50)),
        ),
        on(
            "our_fault",
            Say("waived"),
            Is("price_gap", ("dearer",)),
            Is("reason", ("wrong_item", "damaged")),
            AtMost("difference_cents", round_cents(d, 2000, 5000, 250)),
        ),
        on("europe", Say("refunded"), Is("price_gap", ("cheaper",)), Is("region", ("EU",)), Yes("receipt")),
        on(
            "repeated",
            Say("charged"),
            Is("price_gap", ("dearer",)),
            AtLeast("refunds_90d", d.between(3, 5)),
            Is("tier", ("none", "silver")),
        ),
    )


@section(
    WARRANTY,
    "How long the warranty runs",
    "the warranty term",
    "How many days after delivery does the warranty run?",
    Amount("the warranty runs for {} from delivery", "days"),
    terms=("guarantee period", "assurance period", "service period"),
    depths=(1, 2),
)
def warranty_term(d: Rng) -> Sequence[Draft]:
    long, short = groups(d, DEPARTMENTS, 4, 3)
    return (
        on("standard", Say(d.between(300, 420))),
        on("long_departments", Say(d.between(500, 700)), Is("department", long)),
        on("short_departments", Say(d.between(120, 240)), Is("department", short)),
        on("refurbished", Say(d.between(80, 110)), Yes("refurbished")),
        on("registered", More(d.between(30, 120)), Yes("registered"), No("refurbished")),
        on("cover_plan", More(d.between(180, 400)), Yes("cover_plan")),
        on("business", Less(d.between(20, 70)), Yes("business"), Is("region", ("US",))),
        on("battery", Cap(d.between(150, 200)), Is("fault", ("battery",)), No("cover_plan")),
        on("uk", Floor(d.between(365, 450)), Is("region", ("UK",)), No("business")),
        on("europe", Floor(730), Is("region", ("EU",)), No("business")),
    )


@section(
    WARRANTY,
    "What the warranty covers",
    "the warranty cover",
    "Does the warranty cover this fault?",
    YesNo("the warranty covers the fault", "the warranty does not cover the fault"),
    terms=("guarantee acceptance", "assurance approval", "service approval"),
    depths=(1,),
)
def warranty_covers(d: Rng) -> Sequence[Draft]:
    tough = groups(d, DEPARTMENTS, 4)[0]
    return (
        on("standard", Say(True)),
        on("wear", Say(False), Is("fault", ("wear", "cosmetic"))),
        on("accident", Say(False), Is("fault", ("accident",))),
        on(
            "accident_plan",
            Say(True),
            Is("fault", ("accident",)),
            Yes("cover_plan"),
            AtMost("claims_year", d.between(1, 2)),
        ),
        on(
            "tough",
            Say(True),
            Is("fault", ("wear",)),
            Is("department", tough),
            AtMost("days_since_delivery", d.between(90, 200)),
        ),
        on(
            "cosmetic",
            Say(True),
            Is("fault", ("cosmetic",)),
            AtMost("days_to_report", d.between(3, 8)),
            No("clearance"),
        ),
        on("battery", Say(False), Is("fault", ("battery",)), No("registered"), Is("region", ("US", "UK"))),
        on("no_receipt", Say(False), No("receipt"), No("registered")),
        on("late", Say(False), Beyond("days_since_delivery", "warranty_term")),
        on("hazard", Say(True), Yes("hazard"), Is("fault", ("manufacturing", "battery"))),
    )


@section(
    WARRANTY,
    "What we do under warranty",
    "the warranty remedy",
    "What does the customer get under warranty?",
    OneOf(
        "under warranty the customer gets {}",
        {
            "repair": "a repair",
            "replacement": "a replacement",
            "refund": "a refund",
            "store_credit": "store credit",
            "nothing": "nothing",
        },
    ),
    terms=("guarantee measure", "assurance measure", "service measure"),
    depths=(2, 3, 4),
)
def warranty_remedy(d: Rng) -> Sequence[Draft]:
    first, second = groups(d, ("repair", "replacement"), 1, 1)
    return (
        on("standard", Say(first[0])),
        on("small", Say(second[0]), AtMost("line_cents", round_cents(d, 3000, 7000, 500))),
        on(
            "replacement_wanted",
            Say("replacement"),
            Is("wants", ("exchange",)),
            Yes("in_stock"),
            AtMost("days_since_delivery", d.between(40, 100)),
        ),
        on(
            "early", Say("refund"), AtMost("days_since_delivery", d.between(15, 30)), Is("wants", ("refund",))
        ),
        on(
            "no_stock",
            Say(d.pick(("refund", "store_credit"))),
            No("in_stock"),
            AtLeast("days_since_delivery", d.between(101, 130)),
        ),
        on("refurbished", Say("store_credit"), Yes("refurbished"), Is("region", ("US",))),
        on(
            "repeat",
            Say("refund"),
            Between("claims_year", 2, d.between(3, 5)),
            Is("fault", ("manufacturing",)),
        ),
        on(
            "europe",
            Say(d.pick(("repair", "replacement"))),
            Is("region", ("EU",)),
            Is("wants", ("repair", "exchange")),
            No("business"),
        ),
        on("not_covered", Say("nothing"), No("warranty_covers")),
    )
