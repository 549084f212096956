"""What an adapter costs: CPU per expert episode beside the same turns in process, and rollouts on Ray beside
one core without it.

Fixed costs (imports, servers, processes) are taken out: each figure is the difference between many episodes
and one. Whatever is compared is measured in turns, round by round, since the machine may be busy with other
things."""

import os
import time
from collections.abc import Callable, Sequence

from .. import players
from ..core.episode import start
from ..core.spec import task
from ..core.values import Value
from ..training.groups import Rollout, play_group, rollout
from ..training.needs import MissingStack, installed
from .adapter_plays import DRIVERS, NEEDS, Driver, in_process, in_process_as_text

APART = ("ray", "gymnasium_vector")  # its work is done elsewhere; it plays on where others have ended


class Cost(Value):
    """Of one adapter, per episode."""

    cpu_us: float
    added_percent: float  # beside the same turns in process, read as text
    beside_expert_percent: (
        float  # what it adds to an expert in process, which reads no text: making the text is counted too
    )


class Rollouts(Value):
    """Expert episodes per second of the clock."""

    workers: int
    group: int
    per_s_in_process: float  # on one core, without Ray
    per_s_on_ray: float
    ratio: float
    cpu_us_in_process: float
    cpu_us_on_ray: float  # of the actors and of this process
    ratio_by_cpu: float  # what as many free cores give


class Costs(Value):
    env: str
    level: int
    episodes: int
    expert_us: float  # start, every turn of the expert, who thinks, and judge
    in_process_us: float  # the same turns, known before
    as_text_us: float  # and all that comes back written out
    adapters: dict[str, Cost]
    left_out: dict[str, str]  # and why
    ray: Rollouts | None = None


class AdapterBenchSize(Value):
    env: str = "cart"
    level: int = 6
    episodes: int = 100
    rounds: int = 3
    workers: int = 2


def bench(
    names: Sequence[str], size: AdapterBenchSize, tell: Callable[[str], None] = lambda what: None
) -> Costs:
    """Measure these adapters, as far as they are installed."""
    left_out = _left_out(names)
    drivers = {name: DRIVERS[name] for name in names if name not in (*left_out, *APART)}
    expert, plain, text, *each = _costs(
        (_expert, in_process, in_process_as_text, *drivers.values()), size, tell
    )
    costs = {
        name: Cost(
            cpu_us=us, added_percent=100 * (us / text - 1), beside_expert_percent=100 * (us - plain) / expert
        )
        for name, us in zip(drivers, each, strict=True)
    }
    on_ray = None
    if "ray" in names and "ray" not in left_out:
        tell(f"rollouts on {size.workers} actors")
        on_ray = rollouts(size)
    return Costs(
        env=size.env,
        level=size.level,
        episodes=size.episodes,
        expert_us=expert,
        in_process_us=plain,
        as_text_us=text,
        adapters=costs,
        left_out=left_out,
        ray=on_ray,
    )


def _left_out(names: Sequence[str]) -> dict[str, str]:
    """Those that are not installed, and what to do about it."""
    reasons = {}
    for name in names:
        try:
            installed(NEEDS.get(name, name))
        except MissingStack as missing:
            reasons[name] = str(missing)
    return reasons


def _costs(drivers: Sequence[Driver], size: AdapterBenchSize, tell: Callable[[str], None]) -> list[float]:
    """Microseconds of CPU per episode through each; the best round."""
    plays = [
        rollout(start(task("train", i, size.env, size.level)), players.expert)
        for i in range(size.episodes + 1)
    ]
    for driver in drivers:
        driver(plays[:1])  # imports, caches
    rounds = []
    for n in range(size.rounds):
        tell(f"{size.env}, round {n + 1} of {size.rounds}")
        rounds.append([_cost(driver, plays) for driver in drivers])
    return [min(of_one) for of_one in zip(*rounds, strict=True)]


def _expert(plays: Sequence[Rollout]) -> list[float]:
    return [players.play(start(play.spec), players.expert)[1].reward for play in plays]


def _cost(driver: Driver, plays: Sequence[Rollout]) -> float:
    """Microseconds of CPU per episode, of this process and those that it waited for."""
    one, many = _cpu_s(lambda: driver(plays[:1])), _cpu_s(lambda: driver(plays))
    return 1e6 * (many - one) / (len(plays) - 1)


def _cpu_s(work: Callable[[], object]) -> float:
    import resource  # which Windows has not; nothing else here needs it

    def used() -> float:
        return sum(
            u.ru_utime + u.ru_stime
            for u in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
        )

    begin = used()
    work()
    return used() - begin


def rollouts(size: AdapterBenchSize, group: int = 8) -> Rollouts:
    """The same groups in this process and on actors; the best round of each."""
    os.environ.setdefault(
        "RAY_worker_niceness", "0"
    )  # as much of the machine as this process gets, with which they are compared
    from ..training.ray import RolloutPool

    specs = [task("train", i, size.env, size.level) for i in range(max(2 * size.episodes, 64))]
    n = len(specs) * group

    def here() -> None:
        for spec in specs:
            play_group(spec, lambda member: players.expert, group)

    with RolloutPool("expert", workers=size.workers, group=group) as pool:
        list(pool.play(specs))  # opens the catalogue on every actor
        rounds = [
            (
                _clocked(here, time.process_time),
                _clocked(lambda: list(pool.play(specs)), lambda: time.process_time() + pool.cpu_s()),
            )
            for _ in range(size.rounds)
        ]
    (wall, cpu), (wall_ray, cpu_ray) = (
        tuple(map(min, zip(*one, strict=True))) for one in zip(*rounds, strict=True)
    )
    return Rollouts(
        workers=size.workers,
        group=group,
        per_s_in_process=n / wall,
        per_s_on_ray=n / wall_ray,
        ratio=wall / wall_ray,
        cpu_us_in_process=1e6 * cpu / n,
        cpu_us_on_ray=1e6 * cpu_ray / n,
        ratio_by_cpu=size.workers * cpu / cpu_ray,
    )


def _clocked(work: Callable[[], object], cpu_s: Callable[[], float]) -> tuple[float, float]:
    """Seconds of the clock and of CPU."""
    begin_cpu, begin = cpu_s(), time.perf_counter()
    work()
    return time.perf_counter() - begin, cpu_s() - begin_cpu
