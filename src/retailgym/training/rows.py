"""What results show, as rows: everything that has a name, with its fields, those of what it is part of, and
all words about it."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ..catalog.search.tokens import terms
from ..core.values import Value, encode

SHOWN_AS = {
    "items": "product_id",
    "product_ids": "product_id",
    "article_name": "article",
}  # where results have another name for it
CLAUSE = re.compile(
    r"^ *(\S*\d\S*)  (.+)$", re.MULTILINE
)  # a line of a policy: its id, two spaces, its words
NAMED = re.compile(r"\b(order|parcel) (\w*\d\w*)")  # an id that somebody wrote


class ShownRow(Value):
    """Something that was shown."""

    fields: Mapping[str, Any]
    words: frozenset[str]

    @property
    def key(self) -> str:
        return encode({k: v for k, v in self.fields.items() if _names(k)}).decode()


def named_in(text: str) -> Iterator[ShownRow]:
    """What is named in words."""
    return (ShownRow(fields={f"{kind}_id": id}, words=frozenset()) for kind, id in NAMED.findall(text))


def rows_in(
    content: Any, outer: Mapping[str, Any] | None = None, words: frozenset[str] = frozenset()
) -> Iterator[ShownRow]:
    """Everything in a result that has a name."""
    if isinstance(content, list):
        for item in content:
            yield from rows_in(item, outer, words)
    elif isinstance(content, dict):
        plain = {k: v for k, v in content.items() if not _holds_names(v)}
        fields = {**(outer or {}), **_nested(plain), **_scalars(plain)}
        words = words | frozenset(terms(" ".join(str(v) for v in plain.values())))
        if any(_names(k) for k in plain):
            yield ShownRow(fields=fields, words=words)
        for text in plain.values():
            for id, clause in CLAUSE.findall(text) if isinstance(text, str) else ():
                yield ShownRow(fields={**fields, "clause_id": id}, words=frozenset(terms(clause)))
        for key, value in content.items():
            if key not in plain:
                yield from rows_in(value, fields, words)


def _scalars(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {k: v for k, v in fields.items() if isinstance(v, (str, int, float)) and not isinstance(v, bool)}


def _nested(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Attributes and options; of a list such as the scans of a parcel, the last one, which says how things
    are."""
    flat: dict[str, Any] = {}
    for value in fields.values():
        inner = value[-1] if isinstance(value, list) and value else value
        if isinstance(inner, dict):
            flat |= _scalars(inner)
    return flat


def _names(key: str) -> bool:
    return key.endswith("_id") or key in SHOWN_AS.values()


def _holds_names(value: object) -> bool:
    if isinstance(value, dict):
        return any(_names(k) or _holds_names(v) for k, v in value.items())
    return isinstance(value, list) and any(_holds_names(v) for v in value)
