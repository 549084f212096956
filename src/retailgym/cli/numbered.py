"""The rows of the last list that came back, so that a person can say `add 2` or `#2` in place of an id."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

import msgspec

from ..core.cells import BAR
from ..core.env import Call, Message, Result
from ..core.values import encode, replace
from ..tools.kit import Tool

Row = Mapping[str, Any]
OPENS = {"product_id": "catalog_get_product", "order_id": "order_get", "article": "policy_read"}


class Rows:
    """What the last list held, and which call gave it."""

    def __init__(self) -> None:
        self.content: Row = {}
        self.rows: Sequence[Row] = ()
        self.asked: Call | None = None
        self.ids: dict[str, None] = {}  # every id that was shown, the latest last: for completion

    def learn(self, call: Call | None, message: Message | None) -> None:
        content = _read(message)
        self.ids.update(dict.fromkeys(_ids(content)))
        if listed := _rows(content):
            self.content, self.rows, self.asked = content, listed, call

    def resolved(self, name: str, value: Any) -> Any:
        """A value in which `#2` stands for the id of row 2, as this parameter needs it."""
        if isinstance(value, list):
            return [self.resolved(name.removesuffix("s"), one) for one in value]
        if isinstance(value, str) and (match := re.fullmatch(r"#(\d+)", value)):
            row = self._row(int(match[1]))
            return self._id(row, name) if row else value
        return value

    def short(self, verb: str, numbers: list[int], tools: Mapping[str, Tool]) -> Call | str:
        """The call that a short command stands for, or why it stands for none."""
        if verb == "next":
            cursor = self.content.get("next_cursor")
            if not cursor or self.asked is None or numbers:
                return "the last list has no further page"
            return Call(self.asked.name, {**dict(self.asked.arguments), "cursor": cursor})
        chosen = [self._row(n) for n in (numbers[:1] if verb == "add" else numbers)]
        if not chosen or None in chosen:
            return f"{verb} takes the number of a row: the last list has {len(self.rows) or 'none'}"
        call = self._call(verb, [row for row in chosen if row], numbers[1:])
        return call if isinstance(call, str) or call.name in tools else f"there is no {call.name} in this job"

    def _call(self, verb: str, rows: list[Row], more: list[int]) -> Call | str:
        first = rows[0]
        product = self._id(first, "product_id")
        match verb:
            case "add" if first.get("variant_id"):
                ids = {"product_id": product, "variant_id": first["variant_id"]}
                return Call("cart_add", {**ids, "quantity": more[0] if more else 1})
            case "add":
                return "that row is no variant; `variants N` lists those of a product"
            case "variants":
                return Call("catalog_get_variants", {"product_id": product})
            case "compare":
                return Call("catalog_compare", {"product_ids": [self._id(row, "product_id") for row in rows]})
            case _:
                for key, tool in OPENS.items():
                    if value := first.get(key):
                        return Call(tool, {"article_name" if key == "article" else key: value})
                return "that row cannot be opened"

    def _row(self, n: int) -> Row | None:
        return self.rows[n - 1] if 1 <= n <= len(self.rows) else None

    def _id(self, row: Row, name: str) -> Any:
        """What this row gives for a parameter: its own, that of the whole list, else its first id."""
        own = next((value for key, value in row.items() if key.endswith("_id")), "")
        return row.get(name) or self.content.get(name) or own


def _read(message: Message | None) -> Row:
    """A tool's result as plain data; empty for anything else."""
    if not isinstance(message, Result) or isinstance(message.content, str):
        return {}
    content: Row = msgspec.json.decode(encode(message.content))
    return content


def numbered(message: Message) -> Message:
    """The same message with a number before each row that can be named by it."""
    content = _read(message)
    for name, value in content.items():
        if value is _rows(content):
            listed = [{"#": n, **row} for n, row in enumerate(value, 1)]
            return replace(message, content={**content, name: listed})
    return message


def aligned(lines: Iterable[str]) -> Iterator[str]:
    """Tables are written for models, without a needless space; people like their columns straight."""
    for cells, rows in groupby((line.split(BAR) for line in lines), key=len):
        table = list(rows)
        widths = [max(len(row[n]) for row in table) for n in range(cells)]
        for row in table:
            yield "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()


def _rows(content: Row) -> Sequence[Row]:
    """The first list of things with an id."""
    for value in content.values():
        if (
            isinstance(value, list)
            and value
            and all(isinstance(row, Mapping) and _id_names(row) for row in value)
        ):
            return value
    return ()


def _id_names(row: Row) -> list[str]:
    return [key for key in row if key.endswith("_id") or key == "article"]


def _ids(content: Any) -> Iterator[str]:
    """Every id in a result, wherever it stands."""
    match content:
        case Mapping():
            for key, value in content.items():
                if isinstance(value, str) and (key.endswith("_id") or key == "article"):
                    yield value
                else:
                    yield from _ids(value)
        case list():
            for value in content:
                yield from _ids(value)
