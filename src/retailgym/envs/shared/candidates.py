"""Products that wishes single out on a shelf as it stands, drawn for all candidates alike."""

from collections.abc import Iterable, Sequence
from functools import lru_cache, reduce
from operator import and_
from typing import TYPE_CHECKING

from ...catalog.needs import TooSmall
from ...catalog.product import Overlay, Product
from ...catalog.schema import Category
from ...catalog.sense import seldom
from ...catalog.shelf_sets import ShelfSets, places_in, rack_of
from ...catalog.wishes import Wish
from ...core.streams import Rng
from ...core.task import TOPICS_PER_QUESTION
from ...core.values import Value, replace
from ...world import World
from .shelves import CANDIDATES, TURNS, differing

if TYPE_CHECKING:
    from ...catalog.catalogue import Catalog
    from ...catalog.search.index import Shelf

MANY_CHOICES = 7
LEAST_IN_STOCK = 3  # variants of a product that a task is set on


class Pick(Value):
    """A product that some wishes single out on its shelf, by place and by slots and codes of its attributes:
    nothing is decoded yet."""

    place: int
    listed: tuple[tuple[int, int], ...]  # wishes that search can filter
    paged: tuple[tuple[int, int], ...]  # wishes that only the product page shows
    results: int  # the places that have all the listed ones

    @property
    def wishes(self) -> tuple[tuple[int, int], ...]:
        """The first listed one, then those of the page, then the rest."""
        return (*self.listed[:1], *self.paged, *self.listed[1:])


class CandidateProducts:
    """A product of one shelf for each candidate, and wishes that single it out.

    The shelf stays as it is: all that can be seen of it was there before anybody wished for anything, so that
    neither gaps nor neighbours give a product away. Wishes are chosen to suit: those in `gaps` (or, where
    there are none, those that search cannot filter) are each broken by at least so many other products that
    have all the rest, or half as many on a small shelf. Only one with too few different products loses some
    of them."""

    def __init__(
        self,
        rng: Rng,
        catalog: "Catalog",
        shelf: "Shelf",
        wishes: int,
        *,
        gaps: Sequence[bool] = (),
        least: int = 0,
        most: int = 200,
    ) -> None:
        self.catalog, self.shelf, self.category, self.rack = (
            catalog,
            shelf,
            catalog.category(shelf),
            rack_of(catalog, shelf),
        )
        self.gaps, self.most = [n for n, gap in enumerate(gaps) if gap], most
        for self.least, thinned in ((least, False), (least // 2, False), *[(least, True)] * TURNS):
            if self._drawn(rng, wishes, thinned):
                return
        raise TooSmall(f"shelf {shelf.name!r} has too few different products")

    def _drawn(self, rng: Rng, wishes: int, thinned: bool) -> bool:
        """Are there enough for all candidates, in the order in which they come up?"""
        self.off = 0  # places
        self.wanted: list[Pick] = []
        choice = self.rack.choice
        for place in rng.permuted(len(choice)):
            if choice[place] < LEAST_IN_STOCK or self.off >> place & 1:
                continue
            slots = wished_slots(rng, self.category, wishes) if thinned else self._telling(rng, place, wishes)
            if slots:
                self._single_out(place, slots)
                if len(self.wanted) == CANDIDATES:
                    return True
        return False

    def _telling(self, rng: Rng, place: int, n: int) -> list[int]:
        """n slots of which nothing else on the shelf has the same: some at random, then the first pair that
        will do; none if no pair does."""
        rack, category = self.rack, self.category
        sets = rack.shared_with(place)
        held = rng.shuffled([s for s, places in enumerate(sets) if places])
        held.sort(key=lambda s: seldom(category.filters[s].name))
        rest = held[: n - 2] if n > 2 else []
        listed = [s for s in held if s not in rest and category.filters[s].filterable]
        paged = [s for s in held if s not in rest and not category.filters[s].filterable] or listed
        among = reduce(and_, [sets[s] for s in rest], rack.everything)
        pairs: Iterable[tuple[int, int]] = (
            (first, second)
            for first in (listed if n > 1 else ())
            if sets[first].bit_count() <= self.most
            for second in paged
            if among & sets[first] & sets[second] == 1 << place and second != first
        )
        if 1 in self.gaps and not rest:
            pairs = sorted(
                pairs, key=lambda pair: pair[1] not in asked_first(rack, pair[0], rack.code(pair[0], place))
            )
        for first, second in pairs:
            slots = [first, second, *sorted(rest, key=lambda s: category.filters[s].filterable)]
            if self._crowded([sets[s] for s in slots]):
                return slots
        return []

    def _crowded(self, sets: list[int]) -> bool:
        """Is each wish that may be left out broken by enough products that have all the others?"""
        if not self.least:
            return True
        for n in self.gaps or range(1, len(sets)):
            others = reduce(and_, sets[:n] + sets[n + 1 :], self.rack.in_stock)
            if (others & ~sets[n]).bit_count() < self.least:
                return False
        return True

    def _single_out(self, place: int, slots: list[int]) -> None:
        """Make the product a candidate's, if its wishes tell it from those before it."""
        filters, rack = self.category.filters, self.rack
        wishes = [(slot, rack.code(slot, place)) for slot in slots]
        listed = tuple([w for w in wishes if filters[w[0]].filterable])
        paged = tuple([w for w in wishes if not filters[w[0]].filterable])
        results = reduce(and_, map(rack.having, listed), rack.everything)
        match = reduce(and_, map(rack.having, paged), results)
        if True not in [match >> p.place & 1 for p in self.wanted]:
            self.off = (self.off | match) & ~(1 << place)
            self.wanted.append(Pick(place=place, listed=listed, paged=paged, results=results))

    def doc(self, place: int) -> int:
        return self.shelf.first + place

    def product(self, place: int) -> Product:
        return self.catalog.at(self.shelf.first + place)

    def wishes(self, pick: Pick) -> tuple[Wish, ...]:
        return tuple(
            [
                Wish(attribute=self.category.filters[s].name, value=self.category.filters[s].choices[c].value)
                for s, c in pick.wishes
            ]
        )

    def hidden(self) -> list[int]:
        """Documents that would fit a candidate's wishes as well."""
        return [self.shelf.first + place for place in places_in(self.off)]

    def found(self, pick: Pick) -> int:
        """How many products of the catalogue a search gives that filters by all it can."""
        return (pick.results & ~self.off).bit_count()

    def fitting(self, wishes: Sequence[tuple[int, int]]) -> int:
        """The places that have all of these."""
        return reduce(and_, map(self.rack.having, wishes), self.rack.everything & ~self.off)


@lru_cache(maxsize=65_536)
def asked_first(rack: ShelfSets, slot: int, code: int) -> list[int]:
    """The slots that whoever looks at all products of a shelf with a value of something asks for next: a wish
    about one of them need not be named."""
    category = rack.category
    topics = differing(rack, rack.having((slot, code)), [category.filters[slot].name])
    return [category.slot[t] for t in topics[:TOPICS_PER_QUESTION] if t in category.slot]


def wished_slots(rng: Rng, category: Category, n: int) -> list[int]:
    """n different things to wish: the first can be filtered, the second cannot, any others are as they
    come."""
    if n == 1:  # one wish alone must not fit half of the shelf
        sharp = [s for s in category.listed if len(category.filters[s].choices) >= MANY_CHOICES]
        return [rng.pick(sharp or category.listed)]
    slots = [rng.pick(category.listed)]
    if category.paged:
        slots.append(rng.pick(category.paged))
    rest = [s for s in range(len(category.filters)) if s not in slots]
    return slots + rng.sample(rest, n - len(slots)) if n > len(slots) else slots[:n]


def set_up(world: World, picks: "list[CandidateProducts]") -> World:
    """The world with a task set on these shelves; what would be ambiguous is taken off."""
    overlay = Overlay(masked=frozenset([doc for p in picks for doc in p.hidden()]))
    return replace(
        world, overlay=world.overlay | overlay, shelves=world.shelves | {p.shelf.name for p in picks}
    )
