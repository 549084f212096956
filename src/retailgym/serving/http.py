"""Plain HTTP: an episode is a resource, its id is the key to it, and any worker can go on with it."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, ConfigDict, Field, StrictInt

from ..core.difficulty import LEVELS
from ..core.env import Turn
from ..core.episode import Episode, heard, observe, potential, start, step
from ..core.values import encode
from ..players import expert
from .openenv_http import WHOLE
from .redaction import Redact
from .seats import Seats, StoredSeat
from .session import Json
from .sessions import Sessions, Unknown

Id = Annotated[
    str, Path(pattern="^[A-Za-z0-9_-]{32}$", description="The episode's id, which is also the key to it.")
]

SPEC = r"^[a-z][a-z0-9_]*(@[0-9]+)?/[0-9]{1,2}/[0-9]{1,16}(\?.*)?$"


class NewEpisode(BaseModel):
    """Which episode: a spec, a task of a split, the next one of a curriculum, or environment, level and seed
    with what is missing filled in."""

    model_config = ConfigDict(extra="forbid")
    spec: str | None = Field(default=None, max_length=500, pattern=SPEC, examples=["cart/6/1742"])
    env: str | None = Field(default=None, max_length=50)
    level: Annotated[StrictInt, Field(ge=0, le=max(LEVELS)), WHOLE] | None = None
    seed: Annotated[StrictInt, Field(ge=0, lt=2**53), WHOLE] | None = None
    split: Literal["train", "validation", "test"] | None = None
    index: Annotated[StrictInt, Field(ge=0, lt=2**31), WHOLE] | None = None
    curriculum: str | None = Field(default=None, pattern="^[a-z][a-z0-9-]{0,63}$")
    player: str | None = Field(default=None, max_length=200, description="Who plays, for the record.")
    invalid: Literal["end", "strike"] | None = None


class CallBody(BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: str = Field(max_length=200)
    arguments: Any = Field(default_factory=dict, description="An object, or JSON text as a model wrote it.")
    id: str | None = Field(default=None, max_length=200)


class TurnBody(BaseModel):
    """What arrived together in one message of the agent. Without calls, the text is said to the customer."""

    model_config = ConfigDict(extra="forbid")
    text: str = Field(default="", examples=["Which size?"])
    calls: list[CallBody] = Field(default_factory=list, max_length=100)


class CheckBody(BaseModel):
    name: str
    passed: bool
    because: str


class VerdictBody(BaseModel):
    success: bool
    reward: float
    parts: dict[str, float]
    harm: float
    checks: list[CheckBody]
    remarks: list[str] = Field(
        description="What it took, against what it takes, and which exchanges were wasted."
    )


class EpisodeBody(BaseModel):
    """All that the agent may see, and at the end the verdict."""

    id: str
    spec: str
    env: str
    about: str
    messages: list[dict[str, Any]] = Field(description="What came back since the last turn.")
    tools: list[dict[str, Any]]
    currency: str = Field(description="Of all prices that carry none.")
    exchanges_left: int
    calls_left: int
    turns: int
    done: bool
    reward: float = Field(description="0.0 until the end.")
    verdict: VerdictBody | None = None
    record: str | None = Field(default=None, description="Where the finished episode is kept.")


class HintBody(BaseModel):
    progress: float = Field(description="The share of the work that is done.")
    expert_next: dict[str, Any] | None = Field(
        description="What the expert does after as many turns of its own."
    )


def seen(seat: StoredSeat, redact: Redact) -> Response:
    session = seat.session
    if session is None:
        raise Unknown("no episode has begun under this id")
    ep = session.episode
    view = observe(ep)
    body: Json = {
        "id": seat.id,
        "spec": session.spec,
        "env": view.env,
        "about": ep.env.instructions,
        "messages": view.messages,
        "tools": view.tools,
        "currency": ep.world.policy.currency,
        "exchanges_left": view.exchanges_left,
        "calls_left": view.calls_left,
        "turns": ep.turns,
        "done": ep.done,
        "reward": session.verdict.reward if ep.done else 0.0,
        "verdict": redact.verdict(ep.spec, session.verdict) if ep.done else None,
        "record": session.record_id if ep.done else None,
    }
    return Response(encode(body), media_type="application/json")


def router(shop: Sessions, seats: Seats) -> APIRouter:
    routes = APIRouter(tags=["Episodes"])
    redact = Redact(shop.settings)

    @routes.post("/episodes", status_code=201, response_model=EpisodeBody, summary="Begin an episode")
    async def begin(asked: NewEpisode, request: Request) -> Response:
        response = seen(await seats.open(request.scope["client_name"], asked.model_dump()), redact)
        response.status_code = 201
        return response

    @routes.get("/episodes/{id}", response_model=EpisodeBody, summary="What the agent sees now")
    async def look(id: Id, request: Request) -> Response:
        return seen(await seats.look(id, request.scope["client_name"]), redact)

    @routes.post("/episodes/{id}/turns", response_model=EpisodeBody, summary="Take a turn")
    async def turn(id: Id, body: TurnBody, request: Request) -> Response:
        seat = await seats.find(id, request.scope["client_name"])
        if seat.session is None:
            raise Unknown("no episode has begun under this id")
        await seats.play(seat, body.model_dump_json(exclude_none=True))
        return seen(seat, redact)

    @routes.delete("/episodes/{id}", status_code=204, summary="Forget an episode")
    async def delete(id: Id) -> Response:
        if not await seats.close(id):
            raise Unknown("no such episode; it may have been deleted")
        return Response(status_code=204)

    if shop.settings.teaching:
        summary = "For teaching: how far it is, and what the expert would do"

        @routes.get("/episodes/{id}/hint", response_model=HintBody, summary=summary)
        async def hint(id: Id, request: Request) -> Response:
            seat = await seats.look(id, request.scope["client_name"])
            if seat.session is None:
                raise Unknown("no episode has begun under this id")
            ep = seat.session.episode
            turns = await shop.compute(lambda: expert_turns(start(ep.spec, catalog=shop.catalog)))
            following = turns[ep.turns] if not ep.done and ep.turns < len(turns) else None
            return Response(
                encode({"progress": potential(ep), "expert_next": following}), media_type="application/json"
            )

    return routes


def expert_turns(episode: Episode) -> list[Turn]:
    moves = expert(observe(episode), heard(episode))
    turns = [next(moves)]
    while not (episode := step(episode, turns[-1])).done:
        turns.append(moves.send((observe(episode), heard(episode))))
    return turns
