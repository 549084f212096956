"""Journey: what is drawn, which goal a candidate has, and what the verifier checks."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from ...catalog.needs import TooSmall
from ...catalog.sense import seldom
from ...core.env import Env, Outcome
from ...core.reward import TASK_CAP, Findings, Verdict, closed
from ...core.spec import JOBS
from ...core.streams import Rng, Streams
from ...core.task import NOTHING, Brief, Detail, Ending, Par, Request, TaskPool, Thing
from ...core.values import Value, replace
from ...customer.locale.en.links import BY_MATTER
from ...customer.voice import is_bought_whole
from ...tools.finish import finish
from ...tools.kit import Tool
from ...world import World
from .. import get_env, names
from ..shared.links import by_matter, chosen_with, may_hang, other_numbers
from ..shared.shelves import CANDIDATES, persona

LEGS = JOBS[:7]


LEAST_LEGS, MOST_LEGS = 2, 5


NUMBERED = ("cart", "discovery")  # jobs in which the customer gives a number


FINISH = Par(exchanges=0, calls=1)


class Leg(Value):
    """One job on the way: its draft, and which of the job's candidates each candidate of the journey
    takes."""

    env: Any
    pool: TaskPool
    turn: int

    def pick(self, k: int) -> int:
        return (k + self.turn) % self.pool.candidates


class JourneyGoal(Value):
    legs: tuple[tuple[str, Any], ...]  # job and its goal
    firsts: tuple[int, ...]  # the number of each leg's first thing


@cache
def _jobs() -> dict[str, Env]:
    """The environments that a journey is made of, by id."""
    return {id: get_env(id) for id in LEGS if id in names()}


def sample_task(stream: Streams, world: World) -> TaskPool:
    """Each leg sets its task in the world that the legs before it have left."""
    stream = stream / "journey"
    rng, axes = (stream / "legs")(), world.axes
    legs: list[Leg] = []
    served, most = [id for id in _jobs() if world.catalog.serves(id)], min(MOST_LEGS, 2 + axes.level // 4)
    first = rng.sample(served, most)
    if axes.links:
        first = _linkable(first)
    for n, id in enumerate([*first, *(id for id in served if id not in first)]):
        if len(legs) == most:
            break
        try:
            pool = _jobs()[id].sample_task(stream / n, world)
        except TooSmall:  # a small shop has no room for this one as well
            continue
        world = pool.world
        legs.append(Leg(env=_jobs()[id], pool=pool, turn=rng.below(pool.candidates)))
    if len(legs) < LEAST_LEGS:
        raise TooSmall("the catalogue has too few shelves with different names for two matters at once")
    interrupts = [n > 0 and rng.chance(axes.p_switch) for n in range(len(legs))]
    head, *tail = [leg.pool for leg in legs]
    drafts = (replace(head, par=head.par + FINISH, cap=(head.cap or head.par) + FINISH), *tail)
    par = sum([d.par for d in drafts], NOTHING)
    return TaskPool(
        world=world,
        par=par,
        candidates=CANDIDATES,
        plan=list(zip(legs, interrupts, strict=True)),
        legs=drafts,
    )


def _linkable(jobs: list[str]) -> list[str]:
    """The same jobs, such that a number can be given by how an earlier matter ends."""
    ending = [n for n, id in enumerate(jobs) if _jobs()[id].ends]
    numbered = [n for n, id in enumerate(jobs) if id in NUMBERED]
    if ending and numbered and ending[0] > numbered[-1]:
        a, b = ending[0], numbered[-1]
        jobs = [jobs[b] if n == a else jobs[a] if n == b else id for n, id in enumerate(jobs)]
    return jobs


def choose_goal(stream: Streams, pool: TaskPool, k: int) -> tuple[JourneyGoal, Brief]:
    goals, requests = [], []
    for n, (leg, interrupts) in enumerate(pool.plan):
        goal, brief = leg.env.choose_goal(
            stream / "journey" / n, replace(leg.pool, world=pool.world), leg.pick(k)
        )
        goals.append((leg.env.id, goal))
        requests += [replace(m, interrupts=interrupts) for m in brief.requests]
    requests = _linked((stream / "journey" / "links")(), pool.world, requests, goals)
    firsts = tuple(sum(len(m.things) for m in requests[:n]) for n in range(len(requests)))
    return JourneyGoal(legs=tuple(goals), firsts=firsts), Brief(
        persona=persona(stream), requests=tuple(_carried_over(pool.world, requests))
    )


def _linked(rng: Rng, world: World, requests: list[Request], goals: list[tuple[str, Any]]) -> list[Request]:
    """Some numbers of a matter are given by how an earlier one ends."""
    ends = [end(goal) if (end := _jobs()[id].ends) else None for id, goal in goals]
    open_ = [
        (n, before)
        for n, request in enumerate(requests)
        for before in range(n)
        if (ended := ends[before]) and any(_number(thing, ended) for thing in request.things)
    ]
    for n, before in rng.sample(open_, world.axes.links):
        ended = ends[before]
        places = [k for k, thing in enumerate(requests[n].things) if ended and _number(thing, ended)]
        if places and ended:
            earlier = requests[before].job, requests[before].things[0].noun, ended
            requests[n] = _given_by(rng, requests[n], rng.pick(places), earlier, world.customer.currency)
    return requests


def _number(thing: Thing, end: Ending) -> Detail | None:
    """How many of it, or how many to name, where no matter decides that yet."""
    numbers = [d for d in thing.details if d.topic in BY_MATTER and may_hang(d, end)]
    free = [d for d in numbers if " if " not in d.link and not chosen_with(d.link)]
    return free[0] if free and other_numbers(free[0]) else None


def _given_by(
    rng: Rng, request: Request, place: int, earlier: tuple[str, str, Ending], currency: str
) -> Request:
    """The matter with a number given by how an earlier one ends; about that nobody changes their mind."""
    thing = request.things[place]
    number = _number(thing, earlier[2])
    assert number is not None
    linked = by_matter(rng, number, earlier, currency, is_bought_whole(thing))
    details = tuple([linked if d is number else d for d in thing.details])
    things = [replace(t, details=details) if k == place else t for k, t in enumerate(request.things)]
    free = [
        r
        for r in request.revisable
        if (place, number.topic) not in [(r.thing, d.topic) for d in r.others]
        and not any((n, d.topic) == (place, number.topic) for along in r.along for n, d in along)
    ]
    return replace(request, things=tuple(things), revisable=tuple(free))


def _carried_over(world: World, requests: list[Request]) -> Iterator[Request]:
    """What was said of an earlier thing of the same trade is not said again: "in the same colour as the
    kettle"."""
    said: dict[tuple[str, str, str | int], str] = {}  # category, topic and value -> the thing it was said of
    for request in requests:
        trades = [_trade(world, t) for t in request.things]
        things = [
            replace(t, details=tuple([_referred(d, trade, said) for d in t.details]))
            for t, trade in zip(request.things, trades, strict=True)
        ]
        yield replace(request, things=tuple(things))
        for thing, trade in zip(request.things, trades, strict=True):
            for d in thing.details:
                if d.disclosure == "stated" and d.op == "eq" and d.role in ("wish", "option"):
                    said.setdefault((trade, d.topic, d.value), thing.noun)


def _trade(world: World, thing: Thing) -> str:
    shelf = world.catalog.shelf_named(thing.shelf)
    return world.catalog.category(shelf).name if shelf else ""


def _referred(d: Detail, trade: str, said: dict[tuple[str, str, str | int], str]) -> Detail:
    alike = d.role in ("wish", "option") and d.op == "eq" and not seldom(d.topic)
    noun = said.get((trade, d.topic, d.value)) if alike and trade else None
    return (
        replace(
            d, says=(f"with the same {d.label} as the {noun}", f"that has the same {d.label} as the {noun}")
        )
        if noun
        else d
    )


def verify(goal: JourneyGoal, outcome: Outcome) -> Findings:
    """Every leg's own gates; what changed is read once, against all goals together."""
    found = [
        (id, _found(id, g, _seen_from(first, outcome)))
        for (id, g), first in zip(goal.legs, goal.firsts, strict=True)
    ]
    checks = tuple(replace(c, name=f"{id}.{c.name}") for id, f in found for c in f.checks)
    credits = [1.0 if all(c.passed for c in f.checks) else f.credit * f.cap / TASK_CAP for _, f in found]
    return Findings(
        checks=checks,
        credit=sum(credits) / len(credits),
        harms=tuple(h for _, f in found for h in f.harms),
        allowed=frozenset().union(*(f.allowed for _, f in found)),
    )


def _seen_from(first: int, outcome: Outcome) -> Outcome:
    """As a leg sees it, whose things are numbered from 0."""
    agreed = [n - first if isinstance(n, int) else n for n in outcome.agreed]
    return replace(outcome, agreed=frozenset(agreed))


def _found(id: str, goal: Any, outcome: Outcome) -> Findings:
    job = _jobs()[id]
    found = job.verify(goal, outcome)
    assert not isinstance(found, Verdict), id
    return replace(found, checks=(*found.checks, closed(job.closing, outcome.after)))


def _tools() -> Iterator[tuple[str, Tool]]:
    for env in _jobs().values():
        yield from env.tools.items()
    yield finish.name, finish
