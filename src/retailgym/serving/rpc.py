"""JSON-RPC 2.0, as both MCP doors speak it."""

from typing import Any

import msgspec

from ..core.errors import RetailGymError
from .session import Json

PARSE, INVALID, NO_METHOD, PARAMS, INTERNAL, SERVER = -32700, -32600, -32601, -32602, -32603, -32000
LARGEST = 2**53
_decode = msgspec.json.Decoder().decode


class RpcRequest(msgspec.Struct):
    method: str
    id: str | int | None = None
    params: Json = {}
    notification: bool = False  # it wants no answer


class RpcRefused(RetailGymError, ValueError):
    """A request that is answered with an error."""

    def __init__(self, code: int, message: str, id: str | int | None = None) -> None:
        super().__init__(message)
        self.code, self.id = code, id


def read(data: bytes | str) -> RpcRequest:
    try:
        message = _decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise RpcRefused(PARSE, "Parse error") from None
    return request_of(message)


def request_of(message: Any) -> RpcRequest:
    """Raises Refused for what is no request."""
    if not isinstance(message, dict):
        raise RpcRefused(INVALID, "Invalid request: a request is an object")
    id, method, params = message.get("id"), message.get("method"), message.get("params")
    whole = isinstance(id, int) and not isinstance(id, bool) and abs(id) <= LARGEST
    if not whole and not isinstance(id, (str, type(None))):
        raise RpcRefused(INVALID, "Invalid request: id must be text or a whole number below 2^53")
    if message.get("jsonrpc") != "2.0" or not isinstance(method, str):
        raise RpcRefused(INVALID, "Invalid request: jsonrpc must be '2.0' and method text", id)
    if params is not None and not isinstance(params, dict):
        raise RpcRefused(PARAMS, "Invalid params: they must be an object", id)
    return RpcRequest(method, id, params or {}, "id" not in message)


def result(id: str | int | None, value: Any) -> Json:
    return {"jsonrpc": "2.0", "id": id, "result": value}


def failed(refused: RpcRefused, id: str | int | None = None) -> Json:
    error = {"code": refused.code, "message": printable(str(refused))}
    return {"jsonrpc": "2.0", "id": id if id is not None else refused.id, "error": error}


def printable(text: str) -> str:
    """Half a surrogate pair, which a lax reader lets in, has no encoding."""
    return text.encode(errors="replace").decode()
