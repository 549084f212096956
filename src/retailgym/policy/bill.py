"""What was bought and how it was paid: coupons, tax and delivery shared out to the cent, down to the single
unit."""

from collections.abc import Sequence
from functools import lru_cache

from ..core.money import percent, split
from ..core.values import Value, replace
from .facts import Facts
from .rules import Plain


class BillLine(Value):
    """So many units of one variant. Tax is for the whole line; `returned` units have come back already."""

    id: str
    unit_cents: int
    quantity: int = 1
    tax_cents: int = 0
    returned: int = 0

    @property
    def gross_cents(self) -> int:
        return self.unit_cents * self.quantity


class Payment(Value):
    """Money on one tender; `refunded` of it has gone back already."""

    tender: str
    cents: int
    refunded: int = 0

    @property
    def left(self) -> int:
        return self.cents - self.refunded


class Portion(Value):
    """What some units of a line cost: goods after coupons, their tax, and their part of the delivery
    charge."""

    goods: int
    tax: int
    shipping: int


class Bill(Value):
    """An order in money. The coupon is for the whole order and is shared by the lines in proportion to their
    prices."""

    lines: tuple[BillLine, ...]
    payments: tuple[Payment, ...]
    coupon_cents: int = 0
    shipping_cents: int = 0
    coupon: str = "none"  # its kind: none, percent, fixed

    @property
    def goods_cents(self) -> int:
        return sum(self._gross_cents()) - self.coupon_cents

    def _gross_cents(self) -> tuple[int, ...]:
        return tuple([line.unit_cents * line.quantity for line in self.lines])

    @property
    def total_cents(self) -> int:
        return self.goods_cents + sum(line.tax_cents for line in self.lines) + self.shipping_cents

    def line(self, name: str) -> BillLine:
        for line in self.lines:
            if line.id == name:
                return line
        raise KeyError(
            f"no line {name!r} in the order; its lines are {', '.join(line.id for line in self.lines)}"
        )

    def portion(self, name: str, quantity: int) -> Portion:
        """The next units of a line to come back; returning all units one by one adds up to the whole line."""
        line = self.line(name)
        if not 1 <= quantity <= line.quantity - line.returned:
            raise ValueError(
                f"cannot take back {quantity} of line {name!r}: {line.quantity - line.returned} are left"
            )
        weights, i = self._gross_cents(), self.lines.index(line)
        goods = weights[i] - shared(self.coupon_cents, weights)[i]
        shipping = shared(self.shipping_cents, weights)[i]
        if quantity == line.quantity:
            return Portion(goods=goods, tax=line.tax_cents, shipping=shipping)
        goods, tax, shipping = (
            _of_units(line, quantity, cents) for cents in (goods, line.tax_cents, shipping)
        )
        return Portion(goods=goods, tax=tax, shipping=shipping)

    def completed_by(self, name: str, quantity: int) -> bool:
        """Whether these units are all that is still out."""
        return all(
            line.returned + (quantity if line.id == name else 0) == line.quantity for line in self.lines
        )


def taxed(lines: Sequence[BillLine], coupon_cents: int, tax_percent: int) -> tuple[BillLine, ...]:
    """The lines, each with the tax on what is paid for it: its price less its share of the coupon."""
    shares = shared(coupon_cents, tuple([line.gross_cents for line in lines]))
    return tuple(
        [
            replace(line, tax_cents=percent(line.gross_cents - share, tax_percent))
            for line, share in zip(lines, shares, strict=True)
        ]
    )


def _of_units(line: BillLine, quantity: int, cents: int) -> int:
    """What falls on the next units: each has an even share, and cents that are left over go to the first
    units of the line."""
    even, over = divmod(cents, line.quantity)
    return even * quantity + min(line.returned + quantity, over) - min(line.returned, over)


@lru_cache(maxsize=1024)
def shared(cents: int, weights: tuple[int, ...]) -> tuple[int, ...]:
    """`split`, for an order that may be free, and for nothing to share. One order is shared out again for
    each of its lines."""
    if not cents:
        return (0,) * len(weights)
    return tuple(split(cents, weights if any(weights) else [1] * len(weights)))


def allocate(order: str, payments: Sequence[Payment], cents: int) -> tuple[Payment, ...]:
    """How much of a refund goes to which payment, in the order that the topic `tender_order` names."""
    left = sum(p.left for p in payments)
    if cents > left:
        raise ValueError(
            f"cannot refund {cents} cents: only {left} are left on {', '.join(p.tender for p in payments)}"
        )
    if cents <= 0:
        return ()
    if order == "in_proportion":
        parts = split(cents, [p.left for p in payments])
    else:
        parts = _in_turn(cents, payments, gift_cards_first=order == "gift_card_first")
    return tuple(
        Payment(tender=p.tender, cents=part) for p, part in zip(payments, parts, strict=True) if part
    )


def _in_turn(cents: int, payments: Sequence[Payment], gift_cards_first: bool) -> list[int]:
    parts = [0] * len(payments)
    for i in sorted(
        range(len(payments)), key=lambda i: (payments[i].tender == "gift_card") is not gift_cards_first
    ):
        parts[i] = min(cents, payments[i].left)
        cents -= parts[i]
    return parts


def with_bill(facts: Facts, bill: Bill, portion: Portion, whole: bool) -> dict[str, Plain]:
    """The facts, with what the bill knows better."""
    money = {
        "line_cents": portion.goods,
        "order_cents": bill.goods_cents,
        "shipping_cents": bill.shipping_cents,
    }
    return {**facts, **money, "whole_order": whole}
