"""The frames of OpenEnv's protocol that need no framework: a plain call in, an error out."""

from typing import Any, Literal

import msgspec


class PlainCall(msgspec.Struct, forbid_unknown_fields=True):
    """A call as every client writes it; what differs from it in any way is for OpenEnv to read, and to
    complain about."""

    tool_name: str
    arguments: dict[str, Any] = {}
    type: Literal["call_tool"] = "call_tool"


class _Step(msgspec.Struct, forbid_unknown_fields=True):
    type: Literal["step"]
    data: PlainCall


_read = msgspec.json.Decoder(_Step).decode


def plain_call(text: str) -> PlainCall | None:
    """The call in a step's frame, where it is a plain one."""
    try:
        return _read(text).data
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


def error_frame(message: str, code: str) -> str:
    return msgspec.json.encode({"type": "error", "data": {"message": message, "code": code}}).decode()
