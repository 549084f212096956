"""Attack a server that this starts, and print what held: python -m tests.attack [--quick] [NAME …]."""

import argparse
import asyncio
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

from . import endurance, hostile, latency
from .target import TOKEN, measured, serving, share

Row = tuple[str, str, str, bool]  # what was tried, what came of it, the limit, whether it held
IDLE_S = 2.0
TURNS = 3


def idle(quick: bool) -> Iterator[Row]:
    """One call every 0.9 × --idle, for 50 × --idle, through every door."""
    times = 4 if quick else 50
    with serving("--idle", str(IDLE_S)) as target:

        async def all_doors() -> list[object]:
            plays = (play(target, 0.9 * IDLE_S, times * IDLE_S) for play in endurance.DOORS.values())
            return list(await asyncio.gather(*plays, return_exceptions=True))

        for door, outcome in zip(endurance.DOORS, asyncio.run(all_doors()), strict=True):
            yield (
                f"a call every 0.9 x idle: {door}",
                str(outcome)[:60],
                "nothing lost",
                isinstance(outcome, int),
            )


def restart(quick: bool) -> Iterator[Row]:
    sessions = 6 if quick else 20
    with serving("--workers", "2" if quick else "4") as target:
        while target.log().count('"event":"started"') < (2 if quick else 4):
            time.sleep(0.2)
        ended = asyncio.run(endurance.mcp_through_restart(target, sessions))
    yield "MCP sessions through a rolling restart", f"{ended} of {sessions}", "all", ended == sessions


def hostility(quick: bool) -> Iterator[Row]:
    seconds, steps, pause = (2.0, 150, 20.0) if quick else (6.0, 1000, 60.0)
    for name in hostile.ATTACKS:
        with serving() as target, hostile.attacker(name, target.port, TOKEN) as other:
            asyncio.run(measured(target.url, 1.0))
            at_first = target.rss_mib()
            alone, beside, most = list[float](), list[float](), 0.0
            for _ in range(TURNS):  # in turns, so that whatever disturbs the machine disturbs both
                alone += asyncio.run(measured(target.url, seconds, steps))
                with other.at_work():
                    beside += asyncio.run(measured(target.url, seconds, steps))
                    most = max(most, target.rss_mib())
            tries = other.tries()
            time.sleep(pause)
            after = target.rss_mib()
        ratio = share(beside, 99) / share(alone, 99)
        yield (
            f"{name}: p99 of another client",
            f"{ratio:.1f} x ({share(beside, 99):.1f} ms)",
            "3 x",
            ratio <= 3 and tries > 0,
        )
        yield f"{name}: memory, {tries} tries", f"{most:.0f} MiB", "1024 MiB", most < 1024
        yield (
            f"{name}: memory after {pause:.0f} s",
            f"{after / at_first:.2f} x",
            "1.2 x",
            after <= 1.2 * at_first,
        )


def closing(quick: bool) -> Iterator[Row]:
    count = 100 if quick else 1000
    with serving("--max-sessions", "2048", "--max-sessions-per-client", "2048") as target:
        equal = asyncio.run(endurance.closings(target, min(count, 1000)))
    yield (
        "episodes that end at once, with the record that was told",
        f"{equal} of {count}",
        "all",
        equal == count,
    )


STORES = {
    "a damaged, moved, read-only or full store": "test_what_the_store_cannot_take_is_spilled",
    "no disk takes anything": "test_where_nothing_can_be_written or test_who_comes_when_many_wait",
    "a locked store": "test_a_store_that_is_locked or test_who_comes_while_the_store_stands_still",
    "clocks set back and ahead": "test_a_clock_that_is_set",
    "a database that stands still for 60 s": "test_while_postgres_stands_still",
    "a database restarted and away": "test_postgres_restarted or test_a_finish_waits_while_postgres",
}


def stores(quick: bool) -> Iterator[Row]:
    """The tests that break a store under a server; a short look leaves out the long ones."""
    files = [f"tests/serving/test_{name}.py" for name in ("believable", "records", "writer")]
    marks = [] if quick else ["-m", "long or not long"]
    for what, names in STORES.items():
        command = [sys.executable, "-m", "pytest", "-o", "addopts=", *marks, "-k", names, *files]
        ran = subprocess.run(command, capture_output=True, text=True)
        said = (ran.stdout or ran.stderr).strip().splitlines()[-1].strip("= ").split(",")[0]
        yield f"told is kept: {what}", said[:28], "all", ran.returncode == 0 and "passed" in said


def speed(quick: bool) -> Iterator[Row]:
    for sessions in (1, 64) if quick else (1, 64, 512):
        ours, theirs = asyncio.run(latency.beside_echo(sessions, 5 if sessions == 1 else 1))
        for part, limit in ((50, 1.7), (99, 4.0)):
            mine, other = share(ours, part), share(theirs, part)
            said = f"{mine / other:.2f} x ({mine:.1f} to {other:.1f} ms)"
            yield (
                f"p{part} of a step beside a stock echo, {sessions} sessions",
                said,
                f"{limit} x",
                mine <= limit * other,
            )


def soak(seconds: float) -> Iterator[Row]:
    with serving("--workers", "2") as target:
        while len(endurance.workers(target)) < 2:
            time.sleep(0.2)
        played, lost, grown = asyncio.run(endurance.soak(target, 256, seconds))
        refused = target.log().count('"event":"refused"')
    what = f"{seconds:.0f} s at 256 sessions"
    yield f"{what}: episodes lost or mixed", f"{lost} of {played}", "none", lost == 0
    yield f"{what}: memory, last third", f"{grown:.2f} x", "1.1 x", grown <= 1.1
    yield f"{what}: an honest client refused", f"{refused} times", "never", refused == 0


TRIALS: dict[str, Callable[[bool], Iterator[Row]]] = {
    "idle": idle, "restart": restart, "hostile": hostility, "closing": closing, "stores": stores,
    "speed": speed,
}  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"of {', '.join(TRIALS)}, soak; without any, all"
    )
    parser.add_argument("--quick", action="store_true", help="shorter, for a look")
    parser.add_argument("--soak", type=float, default=1800.0, metavar="SECONDS")
    given = parser.parse_args()
    chosen = given.names or [*TRIALS, "soak"]
    held = True
    print(f"{'':4}  {'what':66}  {'measured':28}  limit", flush=True)
    for name in chosen:
        rows = soak(60.0 if given.quick else given.soak) if name == "soak" else TRIALS[name](given.quick)
        for what, found, limit, ok in rows:
            print(f"{'ok' if ok else 'FAIL':4}  {what:66}  {found:28}  {limit}", flush=True)
            held &= ok
    sys.exit(0 if held else 1)


if __name__ == "__main__":
    main()
