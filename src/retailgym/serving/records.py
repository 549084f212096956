"""Records of finished episodes, sessions that were running when a server stopped, and curricula: one small
schema for SQLite and PostgreSQL.

Every write is one transaction and can be repeated without harm, so that a lost connection is answered by
trying again."""

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, Protocol, TypeVar

import msgspec

from ..core.curriculum import Curriculum, FinishedEpisode, after, choose, restored, saved
from ..core.errors import RetailGymError
from ..core.spec import SPLITS, Spec, split_of
from ..core.streams import Streams
from ..core.values import Value, encode

T = TypeVar("T")
PAGE = 100
PARKED_S = 7 * 24 * 3600.0  # how long a session on disk waits for its client
JOURNAL_BYTES = 8 << 20
PATIENCE_S = 60.0  # how long a write is tried again before it is an error
TABLES = (
    """CREATE TABLE IF NOT EXISTS records (
        id TEXT PRIMARY KEY, finished DOUBLE PRECISION NOT NULL, env TEXT NOT NULL,
        level INTEGER NOT NULL, seed BIGINT NOT NULL, spec TEXT NOT NULL, player TEXT NOT NULL,
        reward DOUBLE PRECISION NOT NULL, success INTEGER NOT NULL, turns INTEGER NOT NULL,
        lines {bytes} NOT NULL)""",
    "CREATE INDEX IF NOT EXISTS records_by_env ON records (env, level, player, reward)",
    "CREATE INDEX IF NOT EXISTS records_by_player ON records (player, reward)",
    "CREATE INDEX IF NOT EXISTS records_by_time ON records (finished, id)",
    """CREATE TABLE IF NOT EXISTS parked (
        token_hash TEXT PRIMARY KEY, expires DOUBLE PRECISION NOT NULL, steps INTEGER NOT NULL,
        session {bytes} NOT NULL)""",
    ("CREATE TABLE IF NOT EXISTS curricula (name TEXT PRIMARY KEY, drawn BIGINT NOT NULL, state {bytes} NOT "
     "NULL)"),
)  # fmt: skip
COLUMNS = "id, finished, env, level, seed, spec, player, reward, success, turns"


class Finished(Value):
    """One finished episode, as it is kept."""

    id: str
    finished: float
    env: str
    level: int
    seed: int
    spec: str
    player: str
    reward: float
    success: bool
    turns: int


class StoredRecord(Value):
    about: Finished
    lines: bytes
    curriculum: str = ""


class Running(Value):
    """All that is needed to go on with a session elsewhere, except its token; and how long it waits for its
    client."""

    spec: Spec
    turns: tuple[str, ...]
    steps: int
    record_id: str
    episode_id: str
    player: str = ""
    curriculum: str = ""
    life_s: float = PARKED_S


class Query(Value):
    """Which records: any field that is given must match. `after` is the id at the end of the page before."""

    env: str | None = None
    level: int | None = None
    player: str | None = None
    min_reward: float | None = None
    max_reward: float | None = None
    after: str | None = None
    limit: int = PAGE


class Unavailable(RetailGymError, RuntimeError):
    """The database could not be reached in time."""


class Cursor(Protocol):
    rowcount: int

    def execute(self, sql: str, values: Sequence[Any] = ()) -> Any: ...
    def fetchone(self) -> Any: ...
    def fetchall(self) -> list[Any]: ...


class RecordDatabase(Protocol):
    """What the two databases do differently."""

    def transaction(self, work: Callable[[Cursor], T], kind: Literal["read", "write"]) -> T: ...
    def close(self) -> None: ...


class Records:
    """Any thread may call these; the database decides the order."""

    def __init__(self, database: RecordDatabase) -> None:
        self._database = database

    def keep(self, batch: Sequence[StoredRecord]) -> None:
        """Keep finished episodes, all or none. One that is kept already stays as it is and moves no
        curriculum."""

        def work(db: Cursor) -> None:
            for kept in batch:
                values = (
                    *msgspec.structs.astuple(kept.about)[:-2],
                    int(kept.about.success),
                    kept.about.turns,
                    kept.lines,
                )
                db.execute(
                    (
                        f"INSERT INTO records ({COLUMNS}, lines) VALUES (?,?,?,?,?,?,?,?,?,?,?) ON CONFLICT "
                        f"(id) "
                        f"DO NOTHING"
                    ),
                    values,
                )
                if kept.curriculum and db.rowcount == 1:
                    _fold(db, kept)

        self._database.transaction(work, "write")

    def find(self, query: Query) -> list[Finished]:
        """Records that match, the oldest first."""
        tests: list[tuple[str, str, Any]] = [
            ("env", "=", query.env),
            ("level", "=", query.level),
            ("player", "=", query.player),
        ]
        tests += [("reward", ">=", query.min_reward), ("reward", "<=", query.max_reward)]
        where = [f"{column} {op} ?" for column, op, value in tests if value is not None]
        values: list[Any] = [value for _, _, value in tests if value is not None]
        if query.after is not None:
            where.append("(finished, id) > (SELECT finished, id FROM records WHERE id = ?)")
            values.append(query.after)
        sql = (
            f"SELECT {COLUMNS} FROM records {'WHERE ' + ' AND '.join(where) if where else ''} ORDER BY "
            f"finished, id LIMIT ?"
        )
        return self._database.transaction(
            lambda db: [_finished(row) for row in _all(db, sql, (*values, query.limit))], "read"
        )

    def lines(self, id: str) -> bytes | None:
        """One record as JSON lines, as `retailgym replay` reads it."""
        row = self._one("SELECT lines FROM records WHERE id = ?", id)
        return None if row is None else bytes(row[0])

    def every(self, query: Query) -> Iterator[Finished]:
        """All that match, the oldest first, read page by page."""
        page = self.find(query)
        while page:
            yield from page
            page = self.find(msgspec.structs.replace(query, after=page[-1].id))

    def export(self, query: Query) -> Iterator[bytes]:
        """Every record that matches, as JSON lines."""
        for about in self.every(query):
            if (lines := self.lines(about.id)) is not None:
                yield lines

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        """What a query finds, for those who only look."""
        return self._database.transaction(lambda db: _all(db, sql, values), "read")

    def park(self, sessions: Sequence[tuple[str, Running]]) -> None:
        """Keep running sessions, by the hashes of their tokens. An older state never replaces a newer one."""

        def work(db: Cursor) -> None:
            for hashed, running in sessions:
                db.execute(
                    "INSERT INTO parked (token_hash, expires, steps, session) VALUES (?,?,?,?) ON CONFLICT "
                    "(token_hash) DO UPDATE "
                    "SET expires = excluded.expires, steps = excluded.steps, session = excluded.session "
                    "WHERE parked.steps < excluded.steps",
                    (hashed, time.time() + running.life_s, running.steps, encode(running)),
                )

        self._database.transaction(work, "write")

    def advance(self, hashed: str, before: int, running: Running) -> bool:
        """The next state of a session that several workers may play: false if another one was faster."""

        def work(db: Cursor) -> bool:
            db.execute(
                "UPDATE parked SET expires = ?, steps = ?, session = ? WHERE token_hash = ? AND steps = ?",
                (time.time() + running.life_s, running.steps, encode(running), hashed, before),
            )
            return bool(db.rowcount == 1)

        return self._database.transaction(work, "write")

    def parked(self, hashed: str) -> Running | None:
        row = self._one(
            "SELECT session FROM parked WHERE token_hash = ? AND expires > ?", hashed, time.time()
        )
        return None if row is None else msgspec.json.decode(bytes(row[0]), type=Running)

    def parked_steps(self, hashed: str) -> int | None:
        row = self._one("SELECT steps FROM parked WHERE token_hash = ? AND expires > ?", hashed, time.time())
        return None if row is None else int(row[0])

    def forget(self, hashed: Sequence[str]) -> None:
        def work(db: Cursor) -> None:
            for one in hashed:
                db.execute("DELETE FROM parked WHERE token_hash = ?", (one,))

        self._database.transaction(work, "write")

    def forget_expired(self) -> int:
        """Sessions that nobody came back for; how many there were."""

        def work(db: Cursor) -> int:
            db.execute("DELETE FROM parked WHERE expires <= ?", (time.time(),))
            return db.rowcount

        return self._database.transaction(work, "write")

    def begin_curriculum(self, name: str, curriculum: Curriculum) -> bool:
        """False if there is one of that name, which then stays."""

        def work(db: Cursor) -> bool:
            db.execute(
                "INSERT INTO curricula (name, drawn, state) VALUES (?, 0, ?) ON CONFLICT (name) DO NOTHING",
                (name, saved(curriculum)),
            )
            return bool(db.rowcount == 1)

        return self._database.transaction(work, "write")

    def curriculum(self, name: str) -> Curriculum | None:
        row = self._one("SELECT state FROM curricula WHERE name = ?", name)
        return None if row is None else restored(bytes(row[0]))

    def curricula(self) -> list[str]:
        """The names of all curricula."""
        return self._database.transaction(
            lambda db: [str(row[0]) for row in _all(db, "SELECT name FROM curricula ORDER BY name", ())],
            "read",
        )

    def next_task(self, name: str) -> Spec:
        """The next task of a curriculum, the same sequence whichever worker is asked."""

        def work(db: Cursor) -> Spec:
            db.execute("UPDATE curricula SET drawn = drawn + 1 WHERE name = ?", (name,))
            row = _all(db, "SELECT drawn, state FROM curricula WHERE name = ?", (name,))
            if not row:
                raise ValueError(f"no curriculum {name!r}; begin it first")
            rng = (Streams("curriculum") / name / int(row[0][0]))()
            env, level = choose(restored(bytes(row[0][1])), rng)
            return Spec(env, level, rng.below(len(SPLITS["train"])))

        return self._database.transaction(work, "write")

    def close(self) -> None:
        self._database.close()

    def _one(self, sql: str, *values: Any) -> Any:
        def work(db: Cursor) -> Any:
            db.execute(sql, values)
            return db.fetchone()

        return self._database.transaction(work, "read")


def _fold(db: Cursor, kept: StoredRecord) -> None:
    """What was played moves the curriculum that chose it; other splits are for evaluation and never do."""
    db.execute(
        "UPDATE curricula SET drawn = drawn WHERE name = ?", (kept.curriculum,)
    )  # locks the row in both databases
    row = _all(db, "SELECT state FROM curricula WHERE name = ?", (kept.curriculum,))
    if row:
        about = kept.about
        evaluation = split_of(about.seed) != "train"
        played = FinishedEpisode(
            env=about.env,
            level=about.level,
            success=about.success,
            reward=about.reward,
            evaluation=evaluation,
        )
        state = saved(after(restored(bytes(row[0][0])), played))
        db.execute("UPDATE curricula SET state = ? WHERE name = ?", (state, kept.curriculum))


def _all(db: Cursor, sql: str, values: Sequence[Any]) -> list[Any]:
    db.execute(sql, values)
    return db.fetchall()


def _finished(row: Sequence[Any]) -> Finished:
    id, finished, env, level, seed, spec, player, reward, success, turns = row
    return Finished(
        id=id,
        finished=finished,
        env=env,
        level=level,
        seed=seed,
        spec=spec,
        player=player,
        reward=reward,
        success=bool(success),
        turns=turns,
    )


class Sqlite:
    """A file in WAL mode: readers do not wait, writers wait for each other."""

    def __init__(self, path: Path | Literal[":memory:"], patience_s: float = PATIENCE_S) -> None:
        if isinstance(path, Path):
            path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = threading.Lock()
        self._db = sqlite3.connect(path, timeout=patience_s, isolation_level=None, check_same_thread=False)
        self._wal()
        self._db.execute(
            "PRAGMA synchronous = NORMAL"
        )  # safe against the death of a process; against that of the machine up to the last checkpoint
        self._db.execute(
            f"PRAGMA journal_size_limit = {JOURNAL_BYTES}"
        )  # else it stays as large as it ever was
        self.transaction(lambda db: [db.execute(table.format(bytes="BLOB")) for table in TABLES], "write")

    def _wal(self) -> None:
        """Changing the mode does not wait for others as writes do, so it is tried again."""
        until = time.monotonic() + PATIENCE_S
        while True:
            try:
                self._db.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                if "locked" not in str(error) or time.monotonic() > until:
                    raise
                time.sleep(0.02)

    def transaction(self, work: Callable[[Cursor], T], kind: Literal["read", "write"]) -> T:
        """All or nothing. A lock that stays, a full disk or a broken one: the records cannot be reached."""
        try:
            with (
                self._lock,
                _committed(self._db, "BEGIN IMMEDIATE" if kind == "write" else "BEGIN") as cursor,
            ):
                return work(cursor)
        except sqlite3.OperationalError as error:
            raise Unavailable(f"the records cannot be reached: {error}") from error

    def close(self) -> None:
        with self._lock:
            self._db.close()


@contextmanager
def _committed(db: sqlite3.Connection, begin: str) -> Iterator[Cursor]:
    cursor: Any = db.cursor()
    cursor.execute(begin)
    try:
        yield cursor
    except BaseException:
        db.rollback()
        raise
    db.commit()


def open_records(where: str) -> Records:
    """Records in a PostgreSQL database by URL, in memory, or in an SQLite file."""
    if where.startswith(("postgresql://", "postgres://")):
        from .postgres import Postgres

        return Records(Postgres(where))
    return Records(Sqlite(":memory:" if where == ":memory:" else Path(where)))
