"""What a model or a person reads of a result: compact text, or JSON. Text says the same, in the words of a
shop.

A few rules hold for every result. What has parts of one kind is a table with a header; a column that is the
same all the way down is said once, above it, and a currency, a year or a unit that all cells share stands in
the header, but for the year that the clock has shown. Cents are money and day numbers are dates. What is
empty is left out, and so is what this reader has read before and what never changes: the account, what a
shelf can be filtered by, what a list has shown of an order, the names and prices of products that are
compared, the header of a table that goes on. Of a section of the policy it is said that it stands above."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from . import dates
from .cells import (
    BAR,
    UNSAID,
    Column,
    Row,
    cell_text,
    columns_of,
    columns_within,
    currency_of,
    exceptions,
    flattened,
    has_money,
    is_alike,
    is_implied,
    is_left_out,
    is_long,
    is_nothing,
    is_rows,
    is_said,
    joined,
    line_of,
    same_within,
    sums_of,
    thing_of,
    to_self,
    units_of,
    with_counts,
    without,
)
from .env import Failure, Message, Mistake, Refusal, Result, Said, Skipped
from .values import encode, plain

Results = Literal["text", "json"]
FORMS: tuple[Results, ...] = ("text", "json")
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
OF_DOCUMENTS = ("valid_from", "withdrawn")  # days that are years apart, so the year is always said
TEXTS = ("reviews", "notes")  # lists of sentences, one to a line
CART = ("lines", "total_cents")  # what a cart is known by
ABOVE = "shown above in full, and still so"
_SENTENCES = re.compile(r"(?<=\.) (?=[A-Z])")
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
        self._head = ("", [""])  # of the last table: its name and what stands above its rows

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
            content = {**content, "orders": with_counts(to_self(content))}
        if isinstance(content, Mapping) and "weekday" in content:
            self._year = str(dates.date(content["day"]).year)
        if isinstance(content, Mapping) and set(CART) <= set(content):
            content = self._added(content)
        if not isinstance(content, Mapping):
            return cell_text("", content, "")
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
        return {**new, "currency": standing["currency"]} if has_money(new) else without(new, "currency")

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
        currency = currency_of(content, currency)
        short: list[tuple[str, Any]] = []
        long: list[tuple[str, Any]] = []
        for name, value in content.items():
            if (
                is_nothing(name, value)
                or name in UNSAID
                or is_said(name, content)
                or is_implied(content, name)
            ):
                continue
            if self._is_known(content, name):
                continue
            (long if name in ONCE or name in TEXTS or is_long(value) else short).append((name, value))
        if short:
            yield line_of(short, currency)
        for name, value in long:
            shown = list(self._block(name, value, currency))
            if not shown and name == "facets" and not (content.get("results") or content.get("note")):
                shown = [f"facets: as above ({', '.join([f['name'] for f in value])})"]
            yield from shown

    def _block(self, name: str, value: Any, currency: str) -> Iterator[str]:
        if isinstance(value, str):
            yield from self._paragraphs(value)
            return
        if name == "facets":
            lines = [f"{name}:", *[f"{f['name']}: {cell_text('', f['values'], '')}" for f in value]]
        elif name in TEXTS:
            lines = [f"{name}:", *[f"- {cell_text(name, text, currency)}" for text in value]]
        elif not isinstance(value, Mapping) and (sums := sums_of(value, currency)):
            lines = [f"{name}: {sums}"]
        elif isinstance(value, Mapping):
            lines = list(self._lines(value, currency))
            lines = [f"{name}: {lines[0]}", *lines[1:]] if lines else []
        elif len(value) == 1:
            lines = list(self._lines(value[0], currency))
            lines = [f"{name}: {lines[0]}", *lines[1:]]
            self._remember(value)
        else:
            head, rows = self._table(value, currency)
            goes_on = self._head == (name, head)
            self._head = (name, head)
            lines = [f"{name}, columns as above:", *rows] if goes_on else [f"{name}:", *head, *rows]
        text = "\n".join(lines)
        if name in ONCE:
            if text in self._blocks:
                return
            self._blocks.add(text)
        yield from lines

    def _paragraphs(self, text: str) -> Iterator[str]:
        """A long text. What was read before is left out: of opening words sentence by sentence, of sections
        as a whole, and of those this is said."""
        for paragraph in text.split("\n\n"):
            head, _, clauses = paragraph.partition("\n")
            if not clauses:
                yield from self._unread(paragraph)
            elif paragraph not in self._blocks:
                self._blocks.add(paragraph)
                yield re.sub(r"(?m)^ +", "", re.sub(r" {2,}", " ", paragraph))
            else:
                yield f"{head.partition(';')[0]}: {ABOVE}"

    def _unread(self, paragraph: str) -> Iterator[str]:
        new = [s for s in _SENTENCES.split(" ".join(paragraph.split())) if s not in self._blocks]
        self._blocks.update(new)
        yield from [" ".join(new)] if new else []

    def _table(self, rows: Sequence[Row], currency: str) -> tuple[list[str], list[str]]:
        """What holds for all rows and the header, then the rows; tables within rows stand below them,
        indented."""
        flat = flattened(joined(rows))
        columns = list(dict.fromkeys(name for row in flat for name in row))
        inner = [c for c in columns if any(is_rows(row.get(c)) for row in flat)]
        columns = [c for c in columns if c not in inner and not is_left_out(flat, c)]
        columns = self._new(flat, columns)
        alike = [c for c in columns[1:] if is_alike(flat, c)]
        but = {c: odd for c in columns[1:] if c not in alike and (odd := exceptions(flat, columns[0], c))}
        own = columns_of(
            flat, [c for c in columns if c not in alike and c not in but], currency, units_of(rows)
        )
        within = {name: columns_within(flat, name, currency) for name in inner}
        for column in (*own, *[c for parts in within.values() for c in parts]):
            if column.name in OF_DOCUMENTS:
                continue
            column.head = column.head.removesuffix(f" ({self._year})")
        head = []
        if alike:
            head.append("all: " + line_of([(c, flat[0][c]) for c in alike], currency_of(flat[0], currency)))
        head += [f"all {c}: {most}, but not {', '.join(ids)}" for c, (most, ids) in but.items()]
        head.append(BAR.join([c.head for c in own]))
        for name, parts in within.items():
            same = same_within(flat, name)
            head += [f"{INDENT}all: {line_of(same, currency)}"] if same else []
            head.append(INDENT + BAR.join([c.head for c in parts]))
        return head, list(_cells(flat, own, within, currency))

    def _new(self, rows: Sequence[Row], columns: list[str]) -> list[str]:
        """The columns without those that tell this reader nothing new about the products in the rows, where
        others are left."""
        known = [
            c
            for c in columns
            if c in FIXED and all(self._facts.get((thing_of(row), c)) == row.get(c) for row in rows)
        ]
        self._remember(rows)
        left = [c for c in columns if c not in known]
        return left if any(c not in ("product_id", "in_stock") for c in left) else columns

    def _remember(self, rows: Sequence[Row], id: str = "", fixed: Sequence[str] = FIXED) -> None:
        for row in rows:
            if thing := str(row.get(id, "")) or thing_of(row):
                self._facts.update({(thing, c): row[c] for c in fixed if c in row})

    def _is_known(self, content: Row, name: str) -> bool:
        """The title of a product, or what a list has shown of an order."""
        thing = (
            thing_of(content) if name == "title" else content.get("order_id", "") if name in LISTED else ""
        )
        return bool(thing) and self._facts.get((thing, name)) == content[name]


def _cells(
    rows: Sequence[Row], own: Sequence[Column], within: Mapping[str, Sequence[Column]], currency: str
) -> Iterator[str]:
    for row in rows:
        inside = currency_of(row, currency)
        yield BAR.join([c.cell(row, inside) for c in own])
        for name, parts in within.items():
            for part in row.get(name) or ():
                yield INDENT + BAR.join([c.cell(part, inside) for c in parts])
