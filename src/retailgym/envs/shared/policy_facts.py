"""What a question about the policy may turn on: what the records and the list of orders show of a line, and
what only the customer can tell."""

from collections.abc import Collection

from ...core.money import printed
from ...core.task import Detail
from ...core.values import Value
from ...customer.locale.en import policy_phrases as phrases
from ...policy import (
    FACTS,
    Facts,
    day_of_year,
)
from ...policy.facts import USUAL
from ...policy.precedents import Precedents
from ...policy.rules import Plain, YesNo
from ...tools.orders import refunds
from ...world import World
from ...world.facts import MARKS as LINE_MARKS
from ...world.orders import Bought, Order
from .order_families import LineRef
from .shelves import Disclosure

# what only the customer knows, in the order in which people tell it; the first few decide which of the others
# matter
LEADING = ("reason", "fault", "wants", "price_gap", "cheaper_at")
TOLD = (
    *LEADING, "condition", "packaging", "receipt", "photo", "hazard", "worn", "whole_order", "same_model",
    "in_stock", "difference_cents",
    "price_drop_cents",
)  # fmt: skip
_ALL_TOLD = frozenset(TOLD)
MARKS = (*LINE_MARKS, "preorder", "registered", "cover_plan")
USUAL_WAY = 4  # days from an order to its delivery
# what the list of orders does not show, as one takes it to be
ON_NO_LIST: dict[str, Plain] = {
    **dict.fromkeys(MARKS, False), "days_late": 0, "carrier_status": "delivered", "tender": "card",
}  # fmt: skip


class Enquiry(Value):
    """A question about one line: everything that its answer may depend on, and what the customer tells of
    that."""

    topic: str
    depth: int
    place: int  # among the lines that are asked about
    facts: dict[str, Plain]
    told: tuple[str, ...]
    unsaid: tuple[str, ...]  # of these
    answer: Plain
    clause: str

    @property
    def ruling(self) -> tuple[Plain, str]:
        return self.answer, self.clause

    def known(self) -> dict[str, Plain]:
        """What can be found on record and what the customer tells."""
        return known_with(self.facts, self.told)


def known_with(facts: Facts, told: Collection[str]) -> dict[str, Plain]:
    """The facts without those that only the customer knows and has not told."""
    untold = _ALL_TOLD.difference(told)
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
        "carrier_status": parcel.last_scan,
        "tier": world.tier_on(order.placed),
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


UNMARKED: dict[str, Plain] = {name: value for name, value in USUAL.items() if name not in TOLD}


def told_by_list(world: World, place: LineRef, topic: str, facts: Facts) -> tuple[Plain, str]:
    """The ruling for those who know the list of orders alone, and take what stands on the page as usual."""
    listed = as_listed(world.orders[place.order], place.line, int(facts["days_since_order"]))
    precedents = Precedents(world.policy)
    return precedents.ruled(precedents.key(topic, {**facts, **listed}))


def as_listed(order: Order, line: int, days_since_order: int) -> dict[str, Plain]:
    """What somebody takes for facts who knows the list of orders alone: prices are those before any coupon,
    and nothing is out of the ordinary."""
    since = max(0, days_since_order - USUAL_WAY)
    return {
        **ON_NO_LIST,
        "line_cents": order.lines[line].unit_cents,
        "order_cents": sum([b.unit_cents * b.quantity for b in order.lines]),
        "shipping_cents": 0,
        "days_since_delivery": since,
        "days_without_scan": since,
        "days_to_report": since,
    }


def line_at(world: World, place: LineRef) -> Bought:
    return world.orders[place.order].lines[place.line]


def asked_detail(topic: str, of_all: bool) -> Detail:
    """Of a thing, or of everything in some orders."""
    return Detail(
        topic="question",
        label="question",
        value=topic,
        says=phrases.ASKS_OF_ALL[topic] if of_all else phrases.ASKS[topic],
        cues=("your question",),
        role="fact",
    )


def spoken_as(value: Plain) -> str:
    """A fact that is no number, as it is told."""
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def may_be_of_all(name: str, value: Plain) -> bool:
    """Is there somebody who says this of all that came with several orders?"""
    return spoken_as(value) in phrases.TELLS_OF_ALL.get(name, {})


def told_detail(world: World, name: str, value: Plain, disclosure: Disclosure, of_all: bool) -> Detail:
    """A fact in the customer's words: of a thing, or of everything in some orders."""
    if name in phrases.TELLS_AMOUNT:
        words = {"amount": printed(int(value), world.customer.currency), "n": str(value)}
        says, spoken = tuple(s.format(**words) for s in phrases.TELLS_AMOUNT[name]), value
    else:
        spoken = spoken_as(value)
        says = (phrases.TELLS_OF_ALL if of_all else phrases.TELLS)[name][spoken]
    return Detail(
        topic=name,
        label=(phrases.LABELS_OF_ALL if of_all else phrases.LABELS)[name],
        value=spoken,
        says=says,
        cues=phrases.CUES[name],
        role="fact",
        disclosure=disclosure,
    )


def heard_fact(name: str, value: str | int) -> Plain:
    """The fact behind what the customer told."""
    return value == "yes" if isinstance(FACTS[name].kind, YesNo) else value
