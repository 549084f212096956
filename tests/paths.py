"""Ways through an episode that several tests walk: the expert's path, kept as turns, and what can be changed
about it."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import retailgym as rg
from retailgym.core.difficulty import Axes, axes_at
from retailgym.core.env import Env, Result, Said
from retailgym.core.episode import Episode, begin, heard, sample, streams
from retailgym.core.streams import Rng
from retailgym.core.task import Detail, TaskPool
from retailgym.core.values import replace
from retailgym.customer import open_talk
from retailgym.envs import get_env


@lru_cache(maxsize=4096)
def drafted(spec: rg.Spec) -> tuple[Env, TaskPool]:
    """The world of a spec, drawn for all candidates, before one is picked."""
    env = get_env(spec.env)
    return env, sample(spec, env, rg.catalog.load())


LATER = {"noise", "p_fault"}  # axes that change nothing of what is drawn


@lru_cache(maxsize=4096)
def started(env: str, level: int, seed: int, **axes: float) -> Episode:
    """An episode's start, drawn once for all players that are tried on it: no step changes it. What is drawn
    serves whoever types or fails otherwise. Laws say that it is that of `rg.start`."""
    spec = rg.Spec(env, level, seed, axes=axes)
    there = axes_at(level, {})
    others = {axis: v for axis, v in axes.items() if axis not in LATER and axes_at(level, {axis: v}) != there}
    job, pool = drafted(rg.Spec(env, level, seed, axes=others))
    pool = _with_axes(pool, axes_at(level, axes))
    return begin(spec, job, pool, (streams(spec, job) / "goal")().below(pool.candidates))


def begun(spec: rg.Spec | str) -> Episode:
    """The same by a spec."""
    spec = rg.Spec.parse(spec) if isinstance(spec, str) else spec
    return started(spec.env, spec.level, spec.seed, **spec.axes)


def _with_axes(pool: TaskPool, axes: Axes) -> TaskPool:
    legs = tuple([_with_axes(leg, axes) for leg in pool.legs])
    return replace(pool, world=replace(pool.world, axes=axes), legs=legs)


def left_to_ask(start: Episode) -> Episode:
    """The same bundle of somebody who only names its budget and what must match, for tests of how they are
    asked for: drawn so are those alone on which the best list hangs."""
    request = start.task.brief.requests[0]
    things = tuple([replace(t, details=tuple(map(_named, t.details))) for t in request.things])
    brief = replace(start.task.brief, requests=(replace(request, things=things),))
    acts, words, talk = open_talk(brief, start.stream / "talk", start.axes.noise)
    log = (replace(start.log[0], message=Said(text=words), acts=acts),)
    return replace(start, task=replace(start.task, brief=brief), talk=talk, log=log)


def _named(d: Detail) -> Detail:
    whole = d.topic == "budget" or d.topic.startswith("match with ")
    return replace(d, disclosure="mentioned") if whole and d.disclosure == "stated" else d


class Way(NamedTuple):
    """The expert's turns to the end, and the states before, between and after them."""

    turns: list[rg.Turn]
    states: list[Episode]


def way(start: Episode) -> Way:
    moves = rg.players.expert(rg.observe(start), heard(start))
    turns = [next(moves)]
    states = [start, rg.step(start, turns[0])]
    while not states[-1].done:
        turns.append(moves.send((rg.observe(states[-1]), heard(states[-1]))))
        states.append(rg.step(states[-1], turns[-1]))
    return Way(turns, states)


@lru_cache(maxsize=512)
def expert_way(env: str, level: int, seed: int) -> Way:
    """Walked once for all tests that look at it."""
    return way(started(env, level, seed))


def expert_turns(episode: Episode) -> list[rg.Turn]:
    """What the expert says and does, turn by turn."""
    return way(episode).turns


def walk(episode: Episode, turns: Sequence[Any]) -> Iterator[Episode]:
    """The states on the way, the first included; stops where the episode ends."""
    yield episode
    for turn in turns:
        if episode.done:
            return
        episode = rg.step(episode, turn)
        yield episode


def run(episode: Episode, turns: Sequence[Any]) -> Episode:
    *_, last = walk(episode, turns)
    return last


def silence(episode: Episode) -> list[dict[str, Any]]:
    """As many turns without a word as it takes to run out of exchanges."""
    matters = len(episode.task.shares)
    return [{}] * (episode.task.budgets(episode.axes, matters).exchanges + 1)


def seen_ids(episode: Episode) -> dict[str, list[str]]:
    """Ids that tools have shown, by their first letter: products, variants, orders and so on."""
    found: dict[str, dict[str, None]] = {}
    for event in episode.log:
        if isinstance(event.message, Result):
            for id in event.shown:
                found.setdefault(id[0], {})[id] = None
    return {kind: list(ids) for kind, ids in found.items()}


def mutated(way: Way, rng: Rng, most: int = 10**6) -> Iterator[tuple[list[rg.Turn], Episode]]:
    """Mutations of a path with where each ends, who falls silent afterwards included. What lies before the
    mutation is walked once for all of them. Of more than `most` a sample is taken."""
    turns, states = way
    paths = list(mutations(states[-1], turns, rng))
    for path in paths if len(paths) <= most else rng.sample(paths, most):
        same = next((n for n, pair in enumerate(zip(path, turns, strict=False)) if pair[0] != pair[1]), None)
        same = min(len(path), len(turns)) if same is None else same
        yield path, run(states[same], [*path[same:], *silence(states[0])])


def mutations(end: Episode, turns: list[rg.Turn], rng: Rng) -> Iterator[list[rg.Turn]]:
    """The path to an end with one call dropped, doubled, or given another value of the same kind."""
    ids = seen_ids(end)
    for n, turn in enumerate(turns):
        if not turn.calls:
            continue
        call = turn.calls[0]
        kind = end.env.tools[call.name].kind
        if kind == "reads":
            continue
        yield [*turns[:n], *turns[n + 1 :]]
        if kind == "writes":
            yield [*turns[: n + 1], turn, *turns[n + 1 :]]
        for name, value in call.arguments.items():
            for other in _others(value, ids, rng):
                changed = replace(call, arguments={**call.arguments, name: other})
                yield [*turns[:n], replace(turn, calls=(changed,)), *turns[n + 1 :]]


def _others(value: Any, ids: dict[str, list[str]], rng: Rng) -> list[Any]:
    match value:
        case bool():
            return [not value]
        case int():
            return [value + 1, max(0, value - 1)]
        case str() if value in ids.get(value[:1], []):
            return [rng.pick([i for i in ids[value[0]] if i != value] or [value])]
        case list() if value:
            shorter, doubled = value[:-1], [*value, value[0]]
            swapped = [
                [*value[:i], other, *value[i + 1 :]]
                for i in range(len(value))
                for other in _others(value[i], ids, rng)[:1]
            ]
            return [shorter, doubled, list(reversed(value)), *swapped]
        case dict():
            return [{**value, k: o} for k in value for o in _others(value[k], ids, rng)[:2]]
        case _:
            return []
