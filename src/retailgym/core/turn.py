"""What an agent sends: a turn, taken apart into text and calls. Whatever cannot be read is Invalid."""

from collections.abc import Mapping
from typing import Any

import msgspec

from ..tools.kit import Invalid
from .env import Call, Turn
from .values import replace

_JSON = msgspec.json.Decoder()
_PLAIN = msgspec.json.Decoder(Turn)  # as nearly every turn is written; of the others each part is looked at
_TURN_FIELDS = {"text", "calls"}


def read_turn(turn: object) -> tuple[str, list[Any]]:
    """Text and calls of a turn; the calls are read when their turn comes."""
    if isinstance(turn, Turn):
        return turn.text, list(turn.calls)
    if isinstance(turn, (str, bytes, bytearray, memoryview)):
        try:
            plain = _PLAIN.decode(turn)
            return plain.text, list(plain.calls)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            turn = _parsed(turn)
    if not isinstance(turn, Mapping):
        raise Invalid(
            'a turn is an object such as {"text": "Which size?"} or {"calls": [{"name": "cart_view", '
            '"arguments": {}}]}'
        )
    if unknown := sorted(str(k) for k in turn if k not in _TURN_FIELDS):
        raise Invalid(f"a turn has text and calls, not {unknown[0]!r}")
    text, calls = turn.get("text"), turn.get("calls")
    if text is not None and not isinstance(text, str):
        raise Invalid("the text of a turn must be a string")
    if calls is not None and not isinstance(calls, (list, tuple)):
        raise Invalid("the calls of a turn must be a list")
    return text or "", list(calls or ())


def _parsed(text: str | bytes | bytearray | memoryview) -> object:
    try:
        return _JSON.decode(text)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise Invalid(f"not JSON: {error}") from None
    except RecursionError:
        raise Invalid("not JSON: nested too deeply") from None


def read_call(raw: object) -> Call:
    """A call in our form or OpenAI's, with arguments as an object or as JSON text."""
    if isinstance(raw, Call):
        call = raw
    elif isinstance(raw, Mapping):
        inner = raw.get("function") if isinstance(raw.get("function"), Mapping) else raw
        assert isinstance(inner, Mapping)
        name, id = inner.get("name"), raw.get("id")
        if not isinstance(name, str):
            raise Invalid("a call needs the name of a tool")
        extra = sorted(
            str(k) for k in {*raw, *inner} - {"name", "arguments", "id", "type", "function", "index"}
        )
        if extra:
            raise Invalid(f"a call has name, arguments and id, not {extra[0]!r}")
        call = Call(name, inner.get("arguments", {}), id if isinstance(id, str) else None)
    else:
        raise Invalid(f"a call is an object with name and arguments, not {type(raw).__name__}")
    arguments = call.arguments
    if isinstance(arguments, str):
        arguments = _parsed(arguments) if arguments.strip() else {}
    if not isinstance(arguments, (dict, Mapping)):
        raise Invalid(f"{call.name}: arguments must be an object")
    return call if arguments is call.arguments else replace(call, arguments=arguments)
