"""A support ticket about an order: what the shop has on file beside the order, and what the desk has read and
decided so far."""

from collections.abc import Mapping
from typing import Literal

from ..core.values import Value
from .orders import Order
from .world import Approval

RESOLUTIONS = ("refund", "partial_refund", "exchange", "store_credit", "deny", "escalate", "request_info")
PAYING = ("refund", "partial_refund", "store_credit")  # those that give money or credit
PRIORITIES = ("low", "medium", "high", "urgent")
TAGS = {
    "damaged": "an item is settled as damaged or defective",
    "refund_request": "the customer asks for money back",
    "exchange_request": "the customer asks for an exchange",
    "inventory_issue": "an item wanted in exchange is out of stock, or the count shows one never packed",
    "coupon_order": "the order shows a coupon",
    "vip_exception": "an item would be resolved otherwise if the customer had no tier",
    "partial_resolution": "the items are not all resolved alike, or one gets a partial refund",
    "non_returnable": "an item settled as a change of mind or late cannot be returned, though in its window",
    "fraud_flag": "a claim carries more fraud points than it may",
    "policy_violation": "the record that decides on an item's condition or on what was in the parcel "
    "contradicts what the customer says of that; days do not count",
    "return_window_exceeded": "an item settled as a change of mind or late is past its return window",
    "wrong_item": "an item is settled as a wrong item",
    "duplicate_charge": "the payments show an item charged twice",
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


class LineFile(Value):
    """What the shop has on file about a line, beside what the order says."""

    sort: str
    grams: int  # of one unit
    packing_note: str  # empty: nothing was noted
    carrier_note: str  # what was noted when it was handed over; likewise
    returned_grams: int | None  # weight of the parcel that came back, if one did


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


class Rate(Value):
    """So many millionths of the shop's currency for one unit of another, on one day."""

    currency: str
    day: int
    millionths: int


class OrderFile(Value):
    """What the shop has on file about an order over which there is a ticket, beside the order itself."""

    about: tuple[str, ...]  # lines that the ticket is about, in the customer's order
    opened_day: int  # of the ticket
    bills_to: str
    shop_currency: str  # in which the desk decides
    lines: Mapping[str, LineFile]
    discount_cents: int  # taken off for coupons, as the payment processor has it
    charged_twice: tuple[str, ...] = ()  # lines
    disputes: tuple[Dispute, ...] = ()
    rates: tuple[Rate, ...] = ()
    approvals: Mapping[str, Approval] = {}  # by line


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


Step = Literal["tags", "priority", "items", "ticket"]


class Ticket(Value):
    """The records, which never change, and the desk's side of the ticket, which does."""

    order: Order
    file: OrderFile
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
    steps: tuple[Step, ...] = ()  # what was done for it, in the order in which each was begun

    @property
    def id(self) -> str:
        return "t" + self.order.id[1:8]

    @property
    def decided(self) -> bool:
        return bool(self.items or self.resolution)

    @property
    def touched(self) -> bool:
        """Whether anything of the desk's own stands on it."""
        return self.decided or bool(self.priority or self.tags or self.fraud or self.reply)
