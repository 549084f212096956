"""What the runner adds to the time that the model itself takes: `python -m tests.models.overhead` prints it.

The model answers in 200 ms, 64 episodes run at once, and the endpoint is a process of its own. The time that
the model takes is the time for which its server holds a request. What an episode takes beyond that is the
runner's part: `overhead` is the sum of it over all episodes (their own starts and the shop's work included)
as a share of the time that was held. `overhead_on_200_ms` takes each reply to last 200 ms to the dot, so that
whatever the server is late on a shared machine counts against the runner as well. `queued_for_a_core` is the
share of the wall clock in which the runner could have worked and other processes had the cores: where that is
more than a hundredth or two, measure again."""

import json
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

import retailgym as rg

from .endpoint import Server
from .shifts import settings, shift, specs_of

ANSWER_S, PARALLEL, PORT = 0.2, 64, 18_764
ENVS = ("cart", "discovery", "tracking", "policy")


def measured(specs: list[str]) -> dict[str, float]:
    command = [sys.executable, "-m", "tests.models.stopwatch", str(PORT), str(ANSWER_S), *specs]
    with subprocess.Popen(command) as process, tempfile.TemporaryDirectory() as directory:
        try:
            _wait()
            server = Server([])
            server.port = PORT
            rg.start(specs[0])  # opens the catalogue
            cpu, queued, begun = time.process_time(), _queued(), time.perf_counter()
            lines, _ = shift(Path(directory), specs, settings(server), parallel=PARALLEL)
            cpu, queued, wall = time.process_time() - cpu, _queued() - queued, time.perf_counter() - begun
            held = _held()
        finally:
            process.terminate()
    assert all(e.verdict and e.verdict.reward == 1.0 and len(held[e.spec]) == e.usage.replies for e in lines)
    replies, seconds = sum(e.usage.replies for e in lines), sum(e.seconds for e in lines)
    model, waiting, own = (
        sum(map(sum, held.values())),
        sum(e.usage.model_seconds for e in lines),
        [e.seconds / sum(held[e.spec]) - 1 for e in lines],
    )
    return {
        "episodes": len(lines),
        "replies": replies,
        "wall_s": wall,
        "held_s": model,
        "held_ms_per_reply": 1000 * model / replies,
        "overhead": seconds / model - 1,
        "of_it_on_the_wire": waiting / model - 1,
        "overhead_of_the_median_episode": sorted(own)[len(own) // 2],
        "overhead_on_200_ms": seconds / (replies * ANSWER_S) - 1,
        "cpu_ms_per_reply": 1000 * cpu / replies,
        "busy": cpu / wall,
        "queued_for_a_core": queued / wall,
    }


def _queued() -> float:
    """Seconds for which this process has waited for a core, where the system tells."""
    file = Path("/proc/self/schedstat")
    return int(file.read_text().split()[1]) / 1e9 if file.exists() else 0.0


def _held() -> dict[str, list[float]]:
    with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/held", timeout=10) as answer:
        held: dict[str, list[float]] = json.load(answer)
    return held


def _wait() -> None:
    for _ in range(600):
        try:
            _held()
            return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError("the endpoint did not start")


if __name__ == "__main__":
    seeds = int(sys.argv[1]) if len(sys.argv) > 1 else 8
    print(json.dumps(measured(specs_of(ENVS, (0, 6, 12), seeds)), indent=2))
