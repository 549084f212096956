"""Counts the instructions of the hot paths by callgrind: `python -m tests.scale.instructions` prints them, `…
write` keeps them.

Times depend on the machine and on who else uses it; instructions hardly do. This file is also what runs under
callgrind: `… run`. Each part ends with a call of getppid, before which callgrind writes down what it has
counted."""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from retailgym.catalog.catalogue import Catalog

ROOT = Path(__file__).parents[2]
FILE = Path(__file__).with_name("budgets.json")
SEEDS = range(900, 912)
SEARCHES = 60
JOBS = ("discovery", "substitution", "cart", "bundle")  # which look at shelves closely


def parts() -> dict[str, tuple[int, Callable[[], object]]]:
    """What is counted, and how many times it is done: the same under the same Python."""
    import retailgym as rg
    from retailgym.bench.episodes import _queries
    from retailgym.catalog.catalogue import Catalog
    from retailgym.catalog.search.kernel import Compiled, Reference

    shop = rg.catalog.load()
    numpy = Catalog(shop.contents, shop.column, shop.content_hash)
    numpy.kernel = Reference(numpy)
    shop.kernel = Compiled(shop)
    specs = [rg.Spec("cart", 6, seed) for seed in SEEDS]
    queries = [words for words, _ in _queries(shop, 0)][: 2 * SEARCHES]
    for query in queries[SEARCHES:]:  # what a process does once is not counted
        shop.search(query, ()), numpy.search(query, ())
    opened = [rg.start(spec, catalog=shop) for spec in specs]
    turns = [rg.players.path(episode, rg.players.expert) for episode in opened]
    states = []
    for episode, path in zip(opened, turns, strict=True):
        for turn in path:
            episode = rg.step(episode, turn)
            states.append(episode)
    done = [s for s in states if s.done]
    fresh = [rg.Spec("cart", 6, seed + 5_000) for seed in SEEDS]
    jobs = [rg.Spec(job, 6, seed + 7_000) for job in JOBS for seed in SEEDS[:3]]
    for spec in jobs:
        rg.start(spec, catalog=shop)

    def steps() -> None:
        for episode, path in zip(opened, turns, strict=True):
            for turn in path:
                episode = rg.step(episode, turn)

    return {
        "start": (len(fresh), lambda: [rg.start(spec, catalog=shop) for spec in fresh]),
        "start, shelves seen": (len(jobs), lambda: [rg.start(spec, catalog=shop) for spec in jobs]),
        "start, shelves never seen": (
            len(jobs),
            lambda: [rg.start(spec, catalog=_forgetful(shop)) for spec in jobs],
        ),
        "step": (len(states), steps),
        "observe": (len(states), lambda: [rg.observe(state) for state in states]),
        "judge": (len(done), lambda: [rg.judge(state) for state in done]),
        "search, compiled kernel": (
            SEARCHES,
            lambda: [shop.search(query, ()) for query in queries[:SEARCHES]],
        ),
        "search, NumPy kernel": (SEARCHES, lambda: [numpy.search(query, ()) for query in queries[:SEARCHES]]),
    }


def _forgetful(shop: "Catalog") -> "Catalog":
    """The shop as if no shelf of it had been looked at."""
    for known in (shop.racks, shop._heads, shop._docs, shop._outlines, shop._products):
        known.clear()
    return shop


def run() -> None:
    """Under callgrind, which begins to count when told so."""
    import gc

    todo = parts()
    gc.collect()
    gc.disable()
    subprocess.run(["callgrind_control", "-i", "on", str(os.getpid())], check=True, capture_output=True)
    os.getppid()
    for _, work in todo.values():
        work()
        os.getppid()
    print(json.dumps({name: times for name, (times, _) in todo.items()}))


def counted() -> dict[str, int]:
    """Instructions of each part, for one time that it is done."""
    with tempfile.TemporaryDirectory() as directory:
        out = Path(directory) / "out"
        valgrind = [
            "valgrind",
            "--tool=callgrind",
            "--instr-atstart=no",
            "--dump-before=getppid",
            f"--callgrind-out-file={out}",
        ]
        env = os.environ | {
            "PYTHONHASHSEED": "0",
            "OPENBLAS_NUM_THREADS": "1",
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        ran = subprocess.run(
            [*valgrind, sys.executable, "-m", __spec__.name, "run"],
            cwd=ROOT,
            env=env,
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, ran.stderr
        times: dict[str, int] = json.loads(ran.stdout.splitlines()[-1])
        totals = [_total(Path(f"{out}.{n}")) for n in range(2, len(times) + 2)]
    return {name: total // many for (name, many), total in zip(times.items(), totals, strict=True)}


def _total(dump: Path) -> int:
    found = re.search(r"^(?:totals|summary): (\d+)", dump.read_text(), re.MULTILINE)
    assert found, f"{dump} counts nothing"
    return int(found[1])


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["run"]:
            run()
        case ["write"]:
            FILE.write_text(json.dumps(counted(), indent=2) + "\n")
        case _:
            print(json.dumps(counted(), indent=2))
