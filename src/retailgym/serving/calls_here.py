"""Calls that are answered where they are read, by the connection itself: no task is woken for them."""

from collections.abc import Callable

import msgspec

from .protocol import Connection, PlainCall, Rpc, execution_error, read_step
from .session import Session, written_turn


class CallHere:
    """A call that is answered where it was read, without a task: at once, or when it is its turn, and the
    last of an episode when its record is kept."""

    __slots__ = ("_call", "_playing", "_say", "_shop", "_talk")

    def __init__(self, playing: Connection, call: PlainCall, talk: Rpc, say: Callable[[bytes], None]) -> None:
        self._playing, self._call, self._talk, self._say = playing, call, talk, say
        self._shop = talk.shop

    def begin(self) -> None:
        self._tried(self._begin)

    def _begin(self) -> None:
        session = self._playing.playable()
        if self._shop.at_once(session, self._call.tool_name):
            self._take(session)
        else:
            call = self._call
            self._shop.put_off(session, call.tool_name, call.arguments, lambda: self._tried(self._in_turn))

    def _in_turn(self) -> None:
        self._take(self._playing.playable())

    def _take(self, session: Session) -> None:
        tool = self._call.tool_name
        self._shop.play_here(session, written_turn(tool, self._call.arguments), tool)
        if not session.done:
            self._say(session.last_on_the_wire)
            return

        def kept() -> None:
            keeping.result()  # or why it could not be kept
            self._say(session.last_on_the_wire)

        keeping = self._shop.begin_to_keep(session)
        keeping.add_done_callback(lambda _: self._tried(kept))

    def _tried(self, work: Callable[[], None]) -> None:
        try:
            work()
        except Exception as error:  # noqa: BLE001 (told to this client; our bugs are logged)
            self._say(execution_error(error, self._talk).encode())


def answered_here(playing: Connection, text: bytes, talk: Rpc, say: Callable[[bytes], None]) -> bool:
    """Whether it is a call to which `say` gets the answer, now or soon. To everything else `answered` has
    one."""
    if talk.shop.far:
        return False
    try:
        call = read_step(text).data
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return False
    CallHere(playing, call, talk, say).begin()
    return True
