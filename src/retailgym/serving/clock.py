"""The server's clocks. `now` only goes forward and decides what has been idle too long; `wall` is for people
to read; `worked` is the time that this thread has computed, whatever else the machine did meanwhile."""

from time import monotonic as now
from time import thread_time as worked
from time import time as wall

__all__ = ["now", "wall", "worked"]
