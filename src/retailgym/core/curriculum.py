"""Curricula: which level to play next, as pure folds over finished episodes. State is a value; saving it is
encoding it.

curriculum = fresh("window", envs=("cart", "returns"))
env, level = choose(curriculum, rng)
curriculum = after(curriculum, Played(env=env, level=level, success=True, reward=1.0))
"""

from collections.abc import Mapping

import msgspec

from .difficulty import LEVELS
from .streams import Rng
from .values import Value, encode, replace

TOP = LEVELS[-1]


class FinishedEpisode(Value):
    """One finished episode. Those of an evaluation never count."""

    env: str
    level: int
    success: bool
    reward: float
    evaluation: bool = False


class LevelTally(Value):
    """Where one environment stands: its level, and what was played there since it last moved."""

    level: int = 0
    tried: int = 0
    won: int = 0
    recent: tuple[float, ...] = ()


class Window(Value, tag="window"):
    """Levels h - 3 to h; only episodes at h count; after enough of them a high success rate raises h.
    Counters start anew."""

    tallies: Mapping[str, LevelTally]
    width: int = 3
    min_episodes: int = 128
    accuracy_percent: int = 90


class Band(Value, tag="band"):
    """Keeps success inside a band: above it the level rises, below it the level falls."""

    tallies: Mapping[str, LevelTally]
    min_episodes: int = 64
    low_percent: int = 40
    high_percent: int = 70


class Rolling(Value, tag="rolling"):
    """Tiers by the rolling mean of rewards: the level is the number of thresholds passed, one step at a time,
    each after a minimum count."""

    tallies: Mapping[str, LevelTally]
    min_episodes: int = 32
    memory: int = 64
    threshold_percents: tuple[int, ...] = (50, 55, 60, 65, 70, 72, 74, 76, 78, 80, 82, *(84,) * (TOP - 11))


Curriculum = Window | Band | Rolling
STRATEGIES: dict[str, type[Window] | type[Band] | type[Rolling]] = {
    "window": Window,
    "band": Band,
    "rolling": Rolling,
}


_decode = msgspec.json.Decoder[Curriculum](Curriculum).decode


def fresh(strategy: str, envs: tuple[str, ...], **settings: int) -> Curriculum:
    """A curriculum that has seen nothing: every environment at level 0."""
    if strategy not in STRATEGIES:
        raise ValueError(f"no curriculum {strategy!r}; there are {', '.join(STRATEGIES)}")
    tallies = {env: LevelTally() for env in envs}
    return STRATEGIES[strategy](tallies=tallies, **settings)  # type: ignore[arg-type]


def choose(curriculum: Curriculum, rng: Rng) -> tuple[str, int]:
    """The environment and level of the next episode."""
    env = rng.pick(tuple(curriculum.tallies))
    level = curriculum.tallies[env].level
    if isinstance(curriculum, Window):
        level = rng.between(max(0, level - curriculum.width), level)
    return env, level


def after(curriculum: Curriculum, played: FinishedEpisode) -> Curriculum:
    """The curriculum once this episode is over."""
    if played.evaluation or played.env not in curriculum.tallies:
        return curriculum
    tally = curriculum.tallies[played.env]
    match curriculum:
        case Window():
            moved = _window(curriculum, tally, played)
        case Band():
            moved = _band(curriculum, tally, played)
        case Rolling():
            moved = _rolling(curriculum, tally, played)
    return (
        curriculum
        if moved is tally
        else replace(curriculum, tallies={**curriculum.tallies, played.env: moved})
    )


def _window(c: Window, tally: LevelTally, played: FinishedEpisode) -> LevelTally:
    if played.level != tally.level:
        return tally
    tally = _counted(tally, played)
    if tally.tried < c.min_episodes:
        return tally
    return LevelTally(
        level=_up(tally) if tally.won * 100 >= c.accuracy_percent * tally.tried else tally.level
    )


def _band(c: Band, tally: LevelTally, played: FinishedEpisode) -> LevelTally:
    if played.level != tally.level:
        return tally
    tally = _counted(tally, played)
    if tally.tried < c.min_episodes:
        return tally
    if tally.won * 100 > c.high_percent * tally.tried:
        return LevelTally(level=_up(tally))
    if tally.won * 100 < c.low_percent * tally.tried:
        return LevelTally(level=max(0, tally.level - 1))
    return LevelTally(level=tally.level)


def _rolling(c: Rolling, tally: LevelTally, played: FinishedEpisode) -> LevelTally:
    """Only what was played at the present level is remembered, so that an easy past lifts nobody."""
    if played.level != tally.level:
        return tally
    tally = replace(_counted(tally, played), recent=(*tally.recent, played.reward)[-c.memory :])
    if tally.tried < c.min_episodes or tally.level >= len(c.threshold_percents):
        return tally
    passed = sum(tally.recent) * 100 >= c.threshold_percents[tally.level] * len(tally.recent)
    return LevelTally(level=_up(tally)) if passed else tally


def _counted(tally: LevelTally, played: FinishedEpisode) -> LevelTally:
    return replace(tally, tried=tally.tried + 1, won=tally.won + played.success)


def _up(tally: LevelTally) -> int:
    return min(TOP, tally.level + 1)


def saved(curriculum: Curriculum) -> bytes:
    return encode(curriculum)


def restored(data: bytes) -> Curriculum:
    """What `saved` wrote."""
    try:
        curriculum: Curriculum = _decode(data)
    except msgspec.DecodeError as error:
        raise ValueError(f"not a saved curriculum: {error}") from None
    return curriculum
