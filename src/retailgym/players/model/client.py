"""The way to an endpoint: connections, retries with growing pauses, and a rate limit that all episodes keep
together."""

import asyncio
import ssl
import time
from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import aiohttp
import msgspec

from ...core.streams import Streams
from .endpoint_errors import ErrorAnswer, Trouble, Unparsed, infrastructure, trouble_from
from .failure import InfrastructureFailure
from .settings import ModelSettings
from .wire import Chat, Garbled, Reply, data_lines, reply_from, reply_from_stream

LONGEST_PAUSE_S = 60.0
LONGEST_WAIT_S = 300.0  # an endpoint that wants to be left alone for longer is not waited for
CONNECT_S = 20.0
KNOCKS = 3  # tries at a server that has never been reached, before it is taken not to be there


class Completion(NamedTuple):
    """An answer and what it took."""

    reply: Reply
    retries: int
    seconds: float  # of the attempt that succeeded


class Endpoint:
    """A model behind an address. Used as an async context, in which its connections are kept."""

    def __init__(self, settings: ModelSettings, key: str = "") -> None:
        self.settings = settings
        self._url = f"{settings.base_url.rstrip('/')}/chat/completions"
        self._headers = {"content-type": "application/json", "user-agent": "retailgym"} | (
            {"authorization": f"Bearer {key}"} if key else {}
        )
        self._http: aiohttp.ClientSession | None = None
        self._reached = False
        self._not_before = 0.0  # the rate limit, on the clock of time.monotonic

    async def __aenter__(self) -> "Endpoint":
        timeout = self.settings.timeout_s
        self._http = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=0, ssl=_certificates(self._url)),
            headers=self._headers,
            timeout=aiohttp.ClientTimeout(
                total=None, sock_connect=min(CONNECT_S, timeout), sock_read=timeout
            ),
            cookie_jar=aiohttp.DummyCookieJar(),
            proxy=proxy_for(self._url),
        )
        return self

    async def __aexit__(self, *why: object) -> None:
        if self._http is not None:
            await self._http.close()

    async def ask(
        self, messages: Sequence[Chat], tools: Sequence[object] | None, stream: Streams
    ) -> Completion:
        """The model's answer. Raises Trouble when there is none to be had; pauses are drawn from the
        stream."""
        body = self._body(messages, tools, stream)
        attempt = 0
        while True:
            await asyncio.sleep(max(0.0, self._not_before - time.monotonic()))
            begun = time.monotonic()
            try:
                return Completion(await self._reply(body), attempt, time.monotonic() - begun)
            except Unparsed as unparsed:
                return Completion(
                    Reply(text=unparsed.text, malformed=True), attempt, time.monotonic() - begun
                )
            except Trouble as trouble:
                if (
                    not trouble.again
                    or attempt == self.settings.retries
                    or (trouble.absent and not self._reached and attempt + 1 >= KNOCKS)
                    or trouble.retry_after_s > LONGEST_WAIT_S
                ):
                    trouble.retries = attempt
                    if trouble.absent and not self._reached:
                        raise self._nobody(trouble) from None
                    raise
                await self._pause(trouble, stream / "pause" / attempt, attempt)
            attempt += 1

    def _nobody(self, trouble: Trouble) -> Trouble:
        """The end of a run rather than of an episode: nobody has ever answered."""
        what = f"no server answers at {self.settings.address} ({trouble.absent})"
        nobody = infrastructure("not_found", f"{what}; start it, or name another with --base-url")
        nobody.retries = trouble.retries
        return nobody

    async def _pause(self, trouble: Trouble, stream: Streams, attempt: int) -> None:
        """Twice as long each time, and never for all episodes at the same moment."""
        longest = min(LONGEST_PAUSE_S, self.settings.backoff_s * 2**attempt)
        pause = trouble.retry_after_s + longest * (500 + stream().below(500)) / 1000
        if isinstance(trouble.failure, InfrastructureFailure) and trouble.failure.kind == "rate_limit":
            self._not_before = max(self._not_before, time.monotonic() + trouble.retry_after_s)
        await asyncio.sleep(pause)

    def _body(self, messages: Sequence[Chat], tools: Sequence[object] | None, stream: Streams) -> bytes:
        s = self.settings
        seed = (stream / "seed" / s.seed)().below(2**31) if s.seed is not None else None
        fields: dict[str, object] = {
            "model": s.model,
            "messages": messages,
            "tools": tools,
            "temperature": s.temperature,
            "top_p": s.top_p,
        }
        fields |= {"seed": seed, "max_tokens": s.max_tokens}
        if s.stream:
            fields |= {"stream": True, "stream_options": {"include_usage": True}}
        return msgspec.json.encode(
            {name: value for name, value in {**fields, **s.extra}.items() if value is not None}
        )

    async def _reply(self, body: bytes) -> Reply:
        answered = await self._posted(body)
        if answered.status != 200:
            raise trouble_from(answered)
        try:
            return (
                reply_from_stream(data_lines(answered.body))
                if self.settings.stream
                else reply_from(answered.body)
            )
        except Garbled as error:
            raise infrastructure("garbled", str(error)) from None

    async def _posted(self, body: bytes) -> ErrorAnswer:
        assert self._http is not None, "an endpoint is used as an async context"
        try:
            async with self._http.post(self._url, data=body, allow_redirects=False) as answer:
                self._reached = True
                wait = answer.headers.get("retry-after", "")
                return ErrorAnswer(answer.status, await answer.read(), wait)
        except TimeoutError as error:
            raise infrastructure("timeout", _detail(error)) from None
        except aiohttp.ClientError as error:
            trouble = infrastructure("dropped", _detail(error))
            if isinstance(error, aiohttp.ClientConnectorError):
                trouble.absent = (error.os_error.strerror or "no connection").lower()
            raise trouble from None


def _detail(error: Exception) -> str:
    return f"{type(error).__name__} {error}".strip()


def _certificates(url: str) -> ssl.SSLContext | bool:
    """The system's own and the usual ones, since not every system has any."""
    if not url.startswith("https"):
        return True
    import certifi

    context = ssl.create_default_context()
    context.load_verify_locations(certifi.where())
    return context


def proxy_for(url: str) -> str | None:
    """What HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY say, read once and not at every request."""
    parts, proxies = urlsplit(url), getproxies()
    return None if proxy_bypass(parts.hostname or "") else proxies.get(parts.scheme) or proxies.get("all")
