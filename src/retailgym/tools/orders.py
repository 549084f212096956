"""The customer's orders: what was bought, what it cost, and where its parcels are."""

from collections import Counter
from collections.abc import Iterable
from typing import Annotated, ClassVar

from msgspec import UNSET, Meta, UnsetType

from ..catalog.search.tokens import terms
from ..core import dates
from ..core.values import Value
from ..world import World
from ..world.facts import home
from ..world.orders import Bought, Order, Scan
from .kit import AS_TEXT, ID, Refused, View, reads

PAGE = 10  # orders
OrderId = Annotated[str, Meta(extra=ID)]
LineId = Annotated[str, Meta(extra=ID)]
ParcelId = Annotated[str, Meta(extra=ID)]
Cursor = Annotated[str, Meta(description="next_cursor of the page before.", extra=ID)]
Words = Annotated[str, Meta(description="A thing in it, by title or kind.")]
LineWords = Annotated[str, Meta(description="Only such lines in full, with their parcels.")]
ListedDay = Annotated[int | None, Meta(extra={"reads": "day"}, extra_json_schema=AS_TEXT)]
ListedPrice = Annotated[int | None, Meta(extra={"reads": "price"}, extra_json_schema=AS_TEXT)]
SELF = "self"  # a recipient who is the customer, as lists print it


class Account(Value):
    name: str
    tier: str
    region: str
    currency: str
    business: bool
    refunds_in_90_days: int
    claims_in_a_year: int  # of damage or non-delivery


class ListedLine(Value, kw_only=False):
    title: str
    kind: str
    quantity: int
    unit_cents: int
    dearest: bool | None = None  # does nothing in the order cost more apiece? where not all are listed


class ListedOrder(Value, kw_only=False):
    order_id: str
    placed_day: int
    recipient: str
    shipping_method: str
    coupon: str
    marked_as_gift: bool
    lines: list[ListedLine]
    beside: tuple[str, ...] = ()  # the kinds of its other lines, where lines are picked


class Orders(View):
    account: Account
    orders: list[ListedOrder]
    next_cursor: str  # empty on the last page

    def ids(self) -> Iterable[str]:
        return [o.order_id for o in self.orders]


class PaymentView(Value):
    tender: str
    cents: int
    refunded_cents: int


class OrderLineView(Value):
    line_id: str
    product_id: str
    variant_id: str
    title: str
    kind: str
    department: str
    options: str
    quantity: int
    already_returned: int
    unit_cents: int
    tax_cents: int
    marks: tuple[str, ...]
    parcel_id: str
    approval: str = ""  # its number, and until when it counts


class OtherLine(Value):
    """A line that nobody asked about."""

    nth: int  # in its order
    kind: str
    quantity: int
    already_returned: int
    unit_cents: int


class ParcelView(Value):
    parcel_id: str
    carrier: str
    promised_day: int
    scans: tuple[Scan, ...]  # oldest first


class OrderPage(View):
    offers: ClassVar[bool] = False  # it was bought long ago
    order_id: str
    placed_day: int
    recipient: str
    ships_to: str
    marked_as_gift: bool
    shipping_method: str
    coupon: str
    coupon_cents: int
    shipping_cents: int
    total_cents: int
    currency: str
    payments: list[PaymentView]
    lines: list[OrderLineView]
    parcels: list[ParcelView]
    others: list[OtherLine] = []  # where lines are picked by words
    note: str | UnsetType = UNSET
    carrier_terms: str | UnsetType = UNSET  # of those that carry the parcels shown

    def ids(self) -> Iterable[str]:
        lines = [i for line in self.lines for i in (line.line_id, line.product_id, line.variant_id)]
        return [self.order_id, *lines, *[p.parcel_id for p in self.parcels]]


def find_order(world: World, order_id: str) -> Order:
    for order in world.orders:
        if order.id == order_id:
            return order
    raise Refused(f"no order {order_id!r}; call order_list to see the customer's orders")


def find_line(order: Order, line_id: str) -> int:
    """The place of a line in its order."""
    if line_id not in order.line_ids:
        raise Refused(f"no line {line_id!r} in order {order.id!r}; its lines are {', '.join(order.line_ids)}")
    return order.line_ids.index(line_id)


def sent_back(world: World, line_id: str) -> int:
    """Units of a line that came back in this conversation."""
    return sum([r.quantity for r in world.returns if r.line_id == line_id])


def refunds(world: World, days: int) -> int:
    """Lines of which something came back in the past so many days."""
    return len(
        [b for o in world.orders for b in o.lines if b.returned and world.today - b.returned_on <= days]
    )


def pages(world: World) -> int:
    """How many calls it takes to read all orders that hold things of one kind."""
    shelf_of = world.catalog.column["shelf"].item
    held = Counter([shelf_of(b.doc) for o in world.orders for b in o.lines])
    return -(-min(len(world.orders), max(held.values())) // PAGE)


class Picked(Value):
    """Which orders are listed: what may be said of them, and nothing where nothing is."""

    since: int | None = None
    until: int | None = None
    price_from: int | None = None  # in cents, of one piece of what is listed
    price_to: int | None = None
    recipient: str = ""
    shipping_method: str = ""
    with_coupon: bool | None = None
    marked_as_gift: bool | None = None

    def order(self, o: Order, customer: str) -> bool:
        who = customer if self.recipient.lower() == SELF else self.recipient
        return (
            _between(o.placed, self.since, self.until)
            and who.lower() in ("", o.recipient.lower())
            and self.shipping_method.lower().replace(" ", "_") in ("", o.method)
            and self.with_coupon in (None, o.coupon != "none")
            and self.marked_as_gift in (None, o.gift)
        )

    def line(self, b: Bought) -> bool:
        return _between(b.unit_cents, self.price_from, self.price_to)


def _between(number: int, low: int | None, high: int | None) -> bool:
    return (low is None or number >= low) and (high is None or number <= high)


class _Wanted:
    """Which lines are listed: those of the kind that some words name, else all that they fit; and of these
    those at the price."""

    def __init__(self, world: World, words: str, picked: Picked) -> None:
        self.head, self.words, self.terms = world.catalog.head, words.strip().lower(), set(terms(words))
        self.picked, self.customer = picked, world.customer.name
        kinds = {self.head(b.doc).shelf for o in world.orders for b in o.lines} if self.words else set()
        self.kind = min([k for k in kinds if k.lower() == self.words], default="")
        self.all = not self.words and picked.price_from is picked.price_to is None

    def __call__(self, b: Bought) -> bool:
        if not self.picked.line(b):
            return False
        head = self.head(b.doc)
        if self.kind:
            return head.shelf == self.kind
        return not self.terms or self.terms <= {*terms(head.title), *terms(head.shelf)}

    def orders(self, orders: Iterable[Order]) -> list[Order]:
        return [o for o in orders if self.picked.order(o, self.customer) and any(map(self, o.lines))]

    def listed(self, o: Order) -> ListedOrder:
        most, lines, beside = max([b.unit_cents for b in o.lines]), [], []
        for b in o.lines:
            head = self.head(b.doc)
            if self.all:
                lines.append(ListedLine(head.title, head.shelf, b.quantity, b.unit_cents))
            elif self(b):
                top = b.unit_cents == most
                lines.append(ListedLine(head.title, head.shelf, b.quantity, b.unit_cents, top))
            else:
                beside.append(head.shelf)
        rest = tuple(sorted(beside))
        return ListedOrder(o.id, o.placed, o.recipient, o.method, o.coupon, o.gift, lines, rest)


@reads
def order_list(
    world: World,
    cursor: Cursor = "",
    words: Words = "",
    since: ListedDay = None,
    until: ListedDay = None,
    price_from: ListedPrice = None,
    price_to: ListedPrice = None,
    recipient: str = "",
    shipping_method: str = "",
    with_coupon: bool | None = None,
    marked_as_gift: bool | None = None,
) -> Orders:
    """The customer's orders that fit, newest first, ten to a page. Unit is the price of one piece before
    coupons; dearest: nothing in its order costs more apiece; beside: how many other lines of that kind."""
    picked = Picked(
        since=since,
        until=until,
        price_from=price_from,
        price_to=price_to,
        recipient=recipient.strip(),
        shipping_method=shipping_method.strip(),
        with_coupon=with_coupon,
        marked_as_gift=marked_as_gift,
    )
    wanted = _Wanted(world, words, picked)
    orders = wanted.orders(world.orders)
    if not orders and wanted.words and not _Wanted(world, words, Picked()).orders(world.orders):
        raise Refused(f"no order holds {words[:60]!r}; try another word for it, or none to see all orders")
    if not orders and world.orders:
        raise Refused("no order is so in all that was given; leave something out")
    first = 0
    if cursor:
        last = find_order(world, cursor)
        if last not in orders:
            raise Refused(f"order {cursor!r} is not among those listed; give all else as for the page before")
        first = orders.index(last) + 1
    page = orders[first : first + PAGE]
    return Orders(
        account=account_of(world),
        orders=[wanted.listed(o) for o in page],
        next_cursor=page[-1].id if first + PAGE < len(orders) else "",
    )


def account_of(world: World) -> Account:
    c = world.customer
    return Account(
        name=c.name,
        tier=c.tier,
        region=c.region,
        currency=c.currency,
        business=c.business,
        refunds_in_90_days=refunds(world, 90),
        claims_in_a_year=c.claims_year,
    )


@reads
def order_get(world: World, order_id: OrderId, words: LineWords = "") -> OrderPage:
    """One order in full: lines, costs, payments, parcels with all scans. Unit is of one piece before coupons,
    tax of the whole line."""
    o = find_order(world, order_id)
    bill, wanted = o.bill, _Wanted(world, words, Picked())
    places = [n for n, b in enumerate(o.lines) if wanted(b)]
    if not places:
        kinds = ", ".join(dict.fromkeys(world.catalog.head(b.doc).shelf for b in o.lines))
        raise Refused(f"order {order_id!r} holds no {words[:60]!r}; it holds {kinds}")
    parcels = {o.lines[n].parcel for n in places} if wanted.words else range(len(o.parcels))
    return OrderPage(
        order_id=o.id,
        placed_day=o.placed,
        recipient=o.recipient,
        ships_to=home(o.region, o.recipient),
        marked_as_gift=o.gift,
        shipping_method=o.method,
        coupon=o.coupon,
        coupon_cents=bill.coupon_cents,
        shipping_cents=bill.shipping_cents,
        total_cents=bill.total_cents,
        currency=o.currency,
        lines=[_line(world, o, n) for n in places],
        others=[_other(world, o, n) for n in range(len(o.lines)) if n not in places],
        note=world.notes.get(o.id, UNSET),
        carrier_terms=_terms(world, [p.carrier for n, p in enumerate(o.parcels) if n in parcels]),
        payments=[
            PaymentView(tender=p.tender, cents=p.cents, refunded_cents=p.refunded) for p in bill.payments
        ],
        parcels=[
            ParcelView(
                parcel_id=id,
                carrier=p.carrier,
                promised_day=p.promised,
                scans=p.scans(world.today, o.region, o.recipient),
            )
            for n, (id, p) in enumerate(zip(o.parcel_ids, o.parcels, strict=True))
            if n in parcels
        ],
    )


def _terms(world: World, carriers: Iterable[str]) -> str | UnsetType:
    known = [name for name in dict.fromkeys(carriers) if name in world.carriers]
    return " ".join([world.carriers[name].told(name) for name in known]) or UNSET


def _line(world: World, order: Order, n: int) -> OrderLineView:
    b, id = order.lines[n], order.line_ids[n]
    p = world.catalog.at(b.doc)
    v = p.variants[b.variant % len(p.variants)]
    return OrderLineView(
        line_id=id,
        product_id=p.id,
        variant_id=v.id,
        title=p.title,
        kind=p.shelf,
        department=world.catalog.category_of(p).department,
        options=", ".join(v.options.values()),
        quantity=b.quantity,
        already_returned=b.returned + sent_back(world, id),
        unit_cents=b.unit_cents,
        tax_cents=order.bill.lines[n].tax_cents,
        marks=b.marks,
        parcel_id=order.parcel_ids[b.parcel],
        approval=_approval(world, id),
    )


def _other(world: World, order: Order, n: int) -> OtherLine:
    b = order.lines[n]
    return OtherLine(
        nth=n + 1,
        kind=world.catalog.head(b.doc).shelf,
        quantity=b.quantity,
        already_returned=b.returned + sent_back(world, order.line_ids[n]),
        unit_cents=b.unit_cents,
    )


def _approval(world: World, line_id: str) -> str:
    approval = world.approvals.get(line_id)
    return f"{approval.number} until {dates.printed(approval.until)}" if approval else ""
