"""What some episodes come to: reward, success, pass^k and pass@k, each spec counted once."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from ..core.spec import Spec
from ..core.values import Value
from .numbers import Interval, mean_interval, mean_of_means, pass_at, pass_hat, pass_k, rate_interval


class Judged(Protocol):
    """A finished episode, as far as scores look at it."""

    @property
    def spec(self) -> Spec: ...
    @property
    def success(self) -> bool: ...
    @property
    def reward(self) -> float: ...
    @property
    def harm(self) -> float: ...
    @property
    def turns(self) -> int: ...
    @property
    def exchanges(self) -> int: ...
    @property
    def calls(self) -> int: ...


class Scores(Value):
    """What some episodes come to. `ci95` belongs to the reward."""

    episodes: int
    specs: int
    reward: float
    ci95: Interval
    success: float
    success_ci95: Interval
    pass_k: Mapping[str, float]  # the chance that k tries at one spec all succeed
    pass_k_ci95: Mapping[str, Interval]
    pass_at_k: Mapping[str, float]  # the chance that one of k tries succeeds
    harm: float
    turns: float
    exchanges: float
    calls: float


ENOUGH = 10  # specs: with fewer of them an interval is about as wide as the scale


def known(scores: Scores, interval: str) -> str:
    """An interval as written, where there is enough to go by; an endless one would look like a mistake."""
    return interval if scores.specs >= ENOUGH else "too few"


class EnvScores(Scores):
    by_level: Mapping[str, Scores]


def score(played: Sequence[Judged]) -> Scores:
    """The scores of some episodes, each spec counted once."""
    groups: dict[Spec, list[Judged]] = {}
    for e in played:
        groups.setdefault(e.spec, []).append(e)

    def by_spec(number: Callable[[Judged], float]) -> list[list[float]]:
        return [[float(number(e)) for e in group] for group in groups.values()]

    rewards, successes = by_spec(lambda e: e.reward), by_spec(lambda e: e.success)
    wins = [[e.success for e in group] for group in groups.values()]
    hats = pass_k(wins)
    return Scores(
        episodes=len(played),
        specs=len(groups),
        reward=mean_of_means(rewards),
        ci95=mean_interval(rewards, -1.0, 1.0),
        success=mean_of_means(successes),
        success_ci95=rate_interval(successes),
        pass_k={str(k): p for k, p in hats.items()},
        pass_k_ci95={str(k): rate_interval([[p] for p in pass_hat(wins, k)]) for k in hats},
        pass_at_k={str(k): p for k, p in pass_at(wins).items()},
        harm=mean_of_means(by_spec(lambda e: e.harm)),
        turns=mean_of_means(by_spec(lambda e: e.turns)),
        exchanges=mean_of_means(by_spec(lambda e: e.exchanges)),
        calls=mean_of_means(by_spec(lambda e: e.calls)),
    )
