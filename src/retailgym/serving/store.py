"""Where records are stored: the schema, and an SQLite file in WAL mode. postgres.py is the other database."""

import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, NamedTuple, Protocol, TypeVar

from ..core.errors import RetailGymError
from . import clock

T = TypeVar("T")
Kind = Literal["read", "write"]
JOURNAL_BYTES = 8 << 20
PATIENCE_S = 60.0  # how long a write is tried again before it is an error
MAGIC = b"SQLite format 3\0"
CHECKED_BYTES = 256 << 20  # larger files are not read through at every start
TABLES = (
    """CREATE TABLE IF NOT EXISTS records (
        seq {sequence}, id TEXT UNIQUE NOT NULL, finished DOUBLE PRECISION NOT NULL, env TEXT NOT NULL,
        level INTEGER NOT NULL, seed BIGINT NOT NULL, spec TEXT NOT NULL, player TEXT NOT NULL,
        reward DOUBLE PRECISION NOT NULL, success INTEGER NOT NULL, turns INTEGER NOT NULL,
        lines {bytes} NOT NULL)""",
    "CREATE INDEX IF NOT EXISTS records_by_env ON records (env, level, player, reward)",
    "CREATE INDEX IF NOT EXISTS records_by_player ON records (player, reward)",
    """CREATE TABLE IF NOT EXISTS attempts (
        id TEXT PRIMARY KEY, origin TEXT NOT NULL, begun DOUBLE PRECISION NOT NULL, spec TEXT NOT NULL,
        player TEXT NOT NULL, turns INTEGER NOT NULL, record TEXT NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS sessions (
        token_hash TEXT PRIMARY KEY, expires DOUBLE PRECISION NOT NULL, version INTEGER NOT NULL,
        session {bytes} NOT NULL)""",
    "CREATE TABLE IF NOT EXISTS clock (one INTEGER PRIMARY KEY, wall DOUBLE PRECISION NOT NULL, "
    "served DOUBLE PRECISION NOT NULL)",
    ("CREATE TABLE IF NOT EXISTS curricula (name TEXT PRIMARY KEY, drawn BIGINT NOT NULL, state {bytes} NOT "
     "NULL)"),
)  # fmt: skip


class Unavailable(RetailGymError, RuntimeError):
    """The database cannot be used now. The text is for clients: it names no host and no file."""


class DamagedStore(RetailGymError, ValueError):
    """The file is no sound database. For whoever starts the server."""


class Cursor(Protocol):
    rowcount: int

    def execute(self, sql: str, values: Sequence[Any] = ()) -> Any: ...
    def fetchone(self) -> Any: ...
    def fetchall(self) -> list[Any]: ...


class Database(Protocol):
    """What the two databases do differently."""

    @property
    def spill_directory(self) -> Path | None:
        """Where records go that the database cannot take; none where there is no disk."""
        ...

    def transaction(self, work: Callable[[Cursor], T], kind: Kind) -> T: ...
    def check(self) -> None: ...
    def close(self) -> None: ...


class Sqlite:
    """One connection that writes and one that reads, so that no reader waits for a writer that is stuck."""

    def __init__(
        self, path: Path | Literal[":memory:"], patience_s: float = PATIENCE_S, durable: bool = False
    ) -> None:
        self._path, self._patience_s, self._durable = path, patience_s, durable
        self._locks = {"read": threading.Lock(), "write": threading.Lock()}
        self._open()

    @property
    def spill_directory(self) -> Path | None:
        return self._path.with_name(self._path.name + ".spill") if isinstance(self._path, Path) else None

    def _open(self) -> None:
        if isinstance(self._path, Path):
            self._path.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._db = {"write": self._connected()}
            self._db["read"] = self._connected() if isinstance(self._path, Path) else self._db["write"]
            if self._path == ":memory:":
                self._locks["read"] = self._locks["write"]
            with _committed(self._db["write"], "BEGIN IMMEDIATE") as cursor:
                make_tables(cursor, SQLITE)
        except sqlite3.DatabaseError as error:
            raise _told(error) from error
        self._file, self._damage = self._identity(), ""
        # closed last: closing any handle to the file gives up the locks that SQLite holds on it
        self._handle = os.open(self._path, os.O_RDONLY) if isinstance(self._path, Path) else -1

    def _connected(self) -> sqlite3.Connection:
        db = sqlite3.connect(
            self._path, timeout=self._patience_s, isolation_level=None, check_same_thread=False
        )
        _wal(db)
        db.execute(f"PRAGMA synchronous = {'FULL' if self._durable else 'NORMAL'}")
        db.execute(f"PRAGMA journal_size_limit = {JOURNAL_BYTES}")  # else it stays as large as it ever was
        return db

    def _identity(self) -> tuple[int, int] | None:
        """Which file is at the path; a file that was moved away would go on taking what nobody finds
        again."""
        if not isinstance(self._path, Path):
            return None
        try:
            stat = os.stat(self._path)
        except OSError:
            return (-1, -1)
        return stat.st_dev, stat.st_ino

    def transaction(self, work: Callable[[Cursor], T], kind: Kind) -> T:
        """All or nothing. A lock that stays, a full disk or a broken one: the records cannot be reached."""
        with self._locks[kind]:
            if (there := self._identity()) != self._file:
                self._reopened(there, kind)
            if kind == "write":
                self._refuse_damage()
            try:
                begin = "BEGIN IMMEDIATE" if kind == "write" else "BEGIN"
                with _committed(self._db[kind], begin) as cursor:
                    return work(cursor)
            except sqlite3.DatabaseError as error:
                raise _told(error) from error

    def _reopened(self, there: tuple[int, int] | None, kind: Kind) -> None:
        """Another file has come to the path; where none has, an empty one in its place would hide the
        loss."""
        if there == (-1, -1) or kind == "read":
            raise Unavailable("the records cannot be reached: their file is gone")
        with self._locks["read"]:
            self.close()
            self._open()

    def _refuse_damage(self) -> None:
        """A process that has the first page in memory would go on writing to what nobody can open again."""
        if self._handle >= 0 and os.pread(self._handle, len(MAGIC), 0) != MAGIC:
            self._damage = "file is not a database"
        if self._damage:
            raise Unavailable(f"the records are damaged: {self._damage}")

    def check(self) -> None:
        """Raises Unavailable for a file that is damaged; from then on nothing is written to it."""
        if isinstance(self._path, Path) and self._path.stat().st_size <= CHECKED_BYTES:
            try:
                result = self.transaction(_quick_check, "read")
            except Unavailable as error:
                result = str(error) if "locked" not in str(error) else "ok"
            self._damage = "" if result == "ok" else result
        with self._locks["write"]:
            self._refuse_damage()

    def close(self) -> None:
        for db in set(self._db.values()):
            db.close()
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1


def _quick_check(cursor: Cursor) -> str:
    cursor.execute("PRAGMA quick_check(1)")
    return str(cursor.fetchone()[0])


class Dialect(NamedTuple):
    bytes: str
    sequence: str
    columns: str  # asks for the columns of the table `records`


SQLITE = Dialect("BLOB", "INTEGER PRIMARY KEY AUTOINCREMENT", "SELECT name FROM pragma_table_info('records')")
EARLIER = "id, finished, env, level, seed, spec, player, reward, success, turns, lines"


def make_tables(cursor: Cursor, dialect: Dialect) -> None:
    """Those that are missing. Records of before there was a sequence get one, in the order of their time."""
    cursor.execute(dialect.columns)
    columns = {str(row[0]) for row in cursor.fetchall()}
    old = bool(columns) and "seq" not in columns
    if old:
        cursor.execute("ALTER TABLE records RENAME TO records_before")
        for index in ("records_by_env", "records_by_player", "records_by_time"):
            cursor.execute(f"DROP INDEX IF EXISTS {index}")
    for table in TABLES:
        cursor.execute(table.format(bytes=dialect.bytes, sequence=dialect.sequence))
    if old:
        cursor.execute(
            f"INSERT INTO records ({EARLIER}) SELECT {EARLIER} FROM records_before ORDER BY finished, id"
        )
        cursor.execute("DROP TABLE records_before")
    started = "INSERT INTO clock (one, wall, served) VALUES (1, ?, 0) ON CONFLICT (one) DO NOTHING"
    cursor.execute(started, (clock.wall(),))


def _told(error: sqlite3.DatabaseError) -> Exception:
    """Damage is an error of the base class; both are for clients to wait out."""
    if isinstance(
        error, (sqlite3.IntegrityError, sqlite3.ProgrammingError, sqlite3.DataError, sqlite3.InterfaceError)
    ):
        return error  # our bug
    return Unavailable(f"the records cannot be reached: {error}")


def _wal(db: sqlite3.Connection) -> None:
    """Changing the mode does not wait for others as writes do, so it is tried again."""
    until = clock.now() + PATIENCE_S
    while True:
        try:
            db.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or clock.now() > until:
                raise
            time.sleep(0.02)


@contextmanager
def _committed(db: sqlite3.Connection, begin: str) -> Iterator[Cursor]:
    cursor: Any = db.cursor()
    cursor.execute(begin)
    try:
        yield cursor
    except BaseException:
        db.rollback()
        raise
    try:
        db.commit()
    except BaseException:
        db.rollback()
        raise


def checked_file(path: Path) -> None:
    """Raises Damaged for a file that is no sound database; done once, by whoever starts the server."""
    if not path.exists() or not path.stat().st_size:
        return
    way_out = "restore a copy, or move it away and give another --records"
    try:
        db = sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=5)
        try:
            small = path.stat().st_size <= CHECKED_BYTES
            faults = [
                str(row[0]) for row in db.execute("PRAGMA quick_check" if small else "PRAGMA schema_version")
            ]
        finally:
            db.close()
    except sqlite3.OperationalError:
        return  # locked or read-only: the server says so when it writes
    except sqlite3.DatabaseError as error:
        raise DamagedStore(f"the records in {str(path)!r} are damaged ({error}); {way_out}") from None
    if small and faults != ["ok"]:
        raise DamagedStore(f"the records in {str(path)!r} are damaged ({faults[0]}); {way_out}")
