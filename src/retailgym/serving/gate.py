"""The door: who may come in, and how much they may carry. Everything is checked here before anybody else sees
it."""

import asyncio
import hmac
import logging
import re
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

import msgspec

from .ledger import Client, client_name
from .sessions import Sessions
from .settings import loopback

Message = MutableMapping[str, Any]
Headers = dict[bytes, bytes]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Asgi = Callable[[Message, Receive, Send], Awaitable[None]]

log = logging.getLogger("retailgym.serving")
OPEN_PATHS = re.compile(
    r"/(health|ready|web|page/[a-z]+\.[a-z]+)?"
)  # the page is no secret; what it asks for is
DEPTH = 64
BRACKETS = 20_000  # in one body: nobody needs more, and so many are counted in a millisecond
FIRST = 1 << 16  # bytes in which a body of nothing but brackets is known
DRAINED = (
    16  # times the limit: so much is taken in and let go before a sender is cut off, so that most hear why
)
TOO_MUCH = 503, "too much is on its way in; send it again in a moment"
TARPIT_S = 1.0  # how long somebody who has guessed too often waits for an answer
SLOWED = 32  # so many of one client wait so; what comes beside them waits as well and is not compared
_OTHERS = bytes(set(range(256)) - set(b"[]{}"))


class Gate:
    """Wraps the application: checks the token and the origin, and reads a body whole before anybody parses
    it."""

    def __init__(self, app: Asgi, websocket: Asgi, shop: Sessions) -> None:
        self.app, self.websocket, self.shop, self.limits = app, websocket, shop, shop.settings.limits
        self._for_this_machine = loopback(shop.settings.host) and not shop.settings.token

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            scope["state"]["ledger"] = self.shop.ledger  # for the connections, see transport.py
            await self.app(scope, receive, send)
            return
        client = scope["client_name"] = client_name((scope.get("client") or ("", 0))[0])
        headers = dict(scope["headers"])
        why = objection(headers, self._for_this_machine)
        if why is not None:
            self.shop.ledger.refuse(client, "origin")
        elif (guesser := self.shop.ledger.client(client)).slowed >= SLOWED or not self._bears(scope, headers):
            why = await self._wrong_token(client, guesser)
        if why is not None:
            await refuse(scope, receive, send, *why)
        elif scope["type"] == "http":
            await self.http(scope, receive, send)
        else:
            await self.websocket(scope, receive, send)

    async def _wrong_token(self, name: str, client: Client) -> tuple[int, str]:
        """Whoever guesses again and again waits; beyond so many at once nothing is compared."""
        self.shop.ledger.refuse(name, "token")
        if client.guesses.take():
            return 401, "give the server's token: Authorization: Bearer …"
        client.slowed += 1
        try:
            await asyncio.sleep(TARPIT_S)
        finally:
            client.slowed -= 1
        return 429, "too many wrong tokens; wait a minute"

    def _bears(self, scope: Message, headers: Headers) -> bool:
        """Whether they may come in. Whoever runs the server has a token of their own, or nobody else can
        reach it."""
        settings = self.shop.settings
        operators = settings.operator_token
        scope["operator"] = bears(headers, operators) if operators else self._for_this_machine
        if not settings.token or OPEN_PATHS.fullmatch(scope["path"]) or scope["operator"]:
            return True
        return bears(headers, settings.token)

    async def http(self, scope: Message, receive: Receive, send: Send) -> None:
        """Too much, or nested too deeply, goes no further; what is on its way in counts against its
        client."""
        client = self.shop.ledger.client(scope["client_name"])
        if client.faults.empty:  # who asks for nonsense without end gets its answers slowly
            await asyncio.sleep(TARPIT_S)
        body = Body(self, scope["client_name"], announced(scope))
        try:
            async with asyncio.timeout(self.limits.reading_s):
                why = await body.read(receive)
        except TimeoutError:
            why = 408, f"the body did not come within {self.limits.reading_s:g} s"
        try:
            if why is not None:
                self.shop.ledger.refuse(scope["client_name"], "body")
                client.faults.take()
                await refuse(scope, receive, send, *why)
            else:
                if body.size > FIRST:  # to parse it takes as long as a start
                    await self.shop.turns.wait_to_start()
                await self.app(scope, body.again(receive), self._counting(client, send))
        finally:
            body.put_down()

    def _counting(self, client: Client, send: Send) -> Send:
        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] >= 400:
                client.faults.take()
            if (
                message["type"] == "http.response.start"
                and message["status"] >= 500
                and message["status"] != 503
            ):
                self.shop.metrics.errors.inc()
            await send(message)

        return counted


class Body:
    """Of a request. What its headers announce counts at once, so that of many large ones as many are let in
    as have room, and the others are refused before they have come."""

    def __init__(self, gate: Gate, client: str, announced: int) -> None:
        self._ledger, self._client, self._limit = gate.shop.ledger, client, gate.limits.body_bytes
        self._announced = min(announced, self._limit)
        self._parts: list[bytes] = []
        self._carried = 0

    @property
    def size(self) -> int:
        return sum(map(len, self._parts))

    async def read(self, receive: Receive) -> tuple[int, str] | None:
        """Why it is refused, if so."""
        size = 0
        if not self._carry(self._announced):
            return TOO_MUCH
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return 400, "the body did not come whole"
            part: bytes = message.get("body", b"")
            size += len(part)
            if size <= self._limit:
                if not self._carry(size):
                    return TOO_MUCH
                self._parts.append(part)
            if not message.get("more_body") or size > DRAINED * self._limit:
                break
        if size > self._limit:
            return 413, f"a body may have {self._limit} bytes"
        self._parts = [b"".join(self._parts)]
        return (422, f"a body may be nested {DEPTH} deep") if too_deep(self._parts[0]) else None

    def _carry(self, size: int) -> bool:
        """Whether so many bytes of it may be here or on their way."""
        more = max(0, size - self._carried)
        if more and not self._ledger.carry(self._client, more):
            return False
        self._carried += more
        return True

    def again(self, receive: Receive) -> Receive:
        """The body once, then what comes after it."""

        async def given() -> Message:
            if not self._parts:
                return await receive()
            return {"type": "http.request", "body": self._parts.pop(), "more_body": False}

        return given

    def put_down(self) -> None:
        self._ledger.put_down(self._client, self._carried)
        self._parts.clear()


def announced(scope: Message) -> int:
    """Bytes of the body, by its headers."""
    lengths = [value for name, value in scope["headers"] if name == b"content-length"]
    return int(lengths[0]) if lengths and lengths[0].isdigit() else 0


def objection(headers: Headers, for_this_machine: bool) -> tuple[int, str] | None:
    """The status and the reason, if a page of another site asks, or the server is asked for under another
    name."""
    if not same_origin(headers):
        return 403, "a page of another site may not use this server"
    if for_this_machine and not loopback(host_of(headers.get(b"host", b"localhost"))):
        why = (
            "this server is for this machine and called 127.0.0.1 or localhost; behind a proxy give it a "
            "token"
        )
        return 403, why
    return None


def too_deep(data: bytes) -> bool:
    """Of brackets, those in strings included: the limit is far above what any call needs."""
    brackets = data[:FIRST].translate(None, _OTHERS)
    if len(data) > FIRST and len(brackets) <= BRACKETS:
        brackets += data[FIRST:].translate(None, _OTHERS)
    if len(brackets) <= DEPTH:
        return False
    return len(brackets) > BRACKETS or depth(brackets) > DEPTH


def depth(brackets: bytes) -> int:
    deepest = now = 0
    for one in brackets:
        if one in b"{[":
            now += 1
            deepest = max(deepest, now)
        else:
            now -= 1
    return deepest


def bears(headers: Headers, token: str) -> bool:
    """Compared in constant time."""
    scheme, _, given = headers.get(b"authorization", b"").partition(b" ")
    return scheme.lower() == b"bearer" and hmac.compare_digest(given.strip(), token.encode())


def same_origin(headers: Headers) -> bool:
    """Programs send no Origin; a browser's must be this very server, by name and port."""
    origin = headers.get(b"origin")
    if origin is None:
        return True
    try:
        there = urlsplit(origin.decode("latin-1"))
        return there.netloc == headers.get(b"host", b"").decode("latin-1")
    except ValueError:
        return False


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
    if status in (429, 503):
        headers.append((b"retry-after", b"5"))
    if status in (408, 413, 429, 503):
        headers.append((b"connection", b"close"))
    kind = "http.response" if scope["type"] == "http" else "websocket.http.response"
    if scope["type"] == "websocket":
        await receive()
    await send({"type": f"{kind}.start", "status": status, "headers": headers})
    await send({"type": f"{kind}.body", "body": body})


async def every(seconds: float, work: Callable[[], Awaitable[None]]) -> None:
    """A chore that fails is told and done again the next time."""
    while True:
        await asyncio.sleep(seconds)
        try:
            await work()
        # whatever it was: a server that stops looking after itself dies slowly
        except Exception:  # noqa: BLE001
            log.exception("chore")
