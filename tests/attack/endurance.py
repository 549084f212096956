"""Those who play slowly, those who play through a restart, and many who end at once."""

import asyncio
import json
import os
import random
import re
import signal
import sqlite3
import sys
import time
import urllib.request
from collections.abc import Awaitable, Callable
from contextlib import closing
from functools import lru_cache
from pathlib import Path
from typing import Any

from mcp import ClientSession
from mcp.client.streamable_http import streamable_http_client
from openenv.core import GenericEnvClient
from openenv.core.mcp_client import MCPToolClient

from retailgym.serving.client import RetailgymEnv
from retailgym.serving.light_client import AsyncLightEnv
from retailgym.serving.reconnection import ServerRefused
from retailgym.serving.records import Query, open_records
from tests.serving.test_clients import calls

from .target import SPEC, TOKEN, Target, rss_mib

Play = Callable[[Target, float, float], Awaitable[int]]


async def _paced(step: Callable[[], Awaitable[Any]], pause: float, seconds: float) -> int:
    """How many calls were answered."""
    until, count = time.monotonic() + seconds, 0
    while time.monotonic() < until:
        await asyncio.sleep(pause)
        await step()
        count += 1
    return count


def post(target: Target, path: str, body: Any) -> Any:
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {TOKEN}"}
    request = urllib.request.Request(target.url + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=60) as response:
        return json.loads(response.read())


async def light(target: Target, pause: float, seconds: float) -> int:
    async with AsyncLightEnv(target.url, token=TOKEN) as env:
        await env.reset(spec=SPEC)
        count = await _paced(env.tools, pause, seconds)
        assert env.track.resumed == env.track.replayed == 0
        return count


async def _openenv(client: Any, pause: float, seconds: float) -> int:
    async with client as env:
        await env.reset(spec=SPEC)
        count = await _paced(lambda: env.step({"type": "list_tools"}), pause, seconds)
        assert (await env.state()).get("step_count") == count if isinstance(env, GenericEnvClient) else True
        return count


def _bearer() -> dict[str, str]:
    return {"Authorization": f"Bearer {TOKEN}"}


async def generic(target: Target, pause: float, seconds: float) -> int:
    return await _openenv(GenericEnvClient(base_url=target.url, headers=_bearer()), pause, seconds)


async def official(target: Target, pause: float, seconds: float) -> int:
    return await _openenv(RetailgymEnv(base_url=target.url, headers=_bearer()), pause, seconds)


async def tool_client(target: Target, pause: float, seconds: float) -> int:
    """Its calls go by HTTP past its WebSocket."""
    async with MCPToolClient(base_url=target.url, headers=_bearer()) as env:
        await env.reset(spec=SPEC)
        return await _paced(lambda: env.list_tools(use_cache=False), pause, seconds)


async def episodes(target: Target, pause: float, seconds: float) -> int:
    opened = await asyncio.to_thread(post, target, "/episodes", {"spec": SPEC})

    async def look() -> None:
        request = urllib.request.Request(f"{target.url}/episodes/{opened['id']}", headers=_bearer())
        await asyncio.to_thread(lambda: urllib.request.urlopen(request, timeout=60).read())

    return await _paced(look, pause, seconds)


async def standard_mcp(target: Target, pause: float, seconds: float) -> int:
    from httpx import AsyncClient

    async with AsyncClient(headers=_bearer(), timeout=60) as http:
        where = streamable_http_client(f"{target.url}/play/mcp", http_client=http)
        async with where as streams, ClientSession(streams[0], streams[1]) as session:
            await session.initialize()
            await session.call_tool("start_episode", {"spec": SPEC})
            return await _paced(session.list_tools, pause, seconds)


DOORS: dict[str, Play] = {
    "/ws light": light, "/ws generic": generic, "/ws official": official, "/ws and /mcp": tool_client,
    "/episodes": episodes, "/play/mcp": standard_mcp,
}  # fmt: skip


async def mcp_through_restart(target: Target, sessions: int) -> int:
    """How many of the sessions were played to a reward of 1.0 while every worker was replaced."""
    path, half = calls(SPEC), asyncio.Event()

    def rpc(session: str, method: str, params: Any) -> tuple[str, Any]:
        headers = {
            "Content-Type": "application/json", "Accept": "application/json, text/event-stream",
            **_bearer(), **({"Mcp-Session-Id": session} if session else {}),
        }  # fmt: skip
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
        request = urllib.request.Request(f"{target.url}/play/mcp", body, headers)
        with urllib.request.urlopen(request, timeout=60) as response:
            last = response.read().decode().strip().rpartition("data: ")[2]
            return response.headers.get("Mcp-Session-Id") or session, json.loads(last)["result"]

    async def play() -> bool:
        id, _ = await asyncio.to_thread(rpc, "", "initialize", {"protocolVersion": "2025-06-18"})
        await asyncio.to_thread(rpc, id, "tools/call", {"name": "start_episode", "arguments": {"spec": SPEC}})
        result: Any = None
        for n, (name, arguments) in enumerate(path):
            if n == len(path) // 2:
                await half.wait()
            _, result = await asyncio.to_thread(rpc, id, "tools/call", {"name": name, "arguments": arguments})
        return bool(result["structuredContent"]["reward"] == 1.0)

    playing = [asyncio.create_task(play()) for _ in range(sessions)]
    await asyncio.sleep(1.0)
    before = target.log().count('"event":"started"')
    target.process.send_signal(signal.SIGHUP)
    deadline = time.monotonic() + 120
    while target.log().count('"event":"started"') < 2 * before:
        assert time.monotonic() < deadline, target.log()
        await asyncio.sleep(0.2)
    half.set()
    ended = await asyncio.gather(*playing, return_exceptions=True)
    return sum(1 for one in ended if one is True)


async def closings(target: Target, count: int) -> int:
    """How many of so many episodes that end at once have a record that holds what was answered."""
    specs = [f"cart/0/{seed}" for seed in range(count)]
    gate = asyncio.Event()
    ready = asyncio.Semaphore(0)

    async def play(spec: str, good: bool) -> tuple[str, float]:
        async with AsyncLightEnv(target.url, token=TOKEN) as env:
            await env.reset(spec=spec, player="closing")
            *first, last = calls(spec)
            for call in first:
                await env.step(*call)
            ready.release()
            await gate.wait()
            frame = await env.step(*(last if good else ("no_such_tool", {})))
            return frame.metadata["record"], float(frame.reward or 0.0)

    playing = [asyncio.create_task(play(spec, n % 2 == 0)) for n, spec in enumerate(specs)]
    for _ in specs:
        await ready.acquire()
    gate.set()
    told = dict(await asyncio.gather(*playing))
    kept = {r.id: r.reward for r in open_records(target.records).every(Query(player="closing", limit=1000))}
    return sum(1 for id, reward in told.items() if kept.get(id) == reward)


path_of = lru_cache(calls)  # many play the same few


async def soak(target: Target, sessions: int, seconds: float) -> tuple[int, int, float]:
    """Episodes played, those lost or mixed up, and how much the eldest worker grew, while connections
    are cut, the other workers killed and the records locked for a while, again and again."""
    until, played, lost = time.monotonic() + seconds, 0, 0
    weights: list[float] = []
    eldest, *_ = workers(target)

    async def player(n: int) -> None:
        nonlocal played, lost
        draw = random.Random(n)
        async with AsyncLightEnv(target.url, token=TOKEN) as env:
            while time.monotonic() < until:
                spec = f"cart/0/{draw.randrange(64)}"
                played += 1
                try:
                    await env.reset(spec=spec, player="soak")
                    for call in path_of(spec):
                        if draw.random() < 0.01:
                            env.drop()
                        frame = await env.step(*call)
                    lost += frame.reward != 1.0
                except (ConnectionError, ServerRefused) as error:
                    lost += 1
                    print(f"{spec}: {error}", file=sys.stderr, flush=True)

    async def every(pause: float, act: Callable[[], None]) -> None:
        while time.monotonic() + pause < until:
            await asyncio.sleep(pause)
            await asyncio.to_thread(act)

    def kill() -> None:
        for pid in workers(target):
            if pid != eldest and Path(f"/proc/{pid}").exists():
                os.kill(pid, signal.SIGKILL)

    def lock() -> None:
        """As a disk that stands still does."""
        with closing(sqlite3.connect(target.records, timeout=60, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            time.sleep(2.0)
            other.execute("ROLLBACK")

    faults = (every(45.0, kill), every(20.0, lock), every(1.0, lambda: weights.append(rss_mib(eldest))))
    await asyncio.gather(*faults, *(player(n) for n in range(sessions)))
    third = max(1, len(weights) // 3)
    return played, lost, max(weights[-third:]) / max(weights[third : 2 * third] or weights)


def workers(target: Target) -> list[int]:
    """All that were ever started, the eldest first."""
    return [int(pid) for pid in re.findall(r'"event":"started","process":(\d+)', target.log())]
