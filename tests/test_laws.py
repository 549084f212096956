"""Laws that every environment obeys. A new environment is tested by existing.

RETAILGYM_LAWS=52 takes 52 times as many examples: over 500 specs for each law and environment.
"""

import json
import os
from functools import lru_cache
from statistics import stdev

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import seed as drawn_from
from hypothesis import strategies as st

import retailgym as rg
from retailgym.core.difficulty import AXES, LEVELS
from retailgym.core.env import Mistake, Result, Said
from retailgym.core.episode import Episode, begin
from retailgym.core.streams import Streams
from retailgym.core.task import Sealed
from retailgym.core.values import encode, replace

from .desk.tickets import retold
from .paths import drafted, expert_turns, expert_way, mutated, run, silence, started, walk
from .solvers import solvers

SEEDS = st.integers(0, 2**31 - 1)
LEVEL = st.sampled_from(LEVELS)
LEAST_SUCCESS, MOST_FAILURE = 0.54, 0.6  # at the desk a failure earns 0.5 at most, elsewhere a success 0.75
every_env = pytest.mark.parametrize("env", rg.envs())
TIMES = int(os.environ.get("RETAILGYM_LAWS", "1"))
SPENT = [(env, level) for env in rg.envs() for level in (LEVELS if TIMES > 1 else (0, 12, 24))]
MUTATIONS = 12 * TIMES  # of one path; a ticket of the upper half has six hundred
few = settings(
    max_examples=10 * TIMES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)


def law(test):
    """Of episodes of every environment: each law meets the same ones, so that one walk of the expert serves
    them all."""
    return every_env(drawn_from(1)(given(LEVEL, SEEDS)(test)))


def bytes_of(episode: Episode) -> tuple[bytes, str]:
    """All that can be told of a state: what the agent sees, and a hash of everything."""
    return encode(rg.observe(episode)), rg.digest(episode)


@lru_cache(maxsize=512)
def expert_bytes(env: str, level: int, seed: int) -> list[tuple[bytes, str]]:
    """Of all states on the expert's way."""
    return [bytes_of(e) for e in expert_way(env, level, seed).states]


@law
@few
def test_the_expert_earns_exactly_one_and_never_needs_more_than_par(env, level, seed):
    episode = expert_way(env, level, seed).states[-1]
    verdict = rg.judge(episode)
    assert verdict.reward == 1.0 and verdict.success, verdict
    assert (
        episode.used.exchanges <= episode.task.par.exchanges and episode.used.calls <= episode.task.par.calls
    )


@law
@few
def test_silence_earns_nothing(env, level, seed):
    assert rg.play(started(env, level, seed), rg.players.get("silent"))[1].reward == 0.0


@law
@few
def test_closing_at_once_earns_nothing(env, level, seed):
    """Without the work the closing tool is worth nothing, whatever it is given."""
    episode = started(env, level, seed)
    closing = episode.env.tools[episode.env.closing]
    blanks = {"string": "", "integer": 0, "array": [], "boolean": False, "object": {}}
    arguments = {n: blanks.get(p.get("type"), "") for n, p in closing.schema.parameters["properties"].items()}
    episode = rg.step(episode, rg.Turn(calls=(rg.Call(closing.name, arguments),)))
    if episode.done:
        assert rg.judge(episode).reward <= 0.0


@law
@few
def test_same_spec_and_acts_give_the_same_bytes(env, level, seed):
    again = walk(rg.start(rg.Spec(env, level, seed)), expert_way(env, level, seed).turns)
    assert expert_bytes(env, level, seed) == [bytes_of(e) for e in again]


@law
@few
def test_splitting_a_turn_into_single_acts_changes_nothing(env, level, seed):
    """OpenEnv, TRL and MCP carry one call at a time and must score the same as a chat loop."""
    turns, (start, *_) = expert_way(env, level, seed)
    calls = [t.calls[0] if t.calls else rg.Call(_speaking(start), {_message(start): t.text}) for t in turns]
    together = rg.step(start, rg.Turn(calls=tuple(calls)))
    single = run(start, [rg.Turn(calls=(c,)) for c in calls])
    as_text = run(
        start,
        [
            rg.Turn(c.arguments[_message(start)]) if c.name == _speaking(start) else rg.Turn(calls=(c,))
            for c in calls
        ],
    )
    assert together.world == single.world == as_text.world
    assert rg.judge(together) == rg.judge(single) == rg.judge(as_text)
    assert [e.message for e in together.log] == [e.message for e in single.log]


def _speaking(episode: Episode) -> str:
    return next(t.name for t in episode.env.tools.values() if t.kind == "speaks")


def _message(episode: Episode) -> str:
    return episode.env.tools[_speaking(episode)].names[0]


@law
@few
def test_a_step_changes_no_earlier_episode(env, level, seed):
    states = expert_way(env, level, seed).states
    for state, was in zip(states, expert_bytes(env, level, seed), strict=True):
        if not state.done:
            rg.step(state, {"text": "Hello?"})
        assert bytes_of(state) == was


@every_env
@few
@given(LEVEL, SEEDS, st.data())
def test_picking_another_candidate_changes_nothing_but_the_customer(env, level, seed, data):
    spec = rg.Spec(env, level, seed)
    job, pool = drafted(spec)
    if env == "desk":  # no candidates, but a customer who could tell other things of the same records
        one, other = begin(spec, job, pool, 0), begin(spec, job, retold(spec, pool), 0)
        assert one.task.brief != other.task.brief
    else:
        assert pool.candidates >= 4
        order = data.draw(st.permutations(range(pool.candidates)))
        one, other = (begin(spec, job, pool, k) for k in (order[0], order[-1]))
        assert one.task.par == other.task.par
    assert one.budgets == other.budgets
    assert rg.observe(one).tools == rg.observe(other).tools
    calls = [t for t in expert_turns(one) if t.calls and t.calls[0].name != job.closing]
    for a, b in zip(walk(one, calls), walk(other, calls), strict=True):
        assert _results(a) == _results(b)


def _results(episode: Episode) -> list[object]:
    """What tools gave back; the customer's words aside."""
    return [e.message for e in episode.log if not isinstance(e.message, Said)]


@law
@few
def test_a_canary_in_place_of_the_goal_changes_no_byte(env, level, seed):
    turns, states = expert_way(env, level, seed)
    canary = replace(states[0], task=replace(states[0].task, goal=Sealed("CANARY")))
    assert expert_bytes(env, level, seed) == [bytes_of(e) for e in walk(canary, turns)]


@law
@few
def test_nothing_of_the_goal_is_shown_before_the_end(env, level, seed):
    episode = started(env, level, seed)
    with pytest.raises(TypeError):
        encode(episode.task)
    with pytest.raises(ValueError, match="not over"):
        rg.judge(episode)
    assert set(rg.observe(episode).__struct_fields__) == {
        "env",
        "messages",
        "tools",
        "exchanges_left",
        "calls_left",
        "done",
    }


@law
@few
def test_what_is_left_of_the_budgets_is_told_after_every_act(env, level, seed):
    for now in expert_way(env, level, seed).states:
        said = sum(event.said is not None for event in now.log)
        called = sum(event.call is not None and not event.fault for event in now.log)
        seen = rg.observe(now)
        assert (seen.exchanges_left, seen.calls_left) == (
            now.budgets.exchanges - said,
            now.budgets.calls - called,
        )
        assert (seen.env, seen.done) == (env, now.done)


@law
@few
def test_shaping_cannot_be_farmed(env, level, seed):
    """What a trainer adds up is 0 in every way in which an episode can end, and was something on the way."""
    turns, states = expert_way(env, level, seed)
    half = len(turns) // 2
    ways = [[*states[:half], *walk(states[half], rest)] for rest in (turns[half:], ["{"], silence(states[0]))]
    for way, ended in zip(ways, ("closed", "invalid", "budget"), strict=True):
        heights = [rg.potential(state) for state in way]
        assert all(0.0 <= height <= 1.0 for height in heights) and way[-1].ended == ended
        assert heights[0] == heights[-1] == 0.0, (ended, heights)
        assert max(heights) > 0.0 or ended != "closed" or env not in ("cart", "desk"), heights


@pytest.mark.parametrize(("env", "level"), SPENT)
def test_the_expert_needs_at_least_85_percent_of_par(env, level):
    """On average; so few seeds scatter by two standard errors."""
    seeds = range(20 if TIMES > 1 else 8)
    played = [rg.play(started(env, level, seed), rg.players.get("expert"))[0] for seed in seeds]
    used = [e.used.exchanges + e.used.calls for e in played]
    par = [e.task.par.exchanges + e.task.par.calls for e in played]
    spare = [u - 0.85 * p for u, p in zip(used, par, strict=True)]
    assert sum(spare) >= -2 * stdev(spare) * len(spare) ** 0.5, f"{sum(used)} of {sum(par)}"


@law
@few
def test_noise_changes_words_alone(env, level, seed):
    """Streams are named: a draw added in one place shifts nothing in another."""
    quiet, noisy = (started(env, level, seed, noise=n) for n in (0, 0.2))
    assert replace(quiet.world, axes=noisy.world.axes) == noisy.world
    assert quiet.task.par == noisy.task.par and quiet.log[0].acts == noisy.log[0].acts


@law
@few
def test_what_is_drawn_is_the_same_whatever_the_noise_and_the_faults(env, level, seed):
    """So that tests may share it."""
    drawn = started(env, level, seed, noise=0.2, p_fault=0.3)
    again = rg.start(rg.Spec(env, level, seed, axes={"noise": 0.2, "p_fault": 0.3}))
    assert bytes_of(drawn) == bytes_of(again) and drawn.budgets == again.budgets


@law
@few
def test_what_the_customer_would_say_leads_to_one_answer(env, level, seed):
    """A solver that looks at everything finds only answers that the verifier accepts."""
    solver = solvers()[env]
    episode = expert_way(env, level, seed).states[-1]
    answers = solver.answers(episode)
    assert solver.given(episode) in answers
    assert len(set(answers)) == 1 or hasattr(solver, "many")


@law
@few
def test_deeds_without_reading_never_succeed(env, level, seed):
    """The expert's own deeds, known by heart: what was never retrieved is wrong even if it happens to be
    right."""
    turns, (start, *_) = expert_way(env, level, seed)
    kinds = {name: tool.kind for name, tool in start.env.tools.items()}
    deeds = [t for t in turns if not t.calls or kinds[t.calls[0].name] != "reads"]
    end = run(start, [*deeds, *silence(start)])
    assert not rg.judge(end).success or not any(kinds[c.name] == "reads" for t in turns for c in t.calls), (
        deeds
    )


@law
@few
def test_near_misses_never_succeed(env, level, seed):
    """A changed path succeeds exactly when what it comes to is still one of the solver's answers."""
    solver = solvers()[env]
    expert = expert_way(env, level, seed)
    for path, end in mutated(expert, (Streams("mutations") / seed)(), MUTATIONS):
        verdict = rg.judge(end)
        right = end.ended == "closed" and solver.given(end) in solver.answers(end)
        assert verdict.reward >= LEAST_SUCCESS if verdict.success else verdict.reward <= MOST_FAILURE, verdict
        assert verdict.success == (right and verdict.harm == 0), (path, verdict)


@law
@few
def test_what_cannot_be_undone_needs_the_customers_yes(env, level, seed):
    """The expert's path without the exchange before a deed that stands: all is right, and no success."""
    turns, states = expert_way(env, level, seed)
    start = states[0]
    final = [n for n, t in enumerate(turns) if t.calls and start.env.tools[t.calls[0].name].irreversible]
    for deed in final:
        yes = max(n for n in range(deed) if not turns[n].calls)
        verdict = rg.judge(run(states[yes], [*turns[yes + 1 :], *silence(start)]))
        assert not verdict.success and verdict.harm == 0.0, verdict
        assert any(c.name.endswith("confirmed") and not c.passed for c in verdict.checks)


def kinds_named(episode: Episode) -> tuple[int, int]:
    """How many options, and how many wishes at this level, the kinds of product have that are named first."""
    catalog, things = episode.world.catalog, episode.task.brief.requests[0].things
    shelves = [shelf for thing in things if (shelf := catalog.shelf_named(thing.shelf)) is not None]
    kinds, most = [catalog.category(shelf) for shelf in shelves], episode.world.axes.constraints
    return sum(len(k.options) for k in kinds), sum(min(most, len(k.filters)) for k in kinds)


@every_env
def test_budgets_follow_from_the_level_and_what_the_opening_shows(env):
    """Nobody can work out of a budget what was left unsaid: the same opening form about kinds of which as
    much can be said, the same budgets."""
    for level in (0, 3, 6, 9, 12):
        budgets: dict[object, set[rg.core.task.Par]] = {}
        for seed in range(12 * TIMES):
            episode = started(env, level, seed)
            (opening,) = episode.log[0].acts
            same_model = any(told.topic == "model" for told in opening.told)  # it says so
            shown = opening.job, len(opening.things), same_model, *kinds_named(episode)
            budgets.setdefault(shown, set()).add(episode.budgets)
        assert all(len(found) == 1 for found in budgets.values()), (level, budgets)


@every_env
@settings(few, max_examples=30 * TIMES)
@given(st.data())
def test_any_bytes_are_a_refusal_or_minus_one(env, data):
    """Never a crash; a turn that is no turn ends the episode at −1; all else is answered, act by act."""
    episode = started(env, data.draw(LEVEL), data.draw(st.integers(0, TIMES)))
    for turn in data.draw(st.lists(anything(episode), max_size=6)):
        before, episode = episode, rg.step(episode, turn)
        seen = rg.observe(episode)
        encode(seen)
        malformed = any(isinstance(m, Mistake) for m in seen.messages)
        assert malformed == (episode.ended == "invalid") and (malformed or not is_no_turn(turn)), turn
        if malformed:
            assert rg.judge(episode).reward == -1.0 and episode.world.changes(before.world) == frozenset()
        elif episode.done:
            assert -1.0 < rg.judge(episode).reward <= 0.0 or episode.world.changes(episode.task.world)
        if episode.done:
            break
        assert seen.messages, "every turn is answered"


def is_no_turn(turn: object) -> bool:
    """Bytes and values that cannot be a turn, by the standard library's account of JSON."""
    if isinstance(turn, (bytes, str)):
        try:
            turn = json.loads(turn)
        except (ValueError, RecursionError):
            return True
    return not isinstance(turn, dict) or not set(turn) <= {"text", "calls"}


def anything(episode: Episode):
    """Raw bytes, text, JSON of any shape, and calls of real tools with arguments of any kind."""
    scalars = st.none() | st.booleans() | st.integers(-(10**30), 10**30) | st.floats() | st.text(max_size=12)
    values = st.recursive(
        scalars,
        lambda v: st.lists(v, max_size=3) | st.dictionaries(st.text(max_size=6), v, max_size=3),
        max_leaves=6,
    )
    names = st.sampled_from([*episode.env.tools, "nope", "", "cart_add "])
    fields = sorted({f for t in episode.env.tools.values() for f in t.names})
    arguments = st.dictionaries(st.sampled_from(fields) | st.text(max_size=6), values, max_size=4) | values
    calls = st.builds(lambda n, a: {"name": n, "arguments": a}, names, arguments) | values
    turns = (
        st.builds(lambda t, c: {"text": t, "calls": c}, st.text(max_size=30), st.lists(calls, max_size=3))
        | values
    )
    return st.binary(max_size=40) | st.text(max_size=40) | turns


@every_env
def test_every_axis_that_is_marked_changes_the_episodes(env):
    """Difficulty knobs that nothing reads are worse than none."""
    for axis in AXES:
        if env in AXES[axis].alive:
            assert any(_met(env, axis, 0, seed) != _met(env, axis, 1, seed) for seed in range(30)), (
                f"{axis} changes nothing in {env}"
            )


EXTREMES = {
    "constraints": (2, 8), "p_omit": (0, 1), "distractors": (0, 1), "p_stockout": (0, 1), "list_size": (2,
    9), "turn_slack": (1, 4),
    "call_slack": (1, 4), "noise": (0, 0.2), "p_switch": (0, 1), "retrieval_depth": (5, 20), "orders": (6,
    30), "policy_depth": (1, 5), "documents": (0, 600), "p_revise": (0, 1), "p_slip": (0, 1),
    "p_fault": (0, 0.5), "lures": (0, 4), "links": (0, 3),
}  # fmt: skip


def _met(env: str, axis: str, end: int, seed: int) -> tuple[object, ...]:
    """What the expert meets at one end of an axis."""
    start = rg.start(rg.Spec(env, 5, seed, axes={axis: EXTREMES[axis][end]}))
    done, _ = rg.play(start, rg.players.get("expert"))
    return (
        start.budgets,
        done.used,
        [encode(e.message) for e in done.log if isinstance(e.message, Result | Said)],
    )


UPPER = ("documents", "p_revise", "p_slip", "p_fault", "lures", "links")


@every_env
@pytest.mark.parametrize("axis", UPPER)
def test_an_upper_axis_that_is_not_marked_changes_nothing(env, axis):
    """An axis that works nowhere yet, or not here, must not move a byte."""
    if env not in AXES[axis].alive:
        assert all(_met(env, axis, 0, seed) == _met(env, axis, 1, seed) for seed in range(4))


def test_every_installed_environment_has_a_solver():
    assert set(solvers()) >= set(rg.envs())
