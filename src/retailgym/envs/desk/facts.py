"""From records and the customer's words to the facts that the policy asks for. Gold and expert read them in
the same way."""

from collections.abc import Mapping
from functools import cache

from ...catalog.sense import can_hurt
from ...core.values import Value
from ...policy import TOPICS, day_of_year
from ...policy.bill import Bill, BillLine, Payment
from ...policy.facts import SHOP_AT_FAULT
from ...policy.rules import Plain
from ...tools.desk import section_read
from ...tools.desk_records import LineRecord, OrderRecord, carrier_status
from ...world.facts import MARKS
from ...world.ticket import (
    NEVER_PACKED,
    NOTES,
    CustomerRecord,
    Dispute,
    StockRecord,
    VariantStock,
)

Told = Mapping[str, str | int]  # topic -> value, as the customer has it
QUARTER, YEAR = 90, 365

DAMAGE = ("damaged", "defective")
CONTENTS = ("wrong_item", "missing_parts", "not_as_described")
FREE_WILL = ("changed_mind", "late")
KEPT = ("missing_parts", "not_as_described")  # the customer may keep it, for less
FRAUD = ("fraud_points", "fraud_threshold", "fraud_action")
DISPUTES = ("dispute_deadline", "dispute_evidence", "dispute_response", "insurance_limit", "rate_day")
_MARK = {words: name for name, words in MARKS.items()}


def topics_of(reason: str | None, quantity: int, noun: str) -> tuple[str, ...]:
    """What has to be known from the customer of an item about which they complain so, if that is known, of
    which they bought so many, and which is called so."""
    found = ["reason", "wants"]
    if reason in FREE_WILL or reason in SHOP_AT_FAULT:
        found += ["condition", "packaging"]
    if reason in SHOP_AT_FAULT:
        found.append("photo")
    if reason in DAMAGE and can_hurt(noun):
        found.append("hazard")
    return (*found, "quantity") if quantity > 1 else tuple(found)


class Dossier(Value):
    """All that the desk can know of a ticket: the records it has read, and what it was told of each item and
    of the order."""

    order: OrderRecord
    customer: CustomerRecord
    stock: Mapping[str, StockRecord]
    told: tuple[Told, ...]  # one for each item of the ticket
    of_order: Told

    def item(self, n: int) -> "TicketItem":
        order, told = self.order, self.told[n]
        line, dispute = order.line(order.ticket_items[n]), order.dispute(order.ticket_items[n])
        units = dispute.units if dispute else int(told.get("quantity", line.quantity))
        return TicketItem(self, line, told, self.stock.get(line.item_id), dispute, units)


class TicketItem(Value, kw_only=False):
    """One item of a ticket, with its part of the records."""

    dossier: Dossier
    line: LineRecord
    told: Told
    stock: StockRecord | None
    dispute: Dispute | None
    units: int  # that the claim is about

    @property
    def light(self) -> bool:
        """A parcel came back that cannot hold the units."""
        grams = self.line.parcel.returned_grams
        return grams is not None and grams < self.line.grams * self.units

    @property
    def same_again(self) -> bool:
        """Whether the very same variant is wanted in exchange."""
        return all(self.told.get(name, value) == value for name, value in self.line.options.items())

    def wanted(self) -> VariantStock:
        """The variant that is wanted in exchange: the same one, but for the options that the customer
        named."""
        assert self.stock is not None
        options = {name: self.told.get(name, value) for name, value in self.line.options.items()}
        return next(v for v in self.stock.variants if v.options == options)


def bill_of(order: OrderRecord, discount_cents: int) -> Bill:
    """The order in money, with the discount that the record shows which is believed."""
    lines = tuple(
        [
            BillLine(id=x.item_id, unit_cents=x.unit_cents, quantity=x.quantity, tax_cents=x.tax_cents)
            for x in order.lines
        ]
    )
    paid = tuple([Payment(tender=c.tender, cents=c.cents) for c in order.payments.charges])
    return Bill(lines=lines, payments=paid, coupon_cents=discount_cents, shipping_cents=order.delivery_cents)


def order_facts(d: Dossier) -> dict[str, Plain]:
    """What is the same for every item."""
    order, customer = d.order, d.customer
    return {
        "region": order.region,
        "shipping_method": order.shipping_method,
        "is_gift": order.gift,
        "coupon": order.coupon,
        "tender": order.payments.main_tender,
        "ordered_on": day_of_year(order.placed_day),
        "days_since_order": order.today - order.placed_day,
        "shipping_cents": order.delivery_cents,
        "foreign": order.currency != order.shop_currency,
        "address_mismatch": order.ships_to != order.bills_to,
        "days_waiting": order.today - order.ticket_opened_day,
        "dispute_open": bool(order.payments.disputes),
        "tier": customer.tier,
        "business": customer.business,
        "account_days": order.today - customer.account_opened_day,
        "refunds_90d": _lately(d, "refund", QUARTER),
        "claims_year": _lately(d, "claim", YEAR),
        "device_reuse": customer.device_used_by_refunded_accounts,
        "receipt_reused": customer.receipt_shown_for_earlier_return,
        "receipt": d.of_order.get("receipt", "kept") == "kept",
    }


def _lately(d: Dossier, what: str, days: int) -> int:
    since = d.order.today - days
    return len([e for e in d.customer.history if e.what == what and e.day >= since])


def item_facts(item: TicketItem) -> dict[str, Plain]:
    """What is true of one item, as the customer claims it."""
    line, told, order = item.line, item.told, item.dossier.order
    parcel, delivered = line.parcel, line.parcel.delivered_day
    arrived = order.today if delivered is None else delivered
    facts: dict[str, Plain] = {
        "department": line.department,
        "product_sort": line.sort,
        "carrier_status": carrier_status(parcel),
        "declared_cents": parcel.declared_cents,
        "days_since_delivery": order.today - arrived,
        "days_late": max(0, arrived - parcel.promised_day),
        "days_to_report": max(0, order.ticket_opened_day - arrived),
        "light_parcel": item.light,
        "reason": told["reason"],
        "wants": told.get("wants", "refund"),
        "condition": told.get("condition", "unopened"),
        "packaging": told.get("packaging", "kept") == "kept",
        "photo": told.get("photo", "none") != "none",
        "hazard": told.get("hazard", "harmless") == "dangerous",
        "double_charge": line.item_id in order.payments.charged_twice,
        "approved": bool(order.approval(line.item_id)),
    }
    for words in line.marks:
        facts[_MARK[words]] = True
    if item.stock is not None and needs_stock(item):
        check = item.stock.check_in
        facts["warehouse_short"], facts["worn"] = (
            item.stock.count == NEVER_PACKED,
            check is not None and check.worn,
        )
        if told.get("wants") == "exchange":
            facts["in_stock"] = item.wanted().in_stock > 0
    if item.dispute is not None:
        facts.update(
            network=item.dispute.network,
            reason_code=item.dispute.reason_code,
            dispute_days=order.today - item.dispute.opened_day,
            part_disputed=item.units < line.quantity,
            refunded_before=_refunded(item),
        )
    return facts


def _refunded(item: TicketItem) -> bool:
    return any(e.what == "refund" and e.item_id == item.line.item_id for e in item.dossier.customer.history)


class Versions(Value):
    """What each record says of one matter: for a fault, whether it shows it; for a return, the condition.
    Silent ones are left out."""

    topic: str  # which the policy decides: condition_record or contents_record
    claimed: bool | str
    shown: Mapping[str, bool | str]

    @property
    def disputed(self) -> bool:
        return any(v != self.claimed for v in self.shown.values())


def versions(item: TicketItem) -> Versions | None:
    """What records say about the claim; nothing for claims that are not about the item itself."""
    reason, stock = item.told["reason"], item.stock
    if item.dispute is not None:
        return None
    if reason in DAMAGE or reason in CONTENTS:
        about = "condition" if reason in DAMAGE else "contents"
        notes = {
            "order_record": item.line.packing_note,
            "carrier_scan": item.line.parcel.note,
            "stock_count": stock.count if stock else "",
        }
        shown: dict[str, bool | str] = {
            source: NOTES[about][note] for source, note in notes.items() if note in NOTES[about]
        }
        if item.told.get("photo", "none") != "none":
            shown["photo"] = item.told["photo"] == "fault"
        return Versions(topic=f"{about}_record", claimed=True, shown=shown)
    if reason in FREE_WILL:
        shown = {}
        if stock is not None and stock.check_in is not None:
            shown["stock_count"] = stock.check_in.condition
        if item.light:
            shown["carrier_scan"] = "incomplete"
        return Versions(
            topic="condition_record", claimed=str(item.told.get("condition", "unopened")), shown=shown
        )
    return None


def established(facts: dict[str, Plain], known: Versions, source: str) -> dict[str, Plain]:
    """The facts as the record that decides shows them."""
    shown = known.shown.get(source, known.claimed)
    if shown == known.claimed:
        return facts
    if isinstance(shown, bool):
        return {**facts, "reason": "changed_mind"}
    return {**facts, "condition": shown}


def needs_stock(item: TicketItem) -> bool:
    """Whether the stock list has to do with the claim: an exchange, what was in the parcel, what may have
    come back, a dispute."""
    reason = item.told["reason"]
    if reason in CONTENTS or reason in FREE_WILL or item.dispute is not None:
        return True
    return item.told["wants"] == "exchange" or item.line.parcel.returned_grams is not None


def may_need(item: TicketItem) -> tuple[str, ...]:
    """The topics of the policy that a claim of this kind may turn on."""
    if item.dispute is not None:
        return ("priority", "resolution", *FRAUD, *DISPUTES)
    told = item.told
    reason, wants = str(told["reason"]), told["wants"]
    found = ["priority", "refund_limit", "resolution", *FRAUD, *_money(item), *of_records(item)]
    if reason in SHOP_AT_FAULT:
        found += ["report_window", "send_back"]
    if reason in ("damaged", "missing_parts") and told.get("photo", "none") == "none":
        found.append("proof_needed")
    if reason in KEPT:
        found.append("compensation")
    if reason == "never_arrived":
        found.append("arrival_record")
    if wants == "exchange":
        found += ["exchange_window", "exchange_allowed"]
        found += [] if item.same_again else ["price_difference"]
    return (*found, "return_window", "return_allowed", "withdrawal_period", "withdrawal_right")


def of_records(item: TicketItem) -> tuple[str, ...]:
    """The topics that say which record counts, where some contradict each other or the customer; and the day
    of the rate."""
    if item.dispute is not None:
        return ("rate_day",)
    order, known = item.dossier.order, versions(item)
    paid = ("payment_source",) if order.coupon_cents != order.payments.discount_cents else ()
    return (*paid, known.topic) if known is not None and known.disputed else paid


def _money(item: TicketItem) -> tuple[str, ...]:
    """What decides how much is refunded, how, and when."""
    reason = item.told["reason"]
    of = {"never_arrived": ("lost_refund", "shipping_refund"), "charged_twice": ()}
    amount = of.get(str(reason), ("restocking_fee", "return_shipping", "shipping_refund"))
    several = ("tender_order",) if len(item.dossier.order.payments.charges) > 1 else ()
    return (*amount, "refund_method", *several, "refund_time")


def evidence(item: TicketItem, topics: frozenset[str]) -> frozenset[str]:
    """What must be looked at before an item is decided that turns on these topics."""
    read = _with_pages(topics)
    return read | {f"stock {item.line.item_id}"} if needs_stock(item) else read


@cache
def _with_pages(topics: frozenset[str]) -> frozenset[str]:
    return frozenset(("order", "customer", *[f"page {TOPICS[topic].article}" for topic in topics]))


@cache
def sections(topics: frozenset[str]) -> frozenset[str]:
    """Sections of the policy, as the ticket's log names them."""
    return frozenset([section_read(TOPICS[topic].article, TOPICS[topic].title) for topic in topics])
