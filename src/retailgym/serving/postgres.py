"""Records in PostgreSQL. A server that goes away and comes back costs a wait, never a record."""

import os
import threading
import time
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from tempfile import gettempdir
from typing import TypeVar

import psycopg
from psycopg.conninfo import conninfo_to_dict

from . import clock
from .store import PATIENCE_S, Cursor, Dialect, Kind, Unavailable, make_tables

T = TypeVar("T")
PAUSE_S = 0.2
DIALECT = Dialect(
    "BYTEA",
    "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
    (
        "SELECT column_name FROM information_schema.columns WHERE table_schema = current_schema() AND "
        "table_name "
        "= 'records'"
    ),
)
# an advisory lock: numbers of the sequence must appear in their order, or a reader would miss one
WRITERS = 7264901


class _Placeholders:
    """Takes `?` as SQLite does."""

    def __init__(self, cursor: "psycopg.Cursor[tuple[object, ...]]") -> None:
        self._cursor = cursor
        self.fetchone, self.fetchall = cursor.fetchone, cursor.fetchall

    @property
    def rowcount(self) -> int:
        return int(self._cursor.rowcount)

    def execute(self, sql: str, values: object = ()) -> None:
        self._cursor.execute(sql.replace("?", "%s"), values)


class Postgres:
    """A connection that reads and one that writes."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._locks: dict[Kind, threading.Lock] = {"read": threading.Lock(), "write": threading.Lock()}
        self._open: dict[Kind, psycopg.Connection[tuple[object, ...]]] = {}
        self.transaction(lambda db: make_tables(db, DIALECT), "write")

    @property
    def spill_directory(self) -> Path | None:
        """One for each database, so that no other takes in what was spilled for this one."""
        state, known = os.environ.get("XDG_STATE_HOME"), conninfo_to_dict(self._url)
        where = "\n".join([str(known.get(part, "")) for part in ("host", "hostaddr", "port", "dbname")])
        name = blake2b(where.encode(), digest_size=8).hexdigest()
        return (Path(state) if state else Path(gettempdir())) / "retailgym.spill" / name

    def transaction(self, work: Callable[[Cursor], T], kind: Kind) -> T:
        """All or nothing; tried again while the server is away, or when two writers met."""
        until = clock.now() + PATIENCE_S
        with self._locks[kind]:
            while True:
                try:
                    return self._once(work, kind)
                except psycopg.OperationalError as error:  # also lost connections, restarts, deadlocks
                    self._drop(kind)
                    if clock.now() > until:
                        raise Unavailable(
                            f"the records could not be reached for {PATIENCE_S:.0f} s"
                        ) from error
                    time.sleep(PAUSE_S)

    def _once(self, work: Callable[[Cursor], T], kind: Kind) -> T:
        db = self._open.get(kind)
        if db is None or db.closed:
            db = self._open[kind] = psycopg.connect(self._url, connect_timeout=5)
        with db.transaction(), db.cursor() as cursor:
            if kind == "write":
                cursor.execute(f"SELECT pg_advisory_xact_lock({WRITERS})")
            return work(_Placeholders(cursor))  # type: ignore[arg-type]

    def check(self) -> None:
        """The database looks after itself."""

    def _drop(self, kind: Kind) -> None:
        if (db := self._open.pop(kind, None)) is not None:
            db.close()

    def close(self) -> None:
        for kind, lock in self._locks.items():
            with lock:
                self._drop(kind)
