"""Returns and exchanges. Whether, how much and how is decided by the shop's policy, from its records and from
what the customer says."""

from collections.abc import Iterable
from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from ..catalog.product import Product, Variant
from ..core.streams import new_id
from ..core.values import Value, replace
from ..policy import Bill, ExchangeTerms, Return, Ruling, day_of_year, settle_exchange, settle_return, why
from ..policy.bill import with_bill
from ..policy.handbook.pages import APPROVALS
from ..policy.rules import Plain
from ..world import World, stock
from ..world.orders import Order, SentBack
from .catalog import find
from .kit import ID, Cents, ProductId, Refused, VariantId, View, closes, irreversible, reads, writes
from .orders import LineId, OrderId, find_line, find_order, refunds, sent_back

Reason = Literal["changed_mind", "damaged", "defective", "wrong_item", "not_as_described", "missing_parts"]
Condition = Literal["unopened", "opened", "used", "incomplete"]
RefundMethod = Literal["original_payment", "store_credit", "gift_card", "bank_transfer"]
Outcome = Literal["returned", "exchanged", "refused"]
Item = tuple[Product, Variant]
Quantity = int  # units that go back
Replacement = Annotated[str, Meta(description="Wanted instead; empty for a refund.", extra=ID)]
ReplacementVariant = Annotated[str, Meta(extra=ID)]
Amount = Annotated[
    Cents,
    Meta(
        description="The refund, of all that goes back together; for an exchange what the customer pays, "
        "below 0 what they get."
    ),
]
ClauseId = Annotated[
    str, Meta(description="The clause that decides, for a refusal or where the check does not rule.")
]
ClosingCode = Annotated[str, Meta(description="Where the policy is a handbook: the code for such an end.")]


class Statement(Value):
    """What only the customer knows: ask for what they do not bring up."""

    reason: Reason
    condition: Condition
    packaging: bool = True  # is the original packaging still there?
    receipt: bool = True
    dangerous: bool = False  # could the fault hurt someone?


RULES_UP_TO = 6  # the last level at which the shop's own form says whether something may go back
BY_HAND = (
    "Whether it may go back, and how a refund is paid, the policy says: decide by it and name the clause. "
    "If it may, this is the amount."
)


ADDS_UP_TO = 18  # the last level at which the form works out what a return or an exchange comes to
ADDED_BY_HAND = (
    "Whether it may go back, how a refund is paid, the restocking fee and whether the delivery charge is "
    "refunded, the policy says: decide by it, name the clause and work out the amount. Here are the price "
    "paid with its tax, its share of the delivery charge, and the charge for the way back."
)
DIFFERENCE_BY_HAND = (
    "Whether it may be exchanged, and whether the price difference is waived, the policy says: decide by it "
    "and name the clause. Here is the difference with its tax, below 0 where the new one is cheaper; what is "
    "waived comes to 0."
)


SEVERAL_FROM = 3  # links from which on other things may go back with the one that is named
SEVERAL = (
    "Each line is a return of its own: read each back by its name before the customer's yes. The request is "
    "closed for the line that the customer names: its outcome, clause and code, with the amount of all "
    "returns together."
)


def by_hand(world: World) -> bool:
    """Whether the shop leaves it to whoever reads the policy what may go back and how a refund is paid."""
    return world.axes.level > RULES_UP_TO or world.axes.documents > 0


def adds_by_hand(world: World) -> bool:
    """Whether the form leaves it to whoever reads the policy what a return or an exchange comes to."""
    return world.axes.level > ADDS_UP_TO


class Eligibility(View):
    eligible: bool | None  # None: whoever reads the policy decides
    clause_id: str  # decides it
    because: str
    amount_cents: int | None  # refund; for an exchange what the customer pays, below 0 what they get
    method: str  # how the refund is paid; for an exchange how the price difference is treated
    currency: str
    way_back: str = ""
    restocking_fee_cents: int = 0
    return_shipping_cents: int = 0
    paid_within_days: int = 0
    # what an amount is worked out from, where the form does not say what it comes to
    price_with_tax_cents: int | UnsetType = UNSET
    delivery_share_cents: int | UnsetType = UNSET
    way_back_cents: int | UnsetType = UNSET
    difference_cents: int | UnsetType = UNSET


class ReturnView(View):
    return_id: str
    order_id: str
    line_id: str
    quantity: int
    amount_cents: int | None  # None: whoever closes the request works it out
    method: str
    way_back: str
    currency: str

    def ids(self) -> Iterable[str]:
        return (self.return_id,)


class ReturnRequest(Value):
    """How a return request ended, as the agent says."""

    outcome: Outcome
    order_id: str
    line_id: str
    amount_cents: int
    clause_id: str
    closing_code: str = ""


class Closed(View):
    told: str


class ReturnCase(Value):
    """Some units of one line, and what the customer says about them."""

    order: Order
    line: int
    quantity: int
    statement: Statement

    @property
    def line_id(self) -> str:
        return self.order.line_ids[self.line]


def facts_of(world: World, case: ReturnCase) -> dict[str, Plain]:
    """All that the policy may ask for: the shop's records and the customer's statement. A fault is reported
    today."""
    order, bought, customer = case.order, case.order.lines[case.line], world.customer
    parcel = order.parcels[bought.parcel]
    since = world.today - parcel.day
    shelf = world.catalog.shelves[int(world.catalog.column["shelf"][bought.doc])]
    facts: dict[str, Plain] = {
        "department": world.catalog.category(shelf).department,
        "is_gift": order.gift,
        "days_since_order": world.today - order.placed,
        "ordered_on": day_of_year(order.placed),
        "region": order.region,
        "shipping_method": order.method,
        "coupon": order.coupon,
        "tender": order.tender,
        "tier": world.tier_on(order.placed),
        "business": customer.business,
        "refunds_90d": refunds(world, 90),
        "claims_year": customer.claims_year,
        "days_since_delivery": since,
        "days_to_report": since,
        "days_late": parcel.days_late,
        "carrier_status": parcel.last_scan,
        **said_facts(case.statement),
    }
    return facts | dict.fromkeys(bought.marks, True)


def said_facts(statement: Statement) -> dict[str, Plain]:
    return {
        "reason": statement.reason,
        "condition": statement.condition,
        "packaging": statement.packaging,
        "receipt": statement.receipt,
        "hazard": statement.dangerous,
    }


def exchange_facts(world: World, case: ReturnCase, new: Item) -> dict[str, Plain]:
    product, variant = new
    same = product.id == world.catalog.head(case.order.lines[case.line].doc).id
    return {
        "same_model": same,
        "in_stock": stock(world, product, variant) >= case.quantity,
        "wants": "exchange",
    }


def bill_of(world: World, order: Order) -> Bill:
    """The order's bill, with what came back in this conversation."""
    if not world.returns:
        return order.bill
    lines = tuple([replace(x, returned=x.returned + sent_back(world, x.id)) for x in order.bill.lines])
    return replace(order.bill, lines=lines)


def settled(
    world: World, case: ReturnCase, new: Item | None = None, anyway: bool = False
) -> Return | ExchangeTerms:
    """What the policy makes of it: a return, or an exchange for a new item; `anyway` also where it is not
    allowed. Whoever asks again is told the same."""
    extra = exchange_facts(world, case, new) if new else {}
    swap = new and new[1].id
    asked = (case.line, case.quantity, case.statement, swap, *extra.values(), len(world.returns), anyway)
    before = case.order.settled.get(asked)
    if before is not None and before[0] is world.policy and before[1:3] == (world.today, world.customer):
        terms: Return | ExchangeTerms = before[3]
        return terms
    facts, bill = facts_of(world, case) | extra, bill_of(world, case.order)
    if new is None:
        terms = settle_return(world.policy, facts, bill, case.line_id, case.quantity, anyway)
    else:
        price = new[1].price_cents
        terms = settle_exchange(world.policy, facts, bill, case.line_id, case.quantity, price, anyway)
    case.order.settled[asked] = (world.policy, world.today, world.customer, terms)
    return terms


def known(world: World, case: ReturnCase, new: Item | None = None) -> dict[str, Plain]:
    """The facts on which it depends whether something can go back, for those who ask this of many
    statements."""
    bill = bill_of(world, case.order)
    portion, whole = bill.portion(case.line_id, case.quantity), bill.completed_by(case.line_id, case.quantity)
    facts = with_bill(facts_of(world, case), bill, portion, whole)
    return facts | exchange_facts(world, case, new) if new else facts


def returnable(order: Order, line: int) -> int:
    """Units of a line that have arrived and not gone back before."""
    bought = order.lines[line]
    return 0 if order.delivered(line) is None else bought.quantity - bought.returned


def _case(world: World, order_id: str, line_id: str, quantity: int, statement: Statement) -> ReturnCase:
    order = find_order(world, order_id)
    n = find_line(order, line_id)
    if order.delivered(n) is None:
        raise Refused(f"line {line_id!r} has not been delivered; only what has arrived can go back")
    left = returnable(order, n) - sent_back(world, line_id)
    if not 1 <= quantity <= left:
        raise Refused(f"{quantity} of line {line_id!r} cannot go back; {left} are left")
    return ReturnCase(order=order, line=n, quantity=quantity, statement=statement)


def _item(world: World, product_id: str, variant_id: str) -> Item:
    product = find(world, product_id)
    variant = product.variant(variant_id)
    if variant is None:
        raise Refused(
            f"product {product_id!r} has no variant {variant_id!r}; call catalog_get_variants to see "
            f"those "
            f"it has"
        )
    return product, variant


def amount_of(terms: Return | ExchangeTerms) -> int:
    return terms.refund_cents if isinstance(terms, Return) else terms.due_cents


def method_of(terms: Return | ExchangeTerms) -> str:
    return terms.method if isinstance(terms, Return) else terms.treatment


def ruling_of(terms: Return | ExchangeTerms) -> Ruling:
    """The ruling on whether it is allowed."""
    return terms.rulings[0]


@reads
def return_check_eligibility(
    world: World,
    order_id: OrderId,
    line_id: LineId,
    quantity: Quantity,
    statement: Statement,
    product_id: Replacement = "",
    variant_id: ReplacementVariant = "",
) -> Eligibility:
    """What the policy says about returning a line, or exchanging it for what is named; nothing is changed.
    Where `eligible` is null, decide by the policy."""
    case = _case(world, order_id, line_id, quantity, statement)
    terms = settled(world, case, _item(world, product_id, variant_id) if product_id else None, by_hand(world))
    answer = _unruled(world, case, terms) if by_hand(world) else _ruled(world, terms)
    several = world.axes.links >= SEVERAL_FROM and not product_id
    return replace(answer, because=f"{answer.because} {SEVERAL}") if several else answer


def _ruled(world: World, terms: Return | ExchangeTerms) -> Eligibility:
    """The form where it says what the policy does."""
    ruling = ruling_of(terms)
    answer = Eligibility(
        eligible=terms.allowed,
        clause_id=ruling.decided_by,
        because=why(world.policy, ruling),
        amount_cents=amount_of(terms),
        method=method_of(terms),
        currency=world.customer.currency,
    )
    if isinstance(terms, ExchangeTerms):
        return answer if terms.allowed else replace(answer, method="none")
    return replace(
        answer,
        way_back=terms.way_back,
        restocking_fee_cents=terms.fee,
        return_shipping_cents=terms.way_back_cents,
        paid_within_days=terms.days,
    )


def _unruled(world: World, case: ReturnCase, terms: Return | ExchangeTerms) -> Eligibility:
    """The form where the policy has to be read: the amount, or what it is worked out from."""
    approvals = f" {APPROVALS}" if world.approvals and not world.axes.documents else ""
    answer = Eligibility(
        eligible=None,
        clause_id="",
        because=f"{BY_HAND}{approvals}",
        amount_cents=amount_of(terms),
        method="",
        currency=world.customer.currency,
    )
    if not adds_by_hand(world):
        return answer
    if isinstance(terms, ExchangeTerms):
        because, due = f"{DIFFERENCE_BY_HAND}{approvals}", terms.difference_with_tax
        return replace(answer, because=because, amount_cents=None, difference_cents=due)
    return replace(
        answer,
        because=f"{ADDED_BY_HAND}{approvals}",
        amount_cents=None,
        price_with_tax_cents=terms.goods + terms.tax,
        delivery_share_cents=bill_of(world, case.order).portion(case.line_id, case.quantity).shipping,
        way_back_cents=terms.way_back_cents,
    )


@irreversible
@writes
def return_initiate(
    world: World,
    order_id: OrderId,
    line_id: LineId,
    quantity: Quantity,
    statement: Statement,
    refund_method: RefundMethod,
) -> tuple[World, ReturnView]:
    """Open a return and refund it as the policy says, after the customer's yes: this cannot be undone."""
    case = _case(_on_form(world), order_id, line_id, quantity, statement)
    if by_hand(world):  # whoever opens it has read what holds; it is taken as given, and judged
        return _recorded(world, case, settled(_on_form(world), case, anyway=True), refund_method)
    terms = settled(world, case)
    assert isinstance(terms, Return)
    if not terms.allowed:
        raise Refused(why(world.policy, ruling_of(terms)))
    if refund_method != terms.method:
        raise Refused(why(world.policy, next(r for r in terms.rulings if r.topic == "refund_method")))
    return _recorded(world, case, terms, terms.method)


@irreversible
@writes
def return_exchange(
    world: World,
    order_id: OrderId,
    line_id: LineId,
    quantity: Quantity,
    statement: Statement,
    product_id: ProductId,
    variant_id: VariantId,
) -> tuple[World, ReturnView]:
    """Exchange units of a line for as many of another variant or product, after the customer's yes: this
    cannot be undone."""
    case = _case(_on_form(world), order_id, line_id, quantity, statement)
    item = _item(world, product_id, variant_id)
    unruled = by_hand(world)
    terms = settled(_on_form(world), case, item, unruled)
    if not terms.allowed and not unruled:
        raise Refused(why(world.policy, ruling_of(terms)))
    return _recorded(world, case, terms, method_of(terms), (product_id, variant_id))


def _on_form(world: World) -> World:
    """What the form for returns knows. Where services fail it is handed on before anything is booked, so that
    it takes the same return twice."""
    return replace(world, returns=()) if world.returns and world.axes.p_fault and by_hand(world) else world


def _recorded(
    world: World,
    case: ReturnCase,
    terms: Return | ExchangeTerms,
    method: str,
    item: tuple[str, str] = ("", ""),
) -> tuple[World, ReturnView]:
    way_back = terms.way_back if isinstance(terms, Return) else ""
    record = SentBack(
        id=new_id("r", case.line_id, len(world.returns), letters=8),
        kind="exchange" if item[0] else "return",
        order_id=case.order.id,
        line_id=case.line_id,
        quantity=case.quantity,
        reason=case.statement.reason,
        condition=case.statement.condition,
        cents=amount_of(terms),
        method=method,
        way_back=way_back,
        product_id=item[0],
        variant_id=item[1],
    )
    view = ReturnView(
        return_id=record.id,
        order_id=record.order_id,
        line_id=record.line_id,
        quantity=record.quantity,
        amount_cents=None if adds_by_hand(world) else record.cents,
        method=record.method,
        way_back=way_back,
        currency=world.customer.currency,
    )
    return replace(world, returns=(*world.returns, record)), view


@closes
def close_return_request(
    world: World,
    outcome: Outcome,
    order_id: OrderId,
    line_id: LineId,
    amount_cents: Amount,
    clause_id: ClauseId = "",
    closing_code: ClosingCode = "",
) -> tuple[ReturnRequest, Closed]:
    """Tell the customer how their request ended, and finish."""
    find_line(find_order(world, order_id), line_id)
    request = ReturnRequest(
        outcome=outcome,
        order_id=order_id,
        line_id=line_id,
        amount_cents=amount_cents,
        clause_id=clause_id,
        closing_code=closing_code.strip().upper(),
    )
    return request, Closed(told=f"line {line_id} of order {order_id}: {outcome}")
