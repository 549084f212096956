"""Products on their way into an index: a batch at a time becomes columns, so that no build holds more than
one batch of products."""

import os
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any, Protocol

import msgspec
import numpy as np

from ..core.values import Value
from .product import Product, encode_product
from .schema import CatalogSchema, Category
from .search.index import NO_VALUE, Array, Placed, Shelf, id_key, indexed_text
from .search.tokens import terms

_DTYPES = {
    "shelf": "<u4", "popularity": "<i8", "key": "<u8", "size": "<u4", "price": "<u4", "rating": "|u1",
    "ship": "|u1", "stock": "<u2", "choice": "|u1",
    "codes": "|u1", "length": "<u4", "held": "<u4", "term": "<u4", "times": "<u4",
}  # fmt: skip


class Batch(Value):
    """Some products as columns. The terms of a product are `held` entries of `term` (a number in `words`) and
    `times`."""

    count: int
    columns: Mapping[str, bytes]
    words: tuple[str, ...]

    def column(self, name: str) -> Array:
        return np.frombuffer(self.columns[name], dtype=_DTYPES[name])


class BatchSource(Protocol):
    """A batch in memory or on disk."""

    def batch(self) -> Batch: ...

    def record(self, begin: int, end: int) -> bytes:
        """A part of the batch's records, which stand one behind the other."""
        ...


class Held:
    """A batch in memory."""

    def __init__(self, batch: Batch, records: bytes) -> None:
        self._batch, self._records = batch, records

    def batch(self) -> Batch:
        return self._batch

    def record(self, begin: int, end: int) -> bytes:
        return self._records[begin:end]

    def write(self, path: Path) -> None:
        """The file appears whole or not at all."""
        head = msgspec.msgpack.encode(self._batch)
        half = path.with_suffix(".part")
        with half.open("wb") as file:
            file.write(
                blake2b(head + self._records, digest_size=16).digest() + len(head).to_bytes(8, "big") + head
            )
            file.write(self._records)
            file.flush()
            os.fsync(file.fileno())
        half.replace(path)


class StoredBatch:
    """A batch on disk; raises ValueError if it is not whole."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("rb")
        data = memoryview(self._file.read())
        self._head = int.from_bytes(data[16:24], "big")
        if blake2b(data[24:], digest_size=16).digest() != bytes(data[:16]):
            raise ValueError(f"{path} is not a whole batch")

    def batch(self) -> Batch:
        return msgspec.msgpack.decode(os.pread(self._file.fileno(), self._head, 24), type=Batch)

    def record(self, begin: int, end: int) -> bytes:
        return os.pread(self._file.fileno(), end - begin, 24 + self._head + begin)


def gather(schema: CatalogSchema, shelves: Sequence[Shelf], placed: Iterable[Placed]) -> Held:
    """Products as columns; each shelf is known by its number in `shelves`."""
    products = list(placed)
    slots = max(len(c.filters) for c in schema.categories)
    records = [encode_product(p.product) for p in products]
    rows = [_codes(schema.categories[shelves[p.shelf].category], p.product, slots) for p in products]
    columns: dict[str, Any] = {
        "shelf": [p.shelf for p in products],
        "popularity": [p.popularity for p in products],
        "key": [id_key(p.product.id) for p in products],
        "size": [len(r) for r in records],
        "price": [p.product.price_cents for p in products],
        "rating": [p.product.rating_tenths for p in products],
        "ship": [p.product.ship_days for p in products],
        "stock": [min(p.product.stock, 65_535) for p in products],
        "choice": [min(len(p.product.in_stock()), 255) for p in products],
    }
    lists, words = _counted(
        indexed_text(schema.categories[shelves[p.shelf].category], p.product) for p in products
    )
    packed = {
        name: np.array(column, dtype=_DTYPES[name]).tobytes() for name, column in (columns | lists).items()
    }
    return Held(
        Batch(count=len(products), columns=packed | {"codes": b"".join(rows)}, words=words), b"".join(records)
    )


def _codes(category: Category, product: Product, slots: int) -> bytes:
    row = bytearray([NO_VALUE]) * slots
    for slot, attribute in enumerate(category.filters):
        value = product.brand if attribute.name == "brand" else product.attributes.get(attribute.name)
        if value is not None:
            row[slot] = attribute.code[value]
    return bytes(row)


def _counted(texts: Iterable[str]) -> tuple[dict[str, list[int]], tuple[str, ...]]:
    """The terms of each text with how often it holds them, and all of them."""
    numbers: dict[str, int] = {}
    lists: dict[str, list[int]] = {"length": [], "held": [], "term": [], "times": []}
    for text in texts:
        words = terms(text)
        counts: dict[int, int] = {}
        for term in words:
            number = numbers.setdefault(term, len(numbers))
            counts[number] = counts.get(number, 0) + 1
        lists["length"].append(len(words))
        lists["held"].append(len(counts))
        lists["term"] += counts
        lists["times"] += counts.values()
    return lists, tuple(numbers)
