"""What several environments draw alike: shelves, wishes, near misses, and the details that a customer can tell of them."""

from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from .catalog.overlay import Added, Overlay
from .catalog.product import Product, spelled
from .catalog.schema import Category
from .catalog.wish import Wish, phrases
from .problem import TONES, Detail, Persona
from .rng import Rng, Streams
from .value import Value, replace
from .world import World

if TYPE_CHECKING:
    from .catalog.catalogue import Catalog
    from .catalog.index import Array, Shelf

CANDIDATES = 4
NO_VALUE = 255
MANY_CHOICES = 7
LEAST_IN_STOCK = 3  # variants of a product that a task is set on
HOW_MANY = ("how many", "quantity", "number of", "what number", "how much of", "what amount", "amount of", "piece", "unit", "copy", "count")
When = Literal["said", "named", "hole"]


class Name(Value):
    """How a customer calls what stands on a shelf."""

    noun: str
    plural: str
    called: tuple[str, ...]


def name_of(catalog: "Catalog", shelf: "Shelf") -> Name:
    kind = catalog.category(shelf).kinds[shelf.kind]
    where = f" from the {shelf.collection or 'main'} collection" if catalog.has_collections else ""
    return Name(noun=kind.noun + where, plural=kind.plural + where, called=kind.words)


def pick_shelves(rng: Rng, world: World, n: int) -> "list[Shelf]":
    """n shelves whose products nobody would confuse by name, none of which another task is set on."""
    catalog = world.catalog
    taken = [s for s in map(catalog.shelf_named, world.shelves) if s is not None] if world.shelves else []
    chosen: list[Shelf] = []
    for _ in range(40 * n):
        shelf = catalog.shelves[rng.pick(catalog.drawable)]
        words = catalog.category(shelf).kinds[shelf.kind].words
        if not any(_alike(words, catalog.category(s).kinds[s.kind].words) for s in (*taken, *chosen)):
            chosen.append(shelf)
            if len(chosen) == n:
                return chosen
    raise ValueError(f"the catalogue has no {n} shelves with different names and 32 products each")


@lru_cache(maxsize=65_536)
def _alike(a: tuple[str, ...], b: tuple[str, ...]) -> bool:
    return any(x.lower() in y.lower() or y.lower() in x.lower() for x in a for y in b)


def persona(at: Streams) -> Persona:
    rng = (at / "persona")()
    return Persona(tone=rng.pick(TONES), patience=rng.between(3, 6))


def wish_detail(category: Category, wish: Wish, when: When) -> Detail:
    a = category.attribute[wish.attribute]
    return Detail(topic=a.name, label=a.label, value=wish.value, op=wish.op, says=phrases(category, wish), cues=a.cues, others=a.labels, when=when)


def option_detail(category: Category, name: str, value: str, when: When) -> Detail:
    o = category.option[name]
    return Detail(topic=name, label=o.label, value=value, says=o.choice(value).says, cues=o.cues, others=o.labels, role="option", when=when)


def quantity_detail(n: int, when: When) -> Detail:
    return Detail(topic="quantity", label="quantity", value=n, says=(str(n),), cues=HOW_MANY, role="quantity", when=when)


class Pick(Value):
    """A product that some wishes single out on its shelf, by place and by slots and codes of its attributes: nothing is decoded yet."""

    place: int
    listed: tuple[tuple[int, int], ...]  # wishes that search can filter
    paged: tuple[tuple[int, int], ...]  # wishes that only the product page shows
    results: "Array"  # products of the shelf that have all the listed ones

    @property
    def wishes(self) -> tuple[tuple[int, int], ...]:
        """The first listed one, then those of the page, then the rest."""
        return (self.listed[0], *self.paged, *self.listed[1:])


class Picks:
    """One shelf, drawn for all candidates: products that wishes single out, as many decoys, and what must come off the shelf for that."""

    def __init__(self, rng: Rng, catalog: "Catalog", shelf: "Shelf", wishes: int) -> None:
        self.catalog, self.shelf, self.category = catalog, shelf, catalog.category(shelf)
        self.codes = catalog.codes(shelf)
        self.off = self.codes[0] > NO_VALUE
        self.wanted: list[Pick] = []
        self.decoys: list[int] = []  # places
        choice = catalog.column["choice"][shelf.first : shelf.last].tolist()
        for place in rng.permuted(shelf.last - shelf.first):
            if choice[place] < LEAST_IN_STOCK or self.off[place]:
                continue
            if len(self.wanted) < CANDIDATES:
                self._single_out(place, wished_slots(rng, self.category, wishes))
            else:
                self.decoys.append(place)
                if len(self.decoys) == CANDIDATES:
                    return
        raise ValueError(f"shelf {shelf.name!r} has too few different products")

    def _single_out(self, place: int, slots: list[int]) -> None:
        """Make the product a candidate's, if its wishes tell it from those before it."""
        codes, here = self.codes, self.codes[:, place].tolist()
        listed = tuple([(s, here[s]) for s in slots if self.category.filters[s].filterable])
        paged = tuple([(s, here[s]) for s in slots if not self.category.filters[s].filterable])
        results = codes[listed[0][0]] == listed[0][1]
        for slot, code in listed[1:]:
            results = results & (codes[slot] == code)
        match = results
        for slot, code in paged:
            match = match & (codes[slot] == code)
        if True not in [match[p.place] for p in self.wanted]:
            self.off = self.off | match
            self.off[place] = False
            self.wanted.append(Pick(place=place, listed=listed, paged=paged, results=results))

    def doc(self, place: int) -> int:
        return self.shelf.first + place

    def product(self, place: int) -> Product:
        return self.catalog.at(self.shelf.first + place)

    def wishes(self, pick: Pick) -> tuple[Wish, ...]:
        return tuple([Wish(attribute=self.category.filters[s].name, value=self.category.filters[s].choices[c].value) for s, c in pick.wishes])

    def docs(self) -> list[int]:
        """The candidates' products and the decoys, for what must not tell one from the other."""
        return [self.shelf.first + place for place in (*[p.place for p in self.wanted], *self.decoys)]

    def hidden(self) -> list[int]:
        """Documents that would fit a candidate's wishes as well."""
        return [self.shelf.first + i for i in self.off.nonzero()[0].tolist()]

    def found(self, pick: Pick) -> int:
        """How many products of the catalogue a search gives that filters by all it can."""
        return int((pick.results > self.off).tolist().count(True))

    def near_miss(self, rng: Rng, pick: Pick, nth: int) -> Added | None:
        """A product like the pick but for its n-th wish; none if it would be found in another candidate's search."""
        slot, code = pick.wishes[nth]
        attribute = self.category.filters[slot]
        other = (code + rng.between(1, len(attribute.choices) - 1)) % len(attribute.choices)
        id, place, number = "p" + spelled(rng.word(), 10), rng.between(self.shelf.first, self.shelf.last - 1), rng.word()
        here = self.codes[:, pick.place].tolist()
        here[slot] = other
        for p in self.wanted:
            if p is not pick and False not in [here[s] == c for s, c in p.listed]:
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
    """n different things to wish: the first can be filtered, the second cannot, any others are as they come."""
    if n == 1:  # one wish alone must not fit half of the shelf
        sharp = [s for s in category.listed if len(category.filters[s].choices) >= MANY_CHOICES]
        return [rng.pick(sharp or category.listed)]
    slots = [rng.pick(category.listed)]
    if category.paged:
        slots.append(rng.pick(category.paged))
    rest = [s for s in range(len(category.filters)) if s not in slots]
    return slots + rng.sample(rest, n - len(slots)) if n > len(slots) else slots[:n]


def set_up(world: World, picks: "list[Picks]", added: "list[Added]") -> World:
    """The world with a task set on these shelves: what would be ambiguous taken off, near misses put on."""
    overlay = Overlay(masked=frozenset([doc for p in picks for doc in p.hidden()]), added={a.id: a for a in added})
    return replace(world, overlay=world.overlay | overlay, shelves=world.shelves | {p.shelf.name for p in picks})


def shares(total: int, parts: int) -> list[int]:
    """A total over so many parts, the earlier ones first, at least one each."""
    return [max(1, total // parts + (n < total % parts)) for n in range(parts)]
