"""The door: who may come in, how many, and how much they may carry. Everything is checked here before a
framework sees it."""

import asyncio
import hmac
import logging
import re
import time
from collections import Counter
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from contextvars import ContextVar
from typing import Any
from urllib.parse import urlsplit

import msgspec

from .calls import error_frame
from .queue import Quick, Reply
from .sessions import Sessions
from .settings import loopback

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Asgi = Callable[[Message, Receive, Send], Awaitable[None]]

log = logging.getLogger("retailgym.serving")
OPEN_PATHS = re.compile(
    r"/(health|web|page/[a-z]+\.[a-z]+)?"
)  # the page itself is no secret; what it asks for is
MANY_BRACKETS = 200  # below it nothing can be nested too deeply
DEPTH = 64
WIRE = "retailgym.wire"  # where a scope holds its connection
HANG_UP_S = 1.0
DRAINED = 16  # times the limit: so much is taken in before a sender is cut off, so that most hear why


class Gate:
    """Wraps the application. Counts connections by address, checks the token and the origin, and reads ahead
    what a parser would choke on."""

    def __init__(self, app: Asgi, shop: Sessions) -> None:
        self.app, self.shop, self.limits = app, shop, shop.settings.limits
        self.open = Counter[str]()  # WebSockets, by address
        self.lines: dict[int, SocketLine] = {}

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        why = self.objection(scope)
        if why is not None:
            self.shop.counters.add("refused")
            await refuse(scope, receive, send, *why)
        elif scope["type"] == "http":
            await self.http(scope, receive, send)
        else:
            await self.websocket(scope, receive, send)

    def objection(self, scope: Message) -> tuple[int, str] | None:
        """The status and the reason, if this one may not come in."""
        headers = dict(scope["headers"])
        settings = self.shop.settings
        if not same_origin(headers):
            return 403, "a page of another site may not use this server"
        if (
            loopback(settings.host)
            and not settings.token
            and not loopback(host_of(headers.get(b"host", b"localhost")))
        ):
            return (
                403,
                (
                    "this server is for this machine and called 127.0.0.1 or localhost; behind a proxy give "
                    "it "
                    "a "
                    "--token"
                ),
            )
        token = settings.token
        if token and not OPEN_PATHS.fullmatch(scope["path"]) and not bears(headers, token):
            return 401, "give the server's token: Authorization: Bearer …"
        return None

    async def http(self, scope: Message, receive: Receive, send: Send) -> None:
        """A body is read whole before anybody parses it: too much, or nested too deeply, goes no further."""
        try:
            async with asyncio.timeout(self.limits.reading_s):
                body = await self.body(receive)
        except TimeoutError:
            await refuse(
                scope, receive, send, 408, f"the body did not come within {self.limits.reading_s:g} s"
            )
            return
        if body is None:
            why: tuple[int, str] | None = (413, f"a body may have {self.limits.body_bytes} bytes")
        else:
            text = body.decode(errors="replace")
            why = (422, f"a body may be nested {DEPTH} deep") if too_deep(text) else None
        if why is not None:
            self.shop.counters.add("refused")
            await refuse(scope, receive, send, *why)
            return
        given = False

        async def again() -> Message:
            nonlocal given
            if given:
                return await receive()
            given = True
            return {"type": "http.request", "body": body, "more_body": False}

        await self.app(scope, again, send)

    async def body(self, receive: Receive) -> bytes | None:
        """None where it is too large; a part of it is still taken in, so that the client can finish sending
        and hear why."""
        parts: list[bytes] = []
        size = 0
        while True:
            message = await receive()
            part: bytes = message.get("body", b"")
            size += len(part)
            if size <= self.limits.body_bytes:
                parts.append(part)
            if (
                message["type"] != "http.request"
                or not message.get("more_body")
                or size > DRAINED * self.limits.body_bytes
            ):
                return b"".join(parts) if size <= self.limits.body_bytes else None

    async def websocket(self, scope: Message, receive: Receive, send: Send) -> None:
        who = (scope.get("client") or ("", 0))[0]
        if self.open[who] >= self.limits.sessions_per_client:
            self.shop.counters.add("refused")
            await self.turn_away(
                receive,
                send,
                (
                    f"{who} has {self.open[who]} sessions open; a client may have "
                    f"{self.limits.sessions_per_client}"
                ),
            )
            return
        line = SocketLine(scope, receive, send, self.limits.message_bytes)
        LINE.set(line)
        self.open[who] += 1
        self.lines[id(line)] = line
        self.shop.counters.add("connections")
        try:
            await self.app(scope, line.receive, send)
        finally:
            del self.lines[id(line)]
            self.open[who] -= 1
            if not self.open[who]:
                del self.open[who]

    async def turn_away(self, receive: Receive, send: Send, why: str) -> None:
        """As OpenEnv does at capacity: an error frame, then a normal close."""
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.send", "text": error_frame(why, "CAPACITY_REACHED")})
        await send({"type": "websocket.close", "code": 1013, "reason": "too many sessions"})

    async def hang_up_on_the_silent(self) -> None:
        """Ends connections that have said nothing for too long; their sessions can be resumed."""
        now = time.monotonic()
        silent = [
            line for line in self.lines.values() if now - line.heard > self.limits.idle_s and not line.told
        ]
        await asyncio.gather(
            *(line.hang_up("idle for too long; resume with the session's token") for line in silent)
        )


class SocketLine:
    """One WebSocket: what is no JSON object, or nested too deeply, is answered here and goes no further."""

    def __init__(self, scope: Message, receive: Receive, send: Send, limit: int) -> None:
        self.path, self._receive, self.send, self.limit = scope["path"], receive, send, limit
        self._wire = scope.get("extensions", {}).get(
            WIRE
        )  # none where another server than ours runs the application
        self.heard = time.monotonic()
        self.told = False  # that it has to end

    async def hang_up(self, why: str) -> None:
        """Nobody waits long for one who does not read; the pings find out that it is gone."""
        self.told = True
        with suppress(TimeoutError, OSError):  # OSError: it has gone by itself
            async with asyncio.timeout(HANG_UP_S):
                await self.send({"type": "websocket.close", "code": 1001, "reason": why})

    def shorten(self, quick: Quick) -> None:
        """From now on what is plain is answered by `quick`, and only the rest goes through the framework."""

        def checked(text: str, reply: Reply) -> bool:
            self.heard = time.monotonic()
            return len(text) <= self.limit and unreadable(text) is None and quick(text, reply)

        if self._wire is not None:
            self._wire.quick = checked

    async def receive(self) -> Message:
        while True:
            message = await self._receive()
            self.heard = time.monotonic()
            if message["type"] != "websocket.receive":
                return message
            text = message.get("text")
            if text is None:
                text = message["text"] = (message.get("bytes") or b"").decode(errors="replace")
            if len(text) > self.limit:
                answer = self.answer(f"a message may have {self.limit} bytes", "VALIDATION_ERROR")
            elif (why := unreadable(text)) is not None:
                answer = self.answer(why, "INVALID_JSON")
            else:
                return message
            await self.send({"type": "websocket.send", "text": answer})

    def answer(self, why: str, code: str) -> str:
        if self.path == "/mcp":
            return msgspec.json.encode(
                {"jsonrpc": "2.0", "id": None, "error": {"code": -32700, "message": why}}
            ).decode()
        return error_frame(why, code)


def unreadable(text: str) -> str | None:
    """Why a frame cannot be read, if so. Ordinary frames cost two counts of a character."""
    if text.lstrip()[:1] != "{":
        return "a message is a JSON object"
    return f"a message may be nested {DEPTH} deep" if too_deep(text) else None


def too_deep(text: str) -> bool:
    return text.count("{") + text.count("[") > MANY_BRACKETS and depth(text) > DEPTH


def depth(text: str) -> int:
    """Of brackets, those in strings included: the limit is far above what any call needs."""
    deepest = now = 0
    for char in text:
        if char in "{[":
            now += 1
            deepest = max(deepest, now)
        elif char in "}]":
            now -= 1
    return deepest


def bears(headers: dict[bytes, bytes], token: str) -> bool:
    """Compared in constant time."""
    scheme, _, given = headers.get(b"authorization", b"").partition(b" ")
    return scheme.lower() == b"bearer" and hmac.compare_digest(given.strip(), token.encode())


def same_origin(headers: dict[bytes, bytes]) -> bool:
    """Programs send no Origin; a browser's must be this server, or a page of this machine talking to this
    machine."""
    origin = headers.get(b"origin")
    if origin is None:
        return True
    there, here = urlsplit(origin.decode("latin-1")), headers.get(b"host", b"").decode("latin-1")
    return there.netloc == here or (
        loopback(there.hostname or "") and loopback(host_of(headers.get(b"host", b"")))
    )


def host_of(header: bytes) -> str:
    """The name without the port. A page can make its own name mean this machine, but it cannot ask under
    ours."""
    try:
        return urlsplit(f"//{header.decode('latin-1')}").hostname or ""
    except ValueError:
        return ""


async def refuse(scope: Message, receive: Receive, send: Send, status: int, why: str) -> None:
    """An HTTP answer; a WebSocket that was not yet accepted gets the same status."""
    body = msgspec.json.encode({"detail": why})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status == 401:
        headers.append((b"www-authenticate", b"Bearer"))
    if status in (408, 413):
        headers.append((b"connection", b"close"))
    kind = "http.response" if scope["type"] == "http" else "websocket.http.response"
    if scope["type"] == "websocket":
        await receive()
    await send({"type": f"{kind}.start", "status": status, "headers": headers})
    await send({"type": f"{kind}.body", "body": body})


LINE: ContextVar[SocketLine | None] = ContextVar("line", default=None)  # the WebSocket whose task this is


async def every(seconds: float, work: Callable[[], Awaitable[None]]) -> None:
    """A chore that fails is told and done again the next time."""
    while True:
        await asyncio.sleep(seconds)
        try:
            await work()
        except Exception:  # noqa: BLE001 (whatever it was, a server that stops to look after itself dies slowly)
            log.exception("chore")
