"""uvicorn's connections with less patience, and with bytes counted before they are a request.

All that this server knows of uvicorn's inside is here. tests/serving/test_transport.py says when each part
can go."""

import asyncio
import gc
from asyncio import TimerHandle
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import OPEN

from .ledger import AdmissionLedger, client_name
from .text_frames import FrameEdges, text_frame, whole_text

SHED_BYTES = 32 << 20
HEAD_BYTES = 64 << 10  # of a request's headers
LAST_REQUEST_S = 1.0  # when the server stops: for a request that is on its way


class Http(HttpToolsProtocol):
    """An HTTP connection on which a request must come in whole, and soon. A client has so many connections
    and no more. When the server stops, what was sent before the client can know of it is answered."""

    _patience: TimerHandle | None = None
    _client = ""
    _stopping = False
    _head = 0  # bytes of headers so far; below 0 while no headers are expected

    @property
    def _ledger(self) -> AdmissionLedger | None:
        ledger: AdmissionLedger | None = self.app_state.get("ledger")
        return ledger

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        name = client_name(self.client[0] if self.client else "")
        if self._ledger is not None:
            if not self._ledger.connect(name):
                transport.abort()
                return
            self._client = name
        self._begin()

    def data_received(self, data: bytes) -> None:
        """Headers and the body behind them may come in one piece: only what can still be headers is parsed
        first, and the body counts for nothing here."""
        if self._head >= 0:
            room = HEAD_BYTES - self._head
            first, data = data[:room], data[room:]
            self._head += len(first)
            super().data_received(first)
            if self._head >= HEAD_BYTES:
                self.transport.abort()
            if not data or self.transport.is_closing() or self.transport.get_protocol() is not self:
                return
        super().data_received(data)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        counted = max(self._head, 0)  # of a first request: what came in with its beginning
        self._begin()
        self._head = counted

    def on_headers_complete(self) -> None:
        self._end()
        super().on_headers_complete()
        if self._stopping and self.cycle is not None:
            self.cycle.keep_alive = False

    def handle_websocket_upgrade(self) -> None:
        super().handle_websocket_upgrade()
        upgraded: Any = self.transport.get_protocol()  # from here on the connection ends there
        upgraded.counted, self._client = self._client, ""
        if self._stopping:
            upgraded.shutdown()

    def shutdown(self) -> None:
        if self.cycle is None or self.cycle.response_complete:
            self._stopping = True
            self._wait(LAST_REQUEST_S)
        else:
            super().shutdown()

    def connection_lost(self, exc: Exception | None) -> None:
        self._end()
        if self._client and self._ledger is not None:
            self._ledger.disconnect(self._client)
            self._client = ""
        super().connection_lost(exc)

    def _begin(self) -> None:
        self._wait(self.timeout_keep_alive)
        self._head = 0

    def _wait(self, seconds: float) -> None:
        if self._patience is not None:
            self._patience.cancel()
        self._patience = self.loop.call_later(seconds, self.transport.close)

    def _end(self) -> None:
        self._head = -1
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None


class Shed:
    """Bytes of messages that ended with their connection. The parser that holds them is part of a cycle, and
    the collector, which has little else to do here, comes by too seldom to free them."""

    def __init__(self) -> None:
        self._bytes = 0

    def add(self, size: int) -> None:
        self._bytes += size
        if self._bytes >= SHED_BYTES:
            self.collect()

    def collect(self) -> None:
        if self._bytes:
            self._bytes = 0
            gc.collect()


shed = Shed()


class WebSocket(WebSocketsSansIOProtocol):
    """A WebSocket whose unfinished messages count against its client; one that carries too much is cut off.
    A message that is answered here need not wake the application: that would take more rounds of the event
    loop and as much time as a short turn of the game."""

    counted = ""  # the client whose connections this is one of
    answer_here: Callable[[bytes], bool] | None = None  # set by the application: whether it will `say` it
    after_answer: Callable[[], None] | None = None  # and what can be done when that is sent
    frames: list[bytes]
    _carried = 0
    _awaited = False  # the application waits for a message
    _answering = False  # the answer to the last message is still to be said
    _said: "asyncio.Future[None] | None" = None  # for the message behind it

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._edges = FrameEdges()

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["state"]["connection"] = self

    async def receive(self) -> Any:
        if not self.queue.empty():  # sent all at once: others come in between
            await asyncio.sleep(0)
        self._awaited = True
        message = await super().receive()
        self._awaited = False
        if self._answering and message["type"] == "websocket.receive":
            self._said = self.loop.create_future()
            await self._said
        return message

    def send_receive_event_to_app(self) -> None:
        if not self._is_answered_here():
            super().send_receive_event_to_app()

    def _is_answered_here(self) -> bool:
        idle = self._awaited and not self._answering and self.queue.empty()
        if not idle or self.answer_here is None or self.curr_msg_data_type != "text":
            return False
        if not self.writable.is_set() or self.close_sent:
            return False
        self._answering = True
        if not self.answer_here(self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)):
            self._answering = False
            return False
        self.frames = []
        return True

    def say(self, answer: bytes) -> None:
        """The answer to the last message, unless nobody is there to hear it."""
        self._answering = False
        if self.conn.state is OPEN and not self.close_sent and not self.transport.is_closing():
            self.transport.write(text_frame(answer))
            if self.after_answer is not None:
                self.after_answer()
        if self._said is not None and not self._said.done():
            self._said.set_result(None)
        self._said = None

    def data_received(self, data: bytes) -> None:
        if (text := self._text_in(data)) is not None:
            self.curr_msg_data_type, self.frames = "text", [text]
            self.send_receive_event_to_app()
            return
        if self.handshake_initiated:  # what came before was no frame
            self._edges.follow(data)
        super().data_received(data)
        unfinished = len(self.conn.reader.buffer) + sum(map(len, self.frames))
        if unfinished != self._carried and not self._carry(unfinished):
            self.transport.abort()

    def _text_in(self, data: bytes) -> bytes | None:
        """The message, where the data is a whole one and the parser is between two."""
        conn = self.conn
        if conn.state is not OPEN or conn.current_size is not None or not self._edges.between:
            return None
        return whole_text(data, self.config.ws_max_size)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._carried:
            shed.add(self._carried)
        self._carry(0)
        if self.counted:
            self.app_state["ledger"].disconnect(self.counted)
            self.counted = ""
        super().connection_lost(exc)

    def _carry(self, size: int) -> bool:
        """Whether it may."""
        ledger: AdmissionLedger | None = self.app_state.get("ledger")
        if ledger is None or size == self._carried:
            return True
        name = client_name(self.client[0] if self.client else "")
        if size < self._carried:
            ledger.put_down(name, self._carried - size)
        elif not ledger.carry(name, size - self._carried):
            return False
        self._carried = size
        return True
