"""A real MCP server: streamable HTTP on its own path and stdio, for any MCP client. One MCP session is one
agent at the counter."""

from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any
from weakref import WeakKeyDictionary

import anyio
import msgspec
from mcp.server.lowlevel import NotificationOptions, Server
from mcp.server.stdio import stdio_server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.types import CallToolResult, TextContent, Tool
from starlette.types import Receive, Scope, Send

from ..core.episode import Over
from ..core.record import package_version
from ..core.rendering import Rendering
from ..tools.kit import Schema
from .session import Frame, Json, Session, TooLong
from .sessions import Full, Sessions
from .spec_choice import WrongChoice

PATH = "/play/mcp"
START = "start_episode"
START_TOOL = Tool(
    name=START,
    description=(
        "Begin an episode: a customer comes in. Say which with spec, such as cart/6/1742, or with "
        "env, level (0 to 12) and seed."
    ),
    inputSchema={
        "type": "object",
        "properties": {
            "spec": {"type": "string"},
            "env": {"type": "string"},
            "level": {"type": "integer"},
            "seed": {"type": "integer"},
        },
        "additionalProperties": False,
    },
)
ABOUT = (
    f"You work at the counter of a simulated shop. Call {START}, then use the shop's tools; the closing "
    f"tool ends the episode with its reward."
)


def server(shop: Sessions, begin_with: Mapping[str, Any] | None = None) -> "Server[Any, Any]":
    """The MCP server of a shop; with `begin_with` a session's first episode is that one, and it has begun.

    The shop holds these sessions as those of plain HTTP: nobody owns a connection, so they go when nothing
    was played for a while."""
    app: Server[Any, Any] = Server("retailgym", version=package_version(), instructions=ABOUT)
    at_counter: WeakKeyDictionary[Any, Session] = WeakKeyDictionary()
    renderings: WeakKeyDictionary[Any, Rendering] = WeakKeyDictionary()  # what each client has read

    def session() -> Session | None:
        mine = app.request_context.session
        if mine not in at_counter and begin_with is not None:
            at_counter[mine] = shop.begin(begin_with)
        return at_counter.get(mine)

    @app.list_tools()
    async def list_tools() -> list[Tool]:
        playing = session()
        schemas = shop.tools() if playing is None else playing.episode.env.schemas()
        return [START_TOOL, *(_tool(schema) for schema in schemas)]

    @app.call_tool(validate_input=False)
    async def call_tool(name: str, arguments: Json) -> CallToolResult:
        mine = app.request_context.session
        try:
            if name == START:
                if (before := at_counter.get(mine)) is not None:
                    shop.drop(before)
                at_counter[mine], renderings[mine] = shop.begin(arguments), Rendering()
                await mine.send_tool_list_changed()
                return _opened(at_counter[mine])
            playing = session()
            if playing is None:
                return _failed(f"no episode has begun; call {START} first")
            shop.resume_as(playing, None).act(name, arguments)
        except (WrongChoice, Full, Over, TooLong) as error:
            return _failed(str(error))
        shop.stepped(playing)
        if playing.done:
            await shop.keep(playing)
            shop.drop(playing)
        return _answered(playing.last, renderings.setdefault(mine, Rendering()))

    return app


def _tool(schema: Schema) -> Tool:
    return Tool(
        name=schema.name, description=schema.description, inputSchema=msgspec.to_builtins(schema.parameters)
    )


def _failed(why: str) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=why)], isError=True)


def _opened(session: Session) -> CallToolResult:
    seen = session.last.observation
    spec = session.last.metadata["spec"]
    return CallToolResult(
        content=[TextContent(type="text", text=seen["prompt"])],
        structuredContent={"spec": spec, "env": seen["env"], "done": False},
    )


def _answered(frame: Frame, rendering: Rendering) -> CallToolResult:
    """The result as text for the model; the result as it is, done, reward and the rest beside it."""
    error, result = frame.observation["error"], frame.observation["result"]
    shown = error["message"] if error else rendering.answer(result)
    content = [TextContent(type="text", text=shown)]
    if frame.done:
        content.append(TextContent(type="text", text=f"The episode is over. Reward: {frame.reward:g}."))
    beside = {"result": result, "done": frame.done, "reward": frame.reward, **frame.metadata}
    return CallToolResult(content=content, structuredContent=beside, isError=error is not None)


class Mounted:
    """The MCP server as an ASGI application, alive between `run` and the end of it."""

    def __init__(self, shop: Sessions) -> None:
        self._sessions = StreamableHTTPSessionManager(
            server(shop), session_idle_timeout=shop.settings.limits.idle_s
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._sessions.handle_request(scope, receive, send)

    def run(self) -> AbstractAsyncContextManager[None]:
        running: AbstractAsyncContextManager[None] = self._sessions.run()
        return running


@asynccontextmanager
async def _closing(shop: Sessions) -> AsyncIterator[None]:
    yield
    await shop.close()


def serve_stdio(shop: Sessions, begin_with: Mapping[str, Any] | None = None) -> None:
    """Talk MCP on standard input and output until the client hangs up."""

    async def talk() -> None:
        app = server(shop, begin_with)
        options = app.create_initialization_options(NotificationOptions(tools_changed=True))
        async with _closing(shop), stdio_server() as (reading, writing):
            await app.run(reading, writing, options)

    anyio.run(talk)
