"""The server's clocks. `now` only goes forward and decides what has been idle too long; `wall` is for people
to read."""

from time import monotonic as now
from time import time as wall

__all__ = ["now", "wall"]
