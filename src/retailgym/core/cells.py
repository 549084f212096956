"""How the values of a result are printed, as people write them: cells, lines and columns of a table."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from ..catalog.search.tokens import terms
from . import dates, markets, money

Row = Mapping[str, Any]
BAR = "|"
IMPLIED = {"brand": "title", "title": "text"}  # the first is not repeated where it stands in the second
UNSAID = ("numbers",)  # they stand beside as people write them
SELF = "self"  # a recipient who is the customer
NONE_YET = (
    "coupon_cents",
    "coupon_share_cents",
    "refunded_cents",
    "already_returned",
    "restocking_fee_cents",
    "return_shipping_cents",
    "paid_within_days",
    "discount_cents",
)  # not told where they are 0
COUNTED = 4  # kinds of other things in orders that have a column each, at most


def thing_of(row: Row) -> str:
    """The id of the product or of the item of an order that a row is about."""
    return str(row.get("product_id") or row.get("item_id") or "")


def without(row: Row, name: str) -> Row:
    return {key: value for key, value in row.items() if key != name}


def line_of(pairs: Sequence[tuple[str, Any]], currency: str) -> str:
    names = [name for name, _ in pairs]
    return "; ".join([f"{_label(name, names)}: {cell_text(name, value, currency)}" for name, value in pairs])


def _label(name: str, beside: Sequence[str] = ()) -> str:
    """price_cents is the price, placed_day the day on which it was placed; what would be called as something
    beside it keeps its name."""
    short = "amount" if name == "cents" else name.removesuffix("_cents").removesuffix("_day")
    return name.replace("_cents", "_amount") if short != name and short in beside else short


def _is_day(name: str) -> bool:
    return name in ("day", "today") or name.endswith("_day")


class Column:
    """A column of a table: what stands above it, and how its cells are printed."""

    def __init__(self, name: str, rows: Sequence[Row], beside: Sequence[str], shared: str) -> None:
        years = (
            {dates.date(row[name]).year for row in rows if isinstance(row.get(name), int)}
            if _is_day(name) and len(rows) > 1
            else set()
        )
        self.name, self.dated = name, len(years) == 1
        self.shared = str(years.pop()) if self.dated else shared if len(rows) > 1 else ""
        self.head = f"{_label(name, beside)} ({self.shared})" if self.shared else _label(name, beside)

    def cell(self, row: Row, currency: str) -> str:
        value = row.get(self.name)
        if self.dated and isinstance(value, int):
            return dates.in_year(value)
        cell = cell_text(self.name, value, currency)
        return cell.replace(self.shared, "", 1).strip() if self.shared and not self.dated else cell


def columns_of(
    rows: Sequence[Row], names: Sequence[str], currency: str, measured: Mapping[str, str] = {}
) -> list[Column]:
    known = markets.CURRENCIES.get(currency)
    sign = known.symbol if known and not any("currency" in row for row in rows) else ""
    shared = {c: sign if c == "cents" or c.endswith("_cents") else measured.get(c, "") for c in names}
    return [Column(c, rows, names, shared[c]) for c in names]


def units_of(rows: Sequence[Row]) -> dict[str, str]:
    """The units of attributes that are printed in the one that they are counted in, so that the bare number
    can be given back."""
    units: dict[str, str] = {}
    for name in rows[0].get("numbers", {}):
        cells = [str(row.get("attributes", {}).get(name)).partition(" ") for row in rows]
        numbers = [str(row.get("numbers", {}).get(name)) for row in rows]
        if len({unit for _, _, unit in cells}) == 1 and [number for number, _, _ in cells] == numbers:
            units[name] = cells[0][2] if cells[0][2] != name else ""
    return units


def cell_text(name: str, value: Any, currency: str) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case int() if name == "cents" or name.endswith("_cents"):
            return money.printed(value, currency)
        case int() if _is_day(name):
            return dates.printed(value)
        case Mapping():
            return ", ".join(
                [f"{_label(k)} {cell_text(k, v, currency)}" for k, v in value.items() if not _empty(v)]
            )
        case list() | tuple():
            counted = Counter([cell_text(name, v, currency) for v in value])
            return ", ".join([f"{n} {words}" if n > 1 else words for words, n in counted.items()])
        case None:
            return ""
        case _:
            return " ".join(str(value).replace(BAR, " / ").split())


def flattened(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """The rows, with columns for what they all hold one level down."""
    held = [{k: set(v) for k, v in row.items() if isinstance(v, Mapping)} for row in rows]
    opened = [
        name
        for name, keys in held[0].items()
        if all(h.get(name) == keys for h in held) and not keys & set(rows[0])
    ]
    flat = []
    for row in rows:
        pairs = [
            (k, v)
            for name, value in row.items()
            for k, v in (value.items() if name in opened else ((name, value),))
            if name not in UNSAID
        ]
        flat.append(dict(pairs))
    return flat


def columns_within(rows: Sequence[Row], name: str, currency: str) -> list[Column]:
    """The columns of the tables that rows hold under a name; a kind that the titles name is not said
    again."""
    parts = [part for row in rows for part in row.get(name) or ()]
    every = dict.fromkeys(c for part in parts for c in part)
    same = dict(same_within(rows, name))
    currency = "" if any("currency" in row for row in rows) else currency
    return columns_of(parts, [c for c in every if c not in same and not is_left_out(parts, c)], currency)


def same_within(rows: Sequence[Row], name: str) -> list[tuple[str, Any]]:
    """What is so of all rows of the tables that rows hold under a name; of several, if they differ
    otherwise."""
    parts = [part for row in rows for part in row.get(name) or ()]
    same = [
        (c, v)
        for c, v in parts[0].items()
        if isinstance(v, bool) and len(parts) > 1 and all(part.get(c) == v for part in parts)
    ]
    return same if len(same) < len(parts[0]) else []


def is_left_out(rows: Sequence[Row], name: str) -> bool:
    """Is a column empty, or does another say it?"""
    return (
        all(is_nothing(name, row.get(name)) for row in rows)
        or _implied_all(rows, name)
        or (name == "kind" and all(map(_named, rows)))
    )


def joined(rows: Sequence[Row]) -> Sequence[Row]:
    """Rows that all hold a table of one row, each with that row."""
    for name, value in rows[0].items():
        if is_rows(value) and all(len(row.get(name) or ()) == 1 for row in rows):
            return [{k: v for k, v in row.items() if k != name} | row[name][0] for row in rows]
    return rows


def to_self(content: Row) -> list[Row]:
    """A list of orders; those that went to the customer do not name them again."""
    own = content["account"]["name"]
    return [{**o, "recipient": SELF} if o["recipient"] == own else o for o in content["orders"]]


def with_counts(orders: list[Row]) -> list[Row]:
    """Orders, with a column for each kind of thing beside those that are listed, if there are few."""
    kinds = sorted({kind for o in orders for kind in o["beside"]})
    if len(orders) < 2 or len(kinds) > COUNTED:
        return orders
    return [
        {**o, "beside": {f"{kind} beside": o["beside"].count(kind) or None for kind in kinds}} for o in orders
    ]


def sums_of(rows: Sequence[Row], currency: str) -> str:
    """Rows of which each is a word and an amount, on one line."""
    shown = [[(k, v) for k, v in row.items() if not is_nothing(k, v)] for row in rows]
    if not all(len(row) == 2 and isinstance(row[0][1], str) and row[1][0] == "cents" for row in shown):
        return ""
    return ", ".join([" ".join([cell_text(k, v, currency) for k, v in row]) for row in shown])


def _named(row: Row) -> bool:
    """Does the title say what kind of thing it is?"""
    return set(terms(str(row.get("kind")))) <= set(terms(str(row.get("title"))))


def currency_of(content: Row, currency: str) -> str:
    return str(
        content.get("currency")
        or next(
            (v["currency"] for v in content.values() if isinstance(v, Mapping) and "currency" in v), currency
        )
    )


def is_said(name: str, content: Row) -> bool:
    """A currency that all amounts are printed with."""
    return (name == "currency" and has_money(content)) or (
        name == "shop_currency" and content[name] == content.get("currency")
    )


def has_money(content: Any) -> bool:
    match content:
        case Mapping():
            return any(
                name == "cents" or name.endswith("_cents") or has_money(value)
                for name, value in content.items()
            )
        case list() | tuple():
            return any(map(has_money, content))
        case _:
            return False


def is_nothing(name: str, value: Any) -> bool:
    """Nothing to tell: empty, or something that would be told if there were any of it."""
    return _empty(value) or (name in NONE_YET and value == 0)


def _empty(value: Any) -> bool:
    return value is None or (isinstance(value, str | list | tuple | Mapping) and not value)


def is_implied(row: Row, name: str) -> bool:
    """Does it stand in something longer beside it?"""
    value, longer = row.get(name), row.get(IMPLIED.get(name, ""))
    return isinstance(value, str) and isinstance(longer, str) and value in longer


def _implied_all(rows: Sequence[Row], name: str) -> bool:
    return name in IMPLIED and all(is_implied(row, name) for row in rows)


def exceptions(rows: Sequence[Row], first: str, name: str) -> tuple[str, list[str]] | None:
    """Of something that is so or not: what holds for nearly all, and the ids of the few that differ."""
    if not first.endswith("_id") or not all(isinstance(row.get(name), bool) for row in rows):
        return None
    most = sum(row[name] for row in rows) * 2 >= len(rows)
    few = [str(row[first]) for row in rows if row[name] is not most]
    return (cell_text(name, most, ""), few) if len(few) * 5 <= len(rows) else None


def is_alike(rows: Sequence[Row], name: str) -> bool:
    first = rows[0].get(name)
    return not _empty(first) and all(row.get(name) == first for row in rows)


def is_rows(value: Any) -> bool:
    return isinstance(value, list | tuple) and any(isinstance(v, Mapping) for v in value)


def is_long(value: Any) -> bool:
    return (
        is_rows(value)
        or (isinstance(value, str) and "\n" in value)
        or (isinstance(value, Mapping) and any(map(_is_nested, value.values())))
    )


def _is_nested(value: Any) -> bool:
    return isinstance(value, Mapping | list | tuple)
