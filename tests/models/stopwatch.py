"""A model with a stopwatch, as a process of its own: it answers as the expert would after so many seconds,
and GET /held tells how long it held each request, from its last byte received to the last byte of the answer
sent. Its answers are made beforehand, so that it is seldom late."""

import asyncio
import json
import sys
import time

import msgspec

from .brain import twin, with_tools
from .endpoint import whole

END = b"\r\n\r\n"
USAGE = {"prompt_tokens": 1000, "completion_tokens": 50}


class Message(msgspec.Struct):
    role: str
    content: str


class Request(msgspec.Struct):
    messages: list[Message]


_decode = msgspec.json.Decoder(Request).decode


class Model:
    """What it will answer, by the customer's first words and the number of turns taken; and how long it
    took."""

    def __init__(self, specs: list[str], answer_s: float) -> None:
        self.answer_s, self.held = answer_s, {spec: list[float]() for spec in specs}
        self._specs = {twin(spec)[0]: spec for spec in specs}
        assert len(self._specs) == len(specs), "two specs open with the same words"
        self._answers = {
            (spec, n): whole(200, _completion(turn)) for spec in specs for n, turn in enumerate(twin(spec)[1])
        }

    def answer(self, body: bytes) -> tuple[str, bytes]:
        messages = _decode(body).messages
        spec = self._specs[next(m.content for m in messages if m.role == "user")]
        return spec, self._answers[spec, sum(m.role == "assistant" for m in messages)]


def _completion(turn: object) -> bytes:
    return json.dumps(
        {"choices": [{"message": with_tools(turn), "finish_reason": "stop"}], "usage": USAGE}
    ).encode()  # type: ignore[arg-type]


class Line(asyncio.Protocol):
    """One connection."""

    def __init__(self, model: Model) -> None:
        self._model, self._got = model, b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._got += data
        head, end, body = self._got.partition(END)
        if not end or len(body) < _length(head):
            return
        begun, self._got = time.perf_counter(), b""
        if head.startswith(b"GET /held "):
            self._transport.write(whole(200, json.dumps(self._model.held).encode()))
            return
        spec, answer = self._model.answer(body)
        asyncio.get_running_loop().call_later(
            self._model.answer_s - (time.perf_counter() - begun), self._say, answer, spec, begun
        )

    def _say(self, answer: bytes, spec: str, begun: float) -> None:
        self._transport.write(answer)
        self._model.held[spec].append(time.perf_counter() - begun)


def _length(head: bytes) -> int:
    return next(
        (
            int(line.split(b":")[1])
            for line in head.lower().split(b"\r\n")
            if line.startswith(b"content-length:")
        ),
        0,
    )


async def serve(port: int, model: Model) -> None:
    server = await asyncio.get_running_loop().create_server(lambda: Line(model), "127.0.0.1", port)
    await server.serve_forever()


if __name__ == "__main__":  # port, seconds per answer, specs
    asyncio.run(serve(int(sys.argv[1]), Model(sys.argv[3:], float(sys.argv[2]))))
