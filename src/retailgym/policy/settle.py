"""Returns, exchanges, price adjustments and cancellations to the cent. Every choice is a ruling; only the
arithmetic is here."""

from ..core.money import share
from ..core.values import Value
from .bill import Bill, Payment, Portion, allocate, with_bill
from .decide import Case
from .facts import Facts
from .policy import Policy
from .rules import Ruling


class Return(Value):
    """A return: whether, how, and what goes back to which payment."""

    allowed: bool
    goods: int
    tax: int
    shipping: int
    fee: int
    way_back_cents: int
    refund_cents: int
    method: str  # how the refund is paid
    to: tuple[Payment, ...]
    days: int  # within how many days
    way_back: str  # how the item travels
    rulings: tuple[Ruling, ...]  # the first decides whether


class ExchangeTerms(Value):
    """An exchange: what the customer pays (positive) or gets (negative), tax included."""

    allowed: bool
    difference_cents: int
    difference_with_tax: int
    treatment: str
    due_cents: int
    rulings: tuple[Ruling, ...]


class Adjustment(Value):
    """What is paid back because the price fell, and the tax on it."""

    cents: int
    tax: int
    rulings: tuple[Ruling, ...]


class Cancellation(Value):
    allowed: bool
    fee: int
    refund_cents: int
    to: tuple[Payment, ...]
    rulings: tuple[Ruling, ...]


def settle_return(
    policy: Policy, facts: Facts, bill: Bill, line: str, quantity: int = 1, anyway: bool = False
) -> Return:
    """The return of some units of a line. What the bill says about money prevails over the facts. What is not
    allowed comes to nothing, unless it is done anyway."""
    portion = bill.portion(line, quantity)
    case = Case(policy, with_bill(facts, bill, portion, whole=bill.completed_by(line, quantity)))
    verdict, way_back = case.ruling("return_allowed"), case.ruling("return_method")
    if not verdict.outcome and not anyway:
        return Return(
            allowed=False,
            goods=0,
            tax=0,
            shipping=0,
            fee=0,
            way_back_cents=0,
            refund_cents=0,
            method="none",
            to=(),
            days=0,
            way_back="none",
            rulings=(verdict,),
        )
    money = refund_of(case, portion)
    paid, to = pay_back(case, bill, money.refund_cents)
    rulings = (verdict, *money.rulings, *paid, way_back, case.ruling("refund_time"))
    return Return(
        allowed=bool(verdict.outcome),
        goods=portion.goods,
        tax=portion.tax,
        shipping=money.shipping,
        fee=money.fee,
        way_back_cents=money.way_back_cents,
        refund_cents=money.refund_cents,
        method=str(paid[0].outcome),
        to=to,
        days=int(case["refund_time"]),
        way_back=str(way_back.outcome),
        rulings=rulings,
    )


class RefundMoney(Value):
    """Goods and tax, with the delivery charge where it is refunded, less the fee and the way back; never
    below nothing."""

    shipping: int
    fee: int
    way_back_cents: int
    refund_cents: int
    rulings: tuple[Ruling, ...]


def refund_of(case: Case, portion: Portion) -> RefundMoney:
    rulings = fee, way_back, delivery = tuple(
        case.ruling(t) for t in ("restocking_fee", "return_shipping", "shipping_refund")
    )
    shipping = portion.shipping if delivery.outcome else 0
    cents = max(0, portion.goods + portion.tax + shipping - fee.cents - way_back.cents)
    return RefundMoney(
        shipping=shipping, fee=fee.cents, way_back_cents=way_back.cents, refund_cents=cents, rulings=rulings
    )


def pay_back(case: Case, bill: Bill, cents: int) -> tuple[tuple[Ruling, ...], tuple[Payment, ...]]:
    """How a refund is paid, and how much goes where."""
    method = case.ruling("refund_method")
    if method.outcome == "original_payment":
        order = case.ruling("tender_order")
        return (method, order), allocate(str(order.outcome), bill.payments, cents)
    return (method,), (Payment(tender=str(method.outcome), cents=cents),) if cents else ()


def settle_exchange(
    policy: Policy,
    facts: Facts,
    bill: Bill,
    line: str,
    quantity: int,
    new_unit_cents: int,
    anyway: bool = False,
) -> ExchangeTerms:
    """Some units of a line against as many of a new item; the price difference carries the tax rate of the
    old line."""
    portion = bill.portion(line, quantity)
    gap = new_unit_cents * quantity - portion.goods
    known = with_bill(facts, bill, portion, whole=bill.completed_by(line, quantity))
    known |= {
        "price_gap": "dearer" if gap > 0 else "cheaper" if gap < 0 else "same",
        "difference_cents": abs(gap),
        "wants": "exchange",
    }
    case = Case(policy, known)
    verdict, treatment = case.ruling("exchange_allowed"), case.ruling("price_difference")
    paid = (verdict.outcome or anyway) and treatment.outcome != "waived"
    with_tax = gap + _tax_on(gap, portion)
    return ExchangeTerms(
        allowed=bool(verdict.outcome),
        difference_cents=gap,
        difference_with_tax=with_tax,
        treatment=str(treatment.outcome),
        due_cents=with_tax if paid else 0,
        rulings=(verdict, treatment),
    )


def settle_adjustment(policy: Policy, facts: Facts, bill: Bill, line: str, new_unit_cents: int) -> Adjustment:
    """The price of a whole line has fallen since the order."""
    entry = bill.line(line)
    portion = bill.portion(line, entry.quantity - entry.returned)
    drop = max(0, portion.goods - new_unit_cents * (entry.quantity - entry.returned))
    ruling = Case(policy, with_bill(facts, bill, portion, whole=False) | {"price_drop_cents": drop}).ruling(
        "price_adjustment"
    )
    cents = min(ruling.cents, portion.goods)
    return Adjustment(cents=cents, tax=_tax_on(cents, portion), rulings=(ruling,))


def settle_cancellation(policy: Policy, facts: Facts, bill: Bill) -> Cancellation:
    """The whole order, before it has been delivered."""
    whole = Portion(goods=bill.goods_cents, tax=0, shipping=bill.shipping_cents)
    case = Case(policy, with_bill(facts, bill, whole, whole=True))
    verdict, fee = case.ruling("cancel_allowed"), case.ruling("cancel_fee")
    if not verdict.outcome:
        return Cancellation(allowed=False, fee=0, refund_cents=0, to=(), rulings=(verdict,))
    cents = max(0, bill.total_cents - fee.cents)
    order = case.ruling("tender_order")
    return Cancellation(
        allowed=True,
        fee=fee.cents,
        refund_cents=cents,
        to=allocate(str(order.outcome), bill.payments, cents),
        rulings=(verdict, fee, order),
    )


def _tax_on(cents: int, portion: Portion) -> int:
    """At the rate that the old line bore."""
    return share(cents, portion.tax, portion.goods) if portion.goods else 0
