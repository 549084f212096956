"""Faults: calls that fail as real services fail. What happens to the n-th use of a tool is drawn at the
start, so that it depends on nothing that the agent, the customer or the goal does."""

from collections.abc import Mapping
from typing import Literal

from ..tools.kit import Tool
from .streams import Streams
from .task import Par

# timed out with nothing done, timed out though it was done, busy, a page as it was before the last write
Fault = Literal["", "lost", "done", "busy", "stale"]
_READ: tuple[Fault, ...] = ("lost", "busy", "stale")
_WRITE: tuple[Fault, ...] = ("lost", "done", "busy")
_CLOSE: tuple[Fault, ...] = ("lost", "busy")  # what has ended the episode has not failed
_OPENS, _MINUTES = 9, 60


def fault_of(stream: Streams, tool: Tool, n: int, per_mille: int) -> Fault:
    """What happens to the n-th use of a tool; never does one fail three times in a row."""
    if not _struck(stream, tool.name, n, per_mille) or (
        n >= 2 and all(_struck(stream, tool.name, before, per_mille) for before in (n - 1, n - 2))
    ):
        return ""
    kinds = _READ if tool.kind == "reads" else _WRITE if tool.kind == "writes" else _CLOSE
    return (stream / "fault kind" / tool.name / n)().pick(_CLOSE if tool.inspects else kinds)


def _struck(stream: Streams, tool: str, n: int, per_mille: int) -> bool:
    return (stream / "fault" / tool / n)().chance(per_mille)


def looks(stream: Streams, tools: Mapping[str, Tool], writes: Mapping[str, int], per_mille: int) -> Par:
    """The looks that it takes to write so often: one after each write that timed out."""
    return Par(exchanges=0, calls=sum([_looks(stream, tools[w], n, per_mille) for w, n in writes.items()]))


def _looks(stream: Streams, tool: Tool, times: int, per_mille: int) -> int:
    use = looks = done = 0
    while done < times:
        fault = fault_of(stream, tool, use, per_mille)
        use, looks, done = use + 1, looks + (fault in ("lost", "done")), done + (fault in ("", "done"))
    return looks


def clock(calls: int) -> str:
    """What the shop's clock shows after so many calls, a minute for each."""
    return f"{_OPENS + calls // _MINUTES:02}:{calls % _MINUTES:02}"


def told(tool: Tool, fault: Fault, at: str) -> str:
    """What an agent reads of a call that failed, which is not counted; whether it was done is not known, but
    what closes a matter has not."""
    if fault == "busy":
        return f"{tool.name} is busy at {at} and took nothing; try again, this call is not counted"
    done = "it was not done; try again" if tool.kind == "closes" else "it may or may not have been done"
    return f"{tool.name} timed out at {at}: no answer within 30 seconds; {done}; this call is not counted"
