"""Filters of a search, read: a range of documents, tests on columns, and the same tests on a single
product."""

import math
from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from ...core import money
from ...core.errors import did_you_mean
from .. import units
from ..product import NOTHING, Outline, Overlay
from ..schema import Attribute
from .filters import NUMBERS, OPS, Filter, UnfitFilter
from .tokens import terms

if TYPE_CHECKING:
    from ..catalogue import Catalog
    from .index import Shelf

_MOST_VALUES = 100  # of one filter
_LARGEST = 10**15
_LISTED = 40
_LONGEST_NAME = 60  # letters that may be one of ours, misspelt


class Number(NamedTuple):
    """The column holds a number from low to high, both included."""

    column: str
    low: int
    high: int


class Stock(NamedTuple):
    """Something is left, or nothing; of the documents that are gone nothing is."""

    wanted: bool
    gone: frozenset[int]


class Codes(NamedTuple):
    """The attribute has an allowed value: for each code whether it is, by number of the category and slot."""

    allowed: dict[int, bytes]


Test = Number | Stock | Codes


class Where(NamedTuple):
    first: int
    last: int
    tests: list[Test]
    product: list[Callable[[Outline], bool]]
    shelf: "Shelf | None" = None  # on which all of them stand, where it is known

    def passed(self, product: Outline) -> bool:
        """Does a product that stands in no column pass?"""
        for test in self.product:  # noqa: SIM110
            if not test(product):
                return False
        return True


def read(catalog: "Catalog", filters: Iterable[Filter], overlay: Overlay = NOTHING) -> Where:
    where = Where(0, catalog.size, [], [])
    for f in sorted(filters, key=lambda f: f.name != "shelf"):  # which says what else can be filtered by
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


def _range(catalog: "Catalog", f: Filter, where: Where) -> Where:
    if f.op != "eq" or not isinstance(f.value, str):
        raise UnfitFilter(f"filter {f.name!r} takes op 'eq' and a name: {_list(catalog.names(f.name))}")
    span = catalog.range_named(f.name, f.value)
    if span is None:
        names = catalog.names(f.name)
        if meant := _by_words(f.value, names):
            raise UnfitFilter(f"no {f.name} {_shown(f.value)}; {meant}")
        hint = did_you_mean(f.value, names, "", most=3, cutoff=0.3)
        raise UnfitFilter(
            f"no {f.name} {_shown(f.value)}; {f'{hint} There' if hint else 'there'} are {_list(names)}"
        )
    first, last = max(where.first, span[0]), min(where.last, span[1])
    name, shelf = f.value, catalog.shelf_named(f.value) if f.name == "shelf" else None
    if shelf:
        where.product.append(lambda p: p.shelf == name)
    else:
        where.product.append(lambda p: catalog.category_of(p).name == name)
    return Where(first, max(first, last), where.tests, where.product, shelf or where.shelf)


def _by_words(given: str, names: Sequence[str]) -> str:
    """Names that share words with what was given, the most first: "Sliders" finds "Camera sliders"."""
    sought = {word for word in terms(given) if len(word) > 3}
    shared = {name: len(sought & set(terms(name))) for name in names} if sought else {}
    near = sorted([name for name, n in shared.items() if n], key=lambda name: (-shared[name], len(name)))[:5]
    return f"did you mean {' or '.join(map(repr, near))}?" if near else ""


def _in_stock(catalog: "Catalog", f: Filter, where: Where, overlay: Overlay) -> None:
    """Products that sold out during the episode count as out of stock."""
    wanted = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}.get(
        _text(f.value)
    )
    if f.op != "eq" or wanted is None:
        raise UnfitFilter(
            f"filter 'in_stock' takes op 'eq' and true or false, not {f.op!r} and {_shown(f.value)}"
        )
    where.tests.append(
        Stock(wanted, frozenset([doc for id in overlay.sold_out if (doc := catalog.doc(id)) is not None]))
    )
    where.product.append(lambda p: (p.stock > 0 and p.id not in overlay.sold_out) == wanted)


def _number(catalog: "Catalog", f: Filter, where: Where) -> None:
    column, number = NUMBERS[f.name], _given(f)
    if f.op == "in" or number is None or abs(number) > _LARGEST:
        a = "an amount such as $49.99" if f.name == "price" else "a number"
        raise UnfitFilter(
            f"filter {f.name!r} takes op 'eq', 'lte' or 'gte' and {a}, not {f.op!r} and {_shown(f.value)}"
        )
    whole = _whole(f, number)
    compare = _COMPARE[f.op]
    where.tests.append(
        Number(column, -_LARGEST * 10 if f.op == "lte" else whole, _LARGEST * 10 if f.op == "gte" else whole)
    )
    field = {
        "price": "price_cents",
        "price_cents": "price_cents",
        "rating": "rating_tenths",
        "shipping_days": "ship_days",
    }[f.name]
    where.product.append(lambda p: bool(compare(getattr(p, field), whole)))


def _given(f: Filter) -> float | None:
    """A price as printed, in cents; the days of "3 days", the stars of "4.5 stars"; else the number."""
    match f.name, f.value:
        case "price", str() as text:
            return money.read(text, whole=True)
        case "price", value:
            amount = _as_number(value)
            return None if amount is None or abs(amount) > _LARGEST else float(Decimal(repr(amount)) * 100)
        case "shipping_days" | "rating", str() as text:
            return _as_number(text.lower().removesuffix("s").removesuffix(" day").removesuffix(" star"))
        case _, value:
            return _as_number(value)


def _whole(f: Filter, number: float) -> int:
    """Ratings are given in stars; the columns keep tenths of stars. A bound between two steps is the step
    within it."""
    exact = Decimal(repr(number)) * (10 if f.name == "rating" else 1)
    match f.op:
        case "lte":
            return math.floor(exact)
        case "gte":
            return math.ceil(exact)
        case _:
            return int(exact) if exact == int(exact) else -1  # which no product has


_COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "eq": lambda a, b: a == b,
    "lte": lambda a, b: a <= b,
    "gte": lambda a, b: a >= b,
}


def _attribute(catalog: "Catalog", f: Filter, where: Where) -> None:
    """A filter on an attribute holds in each category that has it; its values are numbered per category."""
    holders = catalog.categories_with(f.name)
    if not catalog.filters_by(f.name, where.shelf):
        names = catalog.filter_names(where.shelf)
        place = " on this shelf" if where.shelf is not None else ""
        hint = did_you_mean(f.name, names, "")
        hint = f"{hint} It" if hint else "it"
        raise UnfitFilter(
            f"search has no filter {_shown(f.name)}{place}; {hint} filters by {', '.join(names)}; other "
            f"details stand on the product page"
        )
    given = f.value if isinstance(f.value, list) else [f.value]
    texts = list(dict.fromkeys(map(_text, given[:_MOST_VALUES])))
    here = catalog.category_of_shelf_with(f.name, where.shelf) if where.shelf is not None else []
    allowed = _tables(catalog, here, f.op, texts) or _tables(catalog, holders, f.op, texts)
    unknown = len(given) > _MOST_VALUES or (
        len(texts) > 1 and not all(any(_codes(a, "eq", t) for _, _, a in holders) for t in texts)
    )
    if unknown or not allowed:
        values = dict.fromkeys(text for _, _, a in holders for text in a.printed)
        hint = _nearest([t for t in texts if not any(_codes(a, "eq", t) for _, _, a in holders)], values)
        raise UnfitFilter(
            f"filter {f.name!r} cannot be {f.op} {_shown(f.value)}; {f'{hint} Its' if hint else 'its'} "
            f"values are {_list(list(values))}"
        )
    where.tests.append(Codes(allowed))
    where.product.append(lambda p: catalog.fits_product(allowed, f.name, p))


def _nearest(unknown: Sequence[str], values: Iterable[str]) -> str:
    """What the first value that there is none of may be meant for, wherever it stands in a long list."""
    if not unknown or len(unknown[0]) > _LONGEST_NAME:
        return ""
    return did_you_mean(unknown[0], values, "", most=3, cutoff=0.7)


def _tables(
    catalog: "Catalog", holders: Sequence[tuple[int, int, Attribute]], op: str, texts: list[str]
) -> dict[int, bytes]:
    allowed: dict[int, bytes] = {}
    for number, slot, attribute in holders:
        table = catalog.remembered_table(
            (number, slot, op, str(texts)), partial(_allowed, attribute, op, texts)
        )
        if table is not None:
            allowed[number * 256 + slot] = table
    return allowed


def _allowed(attribute: Attribute, op: str, texts: list[str]) -> bytes | None:
    """Which codes of the attribute pass; None if no value is one that it could have."""
    if op in ("lte", "gte") and (len(texts) != 1 or _measure(attribute, texts[0]) is None):
        return None
    codes = [code for text in texts for code in _codes(attribute, op, text)]
    if not codes and op not in ("lte", "gte"):
        return None
    table = bytearray(256)
    for code in codes:
        table[code] = True
    return bytes(table)


def _codes(attribute: Attribute, op: str, text: str) -> list[int]:
    """The codes of the values that stand in this relation to a value given in words or numbers."""
    bound = _measure(attribute, text)
    if bound is not None:
        return [
            code
            for code, choice in enumerate(attribute.choices)
            if _COMPARE[op if op in _COMPARE else "eq"](choice.value, bound)
        ]
    return attribute.codes_of.get(text, [])


def _measure(attribute: Attribute, text: str) -> float | None:
    """A number of the attribute's unit: bare, with the unit behind it, or as the catalogue prints it. Words
    have no measure."""
    if not attribute.unit:
        return None
    as_printed = next((c.value for c in attribute.choices if c.label.lower() == text), None)
    return _as_number(units.in_unit(text, attribute.unit) if as_printed is None else as_printed)


def _as_number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if number == number else None


def _text(value: object) -> str:
    """A value as text to compare: lower case, whole numbers without a point. What is too large to be meant is
    no text at all."""
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
