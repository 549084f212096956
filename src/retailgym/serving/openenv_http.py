"""What OpenEnv defines over HTTP: a look at a reset, the tools, schemas, the task API, and JSON-RPC.

`/reset` and `/step` keep nothing, as OpenEnv's own do not; `/ws`, `/mcp` and `/episodes` keep a session.
"""

from collections.abc import AsyncIterator
from importlib.resources import files
from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictInt, StrictStr

from ..core.record import package_version
from . import rpc
from .protocol import ABOUT, ENV_NAME, NotBegun, Rpc, tools_frame
from .seats import Seats
from .session import Frame, Json
from .sessions import Sessions
from .spec_choice import OPEN_SPLITS, WrongChoice

PART = 2000  # tasks in one piece of a long list


def _whole(value: object) -> object:
    return int(value) if isinstance(value, float) and value.is_integer() else value


WHOLE = BeforeValidator(
    _whole
)  # beside StrictInt: JSON has one kind of number, 3.0 is an integer too, and true is none
Index = Annotated[StrictInt, Field(ge=-(2**31), lt=2**31), WHOLE]


class ResetBody(BaseModel):
    """What an episode is chosen by; arguments that are not ours are left alone."""

    model_config = ConfigDict(extra="allow")
    seed: Annotated[StrictInt, Field(ge=0, lt=2**53), WHOLE] | None = None
    episode_id: Annotated[StrictStr, Field(max_length=200)] | None = None


class ToolCallBody(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    type: Literal["call_tool"] = "call_tool"
    tool_name: str
    arguments: dict[str, Any] = Field(default_factory=dict)
    metadata: dict[str, Any] = Field(default_factory=dict)


class ToolList(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    type: Literal["list_tools"]
    metadata: dict[str, Any] = Field(default_factory=dict)


class StepBody(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    action: ToolCallBody | ToolList
    timeout_s: float | None = Field(default=None, gt=0)
    request_id: str | None = Field(default=None, max_length=255)


class FrameBody(BaseModel):
    observation: dict[str, Any]
    reward: float | None = None
    done: bool = False
    metadata: dict[str, Any] | None = None


class StateBody(BaseModel):
    episode_id: str | None = None
    step_count: int = 0


class SplitBody(BaseModel):
    split: StrictStr


class TaskBody(SplitBody):
    index: Index


class RangeBody(SplitBody):
    start: Index | None = None
    stop: Index | None = None


class SchemaBody(BaseModel):
    action: dict[str, Any]
    observation: dict[str, Any]
    reset_observation: dict[str, Any]
    state: dict[str, Any]


def router(shop: Sessions, seats: Seats) -> APIRouter:
    routes = APIRouter()
    _add_control(routes, shop)
    _add_about(routes)
    _add_tasks(routes, shop)
    talk = Rpc(shop, seats)

    @routes.post(
        "/mcp", tags=["MCP"], summary="OpenEnv's JSON-RPC: tools/list, tools/call, openenv/session/…"
    )
    async def mcp(request: Request) -> Response:
        try:
            asked = rpc.read(await request.body())
        except rpc.RpcRefused as refused:
            return _json(rpc.failed(refused))
        return _json(await talk.answer(asked, client=request.scope["client_name"]))

    return routes


def _add_control(routes: APIRouter, shop: Sessions) -> None:
    @routes.post(
        "/reset", response_model=FrameBody, tags=["Environment Control"], summary="See how an episode begins"
    )
    async def reset(request: Request, asked: ResetBody | None = None) -> Response:
        session = await shop.begin(asked.model_dump() if asked else {}, request.scope["client_name"])
        return _json(_wire(session.last))

    summary = "List the tools; calls need a session, over /ws or /episodes"

    @routes.post("/step", response_model=FrameBody, tags=["Environment Control"], summary=summary)
    async def step(body: StepBody) -> Response:
        if isinstance(body.action, ToolCallBody):
            raise NotBegun("no episode has begun; use /ws or /episodes, which keep one")
        return _json(_wire(tools_frame(shop.tools())))

    @routes.get(
        "/state",
        response_model=StateBody,
        tags=["State Management"],
        summary="Of a session that has not begun",
    )
    async def state() -> Response:
        return _json({"episode_id": None, "step_count": 0})


def _add_about(routes: APIRouter) -> None:
    schemas = files(__package__).joinpath("openenv_schema.json").read_bytes()

    @routes.get("/metadata", tags=["Environment Info"], summary="The environment's name and version")
    async def metadata() -> dict[str, Any]:
        about = {"name": ENV_NAME, "description": ABOUT, "version": package_version(), "author": "RetailGym"}
        return {**about, "readme_content": None, "documentation_url": None}

    @routes.get("/health", tags=["Health"], summary="That the process answers")
    async def health() -> dict[str, str]:
        return {"status": "healthy"}

    @routes.get(
        "/schema", response_model=SchemaBody, tags=["Schema"], summary="JSON schemas of OpenEnv's models"
    )
    async def schema() -> Response:
        return Response(schemas, media_type="application/json")


def _add_tasks(routes: APIRouter, shop: Sessions) -> None:
    menu, most = shop.menu, shop.settings.limits.tasks
    tags = ["Task API"]

    @routes.get("/list_environments", tags=tags)
    async def environments() -> list[str]:
        return [ENV_NAME]

    @routes.get(f"/{ENV_NAME}/splits", tags=tags)
    async def splits() -> list[dict[str, str]]:
        return [{"name": split, "type": split} for split in OPEN_SPLITS]

    @routes.post(f"/{ENV_NAME}/num_tasks", tags=tags)
    async def count(body: SplitBody) -> dict[str, int]:
        return {"num_tasks": menu.num_tasks(body.split)}

    @routes.post(f"/{ENV_NAME}/task", tags=tags)
    async def task(body: TaskBody) -> Response:
        return _json({"task": _task(shop, body.split, body.index)})

    @routes.post(f"/{ENV_NAME}/task_range", tags=tags, summary=f"At most {most:,} tasks at a time")
    async def task_range(body: RangeBody) -> Response:
        indices = range(menu.num_tasks(body.split))[slice(body.start, body.stop)]
        if len(indices) > most:
            raise WrongChoice(
                f"a range may have {most:,} tasks, not {len(indices):,}; ask for several, or for all by "
                f"/tasks"
            )
        return _json({"tasks": await shop.compute(_tasks, shop, body.split, indices)})

    @routes.post(f"/{ENV_NAME}/tasks", tags=tags, summary="All tasks of a split")
    async def tasks(body: SplitBody) -> Response:
        indices = range(menu.num_tasks(body.split))

        async def parts() -> AsyncIterator[bytes]:
            yield b'{"tasks":['
            for first in range(0, len(indices), PART):
                part = msgspec.json.encode(
                    await shop.compute(_tasks, shop, body.split, indices[first : first + PART])
                )
                yield part[1:-1] if not first else b"," + part[1:-1]
            yield b'],"env_name":"' + ENV_NAME.encode() + b'"}'

        return StreamingResponse(parts(), media_type="application/json")


def _task(shop: Sessions, split: str, index: int) -> Json:
    return {"spec": str(shop.menu.task(split, index)), "split": split, "index": index}


def _tasks(shop: Sessions, split: str, indices: range) -> list[Json]:
    return [_task(shop, split, index) for index in indices]


def _wire(frame: Frame) -> Json:
    """As OpenEnv writes it."""
    data = {"observation": frame.observation, "reward": frame.reward, "done": frame.done}
    return {**data, "metadata": frame.metadata} if frame.metadata else data


def _json(value: object) -> Response:
    return Response(msgspec.json.encode(value), media_type="application/json")
