"""Many sessions at once, workers that die in mid-load, and what serving costs."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from retailgym.bench.serving import ServeSize, bench_serving
from retailgym.serving.light_client import AsyncLightEnv
from retailgym.serving.records import Query, open_records
from retailgym.serving.settings import Limits, ServerSettings

from .servers import free_port, running
from .test_clients import calls, plain, twin

ROOMY = Limits(sessions=1024, sessions_per_client=1024)


async def play_all(
    url: str, specs: list[str], sessions: int, strike: Callable[[], None] | None = None
) -> dict[str, list[Any]]:
    """Every spec once, by so many sessions that stay open. After a third of them every other session stops in
    the middle of its episode; once half of these stand, the blow falls, and they go on when it is over. The
    others play on through it."""
    waiting, heard = list(reversed(specs)), {}
    striking = threading.Thread(target=strike)
    standing = picked_up = 0

    async def blow() -> None:
        nonlocal standing
        standing += 1
        if standing == sessions // 4:
            striking.start()
        while striking.ident is None or striking.is_alive():
            await asyncio.sleep(0.01)

    async def player(number: int) -> None:
        nonlocal picked_up
        felt = strike is None or number % 2 == 0
        async with AsyncLightEnv(url) as env:
            await env.reset(spec=specs[0])  # open from the beginning to the end
            while waiting:
                spec = waiting.pop()
                frames = [plain(await env.reset(spec=spec, player="load"))]
                for call in calls(spec):
                    if not felt and len(heard) >= len(specs) // 3:
                        felt = True
                        await blow()
                    frames.append(plain(await env.step(*call)))
                heard[spec] = frames
            picked_up += env.track.replayed + env.track.resumed

    await asyncio.gather(*(player(n) for n in range(sessions)))
    if strike is not None:
        striking.join()
        assert picked_up > 0, "nobody felt the blow"
    return heard


def assert_none_lost_none_mixed(where: str, heard: dict[str, list[Any]], specs: list[str]) -> None:
    assert set(heard) == set(specs)
    for spec, frames in heard.items():
        assert frames == twin(spec), spec
    records = open_records(where)
    kept = list(records.find(Query(player="load", limit=1_000_000)))
    assert sorted((k.env, k.level, k.seed) for k in kept) == sorted(
        (s.split("/")[0], int(s.split("/")[1]), int(s.split("/")[2])) for s in specs
    )
    assert all(k.reward == 1.0 for k in kept)
    records.close()


def test_sixty_four_sessions_play_their_own_episodes(tmp_path: Path) -> None:
    specs = [f"cart/0/{seed}" for seed in range(128)]
    with running(tmp_path, ServerSettings(port=0, limits=ROOMY)) as server:
        assert_none_lost_none_mixed(
            server.settings.records, asyncio.run(play_all(server.url, specs, 64)), specs
        )


@pytest.mark.long
def test_512_sessions_play_5000_episodes_none_lost_none_mixed(tmp_path: Path) -> None:
    specs = [f"cart/{seed % 4}/{seed}" for seed in range(5000)]
    with running(tmp_path, ServerSettings(port=0, limits=ROOMY)) as server:
        assert_none_lost_none_mixed(
            server.settings.records, asyncio.run(play_all(server.url, specs, 512)), specs
        )


def test_a_server_killed_in_mid_load_loses_no_episode_and_no_record(tmp_path: Path) -> None:
    specs = [f"cart/1/{seed}" for seed in range(150)]
    with running(tmp_path, ServerSettings(port=0, limits=ROOMY)) as server:

        def strike() -> None:
            server.kill()
            server.restart()

        heard = asyncio.run(play_all(server.url, specs, 32, strike))
        assert_none_lost_none_mixed(server.settings.records, heard, specs)


@pytest.mark.long
def test_a_worker_killed_in_mid_load_is_replaced_and_nothing_is_lost(tmp_path: Path) -> None:
    """Three workers of the command line's own; resuming may reach another one, which then replays."""
    specs, port, records = (
        [f"cart/1/{seed}" for seed in range(400)],
        free_port(),
        str(tmp_path / "records.sqlite"),
    )
    command = [
        sys.executable,
        "-m",
        "retailgym",
        "serve",
        "--port",
        str(port),
        "--workers",
        "3",
        "--records",
        records,
    ]
    with (tmp_path / "log").open("wb") as log:
        server = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    try:
        until = time.monotonic() + 180
        while (tmp_path / "log").read_text().count('"event":"started"') < 3:
            assert time.monotonic() < until and server.poll() is None, (tmp_path / "log").read_text()
            time.sleep(0.2)
        heard = asyncio.run(
            play_all(
                f"http://127.0.0.1:{port}", specs, 32, lambda: os.kill(busiest(server.pid), signal.SIGKILL)
            )
        )
        assert_none_lost_none_mixed(records, heard, specs)
    finally:
        server.terminate()
        assert server.wait(60) == 0


def busiest(pid: int) -> int:
    """The worker with the most connections; the kernel may have given one of them all."""
    found = [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return max(
        found,
        key=lambda child: sum(
            os.readlink(fd).startswith("socket:") for fd in Path(f"/proc/{child}/fd").iterdir()
        ),
    )


@pytest.mark.long
def test_a_session_weighs_little_and_the_cost_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    measured = bench_serving(("cart",), ServeSize(sessions=64, episodes=256, rounds=3, weighed=256))
    with capsys.disabled():
        print(measured.written().decode())
    assert measured.envs["cart"].session_kib < 256
