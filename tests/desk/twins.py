"""Twins: tickets that differ from one another in a single fact, and in what is due."""

from collections.abc import Iterator

from retailgym.core.values import Value, replace
from retailgym.envs.desk.aim import EVIDENCE
from retailgym.envs.desk.draw import DrawnTicket, dossier_of
from retailgym.envs.desk.facts import FREE_WILL
from retailgym.envs.desk.gold import derive
from retailgym.envs.desk.records import SCANS
from retailgym.world import World
from retailgym.world.orders import UNSIGNED
from retailgym.world.ticket import COUNT_AGREES, NEVER_PACKED, Dispute, HistoryEntry, StockRecord, Ticket

DELIVERED = (1, 4, 9, 16, 25, 40, 70)  # days ago
WAITED = (0, 5, 9, 13)
WANTS = ("refund", "exchange", "store_credit")


Flip = tuple[str, "Sheet"]


class Sheet(Value):
    """A ticket that can be changed: what is on file, and what the customer tells."""

    world: World
    drawn: DrawnTicket

    def item(self, n: int):
        return self.drawn.dossier.item(n)

    def known(self, ticket: Ticket, told=None, of_order=None) -> "Sheet":
        d = self.drawn.dossier
        told, of_order = d.told if told is None else told, d.of_order if of_order is None else of_order
        dossier = dossier_of(self.world, ticket, told, of_order)
        return replace(self, drawn=replace(self.drawn, ticket=ticket, dossier=dossier))

    def tell(self, n: int, **fields: str | int) -> "Sheet":
        told = [{**t, **fields} if k == n else t for k, t in enumerate(self.drawn.dossier.told)]
        return self.known(self.drawn.ticket, told=tuple(told))

    def customer(self, **fields: object) -> "Sheet":
        ticket = self.drawn.ticket
        return self.known(replace(ticket, customer=replace(ticket.customer, **fields)))

    def file(self, **fields: object) -> "Sheet":
        ticket = self.drawn.ticket
        return self.known(replace(ticket, file=replace(ticket.file, **fields)))

    def line_file(self, n: int, **fields: object) -> "Sheet":
        file, id = self.drawn.ticket.file, self.item(n).line.item_id
        return self.file(lines={**file.lines, id: replace(file.lines[id], **fields)})

    def stock(self, record: StockRecord) -> "Sheet":
        ticket = self.drawn.ticket
        return self.known(replace(ticket, stock={**ticket.stock, record.item_id: record}))

    def dispute(self, dispute: Dispute) -> "Sheet":
        others = self.drawn.ticket.file.disputes
        return self.file(disputes=tuple([dispute if x.item_id == dispute.item_id else x for x in others]))

    def line(self, n: int, **fields: object) -> "Sheet":
        ticket = self.drawn.ticket
        lines = [replace(x, **fields) if k == n else x for k, x in enumerate(ticket.order.lines)]
        return self.known(replace(ticket, order=replace(ticket.order, lines=tuple(lines))))

    def parcel(self, n: int, **fields: object) -> "Sheet":
        ticket = self.drawn.ticket
        parcels = [replace(x, **fields) if k == n else x for k, x in enumerate(ticket.order.parcels)]
        return self.known(replace(ticket, order=replace(ticket.order, parcels=tuple(parcels))))


def twins(world: World, drawn: DrawnTicket) -> Iterator[DrawnTicket]:
    """All tickets that differ in one fact and in a decision, those first that change how something is
    resolved."""
    found = []
    for _, other in flipped(world, drawn):
        gold = derive(world.policy, other.dossier)
        if gold.skeleton() != drawn.gold.skeleton():
            found.append(replace(other, gold=gold))
    resolved = [i.resolution for i in drawn.gold.items]
    yield from sorted(found, key=lambda t: [i.resolution for i in t.gold.items] == resolved)


def flipped(world: World, drawn: DrawnTicket) -> Iterator[tuple[str, DrawnTicket]]:
    """The ticket with one fact changed, in all the ways that make sense."""
    for fact, sheet in _flipped(Sheet(world=world, drawn=drawn)):
        yield fact, sheet.drawn


def _flipped(s: Sheet) -> Iterator[Flip]:
    d, file = s.drawn.dossier, s.drawn.ticket.file
    for n in range(len(d.told)):
        if file.disputes:
            yield from _disputed(s, n)
        else:
            yield from _claimed(s, n)
            yield from _delivered(s, n)
            yield from _sent_back(s, n)
    yield from _customer(s)
    if "receipt" in d.of_order:
        other = {"receipt": "gone" if d.of_order["receipt"] == "kept" else "kept"}
        yield "proof of purchase", s.known(s.drawn.ticket, of_order=other)
    for days in WAITED:
        opened = d.order.today - days
        if opened != file.opened_day and opened >= max(
            [x.parcel.delivered_day or d.order.placed_day for x in d.order.lines]
        ):
            yield "days waited", s.file(opened_day=opened)


def _claimed(s: Sheet, n: int) -> Iterator[Flip]:
    """What only the customer knows, and what is on the shelves."""
    told, item = s.drawn.dossier.told[n], s.item(n)
    line = item.line
    if told["reason"] != "charged_twice":
        yield from [("what is wanted", s.tell(n, wants=w)) for w in WANTS if w != told["wants"]]
    else:
        twice = () if s.drawn.ticket.file.charged_twice else (line.item_id,)
        yield "second charge", s.file(charged_twice=twice)
    if told["reason"] in FREE_WILL and line.parcel.returned_grams is None:
        conditions = [c for c in ("unopened", "opened", "used") if c != told["condition"]]
        yield from [("condition", s.tell(n, condition=c)) for c in conditions]
    if "photo" in told:
        photos = [p for p in ("none", "fault", "no_fault") if p != told["photo"]]
        yield from [("photo", s.tell(n, photo=p)) for p in photos]
    if "hazard" in told:
        yield "danger", s.tell(n, hazard="harmless" if told["hazard"] == "dangerous" else "dangerous")
    if "quantity" in told and line.parcel.returned_grams is None:
        counts = [units for units in (1, line.quantity) if units != told["quantity"]]
        yield from [("how many", s.tell(n, quantity=units)) for units in counts]
    if told["wants"] == "exchange":
        wanted = item.wanted()
        left = [
            replace(v, in_stock=0 if v.in_stock else 3) if v is wanted else v for v in item.stock.variants
        ]
        yield "stock", s.stock(replace(item.stock, variants=tuple(left)))


def _delivered(s: Sheet, n: int) -> Iterator[Flip]:
    """How and when it arrived, and how it was sold."""
    d, ticket = s.drawn.dossier, s.drawn.ticket
    reason, shown, parcel = d.told[n]["reason"], s.item(n).line.parcel, ticket.order.parcels[n]
    if reason == "never_arrived":
        for scan in ("signed", "delivered", "lost", "in_transit"):
            day = shown.delivered_day or ticket.file.opened_day
            route = parcel.route % UNSIGNED + (0 if scan == "signed" else UNSIGNED)
            yield "carrier scan", s.parcel(n, status=SCANS[scan], day=day, route=route)
    elif reason != "charged_twice" and shown.delivered_day is not None:
        for day in [d.order.today - days for days in DELIVERED]:
            if ticket.order.placed < day <= ticket.file.opened_day and day != parcel.day:
                promised = parcel.promised + day - parcel.day
                yield "day of delivery", s.parcel(n, day=day, promised=promised)
    if reason in FREE_WILL:
        mark, marks = "final_sale", ticket.order.lines[n].marks
        yield (
            "final sale",
            s.line(n, marks=tuple([m for m in marks if m != mark]) if mark in marks else (*marks, mark)),
        )


def _disputed(s: Sheet, n: int) -> Iterator[Flip]:
    item = s.item(n)
    dispute, quantity = item.dispute, item.line.quantity
    rest = [e for e in EVIDENCE if e not in dispute.evidence_on_file]
    yield "evidence", s.dispute(replace(dispute, evidence_on_file=tuple(rest)))
    count = COUNT_AGREES if item.stock.count == NEVER_PACKED else NEVER_PACKED
    yield "stock count", s.stock(replace(item.stock, count=count))
    if quantity > 1:
        units = quantity - 1 if dispute.units == quantity else quantity
        yield "units in dispute", s.dispute(replace(dispute, units=units))
    if item.line.parcel.delivered_day is None:
        yield "carrier scan", s.parcel(n, status="in_transit")


def _customer(s: Sheet) -> Iterator[Flip]:
    """An honest or a suspicious customer, and the membership."""
    customer, order = s.drawn.ticket.customer, s.drawn.dossier.order
    known = s.customer
    yield "device", known(device_used_by_refunded_accounts=not customer.device_used_by_refunded_accounts)
    yield "receipt", known(receipt_shown_for_earlier_return=not customer.receipt_shown_for_earlier_return)
    address = order.ships_to if order.ships_to != order.bills_to else f"c/o {order.ships_to}"
    yield "billing address", s.file(bills_to=address)
    opened = order.today - (600 if order.today - customer.account_opened_day < 60 else 10)
    if opened <= order.placed_day:
        yield "age of the account", known(account_opened_day=opened)
    yield from [("tier", known(tier=t)) for t in ("none", "gold", "platinum") if t != customer.tier]
    for what, days, many in (("refund", 90, 8), ("claim", 365, 5)):
        lately = [
            e for e in customer.history if e.what == what and e.day >= order.today - days and not e.item_id
        ]
        more = tuple([HistoryEntry(day=order.today - 5 - k, what=what, cents=4000) for k in range(many)])
        yield f"{what}s", known(history=(*more, *customer.history))
        if lately:
            yield f"{what}s", known(history=tuple([e for e in customer.history if e not in lately]))
    before = [e for e in customer.history if e.item_id]
    if before:
        rest = tuple([e for e in customer.history if e not in before])
        yield "refund before the dispute", known(history=rest)


def _sent_back(s: Sheet, n: int) -> Iterator[Flip]:
    """What came back: how heavy it was, and how it was found."""
    item = s.item(n)
    grams, full = item.line.parcel.returned_grams, item.line.grams * item.units
    if grams is None or item.stock.check_in is None:
        return
    other = full + 150 if item.light else full // 3
    yield "weight of what came back", s.line_file(n, returned_grams=other)
    check = item.stock.check_in
    yield "signs of wear", s.stock(replace(item.stock, check_in=replace(check, worn=not check.worn)))
