"""Wishes that narrow a shelf down to few products, about equally step by step."""

from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ...catalog.sense import bounds, seldom
from ...catalog.shelf_sets import ShelfSets
from ...catalog.wishes import COMMON, Wish
from ...core.streams import Rng
from ...core.values import Value
from .shelves import EXACT, FOUND, SHARES


class WishKind(Value):
    """What a wish is about, the same for every candidate: something on the page alone, a word or a number to
    filter, or what all products have."""

    kind: str  # "paged", "word", "number", or "price" and the like
    exact: bool  # the very value
    share: int  # how many in a hundred a bound leaves


def wished_sorts(
    rng: Rng, rack: ShelfSets, n: int, pool: Sequence[str], always: Sequence[str] = ()
) -> list[WishKind]:
    """Sorts of n wishes, place by place: half of them stand on the product page alone, the rest is some of
    the pool and what is always asked."""
    paged = min(len(rack.names["paged"]), (n + 1) // 2)
    kinds = [*rng.shuffled(["paged"] * paged + rng.sample(pool, max(0, n - paged - len(always)))), *always]
    low = SHARES[min(n - paged, len(SHARES) - 1)]
    sorts, words = [], 0
    for kind, exact in zip(kinds, rng.chances(len(kinds), EXACT), strict=True):
        if kind == "word":  # one at most, and always where there is no other filter
            words += 1
            exact = (exact or n - paged == 1) and words == 1
        sorts.append(WishKind(kind=kind, exact=exact, share=rng.between(low, low + 15)))
    return sorts


def wished_names(rng: Rng, rack: ShelfSets, sorts: Sequence[WishKind], base: int) -> list[str]:
    """The attributes of one candidate, place by place: such as somebody may wish for who wants what stands at
    `base`. Where too few of a kind are, some of another kind stand in."""
    found, left, asked = [s.kind for s in sorts], list[int](), askable(rack, base)
    free = {kind: rng.sample(names, len(names)) for kind, names in rack.names.items()}
    own = [n for n, s in enumerate(sorts) if s.kind in free]
    for place in sorted(own, key=lambda n: sorts[n].exact):  # where no value is named, one is refused
        names = [n for n in free[sorts[place].kind] if n in asked.names]
        names.sort(key=seldom)
        if not sorts[place].exact:  # rather than refuse what few speak of, something else is named
            names.sort(key=lambda n: (seldom(n), n not in asked.loose))
        if names:
            found[place] = names[0]
            free[sorts[place].kind].remove(found[place])
        else:
            left.append(place)
    for place in left:
        names = sorted([n for kind in free for n in free[kind]], key=seldom)
        if 3 * sum([n in rack.names["paged"] for n in found]) < len(sorts):
            names = [*free["paged"], *names]
        found[place] = next((n for n in names if n in asked.names), names[0])
        free = {kind: [n for n in free[kind] if n != found[place]] for kind in free}
    return found


class Askable(NamedTuple):
    """What somebody may wish for who wants a certain product: by value or otherwise, without naming a value,
    and how many things of the page alone are among them."""

    names: frozenset[str]
    loose: frozenset[str]
    paged: int


@lru_cache(maxsize=16_384)
def askable(rack: ShelfSets, place: int) -> Askable:
    everything = [name for names in rack.names.values() for name in names]
    loose = frozenset([name for name in everything if rack.wishable(name, place)])
    names = loose.union([name for name in everything if not rack.lacks_sense(name, place)])
    return Askable(names, loose, sum([name in names for name in rack.names["paged"]]))


def evenly(rng: Rng, rack: ShelfSets, chosen: Sequence[int], fitting: Sequence[int]) -> bool:
    """Should what was drawn stand? Most wishes leave more of what many would like than of what is plain. So a
    choice of mostly plain things always stands, and any other as often as plain things fit for each that is
    not, so that in the end what is wanted is as often the one as the other."""
    plain = sum([rack.plain >> p & 1 for p in fitting])
    own = sum([rack.plain >> p & 1 for p in chosen])
    mostly = 2 * own > len(chosen) or (2 * own == len(chosen) and rng.chance(500))
    return mostly or rng.below(max(1, len(fitting) - plain)) < plain


class Narrowing:
    """Wishes, one after the other, each of which keeps something out and leaves enough for those after it, so
    that all of them leave at least so many products of a shelf, if they can; the place `base`, if given, has
    all."""

    def __init__(self, rng: Rng, rack: ShelfSets, least: int, among: int, base: int | None = None) -> None:
        self.rng, self.rack, self.least, self.among, self.base = rng, rack, least, among, base

    def wishes(self, names: Sequence[str], sorts: Sequence[WishKind]) -> list[Wish]:
        """A wish of each sort; first those that search can filter, so that it still finds enough to look
        through."""
        found, paged = {}, [s.kind for s in sorts].count("paged")
        for place in sorted(range(len(sorts)), key=lambda n: sorts[n].kind == "paged"):
            found[place] = self.wish(names[place], sorts[place], paged)
            paged -= sorts[place].kind == "paged"
        return [found[place] for place in range(len(sorts))]

    def wish(self, name: str, sort: WishKind, paged: int) -> Wish:
        """One more wish, with so many of the page to come: the very value, if enough products have it, or a
        bound, or anything but one value."""
        if name in COMMON:
            wish = self._bounded(name, sort.share)
        else:
            least = (
                _mean(self.least, self.among.bit_count(), paged - 1) if sort.kind == "paged" else self.least
            )
            least = max(least, FOUND) if sort.kind == "number" else least
            wish = (sort.exact and self._exact(name, least)) or self._loose(
                name, least, sort.share if sort.kind == "number" else 0
            )
            if not self.rack.sensible(wish):
                wish = (
                    self._exact(name, max(2, least // 2)) or self._exact(name, 1) or self._own(name) or wish
                )
        self.among &= self.rack.fit(wish)
        return wish

    def _exact(self, name: str, least: int) -> Wish | None:
        sets = self.rack.sets(name)
        values = sets if self.base is None else [self.rack.worth(self.base, name)]
        enough = [
            v
            for v in values
            if (self.among & sets[v]).bit_count() >= least and not self.rack.never_wanted(name, v)
        ]
        return self._named(name, self.rng.pick(enough)) if enough else None

    def _own(self, name: str) -> Wish | None:
        """What the base has of it, unless nobody asks for that."""
        value = None if self.base is None else self.rack.worth(self.base, name)
        wanted = value is not None and not self.rack.never_wanted(name, value)
        return Wish(attribute=name, value=value) if value is not None and wanted else None

    def _named(self, name: str, value: str | int) -> Wish:
        """Who names a number of which more or less is better means it as a limit."""
        kept = bounds(name) if isinstance(value, int) else ()
        bound = Wish(attribute=name, op=kept[0], value=value) if len(kept) == 1 else None
        return bound if bound and self.among & ~self.rack.fit(bound) else Wish(attribute=name, value=value)

    def _loose(self, name: str, least: int, share: int) -> Wish:
        """Something that leaves enough, keeps something out and, where a share is given, leaves about that
        share."""
        loose = self.rack.loose(name, None if self.base is None else self.rack.worth(self.base, name))
        first, count = self.rng.below(len(loose)), self.among.bit_count()
        best, off = loose[0][0], (True, True, 0)
        for wish, fit in loose[first:] + loose[:first]:
            left = (self.among & fit).bit_count()
            miss = (
                (False, not self.among & ~fit, abs(left - count * share // 100) if share else 0)
                if left >= least
                else (True, True, -left)
            )
            if miss < off:
                best, off = wish, miss
                if miss == (False, False, 0):
                    break
        return best

    def _bounded(self, name: str, share: int) -> Wish:
        """A price or a time that is not exceeded, or a rating that is reached, in round numbers."""
        upward = name == "rating"
        value = self.rack.reached(
            name, self.among, max(self.least, self.among.bit_count() * share // 100), downward=upward
        )
        if self.base is not None:
            own = self.rack.row(name)[self.base]
            value = min(value, own) if upward else max(value, own)
        return Wish(attribute=name, op="gte" if upward else "lte", value=_rounded(name, value))


@lru_cache(maxsize=4096)
def _mean(least: int, count: int, after: int) -> int:
    """What is left of so many after the first of several equal steps down to the least."""
    return (
        bisect_left(range(count), least * count**after, key=lambda n: int(n ** (after + 1)))
        if least < count
        else least
    )


def _rounded(name: str, value: int) -> int:
    """Under a whole number of dollars, half stars, two days or more."""
    match name:
        case "price":
            step = 100 if value < 2000 else 500 if value < 10_000 else 1000
            return (value // step + 1) * step - 1
        case "rating":
            return value // 5 * 5 if value >= 30 else value
        case _:
            return max(2, value)
