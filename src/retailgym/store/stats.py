"""What is in a catalogue or a store, in figures and in pictures made of letters."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ..core.money import printed
from ..core.values import Value
from ..world.build import own_documents, own_policy
from .trial import serves

if TYPE_CHECKING:
    from ..catalog.catalogue import Catalog

WIDTH = 40  # letters of a bar
LISTED = 15


class ShelfCount(Value):
    name: str
    department: str
    products: int
    shelves: int
    brands: int
    attributes: tuple[str, ...]
    options: tuple[str, ...]


class Statistics(Value):
    store: str
    name: str
    products: int
    in_stock: int
    shelves: int
    categories: tuple[ShelfCount, ...]
    currency: str
    origin: Mapping[str, str]
    synthesised: Mapping[str, int]
    policy: str
    calendar: str
    handbook: str  # what the engine knows of its own documents, and what not
    prices: tuple[tuple[int, int], ...]  # cents from which on, products
    ratings: tuple[tuple[int, int], ...]  # tenths
    variants_in_stock: tuple[tuple[int, int], ...]
    shelf_sizes: tuple[tuple[int, int], ...]
    uses: Mapping[str, int]  # environment -> shelves
    serves: Mapping[str, str] = {}


def statistics(catalog: "Catalog", *, trial: bool = False) -> Statistics:
    contents, config, column = catalog.contents, catalog.config, catalog.column
    origin = contents.origin
    policy = own_policy(config.policy_file, config.policy, config.currency) if config.policy else None
    tried = {env: str(s) for env, s in serves(catalog).items()} if trial else {}
    return Statistics(
        store=catalog.content_hash,
        name=config.name,
        products=catalog.size,
        in_stock=int((column["stock"] > 0).sum()),
        shelves=len(catalog.shelves),
        categories=tuple(_categories(catalog)),
        currency=config.currency,
        calendar=f"{config.calendar.first} to {config.calendar.last}" if config.calendar else "",
        origin={"file": origin.file, "format": origin.format} if origin else {},
        synthesised=origin.synthesised if origin else {},
        policy=f"{policy.name}, {len(tuple(policy.all_rules()))} rules" if policy else "drawn per episode",
        handbook=_handbook(catalog),
        prices=_prices(column["price"].tolist()),
        ratings=_counted((column["rating"] // 5 * 5).tolist()),
        variants_in_stock=_counted(column["choice"].tolist()),
        shelf_sizes=_counted([(s.last - s.first) // 25 * 25 for s in catalog.shelves]),
        uses={job: len(shelves) for job, shelves in contents.uses.items() if job},
        serves=tried,
    )


def _handbook(catalog: "Catalog") -> str:
    if not catalog.config.documents:
        return ""
    own = own_documents(catalog)
    items = sum(s.document.rank > 0 for s in own.stated)
    return (
        f"{len(own.written)} documents of its own state {items} items of the policy; agents read "
        f"{own.unknown} other lines, of which the engine knows nothing: neither whether they agree with the "
        "items nor what follows from them"
    )


def _categories(catalog: "Catalog") -> Iterator[ShelfCount]:
    sizes: dict[int, list[int]] = {}
    for shelf in catalog.shelves:
        sizes.setdefault(shelf.category, []).append(shelf.last - shelf.first)
    for n, c in enumerate(catalog.contents.schema.categories):
        yield ShelfCount(
            name=c.name,
            department=c.department,
            products=sum(sizes.get(n, [])),
            shelves=len(sizes.get(n, [])),
            brands=len(c.brands),
            attributes=tuple(a.label + ("" if a.filterable else "*") for a in c.attributes),
            options=tuple(o.label for o in c.options),
        )


def _prices(cents: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Products by price, each range twice as dear as the one before."""
    if not cents:
        return ()
    edges = [100 * 2**n for n in range(25)]
    counts = np.bincount(np.searchsorted(edges, np.array(cents), side="right")).tolist()
    return tuple((0 if n == 0 else edges[n - 1], count) for n, count in enumerate(counts) if count)


def _counted(values: Sequence[int]) -> tuple[tuple[int, int], ...]:
    counts: dict[int, int] = {}
    for value in values:
        counts[value] = counts.get(value, 0) + 1
    return tuple(sorted(counts.items()))


def pictured(stats: Statistics) -> Iterator[str]:
    """The figures for people."""
    yield f"store {stats.store}" + (f": {stats.name}" if stats.name else "")
    if stats.origin:
        yield f"imported from {stats.origin['file']} ({stats.origin['format']})"
    yield from (
        f"the {what} of {count:,} products was drawn, not imported"
        for what, count in stats.synthesised.items()
    )
    yield (
        f"{stats.products:,} products, {stats.in_stock:,} in stock, on {stats.shelves:,} shelves in "
        f"{len(stats.categories):,} categories"
    )
    yield (
        f"prices in {stats.currency or 'the currency of the customer'}; policy: {stats.policy}; calendar: "
        f"{stats.calendar or 'four years, undated'}"
    )
    if stats.handbook:
        yield f"handbook: {stats.handbook}"
    yield from _bars(
        "price from", [(printed(cents, stats.currency or "USD"), n) for cents, n in stats.prices]
    )
    yield from _bars(
        "stars from", [(f"{tenths / 10:.1f}" if tenths else "none", n) for tenths, n in stats.ratings]
    )
    yield from _bars("variants in stock", [(str(n), count) for n, count in stats.variants_in_stock])
    yield from _bars(
        "products on a shelf, from", [(str(n), count) for n, count in stats.shelf_sizes], "shelves"
    )
    yield ""
    yield "categories (attributes with * stand on the product page alone):"
    for c in sorted(stats.categories, key=lambda c: (-c.products, c.name))[:LISTED]:
        options = f"; options {', '.join(c.options)}" if c.options else ""
        yield (
            f"  {c.name}: {c.products:,} products, {c.shelves} shelves, {c.brands} brands, "
            f"{c.department}; "
            f"{', '.join(c.attributes)}{options}"
        )
    if len(stats.categories) > LISTED:
        yield f"  and {len(stats.categories) - LISTED:,} more"
    if stats.uses:
        yield from _bars("shelves that each environment can use", list(stats.uses.items()), "shelves")
    if stats.serves:
        yield ""
        yield "environments, tried with the expert at every level:"
        yield from (f"  {env:<13} {why or 'yes'}" for env, why in stats.serves.items())


def _bars(title: str, rows: Sequence[tuple[str, int]], unit: str = "products") -> Iterator[str]:
    """A plot: one bar for each row."""
    most = max((n for _, n in rows), default=0)
    if not most:
        return
    yield ""
    yield f"{title} ({unit})"
    wide = max(len(name) for name, _ in rows)
    for name, n in rows:
        yield f"  {name:>{wide}} {'#' * max(n > 0, n * WIDTH // most):<{WIDTH}} {n:,}"
