"""Enquiries: what a customer asks about the policy and something they bought, such that the answer depends on
an exact number of rules.

What an answer can depend on is either on record, or the customer can tell it; what is out of the ordinary is
marked in the records."""

from collections.abc import Collection, Sequence
from functools import cache
from typing import TypeVar

from ...catalog.sense import fitting
from ...core.money import printed
from ...core.streams import Rng, Streams
from ...core.task import Detail
from ...core.values import Value, replace
from ...customer import policy_phrases as phrases
from ...policy import (
    FACTS,
    TOPICS,
    Facts,
    Policy,
    QuestionStart,
    climb,
    day_of_year,
    draw,
    matters,
    unsettled,
)
from ...policy.facts import USUAL
from ...policy.rules import Measure, Plain, YesNo, names_in
from ...tools.orders import refunds
from ...world import World
from ...world.orders import Order
from .order_references import LineRef
from .shelves import When

T = TypeVar("T")
# what only the customer knows, in the order in which people tell it; the first few decide which of the others
# matter
LEADING = ("reason", "fault", "wants", "price_gap", "cheaper_at")
TOLD = (
    *LEADING, "condition", "packaging", "receipt", "photo", "hazard", "worn", "whole_order", "same_model",
    "in_stock", "difference_cents",
    "price_drop_cents", "gift_card_cents", "gift_card_days",
)  # fmt: skip
MARKS = (
    "final_sale",
    "clearance",
    "refurbished",
    "sold_by_partner",
    "hygiene",
    "oversized",
    "fragile",
    "preorder",
    "registered",
    "cover_plan",
)
TRAVEL = ("days_late", "is_gift")
GIFT_CARD = ("gift_card_life", "gift_card_cash")
# on how many rules the questions about each topic depend; others are hard to come by with what this shop has
# on record
DEPTHS = {
    "return_window": (2, 3, 4), "return_allowed": (1, 2, 3, 5), "return_method": (1, 2, 3),
    "restocking_fee": (1, 3, 4, 5),
    "return_shipping": (1, 4, 5), "shipping_refund": (1, 2), "refund_method": (1, 2, 3), "refund_time": (2,
    3), "tender_order": (1, 2),
    "report_window": (2, 3, 4, 5), "proof_needed": (1, 2, 3), "compensation": (1, 2, 3, 4, 5),
    "send_back": (1, 2), "exchange_window": (2, 3, 4, 5),
    "exchange_allowed": (1, 2, 3, 4, 5), "price_difference": (1, 2, 3, 4, 5), "warranty_term": (1, 2, 3, 4),
    "warranty_covers": (1, 2, 3, 4),
    "warranty_remedy": (1, 2, 3, 4, 5), "late_credit": (3, 4, 5), "adjustment_window": (2, 3, 4, 5),
    "price_adjustment": (1,),
    "gift_card_life": (2, 3), "gift_card_cash": (3,), "withdrawal_period": (5,), "withdrawal_right": (1, 2),
    "arrival_record": (1,),
    "contents_record": (1, 2, 3, 4), "condition_record": (1, 2, 3),
}  # fmt: skip
ASKED = {depth: tuple([t for t, depths in DEPTHS.items() if depth in depths]) for depth in range(1, 6)}
TRIES, TRIES_PER_DEPTH = 400, 80  # topics
UNUSUAL = 350  # per mille of what a customer can tell is out of the ordinary, as far as it matters
NOTHING = 500  # per mille of the questions that come to no or nothing are asked; there are a great many


class Enquiry(Value):
    """A question about one line, or about a gift card: everything that its answer may depend on, and what the
    customer tells of that."""

    topic: str
    depth: int
    place: int  # among the lines that are asked about
    facts: dict[str, Plain]
    told: tuple[str, ...]
    answer: Plain
    clause: str

    def known(self) -> dict[str, Plain]:
        """What can be found on record and what the customer tells."""
        return _known_with(self.topic, self.facts, self.told)


def told_by_customer(topic: str) -> tuple[str, ...]:
    """What only the customer knows, for a topic. Whether a gift card comes from a promotion, which counts as
    clearance, no record shows."""
    return (*TOLD, "clearance") if topic in GIFT_CARD else TOLD


def _known_with(topic: str, facts: Facts, told: Collection[str]) -> dict[str, Plain]:
    """The facts without those that only the customer knows and has not told."""
    untold = frozenset(told_by_customer(topic)).difference(told)
    return {name: value for name, value in facts.items() if name not in untold}


def recorded(world: World, place: LineRef, account: dict[str, Plain]) -> dict[str, Plain]:
    """All that the shop's records say about a delivered line; a fault of it is reported today. What is not
    marked is as usual."""
    order = world.orders[place.order]
    bought, bill = order.lines[place.line], order.bill
    parcel = order.parcels[bought.parcel]
    since, shelf = (
        world.today - parcel.day,
        world.catalog.shelves[int(world.catalog.column["shelf"][bought.doc])],
    )
    facts: dict[str, Plain] = {
        "department": world.catalog.category(shelf).department,
        "is_gift": order.gift,
        "days_since_order": world.today - order.placed,
        "ordered_on": day_of_year(order.placed),
        "line_cents": bill.portion(order.line_ids[place.line], 1).goods,
        "order_cents": bill.goods_cents,
        "shipping_cents": bill.shipping_cents,
        "region": order.region,
        "shipping_method": order.method,
        "coupon": order.coupon,
        "tender": order.tender,
        "days_since_delivery": since,
        "days_without_scan": since,
        "days_to_report": since,
        "days_late": parcel.days_late,
        "carrier_status": "signed" if parcel.signed else "delivered",
    }
    return {**UNMARKED, **account, **facts, **dict.fromkeys(bought.marks, True)}


def on_account(world: World) -> dict[str, Plain]:
    """What the customer's record says."""
    c = world.customer
    return {
        "tier": c.tier,
        "region": c.region,
        "business": c.business,
        "refunds_90d": refunds(world, 90),
        "claims_year": c.claims_year,
    }


STORY: dict[
    str, tuple[Plain, ...]
] = {  # what can be told that is not a number, with all that is out of the ordinary about it
    name: tuple(
        [v for v in ((True, False) if isinstance(kind, YesNo) else tuple(kind.options)) if v != USUAL[name]]
    )
    for name in TOLD
    if not isinstance(kind := FACTS[name].kind, Measure)
}
UNMARKED: dict[str, Plain] = {name: value for name, value in USUAL.items() if name not in TOLD}
_FIXED: dict[str, Plain] = {name: value for name, value in UNMARKED.items() if name not in MARKS}


class Asking:
    """Draws enquiries about some lines of a history."""

    def __init__(self, rng: Rng, world: World, places: Sequence[LineRef]) -> None:
        self._rng, self._world, self._places = rng, world, places
        self._account = on_account(world)
        self._records: dict[int, dict[str, Plain]] = {}

    def first(self, free: tuple[str, ...]) -> Enquiry:
        """One about the first line, of the level's depth; where that is not to be had for long, a less deep
        one. What is free may be set for it."""
        for tries in range(TRIES):
            depth = max(1, self._world.axes.policy_depth - tries // TRIES_PER_DEPTH)
            topic = self._topic(depth)
            known = self._known(topic, 0)
            own = () if topic in GIFT_CARD else settable(self._world, self._places[0], free)
            start = {f: known.pop(f) for f in own}
            enquiry = self._ask(topic, 0, QuestionStart(depth, known, start | self._story()))
            if enquiry and (enquiry.answer or self._rng.chance(NOTHING)):
                return enquiry
        raise LookupError(f"no question about {self._places[:1]}")

    def another(self, depth: int, nth: int) -> Enquiry | None:
        """One attempt at a question about a line as it is on record."""
        topic = self._topic(depth)
        return self._ask(topic, nth, QuestionStart(depth, self._known(topic, nth), self._story()))

    def alike(self, before: Enquiry, nth: int) -> Enquiry | None:
        """One attempt at a question on the same topic about another line: the customer tells something else
        here and there."""
        told = {f: before.facts[f] for f in STORY}
        return self._ask(before.topic, nth, QuestionStart(before.depth, self._known(before.topic, nth), told))

    def _topic(self, depth: int) -> str:
        return self._rng.pick(
            ASKED[depth] if self._places else [t for t in GIFT_CARD if depth in DEPTHS[t]] or GIFT_CARD
        )

    def _story(self) -> dict[str, Plain]:
        """What may have happened to the customer, should it come up."""
        unusual = self._rng.chances(len(STORY), UNUSUAL)
        return {
            f: self._rng.pick(values)
            for (f, values), here in zip(STORY.items(), unusual, strict=True)
            if here
        }

    def _ask(self, topic: str, nth: int, way: QuestionStart) -> Enquiry | None:
        """The customer tells what the answer could depend on, and what belongs to an exception that has to be
        ruled out."""
        policy, depth = self._world.policy, way.depth
        found = climb(policy, self._rng, topic, way)
        if found is None or not _plausible(topic, found.facts):
            return None
        told = to_tell(policy, topic, found.facts, found.needed)
        untold = {
            f: USUAL[f] for f in told_by_customer(topic) if f not in told and found.facts[f] != USUAL[f]
        }
        facts = found.facts | untold
        if untold and len(matters(policy, topic, facts, most=depth)) != depth:
            return None
        return Enquiry(
            topic=topic,
            depth=depth,
            place=nth,
            facts=facts,
            told=told,
            answer=found.ruling.outcome,
            clause=found.ruling.decided_by,
        )

    def _known(self, topic: str, nth: int) -> dict[str, Plain]:
        """What is on record, and amounts that the customer has seen somewhere, should they come up."""
        rng = self._rng
        if topic in GIFT_CARD:
            left = rng.between(100, 1200) if rng.chance(400) else rng.between(1200, 12_000)
            days = rng.between(1, 20) if rng.chance(300) else rng.between(21, 1200)
            return _FIXED | self._account | {"gift_card_cents": left, "gift_card_days": days}
        place = self._places[nth]
        if nth not in self._records:
            self._records[nth] = recorded(self._world, place, self._account)
        cents = self._world.orders[place.order].lines[place.line].unit_cents
        drop = rng.between(50, 300) if rng.chance(300) else max(50, cents * rng.between(3, 40) // 100)
        apart = rng.between(50, 800) if rng.chance(400) else rng.between(800, 6000)
        return self._records[nth] | {"price_drop_cents": min(drop, cents // 2), "difference_cents": apart}


def _plausible(topic: str, facts: Facts) -> bool:
    """Could it be so, and would a customer ask? Nobody asks what becomes of a thing that never came, and late
    means late."""
    late = int(facts["days_late"])
    if (
        topic not in GIFT_CARD
        and late
        and late >= int(facts["days_since_order"]) - int(facts["days_since_delivery"])
    ):
        return False
    match facts.get("reason"):
        case "never_arrived":
            return topic == "proof_needed"
        case "late":
            return late > 0
        case reason:
            return reason != "charged_twice"


def to_tell(policy: Policy, topic: str, facts: Facts, needed: Sequence[str]) -> tuple[str, ...]:
    """The facts that the customer tells: those needed, and others until nothing is left on which the answer
    could depend."""
    own = told_by_customer(topic)
    told = {name for name in own if name in needed}
    known = _known_with(topic, facts, told)
    while lacking := unsettled(policy, topic, known):
        names = [name for name in own if name in lacking]
        for name in names[:1] if names[0] in LEADING else names:
            known[name] = facts[name]
            told.add(name)
    return tuple([name for name in own if name in told])


def articles(policy: Policy, enquiry: Enquiry) -> int:
    """How many articles have to be read: the topic's own, and those of other topics that what is known does
    not rule out."""
    if policy.drawn and _self_contained(enquiry.topic):
        return 1
    topic, known, read = enquiry.topic, enquiry.known(), [TOPICS[enquiry.topic].article]
    while True:
        pages = Policy(
            "as read", {t.name: policy.rules(t.name) for t in TOPICS.values() if t.article in read}
        )
        unread = [name for name in unsettled(pages, topic, known) if name in TOPICS]
        if not unread:
            return len(read)
        read.append(TOPICS[unread[0]].article)


@cache
def _self_contained(topic: str) -> bool:
    """Whether the shop's own article on a topic calls on no other: what varies between policies are
    parameters, not that."""
    policy, found, waiting = draw(Streams("self-contained")), {topic}, [topic]
    while waiting:
        for condition in [c for rule in policy.rules(waiting.pop()) for c in rule.when]:
            new = [n for n in names_in(condition) if n in TOPICS and n not in found]
            found.update(new)
            waiting += [n for n in new if TOPICS[n].article == TOPICS[topic].article]
    return all(TOPICS[t].article == TOPICS[topic].article for t in found)


def asked_detail(topic: str) -> Detail:
    return Detail(
        topic="question",
        label="question",
        value=topic,
        says=phrases.ASKS[topic],
        cues=("your question",),
        role="fact",
    )


def told_detail(world: World, name: str, value: Plain, when: When) -> Detail:
    """A fact in the customer's words."""
    if name in phrases.TELLS_AMOUNT:
        words = {"amount": printed(int(value), world.customer.currency), "n": str(value)}
        says, spoken, others = tuple(s.format(**words) for s in phrases.TELLS_AMOUNT[name]), value, ()
    else:
        spoken = ("no", "yes")[value] if isinstance(value, bool) else value
        says, others = phrases.TELLS[name][str(spoken)], ()
    return Detail(
        topic=name,
        label=phrases.LABELS[name],
        value=spoken,
        says=says,
        cues=phrases.CUES[name],
        others=others,
        role="fact",
        when=when,
    )


def heard_fact(name: str, value: str | int) -> Plain:
    """The fact behind what the customer told."""
    return value == "yes" if isinstance(FACTS[name].kind, YesNo) else value


def settable(world: World, place: LineRef, free: tuple[str, ...]) -> tuple[str, ...]:
    """What may be set of a line: only what goes to somebody else can be a gift, and marks must fit."""
    own = world.orders[place.order].recipient == world.customer.name
    fit = _fitting_marks(world, place)
    return tuple([f for f in free if not (own and f == "is_gift") and (f not in MARKS or f in fit)])


def _fitting_marks(world: World, place: LineRef) -> tuple[str, ...]:
    doc = world.orders[place.order].lines[place.line].doc
    shelf = world.catalog.shelves[int(world.catalog.column["shelf"][doc])]
    return fitting(MARKS, world.catalog.category(shelf), shelf.name)


def shown(
    rng: Rng, world: World, places: Sequence[LineRef], enquiry: Enquiry, free: tuple[str, ...]
) -> World:
    """The same history, in which the records show what the enquiry takes for granted of the first line, and
    almost the same of the others."""
    orders, asked = (
        list(world.orders),
        {c.fact for rule in world.policy.rules(enquiry.topic) for c in rule.when},
    )
    relevant = [m for m in MARKS if m in asked] or MARKS
    for nth, place in enumerate(places if free else ()):
        order, marks = orders[place.order], _fitting_marks(world, place)
        fit = [m for m in relevant if m in marks]
        facts = {f: enquiry.facts[f] for f in settable(world, place, free) if nth == 0 or rng.chance(700)}
        for other in rng.sample(fit, min(2, len(fit))) if nth else ():
            facts[other] = not facts.get(other)
        changed = orders[place.order] = _showing(order, place.line, facts)
        changed.__dict__.update(order.__dict__)  # none of this changes ids or money
    return replace(world, orders=tuple(orders))


def _showing(order: Order, n: int, facts: Facts) -> Order:
    """The order with these facts of one of its lines, where they can be so."""
    bought = order.lines[n]
    parcel = order.parcels[bought.parcel]
    late = int(facts.get("days_late", parcel.days_late))
    late = late if late < parcel.day - order.placed else parcel.days_late
    line = replace(bought, marks=tuple([m for m in MARKS if facts.get(m, m in bought.marks)]))
    parcel = replace(parcel, promised=parcel.day - late)
    parcels = _put(order.parcels, bought.parcel, parcel)
    return replace(
        order, lines=_put(order.lines, n, line), parcels=parcels, gift=bool(facts.get("is_gift", order.gift))
    )


def _put(items: tuple[T, ...], n: int, item: T) -> tuple[T, ...]:
    return (*items[:n], item, *items[n + 1 :])
