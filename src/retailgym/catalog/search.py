"""Search: words and typed filters over the mapped index, with an episode's overlay on top. The NumPy kernel.

The order is by score, then by document. A page begins after the document that its cursor names, so pages neither skip nor repeat.
"""

from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .filters import NUMBERS, OPS, Filter, UnfitFilter
from .index import NO_VALUE, Array, impact, indexed_text
from .overlay import NOTHING, Added, Overlay
from .product import Product
from .schema import Attribute
from .tokens import terms

if TYPE_CHECKING:
    from .catalogue import Catalog


class Found(NamedTuple):
    """Documents of one page; products that the overlay added are given by id."""

    docs: list[int | str]
    more: bool


class _Where(NamedTuple):
    """Filters, read: a range of documents, tests on columns, and the same tests on a single product."""

    first: int
    last: int
    columns: list[Callable[[int, int], Array]]
    product: list[Callable[[Product], bool]]


def search(catalog: "Catalog", query: str, filters: Sequence[Filter], overlay: Overlay = NOTHING, *, after: str = "", limit: int) -> Found:
    where = read(catalog, filters, overlay)
    sought = [t for t in dict.fromkeys(terms(query)) if t]
    docs, scores = _scored(catalog, sought, where)
    docs, scores = _kept(docs, scores, where, overlay)
    near = [a for a in overlay.added.values() if where.first <= a.place < where.last and all(test(a.product) for test in where.product)]
    extra = [(-_score(catalog, sought, a), a.place, a.id) for a in near]
    if sought:
        extra = [e for e in extra if e[0]]
    if after:
        score, place, id = _cursor(catalog, sought, overlay, after)
        later = (scores < score) | ((scores == score) & (docs > place))
        docs, scores = docs[later], scores[later]
        extra = [e for e in extra if e > (-score, place, id)]
    best = _first(docs, scores, limit + 1)
    if not extra:
        return Found([int(d) for d in best[0][:limit]], len(best[0]) > limit)
    ranked: list[tuple[int, int, str]] = [(-s, d, "") for d, s in zip(best[0].tolist(), best[1].tolist(), strict=True)]
    ranked = sorted(ranked + extra)
    return Found([id or doc for _, doc, id in ranked[:limit]], len(ranked) > limit)


def _scored(catalog: "Catalog", sought: list[str], where: _Where) -> tuple[Array, Array]:
    """The documents of the range that hold any of the words, with their scores; without words all, in order."""
    first, last = where.first, where.last
    if not sought:
        return np.arange(first, last), np.zeros(last - first, dtype=np.int64)
    total = np.zeros(last - first, dtype=np.int64)
    for term in sought:
        found, impacts = catalog.postings(term)
        if first or last < catalog.size:
            begin, end = found.searchsorted((first, last))
            found, impacts = found[begin:end], impacts[begin:end]
        total[found - first] += impacts
    at = np.flatnonzero(total)
    return at + first, total[at]


def _kept(docs: Array, scores: Array, where: _Where, overlay: Overlay) -> tuple[Array, Array]:
    first, last = where.first, where.last
    hidden = [d - first for d in overlay.masked if first <= d < last]
    if not where.columns and not hidden:
        return docs, scores
    fit = np.ones(last - first, dtype=bool)
    for test in where.columns:
        fit &= test(first, last)
    if hidden:
        fit[hidden] = False
    keep = fit[docs - first]
    return docs[keep], scores[keep]


def _first(docs: Array, scores: Array, n: int) -> tuple[Array, Array]:
    """The n best: by score, then by document. Only the value of the n-th score is taken from the partition, so it is stable."""
    if len(docs) > 4 * n:
        least = np.partition(scores, len(scores) - n)[len(scores) - n]
        above = np.flatnonzero(scores > least)
        level = np.flatnonzero(scores == least)[: n - len(above)]
        chosen = np.sort(np.concatenate((above, level)), kind="stable")
        docs, scores = docs[chosen], scores[chosen]
    order = np.argsort(-scores, kind="stable")[:n]
    return docs[order], scores[order]


def _score(catalog: "Catalog", sought: list[str], added: Added) -> int:
    """An added product scores with the base's statistics, so that the base's ranking does not move."""
    if not sought:
        return 0
    held = catalog.remembered_terms(added.product, _held)
    total = 0
    for term in sought:
        times = held.get(term, 0)
        if times:
            total += impact(catalog.rarity(term), times, held[""], catalog.average_terms)
    return total


def _held(catalog: "Catalog", product: Product) -> dict[str, int]:
    held: dict[str, int] = {}
    found = terms(indexed_text(catalog.category_of(product), product))
    for term in found:
        held[term] = held.get(term, 0) + 1
    held[""] = len(found)
    return held


def _cursor(catalog: "Catalog", sought: list[str], overlay: Overlay, after: str) -> tuple[int, int, str]:
    """The place of the cursor's document in the order, whether or not it still passes the filters."""
    if after in overlay.added:
        added = overlay.added[after]
        return _score(catalog, sought, added), added.place, after
    doc = catalog.doc(after)
    if doc is None:
        raise UnfitFilter(f"no result {after!r} to continue after; use the cursor that the last page gave, or none for the first page")
    total = 0
    for term in sought:
        found, impacts = catalog.postings(term)
        at = int(found.searchsorted(doc))
        if at < len(found) and found[at] == doc:
            total += int(impacts[at])
    return total, doc, ""


def read(catalog: "Catalog", filters: Iterable[Filter], overlay: Overlay = NOTHING) -> _Where:
    where = _Where(0, catalog.size, [], [])
    for f in filters:
        if f.op not in OPS:
            raise UnfitFilter(f"no filter operation {f.op!r}; use one of {', '.join(OPS)}")
        if f.name in ("category", "shelf"):
            where = _range(catalog, f, where)
        elif f.name == "in_stock":
            _in_stock(catalog, f, where, overlay)
        elif f.name in NUMBERS:
            _number(catalog, f, where)
        else:
            _attribute(catalog, f, where)
    return where


def _range(catalog: "Catalog", f: Filter, where: _Where) -> _Where:
    if f.op != "eq" or not isinstance(f.value, str):
        raise UnfitFilter(f"filter {f.name!r} takes op 'eq' and a name")
    found = catalog.range_named(f.name, f.value)
    if found is None:
        names = catalog.names(f.name)
        near = get_close_matches(f.value, names, n=3, cutoff=0.3)
        hint = f"did you mean {' or '.join(map(repr, near))}?" if near else f"there are {', '.join(names[:30])}"
        raise UnfitFilter(f"no {f.name} {f.value!r}; {hint}")
    first, last = max(where.first, found[0]), min(where.last, found[1])
    name = f.value
    if f.name == "shelf":
        where.product.append(lambda p: p.shelf == name)
    else:
        where.product.append(lambda p: catalog.category_of(p).name == name)
    return where._replace(first=first, last=max(first, last))


def _in_stock(catalog: "Catalog", f: Filter, where: _Where, overlay: Overlay) -> None:
    """Products that sold out during the episode count as out of stock."""
    if f.op != "eq" or f.value not in (True, False, "true", "false", "yes", "no"):
        raise UnfitFilter("filter 'in_stock' takes op 'eq' and true or false")
    wanted = f.value in (True, "true", "yes")
    gone = [doc for id in overlay.sold_out if (doc := catalog.doc(id)) is not None]

    def on_column(first: int, last: int) -> Array:
        held: Array = catalog.column["stock"][first:last] > 0
        held[[d - first for d in gone if first <= d < last]] = False
        return held if wanted else ~held

    where.columns.append(on_column)
    where.product.append(lambda p: (p.stock > 0 and p.id not in overlay.sold_out) == wanted)


def _number(catalog: "Catalog", f: Filter, where: _Where) -> None:
    column, number = NUMBERS[f.name], f.value
    if isinstance(number, str):
        try:
            number = float(number)
        except ValueError:
            number = True
    if f.op == "in" or isinstance(number, (bool, list)):
        raise UnfitFilter(f"filter {f.name!r} takes op 'eq', 'lte' or 'gte' and a number, not {f.value!r}")
    whole = _whole(f.name, number)
    compare = _COMPARE[f.op]
    where.columns.append(lambda a, b: compare(catalog.column[column][a:b].astype(np.int64), whole))
    field = {"price": "price_cents", "rating": "rating_tenths", "shipping_days": "ship_days"}[f.name]
    where.product.append(lambda p: bool(compare(getattr(p, field), whole)))


def _whole(name: str, number: int | float) -> int:
    """Prices are given in cents, ratings in stars; the columns keep tenths of stars."""
    if number != number or abs(number) > 10**15:
        raise UnfitFilter(f"filter {name!r} cannot compare with {number}")
    return round(number * 10) if name == "rating" else round(number)


_COMPARE: dict[str, Callable[[Any, Any], Any]] = {"eq": lambda a, b: a == b, "lte": lambda a, b: a <= b, "gte": lambda a, b: a >= b}


def _attribute(catalog: "Catalog", f: Filter, where: _Where) -> None:
    """A filter on an attribute holds in each category that has it; its values are numbered per category."""
    holders = catalog.categories_with(f.name)
    if not holders:
        names = catalog.filter_names
        near = get_close_matches(f.name, names, n=1)
        hint = f"did you mean {near[0]!r}? " if near else ""
        can = f"It filters by {', '.join(names)}; other details stand on the product page"
        raise UnfitFilter(f"search has no filter {f.name!r}; {hint}{can}")
    allowed: dict[int, Array] = {}
    for number, slot, attribute in holders:
        table = catalog.remembered_table((number, slot, f.op, str(f.value)), partial(_allowed, attribute, f))
        if table is not None:
            allowed[number * 256 + slot] = table
    if not allowed:
        values = dict.fromkeys(str(c.value) for _, _, a in holders for c in a.choices)
        raise UnfitFilter(f"filter {f.name!r} cannot be {f.op} {f.value!r}; its values are {', '.join(list(values)[:40])}")
    where.columns.append(lambda a, b: catalog.fits(allowed, a, b))
    where.product.append(lambda p: catalog.fits_product(allowed, f.name, p))


def _allowed(attribute: Attribute, f: Filter) -> Array | None:
    """Which codes of the attribute pass; None if the value is none of its own."""
    table = np.zeros(256, dtype=bool)
    given = f.value if isinstance(f.value, list) else [f.value]
    if f.op in ("lte", "gte"):
        bound = _as_number(f.value)
        if not attribute.unit or bound is None:
            return None
        compare = _COMPARE[f.op]
        for code, choice in enumerate(attribute.choices):
            table[code] = compare(choice.value, bound)
        return table
    wanted = {str(v).lower() for v in given}
    names = [{str(c.value).lower(), c.label.lower(), f"{c.value} {attribute.unit}".lower()} for c in attribute.choices]
    codes = [n for n, known in enumerate(names) if wanted & known]
    if not codes:
        return None
    table[codes] = True
    table[NO_VALUE] = False
    return table


def _as_number(value: object) -> float | None:
    """A number, also one with its unit behind it, as pages print it."""
    try:
        number = float(value.split()[0] if isinstance(value, str) else value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError, IndexError):
        return None
    return number if number == number else None
