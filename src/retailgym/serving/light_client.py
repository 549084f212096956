"""A client on `websockets` alone: imported in a blink, where OpenEnv's own takes seconds. A lost connection
is picked up where it was.

with LightEnv("http://127.0.0.1:8000") as env:
    seen = env.reset(spec="cart/3/42")
    seen = env.step("catalog_search", {"query": "steel kettle"})
"""

import asyncio
import time
from collections.abc import Mapping
from contextlib import ExitStack
from types import TracebackType
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection as AsyncConnection
from websockets.asyncio.client import connect as connect_async
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from .reconnection import ServerRefused, Talk, Track, framed
from .session import Frame, Json

LOST = (ConnectionClosed, OSError, TimeoutError, EOFError)
RETRIED = {"CAPACITY_REACHED", "FACTORY_ERROR", "SESSION_ERROR"}  # the server closes after these
PAUSES_S = (0.05, 0.1, 0.2, 0.5, 1.0, 2.0)
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode


def ws_url(base_url: str) -> str:
    """Where a server's sessions are."""
    url = base_url.rstrip("/").replace("http://", "ws://", 1).replace("https://", "wss://", 1)
    return url if url.endswith("/ws") else f"{url}/ws"


class _Shared:
    """What both clients have in common: where the server is, and how long to try again."""

    def __init__(
        self, base_url: str, *, token: str = "", patience_s: float = 120.0, timeout_s: float = 90.0
    ) -> None:
        self.url = ws_url(base_url)
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.patience_s, self.timeout_s = patience_s, timeout_s
        self.track = Track()

    def _elsewhere(self, message: Json) -> bool:
        """Whether this is for an episode that a new connection does not know yet."""
        return bool(self.track.opened) and message["type"] != "reset"

    def options(self) -> dict[str, Any]:
        return {
            "additional_headers": self.headers,
            "open_timeout": self.timeout_s,
            "compression": None,
            "max_size": None,
            "proxy": None,
        }


def _read(raw: str | bytes) -> Json | None:
    """An answer; None where the server is about to hang up and may have room later."""
    reply: Json = _decode(raw)
    if reply.get("type") == "error" and reply["data"].get("code") in RETRIED:
        return None
    return reply


def _refuse_if_too_long(error: Exception) -> None:
    """A message that the server does not take would be sent again and again."""
    if isinstance(error, ConnectionClosed) and error.rcvd is not None and error.rcvd.code == 1009:
        raise ServerRefused(
            f"the message is too long for the server: {error.rcvd.reason}", "VALIDATION_ERROR"
        ) from None


def _action(tool: str, arguments: Mapping[str, Any] | None) -> Json:
    return {"type": "call_tool", "tool_name": tool, "arguments": dict(arguments or {})}


class LightEnv(_Shared):
    """For ordinary, blocking code."""

    _socket: ClientConnection | None = None
    _open: ExitStack

    def reset(self, **asked: Any) -> Frame:
        return framed(self._drive(self.track.reset(asked)))

    def step(self, tool: str, arguments: Mapping[str, Any] | None = None) -> Frame:
        return framed(self._drive(self.track.step(_action(tool, arguments))))

    def tools(self) -> list[Json]:
        """The tools of the episode, or of all environments before one begins."""
        tools: list[Json] = self._drive(self.track.step({"type": "list_tools"}))["data"]["observation"][
            "tools"
        ]
        return tools

    def state(self) -> Json:
        state: Json = self._drive(self.track.state())["data"]
        return state

    def close(self) -> None:
        if self._socket is not None:
            self._socket = None
            self._open.close()

    def drop(self) -> None:
        """Cut the connection as a network would, without a word."""
        if self._socket is not None:
            self._socket.socket.close()

    def _drive(self, talk: Talk) -> Json:
        until = time.monotonic() + self.patience_s
        tries, message = 0, next(talk)
        while True:
            reply = self._exchange(message)
            if reply is None:
                if time.monotonic() > until:
                    raise ConnectionError(f"no answer from {self.url} for {self.patience_s:.0f} s")
                time.sleep(PAUSES_S[min(tries, len(PAUSES_S) - 1)])
                tries += 1
            try:
                message = talk.send(reply)
            except StopIteration as end:
                return dict(end.value)

    def _exchange(self, message: Json) -> Json | None:
        try:
            if self._socket is None:
                if self._elsewhere(message):
                    return None
                self._open = ExitStack()
                self._socket = self._open.enter_context(connect(self.url, **self.options()))
            self._socket.send(_encode(message).decode())
            reply = _read(self._socket.recv(timeout=self.timeout_s))
        except InvalidStatus as error:
            raise ServerRefused(
                f"{self.url} answered {error.response.status_code}: "
                f"{(error.response.body or b'').decode(errors='replace')}"
            ) from None
        except (*LOST, InvalidHandshake) as error:
            _refuse_if_too_long(error)
            reply = None
        except BaseException:  # given up: a late answer would be taken for that to the next message
            self.drop()
            self._socket = None
            raise
        if reply is None:  # the line may still be open, to a server that is silent
            self.close()
        return reply

    def __enter__(self) -> "LightEnv":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class AsyncLightEnv(_Shared):
    """The same calls for asyncio."""

    _socket: AsyncConnection | None = None

    async def reset(self, **asked: Any) -> Frame:
        return framed(await self._drive(self.track.reset(asked)))

    async def step(self, tool: str, arguments: Mapping[str, Any] | None = None) -> Frame:
        return framed(await self._drive(self.track.step(_action(tool, arguments))))

    async def tools(self) -> list[Json]:
        tools: list[Json] = (await self._drive(self.track.step({"type": "list_tools"})))["data"][
            "observation"
        ]["tools"]
        return tools

    async def state(self) -> Json:
        state: Json = (await self._drive(self.track.state()))["data"]
        return state

    async def close(self) -> None:
        if self._socket is not None:
            line, self._socket = self._socket, None
            await line.close()

    def drop(self) -> None:
        """Cut the connection as a network would, without a word."""
        if self._socket is not None:
            self._socket.transport.abort()

    async def _drive(self, talk: Talk) -> Json:
        until = time.monotonic() + self.patience_s
        tries, message = 0, next(talk)
        while True:
            reply = await self._exchange(message)
            if reply is None:
                if time.monotonic() > until:
                    raise ConnectionError(f"no answer from {self.url} for {self.patience_s:.0f} s")
                await asyncio.sleep(PAUSES_S[min(tries, len(PAUSES_S) - 1)])
                tries += 1
            try:
                message = talk.send(reply)
            except StopIteration as end:
                return dict(end.value)

    async def _exchange(self, message: Json) -> Json | None:
        try:
            if self._socket is None:
                if self._elsewhere(message):
                    return None
                self._socket = await connect_async(self.url, **self.options())
            await self._socket.send(_encode(message).decode())
            async with asyncio.timeout(self.timeout_s):
                reply = _read(await self._socket.recv())
        except InvalidStatus as error:
            raise ServerRefused(
                f"{self.url} answered {error.response.status_code}: "
                f"{(error.response.body or b'').decode(errors='replace')}"
            ) from None
        except (*LOST, InvalidHandshake) as error:
            _refuse_if_too_long(error)
            reply = None
        except BaseException:  # given up: a late answer would be taken for that to the next message
            self.drop()
            self._socket = None
            raise
        if reply is None:
            await self.close()
        return reply

    async def __aenter__(self) -> "AsyncLightEnv":
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
