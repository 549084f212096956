"""A process beside the server that hears what agents say to customers, while the server serves others.

To understand a message takes ten times as long as most calls, and nothing but the message and what the
customer has in mind decides what comes of it. Whoever listens keeps nothing: if the process is not there, the
server hears the message itself, and the episode is the same."""

import asyncio
import gc
import logging
import signal
import socket
import subprocess
import sys
from collections import deque
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

import msgspec

from .. import catalog as catalogs
from ..core.task import Thing
from ..core.values import Value
from ..customer import Heard, Utterance, category_of, known, understood
from ..customer.mentions import TABLES
from ..envs import names
from .warming import warmed

log = logging.getLogger("retailgym.serving")
SIZE_BYTES = 4  # before each message
AHEAD = 64  # messages on their way to it, so that it need not wait for the server's event loop to come round
READ_BYTES = 1 << 18
COLLECT = 100_000  # objects between two looks for what is no longer needed

Take = Callable[[], None]


class Inbox:
    """What has come in of messages that each bear their size."""

    def __init__(self) -> None:
        self._unread = b""

    def put(self, data: bytes) -> None:
        self._unread += data

    def next(self) -> bytes | None:
        """The next one, once it is there whole."""
        end = SIZE_BYTES + int.from_bytes(self._unread[:SIZE_BYTES], "big")
        if len(self._unread) < end:
            return None
        message, self._unread = self._unread[SIZE_BYTES:end], self._unread[end:]
        return message


def sized(message: bytes) -> bytes:
    return len(message).to_bytes(SIZE_BYTES, "big") + message


class Listener(asyncio.Protocol):
    """The server's end."""

    def __init__(self, catalog: str) -> None:
        self._catalog = catalog
        self._process: subprocess.Popen[bytes] | None = None
        self._transport: Any = None
        self._line = Inbox()
        self._under_way: deque[tuple[Utterance, Take]] = deque()
        self._oldest: object = None  # of those under way, when somebody looked last
        self.ready = False
        self.has_room: Callable[[], None] = lambda: None  # called when it can take more
        self.has_gone: Callable[[list[Take]], None] = lambda left: None  # with what it did not hear

    @property
    def free(self) -> bool:
        return self.ready and len(self._under_way) < AHEAD

    def hear(self, said: Utterance, take: Take) -> None:
        """`take` is called when it is known what was heard."""
        self._under_way.append((said, take))
        self._transport.write(sized(sent(said)))

    async def tend(self) -> None:
        """Start it where it is not there; one that has not answered since the last time is ended first."""
        oldest = self._under_way[0] if self._under_way else None
        if oldest is not None and oldest is self._oldest:
            log.warning(
                "listener", extra={"said": {"why": "it stands still", "unheard": len(self._under_way)}}
            )
            self.close()
        self._oldest = oldest
        if self._process is None:
            await self._start()

    async def _start(self) -> None:
        ours, theirs = socket.socketpair()
        command = [sys.executable, "-m", __name__, str(theirs.fileno()), self._catalog]
        with theirs:
            self._process = subprocess.Popen(command, pass_fds=[theirs.fileno()])
        self._line = Inbox()
        await asyncio.get_running_loop().create_connection(lambda: self, sock=ours)

    def close(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    # ── as a protocol ──
    def connection_made(self, transport: Any) -> None:
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._line.put(data)
        while (answer := self._line.next()) is not None:
            if not self.ready:  # the first one says so
                self.ready = True
                continue
            said, take = self._under_way.popleft()
            with known(said, _heard(answer)):
                take()
        self.has_room()

    def connection_lost(self, error: Exception | None) -> None:
        if self._process is not None:
            self._warn("it has died")
        self.close()
        left, self.ready = [take for _, take in self._under_way], False
        self._under_way.clear()
        self.has_gone(left)

    def _warn(self, why: str) -> None:
        log.warning("listener", extra={"said": {"why": why, "unheard": len(self._under_way)}})


class _Utterance(Value):
    """What was said, its things as they were written."""

    text: str
    things: msgspec.Raw
    today: int
    starts: tuple[int, ...]
    bought: tuple[int, ...] = ()


sent = msgspec.msgpack.Encoder().encode
_heard = msgspec.msgpack.Decoder(Heard).decode
_read = msgspec.msgpack.Decoder(_Utterance).decode
_things = lru_cache(maxsize=TABLES)(msgspec.msgpack.Decoder(tuple[Thing, ...]).decode)


def arrived(message: bytes) -> Utterance:
    """An utterance that came in. Its things are often those of an earlier one, and what can be asked of them
    is then known."""
    said = _read(message)
    things = _things(bytes(said.things))
    return Utterance(text=said.text, things=things, today=said.today, starts=said.starts, bought=said.bought)


def _listen(server: socket.socket, catalog: str) -> None:
    """The other end, until the server is gone."""
    shop = catalogs.load(int(catalog) if catalog.isdigit() else catalog) if catalog else catalogs.load()
    category, line = partial(category_of, shop), Inbox()
    for _ in warmed(shop, names()):
        pass
    gc.collect()
    gc.freeze()
    gc.set_threshold(COLLECT)
    server.sendall(sized(b""))
    while data := server.recv(READ_BYTES):
        line.put(data)
        while (message := line.next()) is not None:
            server.sendall(sized(sent(understood(arrived(message), category, shop))))


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server decides when it ends
    _listen(socket.socket(fileno=int(sys.argv[1])), sys.argv[2])
