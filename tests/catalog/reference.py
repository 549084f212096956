"""Search again, in plain Python and as slowly as it reads: every product is scored and tested one by one."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache

from retailgym.catalog.catalogue import Catalog
from retailgym.catalog.product import Added, Overlay, Product
from retailgym.catalog.search.filters import Filter
from retailgym.catalog.search.index import indexed_text
from retailgym.catalog.search.tokens import terms
from retailgym.core.streams import Rng
from retailgym.core.values import Value

SOLD_OUT = frozenset[str]
Test = Callable[[Product, SOLD_OUT], bool]


def rarity(documents: int, holding: int) -> int:
    """1,024 × log2((N + 1) / (n + 1/2)), rounded down, by comparing whole powers."""
    return ((2 * documents + 2) ** 1024 // (2 * holding + 1) ** 1024).bit_length() - 1


@cache
def _impact(worth: int, times: int, length: int, average: int) -> int:
    damped = times + Fraction(12, 10) * (Fraction(1, 4) + Fraction(3, 4) * Fraction(length * 100, average))
    return int(worth * times * Fraction(22, 10) / damped)


class Reference:
    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog
        self.products = [catalog.at(doc) for doc in range(catalog.size)]
        self.terms = [self.terms_of(p) for p in self.products]
        self.average = sum(t.total() for t in self.terms) * 100 // len(self.terms)
        self.worth: dict[str, int] = {}

    def terms_of(self, p: Product) -> Counter[str]:
        return Counter(terms(indexed_text(self.catalog.category_of(p), p)))

    def score(self, query: str, held: Counter[str]) -> int:
        """BM25 with k1 = 1.2 and b = 0.75, each word rounded down on its own."""
        total = 0
        for term in set(terms(query)) & held.keys():
            if term not in self.worth:
                self.worth[term] = rarity(len(self.terms), sum(term in found for found in self.terms))
            total += _impact(self.worth[term], held[term], held.total(), self.average)
        return total

    def ranked(self, query: str, test: Test, overlay: Overlay) -> list[int | str]:
        """Everything that passes and holds one of the words, if there are any, best first."""
        found: list[tuple[int, int, str]] = []
        for doc, (p, held) in enumerate(zip(self.products, self.terms)):
            if doc not in overlay.masked and test(p, overlay.sold_out):
                found.append((-self.score(query, held), doc, ""))
        for a in overlay.added.values():
            if test(a.product, overlay.sold_out):
                found.append((-self.score(query, self.terms_of(a.product)), a.place, a.id))
        return [id or doc for score, doc, id in sorted(found) if score or not terms(query)]


def draw_query(rng: Rng, catalog: Catalog) -> str:
    """None to six words of a product, common and rare ones, in plural at times, now and then one that nothing
    holds."""
    p = catalog.at(rng.below(catalog.size))
    words = rng.sample(indexed_text(catalog.category_of(p), p).split(), rng.below(7))
    return " ".join([w + "s" if rng.chance(100) else w for w in words] + ["zyx"] * rng.chance(100))


class Drawn(Value):
    """A filter and what it means."""

    filter: Filter
    test: Test


def draw_filters(rng: Rng, catalog: Catalog, number: int) -> list[Drawn]:
    """Such as can stand together: beside a shelf only what can be filtered by on it."""
    drawn = [draw_filter(rng, catalog) for _ in range(number)]
    shelves = [catalog.shelf_named(str(d.filter.value)) for d in drawn if d.filter.name == "shelf"]
    return [d for d in drawn if all(d.filter.name in catalog.filter_names(shelf) for shelf in shelves)]


def draw_filter(rng: Rng, catalog: Catalog) -> Drawn:
    p = catalog.at(rng.below(catalog.size))
    category = catalog.category_of(p)
    op = rng.pick(("eq", "lte", "gte"))
    compare = {"eq": lambda a, b: a == b, "lte": lambda a, b: a <= b, "gte": lambda a, b: a >= b}[op]
    match rng.below(8):
        case 0:
            return Drawn(
                filter=Filter(name="shelf", op="eq", value=p.shelf), test=lambda q, _: q.shelf == p.shelf
            )
        case 1:
            shelves = {s.name for s in catalog.shelves if catalog.category(s).name == category.name}
            return Drawn(
                filter=Filter(name="category", op="eq", value=category.name),
                test=lambda q, _: q.shelf in shelves,
            )
        case 2:
            wanted = rng.chance(500)
            value = rng.pick((wanted, str(wanted).lower()))
            return Drawn(
                filter=Filter(name="in_stock", op="eq", value=value),
                test=lambda q, out: (q.stock > 0 and q.id not in out) == wanted,
            )
        case 3:
            cents = p.price_cents + rng.pick((0, 0.5, -0.5))
            return Drawn(
                filter=Filter(name="price_cents", op=op, value=cents),
                test=lambda q, _: compare(q.price_cents, cents),
            )
        case 4:
            stars = rng.pick((p.rating_tenths / 10, p.rating_tenths / 10 + 0.05, str(p.rating_tenths / 10)))
            exact = Fraction(str(stars)) * 10
            return Drawn(
                filter=Filter(name="rating", op=op, value=stars),
                test=lambda q, _: compare(q.rating_tenths, exact),
            )
        case 5:
            return Drawn(
                filter=Filter(name="shipping_days", op=op, value=p.ship_days),
                test=lambda q, _: compare(q.ship_days, p.ship_days),
            )
        case _:
            return _draw_attribute(rng, p, op, compare, catalog)


def _draw_attribute(
    rng: Rng, p: Product, op: str, compare: Callable[[object, object], bool], catalog: Catalog
) -> Drawn:
    a = rng.pick([a for a in catalog.category_of(p).filters if a.filterable])
    value = p.brand if a.name == "brand" else p.attributes[a.name]
    given = rng.pick((value, a.choice(value).label, f"{value} {a.unit}".strip(), str(value).upper()))

    def has(q: Product) -> str | int | None:
        """None where the category has no such attribute, or search cannot filter it there."""
        other = catalog.category_of(q).attribute.get(a.name)
        return (
            None
            if other is None or not other.filterable
            else q.brand
            if a.name == "brand"
            else q.attributes[a.name]
        )

    def same(q: Product, wanted: set[str]) -> bool:
        mine = has(q)
        return mine is not None and bool(
            {str(mine).lower(), catalog.category_of(q).attribute[a.name].choice(mine).label.lower()} & wanted
        )

    if a.unit and op != "eq":
        return Drawn(
            filter=Filter(name=a.name, op=op, value=given),
            test=lambda q, _: type(has(q)) is int and compare(has(q), value),
        )
    if a.unit:
        return Drawn(filter=Filter(name=a.name, op="eq", value=given), test=lambda q, _: has(q) == value)
    if rng.chance(500):
        return Drawn(
            filter=Filter(name=a.name, op="eq", value=given),
            test=lambda q, _: same(q, {str(value).lower(), a.choice(value).label.lower()}),
        )
    some = rng.sample([c.value for c in a.choices], 2)
    return Drawn(
        filter=Filter(name=a.name, op="in", value=some),
        test=lambda q, _: same(q, {str(v).lower() for v in some}),
    )


def draw_overlay(rng: Rng, catalog: Catalog) -> Overlay:
    """Some products masked, some sold out, some added with one thing changed; a third of all overlays are
    empty."""
    if rng.chance(333):
        return Overlay()
    added = {}
    for _ in range(rng.below(12)):
        doc = rng.below(catalog.size)
        base = catalog.at(doc)
        shelf = catalog.shelf_named(base.shelf)
        a = rng.pick(catalog.category_of(base).filters)
        id = f"padded{rng.word():x}"
        place = rng.between(shelf.first, shelf.last - 1)
        added[id] = Added(
            id=id,
            catalog=catalog,
            doc=doc,
            attribute=a.name,
            value=rng.pick(a.choices).value,
            place=place,
            number=rng.word(),
        )
    masked = frozenset(rng.sample(range(catalog.size), rng.below(400)))
    sold_out = frozenset(
        rng.sample([catalog.head(d).id for d in range(catalog.size)], rng.below(400))
        + rng.sample(list(added), 3)
    )
    return Overlay(masked=masked, added=added, sold_out=sold_out)
