"""How facts are put into words, as a reader of the handbook knows them. Plain data, apart from the policy
package."""

# fact: how it is said if true, and if not
YES_NO: dict[str, tuple[str, str]] = {
    "hygiene": ("the item is sold under a hygiene seal", "the item has no hygiene seal"),
    "oversized": ("the item is oversized", "the item is of ordinary size"),
    "fragile": ("the item is marked fragile", "the item is not marked fragile"),
    "refurbished": ("the item was sold as refurbished", "the item was sold as new"),
    "sold_by_partner": ("the item was sold by a partner shop", "the item was sold by us"),
    "final_sale": ("the item was marked final sale", "the item was not marked final sale"),
    "clearance": ("the item was bought on clearance", "the item was bought at the regular price"),
    "is_gift": ("the order was marked as a gift", "the order was not marked as a gift"),
    "preorder": ("the item was ordered before its release", "the item was already released when ordered"),
    "foreign": ("the order was paid in a foreign currency", "the order was paid in our own currency"),
    "approved": ("a supervisor's approval is on record", "no supervisor's approval is on record"),
    "business": ("the customer holds a business account", "the customer is a private person"),
    "address_mismatch": (
        "the delivery and billing addresses differ",
        "the delivery and billing addresses agree",
    ),
    "device_reuse": (
        "the device was used by other refunded accounts",
        "the device belongs to this account alone",
    ),
    "receipt_reused": (
        "the receipt was already used for another return",
        "the receipt is used for the first time",
    ),
    "light_parcel": (
        "the returned parcel is too light to hold the item",
        "the returned parcel has its full weight",
    ),
    "packaging": ("the original packaging is still there", "the original packaging is missing"),
    "receipt": ("the customer has proof of purchase", "the customer has no proof of purchase"),
    "photo": ("a photo of the fault has been sent", "no photo of the fault has been sent"),
    "hazard": ("the fault could hurt someone", "the fault is harmless"),
    "whole_order": ("the whole order comes back", "only part of the order comes back"),
    "worn": ("the item shows signs of wear", "the item shows no signs of wear"),
    "same_model": ("the new item is the same model", "the new item is another model"),
    "in_stock": ("the wanted item is in stock", "the wanted item is out of stock"),
    "warehouse_short": (
        "the stock count shows that the item was never packed",
        "no stock count shows that the item was never packed",
    ),
    "registered": ("the product is registered", "the product is not registered"),
    "cover_plan": ("a cover plan was bought", "no cover plan was bought"),
    "dispute_open": ("a dispute is open", "no dispute is open"),
    "double_charge": (
        "the payment record shows the item charged twice",
        "the payment record shows the item charged once",
    ),
    "evidence_on_file": (
        "the evidence that the dispute needs is on file",
        "the evidence that the dispute needs is not on file",
    ),
    "part_disputed": ("the dispute concerns only some of the units", "the dispute concerns all of the units"),
    "refunded_before": (
        "the purchase was refunded before the dispute",
        "the purchase was not refunded before the dispute",
    ),
}
# fact: a sentence with a hole, and what can fill it
ONE_OF: dict[str, tuple[str, dict[str, str]]] = {
    "department": (
        "the item is from the {} department",
        {
            "electronics": "electronics",
            "computers": "computers",
            "kitchen": "kitchen",
            "furniture": "furniture",
            "clothing": "clothing",
            "shoes": "shoes",
            "beauty": "beauty",
            "toys": "toys",
            "sports": "sports",
            "garden": "garden",
            "tools": "tools",
            "jewellery": "jewellery",
            "books": "books",
            "baby": "baby",
            "pets": "pets",
            "food": "food",
        },
    ),
    "product_sort": (
        "the item is {}",
        {
            "ordinary": "an everyday product",
            "software": "boxed software",
            "download": "a download",
            "perishable": "perishable",
            "made_to_order": "made to order",
            "gift_card": "a gift card",
            "hazardous": "hazardous goods",
        },
    ),
    "region": (
        "the order goes to {}",
        {"US": "the United States", "EU": "the European Union", "UK": "the United Kingdom"},
    ),
    "shipping_method": (
        "the order goes by {}",
        {"standard": "standard post", "express": "express courier", "next_day": "next-day courier"},
    ),
    "coupon": (
        "the order used {}",
        {"none": "no coupon", "percent": "a percentage coupon", "fixed": "a fixed-sum coupon"},
    ),
    "order_status": (
        "the order {}",
        {
            "placed": "is waiting to be packed",
            "packed": "is packed",
            "shipped": "is on its way",
            "delivered": "has been delivered",
        },
    ),
    "tender": (
        "the order was paid {}",
        {
            "card": "by card",
            "gift_card": "by gift card",
            "wallet": "from a digital wallet",
            "bank_transfer": "by bank transfer",
            "invoice": "on invoice",
        },
    ),
    "tier": (
        "the tier is {}",
        {"none": "none", "silver": "silver", "gold": "gold", "platinum": "platinum"},
    ),
    "carrier_status": (
        "the carrier shows {}",
        {
            "signed": "a signed delivery",
            "delivered": "a delivery without signature",
            "in_transit": "a parcel on its way",
            "lost": "a lost parcel",
            "no_scan": "no scan at all",
        },
    ),
    "reason": (
        "the reason is {}",
        {
            "changed_mind": "a change of mind",
            "damaged": "damage in transit",
            "defective": "a defect",
            "wrong_item": "a wrong item",
            "not_as_described": "a misleading description",
            "missing_parts": "missing parts",
            "never_arrived": "non-delivery",
            "late": "late delivery",
            "charged_twice": "a double charge",
        },
    ),
    "wants": (
        "the customer asks for {}",
        {
            "refund": "a refund",
            "exchange": "an exchange",
            "store_credit": "store credit",
            "repair": "a repair",
        },
    ),
    "condition": (
        "the item comes back {}",
        {"unopened": "unopened", "opened": "opened", "used": "used", "incomplete": "incomplete"},
    ),
    "fault": (
        "the fault comes from {}",
        {
            "manufacturing": "manufacture",
            "wear": "ordinary wear",
            "accident": "an accident",
            "battery": "the battery",
            "cosmetic": "the finish",
        },
    ),
    "price_gap": ("the new item is {}", {"dearer": "dearer", "cheaper": "cheaper", "same": "equal in price"}),
    "cheaper_at": (
        "the lower price was seen {}",
        {"us": "in our own shop", "rival": "at another shop", "marketplace": "on a marketplace"},
    ),
    "network": (
        "the card belongs to the {} network",
        {"Meridian": "Meridian", "Kestrel": "Kestrel", "Tidewater": "Tidewater"},
    ),
    "reason_code": (
        "the reason code is {}",
        {
            "M-104": "M-104",
            "M-131": "M-131",
            "M-136": "M-136",
            "M-137": "M-137",
            "K-4808": "K-4808",
            "K-4834": "K-4834",
            "K-4853": "K-4853",
            "K-4855": "K-4855",
            "T-30": "T-30",
            "T-41": "T-41",
            "T-60": "T-60",
            "T-75": "T-75",
        },
    ),
}
TOGETHER = {
    "a fault of ours": "damage in transit, a defect, a wrong item, a misleading description or missing parts"
}
# fact: what it means, a sentence with a hole for a number, and how it is more, or no more, than a limit
MEASURES: dict[str, tuple[str, str, str, str]] = {
    "days_since_order": (
        "days since the order was placed",
        "the order was placed {} ago",
        "the order was placed longer ago than {} allows",
        "the order was placed no longer ago than {} allows",
    ),
    "ordered_on": (
        "the day of the shop's year on which the order was placed",
        "the order was placed {}",
        "the order was placed more than {}",
        "the order was placed no more than {}",
    ),
    "line_cents": (
        "the price paid for the item",
        "the item cost {}",
        "the item cost more than {}",
        "the item cost no more than {}",
    ),
    "order_cents": (
        "the price of the order",
        "the order cost {}",
        "the order cost more than {}",
        "the order cost no more than {}",
    ),
    "shipping_cents": (
        "the delivery charge paid",
        "delivery cost {}",
        "delivery cost more than {}",
        "delivery cost no more than {}",
    ),
    "account_days": (
        "how old the customer's account is",
        "the customer's account is {} old",
        "the customer's account is more than {} old",
        "the customer's account is no more than {} old",
    ),
    "refunds_90d": (
        "refunds to the customer in the past 90 days",
        "the customer has had {} in the past quarter",
        "the customer has had more than {} in the past quarter",
        "the customer has had no more than {} in the past quarter",
    ),
    "claims_year": (
        "claims of non-delivery or damage by the customer in the past year",
        "the customer has made {} in the past year",
        "the customer has made more than {} in the past year",
        "the customer has made no more than {} in the past year",
    ),
    "year_spend_cents": (
        "what the customer spent in the past year",
        "the customer spent {} in the past year",
        "the customer spent more than {} in the past year",
        "the customer spent no more than {} in the past year",
    ),
    "days_since_delivery": (
        "days since the parcel was delivered",
        "delivery was {} ago",
        "delivery was longer ago than {} allows",
        "delivery was no longer ago than {} allows",
    ),
    "days_late": (
        "days by which the parcel is late",
        "the parcel is {} late",
        "the parcel is more than {} late",
        "the parcel is no more than {} late",
    ),
    "days_without_scan": (
        "days since the carrier last scanned the parcel",
        "the last scan was {} ago",
        "the last scan was longer ago than {} allows",
        "the last scan was no longer ago than {} allows",
    ),
    "declared_cents": (
        "the declared value",
        "the declared value is {}",
        "the declared value is more than {}",
        "the declared value is no more than {}",
    ),
    "days_to_report": (
        "days from delivery until the customer reported the fault",
        "the fault was reported {} after delivery",
        "the fault was reported later than {} allows",
        "the fault was reported no later than {} allows",
    ),
    "days_waiting": (
        "days since the ticket was opened",
        "the ticket has been open for {}",
        "the ticket has been open for more than {}",
        "the ticket has been open for no more than {}",
    ),
    "price_drop_cents": (
        "the fall in price since the order",
        "the price has fallen by {}",
        "the price has fallen by more than {}",
        "the price has fallen by no more than {}",
    ),
    "difference_cents": (
        "how far the prices of the old and the new item are apart",
        "the prices are {} apart",
        "the prices are more than {} apart",
        "the prices are no more than {} apart",
    ),
    "gift_card_days": (
        "days since the gift card was bought",
        "the gift card is {} old",
        "the gift card is older than {} allows",
        "the gift card is no older than {} allows",
    ),
    "gift_card_cents": (
        "what is left on the gift card",
        "the gift card still holds {}",
        "the gift card still holds more than {}",
        "the gift card still holds no more than {}",
    ),
    "dispute_days": (
        "days since the dispute was opened",
        "the dispute is {} old",
        "the dispute is older than {} allows",
        "the dispute is no older than {} allows",
    ),
    "dispute_cents": (
        "the disputed amount",
        "the dispute concerns {}",
        "the dispute concerns more than {}",
        "the dispute concerns no more than {}",
    ),
}
