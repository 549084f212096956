"""Who is next where one thread serves everybody: short turns first, then long ones, then starts.

To look at a shelf takes a tenth of the time that it takes to understand a customer or to begin an episode. A
short turn is taken as soon as it is read. Between two looks at what has come in, so many long ones are let in
as fit into a few milliseconds, or into a multiple of what the short ones took, so that neither kind starves
the other, and one long turn finds the caches as the one before it left them. An episode begins when nobody
has come with a turn, or when it has waited for long enough.

What is said to customers may be heard in another process, one after the other; this thread then hears one
itself whenever it has nothing else to do, but none that would keep others waiting for long."""

import asyncio
from collections import deque
from collections.abc import Hashable
from functools import partial

from ..customer import Utterance
from . import clock
from .listener import Listener, Take

LONG = 2.0  # times a usual turn
SLICE_S = 0.002  # for long turns, in each round of the event loop
SHARE = 6.0  # or so many times what the short ones took
PATIENCE_S = 0.2  # so long a start lets turns pass
BRIEF = 1000  # characters; to hear so much takes little longer than to begin an episode
RECENT = 0.1  # the weight of the last time in what a kind of turn is thought to take

Waiting = tuple[float, Take]


class Turns:
    def __init__(self) -> None:
        self._takes_s: dict[Hashable, float] = {}
        self._usual_s = 0.0
        self._long: deque[Waiting] = deque()  # with what they are thought to take
        self._spoken: deque[tuple[Utterance, Take]] = deque()  # long ones that a listener could hear
        self._starts: deque[Waiting] = deque()  # with the time when they came
        self._short_s, self._taken = 0.0, 0  # since the last round
        self._coming = False  # another round
        self._listener: Listener | None = None
        self._heard = False  # the turn that is taken now was heard elsewhere

    def hear_with(self, listener: Listener) -> None:
        """From now on, where it is there."""
        self._listener = listener
        listener.has_room, listener.has_gone = self._come_again, self._take_back

    def is_short(self, kind: Hashable) -> bool:
        return self._takes_s.get(kind, 0.0) <= LONG * self._usual_s

    def took(self, kind: Hashable, seconds: float) -> None:
        if self._heard:  # that says nothing of what such a turn takes
            return
        if self._coming:
            self._short_s += seconds if self.is_short(kind) else 0.0
            self._taken += 1
        before = self._takes_s.get(kind, seconds)
        self._takes_s[kind] = before + RECENT * (seconds - before)
        self._usual_s += RECENT * (seconds - self._usual_s) if self._usual_s else seconds

    async def wait(self, kind: Hashable) -> None:
        """Until it is time for such a turn."""
        if not self.is_short(kind):
            mine = asyncio.get_running_loop().create_future()
            self.put_off(kind, lambda: _let_in(mine))
            await mine

    async def wait_to_start(self) -> None:
        mine = asyncio.get_running_loop().create_future()
        self._in_line(self._starts, (clock.now(), lambda: _let_in(mine)))
        await mine

    def put_off(self, kind: Hashable, take: Take, said: Utterance | None = None) -> None:
        """A long turn, which is taken when it is time for it; if it is long because something is `said`, when
        that was heard."""
        if said is not None and self._listener is not None and self._listener.ready:
            self._spoken.append((said, take))
            self._come_again()
        else:
            self._in_line(self._long, (self._takes_s.get(kind, 0.0), take))

    def _take_back(self, left: list[Take]) -> None:
        """What the listener had not heard when it went."""
        for take in [*left, *(take for _, take in self._spoken)]:
            self._in_line(self._long, (0.0, take))
        self._spoken.clear()

    def _in_line(self, line: deque[Waiting], one: Waiting) -> None:
        line.append(one)
        self._come_again()

    def _come_again(self) -> None:
        if not self._coming:
            self._coming = True
            loop = asyncio.get_running_loop()
            loop.call_soon(self._round, loop)

    def _round(self, loop: asyncio.AbstractEventLoop) -> None:
        try:
            self._let_some_in()
        finally:  # else after one error nobody would come in any more
            self._short_s, self._taken = 0.0, 0
            self._coming = bool(self._long or self._starts) or self._can_hear()
            if self._coming:
                loop.call_soon(self._round, loop)

    def _let_some_in(self) -> None:
        if self._spoken:
            self._have_heard()
        left_s = max(SLICE_S, SHARE * self._short_s)
        while self._long and left_s > 0:
            takes_s, take = self._long.popleft()
            left_s -= takes_s
            self._taken += 1
            take()
        if self._starts and (not self._taken or clock.now() - self._starts[0][0] > PATIENCE_S):
            _, start = self._starts.popleft()
            start()

    def _can_hear(self) -> bool:
        """Is there one that this thread could hear, or the listener now? It says when it has room again."""
        room = self._listener is not None and self._listener.free
        return bool(self._spoken) and (room or self._is_brief())

    def _is_brief(self) -> bool:
        return len(self._spoken[0][0].text) <= BRIEF

    def _have_heard(self) -> None:
        """By the listener; one of them here, if nobody else has come."""
        own = self._spoken.popleft() if not self._taken and self._is_brief() else None
        while self._spoken and self._listener is not None and self._listener.free:
            said, take = self._spoken.popleft()
            self._listener.hear(said, partial(self._take_heard, take))
        if own is not None:
            self._taken += 1
            own[1]()

    def _take_heard(self, take: Take) -> None:
        self._heard = True
        try:
            take()
        finally:
            self._heard = False


def _let_in(one: "asyncio.Future[None]") -> None:
    if not one.done():  # else whoever waited has gone
        one.set_result(None)
