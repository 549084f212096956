"""Counts that all workers share, in a small mapped file: each worker adds to a page of its own, and whoever
is asked sums them."""

import mmap
import os
import struct
import tempfile
from pathlib import Path

from ..catalog.lock import exclusive

SLOTS = 256  # workers that a server may have had, dead ones included
COUNTERS = {
    "steps": "Step frames answered.", "episodes": "Episodes finished.",
    "successes": "Episodes finished with success.",
    "resets": "Episodes begun.", "resumed": "Sessions picked up again.",
    "refused": "Connections and requests refused.",
    "errors": "Requests that failed inside the server.", "connections": "WebSocket connections accepted.",
}  # fmt: skip
GAUGES = {"sessions_open": "Sessions in memory.", "reward_sum": "Sum of the rewards of finished episodes."}
NAMES = (*COUNTERS, *GAUGES)
_ROW = struct.Struct(f"<q{len(NAMES)}d")  # the worker's process id first
_AT = {name: n for n, name in enumerate(NAMES)}


def shared_file() -> str:
    """A new file for the workers of one server."""
    handle, name = tempfile.mkstemp(prefix="retailgym-", suffix=".counters")
    os.ftruncate(handle, SLOTS * _ROW.size)
    os.close(handle)
    return name


class Counters:
    def __init__(self, file: str = "") -> None:
        """In a shared file, or by itself."""
        if file:
            with (
                Path(file).open("r+b") as shared,
                exclusive(shared),
            ):  # workers that start together take different rows
                self._map = mmap.mmap(shared.fileno(), SLOTS * _ROW.size)
                at = self._claimed()
        else:
            self._map = mmap.mmap(-1, SLOTS * _ROW.size)
            at = self._claimed()
        self._row = memoryview(self._map)[at + 8 : at + _ROW.size].cast("d")

    def add(self, name: str, amount: float = 1.0) -> None:
        self._row[_AT[name]] += amount

    def set(self, name: str, value: float) -> None:
        self._row[_AT[name]] = value

    def totals(self) -> dict[str, float]:
        """Over all workers; what is open with a dead one is not open."""
        rows = [_ROW.unpack_from(self._map, slot * _ROW.size) for slot in range(SLOTS)]
        totals = dict.fromkeys(NAMES, 0.0)
        for pid, *numbers in rows:
            for name, number in zip(NAMES, numbers, strict=True):
                if pid and (name != "sessions_open" or _alive(pid)):
                    totals[name] += number
        return totals

    def written(self) -> str:
        """In Prometheus' text format."""
        lines = []
        for name, value in self.totals().items():
            kind, help = ("counter", COUNTERS[name]) if name in COUNTERS else ("gauge", GAUGES[name])
            full = f"retailgym_{name}_total" if kind == "counter" else f"retailgym_{name}"
            lines += [
                f"# HELP {full} {help}",
                f"# TYPE {full} {kind}",
                f"{full} {value:g}" if value != int(value) else f"{full} {int(value)}",
            ]
        return "\n".join(lines) + "\n"

    def _claimed(self) -> int:
        """The first free row; the last one for all that come after."""
        for slot in range(SLOTS):
            at = slot * _ROW.size
            if not _ROW.unpack_from(self._map, at)[0]:
                struct.pack_into("<q", self._map, at, os.getpid())
                return at
        return (SLOTS - 1) * _ROW.size


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
