"""Plain HTTP: an episode is a resource, its id is the key to it, and any worker can go on with it."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, ConfigDict, Field, StrictInt

from ..core.env import Turn
from ..core.episode import Episode, heard, observe, potential, start, step
from ..core.values import encode
from ..players import expert
from .models import WHOLE
from .session import Json, Session, token_hash
from .sessions import Clash, Full, Sessions, Unknown, running_of

Id = Annotated[
    str, Path(pattern="^[A-Za-z0-9_-]{32}$", description="The episode's id, which is also the key to it.")
]

SPEC = r"^[a-z][a-z0-9_]*(@[0-9]+)?/([0-9]|1[0-2])/[0-9]{1,16}(\?.*)?$"


class NewEpisode(BaseModel):
    """Which episode: a spec, a task of a split, the next one of a curriculum, or environment, level and seed
    with what is missing filled in."""

    model_config = ConfigDict(extra="forbid")
    spec: str | None = Field(default=None, max_length=500, pattern=SPEC, examples=["cart/6/1742"])
    env: str | None = Field(default=None, max_length=50)
    level: Annotated[StrictInt, Field(ge=0, le=12), WHOLE] | None = None
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


def seen(session: Session) -> Response:
    ep = session.episode
    view = observe(ep)
    body: Json = {
        "id": session.token,
        "spec": str(session.tape.header.spec),
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
        "verdict": session.verdict if ep.done else None,
        "record": session.record_id if ep.done else None,
    }
    return Response(encode(body), media_type="application/json")


async def held(shop: Sessions, id: str) -> Session:
    """The session as it stands in the records, from memory where that is the same."""
    session, steps = shop.sessions.get(id), await shop.io(shop.records.parked_steps, token_hash(id))
    if steps is None:
        raise Unknown("no such episode; it may have been deleted")
    if session is None or session.steps != steps:
        running = await shop.io(shop.records.parked, token_hash(id))
        if running is None:
            raise Unknown("no such episode; it may have been deleted")
        session = shop.restored(running, id)
    return shop.resume_as(session, None)


def router(shop: Sessions) -> APIRouter:
    routes = APIRouter(tags=["Episodes"])

    @routes.post("/episodes", status_code=201, response_model=EpisodeBody, summary="Begin an episode")
    async def begin(asked: NewEpisode, request: Request) -> Response:
        who = request.client.host if request.client else ""
        if (
            sum(1 for other in shop.guests.values() if other == who)
            >= shop.settings.limits.sessions_per_client
        ):
            raise Full(f"{who} has as many episodes as one client may have; finish or delete one")
        name = asked.curriculum
        spec = {"spec": str(await shop.io(shop.next_task, name))} if name is not None else {}
        session = shop.begin(asked.model_dump() | spec, None, name or "")
        shop.guests[session.token] = who
        await shop.io(shop.records.park, [(session.token_hash, running_of(session))])
        response = seen(session)
        response.status_code = 201
        return response

    @routes.get("/episodes/{id}", response_model=EpisodeBody, summary="What the agent sees now")
    async def look(id: Id) -> Response:
        return seen(await held(shop, id))

    @routes.post("/episodes/{id}/turns", response_model=EpisodeBody, summary="Take a turn")
    async def turn(id: Id, body: TurnBody) -> Response:
        session = await held(shop, id)
        before = session.steps
        session.turn(body.model_dump_json(exclude_none=True))
        shop.stepped(session)
        if session.done:
            await shop.keep(session)
            shop.guests.pop(session.token, None)  # makes room for the next one
        if not await shop.io(shop.records.advance, session.token_hash, before, running_of(session)):
            shop.drop(session)
            raise Clash("another turn of this episode was faster; look at the episode again")
        return seen(session)

    @routes.delete("/episodes/{id}", status_code=204, summary="Forget an episode")
    async def delete(id: Id) -> Response:
        session = await held(shop, id)
        shop.drop(session)
        await shop.io(shop.records.forget, [session.token_hash])
        return Response(status_code=204)

    if shop.settings.teaching:

        @routes.get(
            "/episodes/{id}/hint",
            response_model=HintBody,
            summary="For teaching: how far it is, and what the expert would do",
        )
        async def hint(id: Id) -> Response:
            session = await held(shop, id)
            ep = session.episode
            turns = expert_turns(start(ep.spec, catalog=shop.catalog))
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
