"""Calls in plain text, for models without tool calls of their own: one JSON object, several, fenced, or in
the tags that some models use.

Text without an object is said to the customer. What begins as an object and cannot be read as one is handed
on as it is, so that the episode's own rule for malformed output applies."""

import re
from collections.abc import Iterator, Mapping
from json import JSONDecodeError, JSONDecoder

from ...core.env import Call, Turn

_TAGGED = re.compile(r"<tool_call>\s*(.*?)\s*(?:</tool_call>|\Z)", re.DOTALL)
_FENCED = re.compile(r"```(?:json|tool_call|tool_code)?\s*([\[{].*?)\s*(?:```|\Z)", re.DOTALL)
_NAMES, _ARGUMENTS = ("name", "tool", "function"), ("arguments", "parameters", "args")
_decode = JSONDecoder().raw_decode


def turn_in(text: str) -> Turn | str:
    """The turn that a text holds, or the text itself where it is malformed."""
    text = text.strip()
    for marked in (_TAGGED, _FENCED):
        if marks := list(marked.finditer(text)):
            return _turn(text[: marks[0].start()], "\n".join(m[1] for m in marks))
    if text.startswith(("{", "[")):
        return _turn("", text)
    at = next((m.start() for m in re.finditer(r"\{", text) if _call_at(text, m.start())), None)
    return _turn(text[:at], text[at:]) if at is not None else Turn(text)


def _call_at(text: str, start: int) -> bool:
    try:
        return _call(_decode(text, start)[0]) is not None
    except (JSONDecodeError, RecursionError):
        return False


def _turn(beside: str, written: str) -> Turn | str:
    """Calls with the text beside them; anything that is not all calls stays as written."""
    try:
        calls = [_call(item) for item in _objects(written)]
    except (JSONDecodeError, RecursionError):
        return written
    whole = tuple(call for call in calls if call is not None)
    return Turn(beside.strip(), whole) if whole and len(whole) == len(calls) else written


def _objects(written: str) -> Iterator[object]:
    """The objects at the beginning, one after another or in a list; words after them are no part of it."""
    end, size = 0, len(written)
    while end < size and written[end] in "{[":
        value, end = _decode(written, end)
        yield from value if isinstance(value, list) else [value]
        while end < size and written[end] in " \t\r\n,;":
            end += 1


def _call(item: object) -> Call | None:
    """{"name": …, "arguments": …}, under the names that models are used to."""
    if not isinstance(item, Mapping):
        return None
    if isinstance(inner := item.get("function"), Mapping):
        return _call(inner)
    name = next((item[n] for n in _NAMES if isinstance(item.get(n), str)), None)
    arguments: object = next((item[a] for a in _ARGUMENTS if a in item), {})
    return Call(name, arguments) if isinstance(name, str) else None
