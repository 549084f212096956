"""A catalogue in use: products by id, shelves by name, search. Shared by every episode of a process, and
never walked."""

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..core.values import Opaque
from .needs import NEEDS, TooSmall
from .product import NOTHING, Head, Outline, Overlay, Product, decode_head, decode_outline, decode_product
from .schema import Attribute, Category
from .search.filters import NUMBERS, WORDS, Filter
from .search.index import Array, Contents, Shelf, id_key, rarity, span
from .search.kernel import Reference, chosen
from .search.query import Found, search
from .store_config import NO_CONFIG, StoreConfig

if TYPE_CHECKING:
    from .shelf_sets import ShelfSets

_REMEMBERED = 16_384
_LONGEST = 64  # letters of a word or value worth remembering
_WIDE = 65_536  # products; the lists of larger catalogues stay on disk


class Postings(NamedTuple):
    """The documents that hold a term, in order, and what it is worth in each; where it is common also spread
    over all documents."""

    docs: Array
    impacts: Array
    spread: Array | None = None


class Catalog(Opaque):
    def __init__(
        self,
        contents: Contents,
        columns: dict[str, Array],
        head_hash: str,
        keep: object = None,
        config: StoreConfig = NO_CONFIG,
    ) -> None:
        self.contents = contents
        self.config = (
            StoreConfig(currency=contents.origin.currency)
            if config is NO_CONFIG and contents.origin
            else config
        )
        self._hash = head_hash
        self.column = columns
        self.size = contents.products
        self.average_terms = contents.average_terms
        self._keep = keep  # the memory map, which the columns point into
        self._codes = columns["codes"].reshape(-1, self.size) if self.size else columns["codes"].reshape(1, 0)
        self._records = memoryview(columns["records"].data)
        self._at = memoryview(
            columns["record_at"].astype(np.uint64, copy=False).data
        )  # where each record begins; quicker to read than an array
        self._heads: dict[int, Head] = {}
        self._docs: dict[str, int] = {}  # by id, of those that were read
        self._outlines: dict[int, Outline] = {}
        self._products: dict[int, Product] = {}
        self._terms: dict[str, dict[str, int]] = {}
        self._lists: dict[str, Postings] = {}
        self._tables: dict[tuple[int, int, str, str], bytes | None] = {}
        self.racks: dict[int, ShelfSets] = {}  # by the first document of the shelf

    @property
    def content_hash(self) -> str:
        return self._hash

    def __repr__(self) -> str:
        return (
            f"<catalogue {self.content_hash}: {self.size:,} products on {len(self.contents.shelves):,} "
            f"shelves>"
        )

    def furnished(self, contents: Contents, name: str, config: StoreConfig) -> "Catalog":
        """The same products in a house of their own, under another name."""
        return type(self)(contents, self.column, name, self._keep, config)

    # products

    def doc(self, id: str) -> int | None:
        """The document of a product id."""
        known = self._docs.get(id)
        if known is not None:
            return known
        keys = self.column["id_key"]
        at = int(keys.searchsorted(np.uint64(id_key(id))))
        if at == len(keys):
            return None
        doc = int(self.column["id_doc"][at])
        return doc if self.head(doc).id == id else None

    def listed(self, id: str, overlay: Overlay) -> int | None:
        """The document of a product id, unless this episode has taken it off the list."""
        doc = self.doc(id)
        return None if doc in overlay.masked else doc

    def product(self, id: str, overlay: Overlay = NOTHING) -> Product | None:
        added = overlay.added.get(id)
        if added is not None:
            return added.product
        doc = self.listed(id, overlay)
        return None if doc is None else self.at(doc)

    def at(self, doc: int) -> Product:
        product = self._products.get(doc)
        if product is None:
            if len(self._products) >= _REMEMBERED // 4:
                self._products.clear()
            product = self._products[doc] = decode_product(self._record(doc))
            self._note(product.id, doc)
        return product

    def outline(self, doc: int) -> Outline:
        outline = self._outlines.get(doc)
        if outline is None:
            if len(self._outlines) >= _REMEMBERED:
                self._outlines.clear()
            outline = self._outlines[doc] = decode_outline(self._record(doc))
        return outline

    def head(self, doc: int) -> Head:
        head = self._heads.get(doc) or self._products.get(doc)
        if head is None:
            if len(self._heads) >= _REMEMBERED:
                self._heads.clear()
            head = self._heads[doc] = decode_head(self._record(doc))
            self._note(head.id, doc)
        return head

    def _note(self, id: str, doc: int) -> None:
        if len(self._docs) >= _REMEMBERED:
            self._docs.clear()
        self._docs[id] = doc

    def _record(self, doc: int) -> memoryview | bytes:
        return self._records[self._at[doc] : self._at[doc + 1]]

    # shelves

    @property
    def shelves(self) -> tuple[Shelf, ...]:
        return self.contents.shelves

    def category(self, shelf: Shelf) -> Category:
        """With what its kind of product can have."""
        return self.contents.schema.categories[shelf.category].of_kind[shelf.kind]

    def category_of(self, product: Head) -> Category:
        return self.category(self._shelf_by_name[product.shelf])

    def shelf_named(self, name: str) -> Shelf | None:
        return self._shelf_by_name.get(name)

    def codes(self, shelf: Shelf) -> Array:
        """One row per thing that a wish can be about, one column per product of the shelf."""
        whole = self.contents.schema.categories[shelf.category]
        slots = [whole.slot[a.name] for a in self.category(shelf).filters]
        return self._codes[slots, shelf.first : shelf.last]

    @cached_property
    def nouns(self) -> tuple[str, ...]:
        """All that the shop's products are called, in one word or several."""
        kinds = [k for c in self.contents.schema.categories for k in c.kinds]
        return tuple(dict.fromkeys([word for kind in kinds for word in kind.words]))

    @cached_property
    def _shelf_by_name(self) -> dict[str, Shelf]:
        return {s.name: s for s in self.shelves}

    @cached_property
    def _category_ranges(self) -> dict[str, tuple[int, int]]:
        ranges: dict[str, tuple[int, int]] = {}
        for s in self.shelves:
            first, last = ranges.get(self.category(s).name, (s.first, s.last))
            ranges[self.category(s).name] = (min(first, s.first), max(last, s.last))
        return ranges

    def range_named(self, what: str, name: str) -> tuple[int, int] | None:
        if what == "category":
            return self._category_ranges.get(name)
        shelf = self._shelf_by_name.get(name)
        return (shelf.first, shelf.last) if shelf else None

    def names(self, what: str) -> list[str]:
        return list(self._category_ranges if what == "category" else self._shelf_by_name)

    @cached_property
    def drawable(self) -> tuple[int, ...]:
        """The shelves that are full enough to set a task on."""
        return tuple(n for n, s in enumerate(self.shelves) if s.last - s.first >= 32)

    def drawable_for(self, job: str) -> tuple[int, ...]:
        """Those on which this job can set one; raises TooSmall with the reason where there is none."""
        uses = self.contents.uses
        if not uses:
            return self.drawable
        if not uses.get(job):
            raise TooSmall(NEEDS.get(job, NEEDS[""]))
        return uses[job]

    @cached_property
    def imported(self) -> bool:
        return self.contents.origin is not None

    def serves(self, job: str) -> bool:
        return not self.contents.uses or bool(self.contents.uses.get(job))

    def offers_choice(self, shelf: Shelf) -> bool:
        """Does everything on the shelf come in several variants, of which enough are in stock?"""
        return not self.contents.uses or shelf.first in self._with_choice

    @cached_property
    def _with_choice(self) -> frozenset[int]:
        return frozenset(self.shelves[n].first for n in self.contents.uses.get("cart", ()))

    @cached_property
    def has_collections(self) -> bool:
        """Are there several shelves of one kind, so that people say which collection they mean?"""
        return any(s.collection for s in self.shelves)

    # search

    @cached_property
    def kernel(self) -> Reference:
        """How it is searched, decided when it is first searched."""
        return chosen()(self)

    def search(
        self,
        query: str,
        filters: tuple[Filter, ...],
        overlay: Overlay = NOTHING,
        *,
        after: str = "",
        limit: int = 20,
    ) -> Found:
        return search(self, query, filters, overlay, after=after, limit=limit)

    def postings(self, term: str) -> Postings:
        known = self._lists.get(term)
        if known is None:
            known = self._postings(term)
            if len(term) <= _LONGEST:
                if len(self._lists) >= _REMEMBERED:
                    self._lists.clear()
                self._lists[term] = known
        return known

    def _postings(self, term: str) -> Postings:
        begin, end = span(self.column, term)
        docs, impacts = self.column["list_doc"][begin:end], self.column["list_impact"][begin:end]
        if self.size > _WIDE:
            return Postings(docs, impacts)
        docs, impacts = docs.astype(np.intp), impacts.astype(np.int32)
        if len(docs) <= self.size // 8:
            return Postings(docs, impacts)
        spread = np.zeros(self.size, dtype=np.int32)
        spread[docs] = impacts
        return Postings(docs, impacts, spread)

    def rarity(self, term: str) -> int:
        return rarity(self.size, len(self.postings(term).docs))

    def remembered_terms(
        self, product: Product, count: "Callable[[Catalog, Product], dict[str, int]]"
    ) -> dict[str, int]:
        known = self._terms.get(product.id)
        if known is None:
            if len(self._terms) >= _REMEMBERED:
                self._terms.clear()
            known = self._terms[product.id] = count(self, product)
        return known

    # filters

    def remembered_table(
        self, key: tuple[int, int, str, str], make: Callable[[], bytes | None]
    ) -> bytes | None:
        if len(key[-1]) > _LONGEST:
            return make()
        if key not in self._tables:
            if len(self._tables) >= _REMEMBERED:
                self._tables.clear()
            self._tables[key] = make()
        return self._tables[key]

    @cached_property
    def _filterable(self) -> dict[str, dict[int, tuple[int, int, Attribute]]]:
        by_name: dict[str, dict[int, tuple[int, int, Attribute]]] = {}
        for number, category in enumerate(self.contents.schema.categories):
            for slot, attribute in enumerate(category.filters):
                if attribute.filterable:
                    by_name.setdefault(attribute.name, {})[number] = (number, slot, attribute)
        return by_name

    def filter_names(self, shelf: Shelf | None = None) -> tuple[str, ...]:
        """What search filters by: everywhere, or on a shelf."""
        if shelf is None:
            return (*WORDS, *NUMBERS, *sorted(self._filterable))
        return (*WORDS, *NUMBERS, *[f.name for f in self.category(shelf).filters if f.filterable])

    def filters_by(self, name: str, shelf: Shelf | None) -> bool:
        """Whether search filters by an attribute of this name."""
        if shelf is None:
            return name in self._filterable
        attribute = self.category(shelf).attribute.get(name)
        return attribute is not None and attribute.filterable

    def categories_with(self, name: str) -> list[tuple[int, int, Attribute]]:
        """Those that have a filter of this name, each with its slot there."""
        return list(self._filterable.get(name, {}).values())

    def category_of_shelf_with(self, name: str, shelf: Shelf) -> list[tuple[int, int, Attribute]]:
        category = self._filterable.get(name, {}).get(shelf.category)
        return [category] if category else []

    def fits(self, allowed: dict[int, bytes], first: int, last: int) -> Array:
        """Which documents of a range have an allowed value; a category without the attribute has none."""
        fit = np.zeros(last - first, dtype=bool)
        for key, table in allowed.items():
            number, slot = divmod(key, 256)
            begin, end = self._category_ranges.get(self.contents.schema.categories[number].name, (0, 0))
            begin, end = max(begin, first), min(end, last)
            if begin < end:
                fit[begin - first : end - first] = np.frombuffer(table, dtype=bool)[
                    self._codes[slot, begin:end]
                ]
        return fit

    def fits_product(self, allowed: dict[int, bytes], name: str, product: Outline) -> bool:
        shelf = self._shelf_by_name[product.shelf]
        attribute = self.category(shelf).attribute.get(name)
        if attribute is None:
            return False
        slot = self.contents.schema.categories[shelf.category].slot[name]
        value: Any = product.brand if name == "brand" else product.attributes.get(name)
        table = allowed.get(shelf.category * 256 + slot)
        return table is not None and value is not None and bool(table[attribute.code[value]])
