"""What the shop costs, per CPU-second: episodes, steps, searches, and the memory of a session.

Machines are shared and noisy, so every figure is taken in several rounds, each with seeds and queries of its
own; the best round says what the code can do, the median what to expect."""

import gc
import platform
import statistics
import subprocess
import sys
import tracemalloc
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from time import process_time
from typing import TYPE_CHECKING, TypeVar

import msgspec

from .. import catalog as catalogs
from .. import players
from ..catalog.search.filters import Filter
from ..core.difficulty import axes_at
from ..core.env import Turn
from ..core.episode import Episode, judge, observe, start, step
from ..core.record import package_version
from ..core.spec import Spec
from ..core.streams import Streams
from ..core.values import Value

if TYPE_CHECKING:
    from ..catalog.catalogue import Catalog

T = TypeVar("T")
SEARCHES = 2_000  # per round
IMPORTS = 5
IMPORT = "from time import process_time as t; a = t(); import retailgym; print(t() - a)"


class Figure(Value):
    """One measured number: the best round and the median one."""

    best: float
    median: float


class EnvBench(Value):
    level: int
    episodes_per_round: int
    episodes_per_s: Figure  # start, every turn of the expert, judge
    steps_per_s: Figure
    start_us: Figure
    step_us: Figure
    observe_us: Figure
    judge_us: Figure
    session_kib_opened: float  # beyond the shared catalogue
    session_kib_played: float  # the same before the last turn, when its log is longest


class Bench(Value):
    """All times are CPU time of one core."""

    envs: Mapping[str, EnvBench]
    searches_per_s: Figure  # words alone, over the whole catalogue
    shelf_searches_per_s: Figure  # words on one shelf
    import_cpu_ms: Figure
    peak_rss_mib: float
    products: int
    rounds: int
    retailgym: str
    python: str

    def written(self) -> bytes:
        return msgspec.json.format(msgspec.json.encode(self), indent=2) + b"\n"


class BenchSize(Value):
    """How much to measure."""

    products: int = catalogs.DEFAULT_SIZE
    level: int = 6
    episodes: int = 200  # per round, and open at once to weigh them
    rounds: int = 5


def bench(envs: tuple[str, ...], size: BenchSize, tell: Callable[[str], None] = lambda what: None) -> Bench:
    """Measure everything; `tell` hears what is being measured."""
    tell("import")
    imports = [1e3 * import_cpu_s() for _ in range(IMPORTS)]
    tell(f"catalogue of {size.products:,} products")
    catalog = catalogs.load(size.products)
    tell("search")
    plain, shelved = zip(*(_search_round(catalog, size, n) for n in range(size.rounds + 1)), strict=True)
    measured = {}
    for env in envs:
        tell(env)
        measured[env] = [env_round(env, catalog, size, n) for n in range(size.rounds + 1)]
    peak = peak_rss_mib()  # before memory is traced, which takes memory itself
    weighed = {}
    for env in envs:
        tell(f"sessions of {env}")
        weighed[env] = _session_kib(env, catalog, size)
    return Bench(
        envs={env: _env_bench(measured[env][1:], weighed[env], size) for env in envs},
        searches_per_s=most(plain[1:]),
        shelf_searches_per_s=most(shelved[1:]),
        import_cpu_ms=least(imports),
        peak_rss_mib=peak,
        products=size.products,
        rounds=size.rounds,
        retailgym=package_version(),
        python=platform.python_version(),
    )


class Round(Value):
    """One round of one environment."""

    episodes_per_s: float
    start_us: float
    step_us: float
    observe_us: float
    judge_us: float


def env_round(env: str, catalog: "Catalog", size: BenchSize, number: int) -> Round:
    """One round; the first of all warms the caches and is not counted."""
    expert, n = players.get("expert"), size.episodes
    first = 2 * n * number
    whole, parts = (
        [Spec(env, size.level, seed) for seed in range(begin, begin + n)] for begin in (first, first + n)
    )
    playing, _ = timed(lambda: drop(players.play(start(spec, catalog=catalog), expert) for spec in whole))
    starting, opened = timed(lambda: [start(spec, catalog=catalog) for spec in parts])
    turns = [players.path(episode, players.expert) for episode in opened]
    stepping, ended = timed(lambda: [_last(*pair) for pair in zip(opened, turns, strict=True)])
    every = [state for pair in zip(opened, turns, strict=True) for state in _walk(*pair)]
    observing, _ = timed(lambda: drop(map(observe, every)))
    judging, _ = timed(lambda: drop(map(judge, ended)))
    return Round(
        episodes_per_s=n / playing,
        start_us=1e6 * starting / n,
        step_us=1e6 * stepping / len(every),
        observe_us=1e6 * observing / len(every),
        judge_us=1e6 * judging / n,
    )


def timed(work: Callable[[], T]) -> tuple[float, T]:
    """CPU-seconds, and what came of them."""
    gc.collect()
    begin = process_time()
    result = work()
    return process_time() - begin, result


def drop(results: Iterable[object]) -> None:
    """Make them and keep none, as a trainer would."""
    deque(results, maxlen=0)


def _walk(episode: Episode, turns: list[Turn]) -> Iterator[Episode]:
    for turn in turns:
        episode = step(episode, turn)
        yield episode


def _search_round(catalog: "Catalog", size: BenchSize, number: int) -> tuple[float, float]:
    """Searches per second, plain and on a shelf."""
    depth = axes_at(size.level).retrieval_depth
    queries = _queries(catalog, number)
    plain, _ = timed(lambda: [catalog.search(words, (), limit=depth) for words, _ in queries])
    shelved, _ = timed(lambda: [catalog.search(words, here, limit=depth) for words, here in queries])
    return len(queries) / plain, len(queries) / shelved


def _queries(catalog: "Catalog", number: int) -> list[tuple[str, tuple[Filter, ...]]]:
    """Distinct ones, of two to four words from the title of some product, with the shelf it stands on."""
    rng = (Streams("bench") / "queries" / number)()
    queries: dict[str, tuple[Filter, ...]] = {}
    for _ in range(20 * SEARCHES):
        head = catalog.head(rng.below(catalog.size))
        words = rng.sample(head.title.replace(",", "").split(), rng.between(2, 4))
        queries[" ".join(words)] = (Filter(name="shelf", op="eq", value=head.shelf),)
        if len(queries) == SEARCHES:
            break
    return list(queries.items())


def _session_kib(env: str, catalog: "Catalog", size: BenchSize) -> tuple[float, float]:
    """The memory of one open episode, from many: when the customer has spoken, and before the last turn."""
    specs = [Spec(env, size.level, seed) for seed in range(size.episodes)]
    # what the catalogue remembers of it is shared, and there from now on
    turns = [players.path(start(spec, catalog=catalog), players.expert) for spec in specs]
    gc.collect()
    tracemalloc.start()
    try:
        opened = [start(spec, catalog=catalog) for spec in specs]
        gc.collect()
        at_start, _ = tracemalloc.get_traced_memory()
        played = [_last(episode, path[:-1]) for episode, path in zip(opened, turns, strict=True)]
        del opened
        gc.collect()
        at_end, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    return at_start / len(specs) / 1024, at_end / len(played) / 1024


def _last(episode: Episode, turns: list[Turn]) -> Episode:
    for state in _walk(episode, turns):
        episode = state
    return episode


def import_cpu_s() -> float:
    """CPU-seconds of `import retailgym` in a fresh process."""
    return float(
        subprocess.run([sys.executable, "-c", IMPORT], capture_output=True, text=True, check=True).stdout
    )


def peak_rss_mib() -> float:
    """The most memory that this process has held, mapped catalogue pages included."""
    if sys.platform == "win32":
        return 0.0  # nothing in the standard library tells
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def _env_bench(rounds: list[Round], session_kib: tuple[float, float], size: BenchSize) -> EnvBench:
    return EnvBench(
        level=size.level,
        episodes_per_round=size.episodes,
        episodes_per_s=most([r.episodes_per_s for r in rounds]),
        steps_per_s=most([1e6 / r.step_us for r in rounds]),
        start_us=least([r.start_us for r in rounds]),
        step_us=least([r.step_us for r in rounds]),
        observe_us=least([r.observe_us for r in rounds]),
        judge_us=least([r.judge_us for r in rounds]),
        session_kib_opened=session_kib[0],
        session_kib_played=session_kib[1],
    )


def most(values: "list[float] | tuple[float, ...]") -> Figure:
    return Figure(best=max(values), median=statistics.median(values))


def least(values: "list[float] | tuple[float, ...]") -> Figure:
    return Figure(best=min(values), median=statistics.median(values))
