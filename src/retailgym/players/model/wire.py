"""OpenAI's chat protocol as values: what is sent, and what comes back, whole or in a stream of pieces."""

import re
from collections.abc import Iterable, Iterator
from typing import Any, Literal

import msgspec

from ...core.errors import RetailGymError
from ...core.values import Value, encode, replace
from ...tools.kit import Schema

_THINKING = re.compile(r"^\s*(?:<think(?:ing)?>)?(?P<thought>.*?)</think(?:ing)?>", re.DOTALL)
_UNENDED = re.compile(r"^\s*<think(?:ing)?>(?P<thought>.*)", re.DOTALL)


class Function(Value):
    name: str
    arguments: str


class ToolCall(Value):
    id: str
    function: Function
    type: Literal["function"] = "function"


class Chat(Value, omit_defaults=True):
    """One message of the conversation as it is sent."""

    role: Literal["system", "user", "assistant", "tool"]
    content: str
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str = ""


class WrittenCall(Value):
    """A call as the model wrote it; its arguments are read by the shop."""

    name: str
    arguments: Any = ""


class Count(Value):
    """Tokens of one reply, as the endpoint counts them."""

    tokens_in: int
    tokens_out: int
    cached: int = 0
    reasoning: int = 0


class Reply(Value):
    """What the model answered."""

    text: str = ""
    reasoning: str = ""
    calls: tuple[WrittenCall, ...] = ()
    finish: str = ""  # stop, tool_calls, length, content_filter, or what else the endpoint says
    refusal: str = ""
    count: Count | None = None
    malformed: bool = False  # the endpoint itself could not read the model's output as calls


# What endpoints send has fields of their own, and null where they have nothing to say.
class _Details(Value, forbid_unknown_fields=False):
    cached_tokens: int | None = None
    reasoning_tokens: int | None = None


class _Usage(Value, forbid_unknown_fields=False):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    prompt_tokens_details: _Details | None = None
    completion_tokens_details: _Details | None = None


class _Function(Value, forbid_unknown_fields=False):
    name: str | None = None
    arguments: Any = None


class _Call(Value, forbid_unknown_fields=False):
    function: _Function | None = None
    index: int | None = None


class _Message(Value, forbid_unknown_fields=False):
    content: Any = None
    reasoning_content: str | None = None
    reasoning: str | None = None
    refusal: str | None = None
    tool_calls: list[_Call] | None = None


class _Choice(Value, forbid_unknown_fields=False):
    message: _Message | None = None
    delta: _Message | None = None
    finish_reason: str | None = None


class _Completion(Value, forbid_unknown_fields=False):
    choices: list[_Choice] | None = None
    usage: _Usage | None = None
    error: Any = None


class Garbled(RetailGymError, ValueError):
    """The endpoint answered with something that is not of this protocol."""


_decode = msgspec.json.Decoder(_Completion).decode


def reply_from(body: bytes) -> Reply:
    """A whole completion."""
    completion = _read(body)
    if not completion.choices or completion.choices[0].message is None:
        raise Garbled(f"a completion without a choice: {_short(body)}")
    choice = completion.choices[0]
    assert choice.message is not None
    wanted = [
        WrittenCall(name=c.function.name or "", arguments=c.function.arguments)
        for c in choice.message.tool_calls or ()
        if c.function
    ]
    return _reply([choice.message], wanted, choice.finish_reason, completion.usage)


def reply_from_stream(lines: Iterable[bytes]) -> Reply:
    """A completion from the data lines of an event stream; one that stops before its end is garbled."""
    pieces = [_read(line) for line in lines]
    choices = [p.choices[0] for p in pieces if p.choices]
    finish = next((c.finish_reason for c in reversed(choices) if c.finish_reason), None)
    if finish is None:
        raise Garbled("the stream ended before the answer did")
    usage = next((p.usage for p in reversed(pieces) if p.usage is not None), None)
    deltas = [c.delta for c in choices if c.delta is not None]
    return _reply(deltas, list(_joined(deltas)), finish, usage)


def data_lines(body: bytes) -> Iterator[bytes]:
    """The data lines of an event stream that has come to its end."""
    for line in body.splitlines():
        data = line.removeprefix(b"data:").strip()
        if line.startswith(b"data:") and data != b"[DONE]":
            yield data


def _joined(deltas: Iterable[_Message]) -> Iterator[WrittenCall]:
    """Calls come in pieces: a name, then the arguments bit by bit, told apart by their index."""
    names: dict[int, str] = {}
    arguments: dict[int, list[str]] = {}
    for delta in deltas:
        for n, call in enumerate(delta.tool_calls or ()):
            at = n if call.index is None else call.index
            function = call.function or _Function()
            names[at] = names.get(at, "") + (function.name or "")
            arguments.setdefault(at, []).append(_text(function.arguments))
    return (WrittenCall(name=names[at], arguments="".join(arguments[at])) for at in sorted(names))


def _read(body: bytes) -> _Completion:
    try:
        completion = _decode(body)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise Garbled(f"not a completion: {error}: {_short(body)}") from None
    if completion.error is not None:
        raise Garbled(f"an error in place of an answer: {_short(body)}")
    return completion


def _reply(
    said: list[_Message], wanted: list[WrittenCall], finish: str | None, usage: _Usage | None
) -> Reply:
    text = "".join([_text(m.content) for m in said])
    thought = "".join([m.reasoning_content or m.reasoning or "" for m in said])
    refusal = "".join([m.refusal or "" for m in said])
    reply = Reply(
        text=text,
        reasoning=thought,
        calls=tuple(wanted),
        finish=finish or "",
        refusal=refusal,
        count=_count(usage),
    )
    return _thought_apart(reply)


def _thought_apart(reply: Reply) -> Reply:
    """Reasoning that came as part of the text is taken out of it."""
    thought = _THINKING.match(reply.text) or _UNENDED.match(reply.text)
    if thought is None:
        return reply
    return replace(
        reply,
        text=reply.text[thought.end() :].lstrip(),
        reasoning=reply.reasoning + thought["thought"].strip(),
    )


def _count(usage: _Usage | None) -> Count | None:
    if usage is None or usage.prompt_tokens is None or usage.completion_tokens is None:
        return None
    cached = usage.prompt_tokens_details.cached_tokens if usage.prompt_tokens_details else None
    thought = usage.completion_tokens_details.reasoning_tokens if usage.completion_tokens_details else None
    return Count(
        tokens_in=usage.prompt_tokens,
        tokens_out=usage.completion_tokens,
        cached=cached or 0,
        reasoning=thought or 0,
    )


def _text(content: object) -> str:
    """Text as such, as a list of parts, or anything else as JSON."""
    match content:
        case None:
            return ""
        case str():
            return content
        case list():
            return "".join([str(p.get("text", "")) if isinstance(p, dict) else _text(p) for p in content])
        case _:
            return encode(content).decode()


def _short(body: bytes) -> str:
    return body[:300].decode(errors="replace")


def offered(schemas: Iterable[Schema]) -> list[dict[str, object]]:
    """Tools as the protocol has them."""
    return [
        {
            "type": "function",
            "function": {"name": s.name, "description": s.description, "parameters": s.parameters},
        }
        for s in schemas
    ]
