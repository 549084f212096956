"""A reader for JSON of any shape: a list of products, an object that holds one, or a product to a line.
Fields are columns, and so are those of an object within a product."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

import msgspec

from .documents import amazon, amazon_offer, as_text, whole_document
from .files import SourceFile, TableRow, byte_lines, column_name, decoded, encoding_of
from .offer import Found, RefusedRow, UnreadableFile
from .tables import by_column

LOOKED_AT = 1_000  # products whose fields are the columns
VARIANTS = "variants"  # a list of objects of that name has what a product's variants do not share


def json_records(source: SourceFile) -> Found:
    """Products by the map of columns, as from a table; those with an ASIN as in data sets of reviews."""
    if not is_document(source):
        yield from _lines(source)
        return
    products = _listed(source)
    if products and _has_asin(products[0]) and not source.columns:
        yield from (amazon_offer(n, one) for n, one in enumerate(products, 1))
        return
    rows = [row for n, one in enumerate(products, 1) for row in _rows(n, one)]
    yield from by_column(source, _header(rows), rows)


def is_document(source: SourceFile) -> bool:
    """Is the file one JSON value, and not a product to a line?"""
    held = list(islice((line for _, line in byte_lines(source) if line is None or line.strip()), 2))
    try:
        one = msgspec.json.decode((held[0] or b"").removeprefix(b"\xef\xbb\xbf"))
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return True
    return not isinstance(one, dict) or (len(held) == 1 and VARIANTS not in one and len(_lists(one)) == 1)


def _has_asin(one: Mapping[str, Any]) -> bool:
    return "parent_asin" in one or "asin" in one


def _lists(one: Mapping[str, Any]) -> list[list[dict[str, Any]]]:
    return [
        v for v in one.values() if isinstance(v, list) and v and all(isinstance(part, dict) for part in v)
    ]


def _listed(source: SourceFile) -> list[dict[str, Any]]:
    """The products of a document."""
    try:
        products = msgspec.json.decode(whole_document(source))
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise UnreadableFile(f"{source.path.name} is not JSON that can be read: {error}") from None
    if isinstance(products, dict) and len(lists := _lists(products)) == 1:
        products = lists[0]
    if not isinstance(products, list) or not all(isinstance(one, dict) for one in products):
        raise UnreadableFile(
            f"{source.path.name} is one JSON document without a list of products; write a list of objects, "
            f"or one product to a line"
        )
    return products


def _lines(source: SourceFile) -> Found:
    """A product to a line; read twice, so that nothing waits in memory."""
    first = next((row for row in _decoded(source) if isinstance(row, tuple)), None)
    if first is not None and _has_asin(first[1]) and not source.columns:
        yield from amazon(source)
        return
    begun = (row for record in _decoded(source) if isinstance(record, tuple) for row in _rows(*record))
    header = _header(list(islice(begun, LOOKED_AT)))
    for record in _decoded(source):
        if isinstance(record, RefusedRow):
            yield record
        else:
            yield from by_column(source, header, _rows(*record))


def _decoded(source: SourceFile) -> Iterator[tuple[int, dict[str, Any]] | RefusedRow]:
    codec = encoding_of(source).removesuffix("-sig")
    for number, line in byte_lines(source):
        if line is None:
            yield RefusedRow(row=number, id="", reason="line too long", detail="more than 16 MiB")
        elif line.strip():
            text = decoded(line, codec, number, source)
            try:
                document = msgspec.json.decode(text)
            except (msgspec.DecodeError, RecursionError) as error:
                yield RefusedRow(row=number, id="", reason="not readable", detail=str(error))
                continue
            if isinstance(document, dict):
                yield number, document
            else:
                yield RefusedRow(row=number, id="", reason="not readable", detail="not an object")


def _rows(number: int, product: Mapping[str, Any]) -> Iterator[TableRow]:
    """The product, or each of its variants with what the product says of all of them."""
    own = dict(_fields(product))
    variants = product.get(VARIANTS)
    if isinstance(variants, list) and variants and all(isinstance(v, dict) for v in variants):
        for variant in variants:
            yield TableRow(number=number, fields={"group": f"{number}", **own, **dict(_fields(variant))})
    else:
        yield TableRow(number=number, fields=own)


def _fields(product: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    own = {column_name(name): value for name, value in product.items()}
    for column, value in own.items():
        if isinstance(value, dict):
            within = ((column_name(str(name)), as_text(inner)) for name, inner in value.items())
            yield from ((f"{column} {name}" if name in own else name, text) for name, text in within if text)
        elif text := as_text(value):
            yield column, text


def _header(rows: list[TableRow]) -> list[str]:
    return list(dict.fromkeys(name for row in rows for name in row.fields))
