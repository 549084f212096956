"""The standing adversary: attackers learn from episodes which of the things that can be seen is meant, point
at it in episodes that they have not seen, and play what they point at.

Half of what can be won by statistics is won by the order of a list, a flag or a price; whoever draws a task
must see to it that nothing of the kind says anything."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from ..catalog import load
from ..core.env import Player
from ..core.episode import Episode, start
from ..core.reward import Verdict
from ..core.spec import Spec
from ..core.values import Value, hashed, replace
from ..envs import part
from ..envs.shared.careful import careful
from ..players import play
from ..players.attackers import ATTACKERS, Lesson
from ..players.memory import memorised
from ..players.survey import Survey, SurveyChoice, meant, survey
from .limits import AUC, BLIND_REWARD, READING_FROM, TOP_1, success_limit
from .numbers import Interval, mean, mean_interval, rate_interval

READING = ("bag_of_words", "memory_of_openings")
FREE_VIEWS = ("decision",)  # what the records decide, they may tell
LEARNED_FROM = 700_000  # the first seed of the episodes that are learned from


class AttackRow(Value):
    """What one attacker got at one level, with 95 % intervals."""

    env: str
    level: int
    attacker: str
    episodes: int
    groups: int  # with something meant among its neighbours
    auc: float
    auc_ci95: Interval
    top_1: float
    top_1_ci95: Interval
    chance: float
    success: float
    success_ci95: Interval
    reward: float
    reward_ci95: Interval
    over: tuple[str, ...] = ()  # the limits that lie wholly below an interval


class Attack(Value):
    """What to attack, and with how much."""

    env: str
    levels: tuple[int, ...]
    episodes: int  # to learn from at each level, and as many to point at
    store: int | str | None = None


class Pointing(Value):
    """An attacker's place for what was meant in one group: the share of neighbours below it, and whether it
    came first."""

    auc: float
    first: float
    chance: float


def attack(given: Attack, advance: Callable[[], None] = lambda: None) -> Iterator[AttackRow]:
    """Learn from all levels at once, then point and play at each."""
    catalog = load(given.store)

    def episodes(level: int, first: int) -> Iterator[tuple[Episode, Lesson]]:
        for seed in range(first, first + given.episodes):
            episode = start(Spec(given.env, level, seed), catalog=catalog)
            yield episode, _lesson(episode)
            advance()

    taught = [pair for level in given.levels for pair in episodes(level, LEARNED_FROM)]
    taught = [(episode, lesson) for episode, lesson in taught if lesson.solved]
    lessons = [lesson for _, lesson in taught if lesson.meant]
    scorers = {name: learn(lessons) for name, learn in ATTACKERS.items()} if lessons else {}
    memory = memorised(episode for episode, _ in taught)
    for level in given.levels:
        starts, seen = zip(*episodes(level, 0), strict=True)
        for name, scorer in scorers.items():
            scores = [scorer(lesson.seen) if lesson.seen.choices else [] for lesson in seen]
            yield _row(given.env, level, name, list(_pointed(seen, scores)), _played(starts, seen, scores))
        yield _row(given.env, level, "memory_of_openings", [], [play(e, memory)[1] for e in starts])


def _lesson(episode: Episode) -> Lesson:
    seen = survey(episode)
    names = meant(episode, seen)
    return Lesson(seen=seen, meant=frozenset(names or ()), solved=names is not None)


def _pointed(lessons: Sequence[Lesson], scores: Sequence[Sequence[float]]) -> Iterator[Pointing]:
    for lesson, given in zip(lessons, scores, strict=True):
        for group in _groups(lesson.seen, given).values():
            own = [s for c, s in group if c.name in lesson.meant]
            others = [s for c, s in group if c.name not in lesson.meant]
            if not own or not others or group[0][0].view in FREE_VIEWS:
                continue
            above = [(s > o) + (s == o) / 2 for s in own for o in others]
            first = float(_first(group) in lesson.meant)
            yield Pointing(auc=mean(above), first=first, chance=len(own) / len(group))


def _groups(seen: Survey, scores: Sequence[float]) -> dict[str, list[tuple[SurveyChoice, float]]]:
    groups: dict[str, list[tuple[SurveyChoice, float]]] = {}
    for choice, score in zip(seen.choices, scores, strict=True):
        groups.setdefault(choice.group, []).append((choice, score))
    return groups


def _first(group: Sequence[tuple[SurveyChoice, float]]) -> str:
    """The name of what scores highest; of several that score alike any one."""
    return max(group, key=lambda pair: (pair[1], hashed(pair[0].name.encode())))[0].name


def _played(
    starts: Sequence[Episode], lessons: Sequence[Lesson], scores: Sequence[Sequence[float]]
) -> list[Verdict]:
    """What comes of it if the first of each group is taken, by whoever can do the rest of the job blindly;
    none where nobody can."""
    pointing = getattr(part(starts[0].env.id, "blind"), "pointing", None)
    if pointing is None:
        return []
    verdicts = []
    for episode, lesson, given in zip(starts, lessons, scores, strict=True):
        groups = _groups(lesson.seen, given)
        names = [_first(group) for group in groups.values()]
        player: Player = pointing(names)
        verdicts.append(play(episode, careful(player))[1])
    return verdicts


def _row(
    env: str, level: int, name: str, pointed: Sequence[Pointing], verdicts: Sequence[Verdict]
) -> AttackRow:
    aucs, firsts = [[p.auc] for p in pointed], [[p.first] for p in pointed]
    won, earned = [[float(v.success)] for v in verdicts], [[v.reward] for v in verdicts]
    row = AttackRow(
        env=env, level=level, attacker=name, episodes=len(verdicts), groups=len(pointed),
        auc=_mean(aucs, 0.5), auc_ci95=mean_interval(aucs, 0.0, 1.0),
        top_1=_mean(firsts, 0.0), top_1_ci95=rate_interval(firsts) if firsts else (0.0, 1.0),
        chance=mean([p.chance for p in pointed]) if pointed else 0.0,
        success=_mean(won, 0.0), success_ci95=rate_interval(won) if won else (0.0, 1.0),
        reward=_mean(earned, 0.0), reward_ci95=mean_interval(earned, -1.0, 1.0),
    )  # fmt: skip
    return _judged(row)


def _mean(values: Sequence[Sequence[float]], otherwise: float) -> float:
    return mean([v[0] for v in values]) if values else otherwise


def _judged(row: AttackRow) -> AttackRow:
    """With the limits that are broken: those that lie below the whole interval. Up to some level words may
    be read one by one."""
    over = {
        "success": row.success_ci95[0] > success_limit(row.env),
        "reward": row.reward_ci95[0] > BLIND_REWARD,
    }
    if row.attacker not in READING:
        over |= {"AUC": row.auc_ci95[0] > AUC, "top-1": row.top_1_ci95[0] > TOP_1 * row.chance}
    elif row.level < READING_FROM:
        over = {}
    return replace(
        row, over=tuple([name for name, broken in over.items() if broken and _measured(row, name)])
    )


def _measured(row: AttackRow, limit: str) -> bool:
    return bool(row.groups if limit in ("AUC", "top-1") else row.episodes)


def best(rows: Sequence[AttackRow]) -> Mapping[int, AttackRow]:
    """At each level the attacker that earns the most, then the one that points best."""
    return {
        level: max([r for r in rows if r.level == level], key=lambda r: (r.reward, r.auc))
        for level in sorted({r.level for r in rows})
    }
