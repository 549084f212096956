"""The report: scores per player, environment and level, in the shape that `retailgym eval --json` writes."""

from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

from .. import catalog
from ..envs import get_env
from ..record import package_version
from ..spec import Spec
from ..value import Value
from .numbers import Interval, mean_interval, mean_of_means, pass_k, rate_interval
from .plan import Plan
from .run import Played


class Scores(Value):
    """What some episodes come to. `ci95` belongs to the reward."""

    episodes: int
    reward: float
    ci95: Interval
    success: float
    success_ci95: Interval
    pass_k: Mapping[str, float]
    harm: float
    turns: float
    exchanges: float
    calls: float


class EnvScores(Scores):
    by_level: Mapping[str, Scores]


class PlayerScores(Value):
    episodes: int
    by_env: Mapping[str, EnvScores]


class Report(Value):
    """`episodes` and `by_env` are those of `player`, the first one; `players` holds all of them, the first included."""

    player: str
    episodes: int
    by_env: Mapping[str, EnvScores]
    players: Mapping[str, PlayerScores]
    split: str
    seeds: int
    levels: tuple[int, ...]
    versions: Mapping[str, int]  # of the environments
    store: str
    retailgym: str

    def written(self) -> bytes:
        return msgspec.json.format(msgspec.json.encode(self), indent=2) + b"\n"


def report(plan: Plan, played: Iterable[Played]) -> Report:
    episodes = list(played)
    by_player = {name: _of_player(plan, [e for e in episodes if e.player == name]) for name in plan.players}
    first = plan.players[0]
    return Report(
        player=first, episodes=by_player[first].episodes, by_env=by_player[first].by_env, players=by_player, split=plan.split, seeds=plan.seeds,
        levels=plan.levels, versions={env: get_env(env).version for env in plan.envs}, store=catalog.load().content_hash,
        retailgym=package_version(),
    )  # fmt: skip


def _of_player(plan: Plan, played: Sequence[Played]) -> PlayerScores:
    by_env: dict[str, EnvScores] = {}
    for env in plan.envs:
        here = [e for e in played if e.spec.env == env]
        levels = {str(d): score([e for e in here if e.spec.level == d]) for d in plan.levels}
        by_env[env] = EnvScores(**msgspec.structs.asdict(score(here)), by_level=levels)
    return PlayerScores(episodes=len(played), by_env=by_env)


def score(played: Sequence[Played]) -> Scores:
    """The scores of some episodes, each spec counted once."""
    groups: dict[Spec, list[Played]] = {}
    for e in played:
        groups.setdefault(e.spec, []).append(e)

    def by_spec(number: Callable[[Played], float]) -> list[list[float]]:
        return [[float(number(e)) for e in group] for group in groups.values()]

    rewards, successes = by_spec(lambda e: e.reward), by_spec(lambda e: e.success)
    return Scores(
        episodes=len(played),
        reward=mean_of_means(rewards),
        ci95=mean_interval(rewards, -1.0, 1.0),
        success=mean_of_means(successes),
        success_ci95=rate_interval(successes),
        pass_k={str(k): p for k, p in pass_k([[e.success for e in group] for group in groups.values()]).items()},
        harm=mean_of_means(by_spec(lambda e: e.harm)),
        turns=mean_of_means(by_spec(lambda e: e.turns)),
        exchanges=mean_of_means(by_spec(lambda e: e.exchanges)),
        calls=mean_of_means(by_spec(lambda e: e.calls)),
    )
