"""A real HTTP server on loopback that speaks OpenAI's chat protocol, with a scripted brain, and faults on
demand."""

import asyncio
import json
import threading
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

import msgspec

from .brain import Brain, Hears

HANG_S = 30.0


class Fault(NamedTuple):
    """What goes wrong at one turn of one spec, and how often."""

    kind: str
    turn: int = 0
    times: int = 10**9


class Dropped(Exception):
    """The connection is to be closed without another word."""


class Server:
    def __init__(self, specs: Sequence[str], faults: Mapping[str, Fault] = {}, answer_s: float = 0.0) -> None:
        self.brain, self.faults, self.answer_s = Brain(specs), faults, answer_s
        self.seen: Counter[str] = Counter()
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.port = 0
        self.answered = 0

    async def serve(self) -> None:
        server = await asyncio.start_server(self._connection, "127.0.0.1", self.port)
        self.port = server.sockets[0].getsockname()[1]
        async with server:
            await server.serve_forever()

    async def _connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                lines = head.decode().split("\r\n")
                headers = {
                    name.lower(): value
                    for name, _, value in (line.partition(": ") for line in lines[1:] if line)
                }
                body = await reader.readexactly(int(headers.get("content-length", 0)))
                await self._answer(lines[0], headers, body, writer)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError, Dropped):
            pass
        finally:
            writer.close()

    async def _answer(
        self, line: str, headers: dict[str, str], body: bytes, writer: asyncio.StreamWriter
    ) -> None:
        if not line.startswith("POST /v1/chat/completions "):
            writer.write(whole(404, b'{"error": {"message": "no such path"}}'))
            return
        request = msgspec.json.decode(body)
        self.requests.append(request)
        self.headers.append(headers)
        await asyncio.sleep(self.answer_s)
        fault = self._fault(request)
        if fault in ANSWERS:
            status, text, more = ANSWERS[fault]
            writer.write(whole(status, text.encode(), more))
            return
        if fault == "hang":
            await asyncio.sleep(HANG_S)
        if fault == "drop":
            raise Dropped
        completion = self._completion(request, fault)
        self.answered += 1
        writer.write(streamed(completion, fault) if request.get("stream") else unstreamed(completion, fault))
        if fault == "half":
            await writer.drain()
            raise Dropped

    def _fault(self, request: dict[str, Any]) -> str:
        spec = self.brain.spec(request)
        fault = self.faults.get(spec)
        if fault is None or fault.turn != self.brain.place(request):
            return ""
        if fault.kind == "overflow_until_trimmed" and any(
            m["content"] == "[left out to make room]" for m in request["messages"]
        ):
            return ""
        self.seen[spec] += 1
        return fault.kind if self.seen[spec] <= fault.times else ""

    def _completion(self, request: dict[str, Any], fault: str) -> dict[str, Any]:
        message, finish = spoiled(self.brain.message(request), fault)
        usage = {
            "prompt_tokens": 1000,
            "completion_tokens": 50,
            "total_tokens": 1050,
            "completion_tokens_details": {"reasoning_tokens": 7},
            "prompt_tokens_details": None,
        }
        choice = {"index": 0, "message": message, "finish_reason": finish, "logprobs": None}
        return {
            "id": "x",
            "object": "chat.completion",
            "model": request["model"],
            "choices": [choice],
            "usage": None if fault == "uncounted" else usage,
        }


OVERFLOW = (
    '{"error": {"code": "context_length_exceeded", "message": "This model\'s maximum context length '
    'is 8192 tokens."}}'
)
UNPARSED = (
    '{"error": {"code": "tool_use_failed", "message": "Failed to call a function.", '
    '"failed_generation": "<function=cart_ad{"}}'
)
ANSWERS: dict[str, tuple[int, str, str]] = {
    "429": (429, '{"error": {"message": "slow down"}}', "retry-after: 0.05\r\n"),
    "429_for_long": (429, '{"error": {"message": "slow down"}}', "retry-after: 4000\r\n"),
    "no_credit": (429, '{"error": {"code": "insufficient_quota"}}', ""),
    "500": (500, '{"error": {"message": "out of memory"}}', ""),
    "503": (503, "<html>busy</html>", "retry-after: Thu, 01 Jan 1970 00:00:00 GMT\r\n"),
    "loading": (503, '{"error": "Model Qwen/Qwen3-8B is currently loading", "estimated_time": 0.05}', ""),
    "402": (402, '{"error": "You have exceeded your monthly included credits for Inference Providers."}', ""),
    "no_provider": (
        400,
        (
            '{"error": {"message": "The requested model is not supported by any provider", "code": '
            '"model_not_supported"}}'
        ),
        "",
    ),
    "moved": (307, "", "location: https://127.0.0.1/v1/chat/completions\r\n"),
    "401": (401, '{"error": {"message": "wrong key"}}', ""),
    "404": (404, '{"error": {"message": "no such model"}}', ""),
    "400": (400, '{"error": {"message": "tools are not supported"}}', ""),
    "garbled": (200, "<html>all is well</html>", ""),
    "no_choice": (200, '{"choices": []}', ""),
    "overflow": (400, OVERFLOW, ""),
    "overflow_until_trimmed": (400, OVERFLOW, ""),
    "overflow_422": (
        422,
        (
            '{"error": "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: '
            '9000", "error_type": "x"}'
        ),
        "",
    ),
    "filtered_request": (
        400,
        '{"error": {"code": "content_filter", "message": "the prompt was filtered"}}',
        "",
    ),
    "unparsed": (400, UNPARSED, ""),
}


def spoiled(message: dict[str, Any], fault: str) -> tuple[dict[str, Any], str]:
    """The message and how it ended, with what a model itself can do wrong."""
    calls = message.get("tool_calls") or [
        {"id": "z", "type": "function", "function": {"name": "ask_user", "arguments": '{"message": "Hm?"}'}}
    ]
    function = dict(calls[0]["function"])
    match fault:
        case "malformed":
            function["arguments"] = '{"query": '
        case "length":
            function["arguments"] = function["arguments"][:-1]
        case "unknown_tool":
            function["name"] = "open_sesame"
        case "filtered":
            return {"role": "assistant", "content": ""}, "content_filter"
        case "refused":
            return {"role": "assistant", "content": None, "refusal": "I would rather not."}, "stop"
        case _:
            return message, "tool_calls" if message.get("tool_calls") else "stop"
    if "tool_calls" not in message and message["content"].startswith(
        "<think>"
    ):  # a brain that answers in text
        return message | {"content": json.dumps(function)[: -1 if fault != "unknown_tool" else None]}, "stop"
    return message | {
        "tool_calls": [calls[0] | {"function": function}]
    }, "length" if fault == "length" else "tool_calls"


def whole(status: int, body: bytes, more: str = "") -> bytes:
    return (
        f"HTTP/1.1 {status} Any\r\ncontent-type: application/json\r\n{more}content-length: "
        f"{len(body)}\r\n\r\n"
    ).encode() + body


def unstreamed(completion: dict[str, Any], fault: str) -> bytes:
    answer = whole(200, json.dumps(completion).encode())
    return answer[:-20] if fault == "half" else answer


def streamed(completion: dict[str, Any], fault: str) -> bytes:
    """The same in pieces: a few letters at a time, calls by name first, the count last."""
    events = [
        json.dumps({"choices": [{"index": 0, "delta": delta, "finish_reason": None}]})
        for delta in _deltas(completion["choices"][0]["message"])
    ]
    if fault not in ("half", "stream_cut"):
        events.append(
            json.dumps(
                {
                    "choices": [
                        {"index": 0, "delta": {}, "finish_reason": completion["choices"][0]["finish_reason"]}
                    ]
                }
            )
        )
        events.append(json.dumps({"choices": [], "usage": completion["usage"]}))
        events.append("[DONE]")
    body = ": hello\n\n" + "".join(f"data: {event}\n\n" for event in events)
    chunks = "".join(f"{len(part.encode()):x}\r\n{part}\r\n" for part in (body[:100], body[100:]) if part)
    head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n"
    return (head + chunks + ("0\r\n\r\n" if fault != "half" else "")).encode()


def _deltas(message: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield {"role": "assistant", "content": ""}
    if thought := message.get("reasoning_content"):
        yield {"reasoning_content": thought}
    text = message.get("content") or ""
    yield from ({"content": text[i : i + 7]} for i in range(0, len(text), 7))
    for n, call in enumerate(message.get("tool_calls") or ()):
        yield {
            "tool_calls": [
                {
                    "index": n,
                    "id": call["id"],
                    "type": "function",
                    "function": {"name": call["function"]["name"], "arguments": ""},
                }
            ]
        }
        arguments = call["function"]["arguments"]
        yield from (
            {"tool_calls": [{"index": n, "function": {"arguments": arguments[i : i + 9]}}]}
            for i in range(0, len(arguments), 9)
        )


@contextmanager
def serving(
    specs: Sequence[str],
    faults: Mapping[str, Fault] = {},
    answer_s: float = 0.0,
    *,
    hears: Hears = str,
    kind: type[Server] = Server,
) -> Iterator[Server]:
    """A server in a thread of this process; `hears` is how it understands the customer."""
    server, loop = kind(specs, faults, answer_s), asyncio.new_event_loop()
    server.brain.hears = hears
    task = loop.create_task(server.serve())
    thread = threading.Thread(target=_run, args=(loop, task), daemon=True)
    thread.start()
    while not server.port:
        threading.Event().wait(0.005)
    try:
        yield server
    finally:
        loop.call_soon_threadsafe(task.cancel)
        thread.join(10)


def _run(loop: asyncio.AbstractEventLoop, task: "asyncio.Task[None]") -> None:
    with suppress(asyncio.CancelledError):
        loop.run_until_complete(task)
    for left in asyncio.all_tasks(loop):
        left.cancel()
    loop.run_until_complete(asyncio.sleep(0))
    loop.close()
