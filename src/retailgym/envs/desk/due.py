"""What the reply to a ticket has to say: what the agent decided of each item, and what is true of that."""

from collections.abc import Iterator, Mapping, Sequence

from ...policy import Policy
from ...policy.facts import SHOP_AT_FAULT
from ...tools.desk_records import LineRecord, OrderRecord
from ...world.ticket import PAYING, Decision
from .facts import FREE_WILL, Dossier, order_facts
from .gold import Gold, ItemGold, Settled, believed_bill, next_step, refund_days, settled
from .steps import Due

GRANTS = (*PAYING, "exchange")


def dues(
    policy: Policy, d: Dossier, decided: Mapping[str, Decision], gold: Gold, names: Sequence[tuple[str, ...]]
) -> list[Due]:
    """One for each item of the ticket."""
    shared, bill = order_facts(d), believed_bill(policy, d)
    cases = [settled(policy, d.item(n), shared, bill) for n in range(len(d.told))]
    return [
        _due(s, decided.get(g.item_id), g, name) for s, g, name in zip(cases, gold.items, names, strict=True)
    ]


def _due(s: Settled, given: Decision | None, gold: ItemGold, names: tuple[str, ...]) -> Due:
    """A reason is true whatever was decided; which of them bear on the decision depends on it."""
    granted, refused, open_ = frozenset(_for(s)), frozenset(_against(s)), frozenset(_undecided(s))
    resolution = given.resolution if given else ""
    bearing = granted if resolution in GRANTS else refused if resolution == "deny" else open_
    if resolution == gold.resolution:
        bearing |= {gold.why}
    return Due(
        names=names,
        resolution=resolution,
        cents=given.amount_cents if given else 0,
        whys=bearing,
        true=granted | refused | open_ | {gold.why, str(s.item.told["reason"])},
        next=next_step(s, resolution) if resolution else "",
        days=refund_days(s) if resolution in PAYING else 0,
        to=_to(gold) if given == Decision(gold.resolution, gold.cents) else (),
    )


def _for(s: Settled) -> Iterator[str]:
    """Reasons to grant something."""
    case, reason = s.case, str(s.case["reason"])
    if case["dispute_open"]:
        yield "dispute_accepted"
    elif reason in SHOP_AT_FAULT or reason in ("never_arrived", "charged_twice"):
        yield reason
    elif case["return_allowed"]:
        yield "in_policy"


def _against(s: Settled) -> Iterator[str]:
    """Reasons to refuse."""
    case, reason = s.case, str(s.case["reason"])
    if case["dispute_open"]:
        yield "dispute_contested"
        return
    if not s.upheld:
        yield "not_shown"
    if reason in SHOP_AT_FAULT and int(case["days_to_report"]) > int(case["report_window"]):
        yield "reported_late"
    if reason in FREE_WILL and not case["return_allowed"]:
        yield "window" if int(case["days_since_delivery"]) > int(case["return_window"]) else "not_returnable"
    if reason == "never_arrived" and case["carrier_status"] in ("signed", "delivered"):
        yield "arrived"
    if reason == "charged_twice" and not case["double_charge"]:
        yield "charged_once"


def _undecided(s: Settled) -> Iterator[str]:
    """Reasons to pass it on, or to wait."""
    case = s.case
    yield "review"
    if int(case["line_cents"]) > int(case["refund_limit"]):
        yield "limit"
    if case["dispute_open"] and not case["evidence_on_file"]:
        yield "evidence"
    if not case["photo"]:
        yield "photo"
    if case["fraud_action"] == "ask_proof":
        yield "identity"
    if case["carrier_status"] == "in_transit":
        yield "in_transit"


def _to(gold: ItemGold) -> tuple[int, ...]:
    return tuple([p.cents for p in gold.to]) if gold.resolution != "store_credit" else ()


def split_by_tender(items: Sequence[ItemGold]) -> tuple[int, ...]:
    """How much goes back to each payment, if money goes to more than one."""
    sums: dict[str, int] = {}
    for item in items:
        for p in item.to if item.resolution != "store_credit" else ():
            sums[p.tender] = sums.get(p.tender, 0) + p.cents
    return tuple(sums.values()) if len(sums) > 1 else ()


def derived(order: OrderRecord, amounts: Sequence[int]) -> Iterator[int]:
    """Amounts that anybody can work out of the order and the decisions: prices of some units, their tax,
    subtotals, fees."""
    for line in order.lines:
        for units in range(1, line.quantity + 1):
            for worth in _worth(line, units):
                yield worth
                yield from [abs(worth - a) for a in amounts]
    yield sum([line.quantity * line.unit_cents for line in order.lines])
    yield sum([charge.cents for charge in order.payments.charges])


def _worth(line: LineRecord, units: int) -> Iterator[int]:
    """Goods, and with what is added to them, rounded either way."""
    goods, shares = (
        line.unit_cents * units,
        (line.tax_cents, line.coupon_share_cents, line.delivery_share_cents),
    )
    for up in (0, line.quantity - 1):
        tax, coupon, delivery = [(share * units + up) // line.quantity for share in shares]
        net = goods - coupon
        yield from (
            goods,
            tax,
            coupon,
            delivery,
            net,
            goods + tax,
            net + tax,
            net + delivery,
            goods + tax + delivery,
            net + tax + delivery,
        )
