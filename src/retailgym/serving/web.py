"""The page: its files, and what it needs beyond the doors that agents use. Before the end of an episode
nothing here opens a goal."""

from functools import cache
from importlib.resources import files
from typing import Annotated, Any

from fastapi import APIRouter, Header, Query, Request, Response
from fastapi.responses import RedirectResponse

from ..catalog.needs import TooSmall
from ..core.difficulty import LEVELS
from ..core.episode import start
from ..core.record import Differs, Unfit, read
from ..core.spec import Spec
from ..core.values import Value, encode, hashed
from ..customer.locale.en.tickets import MOODS
from ..envs import get_env
from . import overview
from . import transcript as telling
from .archive import Env, Level, Player, RecordId
from .http import Id
from .moves import Stage
from .redaction import SHOWN, Redact, may_show
from .seats import Seats, StoredSeat
from .sessions import Sessions, Unknown, running_of
from .settings import loopback
from .spec_choice import WrongChoice

KINDS = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'self'"
)
ELSEWHERE = " https://huggingface.co"  # a Space is shown inside its page
TRIED = 3
Before = Annotated[str | None, Query(pattern="^[0-9a-f]{32}$")]
IfNoneMatch = Annotated[str | None, Header()]


class PageEnvironment(Value):
    """One environment, as the page offers it. `closing` ends an episode, `speaking` is the way to the
    customer."""

    id: str
    about: str
    closing: str
    speaking: str
    players: tuple[str, ...]
    unserved: str  # why this store cannot set the job; empty: it can


class PageOffer(Value):
    envs: tuple[PageEnvironment, ...]
    levels: int
    moods: tuple[str, ...]
    records: bool  # may be listed here
    solutions: str  # the split whose solutions may be watched; empty: every one
    model: str  # the name of one that is set up; empty: none


def router(shop: Sessions, seats: Seats) -> APIRouter:
    routes = APIRouter(include_in_schema=False)
    listed = bool(shop.settings.token) or loopback(shop.settings.host)
    _add_files(routes, shop)
    _add_episodes(routes, shop, seats, listed)
    _add_records(routes, shop)
    if listed:
        _add_lists(routes, shop)
    return routes


def _add_files(routes: APIRouter, shop: Sessions) -> None:
    kept = {
        entry.name: entry.read_bytes()
        for entry in files(__package__).joinpath("page").iterdir()
        if entry.name.rpartition(".")[2] in KINDS
    }
    headers = {
        "Content-Security-Policy": POLICY + (ELSEWHERE if shop.settings.public else ""),
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cache-Control": "no-cache",
    }

    def file(name: str, known: str | None) -> Response:
        body = kept.get(name)
        if body is None:
            raise Unknown(f"the page has no file {name!r}")
        tag = f'"{hashed(body)}"'
        if known == tag:
            return Response(status_code=304, headers=headers | {"ETag": tag})
        return Response(body, media_type=KINDS[name.rpartition(".")[2]], headers=headers | {"ETag": tag})

    @routes.get("/")
    async def page(if_none_match: IfNoneMatch = None) -> Response:
        return file("index.html", if_none_match)

    @routes.get("/web")
    async def web() -> Response:
        return RedirectResponse("./")

    @routes.get("/page/{name}")
    async def part(name: str, if_none_match: IfNoneMatch = None) -> Response:
        return file(name, if_none_match)


def _add_episodes(routes: APIRouter, shop: Sessions, seats: Seats, listed: bool) -> None:
    stage, redact = Stage(shop), Redact(shop.settings)

    async def playing(id: str, request: Request) -> StoredSeat:
        seat = await seats.look(id, request.scope["client_name"])
        if seat.session is None:
            raise Unknown("no episode has begun under this id")
        return seat

    @cache
    def unserved(env: str) -> str:
        """Tried with a few episodes at the lowest level: what a store lacks shows there first."""
        try:
            for seed in range(TRIED):
                start(Spec(env, 0, seed), catalog=shop.catalog)
        except TooSmall as small:
            return str(small)
        return ""

    @routes.get("/page/api/menu")
    async def menu() -> Response:
        counters = tuple(_counter(env, stage.players(env), unserved(env)) for env in shop.menu.envs)
        solutions = "" if shop.settings.teaching else SHOWN
        return _json(
            PageOffer(
                envs=counters,
                levels=len(LEVELS),
                moods=MOODS,
                records=listed,
                solutions=solutions,
                model=stage.model,
            )
        )

    @routes.get("/page/api/episodes/{id}")
    async def so_far(id: Id, request: Request) -> Response:
        seat = await playing(id, request)
        assert seat.session is not None
        running = running_of(seat.session)
        story = await shop.compute(telling.told, running.spec, running.turns, running.player, shop.catalog)
        return _json(telling.redacted(story, running.spec, redact))

    @routes.post("/page/api/episodes/{id}/move")
    async def move(id: Id, request: Request) -> Response:
        seat = await playing(id, request)
        if seat.session is not None and seat.session.done:
            raise WrongChoice("the episode is over")
        return _json(await stage.next_turn(seat))


def _counter(env_id: str, players: tuple[str, ...], unserved: str) -> PageEnvironment:
    env = get_env(env_id)
    return PageEnvironment(
        id=env.id,
        about=env.instructions,
        closing=env.closing,
        speaking=env.speaking,
        players=players,
        unserved=unserved,
    )


def _add_records(routes: APIRouter, shop: Sessions) -> None:
    """One record by its id, which only those know who played it or may list it."""

    redact = Redact(shop.settings)

    async def lines(id: str) -> list[Any]:
        kept = await shop.io(shop.records.lines, id)
        if kept is None:
            raise Unknown(f"no record {id}")
        return list(read(kept))

    @routes.get("/page/api/records/{id}")
    async def story(id: RecordId, request: Request) -> Response:
        record = await lines(id)
        try:
            story = await shop.compute(telling.of_record, record, shop.catalog)
            return _json(telling.redacted(story, record[0].spec, redact, request.scope["operator"]))
        except (ValueError, Unfit, Differs) as error:
            raise WrongChoice(f"record {id} cannot be shown here: {error}") from None

    @routes.get("/page/api/records/{id}/expert")
    async def expert(id: RecordId) -> Response:
        spec: Spec = (await lines(id))[0].spec
        if not may_show(shop.settings, spec):
            raise WrongChoice(f"seed {spec.seed} is kept for evaluation, so the expert's path is not shown")
        try:
            return _json(await shop.compute(telling.of_expert, spec, shop.catalog))
        except ValueError as error:
            raise WrongChoice(f"the expert cannot play {spec} here: {error}") from None


def _add_lists(routes: APIRouter, shop: Sessions) -> None:
    @routes.get("/page/api/records")
    async def records(
        env: Env = None,
        level: Level = None,
        player: Player = None,
        success: bool | None = None,
        before: Before = None,
        limit: Annotated[int, Query(ge=1, le=200)] = 50,
    ) -> Response:
        which = overview.RecordFilter(
            env=env, level=level, player=player, success=success, before=before, limit=limit
        )
        return _json(await shop.io(overview.newest, shop.records, which))

    @routes.get("/page/api/players")
    async def players() -> Response:
        return _json(await shop.io(overview.players, shop.records))

    @routes.get("/page/api/results")
    async def results(env: Env = None, player: Player = None, seen: Before = None) -> Response:
        which = overview.RecordFilter(env=env, player=player, limit=1)
        if seen is not None and [f.id for f in await shop.io(overview.newest, shop.records, which)] == [seen]:
            return Response(status_code=204)
        return _json(await shop.io(overview.results, shop.records, which))


def _json(value: object) -> Response:
    return Response(
        encode(value),
        media_type="application/json",
        headers={"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"},
    )
