"""Cart: which numbers hang on something else, and what the customer may change their mind about."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ...catalog.product import Variant
from ...core.streams import Rng
from ...core.task import Detail, Revisable, Thing
from ...world import World
from ..shared.links import at_price, by_line, hanging_on, moved, number_by_price, number_by_rest
from ..shared.shelves import option_detail, quantity_detail

if TYPE_CHECKING:
    from .task import CartSlot, Wanted

MOST_PIECES = 5
REST_FROM = 3  # links of an episode in which one number hangs on what all the rest costs
BY_LINE = 800  # per mille of numbers that hang on an earlier line of the same category, if there is one


def most_hanging(slots: "list[CartSlot]", links: int) -> int:
    """How many numbers may hang on another one, at most: those of the same category, and one that hangs on
    all the rest."""
    akin = Counter([slot.picks.category.name for slot in slots])
    return min(links, max(akin.values()) - 1) + (links >= REST_FROM)


def linked(rng: Rng, world: World, lines: "list[Wanted]", plain: Sequence[Thing]) -> tuple[Thing, ...]:
    """The list, some numbers of which depend on an earlier line of the same category or on what the thing
    costs; and where there are enough of them, one on what all the rest costs."""
    things, currency = list(plain), world.customer.currency
    names = [line.slot.picks.category.name for line in lines]
    akin = {n: [m for m in range(n) if names[m] == names[n]] for n in range(len(lines))}
    places = sorted(rng.shuffled(range(len(lines))), key=lambda n: not akin[n])[: world.axes.links]
    last = places.pop() if world.axes.links >= REST_FROM else -1
    for n in sorted(places):
        before, bought = [m for m in akin[n] if m != last], _bought(lines[n])
        if before and rng.chance(BY_LINE):
            things[n] = by_line(rng, things, n, rng.pick(before))
        elif bought is not None:
            rivals = [v.price_cents for v in _rivals(lines[n])]
            things[n] = number_by_price(rng, things[n], bought.price_cents, rivals, currency)
    if last >= 0 and _bought(lines[last]):
        rest, rivals = _rest(lines, last)
        things[last] = number_by_rest(rng, things[last], rest, rivals, currency)
    return tuple(things)


def _rest(lines: "list[Wanted]", n: int) -> tuple[int, list[int]]:
    """What all but one line cost together in the end, and what they would if something had not sold out, or
    one more or fewer of something were wanted."""
    others = [line for k, line in enumerate(lines) if k != n]
    final = [(v.price_cents, line.target.quantity) for line in others if (v := _bought(line))]
    first = [(v.price_cents, line.target.quantity) for line in others if (v := _wanted(line))]
    rest, at_first = (sum([cents * count for cents, count in some]) for some in (final, first))
    steps = [step * cents for cents, count in final for step in (1, -1) if 1 <= count + step <= MOST_PIECES]
    return rest, [at_first] if at_first != rest else [rest + step for step in steps]


def _wanted(line: "Wanted") -> Variant | None:
    """What of a line is wanted at first."""
    return line.product.variant(line.target.variant_id)


def _bought(line: "Wanted") -> Variant | None:
    """What of a line is bought in the end, if anything."""
    return line.product.variant(line.target.instead if line.out else line.target.variant_id)


def _rivals(line: "Wanted") -> list[Variant]:
    """What the customer may have wanted before: what sold out, or another option if nothing does."""
    wanted = _wanted(line)
    if line.out or _sells(line) or wanted is None:
        return [wanted] if line.out and wanted is not None else []
    return [
        v for v in line.product.in_stock() if sum(v.options[o] != x for o, x in wanted.options.items()) == 1
    ]


def _sells(line: "Wanted") -> bool:
    """Does anything of the product sell out while the agent works?"""
    return line.product.id in [line.slot.picks.rack.id(place) for place in line.slot.selling]


def revisable(n: int, lines: "list[Wanted]", things: Sequence[Thing], within: int) -> Iterator[Revisable]:
    """How many, where nothing else decides that, with all numbers that hang on it; and, where nothing of the
    product sells out, an option, by which the number may change as well."""
    line, number, hanging = lines[n], things[n].details[-1], hanging_on(things, n)
    if not number.link:
        options = [q for q in range(1, MOST_PIECES + 1) if q != line.target.quantity]
        able = [q for q in options if _can_be_had(lines, (n, *hanging), q - line.target.quantity)]
        counts = [quantity_detail(q, number.disclosure) for q in able]
        along = [tuple([(k, moved(things[k], q - line.target.quantity)) for k in hanging]) for q in able]
        yield Revisable(
            thing=n, others=tuple(counts), within=within, waits=True, along=tuple(along) if hanging else ()
        )
    if not _sells(line):
        yield from _other_options(n, lines, things, within)


def _can_be_had(lines: "list[Wanted]", places: Sequence[int], by: int) -> bool:
    """Whether so many more or fewer can be had of some things."""
    for k in places:
        target, product = lines[k].target, lines[k].product
        stocks = [v.stock for v in map(product.variant, (target.variant_id, target.instead)) if v is not None]
        if not 1 <= target.quantity + by <= min(MOST_PIECES, *stocks):
            return False
    return True


def _other_options(
    n: int, lines: "list[Wanted]", things: Sequence[Thing], within: int
) -> Iterator[Revisable]:
    """An option that may have been another one, that with the most others; what costs more or less by it may
    be had in another number."""
    line, thing, hanging = lines[n], things[n], hanging_on(things, n)
    whens, mine = {d.topic: d.disclosure for d in thing.details}, _bought(line)
    assert mine is not None
    others = dict[str, list[tuple[Detail, tuple[tuple[int, Detail], ...]]]]()
    for v in _rivals(line):
        number = at_price(thing.details[-1], v.price_cents)
        by = int(number.value) - line.target.quantity
        if int(number.value) > v.stock or not _can_be_had(lines, hanging, by):
            continue
        (o,) = [o for o in mine.options if v.options[o] != mine.options[o]]
        along = ((n, number), *[(k, moved(things[k], by)) for k in hanging]) if by else ()
        detail = option_detail(line.slot.picks.category, o, v.options[o], whens[o])
        others.setdefault(o, []).append((detail, along))
    if others:
        most = max(others.values(), key=lambda found: len(found))
        details, changes = tuple([d for d, _ in most]), tuple([along for _, along in most])
        yield Revisable(thing=n, others=details, within=within, waits=True, along=changes)
