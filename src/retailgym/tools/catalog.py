"""The catalogue as an agent sees it: search, product pages, variants, comparison."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta

from ..catalog.product import Head, Outline, Product
from ..catalog.schema import Category, Facet
from ..catalog.search.filters import Filter, UnfitFilter
from ..core.values import Value, replace
from ..world import World, stock
from .kit import ProductId, Refused, View, reads

if TYPE_CHECKING:
    from ..catalog.catalogue import Catalog

COMPARED = 20
Filters = Annotated[
    list[Filter],
    Meta(
        description="op: eq, lte, gte or in. name: category, shelf, brand, price (or price_cents), rating, "
        "shipping_days, in_stock, "
        "or an attribute that search can filter. value: as results print it, such as $49.99 or 1.2 kg."
    ),
]
Cursor = Annotated[str, Meta(description="next_cursor of the page before.", extra={"id": True})]


class Hit(Value):
    product_id: str
    title: str
    brand: str
    shelf: str
    price_cents: int
    rating: float
    shipping_days: int
    in_stock: bool


class Hits(View):
    results: list[Hit]
    currency: str
    next_cursor: str  # empty on the last page
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
    rating: float
    ratings: int
    shipping_days: int
    attributes: Mapping[str, str]
    numbers: Mapping[str, int]  # attributes that are numbers, without their units
    shown_variant: ShownVariant
    variants: int
    currency: str

    def ids(self) -> Iterable[str]:
        return (self.product_id, self.shown_variant.variant_id)


class Variants(View):
    product_id: str
    title: str
    currency: str
    variants: list[ShownVariant]

    def ids(self) -> Iterable[str]:
        return [self.product_id, *(v.variant_id for v in self.variants)]


class Row(Value):
    product_id: str
    title: str
    brand: str
    price_cents: int
    rating: float
    shipping_days: int
    in_stock: bool
    attributes: Mapping[str, str]
    numbers: Mapping[str, int]


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
        rating=p.rating_tenths / 10,
        shipping_days=p.ship_days,
        in_stock=p.stock > 0,
    )


def _row(catalog: "Catalog", p: Outline) -> Row:
    return Row(
        product_id=p.id,
        title=p.title,
        brand=p.brand,
        price_cents=p.price_cents,
        rating=p.rating_tenths / 10,
        shipping_days=p.ship_days,
        in_stock=p.stock > 0,
        attributes=printed(catalog.category_of(p), p),
        numbers=numbers(p),
    )


@lru_cache(maxsize=16_384)  # as the catalogue has it; episodes share what none of them changes
def _shared_hit(catalog: "Catalog", doc: int) -> Hit:
    return _hit(catalog.head(doc))


@lru_cache(maxsize=16_384)
def _shared_row(catalog: "Catalog", doc: int) -> Row:
    return _row(catalog, catalog.outline(doc))


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
    return replace(row, in_stock=False) if product_id in world.overlay.sold_out else row


@reads
def catalog_search(world: World, query: str = "", filters: Filters = [], cursor: Cursor = "") -> Hits:  # noqa: B006
    """Find products by words and filters, best match first, a page at a time; without words the most popular
    come first. With a shelf filter the first page lists what can be filtered there (facets); all else stands
    on the product page alone."""
    catalog, overlay = world.catalog, world.overlay
    try:
        found = catalog.search(query, tuple(filters), overlay, after=cursor, limit=world.axes.retrieval_depth)
    except UnfitFilter as unfit:
        raise Refused(str(unfit)) from None
    hits = [_found(world, doc) for doc in found.docs]
    shelf = next((catalog.shelf_named(str(f.value)) for f in filters if f.name == "shelf"), None)
    facets = catalog.category(shelf).facets if shelf and not cursor else ()
    return Hits(
        results=hits,
        currency=world.customer.currency,
        next_cursor=hits[-1].product_id if found.more else "",
        facets=facets,
    )


@reads
def catalog_get_product(world: World, product_id: ProductId) -> Page:
    """A product's page: description, all attributes, one of its variants."""
    p = find(world, product_id)
    category = world.catalog.category_of(p)
    return Page(
        product_id=p.id,
        title=p.title,
        brand=p.brand,
        category=category.name,
        shelf=p.shelf,
        description=p.description,
        rating=p.rating_tenths / 10,
        ratings=p.ratings,
        shipping_days=p.ship_days,
        attributes=printed(category, p),
        numbers=numbers(p),
        variants=len(p.variants),
        shown_variant=_variant(world, p, 0),
        currency=world.customer.currency,
    )


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
    return Variants(product_id=p.id, title=p.title, currency=world.customer.currency, variants=variants)


@reads
def catalog_compare(world: World, product_ids: list[ProductId]) -> Comparison:
    """Up to twenty products side by side with all attributes."""
    if not 1 <= len(product_ids) <= COMPARED:
        raise Refused(f"catalog_compare takes 1 to {COMPARED} products, not {len(product_ids)}")
    return Comparison(currency=world.customer.currency, products=[_compared(world, id) for id in product_ids])
