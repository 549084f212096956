"""Records in PostgreSQL. A server that goes away and comes back costs a wait, never a record."""

import threading
import time
from collections.abc import Callable
from typing import Literal, TypeVar

import psycopg

from .records import PATIENCE_S, TABLES, Cursor, Unavailable

T = TypeVar("T")
PAUSE_S = 0.2


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
    def __init__(self, url: str) -> None:
        self._url = url
        self._lock = threading.Lock()
        self._db: psycopg.Connection[tuple[object, ...]] | None = None
        self.transaction(self._make, "write")

    @staticmethod
    def _make(db: Cursor) -> None:
        db.execute(
            "SELECT pg_advisory_xact_lock(7264901)"
        )  # workers that start together make the tables one after the other
        for table in TABLES:
            db.execute(table.format(bytes="BYTEA"))

    def transaction(self, work: Callable[[Cursor], T], kind: Literal["read", "write"]) -> T:
        """All or nothing; tried again while the server is away, or when two writers met."""
        until = time.monotonic() + PATIENCE_S
        with self._lock:
            while True:
                try:
                    return self._once(work)
                except (
                    psycopg.OperationalError
                ) as error:  # includes lost connections, restarts, deadlocks and serialisation
                    self._drop()
                    if time.monotonic() > until:
                        raise Unavailable(
                            f"PostgreSQL did not answer for {PATIENCE_S:.0f} s: {error}"
                        ) from error
                    time.sleep(PAUSE_S)

    def _once(self, work: Callable[[Cursor], T]) -> T:
        if self._db is None or self._db.closed:
            self._db = psycopg.connect(self._url, connect_timeout=5)
        with self._db.transaction(), self._db.cursor() as cursor:
            return work(_Placeholders(cursor))  # type: ignore[arg-type]

    def _drop(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None

    def close(self) -> None:
        with self._lock:
            self._drop()
