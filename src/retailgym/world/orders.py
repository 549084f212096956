"""What a customer has bought: orders of lines and parcels. A history is drawn as skeletons; ids, bills and
scans are made when somebody looks."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from ..catalog.product import spelled
from ..catalog.sense import fitting
from ..core.markets import REGIONS
from ..core.money import percent
from ..core.streams import Rng, Streams
from ..core.values import Value, lazy, replace
from ..policy.bill import Bill, BillLine, Payment, allocate
from . import routes
from .build import FIRST_NAMES, LAST_NAMES
from .world import World

if TYPE_CHECKING:
    from ..catalog.search.index import Shelf

Status = Literal[
    "preparing",
    "in_transit",
    "delayed",
    "out_for_delivery",
    "held",
    "delivered",
    "lost",
    "returned_to_sender",
]
Method = Literal["standard", "express", "next_day"]
EXPECTED = (
    "preparing",
    "in_transit",
    "delayed",
    "out_for_delivery",
)  # these still have a day on which they are expected
MARKS = ("final_sale", "clearance", "refurbished", "sold_by_partner", "hygiene", "oversized", "fragile")
CARRIERS = ("Postwing", "Blue Lorry", "Hermione Express", "Northline")
SPLIT_FROM = 6  # the level from which on orders travel in several parcels
# days since the last order at least, and about twice as many as a history goes back
NEWEST, SPAN = 4, 80
MOST_ON_CARD = 10_000  # cents on one gift card
_GOLDEN, _64 = 0x9E3779B97F4A7C15, (1 << 64) - 1
_DELIVERY = {"standard": 495, "express": 995, "next_day": 1495}
QUANTITIES: tuple[int, ...] = (1, 1, 1, 2, 2, 3, 3, 4)
AGAIN = 6  # in ten times the customer buys what they bought before
METHODS: tuple[Method, ...] = ("standard", "standard", "standard", "express", "express", "next_day")
_TRANSIT: dict[Method, tuple[int, int]] = {"standard": (2, 5), "express": (1, 3), "next_day": (1, 1)}


class Bought(Value, kw_only=False):
    """A line of an order: so many units of one variant at the price of that day."""

    doc: int
    variant: int  # any number; the product has as many variants as it has
    quantity: int
    unit_cents: int
    parcel: int = 0  # which of the order's parcels it travels in
    marks: tuple[str, ...] = ()  # what is out of the ordinary about it
    returned: int = 0
    returned_on: int = 0


class Scan(Value):
    """What a carrier notes: where, when, what, and the day on which the parcel is expected from then on, if
    that changed."""

    day: int
    place: str
    event: str
    expected_day: int | None = None


class Parcel(Value, kw_only=False):
    carrier: str
    sent: int  # the day on which the carrier gets it
    promised: int
    status: Status
    # when it was delivered or is expected now; of one that is lost, held or on its way back, the day of the
    # last scan
    day: int
    route: int  # any number; the places on its way come from it

    def scans(self, today: int, region: str, recipient: str) -> tuple[Scan, ...]:
        """What the carrier has noted so far on the way to somebody, oldest first."""
        if self.sent > today:
            return ()
        way = routes.way(region, recipient, self.route)
        halfway = self.sent + (min(self.day, self.promised, today) - self.sent) // 2
        halts = [Scan(day=self.sent, place=way[0], event="handed to the carrier")]
        if today > self.sent:
            halts.append(Scan(day=halfway, place=way[1], event="arrived at the sorting centre"))
        match self.status:
            case "delayed":
                halts.append(
                    Scan(
                        day=max(self.sent, min(self.promised, today)),
                        place=way[1],
                        event="held up on the way",
                        expected_day=self.day,
                    )
                )
            case "out_for_delivery":
                halts.append(Scan(day=today, place=way[2], event="out for delivery", expected_day=today))
            case "held":
                halts.append(
                    Scan(day=self.day, place=way[2], event="nobody at home, waiting at the pickup point")
                )
            case "delivered":
                words = "delivered, signed for" if self.signed else "delivered, left at the door"
                halts.append(Scan(day=self.day, place=way[2], event=words))
            case "lost":
                halts.append(Scan(day=self.day, place=way[1], event="missing, search given up"))
            case "returned_to_sender":
                halts.append(
                    Scan(day=self.day, place=way[2], event="address not found, going back to the sender")
                )
        return tuple(halts)

    @property
    def signed(self) -> bool:
        return self.route >> 9 & 3 == 0

    @property
    def days_late(self) -> int:
        return max(0, self.day - self.promised) if self.status == "delivered" else 0


def draw_coupon(rng: Rng, kind: str, gross_cents: int) -> int:
    """What a coupon of a kind takes off."""
    match kind:
        case "percent":
            return percent(gross_cents, rng.pick((5, 10, 15, 20)))
        case "fixed":
            return min(rng.pick((500, 750, 1000, 1500)), gross_cents // 3)
        case _:
            return 0


class Order(Value, dict=True, gc=True, kw_only=False):
    """One order of the customer's; its id, its lines' ids and its money follow from its number."""

    number: int
    placed: int
    recipient: str
    gift: bool
    method: Method
    region: str
    business: bool
    lines: tuple[Bought, ...]
    parcels: tuple[Parcel, ...]

    @lazy
    def id(self) -> str:
        # digits alone, since customers spell it and letters would be mistyped
        return f"o{self.number % 10**9:09d}"

    @lazy
    def line_ids(self) -> tuple[str, ...]:
        return tuple(
            ["l" + spelled((self.number + n + 1) * _GOLDEN & _64, 8) for n in range(len(self.lines))]
        )

    @lazy
    def parcel_ids(self) -> tuple[str, ...]:
        return tuple(
            ["t" + spelled((self.number - n - 1) * _GOLDEN & _64, 9) for n in range(len(self.parcels))]
        )

    @lazy
    def coupon(self) -> str:
        """No coupon, a percentage or a fixed sum."""
        return ("none", "none", "percent", "fixed")[self.number & 3]

    @lazy
    def bill(self) -> Bill:
        """What it cost and how it was paid; earlier returns have gone back to the payments in proportion."""
        rng = Rng(f"bill/{self.number}")
        gross = sum(b.unit_cents * b.quantity for b in self.lines)
        coupon = draw_coupon(rng, self.coupon, gross)
        rate = rng.pick(REGIONS[self.region].taxes)
        lines = []
        for id, b in zip(self.line_ids, self.lines, strict=True):
            goods = b.unit_cents * b.quantity
            net = goods - coupon * goods // gross
            lines.append(
                BillLine(
                    id=id,
                    unit_cents=b.unit_cents,
                    quantity=b.quantity,
                    tax_cents=percent(net, rate),
                    returned=b.returned,
                )
            )
        bill = Bill(
            lines=tuple(lines), payments=(), coupon_cents=coupon, shipping_cents=_DELIVERY[self.method]
        )
        bill = replace(bill, payments=_payments(rng, bill.total_cents, self.business))
        return _after_returns(bill) if any(b.returned for b in self.lines) else bill

    @lazy
    def tender(self) -> str:
        """How it was paid: by gift card only where nothing else was used."""
        return next((p.tender for p in self.bill.payments if p.tender != "gift_card"), "gift_card")

    @lazy
    def settled(self) -> dict[object, Any]:
        """What the policy has been found to say about returns of it; only to save finding it again."""
        return {}

    def delivered(self, line: int) -> int | None:
        """The day on which a line was delivered."""
        parcel = self.parcels[self.lines[line].parcel]
        return parcel.day if parcel.status == "delivered" else None


def _after_returns(bill: Bill) -> Bill:
    """The bill with what has gone back to its payments."""
    fresh = replace(bill, lines=tuple([replace(x, returned=0) for x in bill.lines]))
    back = [fresh.portion(x.id, x.returned) for x in bill.lines if x.returned]
    refunded = {
        p.tender: p.cents
        for p in allocate("in_proportion", bill.payments, sum(p.goods + p.tax for p in back))
    }
    return replace(
        bill, payments=tuple([replace(p, refunded=refunded.get(p.tender, 0)) for p in bill.payments])
    )


def _payments(rng: Rng, total: int, business: bool) -> tuple[Payment, ...]:
    tender = rng.pick(
        ("invoice", "card", "bank_transfer")
        if business
        else ("card", "card", "card", "wallet", "wallet", "bank_transfer", "gift_card")
    )
    if tender == "gift_card" and total > MOST_ON_CARD:
        tender = "card"
    by_gift_card = (
        min(total, rng.pick((1000, 1500, 2000, 2500, 5000)))
        if rng.chance(300) and tender != "gift_card"
        else 0
    )
    if not by_gift_card:
        return (Payment(tender=tender, cents=total),)
    rest = (Payment(tender=tender, cents=total - by_gift_card),) if total > by_gift_card else ()
    return (Payment(tender="gift_card", cents=by_gift_card), *rest)


Deed = tuple[str, str, str, int, str, int, str, str, str]


class SentBack(Value):
    """A line, or part of one, that the customer returns or exchanges, as the shop has recorded it."""

    id: str
    kind: Literal["return", "exchange"]
    order_id: str
    line_id: str
    quantity: int
    reason: str
    condition: str
    cents: int  # paid back for a return; for an exchange what the customer pays, below 0 what they get
    method: str  # how the refund is paid, or how a price difference is treated
    way_back: str
    product_id: str = ""  # of the replacement
    variant_id: str = ""

    @property
    def change(self) -> str:
        """Its name among the changes of a world."""
        return f"{self.kind} of line {self.line_id}" + (
            f" for variant {self.variant_id}" if self.variant_id else ""
        )

    @property
    def deed(self) -> Deed:
        """What counts about it."""
        return (
            self.kind,
            self.order_id,
            self.line_id,
            self.quantity,
            self.reason,
            self.cents,
            self.method,
            self.product_id,
            self.variant_id,
        )


def family_counts(orders: int) -> tuple[int, int]:
    """From how many shelves a customer buys, and how many lines of each a history of so many orders holds."""
    return 2 + (orders >= 14), max(12, min(4 * orders // 3, 24))


def draw_orders(stream: Streams, world: World, shelves: "Sequence[Shelf]") -> tuple[Order, ...]:
    """A history, newest first. No two orders are of the same day, and every shelf has as many lines as any
    other."""
    rng, n = stream(), world.axes.orders
    people = [world.customer.name, *(f"{rng.pick(FIRST_NAMES)} {rng.pick(LAST_NAMES)}" for _ in range(3))]
    day, orders, drawn = world.today - NEWEST - rng.below(3), [], _History(rng, world, people)
    for basket in _baskets(rng, n, shelves):
        orders.append(drawn.order(day, basket))
        day -= 1 + rng.below(max(1, SPAN // n))
    return tuple(orders)


def _baskets(rng: Rng, n: int, shelves: "Sequence[Shelf]") -> "list[list[Shelf]]":
    """What each order holds, in any order: at least one line, and two of a shelf only where nearly every
    order would hold one, so that orders differ in what and how much they hold."""
    _, each = family_counts(n)
    baskets: list[list[Shelf]] = [[] for _ in range(n)]
    slots = [i for i in range(n) for _ in range(2 if 4 * each > 3 * n else 1)]
    for shelf in shelves:
        for i in rng.sample(slots, each):
            baskets[i].append(shelf)
    for basket in baskets:
        if not basket:
            basket.append(max(baskets, key=len).pop())
    return [rng.shuffled(basket) for basket in baskets]


class _History:
    """Draws the orders of one customer."""

    def __init__(self, rng: Rng, world: World, people: list[str]) -> None:
        self._rng, self._people, self._customer, self._today = rng, people, world.customer, world.today
        self._splits = world.axes.level >= SPLIT_FROM
        self._often = (
            4 * world.axes.policy_depth - 2
        )  # the more exceptions an answer is to depend on, the more there is to except
        self._catalog, self._price = world.catalog, world.catalog.column["price"].item
        self._shelves: dict[int, tuple[list[int], tuple[str, ...]]] = {}  # by their first product

    def order(self, placed: int, basket: "Sequence[Shelf]") -> Order:
        rng, people, customer = self._rng, self._people, self._customer
        number, bits = rng.word(), rng.word()
        method = METHODS[bits % len(METHODS)]
        who = 0 if bits >> 8 & 15 < 9 else 1 + (bits >> 12) % (len(people) - 1)
        # two of a kind never travel together
        twice = len(basket) > 1 and len({shelf.first for shelf in basket}) < len(basket)
        parcels = 2 if twice or (len(basket) > 1 and self._splits and bits >> 20 & 15 < 10) else 1
        sent = tuple([_parcel(rng, self._today, placed, method) for _ in range(parcels)])
        lines: list[Bought] = []
        for n, shelf in enumerate(basket):
            beside = [b for b, other in zip(lines, basket, strict=False) if other is shelf] if twice else []
            at = 1 - beside[0].parcel if beside else n % parcels
            lines.append(self._line(shelf, at, sent[at], beside))
        gift = who > 0 and bits >> 24 & 15 < 9
        return Order(
            number, placed, people[who], gift, method, customer.region, customer.business, tuple(lines), sent
        )

    def _line(self, shelf: "Shelf", at: int, parcel: Parcel, beside: list[Bought]) -> Bought:
        """A line of a shelf; from those of the same shelf beside it in the order it differs in product, and
        in whether it is one piece or several."""
        bits, first = self._rng.word(), shelf.first
        if first not in self._shelves:
            self._shelves[first] = [], fitting(MARKS, self._catalog.category(shelf), shelf.name)
        before, fit = self._shelves[first]
        size, quantities = shelf.last - first, QUANTITIES
        doc = (
            before[(bits >> 8) % len(before)] if before and bits % 10 < AGAIN else first + (bits >> 8) % size
        )
        if beside:
            docs, single = [b.doc for b in beside], [b.quantity == 1 for b in beside]
            while doc in docs and size > len(docs):
                doc = first + (doc - first + 1) % size
            quantities = tuple([q for q in QUANTITIES if (q == 1) not in single]) or QUANTITIES
        before.append(doc)
        quantity = quantities[(bits >> 20 & 0xF) % len(quantities)]
        marks: tuple[str, ...] = ()
        if (bits >> 30) % 20 < self._often:
            mark = (bits >> 24) % len(fit)
            marks = (fit[mark], fit[mark - 2]) if (bits >> 33) % 40 < self._often - 6 else (fit[mark],)
        cents = self._price(doc) * (85 + (bits >> 36) % 26 - (20 if "clearance" in marks else 0)) // 100
        returned, on, today = 0, 0, self._today
        if parcel.status == "delivered" and parcel.day < today - 4 and (bits >> 44) % 30 == 0:
            returned, on = (
                1 + (bits >> 48) % quantity,
                parcel.day + 1 + (bits >> 52) % (today - parcel.day - 1),
            )
        return Bought(doc, bits >> 56, quantity, cents, at, marks, returned, on)


def _parcel(rng: Rng, today: int, placed: int, method: Method) -> Parcel:
    low, high = _TRANSIT[method]
    bits = rng.word()
    sent = placed + (bits % 5 > (2 if method == "standard" else 3))
    promised = sent + low + (bits >> 8) % (high - low + 1)
    arrives = promised + 1 + (bits >> 16) % 6 if bits >> 20 & 3 == 0 else promised
    status, day = _fate(today, sent, promised, arrives, (bits >> 24) % 64)
    return Parcel(CARRIERS[bits >> 32 & 3], sent, promised, status, day, bits >> 36 & 0xFFF)


def _fate(today: int, sent: int, promised: int, arrives: int, luck: int) -> tuple[Status, int]:
    """Where a parcel is today, and the day that counts for it."""
    if sent > today:
        return "preparing", promised
    if arrives > today:
        late = arrives > promised and today >= promised - 1
        return ("delayed", arrives) if late else ("in_transit", promised)
    if arrives == today and luck < 44:
        return "out_for_delivery", today
    if luck == 0 and today - arrives > 6:
        return "lost", arrives + 3
    if luck == 1:
        return "returned_to_sender", arrives
    if luck == 2 and today - arrives < 9:
        return "held", arrives
    return "delivered", arrives
