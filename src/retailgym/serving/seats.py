"""Sessions by id, over HTTP and MCP: the records hold each after every turn, so any worker can go on, also
after a restart."""

import asyncio
import secrets
from collections.abc import Mapping
from typing import Any

from .ledger import Place
from .records import KEPT_S, Advance, Parked, Put
from .session import TOKEN_BYTES, Session, token_hash
from .sessions import DONE_S, Clash, Sessions, Unknown, attempt_of, record_of, running_of
from .store import Unavailable

PAUSE_S = 0.01
FINISHED_S = 900.0  # a finished episode can be looked at so long; its record stays


class StoredSeat:
    """What one id stands for: maybe an episode, as this worker knows it at some version."""

    __slots__ = ("busy", "id", "place", "session", "version")

    def __init__(self, id: str, place: Place, version: int = 0, session: Session | None = None) -> None:
        self.id, self.place, self.version, self.session = id, place, version, session
        self.busy = False

    @property
    def token_hash(self) -> str:
        return token_hash(self.id)


class Seats:
    def __init__(self, shop: Sessions) -> None:
        self._shop = shop
        self._here: dict[str, StoredSeat] = {}

    async def open(self, client: str, asked: Mapping[str, Any] | None = None) -> StoredSeat:
        """A new id, with the episode that is asked for, or none yet."""
        id = secrets.token_urlsafe(TOKEN_BYTES)
        seat = StoredSeat(id, self._place(id, client))
        self._shop.ledger.enter(seat.place)
        try:
            if asked is not None:
                seat.session = await self._shop.begin(asked, client)
            await self._shop.writer.put(
                Put(token_hash=seat.token_hash, version=0, parked=self._parked(seat.session))
            )
        except BaseException:
            self._shop.ledger.leave(seat.place)
            raise
        self._here[id] = seat
        return seat

    def _place(self, id: str, client: str) -> Place:
        def give_up() -> None:
            self._here.pop(id, None)

        return Place(client, give_up, self._shop.settings.limits.idle_s)

    async def find(self, id: str, client: str) -> StoredSeat:
        """The seat as it stands in the records, from memory where that is the same."""
        shop, here = self._shop, self._here.get(id)
        version = await shop.io(shop.records.version, token_hash(id))
        if here is not None and (here.busy or here.version == version):
            here.place.touch()
            return here
        kept = None if version is None else await shop.io(shop.records.session, token_hash(id))
        if kept is None or not kept[1].shared:
            self._drop(here)
            raise Unknown("no such episode; it may have been deleted")
        return await self._caught_up(id, client, *kept)

    async def _caught_up(self, id: str, client: str, version: int, parked: Parked) -> StoredSeat:
        """With the turns that other workers have taken since."""
        self._drop(self._here.get(id))
        session = (
            None
            if parked.running is None
            else await self._shop.restored(parked.running, secrets.token_urlsafe(24))
        )
        if (newer := self._here.get(id)) is not None and newer.version >= version:
            return newer
        seat = StoredSeat(id, self._place(id, client), version, session)
        self._shop.ledger.enter(seat.place)
        self._here[id] = seat
        return seat

    async def look(self, id: str, client: str) -> StoredSeat:
        """The same for those who only look: they see no turn that is not in the records yet."""
        seat = await self.find(id, client)
        while seat.busy:
            await asyncio.sleep(PAUSE_S)
            seat = await self.find(id, client)
        return seat

    async def reset(self, seat: StoredSeat, asked: Mapping[str, Any], client: str) -> Session:
        """Another episode in the same seat."""
        with Taken(seat):
            seat.place.waiting, seat.place.life_s = False, self._shop.settings.limits.idle_s
            self._shop.ledger.enter(seat.place)
            before = seat.session
            seat.session = await self._shop.begin(asked, client)
            if before is not None:
                self._shop.drop(before)
            await self._advance(seat)
        return seat.session

    async def play(self, seat: StoredSeat, text: str, tool: str = "") -> Session:
        """One turn. It is answered when it is in the records, with the verdict's record if it was the
        last."""
        assert seat.session is not None
        with Taken(seat):
            await self._shop.wait(seat.session, tool)
            await self._shop.play(seat.session, text, tool)
            await self._advance(seat)
        if seat.session.done:  # makes room for the next one
            seat.place.waiting, seat.place.life_s = True, min(DONE_S, seat.place.life_s)
        return seat.session

    async def listed(self, seat: StoredSeat) -> None:
        """Listing the tools counts as a step."""
        if seat.session is not None:
            with Taken(seat):
                seat.session.listed()
                await self._advance(seat)

    async def _advance(self, seat: StoredSeat) -> None:
        session = seat.session
        assert session is not None
        kept, traced = (record_of(session), attempt_of(session)) if session.done else (None, None)
        write = Advance(
            token_hash=seat.token_hash,
            before=seat.version,
            parked=self._parked(session),
            kept=kept,
            attempt=traced,
        )
        try:
            won = await self._shop.writer.put(write)
        except Unavailable:
            self._drop(seat)  # what was played here is in no record, so it was not played
            raise
        if not won:
            self._drop(seat)
            raise Clash("another turn of this episode was faster; look at the episode again")
        seat.version += 1
        seat.place.touch()

    def _parked(self, session: Session | None) -> Parked:
        """A session in which nothing was played is soon forgotten; one that is over can be looked at for a
        while."""
        limits = self._shop.settings.limits
        if session is None or not session.tape.turns:
            life_s = max(limits.idle_s, 60.0) * 4
        else:
            life_s = FINISHED_S if session.done else KEPT_S
        return Parked(running=None if session is None else running_of(session), life_s=life_s, shared=True)

    async def close(self, id: str) -> bool:
        """Whether there was one."""
        shop = self._shop
        there = await shop.io(shop.records.version, token_hash(id)) is not None
        seat = self._here.get(id)
        if seat is not None and seat.session is not None:
            shop.drop(seat.session)
        self._drop(seat)
        if there:
            await shop.io(shop.records.forget, [token_hash(id)])
        return there

    def _drop(self, seat: StoredSeat | None) -> None:
        if seat is not None:
            self._here.pop(seat.id, None)
            self._shop.ledger.leave(seat.place)


class Taken:
    """One turn at a time: the second of two that come together is told so."""

    def __init__(self, seat: StoredSeat) -> None:
        self._seat = seat

    def __enter__(self) -> None:
        if self._seat.busy:
            raise Clash("another turn of this episode was faster; look at the episode again")
        self._seat.busy = True

    def __exit__(self, *why: object) -> None:
        self._seat.busy = False
