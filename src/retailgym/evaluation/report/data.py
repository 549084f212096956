"""The report: scores per player, environment and level, in the shape that `retailgym eval --json` writes."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from ... import catalog
from ...core.record import package_version
from ...core.values import Value
from ...envs import get_env
from ..plan import EvaluationPlan
from ..run import Played
from ..scores import EnvScores, score


class PlayerScores(Value):
    episodes: int
    by_env: Mapping[str, EnvScores]


class Report(Value):
    """`episodes` and `by_env` are those of `player`, the first one; `players` holds all of them, the first
    included."""

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


def report(plan: EvaluationPlan, played: Iterable[Played]) -> Report:
    episodes = list(played)
    by_player = {name: _of_player(plan, [e for e in episodes if e.player == name]) for name in plan.players}
    first = plan.players[0]
    return Report(
        player=first,
        episodes=by_player[first].episodes,
        by_env=by_player[first].by_env,
        players=by_player,
        split=plan.split,
        seeds=plan.seeds,
        levels=plan.levels,
        versions={env: get_env(env).version for env in plan.envs},
        store=catalog.load().content_hash,
        retailgym=package_version(),
    )


def _of_player(plan: EvaluationPlan, played: Sequence[Played]) -> PlayerScores:
    by_env: dict[str, EnvScores] = {}
    for env in plan.envs:
        here = [e for e in played if e.spec.env == env]
        levels = {str(d): score(own) for d in plan.levels if (own := [e for e in here if e.spec.level == d])}
        if here:  # a run that was stopped has not been everywhere
            by_env[env] = EnvScores(**msgspec.structs.asdict(score(here)), by_level=levels)
    return PlayerScores(episodes=len(played), by_env=by_env)
