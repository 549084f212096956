"""Questions about all that came with an order: what one of each thing in it comes to together. Each is ruled
by its own records and by what the customer tells, which is the same of all of them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...catalog.sense import fitting
from ...core.task import Detail
from ...customer.locale.en.grammar import bare_noun
from ...customer.locale.en.links import ALL_OF_IT
from ...policy import TOPICS, decide
from ...policy.facts import sensible
from ...policy.rules import Amount, Plain
from ...world import World
from ...world.orders import Order
from .order_families import LineRef
from .policy_facts import TOLD, Enquiry, on_account, recorded
from .policy_inquiry import inquiry, most_reading_calls, reading_calls
from .policy_questions import MOST_ASKED, can_be, plausible

if TYPE_CHECKING:
    from ...catalog.search.index import Shelf

EXTENT = "extent"  # the topic by which the customer says that all of the order is meant
FROM_LINKS = 2  # that an episode has at least where this is asked
MONEY = ("compensation", "compensation", "restocking_fee")  # what is asked then
PER_LINK = 350  # per mille of questions then, for each link
MORE_ASKED = 2  # exchanges that the other things take, at most
CUES = ("everything in the order", "all of the order", "one of each", "each thing", "all of them together")
NEVER_OF_ALL = ("whole_order", "same_model", "in_stock", "price_gap", "cheaper_at", "difference_cents",
    "price_drop_cents")  # fmt: skip


def kept(order: Order) -> list[int]:
    """The lines of which something has arrived and is still with the customer."""
    lines = enumerate(order.lines)
    return [n for n, b in lines if b.returned < b.quantity and order.delivered(n) is not None]


def in_company(world: World, place: LineRef) -> bool:
    """Whether something else of the order is still with the customer."""
    lines = kept(world.orders[place.order])
    return place.line in lines and len(lines) > 1


def others(world: World, place: LineRef, enquiry: Enquiry) -> list[dict[str, Plain]]:
    """What is so of the other things of the order."""
    account, told = on_account(world), {name: enquiry.facts[name] for name in TOLD if name in enquiry.facts}
    lines = [n for n in kept(world.orders[place.order]) if n != place.line]
    return [recorded(world, LineRef(place.order, n), account) | told for n in lines]


def may_be_asked(world: World, places: Sequence[LineRef], enquiries: Sequence[Enquiry]) -> bool:
    """Whether each of the enquiries can be made about all of its order: it is about money, what is told
    can be so of everything in it, and it takes few questions and not too much reading."""
    answer = TOPICS[enquiries[0].topic].answer
    if not isinstance(answer, Amount) or answer.unit != "cents":
        return False
    return all(
        _makes_sense(world, places[e.place], e) and _short(world, places[e.place], e) for e in enquiries
    )


def _makes_sense(world: World, place: LineRef, enquiry: Enquiry) -> bool:
    if not in_company(world, place) or not set(NEVER_OF_ALL).isdisjoint(enquiry.told):
        return False
    order, catalog = world.orders[place.order], world.catalog
    for n in kept(order):
        shelf = _shelf(world, order, n)
        if shelf.name in world.shelves:  # what becomes of it is another matter
            return False
        parts = fitting(("parts", "hazard", "battery", "accident"), catalog.category(shelf), shelf.name)
        if not can_be(enquiry.facts, parts):
            return False
    more, topic = others(world, place, enquiry), enquiry.topic
    if not all(plausible(topic, facts) and sensible(facts) for facts in more):
        return False
    # nobody pays more for a thing than it cost; a compensation never is, whatever its clauses come to
    found = [(decide(world.policy, topic, facts).cents, facts) for facts in (enquiry.facts, *more)]
    return all(cents <= int(facts["line_cents"]) for cents, facts in found)


def _shelf(world: World, order: Order, n: int) -> "Shelf":
    return world.catalog.shelves[int(world.catalog.column["shelf"][order.lines[n].doc])]


def shelves_of(world: World, places: Sequence[LineRef]) -> frozenset[str]:
    """Of all that came with some lines: no other matter is to be about them."""
    orders = [world.orders[place.order] for place in places]
    return frozenset([_shelf(world, order, n).name for order in orders for n in kept(order)])


def _short(world: World, place: LineRef, enquiry: Enquiry) -> bool:
    alone = inquiry(world, enquiry)
    way = inquiry(world, enquiry, others=others(world, place, enquiry))
    asked = {name for question in way.asked for name in question}
    few = len(way.asked) <= max(MOST_ASKED, len(alone.asked)) + MORE_ASKED
    calls = most_reading_calls(world) + more_calls(world)
    short = reading_calls(world, way) <= max(calls, reading_calls(world, alone) + more_calls(world))
    return few and short and asked.isdisjoint(NEVER_OF_ALL)


def more_calls(world: World) -> int:
    """What reading up on the other things adds, at most."""
    return most_reading_calls(world) // 4


def rulings(world: World, place: LineRef, enquiry: Enquiry) -> list[tuple[int, str]]:
    """What each of the other things comes to, and by which clause."""
    found = [decide(world.policy, enquiry.topic, facts) for facts in others(world, place, enquiry)]
    return [(ruling.cents, ruling.decided_by) for ruling in found]


def extent_detail(noun: str) -> Detail:
    """In the customer's words: all of the order is meant."""
    says = tuple([line.format(noun=bare_noun(noun)) for line in ALL_OF_IT])
    return Detail(topic=EXTENT, label="what it is about", value="order", says=says, cues=CUES, role="fact")
