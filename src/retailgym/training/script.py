"""A scripted model: a real HTTP server that speaks OpenAI's chat protocol and plays known turns, to try a
stack out without a GPU.

with ScriptedEndpoint(plays) as endpoint:
    await run_episode(endpoint.base_url, "script", plays[0].spec)

It knows an episode by the customer's first words, and its place in it by the replies that it has given.
"""

import asyncio
import threading
from collections.abc import Iterable
from typing import Any

import msgspec

from ..core.env import Said, Turn
from ..core.episode import observe, start
from ..core.values import encode
from .groups import Rollout

PATH = b"POST /v1/chat/completions "
_decode = msgspec.json.Decoder().decode


class ScriptedEndpoint:
    """Serves from a thread of its own while the context is open."""

    def __init__(self, plays: Iterable[Rollout]) -> None:
        self._turns: dict[str, tuple[Turn, ...]] = {}
        for play in plays:
            said = opening(play)
            if self._turns.setdefault(said, play.turns) != play.turns:
                raise ValueError(
                    f"two plays that differ open with the same words, {said!r}; leave out {play.spec}"
                )
        self._loop = asyncio.new_event_loop()
        self._started: asyncio.Server | None = None
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    @property
    def base_url(self) -> str:
        assert self._started is not None, "the endpoint is not open"
        return f"http://127.0.0.1:{self._started.sockets[0].getsockname()[1]}/v1"

    def __enter__(self) -> "ScriptedEndpoint":
        self._thread.start()
        self._started = asyncio.run_coroutine_threadsafe(
            asyncio.start_server(self._serve, "127.0.0.1", 0), self._loop
        ).result()
        return self

    def __exit__(self, *why: object) -> None:
        asyncio.run_coroutine_threadsafe(self._leave(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _leave(self) -> None:
        assert self._started is not None
        self._started.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                body = await reader.readexactly(_length(head))
                answer = (
                    self._answer(_decode(body))
                    if head.startswith(PATH)
                    else (404, {"error": {"message": "no such path"}})
                )
                writer.write(_written(*answer))
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            pass  # the other side has gone, or we have
        finally:
            writer.close()

    def _answer(self, request: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        said = next((m["content"] for m in request["messages"] if m["role"] == "user"), "").removeprefix(
            "Customer: "
        )
        place = sum(m["role"] == "assistant" for m in request["messages"])
        turns = self._turns.get(said, ())
        if place >= len(turns):
            return 400, {"error": {"message": f"no turn {place} for a customer who says {said[:80]!r}"}}
        return 200, completion(turns[place], "tools" in request, request["model"])


def opening(play: Rollout) -> str:
    """The customer's first words."""
    return "\n".join(m.text for m in observe(start(play.spec)).messages if isinstance(m, Said))


def completion(turn: Turn, tools: bool, model: str) -> dict[str, Any]:
    """A turn as a model's reply."""
    message: dict[str, Any] = {"role": "assistant", "content": turn.text if tools else written(turn)}
    if tools and turn.calls:
        functions = [{"name": c.name, "arguments": encode(c.arguments).decode()} for c in turn.calls]
        message["tool_calls"] = [
            {"id": f"call_{n}", "type": "function", "function": f} for n, f in enumerate(functions)
        ]
    choice = {
        "index": 0,
        "message": message,
        "finish_reason": "tool_calls" if "tool_calls" in message else "stop",
        "logprobs": None,
    }
    usage = {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}
    return {
        "id": "script",
        "object": "chat.completion",
        "created": 0,
        "model": model,
        "choices": [choice],
        "usage": usage,
    }


def written(turn: Turn) -> str:
    """A turn as text: its calls as JSON objects, or what is said."""
    return (
        "\n".join(encode({"name": c.name, "arguments": c.arguments}).decode() for c in turn.calls)
        or turn.text
    )


def _length(head: bytes) -> int:
    fields = [line.partition(b":") for line in head.lower().split(b"\r\n")]
    return next((int(value) for name, _, value in fields if name == b"content-length"), 0)


def _written(status: int, answer: dict[str, Any]) -> bytes:
    body = encode(answer)
    return (
        b"HTTP/1.1 %d Any\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n"
        % (status, len(body))
        + body
    )
