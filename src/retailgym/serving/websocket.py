"""The two WebSocket doors: `/ws` for OpenEnv sessions, `/mcp` for OpenEnv's JSON-RPC. A connection is a place
in the ledger."""

import asyncio
from contextlib import suppress
from urllib.parse import parse_qs

import msgspec

from . import rpc
from .calls_here import answered_here
from .gate import DEPTH, Message, Receive, Send, refuse, too_deep
from .ledger import Full, Place
from .protocol import Attached, Connection, Rpc, answered, error_frame
from .seats import Seats
from .sessions import Sessions, Unknown

HANG_UP_S = 1.0


class WebSockets:
    """The ASGI application of both doors."""

    def __init__(self, shop: Sessions, seats: Seats) -> None:
        self._shop, self._seats, self._talk = shop, seats, Rpc(shop, seats)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["path"] not in ("/ws", "/mcp"):
            await refuse(scope, receive, send, 404, "sessions are at /ws")
            return
        await receive()  # the connect event
        await send({"type": "websocket.accept"})
        line = SocketLine(self._shop, scope, send)
        try:
            self._shop.ledger.enter(line.place)
            playing = await self._playing(scope, line)
        except (Full, Unknown) as error:
            code = "CAPACITY_REACHED" if isinstance(error, Full) else "SESSION_ERROR"
            await line.say(error_frame(str(error), code))
            await line.hang_up(1013 if isinstance(error, Full) else 1000, code)
            self._shop.ledger.leave(line.place)
            return
        self._shop.metrics.connections.inc()
        if scope["path"] == "/ws" and isinstance(playing, Connection):
            self._be_quick(scope, playing, line)
        try:
            await self._talked(scope["path"], playing, line, receive)
        finally:
            self._shop.ledger.leave(line.place)
            playing.close()

    def _be_quick(self, scope: Message, playing: Connection, line: "SocketLine") -> None:
        """Calls are answered without waking this task, where the connection is one of ours."""
        connection = scope.get("state", {}).get("connection")
        if connection is None:
            return

        def answer(text: bytes) -> bool:
            line.place.touch()
            return not too_deep(text) and answered_here(playing, text, self._talk, connection.say)

        connection.answer_here, connection.after_answer = answer, playing.settle

    async def _playing(self, scope: Message, line: "SocketLine") -> Connection | Attached:
        named = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("session_id")
        if not named or scope["path"] != "/ws":
            return Connection(self._shop, scope["client_name"])
        attached = Attached(self._shop, self._seats, named[0], scope["client_name"])
        line.attached, line.version = attached, (await attached.seat()).version
        return attached

    async def _talked(
        self, path: str, playing: Connection | Attached, line: "SocketLine", receive: Receive
    ) -> None:
        while True:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                return
            line.place.touch()
            text = message.get("text")
            data = (message.get("bytes") or b"") if text is None else text.encode(errors="replace")
            if too_deep(data):
                answer: str | None = error_frame(f"a message may be nested {DEPTH} deep", "INVALID_JSON")
            elif path == "/mcp":
                answer = await self._rpc(data, playing)
            else:
                answer = await answered(
                    playing, data.decode(errors="replace") if text is None else text, self._talk
                )
            if answer is None:
                await line.hang_up(1000, "")
                return
            await line.say(answer)

    async def _rpc(self, data: bytes, playing: Connection | Attached) -> str:
        try:
            request = rpc.read(data)
        except rpc.RpcRefused as refused:
            return msgspec.json.encode(rpc.failed(refused)).decode()
        return msgspec.json.encode(await self._talk.answer(request, playing)).decode()


class SocketLine:
    """One WebSocket and its place. One that has said nothing for too long is ended; its session can be
    resumed."""

    def __init__(self, shop: Sessions, scope: Message, send: Send) -> None:
        self._shop, self._send = shop, send
        self.place = Place(scope["client_name"], self._give_up, shop.settings.limits.idle_s)
        self.attached: Attached | None = None
        self.version = 0  # of the seat that it is attached to, when this was looked at last
        self._ending: asyncio.Task[None] | None = None

    async def say(self, text: str) -> None:
        await self._send({"type": "websocket.send", "text": text})

    async def hang_up(self, code: int, why: str) -> None:
        """Nobody waits long for one who does not read; the pings find out that it is gone."""
        with suppress(
            TimeoutError, OSError, RuntimeError
        ):  # OSError: it has gone by itself; RuntimeError: already closed
            async with asyncio.timeout(HANG_UP_S):
                await self._send({"type": "websocket.close", "code": code, "reason": why})

    def _give_up(self) -> None:
        self._ending = asyncio.get_running_loop().create_task(self._end())

    async def _end(self) -> None:
        if self.attached is not None and await self._in_use_elsewhere(self.attached):
            with suppress(Full):
                self.place.touch()
                self._shop.ledger.enter(self.place)
                return
        await self.hang_up(1001, "idle for too long; resume with the session's token")

    async def _in_use_elsewhere(self, attached: Attached) -> bool:
        """Its calls may come by HTTP, to this worker or to another."""
        try:
            before, self.version = self.version, (await attached.seat()).version
        except Unknown:
            return False
        return self.version != before
