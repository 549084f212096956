"""What the records show at a glance: the newest episodes, success by level, the parts of the reward, and how
far curricula have climbed."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from ..core.curriculum import Curriculum, FinishedEpisode
from ..core.record import VerdictLine
from ..core.spec import split_of
from ..core.values import Value
from ..evaluation.climb import LevelClimb, climb
from ..evaluation.numbers import Interval, mean, mean_of_means, rate_interval
from .records import COLUMNS, Finished, Records, finished_of

MOST = 20_000  # the latest episodes that results are made of
PARTS_OF = 200  # and those whose verdicts are opened for the parts of the reward
STRETCHES = 40


class RecordFilter(Value):
    """Any field that is given must match. `before` is the id at the end of the page before."""

    env: str | None = None
    level: int | None = None
    player: str | None = None
    success: bool | None = None
    before: str | None = None
    limit: int = 50


class Rung(Value):
    """One environment at one level."""

    level: int
    episodes: int
    success: float
    ci95: Interval
    reward: float


class Results(Value):
    newest: str  # the id of the newest record that was counted
    episodes: int
    by_level: Mapping[str, tuple[Rung, ...]]
    parts: Mapping[str, Mapping[str, float]]
    climb: LevelClimb
    curricula: Mapping[str, Curriculum]


def newest(records: Records, filter: RecordFilter) -> list[Finished]:
    """Records that match, the newest first."""
    where, values = _tests(filter)
    if filter.before is not None:
        where.append("seq < (SELECT seq FROM records WHERE id = ?)")
        values.append(filter.before)
    rows = records.rows(
        f"SELECT {COLUMNS} FROM records {_where(where)} ORDER BY seq DESC LIMIT ?", (*values, filter.limit)
    )
    return [finished_of(row) for row in rows]


def players(records: Records) -> list[str]:
    """Those that have played."""
    return [
        str(row[0]) for row in records.rows("SELECT DISTINCT player FROM records ORDER BY player LIMIT 200")
    ]


def results(records: Records, filter: RecordFilter) -> Results:
    latest = newest(records, RecordFilter(env=filter.env, player=filter.player, limit=MOST))
    envs = sorted({f.env for f in latest})
    played = [
        FinishedEpisode(
            env=f.env,
            level=f.level,
            success=f.success,
            reward=f.reward,
            evaluation=split_of(f.seed) != "train",
        )
        for f in reversed(latest)
    ]
    curricula = {
        name: state for name in records.curricula() if (state := records.curriculum(name)) is not None
    }
    return Results(
        newest=latest[0].id if latest else "",
        episodes=len(latest),
        by_level={env: _rungs([f for f in latest if f.env == env]) for env in envs},
        parts=_parts(records, filter),
        climb=climb(played, STRETCHES),
        curricula=curricula,
    )


def _rungs(episodes: Sequence[Finished]) -> tuple[Rung, ...]:
    return tuple(
        _rung(level, [f for f in episodes if f.level == level])
        for level in sorted({f.level for f in episodes})
    )


def _rung(level: int, episodes: Sequence[Finished]) -> Rung:
    groups: dict[str, list[Finished]] = {}
    for f in episodes:
        groups.setdefault(f.spec, []).append(f)
    wins = [[float(f.success) for f in group] for group in groups.values()]
    reward = mean_of_means([[f.reward for f in group] for group in groups.values()])
    return Rung(
        level=level,
        episodes=len(episodes),
        success=mean_of_means(wins),
        ci95=rate_interval(wins),
        reward=reward,
    )


def _parts(records: Records, filter: RecordFilter) -> dict[str, dict[str, float]]:
    """The mean of each part of the reward, over the latest episodes of each environment."""
    where, values = _tests(RecordFilter(env=filter.env, player=filter.player))
    rows = records.rows(
        f"SELECT env, lines FROM records {_where(where)} ORDER BY seq DESC LIMIT ?", (*values, PARTS_OF)
    )
    parts_of: dict[str, dict[str, list[float]]] = {}
    for env, lines in rows:
        last = msgspec.json.decode(bytes(lines).rstrip(b"\n").rpartition(b"\n")[2], type=VerdictLine)
        for name, value in last.verdict.parts.items():
            parts_of.setdefault(str(env), {}).setdefault(name, []).append(value)
    return {
        env: {name: mean(values) for name, values in parts.items()} for env, parts in sorted(parts_of.items())
    }


def _tests(filter: RecordFilter) -> tuple[list[str], list[Any]]:
    success = None if filter.success is None else int(filter.success)
    tests = [("env", filter.env), ("level", filter.level), ("player", filter.player), ("success", success)]
    return [f"{column} = ?" for column, value in tests if value is not None], [
        value for _, value in tests if value is not None
    ]


def _where(tests: Sequence[str]) -> str:
    return "WHERE " + " AND ".join(tests) if tests else ""
