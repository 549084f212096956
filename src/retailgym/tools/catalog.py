"""The catalogue as an agent sees it: search, product pages, variants, comparison."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated

from msgspec import UNSET, Meta, UnsetType

from ..catalog.product import Head, Outline, Product
from ..catalog.reviews import notes_of, reviews_of
from ..catalog.schema import Category, Facet
from ..catalog.search.filters import Filter, UnfitFilter
from ..catalog.search.query import Found, unlisted
from ..core.values import Value, replace
from ..world import World, stock
from .kit import ProductId, Refused, View, reads

if TYPE_CHECKING:
    from ..catalog.catalogue import Catalog
    from ..catalog.search.index import Shelf

COMPARED = 20
MOST_FOUND = 1000
WORDS = 5  # that are named, of those that find nothing
SHARED = 16_384  # products of which it is remembered how they look
ALWAYS = ("brand", "price", "rating", "shipping_days", "in_stock")  # what every row of a comparison shows
Compared = Annotated[list[str], Meta(description="Only these; none for all.")]
Filters = Annotated[
    list[Filter],
    Meta(
        description="op: eq, lte, gte or in. name: category, shelf, brand, price, rating, shipping_days, "
        "in_stock or a facet. value: as printed, such as $49.99 or 1.2 kg."
    ),
]
Cursor = Annotated[
    str,
    Meta(
        description="next_cursor of the page before; all else as there.",
        extra={"id": True},
    ),
]


Sort = Annotated[
    str,
    Meta(
        description="On a shelf: price, rating, shipping_days or a facet that is a number; -price: highest "
        "first."
    ),
]
Limit = Annotated[
    int | None,
    Meta(description="A page at most. 0: only the count and the facets."),
]


class Hit(Value):
    product_id: str
    title: str
    brand: str
    shelf: str
    price_cents: int
    rating: float | None  # None: nobody has rated it
    shipping_days: int | None  # None: the shop does not say
    in_stock: bool


class Hits(View):
    results: list[Hit]
    currency: str
    next_cursor: str  # empty on the last page
    total: int | None = None  # on the first page of a shelf: how many fit
    note: str = ""  # where nothing fits: what to drop; words that nothing is found by
    facets: tuple[Facet, ...] = ()  # on a shelf: what can be filtered there

    def ids(self) -> Iterable[str]:
        return [h.product_id for h in self.results]


class ShownVariant(Value):
    variant_id: str
    options: Mapping[str, str]
    price_cents: int
    in_stock: int


class Page(View):
    product_id: str
    title: str
    brand: str
    category: str
    shelf: str
    description: str
    rating: float | None  # None: nobody has rated it
    ratings: int
    shipping_days: int | None  # None: the shop does not say
    attributes: Mapping[str, str]
    numbers: Mapping[str, int]  # attributes that are numbers, without their units
    shown_variant: ShownVariant
    variants: int
    currency: str
    reviews: tuple[str, ...]
    notes: tuple[str, ...]  # the seller's

    def ids(self) -> Iterable[str]:
        return (self.product_id, self.shown_variant.variant_id)


class Variants(View):
    product_id: str
    title: str
    currency: str
    variants: list[ShownVariant]
    note: str | UnsetType = UNSET

    def ids(self) -> Iterable[str]:
        return [self.product_id, *(v.variant_id for v in self.variants)]


class Row(Value):
    product_id: str
    title: str
    brand: str
    price_cents: int
    rating: float | None  # None: nobody has rated it
    shipping_days: int | None  # None: the shop does not say
    in_stock: bool
    attributes: Mapping[str, str]
    numbers: Mapping[str, int]
    note: str | UnsetType = UNSET


class Comparison(View):
    currency: str
    products: list[Row]

    def ids(self) -> Iterable[str]:
        return [r.product_id for r in self.products]


def find(world: World, product_id: str) -> Product:
    product = world.product(product_id)
    if product is None:
        raise Refused(f"no product {product_id!r}; use a product_id from catalog_search")
    return product


def printed(category: Category, product: Outline) -> dict[str, str]:
    """The attributes as a page prints them: the values that filters take, numbers with their unit."""
    return {
        n: category.attribute[n].choice(v).label if isinstance(v, int) else v
        for n, v in product.attributes.items()
    }


def numbers(product: Outline) -> dict[str, int]:
    return {n: v for n, v in product.attributes.items() if isinstance(v, int)}


def _hit(p: Head) -> Hit:
    return Hit(
        product_id=p.id,
        title=p.title,
        brand=p.brand,
        shelf=p.shelf,
        price_cents=p.price_cents,
        rating=p.rating_tenths / 10 or None,
        shipping_days=p.ship_days or None,
        in_stock=p.stock > 0,
    )


def _row(catalog: "Catalog", p: Outline) -> Row:
    return Row(
        product_id=p.id,
        title=p.title,
        brand=p.brand,
        price_cents=p.price_cents,
        rating=p.rating_tenths / 10 or None,
        shipping_days=p.ship_days or None,
        in_stock=p.stock > 0,
        attributes=printed(catalog.category_of(p), p),
        numbers=numbers(p),
    )


@lru_cache(maxsize=SHARED)  # as the catalogue has it; episodes share what none of them changes
def _shared_hit(catalog: "Catalog", doc: int) -> Hit:
    return _hit(catalog.head(doc))


@lru_cache(maxsize=SHARED)
def _shared_row(catalog: "Catalog", doc: int) -> Row:
    return _row(catalog, catalog.outline(doc))


def read_ahead(catalog: "Catalog", shelf: "Shelf") -> None:
    """How its products look in searches and comparisons, before anybody waits to see them; not more of them
    than are remembered."""
    for doc in range(shelf.first, min(shelf.last, SHARED)):
        _shared_hit(catalog, doc)
        _shared_row(catalog, doc)


def _found(world: World, doc: int | str) -> Hit:
    hit = _shared_hit(world.catalog, doc) if isinstance(doc, int) else _hit(world.overlay.added[doc].listed)
    return replace(hit, in_stock=False) if hit.product_id in world.overlay.sold_out else hit


def _compared(world: World, product_id: str) -> Row:
    added = world.overlay.added.get(product_id)
    doc = None if added else world.catalog.listed(product_id, world.overlay)
    row = (
        _shared_row(world.catalog, doc)
        if doc is not None
        else _row(world.catalog, added.listed if added else find(world, product_id))
    )
    if product_id in world.notes:
        row = replace(row, note=world.notes[product_id])
    return replace(row, in_stock=False) if product_id in world.overlay.sold_out else row


@reads
def catalog_search(
    world: World,
    query: str = "",
    filters: Filters = [],  # noqa: B006
    cursor: Cursor = "",
    sort: Sort = "",
    limit: Limit = None,
) -> Hits:
    """Find products by words and filters, best match first. On a shelf the first page says how many fit and
    what to filter by (facets)."""
    catalog, given, depth = world.catalog, tuple(filters), world.axes.retrieval_depth
    rows = depth if limit is None else min(limit, depth)
    if rows < 0:
        raise Refused(f"a page cannot have {limit} rows")
    shelf = next((catalog.shelf_named(str(f.value)) for f in filters if f.name == "shelf"), None)
    first = bool(shelf) and not cursor
    try:
        page = _sorted(world, query, given, cursor, sort) if sort else None
        fitting = _page(world, query, given, "", MOST_FOUND).docs if first else None
        if page is None and fitting is not None:
            page = Found(fitting[:depth], len(fitting) > depth)
        elif page is None:
            page = _page(world, query, given, cursor, depth)
        note = "" if page.docs or cursor else _too_narrow(world, query, given)
        note = note or ("" if rows or shelf else "only what stands on a shelf is counted: filter by shelf")
        note = note or (f"a page holds {depth} at most" if limit is not None and limit > depth else "")
        note = "; ".join(filter(None, ("" if cursor else _left_out(world, query), note)))
    except UnfitFilter as unfit:
        raise Refused(str(unfit)) from None
    hits = [_found(world, doc) for doc in page.docs[:rows]]
    return Hits(
        results=hits,
        currency=world.customer.currency,
        next_cursor=hits[-1].product_id if hits and (page.more or len(page.docs) > rows) else "",
        total=None if fitting is None else len(fitting),
        note=note,
        facets=catalog.category(shelf).facets if shelf and first else (),
    )


def _page(world: World, query: str, filters: tuple[Filter, ...], cursor: str, limit: int) -> Found:
    return world.catalog.search(query, filters, world.overlay, after=cursor, limit=limit)


def _sorted(world: World, query: str, filters: tuple[Filter, ...], cursor: str, sort: str) -> Found:
    """A page of everything on a shelf that fits, in the order of a number; what is level stays as it was."""
    name, shelf = sort.removeprefix("-"), next((str(f.value) for f in filters if f.name == "shelf"), "")
    place = world.catalog.shelf_named(shelf)
    if place is None:
        _page(world, query, filters, "", 0)  # which refuses a shelf that does not exist
        raise Refused("sorting needs a filter for the shelf, such as {name: shelf, op: eq, value: ...}")
    category = world.catalog.category(place)
    known = [
        "price",
        "rating",
        "shipping_days",
        *(a.name for a in category.attributes if a.filterable and a.unit),
    ]
    if name not in known:
        raise Refused(f"search cannot sort by {name[:60]!r}; on this shelf it sorts by {', '.join(known)}")
    # a cursor keeps its place when its product has sold out
    docs = _page(world, query, tuple(f for f in filters if f.name != "in_stock"), "", MOST_FOUND).docs
    worth = {doc: _worth(world, doc, name) for doc in docs}
    sign = -1 if sort.startswith("-") else 1
    docs = sorted(docs, key=lambda doc: (worth[doc] is None, sign * (worth[doc] or 0)))
    ids = [_found(world, doc).product_id for doc in docs] if cursor else []
    if cursor and cursor not in ids:
        raise Refused(f"no result {cursor!r} to continue after; use the cursor that the last page gave")
    fitting = set(_page(world, query, filters, "", MOST_FOUND).docs)
    left = [doc for doc in docs[ids.index(cursor) + 1 if cursor else 0 :] if doc in fitting]
    return Found(left[: world.axes.retrieval_depth], len(left) > world.axes.retrieval_depth)


def _worth(world: World, doc: int | str, name: str) -> int | None:
    """The number that something is sorted by; None where a product has none."""
    product = world.catalog.outline(doc) if isinstance(doc, int) else world.overlay.added[doc].listed
    match name:
        case "price":
            return product.price_cents
        case "rating":
            return product.rating_tenths
        case "shipping_days":
            return product.ship_days
    value = product.attributes.get(name)
    return value if isinstance(value, int) else None


def _too_narrow(world: World, query: str, filters: tuple[Filter, ...]) -> str:
    """What to drop where nothing fits."""
    hints = []
    for n, f in enumerate(filters):
        rest = filters[:n] + filters[n + 1 :]
        if f.name not in ("shelf", "category") and (
            fit := len(_page(world, query, rest, "", MOST_FOUND).docs)
        ):
            hints.append(f"without {f.name} {fit} fit" if fit > 1 else f"without {f.name} one fits")
    if query and (fit := len(_page(world, "", filters, "", MOST_FOUND).docs)):
        hints.append(f"without the words {fit} fit")
    return f"nothing fits; {', '.join(hints)}" if hints else "nothing fits"


def _left_out(world: World, query: str) -> str:
    """Words of which search knows nothing."""
    if not query:
        return ""
    words = [repr(word) for word in unlisted(world.catalog, query)[:WORDS]]
    return f"no listing has the word {' or '.join(words)}; a page may" if words else ""


@reads
def catalog_get_product(world: World, product_id: ProductId) -> Page:
    """A product's page: description, all attributes, one of its variants, reviews."""
    p = find(world, product_id)
    category = world.catalog.category_of(p)
    own = world.catalog.imported  # of somebody else's products no more is said than their file says
    return Page(
        product_id=p.id,
        title=p.title,
        brand=p.brand,
        category=category.name,
        shelf=p.shelf,
        description=p.description,
        rating=p.rating_tenths / 10 or None,
        ratings=p.ratings,
        shipping_days=p.ship_days or None,
        attributes=printed(category, p),
        numbers=numbers(p),
        variants=len(p.variants),
        shown_variant=_variant(world, p, 0),
        currency=world.customer.currency,
        reviews=() if own else reviews_of(p, category.department),
        notes=(*(() if own else notes_of(p, category.department)), *_written(world, p.id)),
    )


def _written(world: World, product_id: str) -> tuple[str, ...]:
    """What an episode adds to a seller's notes."""
    return (world.notes[product_id],) if product_id in world.notes else ()


def _variant(world: World, p: Product, n: int) -> ShownVariant:
    v = p.variants[n]
    return ShownVariant(
        variant_id=v.id, options=v.options, price_cents=v.price_cents, in_stock=stock(world, p, v)
    )


@reads
def catalog_get_variants(world: World, product_id: ProductId) -> Variants:
    """All variants of a product with options, prices and stock."""
    p = find(world, product_id)
    variants = [_variant(world, p, n) for n in range(len(p.variants))]
    return Variants(
        product_id=p.id,
        title=p.title,
        currency=world.customer.currency,
        variants=variants,
        note=world.notes.get(p.id, UNSET),
    )


@reads
def catalog_compare(
    world: World,
    product_ids: list[ProductId],
    attributes: Compared = [],  # noqa: B006
) -> Comparison:
    """Up to twenty products side by side."""
    if not 1 <= len(product_ids) <= COMPARED:
        raise Refused(f"catalog_compare takes 1 to {COMPARED} products, not {len(product_ids)}")
    rows = [_compared(world, id) for id in product_ids]
    for name in attributes:
        if name not in ALWAYS and not any(name in row.attributes for row in rows):
            known = dict.fromkeys(name for row in rows for name in row.attributes)
            raise Refused(f"none of these has an attribute {name[:60]!r}; they have {', '.join(known)}")
    if attributes:
        rows = [_with_only(row, tuple(attributes)) for row in rows]
    return Comparison(currency=world.customer.currency, products=rows)


def _with_only(row: Row, names: tuple[str, ...]) -> Row:
    attributes, numbers = row.attributes, row.numbers
    return replace(
        row,
        attributes={n: attributes[n] for n in _asked(tuple(attributes), names)},
        numbers={n: numbers[n] for n in _asked(tuple(numbers), names)},
    )


@lru_cache(maxsize=1024)
def _asked(known: tuple[str, ...], names: tuple[str, ...]) -> tuple[str, ...]:
    """Those that are asked for; products of one category are alike in what is known of them."""
    return tuple([name for name in known if name in names])
