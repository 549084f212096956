"""The catalogue on disk: one file of columns, inverted lists and product records, mapped into memory and
named by its content.

Documents are ordered by category, then shelf, then popularity, so that a shelf and a category are each one
contiguous range. Impacts are whole numbers: sums do not depend on order, processor or thread, and ties go to
the lower document."""

from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

import msgspec
import numpy as np

from ...core.errors import RetailGymError
from ...core.values import Value, hashed
from ..product import Product
from ..schema import CatalogSchema, Category

MAGIC = b"retailgym catalogue 1\n"
NO_VALUE = 255  # a product that lacks an attribute
ALIGN = 64
Array = np.ndarray[Any, np.dtype[Any]]
COLUMNS = {
    "codes", "price", "rating", "ship", "stock", "choice", "shelf", "record_at", "records", "id_key",
    "id_doc", "term_key", "term_number",
    "list_at", "list_doc", "list_impact",
}  # fmt: skip


class Shelf(Value):
    """A named leaf of the category tree: documents first to last (excluded)."""

    name: str
    category: int
    kind: int
    collection: str
    first: int
    last: int


class Section(Value):
    name: str
    dtype: str
    start: int
    count: int


class Origin(Value):
    """Where an imported catalogue comes from, and for how many products the stock or the shipping days were
    drawn."""

    file: str
    format: str
    currency: str
    synthesised: Mapping[str, int]


class Contents(Value, omit_defaults=True):
    """The head of a catalogue file."""

    products: int
    average_terms: int  # in hundredths
    schema: CatalogSchema
    shelves: tuple[Shelf, ...]
    sections: tuple[Section, ...]
    body_hash: str
    uses: Mapping[
        str, tuple[int, ...]
    ] = {}  # job -> the shelves that it can set tasks on; none given: all that are full enough, for every job
    origin: Origin | None = None


class Placed(Value):
    """A product on its way into an index."""

    shelf: int
    popularity: int
    product: Product


def indexed_text(category: Category, product: Product) -> str:
    """What search can find: everything but the attributes that stand on the product page alone."""
    listed = (
        str(category.attribute[n].choice(v).label)
        for n, v in product.attributes.items()
        if category.attribute[n].filterable
    )
    kind = next((k for k in category.kinds if product.shelf.startswith(k.name)), None)
    nouns = (kind.noun, *kind.also) if kind else ()
    return " ".join((product.title, product.shelf, *nouns, *listed, product.description))


def impact(worth: Any, frequency: Any, length: Any, average: int) -> Any:
    """BM25 with k1 = 1.2 and b = 0.75 in whole numbers; `average` is in hundredths of a term."""
    return worth * frequency * 22 * average // (10 * frequency * average + 3 * average + 9 * 100 * length)


def rarity(documents: int, holding: int) -> int:
    """log2(1 + (N - n + 1/2) / (n + 1/2)) in 1/1024, by repeated squaring: no floating point."""
    top, bottom = 2 * documents + 2, 2 * holding + 1
    whole = (top // bottom).bit_length() - 1
    x = (top << 64) // (bottom << whole)
    bits = 0
    for _ in range(10):
        x = x * x >> 64
        bits <<= 1
        if x >> 65:
            x >>= 1
            bits |= 1
    return whole * 1024 + bits


def span(columns: dict[str, Array], term: str) -> tuple[int, int]:
    """Where the list of a term begins and ends; the same twice for a term that nothing holds."""
    keys, key = columns["term_key"], np.uint64(id_key(term))
    at = int(keys.searchsorted(key))
    if at == len(keys) or keys[at] != key:
        return 0, 0
    begin, end = columns["list_at"][int(columns["term_number"][at]) :][:2].tolist()
    return begin, end


def id_key(text: str) -> int:
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")


class Damaged(RetailGymError, ValueError):
    """The file is not a whole catalogue."""


def body_at(data: memoryview) -> int:
    """Where the body of a catalogue file begins."""
    end = len(MAGIC) + 24 + int.from_bytes(data[len(MAGIC) : len(MAGIC) + 8], "big")
    return end + -end % ALIGN


def parsed(data: memoryview, *, check_body: bool) -> tuple[Contents, dict[str, Array], str]:
    """The head of a catalogue file, its columns, and its content hash; nothing is copied."""
    lead = len(MAGIC) + 24
    if bytes(data[: len(MAGIC)]) != MAGIC:
        raise Damaged("it does not begin like a catalogue of this version")
    size = int.from_bytes(data[len(MAGIC) : len(MAGIC) + 8], "big")
    head = data[lead : lead + size]
    if len(head) < size or blake2b(head, digest_size=16).digest() != bytes(data[len(MAGIC) + 8 : lead]):
        raise Damaged("its head is damaged")
    try:
        contents = msgspec.msgpack.decode(head, type=Contents)
    except msgspec.ValidationError:
        raise Damaged("its head is of another version") from None
    if {s.name for s in contents.sections} != COLUMNS:
        raise Damaged("its columns are those of another version")
    base = body_at(data)
    columns: dict[str, Array] = {}
    end = base
    for s in contents.sections:
        dtype = np.dtype(s.dtype)
        end = base + s.start + s.count * dtype.itemsize
        if end > len(data):
            raise Damaged("its end is missing")
        columns[s.name] = np.frombuffer(data, dtype=dtype, count=s.count, offset=base + s.start)
    if (
        check_body
        and blake2b(data[base : end + -(end - base) % ALIGN], digest_size=16).hexdigest()
        != contents.body_hash
    ):
        raise Damaged("its body is damaged")
    return contents, columns, hashed(bytes(head))
