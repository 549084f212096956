"""From products of one category of the file to categories, shelves and records of the catalogue."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from ...core.markets import spoken
from ...core.streams import new_id
from ...core.values import Value
from ..product import Product, Variant
from ..schema import Category
from ..search.index import Placed, Shelf
from .item import ImportedItem
from .report import Attributed, ShelvedCategory
from .splits import Part, categories, split
from .traits import LEAST, TraitGroup, described, grouped, options_of, schema_attributes, schema_options
from .wording import department_of, kind_of, range_name

Misheard = Callable[[Category], frozenset[str]]
SERIES = ("first edition", "second edition")  # no model names are known; texts of near misses keep theirs
_TRIES = 4


class Leaf(Value):
    """A category of the file, what its things are called, and a word that tells it from others of the same
    name."""

    path: tuple[str, ...]
    called: str
    within: str = ""


class Layout:
    """The catalogue as it grows: categories and shelves in order, and which shelves are whole enough for
    tasks."""

    def __init__(self, currency: str, misheard: Misheard) -> None:
        self.money = spoken(currency)
        self.misheard = misheard
        self.categories: list[Category] = []
        self.shelves: list[Shelf] = []
        self.able: list[int] = []
        self.put: list[ShelvedCategory] = []
        self._names: Counter[str] = Counter()
        self._ids: set[str] = set()

    def lay(self, leaf: Leaf, items: Sequence[ImportedItem]) -> Iterator[Placed]:
        """The products of a leaf, each on its shelf."""
        for n, group in enumerate(self._groups(leaf, items)):
            parts, split_by = split(group)
            further = "further" if n else ""
            for k, some in enumerate(categories(parts)):
                yield from self._category(leaf, group, some, (further, k, tuple(split_by)))

    def _groups(self, leaf: Leaf, items: Sequence[ImportedItem]) -> list[TraitGroup]:
        """Groups whose attributes are all heard when they are asked for."""
        barred: frozenset[str] = frozenset()
        for _ in range(_TRIES):
            groups = grouped(items, barred)
            wrong = frozenset().union(
                *(self.misheard(self._drafted(leaf, g)) for g in groups if g.traits or g.options)
            )
            if not wrong:
                break
            barred |= wrong
        return groups

    def _drafted(self, leaf: Leaf, group: TraitGroup) -> Category:
        brands = sorted({i.brand for i in group.items})[:8]
        kind = kind_of(leaf.path[-1], leaf.called, leaf.within)
        return Category(
            name=leaf.path[-1],
            brands=tuple(brands),
            series=SERIES,
            kinds=(kind,),
            attributes=schema_attributes(group, len(brands) > 1),
            options=schema_options(group),
            department="kitchen",
        )

    def _category(
        self, leaf: Leaf, group: TraitGroup, parts: list[Part], told: tuple[str, int, tuple[str, ...]]
    ) -> Iterator[Placed]:
        further, k, split_by = told
        brands = sorted({i.brand for p in parts for i in p.items})
        number, kinds = len(self.categories), []
        title = self._named(
            " ".join(
                filter(
                    None,
                    (
                        leaf.path[-1],
                        f"({leaf.within})" if leaf.within else "",
                        further,
                        str(k + 1) if k else "",
                    ),
                )
            )
        )
        for part in parts:
            within = range_name(" ".join(filter(None, (leaf.within, further, part.within))))
            name = self._named(f"{title}, {part.within}" if part.within else title, shelf=True)
            kinds.append(kind_of(name, leaf.called, within))
            if len(part.items) >= LEAST and group.traits:
                self.able.append(len(self.shelves))
            self.shelves.append(
                Shelf(name=name, category=number, kind=len(kinds) - 1, collection="", first=0, last=0)
            )
            yield from self._placed(part, group, name, len(self.shelves) - 1)
        made = Category(
            name=title,
            brands=tuple(brands),
            series=SERIES,
            kinds=tuple(kinds),
            attributes=schema_attributes(group, len(brands) > 1),
            options=schema_options(group),
            department=department_of(leaf.path),
            money=self.money,
            own_words=True,
        )
        self.categories.append(made)
        self.put.append(_put(made, leaf, group, sum(len(p.items) for p in parts), split_by))

    def _named(self, name: str, *, shelf: bool = False) -> str:
        """The name, with a number behind it if another has it."""
        key = f"{'shelf' if shelf else 'category'} {name}"
        self._names[key] += 1
        return name if self._names[key] == 1 else f"{name} no. {self._names[key]}"

    def _placed(self, part: Part, group: TraitGroup, shelf: str, number: int) -> Iterator[Placed]:
        for item in part.items:
            typed, notes = described(item, group) if group.traits or group.options else ({}, _all_notes(item))
            options = options_of(item, group)
            variants = [
                Variant(id=v.id, options=o, price_cents=v.price_cents, stock=v.stock)
                for v, o in zip(item.variants, options, strict=True)
            ]
            product = Product(
                id=self._id(item.group),
                title=item.title,
                brand=item.brand,
                shelf=shelf,
                price_cents=item.price_cents,
                rating_tenths=item.rating_tenths,
                ratings=item.ratings,
                ship_days=item.ship_days if group.has_days else 0,
                stock=sum(v.stock for v in variants),
                attributes=typed,
                variants=tuple(variants),
                description=" ".join(filter(None, (item.description, notes))),
            )
            yield Placed(shelf=number, popularity=item.popularity, product=product)

    def _id(self, group: str) -> str:
        """An id that tells nothing, as those of near misses do not."""
        id, salt = new_id("p", "import", group), 0
        while id in self._ids:
            salt += 1
            id = new_id("p", "import", group, salt)
        self._ids.add(id)
        return id


def _all_notes(item: ImportedItem) -> str:
    notes = [f"{label.capitalize()}: {value}." for label, value in item.attributes.items()]
    return " ".join((*notes[:12], item.notes)).strip()


def _put(
    made: Category, leaf: Leaf, group: TraitGroup, products: int, split_by: tuple[str, ...]
) -> ShelvedCategory:
    kinds = [(a, f"numbers in {a.unit}" if a.unit else "words") for a in made.attributes]
    attributes = [
        Attributed(name=a.label, kind=kind, values=len(a.choices), filterable=a.filterable)
        for a, kind in kinds
    ]
    attributes += [
        Attributed(name=o.label, kind="option", values=len(o.choices), filterable=False) for o in made.options
    ]
    return ShelvedCategory(
        name=made.name,
        path=leaf.path,
        department=made.department,
        products=products,
        shelves=len(made.kinds),
        split_by=split_by,
        attributes=tuple(attributes),
        aside={a.label: a.because for a in group.aside},
    )
