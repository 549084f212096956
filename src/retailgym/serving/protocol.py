"""OpenEnv's protocol, spoken without OpenEnv: sessions over WebSocket, and its JSON-RPC for tools.

The frames are those of OpenEnv's own server; tests play against both and compare. A server that does not
import OpenEnv starts in a second instead of five, and no session depends on what OpenEnv thinks of its age.
"""

import json
import logging
from collections.abc import Mapping
from typing import Any, Literal, Protocol

import msgspec

from ..core.episode import Over
from ..core.errors import RetailGymError
from ..tools.kit import Schema
from . import rpc
from .ledger import Full
from .seats import Seats, StoredSeat
from .session import Frame, Json, Session, TooLong, written_turn
from .sessions import Clash, Sessions, Unknown
from .spec_choice import WrongChoice
from .store import Unavailable

log = logging.getLogger("retailgym.serving")
ENV_NAME = "retailgym_env"
ABOUT = (
    "One simulated shop, nine jobs: an agent searches, compares, fills carts, handles returns and settles "
    "tickets; "
    "rewards come from a program."
)
TOLD = (WrongChoice, Unknown, Over, Full, Clash, TooLong, Unavailable, ConnectionError)
FIELDS = {"call_tool": {"type", "tool_name", "arguments", "metadata"}, "list_tools": {"type", "metadata"}}
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode


class NotBegun(RetailGymError, ValueError):
    """There is no episode yet."""


class UnfitFrame(RetailGymError, ValueError):
    """A frame whose fields are not those of the protocol."""


class PlainCall(msgspec.Struct, forbid_unknown_fields=True):
    """A call as every client writes it; what differs from it in any way is looked at field by field."""

    tool_name: str
    arguments: dict[str, Any] = {}
    type: Literal["call_tool"] = "call_tool"


class _Step(msgspec.Struct, forbid_unknown_fields=True):
    type: Literal["step"]
    data: PlainCall


read_step = msgspec.json.Decoder(_Step).decode


class Playing(Protocol):
    """One OpenEnv session, however it is held."""

    async def reset(self, asked: Json) -> Session: ...
    async def call(self, tool: str, arguments: Any) -> Session: ...
    async def tools(self) -> tuple[Schema, ...]: ...
    async def state(self) -> Json: ...


class Connection:
    """The session of one WebSocket, in memory; after a lost connection it waits for its client."""

    def __init__(self, shop: Sessions, client: str) -> None:
        self._shop, self._client = shop, client
        self._session: Session | None = None
        self._listed = 0  # before the first reset

    async def reset(self, asked: Json) -> Session:
        if (token := asked.get("resume")) is not None:
            session = await self._shop.resume(token, self)
        else:
            session = await self._shop.begin(asked, self._client)
            if session.done:  # replayed to its end
                await self._shop.keep(session)
            self._shop.take(session, self)
        if self._session is not None and self._session is not session:
            self._shop.drop(self._session)
        self._session = session
        return session

    def settle(self) -> None:
        """What can be done after the answer."""
        if self._session is not None:
            self._session.tape.settle()

    async def call(self, tool: str, arguments: Any) -> Session:
        await self._shop.wait(self.playable(), tool)
        session = self.playable()
        await self._shop.play(session, written_turn(tool, arguments), tool)
        if session.done:
            await self._shop.keep(session)
        return session

    async def tools(self) -> tuple[Schema, ...]:
        if self._session is None:
            self._listed += 1
            return self._shop.tools()
        self.playable().listed()
        return self._session.episode.env.schemas()

    async def state(self) -> Json:
        return state_of(self._session, self._listed)

    def close(self) -> None:
        if self._session is not None:
            self._shop.leave(self._session, self, self._client)
            self._session = None

    def playable(self) -> Session:
        session = self._session
        if session is None:
            raise NotBegun("no episode has begun; reset first")
        if session.owner is not self:
            raise NotBegun("this episode was picked up by another connection; reset to begin a new one")
        return within_steps(session, self._shop)


class Attached:
    """The session behind an id, which HTTP and any number of connections share."""

    def __init__(self, shop: Sessions, seats: Seats, id: str, client: str) -> None:
        self._shop, self._seats, self.id, self._client = shop, seats, id, client

    async def seat(self) -> StoredSeat:
        try:
            return await self._seats.look(self.id, self._client)
        except Unknown:
            raise Unknown(f"Unknown session_id: {self.id}") from None

    async def reset(self, asked: Json) -> Session:
        return await self._seats.reset(await self.seat(), asked, self._client)

    async def call(self, tool: str, arguments: Any) -> Session:
        seat = await self.seat()
        if seat.session is None:
            raise NotBegun("no episode has begun; reset first")
        within_steps(seat.session, self._shop)
        return await self._seats.play(seat, written_turn(tool, arguments), tool)

    async def tools(self) -> tuple[Schema, ...]:
        seat = await self.seat()
        await self._seats.listed(seat)
        return self._shop.tools() if seat.session is None else seat.session.episode.env.schemas()

    async def state(self) -> Json:
        return state_of((await self.seat()).session, 0)

    def close(self) -> None:
        """The id stays."""


def within_steps(session: Session, shop: Sessions) -> Session:
    most = shop.settings.limits.steps
    if session.steps >= most:
        raise NotBegun(f"an episode has at most {most} steps; reset to begin a new one")
    return session


def state_of(session: Session | None, listed: int) -> Json:
    if session is None:
        return {"episode_id": None, "step_count": listed}
    return {"episode_id": session.episode_id, "step_count": session.steps}


# ── frames ──
async def answered(playing: Playing, text: str, talk: "Rpc") -> str | None:
    """The answer to one frame; None to the one that says goodbye."""
    try:
        call = read_step(text).data
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return await _looked_at(playing, text, talk)
    try:
        return (await playing.call(call.tool_name, call.arguments)).last_on_the_wire.decode()
    except Exception as error:  # noqa: BLE001 (told to this client; our bugs are logged)
        return execution_error(error, talk)


async def _looked_at(playing: Playing, text: str, talk: "Rpc") -> str | None:
    try:
        message = lenient(text)
    except ValueError as error:
        return error_frame(f"Invalid JSON: {error}", "INVALID_JSON")
    if not isinstance(message, dict):
        return error_frame("a message is a JSON object", "INVALID_JSON")
    kind, data = message.get("type", ""), message.get("data", {})
    try:
        match kind:
            case "reset":
                return framed((await playing.reset(_object("data", data))).reopened)
            case "step":
                return await _stepped(playing, _object("data", message.get("data")))
            case "state":
                return _encode({"type": "state", "data": await playing.state()}).decode()
            case "mcp":
                return _encode(
                    {"type": "mcp", "data": await talk.answer(_object("data", data), playing)}
                ).decode()
            case "close":
                return None
            case _:
                return error_frame(f"Unknown message type: {str(kind)[:100]}", "UNKNOWN_TYPE")
    except UnfitFrame as error:
        return error_frame(str(error), "VALIDATION_ERROR")
    except Exception as error:  # noqa: BLE001 (as above)
        return execution_error(error, talk)


async def _stepped(playing: Playing, action: Json) -> str:
    kind = action.get("type", "call_tool")
    fields = FIELDS.get(kind) if isinstance(kind, str) else None
    if fields is None:
        raise UnfitFrame(f"an action is a call_tool or a list_tools, not {str(kind)[:100]!r}")
    if unknown := sorted(set(action) - fields):
        raise UnfitFrame(f"{kind} has no field {unknown[0][:100]!r}")
    if kind == "list_tools":
        return framed(tools_frame(await playing.tools()))
    tool, arguments = action.get("tool_name"), _object("arguments", action.get("arguments", {}))
    if not isinstance(tool, str):
        raise UnfitFrame("tool_name must be text")
    return (await playing.call(tool, arguments)).last_on_the_wire.decode()


def lenient(text: str) -> Any:
    """JSON as Python's own reader takes it: what is no number to others ends an episode, and no
    connection."""
    try:
        return _decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        try:
            return json.loads(text)
        except RecursionError:
            raise ValueError("it is nested too deeply") from None


def _object(name: str, value: object) -> Json:
    if not isinstance(value, dict):
        raise UnfitFrame(f"{name} must be an object")
    return value


def framed(frame: Frame) -> str:
    data = {"observation": frame.observation, "reward": frame.reward, "done": frame.done}
    if frame.metadata:
        data["metadata"] = frame.metadata
    return _encode({"type": "observation", "data": data}).decode()


def tools_frame(schemas: tuple[Schema, ...]) -> Frame:
    tools = [
        {"name": s.name, "description": s.description, "input_schema": plain(s.parameters)} for s in schemas
    ]
    return Frame(observation={"metadata": {}, "tools": tools}, reward=0.0, done=False, metadata={})


def plain(value: Any) -> Any:
    return msgspec.to_builtins(value)


def error_frame(message: str, code: str) -> str:
    return _encode({"type": "error", "data": {"message": rpc.printable(message), "code": code}}).decode()


def execution_error(error: Exception, talk: "Rpc") -> str:
    return error_frame(talk.told(error), "EXECUTION_ERROR")


# ── JSON-RPC ──
class Rpc:
    """tools/list, tools/call and OpenEnv's session methods. Every call is a step: it counts and rewards
    alike."""

    def __init__(self, shop: Sessions, seats: Seats) -> None:
        self.shop, self._seats = shop, seats

    def told(self, error: Exception) -> str:
        """What a client is told of an error; our own bugs stay in the log."""
        if isinstance(error, (*TOLD, NotBegun)):
            return str(error)
        self.shop.metrics.errors.inc()
        log.error("step", exc_info=error)
        return "an error inside the server; the episode is void if a step was under way"

    async def answer(self, message: Any, playing: Playing | None = None, client: str = "") -> Json:
        """To a message that was read already; without a session of its own it names one, or none is kept."""
        try:
            request = message if isinstance(message, rpc.RpcRequest) else rpc.request_of(message)
        except rpc.RpcRefused as refused:
            return rpc.failed(refused)
        try:
            return rpc.result(request.id, await self._done(request, playing, client))
        except rpc.RpcRefused as refused:
            return rpc.failed(refused, request.id)
        except (Unknown, Clash, WrongChoice) as error:
            return rpc.failed(rpc.RpcRefused(rpc.PARAMS, str(error)), request.id)
        except Full as error:
            return rpc.failed(rpc.RpcRefused(rpc.SERVER, str(error)), request.id)
        except Exception as error:  # noqa: BLE001 (answered as OpenEnv answers; our bugs are logged)
            return rpc.failed(rpc.RpcRefused(rpc.INTERNAL, self.told(error)), request.id)

    async def _done(self, request: rpc.RpcRequest, playing: Playing | None, client: str) -> Json:
        params = request.params
        match request.method:
            case "openenv/session/create":
                if isinstance(playing, Attached):
                    return {"session_id": playing.id}
                return {"session_id": (await self._seats.open(client)).id}
            case "openenv/session/close":
                id = _session_id(params)
                if not await self._seats.close(id):
                    raise rpc.RpcRefused(rpc.PARAMS, f"Unknown session_id: {id}")
                return {"session_id": id, "closed": True}
            case "tools/list":
                session = playing or self._named(params, client)
                schemas = self.shop.tools() if session is None else await session.tools()
                return {"tools": [mcp_tool(schema) for schema in schemas]}
            case "tools/call":
                session = playing or self._named(params, client)
                if session is None:
                    raise NotBegun("no episode has begun; create a session and reset it")
                return await _called(session, params)
            case method:
                raise rpc.RpcRefused(rpc.NO_METHOD, f"Method not found: {method[:100]}")

    def _named(self, params: Mapping[str, Any], client: str) -> Playing | None:
        if not params.get("session_id"):
            return None
        return Attached(self.shop, self._seats, _session_id(params), client)


def _session_id(params: Mapping[str, Any]) -> str:
    id = params.get("session_id")
    if not isinstance(id, str) or not id:
        raise rpc.RpcRefused(rpc.PARAMS, "Invalid params - 'session_id' is required and must be text")
    return id


async def _called(session: Playing, params: Mapping[str, Any]) -> Json:
    tool, arguments = params.get("name"), params.get("arguments", {})
    if not isinstance(tool, str) or not isinstance(arguments, dict):
        raise rpc.RpcRefused(rpc.PARAMS, "Invalid params - 'name' must be text and 'arguments' an object")
    frame = (await session.call(tool, arguments)).last
    error = frame.observation["error"]
    data = {"error": error["message"]} if error else frame.observation["result"]
    return {"data": data, "done": frame.done, "reward": frame.reward, "metadata": frame.metadata}


def mcp_tool(schema: Schema) -> Json:
    return {"name": schema.name, "description": schema.description, "inputSchema": plain(schema.parameters)}
