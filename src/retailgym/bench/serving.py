"""What serving costs: the server's CPU per step beside that of an empty echo environment on the same server,
and memory per open session."""

import gc
import platform
import socket
import statistics
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import zip_longest
from pathlib import Path
from typing import Any

import msgspec

from .. import catalog as catalogs
from ..core.env import Turn
from ..core.episode import Episode, heard, judge, observe, start, step
from ..core.record import package_version
from ..core.spec import Spec
from ..core.values import Value, encode
from ..players import expert
from ..serving.session import Json, RunningTape, written_turn
from .lockstep import Lockstep

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
    server_us: float
    echo_us: float  # of an empty environment on the same server
    step_us: float  # in process: step and observe, at the end the verdict
    full_echo_us: float  # of an environment that gives the very answers of the shop, ready made
    work_us: float  # in process: also the results as text, the digest of every turn, at the end the record
    overhead: float  # (server - step) / echo
    overhead_like_for_like: float  # (server - work) / full echo
    session_kib: float


class ServeBench(Value):
    envs: Mapping[str, EnvServed]
    size: ServeSize
    retailgym: str
    python: str

    def written(self) -> bytes:
        return msgspec.json.format(msgspec.json.encode(self), indent=2) + b"\n"


class ServerProcess(Value):
    """A server process."""

    url: str
    pid: int

    def cpu_s(self) -> float:
        """CPU time of all its threads, from its clock in the kernel."""
        return time.clock_gettime((~self.pid << 3) | 2)

    def rss_kib(self) -> int:
        line = next(
            line
            for line in Path(f"/proc/{self.pid}/status").read_text().splitlines()
            if line.startswith("VmRSS")
        )
        return int(line.split()[1])


class Spent:
    """CPU-seconds by what they were spent on."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = dict.fromkeys(("server", "echo", "step", "full_echo", "work"), 0.0)

    @contextmanager
    def on(self, what: str, clock: Callable[[], float]) -> Iterator[None]:
        before = clock()
        yield
        self.seconds[what] += clock() - before


def bench_serving(
    envs: tuple[str, ...], size: ServeSize, tell: Callable[[str], None] = lambda what: None
) -> ServeBench:
    """Measure each environment; `tell` hears what is being measured."""

    def named(env: str) -> Callable[[str], None]:
        return lambda what: tell(f"{env}, {what}")

    measured = {env: _served(env, size, named(env)) for env in envs}
    return ServeBench(envs=measured, size=size, retailgym=package_version(), python=platform.python_version())


def _served(env: str, size: ServeSize, tell: Callable[[str], None]) -> EnvServed:
    specs = [Spec(env, size.level, seed) for seed in range(size.episodes)]
    tell("paths of the expert")
    batches = [
        StepBatch(specs[first : first + size.sessions]) for first in range(0, len(specs), size.sessions)
    ]
    steps = sum(batch.steps for batch in batches)
    rounds: list[dict[str, float]] = []
    with serving_process("echo") as echo, serving_process("alone") as shop:
        for n in range(size.rounds + 1):  # the first warms up, learns the answers and is not counted
            tell(f"round {n} of {size.rounds}")
            spent = Spent()
            for batch in batches:
                batch.play(echo, shop, spent)
            rounds.append({what: 1e6 * seconds / steps for what, seconds in spent.seconds.items()})
        tell("memory")
        kib = _weigh(shop, batches, size.weighed)
    return _summed(rounds[1:], steps, kib)


def _summed(rounds: list[dict[str, float]], steps: int, kib: float) -> EnvServed:
    middle = {what: statistics.median([r[what] for r in rounds]) for what in rounds[0]}
    return EnvServed(
        steps=steps,
        server_us=middle["server"],
        echo_us=middle["echo"],
        step_us=middle["step"],
        full_echo_us=middle["full_echo"],
        work_us=middle["work"],
        overhead=statistics.median([(r["server"] - r["step"]) / r["echo"] for r in rounds]),
        overhead_like_for_like=statistics.median(
            [(r["server"] - r["work"]) / r["full_echo"] for r in rounds]
        ),
        session_kib=kib,
    )


class StepBatch:
    """Episodes that are played at the same time, row by row: the next call of each.

    Everything that is compared plays the same row before the next one begins, so that whatever disturbs the
    machine disturbs all alike, and the steps in process come, as a server's do, after other work and after a
    pause."""

    def __init__(self, specs: list[Spec]) -> None:
        self.specs, self.paths = specs, [calls_of(spec) for spec in specs]
        self.steps = sum(map(len, self.paths))
        self.results: list[list[Any]] = [
            [] for _ in specs
        ]  # what the shop answered, for the echo of the rounds after the first

    def play(self, echo: ServerProcess, shop: ServerProcess, spent: Spent) -> None:
        count = len(self.specs)
        episodes, tapes = (
            [start(spec) for spec in self.specs],
            [RunningTape(start(spec)) for spec in self.specs],
        )
        with (
            Lockstep(echo.url, count) as empty,
            Lockstep(echo.url, count) as full,
            Lockstep(shop.url, count) as served,
        ):
            empty.exchange([{"type": "reset"}] * count)
            full.exchange([{"type": "reset", "data": {"results": results}} for results in self.results])
            served.exchange([{"type": "reset", "data": {"spec": str(spec)}} for spec in self.specs])
            gc.collect()
            learning = not any(self.results)
            for row in zip_longest(*self.paths):
                said, turns = (
                    [_said(call) for call in row],
                    [None if call is None else written_turn(*call) for call in row],
                )
                with spent.on("echo", echo.cpu_s):
                    empty.exchange(said)
                with spent.on("step", time.process_time):
                    _step(episodes, turns)
                with spent.on("full_echo", echo.cpu_s):
                    full.exchange(said)
                with spent.on("work", time.process_time):
                    _work(tapes, turns)
                with spent.on("server", shop.cpu_s):
                    answers = served.exchange(said)
                for n, answer in enumerate(answers if learning else []):
                    if answer is not None:
                        self.results[n].append(answer["data"]["observation"]["result"])


def _step(episodes: list[Episode], turns: list[str | None]) -> None:
    for n, turn in enumerate(turns):
        if turn is not None:
            episodes[n] = step(episodes[n], turn)
            observe(episodes[n])
            if episodes[n].done:
                judge(episodes[n])


def _work(tapes: list[RunningTape], turns: list[str | None]) -> None:
    for tape, turn in zip(tapes, turns, strict=True):
        if turn is not None:
            tape.put(turn)
            observe(tape.episode)
            encode(tape.messages)
            if tape.episode.done:
                tape.record(judge(tape.episode))


def calls_of(spec: Spec) -> Calls:
    """The expert's path, one call at a time."""
    episode = start(spec)
    speaking = episode.env.speaking
    argument = episode.env.tools[speaking].names[0]
    moves = expert(observe(episode), heard(episode))
    turn: Turn = next(moves)
    calls: Calls = []
    while True:
        calls += [(c.name, dict(c.arguments)) for c in turn.calls] or [(speaking, {argument: turn.text})]
        episode = step(episode, turn)
        if episode.done:
            return calls
        turn = moves.send((observe(episode), heard(episode)))


def _said(call: tuple[str, dict[str, Any]] | None) -> Json | None:
    return (
        None
        if call is None
        else {"type": "step", "data": {"type": "call_tool", "tool_name": call[0], "arguments": call[1]}}
    )


def _weigh(shop: ServerProcess, batches: list[StepBatch], count: int) -> float:
    """Resident KiB per session that is open and played up to its last turn."""
    known = [pair for batch in batches for pair in zip(batch.specs, batch.paths, strict=True)]
    chosen = [known[n % len(known)] for n in range(count)]
    before = shop.rss_kib()
    with Lockstep(shop.url, count) as lines:
        lines.exchange([{"type": "reset", "data": {"spec": str(spec)}} for spec, _ in chosen])
        for row in zip_longest(*(path[:-1] for _, path in chosen)):
            lines.exchange([_said(call) for call in row])
        return (shop.rss_kib() - before) / count


@contextmanager
def serving_process(kind: str) -> Iterator[ServerProcess]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen([sys.executable, "-m", "retailgym.bench.serving", kind, str(port)])
    asked = "health" if kind == "echo" else "ready"
    try:
        until = time.monotonic() + 120
        while True:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/{asked}", timeout=5):
                    break
            except OSError:
                if time.monotonic() > until or process.poll() is not None:
                    raise RuntimeError(f"the {kind} server did not start") from None
                time.sleep(0.1)
        yield ServerProcess(url=f"http://127.0.0.1:{port}", pid=process.pid)
    finally:
        process.terminate()
        process.wait(30)


def _serve(kind: str, port: int) -> None:
    """Run by the benchmark in processes of their own: the echo on a stock server, the shop as it is served,
    or with all its work in one process."""
    import uvicorn

    from ..serving.logs import log_config

    quiet: dict[str, Any] = {"log_config": log_config("ERROR"), "access_log": False}
    if kind == "echo":
        from .echo import echoing

        uvicorn.run(echoing(4096), host="127.0.0.1", port=port, **quiet)
        return
    from ..serving.app import around
    from ..serving.run import TRANSPORT
    from ..serving.sessions import Sessions
    from ..serving.settings import Limits, ServerSettings, room_beside

    catalogs.load()
    many = Limits(sessions=8192, sessions_per_client=8192, connections_per_client=8192, begins=100_000)
    listener = kind == "shop" and room_beside(1)  # what another process works would not be counted
    shop = Sessions(ServerSettings(records=":memory:", listener=listener, limits=many))
    uvicorn.run(around(shop), host="127.0.0.1", port=port, **quiet, **TRANSPORT)


if __name__ == "__main__":
    _serve(sys.argv[1], int(sys.argv[2]))
