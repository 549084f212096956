"""How an agent climbed: finished training episodes in order, cut into stretches, and for each environment
what was played in each."""

from collections.abc import Iterable, Mapping, Sequence

from ..core.curriculum import FinishedEpisode
from ..core.difficulty import LEVELS
from ..core.values import Value
from .numbers import mean

STRETCHES = 60
_BLOCKS = " ▁▂▃▄▅▆▇█"
_SHADES = "·░▒▓█"


class Stretch(Value):
    """What one environment saw in one stretch of the run. `level` is the highest that was played, which is
    where a curriculum stands."""

    episodes: int
    level: int
    mean_level: float
    success: float
    reward: float


class LevelClimb(Value):
    """The stretches are the same for every environment; None where it was not played."""

    episodes: int
    per_stretch: int
    by_env: Mapping[str, tuple[Stretch | None, ...]]


def climb(played: Iterable[FinishedEpisode], stretches: int = STRETCHES) -> LevelClimb:
    """Cut a run into so many stretches at most. Evaluations are left out, as they never move a curriculum."""
    counted = [p for p in played if not p.evaluation]
    each = max(1, -(-len(counted) // stretches))
    cut = [counted[n : n + each] for n in range(0, len(counted), each)]
    envs = list(dict.fromkeys(p.env for p in counted))
    by_env = {env: tuple(_stretch([p for p in part if p.env == env]) for part in cut) for env in envs}
    return LevelClimb(episodes=len(counted), per_stretch=each, by_env=by_env)


def _stretch(played: Sequence[FinishedEpisode]) -> Stretch | None:
    if not played:
        return None
    return Stretch(
        episodes=len(played),
        level=max(p.level for p in played),
        mean_level=mean([p.level for p in played]),
        success=mean([p.success for p in played]),
        reward=mean([p.reward for p in played]),
    )


def plotted(stretches: Sequence[Stretch | None]) -> tuple[str, str, str]:
    """Three lines of text: two for the level, an eighth of a line per level, and one shade per fifth of
    success."""
    heights = [0 if s is None else s.level + 1 for s in stretches]
    assert LEVELS[-1] + 1 <= 2 * (len(_BLOCKS) - 1)
    upper = "".join(_BLOCKS[max(0, h - 8)] for h in heights)
    lower = "".join(_BLOCKS[min(8, h)] for h in heights)
    success = "".join(" " if s is None else _SHADES[min(4, int(5 * s.success))] for s in stretches)
    return upper, lower, success
