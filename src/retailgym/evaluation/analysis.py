"""What a run comes to, for each player: scores by environment, level and axis, why episodes failed, how the
player behaved, what it took."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from ..core.difficulty import AXES, LEVELS, axes_at
from ..core.reward import LURED, TRUSTED, Verdict
from ..core.spec import Spec
from ..core.values import Value, digest, replace
from ..players.model.failure import Failure, InfrastructureFailure, PlayerFailure
from .ledger import LedgerEntry, Run, Setup, Usage, settled, usage_total
from .numbers import Difference, mean
from .scores import EnvScores, Scores, score

EXAMPLES = 3  # of the best and of the worst episodes


class EpisodeRow(Value):
    """One episode that was judged."""

    player: str
    spec: Spec
    repeat: int
    verdict: Verdict
    ended: str
    turns: int
    exchanges: int
    calls: int
    tool_errors: int
    ids_given: int
    ids_unseen: int
    failure: Failure | None
    record: str

    @property
    def success(self) -> bool:
        return self.verdict.success

    @property
    def reward(self) -> float:
        return self.verdict.reward

    @property
    def harm(self) -> float:
        return self.verdict.harm

    @property
    def failed(self) -> tuple[str, ...]:
        """The names of the checks that it did not pass."""
        return tuple(c.name for c in self.verdict.checks if not c.passed)


class Reason(Value):
    """A check that failed: in how many episodes, and in what share of those of the environment that
    failed."""

    env: str
    check: str
    episodes: int
    share: float
    because: str  # in one of them, which is named
    spec: str


class Conduct(Value):
    """How the player went about it, per episode."""

    turns: float
    exchanges: float
    calls: float
    tool_errors: float  # refused by the shop, or malformed
    hallucinated: float  # share of the ids given that nothing before had contained
    harmful: float  # share of episodes that did harm
    harm: float
    ended: Mapping[str, int]


DISTRUST = "genuine approval, distrusted"  # stands in the table of safety beside the lures


class Lured(Value):
    """How often something of a kind tried to lead the player astray, and how often it was followed."""

    tried: int
    followed: int


class Study(Value):
    """All about one player."""

    setup: Setup
    planned: int  # episodes; those that have no verdict are in no score
    scores: Scores
    by_env: Mapping[str, EnvScores]
    by_level: Mapping[str, Scores]
    by_axis: Mapping[str, Mapping[str, Scores]]  # over the environments in which the axis is alive
    conduct: Conduct
    conduct_by_env: Mapping[str, Conduct]
    safety: Mapping[str, Lured]  # by kind of lure
    reasons: tuple[Reason, ...]
    player_failures: Mapping[str, int]  # judged, and part of the scores
    infrastructure_failures: Mapping[str, int]  # not judged, and part of no score
    usage: Usage
    seconds: float
    best: tuple[EpisodeRow, ...]
    worst: tuple[EpisodeRow, ...]


class Against(Value):
    """Another run on the same specs, and what this one has more."""

    title: str
    first: str  # the other
    second: str  # this one
    specs: int
    overall: Mapping[str, Difference]
    by_env: Mapping[str, Mapping[str, Difference]]


def missing(studies: Mapping[str, Study]) -> Iterator[str]:
    """What is not in the scores of each player, in a sentence."""
    for name, study in studies.items():
        if (left := study.planned - study.scores.episodes) > 0:
            kinds = ", ".join(
                f"{kind} {n}"
                for kind, n in sorted(study.infrastructure_failures.items())
                if kind != "stopped"
            )
            why = f"; for want of infrastructure: {kinds}" if kinds else ""
            yield (
                f"{left:,} of the {study.planned:,} episodes of {name} have no verdict and are in no "
                f"score{why}."
            )


class Analysis(Value):
    """A run and what came of it. Players of whom nothing could be judged are named apart."""

    run: Run
    studies: Mapping[str, Study]
    unjudged: tuple[str, ...]
    specs_digest: str  # of the list of specs, in their own order
    against: Against | None = None

    def written(self) -> bytes:
        return msgspec.json.format(msgspec.json.encode(self), indent=2) + b"\n"


def rows_of(entries: Iterable[LedgerEntry]) -> list[EpisodeRow]:
    """The lines that count and have a verdict."""
    return [
        EpisodeRow(
            player=e.player,
            spec=e.parsed,
            repeat=e.repeat,
            verdict=e.verdict,
            ended=e.ended,
            turns=e.turns,
            exchanges=e.exchanges,
            calls=e.calls,
            tool_errors=e.tool_errors,
            ids_given=e.ids_given,
            ids_unseen=e.ids_unseen,
            failure=e.failure,
            record=e.record,
        )
        for e in settled(entries)
        if e.verdict is not None
    ]


def analyse(run: Run, entries: Sequence[LedgerEntry]) -> Analysis:
    rows = sorted(
        rows_of(entries),
        key=lambda r: run.envs.index(r.spec.env) if r.spec.env in run.envs else len(run.envs),
    )
    studies, unjudged, planned = {}, [], len(run.envs) * len(run.levels) * run.seeds * run.repeats
    for setup in run.players:
        own = [r for r in rows if r.player == setup.player]
        if own:
            study = replace(
                _study(setup, own, [e for e in entries if e.player == setup.player]), planned=planned
            )
            studies[setup.player] = _kept_sealed(study) if run.split == "sealed" else study
        else:
            unjudged.append(setup.player)
    specs = sorted({str(r.spec) for r in rows})
    return Analysis(run=run, studies=studies, unjudged=tuple(unjudged), specs_digest=digest(specs))


def _kept_sealed(study: Study) -> Study:
    """Nothing that would show others what is in a sealed set: no specs, no episodes, no words about them."""
    return replace(
        study, best=(), worst=(), reasons=tuple(replace(r, because="", spec="") for r in study.reasons)
    )


def _study(setup: Setup, rows: Sequence[EpisodeRow], entries: Sequence[LedgerEntry]) -> Study:
    envs = list(dict.fromkeys(r.spec.env for r in rows))
    here = {env: [r for r in rows if r.spec.env == env] for env in envs}
    failures = [e.failure for e in settled(entries)]
    ranked = sorted(rows, key=lambda r: (r.reward, str(r.spec), r.repeat))
    return Study(
        setup=setup,
        planned=len(rows),
        scores=score(rows),
        by_env={
            env: EnvScores(**msgspec.structs.asdict(score(own)), by_level=_by_level(own))
            for env, own in here.items()
        },
        by_level=_by_level(rows),
        by_axis=_by_axis(rows),
        conduct=conduct(rows),
        conduct_by_env={env: conduct(own) for env, own in here.items()},
        safety=safety(rows),
        reasons=reasons(rows),
        player_failures=Counter(f.kind for f in failures if isinstance(f, PlayerFailure)),
        infrastructure_failures=Counter(f.kind for f in failures if isinstance(f, InfrastructureFailure)),
        usage=usage_total(entries),
        seconds=sum(e.seconds for e in entries),
        best=tuple(_varied(reversed(ranked))),
        worst=tuple(_varied(r for r in ranked if not r.success)),
    )


def _by_level(rows: Sequence[EpisodeRow]) -> dict[str, Scores]:
    levels = {d: [r for r in rows if r.spec.level == d] for d in LEVELS}
    return {str(d): score(own) for d, own in levels.items() if own}


def _by_axis(rows: Sequence[EpisodeRow]) -> dict[str, dict[str, Scores]]:
    """Scores at each value that an axis had. Without overrides it has one per level."""
    axes: dict[str, dict[str, Scores]] = {}
    for name, axis in AXES.items():
        by_value: dict[int, list[EpisodeRow]] = {}
        for r in rows:
            if r.spec.env in axis.alive:
                by_value.setdefault(getattr(axes_at(r.spec.level, r.spec.axes), name), []).append(r)
        if len(by_value) > 1:
            axes[name] = {f"{value / axis.unit:g}": score(by_value[value]) for value in sorted(by_value)}
    return axes


def conduct(rows: Sequence[EpisodeRow]) -> Conduct:
    given = sum(r.ids_given for r in rows)
    return Conduct(
        turns=mean([r.turns for r in rows]),
        exchanges=mean([r.exchanges for r in rows]),
        calls=mean([r.calls for r in rows]),
        tool_errors=mean([r.tool_errors for r in rows]),
        hallucinated=sum(r.ids_unseen for r in rows) / given if given else 0.0,
        harmful=mean([r.harm > 0 for r in rows]),
        harm=mean([r.harm for r in rows]),
        ended=Counter(r.ended for r in rows),
    )


def safety(rows: Sequence[EpisodeRow]) -> dict[str, Lured]:
    """What tried to lead the player astray, by kind, and how often it did; and how often a genuine approval
    was distrusted."""
    tried, followed = Counter[str](), Counter[str]()
    for check in [c for r in rows for c in r.verdict.checks]:
        if check.name.startswith(LURED) or check.name == TRUSTED:
            kind = DISTRUST if check.name == TRUSTED else check.name.removeprefix(LURED)
            tried[kind] += 1
            followed[kind] += not check.passed
    return {kind: Lured(tried=tried[kind], followed=followed[kind]) for kind in sorted(tried)}


def reasons(rows: Sequence[EpisodeRow]) -> tuple[Reason, ...]:
    """Every check that failed where the episode did, by environment, the most frequent first. An episode can
    fail several."""
    lost, seen = Counter[str](), Counter[tuple[str, str]]()
    example: dict[tuple[str, str], tuple[str, str]] = {}
    for r in rows:
        if r.success:
            continue
        lost[r.spec.env] += 1
        for check in r.verdict.checks:
            if not check.passed:
                key = r.spec.env, check.name
                seen[key] += 1
                example.setdefault(key, (check.because, str(r.spec)))
    reasons = [
        Reason(env=e, check=c, episodes=n, share=n / lost[e], because=example[e, c][0], spec=example[e, c][1])
        for (e, c), n in seen.items()
    ]
    return tuple(sorted(reasons, key=lambda r: (-r.episodes, r.env, r.check)))


def _varied(ranked: Iterable[EpisodeRow]) -> list[EpisodeRow]:
    """The first few, of as many environments as there are before one comes again."""
    rows = list(ranked)
    turn, seen = [], Counter[str]()
    for n, r in enumerate(rows):
        turn.append((seen[r.spec.env], n, r))
        seen[r.spec.env] += 1
    return [r for _, _, r in sorted(turn, key=lambda t: t[:2])][:EXAMPLES]
