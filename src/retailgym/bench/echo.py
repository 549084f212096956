"""An environment without a shop behind the same server, for comparison: what OpenEnv itself costs."""

from functools import partial
from typing import Any

from fastapi import FastAPI
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.mcp_types import CallToolObservation
from openenv.core.env_server.types import Action, Observation, State

from ..serving.app import Server
from ..serving.gate import Asgi, Gate
from ..serving.models import RetailgymAction, RetailgymObservation
from ..serving.sessions import Sessions


class Echo(Environment):
    """Gives back the name of the tool and nothing else, or the results that a reset has brought, one after
    the other."""

    SUPPORTS_CONCURRENT_SESSIONS = True
    REQUIRES_SINGLE_THREAD_EXECUTOR = True

    def reset(self, seed: int | None = None, episode_id: str | None = None, **asked: Any) -> Observation:
        self._results = iter(asked.get("results") or ())
        return Observation(metadata={"spec": "", "session": "", "record": "", "turns": 0})

    def step(self, action: Action, timeout_s: float | None = None, **kwargs: Any) -> Observation:
        return CallToolObservation(tool_name=action.tool_name, result=next(self._results, None), reward=0.0)

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **asked: Any
    ) -> Observation:
        return self.reset(**asked)

    async def step_async(self, action: Action, timeout_s: float | None = None, **kwargs: Any) -> Observation:
        return self.step(action)

    @property
    def state(self) -> State:
        return State()


def echoing(shop: Sessions) -> Asgi:
    app = FastAPI()
    server = Server(
        partial(Echo),
        RetailgymAction,
        RetailgymObservation,
        max_concurrent_envs=shop.settings.limits.sessions,
    )
    server.register_routes(app)
    return Gate(app, shop)
