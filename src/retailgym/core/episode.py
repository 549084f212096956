"""One episode, as a pure fold: start(spec) -> episode; step(episode, turn) -> episode; observe, and judge at
the end."""

import os
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from .. import catalog as catalogs
from ..catalog.needs import TooSmall
from ..catalog.store_config import NO_CONFIG
from ..customer import Utterance, bought_in, how_many, open_talk, reply, shop_of, utterance, with_revisions
from ..envs import get_env
from ..tools.kit import Invalid, Schema
from ..world import World, build
from .calls import run_call
from .difficulty import Axes, axes_at
from .env import Acts, Call, Env, Message, Mistake, Observation, Result, Said, Skipped, Turn
from .faults import looks
from .judgement import grounds, judge, potential
from .lures import Lure, Matter, draw
from .spec import Spec
from .state import Episode, Event, Over, Used, logged
from .streams import Streams
from .task import NOTHING, Brief, Par, Request, Sealed, Task, TaskPool
from .turn import read_call, read_turn
from .values import encode, hashed, replace

if TYPE_CHECKING:
    from ..catalog.catalogue import Catalog

__all__ = [
    "Episode",
    "Event",
    "Over",
    "Used",
    "begin",
    "digest",
    "grounds",
    "heard",
    "judge",
    "observe",
    "potential",
    "spoken",
    "start",
    "step",
    "streams",
]

STRIKES = 3
AGAIN = 2  # times that a task is drawn anew


def start(spec: Spec | str, *, catalog: "Catalog | None" = None) -> Episode:
    """Draw the problem and let the customer speak. A catalogue that is given fills in the Spec's store."""
    spec = Spec.parse(spec) if isinstance(spec, str) else spec
    catalog = catalog or _own_catalog(os.environ.get(catalogs.STORE, ""))
    if catalog is not None and not spec.store:
        spec = replace(spec, store=catalog.content_hash)
    catalog = catalog or _default_catalog()
    env = get_env(spec.env)
    if spec.version not in (0, env.version):
        raise ValueError(
            f"{spec} asks for version {spec.version} of {env.id!r}; installed is version {env.version}"
        )
    if spec.store and spec.store != catalog.content_hash:
        raise ValueError(
            f"{spec} belongs to store {spec.store}; this store is {catalog.content_hash}; give the other "
            f"with catalog=…"
        )
    pool = sample(spec, env, catalog)
    return begin(spec, env, pool, (streams(spec, env) / "goal")().below(pool.candidates))


def sample(spec: Spec, env: Env, catalog: "Catalog") -> TaskPool:
    """What comes to nothing by chance is drawn anew; a shop that lacks what the job needs fails each time."""
    stream, axes = streams(spec, env), axes_at(spec.level, spec.axes)
    for again in (stream, *(stream / f"again {n}" for n in range(AGAIN))):
        try:
            return env.sample_task(again, build(again, axes, catalog))
        except TooSmall as small:
            reason = small
    raise reason


def streams(spec: Spec, env: Env) -> Streams:
    """Where everything that is drawn for a spec comes from."""
    return Streams(f"{env.id}@{env.draws}/{spec.level}/{spec.seed}")


def begin(spec: Spec, env: Env, pool: TaskPool, pick: int) -> Episode:
    """The episode whose goal is that candidate. The world was drawn before, for all candidates alike."""
    stream, world = streams(spec, env), pool.world
    goal, brief = env.choose_goal(stream, pool, pick)
    shop = world.catalog.config
    if shop is not NO_CONFIG:
        persona = replace(brief.persona, openings=shop.openings, language=shop.language)
        brief = replace(brief, persona=persona)
    brief = _with_revisions(brief, stream, world.axes)
    shares = tuple([_share(leg, env, stream, n) for n, leg in enumerate(pool.legs or (pool,))])
    world, lures = _with_lures(world, brief, stream)
    task = Task(world=world, brief=brief, goal=Sealed(goal), shares=shares, lures=lures)
    acts, words, talk = (
        env.opens(brief, stream / "talk", world)
        if env.opens
        else open_talk(brief, stream / "talk", world.axes.noise)
    )
    words = _adding(words, [lure.words for lure in lures if lure.words])
    log = (Event(message=Said(text=words), acts=acts),)
    return Episode(
        spec=spec,
        env=env,
        stream=stream,
        task=task,
        world=world,
        talk=talk,
        log=log,
    )


def _adding(words: str, more: list[str]) -> str:
    """An opening with what else the customer says; the shop's notes in brackets stay at the end."""
    own, bracket, notes = words.partition(" [")
    return " ".join([own, *more]) + bracket + notes


def _with_revisions(brief: Brief, stream: Streams, axes: Axes) -> Brief:
    if not axes.p_revise:
        return brief
    requests = [with_revisions(r, stream / "revise" / n, axes.p_revise) for n, r in enumerate(brief.requests)]
    return replace(brief, requests=tuple(requests))


def _with_lures(world: World, brief: Brief, stream: Streams) -> tuple[World, tuple[Lure, ...]]:
    if not world.axes.lures:
        return world, ()
    return draw(stream / "lures", world, [_matter(request) for request in brief.requests])


def _matter(request: Request) -> Matter:
    """Of two questions, one of which is asked on a condition, always the first."""
    thing, asked = request.things[0], [d for t in request.things for d in t.details if d.topic == "question"]
    first = {d.topic: d for d in thing.details}
    count = first.get("count") or first.get("quantity")
    return Matter(
        job=request.job,
        topic=str(asked[0].link or asked[0].value).partition(" ")[0] if asked else "",
        wants=str(first["wants"].value) if "wants" in first else "",
        shelf=thing.shelf,
        pieces=int(count.value) if count is not None and count.disclosure == "stated" else 0,
        pair=thing.noun.startswith("pair of "),
        extent="extent" in first,
    )


def _share(pool: TaskPool, env: Env, stream: Streams, matter: int) -> tuple[Par, Par]:
    """Par and cap of a matter, with what changes of mind take and the looks after writes that time out."""
    axes, revisions, more = pool.world.axes, 0, NOTHING
    if axes.p_revise and pool.per_revision != NOTHING:
        revisions = min(how_many(stream / "revise" / matter, axes.p_revise), pool.revisable)
        more = sum([pool.per_revision] * revisions, more)
    if axes.p_fault:
        writes = {tool: n + revisions for tool, n in pool.writes.items()}
        more += looks(stream, env.tools, writes, axes.p_fault)
    return pool.par + more, (pool.cap or pool.par) + more


@lru_cache(maxsize=1)
def _default_catalog() -> "Catalog":
    return catalogs.load(catalogs.DEFAULT_SIZE)


@lru_cache(maxsize=1)
def _own_catalog(store: str) -> "Catalog | None":
    """The shop that stands in for the generated one, if there is any."""
    return catalogs.load(store) if store else None


def step(ep: Episode, turn: Turn | Mapping[str, Any] | str | bytes) -> Episode:
    """Run the acts of a turn in order. Whatever comes in, an episode comes out."""
    if ep.done:
        raise Over(f"episode {ep.spec} is over; start a new one")
    ep = replace(ep, read=len(ep.log), turns=ep.turns + 1)
    try:
        text, calls = read_turn(turn)
    except Invalid as error:
        return _mistaken(ep, Mistake(text=str(error)))
    if not calls:
        return _speak(ep, ep.env.speaking, text, None)
    if text:
        ep = logged(ep, Event(said=text))
    for raw in calls:
        ep = _skip(ep, raw) if ep.done else _act(ep, raw)
    return ep


def _act(ep: Episode, raw: object) -> Episode:
    """One act: spoken to the customer, or run by the shop."""
    name, id = "", None
    try:
        call = read_call(raw)
        name, id = call.name, call.id
        tool = ep.env.tools.get(name)
        if tool is None:
            raise Invalid(f"no tool {name!r}; the tools are {', '.join(ep.env.tools)}")
        args = tool.read(call.arguments)
    except Invalid as error:
        return _mistaken(ep, Mistake(text=str(error), tool=name, id=id))
    if tool.kind == "speaks":
        return _speak(ep, name, args[0], id)
    if ep.used.calls >= ep.budgets.calls:
        return replace(logged(ep, Event(message=Skipped(tool=name, id=id), call=call)), ended="budget")
    return run_call(ep, tool, call, args)


def _speak(ep: Episode, tool: str, message: str, id: str | None) -> Episode:
    if ep.used.exchanges >= ep.budgets.exchanges:
        return replace(logged(ep, Event(message=Skipped(tool=tool, id=id), said=message)), ended="budget")

    if ep.env.replies:
        acts, words, talk = ep.env.replies(ep.task.brief, ep.talk, message, ep.world, ep.stream / "talk")
    else:
        acts, words, talk = reply(
            ep.task.brief, ep.talk, message, shop_of(ep.world), ep.stream / "talk", ep.axes.noise
        )
    answer: Message = Said(text=words) if id is None else Result(tool=tool, content=words, id=id)
    used = replace(ep.used, exchanges=ep.used.exchanges + 1)
    return replace(ep, talk=talk, used=used, log=(*ep.log, Event(message=answer, acts=acts, said=message)))


def _mistaken(ep: Episode, mistake: Mistake) -> Episode:
    """Malformed output ends the episode; with strikes, the third one does."""
    strikes = ep.used.strikes + 1
    ep = replace(logged(ep, Event(message=mistake)), used=replace(ep.used, strikes=strikes))
    return replace(ep, ended="invalid") if ep.spec.invalid == "end" or strikes >= STRIKES else ep


def _skip(ep: Episode, raw: object) -> Episode:
    try:
        call = read_call(raw)
    except Invalid:
        call = Call("")
    return logged(ep, Event(message=Skipped(tool=call.name, id=call.id)))


@lru_cache(maxsize=64)
def _schemas(env_id: str) -> tuple[Schema, ...]:
    return get_env(env_id).schemas()


def observe(ep: Episode) -> Observation:
    """All that the agent may see: what came back since its last turn, the tools, and what is left of the
    budgets."""
    messages = tuple([e.message for e in ep.log[ep.read :] if e.message is not None])
    budgets = ep.budgets
    exchanges_left, calls_left = budgets.exchanges - ep.used.exchanges, budgets.calls - ep.used.calls
    return Observation(ep.env.id, messages, _schemas(ep.env.id), exchanges_left, calls_left, ep.ended != "")


def spoken(ep: Episode, tool: str, arguments: Mapping[str, Any]) -> Utterance | None:
    """What the customer will hear if this call comes next, for those who would know ahead what is made of
    it."""
    if ep.env.replies or tool != ep.env.speaking:
        return None
    message = arguments.get(ep.env.tools[tool].names[0])
    if not isinstance(message, str):
        return None
    return utterance(ep.task.brief, ep.talk, message, ep.world.today, bought_in(ep.world))


def heard(ep: Episode) -> Acts:
    """The acts behind what the customer said since the last turn: for experts, never part of an
    observation."""
    return tuple([a for e in ep.log[ep.read :] for a in e.acts])


def digest(ep: Episode) -> str:
    """Content hash of everything so far: what was said and done, and the shop as it stands. Equal on every
    machine."""
    spec = replace(ep.spec, version=ep.env.version, store=ep.world.catalog.content_hash)
    opening = ep.task.budgets(ep.axes, 1)  # the others follow from the log
    return hashed(encode((spec, opening, ep.log, ep.used, ep.ended, ep.world)))
