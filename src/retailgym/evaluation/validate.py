"""What a user would want checked of an environment on a store before trusting a number that comes from it.

Each check plays real episodes and says what it found, with the figure that decided.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from importlib.util import find_spec

import msgspec

from .. import players
from ..catalog import load
from ..core.env import Observation, Player, Said, Turn
from ..core.episode import Episode, begin, digest, judge, observe, sample, start, step, streams
from ..core.reward import Check
from ..core.spec import Spec
from ..core.streams import Streams
from ..core.task import Sealed
from ..core.values import Value, encode, hashed, replace
from ..envs import get_env
from ..players.memory import memorised
from .limits import BLIND_REWARD, success_limit
from .numbers import mean, mean_interval, rate_interval

FLOOR_GAP = 0.5
NEEDED = 0.85  # of par, by the expert, on average
REMEMBERED = 100  # episodes of the memoriser, at most ten for each that is checked
WHITELIST = ("env", "messages", "tools", "exchanges_left", "calls_left", "done")


class Finding(Value):
    """One check of one environment."""

    env: str
    check: str
    passed: bool
    figure: str
    because: str


class Trial(Value):
    """What to check with: an environment, its specs, and the store they are played on. Numbers and paths
    travel to other processes."""

    env: str
    specs: tuple[Spec, ...]
    store: int | str | None = None  # None is the default one
    places: tuple[str, ...] = ()  # directories with environments of the user's own


class Proven:
    """The expert's path through every spec, walked once and looked at by all checks."""

    def __init__(self, trial: Trial) -> None:
        self.trial, self.catalog = trial, load(trial.store)
        self.env = get_env(trial.env)

    @cached_property
    def opened(self) -> list[Episode]:
        return [start(spec, catalog=self.catalog) for spec in self.trial.specs]

    @cached_property
    def turns(self) -> list[list[Turn]]:
        return [players.path(episode, players.expert) for episode in self.opened]

    @cached_property
    def walks(self) -> list[list[Episode]]:
        return [list(_walk(e, t)) for e, t in zip(self.opened, self.turns, strict=True)]

    def results(self, player: Player) -> tuple[list[list[float]], list[list[float]]]:
        """Rewards and successes, a spec each."""
        verdicts = [players.play(e, player)[1] for e in self.opened]
        return [[v.reward] for v in verdicts], [[float(v.success)] for v in verdicts]


def validate(trial: Trial) -> Iterator[Finding]:
    """Every check in turn, the cheapest proof of solvability first."""
    proven = Proven(trial)
    try:
        _ = proven.opened
    except ValueError as error:
        yield Finding(env=trial.env, check="can be set", passed=False, figure="not here", because=str(error))
        return
    for name, check in CHECKS.items():
        passed, figure, because = check(proven)
        yield Finding(env=trial.env, check=name, passed=passed, figure=figure, because=because)


Answer = tuple[bool, str, str]


def expert_at_maximum(p: Proven) -> Answer:
    verdicts = [judge(walk[-1]) for walk in p.walks]
    below = [
        f"{s} earns {v.reward}: {_failed(v.checks)}"
        for s, v in zip(p.trial.specs, verdicts, strict=True)
        if v.reward != 1.0
    ]
    figure = f"{len(verdicts) - len(below)} of {len(verdicts)} at 1.0"
    return (
        not below,
        figure,
        below[0] if below else "every spec can be solved by somebody who sees what any agent sees",
    )


def _failed(checks: Sequence[Check]) -> str:
    return "; ".join(f"{c.name}: {c.because}" for c in checks if not c.passed) or "all checks passed"


def within_par(p: Proven) -> Answer:
    used = [(w[-1].used.exchanges, w[-1].used.calls) for w in p.walks]
    pars = [(e.task.par.exchanges, e.task.par.calls) for e in p.opened]
    over = [
        str(s) for s, u, par in zip(p.trial.specs, used, pars, strict=True) if u[0] > par[0] or u[1] > par[1]
    ]
    shares = [[sum(u) / sum(par)] for u, par in zip(used, pars, strict=True)]
    if over:
        return False, f"{len(over)} above par", f"in {over[0]} the expert needs more than par"
    enough = mean_interval(shares, 0.0, 1.0)[1] >= NEEDED and max(shares)[0] >= NEEDED  # a few specs scatter
    return (
        enough,
        f"{mean([s[0] for s in shares]):.0%} of par",
        f"the expert never needs more than par, and on average at least {NEEDED:.0%} of it",
    )


def floor_gap(p: Proven) -> Answer:
    silent = p.results(players.get("silent"))[0]
    best = max((mean([r[0] for r in p.results(player)[0]]) for player in _blind(p).values()), default=0.0)
    gap = mean([judge(w[-1]).reward for w in p.walks]) - best
    if any(r[0] != 0.0 for r in silent):
        return False, f"silence {max(r[0] for r in silent):+.2f}", "doing nothing must be worth nothing"
    return (
        gap >= FLOOR_GAP,
        f"{gap:.2f}",
        f"between the expert and the best blind player ({best:+.2f}); at least {FLOOR_GAP} is wanted",
    )


def blind_kept_out(p: Proven) -> Answer:
    """Fails when even the lower end of an interval lies above the limit, since a few seeds scatter; or when
    every single one does."""
    limit, worst = success_limit(p.trial.env), (-2.0, 0.0, "")
    for name, player in {**_blind(p), "memoriser": _memoriser(p)}.items():
        rewards, successes = p.results(player)
        reward, success = mean([r[0] for r in rewards]), mean([s[0] for s in successes])
        worst = max(worst, (reward, success, name))
        if (
            max(mean_interval(rewards, -1.0, 1.0)[0], min(rewards)[0]) > BLIND_REWARD
            or rate_interval(successes)[0] > limit
        ):
            return (
                False,
                f"{name} {reward:+.2f}",
                (
                    f"{name} earns {reward:.2f} and succeeds in {success:.0%}; limits {BLIND_REWARD} and "
                    f"{limit:.0%}"
                ),
            )
    reward, success, name = worst
    return (
        True,
        f"{name} {reward:+.2f}",
        f"the best of those who do not read succeeds in {success:.0%}; limits {BLIND_REWARD} and {limit:.0%}",
    )


def statistics_say_nothing(p: Proven) -> Answer:
    """A short form of `retailgym attack`, on other seeds of the same levels."""
    if find_spec("sklearn") is None:
        return True, "not tried", "scikit-learn is not installed; the extra `attack` brings it"
    from .attack import Attack, attack, best

    levels = sorted({s.level for s in p.trial.specs})
    each = len(p.trial.specs) // len(levels)
    given = Attack(env=p.trial.env, levels=tuple(levels), episodes=each, store=p.trial.store)
    rows = list(attack(given))
    broken = [r for r in rows if r.over]
    top = max(best(rows).values(), key=lambda r: r.reward)
    shown = broken[0] if broken else top
    return (
        not broken,
        f"{shown.attacker} {shown.reward:+.2f}",
        f"at level {shown.level} AUC {shown.auc:.2f}, success {shown.success:.0%}; "
        + (f"above the limit: {', '.join(shown.over)}" if broken else "`retailgym attack` tries for longer"),
    )


def _blind(p: Proven) -> dict[str, Player]:
    return players.blind_for(p.trial.env)


def _memoriser(p: Proven) -> Player:
    """Nearest neighbour over other seeds of the same levels."""
    first = max(s.seed for s in p.trial.specs) + 1
    levels = sorted({s.level for s in p.trial.specs})
    return memorised(
        start(Spec(p.trial.env, levels[n % len(levels)], first + n), catalog=p.catalog)
        for n in range(min(REMEMBERED, 10 * len(p.opened)))
    )


def determinism(p: Proven) -> Answer:
    """Twice here, and once in another process with other hashes."""
    mine = [_digests(walk) for walk in p.walks]
    again = [
        _digests(_walk(start(s, catalog=p.catalog), t)) for s, t in zip(p.trial.specs, p.turns, strict=True)
    ]
    theirs = _elsewhere(p.trial)
    for where, other in (("again", again), ("in another process", theirs)):
        if differing := [str(s) for s, a, b in zip(p.trial.specs, mine, other, strict=True) if a != b]:
            return False, f"{len(differing)} differ", f"{differing[0]} comes out otherwise {where}"
    return (
        True,
        f"{sum(map(len, mine))} states",
        "the same spec and turns gave the same bytes, here and in another process",
    )


def _elsewhere(trial: Trial) -> list[list[str]]:
    environment = os.environ | {"PYTHONHASHSEED": "4242"}
    code = "import sys; from retailgym.evaluation.validate import retold; retold(sys.stdin.buffer.read())"
    ran = subprocess.run(
        [sys.executable, "-c", code], input=encode(trial), capture_output=True, env=environment, check=True
    )
    return msgspec.json.decode(ran.stdout, type=list[list[str]])


def retold(data: bytes) -> None:
    """The other process: prints the digests of the expert's states."""
    trial = msgspec.json.decode(data, type=Trial)
    look_in(trial.places)
    sys.stdout.buffer.write(encode([_digests(walk) for walk in Proven(trial).walks]))


def look_in(places: Sequence[str]) -> None:
    """Environments are found by existing, there as well."""
    from ..envs import __path__ as known
    from ..envs import names

    known.extend(place for place in places if place not in known)
    names.cache_clear()


def isolation(p: Proven) -> Answer:
    """Two episodes played in turn are as if each had been alone, and no step changes what came before it."""
    before = [_digests(walk) for walk in p.walks]
    for n, (one, other) in enumerate(zip(p.walks, p.walks[1:] + p.walks[:1], strict=True)):
        a, b, ours, theirs = one[0], other[0], p.turns[n], p.turns[(n + 1) % len(p.turns)]
        for k in range(max(len(ours), len(theirs))):
            a = step(a, ours[k]) if k < len(ours) else a
            b = step(b, theirs[k]) if k < len(theirs) else b
        if digest(a) != before[n][-1]:
            return (
                False,
                "not alone",
                f"{p.trial.specs[n]} comes out otherwise when another episode is played beside it",
            )
    if [_digests(walk) for walk in p.walks] != before:
        return False, "changed", "a step changed an episode that was there before it"
    return (
        True,
        f"{len(before)} pairs",
        "episodes side by side do not touch each other, and no step changes an earlier state",
    )


def no_leak(p: Proven) -> Answer:
    """A canary in place of the goal changes no byte, another candidate changes no tool's result, and no
    verdict comes early."""
    for spec, episode, walk, turns in zip(p.trial.specs, p.opened, p.walks, p.turns, strict=True):
        canary = replace(episode, task=replace(episode.task, goal=Sealed("CANARY")))
        if any(_seen(a) != _seen(b) for a, b in zip(walk, _walk(canary, turns), strict=True)):
            return False, "canary seen", f"in {spec} what the agent sees depends on the goal"
        if tuple(observe(episode).__struct_fields__) != WHITELIST:
            return False, "observation", "an observation has fields beyond the whitelist"
        if (change := _other_candidate(p, spec, turns)) is not None:
            return False, "candidate seen", change
    return (
        True,
        f"{len(p.opened)} canaries",
        "neither the goal nor the choice of it changes what tools give back",
    )


def _other_candidate(p: Proven, spec: Spec, turns: Sequence[Turn]) -> str | None:
    pool = sample(spec, p.env, p.catalog)
    pick = (streams(spec, p.env) / "goal")().below(pool.candidates)
    one, other = (begin(spec, p.env, pool, k) for k in (pick, (pick + 1) % pool.candidates))
    if one.budgets != other.budgets:
        return f"in {spec} the budgets depend on the goal"
    quiet = [
        t for t in turns if t.calls and not any(c.name in (p.env.closing, p.env.speaking) for c in t.calls)
    ]
    for a, b in zip(_walk(one, quiet), _walk(other, quiet), strict=True):
        if _results(a) != _results(b):
            return f"in {spec} a tool's result depends on the goal"
    return None


def any_bytes(p: Proven) -> Answer:
    """Whatever comes in, an episode comes out."""
    rng = (Streams("validate") / p.trial.env)()
    junk: list[object] = [
        "",
        "{",
        "null",
        b"\xff\xfe",
        "[" * 100_000,
        '{"calls": 3}',
        {"calls": [None]},
        {"text": 5},
        {"calls": [{"name": "nope"}]},
    ]
    for episode in p.opened:
        for name, tool in p.env.tools.items():
            values: list[object] = [None, -1, 10**30, "x" * 999, [], {}, True]
            junk.append(
                {"calls": [{"name": name, "arguments": {field: rng.pick(values) for field in tool.names}}]}
            )
        for turn in junk:
            after = step(episode, turn)  # type: ignore[arg-type]
            encode(observe(after))
            if after.done and not -1.0 <= judge(after).reward <= 0.6:
                return False, "rewarded", f"{hashed(repr(turn).encode())} earns {judge(after).reward}"
        junk = junk[:9]
    return (
        True,
        f"{len(p.opened) * (9 + len(p.env.tools))} turns",
        "malformed turns are refused or end the episode with −1; none crashed it",
    )


CHECKS: Mapping[str, Callable[[Proven], Answer]] = {
    "expert at maximum": expert_at_maximum, "within par": within_par, "floor gap": floor_gap,
    "blind players kept out": blind_kept_out, "statistics say nothing": statistics_say_nothing,
    "determinism": determinism, "isolation": isolation, "no leak": no_leak, "any bytes": any_bytes,
}  # fmt: skip


def _walk(episode: Episode, turns: Sequence[Turn]) -> Iterator[Episode]:
    """The states on the way, the first included."""
    yield episode
    for turn in turns:
        if episode.done:
            return
        episode = step(episode, turn)
        yield episode


def _digests(walk: Iterator[Episode] | Sequence[Episode]) -> list[str]:
    return [digest(episode) for episode in walk]


def _seen(episode: Episode) -> bytes:
    seen: Observation = observe(episode)
    return encode(seen)


def _results(episode: Episode) -> list[object]:
    """What tools gave back; the customer's words aside."""
    return [e.message for e in episode.log if not isinstance(e.message, Said)]
