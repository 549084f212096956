"""What one server process holds: the environments on offer, the sessions, and the way to the records. All
doors lead here."""

import asyncio
import logging
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any, TypeVar

from .. import catalog as catalogs
from ..core.episode import Episode, spoken, start
from ..core.errors import RetailGymError
from ..core.spec import Spec
from ..envs import get_env
from ..tools.kit import Schema
from . import clock
from .ledger import AdmissionLedger, Full, Place
from .listener import Listener
from .metrics import Metrics
from .records import Attempt, Finished, Parked, Put, Records, Running, StoredRecord, open_records
from .session import TURN_LENGTH, Json, Session, token_hash
from .settings import ServerSettings
from .spec_choice import LENGTH, Menu, WrongChoice, chosen, menu, named
from .store import Unavailable
from .turns import Turns
from .warming import warmed
from .writer import Writer

T = TypeVar("T")
log = logging.getLogger("retailgym.serving")
DONE_S = 60.0  # a finished session waits so long for a client that did not hear its end
LONG = 20  # turns; to play more of them again is done beside the loop
TOKEN_LENGTH = 32
BEGINNINGS = 256
SLOW_S = 0.005  # an episode that takes longer to begin keeps others waiting
FADES = 0.9  # what the longest beginning of a kind counts after the next


class Unknown(RetailGymError, LookupError):
    """No session has that token here; it may be replayed."""


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
        self.far = source.startswith(
            ("postgresql://", "postgres://")
        )  # a step may have to wait for a database
        # an episode is a value: all who play one spec, such as the group of a trainer, share its beginning
        self._begun = lru_cache(BEGINNINGS)(self._start)
        self._starts_s: dict[tuple[str, int], float] = {}  # by environment and level
        self.records: Records = open_records(settings.records or ":memory:", settings.durable)
        self.metrics = Metrics()
        self.ledger = AdmissionLedger(settings.limits, self.metrics)
        self.writer = Writer(self.records, settings.limits.unkept)
        self.sessions: dict[
            str, Session
        ] = {}  # by token: of connections, and those whose client has gone for a moment
        self.turns = Turns()
        self.listener = Listener(source) if settings.listener and not self.far else None
        if self.listener is not None:
            self.turns.hear_with(self.listener)
        self.warming = True
        self._readers = ThreadPoolExecutor(4, thread_name_prefix="records")
        self._players = ThreadPoolExecutor(8 if self.far else 2, thread_name_prefix="players")
        # one, so that of a group with one spec only the first works its beginning out
        self._starter = ThreadPoolExecutor(1, thread_name_prefix="starts")

    def warm(self) -> Iterator[None]:
        """Else the first who comes waits for it, and so does everybody beside them."""
        if not self.far:
            yield from warmed(self.catalog, self.menu.envs)
        self.warming = False

    async def tend(self) -> None:
        """What works beside this process, does it still?"""
        if self.listener is not None:
            await self.listener.tend()

    def tools(self) -> tuple[Schema, ...]:
        """Of every environment on offer, for those who ask before an episode begins."""
        schemas = {schema.name: schema for env in self.menu.envs for schema in get_env(env).schemas()}
        return tuple(schemas.values())

    # ── beside the loop ──
    async def io(self, work: Callable[..., T], *arguments: Any) -> T:
        """What looks into the database; nobody waits for it for ever."""
        limit = self.settings.limits.waiting_s
        try:
            async with asyncio.timeout(limit):
                return await asyncio.get_running_loop().run_in_executor(self._readers, work, *arguments)
        except TimeoutError:
            raise Unavailable(f"the records did not answer within {limit:g} s") from None

    async def compute(self, work: Callable[..., T], *arguments: Any) -> T:
        """What takes long, or waits for the catalogue."""
        return await asyncio.get_running_loop().run_in_executor(self._players, work, *arguments)

    # ── episodes ──
    async def begin(self, asked: Mapping[str, Any], client: str) -> Session:
        """A new episode for what a reset asks, or one replayed from its turns. Nobody has it yet."""
        if self.writer.full:
            raise Full("the records cannot be reached and too many wait to be kept; try again later")
        self.ledger.may_begin(client)
        name = asked.get("curriculum")
        name = name[:LENGTH] if isinstance(name, str) else ""
        turns = self._turns(asked.get("turns"))
        if name and turns is None:
            asked = {**asked, "spec": str(await self.io(self.next_task, name))}
        if self.far or len(turns or ()) > LONG:
            session = await self.compute(self._opened, asked, turns)
        else:
            spec = self._chosen(asked)
            await self.turns.wait_to_start()
            session = await self._beside_others(spec, lambda: self._opened(asked, turns, spec))
        session.curriculum = name
        self.metrics.resets.inc()
        self.writer.put_soon(attempt_of(session))
        return session

    def _chosen(self, asked: Mapping[str, Any]) -> Spec:
        try:
            return chosen(self.menu, asked)
        except (ValueError, IndexError, OverflowError) as error:
            raise WrongChoice(str(error)) from None

    def _start(self, spec: Spec) -> Episode:
        begun, kind = clock.worked(), (spec.env, spec.level)
        episode = start(spec, catalog=self.catalog)
        self._starts_s[kind] = max(clock.worked() - begun, FADES * self._starts_s.get(kind, 0.0))
        return episode

    async def _beside_others(self, spec: Spec, begin: Callable[[], T]) -> T:
        """An episode that may take long to begin is begun in a thread, so that nobody's turn waits for it."""
        if self._starts_s.get((spec.env, spec.level), SLOW_S) < SLOW_S:
            return begin()
        return await asyncio.get_running_loop().run_in_executor(self._starter, begin)

    def _opened(self, asked: Mapping[str, Any], turns: list[str] | None, spec: Spec | None = None) -> Session:
        spec = spec or self._chosen(asked)
        try:
            episode_id, player = named("episode_id", asked), named("player", asked)
            session = Session(self._begun(spec), player=player or "", episode_id=episode_id)
        except (ValueError, IndexError, OverflowError) as error:
            raise WrongChoice(str(error)) from None
        if turns is not None:
            lost = asked.get("session")
            if isinstance(lost, str) and len(lost) == TOKEN_LENGTH:
                session.origin = token_hash(
                    lost
                )  # what was kept before the server died is then not kept twice
            session.replayed(turns)
        return session

    def _turns(self, turns: object) -> list[str] | None:
        most = self.settings.limits.steps
        if turns is None:
            return None
        if not isinstance(turns, list) or not all(isinstance(t, str) for t in turns) or len(turns) > most:
            raise WrongChoice(f"turns must be a list of at most {most} texts")
        return turns

    def next_task(self, name: str) -> Spec:
        try:
            return self.records.next_task(name)
        except ValueError as error:
            raise WrongChoice(str(error)) from None

    def at_once(self, session: Session, tool: str) -> bool:
        """Whether such a turn keeps nobody else waiting."""
        return not self.far and self.turns.is_short(kind_of(session, tool))

    def put_off(self, session: Session, tool: str, arguments: Json, take: Callable[[], None]) -> None:
        """A turn that would keep others waiting is taken when it is time for it."""
        said = spoken(session.episode, tool, arguments)
        heard_elsewhere = said is not None and len(said.text) <= TURN_LENGTH
        self.turns.put_off(kind_of(session, tool), take, said if heard_elsewhere else None)

    async def wait(self, session: Session, tool: str) -> None:
        """Until it is time for such a turn. The session may be another connection's by then."""
        if not self.far:
            await self.turns.wait(kind_of(session, tool))

    async def play(self, session: Session, text: str, tool: str = "") -> None:
        """One turn, where the catalogue is: in memory at once, else beside the loop."""
        if self.far:
            await self.compute(session.turn, text, tool)
            self._taken(session)
        else:
            self.play_here(session, text, tool)

    def play_here(self, session: Session, text: str, tool: str) -> None:
        begun = clock.worked()
        session.turn(text, tool)
        self._taken(session)
        self.turns.took(kind_of(session, tool), clock.worked() - begun)

    def _taken(self, session: Session) -> None:
        self.metrics.steps.inc()
        if session.done:
            self._count(session)

    def _count(self, session: Session) -> None:
        verdict = session.verdict
        self.metrics.episodes.inc()
        self.metrics.successes.inc(verdict.success)
        self.metrics.reward.inc(verdict.reward)
        fields = {
            "spec": str(session.episode.spec),
            "reward": verdict.reward,
            "turns": session.episode.turns,
            "player": session.tape.header.player,
            "record": session.record_id,
        }
        log.info("episode", extra={"said": fields})

    async def keep(self, session: Session) -> None:
        """Returns when the record of the finished episode is safe."""
        await self.begin_to_keep(session)

    def begin_to_keep(self, session: Session) -> "asyncio.Future[bool]":
        """The same, under way before anybody waits for it."""
        self.writer.put_soon(attempt_of(session))
        return self.writer.begin(record_of(session))

    # ── sessions of connections ──
    def take(self, session: Session, owner: object) -> None:
        if session.place is not None:
            self.ledger.leave(session.place)
            session.place = None
        session.owner = owner
        self.sessions[session.token] = session

    async def resume(self, token: object, owner: object) -> Session:
        """The session again; whoever had it has it no longer. Also one that another worker, or the server
        before this one, has put down."""
        session = self.sessions.get(token) if isinstance(token, str) else None
        if session is None and isinstance(token, str):
            session = await self._claimed(token)
        if session is None:
            raise Unknown("no session has this token here; replay it with spec and turns")
        self.metrics.resumed.inc()
        self.take(session, owner)
        if session.done:  # whoever finished it may not have waited until it was kept
            await self.keep(session)
        return session

    async def _claimed(self, token: str) -> Session | None:
        parked = await self.io(self.records.claim, token_hash(token))
        if parked is None or parked.running is None or parked.running.spec.env not in self.menu.envs:
            return None
        return self.sessions.get(token) or await self.restored(parked.running, token)

    async def restored(self, running: Running, token: str) -> Session:
        """The session from the records, by playing it again."""

        def again() -> Session:
            begun = self._begun(running.spec)
            session = Session(begun, player=running.player, episode_id=running.episode_id)
            session.token, session.curriculum = token, running.curriculum
            session.attempt, session.origin, session.begun = running.attempt, running.origin, running.begun
            session.replayed(running.turns)
            session.steps = running.steps
            return session

        if self.far or len(running.turns) > LONG:
            return await self.compute(again)
        return await self._beside_others(running.spec, again)

    def leave(self, session: Session, owner: object, client: str) -> None:
        """The connection is gone; the session waits for its client if anything was played."""
        if session.owner is not owner:
            return
        session.owner = None
        if not session.tape.turns:
            self.drop(session)
            return
        life_s = self.settings.limits.parked_s
        life_s = min(DONE_S, life_s) if session.done else life_s
        session.place = Place(client, lambda: self._put_down(session), life_s, waiting=True)
        try:
            self.ledger.enter(session.place)
        except Full:
            self._put_down(session)

    def _put_down(self, session: Session) -> None:
        """From memory to disk."""
        self.sessions.pop(session.token, None)
        if not session.done:
            self.writer.put_soon(Put(token_hash=session.token_hash, version=0, parked=parked_of(session)))
            self.writer.put_soon(attempt_of(session))

    def drop(self, session: Session) -> None:
        """Nobody will come back for it; that it was begun is not forgotten."""
        self.sessions.pop(session.token, None)
        if session.place is not None:
            self.ledger.leave(session.place)
        if session.tape.turns and not session.done:
            self.writer.put_soon(attempt_of(session))

    async def close(self) -> None:
        """Keep what is finished, save what is running."""
        running = [s for s in self.sessions.values() if s.tape.turns and not s.done]
        for session in running:
            self._put_down(session)
        lost = await self.writer.close()
        log.log(
            logging.ERROR if lost else logging.INFO,
            "stopped",
            extra={"said": {"saved": len(running), "lost": lost}},
        )
        if self.listener is not None:
            self.listener.close()
        for threads in (self._readers, self._players, self._starter):
            threads.shutdown(wait=False)
        self.records.close()


def kind_of(session: Session, tool: str) -> tuple[str, str]:
    env = session.episode.env
    return env.id, tool if tool in env.tools else ""


def record_of(session: Session) -> StoredRecord:
    header, verdict = session.tape.header, session.verdict
    spec = header.spec
    about = Finished(
        id=session.record_id,
        finished=clock.wall(),
        env=spec.env,
        level=spec.level,
        seed=spec.seed,
        spec=session.spec,
        player=header.player,
        reward=verdict.reward,
        success=verdict.success,
        turns=len(session.tape.turns),
    )
    return StoredRecord(about=about, lines=session.lines, curriculum=session.curriculum)


def attempt_of(session: Session) -> Attempt:
    header = session.tape.header
    return Attempt(
        id=session.attempt,
        origin=session.origin,
        begun=session.begun,
        spec=session.spec,
        player=header.player,
        turns=len(session.tape.turns),
        record=session.record_id if session.done else "",
    )


def running_of(session: Session) -> Running:
    header = session.tape.header
    return Running(
        spec=header.spec,
        turns=tuple([t.text or "" for t in session.tape.turns]),
        steps=session.steps,
        attempt=session.attempt,
        origin=session.origin,
        begun=session.begun,
        episode_id=session.episode_id,
        player=header.player,
        curriculum=session.curriculum,
    )


def parked_of(session: Session) -> Parked:
    return Parked(running=running_of(session))
