"""uvicorn's connections with less patience and a short way: a plain call is answered where it is read, and
the application's task sleeps on."""

from asyncio import TimerHandle
from collections import deque
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from .gate import WIRE
from .queue import Quick

TEXT = 0x81  # the first byte of a frame that is a whole message of text
Held = tuple[Any, list[bytes]]  # a message: what kind it is, and its parts


class Door(HttpToolsProtocol):
    """An HTTP connection on which a request must come in whole, and soon."""

    _patience: TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._begin()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._begin()

    def on_headers_complete(self) -> None:
        self._end()
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._end()
        super().connection_lost(exc)

    def _begin(self) -> None:
        self._end()
        self._patience = self.loop.call_later(self.timeout_keep_alive, self.transport.close)

    def _end(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None


class Wire(WebSocketsSansIOProtocol):
    """Messages keep their order: one goes the short way only while the application waits for the next, and
    those behind it are held."""

    read_paused: bool
    curr_msg_data_type: Any
    frames: list[bytes]

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.quick: Quick | None = None  # set when the session begins
        self._waiting = False  # the application, for a message
        self._taken: Held | None = None  # the message that is being answered
        self._held: deque[Held] = deque()

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if not self.handshake_complete:  # else it was refused already
            self.scope["extensions"][WIRE] = self

    async def receive(self) -> Any:
        self._waiting = True
        message = await super().receive()
        self._waiting = False
        return message

    def send_receive_event_to_app(self) -> None:
        if self._taken is not None:
            self._held.append((self.curr_msg_data_type, self.frames))
            if not self.read_paused:
                self.read_paused = True
                self.transport.pause_reading()
        elif self.quick is None or not self._went_quickly(self.quick):
            super().send_receive_event_to_app()

    def _went_quickly(self, quick: Quick) -> bool:
        """Not while a reader is slow: the application waits for it, so that its answers do not pile up."""
        if (
            self.curr_msg_data_type != "text"
            or not self._waiting
            or not self.queue.empty()
            or self.close_sent
            or not self.writable.is_set()
        ):
            return False
        try:
            text = str(self.frames[0] if len(self.frames) == 1 else b"".join(self.frames), "utf-8")
        except UnicodeDecodeError:
            return False
        self._taken = self.curr_msg_data_type, self.frames
        if not quick(text, self._answer):
            self._taken = None
        return self._taken is not None

    def _answer(self, text: str | None) -> None:
        """None: the message is the application's after all."""
        taken, self._taken = self._taken, None
        if self.disconnected:
            return
        begun = self.curr_msg_data_type, self.frames  # of a message that has not come whole
        if text is None:
            assert taken is not None
            self.curr_msg_data_type, self.frames = taken
            super().send_receive_event_to_app()
        elif self.conn.state is State.OPEN and not self.close_sent:
            self._write(text.encode())
        while self._held and self._taken is None:
            self.curr_msg_data_type, self.frames = self._held.popleft()
            self.send_receive_event_to_app()
        self.curr_msg_data_type, self.frames = begun
        if self.read_paused and self._taken is None and self.queue.empty():
            self.read_paused = False
            self.transport.resume_reading()

    def _write(self, data: bytes) -> None:
        if self.conn.extensions:  # which want to see it
            self.conn.send_text(data)
            self.transport.write(b"".join(self.conn.data_to_send()))
        else:
            self.transport.write(framed(data))


def framed(data: bytes) -> bytes:
    """A message of text as one frame of a server, at a third of the time that a library for all frames
    needs."""
    size = len(data)
    if size < 126:
        return bytes((TEXT, size)) + data
    return (
        bytes((TEXT, 126)) + size.to_bytes(2, "big")
        if size < 1 << 16
        else bytes((TEXT, 127)) + size.to_bytes(8, "big")
    ) + data
