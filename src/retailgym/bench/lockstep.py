"""Many WebSocket sessions that move in step, on blocking sockets: the load of the benchmark.

All send, then all read, the last one first. An answer then wakes nobody who sleeps: waking the load is work
that a kernel charges to the server, several times dearer than a step, and it would fall on a slow server and
not on a quick one."""

import socket
from collections import deque
from collections.abc import Sequence
from types import TracebackType
from urllib.parse import urlsplit

import msgspec
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

from ..serving.light_client import ws_url
from ..serving.session import Json

WAIT_S = 120.0


class SocketSession:
    """One session."""

    def __init__(self, base_url: str) -> None:
        where = urlsplit(base_url)
        self._socket = socket.create_connection((where.hostname, where.port), timeout=WAIT_S)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._protocol = ClientProtocol(parse_uri(ws_url(base_url)), max_size=None)
        self._came: deque[bytes] = deque()
        self._protocol.send_request(self._protocol.connect())
        self._flush()
        while self._protocol.state.name == "CONNECTING":
            self._read()

    def say(self, message: Json) -> None:
        self._protocol.send_text(msgspec.json.encode(message))
        self._flush()

    def hear(self) -> Json:
        while not self._came:
            self._read()
        answer: Json = msgspec.json.decode(self._came.popleft())
        if answer["type"] == "error":
            raise RuntimeError(f"the server answered {answer['data']}")
        return answer

    def close(self) -> None:
        self._socket.close()

    def _read(self) -> None:
        data = self._socket.recv(1 << 18)
        if not data:
            raise ConnectionError("the server hung up")
        self._protocol.receive_data(data)
        for event in self._protocol.events_received():
            if isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                self._came.append(bytes(event.data))
        self._flush()  # a pong, where there was a ping

    def _flush(self) -> None:
        for data in self._protocol.data_to_send():
            self._socket.sendall(data)


class Lockstep:
    """Several sessions, open between `with` and its end."""

    def __init__(self, base_url: str, count: int) -> None:
        self._lines = [SocketSession(base_url) for _ in range(count)]

    def exchange(self, messages: Sequence[Json | None]) -> list[Json | None]:
        """A message of each session that has one, and the answers."""
        talking = [
            (n, line, message)
            for n, (line, message) in enumerate(zip(self._lines, messages, strict=True))
            if message is not None
        ]
        for _, line, message in talking:
            line.say(message)
        answers: list[Json | None] = [None] * len(messages)
        for n, line, _ in reversed(talking):
            answers[n] = line.hear()
        return answers

    def __enter__(self) -> "Lockstep":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for line in self._lines:
            line.close()
