"""One role of a project on its shelf, drawn for all candidates alike."""

from collections.abc import Mapping, Sequence
from functools import lru_cache, reduce
from operator import or_

from ....catalog.sense import seldom, unwished
from ....catalog.shelf_sets import ShelfSets, places_in
from ....catalog.wishes import Wish
from ....core.streams import Rng
from ....core.values import Value
from ..candidates import asked_first
from ..shelves import emptied
from .match import Match, Worth
from .solver import Stand

TRIES = 20  # draws for the wishes of a role
KEPT_OUT = 2  # products that something must keep out to be worth saying


class Wished(Value):
    """What a candidate wishes for a role, the places that have all of it, and those that a search finds which
    filters by all it can."""

    wishes: list[Wish]
    fit: int
    found: int


class Role:
    """A shelf as sets of places, what of it sells out, and the attributes of it that fits speak of, and
    those that no wish speaks of."""

    def __init__(
        self,
        rack: ShelfSets,
        attributes: Sequence[str],
        barred: Sequence[str],
        selling: Mapping[int, int | None],
        found: range = range(0),
        dear: int = 0,
    ) -> None:
        """A wish that search can filter leaves so many to look through, if there is such a wish. Where one
        keeps few out, so many draws are made for wishes that nothing cheaper has."""
        self.rack, self.barred, self.selling, self.found = rack, tuple(barred), selling, found
        self.dear = dear
        self.has: dict[str, list[Worth]] = {name: _worths(rack, name) for name in attributes}
        self.emptied = emptied(selling)
        self.open = _open(rack, tuple(attributes)) & ~self.emptied

    def filterable(self, name: str) -> bool:
        return self.rack.category.attribute[name].filterable

    def matching(self, match: Match, theirs: Worth) -> int:
        """The places that go with another item's value."""
        return _matching(self.rack, match, theirs)

    def matched(self, match: Match, mine: Worth) -> int:
        """The places that another item's value goes with."""
        return _matched(self.rack, match, mine)

    def cheapest(self, among: int) -> int:
        """The place of the cheapest product of a set; -1 if there is none."""
        return next((p for p in _by_price(self.rack) if among >> p & 1), -1)

    def wished(
        self, rng: Rng, place: int, filterable: Sequence[bool | None], among: int, gone: bool
    ) -> Wished:
        """What a candidate wishes of the product at that place, which never sells out altogether: the
        cheapest that has all of it does or does not, as is asked for, wherever that can be drawn. What is
        left of those with all of it is no cheaper, so that what is dear is bought as often as what is cheap;
        one wish alone cannot see to that. None among the kinds of wishes: something that keeps few out."""
        twins, first = self.twins(place) if gone else [], None
        dear = 0 if filterable[1:] == [] else self.dear if None in filterable else TRIES
        for n in range(TRIES):
            twin = rng.pick(twins) if twins else -1
            wished, fit = self._wished(rng, place, filterable, among, twin)
            if bool(self.emptied >> self.cheapest(fit) & 1) == (twin >= 0):
                first = first or wished
                if n >= dear or self.cheapest(wished.fit & among) == place:
                    return wished
        return first or wished

    def twins(self, place: int) -> list[int]:
        """Cheaper places that sell out altogether and have something in common with this one, both of what
        search can filter and of what it cannot."""
        price, rack = self.rack.row("price"), self.rack
        among, slots = self.emptied & rack.in_stock, rack.category.slot
        for flag in (True, False):
            alike = [
                rack.having((slots[t], rack.code(slots[t], place))) for t in _pool(rack, flag, self.barred)
            ]
            among &= reduce(or_, alike, 0) if alike else among
        return [p for p in places_in(among) if price[p] < price[place]]

    def _wished(
        self, rng: Rng, place: int, filterable: Sequence[bool | None], among: int, twin: int
    ) -> tuple[Wished, int]:
        """Wishes, and all places that have them, whether or not they sell out. None is about what is
        barred. Where there is a choice, the twin has them as well, and what search cannot filter rules out
        the cheapest of those among."""
        wishes: list[Wish] = []
        fit, found, everywhere = self.open, self.rack.everything, self.rack.everything
        for flag in filterable:
            taken = [w.attribute for w in wishes]
            loose = self._loose(rng, place, taken, (fit, fit & among, twin)) if flag is None else []
            for wish, places in loose:
                wishes.append(wish)
                fit, everywhere = fit & places, everywhere & places
            if loose:
                continue
            free = [t for t in _pool(self.rack, bool(flag), self.barred) if t not in taken]
            free = [t for t in free if not self.rack.lacks_sense(t, place)] or free
            if twin >= 0:
                free = [t for t in free if self.rack.alike(t, place, twin)] or free
            if flag and self.found:
                free = [t for t in free if _had(self.rack, t, place)[1].bit_count() in self.found] or free
            if not flag:
                cheapest = self.cheapest(fit & among)
                free = [t for t in free if not self.rack.alike(t, place, cheapest)] or free
                asked = self._asked_first(wishes, place)
                free = [t for t in free if t in asked] or free
            free = [t for t in free if not seldom(t)] or free
            if free:
                wish, places = _had(self.rack, rng.pick(free), place)
                wishes.append(wish)
                fit, found = fit & places, found & places if flag else found
                everywhere &= places
        return Wished(wishes=wishes, fit=fit, found=found), everywhere

    def _loose(
        self, rng: Rng, place: int, taken: Sequence[str], sets: tuple[int, int, int]
    ) -> list[tuple[Wish, int]]:
        """A bound, or anything but one value, of what search cannot filter, that keeps out the cheapest if it
        can; none where nothing keeps out enough."""
        fit, among, twin = sets
        ways = [
            (wish, places)
            for wish, places in _loose_at(self.rack, self.barred, place)
            if wish.attribute not in taken
            and (fit & ~places).bit_count() >= KEPT_OUT
            and (twin < 0 or places >> twin & 1)
        ]
        cheapest = self.cheapest(among)
        ways = [way for way in ways if not seldom(way[0].attribute)] or ways
        best = [way for way in ways if not way[1] >> cheapest & 1] or ways
        return [rng.pick(best)] if best else []

    def _asked_first(self, wishes: list[Wish], place: int) -> list[str]:
        """What one would ask for next who knows the first wish for what a place has."""
        filters, slots = self.rack.category.filters, self.rack.category.slot
        known = [slots[w.attribute] for w in wishes[:1]]
        return [filters[t].name for s in known for t in asked_first(self.rack, s, self.rack.code(s, place))]

    def kept_out(self, wished: Wished, nth: int) -> int:
        """The places that lack one wish alone."""
        wishes = wished.wishes
        return self.rack.fit_all(
            [*wishes[:nth], *wishes[nth + 1 :]], self.rack.in_stock & ~self.rack.fit(wishes[nth])
        )

    def stand(self, fit: int, more: Sequence[str] = ()) -> Stand:
        """What can be had at these places, with more attributes than fits speak of."""
        known = self.rack.category.attribute
        has = self.has | {name: _worths(self.rack, name) for name in more if name in known}
        return Stand(price=self.rack.row("price"), has=has, open=places_in(fit))


@lru_cache(maxsize=2048)
def _by_price(rack: ShelfSets) -> list[int]:
    """All places, the cheapest first."""
    return sorted(range(rack.shelf.last - rack.shelf.first), key=rack.row("price").__getitem__)


@lru_cache(maxsize=8192)
def _open(rack: ShelfSets, attributes: tuple[str, ...]) -> int:
    """The places in stock of which it can be told whether they match."""
    among = rack.in_stock
    for name in attributes:
        among &= rack.everything if rack.complete(name) else sum(rack.sets(name).values())
    return among


@lru_cache(maxsize=8192)
def _worths(rack: ShelfSets, name: str) -> list[Worth]:
    """The values by place; None where a product lacks the attribute."""
    choices = rack.category.attribute[name].choices
    return [choices[code].value if code < len(choices) else None for code in rack.row(name)]


def _had(rack: ShelfSets, name: str, place: int) -> tuple[Wish, int]:
    """The wish for what a place has, and the places that have the same."""
    slot, choices = rack.category.slot[name], rack.category.attribute[name].choices
    code = rack.code(slot, place)
    return (
        (_wish(name, choices[code].value), rack.having((slot, code)))
        if code < len(choices)
        else (_wish(name, ""), 0)
    )


@lru_cache(maxsize=16_384)
def _wish(name: str, value: str | int) -> Wish:
    return Wish(attribute=name, value=value)


@lru_cache(maxsize=8192)
def _matching(rack: ShelfSets, match: Match, theirs: Worth) -> int:
    return sum([places for value, places in rack.sets(match.attribute).items() if match.holds(value, theirs)])


@lru_cache(maxsize=8192)
def _matched(rack: ShelfSets, match: Match, mine: Worth) -> int:
    return sum([places for value, places in rack.sets(match.other).items() if match.holds(mine, value)])


@lru_cache(maxsize=8192)
def _loose_at(rack: ShelfSets, barred: tuple[str, ...], place: int) -> list[tuple[Wish, int]]:
    """Bounds and anything but one value, of what search cannot filter, that are true of a place."""
    return [
        (wish, places)
        for name in _pool(rack, False, barred)
        for wish, places in rack.loose(name, rack.worth(place, name))
        if rack.sensible(wish)
    ]


@lru_cache(maxsize=8192)
def _pool(rack: ShelfSets, filterable: bool, barred: tuple[str, ...]) -> tuple[str, ...]:
    """What a wish can be about that search can or cannot filter and that everything on the shelf has."""
    barred = (*barred, *unwished(rack.category.name))
    return tuple(
        a.name
        for a in rack.category.filters
        if a.filterable == filterable and a.name not in barred and rack.complete(a.name)
    )
