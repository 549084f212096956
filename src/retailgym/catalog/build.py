"""From products to a catalogue file: batches are put in order, their terms turned into inverted lists, and
all of it written once."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from io import BytesIO
from itertools import islice
from typing import Any, BinaryIO, NamedTuple

import msgspec
import numpy as np

from .batch import BatchSource, gather
from .product import decode_head
from .schema import CatalogSchema
from .search.index import ALIGN, MAGIC, Array, Contents, Placed, Section, Shelf, id_key, impact, rarity

BATCH = 8_192  # products that are held as such at once
Advance = Callable[[], object]
_NUMBERS = ("price", "rating", "ship", "stock", "choice")


def _silent() -> None: ...


class Built(NamedTuple):
    """A catalogue ready to be written: its head, still without the hash of its body, its columns, and where
    its records are."""

    contents: Contents
    columns: Mapping[str, Array]
    records: "_Records"

    def write(self, file: BinaryIO, advance: Advance = _silent) -> None:
        """The body first, to know its hash, then the head before it, which is as long with a hash as
        without."""
        blank = self._head("0" * 32)
        file.seek(len(blank))
        body = blake2b(digest_size=16)
        for part in self._body(advance):
            body.update(part)
            file.write(part)
        file.seek(0)
        file.write(self._head(body.hexdigest()))

    def encoded(self) -> bytes:
        file = BytesIO()
        self.write(file)
        return file.getvalue()

    def _head(self, body_hash: str) -> bytes:
        head = msgspec.msgpack.encode(msgspec.structs.replace(self.contents, body_hash=body_hash))
        lead = MAGIC + len(head).to_bytes(8, "big") + blake2b(head, digest_size=16).digest() + head
        return lead + bytes(-len(lead) % ALIGN)

    def _body(self, advance: Advance) -> Iterator[bytes]:
        for s in self.contents.sections:
            written = 0
            for part in (
                self.records.parts()
                if s.name == "records"
                else [self.columns[s.name].astype(s.dtype, copy=False).tobytes()]
            ):
                written += len(part)
                yield part
                if s.name == "records":
                    advance()
            yield bytes(-written % ALIGN)


class _Records(NamedTuple):
    """The records in the order of the documents, many at a time."""

    sources: Sequence[BatchSource]
    source: Array  # of each document
    begin: Array  # in its source
    size: Array

    def parts(self) -> Iterator[bytes]:
        for first in range(0, len(self.source), BATCH):
            here = slice(first, first + BATCH)
            places = zip(
                self.source[here].tolist(), self.begin[here].tolist(), self.size[here].tolist(), strict=True
            )
            yield b"".join(self.sources[n].record(begin, begin + size) for n, begin, size in places)

    def at(self, doc: int) -> bytes:
        begin = int(self.begin[doc])
        return self.sources[int(self.source[doc])].record(begin, begin + int(self.size[doc]))

    def ordered(self, order: Array) -> "_Records":
        return _Records(self.sources, self.source[order], self.begin[order], self.size[order])


def build(schema: CatalogSchema, shelves: Sequence[Shelf], placed: Iterable[Placed]) -> Built:
    """Index products that come in any order. The shelves come with their names; where each begins and ends is
    found here."""
    coming = iter(placed)
    batches: list[BatchSource] = []
    while some := list(islice(coming, BATCH)):
        batches.append(gather(schema, shelves, some))
    return join(schema, shelves, batches or [gather(schema, shelves, [])])


def join(
    schema: CatalogSchema,
    shelves: Sequence[Shelf],
    sources: Sequence[BatchSource],
    advance: Advance = _silent,
) -> Built:
    """The catalogue of all products of some batches, of which there is at least one. Told of each batch that
    is done."""
    whole, records = _whole(sources)
    by_path = np.array(
        sorted(range(len(shelves)), key=lambda s: (shelves[s].category, shelves[s].kind, s)), dtype=np.int64
    )
    rank = np.empty(len(shelves), dtype=np.int64)
    rank[by_path] = np.arange(len(shelves))
    order = _order(rank[whole["shelf"].astype(np.int64)], whole["popularity"], records)
    whole = {name: column[order] for name, column in whole.items()}
    records = records.ordered(order)
    shelf_of = rank[whole["shelf"].astype(np.int64)]
    columns = (
        {name: whole[name] for name in _NUMBERS}
        | _keyed(whole["key"])
        | {
            "codes": np.ascontiguousarray(whole["codes"].T).reshape(-1),
            "shelf": shelf_of.astype(np.uint32),
            "record_at": np.concatenate(([0], np.cumsum(whole["size"], dtype=np.uint64))).astype(np.uint64),
        }
    )
    lists, average = _inverted(sources, order, whole["length"].astype(np.int64), advance)
    columns |= lists
    contents = Contents(
        products=len(order),
        average_terms=average,
        schema=schema,
        shelves=tuple(_laid([shelves[s] for s in by_path], shelf_of)),
        sections=_sections(columns, int(columns["record_at"][-1])),
        body_hash="",
    )
    return Built(contents, columns, records)


def _whole(sources: Sequence[BatchSource]) -> tuple[dict[str, Array], _Records]:
    """What the batches know of all products, but for their terms, and where the records are."""
    parts: dict[str, list[Array]] = {
        name: [] for name in ("shelf", "popularity", "key", "size", "length", "codes", *_NUMBERS)
    }
    begins, counts = [], []
    for batch in (s.batch() for s in sources):
        for name, columns in parts.items():
            column = batch.column(name)
            columns.append(column.reshape(batch.count, -1) if name == "codes" else column)
        begins.append(np.cumsum(batch.column("size"), dtype=np.int64) - batch.column("size"))
        counts.append(batch.count)
    whole = {name: np.concatenate(columns) for name, columns in parts.items()}
    source = np.repeat(np.arange(len(sources), dtype=np.int32), counts)
    return whole, _Records(sources, source, np.concatenate(begins), whole["size"])


def _order(rank: Array, popularity: Array, records: _Records) -> Array:
    """By shelf, then the most popular first, then by id."""
    order = np.lexsort((-popularity, rank))
    rank, popularity = rank[order], popularity[order]
    same = np.concatenate(([False], (rank[1:] == rank[:-1]) & (popularity[1:] == popularity[:-1]), [False]))
    edges = np.flatnonzero(same[1:] != same[:-1]).tolist()
    for first, last in zip(edges[::2], edges[1::2], strict=True):
        order[first : last + 1] = sorted(
            order[first : last + 1].tolist(), key=lambda n: decode_head(records.at(n)).id
        )
    return order


def _laid(shelves: Sequence[Shelf], shelf_of: Array) -> Iterator[Shelf]:
    """The shelves in the order of the documents, each with its first and last."""
    at = 0
    for shelf, count in zip(shelves, np.bincount(shelf_of, minlength=len(shelves)).tolist(), strict=True):
        yield msgspec.structs.replace(shelf, first=at, last=at + count)
        at += count


def _keyed(keys: Array) -> dict[str, Array]:
    by_key = np.argsort(keys, kind="stable")
    keys = keys[by_key].astype(np.uint64)
    if (keys[1:] == keys[:-1]).any():
        raise ValueError("two products have the same id")
    return {"id_key": keys, "id_doc": by_key.astype(np.uint32)}


def _inverted(
    sources: Sequence[BatchSource], order: Array, lengths: Array, advance: Advance
) -> tuple[dict[str, Array], int]:
    """Inverted lists: for each term its documents in order, and what the term is worth in each."""
    words = sorted({w for s in sources for w in s.batch().words})
    doc_of = np.empty(len(order), dtype=np.uint32)
    doc_of[order] = np.arange(len(order), dtype=np.uint32)
    start, docs, times = _placed(sources, words, doc_of, advance)
    average = max(100, int(lengths.sum()) * 100 // max(1, len(lengths)))
    impacts = np.empty(len(docs), dtype=np.uint16)
    for begin, end in zip(start[:-1].tolist(), start[1:].tolist(), strict=True):
        by_doc = np.argsort(docs[begin:end], kind="stable")
        docs[begin:end] = docs[begin:end][by_doc]
        often = times[begin:end][by_doc].astype(np.int64)
        impacts[begin:end] = impact(rarity(len(order), end - begin), often, lengths[docs[begin:end]], average)
    keys = np.array([id_key(w) for w in words], dtype=np.uint64)
    by_key = np.argsort(keys, kind="stable")
    lists: dict[str, Array] = {
        "term_key": keys[by_key],
        "term_number": by_key.astype(np.uint32),
        "list_at": start.astype(np.uint64),
    }
    return lists | {"list_doc": docs, "list_impact": impacts}, average


def _placed(
    sources: Sequence[BatchSource], words: Sequence[str], doc_of: Array, advance: Advance
) -> tuple[Array, Array, Array]:
    """Where the list of each term begins, and its documents, not in order yet, with how often they hold
    it."""
    number = {w: n for n, w in enumerate(words)}
    counts = np.zeros(len(words), dtype=np.int64)
    for source in sources:
        batch = source.batch()
        counts[[number[w] for w in batch.words]] += np.bincount(
            batch.column("term"), minlength=len(batch.words)
        )
    start = np.concatenate(([0], np.cumsum(counts)))
    docs, times = np.empty(int(start[-1]), dtype=np.uint32), np.empty(int(start[-1]), dtype=np.uint32)
    free, at = start[:-1].copy(), 0
    for source in sources:
        batch = source.batch()
        term = np.array([number[w] for w in batch.words], dtype=np.int64)[batch.column("term")]
        doc = np.repeat(doc_of[at : at + batch.count], batch.column("held"))
        by_term = np.argsort(term, kind="stable")
        distinct, first, count = np.unique(term[by_term], return_index=True, return_counts=True)
        place = np.repeat(free[distinct] - first, count) + np.arange(len(term))
        docs[place], times[place] = doc[by_term], batch.column("times")[by_term]
        free[distinct] += count
        at += batch.count
        advance()
    return start, docs, times


def _sections(columns: Mapping[str, Any], records: int) -> tuple[Section, ...]:
    sizes = {name: (column.dtype, len(column)) for name, column in columns.items()} | {
        "records": (np.dtype(np.uint8), records)
    }
    sections, at = [], 0
    for name in sorted(sizes):
        dtype, count = sizes[name]
        sections.append(Section(name=name, dtype=dtype.newbyteorder("<").str, start=at, count=count))
        at += count * dtype.itemsize + -(count * dtype.itemsize) % ALIGN
    return tuple(sections)
