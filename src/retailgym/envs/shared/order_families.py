"""The lines of a customer's history that are of one shelf: those among which one is meant."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ...catalog.needs import TooSmall
from ...core.streams import Rng, Streams
from ...core.values import replace
from ...world import World
from ...world.order_history import draw_orders, family_counts
from ...world.standing import FROM_LINKS, draw_standing, held_by_day
from .shelves import CANDIDATES, alike, pick_shelves

if TYPE_CHECKING:
    from ...catalog.search.index import Shelf


class RememberedLine(NamedTuple):
    """A line of a history, as far as a customer could remember it."""

    placed: int
    cents: int
    pieces: int
    own: bool  # it went to the customer
    method: str
    beside: tuple[str, ...]  # the other shelves in the order
    items: int  # lines of the order
    coupon: bool
    gift: bool
    dearest: bool  # no other line of the order cost more apiece


def with_orders(
    stream: Streams, world: World, counts: Callable[[int], tuple[int, int]] = family_counts
) -> World:
    """The world with a history in it, if there is none yet."""
    if world.orders:
        return world
    several, each = counts(world.axes.orders)
    shelves = pick_shelves((stream / "shelves")(), world, several, "orders")
    world = replace(world, orders=draw_orders(stream / "orders", world, shelves, each))
    return _with_standing((stream / "standing")(), world) if _tiers_follow(world) else world


def _tiers_follow(world: World) -> bool:
    """Whether a membership tier follows from orders: where a handbook of ours can say so."""
    config, axes = world.catalog.config, world.axes
    return bool(axes.links >= FROM_LINKS and axes.documents and not (config.policy or config.documents))


def _with_standing(rng: Rng, world: World) -> World:
    standing = draw_standing(rng, world.orders)
    tiers = held_by_day(standing, world.orders, world.today)
    customer = replace(world.customer, tier=tiers[str(world.today)])
    told = standing.told(customer.currency)
    return replace(world, customer=customer, standing=standing, tiers=tiers, membership=told)


class LineRef(NamedTuple):
    """Where a line stands: the order's place in the history, the line's in the order."""

    order: int
    line: int


class Family(NamedTuple):
    """All lines of one shelf, newest first."""

    shelf: "Shelf"
    places: list[LineRef]
    entries: list[RememberedLine]


def pick_family(
    rng: Rng, world: World, able: Callable[[World, LineRef], bool] = lambda world, place: True
) -> Family:
    """One of the shelves that the customer buys from, of which some will do, and that nobody would confuse
    with those of another task."""
    catalog, found = world.catalog, dict[int, list[LineRef]]()
    shelf_of = catalog.column["shelf"].item
    for o, order in enumerate(world.orders):
        for n, bought in enumerate(order.lines):
            found.setdefault(shelf_of(bought.doc), []).append(LineRef(o, n))
    fit = {s: sum([able(world, place) for place in found[s]]) for s in found}
    taken = [_words(world, t) for t in map(catalog.shelf_named, world.shelves) if t is not None]
    free = [s for s in fit if fit[s] and not any(alike(_words(world, catalog.shelves[s]), t) for t in taken)]
    if not free:
        raise TooSmall(
            "everything that the customer has bought would be confused with what another matter is about"
        )
    shelf = rng.pick([s for s in free if fit[s] >= CANDIDATES] or free)
    return Family(catalog.shelves[shelf], found[shelf], _entries(world, found[shelf], shelf))


def _words(world: World, shelf: "Shelf") -> tuple[str, ...]:
    return world.catalog.category(shelf).kinds[shelf.kind].words


def _entries(world: World, places: Sequence[LineRef], shelf: int) -> list[RememberedLine]:
    """What could be remembered of lines of a shelf."""
    shelf_of, shelves, entries = world.catalog.column["shelf"].item, world.catalog.shelves, []
    for place in places:
        order = world.orders[place.order]
        line = order.lines[place.line]
        others = dict.fromkeys([shelf_of(b.doc) for b in order.lines])
        beside = [shelves[s].name for s in others if s != shelf]
        entries.append(
            RememberedLine(
                order.placed,
                line.unit_cents,
                line.quantity,
                order.recipient == world.customer.name,
                order.method,
                tuple(sorted(beside)),
                len(order.lines),
                order.coupon != "none",
                order.gift,
                line.unit_cents == max([b.unit_cents for b in order.lines]),
            )
        )
    return entries
