"""The server's application: every door behind one gate."""

import asyncio
import ctypes
import gc
import logging
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.routing import Match, Route

from ..core.episode import Over
from ..core.record import package_version
from . import archive, mcp, openenv_http, operating, web
from . import http as episodes
from .gate import Asgi, Gate, every
from .ledger import Full
from .protocol import ABOUT, NotBegun
from .records import TICK_S
from .rpc import printable
from .seats import Seats
from .session import TooLong
from .sessions import Clash, Sessions, Unknown
from .settings import ServerSettings, from_environment, loopback
from .spec_choice import WrongChoice
from .store import Unavailable
from .transport import shed
from .websocket import WebSockets

log = logging.getLogger("retailgym.serving")
SWEEP_S = 15.0
ANSWERING_S = 0.1  # before it warms up: time to answer the first who asks whether it is there
STATUS: dict[type[Exception], int] = {
    Unknown: 404, WrongChoice: 404, IndexError: 400, Over: 409, NotBegun: 409, Clash: 409, TooLong: 413,
    Full: 503,
    Unavailable: 503, ConnectionError: 503,
}  # fmt: skip
REASONS = {
    "400": "Not possible for this environment.", "401": "The server's token is missing or wrong.",
    "403": "From a page of another site.", "404": "Not found.", "408": "It did not come whole in time.",
    "409": "Not possible as things stand.", "413": "The body is too large.",
    "422": "The body or a parameter does not fit.", "429": "Too many wrong tokens.",
    "503": "No room, or the records cannot be reached.",
}  # fmt: skip


def build(settings: ServerSettings) -> Asgi:
    """The application of one worker."""
    return around(Sessions(settings))


def around(shop: Sessions) -> Gate:
    seats = Seats(shop)
    app = FastAPI(
        title="RetailGym",
        version=package_version(),
        description=ABOUT,
        lifespan=partial(_lifespan, shop),
        docs_url=None,
        redoc_url=None,
    )
    app.add_exception_handler(RequestValidationError, _unfit)
    app.add_exception_handler(405, _other_methods)
    for kind, status in STATUS.items():
        app.add_exception_handler(kind, _answering(status))
    app.include_router(episodes.router(shop, seats))
    app.include_router(web.router(shop, seats))
    app.include_router(operating.router(shop, app))
    app.include_router(openenv_http.router(shop, seats))
    if shop.settings.token or shop.settings.operator_token or loopback(shop.settings.host):
        app.include_router(archive.router(shop))
    endpoint = mcp.Streamable(shop, seats).endpoint
    app.router.routes.append(
        Route(mcp.PATH, endpoint, methods=["GET", "POST", "DELETE"], include_in_schema=False)
    )
    app.openapi = partial(_documented, app.openapi)
    return Gate(app, WebSockets(shop, seats), shop)


@asynccontextmanager
async def _lifespan(shop: Sessions, app: FastAPI) -> AsyncIterator[None]:
    async def sweep() -> None:
        shop.ledger.sweep()
        gc.collect(0)  # what is new since the last time, so that the collector seldom comes by itself
        asyncio.get_running_loop().call_later(1.0, shed.collect)  # when connections that were ended have gone
        await asyncio.to_thread(_give_back)
        await shop.writer.recover()
        if not shop.warming:
            await shop.tend()

    async def tick() -> None:
        await shop.io(shop.records.tick)
        await shop.io(shop.records.check)

    loop = asyncio.get_running_loop()
    pace = min(SWEEP_S, shop.settings.limits.idle_s / 4)
    await sweep()
    # a thread that wants to go on waits so long for one that computes, several times a transaction
    sys.setswitchinterval(0.0001)
    chores = every(pace, sweep), every(TICK_S, tick), _warm_up(shop)
    tasks = [loop.create_task(chore) for chore in chores]
    yield
    for task in tasks:
        task.cancel()
    await shop.close()


async def _warm_up(shop: Sessions) -> None:
    """When the server already says where it is; whoever comes meanwhile is served in between."""
    gc.disable()  # what is loaded stays; to look through it again and again costs more than to load it
    await asyncio.sleep(ANSWERING_S)
    await shop.tend()
    for _ in shop.warm():
        await asyncio.sleep(0)
    gc.collect()
    gc.set_threshold(200_000, 20, 50)  # episodes are trees, which need no collector, and it stops everybody
    gc.freeze()
    gc.enable()
    shop.metrics.workers.inc()
    log.info("started", extra={"said": {"envs": shop.menu.envs, "store": shop.catalog.content_hash}})


def _give_back() -> None:
    """What was freed goes back to the system; the C library would keep it for itself."""
    with suppress(OSError, AttributeError):  # another C library
        ctypes.CDLL(None).malloc_trim(0)


async def _unfit(request: Request, error: Any) -> Response:
    """What does not fit and where; the value itself may have no JSON."""
    faults = [
        {"loc": _printable(e["loc"]), "msg": printable(e["msg"]), "type": e["type"]} for e in error.errors()
    ]
    return JSONResponse({"detail": faults}, 422)


def _printable(location: Any) -> list[Any]:
    return [printable(part) if isinstance(part, str) else part for part in location]


async def _other_methods(request: Request, error: Any) -> Response:
    """A resource's methods are spread over several routes; the answer names all of them."""
    routes = [r for r in request.app.routes if r.matches(request.scope)[0] != Match.NONE]
    allowed = sorted({m for route in routes for m in getattr(route, "methods", None) or () if m != "HEAD"})
    return JSONResponse({"detail": f"use {' or '.join(allowed)}"}, 405, {"Allow": ", ".join(allowed)})


def _answering(status: int) -> Any:
    async def answer(request: Request, error: Exception) -> Response:
        return JSONResponse({"detail": printable(str(error))}, status)

    return answer


def _documented(made: Any) -> dict[str, Any]:
    """Every operation can be refused at the gate or by the shop; the document says so."""
    document: dict[str, Any] = made()
    error = {"application/json": {"schema": {"type": "object", "properties": {"detail": {}}}}}
    for path in document["paths"].values():
        for operation in path.values():
            for status, reason in REASONS.items():
                operation["responses"].setdefault(status, {"description": reason, "content": error})
    return document


def from_variables() -> Asgi:
    """For uvicorn's workers."""
    return build(from_environment())
