"""Counts for Prometheus, summed over the workers of a server: each writes to files of its own in a shared
directory."""

import os
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest, multiprocess, values

SHARED = "PROMETHEUS_MULTIPROC_DIR"  # set by whoever starts workers, before this module is imported


class Metrics:
    def __init__(self) -> None:
        self._registry = CollectorRegistry()

        def counter(name: str, help: str, *labels: str) -> Counter:
            return Counter(f"retailgym_{name}", help, labels, registry=self._registry)

        self.steps = counter("steps", "Turns taken.")
        self.episodes = counter("episodes", "Episodes finished.")
        self.successes = counter("successes", "Episodes finished with success.")
        self.resets = counter("resets", "Episodes begun.")
        self.resumed = counter("resumed", "Sessions picked up again.")
        self.refused = counter("refused", "Connections and requests refused, by reason.", "reason")
        self.errors = counter("errors", "Requests that failed inside the server.")
        self.connections = counter("connections", "WebSocket connections accepted.")
        self.workers = counter(
            "workers_started", "Workers started; more than there are means that some died."
        )
        self.reward = Gauge(
            "retailgym_reward_sum",
            "Sum of the rewards of finished episodes.",
            registry=self._registry,
            multiprocess_mode="sum",
        )
        self.sessions = Gauge(
            "retailgym_sessions_open",
            "Sessions in memory.",
            registry=self._registry,
            multiprocess_mode="livesum",
        )

    def written(self) -> bytes:
        """In Prometheus' text format."""
        if values.ValueClass is values.MutexValue:  # one process, nothing shared
            return bytes(generate_latest(self._registry))
        shared = CollectorRegistry()
        directory = os.environ[SHARED]
        _forget_dead(Path(directory))
        multiprocess.MultiProcessCollector(shared, directory)  # type: ignore[no-untyped-call]
        return bytes(generate_latest(shared))


def _forget_dead(directory: Path) -> None:
    """What was open with a worker that died is not open."""
    for file in directory.glob("gauge_live*_*.db"):
        pid = int(file.stem.rpartition("_")[2])
        if not Path(f"/proc/{pid}").exists() and Path("/proc").exists():
            multiprocess.mark_process_dead(pid, str(directory))  # type: ignore[no-untyped-call]
