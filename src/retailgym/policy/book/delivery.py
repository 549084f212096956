"""Delivery: what it costs, and what is due for a parcel that is late or lost."""

from collections.abc import Sequence

from ...core.streams import Rng
from ..rules import (
    Amount,
    AtLeast,
    AtMost,
    Between,
    Cap,
    Each,
    Floor,
    Is,
    Less,
    More,
    No,
    Percent,
    Say,
    Yes,
)
from .kit import Draft, article, on, round_cents, section

DELIVERY = article(
    "delivery",
    "Delivery",
    "What delivery costs, and what we do when a parcel is late, lost or broken.",
    "The refund for a lost item is never more than the price paid for it, and carries its part of the tax.",
)


@section(
    DELIVERY,
    "What delivery costs",
    "the delivery charge",
    "What does delivery of this order cost?",
    Amount("delivery costs {}", "cents", none="delivery is free"),
    terms=("outbound carriage", "dispatch tariff", "freight tariff"),
)
def delivery_charge(d: Rng) -> Sequence[Draft]:
    return (
        on("standard", Say(round_cents(d, 395, 695, 50))),
        on("express", Say(round_cents(d, 895, 1295, 50)), Is("shipping_method", ("express",))),
        on("next_day", Say(round_cents(d, 1395, 1995, 50)), Is("shipping_method", ("next_day",))),
        on("abroad", More(round_cents(d, 400, 1200, 50)), Is("region", ("EU", "UK"))),
        on(
            "silver",
            Less(round_cents(d, 100, 250, 50)),
            Is("tier", ("silver",)),
            Is("shipping_method", ("express", "next_day")),
        ),
        on(
            "free",
            Say(0),
            AtLeast("order_cents", round_cents(d, 4000, 9000, 500)),
            Is("shipping_method", ("standard",)),
            Is("region", ("US",)),
        ),
        on("gold", Say(0), Is("tier", ("gold", "platinum")), Is("shipping_method", ("standard",))),
        on(
            "platinum",
            Say(0),
            Is("tier", ("platinum",)),
            Is("shipping_method", ("express",)),
            Is("region", ("US",)),
        ),
        on("oversized", More(round_cents(d, 900, 3500, 100)), Yes("oversized")),
        on(
            "fragile",
            More(round_cents(d, 150, 500, 50)),
            Yes("fragile"),
            Is("shipping_method", ("express", "next_day")),
        ),
        on("hazardous", More(round_cents(d, 500, 1500, 100)), Is("product_sort", ("hazardous",))),
    )


@section(
    DELIVERY,
    "Late parcels",
    "the late-delivery credit",
    "How much credit is due for the late parcel?",
    Amount("the credit for a late parcel is {}", "cents", none="no credit is due for a late parcel"),
    terms=("delay allowance", "punctuality allowance", "service-level credit"),
)
def late_credit(d: Rng) -> Sequence[Draft]:
    return (
        on("standard", Say(0)),
        on("late", Each(round_cents(d, 50, 150, 25), "days_late"), AtLeast("days_late", d.between(2, 3))),
        on(
            "express",
            Percent(d.between(40, 80), "shipping_cents"),
            Is("shipping_method", ("express",)),
            AtLeast("days_late", 1),
        ),
        on(
            "next_day",
            Percent(100, "shipping_cents"),
            Is("shipping_method", ("next_day",)),
            AtLeast("days_late", 1),
        ),
        on("very_late", More(round_cents(d, 300, 900, 50)), AtLeast("days_late", d.between(7, 10))),
        on(
            "members",
            More(round_cents(d, 100, 400, 50)),
            Is("tier", ("gold", "platinum")),
            AtLeast("days_late", 1),
        ),
        on(
            "season",
            Less(round_cents(d, 100, 300, 50)),
            Between("ordered_on", d.between(325, 335), d.between(350, 362)),
            AtLeast("days_late", 1),
        ),
        on("gift", More(round_cents(d, 150, 350, 50)), Yes("is_gift"), AtLeast("days_late", d.between(2, 4))),
        on("cap", Cap(round_cents(d, 1500, 2500, 100)), Is("tier", ("none", "silver", "gold"))),
        on("partner", Say(0), Yes("sold_by_partner"), Is("shipping_method", ("standard",))),
    )


@section(
    DELIVERY,
    "When a parcel counts as lost",
    "the waiting time for lost parcels",
    "After how many days without a scan does the parcel count as lost?",
    Amount("a parcel counts as lost {} after its last scan", "days"),
    terms=("tracing period", "search period", "silence period"),
)
def lost_after(d: Rng) -> Sequence[Draft]:
    return (
        on("standard", Say(d.between(7, 11))),
        on(
            "express",
            Say(d.between(3, 5)),
            Is("shipping_method", ("express", "next_day")),
            Is("region", ("US",)),
        ),
        on("abroad", More(d.between(4, 10)), Is("region", ("EU", "UK"))),
        on("season", More(d.between(3, 6)), Between("ordered_on", d.between(318, 328), d.between(350, 363))),
        on("oversized", More(d.between(2, 7)), Yes("oversized"), Is("shipping_method", ("standard",))),
        on("members", Less(d.between(1, 2)), Is("tier", ("gold", "platinum"))),
        on(
            "dear",
            Less(1),
            AtLeast("declared_cents", round_cents(d, 20000, 50000, 2500)),
            Is("shipping_method", ("express", "next_day")),
        ),
        on("perishable", Say(d.between(1, 2)), Is("product_sort", ("perishable",))),
        on("partner", Floor(d.between(12, 16)), Yes("sold_by_partner")),
    )


@section(
    DELIVERY,
    "Insurance of parcels",
    "the insurance limit",
    "Up to what amount is the parcel insured?",
    Amount("a parcel is insured for {}", "cents", none="a parcel is not insured"),
    terms=("consignment cover", "transit ceiling", "liability ceiling"),
)
def insurance_limit(d: Rng) -> Sequence[Draft]:
    return (
        on("standard", Say(round_cents(d, 8000, 15000, 500))),
        on(
            "express", Say(round_cents(d, 20000, 40000, 1000)), Is("shipping_method", ("express", "next_day"))
        ),
        on(
            "declared",
            Percent(d.between(75, 95), "declared_cents"),
            AtLeast("declared_cents", round_cents(d, 45000, 70000, 2500)),
            Yes("business"),
        ),
        on("signed", More(round_cents(d, 2000, 6000, 500)), Is("carrier_status", ("signed",))),
        on("members", More(round_cents(d, 1000, 4000, 500)), Is("tier", ("gold", "platinum"))),
        on("fragile", Less(round_cents(d, 1000, 3000, 500)), Yes("fragile"), No("oversized")),
        on("abroad", Cap(round_cents(d, 22000, 30000, 1000)), Is("region", ("EU", "UK")), No("business")),
        on(
            "jewellery",
            Cap(round_cents(d, 5000, 7500, 250)),
            Is("department", ("jewellery",)),
            Is("carrier_status", ("delivered", "no_scan")),
        ),
        on("hazardous", Say(0), Is("product_sort", ("hazardous", "gift_card")), No("business")),
    )


@section(
    DELIVERY,
    "What we refund for lost parcels",
    "the refund for a lost item",
    "How much is refunded for the lost item?",
    Amount("the refund for a lost item is {}", "cents", none="nothing is refunded for a lost item"),
    terms=("loss settlement", "write-off value", "consignment value"),
)
def lost_refund(d: Rng) -> Sequence[Draft]:
    return (
        on("standard", Percent(100, "line_cents")),
        on("business", Percent(d.between(70, 95), "line_cents"), Yes("business")),
        on(
            "untracked",
            Percent(d.between(50, 85), "line_cents"),
            Is("carrier_status", ("no_scan",)),
            Is("shipping_method", ("standard",)),
        ),
        on("members", More(round_cents(d, 200, 800, 50)), Is("tier", ("gold", "platinum"))),
        on(
            "late",
            More(round_cents(d, 100, 500, 50)),
            AtLeast("days_late", d.between(5, 9)),
            Is("shipping_method", ("express", "next_day")),
        ),
        on(
            "undeclared",
            Cap(round_cents(d, 9000, 18000, 500)),
            AtMost("declared_cents", round_cents(d, 4000, 8000, 500)),
            No("is_gift"),
        ),
        on("claims", Cap(round_cents(d, 2500, 6000, 250)), AtLeast("claims_year", d.between(3, 5))),
        on("hazardous", Say(0), Is("product_sort", ("hazardous",)), Yes("sold_by_partner")),
    )
