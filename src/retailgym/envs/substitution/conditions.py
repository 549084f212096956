"""Conditions that are true of what sold out and of something that could stand in for it, whatever that is,
and rule out what is closer.

What could stand in is drawn first, and like anything else on the shelf. Whoever drew conditions first would
find that what keeps them is better than its neighbours, and that few products are closer to what sold out."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import accumulate
from operator import or_

from ...catalog.sense import bounds, seldom, unminded
from ...catalog.shelf_sets import ShelfSets
from ...catalog.wishes import COMMON, Wish, attribute_of, kept
from ...core.streams import Rng
from ...core.values import Value
from ..shared.narrowing import WishKind
from ..shared.shelves import NO_VALUE

OPEN = 2  # attributes of which no condition is made, so that there is something to be close in
NONE = 0.1  # what the last condition should leave of what is closer, so that few are left before it
NEARLY = 3  # so many fewer that seem closer are as good
LOOKED_AT = 5  # attributes for one condition
MOST_LEFT = (3, 6, 10, 16)  # that may be closer before the last condition, the last two and so on
GIVEN = ("rating", "shipping_days")
HALF_STARS = range(30, 50, 5)
Counted = Mapping[str, int]  # how far each place lies from one by what it is made of, one byte per place
Options = list[tuple[Wish, int]]  # with the places that have it, one byte per place as well


class Conditional(Value):
    """What sold out, by place, and what is to be drawn for it. Sets have one byte per place."""

    rack: ShelfSets
    own: int
    sorts: Sequence[WishKind]  # of the conditions, the price last
    unsaid: Sequence[bool]
    there: int  # places that have not sold out yet
    standing: int  # places that stay in stock
    window: int  # places of a price that is allowed
    far: Counted  # as the customer counts
    plain: Counted  # as everybody does
    able: Mapping[
        str, int
    ]  # by attribute, places of which something may be wished that is true of this one, too
    least: int  # places that should be left of those

    @property
    def weighed(self) -> bool:
        return self.far is not self.plain

    def free(self, likely: int) -> list[str]:
        """Attributes of which something may be wished that is true of both."""
        return [name for name, places in self.able.items() if places >> 8 * likely & 1]


def suited(of: Conditional, here: Sequence[int]) -> list[int]:
    """Of what stays in stock and costs about as much, that which shares enough of which something may be
    wished; where not every difference counts alike, something must only seem closer to who thinks so. Where
    more did, that would tell what is meant to who knows how differences count."""
    rack, number = of.rack, len(of.sorts)
    given, own, paged = (
        _added([of.able[name] for name in names if name in of.able], rack)
        for names in (GIVEN, of.able.keys() - GIVEN, rack.names["paged"])
    )
    room = sum(map(len, rack.names.values())) - OPEN
    found = [p for p in here if given[p] + min(own[p], room) >= number - 1 and 3 * paged[p] >= number]
    if not of.weighed:
        return found
    far, plain = _added(of.far.values(), rack), _added(of.plain.values(), rack)
    farthest = dict[int, int]()  # by how near it is, how far at most who counts otherwise finds it
    for p in here:
        farthest[plain[p]] = max(farthest.get(plain[p], 0), far[p])
    order = sorted(farthest)
    nearer = dict(zip(order, accumulate([0, *[farthest[d] for d in order]], max), strict=False))
    return [p for p in found if nearer[plain[p]] > far[p]]


def _added(sets: Iterable[int], rack: ShelfSets) -> bytes:
    return sum(sets).to_bytes(rack.shelf.last - rack.shelf.first, "little")


def conditions(rng: Rng, of: Conditional, likely: int, closer: int) -> list[Wish] | None:
    """Conditions that are true of what sold out and of something that could stand in for it, and make that
    the closest: one of each sort but the last; where nothing of a sort can be wished of both, something else
    stands in, so long as a third stands on the page alone. What is said leaves so many that are closer as
    should seem so, and what is left unsaid rules them out. None if it does not come to that."""
    # what few people speak of comes last
    drawing = _Drawing(of, likely, sorted(rng.shuffled(of.free(likely)), key=seldom))
    sorts, unsaid = of.sorts, of.unsaid
    order = sorted(range(len(sorts) - 1), key=lambda n: sorts[n].kind == "paged")
    said, left = [n for n in order if not unsaid[n]], [n for n in order if unsaid[n]]
    found: dict[int, Wish | None] = {}
    if not unsaid[-1]:
        drawing.keep(of.window, unsaid=False)
    for n, place in enumerate(said):
        found[place] = drawing.best(sorts[place].kind, closer if any(unsaid) else NONE, len(said) - n)
        if found[place] is None:
            return None
    if any(unsaid) and drawing.closer.bit_count() < closer - NEARLY:
        return None
    if unsaid[-1]:
        drawing.keep(of.window, unsaid=True)
    for n, place in enumerate(left):
        if drawing.hopeless(len(left) - n):
            return None
        found[place] = drawing.best(sorts[place].kind, NONE, len(left) - n, unsaid=True)
        if found[place] is None:
            return None
    fits = not drawing.closer and drawing.paged() * 3 >= len(sorts)
    return [w for n in range(len(sorts) - 1) if (w := found[n])] if fits else None


class _Drawing:
    """What is free to be wished of, what has been wished of, and what is left by it."""

    def __init__(self, of: Conditional, likely: int, free: list[str]) -> None:
        self.of, self.likely, self.at, self.free, self.names = of, likely, 8 * likely, free, list[str]()
        self.among, self.there = of.standing, of.there
        self.alone: list[int] = []  # for each condition that is left unsaid, what fails by it alone
        self.far, self.plain = sum(of.far.values()), sum(of.plain.values())
        # what is at least as close as what could stand in, at a price that is allowed
        self.closer = self._up_to(self.far)
        self.room = sum(map(len, of.rack.names.values())) - OPEN  # attributes that may still be wished of

    def paged(self) -> int:
        return sum([n in self.of.rack.names["paged"] for n in self.names])

    def hopeless(self, left: int) -> bool:
        """Whether too much is closer for so few conditions to come, where few draws come to anything."""
        few = self.of.weighed and left <= len(MOST_LEFT)
        return few and self.closer.bit_count() > MOST_LEFT[left - 1]

    def keep(self, fit: int, unsaid: bool) -> None:
        """Leave out what does not fit."""
        self.alone = [places & fit for places in self.alone] + ([self.there & ~fit] if unsaid else [])
        self.among, self.there, self.closer = self.among & fit, self.there & fit, self.closer & fit

    def _open(self, kind: str) -> list[str]:
        """Some attributes of a kind, or of another where there are none."""
        names = self.of.rack.names.get(kind, (kind,)) if self.room or kind in GIVEN else ()
        some = [n for n in self.free if n in names]
        return (some or [n for n in self.free if self.room or n in GIVEN])[:LOOKED_AT]

    def best(self, kind: str, aim: float, left: int, unsaid: bool = False) -> Wish | None:
        """That after which, with so many to come, itself counted, about the right number is left of what is
        closer. Enough of all should be left, everything that was left unsaid should matter, and something
        should seem closer to who counts all differences alike."""
        rack, own, at, least = self.of.rack, self.of.own, self.at, self.of.least
        many = self.closer.bit_count()
        aim = many * (aim / many) ** (1 / left) if many > aim else many
        best, worst, after = None, (True, len(self.alone) + 3, 0.0), 0
        for name in self._open(kind):
            closer = self._closer_without(name)
            lured = None if self.of.weighed else -1
            for option in wishes_for(rack, name, rack.row(name)[own]):
                fit = option[1]
                if not fit >> at & 1:
                    continue
                off = abs((fit & closer).bit_count() - aim)
                if (False, 0, off) >= worst:
                    continue
                few = (self.there & fit).bit_count() < least
                if few and (few, 0, off) >= worst:
                    continue
                lured = self._lured(name, closer) if lured is None else lured
                if fit & lured:
                    idle = (not self.there & ~fit) + [a & fit for a in self.alone].count(0)
                    if (few, idle, off) < worst:
                        best, worst, after = option, (few, idle, off), closer
        if best is None:
            return None
        self._leave_out(best[0].attribute)
        self.closer = after
        self.keep(best[1], unsaid)
        return best[0]

    def _leave_out(self, name: str) -> None:
        """Differences in it count no more."""
        self.names.append(name)
        self.free.remove(name)
        self.room -= name not in GIVEN
        self.far -= self.of.far.get(name, 0)
        self.plain -= self.of.plain.get(name, 0)

    def _closer_without(self, name: str) -> int:
        """What is closer once differences in something count no more."""
        return self._up_to(self.far - self.of.far.get(name, 0))

    def _lured(self, name: str, closer: int) -> int:
        """What only seems closer to who counts all alike."""
        return self._up_to(self.plain - self.of.plain.get(name, 0), 1) & ~closer

    def _up_to(self, far: int, less: int = 0) -> int:
        shelf = self.of.rack.shelf
        distances = far.to_bytes(shelf.last - shelf.first, "little")
        near = int.from_bytes(distances.translate(_AT_MOST[distances[self.likely] - less]), "little")
        return near & self.among & self.of.window & ~(1 << self.at)


def spread(places: int) -> int:
    """A set with one byte per place instead of one bit."""
    return int.from_bytes(bin(places)[2:].encode().translate(_ONES), "big")


_ONES = bytes([n == ord("1") for n in range(256)])
_AT_MOST = [bytes([n <= most for n in range(256)]) for most in (*range(256), -1)]  # the last: nothing


@lru_cache(maxsize=65_536)
def wishes_for(rack: ShelfSets, name: str, own: int) -> Options:
    """What somebody may wish of something that is true of what has this number or this code of it."""
    if name in COMMON:
        wishes = [w for w in _limits(rack, name) if kept(w, own)]
    elif own == NO_VALUE:
        wishes = []
    else:
        value = attribute_of(rack.category, name).choices[own].value
        wishes = [w for w, _ in rack.loose(name, value)]
        if not (isinstance(value, int) and len(bounds(name)) == 1):  # who names such a number means a limit
            wishes.append(Wish(attribute=name, value=value))
        wishes = [w for w in wishes if rack.sensible(w)]
    return [(w, spread(rack.fit(w))) for w in wishes]


def wishable(rack: ShelfSets, own: int, reserved: Collection[str]) -> dict[str, int]:
    """By attribute, the places of which something may be wished that is true of one, too."""
    names = [n for some in rack.names.values() for n in some] + [n for n in GIVEN if rack.varies(n)]
    left_out = {*reserved, *unminded(rack.category.name)}
    return {n: _shared(rack, n, rack.row(n)[own]) for n in names if n not in left_out}


@lru_cache(maxsize=65_536)
def _shared(rack: ShelfSets, name: str, own: int) -> int:
    return reduce(or_, [fit for _, fit in wishes_for(rack, name, own)], 0)


def _limits(rack: ShelfSets, name: str) -> list[Wish]:
    """Ratings that are reached, in half stars, or days that are not exceeded."""
    row = rack.row(name)
    if name == "rating":
        return [Wish(attribute=name, op="gte", value=stars) for stars in HALF_STARS if stars > min(row)]
    return [Wish(attribute=name, op="lte", value=days) for days in range(2, max(row))]
