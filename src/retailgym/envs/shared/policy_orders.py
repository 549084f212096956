"""Questions about all that came with an order and with those right before it: what one of each thing in them
comes to together. Each is ruled by its own records and by what the customer tells, which is the same of all
of them; what may not go back any more is left out where a fee for that is asked about."""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from ...catalog.sense import fitting
from ...core.task import Detail
from ...core.values import Value
from ...customer.locale.en import links as phrases
from ...customer.locale.en.grammar import bare_noun
from ...policy import TOPICS, decide
from ...policy.facts import sensible
from ...policy.rules import Amount, Plain
from ...world import World
from .order_families import LineRef
from .order_reach import before, extent_detail
from .policy_facts import MARKS, TOLD, UNMARKED, Enquiry, may_be_of_all, on_account, recorded
from .policy_inquiry import inquiry, most_reading_calls, reading_calls
from .policy_questions import MOST_ASKED, can_be, plausible

if TYPE_CHECKING:
    from ...catalog.search.index import Shelf

# what is asked about all of one order, and of several: nobody keeps several that are not as they should be
MONEY, OF_SEVERAL = ("compensation", "restocking_fee"), ("restocking_fee",)
LEFT_OUT = {"restocking_fee": "return_allowed"}  # by topic, the one by which things may be left out
# why somebody asks about all of one order, and of several
OF_ONE, OF_MANY = ("changed_mind", "damaged", "late"), ("changed_mind",)
# marks that things beside the one that is named may have: such as a fee turns on
BESIDE = (("oversized",), ("hygiene",), ("oversized", "hygiene"))
PER_LINK = 100  # per mille of questions then, for each link
MORE_ASKED = 4  # exchanges that the other things take, at most
CUES = ("everything in the order", "all of the order", "one of each", "each thing", "all of them together")


class Extent(Value, kw_only=False):
    """What a question is about beside the thing that is named."""

    orders: int  # from the one that is meant on back
    left_out: str = ""  # the topic by which things are left out


def places(world: World, place: LineRef, orders: int) -> list[LineRef]:
    """The things of so many orders, from the one that is meant on back, without the one that is named."""
    nearby = range(place.order, place.order + orders)
    found = [LineRef(o, n) for o in nearby for n in world.orders[o].kept]
    return [other for other in found if other != place]


def in_company(world: World, place: LineRef, orders: int) -> bool:
    """Whether there are so many orders, and something else of them is still with the customer."""
    if place.order + orders > len(world.orders):
        return False
    return place.line in world.orders[place.order].kept and places(world, place, orders) != []


def others(world: World, place: LineRef, orders: int, enquiry: Enquiry) -> list[dict[str, Plain]]:
    """What is so of the other things of the orders."""
    account, told = on_account(world), {name: enquiry.facts[name] for name in TOLD if name in enquiry.facts}
    return [recorded(world, other, account) | told for other in places(world, place, orders)]


def may_be_asked(world: World, place: LineRef, extent: Extent, enquiry: Enquiry) -> bool:
    """Whether an enquiry can be made about all of so many orders: it is about money and comes to some, what
    is told can be so of everything in them, and it takes few questions and not too much reading."""
    orders = extent.orders
    answer = TOPICS[enquiry.topic].answer
    if not isinstance(answer, Amount) or answer.unit != "cents":
        return False
    if not in_company(world, place, orders) or not _said_of_all(enquiry, enquiry.told):
        return False
    if enquiry.facts["reason"] not in reasons(orders):
        return False
    more = others(world, place, orders, enquiry)
    sums = _makes_sense(world, enquiry, _shelves(world, [place, *places(world, place, orders)]), more)
    return sums and _adds_up(world, enquiry, extent, more) and _short(world, enquiry, extent, more)


def topics(orders: int) -> Sequence[str]:
    """What is asked about all of so many orders."""
    return OF_SEVERAL if orders > 1 else MONEY


def reasons(orders: int) -> Sequence[str]:
    """Why it is."""
    return OF_MANY if orders > 1 else OF_ONE


def may_be_told(orders: int) -> Callable[[str, Plain], bool]:
    """What somebody may tell who asks about all of so many orders; about one thing, anything."""

    def may_be(name: str, value: Plain) -> bool:
        return value in reasons(orders) if name == "reason" else may_be_of_all(name, value)

    return may_be if orders else lambda name, value: True


def _said_of_all(enquiry: Enquiry, names: Iterable[str]) -> bool:
    return all(may_be_of_all(name, enquiry.facts[name]) for name in names)


def _makes_sense(
    world: World, enquiry: Enquiry, shelves: "Sequence[Shelf]", more: Sequence[dict[str, Plain]]
) -> bool:
    """What is told can be so of everything that is asked about."""
    catalog = world.catalog
    for shelf in shelves:
        if shelf.name in world.shelves:  # what becomes of it is another matter
            return False
        parts = fitting(("parts", "hazard", "battery", "accident"), catalog.category(shelf), shelf.name)
        if not can_be(enquiry.facts, parts):
            return False
    return all(plausible(enquiry.topic, facts) and sensible(facts) for facts in more)


def _adds_up(world: World, enquiry: Enquiry, extent: Extent, more: Sequence[dict[str, Plain]]) -> bool:
    """Several things come to something, and nobody pays more for one than it cost; a compensation never is,
    whatever its clauses come to."""
    counted = _counted(world, extent, (enquiry.facts, *more))
    cents = [decide(world.policy, enquiry.topic, facts).cents for facts in counted]
    costs = [int(facts["line_cents"]) for facts in counted]
    several = sum([c > 0 for c in cents]) > 1
    return several and all(c <= cost for c, cost in zip(cents, costs, strict=True))


def by_marks(world: World, place: LineRef, extent: Extent, enquiry: Enquiry) -> bool:
    """Whether it comes to something else for who does not look at the marks of the other things."""
    more = others(world, place, extent.orders, enquiry)
    plain = [{**facts, **{mark: UNMARKED[mark] for mark in MARKS}} for facts in more]
    totals = [
        sum([decide(world.policy, enquiry.topic, facts).cents for facts in counted])
        for counted in (_counted(world, extent, (enquiry.facts, *every)) for every in (more, plain))
    ]
    return totals[0] != totals[1]


def _counted(world: World, extent: Extent, every: Sequence[dict[str, Plain]]) -> Sequence[dict[str, Plain]]:
    """The things that are not left out."""
    if not extent.left_out:
        return every
    return [facts for facts in every if decide(world.policy, extent.left_out, facts).outcome]


def _shelves(world: World, lines: Sequence[LineRef]) -> "list[Shelf]":
    docs = [world.orders[o].lines[n].doc for o, n in lines]
    numbers = dict.fromkeys([int(world.catalog.column["shelf"][doc]) for doc in docs])
    return [world.catalog.shelves[n] for n in numbers]


def shelves_of(world: World, lines: Sequence[LineRef], orders: int) -> frozenset[str]:
    """Of all that came with some lines: no other matter is to be about them."""
    every = [other for place in lines for other in (place, *places(world, place, orders))]
    return frozenset([shelf.name for shelf in _shelves(world, every)])


def _short(world: World, enquiry: Enquiry, extent: Extent, more: Sequence[dict[str, Plain]]) -> bool:
    way = inquiry(world, enquiry, extent.left_out, more)
    asked = {name for question in way.asked for name in question}
    few = len(way.asked) <= MOST_ASKED + MORE_ASKED and _said_of_all(enquiry, asked)
    return few and reading_calls(world, way) <= most_reading_calls(world) + more_reading(world)


def more_reading(world: World) -> int:
    """What reading up on the other things, and on what is left out, adds at most."""
    return most_reading_calls(world)


def rulings(world: World, place: LineRef, extent: Extent, enquiry: Enquiry) -> list[tuple[int, str]]:
    """What each thing that counts comes to, and by which clause; the one that is named first."""
    counted = _counted(world, extent, (enquiry.facts, *others(world, place, extent.orders, enquiry)))
    found = [decide(world.policy, enquiry.topic, facts) for facts in counted]
    return [(ruling.cents, ruling.decided_by) for ruling in found]


def order_extent(noun: str, extent: Extent) -> Detail:
    """In the customer's words: all of so many orders is meant."""
    orders, left_out = extent.orders, phrases.LEFT_OUT if extent.left_out else ""
    words = {"noun": bare_noun(noun), "before": before(orders), "left_out": left_out}
    lines = phrases.ALL_OF_THEM if orders > 1 else phrases.ALL_OF_IT
    says = [line.format(**words) for line in lines]
    return extent_detail(f"{orders} {extent.left_out}".strip(), says, CUES)


def read_extent(value: str | int) -> Extent:
    """As dialogue acts carry it."""
    orders, _, left_out = str(value).partition(" ")
    return Extent(int(orders), left_out)
