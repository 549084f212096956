"""The server's application: OpenEnv's routes, plain HTTP, MCP, records and metrics behind one gate."""

import asyncio
import gc
import logging
import secrets
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from openenv.core.env_server.http_server import HTTPEnvServer
from openenv.core.env_server.types import ConcurrencyConfig
from starlette.routing import Match, Route

from ..core.episode import Over
from ..core.record import package_version
from . import archive, mcp, stateless, web
from . import http as episodes
from .gate import LINE, Asgi, Gate, every
from .mcp import Mounted
from .models import RetailgymAction, RetailgymObservation, RetailgymReset, RetailgymState
from .openenv import ABOUT, NotBegun, RetailgymEnvironment
from .records import Unavailable
from .session import TooLong
from .sessions import FORGET_S, SWEEP_S, Clash, Full, Sessions, Unknown
from .settings import ServerSettings, from_environment, loopback
from .spec_choice import WrongChoice

log = logging.getLogger("retailgym.serving")
STATUS = {
    Unknown: 404,
    WrongChoice: 404,
    Over: 409,
    NotBegun: 409,
    Clash: 409,
    TooLong: 413,
    Full: 503,
    Unavailable: 503,
}
REASONS = {
    "400": "Not possible for this environment.", "401": "The server's token is missing or wrong.",
    "403": "From a page of another site.",
    "404": "Not found.", "408": "It did not come whole in time.", "409": "Not possible as things stand.",
    "413": "The body is too large.", "422": "The body or a parameter does not fit.",
    "501": "Not supported.", "503": "No room, or the records cannot be reached.",
}  # fmt: skip


class Server(HTTPEnvServer):
    """OpenEnv's server with session ids of 192 bits; its own have 122."""

    async def _create_session(self) -> tuple[str, Any]:
        given, env = await super()._create_session()
        longer = secrets.token_urlsafe(24)
        async with self._session_lock:
            for held in (self._sessions, self._session_executors, self._session_stacks, self._session_info):
                held[longer] = held.pop(given)
            self._session_info[longer].session_id = longer
        if (line := LINE.get()) is not None and isinstance(env, RetailgymEnvironment):
            line.shorten(env.quick)
        return longer, env

    @asynccontextmanager
    async def reaping(self) -> AsyncIterator[None]:
        """Sessions without a WebSocket end when nobody has used them for a while."""
        self._start_reaper()
        yield
        self._stop_reaper()


def build(settings: ServerSettings) -> Asgi:
    """The application of one worker."""
    return around(Sessions(settings))


def around(shop: Sessions) -> Asgi:
    app = FastAPI(
        title="RetailGym", version=package_version(), description=ABOUT, lifespan=partial(_lifespan, shop)
    )
    gate = Gate(app, shop)
    app.state.gate = gate
    app.add_exception_handler(RequestValidationError, _unfit)
    app.add_exception_handler(405, _other_methods)
    for kind, status in STATUS.items():
        app.add_exception_handler(kind, _answering(status))
    app.include_router(episodes.router(shop))
    app.include_router(web.router(shop))
    if shop.settings.token or loopback(shop.settings.host):
        app.include_router(archive.router(shop))
    _add_metrics(app, shop)
    limits = shop.settings.limits
    server = Server(
        partial(RetailgymEnvironment, shop),
        RetailgymAction,
        RetailgymObservation,
        concurrency_config=ConcurrencyConfig(
            max_concurrent_envs=limits.sessions, session_timeout=limits.idle_s
        ),
        env_name="retailgym_env",
        state_cls=RetailgymState,
        reset_observation_cls=RetailgymReset,
    )
    server.register_routes(app)
    app.router.routes[:] = [
        route for route in app.router.routes if getattr(route, "path", "") not in stateless.PATHS
    ]
    app.include_router(stateless.router(shop))
    counter = Mounted(shop)
    app.router.routes.append(Route(mcp.PATH, counter, include_in_schema=False))
    app.state.lifespans = (counter.run, server.reaping)
    app.openapi = partial(_documented, app, app.openapi)
    return gate


@asynccontextmanager
async def _lifespan(shop: Sessions, app: FastAPI) -> AsyncIterator[None]:
    async def sweep() -> None:
        shop.sweep(time.monotonic())
        shop.flush()
        await app.state.gate.hang_up_on_the_silent()

    async def forget() -> None:
        await shop.io(shop.records.forget_expired)

    loop = asyncio.get_running_loop()
    pace = min(SWEEP_S, shop.settings.limits.idle_s / 4)
    tasks = [loop.create_task(every(pace, sweep)), loop.create_task(every(FORGET_S, forget))]
    gc.collect()
    gc.set_threshold(50_000, 20, 50)  # episodes are trees, which need no collector
    # what was imported and loaded stays; looking through it again and again costs more than a step
    gc.freeze()
    log.info("started", extra={"said": {"envs": shop.menu.envs, "store": shop.catalog.content_hash}})
    async with AsyncExitStack() as stack:
        for start in getattr(app.state, "lifespans", ()):
            await stack.enter_async_context(start())
        yield
    for task in tasks:
        task.cancel()
    await shop.close()


async def _unfit(request: Request, error: Any) -> Response:
    """What does not fit and where; the value itself may have no JSON."""
    return JSONResponse(
        {"detail": [{"loc": e["loc"], "msg": e["msg"], "type": e["type"]} for e in error.errors()]}, 422
    )


async def _other_methods(request: Request, error: Any) -> Response:
    """A resource's methods are spread over several routes; the answer names all of them."""
    found = [r for r in request.app.routes if r.matches(request.scope)[0] != Match.NONE]
    allowed = sorted(
        {method for route in found for method in getattr(route, "methods", None) or () if method != "HEAD"}
    )
    return JSONResponse({"detail": f"use {' or '.join(allowed)}"}, 405, {"Allow": ", ".join(allowed)})


def _answering(status: int) -> Any:
    async def answer(request: Request, error: Exception) -> Response:
        return JSONResponse({"detail": str(error)}, status)

    return answer


def _add_metrics(app: FastAPI, shop: Sessions) -> None:
    @app.get(
        "/metrics", tags=["Health"], summary="Counts in Prometheus' text format", response_class=Response
    )
    async def metrics() -> Response:
        shop.counters.set("sessions_open", len(shop.sessions))
        return Response(shop.counters.written(), media_type="text/plain; version=0.0.4")


def _documented(app: FastAPI, made: Any) -> dict[str, Any]:
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
