"""Sessions live as long as they are used, through restarts too; a worker that dies is told of. `make attack`
does the same for longer, and with more of them."""

import asyncio
import os
import signal
import time

from ..attack import endurance
from ..attack.target import Target, serving

IDLE_S = 4.0
WORKERS = 2


def test_a_session_that_is_used_lives_on_whatever_its_door():
    """A call every half of the time after which a silent session ends; `make attack` waits 0.9 of it."""
    with serving("--idle", str(IDLE_S)) as target:

        async def all_doors() -> list[object]:
            plays = (play(target, IDLE_S / 2, 1.6 * IDLE_S) for play in endurance.DOORS.values())
            return list(await asyncio.gather(*plays, return_exceptions=True))

        ended = dict(zip(endurance.DOORS, asyncio.run(all_doors()), strict=True))
    assert {door: type(calls) for door, calls in ended.items()} == dict.fromkeys(endurance.DOORS, int), ended


def test_sessions_are_played_through_a_restart_and_a_worker_that_dies_is_in_the_log_and_replaced():
    with serving("--workers", str(WORKERS)) as target:
        until(target, lambda log: log.count('"event":"started"') >= WORKERS)
        assert asyncio.run(endurance.mcp_through_restart(target, 6)) == 6
        *_, victim = started = endurance.workers(target)
        os.kill(victim, signal.SIGKILL)
        until(target, lambda log: f"[{victim}] died" in log and log.count('"event":"started"') > len(started))
        assert asyncio.run(endurance.closings(target, 3)) == 3


def until(target: Target, holds) -> None:
    end = time.monotonic() + 120
    while not holds(target.log()):
        assert time.monotonic() < end and target.process.poll() is None, target.log()
        time.sleep(0.1)
