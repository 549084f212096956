"""Records of finished episodes, traces of every attempt, sessions that any worker can go on with, and
curricula.

One small schema for SQLite and PostgreSQL. Every write is a transaction and can be repeated without harm, so
that a lost connection is answered by trying again."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from ..core.curriculum import Curriculum, FinishedEpisode, after, choose, restored, saved
from ..core.spec import SPLITS, Spec, split_of
from ..core.streams import Streams
from ..core.values import Value, encode
from . import clock
from .store import Cursor, Database, Sqlite, Unavailable

__all__ = ["Records", "Unavailable", "open_records"]
PAGE = 100
KEPT_S = 7 * 24 * 3600.0  # how long a session waits for its client, while a server runs
TICK_S = 60.0  # how often the served time is counted on
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


class StoredRecord(Value, tag="record"):
    about: Finished
    lines: bytes
    curriculum: str = ""


class Attempt(Value, tag="attempt"):
    """That an episode was begun, how many turns it got, and its record where it was finished."""

    id: str
    origin: str  # the attempt whose turns were played again, or this one
    begun: float
    spec: str
    player: str
    turns: int = 0
    record: str = ""


class Running(Value):
    """All that is needed to go on with an episode elsewhere, except its token."""

    spec: Spec
    turns: tuple[str, ...]
    steps: int
    attempt: str
    origin: str
    begun: float
    episode_id: str
    player: str = ""
    curriculum: str = ""


class Parked(Value):
    """A session as it is stored: its episode, if one has begun, and how long it waits for its client."""

    running: Running | None
    life_s: float = KEPT_S
    shared: bool = False  # any worker may play it; else it is for one connection at a time


class Put(Value):
    """A session that is new, or newer than the one that is stored."""

    token_hash: str
    version: int
    parked: Parked


class Advance(Value):
    """The next state of a session that several workers may play; its record goes with it, or neither does."""

    token_hash: str
    before: int  # the version that it follows; if another has followed already, nothing is written
    parked: Parked
    kept: StoredRecord | None = None
    attempt: Attempt | None = None


Write = StoredRecord | Attempt | Put | Advance


class Query(Value):
    """Which records: any field that is given must match. `after` is the id at the end of the page before."""

    env: str | None = None
    level: int | None = None
    player: str | None = None
    min_reward: float | None = None
    max_reward: float | None = None
    after: str | None = None
    limit: int = PAGE


class Records:
    """Any thread may call these; the database decides the order."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @property
    def spill_directory(self) -> Path | None:
        return self._database.spill_directory

    def write(self, batch: Sequence[Write]) -> list[bool]:
        """All in one transaction, a statement for each kind. False for an advance that came too late."""
        return self._database.transaction(lambda db: _written(db, batch), "write")

    def keep(self, batch: Sequence[StoredRecord]) -> None:
        """Keep finished episodes, all or none. One that is kept already stays as it is and moves no
        curriculum."""
        self.write(batch)

    def find(self, query: Query) -> list[Finished]:
        """Records that match, in the order in which they were kept."""
        tests: list[tuple[str, str, Any]] = [
            ("env", "=", query.env),
            ("level", "=", query.level),
            ("player", "=", query.player),
            ("reward", ">=", query.min_reward),
            ("reward", "<=", query.max_reward),
        ]
        where = [f"{column} {op} ?" for column, op, value in tests if value is not None]
        values: list[Any] = [value for _, _, value in tests if value is not None]
        if query.after is not None:
            where.append("seq > (SELECT seq FROM records WHERE id = ?)")
            values.append(query.after)
        which = "WHERE " + " AND ".join(where) if where else ""
        rows = self.rows(
            f"SELECT {COLUMNS} FROM records {which} ORDER BY seq LIMIT ?", (*values, query.limit)
        )
        return [finished_of(row) for row in rows]

    def lines(self, id: str) -> bytes | None:
        """One record as JSON lines, as `retailgym replay` reads it."""
        rows = self.rows("SELECT lines FROM records WHERE id = ?", (id,))
        return bytes(rows[0][0]) if rows else None

    def every(self, query: Query) -> Iterator[Finished]:
        """All that match, read page by page."""
        page = self.find(query)
        while page:
            yield from page
            page = self.find(msgspec.structs.replace(query, after=page[-1].id))

    def export(self, query: Query) -> Iterator[bytes]:
        """Every record that matches, as JSON lines."""
        for about in self.every(query):
            if (lines := self.lines(about.id)) is not None:
                yield lines

    def attempts(self, spec: str = "", limit: int = PAGE) -> list[Attempt]:
        """The latest attempts, of one spec or of all; without a record where nobody finished."""
        where = "WHERE spec = ?" if spec else ""
        fields = ", ".join(Attempt.__struct_fields__)
        sql = f"SELECT {fields} FROM attempts {where} ORDER BY begun DESC, id LIMIT ?"
        rows = self.rows(sql, ((spec, limit) if spec else (limit,)))
        return [Attempt(**dict(zip(Attempt.__struct_fields__, row, strict=True))) for row in rows]

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        """What a query finds, for those who only look."""
        return self._database.transaction(lambda db: _all(db, sql, values), "read")

    # ── sessions ──
    def session(self, token_hash: str) -> tuple[int, Parked] | None:
        """A stored session and its version."""
        sql = (
            "SELECT version, session FROM sessions WHERE token_hash = ? AND expires > (SELECT served FROM "
            "clock)"
        )
        rows = self.rows(sql, (token_hash,))
        return (int(rows[0][0]), msgspec.json.decode(bytes(rows[0][1]), type=Parked)) if rows else None

    def version(self, token_hash: str) -> int | None:
        sql = "SELECT version FROM sessions WHERE token_hash = ? AND expires > (SELECT served FROM clock)"
        rows = self.rows(sql, (token_hash,))
        return int(rows[0][0]) if rows else None

    def claim(self, token_hash: str) -> Parked | None:
        """A session of a connection, which is then here and no longer there."""

        def work(db: Cursor) -> Parked | None:
            where = "WHERE token_hash = ? AND expires > (SELECT served FROM clock)"
            rows = _all(db, f"SELECT session FROM sessions {where}", (token_hash,))
            parked = msgspec.json.decode(bytes(rows[0][0]), type=Parked) if rows else None
            if parked is None or parked.shared:
                return None
            db.execute("DELETE FROM sessions WHERE token_hash = ?", (token_hash,))
            return parked

        return self._database.transaction(work, "write")

    def forget(self, token_hashes: Sequence[str]) -> None:
        def work(db: Cursor) -> None:
            for one in token_hashes:
                db.execute("DELETE FROM sessions WHERE token_hash = ?", (one,))

        self._database.transaction(work, "write")

    def tick(self) -> int:
        """Count the served time on, and forget the sessions whose time is up; how many there were.

        A wall clock that jumps ahead counts for two ticks at most, one that is set back for none.
        """

        def work(db: Cursor) -> int:
            db.execute("UPDATE clock SET served = served")  # locks the row in both databases
            ((before, served),) = _all(db, "SELECT wall, served FROM clock", ())
            wall = clock.wall()
            passed = min(max(wall - before, 0.0), 2 * TICK_S)
            db.execute("UPDATE clock SET wall = ?, served = ?", (wall, served + passed))
            db.execute("DELETE FROM sessions WHERE expires <= ?", (served + passed,))
            return db.rowcount

        return self._database.transaction(work, "write")

    # ── curricula ──
    def begin_curriculum(self, name: str, curriculum: Curriculum) -> bool:
        """False if there is one of that name, which then stays."""
        sql = "INSERT INTO curricula (name, drawn, state) VALUES (?, 0, ?) ON CONFLICT (name) DO NOTHING"

        def work(db: Cursor) -> bool:
            db.execute(sql, (name, saved(curriculum)))
            return bool(db.rowcount == 1)

        return self._database.transaction(work, "write")

    def curriculum(self, name: str) -> Curriculum | None:
        rows = self.rows("SELECT state FROM curricula WHERE name = ?", (name,))
        return restored(bytes(rows[0][0])) if rows else None

    def curricula(self) -> list[str]:
        """The names of all curricula."""
        return [str(row[0]) for row in self.rows("SELECT name FROM curricula ORDER BY name")]

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

    def check(self) -> None:
        """Raises Unavailable where the database is damaged."""
        self._database.check()

    def close(self) -> None:
        self._database.close()


def _written(db: Cursor, batch: Sequence[Write]) -> list[bool]:
    advances = [one for one in batch if isinstance(one, Advance)]
    won = _advance(db, advances) if advances else set[str]()
    followed = [one for one in advances if one.token_hash in won]
    if puts := [one for one in batch if isinstance(one, Put)]:
        _put(db, puts)
    kept = [one for one in batch if isinstance(one, StoredRecord)] + [
        one.kept for one in followed if one.kept is not None
    ]
    if kept:
        _keep(db, kept)
    attempts = [one for one in batch if isinstance(one, Attempt)]
    attempts += [one.attempt for one in followed if one.attempt is not None]
    if attempts:
        _trace(db, attempts)
    return [not isinstance(one, Advance) or one.token_hash in won for one in batch]


def _values(rows: int, columns: int) -> str:
    """One statement for many rows: between two statements a busy process makes a thread wait, several
    milliseconds."""
    return ",".join(["(" + ",".join("?" * columns) + ")"] * rows)


def _advance(db: Cursor, advances: Sequence[Advance]) -> set[str]:
    values = [(a.token_hash, a.before, a.parked.life_s, encode(a.parked)) for a in advances]
    db.execute(
        f"WITH new (token_hash, version, life, session) AS (VALUES {_values(len(values), 4)}) UPDATE "
        f"sessions SET "
        "expires = (SELECT served FROM clock) + new.life, version = new.version + 1, session = new.session "
        "FROM new "
        "WHERE sessions.token_hash = new.token_hash AND sessions.version = new.version RETURNING "
        "sessions.token_hash",
        [value for row in values for value in row],
    )
    return {str(row[0]) for row in db.fetchall()}


def _put(db: Cursor, puts: Sequence[Put]) -> None:
    """An older state never replaces a newer one."""
    ((served,),) = _all(db, "SELECT served FROM clock", ())
    values = [(p.token_hash, served + p.parked.life_s, p.version, encode(p.parked)) for p in puts]
    db.execute(
        f"INSERT INTO sessions (token_hash, expires, version, session) VALUES {_values(len(values), 4)} "
        "ON CONFLICT (token_hash) DO UPDATE SET expires = excluded.expires, version = excluded.version, "
        "session = excluded.session WHERE sessions.version < excluded.version",
        [value for row in values for value in row],
    )


def _keep(db: Cursor, batch: Sequence[StoredRecord]) -> None:
    values = [
        (*msgspec.structs.astuple(k.about)[:-2], int(k.about.success), k.about.turns, k.lines) for k in batch
    ]
    chosen = any(kept.curriculum for kept in batch)  # only then it matters which are new: a row is a wait too
    db.execute(
        f"INSERT INTO records ({COLUMNS}, lines) VALUES {_values(len(values), 11)} ON CONFLICT (id) DO "
        f"NOTHING {'RETURNING id' if chosen else ''}",
        [value for row in values for value in row],
    )
    new = {str(row[0]) for row in db.fetchall()} if chosen else set[str]()
    for kept in batch:
        if kept.curriculum and kept.about.id in new:
            new.discard(kept.about.id)
            _fold(db, kept)


def _trace(db: Cursor, attempts: Sequence[Attempt]) -> None:
    latest = {a.id: a for a in attempts}  # a row may be named once in a statement
    names = Attempt.__struct_fields__
    db.execute(
        f"INSERT INTO attempts ({', '.join(names)}) VALUES {_values(len(latest), len(names))} ON CONFLICT "
        f"(id) "
        "DO UPDATE SET turns = excluded.turns, record = excluded.record",
        [value for attempt in latest.values() for value in msgspec.structs.astuple(attempt)],
    )


def _fold(db: Cursor, kept: StoredRecord) -> None:
    """What was played moves the curriculum that chose it; other splits are for evaluation and never do."""
    db.execute("UPDATE curricula SET drawn = drawn WHERE name = ?", (kept.curriculum,))  # locks the row
    row = _all(db, "SELECT state FROM curricula WHERE name = ?", (kept.curriculum,))
    if row:
        about = kept.about
        played = FinishedEpisode(
            env=about.env,
            level=about.level,
            success=about.success,
            reward=about.reward,
            evaluation=split_of(about.seed) != "train",
        )
        state = saved(after(restored(bytes(row[0][0])), played))
        db.execute("UPDATE curricula SET state = ? WHERE name = ?", (state, kept.curriculum))


def _all(db: Cursor, sql: str, values: Sequence[Any]) -> list[Any]:
    db.execute(sql, values)
    return db.fetchall()


def finished_of(row: Sequence[Any]) -> Finished:
    return msgspec.convert(dict(zip(Finished.__struct_fields__, row, strict=True)), Finished, strict=False)


def open_records(where: str, durable: bool = False) -> Records:
    """Records in a PostgreSQL database by URL, in memory, or in an SQLite file."""
    if where.startswith(("postgresql://", "postgres://")):
        from .postgres import Postgres

        return Records(Postgres(where))
    return Records(Sqlite(":memory:" if where == ":memory:" else Path(where), durable=durable))
