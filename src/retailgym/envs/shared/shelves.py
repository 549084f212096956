"""What several environments draw alike: shelves, wishes, near misses, and the details that a customer can
tell of them."""

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from ...catalog.needs import TooSmall
from ...catalog.overlay import Added, Overlay
from ...catalog.product import spelled
from ...catalog.schema import Category
from ...catalog.shelf_sets import ShelfSets, places_in
from ...catalog.wishes import COMMON, Wish, attribute_of, kept, phrases
from ...core.streams import Rng, Streams
from ...core.task import TONES, Detail, Persona
from ...core.values import Value, replace
from ...customer.phrases import BY_THE_WEEKEND, BY_WEEKDAY
from ...tools.shop import WEEKDAYS
from ...world import World

if TYPE_CHECKING:
    from ...catalog.catalogue import Catalog
    from ...catalog.search.index import Shelf

CANDIDATES = 4
NO_VALUE = 255  # the code of what lacks an attribute
TURNS = 5  # at what may not succeed at once in a small catalogue
HOW_MANY = (
    "how many",
    "quantity",
    "number of",
    "what number",
    "how much of",
    "what amount",
    "amount of",
    "piece",
    "unit",
    "copy",
    "count",
)
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


def pick_shelves(rng: Rng, world: World, n: int, job: str = "", *, least: int = 0) -> "list[Shelf]":
    """n shelves for a job whose products nobody would confuse by name, none of which another task is set on;
    in a small catalogue fewer will do if there are at least so many."""
    catalog = world.catalog
    taken = [s for s in map(catalog.shelf_named, world.shelves) if s is not None] if world.shelves else []
    chosen: list[Shelf] = []
    drawable = catalog.drawable_for(job)
    for turn in range(TURNS * 40 * n):
        if turn % (40 * n) == 0:  # those chosen before may have left no room for others
            chosen = []
        shelf = catalog.shelves[rng.pick(drawable)]
        words = catalog.category(shelf).kinds[shelf.kind].words
        if not any(alike(words, catalog.category(s).kinds[s.kind].words) for s in (*taken, *chosen)):
            chosen.append(shelf)
            if len(chosen) == n:
                return chosen
    if least and len(chosen) >= least:
        return chosen
    raise TooSmall(
        f"the catalogue has too few shelves with different names for this level: it takes {least or n}, "
        f"besides {len(taken)} in use"
    )


@lru_cache(maxsize=65_536)
def alike(a: tuple[str, ...], b: tuple[str, ...]) -> bool:
    these, those = [x.lower() for x in a], [y.lower() for y in b]
    return any(x in y or y in x for x in these for y in those)


def persona(at: Streams) -> Persona:
    rng = (at / "persona")()
    return Persona(tone=rng.pick(TONES), patience=rng.between(3, 6))


def wish_detail(category: Category, wish: Wish, when: When) -> Detail:
    a = attribute_of(category, wish.attribute)
    return Detail(
        topic=a.name,
        label=a.label,
        value=wish.value,
        op=wish.op,
        says=phrases(category, wish),
        cues=a.cues,
        others=a.labels,
        when=when,
    )


def dated(wish: Wish) -> bool:
    """Can one name the day of the week by which it must be here?"""
    return wish.attribute == "shipping_days" and int(wish.value) < len(WEEKDAYS)


def arrival_detail(wish: Wish, when: When, today: int) -> Detail:
    """The latest day that something may arrive, said as a day of the week."""
    day = WEEKDAYS[(today + int(wish.value)) % len(WEEKDAYS)]
    lines = (*BY_WEEKDAY, *BY_THE_WEEKEND) if day == "Saturday" and today % 7 < 5 else BY_WEEKDAY
    says, a = tuple([t.format(weekday=day) for t in lines]), COMMON["shipping_days"]
    return Detail(topic=a.name, label=a.label, value=day, op=wish.op, says=says, cues=a.cues, when=when)


def wish_details(
    category: Category, wishes: Sequence[Wish], unsaid: Sequence[bool], today: int | None
) -> list[Detail]:
    """What a customer can tell of wishes, some of it only when asked; where a day is given as today, weekdays
    stand for numbers of days."""
    whens: list[When] = ["named" if left else "said" for left in unsaid]
    return [
        arrival_detail(w, when, today) if today is not None and dated(w) else wish_detail(category, w, when)
        for w, when in zip(wishes, whens, strict=True)
    ]


def option_detail(category: Category, name: str, value: str, when: When) -> Detail:
    o = category.option[name]
    return Detail(
        topic=name,
        label=o.label,
        value=value,
        says=o.choice(value).says,
        cues=o.cues,
        others=o.labels,
        role="option",
        when=when,
    )


def quantity_detail(n: int, when: When) -> Detail:
    return Detail(
        topic="quantity", label="quantity", value=n, says=(str(n),), cues=HOW_MANY, role="quantity", when=when
    )


class ShelfSetting(Value):
    """What a task changes on its shelf, by place: what is taken off, copies put on, what sells out when it is
    shown; and what was visited."""

    off: int
    added: list[Added]
    selling: list[int]
    visits: list[int]


def set_on(world: World, rack: ShelfSets, setting: ShelfSetting) -> World:
    """The world with a task set on a shelf; what is there already stays."""
    first, masked = rack.shelf.first, places_in(setting.off)
    overlay = Overlay(masked=frozenset([first + p for p in masked]), added={a.id: a for a in setting.added})
    return replace(
        world,
        overlay=world.overlay | overlay,
        shelves=world.shelves | {rack.shelf.name},
        sells_out={**world.sells_out, **{rack.id(p): None for p in setting.selling}},
        visits=(*world.visits, *[first + p for p in setting.visits]),
    )


def shares(total: int, parts: int) -> list[int]:
    """A total over so many parts, the earlier ones first, at least one each."""
    return [max(1, total // parts + (n < total % parts)) for n in range(parts)]


EXACT = 500  # per mille of wishes that name the very value, where enough products have it
FOUND = 12  # products that a search by filters should still find
SHARES = (
    100,
    38,
    65,
    75,
    85,
)  # the more filters there are, the less each of them leaves out: percent that one leaves, at least


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


def wished_names(
    rng: Rng, rack: ShelfSets, sorts: Sequence[WishKind], paged: Sequence[str] = ()
) -> list[str]:
    """The attributes of one candidate, place by place; those on the page alone in the order given, if one
    is."""
    kinds = [s.kind for s in sorts]
    found = {
        kind: iter(rng.sample(names, kinds.count(kind)))
        for kind, names in rack.names.items()
        if kind != "paged" or not paged
    }
    if paged:
        found["paged"] = iter(paged)
    return [next(found[kind]) if kind in found else kind for kind in kinds]


class Narrowing:
    """Wishes, one after the other, each of which leaves at least so many products of a shelf if it can; the
    place `base`, if given, has all."""

    def __init__(self, rng: Rng, rack: ShelfSets, least: int, among: int, base: int | None = None) -> None:
        self.rng, self.rack, self.least, self.among, self.base = rng, rack, least, among, base
        self.barred = 0  # places that should be left out

    def wishes(self, names: Sequence[str], sorts: Sequence[WishKind]) -> list[Wish]:
        """A wish of each sort; first those that search can filter, so that it still finds enough to look
        through."""
        found = {}
        for place in sorted(range(len(sorts)), key=lambda n: sorts[n].kind == "paged"):
            found[place] = wish = self._wish(names[place], sorts[place])
            self.among &= self.rack.fit(wish)
        return [found[place] for place in range(len(sorts))]

    def _wish(self, name: str, sort: WishKind) -> Wish:
        """The very value, if enough products have it, or a bound, or anything but one value."""
        if name in COMMON:
            return self._bounded(name, sort.share)
        least = max(self.least, FOUND) if sort.kind == "number" else self.least
        return (sort.exact and self._exact(name, least)) or self._loose(
            name, least, sort.share if sort.kind == "number" else 0
        )

    def _exact(self, name: str, least: int) -> Wish | None:
        sets = self.rack.sets(name)
        values = sets if self.base is None else [self.rack.worth(self.base, name)]
        enough = [v for v in values if (self.among & sets[v]).bit_count() >= least]
        return Wish(attribute=name, value=self.rng.pick(enough)) if enough else None

    def _loose(self, name: str, least: int, share: int) -> Wish:
        """Something that leaves enough and, where a share is given, about that share."""
        loose = self.rack.loose(name, None if self.base is None else self.rack.worth(self.base, name))
        if self.among & self.barred:
            loose = [w for w in loose if not self.rack.fit(w) & self.among & self.barred] or loose
        first, count = self.rng.below(len(loose)), self.among.bit_count()
        best, off = loose[0], 2 * count + 1
        for wish in loose[first:] + loose[:first]:
            left = (self.among & self.rack.fit(wish)).bit_count()
            miss = abs(left - count * share // 100) if left >= least else 2 * count - left
            if miss < off:
                best, off = wish, miss
                if left >= least and not share:
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


def near_miss(rng: Rng, rack: ShelfSets, wishes: Sequence[Wish], nth: int, place: int) -> Added | None:
    """A copy of the product at a place that lacks the n-th wish alone; where that is about a number, a copy
    of a product that lacks it."""
    wish = wishes[nth]
    name, id, order, number = (
        wish.attribute,
        "p" + spelled(rng.word(), 10),
        rng.between(rack.shelf.first, rack.shelf.last - 1),
        rng.word(),
    )
    if name in COMMON:
        short = places_in(rack.fit_all([w for w in wishes if w is not wish], rack.in_stock) & ~rack.fit(wish))
        if not short:
            return None
        place = rng.pick(short)
        wished = [w.attribute for w in wishes]
        free = [
            a.name
            for a in rack.category.filters
            if a.name not in wished and rack.row(a.name)[place] != NO_VALUE
        ]
        if not free:
            return None
        name = rng.pick(free)
        values = [
            c.value for c in rack.category.attribute[name].choices if c.value != rack.worth(place, name)
        ]
    else:
        values = [c.value for c in rack.category.attribute[name].choices if not kept(wish, c.value)]
    if not values:
        return None
    return Added(
        id=id,
        catalog=rack.catalog,
        doc=rack.shelf.first + place,
        attribute=name,
        value=rng.pick(values),
        place=order,
        number=number,
    )


def near_misses(
    rng: Rng,
    rack: ShelfSets,
    wants: Sequence[tuple[Sequence[Wish], Sequence[int]]],
    unsaid: Sequence[bool],
    each: int,
) -> list[Added]:
    """For each candidate's wishes and products, copies of these but for one wish: an unsaid one if there is
    any, else one that search cannot filter. None has everything that some candidate wishes."""
    found = []
    for wishes, places in wants:
        paged = [n for n, w in enumerate(wishes) if w.attribute in rack.names["paged"]] or [0]
        broken = [n for n, left in zip(range(len(wishes)), unsaid, strict=False) if left] or paged
        for n in range(each):
            added = near_miss(rng, rack, wishes, broken[n % len(broken)], places[n % len(places)])
            if added is not None and not any(rack.met(w, added) for w, _ in wants if w is not wishes):
                found.append(added)
    return found


def selling_out(ranked: Sequence[list[int]], outs: Sequence[bool], kept: int) -> list[int]:
    """Places of each candidate's best that sell out when they are shown, as long as every candidate keeps so
    many."""
    selling: list[int] = []
    for places in ranked:
        for place in [p for p, out in zip(places, outs, strict=False) if out and p not in selling]:
            left = [
                len([p for p in others if p != place and p not in selling])
                for others in ranked
                if place in others
            ]
            if min(left) >= kept:
                selling.append(place)
    return selling
