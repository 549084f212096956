"""What serving costs: the server's CPU per step beside that of an empty echo environment on the same server, and memory per open session."""

import platform
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import zip_longest
from pathlib import Path
from typing import Any

import msgspec

from .. import catalog as catalogs
from ..env import Turn
from ..episode import Episode, heard, judge, observe, start, step
from ..evaluation.bench import timed
from ..players import expert
from ..record import package_version
from ..spec import Spec
from ..value import Value
from .lockstep import Lockstep
from .session import Json, written_turn

Calls = list[tuple[str, dict[str, Any]]]


class ServeSize(Value):
    sessions: int = 64
    episodes: int = 256  # in all
    rounds: int = 5
    level: int = 3
    weighed: int = 256  # sessions open at once, to weigh them


class EnvServed(Value):
    """Microseconds of CPU per step; the median round."""

    steps: int  # in a round
    echo_us: float
    server_us: float
    in_process_us: float
    overhead: float  # (server - in process) / echo
    session_kib: float


class ServeBench(Value):
    envs: Mapping[str, EnvServed]
    size: ServeSize
    retailgym: str
    python: str

    def written(self) -> bytes:
        return msgspec.json.format(msgspec.json.encode(self), indent=2) + b"\n"


def bench_serving(envs: tuple[str, ...], size: ServeSize, tell: Callable[[str], None] = lambda what: None) -> ServeBench:
    """Measure each environment; `tell` hears what is being measured."""
    measured = {env: _served(env, size, lambda what, env=env: tell(f"{env}, {what}")) for env in envs}  # type: ignore[misc]
    return ServeBench(envs=measured, size=size, retailgym=package_version(), python=platform.python_version())


def _served(env: str, size: ServeSize, tell: Callable[[str], None]) -> EnvServed:
    """Echo and shop by turns in one run, so that a noisy machine is noisy for both."""
    specs = [Spec(env, size.level, seed) for seed in range(size.episodes)]
    tell("paths of the expert")
    paths = [calls_of(spec) for spec in specs]
    steps = sum(map(len, paths))
    echo, shop, inside = [], [], []
    with _server("echo") as (echo_url, echo_pid), _server("shop") as (shop_url, shop_pid):
        for n in range(size.rounds + 1):  # the first warms up and is not counted
            tell(f"round {n} of {size.rounds}")
            echo.append(1e6 * _load(echo_url, echo_pid, specs, paths, size.sessions) / steps)
            shop.append(1e6 * _load(shop_url, shop_pid, specs, paths, size.sessions) / steps)
            inside.append(1e6 * _in_process(specs, paths, size.sessions) / steps)
        tell("memory")
        kib = _weigh(shop_url, shop_pid, specs, paths, size.weighed)
    overheads = [(s - i) / e for e, s, i in zip(echo[1:], shop[1:], inside[1:], strict=True)]
    return EnvServed(
        steps=steps, echo_us=statistics.median(echo[1:]), server_us=statistics.median(shop[1:]), in_process_us=statistics.median(inside[1:]),
        overhead=statistics.median(overheads), session_kib=kib,
    )  # fmt: skip


def calls_of(spec: Spec) -> Calls:
    """The expert's path, one call at a time."""
    episode = start(spec)
    speaking = episode.env.speaking
    argument = episode.env.tools[speaking].names[0]
    moves = expert(observe(episode), heard(episode))
    turn: Turn = next(moves)
    found: Calls = []
    while True:
        found += [(c.name, dict(c.arguments)) for c in turn.calls] or [(speaking, {argument: turn.text})]
        episode = step(episode, turn)
        if episode.done:
            return found
        turn = moves.send((observe(episode), heard(episode)))


def _in_process(specs: list[Spec], paths: list[Calls], sessions: int) -> float:
    """CPU-seconds of the steps alone: the same turns in the same order, looked at and judged, without a server."""
    spent = 0.0
    for first in range(0, len(specs), sessions):
        opened = [start(spec) for spec in specs[first : first + sessions]]
        rows = list(zip_longest(*([written_turn(*call) for call in path] for path in paths[first : first + sessions])))
        spent += timed(lambda opened=opened, rows=rows: _walk(opened, rows))[0]  # type: ignore[misc]
    return spent


def _walk(episodes: list[Episode], rows: list[tuple[str | None, ...]]) -> None:
    for row in rows:
        for n, text in enumerate(row):
            if text is not None:
                episodes[n] = step(episodes[n], text)
                observe(episodes[n])
                if episodes[n].done:
                    judge(episodes[n])


def _load(url: str, pid: int, specs: list[Spec], paths: list[Calls], sessions: int) -> float:
    """CPU-seconds of the server while every path is played; beginning episodes is left out."""
    spent = 0.0
    for first in range(0, len(specs), sessions):
        batch, ways = specs[first : first + sessions], paths[first : first + sessions]
        with Lockstep(url, len(batch)) as lines:
            lines.exchange([{"type": "reset", "data": {"spec": str(spec)}} for spec in batch])
            rows = [[_said(call) for call in row] for row in zip_longest(*ways)]
            before = cpu_s(pid)
            for row in rows:
                lines.exchange(row)
            spent += cpu_s(pid) - before
    return spent


def _said(call: tuple[str, dict[str, Any]] | None) -> Json | None:
    return None if call is None else {"type": "step", "data": {"type": "call_tool", "tool_name": call[0], "arguments": call[1]}}


def _weigh(url: str, pid: int, specs: list[Spec], paths: list[Calls], count: int) -> float:
    """Resident KiB per session that is open and played up to its last turn."""
    chosen = [n % len(specs) for n in range(count)]
    before = rss_kib(pid)
    with Lockstep(url, count) as lines:
        lines.exchange([{"type": "reset", "data": {"spec": str(specs[n])}} for n in chosen])
        for row in zip_longest(*(paths[n][:-1] for n in chosen)):
            lines.exchange([_said(call) for call in row])
        return (rss_kib(pid) - before) / count


def cpu_s(pid: int) -> float:
    """CPU time of all threads of another process, from its clock in the kernel."""
    return time.clock_gettime((~pid << 3) | 2)


def rss_kib(pid: int) -> int:
    line = next(line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1])


@contextmanager
def _server(kind: str) -> Iterator[tuple[str, int]]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen([sys.executable, "-m", "retailgym.serving.bench", kind, str(port)])
    try:
        until = time.monotonic() + 120
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                if time.monotonic() > until or process.poll() is not None:
                    raise RuntimeError(f"the {kind} server did not start") from None
                time.sleep(0.1)
        yield f"http://127.0.0.1:{port}", process.pid
    finally:
        process.terminate()
        process.wait(30)


def _serve(kind: str, port: int) -> None:
    """Run by the benchmark in processes of their own."""
    import uvicorn

    from .app import around
    from .echo import echoing
    from .logs import log_config
    from .run import TRANSPORT
    from .settings import Limits, Settings
    from .shop import Shop

    catalogs.load()
    shop = Shop(Settings(records=":memory:", limits=Limits(sessions=4096, sessions_per_client=4096)))
    app = echoing(shop) if kind == "echo" else around(shop)
    uvicorn.run(app, host="127.0.0.1", port=port, log_config=log_config("ERROR"), access_log=False, **TRANSPORT)


if __name__ == "__main__":
    _serve(sys.argv[1], int(sys.argv[2]))
