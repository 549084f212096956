"""The record of an order as the desk's inspect_order shows it: the order itself, and what the shop has on
file about it."""

from collections.abc import Mapping

from ..catalog.catalogue import Catalog
from ..core.values import Value, replace
from ..policy.facts import DEPARTMENTS
from ..world.facts import MARKS, home
from ..world.orders import Parcel
from ..world.ticket import Dispute, LineFile, Rate, Ticket


class ParcelRecord(Value):
    """What the carrier knows of one line's parcel, there and back. Days are the shop's own."""

    status: str  # signed, delivered, in_transit, lost, no_scan
    promised_day: int
    delivered_day: int | None
    declared_cents: int
    note: str  # what was noted when it was handed over; empty: nothing
    returned_grams: int | None  # weight of the parcel that came back, if one did


class LineRecord(Value):
    item_id: str
    title: str
    options: Mapping[str, str]
    department: str
    sort: str
    marks: tuple[str, ...]
    grams: int  # of one unit
    quantity: int
    unit_cents: int
    coupon_share_cents: int
    tax_cents: int
    delivery_share_cents: int
    packing_note: str  # empty: nothing was noted
    parcel: ParcelRecord


class Charge(Value):
    tender: str
    cents: int


class PaymentRecord(Value):
    """What the payment processor shows."""

    main_tender: str
    charges: tuple[Charge, ...]
    discount_cents: int  # taken off for coupons
    charged_twice: tuple[str, ...]  # items
    disputes: tuple[Dispute, ...] = ()


class ApprovalRecord(Value):
    """What the desk may not refund by itself, it may for this item until that day."""

    item_id: str
    number: str
    until_day: int


class OrderRecord(Value):
    order_id: str
    ticket_items: tuple[str, ...]  # items that the ticket is about, in the customer's order
    today: int
    ticket_opened_day: int
    placed_day: int
    ships_to: str
    bills_to: str
    region: str
    shipping_method: str
    gift: bool
    coupon: str
    coupon_cents: int
    delivery_cents: int
    currency: str
    shop_currency: str  # in which the desk decides
    lines: tuple[LineRecord, ...]
    payments: PaymentRecord
    rates: tuple[Rate, ...] = ()
    approvals: tuple[ApprovalRecord, ...] = ()

    def approval(self, item_id: str) -> str:
        """The number of the approval that counts today for an item, if there is one."""
        own = [a.number for a in self.approvals if a.item_id == item_id and a.until_day >= self.today]
        return own[0] if own else ""

    def line(self, item_id: str) -> LineRecord:
        for line in self.lines:
            if line.item_id == item_id:
                return line
        raise KeyError(
            f"no item {item_id!r} in order {self.order_id!r}; its items are "
            f"{', '.join([x.item_id for x in self.lines])}"
        )

    def dispute(self, item_id: str) -> Dispute | None:
        for dispute in self.payments.disputes:
            if dispute.item_id == item_id:
                return dispute
        return None


def order_record(catalog: Catalog, today: int, ticket: Ticket) -> OrderRecord:
    """What the shop's records show of a ticket's order."""
    order, file = ticket.order, ticket.file
    bill = order.bill
    return OrderRecord(
        order_id=order.id,
        ticket_items=file.about,
        today=today,
        ticket_opened_day=file.opened_day,
        placed_day=order.placed,
        ships_to=home(order.region, order.recipient),
        bills_to=file.bills_to,
        region=order.region,
        shipping_method=order.method,
        gift=order.gift,
        coupon=order.coupon,
        coupon_cents=bill.coupon_cents,
        delivery_cents=bill.shipping_cents,
        currency=order.currency,
        shop_currency=file.shop_currency,
        lines=tuple([_line(catalog, ticket, n) for n in range(len(order.lines))]),
        payments=PaymentRecord(
            main_tender=order.tender,
            charges=tuple([Charge(tender=p.tender, cents=p.cents) for p in bill.payments]),
            discount_cents=file.discount_cents,
            charged_twice=file.charged_twice,
            disputes=file.disputes,
        ),
        rates=file.rates,
        approvals=tuple(
            [
                ApprovalRecord(item_id=id, number=a.number, until_day=a.until)
                for id, a in file.approvals.items()
            ]
        ),
    )


UNSIGNED = "delivered_unsigned"  # as plain as signed: a rule may turn on it


def unsigned_shown(order: OrderRecord) -> OrderRecord:
    """The record, which says of what was delivered without a signature that it was."""
    lines = [
        replace(x, parcel=replace(x.parcel, status=UNSIGNED)) if x.parcel.status == "delivered" else x
        for x in order.lines
    ]
    return replace(order, lines=tuple(lines))


def carrier_status(parcel: ParcelRecord) -> str:
    """What the carrier shows, as the policy calls it."""
    return "delivered" if parcel.status == UNSIGNED else parcel.status


def _line(catalog: Catalog, ticket: Ticket, n: int) -> LineRecord:
    order, bought = ticket.order, ticket.order.lines[n]
    id, billed = order.line_ids[n], order.bill.lines[n]
    file, paid = ticket.file.lines[id], order.bill.portion(id, bought.quantity)
    product = catalog.at(bought.doc)
    department = catalog.category_of(product).department
    return LineRecord(
        item_id=id,
        title=product.title,
        options=product.variants[bought.variant].options,
        department=department if department in DEPARTMENTS else "kitchen",
        sort=file.sort,
        marks=tuple([MARKS[m] for m in bought.marks]),
        grams=file.grams,
        quantity=bought.quantity,
        unit_cents=bought.unit_cents,
        coupon_share_cents=billed.gross_cents - paid.goods,
        tax_cents=paid.tax,
        delivery_share_cents=paid.shipping,
        packing_note=file.packing_note,
        parcel=_parcel(order.parcels[bought.parcel], file, billed.gross_cents),
    )


def _parcel(parcel: Parcel, file: LineFile, declared_cents: int) -> ParcelRecord:
    return ParcelRecord(
        status=parcel.last_scan,
        promised_day=parcel.promised,
        delivered_day=parcel.day if parcel.status == "delivered" else None,
        declared_cents=declared_cents,
        note=file.carrier_note,
        returned_grams=file.returned_grams,
    )
