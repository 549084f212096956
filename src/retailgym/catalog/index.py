"""The catalogue on disk: one file of columns, inverted lists and product records, mapped into memory and named by its content.

Documents are ordered by category, then shelf, then popularity, so that a shelf and a category are each one contiguous range.
Impacts are whole numbers: sums do not depend on order, processor or thread, and ties go to the lower document.
"""

from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import Any

import msgspec
import numpy as np

from ..value import Value, hashed
from .product import Product, encode_product
from .schema import Category, Schema
from .tokens import terms

MAGIC = b"retailgym catalogue 1\n"
NO_VALUE = 255  # a product that lacks an attribute
_ALIGN = 64
Array = np.ndarray[Any, np.dtype[Any]]
COLUMNS = {
    "codes", "price", "rating", "ship", "stock", "choice", "shelf", "record_at", "records", "id_key", "id_doc", "term_key", "term_number",
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


class Contents(Value):
    """The head of a catalogue file."""

    products: int
    average_terms: int  # in hundredths
    schema: Schema
    shelves: tuple[Shelf, ...]
    sections: tuple[Section, ...]
    body_hash: str


class Built(Value):
    """A catalogue in memory, ready to be written: its head and its columns."""

    contents: Contents
    columns: Mapping[str, Any]

    def encoded(self) -> bytes:
        head = msgspec.msgpack.encode(self.contents)
        lead = MAGIC + len(head).to_bytes(8, "big") + blake2b(head, digest_size=16).digest() + head
        return b"".join((lead, bytes(-len(lead) % _ALIGN), body(self.contents.sections, self.columns)))


class Placed(Value):
    """A product on its way into an index."""

    shelf: int
    popularity: int
    product: Product


def build(schema: Schema, shelves: Sequence[Shelf], placed: Iterable[Placed]) -> Built:
    """Index products. The shelves come with their names; where each begins and ends is found here."""
    by_path = sorted(range(len(shelves)), key=lambda s: (shelves[s].category, shelves[s].kind, s))
    rank = {s: r for r, s in enumerate(by_path)}
    docs = sorted(placed, key=lambda p: (rank[p.shelf], -p.popularity, p.product.id))
    counts = [0] * len(shelves)
    for p in docs:
        counts[p.shelf] += 1
    laid, at = [], 0
    for s in by_path:
        laid.append(msgspec.structs.replace(shelves[s], first=at, last=at + counts[s]))
        at += counts[s]
    shelf_of = [rank[p.shelf] for p in docs]
    columns = _columns(schema, laid, shelf_of, [p.product for p in docs])
    lists, average = _inverted(indexed_text(schema.categories[laid[s].category], p.product) for s, p in zip(shelf_of, docs, strict=True))
    columns |= lists
    sections = _laid_out(columns)
    contents = Contents(
        products=len(docs), average_terms=average, schema=schema, shelves=tuple(laid), sections=sections,
        body_hash=blake2b(body(sections, columns), digest_size=16).hexdigest(),
    )  # fmt: skip
    return Built(contents=contents, columns=columns)


def indexed_text(category: Category, product: Product) -> str:
    """What search can find: everything but the attributes that stand on the product page alone."""
    listed = (str(category.attribute[n].choice(v).label) for n, v in product.attributes.items() if category.attribute[n].filterable)
    kind = next((k for k in category.kinds if product.shelf.startswith(k.name)), None)
    nouns = (kind.noun, *kind.also) if kind else ()
    return " ".join((product.title, product.shelf, *nouns, *listed, product.description))


def _columns(schema: Schema, laid: Sequence[Shelf], shelf_of: Sequence[int], products: Sequence[Product]) -> dict[str, Array]:
    slots = max(len(c.filters) for c in schema.categories)
    codes = np.full((slots, len(products)), NO_VALUE, dtype=np.uint8)
    for doc, (s, p) in enumerate(zip(shelf_of, products, strict=True)):
        for slot, attribute in enumerate(schema.categories[laid[s].category].filters):
            value = p.brand if attribute.name == "brand" else p.attributes.get(attribute.name)
            if value is not None:
                codes[slot, doc] = attribute.code[value]
    records = [encode_product(p) for p in products]
    names = np.array([id_key(p.id) for p in products], dtype=np.uint64)
    by_key = np.argsort(names, kind="stable")
    if len(products) > 1 and (np.diff(names[by_key].astype(object)) == 0).any():
        raise ValueError("two products have the same id")
    return {
        "codes": codes.reshape(-1),
        "price": np.array([p.price_cents for p in products], dtype=np.uint32),
        "rating": np.array([p.rating_tenths for p in products], dtype=np.uint8),
        "ship": np.array([p.ship_days for p in products], dtype=np.uint8),
        "stock": np.array([min(p.stock, 65_535) for p in products], dtype=np.uint16),
        "choice": np.array([min(len(p.in_stock()), 255) for p in products], dtype=np.uint8),
        "shelf": np.array(shelf_of, dtype=np.uint32),
        "record_at": np.cumsum([0] + [len(r) for r in records], dtype=np.uint64),
        "records": np.frombuffer(b"".join(records), dtype=np.uint8),
        "id_key": names[by_key],
        "id_doc": by_key.astype(np.uint32),
    }  # fmt: skip


def _inverted(texts: Iterable[str]) -> tuple[dict[str, Array], int]:
    """Inverted lists: for each term its documents in order, and what the term is worth in each."""
    numbers: dict[str, int] = {}
    term_of, doc_of, lengths = [], [], []
    for doc, text in enumerate(texts):
        found = terms(text)
        lengths.append(len(found))
        for t in found:
            term_of.append(numbers.setdefault(t, len(numbers)))
            doc_of.append(doc)
    vocabulary = sorted(numbers)
    renumbered = np.empty(len(numbers), dtype=np.int64)
    for new, t in enumerate(vocabulary):
        renumbered[numbers[t]] = new
    pairs = renumbered[np.array(term_of, dtype=np.int64)] * len(lengths) + np.array(doc_of, dtype=np.int64)
    pairs, frequency = np.unique(pairs, return_counts=True)
    term, docs = pairs // len(lengths), pairs % len(lengths)
    start = np.searchsorted(term, np.arange(len(vocabulary) + 1)).astype(np.int64)
    average = max(100, sum(lengths) * 100 // max(1, len(lengths)))
    worth = np.array([rarity(len(lengths), int(n)) for n in np.diff(start)], dtype=np.int64)
    impacts = impact(worth[term], frequency.astype(np.int64), np.array(lengths, dtype=np.int64)[docs], average)
    lists = {
        "term_key": np.array([id_key(t) for t in vocabulary], dtype=np.uint64),
        "list_at": start.astype(np.uint64),
        "list_doc": docs.astype(np.uint32),
        "list_impact": impacts.astype(np.uint16),
    }
    order = np.argsort(lists["term_key"], kind="stable")
    lists["term_number"] = order.astype(np.uint32)
    lists["term_key"] = lists["term_key"][order]
    return lists, average


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


def id_key(text: str) -> int:
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")


def _laid_out(columns: Mapping[str, Array]) -> tuple[Section, ...]:
    sections, at = [], 0
    for name in sorted(columns):
        column = columns[name]
        sections.append(Section(name=name, dtype=column.dtype.newbyteorder("<").str, start=at, count=len(column)))
        at += column.nbytes + -column.nbytes % _ALIGN
    return tuple(sections)


def body(sections: Iterable[Section], columns: Mapping[str, Array]) -> bytes:
    parts = []
    for s in sections:
        raw = columns[s.name].astype(s.dtype, copy=False).tobytes()
        parts += [raw, bytes(-len(raw) % _ALIGN)]
    return b"".join(parts)


class Damaged(ValueError):
    """The file is not a whole catalogue."""


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
    base = lead + size + -(lead + size) % _ALIGN
    columns: dict[str, Array] = {}
    end = base
    for s in contents.sections:
        dtype = np.dtype(s.dtype)
        end = base + s.start + s.count * dtype.itemsize
        if end > len(data):
            raise Damaged("its end is missing")
        columns[s.name] = np.frombuffer(data, dtype=dtype, count=s.count, offset=base + s.start)
    if check_body and blake2b(data[base : end + -(end - base) % _ALIGN], digest_size=16).hexdigest() != contents.body_hash:
        raise Damaged("its body is damaged")
    return contents, columns, hashed(bytes(head))
