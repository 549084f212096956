"""An order: its lines, its parcels, what it cost, and what of it goes back. It is kept as a skeleton; ids,
bill and scans are made when somebody looks."""

from typing import Any, Literal

from ..core.markets import REGIONS
from ..core.money import percent
from ..core.streams import Rng, spelled
from ..core.values import Value, lazy, replace
from ..policy.bill import Bill, BillLine, Payment, allocate, taxed
from .facts import DELIVERY, Method, way

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
EXPECTED = (
    "preparing",
    "in_transit",
    "delayed",
    "out_for_delivery",
)  # these still have a day on which they are expected
UNSIGNED = 1 << 9  # from this bit of a parcel's route on, two bits that are 0 where it was signed for
MOST_ON_CARD = 10_000  # cents on one gift card
_GOLDEN, _64 = 0x9E3779B97F4A7C15, (1 << 64) - 1


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


class Notice(Value, kw_only=False):
    """What a carrier has noted last of a parcel that it has not delivered, where what becomes of it follows
    from how the carrier works."""

    day: int
    place: int  # of its way
    event: str


class Parcel(Value, kw_only=False):
    carrier: str
    sent: int  # the day on which the carrier gets it
    promised: int
    status: Status
    # when it was delivered or is expected now; of one that is lost, held or on its way back, the day of the
    # last scan
    day: int
    route: int  # any number; the places on its way come from it
    notice: Notice | None = None

    def scans(self, today: int, region: str, recipient: str) -> tuple[Scan, ...]:
        """What the carrier has noted so far on the way to somebody, oldest first."""
        if self.sent > today:
            return ()
        places = way(region, recipient, self.route)
        last = self.day if self.notice is None else self.notice.day
        halfway = self.sent + (min(last, self.promised, today) - self.sent) // 2
        halts = [Scan(day=self.sent, place=places[0], event="handed to the carrier")]
        if today > self.sent:
            halts.append(Scan(day=halfway, place=places[1], event="arrived at the sorting centre"))
        if self.notice is not None:
            noted = Scan(day=last, place=places[self.notice.place], event=self.notice.event)
            return (*halts, noted)
        match self.status:
            case "delayed":
                halts.append(
                    Scan(
                        day=max(self.sent, min(self.promised, today)),
                        place=places[1],
                        event="held up on the way",
                        expected_day=self.day,
                    )
                )
            case "out_for_delivery":
                halts.append(Scan(day=today, place=places[2], event="out for delivery", expected_day=today))
            case "held":
                halts.append(
                    Scan(day=self.day, place=places[2], event="nobody at home, waiting at the pickup point")
                )
            case "delivered":
                words = "delivered, signed for" if self.signed else "delivered, left at the door"
                halts.append(Scan(day=self.day, place=places[2], event=words))
            case "lost":
                halts.append(Scan(day=self.day, place=places[1], event="missing, search given up"))
            case "returned_to_sender":
                halts.append(
                    Scan(day=self.day, place=places[2], event="address not found, going back to the sender")
                )
        return tuple(halts)

    @property
    def signed(self) -> bool:
        return self.notice is None and self.route // UNSIGNED & 3 == 0

    @property
    def last_scan(self) -> str:
        """What the carrier shows, as the policy calls it."""
        match self.status:
            case "delivered":
                return "signed" if self.signed else "delivered"
            case "preparing":
                return "no_scan"
            case "lost":
                return "lost"
            case _:
                return "in_transit"

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


def line_ids(number: int, lines: int) -> tuple[str, ...]:
    """The ids of the lines of an order of that number."""
    return tuple(["l" + spelled((number + n + 1) * _GOLDEN & _64, 8) for n in range(lines)])


class Order(Value, dict=True, gc=True, kw_only=False):
    """One order of the customer's; its id, its lines' ids and its money follow from its number."""

    number: int
    placed: int
    recipient: str
    gift: bool
    method: Method
    region: str
    currency: str
    business: bool
    lines: tuple[Bought, ...]
    parcels: tuple[Parcel, ...]
    made_out: Bill | None = None  # None: the bill is drawn from the number when somebody looks

    @lazy
    def id(self) -> str:
        # digits alone, since customers spell it and letters would be mistyped
        return f"o{self.number % 10**9:09d}"

    @lazy
    def line_ids(self) -> tuple[str, ...]:
        return line_ids(self.number, len(self.lines))

    @lazy
    def parcel_ids(self) -> tuple[str, ...]:
        return tuple(
            ["t" + spelled((self.number - n - 1) * _GOLDEN & _64, 9) for n in range(len(self.parcels))]
        )

    @lazy
    def coupon(self) -> str:
        """No coupon, a percentage or a fixed sum."""
        return (
            self.made_out.coupon if self.made_out else ("none", "none", "percent", "fixed")[self.number & 3]
        )

    @lazy
    def bill(self) -> Bill:
        """What it cost and how it was paid; earlier returns have gone back to the payments in proportion."""
        if self.made_out is not None:
            return self.made_out
        rng = Rng(f"bill/{self.number}")
        gross = sum(b.unit_cents * b.quantity for b in self.lines)
        coupon = draw_coupon(rng, self.coupon, gross)
        lines = [
            BillLine(id=id, unit_cents=b.unit_cents, quantity=b.quantity, returned=b.returned)
            for id, b in zip(self.line_ids, self.lines, strict=True)
        ]
        bill = Bill(
            lines=taxed(lines, coupon, rng.pick(REGIONS[self.region].taxes)),
            payments=(),
            coupon_cents=coupon,
            shipping_cents=DELIVERY[self.method].cents,
            coupon=self.coupon,
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

    @lazy
    def kept(self) -> list[int]:
        """The lines of which something has arrived and is still with the customer."""
        lines = enumerate(self.lines)
        return [n for n, b in lines if b.returned < b.quantity and self.delivered(n) is not None]

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
