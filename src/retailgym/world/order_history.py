"""A customer's history: orders that are drawn as skeletons, so that a start stays cheap."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..catalog.sense import fitting
from ..core.streams import Rng, Streams
from .build import FIRST_NAMES, LAST_NAMES
from .facts import CARRIERS, DELIVERY, MARKS, Method
from .orders import Bought, Order, Parcel, Status
from .world import World

if TYPE_CHECKING:
    from ..catalog.search.index import Shelf

SPLIT_FROM = 6  # the level from which on orders travel in several parcels
# days since the last order at least, and about twice as many as a history goes back
NEWEST, SPAN = 4, 80
QUANTITIES: tuple[int, ...] = (1, 1, 1, 2, 2, 3, 3, 4)
FEW: tuple[int, ...] = (1, 1, 1, 2)  # of what hardly anybody buys several of
AGAIN = 6  # in ten times the customer buys what they bought before
METHODS: tuple[Method, ...] = ("standard", "standard", "standard", "express", "express", "next_day")


def family_counts(orders: int) -> tuple[int, int]:
    """From how many shelves a customer buys, and how many lines of each a history of so many orders holds."""
    return 2 + (orders >= 14), max(12, min(4 * orders // 3, 24))


def crowded_counts(orders: int) -> tuple[int, int]:
    """The same where a line is to be found among all of its shelf: fewer shelves, and more lines of each."""
    return 2, max(12, min(9 * orders // 5, 30))


def draw_orders(
    stream: Streams, world: World, shelves: "Sequence[Shelf]", each: int | None = None
) -> tuple[Order, ...]:
    """A history, newest first. No two orders are of the same day, and every shelf has as many lines as any
    other."""
    rng, n = stream(), world.axes.orders
    people = [world.customer.name, *(f"{rng.pick(FIRST_NAMES)} {rng.pick(LAST_NAMES)}" for _ in range(3))]
    day, orders, drawn = world.today - NEWEST - rng.below(3), [], _History(rng, world, people)
    for basket in _baskets(rng, n, shelves, each or family_counts(n)[1]):
        orders.append(drawn.order(day, basket))
        day -= 1 + rng.below(max(1, SPAN // n))
    return tuple(orders)


def _baskets(rng: Rng, n: int, shelves: "Sequence[Shelf]", each: int) -> "list[list[Shelf]]":
    """What each order holds, in any order: at least one line, and two of a shelf only where nearly every
    order would hold one, so that orders differ in what and how much they hold."""
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
        self._shelves: dict[int, tuple[list[int], tuple[str, ...], tuple[int, ...]]] = {}  # by their first

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
            number,
            placed,
            people[who],
            gift,
            method,
            customer.region,
            customer.currency,
            customer.business,
            tuple(lines),
            sent,
        )

    def _line(self, shelf: "Shelf", at: int, parcel: Parcel, beside: list[Bought]) -> Bought:
        """A line of a shelf; from those of the same shelf beside it in the order it differs in product, and
        in whether it is one piece or several."""
        bits, first = self._rng.word(), shelf.first
        if first not in self._shelves:
            fit = fitting((*MARKS, "single"), self._catalog.category(shelf), shelf.name)
            few = "single" in fit
            self._shelves[first] = [], tuple([m for m in fit if m != "single"]), FEW if few else QUANTITIES
        before, fit, quantities = self._shelves[first]
        size = shelf.last - first
        doc = (
            before[(bits >> 8) % len(before)] if before and bits % 10 < AGAIN else first + (bits >> 8) % size
        )
        if beside:
            docs, single = [b.doc for b in beside], [b.quantity == 1 for b in beside]
            while doc in docs and size > len(docs):
                doc = first + (doc - first + 1) % size
            quantities = tuple([q for q in quantities if (q == 1) not in single]) or quantities
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
    low, high = DELIVERY[method].days
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
