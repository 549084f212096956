"""Cart: which numbers hang on something else, and what the customer may change their mind about."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from ...catalog.product import Variant
from ...catalog.schema import Category
from ...catalog.sense import is_kept
from ...core.streams import Rng
from ...core.task import Detail, Revisable, Thing
from ...core.values import replace
from ...world import World
from ..shared.links import (
    Group,
    LinesTogether,
    at_price,
    by_line,
    chosen_with,
    hanging_on,
    like_line,
    most_cents,
    moved,
    number_by_price,
    number_by_rest,
    number_by_some,
    numbers_together,
    with_numbers_together,
)
from ..shared.shelves import option_detail, quantity_detail
from .matching import sells, staying

if TYPE_CHECKING:
    from .task import CartSlot, Wanted

MOST_PIECES, SEVERAL = 5, 2
REST_FROM = 3  # links of an episode in which one number hangs on what all the rest leaves of an amount
AKIN_FROM = 2  # links of an episode in which numbers hang on what some lines cost, and lines are alike
MOST_TOGETHER = 4  # lines whose numbers are chosen together
EACH = 3  # of each of them can be had, at the least
SOME, BY_SOME = 2, 600  # so many lines; per mille of numbers that no line before gives
Along = tuple[tuple[int, Detail], ...]
BY_LINE = 950  # per mille of numbers that hang on an earlier line of the same category, if there is one


def most_hanging(slots: "list[CartSlot]", links: int) -> int:
    """How many numbers a change of one line may change, at most: where sums count, all that hang on
    something, else those of the same category."""
    akin = Counter([slot.picks.category.name for slot in slots])
    if links >= REST_FROM:
        return min(len(slots), links - 1 + MOST_TOGETHER)
    return links if links >= AKIN_FROM else min(links, max(akin.values()) - 1)


def together(rng: Rng, world: World, lines: "list[Wanted]") -> "tuple[list[Wanted], LinesTogether | None]":
    """The lines, the numbers of some of which are chosen together for what everything comes to, if there are
    enough links and it can be; of as many as can be, and rather such as no other number follows."""
    if world.axes.links < REST_FROM:
        return lines, None
    names = [line.slot.picks.category.name for line in lines]
    able = [n for n, line in enumerate(lines) if _most(line) >= EACH and _bought(line)]
    for size in range(min(MOST_TOGETHER, len(able)), 1, -1):
        some = rng.shuffled(list(combinations(able, size)))
        for places in sorted(some, key=lambda some: sum([names.count(names[n]) > 1 for n in some])):
            prices = [v.price_cents for n in places if (v := _bought(lines[n]))]
            rest = _group(lines, [m for m in range(len(lines)) if m not in places]).cents
            most = min([_most(lines[n]) for n in places])
            found = numbers_together(rng, prices, rest, most)
            if found:
                counts, limit = dict(zip(places, found[0], strict=True)), found[1]
                drawn = [_counted(line, counts.get(n, line.target.quantity)) for n, line in enumerate(lines)]
                return drawn, LinesTogether(places, limit, most)
    return lines, None


def _most(line: "Wanted") -> int:
    """How many of a line can be had, whatever sells out."""
    stocks = [v.stock for v in (_bought(line), _wanted(line)) if v is not None]
    return min(line.slot.gaps.most, *stocks)


def _counted(line: "Wanted", quantity: int) -> "Wanted":
    return replace(line, target=replace(line.target, quantity=quantity))


def linked(
    rng: Rng, world: World, lines: "list[Wanted]", plain: Sequence[Thing], some: LinesTogether | None = None
) -> tuple[Thing, ...]:
    """The list, some numbers of which depend on an earlier line of the same category, on what the thing costs
    or on what some lines cost together; and where there are enough of them, one on what all the rest
    leaves of an amount."""
    things, links = [_alike(line, n, plain) for n, line in enumerate(lines)], world.axes.links
    names = [line.slot.picks.category.name for line in lines]
    akin = {n: [m for m in range(n) if names[m] == names[n]] for n in range(len(lines))}
    few = [line.slot.gaps.most < MOST_PIECES for line in lines]
    leads = {m for before in akin.values() for m in before}  # whose numbers others may follow
    places = sorted(rng.shuffled(range(len(lines))), key=lambda n: (not akin[n], n in leads, few[n]))
    both = some.places if some else ()
    if some:
        places, last = [n for n in places if n not in both][: max(0, links + 1 - len(both))], -1
    else:
        places = places[:links]
        last = min(places, key=lambda n: (n in leads, few[n], bool(akin[n]))) if links >= REST_FROM else -1
    places, summed = [n for n in places if n != last], list[int]()
    for n in sorted(places):
        before = [m for m in akin[n] if m not in (last, *both, *summed) and _bought(lines[m])]
        before = [m for m in before if _follows(things, n, m, few[n] or few[m])]
        if before and rng.chance(BY_LINE):
            things[n] = by_line(rng, things, n, rng.pick(before))
            continue
        if (
            links >= AKIN_FROM
            and rng.chance(BY_SOME)
            and (found := _by_some(rng, world, lines, things, (n, last, *both)))
        ):
            things[n] = found
            summed.append(n)
        elif bought := _bought(lines[n]):
            rivals = [v.price_cents for v in _rivals(lines[n])]
            things[n] = number_by_price(rng, things[n], bought.price_cents, rivals, world.customer.currency)
    if last >= 0 and (bought := _bought(lines[last])):
        things[last] = _by_rest(rng, world, lines, things[last], (last, bought))
    return tuple(with_numbers_together(things, some, world.customer.currency) if some else things)


def _follows(things: Sequence[Thing], n: int, other: int, few: bool) -> bool:
    """Might somebody give the number of a thing by that of another: as many as of several, or where these are
    no few things, some more or one fewer?"""
    mine, theirs = (d for t in (things[n], things[other]) for d in t.details if d.role == "quantity")
    off = int(mine.value) - int(theirs.value)
    return (off == 0 if few else -1 <= off <= 2) and min(
        int(theirs.value), *theirs.could_be, MOST_PIECES
    ) >= SEVERAL


def _by_rest(
    rng: Rng, world: World, lines: "list[Wanted]", thing: Thing, place: tuple[int, Variant]
) -> Thing:
    """The thing at a place, and what is bought of it, with its number given by what all the rest leaves of an
    amount; where that cannot be, by what it costs itself."""
    (last, mine), currency = place, world.customer.currency
    group = _group(lines, [m for m in range(len(lines)) if m != last])
    stocks = [v.stock for v in (mine, _wanted(lines[last])) if v is not None]
    most = min(lines[last].slot.gaps.most, *stocks)
    found = number_by_rest(rng, thing, (mine.price_cents, most), group, currency)
    rivals = [v.price_cents for v in _rivals(lines[last])]
    return found or number_by_price(rng, thing, mine.price_cents, rivals, currency)


def _alike(line: "Wanted", n: int, things: Sequence[Thing]) -> Thing:
    """The thing, with an option given by an earlier line if it is."""
    if line.alike is None:
        return things[n]
    name, other = line.alike
    details = [like_line(d, things, other) if d.topic == name else d for d in things[n].details]
    return replace(things[n], details=tuple(details))


def _by_some(
    rng: Rng, world: World, lines: "list[Wanted]", things: Sequence[Thing], places: Sequence[int]
) -> Thing | None:
    """The thing at a place with its number given by what two earlier lines cost, but for the one that hangs
    on all the rest; None where none can be so."""
    n, *last = places
    before = [m for m in range(n) if m not in last and _bought(lines[m])]
    if len(before) < SOME or not (mine := _bought(lines[n])) or mine.stock < MOST_PIECES:
        return None
    group = _group(lines, sorted(rng.sample(before, SOME)))
    found = number_by_some(rng, things, n, group, world.customer.currency)
    return found if found is not things[n] else None


def _group(lines: "list[Wanted]", places: Sequence[int]) -> Group:
    """What some lines cost together in the end, and what they would if something had not sold out, or one
    more or fewer of something were wanted."""
    some = [lines[m] for m in places]
    final, first = (
        [(v.price_cents, x.target.quantity, x.slot.gaps.most) for x in some if (v := variant(x))]
        for variant in (_bought, _wanted)
    )
    cents, at_first = (sum([price * count for price, count, _ in costs]) for costs in (final, first))
    steps = [step * price for price, count, most in final for step in (1, -1) if 1 <= count + step <= most]
    return Group(places, cents, [at_first] if at_first != cents else [cents + step for step in steps])


def _wanted(line: "Wanted") -> Variant | None:
    """What of a line is wanted at first."""
    return line.product.variant(line.target.variant_id)


def _bought(line: "Wanted") -> Variant | None:
    """What of a line is bought in the end, if anything."""
    return line.product.variant(line.target.instead if line.out else line.target.variant_id)


def _rivals(line: "Wanted") -> list[Variant]:
    """What the customer may have wanted before: what sold out, or another option if nothing does."""
    wanted = _wanted(line)
    if line.out or sells(line) or wanted is None:
        return [wanted] if line.out and wanted is not None else []
    return [
        v for v in line.product.in_stock() if sum(v.options[o] != x for o, x in wanted.options.items()) == 1
    ]


def revisable(lines: "list[Wanted]", things: Sequence[Thing], calls: range) -> Iterator[Revisable]:
    """What the customer may change their mind about, after so many calls; where they do so late, something by
    which other lines change as well, if there is any."""
    found = [r for n, line in enumerate(lines) if _bought(line) for r in _of_line(n, lines, things)]
    found = [replace(r, since=calls.start, within=calls.stop) for r in _with_room(found, lines, things)]
    if calls.start > 1:
        found = [r for r in map(_rippling, found) if r.others] or _moving_the_sum(found, things) or found
    yield from found


def _with_room(found: list[Revisable], lines: "list[Wanted]", things: Sequence[Thing]) -> list[Revisable]:
    """The same, without what nobody could say first: with which not even one of each is paid by an amount
    that everything is to come to, also where one of those before it is said otherwise first."""
    limits = [limit for t in things if (limit := most_cents(t.details[-1].link)) is not None]
    if not limits:
        return found
    kept, most, least = list[Revisable](), 0, _least_cents(lines, things, ())
    for r in found:
        alongs = r.along or ((),) * len(r.others)
        saids = [((r.thing, other), *along) for other, along in zip(r.others, alongs, strict=True)]
        more = [_least_cents(lines, things, said) - least for said in saids]
        fits = [n for n, cents in enumerate(more) if least + most + cents <= min(limits)]
        most = max([most, *[more[n] for n in fits]])
        along = tuple([r.along[n] for n in fits]) if r.along else ()
        kept.append(replace(r, others=tuple([r.others[n] for n in fits]), along=along))
    return kept


def _least_cents(lines: "list[Wanted]", things: Sequence[Thing], said: Along) -> int:
    """What all lines come to as they are said, with one of each whose number follows from an amount."""
    cents = 0
    for n, (line, thing) in enumerate(zip(lines, things, strict=True)):
        bought, changed = _bought(line), {d.topic: d for k, d in said if k == n}
        if bought is None:
            continue
        options = {o: str(changed[o].value) if o in changed else x for o, x in bought.options.items()}
        price = next(
            (v.price_cents for v in line.product.variants if v.options == options), bought.price_cents
        )
        free = most_cents(thing.details[-1].link) is not None
        number = changed.get("quantity")
        cents += price * (1 if free else int(number.value) if number else line.target.quantity)
    return cents


def _moving_the_sum(found: Sequence[Revisable], things: Sequence[Thing]) -> list[Revisable]:
    """Those by which numbers change that are chosen by what everything comes to."""
    if not any(chosen_with(thing.details[-1].link) for thing in things):
        return []
    return [r for r in found if r.others and r.others[0].role == "quantity"]


def _rippling(r: Revisable) -> Revisable:
    """The same, as far as it changes other lines."""
    pairs = zip(r.others, r.along, strict=True) if r.along else ()
    some = [(other, along) for other, along in pairs if any(k != r.thing for k, _ in along)]
    return replace(r, others=tuple([o for o, _ in some]), along=tuple([along for _, along in some]))


def _of_line(n: int, lines: "list[Wanted]", things: Sequence[Thing]) -> Iterator[Revisable]:
    """How many, where nothing else decides that, with all numbers that hang on it; and, where nothing of the
    product sells out, an option, by which the number may change as well."""
    line, number, hanging = lines[n], things[n].details[-1], hanging_on(things, n)
    if not number.link:
        least = SEVERAL if hanging else 1  # nobody wants as many as of what is one
        options = [q for q in range(least, line.slot.gaps.most + 1) if q != line.target.quantity]
        able = [q for q in options if _can_be_had(lines, (n, *hanging), q - line.target.quantity)]
        counts = [quantity_detail(q, number.disclosure, line.slot.gaps.most) for q in able]
        along = [tuple([(k, moved(things[k], q - line.target.quantity)) for k in hanging]) for q in able]
        yield Revisable(
            thing=n, others=tuple(counts), within=0, waits=True, along=tuple(along) if hanging else ()
        )
    if not sells(line):
        yield from _other_options(n, lines, things)


def _can_be_had(lines: "list[Wanted]", places: Sequence[int], by: int) -> bool:
    """Whether so many more or fewer can be had of some things."""
    for k in places:
        target, product = lines[k].target, lines[k].product
        stocks = [v.stock for v in map(product.variant, (target.variant_id, target.instead)) if v is not None]
        if not 1 <= target.quantity + by <= min(lines[k].slot.gaps.most, *stocks):
            return False
    return True


def _other_options(n: int, lines: "list[Wanted]", things: Sequence[Thing]) -> Iterator[Revisable]:
    """An option that may have been another one, that with the most others; what costs more or less by it may
    be had in another number, and what is to be alike was alike."""
    line, thing, hanging = lines[n], things[n], hanging_on(things, n)
    whens, mine = {d.topic: d.disclosure for d in thing.details}, _bought(line)
    assert mine is not None
    others = dict[str, list[tuple[Detail, Along]]]()
    for v in _rivals(line):
        number = at_price(thing.details[-1], v.price_cents)
        by = int(number.value) - line.target.quantity
        if int(number.value) > v.stock or not _can_be_had(lines, hanging, by):
            continue
        (o,) = [o for o in mine.options if v.options[o] != mine.options[o]]
        if is_kept(o) and not _beside(line.slot.picks.category, o, mine.options[o], v.options[o]):
            continue
        following = _following(n, o, v.options[o], lines, things)
        if following is None or (line.alike is not None and line.alike[0] == o):
            continue
        along = ((n, number), *[(k, moved(things[k], by)) for k in hanging]) if by else ()
        detail = option_detail(line.slot.picks.category, o, v.options[o], whens[o])
        others.setdefault(o, []).append((detail, (*along, *following)))
    if others:
        leads = [a.alike[0] for a in lines if a.alike is not None and a.alike[1] == n]
        most = max(others.items(), key=lambda found: (found[0] in leads, len(found[1])))[1]
        details, changes = tuple([d for d, _ in most]), tuple([along for _, along in most])
        yield Revisable(thing=n, others=details, within=0, waits=True, along=changes)


def _beside(category: Category, option: str, one: str, other: str) -> bool:
    """Whether somebody may have meant the one size or the other: they are next to each other."""
    sizes = [str(c.value) for c in category.option[option].choices]
    return abs(sizes.index(one) - sizes.index(other)) == 1


def _following(n: int, name: str, value: str, lines: "list[Wanted]", things: Sequence[Thing]) -> Along | None:
    """The lines that have an option by this one's, as they were with another value; None where one of them
    could not be had so."""
    found = []
    for k, line in enumerate(lines):
        if line.alike == (name, n):
            mine = line.product.variant(line.target.variant_id)
            assert mine is not None
            number, wanted = things[k].details[-1], {**mine.options, name: value}
            most = max((int(number.value), *number.could_be))
            if not any(v.options == wanted and v.stock >= most for v in staying(line)):
                return None
            (option,) = [d for d in things[k].details if d.topic == name]
            found.append((k, replace(option, value=value)))
    return tuple(found)
