"""What one server process holds: the environments on offer, the sessions, and the way to the records. All
doors lead here."""

import asyncio
import logging
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from .. import catalog as catalogs
from ..core.errors import RetailGymError
from ..core.spec import Spec
from ..envs import get_env
from ..tools.kit import Schema
from .counters import Counters
from .queue import Queue
from .records import PARKED_S, Finished, Records, Running, StoredRecord, Unavailable, open_records
from .session import Session, token_hash
from .settings import ServerSettings
from .spec_choice import Menu, WrongChoice, chosen, menu, named

T = TypeVar("T")
Told = Callable[[Unavailable | None], None]  # hears that a record is safe, or why it is not yet
log = logging.getLogger("retailgym.serving")
SWEEP_S = 15.0
TOGETHER_S = 0.002  # episodes that finish within this time share a transaction and one trip to another thread
# a finished session waits so long for a client that did not hear its end; after that it would be replayed
DONE_S = 60.0
FORGET_S = 300.0  # how often those on disk are looked through
FINISHED_S = 900.0  # an episode over plain HTTP can be looked at so long after its end; its record stays


class Unknown(RetailGymError, LookupError):
    """No session has that token here; it may be replayed."""


class Full(RetailGymError, RuntimeError):
    """No room for another session."""


class Clash(RetailGymError, RuntimeError):
    """Somebody else was faster."""


class Sessions:
    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        self.menu: Menu = menu(settings.envs)
        source = settings.catalog
        self.catalog = (
            catalogs.load(int(source) if source.isdigit() else source) if source else catalogs.load()
        )
        self.records: Records = open_records(settings.records or ":memory:")
        self.counters = Counters(settings.counters)
        self.sessions: dict[
            str, Session
        ] = {}  # by token: those being played, and those whose client has gone for a moment
        self.guests: dict[str, str] = {}  # who began the episodes that came by plain HTTP
        self.queue = Queue()
        self._threads = ThreadPoolExecutor(2, thread_name_prefix="records")
        self._pending: list[tuple[StoredRecord, Told]] = []
        self._gathering = False  # a flush is about to come
        self._flushing: asyncio.Task[None] | None = None

    def tools(self) -> tuple[Schema, ...]:
        """Of every environment on offer, for those who ask before an episode begins."""
        found = {schema.name: schema for env in self.menu.envs for schema in get_env(env).schemas()}
        return tuple(found.values())

    def begin(self, asked: Mapping[str, Any], owner: object = None, curriculum: str = "") -> Session:
        """A new session for what a reset asks, or one replayed from its turns."""
        if len(self._pending) >= self.settings.limits.unkept:
            raise Full(
                f"the records cannot be reached and {len(self._pending)} wait to be kept; try again later"
            )
        if len(self.sessions) >= self.settings.limits.sessions + self.settings.limits.parked:
            self.sweep(time.monotonic())
        if len(self.sessions) >= self.settings.limits.sessions + self.settings.limits.parked:
            raise Full("no room for another session; close one, or raise --max-sessions")
        session = self._opened(asked)
        session.curriculum = curriculum
        if (turns := asked.get("turns")) is not None:
            self._replay(session, turns, asked.get("record"))
        self._take(session, owner)
        self.counters.add("resets")
        return session

    def _opened(self, asked: Mapping[str, Any]) -> Session:
        try:
            episode_id, player = named("episode_id", asked), named("player", asked)
            return Session(
                chosen(self.menu, asked), catalog=self.catalog, player=player or "", episode_id=episode_id
            )
        except (ValueError, IndexError) as error:
            raise WrongChoice(str(error)) from None

    def next_task(self, name: str) -> Spec:
        try:
            return self.records.next_task(name)
        except ValueError as error:
            raise WrongChoice(str(error)) from None

    def _replay(self, session: Session, turns: object, record: object) -> None:
        if (
            not isinstance(turns, list)
            or not all(isinstance(t, str) for t in turns)
            or len(turns) > self.settings.limits.steps
        ):
            raise WrongChoice(f"turns must be a list of at most {self.settings.limits.steps} texts")
        if isinstance(record, str) and len(record) == 32 and record.isalnum():
            session.record_id = record  # what was kept before the server died is then not kept twice
        session.replayed(turns)

    def resume(self, token: object, owner: object) -> Session:
        """A session of this process; the connection that had it, if any is left, has it no longer."""
        session = self.sessions.get(token) if isinstance(token, str) else None
        if session is None:
            raise Unknown("no session has this token here; replay it with spec and turns")
        self.counters.add("resumed")
        return self.resume_as(session, owner)

    def resume_as(self, session: Session, owner: object) -> Session:
        self._take(session, owner)
        return session

    async def resume_anywhere(self, token: object, owner: object) -> Session:
        """Also one that another worker, or the server before this one, has put down."""
        if isinstance(token, str) and token not in self.sessions:
            running = await self.io(self.records.parked, token_hash(token))
            if running is not None and running.spec.env in self.menu.envs:
                self.sessions[token] = self.restored(running, token)
                await self.io(self.records.forget, [token_hash(token)])
        return self.resume(token, owner)

    def restored(self, running: Running, token: str) -> Session:
        session = Session(
            running.spec, catalog=self.catalog, player=running.player, episode_id=running.episode_id
        )
        session.token, session.record_id, session.curriculum = token, running.record_id, running.curriculum
        session.replayed(list(running.turns))
        session.steps = running.steps
        return session

    def _take(self, session: Session, owner: object) -> None:
        session.owner, session.touched = owner, time.monotonic()
        self.sessions[session.token] = session

    def leave(self, session: Session, owner: object) -> None:
        """The connection is gone; the session waits for its client if anything was played."""
        if session.owner is owner:
            session.owner, session.touched = None, time.monotonic()
            if not session.tape.turns:
                self.drop(session)

    def drop(self, session: Session) -> None:
        self.sessions.pop(session.token, None)
        self.guests.pop(session.token, None)

    def sweep(self, now: float) -> None:
        """Sessions whose client did not come back go, the longest gone first where there are too many."""
        waiting = sorted(
            (s for s in list(self.sessions.values()) if s.owner is None), key=lambda s: s.touched
        )
        limits = self.settings.limits
        beyond = len(waiting) - limits.parked
        for n, session in enumerate(waiting):
            if n < beyond or now - session.touched > (
                min(DONE_S, limits.parked_s) if session.done else limits.parked_s
            ):
                self.drop(session)
        self.counters.set("sessions_open", len(self.sessions))

    def stepped(self, session: Session) -> None:
        self.counters.add("steps")
        if session.done:
            self.counters.add("episodes")
            self.counters.add("successes", session.verdict.success)
            self.counters.add("reward_sum", session.verdict.reward)
            log.info(
                "episode",
                extra={
                    "said": {
                        "spec": str(session.episode.spec),
                        "reward": session.verdict.reward,
                        "turns": session.episode.turns,
                        "player": session.tape.header.player,
                        "record": session.record_id,
                    }
                },
            )

    async def io(self, work: Callable[..., T], *arguments: Any) -> T:
        """Database work, off the loop."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *arguments)

    def keep_then(self, session: Session, told: Told) -> None:
        """Keep the record of a finished episode. Those that finish together share a transaction."""
        self._pending.append((record_of(session), told))
        if not self._gathering:
            self._gathering = True
            asyncio.get_running_loop().call_later(TOGETHER_S, self.flush)

    async def keep(self, session: Session) -> None:
        """Returns when the record of the finished episode is safe."""
        kept: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def told(error: Unavailable | None) -> None:
            if not kept.done():
                kept.set_result(None) if error is None else kept.set_exception(error)

        self.keep_then(session, told)
        await kept

    def keep_now(self, session: Session) -> None:
        self.records.keep([record_of(session)])

    def flush(self) -> None:
        self._gathering = False
        if self._pending and (self._flushing is None or self._flushing.done()):
            self._flushing = asyncio.get_running_loop().create_task(self._flush())

    async def _flush(self) -> None:
        while self._pending:
            batch, self._pending = self._pending, []
            try:
                await self.io(self.records.keep, [kept for kept, _ in batch])
            except Unavailable as error:
                log.error("records", extra={"said": {"error": str(error), "waiting": len(batch)}})
                self._pending = [(kept, _nobody) for kept, _ in batch] + self._pending
                _tell(batch, error)
                return
            except Exception as error:  # noqa: BLE001 (our bug; those who wait must hear of it, and the next batch must be kept)
                log.exception("records")
                _tell(batch, Unavailable(f"the record could not be written: {error}"))
                continue
            _tell(batch, None)

    async def close(self) -> None:
        """Keep what is finished, save what is running."""
        if self._flushing is not None:
            await self._flushing
        running = [
            (s.token_hash, running_of(s)) for s in list(self.sessions.values()) if s.tape.turns and not s.done
        ]
        try:
            if self._pending:
                await self.io(self.records.keep, [kept for kept, _ in self._pending])
            if running:
                await self.io(self.records.park, running)
            log.info("stopped", extra={"said": {"saved": len(running)}})
        except Unavailable as error:
            log.error(
                "stopped",
                extra={"said": {"error": str(error), "lost": len(self._pending), "unsaved": len(running)}},
            )
        self._threads.shutdown()
        self.records.close()


def _tell(batch: list[tuple[StoredRecord, Told]], error: Unavailable | None) -> None:
    """Each by itself, so that what one of them does with it is no matter to the others."""
    for _, told in batch:
        asyncio.get_running_loop().call_soon(told, error)


def _nobody(error: Unavailable | None) -> None:
    """Was told already."""


def record_of(session: Session) -> StoredRecord:
    header, verdict = session.tape.header, session.verdict
    spec = header.spec
    about = Finished(
        id=session.record_id,
        finished=time.time(),
        env=spec.env,
        level=spec.level,
        seed=spec.seed,
        spec=str(spec),
        player=header.player,
        reward=verdict.reward,
        success=verdict.success,
        turns=len(session.tape.turns),
    )
    return StoredRecord(about=about, lines=session.tape.record(verdict), curriculum=session.curriculum)


def running_of(session: Session) -> Running:
    return Running(
        spec=session.tape.header.spec,
        turns=tuple([t.text or "" for t in session.tape.turns]),
        steps=session.steps,
        record_id=session.record_id,
        episode_id=session.episode_id,
        player=session.tape.header.player,
        curriculum=session.curriculum,
        life_s=FINISHED_S if session.done else PARKED_S,
    )
