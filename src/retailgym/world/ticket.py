"""A support ticket as the shop's own records show it, and what the desk has read and decided so far."""

from collections.abc import Mapping

from ..core.values import Value

RESOLUTIONS = ("refund", "partial_refund", "exchange", "store_credit", "deny", "escalate", "request_info")
PAYING = ("refund", "partial_refund", "store_credit")  # those that give money or credit
PRIORITIES = ("low", "medium", "high", "urgent")
TAGS = {
    "damaged": "an item is settled as damaged or defective",
    "refund_request": "the customer asks for the money back for an item",
    "exchange_request": "the customer asks for an exchange of an item",
    "inventory_issue": (
        "an item that is wanted in exchange is out of stock, or the stock count shows that "
        "an "
        "item was never packed"
    ),
    "coupon_order": "the order record shows a coupon",
    "vip_exception": "an item would be resolved otherwise if the customer had no membership tier",
    "partial_resolution": "the items are not all resolved alike, or an item gets a partial refund",
    "non_returnable": (
        "an item is settled as a change of mind or late, its return window is open, and it "
        "still cannot be returned"
    ),
    "fraud_flag": "a claim carries more fraud points than it may",
    "policy_violation": "the record that decides contradicts what the customer says about an item",
    "return_window_exceeded": (
        "an item is settled as a change of mind or late, and its return window has closed"
    ),
    "wrong_item": "an item is settled as a wrong item",
    "duplicate_charge": "the payment record shows an item charged twice",
    "escalation_required": "the ticket is escalated",
}

# What records note, in their own words. A note speaks about an item's condition or about what was in the
# parcel, never about both.
TESTED = "tested before packing, no fault found"
INTACT, DAMAGE_SEEN = "handed over intact", "damage noted at handover"
AS_ORDERED, OTHERWISE = "packed as ordered", "packed otherwise than ordered"
FULL_WEIGHT, UNDERWEIGHT = "weight at dispatch as it should be", "weight at dispatch too low for the order"
NOT_COUNTED, COUNT_AGREES, NEVER_PACKED = (
    "not counted",
    "the count agrees with the order",
    "one unit too many on the shelf: it was never packed",
)
NOTES = {
    "condition": {TESTED: False, INTACT: False, DAMAGE_SEEN: True},
    "contents": {
        AS_ORDERED: False,
        OTHERWISE: True,
        FULL_WEIGHT: False,
        UNDERWEIGHT: True,
        COUNT_AGREES: False,
        NEVER_PACKED: True,
    },
}  # does the note bear out a fault?


class TicketParcel(Value):
    """What the carrier knows of one line's parcel, there and back. Days are the shop's own."""

    status: str  # signed, delivered, in_transit, lost, no_scan
    promised_day: int
    delivered_day: int | None
    declared_cents: int
    note: str  # what was noted when it was handed over; empty: nothing
    returned_grams: int | None  # weight of the parcel that came back, if one did


class OrderLine(Value):
    item_id: str
    title: str
    options: Mapping[str, str]
    department: str
    sort: str
    marks: tuple[str, ...]
    grams: int  # of one unit
    quantity: int
    unit_cents: int
    coupon_share_cents: int
    tax_cents: int
    delivery_share_cents: int
    packing_note: str  # empty: nothing was noted
    parcel: TicketParcel


class Charge(Value):
    tender: str
    cents: int


class Dispute(Value):
    """A chargeback about one item."""

    item_id: str
    network: str
    reason_code: str
    opened_day: int
    units: int
    amount_cents: int
    currency: str
    evidence_on_file: tuple[str, ...]


class Payments(Value):
    """What the payment processor shows."""

    main_tender: str
    charges: tuple[Charge, ...]
    discount_cents: int  # taken off for coupons
    charged_twice: tuple[str, ...]  # items
    disputes: tuple[Dispute, ...] = ()


class Rate(Value):
    """So many millionths of the shop's currency for one unit of another, on one day."""

    currency: str
    day: int
    millionths: int


class SupervisorApproval(Value):
    """What the desk may not refund by itself, it may for this item until that day."""

    item_id: str
    number: str
    until_day: int


class OrderRecord(Value):
    order_id: str
    ticket_items: tuple[str, ...]  # items that the ticket is about, in the customer's order
    today: int
    ticket_opened_day: int
    placed_day: int
    ships_to: str
    bills_to: str
    region: str
    shipping_method: str
    gift: bool
    coupon: str
    coupon_cents: int
    delivery_cents: int
    currency: str
    shop_currency: str  # in which the desk decides
    lines: tuple[OrderLine, ...]
    payments: Payments
    rates: tuple[Rate, ...] = ()
    approvals: tuple[SupervisorApproval, ...] = ()

    def approval(self, item_id: str) -> str:
        """The number of the approval that counts today for an item, if there is one."""
        own = [a.number for a in self.approvals if a.item_id == item_id and a.until_day >= self.today]
        return own[0] if own else ""

    def line(self, item_id: str) -> OrderLine:
        for line in self.lines:
            if line.item_id == item_id:
                return line
        raise KeyError(
            f"no item {item_id!r} in order {self.order_id!r}; its items are "
            f"{', '.join([x.item_id for x in self.lines])}"
        )

    def dispute(self, item_id: str) -> Dispute | None:
        for dispute in self.payments.disputes:
            if dispute.item_id == item_id:
                return dispute
        return None


class HistoryEntry(Value, kw_only=False, omit_defaults=True):
    """One line of a customer's history; the order and the item are named where the ticket is about them."""

    day: int
    what: str  # order, refund, claim
    cents: int
    order_id: str = ""
    item_id: str = ""


class CustomerRecord(Value):
    customer_id: str
    name: str
    tier: str
    business: bool
    currency: str
    account_opened_day: int
    device_used_by_refunded_accounts: bool
    receipt_shown_for_earlier_return: bool
    history: tuple[HistoryEntry, ...]  # newest first


class VariantStock(Value, kw_only=False):
    options: Mapping[str, str]
    in_stock: int
    price_cents: int


class CheckIn(Value):
    """How an item was found when it came back."""

    condition: str
    worn: bool


class StockRecord(Value):
    item_id: str
    title: str
    currency: str
    variants: tuple[VariantStock, ...]
    count: str  # of units on the shelf against the books
    check_in: CheckIn | None


class Decision(Value, kw_only=False):
    resolution: str
    amount_cents: int = 0


class Ticket(Value):
    """The records, which never change, and the desk's side of the ticket, which does."""

    id: str
    order: OrderRecord
    customer: CustomerRecord
    stock: Mapping[str, StockRecord]  # by item
    log: tuple[str, ...] = ()  # what was read, and which items were decided, in order
    items: Mapping[str, Decision] = {}
    cited: Mapping[str, str] = {}  # by item, the section of the handbook that is said to decide
    resolution: str = ""
    priority: str = ""
    tags: tuple[str, ...] = ()
    fraud: bool = False
    reply: str = ""

    @property
    def decided(self) -> bool:
        return bool(self.items or self.resolution)

    @property
    def touched(self) -> bool:
        """Whether anything of the desk's own stands on it."""
        return self.decided or bool(self.priority or self.tags or self.fraud or self.reply)
