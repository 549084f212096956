"""A shelf as sets, for drawing: who has which value of what, in whole numbers with one bit per place. No
product is decoded for it."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import compress, count
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from .product import Added
from .schema import Attribute
from .search.filters import NUMBERS
from .sense import bounds, drawback, refusable, unminded, unnamed
from .wishes import COMMON, YES_OR_NO, Op, Wish, apart, attribute_of, kept

if TYPE_CHECKING:
    from .catalogue import Catalog
    from .search.index import Shelf

_TRUE = bytes([n == ord("1") for n in range(256)])
_NONE = 255  # the code of a product that lacks an attribute
_RACKS = 2048


class ShelfSets:
    """One shelf: the places that have each value of an attribute, and each price, rating and number of
    shipping days."""

    def __init__(self, catalog: "Catalog", shelf: "Shelf") -> None:
        self.catalog, self.shelf, self.category = catalog, shelf, catalog.category(shelf)
        size = shelf.last - shelf.first
        codes = catalog.codes(shelf).tobytes()
        self._codes = [codes[at : at + size] for at in range(0, len(codes), size or 1)]
        self._rows: dict[str, Sequence[int]] = {}
        self._sets: dict[str, dict[str | int, int]] = {}
        self._fits: dict[tuple[str, str, str | int], int] = {}
        self._loose: dict[tuple[str, str | int | None], list[tuple[Wish, int]]] = {}
        self._wishable: dict[tuple[str, int | None], bool] = {}
        self._having: dict[tuple[int, int], int] = {}
        self._shared: dict[int, list[int]] = {}
        self.everything = (1 << size) - 1
        self._places = catalog.kernel.places

    @cached_property
    def names(self) -> dict[str, list[str]]:
        """What the products differ in, by kind."""
        names: dict[str, list[str]] = {"paged": [], "word": [], "number": []}
        for attribute, row in zip(self.category.filters, self._codes):
            if row.count(row[0]) < len(row):
                names[_kind(attribute)].append(attribute.name)
        return names

    @cached_property
    def in_stock(self) -> int:
        return self._places(
            (self.catalog.column["stock"][self.shelf.first : self.shelf.last] > 0).tobytes(), 1
        )

    @cached_property
    def stocked(self) -> list[int]:
        """The places in stock, in order."""
        return places_in(self.in_stock)

    @cached_property
    def choice(self) -> list[int]:
        """How many variants of each place are in stock."""
        return self._column("choice")

    def code(self, slot: int, place: int) -> int:
        return self._codes[slot][place]

    def alike(self, name: str, place: int, other: int) -> bool:
        """Have two places the same of something?"""
        row = self.row(name)
        return row[place] == row[other]

    def complete(self, name: str) -> bool:
        """Does everything on the shelf have a value of it?"""
        return _NONE not in self._codes[self.category.slot[name]]

    def having(self, wish: tuple[int, int]) -> int:
        """The places that have a code in a slot."""
        known = self._having.get(wish)
        if known is None:
            known = self._having[wish] = self._places(self._codes[wish[0]], wish[1])
        return known

    def shared_with(self, place: int) -> list[int]:
        """For each attribute the places that have of it what stands at this one; none where that has nothing
        of it, or what nobody asks for."""
        known = self._shared.get(place)
        if known is None:
            known = self._shared[place] = [
                0 if (code := row[place]) in self._unasked[slot] else self.having((slot, code))
                for slot, row in enumerate(self._codes[: len(self._unasked)])
            ]
        return known

    @cached_property
    def _unasked(self) -> list[frozenset[int]]:
        """For each attribute the codes that nobody asks for."""
        return [
            frozenset(
                [_NONE, *[code for code, c in enumerate(a.choices) if self.never_wanted(a.name, c.value)]]
            )
            for a in self.category.filters
        ]

    @cached_property
    def most_asked(self) -> int:
        """Of how many attributes half of the shelf has something that somebody may ask for."""
        asked = zip(self._codes, self._unasked, strict=False)
        rows = [[code not in unasked for code in row] for row, unasked in asked]
        counts = sorted(map(sum, zip(*rows, strict=True)))
        return counts[len(counts) // 2]

    def _column(self, name: str) -> list[int]:
        numbers: list[int] = self.catalog.column[name][self.shelf.first : self.shelf.last].tolist()
        return numbers

    def row(self, name: str) -> Sequence[int]:
        """What each place has: the number, or the code of the value."""
        known = self._rows.get(name)
        if known is None:
            numbered = NUMBERS.get(name)
            known = self._rows[name] = (
                self._column(numbered) if numbered else self._codes[self.category.slot[name]]
            )
        return known

    def sets(self, name: str) -> dict[str | int, int]:
        """The values that occur, in order, each with the places that have it."""
        known = self._sets.get(name)
        if known is None:
            known = self._sets[name] = self._by_number(name) if name in NUMBERS else self._by_value(name)
        return known

    def _by_number(self, name: str) -> dict[str | int, int]:
        places: dict[int, int] = {}
        for place, at in enumerate(self.row(name)):
            places[at] = places.get(at, 0) | 1 << place
        return {at: places[at] for at in sorted(places)}

    def _by_value(self, name: str) -> dict[str | int, int]:
        slot, choices = self.category.slot[name], attribute_of(self.category, name).choices
        codes, places = self._codes[slot], self._places
        return {choice.value: mask for at, choice in enumerate(choices) if (mask := places(codes, at))}

    def varies(self, name: str) -> bool:
        """Do the products differ in it? What all of them share is nothing to wish for, nor is a rating or a
        delivery time where not all have one."""
        row = self.row(name)
        stated = name not in ("rating", "shipping_days") or 0 not in row
        return stated and row.count(row[0]) < len(row)

    def fit(self, wish: Wish) -> int:
        """The places that have what was wished."""
        key = wish.attribute, wish.op, wish.value
        known = self._fits.get(key)
        if known is None:
            known = self._fits[key] = self._fit(wish)
        return known

    def _fit(self, wish: Wish) -> int:
        sets: dict[Any, int] = self.sets(wish.attribute)
        value: Any = wish.value
        match wish.op:
            case "eq":
                return sets.get(value, 0)
            case "ne":
                return sum(sets.values()) - sets.get(value, 0)
            case "gte":
                return sum([sets[v] for v in sets if v >= value])
            case "lte":
                return sum([sets[v] for v in sets if v <= value])

    def reached(self, name: str, among: int, count: int, *, downward: bool = False) -> int:
        """The price, rating or number of days that so many of those among do not exceed; downward, that so
        many reach."""
        sets = self.sets(name)
        values = list(reversed(sets)) if downward else list(sets)
        for value in values:
            count -= (among & sets[value]).bit_count()
            if count <= 0:
                return int(value)
        return int(values[-1])

    def loose(self, name: str, own: str | int | None) -> list[tuple[Wish, int]]:
        """Bounds for a number, anything but one value for a word, each with the places that have it; where
        `own` is given, such as are true of it."""
        known = self._loose.get((name, own))
        if known is None:
            wishes = _loose(self._range(name), own)
            known = self._loose[name, own] = [(w, self._fit(w)) for w in wishes]
        return known

    def wishable(self, name: str, place: int | None = None) -> bool:
        """Can somebody sensibly wish something of it without naming a value? Where a place is given,
        it must be true of what stands there."""
        if name in COMMON:
            return True
        if name in unminded(self.category.name):
            return False
        key = name, None if place is None else self.row(name)[place]
        known = self._wishable.get(key)
        if known is None:
            wish, _ = self.loose(name, None if place is None else self.worth(place, name))[0]
            known = self._wishable[key] = self.sensible(wish)
        return known

    def sensible(self, wish: Wish) -> bool:
        """Is it a wish that somebody may have?"""
        return _is_sensible(wish, self.category.own_words)

    def never_wanted(self, name: str, value: str | int) -> bool:
        """Does nobody ask for just this?"""
        return _is_never_wanted(name, value, self.category.own_words)

    def lacks_sense(self, name: str, place: int) -> bool:
        """Would nobody ask for what stands at a place because of this?"""
        if name in COMMON:
            return False
        slot = self.category.slot[name]
        return self._codes[slot][place] in self._unasked[slot]

    @cached_property
    def plain(self) -> int:
        """The half of what is in stock of which fewer wishes are true that somebody may have: what nobody
        asks for, what is slow, badly rated, heavy."""
        appeal = [0] * (self.shelf.last - self.shelf.first)
        for name in (*self.category.attribute, "rating", "shipping_days"):
            for value, true in _true_of(self._range(name)).items():
                for place in places_in(self.sets(name)[value]):
                    appeal[place] += true
        stock = sorted(places_in(self.in_stock), key=appeal.__getitem__)
        return set_of(stock[: len(stock) // 2])

    def _range(self, name: str) -> "_Range":
        """What there is of something on this shelf."""
        unit, values = attribute_of(self.category, name).unit, tuple(self.sets(name))
        return _Range(name, unit, values, self.category.own_words)

    def fit_all(self, wishes: Sequence[Wish], among: int) -> int:
        for wish in wishes:
            among &= self.fit(wish)
        return among

    def worth(self, place: int, name: str) -> str | int:
        """What stands at a place has of something."""
        choices = attribute_of(self.category, name).choices
        return choices[self.row(name)[place]].value if choices else self.row(name)[place]

    def by_distance(
        self, place: int, left_out: Sequence[str], places: Iterable[int]
    ) -> list[tuple[int, int]]:
        """Places with how far they lie from this one in all attributes but some, the closest first."""
        far = self.distances(place, left_out)
        return sorted([(far[p], p) for p in places], key=itemgetter(0))

    def distances(self, place: int, left_out: Sequence[str]) -> bytes:
        """How far each place lies from this one in all attributes but some."""
        return self.added_up(self.apart(place), left_out)

    def apart(self, place: int) -> dict[str, int]:
        """How far each place lies from this one in each attribute, in whole numbers with one byte per place,
        so that they are added up for all places at once."""
        return {
            attribute.name: int.from_bytes(row.translate(_distances(attribute.printed, row[place])), "little")
            for attribute, row in zip(self.category.filters, self._codes)
        }

    def added_up(self, apart: Mapping[str, int], left_out: Sequence[str]) -> bytes:
        total = sum([far for name, far in apart.items() if name not in left_out])
        return total.to_bytes(self.shelf.last - self.shelf.first, "little")

    def most_alike(self, place: int, among: int) -> int:
        """Those among that share the most values with what stands at a place, counted for all of them at
        once, bit by bit."""
        counts = [0] * 5
        for name in self.category.attribute:
            carry, n = self.sets(name).get(self.worth(place, name), 0), 0
            while carry:
                counts[n], carry = counts[n] ^ carry, counts[n] & carry
                n += 1
        for bits in reversed(counts):
            among = among & bits or among
        return among

    def gap(self, place: int, name: str, among: int, count: int) -> int:
        """So many of those among are no further than this from what a place has of a number."""
        row = self.row(name)
        gaps = sorted([abs(row[p] - row[place]) for p in places_in(among)]) or [0]
        return gaps[min(len(gaps), count) - 1]

    def met(self, wishes: Sequence[Wish], added: Added) -> bool:
        """Does a product that was added as a copy of another, but for one thing, have all of this?"""
        place = added.doc - self.shelf.first
        for wish in wishes:
            if wish.attribute == added.attribute:
                if not kept(wish, added.value):
                    return False
            elif not self.fit(wish) >> place & 1:
                return False
        return True

    def listed(self, wishes: Sequence[Wish]) -> list[Wish]:
        """Those that search can filter as they are said: not what is refused."""
        return [
            w
            for w in wishes
            if w.op != "ne" and (w.attribute in COMMON or self.category.attribute[w.attribute].filterable)
        ]

    def id(self, place: int) -> str:
        return self.catalog.head(self.shelf.first + place).id


def _kind(attribute: Attribute) -> str:
    """On the page alone, or a word or a number that search can filter."""
    return "paged" if not attribute.filterable else "number" if attribute.unit else "word"


@lru_cache(maxsize=16_384)
def _distances(printed: tuple[str, ...], code: int) -> bytes:
    """How far each value of an attribute lies from one of them, by what pages print; the last stands for
    none."""
    far = [apart(printed[code], text) if code < len(printed) else 2 for text in printed]
    return bytes(far).ljust(_NONE, b"\2") + bytes([0 if code == _NONE else 2])


class _Range(NamedTuple):
    """What there is of something on a shelf; many shelves have the same."""

    name: str
    unit: str
    values: tuple[str | int, ...]
    own_words: bool  # of a shop that is not ours


@lru_cache(maxsize=16_384)
def _loose(of: _Range, own: str | int | None) -> list[Wish]:
    """The same for every shelf where these values occur."""
    name, unit, values, own_words = of
    wishes = [Wish(attribute=name, op="ne", value=v) for v in values if v not in YES_OR_NO]
    if unit and len(values) > 1:
        ends: tuple[tuple[Op, tuple[str | int, ...]], ...] = ("gte", values[1:]), ("lte", values[:-1])
        wishes = [Wish(attribute=name, op=op, value=v) for op, bounds in ends for v in bounds]
    true = [w for w in wishes if own is None or kept(w, own)]
    true = true or [Wish(attribute=name, value=values[0] if own is None else own)]
    return [w for w in true if _is_sensible(w, own_words)] or true


@lru_cache(maxsize=16_384)
def _true_of(of: _Range) -> dict[str | int, int]:
    """For each value of something how many in a thousand of the wishes are true of it that somebody may
    have."""
    name, _, values, own_words = of
    if name in COMMON:
        wishes = [Wish(attribute=name, op="gte" if name == "rating" else "lte", value=v) for v in values]
    else:
        wishes = [Wish(attribute=name, value=v) for v in values]
        wishes = [w for w in (*wishes, *_loose(of, None)) if _is_sensible(w, own_words)]
    return {v: 1000 * sum([kept(w, v) for w in wishes]) // max(1, len(wishes)) for v in values}


def _is_sensible(wish: Wish, own_words: bool) -> bool:
    """In the shops of others anything may be refused."""
    match wish.op:
        case "ne":
            return own_words or refusable(wish.attribute, wish.value)
        case "gte" | "lte":
            return wish.attribute in COMMON or wish.op in bounds(wish.attribute)
        case _:
            return not _is_never_wanted(wish.attribute, wish.value, own_words)


def _is_never_wanted(name: str, value: str | int, own_words: bool) -> bool:
    """In the shops of others a weight may be what is chosen."""
    return drawback(name, value) or (unnamed(name) and not own_words)


def rack_of(catalog: "Catalog", shelf: "Shelf") -> ShelfSets:
    """The shelf as sets; those in use are kept with the catalogue."""
    known = catalog.racks.get(shelf.first)
    if known is None:
        if len(catalog.racks) >= _RACKS:
            catalog.racks.clear()
        known = catalog.racks[shelf.first] = ShelfSets(catalog, shelf)
    return known


def places_in(among: int) -> list[int]:
    """The places of a set, in order."""
    return list(compress(count(), bin(among)[:1:-1].encode().translate(_TRUE)))


def lacking_one(sets: Sequence[int], among: int) -> list[int]:
    """For each of some sets, those among that are in all others but not in it."""
    once = more = 0
    for places in sets:
        out = among & ~places
        more |= once & out
        once |= out
    alone = once & ~more
    return [alone & ~places for places in sets]


def set_of(places: Iterable[int]) -> int:
    """The places as a set."""
    return sum([1 << p for p in set(places)])
