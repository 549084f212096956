"""The way to an endpoint: connections, retries with growing pauses, and a rate limit that all episodes keep together."""

import asyncio
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

import httpx
import msgspec

from ...rng import Streams
from .failure import InfrastructureFailure
from .settings import Settings
from .trouble import Answered, Trouble, Unparsed, infrastructure, trouble_from
from .wire import Chat, Garbled, Reply, reply_from, reply_from_stream

LONGEST_PAUSE_S = 60.0
LONGEST_WAIT_S = 300.0  # an endpoint that wants to be left alone for longer is not waited for
CONNECT_S = 20.0


class Heard(NamedTuple):
    """An answer and what it took."""

    reply: Reply
    retries: int
    seconds: float  # of the attempt that succeeded


class Endpoint:
    """A model behind an address. Used as an async context."""

    def __init__(self, settings: Settings, key: str = "") -> None:
        self.settings = settings
        self._url = f"{settings.base_url.rstrip('/')}/chat/completions"
        self._headers = {"content-type": "application/json", "user-agent": "retailgym"} | ({"authorization": f"Bearer {key}"} if key else {})
        self._timeout = httpx.Timeout(settings.timeout_s, connect=min(CONNECT_S, settings.timeout_s), pool=None)
        self._verify = httpx.create_ssl_context() if settings.base_url.startswith("https") else False
        self._idle: list[httpx.AsyncClient] = []
        self._not_before = 0.0  # the rate limit, on the clock of time.monotonic

    async def __aenter__(self) -> "Endpoint":
        return self

    async def __aexit__(self, *why: object) -> None:
        for http in self._idle:
            await http.aclose()

    @contextmanager
    def _line(self) -> Iterator[httpx.AsyncClient]:
        """A client of its own for each request under way: a pool looks through all of its connections at every request."""
        http = self._idle.pop() if self._idle else httpx.AsyncClient(headers=self._headers, timeout=self._timeout, verify=self._verify)
        try:
            yield http
        finally:
            self._idle.append(http)

    async def ask(self, messages: Sequence[Chat], tools: Sequence[object] | None, at: Streams) -> Heard:
        """The model's answer. Raises Trouble when there is none to be had; pauses are drawn from the stream."""
        body = self._body(messages, tools, at)
        attempt = 0
        while True:
            await asyncio.sleep(max(0.0, self._not_before - time.monotonic()))
            begun = time.monotonic()
            try:
                reply = await (self._streamed(body) if self.settings.stream else self._whole(body))
                return Heard(reply, attempt, time.monotonic() - begun)
            except Unparsed as unparsed:
                return Heard(Reply(text=unparsed.text, malformed=True), attempt, time.monotonic() - begun)
            except Trouble as trouble:
                if not trouble.again or attempt == self.settings.retries or trouble.retry_after_s > LONGEST_WAIT_S:
                    trouble.retries = attempt
                    raise
                await self._pause(trouble, at / "pause" / attempt, attempt)
            attempt += 1

    async def _pause(self, trouble: Trouble, at: Streams, attempt: int) -> None:
        """Twice as long each time, and never for all episodes at the same moment."""
        longest = min(LONGEST_PAUSE_S, self.settings.backoff_s * 2**attempt)
        pause = trouble.retry_after_s + longest * (500 + at().below(500)) / 1000
        if isinstance(trouble.failure, InfrastructureFailure) and trouble.failure.kind == "rate_limit":
            self._not_before = max(self._not_before, time.monotonic() + trouble.retry_after_s)
        await asyncio.sleep(pause)

    def _body(self, messages: Sequence[Chat], tools: Sequence[object] | None, at: Streams) -> bytes:
        s = self.settings
        seed = (at / "seed" / s.seed)().below(2**31) if s.seed is not None else None
        fields: dict[str, object] = {"model": s.model, "messages": messages, "tools": tools, "temperature": s.temperature, "top_p": s.top_p}
        fields |= {"seed": seed, "max_tokens": s.max_tokens}
        if s.stream:
            fields |= {"stream": True, "stream_options": {"include_usage": True}}
        return msgspec.json.encode({name: value for name, value in {**fields, **s.extra}.items() if value is not None})

    async def _whole(self, body: bytes) -> Reply:
        try:
            with self._line() as http:
                answer = await http.post(self._url, content=body)
        except httpx.HTTPError as error:
            raise _lost(error) from None
        if answer.status_code != 200:
            raise trouble_from(Answered(answer.status_code, answer.content, answer.headers.get("retry-after", "")))
        try:
            return reply_from(answer.content)
        except Garbled as error:
            raise infrastructure("garbled", str(error)) from None

    async def _streamed(self, body: bytes) -> Reply:
        try:
            with self._line() as http:
                lines = await self._data(http, body)
        except httpx.HTTPError as error:
            raise _lost(error) from None
        try:
            return reply_from_stream(lines)
        except Garbled as error:
            raise infrastructure("garbled", str(error)) from None

    async def _data(self, http: httpx.AsyncClient, body: bytes) -> list[bytes]:
        """The data lines of an event stream."""
        lines: list[bytes] = []
        async with http.stream("POST", self._url, content=body) as answer:
            if answer.status_code != 200:
                raise trouble_from(Answered(answer.status_code, await answer.aread(), answer.headers.get("retry-after", "")))
            async for line in answer.aiter_lines():
                data = line.removeprefix("data:").strip()
                if line.startswith("data:") and data != "[DONE]":
                    lines.append(data.encode())
        return lines


def _lost(error: httpx.HTTPError) -> Trouble:
    detail = f"{type(error).__name__} {error}".strip()
    return infrastructure("timeout" if isinstance(error, httpx.TimeoutException) else "dropped", detail)
