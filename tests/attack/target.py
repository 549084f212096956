"""The server under attack, and the honest client whose waiting is measured."""

import asyncio
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from retailgym.serving.light_client import AsyncLightEnv
from tests.serving.test_clients import calls

TOKEN = secrets.token_urlsafe(24)
SPEC = "cart/1/7"
LATE_S = 60.0


class Target:
    def __init__(self, process: "subprocess.Popen[bytes]", port: int, directory: Path) -> None:
        self.process, self.port, self.directory = process, port, directory
        self.url, self.records = f"http://127.0.0.1:{port}", str(directory / "records.sqlite")

    def rss_mib(self) -> float:
        return rss_mib(self.process.pid)

    def log(self) -> str:
        return (self.directory / "log").read_text()


def rss_mib(pid: int) -> float:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024


@contextmanager
def serving(*options: str, token: str = TOKEN) -> Iterator[Target]:
    """A server of the command line's own, in a process of its own."""
    with socket.socket() as probe, TemporaryDirectory() as directory:
        probe.bind(("127.0.0.1", 0))
        port, where = int(probe.getsockname()[1]), Path(directory)
        probe.close()
        command = [sys.executable, "-m", "retailgym", "serve", "--port", str(port), *options]
        command += ["--records", str(where / "records.sqlite")]
        env = {**os.environ, "RETAILGYM_TOKEN": token}
        with (where / "log").open("wb") as log:
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=log, env=env)
        target = Target(process, port, where)
        try:
            _wait(target)
            yield target
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(60)


def _wait(target: Target) -> None:
    until = time.monotonic() + 120
    while True:
        try:
            with urllib.request.urlopen(f"{target.url}/ready", timeout=5):
                return
        except OSError:
            if time.monotonic() > until or target.process.poll() is not None:
                raise RuntimeError(target.log()) from None
            time.sleep(0.1)


async def honest(url: str, until: Callable[[], bool], waits: list[float]) -> None:
    """Plays whole episodes to their reward, and notes how long each step took, in milliseconds."""
    path = calls(SPEC)
    async with AsyncLightEnv(url, token=TOKEN) as env:
        while not until():
            await env.reset(spec=SPEC)
            for call in path:
                begun = time.perf_counter()
                frame = await env.step(*call)
                waits.append(1000 * (time.perf_counter() - begun))
            assert frame.reward == 1.0
            await asyncio.sleep(0.005)


async def measured(url: str, seconds: float, steps: int = 0) -> list[float]:
    """The waits of an honest client, for so long and, on a machine that is slow, until there are so many: of
    few steps the hundredth part is one, and a moment's stall decides."""
    waits: list[float] = []
    begun = time.monotonic()

    def enough() -> bool:
        passed = time.monotonic() - begun
        return passed > seconds and (len(waits) >= steps or passed > seconds + LATE_S)

    await honest(url, enough, waits)
    return waits


def share(waits: list[float], of_hundred: int) -> float:
    ordered = sorted(waits)
    return ordered[min(len(ordered) - 1, len(ordered) * of_hundred // 100)]
