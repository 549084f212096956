"""OpenEnv's `/reset` and `/step` over HTTP, strictly typed. Each call has an environment of its own; `/ws`
and `/episodes` keep one."""

from typing import Annotated, Any

from fastapi import APIRouter
from openenv.core.env_server.mcp_types import CallToolAction, ListToolsAction
from openenv.core.env_server.serialization import serialize_observation
from openenv.core.env_server.types import ResetResponse, StepResponse
from pydantic import BaseModel, ConfigDict, Field, StrictInt, StrictStr

from .models import WHOLE
from .openenv import RetailgymEnvironment
from .sessions import Sessions

PATHS = ("/reset", "/step")


class ResetBody(BaseModel):
    """What an episode is chosen by; arguments that are not ours are left alone."""

    model_config = ConfigDict(extra="allow")
    seed: Annotated[StrictInt, Field(ge=0, lt=2**53), WHOLE] | None = None
    episode_id: Annotated[StrictStr, Field(max_length=200)] | None = None


class StepBody(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    action: CallToolAction | ListToolsAction
    timeout_s: float | None = Field(default=None, gt=0)
    request_id: str | None = Field(default=None, max_length=255)


def router(shop: Sessions) -> APIRouter:
    routes = APIRouter(tags=["Environment Control"])

    @routes.post("/reset", response_model=ResetResponse, summary="See how an episode begins")
    async def reset(asked: ResetBody | None = None) -> dict[str, Any]:
        env = RetailgymEnvironment(shop)
        try:
            return dict(serialize_observation(await env.reset_async(**(asked.model_dump() if asked else {}))))
        finally:
            env.close()

    @routes.post(
        "/step",
        response_model=StepResponse,
        summary="List the tools; calls need a session, over /ws or /episodes",
    )
    async def step(body: StepBody) -> dict[str, Any]:
        env = RetailgymEnvironment(shop)
        try:
            return dict(serialize_observation(await env.step_async(body.action)))
        finally:
            env.close()

    return routes
