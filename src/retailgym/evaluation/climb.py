"""How an agent climbed: finished training episodes in order, cut into stretches, and for each environment
what was played in each."""

from collections.abc import Iterable, Mapping, Sequence

from ..core.curriculum import FinishedEpisode
from ..core.difficulty import LEVELS
from ..core.values import Value
from .numbers import mean

STRETCHES = 60
_BLOCKS = " ▁▂▃▄▅▆▇█"
_ROWS = -(-LEVELS[-1] // 8)  # lines of a plot, an eighth of a line per level
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


def plotted(stretches: Sequence[Stretch | None]) -> tuple[tuple[str, ...], str]:
    """Lines of text: for the level from the top, an eighth of a line each and a dash for level 0; and one
    shade per fifth of success."""
    rows = tuple("".join([_block(s, n) for s in stretches]) for n in reversed(range(_ROWS)))
    success = "".join(" " if s is None else _SHADES[min(4, int(5 * s.success))] for s in stretches)
    return rows, success


def _block(stretch: Stretch | None, row: int) -> str:
    if stretch is not None and stretch.level == row == 0:
        return "_"
    return _BLOCKS[0 if stretch is None else min(8, max(0, stretch.level - 8 * row))]
