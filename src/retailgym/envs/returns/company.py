"""What else is to go back with the thing that is named: one of each other thing that came with it and with
the orders right before, as far as it still may. What the customer says of the one holds of all of them; each
is ruled by its own records."""

from collections.abc import Sequence

from ...catalog.sense import fitting
from ...core.streams import Rng
from ...core.task import Detail
from ...core.values import replace
from ...customer.locale.en import links as phrases
from ...customer.locale.en.grammar import bare_noun, bare_plural
from ...tools.returns import SEVERAL_FROM, ReturnCase, Statement, amount_of, method_of, returnable, settled
from ...world import World
from ...world.orders import Deed
from ..shared.order_families import LineRef
from ..shared.order_reach import before, extent_detail, reach
from ..shared.policy_orders import places, shelves_of
from ..shared.shelves import Name

IN_COMPANY = 750  # per mille of requests, where there are links enough
FEWEST_ORDERS, MOST_ORDERS = 2, 8
FEWEST, MOST = 3, 12  # other things
CUES = ("everything in the order", "anything else", "the other items", "each thing", "all of them")


def wanted(rng: Rng, world: World) -> int:
    """Of how many orders things are to go back; 0: the one alone that is named."""
    orders = max(FEWEST_ORDERS, min(MOST_ORDERS, reach(world) - 2))
    return orders if world.axes.links >= SEVERAL_FROM and rng.chance(IN_COMPANY) else 0


def fits(world: World, place: LineRef, orders: int) -> bool:
    """Whether there are enough other things and not too many, of no other matter; no order is to come back
    whole by several returns, since each of them would then be another for who does it last."""
    if place.order + orders > len(world.orders) or not returnable(world.orders[place.order], place.line):
        return False
    beside = others(world, place, orders)
    if not FEWEST <= len(beside) <= MOST or shelves_of(world, [place], orders) & world.shelves:
        return False
    lines = [place, *beside]
    return not any(_comes_back_whole(world, n, lines) for n in {o for o, _ in lines})


def _comes_back_whole(world: World, number: int, lines: Sequence[LineRef]) -> bool:
    order = world.orders[number]
    back = [line for o, line in lines if o == number]
    named = lines[0].line if lines[0].order == number else -1
    if len(back) == 1:
        return False
    return all(
        b.quantity - b.returned <= (0 if n not in back else b.quantity if n == named else 1)
        for n, b in enumerate(order.lines)
    )


def others(world: World, place: LineRef, orders: int) -> list[LineRef]:
    """The things of other kinds in so many orders that are still with the customer; of its own kind one alone
    goes back, lest it be unclear which of them is spoken of."""
    kind = _kind(world, place)
    return [other for other in places(world, place, orders) if _kind(world, other) != kind]


def _kind(world: World, place: LineRef) -> int:
    return int(world.catalog.column["shelf"][world.orders[place.order].lines[place.line].doc])


def cases(world: World, place: LineRef, orders: int, said: Statement) -> tuple[ReturnCase, ...]:
    """The other things, of each of which one goes back if it may."""
    return tuple(
        [
            ReturnCase(order=world.orders[o], line=n, quantity=1, statement=said)
            for o, n in (others(world, place, orders) if orders else ())
        ]
    )


def going(world: World, along: Sequence[ReturnCase], said: Statement) -> tuple[Deed, ...]:
    """What is done about those that may go back, by the policy or by an approval."""
    return tuple([deed for other in along if (deed := _deed(world, other, said))])


def _deed(world: World, other: ReturnCase, said: Statement) -> Deed | None:
    """What is done about one of them; None where it stays."""
    case = replace(other, statement=said)
    approved = bool(world.approval(case.line_id))
    terms = settled(world, case, anyway=approved)
    if not (terms.allowed or approved):
        return None
    ids = (case.order.id, case.line_id)
    return ("return", *ids, 1, said.reason, amount_of(terms), method_of(terms), "", "")


def mixed(world: World, along: Sequence[ReturnCase], said: Statement) -> bool:
    """Whether some of them go back and some do not."""
    first = bool(along) and _deed(world, along[0], said) is None
    return any((_deed(world, other, said) is None) is not first for other in along[1:])


def perishable(world: World, along: Sequence[ReturnCase]) -> bool:
    """Whether one of them is such that nobody has used it a few times."""
    shelves = [
        world.catalog.shelves[int(world.catalog.column["shelf"][c.order.lines[c.line].doc])] for c in along
    ]
    return any(fitting(("perishable",), world.catalog.category(s), s.name) for s in shelves)


def company_detail(name: Name, orders: int, several: bool) -> Detail:
    """In the customer's words, of the one thing or of several that they have spoken of."""
    spoken_of = bare_plural(name.plural) if several else bare_noun(name.noun)
    words = {"noun": spoken_of, "plural": bare_plural(name.plural), "before": before(orders)}
    return extent_detail(orders, [line.format(**words) for line in phrases.GOING_ALONG], CUES)
