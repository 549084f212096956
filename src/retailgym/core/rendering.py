"""What a model or a person reads of a result: compact text, or JSON. Text says the same, in the words of a
shop.

A few rules hold for every result. What has parts of one kind is a table with a header; a column that is the
same all the way down is said once, above it, and a currency, a year or a unit that all cells share stands in
the header, but for the year that the clock has shown. Cents are money and day numbers are dates. What is
empty is left out, and so is what this reader has read before and what never changes: the account, what a
shelf can be filtered by, what a list has shown of an order, the names and prices of products that are
compared. Of a section of the policy it is said that it stands above."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from ..catalog.search.tokens import terms
from . import dates, markets, money
from .env import Failure, Message, Mistake, Refusal, Result, Said, Skipped
from .values import encode, plain

Results = Literal["text", "json"]
Row = Mapping[str, Any]
FORMS: tuple[Results, ...] = ("text", "json")
BAR = "|"
INDENT = "  "
FIXED = (
    "title",
    "brand",
    "shelf",
    "kind",
    "price_cents",
    "rating",
    "shipping_days",
)  # of a product, all through an episode
LISTED = ("placed_day", "recipient", "marked_as_gift", "shipping_method", "coupon")  # of an order, likewise
ONCE = ("account", "facets")
IMPLIED = {"brand": "title", "title": "text"}  # the first is not repeated where it stands in the second
UNSAID = ("numbers",)  # they stand beside as people write them
SELF = "self"  # a recipient who is the customer
TEXTS = ("reviews", "notes")  # lists of sentences, one to a line
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
CART = ("lines", "total_cents")  # what a cart is known by
ABOVE = "shown above in full, and still so"
COUNTED = 4  # kinds of other things in orders that have a column each, at most
STANDING = "reply_drafted"  # marks what stands decided at the desk, of which only changes are told


def results_from(text: str) -> Results:
    for form in FORMS:
        if text == form:
            return form
    raise ValueError(f"--results {text!r} must be {' or '.join(FORMS)}")


class Rendering:
    """Messages as one reader gets them, one after the other."""

    def __init__(self, results: Results = "text") -> None:
        self.results = results
        self.forget()

    def forget(self) -> None:
        """The reader no longer has before it what it has read."""
        self._facts: dict[tuple[str, str], Any] = {}
        self._blocks: set[str] = set()
        self._standing: Row = {}
        self._year = ""
        self._cart: list[Any] = []

    def message(self, message: Message) -> str:
        """What a tool's message holds, or the customer's words."""
        match message:
            case Said(text=text) | Result(content=str() as text):
                return text
            case Result(content=content):
                return self.result(content)
            case Failure(text=text):
                return f"Failed: {text}"
            case Refusal(text=text):
                return f"Refused: {text}"
            case Mistake(text=text):
                return f"Malformed: {text}"
            case Skipped():
                return "Not run: the job had ended."

    def by_name(self, messages: Iterable[Message]) -> Iterator[str]:
        """The same for a reader without tool messages: each says where it comes from."""
        for message in messages:
            match message:
                case Said() | Result(content=str()):
                    yield f"Customer: {self.message(message)}"
                case Result(tool=tool):
                    yield f"Result of {tool}:{self._break()}{self.message(message)}"
                case Refusal(tool=tool) | Skipped(tool=tool):
                    yield f"{tool}: {self.message(message)}"
                case Mistake():
                    yield self.message(message)

    def result(self, content: Any) -> str:
        """A result, as a view or as the plain data that it is on the wire."""
        if self.results == "json":
            return encode(content).decode()
        content = content if isinstance(content, dict) else plain(content)
        if isinstance(content, Mapping) and STANDING in content:
            content = self._changes(content)
        listed = content["orders"] if isinstance(content, Mapping) and "account" in content else []
        if listed:
            content = {**content, "orders": _counted(_to_self(content))}
        if isinstance(content, Mapping) and "weekday" in content:
            self._year = str(dates.date(content["day"]).year)
        if isinstance(content, Mapping) and set(CART) <= set(content):
            content = self._added(content)
        if not isinstance(content, Mapping):
            return _cell("", content, "")
        text = "\n".join(self._lines(content, ""))
        self._remember(listed, "order_id", LISTED)
        return text

    def answer(self, result: Any) -> str:
        """What a turn came to, as it is on the wire: one result, or what the customer went on to say beside
        it."""
        match result:
            case None:
                return ""
            case str():
                return result
            case {"refused": str() as text, **rest} if not rest:
                return self.message(Refusal(tool="", text=text))
            case {"failed": str() as text, **rest} if not rest:
                return self.message(Failure(tool="", text=text))
            case {"not_run": str() as tool, **rest} if not rest:
                return self.message(Skipped(tool=tool))
            case {"result": first, "customer": str() as said, **rest} if not rest:
                return f"{self.answer(first)}\nCustomer: {said}"
            case {"results": list() as several, **rest} if not rest:
                return "\n".join(map(self.answer, several))
            case _:
                return self.result(result)

    def _changes(self, standing: Row) -> Row:
        """What is not as it stood when this reader last read of it."""
        before, self._standing = self._standing, standing
        new = {name: value for name, value in standing.items() if before.get(name) != value}
        if "items" in new:
            known = before.get("items", {})
            new["items"] = {id: d for id, d in new["items"].items() if known.get(id) != d}
        if not new:
            return {"changed": False}
        return {**new, "currency": standing["currency"]} if _has_money(new) else _without(new, "currency")

    def _added(self, cart: Row) -> Row:
        """A cart with what was put into it since this reader last read of it, if all else is as it was."""
        before, self._cart = self._cart, cart["lines"]
        new = [line for line in cart["lines"] if line not in before]
        if not before or not new or len(new) + len(before) != len(cart["lines"]):
            return cart
        return {**{name: value for name, value in cart.items() if name != "lines"}, "added": new}

    def _break(self) -> str:
        return "\n" if self.results == "text" else " "

    def _lines(self, content: Row, currency: str) -> Iterator[str]:
        """One mapping: what is short on one line, then its tables and texts."""
        currency = _currency(content, currency)
        short: list[tuple[str, Any]] = []
        long: list[tuple[str, Any]] = []
        for name, value in content.items():
            if _nothing(name, value) or name in UNSAID or _is_said(name, content) or _implied(content, name):
                continue
            if self._is_known(content, name):
                continue
            (long if name in ONCE or name in TEXTS or _is_long(value) else short).append((name, value))
        if short:
            yield _line(short, currency)
        for name, value in long:
            yield from self._block(name, value, currency)

    def _block(self, name: str, value: Any, currency: str) -> Iterator[str]:
        if isinstance(value, str):
            yield from self._paragraphs(value)
            return
        if name == "facets":
            lines = [f"{name}:", *[f"{f['name']}: {_cell('', f['values'], '')}" for f in value]]
        elif name in TEXTS:
            lines = [f"{name}:", *[f"- {_cell(name, text, currency)}" for text in value]]
        elif not isinstance(value, Mapping) and (sums := _sums(value, currency)):
            lines = [f"{name}: {sums}"]
        elif isinstance(value, Mapping):
            lines = list(self._lines(value, currency))
            lines = [f"{name}: {lines[0]}", *lines[1:]] if lines else []
        elif len(value) == 1:
            lines = list(self._lines(value[0], currency))
            lines = [f"{name}: {lines[0]}", *lines[1:]]
            self._remember(value)
        else:
            lines = [f"{name}:", *self._table(value, currency)]
        text = "\n".join(lines)
        if name in ONCE:
            if text in self._blocks:
                return
            self._blocks.add(text)
        yield from lines

    def _paragraphs(self, text: str) -> Iterator[str]:
        """A long text; a paragraph that was read before is left out, and where it is a section this is
        said."""
        for paragraph in text.split("\n\n"):
            head, _, clauses = paragraph.partition("\n")
            if paragraph not in self._blocks:
                self._blocks.add(paragraph)
                yield re.sub(r"(?m)^ +", "", re.sub(r" {2,}", " ", paragraph))
            elif clauses:
                yield f"{head.partition(';')[0]}: {ABOVE}"

    def _table(self, rows: Sequence[Row], currency: str) -> Iterator[str]:
        """Rows under a header; tables within rows stand below them, indented."""
        flat = _flat(_joined(rows))
        columns = list(dict.fromkeys(name for row in flat for name in row))
        inner = [c for c in columns if any(_is_rows(row.get(c)) for row in flat)]
        columns = [c for c in columns if c not in inner and not _left_out(flat, c)]
        columns = self._new(flat, columns)
        alike = [c for c in columns[1:] if _alike(flat, c)]
        but = {
            c: found for c in columns[1:] if c not in alike and (found := _exceptions(flat, columns[0], c))
        }
        head = _columns(
            flat, [c for c in columns if c not in alike and c not in but], currency, _measured(rows)
        )
        within = {name: _within(flat, name, currency) for name in inner}
        for column in (*head, *[c for parts in within.values() for c in parts]):
            column.head = column.head.removesuffix(f" ({self._year})")
        if alike:
            yield "all: " + _line([(c, flat[0][c]) for c in alike], _currency(flat[0], currency))
        yield from [f"all {c}: {most}, but not {', '.join(ids)}" for c, (most, ids) in but.items()]
        yield BAR.join([c.head for c in head])
        for name, parts in within.items():
            same = _same_within(flat, name)
            yield from [f"{INDENT}all: {_line(same, currency)}"] if same else []
            yield INDENT + BAR.join([c.head for c in parts])
        for row in flat:
            inside = _currency(row, currency)
            yield BAR.join([c.cell(row, inside) for c in head])
            for name, parts in within.items():
                for part in row.get(name) or ():
                    yield INDENT + BAR.join([c.cell(part, inside) for c in parts])

    def _new(self, rows: Sequence[Row], columns: list[str]) -> list[str]:
        """The columns without those that tell this reader nothing new about the products in the rows, where
        others are left."""
        known = [
            c
            for c in columns
            if c in FIXED and all(self._facts.get((_thing(row), c)) == row.get(c) for row in rows)
        ]
        self._remember(rows)
        left = [c for c in columns if c not in known]
        return left if any(c not in ("product_id", "in_stock") for c in left) else columns

    def _remember(self, rows: Sequence[Row], id: str = "", fixed: Sequence[str] = FIXED) -> None:
        for row in rows:
            if thing := str(row.get(id, "")) or _thing(row):
                self._facts.update({(thing, c): row[c] for c in fixed if c in row})

    def _is_known(self, content: Row, name: str) -> bool:
        """The title of a product, or what a list has shown of an order."""
        thing = _thing(content) if name == "title" else content.get("order_id", "") if name in LISTED else ""
        return bool(thing) and self._facts.get((thing, name)) == content[name]


def _thing(row: Row) -> str:
    """The id of the product or of the item of an order that a row is about."""
    return str(row.get("product_id") or row.get("item_id") or "")


def _without(row: Row, name: str) -> Row:
    return {key: value for key, value in row.items() if key != name}


def _line(pairs: Sequence[tuple[str, Any]], currency: str) -> str:
    names = [name for name, _ in pairs]
    return "; ".join([f"{_label(name, names)}: {_cell(name, value, currency)}" for name, value in pairs])


def _label(name: str, beside: Sequence[str] = ()) -> str:
    """price_cents is the price, placed_day the day on which it was placed; what would be called as something
    beside it keeps its name."""
    short = "amount" if name == "cents" else name.removesuffix("_cents").removesuffix("_day")
    return name.replace("_cents", "_amount") if short != name and short in beside else short


def _is_day(name: str) -> bool:
    return name in ("day", "today") or name.endswith("_day")


class _Column:
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
        cell = _cell(self.name, value, currency)
        return cell.replace(self.shared, "", 1).strip() if self.shared and not self.dated else cell


def _columns(
    rows: Sequence[Row], names: Sequence[str], currency: str, measured: Mapping[str, str] = {}
) -> list[_Column]:
    known = markets.CURRENCIES.get(currency)
    sign = known.symbol if known and not any("currency" in row for row in rows) else ""
    shared = {c: sign if c == "cents" or c.endswith("_cents") else measured.get(c, "") for c in names}
    return [_Column(c, rows, names, shared[c]) for c in names]


def _measured(rows: Sequence[Row]) -> dict[str, str]:
    """The units of attributes that are printed in the one that they are counted in, so that the bare number
    can be given back."""
    found: dict[str, str] = {}
    for name in rows[0].get("numbers", {}):
        cells = [str(row.get("attributes", {}).get(name)).partition(" ") for row in rows]
        numbers = [str(row.get("numbers", {}).get(name)) for row in rows]
        if len({unit for _, _, unit in cells}) == 1 and [number for number, _, _ in cells] == numbers:
            found[name] = cells[0][2] if cells[0][2] != name else ""
    return found


def _cell(name: str, value: Any, currency: str) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case int() if name == "cents" or name.endswith("_cents"):
            return money.printed(value, currency)
        case int() if _is_day(name):
            return dates.printed(value)
        case Mapping():
            return ", ".join(
                [f"{_label(k)} {_cell(k, v, currency)}" for k, v in value.items() if not _empty(v)]
            )
        case list() | tuple():
            counted = Counter([_cell(name, v, currency) for v in value])
            return ", ".join([f"{n} {words}" if n > 1 else words for words, n in counted.items()])
        case None:
            return ""
        case _:
            return " ".join(str(value).replace(BAR, " / ").split())


def _flat(rows: Sequence[Row]) -> list[dict[str, Any]]:
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


def _within(rows: Sequence[Row], name: str, currency: str) -> list[_Column]:
    """The columns of the tables that rows hold under a name; a kind that the titles name is not said
    again."""
    parts = [part for row in rows for part in row.get(name) or ()]
    found = dict.fromkeys(c for part in parts for c in part)
    same = dict(_same_within(rows, name))
    currency = "" if any("currency" in row for row in rows) else currency
    return _columns(parts, [c for c in found if c not in same and not _left_out(parts, c)], currency)


def _same_within(rows: Sequence[Row], name: str) -> list[tuple[str, Any]]:
    """What is so of all rows of the tables that rows hold under a name; of several, if they differ
    otherwise."""
    parts = [part for row in rows for part in row.get(name) or ()]
    same = [
        (c, v)
        for c, v in parts[0].items()
        if isinstance(v, bool) and len(parts) > 1 and all(part.get(c) == v for part in parts)
    ]
    return same if len(same) < len(parts[0]) else []


def _left_out(rows: Sequence[Row], name: str) -> bool:
    """Is a column empty, or does another say it?"""
    return (
        all(_nothing(name, row.get(name)) for row in rows)
        or _implied_all(rows, name)
        or (name == "kind" and all(map(_named, rows)))
    )


def _joined(rows: Sequence[Row]) -> Sequence[Row]:
    """Rows that all hold a table of one row, each with that row."""
    for name, value in rows[0].items():
        if _is_rows(value) and all(len(row.get(name) or ()) == 1 for row in rows):
            return [{k: v for k, v in row.items() if k != name} | row[name][0] for row in rows]
    return rows


def _to_self(content: Row) -> list[Row]:
    """A list of orders; those that went to the customer do not name them again."""
    own = content["account"]["name"]
    return [{**o, "recipient": SELF} if o["recipient"] == own else o for o in content["orders"]]


def _counted(orders: list[Row]) -> list[Row]:
    """Orders, with a column for each kind of thing beside those that are listed, if there are few."""
    kinds = sorted({kind for o in orders for kind in o["beside"]})
    if len(orders) < 2 or len(kinds) > COUNTED:
        return orders
    return [
        {**o, "beside": {f"{kind} beside": o["beside"].count(kind) or None for kind in kinds}} for o in orders
    ]


def _sums(rows: Sequence[Row], currency: str) -> str:
    """Rows of which each is a word and an amount, on one line."""
    shown = [[(k, v) for k, v in row.items() if not _nothing(k, v)] for row in rows]
    if not all(len(row) == 2 and isinstance(row[0][1], str) and row[1][0] == "cents" for row in shown):
        return ""
    return ", ".join([" ".join([_cell(k, v, currency) for k, v in row]) for row in shown])


def _named(row: Row) -> bool:
    """Does the title say what kind of thing it is?"""
    return set(terms(str(row.get("kind")))) <= set(terms(str(row.get("title"))))


def _currency(content: Row, currency: str) -> str:
    return str(
        content.get("currency")
        or next(
            (v["currency"] for v in content.values() if isinstance(v, Mapping) and "currency" in v), currency
        )
    )


def _is_said(name: str, content: Row) -> bool:
    """A currency that all amounts are printed with."""
    return (name == "currency" and _has_money(content)) or (
        name == "shop_currency" and content[name] == content.get("currency")
    )


def _has_money(content: Any) -> bool:
    match content:
        case Mapping():
            return any(
                name == "cents" or name.endswith("_cents") or _has_money(value)
                for name, value in content.items()
            )
        case list() | tuple():
            return any(map(_has_money, content))
        case _:
            return False


def _nothing(name: str, value: Any) -> bool:
    """Nothing to tell: empty, or something that would be told if there were any of it."""
    return _empty(value) or (name in NONE_YET and value == 0)


def _empty(value: Any) -> bool:
    return value is None or (isinstance(value, str | list | tuple | Mapping) and not value)


def _implied(row: Row, name: str) -> bool:
    """Does it stand in something longer beside it?"""
    value, longer = row.get(name), row.get(IMPLIED.get(name, ""))
    return isinstance(value, str) and isinstance(longer, str) and value in longer


def _implied_all(rows: Sequence[Row], name: str) -> bool:
    return name in IMPLIED and all(_implied(row, name) for row in rows)


def _exceptions(rows: Sequence[Row], first: str, name: str) -> tuple[str, list[str]] | None:
    """Of something that is so or not: what holds for nearly all, and the ids of the few that differ."""
    if not first.endswith("_id") or not all(isinstance(row.get(name), bool) for row in rows):
        return None
    most = sum(row[name] for row in rows) * 2 >= len(rows)
    few = [str(row[first]) for row in rows if row[name] is not most]
    return (_cell(name, most, ""), few) if len(few) * 5 <= len(rows) else None


def _alike(rows: Sequence[Row], name: str) -> bool:
    first = rows[0].get(name)
    return not _empty(first) and all(row.get(name) == first for row in rows)


def _is_rows(value: Any) -> bool:
    return isinstance(value, list | tuple) and any(isinstance(v, Mapping) for v in value)


def _is_long(value: Any) -> bool:
    return (
        _is_rows(value)
        or (isinstance(value, str) and "\n" in value)
        or (isinstance(value, Mapping) and any(map(_is_nested, value.values())))
    )


def _is_nested(value: Any) -> bool:
    return isinstance(value, Mapping | list | tuple)
