"""A real MCP server: streamable HTTP on its own path and stdio, for any MCP client. One MCP session is one
agent at the counter.

It needs no package: a session is a seat, so any worker answers, also after a restart.
"""

import asyncio
import sys
from collections.abc import Mapping
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ..core.episode import Episode
from ..core.record import package_version
from ..core.rendering import Rendering
from . import rpc
from .ledger import Full
from .protocol import TOLD, Rpc, mcp_tool, within_steps
from .seats import Seats, StoredSeat
from .session import Json, Session, written_turn
from .sessions import Sessions, Unknown

PATH = "/play/mcp"
SESSION = "mcp-session-id"
VERSIONS = (
    "2024-11-05",
    "2025-03-26",
    "2025-06-18",
    "2025-11-25",
)  # the protocol's; the last where a client asks for another
START = "start_episode"
START_TOOL: Json = {
    "name": START,
    "description": ("Begin an episode: a customer comes in. Say which with spec, such as cart/6/1742, or "
                    "with "
                    "env, level and seed."),
    "inputSchema": {
        "type": "object",
        "properties": {
            "spec": {"type": "string"}, "env": {"type": "string"}, "level": {"type": "integer"},
            "seed": {"type": "integer"},
        },
        "additionalProperties": False,
    },
}  # fmt: skip
ABOUT = (
    f"You work at the counter of a simulated shop. Call {START}, then use the shop's tools; the closing tool "
    f"ends the "
    "episode with its reward."
)
CHANGED: Json = {"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}
_encode = msgspec.json.Encoder().encode


class Counter:
    """Answers the requests of MCP sessions."""

    def __init__(self, shop: Sessions, seats: Seats) -> None:
        self._shop, self._seats, self._rpc = shop, seats, Rpc(shop, seats)

    async def answer(self, request: rpc.RpcRequest, seat: StoredSeat, client: str) -> list[Json]:
        """The answer, after what the client should know before it."""
        try:
            match request.method:
                case "initialize":
                    return [rpc.result(request.id, _initialised(request.params))]
                case "ping":
                    return [rpc.result(request.id, {})]
                case "tools/list":
                    return [rpc.result(request.id, {"tools": self._tools(seat)})]
                case "tools/call":
                    return await self._called(request, seat, client)
                case method:
                    raise rpc.RpcRefused(rpc.NO_METHOD, f"Method not found: {method[:100]}")
        except rpc.RpcRefused as refused:
            return [rpc.failed(refused, request.id)]

    def _tools(self, seat: StoredSeat) -> list[Json]:
        schemas = self._shop.tools() if seat.session is None else seat.session.episode.env.schemas()
        return [START_TOOL, *(mcp_tool(schema) for schema in schemas)]

    async def _called(self, request: rpc.RpcRequest, seat: StoredSeat, client: str) -> list[Json]:
        tool, arguments = request.params.get("name"), request.params.get("arguments") or {}
        if not isinstance(tool, str) or not isinstance(arguments, dict):
            raise rpc.RpcRefused(rpc.PARAMS, "name must be text and arguments an object")
        try:
            if tool == START:
                session = await self._seats.reset(seat, arguments, client)
                return [CHANGED, rpc.result(request.id, _opened(session))]
            if seat.session is None:
                return [rpc.result(request.id, _failed(f"no episode has begun; call {START} first"))]
            within_steps(seat.session, self._shop)
            session = await self._seats.play(seat, written_turn(tool, arguments), tool)
        # what the agent should read is a result; our bugs are logged
        except Exception as error:  # noqa: BLE001
            return [rpc.result(request.id, _failed(self._rpc.told(error)))]
        return [rpc.result(request.id, _answered(session))]


def _initialised(params: Mapping[str, Any]) -> Json:
    asked = params.get("protocolVersion")
    return {
        "protocolVersion": asked if asked in VERSIONS else VERSIONS[-1],
        "capabilities": {"tools": {"listChanged": True}},
        "serverInfo": {"name": "retailgym", "version": package_version()},
        "instructions": ABOUT,
    }


def _failed(why: str) -> Json:
    return {"content": [{"type": "text", "text": rpc.printable(why)}], "isError": True}


def _opened(session: Session) -> Json:
    seen = session.last
    beside = {"spec": seen.metadata["spec"], "env": seen.observation["env"], "done": False}
    return {"content": [_text(seen.observation["prompt"])], "structuredContent": beside, "isError": False}


def _answered(session: Session) -> Json:
    """The result as text for the model; done, reward and the rest beside it."""
    frame = session.last
    error, result = frame.observation["error"], frame.observation["result"]
    shown = error["message"] if error else rendering_of(session.episode).answer(result)
    content = [_text(shown)]
    if frame.done:
        content.append(_text(f"The episode is over. Reward: {frame.reward:g}."))
    beside = {"result": result, "done": frame.done, "reward": frame.reward, **frame.metadata}
    return {"content": content, "structuredContent": beside, "isError": error is not None}


def rendering_of(episode: Episode) -> Rendering:
    """What the agent has read before this turn decides how results are shown: the same with every worker."""
    rendering = Rendering()
    for event in episode.log[: episode.read]:
        if event.message is not None:
            rendering.message(event.message)
    return rendering


def _text(text: str) -> Json:
    return {"type": "text", "text": text}


class Streamable:
    """The endpoint of streamable HTTP."""

    def __init__(self, shop: Sessions, seats: Seats) -> None:
        self._seats, self._counter = seats, Counter(shop, seats)

    async def endpoint(self, request: Request) -> Response:
        if request.method == "DELETE":
            there = await self._seats.close(request.headers.get(SESSION, ""))
            return Response(status_code=204 if there else 404)
        if request.method != "POST":
            return Response(status_code=405, headers={"Allow": "DELETE, POST"})  # it never speaks unasked
        try:
            asked = rpc.read(await request.body())
        except rpc.RpcRefused as refused:
            return _json([rpc.failed(refused)], status=400)
        client = request.scope["client_name"]
        try:
            return await self._answered(asked, request, client)
        except Unknown:
            return _json(
                [rpc.failed(rpc.RpcRefused(rpc.INVALID, "no such session; initialize again"), asked.id)],
                status=404,
            )
        except Full as error:
            return _json([rpc.failed(rpc.RpcRefused(rpc.SERVER, str(error)), asked.id)], status=503)

    async def _answered(self, asked: rpc.RpcRequest, request: Request, client: str) -> Response:
        id = request.headers.get(SESSION, "")
        if asked.method == "initialize":
            seat = await self._seats.open(client)
            return _json(await self._counter.answer(asked, seat, client), headers={SESSION: seat.id})
        if not id:
            return _json([rpc.failed(rpc.RpcRefused(rpc.INVALID, "initialize first"), asked.id)], status=400)
        seat = await self._seats.look(id, client)
        if asked.notification:
            return Response(status_code=202)
        messages = await self._counter.answer(asked, seat, client)
        streams = "text/event-stream" in request.headers.get("accept", "")
        return _stream(messages) if streams and len(messages) > 1 else _json(messages)


def _json(messages: list[Json], status: int = 200, headers: dict[str, str] | None = None) -> Response:
    return Response(_encode(messages[-1]), status_code=status, media_type="application/json", headers=headers)


def _stream(messages: list[Json]) -> Response:
    events = b"".join(b"event: message\ndata: " + _encode(message) + b"\n\n" for message in messages)
    return Response(events, media_type="text/event-stream", headers={"Cache-Control": "no-store"})


def serve_stdio(shop: Sessions, begin_with: Mapping[str, Any] | None = None) -> None:
    """Talk MCP on standard input and output until the client hangs up."""
    asyncio.run(_talk(shop, begin_with))


async def _talk(shop: Sessions, begin_with: Mapping[str, Any] | None) -> None:
    seats = Seats(shop)
    counter, seat = Counter(shop, seats), await seats.open("stdio", begin_with)
    loop = asyncio.get_running_loop()
    try:
        while line := await loop.run_in_executor(None, sys.stdin.buffer.readline):
            if not line.strip():
                continue
            try:
                request = rpc.read(line)
                seat = await seats.look(seat.id, "stdio")
                messages = [] if request.notification else await counter.answer(request, seat, "stdio")
            except rpc.RpcRefused as refused:
                messages = [rpc.failed(refused)]
            except TOLD as error:
                messages = [rpc.failed(rpc.RpcRefused(rpc.INTERNAL, str(error)))]
            sys.stdout.buffer.write(b"".join(_encode(message) + b"\n" for message in messages))
            sys.stdout.buffer.flush()
    finally:
        await shop.close()
