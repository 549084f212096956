"""The gold of a ticket: what the policy makes of the facts, item by item, what follows for the ticket, and
which facts it turns on."""

from collections.abc import Iterable, Mapping, Sequence

from ...core.money import MILLION, share
from ...core.values import Value, replace
from ...policy import TOPICS, Policy
from ...policy.bill import Bill, Payment, Portion, with_bill
from ...policy.claims import Claim, claim_of
from ...policy.decide import Case, Outcomes
from ...policy.facts import SHOP_AT_FAULT
from ...policy.rules import Plain
from ...tools.desk_records import OrderRecord
from ...world.ticket import PAYING, PRIORITIES, TAGS
from .aim import CHARGEBACK
from .facts import (
    DAMAGE,
    FREE_WILL,
    Dossier,
    TicketItem,
    bill_of,
    established,
    evidence,
    item_facts,
    of_records,
    order_facts,
    sections,
    versions,
)
from .plan import WANTS, reasons_of

MEMBERS = ("gold", "platinum")
CITED = "resolution"  # the topic whose deciding section is cited, where the policy is a handbook
OTHERS: Mapping[str, Sequence[str]] = {  # what could have been said instead
    "wants": WANTS,
    "condition": ("unopened", "opened", "used", "incomplete"),
    "packaging": ("kept", "gone"),
    "photo": ("fault", "no_fault", "none"),
    "hazard": ("harmless", "dangerous"),
}
USUAL: Mapping[str, str] = {"wants": "refund", "photo": "fault", "hazard": "harmless", "packaging": "kept"}
USUALLY = 2  # times as often as anything else is so what is usual
MANY, FEW = 4, 0.5  # units among which it is hard to guess, and how often it is about the usual number


class ItemGold(Value):
    """One item: how it is settled, for how much and by which payments, and what the customer must be told of
    it."""

    item_id: str
    resolution: str
    cents: int
    to: tuple[Payment, ...]
    why: str  # the reason, as the reply must give it
    next: str  # what happens next, as the reply must say it
    days: int  # until money is paid; 0 if none is
    price_cents: int  # what the claimed units cost
    fraud: bool
    priority: str
    tags: tuple[str, ...]
    evidence: frozenset[str] = frozenset()  # what must be looked at first
    topics: frozenset[str] = frozenset()  # of the policy, on which it turns
    approval: str = ""  # the number of the one without which it would be escalated

    @property
    def sections(self) -> frozenset[str]:
        """What must be read on the pages among the evidence."""
        return sections(self.topics)


class Gold(Value):
    items: tuple[ItemGold, ...]
    resolution: str
    priority: str
    tags: tuple[str, ...]
    fraud: bool

    def skeleton(self) -> tuple[object, ...]:
        """The decisions without ids and amounts."""
        return (
            tuple([i.resolution for i in self.items]),
            self.resolution,
            self.fraud,
            self.tags,
            self.priority,
        )


class Settled(Value, kw_only=False):
    """An item before the policy: its case with all facts established, and what is claimed of the bill."""

    item: TicketItem
    facts: dict[str, Plain]
    case: Outcomes
    bill: Bill
    portion: Portion
    disputed: bool = False  # some record contradicts the customer
    upheld: bool = True  # the record that decides does not


def derive(policy: Policy, d: Dossier) -> Gold:
    """All that the desk should do about a ticket."""
    shared, bill = order_facts(d), believed_bill(policy, d)
    items = [item_gold(policy, settled(policy, d.item(n), shared, bill)) for n in range(len(d.told))]
    return ticket_gold(d, tuple(items))


def deciding(policy: Policy, d: Dossier, n: int, topics: Iterable[str]) -> dict[str, str]:
    """Topics on which item n turns, and the clause that decides each."""
    s = settled(policy, d.item(n), order_facts(d), believed_bill(policy, d))
    case = Case(policy, s.facts)
    return {topic: case.ruling(topic).decided_by for topic in sorted(topics)}


def ticket_gold(d: Dossier, items: tuple[ItemGold, ...]) -> Gold:
    resolution = of_ticket([i.resolution for i in items])
    tags = {t for i in items for t in i.tags}
    if d.order.coupon != "none":
        tags.add("coupon_order")
    if len({i.resolution for i in items}) > 1:
        tags.add("partial_resolution")
    if resolution == "escalate":
        tags.add("escalation_required")
    return Gold(
        items=items,
        resolution=resolution,
        priority=max([i.priority for i in items], key=PRIORITIES.index),
        tags=tuple([t for t in TAGS if t in tags]),
        fraud=any(i.fraud for i in items),
    )


def of_ticket(resolutions: Sequence[str]) -> str:
    """The ticket's resolution, from those of its items."""
    found = set(resolutions)
    if len(found) == 1:
        return resolutions[0]
    for first in ("escalate", "request_info"):
        if first in found:
            return first
    return "exchange" if found.isdisjoint(PAYING) else "partial_refund"


def believed_bill(policy: Policy, d: Dossier) -> Bill:
    """The order in money; where the records differ over the discount, the one counts that the policy
    names."""
    order = d.order
    discount = order.coupon_cents
    if (
        order.payments.discount_cents != discount
        and Outcomes(policy, order_facts(d))["payment_source"] == "payment_record"
    ):
        discount = order.payments.discount_cents
    return bill_of(order, discount)


def settled(policy: Policy, item: TicketItem, shared: dict[str, Plain], bill: Bill) -> Settled:
    """The item's facts, established where records and claims differ."""
    portion = bill.portion(item.line.item_id, item.units)
    facts = shared | item_facts(item)
    if item.dispute is not None:
        return _charged_back(policy, item, facts, bill, portion)
    facts = with_bill(facts, bill, portion, whole=_whole(item.dossier))
    if facts["wants"] == "exchange":
        gap = 0 if item.same_again else item.wanted().price_cents * item.units - portion.goods
        facts |= {
            "price_gap": "dearer" if gap > 0 else "cheaper" if gap < 0 else "same",
            "difference_cents": abs(gap),
        }
    case, known = Outcomes(policy, facts), versions(item)
    if known is None or not known.disputed:
        return Settled(item, facts, case, bill, portion)
    found = established(facts, known, str(case[known.topic]))
    case = case if found is facts else Outcomes(policy, found)
    return Settled(
        item=item, facts=found, case=case, bill=bill, portion=portion, disputed=True, upheld=found is facts
    )


def _whole(d: Dossier) -> bool:
    """Whether the whole order comes back."""
    if len(d.order.lines) > len(d.told):
        return False
    items = [d.item(n) for n in range(len(d.told))]
    return all(
        i.told["reason"] not in ("never_arrived", "charged_twice") and i.units == i.line.quantity
        for i in items
    )


def _charged_back(
    policy: Policy, item: TicketItem, facts: dict[str, Plain], bill: Bill, portion: Portion
) -> Settled:
    """A chargeback: all money in the shop's own currency, at the rate of the day that the policy names."""
    dispute, order = item.dispute, item.dossier.order
    assert dispute is not None
    match Outcomes(policy, facts)["rate_day"]:
        case "order_day":
            day = order.placed_day
        case "delivery_day":
            day = item.line.parcel.delivered_day or order.today
        case "refund_day":
            day = order.today
        case _:
            day = dispute.opened_day
    mine = _rate(order, order.currency, day)
    facts |= {
        "line_cents": share(portion.goods, mine, MILLION),
        "order_cents": share(bill.goods_cents, mine, MILLION),
        "shipping_cents": share(bill.shipping_cents, mine, MILLION),
        "whole_order": False,
        "declared_cents": share(int(facts["declared_cents"]), mine, MILLION),
        "dispute_cents": share(dispute.amount_cents, _rate(order, dispute.currency, day), MILLION),
    }
    case = Outcomes(policy, facts)
    facts["evidence_on_file"] = case["evidence_on_file"] = (
        case["dispute_evidence"] in dispute.evidence_on_file
    )
    total = share(portion.goods + portion.tax + portion.shipping, mine, MILLION)
    return Settled(
        item=item, facts=facts, case=case, bill=bill, portion=Portion(goods=total, tax=0, shipping=0)
    )


def _rate(order: OrderRecord, currency: str, day: int) -> int:
    """In millionths; the shop's own currency needs none."""
    for rate in order.rates:
        if rate.day == day and rate.currency == currency:
            return rate.millionths
    return MILLION


def item_gold(policy: Policy, s: Settled) -> ItemGold:
    case, claim = s.case, claim_of(s.case, s.bill, s.portion)
    fraud, paying = is_fraud(case), claim.resolution in PAYING
    plain = Outcomes(policy, {**s.facts, "tier": "none"}) if case["tier"] in MEMBERS else case
    found = ItemGold(
        item_id=s.item.line.item_id,
        resolution=claim.resolution,
        cents=cents_of(s, claim),
        to=claim.to,
        why=_why(s, claim, fraud),
        next=next_step(s, claim.resolution),
        days=refund_days(s) if paying else 0,
        price_cents=int(case["line_cents"]),
        fraud=fraud,
        priority=str(case["priority"]),
        tags=_tags(s, claim, fraud, plain),
    )
    topics = frozenset([t for t in (*of_records(s.item), *case, *plain) if t in TOPICS])
    approval = s.item.dossier.order.approval(found.item_id)
    if approval:
        bare = Outcomes(policy, {**s.facts, "approved": False})["resolution"]
        approval = approval if bare != found.resolution else ""
    return replace(found, evidence=evidence(s.item, topics), topics=topics, approval=approval)


def is_fraud(case: Outcomes) -> bool:
    return case["fraud_action"] == "flag_and_escalate"


def cents_of(s: Settled, claim: Claim) -> int:
    return _exchange_cents(s) if claim.resolution == "exchange" else claim.cents


def _exchange_cents(s: Settled) -> int:
    """What the customer still pays, or gets if negative, tax included."""
    if s.case["wants"] != "exchange" or s.item.same_again or s.case["price_difference"] == "waived":
        return 0
    gap = int(s.case["difference_cents"]) * (1 if s.case["price_gap"] == "dearer" else -1)
    return gap + (share(gap, s.portion.tax, s.portion.goods) if s.portion.goods else 0)


def _tags(s: Settled, claim: Claim, fraud: bool, plain: Outcomes) -> tuple[str, ...]:
    """Plain: the case of somebody without membership."""
    case = s.case
    reason, wants = case["reason"], case["wants"]
    free = reason in FREE_WILL and not case["dispute_open"]
    late = free and int(case["days_since_delivery"]) > int(case["return_window"])
    holds = (
        ("damaged", reason in DAMAGE),
        ("wrong_item", reason == "wrong_item"),
        ("refund_request", wants == "refund"),
        ("exchange_request", wants == "exchange"),
        ("inventory_issue", case["warehouse_short"] or (wants == "exchange" and not case["in_stock"])),
        ("vip_exception", claim.resolution != plain["resolution"]),
        ("partial_resolution", claim.resolution == "partial_refund"),
        ("return_window_exceeded", late),
        ("non_returnable", free and not late and not case["return_allowed"]),
        ("fraud_flag", fraud),
        ("policy_violation", not s.upheld),
        ("duplicate_charge", case["double_charge"]),
    )
    return tuple([tag for tag, does in holds if does])


def _why(s: Settled, claim: Claim, fraud: bool) -> str:
    """The reason that the customer must be given."""
    case, reason = s.case, str(s.case["reason"])
    match claim.resolution:
        case "escalate":
            return (
                "review"
                if fraud or case["dispute_open"] or case["fraud_action"] == "senior_review"
                else "limit"
            )
        case "request_info":
            return what_lacks(case)
        case "deny":
            return _why_denied(s, reason)
    if case["dispute_open"]:
        return "dispute_accepted"
    if reason in SHOP_AT_FAULT or reason in ("never_arrived", "charged_twice"):
        return reason
    return "in_policy"


def _why_denied(s: Settled, reason: str) -> str:
    if s.case["dispute_open"]:
        return "dispute_contested"
    if not s.upheld:
        return "not_shown"
    if reason in SHOP_AT_FAULT:
        return "reported_late"
    if reason in FREE_WILL:
        return (
            "window"
            if int(s.case["days_since_delivery"]) > int(s.case["return_window"])
            else "not_returnable"
        )
    return "arrived" if reason == "never_arrived" else "charged_once"


def next_step(s: Settled, resolution: str) -> str:
    """What happens next once an item is resolved so, as far as the customer must be told."""
    case = s.case
    match resolution:
        case "deny":
            return "object"
        case "escalate":
            return "colleague"
        case "request_info":
            return what_lacks(case)
    if case["dispute_open"]:
        return "bank"
    if case["reason"] in ("never_arrived", "charged_twice") or resolution == "partial_refund" or _kept(case):
        return "replacement" if resolution == "exchange" else "nothing"
    if s.item.line.parcel.returned_grams is not None:
        return "replacement" if resolution == "exchange" else "nothing"
    return "send_back"


def what_lacks(case: Outcomes) -> str:
    """What a claim that cannot be decided waits for."""
    if case["dispute_open"]:
        return "evidence"
    return (
        "identity"
        if case["fraud_action"] == "ask_proof"
        else "in_transit"
        if case["reason"] == "never_arrived"
        else "photo"
    )


def refund_days(s: Settled) -> int:
    """Days until the shop pays; banks have their own."""
    return 0 if s.case["dispute_open"] else int(s.case["refund_time"])


def _kept(case: Outcomes) -> bool:
    return case["reason"] in SHOP_AT_FAULT and not case["send_back"]


class Gaps:
    """Which of a customer's facts may be left out: those without which the answer would be another."""

    def __init__(self, policy: Policy, dossier: Dossier, gold: Gold, tier: int = CHARGEBACK) -> None:
        self.policy, self.dossier, self.gold = policy, dossier, gold
        self.tier = tier  # whose customers complain of what they do
        self.shared, self.bill = order_facts(dossier), believed_bill(policy, dossier)
        self.items = [dossier.item(n) for n in range(len(dossier.told))]
        self.same: dict[tuple[int, str, str | int], bool] = {}
        self.right: dict[tuple[int, str], frozenset[str | int]] = {}
        self.chances: dict[tuple[int, str], float] = {}

    def guess(self, n: int, topic: str) -> float:
        """How often who guesses at it among what may well be so gets the answer right; what is usual is so
        more often than the rest."""
        if (n, topic) not in self.chances:
            values = self._plausible(self.items[n], topic)
            share = self._weight(topic, self._right(n, topic)) / max(1, self._weight(topic, values))
            self.chances[n, topic] = max(share, FEW if topic == "quantity" else 0)
        return self.chances[n, topic]

    def guess_alike(self, items: Sequence[int], topic: str) -> float:
        """How often who takes the same for all of these items gets the answers right."""
        right = frozenset[str | int].intersection(*[self._right(n, topic) for n in items])
        values = self._plausible(self.items[items[0]], topic)
        return self._weight(topic, right) / max(1, self._weight(topic, values))

    def _weight(self, topic: str, values: Iterable[str | int]) -> int:
        return sum([USUALLY if USUAL.get(topic) == value else 1 for value in values])

    def _right(self, n: int, topic: str) -> frozenset[str | int]:
        """What may well be so and leads to the right answer."""
        if (n, topic) not in self.right:
            item, true = self.items[n], self.dossier.told[n][topic]
            values = (true,) if topic in item.line.options else self._plausible(item, topic)
            self.right[n, topic] = frozenset([v for v in values if v == true or self._same(n, topic, v)])
        return self.right[n, topic]

    def _same(self, n: int, topic: str, value: str | int) -> bool:
        """Would the answer be the same with this value?"""
        if (n, topic, value) not in self.same:
            told = {**self.dossier.told[n], topic: value}
            self.same[n, topic, value] = self._comes_to(self.gold.items[n], n, told)
        return self.same[n, topic, value]

    def _plausible(self, item: TicketItem, topic: str) -> Sequence[str | int]:
        """What people say of an item of which all else is known."""
        told, line = item.told, item.line
        match topic:
            case "quantity":
                returned = line.parcel.returned_grams is not None  # and weighed
                return (item.units,) if returned else range(1, min(line.quantity, MANY) + 1)
            case "reason":
                among = reasons_of(self.tier, line.parcel.status, line.parcel.returned_grams is not None)
                return among if item.dispute else [r for r in among if _goes_with(r, item)]
            case "condition":
                return OTHERS[topic][:3] if told["reason"] in FREE_WILL else (told[topic],)
            case "wants" if any(name in told for name in line.options):
                return (told[topic],)
            case "wants" if told["reason"] in ("late", "charged_twice"):
                return ("refund", "store_credit")
            case "packaging" if told.get("condition") == "unopened":
                return (told[topic],)
        if topic in line.options:
            variants = item.stock.variants if item.stock else ()
            return sorted({v.options[topic] for v in variants} - {line.options[topic]})
        return OTHERS[topic]

    def matters(self, n: int, topic: str, value: str) -> bool:
        """Would this value change how item n is settled?"""
        return not self._same(n, topic, value)

    def _comes_to(self, mine: ItemGold, n: int, told: Mapping[str, str | int]) -> bool:
        """Is the answer the same if this is said of item n? Money is counted last, since it costs most."""
        said = tuple([told if k == n else t for k, t in enumerate(self.dossier.told)])
        s = settled(self.policy, replace(self.dossier, told=said).item(n), self.shared, self.bill)
        return (
            s.case["resolution"] == mine.resolution
            and is_fraud(s.case) == mine.fraud
            and cents_of(s, claim_of(s.case, s.bill, s.portion)) == mine.cents
        )

    def receipt_matters(self) -> bool:
        other = "gone" if self.dossier.of_order["receipt"] == "kept" else "kept"
        gold = derive(self.policy, replace(self.dossier, of_order={"receipt": other}))
        return [_answer(i) for i in gold.items] != [_answer(i) for i in self.gold.items]


def _goes_with(reason: str, item: TicketItem) -> bool:
    """Can this be wrong with an item of which all the rest is said?"""
    told, fault = item.told, reason in SHOP_AT_FAULT
    swaps = any(name in told for name in item.line.options)
    return (
        fault == ("photo" in told)
        and (fault or reason in FREE_WILL) == ("condition" in told)
        and (reason in DAMAGE or "hazard" not in told)
        and (reason == "missing_parts") == (told.get("condition") == "incomplete")
        and not (reason in ("damaged", "wrong_item") and told.get("condition") == "used")
        and not (reason == "defective" and told.get("condition") != "used")
        and (reason == "changed_mind" or not swaps)
    )


def _answer(item: ItemGold) -> tuple[object, ...]:
    return item.resolution, item.cents, item.fraud, item.priority
