"""Search: words and typed filters over the mapped index, with an episode's overlay on top. The NumPy kernel.

The order is by score, then by document. A page begins after the document that its cursor names, so pages neither skip nor repeat.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from difflib import get_close_matches
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .filters import NUMBERS, OPS, Filter, UnfitFilter
from .index import Array, impact, indexed_text
from .overlay import NOTHING, Added, Overlay
from .product import Product
from .schema import Attribute
from .tokens import terms

if TYPE_CHECKING:
    from .catalogue import Catalog

_ROWS = 64
_MOST_VALUES = 100  # of one filter
_LARGEST = 10**15
_LISTED = 40


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
    sought = list(dict.fromkeys(terms(query)))
    scores = _scored(catalog, sought, where)
    _strike(scores, where, overlay)
    near = [a for a in overlay.added.values() if where.first <= a.place < where.last and all(test(a.outline) for test in where.product)]
    extra = [(-score, a.place, a.id) for a in near if (score := _score(catalog, sought, a))]
    if after:
        score, place, id = _cursor(catalog, sought, overlay, after)
        scores[scores > score] = 0
        before = scores[: max(0, place + 1 - where.first)]
        before[before == score] = 0
        extra = [e for e in extra if e > (-score, place, id)]
    best = _best(scores, limit + 1)
    if not extra:
        return Found((best[:limit] + where.first).tolist(), len(best) > limit)
    ranked = [(-s, d + where.first, "") for d, s in zip(best.tolist(), scores[best].tolist(), strict=True)]
    ranked = sorted(ranked + extra)
    return Found([id or doc for _, doc, id in ranked[:limit]], len(ranked) > limit)


def _scored(catalog: "Catalog", sought: list[str], where: _Where) -> Array:
    """The score of each document of the range: 0 for one that holds none of the words; without words all have the same."""
    first, last = where.first, where.last
    if not sought:
        return np.ones(last - first, dtype=np.int32)
    total = np.zeros(last - first, dtype=np.int32)
    for term in sought:
        found, impacts, spread = catalog.postings(term)
        if spread is not None:
            total += spread[first:last]
        elif last - first == catalog.size:
            total[found] += impacts
        else:
            begin, end = found.searchsorted(np.array((first, last), dtype=found.dtype))
            if begin < end:
                total[found[begin:end] - first] += impacts[begin:end]
    return total


def _strike(scores: Array, where: _Where, overlay: Overlay) -> None:
    """What the filters keep out and what the overlay hides scores 0."""
    for test in where.columns:
        scores *= test(where.first, where.last)
    hidden = [d - where.first for d in overlay.masked if where.first <= d < where.last]
    if hidden:
        scores[hidden] = 0


def _best(scores: Array, n: int) -> Array:
    """The n best places with a score, by score and then by place. Only values are taken from sorts that are not stable."""
    least = 1
    width = len(scores) // _ROWS
    if width >= n:  # the n-th best of the columns' best is no better than the n-th best of all
        tops = scores[: width * _ROWS].reshape(_ROWS, width).max(axis=0)
        least = max(1, int(np.partition(tops, width - n)[width - n]))
    at = (scores >= least).nonzero()[0]
    if len(at) > 4 * n:
        held = scores[at]
        nth = np.partition(held, len(at) - n)[len(at) - n]
        above, level = at[held > nth], at[held == nth]
        at = np.sort(np.concatenate((above, level[: n - len(above)])), kind="stable")
    order = np.argsort(-scores[at], kind="stable")[:n]
    best: Array = at[order]
    return best


def _score(catalog: "Catalog", sought: list[str], added: Added) -> int:
    """An added product scores with the base's statistics, so that the base's ranking does not move."""
    if not sought:
        return 1
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
    total = 0 if sought else 1
    for term in sought:
        found, impacts, _ = catalog.postings(term)
        at = int(found.searchsorted(doc))
        if at < len(found) and found[at] == doc:
            total += int(impacts[at])
    return total, doc, ""


def read(catalog: "Catalog", filters: Iterable[Filter], overlay: Overlay = NOTHING) -> _Where:
    where = _Where(0, catalog.size, [], [])
    for f in filters:
        if f.op not in OPS:
            raise UnfitFilter(f"no filter operation {_shown(f.op)}; use one of {', '.join(OPS)}")
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
    names = catalog.names(f.name)
    if f.op != "eq" or not isinstance(f.value, str):
        raise UnfitFilter(f"filter {f.name!r} takes op 'eq' and a name: {_list(names)}")
    found = catalog.range_named(f.name, f.value)
    if found is None:
        near = get_close_matches(f.value, names, n=3, cutoff=0.3)
        hint = f"did you mean {' or '.join(map(repr, near))}? There are" if near else "there are"
        raise UnfitFilter(f"no {f.name} {_shown(f.value)}; {hint} {_list(names)}")
    first, last = max(where.first, found[0]), min(where.last, found[1])
    name = f.value
    if f.name == "shelf":
        where.product.append(lambda p: p.shelf == name)
    else:
        where.product.append(lambda p: catalog.category_of(p).name == name)
    return where._replace(first=first, last=max(first, last))


def _in_stock(catalog: "Catalog", f: Filter, where: _Where, overlay: Overlay) -> None:
    """Products that sold out during the episode count as out of stock."""
    wanted = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}.get(_text(f.value))
    if f.op != "eq" or wanted is None:
        raise UnfitFilter(f"filter 'in_stock' takes op 'eq' and true or false, not {f.op!r} and {_shown(f.value)}")
    gone = [doc for id in overlay.sold_out if (doc := catalog.doc(id)) is not None]

    def on_column(first: int, last: int) -> Array:
        held: Array = catalog.column["stock"][first:last] > 0
        held[[d - first for d in gone if first <= d < last]] = False
        return held if wanted else ~held

    where.columns.append(on_column)
    where.product.append(lambda p: (p.stock > 0 and p.id not in overlay.sold_out) == wanted)


def _number(catalog: "Catalog", f: Filter, where: _Where) -> None:
    column, number = NUMBERS[f.name], _as_number(f.value)
    if f.op == "in" or number is None or abs(number) > _LARGEST:
        raise UnfitFilter(f"filter {f.name!r} takes op 'eq', 'lte' or 'gte' and a number, not {f.op!r} and {_shown(f.value)}")
    whole = _whole(f, number)
    compare = _COMPARE[f.op]
    where.columns.append(lambda a, b: compare(catalog.column[column][a:b].astype(np.int64), whole))
    field = {"price": "price_cents", "rating": "rating_tenths", "shipping_days": "ship_days"}[f.name]
    where.product.append(lambda p: bool(compare(getattr(p, field), whole)))


def _whole(f: Filter, number: float) -> int:
    """Prices are given in cents, ratings in stars; the columns keep tenths of stars. A bound between two steps is the step within it."""
    exact = Decimal(repr(number)) * (10 if f.name == "rating" else 1)
    match f.op:
        case "lte":
            return math.floor(exact)
        case "gte":
            return math.ceil(exact)
        case _:
            return int(exact) if exact == int(exact) else -1  # which no product has


_COMPARE: dict[str, Callable[[Any, Any], Any]] = {"eq": lambda a, b: a == b, "lte": lambda a, b: a <= b, "gte": lambda a, b: a >= b}


def _attribute(catalog: "Catalog", f: Filter, where: _Where) -> None:
    """A filter on an attribute holds in each category that has it; its values are numbered per category."""
    holders = catalog.categories_with(f.name)
    if not holders:
        names = catalog.filter_names
        near = get_close_matches(f.name, names, n=1)
        hint = f"did you mean {near[0]!r}? It" if near else "it"
        raise UnfitFilter(f"search has no filter {_shown(f.name)}; {hint} filters by {', '.join(names)}; other details stand on the product page")
    given = f.value if isinstance(f.value, list) else [f.value]
    texts = list(dict.fromkeys(map(_text, given[:_MOST_VALUES])))
    allowed: dict[int, Array] = {}
    for number, slot, attribute in holders:
        table = catalog.remembered_table((number, slot, f.op, str(texts)), partial(_allowed, attribute, f.op, texts))
        if table is not None:
            allowed[number * 256 + slot] = table
    unknown = len(given) > _MOST_VALUES or (len(texts) > 1 and not all(any(_codes(a, "eq", t) for _, _, a in holders) for t in texts))
    if unknown or not allowed:
        values = dict.fromkeys(str(c.value) for _, _, a in holders for c in a.choices)
        raise UnfitFilter(f"filter {f.name!r} cannot be {f.op} {_shown(f.value)}; its values are {_list(list(values))}")
    where.columns.append(lambda a, b: catalog.fits(allowed, a, b))
    where.product.append(lambda p: catalog.fits_product(allowed, f.name, p))


def _allowed(attribute: Attribute, op: str, texts: list[str]) -> Array | None:
    """Which codes of the attribute pass; None if no value is one that it could have."""
    if op in ("lte", "gte") and (len(texts) != 1 or _measure(attribute, texts[0]) is None):
        return None
    codes = [code for text in texts for code in _codes(attribute, op, text)]
    if not codes and op not in ("lte", "gte"):
        return None
    table = np.zeros(256, dtype=bool)
    table[codes] = True
    return table


def _codes(attribute: Attribute, op: str, text: str) -> list[int]:
    """The codes of the values that stand in this relation to a value given in words or numbers."""
    bound = _measure(attribute, text)
    if bound is not None:
        return [code for code, choice in enumerate(attribute.choices) if _COMPARE[op if op in _COMPARE else "eq"](choice.value, bound)]
    return [code for code, choice in enumerate(attribute.choices) if text in (str(choice.value).lower(), choice.label.lower())]


def _measure(attribute: Attribute, text: str) -> float | None:
    """A number of the attribute's unit: bare, with the unit behind it, or as the catalogue prints it. Words have no measure."""
    if not attribute.unit:
        return None
    as_printed = next((c.value for c in attribute.choices if c.label.lower() == text), None)
    return _as_number(text.removesuffix(attribute.unit.lower()) if as_printed is None else as_printed)


def _as_number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if number == number else None


def _text(value: object) -> str:
    """A value as text to compare: lower case, whole numbers without a point. What is too large to be meant is no text at all."""
    if isinstance(value, str):
        return value.strip().lower()
    number = _as_number(value)
    if number is None or abs(number) > _LARGEST:
        return str(value).lower() if isinstance(value, bool) else ""
    return str(int(number)) if number == int(number) else repr(number)


def _shown(value: object) -> str:
    """A value for a message, never longer than a line."""
    match value:
        case list():
            text = f"[{', '.join(map(_shown, value[:_LISTED]))}]"
        case int() if abs(value) > _LARGEST:
            text = "so large a number"
        case _:
            text = repr(value)
    return text if len(text) <= 100 else text[:100] + "…"


def _list(names: Sequence[str]) -> str:
    more = f" and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
    return ", ".join(names[:_LISTED]) + more
