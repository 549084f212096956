"""What those who run a server look at: whether it is ready, its counts, and its routes on one page."""

import asyncio
from html import escape
from typing import Any

from fastapi import APIRouter, FastAPI, Response
from fastapi.responses import JSONResponse

from .sessions import Sessions
from .store import Unavailable
from .writer import STALL_S

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>RetailGym: routes</title>
<body><h1>RetailGym {version}</h1>
<p>The same as a document for programs: <a href="openapi.json">openapi.json</a></p>
<table>{rows}</table></body></html>"""
SLOW = "the records are slow to answer"
POLICY = "default-src 'none'; frame-ancestors 'self'"


def router(shop: Sessions, app: FastAPI) -> APIRouter:
    routes = APIRouter()

    @routes.get("/ready", tags=["Health"], summary="Whether episodes can be begun and kept")
    async def ready() -> Response:
        why = await unready(shop)
        body = {"status": "not ready", "reason": why} if why else {"status": "ready", "reason": ""}
        return JSONResponse(body, 503 if why else 200)

    @routes.get(
        "/metrics", tags=["Health"], summary="Counts in Prometheus' text format", response_class=Response
    )
    async def metrics() -> Response:
        return Response(shop.metrics.written(), media_type="text/plain; version=0.0.4")

    @routes.get("/docs", include_in_schema=False)
    async def docs() -> Response:
        return Response(
            _listed(app.openapi()), media_type="text/html", headers={"Content-Security-Policy": POLICY}
        )

    return routes


async def unready(shop: Sessions) -> str:
    """Why not, within seconds; it names no host and no file."""
    if shop.warming:
        return "it is warming up; this takes a second or two"
    if shop.writer.stalled():
        return SLOW
    if shop.writer.trouble:
        return shop.writer.trouble
    try:
        async with asyncio.timeout(STALL_S):
            await shop.io(shop.records.version, "")
    except TimeoutError:
        return SLOW
    except Unavailable as error:
        return str(error)
    return ""


def _listed(document: dict[str, Any]) -> str:
    """Every route with what it is for; no script, nothing from elsewhere."""
    routes = [(p, m, o) for p, operations in document["paths"].items() for m, o in operations.items()]
    rows = "".join(
        f"<tr><td><code>{m.upper()}</code><td><code>{escape(p)}</code><td>{escape(o.get('summary', ''))}"
        for p, m, o in routes
    )
    return PAGE.format(version=escape(document["info"]["version"]), rows=rows)
