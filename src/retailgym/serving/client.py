"""The official client class: an OpenEnv EnvClient that keeps its episode through lost connections. Works with
OpenEnv 0.4.2 to 0.10.0."""

import asyncio
import json
import time
from typing import Any

from openenv.core.client_types import StepResult
from openenv.core.env_client import EnvClient
from openenv.core.env_server.mcp_types import (
    CallToolAction,
    CallToolObservation,
    ListToolsAction,
    ListToolsObservation,
    Tool,
    ToolError,
)
from openenv.core.env_server.types import Observation, State
from websockets.exceptions import ConnectionClosed

from .models import RetailgymReset
from .reconnection import Track
from .session import Json

PAUSE_S = 0.25
LOST = (ConnectionClosed, ConnectionError, OSError, asyncio.TimeoutError)


class RetailgymEnv(EnvClient[Any, Observation, State]):
    """Typed actions and observations; `await env.call("cart_view")` is a step with a tool by name."""

    patience_s = 120.0  # how long a lost server is waited for
    _track: Track | None = None
    _ws: Any = None
    _line: Any = None  # the connection that the episode is on

    @property
    def track(self) -> Track:
        if self._track is None:
            self._track = Track()
        return self._track

    def call(self, tool: str, **arguments: Any) -> Any:
        """A step with one tool."""
        return self.step(CallToolAction(tool_name=tool, arguments=arguments))

    def tools(self) -> Any:
        """A step that lists the tools."""
        return self.step(ListToolsAction())

    async def _send_and_receive(self, message: dict[str, Any]) -> dict[str, Any]:
        """As every EnvClient does, but what was lost on the way is picked up."""
        match message.get("type"):
            case "reset":
                talk = self.track.reset(message["data"])
            case "step":
                talk = self.track.step(message["data"])
            case "state":
                talk = self.track.state()
            case _:
                return dict(await super()._send_and_receive(message))
        until, sent = time.monotonic() + self.patience_s, next(talk)
        while True:
            reply = await self._once(sent)
            if reply is None:
                if time.monotonic() > until:
                    raise ConnectionError(f"no answer from {self._ws_url} for {self.patience_s:.0f} s")
                await asyncio.sleep(PAUSE_S)
            try:
                sent = talk.send(reply)
            except StopIteration as end:
                return dict(end.value)

    async def _once(self, message: Json) -> Json | None:
        """One message and its answer; None where the connection was lost, also where OpenEnv has quietly made
        a new one."""
        try:
            await self._ensure_connected()
            before, self._line = self._line, self._ws
            if before not in (None, self._ws) and message["type"] != "reset":
                return None
            await self._ws.send(json.dumps(message))
            return dict(await self._receive())
        except LOST:
            self._ws = None
            return None

    def _step_payload(self, action: Any) -> dict[str, Any]:
        if isinstance(action, dict):
            return action
        payload: dict[str, Any] = action.model_dump(exclude={"metadata"})
        return payload

    def _parse_result(self, payload: dict[str, Any]) -> StepResult[Observation]:
        seen = dict(payload.get("observation") or {})
        rest = {
            "reward": payload.get("reward"),
            "done": bool(payload.get("done")),
            "metadata": seen.pop("metadata", None) or payload.get("metadata") or {},
        }
        observation: Observation
        if "tools" in seen:
            observation = ListToolsObservation(tools=[Tool(**tool) for tool in seen["tools"]], **rest)
        elif "tool_name" in seen:
            error = ToolError(**seen["error"]) if seen.get("error") else None
            observation = CallToolObservation(
                tool_name=seen["tool_name"], result=seen.get("result"), error=error, **rest
            )
        else:
            observation = RetailgymReset(**seen, **rest)
        return StepResult(observation=observation, reward=observation.reward, done=observation.done)

    def _parse_state(self, payload: dict[str, Any]) -> State:
        return State(episode_id=payload.get("episode_id"), step_count=payload.get("step_count", 0))


RetailEnv = RetailgymEnv
