"""What the desk settles: claims, warranty, fraud, disputes, and records that disagree."""

from collections.abc import Mapping
from typing import Literal

from ..core.money import Money, exchange, share
from ..core.values import Value
from .bill import Bill, Payment, Portion, allocate, with_bill
from .decide import Case, decide
from .facts import Facts
from .policy import Policy
from .rules import Ruling
from .settle import pay_back, refund_of

About = Literal["arrival", "contents", "payment", "condition"]
_RECORDS: dict[About, str] = {
    "arrival": "arrival_record", "contents": "contents_record", "payment": "payment_source",
    "condition": "condition_record",
}  # fmt: skip


class Claim(Value):
    """How one item of a ticket is settled, what it costs, and which rulings say so; the first gives the
    resolution."""

    resolution: str
    cents: int
    to: tuple[Payment, ...]
    rulings: tuple[Ruling, ...]


class Warranty(Value):
    covered: bool
    remedy: str
    cents: int
    rulings: tuple[Ruling, ...]


class Assessment(Value):
    """The fraud score of a claim, the threshold, what must be done, and the clauses that gave points."""

    points: int
    threshold: int
    action: str
    signals: tuple[str, ...]
    rulings: tuple[Ruling, ...]


class DisputeClaim(Value):
    """A chargeback: accept, contest or escalate, with which evidence, and by when."""

    response: str
    evidence: str
    deadline_days: int
    days_left: int
    insured_cents: int
    rulings: tuple[Ruling, ...]


def settle_claim(policy: Policy, facts: Facts, bill: Bill, line: str, quantity: int = 1) -> Claim:
    """A claim about some units of a line: the resolution, and the money that it moves."""
    portion = bill.portion(line, quantity)
    case = Case(policy, with_bill(facts, bill, portion, whole=bill.completed_by(line, quantity)))
    return claim_of(case, bill, portion)


def claim_of(case: Case, bill: Bill, portion: Portion) -> Claim:
    """The claim of a case whose facts hold what the bill says; the portion is that of the claimed units."""
    verdict = case.ruling("resolution")
    if case["dispute_open"]:
        return _disputed(case, portion, verdict)
    match verdict.outcome:
        case "refund" | "store_credit":
            return _refunded(case, bill, portion, verdict)
        case "partial_refund":
            ruling = case.ruling("compensation")
            cents = min(ruling.cents, portion.goods)
            paid, to = _paid_back(case, bill, cents)
            return Claim(resolution="partial_refund", cents=cents, to=to, rulings=(verdict, ruling, *paid))
        case other:
            return Claim(resolution=str(other), cents=0, to=(), rulings=(verdict,))


def _disputed(case: Case, portion: Portion, verdict: Ruling) -> Claim:
    """The bank takes an accepted dispute from us, as far as the customer paid it."""
    paid = verdict.outcome in ("refund", "partial_refund")
    cents = min(int(case["dispute_cents"]), portion.goods + portion.tax + portion.shipping) if paid else 0
    return Claim(resolution=str(verdict.outcome), cents=cents, to=(), rulings=(verdict,))


def _refunded(case: Case, bill: Bill, portion: Portion, verdict: Ruling) -> Claim:
    """Nothing comes back from a lost parcel or for a double charge, so such refunds know no fee and no way
    back."""
    if case["reason"] == "never_arrived":
        cents, rulings = _lost(case, portion)
    elif case["reason"] == "charged_twice":
        cents, rulings = portion.goods + portion.tax, ()
    else:
        money = refund_of(case, portion)
        cents, rulings = money.refund_cents, money.rulings
    if verdict.outcome == "store_credit":
        paid: tuple[Ruling, ...] = ()
        to: tuple[Payment, ...] = (Payment(tender="store_credit", cents=cents),) if cents else ()
    else:
        paid, to = _paid_back(case, bill, cents)
    return Claim(resolution=str(verdict.outcome), cents=cents, to=to, rulings=(verdict, *rulings, *paid))


def _paid_back(case: Case, bill: Bill, cents: int) -> tuple[tuple[Ruling, ...], tuple[Payment, ...]]:
    """As `pay_back`, but nobody asks which payment comes first where there is only one."""
    method = case.ruling("refund_method")
    if method.outcome == "original_payment" and len(bill.payments) == 1:
        return (method,), allocate("in_proportion", bill.payments, cents)
    return pay_back(case, bill, cents)


def _lost(case: Case, portion: Portion) -> tuple[int, tuple[Ruling, ...]]:
    refund, delivery = case.ruling("lost_refund"), case.ruling("shipping_refund")
    goods = min(refund.cents, portion.goods)
    tax = share(portion.tax, goods, portion.goods) if portion.goods else 0
    return goods + tax + (portion.shipping if delivery.outcome else 0), (refund, delivery)


def settle_warranty(policy: Policy, facts: Facts, bill: Bill, line: str, quantity: int = 1) -> Warranty:
    """A fault under warranty; a refund or store credit is the price paid with its tax."""
    portion = bill.portion(line, quantity)
    case = Case(policy, with_bill(facts, bill, portion, whole=bill.completed_by(line, quantity)))
    cover, remedy = case.ruling("warranty_covers"), case.ruling("warranty_remedy")
    cents = portion.goods + portion.tax if remedy.outcome in ("refund", "store_credit") else 0
    return Warranty(
        covered=bool(cover.outcome),
        remedy=str(remedy.outcome),
        cents=cents,
        rulings=(remedy, cover, case.ruling("warranty_term")),
    )


def assess_fraud(policy: Policy, facts: Facts) -> Assessment:
    """The points of a claim against the threshold."""
    case = Case(policy, facts)
    points, threshold, action = (case.ruling(t) for t in ("fraud_points", "fraud_threshold", "fraud_action"))
    signals = tuple(r.clause for r in policy.rules("fraud_points")[1:] if r.clause in points.because)
    return Assessment(
        points=int(points.outcome),
        threshold=int(threshold.outcome),
        action=str(action.outcome),
        signals=signals,
        rulings=(action, points, threshold),
    )


def settle_dispute(policy: Policy, facts: Facts) -> DisputeClaim:
    """What to answer the bank."""
    case = Case(policy, facts)
    response, evidence, deadline, insured = (
        case.ruling(t)
        for t in ("dispute_response", "dispute_evidence", "dispute_deadline", "insurance_limit")
    )
    left = int(deadline.outcome) - int(case["dispute_days"])
    return DisputeClaim(
        response=str(response.outcome),
        evidence=str(evidence.outcome),
        deadline_days=int(deadline.outcome),
        days_left=left,
        insured_cents=insured.cents,
        rulings=(response, evidence, deadline, insured),
    )


def prevailing(policy: Policy, about: About, facts: Facts) -> Ruling:
    """Which record counts when records disagree."""
    return decide(policy, _RECORDS[about], facts)


def converted(
    policy: Policy, facts: Facts, amount: Money, currency: str, rates: Mapping[str, int]
) -> tuple[Money, Ruling]:
    """An amount in another currency, at the rate (in millionths) of the day that the policy names."""
    ruling = decide(policy, "rate_day", facts)
    if ruling.outcome not in rates:
        raise KeyError(f"no rate for {ruling.outcome!r}; rates are given for {', '.join(rates)}")
    return exchange(amount, currency, rates[str(ruling.outcome)]), ruling
