"""A catalogue in PostgreSQL, for shops that outgrow one file: records and inverted lists stay in the
database, columns are read once.

The impacts are those of the file, whole numbers, and the database adds them up, so that pages are the same to
the last place: by score, and of equal scores the lower document first. Overlays are put on top as they are
elsewhere. Each catalogue has a schema of its own, which appears whole or not at all."""

import os
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import pairwise, repeat
from typing import Any
from urllib.parse import urlsplit

import msgspec
import numpy as np
import psycopg
from psycopg import sql

from ..core.values import hashed
from .build import BATCH
from .catalogue import Catalog
from .search.conditions import Codes, Number, Stock, Test, Where
from .search.index import Contents, Damaged
from .search.kernel import Best, Cut, Reference
from .store_config import StoreConfig

_APART = ("records", "record_at", "list_doc", "list_impact")  # sections that become tables
PATIENCE_S, PAUSE_S = 20.0, 0.2  # how long a database that is away is waited for, and between two tries
_FETCHED = 65_536  # records that are kept
_TABLES = """
CREATE TABLE head (data bytea NOT NULL);
CREATE TABLE section (name text PRIMARY KEY, data bytea NOT NULL);
CREATE TABLE product (doc integer NOT NULL, price bigint NOT NULL, rating smallint NOT NULL,
  ship smallint NOT NULL, stock integer NOT NULL, codes bytea NOT NULL, record bytea NOT NULL);
CREATE TABLE posting (term integer NOT NULL, doc integer NOT NULL, impact integer NOT NULL);
"""
_KEYS = """
ALTER TABLE product ADD PRIMARY KEY (doc);
CREATE UNIQUE INDEX ON posting (term, doc) INCLUDE (impact);
ANALYZE product; ANALYZE posting;
"""


class CatalogDatabase:
    """One connection, opened again if it was lost."""

    def __init__(self, url: str, schema: str = "") -> None:
        self._url, self._schema = url, schema
        self._lock = threading.Lock()
        self._open: psycopg.Connection[Any] | None = None
        self._records: dict[int, bytes] = {}

    def record(self, doc: int) -> bytes:
        if doc not in self._records:
            self.keep(self.rows(sql.SQL("SELECT doc, record FROM product WHERE doc = %s"), (doc,)))
        return self._records[doc]

    def keep(self, records: Iterable[tuple[int, bytes]]) -> None:
        """Records that came with a page, so that nobody asks for them one by one."""
        if len(self._records) > _FETCHED:
            self._records.clear()
        self._records.update(records)

    def rows(self, query: sql.Composed | sql.SQL, values: Sequence[Any] = ()) -> list[Any]:
        """Reading again is safe, so a server that was restarted is waited for; then nothing was done."""
        until = time.monotonic() + PATIENCE_S
        with self._lock:
            while True:
                try:
                    db = self._connected()
                    with _no_later_than(until, db):
                        rows: list[Any] = db.execute(query, values).fetchall()
                        return rows
                except psycopg.OperationalError:
                    self._open = None
                    if time.monotonic() > until:
                        why = f"the catalogue could not be reached for {PATIENCE_S:.0f} s; try again"
                        raise ConnectionError(why) from None
                    time.sleep(PAUSE_S)

    def _connected(self) -> "psycopg.Connection[Any]":
        if self._open is None:
            self._open = psycopg.connect(
                self._url,
                autocommit=True,
                connect_timeout=5,
                options=f"-c statement_timeout={PATIENCE_S:.0f}s",
            )
            if self._schema:
                self._open.execute(sql.SQL("SET search_path TO {}").format(sql.Identifier(self._schema)))
        return self._open


@contextmanager
def _no_later_than(until: float, db: "psycopg.Connection[Any]") -> Iterator[None]:
    """A server that stands still keeps its connections open and never answers: then ours is cut."""

    def cut() -> None:
        with suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(db.fileno())) as line:
            line.shutdown(socket.SHUT_RDWR)

    timer = threading.Timer(max(until - time.monotonic(), PAUSE_S), cut)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def schema_of(content_hash: str) -> str:
    return f"retailgym_{content_hash}"


def publish(url: str, catalog: Catalog, advance: Callable[[], object] = lambda: None) -> str:
    """Copy a catalogue into a database; gives the address to open it by. What is there already is left
    alone."""
    name, address = schema_of(catalog.content_hash), url.partition("#")[0]
    with _connected(address) as db, db.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(7264902)")  # one that publishes at a time
        cursor.execute("SELECT 1 FROM pg_namespace WHERE nspname = %s", (name,))
        if cursor.fetchone() is None:
            cursor.execute(
                sql.SQL("CREATE SCHEMA {0}; SET LOCAL search_path TO {0};").format(sql.Identifier(name))
            )
            _fill(cursor, catalog, advance)
    return f"{address}#{catalog.content_hash}"


def _connected(url: str) -> "psycopg.Connection[Any]":
    try:
        return psycopg.connect(url, connect_timeout=5)
    except (psycopg.OperationalError, psycopg.ProgrammingError) as error:
        where = urlsplit(url)
        raise ValueError(
            f"no PostgreSQL at {where.hostname}{where.path}: {str(error).splitlines()[0]}"
        ) from None


def _fill(cursor: Any, catalog: Catalog, advance: Callable[[], object]) -> None:
    cursor.execute(_TABLES)
    _copy(cursor, "head (data)", [(msgspec.msgpack.encode(catalog.contents),)])
    _copy(
        cursor,
        "section (name, data)",
        ((s, catalog.column[s].tobytes()) for s in sorted(catalog.column) if s not in _APART),
    )
    for first in range(0, catalog.size, BATCH):
        products = _products(catalog, first, min(catalog.size, first + BATCH))
        _copy(cursor, "product (doc, price, rating, ship, stock, codes, record)", products)
        advance()
    _copy(cursor, "posting (term, doc, impact)", _postings(catalog))
    advance()
    cursor.execute(_KEYS)
    advance()


def _copy(cursor: Any, table: str, rows: Iterable[Sequence[Any]]) -> None:
    with cursor.copy(f"COPY {table} FROM STDIN") as copy:
        for row in rows:
            copy.write_row(row)


def _products(catalog: Catalog, first: int, last: int) -> Iterable[Sequence[Any]]:
    column, at = catalog.column, catalog.column["record_at"]
    codes = column["codes"].reshape(-1, catalog.size)
    for doc in range(first, last):
        numbers = [int(column[name][doc]) for name in ("price", "rating", "ship", "stock")]
        yield (
            doc,
            *numbers,
            codes[:, doc].tobytes(),
            column["records"][int(at[doc]) : int(at[doc + 1])].tobytes(),
        )


def _postings(catalog: Catalog) -> Iterable[Sequence[Any]]:
    for term, (begin, end) in enumerate(pairwise(catalog.column["list_at"].tolist())):
        docs, impacts = (
            catalog.column["list_doc"][begin:end].tolist(),
            catalog.column["list_impact"][begin:end].tolist(),
        )
        yield from zip(repeat(term), docs, impacts)


def open_url(url: str) -> "PostgresCatalog":
    """A published catalogue: postgresql://host/database, and behind a # its content hash where the database
    holds several."""
    address, _, wanted = url.partition("#")
    with _connected(address) as db:
        rows = db.execute(
            "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'retailgym\\_%' ORDER BY nspname"
        ).fetchall()
    held = [name.removeprefix(schema_of("")) for (name,) in rows]
    if (wanted and wanted not in held) or (len(held) != 1 and not wanted):
        what = f"no catalogue {wanted!r}" if wanted else "no catalogue" if not held else "several catalogues"
        listed = (
            f"add # and one of {', '.join(held)}" if held else "put one there by  retailgym catalog publish"
        )
        raise ValueError(f"the database has {what}; {listed}")
    return _opened(CatalogDatabase(address, schema_of(wanted or held[0])))


def _opened(database: CatalogDatabase) -> "PostgresCatalog":
    ((head,),) = database.rows(sql.SQL("SELECT data FROM head"))
    contents = msgspec.msgpack.decode(head, type=Contents)
    held = dict(database.rows(sql.SQL("SELECT name, data FROM section")))
    types = {s.name: s.dtype for s in contents.sections}
    if {*held, *_APART} != set(types):
        raise Damaged("the database does not hold all columns of this version")
    columns = {name: np.frombuffer(held.get(name, b""), dtype=dtype) for name, dtype in types.items()}
    catalog = PostgresCatalog(contents, columns, hashed(head), database)
    catalog.kernel = PostgresKernel(catalog, database)
    return catalog


class PostgresCatalog(Catalog):
    """A catalogue whose records and lists are in a database."""

    def furnished(self, contents: Contents, name: str, config: StoreConfig) -> Catalog:
        made = super().furnished(contents, name, config)
        assert isinstance(self._keep, CatalogDatabase)
        made.kernel = PostgresKernel(made, self._keep)
        return made

    def _record(self, doc: int) -> bytes:
        assert isinstance(self._keep, CatalogDatabase)
        return self._keep.record(doc)


class PostgresKernel(Reference):
    """Search in the database."""

    name = "postgres"

    def __init__(self, catalog: Catalog, database: CatalogDatabase) -> None:
        super().__init__(catalog)
        self._database = database

    def best(
        self,
        catalog: Catalog,
        sought: list[str],
        where: Where,
        hidden: frozenset[int],
        cut: Cut | None,
        n: int,
    ) -> Best:
        terms = self._terms(sought)
        if sought and not terms:
            return Best([], [])
        conditions, values = _conditions(catalog, where, hidden)
        scored = sql.SQL(
            "SELECT doc, sum(impact)::bigint AS score FROM posting WHERE term = ANY(%s) AND doc >= %s "
            "AND "
            "doc < %s GROUP BY doc"
        )
        every = sql.SQL("SELECT doc, 1 AS score FROM product WHERE doc >= %s AND doc < %s")
        query = sql.SQL(
            "SELECT doc, score, record FROM ({found}) AS found JOIN product USING (doc) WHERE score > 0 "
            "AND "
            "{where} ORDER BY score DESC, doc LIMIT %s"
        )  # noqa: E501
        if cut:
            conditions.append(sql.SQL("(score < %s OR (score = %s AND doc > %s))"))
            values += [cut.score, cut.score, cut.place]
        asked = query.format(
            found=scored if sought else every, where=sql.SQL(" AND ").join([sql.SQL("true"), *conditions])
        )
        hits = self._database.rows(asked, [*([terms] if sought else []), where.first, where.last, *values, n])
        self._database.keep((doc, record) for doc, _, record in hits)
        return Best([doc for doc, _, _ in hits], [score for _, score, _ in hits])

    def score(self, sought: list[str], doc: int) -> int:
        asked = sql.SQL(
            "SELECT coalesce(sum(impact), 0)::bigint FROM posting WHERE term = ANY(%s) AND doc = %s"
        )
        ((total,),) = self._database.rows(asked, [self._terms(sought), doc])
        return int(total)

    def _terms(self, sought: list[str]) -> list[int]:
        """The numbers of those words that occur."""
        starts = self._column["list_at"]
        spans = [self._span(term) for term in sought]
        return [
            int(starts.searchsorted(np.uint64(begin), side="right")) - 1
            for begin, end in spans
            if begin < end
        ]


def _conditions(catalog: Catalog, where: Where, hidden: frozenset[int]) -> tuple[list[sql.SQL], list[Any]]:
    conditions, values = [], []
    for test in where.tests:
        condition, needed = _condition(catalog, test)
        conditions.append(condition)
        values += needed
    if hidden:
        conditions.append(sql.SQL("doc <> ALL(%s)"))
        values.append(sorted(hidden))
    return conditions, values


def _condition(catalog: Catalog, test: Test) -> tuple[sql.SQL, list[Any]]:
    match test:
        case Number(column, low, high):
            return sql.SQL(f"{column} BETWEEN %s AND %s"), [low, high]
        case Stock(wanted, gone):
            return sql.SQL("(stock > 0 AND doc <> ALL(%s::integer[])) = %s"), [sorted(gone), wanted]
        case Codes(allowed):
            parts, values = [], list[Any]()
            for key, table in allowed.items():
                number, slot = divmod(key, 256)
                begin, end = catalog.range_named(
                    "category", catalog.contents.schema.categories[number].name
                ) or (0, 0)
                parts.append("(doc >= %s AND doc < %s AND get_byte(codes, %s) = ANY(%s::integer[]))")
                values += [begin, end, slot, [code for code, is_allowed in enumerate(table) if is_allowed]]
            return sql.SQL(f"({' OR '.join(parts)})"), values
