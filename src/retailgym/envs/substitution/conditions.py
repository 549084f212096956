"""Conditions that are true of what sold out and of something that could stand in for it, whatever that is,
and rule out what is closer.

What could stand in is drawn first, and like anything else on the shelf. Whoever drew conditions first would
find that what keeps them is better than its neighbours, and that few products are closer to what sold out."""

from collections.abc import Callable, Sequence
from functools import lru_cache, reduce
from operator import or_

from ...catalog.sense import bounds, seldom
from ...catalog.shelf_sets import ShelfSets, places_in, set_of
from ...catalog.wishes import COMMON, Wish, attribute_of, kept
from ...core.streams import Rng
from ...core.values import Value
from ..shared.narrowing import WishKind
from ..shared.shelves import NO_VALUE

OPEN = 2  # attributes of which no condition is made, so that there is something to be close in
LOOKED_AT = 3  # attributes for one condition
LAST = 0.5  # of what is closer, that the last condition should leave: none, and it need not be many before
GIVEN = ("rating", "shipping_days")
HALF_STARS = range(30, 50, 5)
Options = list[tuple[Wish, int]]  # with the places that have it
Distances = Callable[[Sequence[str]], Sequence[int]]  # by the attributes that do not count


class StandIn(Value):
    """What sold out and what could stand in for it, by place, and what is to be drawn for them."""

    rack: ShelfSets
    own: int
    likely: int
    there: int  # places that have not sold out yet
    standing: int  # places that stay in stock
    window: int  # places of a price that is allowed
    far: Distances  # how far each place lies from what sold out, as the customer counts
    plain: Distances | None  # as everybody does, where the customer counts otherwise
    reserved: frozenset[str]  # attributes that count otherwise
    closer: int  # so many should seem closer to who hears only what is said
    least: int  # places that should be left


def conditions(rng: Rng, of: StandIn, sorts: Sequence[WishKind], unsaid: Sequence[bool]) -> list[Wish] | None:
    """One of each sort but the last, which is the price; where nothing of a sort can be wished of both,
    something else stands in, so long as a third stands on the page alone. None if there are too few. What is
    said leaves some that are closer, and what is left unsaid rules them out."""
    drawing = _Drawing(rng, of)
    if not drawing.suffices(len(sorts)):
        return None
    order = sorted(range(len(sorts) - 1), key=lambda n: sorts[n].kind == "paged")
    said, left = [n for n in order if not unsaid[n]], [n for n in order if unsaid[n]]
    found: dict[int, Wish] = {}
    for places, aim in ((said, of.closer if any(unsaid) else LAST), (left, LAST)):
        if unsaid[-1] == (places is left):
            drawing.keep(of.window, unsaid[-1])
        for n, place in enumerate(places):
            wish, fit = drawing.best(drawing.options(sorts[place].kind), aim, len(places) - n)
            drawing.names.append(wish.attribute)
            drawing.keep(fit, unsaid[place])
            found[place] = wish
    return [found[n] for n in range(len(sorts) - 1)] if drawing.paged() * 3 >= len(sorts) else None


class _Drawing:
    """What is free to be wished of, by kind; what has been wished of; and what is left by it."""

    def __init__(self, rng: Rng, of: StandIn) -> None:
        self.of, self.among, self.there, self.names = of, of.standing, of.there, list[str]()
        self.alone: list[int] = []  # for each condition that is left unsaid, what fails by it alone
        self.free = {kind: self._able(rng.shuffled(names)) for kind, names in of.rack.names.items()}
        self.free |= {name: self._able([name]) for name in GIVEN if of.rack.varies(name)}
        self.room = sum(map(len, of.rack.names.values())) - OPEN  # attributes that may still be wished of

    def _able(self, names: Sequence[str]) -> list[str]:
        """Those of which something may be wished that is true of both, what few people speak of last."""
        rack, own, likely = self.of.rack, self.of.own, self.of.likely
        able = [n for n in names if _places(wishes_for(rack, n, rack.row(n)[own])) >> likely & 1]
        return sorted([n for n in able if n not in self.of.reserved], key=seldom)

    def suffices(self, number: int) -> bool:
        given = sum([bool(self.free.get(name)) for name in GIVEN])
        own = sum(map(len, self.free.values())) - given
        return given + min(own, self.room) >= number - 1 and 3 * len(self.free["paged"]) >= number

    def paged(self) -> int:
        return sum([n in self.of.rack.names["paged"] for n in self.names])

    def keep(self, fit: int, unsaid: bool) -> None:
        """Leave out what does not fit."""
        self.alone = [places & fit for places in self.alone] + ([self.there & ~fit] if unsaid else [])
        self.among, self.there = self.among & fit, self.there & fit

    def options(self, kind: str) -> Options:
        """What may be wished of some attributes of a kind, or of another where there are none."""
        rack, own, likely = self.of.rack, self.of.own, self.of.likely
        kinds = [k for k in self.free if self.free[k] and (k in GIVEN or self.room)]
        names = [n for k in ([kind] if kind in kinds else kinds) for n in self.free[k]][:LOOKED_AT]
        return [o for n in names for o in wishes_for(rack, n, rack.row(n)[own]) if o[1] >> likely & 1]

    def best(self, options: Options, aim: float, left: int) -> tuple[Wish, int]:
        """That after which, with so many to come, itself counted, about the right number is left of what is
        closer. Enough of all should be left, everything that was left unsaid should matter, and something
        should seem closer to who counts all differences alike."""
        closer, lured = self._closer()
        many = closer.bit_count()
        aim = many * (aim / many) ** (1 / left) if many > aim else many
        best, worst = options[0], (True, len(self.alone) + 2, 0.0)
        for option in options:
            fit = option[1]
            here = self.among & fit
            off = abs((here & closer).bit_count() - aim)
            few = here.bit_count() < self.of.least
            if (few, 0, off) < worst:
                idle = (not self.there & ~fit) + [a & fit for a in self.alone].count(0)
                idle += lured > 0 and not here & lured
                if (few, idle, off) < worst:
                    best, worst = option, (few, idle, off)
        name = best[0].attribute
        self.free = {kind: [n for n in names if n != name] for kind, names in self.free.items()}
        self.room -= name not in GIVEN
        return best

    def _closer(self) -> tuple[int, int]:
        """What is at least as close as what could stand in, and what only seems so to who counts all
        alike."""
        closer = self._as_close(self.of.far)
        return closer, self._as_close(self.of.plain) & ~closer if self.of.plain else 0

    def _as_close(self, distances: Distances) -> int:
        far, likely = distances(self.names), self.of.likely
        return set_of([p for p in places_in(self.among) if far[p] <= far[likely] and p != likely])


@lru_cache(maxsize=65_536)
def wishes_for(rack: ShelfSets, name: str, own: int) -> Options:
    """What somebody may wish of something that is true of what has this number or this code of it."""
    if name in COMMON:
        return [(w, rack.fit(w)) for w in _limits(rack, name) if kept(w, own)]
    if own == NO_VALUE:
        return []
    value = attribute_of(rack.category, name).choices[own].value
    options = rack.loose(name, value)
    if not (isinstance(value, int) and len(bounds(name)) == 1):  # who names such a number means a limit
        options = [*options, (wish := Wish(attribute=name, value=value), rack.fit(wish))]
    return [(w, fit) for w, fit in options if rack.sensible(w)]


def _places(options: Options) -> int:
    """Those of which any of this is true."""
    return reduce(or_, [fit for _, fit in options], 0)


def _limits(rack: ShelfSets, name: str) -> list[Wish]:
    """Ratings that are reached, in half stars, or days that are not exceeded."""
    row = rack.row(name)
    if name == "rating":
        return [Wish(attribute=name, op="gte", value=stars) for stars in HALF_STARS if stars > min(row)]
    return [Wish(attribute=name, op="lte", value=days) for days in range(2, max(row))]
