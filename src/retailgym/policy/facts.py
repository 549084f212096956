"""Every fact that a rule can depend on: its type, what it means, where an agent finds it, and its value when
nothing is said."""

from collections.abc import Mapping

from ..core.markets import REGIONS as MARKETS
from .rules import Fact, Measure, OneOf, Plain, YesNo

Facts = Mapping[str, Plain]

DEPARTMENTS = ("electronics", "computers", "kitchen", "furniture", "clothing", "shoes", "beauty", "toys",
               "sports", "garden", "tools", "jewellery", "books", "baby", "pets", "food")  # fmt: skip
TIERS = ("none", "silver", "gold", "platinum")
REGIONS = tuple(MARKETS)
REASONS = (
    "changed_mind",
    "damaged",
    "defective",
    "wrong_item",
    "not_as_described",
    "missing_parts",
    "never_arrived",
    "late",
    "charged_twice",
)
SHOP_AT_FAULT = ("damaged", "defective", "wrong_item", "not_as_described", "missing_parts")
OUR_FAULT = "a fault of ours"  # what the policy calls them
CODES = (
    "M-104",
    "M-131",
    "M-136",
    "M-137",
    "K-4808",
    "K-4834",
    "K-4853",
    "K-4855",
    "T-30",
    "T-41",
    "T-60",
    "T-75",
)
NETWORKS = {"Meridian": CODES[:4], "Kestrel": CODES[4:8], "Tidewater": CODES[8:]}


def _one_of(says: str, **options: str) -> OneOf:
    return OneOf(says, options)


def _days(says: str, compared: str, over: str, under: str) -> Measure:
    return Measure(
        says,
        "days",
        over=compared.format(f"{over} than {{}} allows"),
        under=compared.format(f"{under} than {{}} allows"),
    )


def _ago(says: str) -> Measure:
    return _days(says.format("{} ago"), says, "longer ago", "no longer ago")


_ALL = (
    # ── the product page
    Fact("department", "product", "the department that the item belongs to", "kitchen",
         OneOf("the item is from the {} department", {d: d for d in DEPARTMENTS})),
    Fact("product_sort", "product", "what sort of product it is", "ordinary",
         _one_of("the item is {}", ordinary="an everyday product", software="boxed software",
         download="a download",
                 perishable="perishable", made_to_order="made to order", gift_card="a gift card",
                 hazardous="hazardous goods")),
    Fact("hygiene", "product", "whether the item is sold under a hygiene seal", False,
         YesNo("the item is sold under a hygiene seal", "the item has no hygiene seal")),
    Fact("oversized", "product", "whether the item is oversized", False,
         YesNo("the item is oversized", "the item is of ordinary size", unless=True)),
    Fact("fragile", "product", "whether the item is marked fragile", False,
         YesNo("the item is marked fragile", "the item is not marked fragile", unless=True)),
    Fact("refurbished", "product", "whether the item was sold as refurbished", False,
         YesNo("the item was sold as refurbished", "the item was sold as new", unless=True)),
    Fact("sold_by_partner", "product", "whether a partner shop sold the item", False,
         YesNo("the item was sold by a partner shop", "the item was sold by us", unless=True)),
    # ── the order record
    Fact("final_sale", "order", "whether the item was sold as final sale", False,
         YesNo("the item was marked final sale", "the item was not marked final sale", unless=True)),
    Fact("clearance", "order", "whether the item was bought on clearance", False,
         YesNo("the item was bought on clearance", "the item was bought at the regular price", unless=True)),
    Fact("is_gift", "order", "whether the order was marked as a gift", False,
         YesNo("the order was marked as a gift", "the order was not marked as a gift", unless=True)),
    Fact("preorder", "order", "whether the item was ordered before its release", False,
         YesNo("the item was ordered before its release", "the item was already released when ordered",
         unless=True)),
    Fact("foreign", "order", "whether the order was paid in another currency than the shop's", False,
         YesNo("the order was paid in a foreign currency", "the order was paid in our own currency",
         unless=True)),
    Fact("days_since_order", "order", "days since the order was placed", 6, _ago("the order was placed {}")),
    Fact("ordered_on", "order", "the day of the shop's year on which the order was placed", 150,
         Measure("the order was placed {}", "date")),
    Fact("line_cents", "order", "the price paid for the item", 4000, 
         Measure("the item cost {}", "cents")),
    Fact("order_cents", "order", "the price of the order", 6000, 
         Measure("the order cost {}", "cents")),
    Fact("shipping_cents", "order", "the delivery charge paid", 600, Measure("delivery cost {}", "cents")),
    Fact("region", "order", "where the order was delivered", "US",
         _one_of("the order goes to {}", **{r.code: r.name for r in MARKETS.values()})),
    Fact("shipping_method", "order", "how the order was sent", "standard",
         _one_of("the order goes by {}", standard="standard post", express="express courier",
         next_day="next-day courier")),
    Fact("coupon", "order", "which coupon the order used", "none",
         _one_of("the order used {}", none="no coupon", percent="a percentage coupon",
         fixed="a fixed-sum coupon")),
    Fact("order_status", "order", "how far the order has come", "delivered",
         _one_of("the order {}", placed="is waiting to be packed", packed="is packed",
         shipped="is on its way",
                 delivered="has been delivered")),
    Fact("tender", "order", "how the order was paid", "card",
         _one_of("the order was paid {}", card="by card", gift_card="by gift card",
         wallet="from a digital wallet",
                 bank_transfer="by bank transfer", invoice="on invoice")),
    Fact("approved", "order", "whether a supervisor has approved the claim", False,
         YesNo("a supervisor's approval is on record", "no supervisor's approval is on record", unless=True)),
    # ── the customer record
    Fact("tier", "customer", "the customer's membership tier", "none",
         _one_of("the tier is {}", none="none", silver="silver", gold="gold",
         platinum="platinum")),
    Fact("business", "customer", "whether the customer holds a business account", False,
         YesNo("the customer holds a business account", "the customer is a private person", unless=True)),
    Fact("account_days", "customer", "how old the customer's account is", 700,
    Measure("the customer's account is {} old", "days")),
    Fact("refunds_90d", "customer", "refunds to the customer in the past 90 days", 0,
         Measure("the customer has had {} in the past quarter", "times", "refunds")),
    Fact("claims_year", "customer", "claims of non-delivery or damage by the customer in the past year", 0,
         Measure("the customer has made {} in the past year", "times", "claims")),
    Fact("year_spend_cents", "customer", "what the customer spent in the past year", 30000,
         Measure("the customer spent {} in the past year", "cents")),
    Fact("address_mismatch", "customer", "whether the delivery address differs from the billing address",
    False,
         YesNo("the delivery and billing addresses differ", "the delivery and billing addresses agree")),
    Fact("device_reuse", "customer", "whether the device was used by other accounts that claimed refunds",
    False,
         YesNo("the device was used by other refunded accounts", "the device belongs to this account alone")),
    Fact("receipt_reused", "customer", "whether the receipt was shown for an earlier return", False,
         YesNo("the receipt was already used for another return", "the receipt is used for the first time")),
    # ── the carrier
    Fact("days_since_delivery", "carrier", "days since the parcel was delivered", 5, _ago("delivery was {}")),
    Fact("carrier_status", "carrier", "what the carrier's last scan shows", "delivered",
         _one_of("the carrier shows {}", signed="a signed delivery", delivered="a delivery without signature",
                 in_transit="a parcel on its way", lost="a lost parcel", no_scan="no scan at all")),
    Fact("days_late", "carrier", "days by which the parcel is late", 0, Measure("the parcel is {} late",
    "days")),
    Fact("days_without_scan", "carrier", "days since the carrier last scanned the parcel", 1,
         _ago("the last scan was {}")),
    Fact("declared_cents", "carrier", "the declared value", 6000, Measure("the declared value is {}",
    "cents")),
    Fact("light_parcel", "carrier", "whether the returned parcel weighs too little to hold the item", False,
         YesNo("the returned parcel is too light to hold the item", "the returned parcel has its full weight",
         unless=True)),
    # ── the ticket, or the customer when asked
    Fact("reason", "ticket", "why the customer writes", "changed_mind",
         OneOf("the reason is {}", {
             "changed_mind": "a change of mind", "damaged": "damage in transit", "defective": "a defect",
             "wrong_item": "a wrong item", "not_as_described": "a misleading description",
             "missing_parts": "missing parts", "never_arrived": "non-delivery", "late": "late delivery",
             "charged_twice": "a double charge",
         }, together=((OUR_FAULT, SHOP_AT_FAULT),))),
    Fact("wants", "ticket", "what the customer asks for", "refund",
         _one_of("the customer asks for {}", refund="a refund", exchange="an exchange",
         store_credit="store credit", repair="a repair")),
    Fact("condition", "ticket", "the state in which the item comes back", "unopened",
         _one_of("the item comes back {}", unopened="unopened", opened="opened", used="used",
         incomplete="incomplete")),
    Fact("packaging", "ticket", "whether the original packaging is still there", True,
         YesNo("the original packaging is still there", "the original packaging is missing")),
    Fact("receipt", "ticket", "whether the customer can show proof of purchase", True,
         YesNo("the customer has proof of purchase", "the customer has no proof of purchase")),
    Fact("photo", "ticket", "whether the customer has sent a photo of the fault", True,
         YesNo("a photo of the fault has been sent", "no photo of the fault has been sent")),
    Fact("days_to_report", "ticket", "days from delivery until the customer reported the fault", 1,
         
         _days("the fault was reported {} after delivery", "the fault was reported {}", "later", "no later")),
    Fact("days_waiting", "ticket", "days since the ticket was opened", 1,
    Measure("the ticket has been open for {}", "days")),
    Fact("hazard", "ticket", "whether the fault could hurt someone", False,
         YesNo("the fault could hurt someone", "the fault is harmless", unless=True)),
    Fact("fault", "ticket", "what is wrong with the item under warranty", "manufacturing",
         _one_of("the fault comes from {}", manufacturing="manufacture", wear="ordinary wear",
         accident="an accident",
                 battery="the battery", cosmetic="the finish")),
    Fact("whole_order", "ticket", "whether the whole order comes back", False,
         YesNo("the whole order comes back", "only part of the order comes back")),
    Fact("worn", "ticket", "whether the item shows signs of wear", False,
         YesNo("the item shows signs of wear", "the item shows no signs of wear", unless=True)),
    Fact("same_model", "ticket", "whether the wanted item is the same model in another variant", True,
         YesNo("the new item is the same model", "the new item is another model")),
    # ── the product page and the stock list
    Fact("in_stock", "inventory", "whether the wanted item is in stock", True,
         YesNo("the wanted item is in stock", "the wanted item is out of stock")),
    Fact("warehouse_short", "inventory", "whether the stock count shows that the item was never packed",
    False,
         YesNo("the stock count shows that the item was never packed",
         "no stock count shows that the item was never packed", unless=True)),
    Fact("price_drop_cents", "product", "the fall in price since the order", 500,
         Measure("the price has fallen by {}", "cents")),
    Fact("price_gap", "product", "how the new item's price compares with what was paid for the old one",
    "same",
         _one_of("the new item is {}", dearer="dearer", cheaper="cheaper", same="equal in price")),
    Fact("difference_cents", "product", "how far the prices of the old and the new item are apart", 0,
         Measure("the prices are {} apart", "cents")),
    Fact("cheaper_at", "ticket", "where the lower price was seen", "us",
         _one_of("the lower price was seen {}", us="in our own shop", rival="at another shop",
         marketplace="on a marketplace")),
    Fact("registered", "customer", "whether the product is registered for warranty", False,
         YesNo("the product is registered", "the product is not registered", unless=True)),
    Fact("cover_plan", "order", "whether a cover plan was bought with the item", False,
         YesNo("a cover plan was bought", "no cover plan was bought", unless=True)),
    # ── payment
    Fact("gift_card_days", "payment", "days since the gift card was bought", 30,
         _days("the gift card is {} old", "the gift card is {}", "older", "no older")),
    Fact("gift_card_cents", "payment", "what is left on the gift card", 2500,
    Measure("the gift card still holds {}", "cents")),
    Fact("dispute_open", "payment", "whether the customer's bank has opened a dispute", False,
         YesNo("a dispute is open", "no dispute is open", unless=True)),
    Fact("network", "payment", "the card network of the dispute", "Meridian",
         OneOf("the card belongs to the {} network", {n: n for n in NETWORKS})),
    Fact("reason_code", "payment", "the network's reason code of the dispute", "M-104",
         OneOf("the reason code is {}", {c: c for c in CODES})),
    Fact("dispute_days", "payment", "days since the dispute was opened", 3,
         _days("the dispute is {} old", "the dispute is {}", "older", "no older")),
    Fact("dispute_cents", "payment", "the disputed amount", 9000, Measure("the dispute concerns {}",
    "cents")),
    Fact("double_charge", "payment", "whether the payment record shows a second charge for the item", False,
         YesNo("the payment record shows the item charged twice",
         "the payment record shows the item charged once")),
    Fact("evidence_on_file", "payment", "whether the evidence that the dispute needs is on file", True,
         YesNo("the evidence that the dispute needs is on file",
         "the evidence that the dispute needs is not on file")),
    Fact("part_disputed", "payment", "whether the dispute concerns only some of the units bought", False,
         YesNo("the dispute concerns only some of the units", "the dispute concerns all of the units",
         unless=True)),
    Fact("refunded_before", "payment", "whether the purchase was refunded before the dispute", False,
         YesNo("the purchase was refunded before the dispute",
         "the purchase was not refunded before the dispute", unless=True)),
)  # fmt: skip

FACTS: dict[str, Fact] = {fact.name: fact for fact in _ALL}
USUAL: dict[str, Plain] = {fact.name: fact.usual for fact in _ALL}


def sensible(facts: Facts) -> bool:
    """Whether facts can be true together: nothing arrives before it is ordered, a code belongs to its
    network, and so on."""
    case = facts if len(facts) >= len(USUAL) else {**USUAL, **facts}
    if {"days_since_order", "days_since_delivery"} <= facts.keys() and int(case["days_since_order"]) < int(
        case["days_since_delivery"]
    ):
        return False
    if {"reason_code", "network"} <= facts.keys() and case["reason_code"] not in NETWORKS[
        str(case["network"])
    ]:
        return False
    if case["reason"] == "never_arrived" and (
        case["condition"] != "unopened" or case["worn"] or case["light_parcel"]
    ):
        return False
    weightless = str(case["product_sort"]) in ("download", "gift_card")
    return not (weightless and (case["oversized"] or case["fragile"] or case["hygiene"]))
