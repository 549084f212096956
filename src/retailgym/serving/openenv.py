"""The shop as an OpenEnv environment. Calls go straight to the session: every path (step, `/mcp`, MCP frames)
counts and rewards alike."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import lru_cache, partial
from typing import Any

from mcp.types import Tool as McpTool
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.mcp_environment import MCPEnvironment
from openenv.core.env_server.mcp_types import (
    RESERVED_TOOL_NAMES,
    CallToolAction,
    CallToolObservation,
    ListToolsAction,
    ListToolsObservation,
    Tool,
)
from openenv.core.env_server.types import Action, EnvironmentMetadata, Observation

from ..core.errors import RetailGymError
from ..core.record import package_version
from ..tools.kit import Schema
from .calls import PlainCall, error_frame, plain_call
from .models import RetailgymReset, RetailgymState
from .queue import Reply
from .rubric import Reward
from .session import Frame, Session, TooLong
from .sessions import Sessions

ABOUT = (
    "One simulated shop, nine jobs: an agent searches, compares, fills carts, handles returns and "
    "settles tickets; rewards come from a program."
)


class NotBegun(RetailGymError, ValueError):
    """There is no episode yet."""


class TaskList:
    """Many tasks, dumped at once: OpenEnv would otherwise walk over every one of them."""

    def __init__(self, tasks: list[dict[str, Any]]) -> None:
        self._tasks = tasks

    def model_dump(self) -> list[dict[str, Any]]:
        return self._tasks


class RetailgymEnvironment(MCPEnvironment):
    """One connection at the counter. It is cheap to build: the shop is shared by all."""

    SUPPORTS_CONCURRENT_SESSIONS = True
    REQUIRES_SINGLE_THREAD_EXECUTOR = (
        True  # one thread builds and closes all of them, instead of a thread for each
    )

    def __init__(self, shop: Sessions) -> None:
        Environment.__init__(
            self, rubric=Reward()
        )  # MCPEnvironment's own would open a FastMCP client, which nothing here needs
        self.shop = shop
        self.session: Session | None = None
        self.listed = 0  # before the first reset
        self.mcp_server = None
        self.mcp_client = McpStandIn(self)
        self._mode_tools: dict[str, Any] = {}
        self._mode_tool_schemas: dict[str, Any] = {}

    # ── the episode ──
    def reset(self, seed: int | None = None, episode_id: str | None = None, **asked: Any) -> Observation:
        asked |= {"seed": seed, "episode_id": episode_id}
        if (token := asked.get("resume")) is not None:
            return self._entered(self.shop.resume(token, self))
        name = _curriculum(asked)
        spec = {"spec": str(self.shop.next_task(name))} if name and "turns" not in asked else {}
        return self._entered(self.shop.begin(asked | spec, self, name))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **asked: Any
    ) -> Observation:
        asked |= {"seed": seed, "episode_id": episode_id}
        if (token := asked.get("resume")) is not None:
            return self._entered(await self.shop.resume_anywhere(token, self))
        name = _curriculum(asked)
        spec = (
            {"spec": str(await self.shop.io(self.shop.next_task, name))}
            if name and "turns" not in asked
            else {}
        )
        session = self.shop.begin(asked | spec, self, name)
        if session.done:  # replayed to its end
            await self.shop.keep(session)
        return self._entered(session)

    def _entered(self, session: Session) -> Observation:
        if self.session is not None and self.session is not session:
            self.shop.drop(self.session)
        self.session = session
        self.rubric.reset()
        if session.done:
            self.rubric.judged(session.verdict)
        return observed(session.last)

    def step(self, action: Action, timeout_s: float | None = None, **kwargs: Any) -> Observation:
        seen = self._step(action)
        if seen.done and self.session is not None:
            self.shop.keep_now(self.session)
        return seen

    async def step_async(self, action: Action, timeout_s: float | None = None, **kwargs: Any) -> Observation:
        seen = self._step(action)
        if seen.done and self.session is not None:
            await self.shop.keep(self.session)
        return seen

    def _step(self, action: Action) -> Observation:
        if isinstance(action, ListToolsAction):
            self._count_listing()
            return ListToolsObservation(tools=tools_listed(self._schemas()), reward=0.0, done=False)
        if not isinstance(action, CallToolAction):
            raise ValueError(f"an action is a call_tool or a list_tools, not {type(action).__name__}")
        session = self._playing()
        self._act(session, action.tool_name, action.arguments)
        seen = observed(session.last)
        if session.done:
            self.rubric.judged(session.verdict)
            seen.reward = self.rubric(action, seen)
        return seen

    def quick(self, text: str, reply: Reply) -> bool:
        """Whether this frame is a plain call. Its answer, byte for byte as OpenEnv would frame it, comes to
        `reply`; None leaves it to OpenEnv."""
        call = plain_call(text)
        if call is None:
            return False
        self.shop.queue.put(partial(self._taken, call), partial(self._told, reply))
        return True

    def _taken(self, call: PlainCall) -> str | None:
        session = self.session
        if (
            session is None
            or not session.playable
            or session.owner is not self
            or session.steps >= self.shop.settings.limits.steps
        ):
            return None
        try:
            self._act(session, call.tool_name, call.arguments)
        except TooLong:
            return None
        return session.last_on_the_wire

    def _told(self, reply: Reply, answer: str | None) -> None:
        """At the end of an episode when its record is safe."""
        session = self.session
        if answer is None or session is None or not session.done:
            reply(answer)
            return
        self.shop.keep_then(
            session,
            lambda error: reply(answer if error is None else error_frame(str(error), "EXECUTION_ERROR")),
        )

    def _act(self, session: Session, tool: str, arguments: Any) -> None:
        session.act(tool, arguments)
        self.shop.stepped(session)

    def _playing(self) -> Session:
        session = self.session
        if session is None:
            raise NotBegun("no episode has begun; reset first")
        if session.owner is not self:
            raise NotBegun("this episode was picked up by another connection; reset to begin a new one")
        if session.steps >= self.shop.settings.limits.steps:
            raise NotBegun(
                f"an episode has at most {self.shop.settings.limits.steps} steps; reset to begin a new one"
            )
        return session

    def _count_listing(self) -> None:
        if self.session is None:
            self.listed += 1
        else:
            self._playing().listed()

    def _schemas(self) -> tuple[Schema, ...]:
        return self.session.episode.env.schemas() if self.session is not None else self.shop.tools()

    def _step_impl(self, action: Action, timeout_s: float | None = None, **kwargs: Any) -> Observation:
        return self._step(action)

    @property
    def state(self) -> RetailgymState:
        if self.session is None:
            return RetailgymState(episode_id=None, step_count=self.listed)
        return RetailgymState(episode_id=self.session.episode_id, step_count=self.session.steps)

    def close(self) -> None:
        if self.session is not None:
            self.shop.leave(self.session, self)
            self.session = None

    # ── about ──
    def get_metadata(self) -> EnvironmentMetadata:
        return EnvironmentMetadata(
            name="retailgym_env", description=ABOUT, version=package_version(), author="RetailGym"
        )

    @property
    def supports_code_mode(self) -> bool:
        return False

    def get_callables(self) -> dict[str, Any]:
        return {}

    def execute_code(self, code: str) -> Observation:
        raise NotImplementedError("no code is run here; call the tools")

    # ── tasks ──
    def list_splits(self) -> list[str]:
        return ["train", "validation", "test"]

    def num_tasks(self, split: str) -> int:
        return self.shop.menu.num_tasks(split)

    def get_task(self, split: str, index: int) -> dict[str, Any]:
        return _task(split, index, str(self.shop.menu.task(split, index)))

    def get_task_range(self, split: str, start: int | None = None, stop: int | None = None) -> Any:
        indices = range(self.num_tasks(split))[slice(start, stop)]
        return TaskList([_task(split, i, str(self.shop.menu.task(split, i))) for i in indices])

    def list_tasks(self, split: str) -> Any:
        return TaskList(_all_tasks(self.shop, split))

    @asynccontextmanager
    async def mcp_session(self) -> AsyncIterator[Any]:
        yield self.mcp_client


class McpStandIn:
    """What OpenEnv takes for an MCP client: its calls are steps like any other."""

    def __init__(self, env: RetailgymEnvironment) -> None:
        self._env = env

    def is_connected(self) -> bool:
        return True

    async def list_tools(self) -> list[McpTool]:
        self._env._count_listing()
        return [
            McpTool(name=s.name, description=s.description, inputSchema=dict(s.parameters))
            for s in self._env._schemas()
        ]

    async def call_tool(self, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        seen = await self._env.step_async(CallToolAction(tool_name=name, arguments=arguments))
        if seen.error is not None:
            data: Any = {"error": seen.error.message}
        else:
            data = seen.result
        return {"data": data, "done": seen.done, "reward": seen.reward, "metadata": seen.metadata}

    async def __aenter__(self) -> "McpStandIn":
        return self

    async def __aexit__(self, *why: object) -> None:
        return None


def observed(frame: Frame) -> Observation:
    """A frame as the stock class that stock clients know."""
    kind = CallToolObservation if "tool_name" in frame.observation else RetailgymReset
    return kind(**frame.observation, reward=frame.reward, done=frame.done)


def tools_listed(schemas: tuple[Schema, ...]) -> list[Tool]:
    for schema in schemas:
        if schema.name in RESERVED_TOOL_NAMES:
            raise ValueError(f"the tool name {schema.name!r} is taken by OpenEnv; rename it")
    return [Tool(name=s.name, description=s.description, input_schema=dict(s.parameters)) for s in schemas]


def _curriculum(asked: dict[str, Any]) -> str:
    name = asked.get("curriculum")
    return name if isinstance(name, str) else ""


def _task(split: str, index: int, spec: str) -> dict[str, Any]:
    return {"spec": spec, "split": split, "index": index}


@lru_cache(maxsize=3)
def _all_tasks(shop: Sessions, split: str) -> list[dict[str, Any]]:
    return [_task(split, i, str(spec)) for i, spec in enumerate(shop.menu.tasks(split))]
