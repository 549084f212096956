"""How long a step takes beside OpenEnv's lean echo on a stock server, in one run."""

import asyncio
import time

import msgspec
from websockets.asyncio.client import connect

from retailgym.bench.serving import serving_process
from retailgym.serving.light_client import ws_url
from tests.serving.test_clients import calls

SPEC = "cart/1/{seed}"  # every episode is one of its own: nothing is at hand because others played it
_encode, _decode = msgspec.json.encode, msgspec.json.decode


def frames_of(spec: str) -> list[str]:
    """How an expert begins and plays an episode, as it is sent."""
    steps = [
        {"type": "step", "data": {"type": "call_tool", "tool_name": name, "arguments": arguments}}
        for name, arguments in calls(spec)
    ]
    return [_encode(said).decode() for said in ({"type": "reset", "data": {"spec": spec}}, *steps)]


async def waits(url: str, sessions: int, played: list[list[str]]) -> list[float]:
    """Milliseconds of every step, all sessions at once: nobody steps while another still waits for its start,
    or a server that keeps many waiting there would have few that step."""
    found: list[float] = []
    all_begun = asyncio.Barrier(sessions)

    async def play(mine: list[list[str]]) -> None:
        async with connect(
            ws_url(url), compression=None, max_size=None, proxy=None, open_timeout=120
        ) as line:
            for reset, *frames in mine:
                await line.send(reset)
                await line.recv()
                await all_begun.wait()
                for frame in frames:
                    begun = time.perf_counter()
                    await line.send(frame)
                    answer = await line.recv()
                    found.append(1000 * (time.perf_counter() - begun))
                assert _decode(answer)["type"] == "observation", answer

    await asyncio.gather(*(play(played[n::sessions]) for n in range(sessions)))
    return found


async def beside_echo(sessions: int, episodes: int, rounds: int = 8) -> tuple[list[float], list[float]]:
    """Ours and theirs, in short turns, so that whatever disturbs the machine disturbs both. The first turn of
    either, when it has just begun to serve, is not counted."""
    ours: list[float] = []
    theirs: list[float] = []
    with serving_process("shop") as shop, serving_process("echo") as echo:
        for n in range(rounds + 1):
            seeds = range(n * sessions * episodes, (n + 1) * sessions * episodes)
            played = [frames_of(SPEC.format(seed=seed)) for seed in seeds]
            echoed, served = [await waits(server.url, sessions, played) for server in (echo, shop)]
            if n:
                theirs += echoed
                ours += served
    return ours, theirs
