"""The records and curricula over HTTP, for whoever runs the server."""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, ConfigDict, Field, StrictInt

from ..core.curriculum import STRATEGIES, fresh
from ..core.difficulty import LEVELS
from ..core.values import encode, replace
from .openenv_http import WHOLE
from .records import Query as Which
from .redaction import Redact
from .sessions import Clash, Sessions, Unknown
from .spec_choice import WrongChoice

RecordId = Annotated[str, Path(pattern="^[0-9a-f]{32}$")]
Name = Annotated[str, Path(pattern="^[a-z][a-z0-9-]{0,63}$")]
Env = Annotated[str | None, Query(max_length=50)]
Level = Annotated[int | None, Query(ge=0, le=max(LEVELS))]
Player = Annotated[str | None, Query(max_length=200)]
Bound = Annotated[float | None, Query(ge=-1, le=1)]
After = Annotated[str | None, Query(pattern="^[0-9a-f]{32}$", description="The last id of the page before.")]


class JsonLinesResponse(Response):
    media_type = "application/jsonl"


class RecordBody(BaseModel):
    id: str
    finished: float
    env: str
    level: int
    seed: int
    spec: str
    player: str
    reward: float
    success: bool
    turns: int


class NewCurriculum(BaseModel):
    model_config = ConfigDict(extra="forbid")
    strategy: Literal["window", "band", "rolling"]
    envs: list[str] = Field(min_length=1, max_length=50)
    settings: dict[str, Annotated[StrictInt, WHOLE]] = Field(
        default_factory=dict, max_length=10, description="Of the strategy, such as min_episodes."
    )


class SpecBody(BaseModel):
    spec: str


def matching(
    env: Env = None,
    level: Level = None,
    player: Player = None,
    min_reward: Bound = None,
    max_reward: Bound = None,
) -> Which:
    return Which(env=env, level=level, player=player, min_reward=min_reward, max_reward=max_reward)


Matching = Annotated[Which, Depends(matching)]


def router(shop: Sessions) -> APIRouter:
    routes = APIRouter()
    routes.include_router(_records(shop))
    routes.include_router(_curricula(shop))
    return routes


def _records(shop: Sessions) -> APIRouter:
    routes = APIRouter(tags=["Records"])
    redact = Redact(shop.settings)

    @routes.get("/records", response_model=list[RecordBody], summary="Finished episodes, the oldest first")
    async def find(
        which: Matching, after: After = None, limit: Annotated[int, Query(ge=1, le=1000)] = 100
    ) -> Response:
        return _json(await shop.io(shop.records.find, replace(which, after=after, limit=limit)))

    @routes.get(
        "/records.jsonl", summary="All records that match, as JSON lines", response_class=JsonLinesResponse
    )
    async def export(request: Request, which: Matching) -> StreamingResponse:
        operator = request.scope["operator"]
        pages: Iterator[bytes] = (redact.record(lines, operator) for lines in shop.records.export(which))
        return StreamingResponse(pages, media_type="application/jsonl")

    @routes.get(
        "/records/{id}",
        summary="One record, as `retailgym replay` reads it",
        response_class=JsonLinesResponse,
    )
    async def fetch(id: RecordId, request: Request) -> Response:
        lines = await shop.io(shop.records.lines, id)
        if lines is None:
            raise Unknown(f"no record {id}")
        return JsonLinesResponse(redact.record(lines, request.scope["operator"]))

    @routes.get("/attempts", summary="Every episode that was begun, the latest first; also abandoned ones")
    async def attempts(
        spec: Annotated[str, Query(max_length=500)] = "", limit: Annotated[int, Query(ge=1, le=1000)] = 100
    ) -> Response:
        return _json(await shop.io(shop.records.attempts, spec, limit))

    return routes


def _curricula(shop: Sessions) -> APIRouter:
    routes = APIRouter(tags=["Curricula"])

    @routes.post("/curricula/{name}", status_code=201, summary="Begin a curriculum")
    async def begin(name: Name, new: NewCurriculum) -> dict[str, Any]:
        if unknown := [env for env in new.envs if env not in shop.menu.envs]:
            raise WrongChoice(f"this server offers {', '.join(shop.menu.envs)}, not {unknown[0]!r}")
        known = {
            f
            for f in STRATEGIES[new.strategy].__struct_fields__
            if f not in ("tallies", "threshold_percents")
        }
        if wrong := [k for k, v in new.settings.items() if k not in known or not 1 <= v <= 1_000_000]:
            raise WrongChoice(
                f"{new.strategy} has the settings {', '.join(sorted(known))}, each from 1 to 1,000,000; "
                f"not "
                f"{wrong[0]!r}"
            )
        if not await shop.io(
            shop.records.begin_curriculum, name, fresh(new.strategy, tuple(new.envs), **new.settings)
        ):
            raise Clash(f"there is a curriculum {name!r} already")
        return {"name": name}

    @routes.get("/curricula/{name}", summary="Where a curriculum stands")
    async def look(name: Name) -> Response:
        state = await shop.io(shop.records.curriculum, name)
        if state is None:
            raise Unknown(f"no curriculum {name!r}")
        return _json(state)

    @routes.post("/curricula/{name}/next", response_model=SpecBody, summary="Its next task")
    async def following(name: Name) -> dict[str, str]:
        return {"spec": str(await shop.io(shop.next_task, name))}

    return routes


def _json(value: object) -> Response:
    return Response(encode(value), media_type="application/json")
