"""What a larger catalogue costs: searches, the parts of an episode, opening and memory, at one size after the
other.

Each size is measured in a process of its own, so that nothing is warm from the size before; the file is read
once, so that nothing waits for the disk. Searches have three to six words of some product's text and are all
distinct. Beside them stands a bound: the time to add up every posting of the same words and look at every
score once, and that of a call which finds no word at all."""

import gc
import multiprocessing
import platform
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from queue import Queue
from threading import Barrier
from typing import TYPE_CHECKING

import msgspec

from .. import catalog as catalogs
from .. import players
from ..catalog.search.filters import Filter
from ..core.episode import start
from ..core.record import package_version
from ..core.spec import Spec
from ..core.streams import Streams
from ..core.values import Value
from .episodes import BenchSize as EnvSize
from .episodes import Figure, env_round, least, most, timed

if TYPE_CHECKING:
    from ..catalog.catalogue import Catalog
    from ..catalog.search.kernel import Reference

SIZES = (10_000, 100_000, 1_000_000, 2_000_000)
LIMIT = 20
POSTINGS_READ = 400_000_000  # a round of searches reads no more than about this
Search = tuple[str, tuple[Filter, ...], tuple[Filter, ...]]  # words, a category, and five filters


class Parts(Value):
    """The parts of an episode, in µs."""

    start: Figure
    step: Figure
    observe: Figure
    judge: Figure


class SizeBench(Value):
    """One size. All times are CPU time of one core."""

    products: int
    file_mib: float
    open_ms: Figure
    kernel: str
    plain_per_s: Figure
    category_per_s: Figure
    filtered_per_s: Figure  # category, price, rating, shipping days and stock
    bound_per_s: Figure  # of plain ones; all zero where the kernel is not compiled
    postings: float  # of a plain search
    envs: Mapping[str, Parts]
    worker_pss_mib: float  # the largest of them; 0 where the system does not tell

    def growth(self, smallest: "SizeBench", env: str) -> float:
        """How much longer a start takes than at the smallest size."""
        return self.envs[env].start.best / smallest.envs[env].start.best


class Scale(Value):
    sizes: tuple[SizeBench, ...]
    level: int
    rounds: int
    retailgym: str
    python: str

    def written(self) -> bytes:
        return msgspec.json.format(msgspec.json.encode(self), indent=2) + b"\n"


class Ask(Value):
    """What to measure at each size."""

    envs: tuple[str, ...]
    level: int = 6
    episodes: int = 60  # per round
    rounds: int = 3
    searches: int = 2_000  # per round, fewer where they are long
    workers: int = 4  # that share a catalogue while it is weighed


def scale(sizes: tuple[int, ...], ask: Ask, tell: Callable[[str], None] = lambda what: None) -> Scale:
    """Measure all sizes. The catalogues should be there already: building a large one takes minutes."""
    spawn = multiprocessing.get_context("spawn")
    measured = []
    for products in sizes:
        tell(f"{products:,} products")
        with ProcessPoolExecutor(1, mp_context=spawn) as alone:
            one = alone.submit(measure, products, ask).result()
        tell(f"{products:,} products, {ask.workers} workers")
        measured.append(msgspec.structs.replace(one, worker_pss_mib=max(weighed(products, ask))))
    return Scale(
        sizes=tuple(measured),
        level=ask.level,
        rounds=ask.rounds,
        retailgym=package_version(),
        python=platform.python_version(),
    )


def measure(products: int, ask: Ask) -> SizeBench:
    from ..catalog.cache import generated_path, open_file

    catalog = catalogs.load(products)
    path = generated_path(products)
    opened = [1e3 * timed(lambda: open_file(path))[0] for _ in range(5)] if path.exists() else [0.0]
    _warm(path)
    kernel = catalog.kernel
    rounds = [_search_round(catalog, kernel, ask, n) for n in range(ask.rounds + 1)][1:]
    envs = {env: _parts(env, catalog, ask) for env in ask.envs}
    plain, category, filtered, bound, postings = zip(*rounds, strict=True)
    return SizeBench(
        products=products,
        file_mib=path.stat().st_size / 2**20 if path.exists() else 0.0,
        open_ms=least(opened),
        kernel=kernel.name,
        plain_per_s=most(plain),
        category_per_s=most(category),
        filtered_per_s=most(filtered),
        bound_per_s=most(bound),
        postings=postings[-1],
        envs=envs,
        worker_pss_mib=0.0,
    )


def _warm(path: Path) -> None:
    """Read the file once: what is measured does not wait for the disk."""
    if path.exists():
        with path.open("rb", buffering=0) as file:
            while file.read(1 << 24):
                pass


def _search_round(
    catalog: "Catalog", kernel: "Reference", ask: Ask, number: int
) -> tuple[float, float, float, float, float]:
    """Searches per second: plain, in a category, and with five filters; the bound of the plain ones; and
    postings of each of these."""
    from ..catalog.search.tokens import terms

    searches = _searches(catalog, ask, number)
    sought = [list(dict.fromkeys(terms(words))) for words, _, _ in searches]
    postings = sum(kernel.postings(words) for words in sought) / len(searches)
    n = max(100, min(len(searches), int(POSTINGS_READ / max(1.0, postings))))
    plain, _ = timed(lambda: [catalog.search(words, (), limit=LIMIT) for words, _, _ in searches[:n]])
    category, _ = timed(lambda: [catalog.search(words, here, limit=LIMIT) for words, here, _ in searches])
    filtered, _ = timed(lambda: [catalog.search(words, five, limit=LIMIT) for words, _, five in searches])
    calls, _ = timed(lambda: [catalog.search(f"zyx{n} zyy zyz zyw", (), limit=LIMIT) for n in range(n)])
    tallies, added = timed(lambda: [kernel.tally(words) for words in sought[:n]])
    bound = len(searches[:n]) / (calls + tallies) if any(added) else 0.0
    return len(searches[:n]) / plain, len(searches) / category, len(searches) / filtered, bound, postings


def _searches(catalog: "Catalog", ask: Ask, number: int) -> list[Search]:
    """Distinct ones, each about some product, and true of it."""
    rng = (Streams("scale") / number)()
    searches: dict[str, Search] = {}
    for _ in range(20 * ask.searches):
        p = catalog.at(rng.below(catalog.size))
        words = " ".join(rng.sample(f"{p.title} {p.description}".split(), rng.between(3, 6)))
        here = Filter(name="category", op="eq", value=catalog.category_of(p).name)
        near = (
            here,
            Filter(name="price_cents", op="lte", value=p.price_cents * 2),
            Filter(name="rating", op="gte", value=p.rating_tenths / 10 - 0.5),
            Filter(name="shipping_days", op="lte", value=p.ship_days + 2),
            Filter(name="in_stock", op="eq", value=True),
        )
        searches[words] = words, (here,), near
        if len(searches) == ask.searches:
            break
    return list(searches.values())


def _parts(env: str, catalog: "Catalog", ask: Ask) -> Parts:
    size = EnvSize(products=catalog.size, level=ask.level, episodes=ask.episodes, rounds=ask.rounds)
    rounds = [env_round(env, catalog, size, n) for n in range(ask.rounds + 1)][1:]
    return Parts(
        start=least([r.start_us for r in rounds]),
        step=least([r.step_us for r in rounds]),
        observe=least([r.observe_us for r in rounds]),
        judge=least([r.judge_us for r in rounds]),
    )


def weighed(products: int, ask: Ask) -> list[float]:
    """The memory of each of some workers that share a catalogue and have all played for a while, in MiB: what
    is shared counts in parts."""
    spawn = multiprocessing.get_context("spawn")
    ready, results = spawn.Barrier(ask.workers), spawn.Queue()
    workers = [
        spawn.Process(target=_work, args=(products, ask, n, ready, results)) for n in range(ask.workers)
    ]
    for worker in workers:
        worker.start()
    memory = [results.get(timeout=600) for _ in workers]
    for worker in workers:
        worker.join()
    return memory


def _work(products: int, ask: Ask, number: int, ready: Barrier, results: "Queue[float]") -> None:
    catalog, expert = catalogs.load(products), players.get("expert")
    for words, here, _ in _searches(catalog, ask, 100 + number)[:300]:
        catalog.search(words, here, limit=LIMIT)
    for seed in range(ask.episodes):
        for env in ask.envs:
            players.play(start(Spec(env, ask.level, 1_000_000 * number + seed), catalog=catalog), expert)
    gc.collect()
    ready.wait(timeout=600)
    results.put(_pss_mib())
    ready.wait(timeout=600)


def _pss_mib() -> float:
    """This process's part of all memory; 0 where the system does not tell."""
    rollup = Path("/proc/self/smaps_rollup")
    if not rollup.exists():
        return 0.0
    return (
        next(int(line.split()[1]) for line in rollup.read_text().splitlines() if line.startswith("Pss:"))
        / 1024
    )
