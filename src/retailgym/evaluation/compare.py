"""Two runs on the same specs: what the second has more than the first, and whether that means anything."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

import msgspec

from ..core.values import Value
from .analysis import Against, EpisodeRow, rows_of
from .ledger import LedgerEntry, Run
from .numbers import Difference, paired

Measure = Callable[[EpisodeRow], float]
MEASURES: dict[
    str, tuple[Measure, float]
] = {  # name: (what is measured, the largest difference there can be)
    "reward": (lambda r: r.reward, 2.0),
    "success": (lambda r: float(r.success), 1.0),
}
HABITS: dict[str, tuple[Measure, float]] = {
    "harm": (lambda r: r.harm, 2.0),
    "turns": (lambda r: r.turns, float("inf")),
    "calls": (lambda r: r.calls, float("inf")),
    "tool errors": (lambda r: r.tool_errors, float("inf")),
    "hallucinated ids": (lambda r: r.ids_unseen, float("inf")),
}


class Side(Value):
    """One of the two: a player in a run."""

    name: str
    player: str
    retailgym: str
    store: str
    versions: Mapping[str, int]
    specs: int
    episodes: int


class RunComparison(Value):
    """Over the specs that both have played; those that only one has are counted and left out."""

    first: Side
    second: Side
    shared: int
    only_first: int
    only_second: int
    overall: Mapping[str, Difference]
    by_env: Mapping[str, Mapping[str, Difference]]
    by_level: Mapping[str, Mapping[str, Difference]]
    checks: Mapping[str, Difference]  # share of episodes that failed each of them, as "environment: check"

    def written(self) -> bytes:
        return msgspec.json.format(msgspec.json.encode(self), indent=2) + b"\n"


class NamedRun(Value):
    """A run with the name that the user gave it, and the player of it that is meant."""

    name: str
    run: Run
    entries: tuple[LedgerEntry, ...]
    player: str

    def side(self, rows: Sequence[EpisodeRow]) -> Side:
        return Side(
            name=self.name,
            player=self.player,
            retailgym=self.run.retailgym,
            store=self.run.store,
            versions=self.run.versions,
            specs=len({r.spec for r in rows}),
            episodes=len(rows),
        )


def named(name: str, run: Run, entries: Iterable[LedgerEntry], player: str = "") -> NamedRun:
    """One player of a run; it must be said which where there are several."""
    players = [s.player for s in run.players]
    if not player and len(players) > 1:
        raise ValueError(f"{name} has several players; write {name}:PLAYER with one of {', '.join(players)}")
    if player and player not in players:
        raise ValueError(f"no player {player!r} in {name}; there are {', '.join(players)}")
    return NamedRun(name=name, run=run, entries=tuple(entries), player=player or players[0])


def compare(first: NamedRun, second: NamedRun) -> RunComparison:
    for what, one, other in (("store", first.run.store, second.run.store), *_versions(first.run, second.run)):
        if one != other:
            raise ValueError(
                f"{first.name} and {second.name} cannot be compared: {what} {one} and {what} {other} are "
                f"different tasks"
            )
    a, b = ([r for r in rows_of(n.entries) if r.player == n.player] for n in (first, second))
    specs = {str(r.spec) for r in a} & {str(r.spec) for r in b}
    if not specs:
        raise ValueError(
            f"{first.name} and {second.name} have no spec in common; play both on the same --split, "
            f"--levels "
            f"and --seeds"
        )
    ours, theirs = ([r for r in rows if str(r.spec) in specs] for rows in (a, b))
    envs, levels = (sorted({getattr(r.spec, f) for r in ours}) for f in ("env", "level"))
    return RunComparison(
        first=first.side(a),
        second=second.side(b),
        shared=len(specs),
        only_first=len({str(r.spec) for r in a} - specs),
        only_second=len({str(r.spec) for r in b} - specs),
        overall={name: _difference(ours, theirs, *how) for name, how in (MEASURES | HABITS).items()},
        by_env={env: _measured(ours, theirs, "env", env) for env in envs},
        by_level={str(d): _measured(ours, theirs, "level", d) for d in levels},
        checks=_checks(ours, theirs),
    )


def against(other: NamedRun, this: NamedRun) -> Against:
    """The comparison as a part of the report on one of the two."""
    comparison = compare(other, this)
    names = (other.player, this.player) if other.player != this.player else (other.name, this.name)
    title = f"Against {names[0]}"
    if other.run.paraphrase != this.run.paraphrase:
        names = tuple(
            "customer from templates" if not n.run.paraphrase else f"reworded by {n.run.paraphrase}"
            for n in (other, this)
        )  # type: ignore[assignment]
        title = "What the customer's wording changes"
    return Against(
        title=title,
        first=names[0],
        second=names[1],
        specs=comparison.shared,
        overall=comparison.overall,
        by_env=comparison.by_env,
    )


def _versions(first: Run, second: Run) -> list[tuple[str, str, str]]:
    both = [env for env in first.versions if env in second.versions]
    return [(env, f"version {first.versions[env]}", f"version {second.versions[env]}") for env in both]


def _measured(
    first: Sequence[EpisodeRow], second: Sequence[EpisodeRow], field: str, value: object
) -> dict[str, Difference]:
    """The differences among the episodes whose spec has this value in this field."""
    ones, others = ([r for r in rows if getattr(r.spec, field) == value] for rows in (first, second))
    return {name: _difference(ones, others, *how) for name, how in MEASURES.items()}


def _difference(
    first: Sequence[EpisodeRow], second: Sequence[EpisodeRow], measure: Measure, bound: float
) -> Difference:
    a, b = _by_spec(first, measure), _by_spec(second, measure)
    return paired([a[spec] for spec in a], [b[spec] for spec in a], bound)


def _by_spec(rows: Sequence[EpisodeRow], measure: Measure) -> dict[str, list[float]]:
    values: dict[str, list[float]] = {}
    for r in rows:
        values.setdefault(str(r.spec), []).append(measure(r))
    return values


def _failed(check: str, row: EpisodeRow) -> float:
    return float(check in row.failed)


def _checks(first: Sequence[EpisodeRow], second: Sequence[EpisodeRow]) -> dict[str, Difference]:
    names = sorted({(r.spec.env, check) for r in (*first, *second) for check in r.failed})
    checks = {}
    for env, check in names:
        ones, others = ([r for r in rows if r.spec.env == env] for rows in (first, second))
        checks[f"{env}: {check}"] = _difference(ones, others, partial(_failed, check), 1.0)
    return dict(sorted(checks.items(), key=lambda item: (-abs(item[1].difference), item[0])))
