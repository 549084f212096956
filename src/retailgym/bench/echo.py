"""OpenEnv's own server with an environment that does nothing, for comparison: what OpenEnv itself costs."""

from typing import Any

from openenv.core.env_server.http_server import create_fastapi_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.mcp_types import CallToolAction, CallToolObservation
from openenv.core.env_server.types import Action, Observation, State


class Echo(Environment):
    """Gives back the name of the tool and nothing else, or the results that a reset has brought, one after
    the other."""

    SUPPORTS_CONCURRENT_SESSIONS = True
    REQUIRES_SINGLE_THREAD_EXECUTOR = True

    def reset(self, seed: int | None = None, episode_id: str | None = None, **asked: Any) -> Observation:
        self._results = iter(asked.get("results") or ())
        return Observation(metadata={"spec": "", "session": "", "turns": 0})

    def step(self, action: Action, timeout_s: float | None = None, **kwargs: Any) -> Observation:
        name = getattr(action, "tool_name", "")
        return CallToolObservation(tool_name=name, result=next(self._results, name), reward=0.0, done=False)

    async def step_async(self, action: Action, timeout_s: float | None = None, **kwargs: Any) -> Observation:
        return self.step(action)

    @property
    def state(self) -> State:
        return State()


def echoing(sessions: int) -> Any:
    return create_fastapi_app(Echo, CallToolAction, CallToolObservation, max_concurrent_envs=sessions)
