"""Products that wishes single out on a shelf, drawn for all candidates alike: what stays on the shelf, and
what must come off it."""

from typing import TYPE_CHECKING

from ...catalog.needs import TooSmall
from ...catalog.overlay import Added, Overlay
from ...catalog.product import Product, spelled
from ...catalog.schema import Category
from ...catalog.shelf_sets import places_in, rack_of
from ...catalog.wishes import Wish
from ...core.streams import Rng
from ...core.values import Value, replace
from ...world import World
from .shelves import CANDIDATES, TURNS

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
        return (self.listed[0], *self.paged, *self.listed[1:])


class CandidateProducts:
    """One shelf, drawn for all candidates: products that wishes single out, as many decoys, and what must
    come off the shelf for that."""

    def __init__(self, rng: Rng, catalog: "Catalog", shelf: "Shelf", wishes: int) -> None:
        self.catalog, self.shelf, self.category, self.rack = (
            catalog,
            shelf,
            catalog.category(shelf),
            rack_of(catalog, shelf),
        )
        for _ in range(TURNS):
            if self._drawn(rng, wishes):
                return
        raise TooSmall(f"shelf {shelf.name!r} has too few different products")

    def _drawn(self, rng: Rng, wishes: int) -> bool:
        """Are there enough for all candidates, in the order in which they come up?"""
        self.off = 0  # places
        self.wanted: list[Pick] = []
        self.decoys: list[int] = []  # places
        choice = self.rack.choice
        for place in rng.permuted(len(choice)):
            if choice[place] < LEAST_IN_STOCK or self.off >> place & 1:
                continue
            if len(self.wanted) < CANDIDATES:
                self._single_out(place, wished_slots(rng, self.category, wishes))
            else:
                self.decoys.append(place)
                if len(self.decoys) == CANDIDATES:
                    return True
        return False

    def _single_out(self, place: int, slots: list[int]) -> None:
        """Make the product a candidate's, if its wishes tell it from those before it."""
        filters, rack = self.category.filters, self.rack
        wishes = [(slot, rack.code(slot, place)) for slot in slots]
        listed = tuple([w for w in wishes if filters[w[0]].filterable])
        paged = tuple([w for w in wishes if not filters[w[0]].filterable])
        results = rack.everything
        for wish in listed:
            results &= rack.having(wish)
        match = results
        for wish in paged:
            match &= rack.having(wish)
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

    def docs(self) -> list[int]:
        """The candidates' products and the decoys, for what must not tell one from the other."""
        return [self.shelf.first + place for place in (*[p.place for p in self.wanted], *self.decoys)]

    def hidden(self) -> list[int]:
        """Documents that would fit a candidate's wishes as well."""
        return [self.shelf.first + place for place in places_in(self.off)]

    def found(self, pick: Pick) -> int:
        """How many products of the catalogue a search gives that filters by all it can."""
        return (pick.results & ~self.off).bit_count()

    def near_miss(self, rng: Rng, pick: Pick, nth: int) -> Added | None:
        """A product like the pick but for its n-th wish; none if it would be found in another candidate's
        search."""
        slot, code = pick.wishes[nth]
        attribute = self.category.filters[slot]
        other = (code + rng.between(1, len(attribute.choices) - 1)) % len(attribute.choices)
        id, place, number = (
            "p" + spelled(rng.word(), 10),
            rng.between(self.shelf.first, self.shelf.last - 1),
            rng.word(),
        )
        for p in self.wanted:
            if p is not pick and False not in [
                (other if s == slot else self.rack.code(s, pick.place)) == c for s, c in p.listed
            ]:
                return None
        value = attribute.choices[other].value
        return Added(
            id=id,
            catalog=self.catalog,
            doc=self.shelf.first + pick.place,
            attribute=attribute.name,
            value=value,
            place=place,
            number=number,
        )


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


def set_up(world: World, picks: "list[CandidateProducts]", added: "list[Added]") -> World:
    """The world with a task set on these shelves: what would be ambiguous taken off, near misses put on."""
    overlay = Overlay(
        masked=frozenset([doc for p in picks for doc in p.hidden()]), added={a.id: a for a in added}
    )
    return replace(
        world, overlay=world.overlay | overlay, shelves=world.shelves | {p.shelf.name for p in picks}
    )
