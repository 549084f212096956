"""From what happened to what the records hold, and to what the customer will say."""

from collections.abc import Sequence
from operator import attrgetter

from ...catalog.product import spelled
from ...core.markets import CURRENCIES, REGIONS
from ...core.money import MILLION, converted, percent
from ...core.streams import Rng
from ...core.values import Value, replace
from ...policy.bill import Bill, BillLine, shared
from ...world import World
from ...world.facts import DELIVERY, MARKS
from ...world.membership import ORDERS, YEAR, amounts_for
from ...world.orders import draw_coupon
from ...world.ticket import (
    Charge,
    CustomerRecord,
    Dispute,
    HistoryEntry,
    OrderLine,
    OrderRecord,
    Payments,
    Rate,
    StockRecord,
    TicketParcel,
    VariantStock,
)
from .facts import Told, topics_of
from .story import Background, Goods, ItemStory

STREETS = (
    "Mill Lane",
    "Harbour Road",
    "Elm Street",
    "Station Road",
    "Church Hill",
    "Canal Street",
    "Orchard Way",
    "Market Square",
)
UNDELIVERED = ("lost", "no_scan", "in_transit")
NEAR = 5  # nobody should have to argue about whether a day is still within the quarter or the year


class OrderMoney(Value):
    """The order in money: what each line costs, and which lines there are."""

    goods: tuple[Goods, ...]
    coupon_cents: int
    coupon_shares: tuple[int, ...]
    delivery_cents: int
    delivery_shares: tuple[int, ...]
    taxes: tuple[int, ...]

    @property
    def total_cents(self) -> int:
        return (
            sum([g.gross_cents for g in self.goods])
            - self.coupon_cents
            + sum(self.taxes)
            + self.delivery_cents
        )


def abroad(g: Goods, own: str, currency: str) -> Goods:
    """Something as it is priced in the currency of another country."""
    if currency == own:
        return g
    cents = converted(g.variant.price_cents, own, currency)
    return replace(g, variant=replace(g.variant, price_cents=cents - cents % 10 + 9))


def purse(rng: Rng, bought: Sequence[Goods], known: Background, region: str) -> OrderMoney:
    weights = tuple([g.gross_cents for g in bought])
    gross = sum(weights)
    coupon = draw_coupon(rng, known.coupon, gross)
    shares, delivery = shared(coupon, weights), DELIVERY[known.method].cents
    taxes = tuple(
        [percent(w - s, REGIONS[region].standard_tax) for w, s in zip(weights, shares, strict=True)]
    )
    return OrderMoney(
        goods=tuple(bought),
        coupon_cents=coupon,
        coupon_shares=shares,
        delivery_cents=delivery,
        delivery_shares=shared(delivery, weights),
        taxes=taxes,
    )


def line_of(p: OrderMoney, k: int, story: ItemStory, today: int) -> OrderLine:
    g, due = p.goods[k], today - story.days
    parcel = TicketParcel(
        status=story.status,
        promised_day=due - story.late,
        delivered_day=None if story.status in UNDELIVERED else due,
        declared_cents=g.gross_cents,
        note=story.carrier_note,
        returned_grams=(g.grams * story.units // 3 if story.light else g.grams * story.units + 150)
        if story.returned
        else None,
    )
    return OrderLine(
        item_id=g.item_id,
        title=g.product.title,
        options=g.variant.options,
        department=g.department,
        sort=story.sort,
        marks=tuple([MARKS[m] for m in story.marks]),
        grams=g.grams,
        quantity=g.quantity,
        unit_cents=g.variant.price_cents,
        coupon_share_cents=p.coupon_shares[k],
        tax_cents=p.taxes[k],
        delivery_share_cents=p.delivery_shares[k],
        packing_note=story.packing_note,
        parcel=parcel,
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


def told_of(story: ItemStory, quantity: int) -> Told:
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
    told = {topic: all_told[topic] for topic in topics_of(story.reason, quantity)}
    return {**told, **story.swap}


def order_record(
    rng: Rng, world: World, known: Background, p: OrderMoney, lines: tuple[OrderLine, ...]
) -> OrderRecord:
    """The order without what is only known when all stories are: `ticket_items`, disputes and rates."""
    today = world.today
    placed = today - known.age
    home = f"{rng.between(2, 180)} {rng.pick(STREETS)}"
    away = f"{rng.between(200, 380)} {rng.pick(STREETS)}"
    discount = 0 if known.discount_lost else p.coupon_cents
    return OrderRecord(
        order_id="o" + spelled(rng.word(), 9),
        ticket_items=(),
        today=today,
        ticket_opened_day=today - known.waiting,
        placed_day=placed,
        ships_to=away if "mismatch" in known.signals else home,
        bills_to=home,
        region=world.customer.region,
        shipping_method=known.method,
        gift=known.gift,
        coupon=known.coupon,
        coupon_cents=p.coupon_cents,
        delivery_cents=p.delivery_cents,
        currency=world.policy.currency,
        shop_currency=world.policy.currency,
        lines=lines,
        payments=Payments(
            main_tender=known.tender,
            charges=_charges(rng, known, p),
            discount_cents=discount,
            charged_twice=(),
        ),
    )


def _charges(rng: Rng, known: Background, p: OrderMoney) -> tuple[Charge, ...]:
    total = p.total_cents + (p.coupon_cents if known.discount_lost else 0)
    if not known.gift_card:
        return (Charge(tender=known.tender, cents=total),)
    part = total * rng.between(10, 45) // 100
    return Charge(tender="gift_card", cents=part), Charge(tender=known.tender, cents=total - part)


def disputes(
    p: OrderMoney,
    which: Sequence[int],
    stories: Sequence[ItemStory],
    network: str,
    today: int,
    currencies: tuple[str, str],
) -> tuple[Dispute, ...]:
    """What the banks claim, in a currency of their own."""
    order, bank = currencies
    found = []
    for k, story in zip(which, stories, strict=True):
        c, g = story.charged, p.goods[k]
        if c is None:
            continue
        paid = (
            (g.gross_cents - p.coupon_shares[k] + p.taxes[k] + p.delivery_shares[k]) * c.units // g.quantity
        )
        found.append(
            Dispute(
                item_id=g.item_id,
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
        swing = (self.number * (day + CURRENCIES[currency].rate) >> 7) % 80_001 - 40_000
        millionths = converted(MILLION, currency, self.own) + swing
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


def bill_in(p: OrderMoney, known: Bill) -> Bill:
    """The whole order in money, from what is known of it before its items are."""
    lines = [
        BillLine(id=g.item_id, unit_cents=g.variant.price_cents, quantity=g.quantity, tax_cents=t)
        for g, t in zip(p.goods, p.taxes, strict=True)
    ]
    return replace(known, lines=tuple(lines))


def customer_record(
    rng: Rng, world: World, known: Background, order: OrderRecord, before: Sequence[str]
) -> CustomerRecord:
    """The record, in the shop's own currency, whatever the order was paid in; `before` are items of this
    order that were refunded already."""
    charged = sum([c.cents for c in order.payments.charges])
    order_id, paid = order.order_id, converted(charged, order.currency, order.shop_currency)
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
        currency=order.shop_currency,
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
