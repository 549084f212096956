"""From what happened to what the records hold, and to what the customer will say."""

from collections.abc import Mapping, Sequence
from operator import attrgetter

from ...core.markets import CURRENCIES, REGIONS
from ...core.money import MILLION, converted, share
from ...core.streams import Rng
from ...core.values import replace
from ...policy.bill import Bill, BillLine, Payment, taxed
from ...world import World
from ...world.build import FIRST_NAMES, LAST_NAMES
from ...world.facts import CARRIERS, DELIVERY, ORDERS, YEAR, amounts_for, home
from ...world.orders import UNSIGNED, Bought, Order, Parcel, Status, draw_coupon
from ...world.ticket import (
    CustomerRecord,
    Dispute,
    HistoryEntry,
    LineFile,
    OrderFile,
    Rate,
    StockRecord,
    VariantStock,
)
from .facts import Told, topics_of
from .story import Background, Goods, ItemStory

UNDELIVERED = ("lost", "no_scan", "in_transit")
SCANS: dict[str, Status] = {
    "signed": "delivered",
    "delivered": "delivered",
    "in_transit": "in_transit",
    "lost": "lost",
    "no_scan": "preparing",
}  # where a parcel is of which the carrier shows this
SWING = 40_000  # millionths of a rate of exchange by which a day's may differ from the usual one
NEAR = 5  # nobody should have to argue about whether a day is still within the quarter or the year


def abroad(g: Goods, own: str, currency: str) -> Goods:
    """Something as it is priced in the currency of another country."""
    if currency == own:
        return g
    cents = converted(g.variant.price_cents, own, currency)
    return replace(g, variant=replace(g.variant, price_cents=cents - cents % 10 + 9))


def billed(rng: Rng, bought: Sequence[Goods], known: Background, region: str) -> Bill:
    """The order in money, before it is paid."""
    lines = [BillLine(id=g.item_id, unit_cents=g.variant.price_cents, quantity=g.quantity) for g in bought]
    coupon = draw_coupon(rng, known.coupon, sum([line.gross_cents for line in lines]))
    return Bill(
        lines=taxed(lines, coupon, rng.pick(REGIONS[region].taxes)),
        payments=(),
        coupon_cents=coupon,
        shipping_cents=DELIVERY[known.method].cents,
        coupon=known.coupon,
    )


def line_of(g: Goods, k: int, story: ItemStory, unit_cents: int) -> Bought:
    """Line k of the order, which travels in a parcel of its own."""
    return Bought(g.doc, g.product.variants.index(g.variant), g.quantity, unit_cents, k, story.marks)


def parcel_of(known: Background, k: int, story: ItemStory, today: int) -> Parcel:
    due, bits = today - story.days, known.number >> 8 * k
    return Parcel(
        carrier=CARRIERS[bits & 3],
        sent=today - known.age,
        promised=due - story.late,
        status=SCANS[story.status],
        day=due,
        route=bits & UNSIGNED - 1 | (0 if story.status == "signed" else UNSIGNED),
    )


def file_of(g: Goods, story: ItemStory) -> LineFile:
    whole = g.grams * story.units
    return LineFile(
        sort=story.sort,
        grams=g.grams,
        packing_note=story.packing_note,
        carrier_note=story.carrier_note,
        returned_grams=(whole // 3 if story.light else whole + 150) if story.returned else None,
    )


def stock_of(g: Goods, story: ItemStory, currency: str) -> StockRecord:
    """What is on the shelves."""
    options = {**g.variant.options, **story.swap}
    left = g.quantity + 2 if story.in_stock else 0
    variants = tuple([
        VariantStock(
            v.options, left and max(left, v.stock) if v.options == options else v.stock, v.price_cents
        )
        for v in g.product.variants
    ])  # fmt: skip
    return StockRecord(
        item_id=g.item_id,
        title=g.product.title,
        currency=currency,
        variants=variants,
        count=story.count,
        check_in=story.check_in,
    )


def told_of(story: ItemStory, bought: Goods) -> Told:
    """All that the customer knows and can say of an item."""
    if story.charged is not None:
        return {"reason": story.reason}
    all_told: dict[str, str | int] = {
        "reason": story.reason,
        "wants": story.wants,
        "condition": story.condition,
        "packaging": "kept" if story.packaging else "gone",
        "photo": story.photo,
        "hazard": "dangerous" if story.hazard else "harmless",
        "quantity": story.units,
    }
    told = {topic: all_told[topic] for topic in topics_of(story.reason, bought.quantity, bought.name.noun)}
    return {**told, **story.swap}


def order_of(rng: Rng, world: World, known: Background, bill: Bill, currency: str) -> Order:
    """The order without its lines and parcels, which the stories give."""
    other = f"{rng.pick(FIRST_NAMES)} {rng.pick(LAST_NAMES)}"
    return Order(
        number=known.number,
        placed=world.today - known.age,
        recipient=other if "mismatch" in known.signals else world.customer.name,
        gift=known.gift,
        method=known.method,
        region=world.customer.region,
        currency=currency,
        business=known.business,
        lines=(),
        parcels=(),
        made_out=bill,
    )


def order_file(world: World, known: Background, bill: Bill) -> OrderFile:
    """What is on file about the order, without what only the stories give."""
    return OrderFile(
        about=(),
        opened_day=world.today - known.waiting,
        bills_to=home(world.customer.region, world.customer.name),
        shop_currency=world.policy.currency,
        lines={},
        discount_cents=0 if known.discount_lost else bill.coupon_cents,
    )


def payments(rng: Rng, known: Background, bill: Bill) -> tuple[Payment, ...]:
    total = bill.total_cents + (bill.coupon_cents if known.discount_lost else 0)
    if not known.gift_card:
        return (Payment(tender=known.tender, cents=total),)
    part = total * rng.between(10, 45) // 100
    return Payment(tender="gift_card", cents=part), Payment(tender=known.tender, cents=total - part)


def disputes(
    bill: Bill,
    stories: Mapping[str, ItemStory],
    network: str,
    today: int,
    currencies: tuple[str, str],
) -> tuple[Dispute, ...]:
    """What the banks claim, in a currency of their own."""
    order, bank = currencies
    found = []
    for id, story in stories.items():
        c, quantity = story.charged, bill.line(id).quantity
        if c is None:
            continue
        whole = bill.portion(id, quantity)
        paid = (whole.goods + whole.tax + whole.shipping) * c.units // quantity
        found.append(
            Dispute(
                item_id=id,
                network=network,
                reason_code=c.reason_code,
                opened_day=today - c.days,
                units=c.units,
                amount_cents=converted(paid * c.percent, order, bank) // 100,
                currency=bank,
                evidence_on_file=c.evidence,
            )
        )
    return tuple(found)


class Rates(dict[tuple[str, int], Rate]):
    """Rates of exchange by currency and day, into the shop's own; the number says how they go up and down."""

    def __init__(self, number: int, own: str) -> None:
        self.number, self.own = number, own

    def __missing__(self, key: tuple[str, int]) -> Rate:
        currency, day = key
        usual, most = converted(MILLION, currency, self.own), 2 * SWING + 1
        swing = (self.number * (day + CURRENCIES[currency].rate) >> 7) % most - SWING
        millionths = share(usual, MILLION + swing, MILLION)
        rate = self[key] = Rate(currency=currency, day=day, millionths=millionths)
        return rate

    def table(self, currencies: Sequence[str], days: Sequence[int]) -> tuple[Rate, ...]:
        """Those of the days that a policy could name."""
        return tuple(
            [
                self[currency, day]
                for currency in dict.fromkeys(currencies)
                if currency != self.own
                for day in sorted(set(days))
            ]
        )


def customer_record(
    rng: Rng, world: World, known: Background, order: Order, before: Sequence[str]
) -> CustomerRecord:
    """The record, in the shop's own currency, whatever the order was paid in; `before` are items of this
    order that were refunded already."""
    charged, own = sum([p.cents for p in order.bill.payments]), world.policy.currency
    order_id, paid = order.id, converted(charged, order.currency, own)
    today = world.today
    opened = today - known.account_days
    entries = [HistoryEntry(day=today - known.age, what="order", order_id=order_id, cents=paid)]
    entries += [
        HistoryEntry(day=today - known.age + 1, what="refund", order_id=order_id, cents=paid // 10, item_id=i)
        for i in before
    ]
    entries += _past(rng, known, today)
    entries += _orders(rng, known, today, max(ORDERS[known.tier], world.axes.orders - len(entries)))
    entries.sort(key=attrgetter("day"), reverse=True)
    return CustomerRecord(
        customer_id=world.customer.id,
        name=world.customer.name,
        tier=known.tier,
        business=known.business,
        currency=own,
        account_opened_day=opened,
        device_used_by_refunded_accounts="device" in known.signals,
        receipt_shown_for_earlier_return="receipt" in known.signals,
        history=tuple(entries),
    )


def _orders(rng: Rng, known: Background, today: int, n: int) -> list[HistoryEntry]:
    """Other orders, with such amounts that the spending of the year before the ticket's order gives the
    tier."""
    words, since = [rng.word() for _ in range(n)], today - known.age
    last, year = max(2, known.account_days), max(1, min(YEAR, known.account_days - known.age))
    days = [today - 1 - (word & 0xFFFF) % last for word in words]
    for nth in range(min(n, ORDERS[known.tier])):
        days[nth] = since - 1 - (words[nth] & 0xFFFF) % year
    cents = [(word >> 50) % 24_000 + 995 for word in words]
    counted = [nth for nth, day in enumerate(days) if since - YEAR <= day < since]
    for nth, amount in zip(counted, amounts_for(known.tier, [cents[nth] for nth in counted]), strict=True):
        cents[nth] = amount
    return [HistoryEntry(day, "order", amount) for day, amount in zip(days, cents, strict=True)]


def _past(rng: Rng, known: Background, today: int) -> list[HistoryEntry]:
    """Refunds and claims: those that count, and some that lie too far back."""
    recent, year = min(90 - NEAR, known.account_days), min(365 - NEAR, known.account_days)
    days = [(rng.between(1, recent), "refund") for _ in range(known.refunds)] + [
        (rng.between(1, year), "claim") for _ in range(known.claims)
    ]
    if known.account_days > 400:
        days += [(rng.between(90 + NEAR, 380), "refund") for _ in range(rng.below(3))]
        days += [(rng.between(365 + NEAR, known.account_days), "claim") for _ in range(rng.below(2))]
    return [HistoryEntry(day=today - day, what=what, cents=rng.between(995, 18_995)) for day, what in days]
