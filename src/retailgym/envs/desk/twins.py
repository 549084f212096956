"""Twins: tickets that differ from one another in a single fact, and in what is due."""

from collections.abc import Iterator
from typing import Any

from ...core.values import Value, replace
from ...policy import Policy
from ...world.facts import MARKS
from ...world.ticket import (
    COUNT_AGREES,
    NEVER_PACKED,
    CustomerRecord,
    Dispute,
    HistoryEntry,
    OrderLine,
    StockRecord,
    TicketParcel,
)
from .aim import EVIDENCE
from .draw import DrawnTicket
from .facts import FREE_WILL, Dossier
from .gold import Gold, derive

DELIVERED = (1, 4, 9, 16, 25, 40, 70)  # days ago
WAITED = (0, 5, 9, 13)
WANTS = ("refund", "exchange", "store_credit")


class Twin(Value):
    """The same ticket but for one fact, and what that makes of it."""

    fact: str
    dossier: Dossier
    gold: Gold


def twins(policy: Policy, drawn: DrawnTicket) -> Iterator[Twin]:
    """All tickets that differ in one fact and in a decision, those first that change how something is
    resolved."""
    found = []
    for fact, dossier in flipped(drawn.dossier):
        gold = derive(policy, dossier)
        if gold.skeleton() != drawn.gold.skeleton():
            found.append(Twin(fact=fact, dossier=dossier, gold=gold))
    resolved = [i.resolution for i in drawn.gold.items]
    yield from sorted(found, key=lambda t: [i.resolution for i in t.gold.items] == resolved)


def twin(policy: Policy, drawn: DrawnTicket) -> DrawnTicket:
    """The first of its twins, as a ticket that can be put on the desk."""
    other = next(twins(policy, drawn))
    return replace(drawn, dossier=other.dossier, gold=other.gold)


def flipped(d: Dossier) -> Iterator[tuple[str, Dossier]]:
    """The ticket with one fact changed, in all the ways that make sense."""
    for n in range(len(d.told)):
        if d.order.payments.disputes:
            yield from _disputed(d, n)
        else:
            yield from _claimed(d, n)
            yield from _delivered(d, n)
            yield from _sent_back(d, n)
    yield from _customer(d)
    if "receipt" in d.of_order:
        yield (
            "proof of purchase",
            replace(d, of_order={"receipt": "gone" if d.of_order["receipt"] == "kept" else "kept"}),
        )
    for days in WAITED:
        opened = d.order.today - days
        if opened != d.order.ticket_opened_day and opened >= max(
            [x.parcel.delivered_day or d.order.placed_day for x in d.order.lines]
        ):
            yield "days waited", replace(d, order=replace(d.order, ticket_opened_day=opened))


def _claimed(d: Dossier, n: int) -> Iterator[tuple[str, Dossier]]:
    """What only the customer knows, and what is on the shelves."""
    told, line, stock = d.told[n], d.item(n).line, d.stock[d.order.ticket_items[n]]
    if told["reason"] != "charged_twice":
        yield from [("what is wanted", _tell(d, n, wants=w)) for w in WANTS if w != told["wants"]]
    else:
        twice = () if d.order.payments.charged_twice else (line.item_id,)
        yield (
            "second charge",
            replace(d, order=replace(d.order, payments=replace(d.order.payments, charged_twice=twice))),
        )
    if told["reason"] in FREE_WILL and line.parcel.returned_grams is None:
        yield from [
            ("condition", _tell(d, n, condition=c))
            for c in ("unopened", "opened", "used")
            if c != told["condition"]
        ]
    if "photo" in told:
        yield from [
            ("photo", _tell(d, n, photo=p)) for p in ("none", "fault", "no_fault") if p != told["photo"]
        ]
    if "hazard" in told:
        yield "danger", _tell(d, n, hazard="harmless" if told["hazard"] == "dangerous" else "dangerous")
    if "quantity" in told and line.parcel.returned_grams is None:
        yield from [
            ("how many", _tell(d, n, quantity=units))
            for units in (1, line.quantity)
            if units != told["quantity"]
        ]
    if told["wants"] == "exchange":
        wanted = d.item(n).wanted()
        left = tuple(
            [replace(v, in_stock=0 if v.in_stock else 3) if v is wanted else v for v in stock.variants]
        )
        yield "stock", _restock(d, replace(stock, variants=left))


def _delivered(d: Dossier, n: int) -> Iterator[tuple[str, Dossier]]:
    """How and when it arrived, and how it was sold."""
    order, line = d.order, d.item(n).line
    reason, parcel = d.told[n]["reason"], line.parcel
    if reason == "never_arrived":
        for status in ("signed", "delivered", "lost", "in_transit"):
            day = order.ticket_opened_day if status in ("signed", "delivered") else None
            yield (
                "carrier scan",
                _ship(
                    d,
                    line,
                    replace(parcel, status=status, delivered_day=day and (parcel.delivered_day or day)),
                ),
            )
    elif reason != "charged_twice" and parcel.delivered_day is not None:
        for days in DELIVERED:
            day = order.today - days
            if order.placed_day < day <= order.ticket_opened_day and day != parcel.delivered_day:
                shift = day - parcel.delivered_day
                yield (
                    "day of delivery",
                    _ship(
                        d, line, replace(parcel, delivered_day=day, promised_day=parcel.promised_day + shift)
                    ),
                )
    if reason in FREE_WILL:
        mark = MARKS["final_sale"]
        marks = tuple([m for m in line.marks if m != mark]) if mark in line.marks else (*line.marks, mark)
        yield "final sale", _reline(d, replace(line, marks=marks))


def _disputed(d: Dossier, n: int) -> Iterator[tuple[str, Dossier]]:
    item = d.item(n)
    assert item.dispute is not None and item.stock is not None
    dispute = item.dispute
    rest = [e for e in EVIDENCE if e not in dispute.evidence_on_file]
    yield "evidence", _redispute(d, replace(dispute, evidence_on_file=tuple(rest)))
    yield (
        "stock count",
        _restock(
            d, replace(item.stock, count=COUNT_AGREES if item.stock.count == NEVER_PACKED else NEVER_PACKED)
        ),
    )
    if item.line.quantity > 1:
        units = item.line.quantity - 1 if dispute.units == item.line.quantity else item.line.quantity
        yield "units in dispute", _redispute(d, replace(dispute, units=units))
    if item.line.parcel.delivered_day is None:
        yield "carrier scan", _ship(d, item.line, replace(item.line.parcel, status="in_transit"))


def _customer(d: Dossier) -> Iterator[tuple[str, Dossier]]:
    """An honest or a suspicious customer, and the membership."""
    customer, order = d.customer, d.order
    yield "device", _know(d, device_used_by_refunded_accounts=not customer.device_used_by_refunded_accounts)
    yield "receipt", _know(d, receipt_shown_for_earlier_return=not customer.receipt_shown_for_earlier_return)
    address = order.ships_to if order.ships_to != order.bills_to else f"c/o {order.ships_to}"
    yield "billing address", replace(d, order=replace(order, bills_to=address))
    opened = order.today - (600 if order.today - customer.account_opened_day < 60 else 10)
    if opened <= order.placed_day:
        yield "age of the account", _know(d, account_opened_day=opened)
    yield from [("tier", _know(d, tier=t)) for t in ("none", "gold", "platinum") if t != customer.tier]
    for what, days, many in (("refund", 90, 8), ("claim", 365, 5)):
        lately = [
            e for e in customer.history if e.what == what and e.day >= order.today - days and not e.item_id
        ]
        more = tuple([HistoryEntry(day=order.today - 5 - k, what=what, cents=4000) for k in range(many)])
        yield f"{what}s", _know(d, history=(*more, *customer.history))
        if lately:
            yield f"{what}s", _know(d, history=tuple([e for e in customer.history if e not in lately]))
    before = [e for e in customer.history if e.item_id]
    if before:
        yield (
            "refund before the dispute",
            _know(d, history=tuple([e for e in customer.history if e not in before])),
        )


def _sent_back(d: Dossier, n: int) -> Iterator[tuple[str, Dossier]]:
    """What came back: how heavy it was, and how it was found."""
    item = d.item(n)
    grams, full = item.line.parcel.returned_grams, item.line.grams * item.units
    if grams is None or item.stock is None or item.stock.check_in is None:
        return
    yield (
        "weight of what came back",
        _ship(
            d, item.line, replace(item.line.parcel, returned_grams=full + 150 if item.light else full // 3)
        ),
    )
    check = item.stock.check_in
    yield "signs of wear", _restock(d, replace(item.stock, check_in=replace(check, worn=not check.worn)))


def _know(d: Dossier, **fields: Any) -> Dossier:
    changed: CustomerRecord = replace(d.customer, **fields)
    return replace(d, customer=changed)


def _tell(d: Dossier, n: int, **fields: str | int) -> Dossier:
    return replace(d, told=tuple([{**told, **fields} if k == n else told for k, told in enumerate(d.told)]))


def _reline(d: Dossier, line: OrderLine) -> Dossier:
    return replace(
        d,
        order=replace(
            d.order, lines=tuple([line if x.item_id == line.item_id else x for x in d.order.lines])
        ),
    )


def _ship(d: Dossier, line: OrderLine, parcel: TicketParcel) -> Dossier:
    return _reline(d, replace(line, parcel=parcel))


def _restock(d: Dossier, record: StockRecord) -> Dossier:
    return replace(d, stock={**d.stock, record.item_id: record})


def _redispute(d: Dossier, dispute: Dispute) -> Dossier:
    payments = d.order.payments
    changed = tuple([dispute if x.item_id == dispute.item_id else x for x in payments.disputes])
    return replace(d, order=replace(d.order, payments=replace(payments, disputes=changed)))
