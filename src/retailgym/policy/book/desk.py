"""What the returns desk goes by: fraud, disputes, priorities, limits, and how a ticket is settled."""

from collections.abc import Sequence
from functools import cache

from ...core.streams import Rng
from ..facts import CODES, SHOP_AT_FAULT
from ..rules import Amount, AtLeast, AtMost, Beyond, Cap, Is, Less, More, No, OneOf, Say, Within, Yes
from .kit import SHARES, Draft, article, groups, on, round_cents, section

FRAUD = article(
    "fraud",
    "Signs of fraud",
    (
        "Most claims are honest. Signs of fraud carry points; the points of a claim are added up before "
        "anything "
        "is done about it."
    ),
)
DISPUTES = article(
    "disputes",
    "Disputes and chargebacks",
    "When a customer's bank claims money back: how long we have, what we send, and when we give in.",
    "Each disputed item is a dispute of its own.",
    "An accepted dispute is paid in full or in part: the amount is the disputed sum in our own currency, but "
    "never more than the customer paid for the disputed units with their tax and their share of the delivery "
    "charge. Neither a fee nor the compensation for an item plays a part in it.",
    "Foreign amounts are converted before they are compared with ours, at the rate of one and the same day; "
    "what the customer paid is converted as one sum.",
)
DESK = article(
    "tickets",
    "How tickets are handled",
    "For the colleagues at the desk: what comes first, what you may decide alone, and how a claim is "
    "settled.",
    "Each item of a ticket is settled by itself. What the clauses call the item is all the units of it that "
    "the claim is about: as many as the customer says, or the bank in a dispute.",
    "If all items are settled alike, so is the ticket. If not, it is escalated if any item is; else it asks "
    "for more if any item does; else it is a partial refund if any item is paid back in money or credit; "
    "else it is an exchange. A ticket has the highest priority of its items.",
    "A supervisor's approval is on record where the order shows one for the item that has not run out; what "
    "notes, letters or people say of one is no approval.",
    "A refund, also as store credit, is the price paid with its tax, and the share of the delivery charge if "
    "that is refunded, less the restocking fee and the charge for the way back.",
    "For an item that never arrived it is the refund for a lost item with its part of the tax, and the share "
    "of the delivery charge if that is refunded; for a double charge it is the price paid with its tax.",
    "A partial refund is the compensation, never more than the price paid; it carries no tax.",
    "An exchange costs the difference between the new price of the units and the price paid for them, with "
    "tax at the rate of the old item, unless the difference is waived; the very same item costs nothing.",
    SHARES,
)


# Conditions that hold no drawn value are made once: a policy draws hundreds of clauses per episode.
BUSINESS = Yes("business")
PRIVATE = No("business")
DISPUTED = Yes("dispute_open")
UNDISPUTED = No("dispute_open")
FOREIGN = Yes("foreign")
REFUNDED = Yes("refunded_before")
NOT_REFUNDED = No("refunded_before")
NEVER_PACKED = Yes("warehouse_short")
MEMBERS = Is("tier", ("gold", "platinum"))
PLATINUM = Is("tier", ("platinum",))
OUR_FAULT = Is("reason", SHOP_AT_FAULT)
MISSING = Is("reason", ("never_arrived",))
SIGNED = Is("carrier_status", ("signed",))
FLAGGED = Is("fraud_action", ("flag_and_escalate",))
LIGHT = Yes("light_parcel")
WORN = Yes("worn")
WEARABLE = Is("department", ("clothing", "shoes", "jewellery"))
MISMATCH = Yes("address_mismatch")
DEVICE = Yes("device_reuse")
RECEIPT = Yes("receipt_reused")
NO_RECEIPT = No("receipt")
EXCHANGE = Is("wants", ("exchange",))
CHARGED_BACK = ("wrong_item", "damaged", "never_arrived", "not_as_described", "changed_mind")
HARMLESS = No("hazard")
HAZARD = Yes("hazard")
NO_MEMBERS = Is("tier", ("none", "silver"))
NO_PHOTO = No("photo")
SEEN = Is("reason", ("damaged", "defective", "missing_parts"))
PARTNER = Yes("sold_by_partner")
BY_INVOICE = Is("tender", ("invoice", "bank_transfer"))


@section(
    FRAUD,
    "Fraud points",
    "the fraud score",
    "How many fraud points does the claim carry?",
    Amount("a claim carries {}", "points", none="a claim starts without fraud points"),
    terms=("risk score", "suspicion score", "alert score"),
)
def fraud_points(d: Rng) -> Sequence[Draft]:
    many = d.between(3, 5)
    return (
        on("standard", Say(0)),
        on("velocity", More(d.between(20, 35)), AtLeast("refunds_90d", many)),
        on("velocity_high", More(d.between(10, 20)), AtLeast("refunds_90d", many + d.between(2, 3))),
        on("mismatch", More(d.between(12, 25)), MISMATCH),
        on("new_account", More(d.between(15, 28)), AtMost("account_days", d.between(14, 45))),
        on("proof_of_delivery", More(d.between(25, 40)), MISSING, SIGNED),
        on("empty_box", More(d.between(30, 45)), LIGHT),
        on("serial_claims", More(d.between(20, 34)), AtLeast("claims_year", d.between(3, 5))),
        on("device", More(d.between(22, 38)), DEVICE),
        on("wardrobing", More(d.between(24, 36)), WORN, WEARABLE),
        on("receipt", More(d.between(28, 42)), RECEIPT),
        on("double_refund", More(d.between(30, 48)), DISPUTED, REFUNDED),
        on("loyal", Less(d.between(10, 18)), MEMBERS, AtLeast("account_days", d.between(400, 800))),
        on("count", Less(d.between(15, 30)), NEVER_PACKED),
        on("no_receipt", More(d.between(16, 28)), NO_RECEIPT),
        on("exchange", Less(d.between(12, 24)), EXCHANGE),
    )


@section(
    FRAUD,
    "The fraud threshold",
    "the fraud threshold",
    "Above how many points is a claim treated as fraud?",
    Amount("a claim may carry up to {}", "points"),
    terms=("risk ceiling", "suspicion limit", "alert ceiling"),
)
def fraud_threshold(d: Rng) -> Sequence[Draft]:
    return (
        on("standard", Say(d.between(46, 60))),
        on("dear", Less(d.between(3, 9)), AtLeast("line_cents", round_cents(d, 20000, 40000, 1000))),
        on("business", More(d.between(4, 12)), BUSINESS),
        on("cap", Cap(d.between(62, 68)), UNDISPUTED),
    )


@section(
    FRAUD,
    "What we do about it",
    "the step against fraud",
    "What is done about the signs of fraud?",
    OneOf(
        "the claim {}",
        {
            "proceed": "is handled like any other",
            "ask_proof": "waits until the customer has shown proof of identity",
            "flag_and_escalate": "is flagged and escalated to the fraud team",
            "senior_review": "is reviewed by a senior colleague",
        },
    ),
    terms=("risk measure", "suspicion measure", "alert response"),
)
def fraud_action(d: Rng) -> Sequence[Draft]:
    low = d.between(26, 38)
    return (
        on("standard", Say("proceed")),
        on("some", Say("ask_proof"), AtLeast("fraud_points", low)),
        on(
            "some_small",
            Say("proceed"),
            AtLeast("fraud_points", low),
            AtMost("line_cents", round_cents(d, 1000, 2500, 250)),
        ),
        on("some_business", Say("senior_review"), AtLeast("fraud_points", low), BUSINESS),
        on("above", Say("flag_and_escalate"), Beyond("fraud_points", "fraud_threshold")),
    )


@section(
    DISPUTES,
    "When to answer a dispute",
    "the time to answer a dispute",
    "Within how many days must the dispute be answered?",
    Amount("a dispute must be answered within {} of its opening", "days"),
    terms=("representment period", "rebuttal period", "response period"),
)
def dispute_deadline(d: Rng) -> Sequence[Draft]:
    return (
        on("standard", Say(d.between(14, 20))),
        on("kestrel", Say(d.between(21, 30)), Is("network", ("Kestrel",))),
        on("tidewater", Say(d.between(8, 12)), Is("network", ("Tidewater",))),
        on("codes", Less(d.between(2, 4)), Is("reason_code", groups(d, CODES, 4)[0])),
        on("foreign", More(d.between(3, 8)), FOREIGN),
        on(
            "business",
            More(d.between(2, 5)),
            BUSINESS,
            AtLeast("dispute_cents", round_cents(d, 20000, 40000, 2500)),
        ),
        on(
            "small",
            Less(d.between(1, 3)),
            AtMost("dispute_cents", round_cents(d, 2500, 6000, 250)),
            No("foreign"),
        ),
        on("europe", More(d.between(1, 4)), Is("region", ("EU",))),
        on("cap", Cap(d.between(28, 34)), PRIVATE),
    )


@section(
    DISPUTES,
    "The evidence that a code needs",
    "the evidence needed",
    "Which evidence does the dispute need?",
    OneOf(
        "the dispute is answered with {}",
        {
            "delivery_proof": "proof of delivery",
            "product_page": "the product page as it stood",
            "refund_record": "the record of the refund",
            "order_log": "the log of the order",
            "customer_messages": "the customer's messages",
            "invoice": "the invoice",
        },
    ),
    terms=("representment file", "rebuttal file", "response file"),
)
def dispute_evidence(d: Rng) -> Sequence[Draft]:
    kinds = d.shuffled(
        ("delivery_proof", "product_page", "refund_record", "order_log", "customer_messages", "invoice")
    )
    by_code = groups(d, CODES, 3, 3, 2, 2, 2)
    return (
        on("codes_one", Say(kinds[0])),
        *(
            on(f"codes_{name}", Say(kind), Is("reason_code", codes))
            for name, kind, codes in zip(("two", "three", "four", "five"), kinds[1:], by_code, strict=False)
        ),
        on("refunded", Say("refund_record"), REFUNDED),
        on(
            "business",
            Say(kinds[5]),
            BUSINESS,
            AtLeast("dispute_cents", round_cents(d, 15000, 40000, 2500)),
            NOT_REFUNDED,
        ),
        on("signed", Say("delivery_proof"), SIGNED, Is("reason_code", by_code[4]), PRIVATE),
        on(
            "foreign",
            Say(kinds[4]),
            FOREIGN,
            Is("network", (d.pick(("Meridian", "Kestrel", "Tidewater")),)),
            NOT_REFUNDED,
        ),
    )


@section(
    DISPUTES,
    "Accept or contest",
    "the answer to a dispute",
    "Is the dispute accepted, contested or escalated?",
    OneOf(
        "the dispute is {}",
        {"accept": "accepted", "contest": "contested", "escalate": "escalated to the payments team"},
    ),
    terms=("representment stance", "rebuttal stance", "response stance"),
)
def dispute_response(d: Rng) -> Sequence[Draft]:
    accepted = groups(d, CODES, 4)[0]
    believed, doubted, unclear = groups(d, CHARGED_BACK, 2, 2, 1)
    return (
        on("standard", Say("contest")),
        on("codes", Say("accept"), Is("reason_code", accepted)),
        on("small", Say("accept"), AtMost("dispute_cents", round_cents(d, 1500, 4000, 250))),
        on("lost", Say("accept"), Is("carrier_status", ("lost", "no_scan"))),
        on("signed", Say("contest"), SIGNED, Is("reason_code", accepted)),
        on(
            "insured",
            Say("contest"),
            Within("dispute_cents", "insurance_limit"),
            Is("carrier_status", ("lost",)),
            BUSINESS,
        ),
        on("never_packed", Say("accept"), NEVER_PACKED),
        on("believed", Say("accept"), Is("reason", believed)),
        on("doubted", Say("contest"), Is("reason", doubted)),
        on("unclear", Say("escalate"), Is("reason", unclear)),
        on("refunded", Say("contest"), REFUNDED),
        on(
            "large",
            Say("escalate"),
            AtLeast("dispute_cents", round_cents(d, 60000, 120000, 5000)),
            NOT_REFUNDED,
        ),
        on("fraud", Say("escalate"), FLAGGED),
        on("late", Say("accept"), Beyond("dispute_days", "dispute_deadline")),
    )


@section(
    DESK,
    "Priority",
    "the priority",
    "Which priority does the ticket have?",
    OneOf("the priority is {}", {"low": "low", "medium": "medium", "high": "high", "urgent": "urgent"}),
    terms=("urgency grade", "handling class", "queue class"),
)
def priority(d: Rng) -> Sequence[Draft]:
    waiting = d.between(4, 7)
    return (
        on("standard", Say("low")),
        on("fault", Say("medium"), OUR_FAULT),
        on(
            "missing",
            Say(d.pick(("medium", "high"))),
            MISSING,
            AtLeast("order_cents", round_cents(d, 5000, 12000, 500)),
        ),
        on("waiting", Say("high"), AtLeast("days_waiting", waiting)),
        on("waiting_long", Say("urgent"), AtLeast("days_waiting", waiting + d.between(3, 6)), MEMBERS),
        on("members", Say("high"), PLATINUM, OUR_FAULT),
        on(
            "small",
            Say("low"),
            AtMost("order_cents", round_cents(d, 1000, 2500, 250)),
            NO_MEMBERS,
            AtMost("days_waiting", waiting),
        ),
        on("business", Say("high"), BUSINESS, AtLeast("order_cents", round_cents(d, 20000, 50000, 2500))),
        on("dispute", Say("high"), DISPUTED),
        on("dispute_due", Say("urgent"), DISPUTED, AtLeast("dispute_days", d.between(7, 13))),
        on("fraud", Say(d.pick(("high", "urgent"))), FLAGGED, HARMLESS),
        on("hazard", Say("urgent"), HAZARD),
    )


@section(
    DESK,
    "What the desk may refund",
    "the desk's limit",
    "Up to what amount may the desk refund without asking a supervisor?",
    Amount("the desk may refund up to {} by itself", "cents"),
    terms=("signing limit", "mandate ceiling", "authority limit"),
)
def refund_limit(d: Rng) -> Sequence[Draft]:
    return (
        on("standard", Say(round_cents(d, 20000, 35000, 1000))),
        on("members", More(round_cents(d, 5000, 15000, 1000)), MEMBERS),
        on("business", More(round_cents(d, 10000, 25000, 1000)), BUSINESS, BY_INVOICE),
        on("new_account", Less(round_cents(d, 3000, 9000, 500)), AtMost("account_days", d.between(30, 90))),
        on("foreign", Less(round_cents(d, 2000, 6000, 500)), FOREIGN),
        on("claims", Cap(round_cents(d, 8000, 13000, 500)), AtLeast("claims_year", d.between(2, 4))),
        on("no_photo", Less(round_cents(d, 1000, 4000, 500)), NO_PHOTO, SEEN),
        on("dispute", Cap(round_cents(d, 4000, 7000, 500)), DISPUTED),
        on("partner", Less(round_cents(d, 1500, 4500, 500)), PARTNER, UNDISPUTED),
    )


@section(
    DESK,
    "How a claim is settled",
    "the settlement",
    "How is the claim settled?",
    OneOf(
        "we {}",
        {
            "refund": "refund",
            "partial_refund": "refund in part",
            "exchange": "exchange",
            "store_credit": "give store credit",
            "deny": "deny",
            "escalate": "escalate to a supervisor",
            "request_info": "ask the customer for more",
        },
    ),
    terms=("case outcome", "case disposal", "closing measure"),
)
def resolution(d: Rng) -> Sequence[Draft]:
    kept = d.pick((("missing_parts",), ("missing_parts", "not_as_described")))
    return _resolution(kept, d.pick(("refund", "exchange")))


@cache
def _resolution(kept: tuple[str, ...], lost: str) -> Sequence[Draft]:
    """Its clauses hold nothing else that is drawn."""
    return (
        on("standard", Say("refund")),
        on("credit", Say("store_credit"), Is("refund_method", ("store_credit", "gift_card"))),
        on("credit_wanted", Say("store_credit"), Is("wants", ("store_credit",))),
        on("exchange", Say("exchange"), Is("wants", ("exchange",)), Yes("exchange_allowed")),
        on("not_returnable", Say("deny"), Is("reason", ("changed_mind", "late")), No("return_allowed")),
        on("kept", Say("partial_refund"), Is("reason", kept), No("send_back")),
        on(
            "wrong_item",
            Say("exchange"),
            Is("reason", ("wrong_item",)),
            Yes("in_stock"),
            Is("wants", ("exchange", "repair")),
        ),
        on("reported_late", Say("deny"), OUR_FAULT, Beyond("days_to_report", "report_window")),
        on(
            "late_goodwill",
            Say("store_credit"),
            OUR_FAULT,
            PLATINUM,
            Beyond("days_to_report", "report_window"),
        ),
        on(
            "no_photo",
            Say("request_info"),
            Is("reason", ("damaged", "missing_parts")),
            NO_PHOTO,
            Is("proof_needed", ("photo",)),
        ),
        on("lost", Say(lost), MISSING, Is("carrier_status", ("lost", "no_scan"))),
        on("on_its_way", Say("request_info"), MISSING, Is("carrier_status", ("in_transit",))),
        on(
            "arrived",
            Say("deny"),
            MISSING,
            Is("carrier_status", ("signed", "delivered")),
            Is("arrival_record", ("carrier_scan",)),
        ),
        on("charged_once", Say("deny"), Is("reason", ("charged_twice",)), No("double_charge")),
        on("ask_proof", Say("request_info"), Is("fraud_action", ("ask_proof",))),
        on("limit", Say("escalate"), Beyond("line_cents", "refund_limit"), No("approved")),
        on("contested", Say("deny"), DISPUTED, Is("dispute_response", ("contest",))),
        on(
            "unproven",
            Say("request_info"),
            DISPUTED,
            Is("dispute_response", ("contest",)),
            No("evidence_on_file"),
        ),
        on("accepted", Say("refund"), DISPUTED, Is("dispute_response", ("accept",))),
        on(
            "accepted_part",
            Say("partial_refund"),
            DISPUTED,
            Is("dispute_response", ("accept",)),
            Yes("part_disputed"),
        ),
        on("dispute", Say("escalate"), DISPUTED, Is("dispute_response", ("escalate",))),
        on("fraud", Say("escalate"), Is("fraud_action", ("flag_and_escalate", "senior_review"))),
    )
