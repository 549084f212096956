"""What the runner adds to the time that the model itself takes: `python -m tests.models.overhead` prints it.

The model answers in 200 ms, 64 episodes run at once, and the endpoint is a process of its own. The wall time of the episodes is compared
with 200 ms for each of their replies; the endpoint's own work and the network count against the runner.
"""

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
    command = [sys.executable, "-m", "tests.models.endpoint", str(PORT), str(ANSWER_S), *specs]
    with subprocess.Popen(command) as process, tempfile.TemporaryDirectory() as directory:
        try:
            _wait()
            server = Server([])
            server.port = PORT
            rg.start(specs[0])  # opens the catalogue
            cpu, begun = time.process_time(), time.perf_counter()
            lines, _ = shift(Path(directory), specs, settings(server), parallel=PARALLEL)
            cpu, wall = time.process_time() - cpu, time.perf_counter() - begun
        finally:
            process.terminate()
    assert all(e.verdict and e.verdict.reward == 1.0 for e in lines)
    replies, seconds, waiting = sum(e.usage.replies for e in lines), sum(e.seconds for e in lines), sum(e.usage.model_seconds for e in lines)
    return {
        "episodes": len(lines), "replies": replies, "wall_s": wall, "model_s": replies * ANSWER_S, "episodes_s": seconds,
        "overhead": seconds / (replies * ANSWER_S) - 1,
        "of_it_on_the_wire": waiting / (replies * ANSWER_S) - 1, "cpu_ms_per_reply": 1000 * cpu / replies, "busy": cpu / wall,
    }  # fmt: skip


def _wait() -> None:
    for _ in range(600):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{PORT}/", timeout=1)
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError("the endpoint did not start")


if __name__ == "__main__":
    seeds = int(sys.argv[1]) if len(sys.argv) > 1 else 8
    print(json.dumps(measured(specs_of(ENVS, (0, 6, 12), seeds)), indent=2))
