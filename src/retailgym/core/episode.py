"""One episode, as a pure fold: start(spec) -> episode; step(episode, turn) -> episode; observe, and judge at
the end."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from .. import catalog as catalogs
from ..customer import (
    Talk,
    how_many,
    next_request,
    open_talk,
    pending,
    reply,
    shop_of,
    unasked,
    with_revisions,
)
from ..customer.acts import Opens
from ..envs import get_env
from ..tools.kit import Invalid, Refused, Schema, Tool, View
from ..world import CartLine, World, build
from .difficulty import Axes, axes_at
from .env import (
    Acts,
    Call,
    Env,
    Failure,
    Message,
    Mistake,
    Observation,
    Outcome,
    Refusal,
    Result,
    Said,
    Skipped,
    Turn,
)
from .errors import RetailGymError
from .faults import Fault, clock, fault_of, looks, told
from .lures import Lure, draw, followed
from .reward import Effort, Verdict, invalid, led_astray, remarks, verdict
from .spec import Spec
from .streams import Streams
from .task import NOTHING, Brief, Par, Task, TaskPool
from .values import Sealed, Value, encode, hashed, replace

if TYPE_CHECKING:
    from ..catalog.catalogue import Catalog
    from ..world.orders import SentBack

STRIKES = 3
_JSON = msgspec.json.Decoder()
_TURN_FIELDS = {"text", "calls"}


class Event(Value, kw_only=False):
    """One thing that happened: an act of the agent, or what came back. Only messages are ever shown."""

    message: Message | None = None
    acts: Acts = ()  # of the customer, behind the words
    call: Call | None = None
    said: str | None = None  # by the agent: to the customer, or beside calls
    ids: tuple[str, ...] = ()  # given by the agent
    shown: tuple[str, ...] = ()  # ids that the agent has seen now
    fault: Fault = ""  # of the service; the call is not counted


class Earlier(Value):
    """What a page from before the last write shows."""

    cart: tuple[CartLine, ...]
    returns: "tuple[SentBack, ...]"
    as_of: str


class Used(Value):
    exchanges: int = 0
    calls: int = 0
    strikes: int = 0


class Episode(Value):
    spec: Spec
    env: Env
    stream: Streams
    task: Task
    world: World
    talk: Talk
    log: tuple[Event, ...]
    used: Used = Used()
    agreed: frozenset[int] = (
        frozenset()
    )  # things to which the customer had said yes when it could no longer be undone
    earlier: Earlier | None = None  # kept where services fail
    read: int = 0  # events before the last turn
    turns: int = 0
    ended: Literal["", "closed", "budget", "invalid"] = ""

    @property
    def done(self) -> bool:
        return self.ended != ""

    @property
    def axes(self) -> Axes:
        return self.world.axes

    @property
    def budgets(self) -> Par:
        """The most exchanges and calls; a matter adds its own when it is brought up."""
        return self.task.budgets(self.axes, self.talk.raised)


class Over(RetailGymError, ValueError):
    """The episode has ended."""


def start(spec: Spec | str, *, catalog: "Catalog | None" = None) -> Episode:
    """Draw the problem and let the customer speak. A catalogue that is given fills in the Spec's store."""
    spec = Spec.parse(spec) if isinstance(spec, str) else spec
    catalog = catalog or _own_catalog(catalogs.own_store())
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
    stream = streams(spec, env)
    pool = env.sample_task(stream, build(stream, axes_at(spec.level, spec.axes), catalog))
    return begin(spec, env, pool, (stream / "goal")().below(pool.candidates))


def streams(spec: Spec, env: Env) -> Streams:
    """Where everything that is drawn for a spec comes from."""
    return Streams(f"{env.id}@{env.version}/{spec.level}/{spec.seed}")


def begin(spec: Spec, env: Env, pool: TaskPool, pick: int) -> Episode:
    """The episode whose goal is that candidate. The world was drawn before, for all candidates alike."""
    stream, world = streams(spec, env), pool.world
    goal, brief = env.choose_goal(stream, pool, pick)
    if openings := world.catalog.config.openings:
        brief = replace(brief, persona=replace(brief.persona, openings=openings))
    brief = _with_revisions(brief, stream, world.axes)
    shares = tuple([_share(leg, env, stream, n) for n, leg in enumerate(pool.legs or (pool,))])
    world, lures = _with_lures(world, brief, stream)
    task = Task(world=world, brief=brief, goal=Sealed(goal), shares=shares, lures=lures)
    acts, words, talk = (
        env.opens(brief, stream / "talk", world)
        if env.opens
        else open_talk(brief, stream / "talk", world.axes.noise)
    )
    words = " ".join([words, *[lure.words for lure in lures if lure.words]])
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


def _with_revisions(brief: Brief, stream: Streams, axes: Axes) -> Brief:
    if not axes.p_revise:
        return brief
    requests = [with_revisions(r, stream / "revise" / n, axes.p_revise) for n, r in enumerate(brief.requests)]
    return replace(brief, requests=tuple(requests))


def _with_lures(world: World, brief: Brief, stream: Streams) -> tuple[World, tuple[Lure, ...]]:
    if not world.axes.lures:
        return world, ()
    return draw(stream / "lures", world, tuple([request.job for request in brief.requests]))


def _share(pool: TaskPool, env: Env, stream: Streams, matter: int) -> tuple[Par, Par]:
    """Par and cap of a matter, with what changes of mind take and the looks after writes that time out."""
    axes = pool.world.axes
    drawn = how_many(stream / "revise" / matter, axes.p_revise)
    revisions = min(drawn, pool.revisable) if pool.per_revision != NOTHING else 0
    writes = {tool: n + revisions for tool, n in pool.writes.items()}
    more = looks(stream, env.tools, writes, axes.p_fault)
    more = sum([pool.per_revision] * revisions, more)
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
        text, calls = _read(turn)
    except Invalid as error:
        return _mistaken(ep, Mistake(text=str(error)))
    if not calls:
        return _speak(ep, ep.env.speaking, text, None)
    if text:
        ep = _log(ep, Event(said=text))
    for raw in calls:
        ep = _skip(ep, raw) if ep.done else _act(ep, raw)
    return ep


def _read(turn: object) -> tuple[str, list[Any]]:
    """Text and calls of a turn; the calls are read when their turn comes."""
    if isinstance(turn, Turn):
        return turn.text, list(turn.calls)
    if isinstance(turn, (str, bytes, bytearray, memoryview)):
        turn = _parsed(turn)
    if not isinstance(turn, Mapping):
        raise Invalid(
            'a turn is an object such as {"text": "Which size?"} or {"calls": [{"name": "cart_view", '
            '"arguments": {}}]}'
        )
    if unknown := sorted(str(k) for k in turn if k not in _TURN_FIELDS):
        raise Invalid(f"a turn has text and calls, not {unknown[0]!r}")
    text, calls = turn.get("text"), turn.get("calls")
    if text is not None and not isinstance(text, str):
        raise Invalid("the text of a turn must be a string")
    if calls is not None and not isinstance(calls, (list, tuple)):
        raise Invalid("the calls of a turn must be a list")
    return text or "", list(calls or ())


def _parsed(text: str | bytes | bytearray | memoryview) -> object:
    try:
        return _JSON.decode(text)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise Invalid(f"not JSON: {error}") from None
    except RecursionError:
        raise Invalid("not JSON: nested too deeply") from None


def _call(raw: object) -> Call:
    """A call in our form or OpenAI's, with arguments as an object or as JSON text."""
    if isinstance(raw, Call):
        call = raw
    elif isinstance(raw, Mapping):
        inner = raw.get("function") if isinstance(raw.get("function"), Mapping) else raw
        assert isinstance(inner, Mapping)
        name, id = inner.get("name"), raw.get("id")
        if not isinstance(name, str):
            raise Invalid("a call needs the name of a tool")
        extra = sorted(
            str(k) for k in {*raw, *inner} - {"name", "arguments", "id", "type", "function", "index"}
        )
        if extra:
            raise Invalid(f"a call has name, arguments and id, not {extra[0]!r}")
        call = Call(name, inner.get("arguments", {}), id if isinstance(id, str) else None)
    else:
        raise Invalid(f"a call is an object with name and arguments, not {type(raw).__name__}")
    arguments = call.arguments
    if isinstance(arguments, str):
        arguments = _parsed(arguments) if arguments.strip() else {}
    if not isinstance(arguments, Mapping):
        raise Invalid(f"{call.name}: arguments must be an object")
    return call if arguments is call.arguments else replace(call, arguments=arguments)


def _act(ep: Episode, raw: object) -> Episode:
    """One act: spoken to the customer, or run by the shop."""
    name, id = "", None
    try:
        call = _call(raw)
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
        return replace(_log(ep, Event(message=Skipped(tool=name, id=id), call=call)), ended="budget")
    return _run(ep, tool, call, args)


def _run(ep: Episode, tool: Tool, call: Call, args: tuple[Any, ...]) -> Episode:
    given = tuple(_ids(tool, args)) if tool.id_names else ()
    if ep.axes.p_fault:
        return _run_where_services_fail(ep, tool, call, args, given)
    return _done(ep, tool, call, args, given)


def _run_where_services_fail(
    ep: Episode, tool: Tool, call: Call, args: tuple[Any, ...], given: tuple[str, ...]
) -> Episode:
    """A call that fails is not counted. What timed out may have been done; a page may be an old one."""
    names = [e.call.name for e in ep.log if e.call is not None]
    fault, at = fault_of(ep.stream, tool, names.count(tool.name), ep.axes.p_fault), clock(len(names))
    failed = Failure(tool=tool.name, text=told(tool.name, fault, at), id=call.id)
    if fault in ("lost", "busy"):
        return _log(ep, Event(message=failed, call=call, ids=given, fault=fault))
    then = _done(ep, tool, call, args, given)
    last = next(e for e in reversed(then.log) if e.call is call)
    if not isinstance(last.message, Result):
        return then
    if then.world.changes(ep.world):
        earlier = Earlier(cart=ep.world.cart, returns=ep.world.returns, as_of=clock(len(names) - 1))
        then = replace(then, earlier=earlier)
    if fault == "done":
        event = replace(last, message=failed, shown=(), fault=fault)
    elif fault == "stale" and ep.earlier is not None and (old := _old_page(ep, tool, args)) is not None:
        event = replace(last, message=replace(last.message, content=old), shown=tuple(old.ids()), fault=fault)
    else:
        page = replace(last.message, content=replace(last.message.content, as_of=at))
        return replace(then, log=tuple([replace(e, message=page) if e is last else e for e in then.log]))
    return replace(then, used=ep.used, log=tuple([event if e is last else e for e in then.log]))


def _old_page(ep: Episode, tool: Tool, args: tuple[Any, ...]) -> View | None:
    """What the tool would have shown before the last write; None where it would have refused."""
    assert ep.earlier is not None
    try:
        _, view = tool(replace(ep.world, cart=ep.earlier.cart, returns=ep.earlier.returns), args)
    except Refused:
        return None
    return replace(view, as_of=ep.earlier.as_of)


def _done(ep: Episode, tool: Tool, call: Call, args: tuple[Any, ...], given: tuple[str, ...]) -> Episode:
    used = replace(ep.used, calls=ep.used.calls + 1)
    try:
        world, view = tool(ep.world, args)
    except Refused as no:
        refusal = Event(message=Refusal(tool=tool.name, text=str(no), id=call.id), call=call, ids=given)
        return replace(ep, used=used, log=(*ep.log, refusal))
    event = Event(Result(tool.name, view, call.id), (), call, None, given, tuple(view.ids()))
    talk, agreed = ep.talk, ep.agreed | ep.talk.agreed if tool.irreversible else ep.agreed
    if (talk.read_back or talk.confirmed) and world.changes(
        ep.world
    ):  # what was read back is no longer how things stand
        talk = replace(talk, read_back=frozenset(), agreed=frozenset(), confirmed=0)
    ended: Literal["", "closed"] = "closed" if tool.name == ep.env.closing else ""
    ep = replace(ep, used=used, world=world, talk=talk, agreed=agreed, log=(*ep.log, event), ended=ended)
    if ep.done:
        return ep
    return _next_request(ep) if tool.kind == "closes" else _revised(ep)


def _revised(ep: Episode) -> Episode:
    """The customer changes their mind, if it is time: so many calls after the matter came up."""
    brief = ep.task.brief
    if ep.talk.left or not (open_ := list(pending(brief, ep.talk))):
        return ep
    begun = [n for n, e in enumerate(ep.log) for act in e.acts if isinstance(act, Opens)]
    due = [
        place
        for matter, place, r in open_
        if sum(e.call is not None and not e.fault for e in ep.log[begun[matter] :]) >= r.after
        and (place in ep.talk.told or not r.waits)
        and get_env(brief.requests[matter].job).closing not in ep.world.answers
    ]
    if not due:
        return ep
    acts, words, talk = unasked(brief, ep.talk, due, ep.stream / "talk", ep.axes.noise)
    said = (Event(message=Said(text=words), acts=acts),) if acts else ()
    return replace(ep, talk=talk, log=(*ep.log, *said))


def _next_request(ep: Episode) -> Episode:
    """When all that was brought up is settled, the customer comes to the next matter."""
    brief = ep.task.brief
    if ep.talk.left or ep.talk.raised == len(brief.requests) or len(ep.world.answers) < ep.talk.raised:
        return ep
    acts, words, talk = next_request(brief, ep.talk, ep.stream / "talk", ep.axes.noise)
    return replace(ep, talk=talk, log=(*ep.log, Event(message=Said(text=words), acts=acts)))


def _ids(tool: Tool, args: tuple[Any, ...]) -> list[str]:
    given: list[str] = []
    for name, value in zip(tool.names, args, strict=True):
        if name in tool.id_names and value:
            given += value if isinstance(value, list) else [value]
    return given


def _speak(ep: Episode, tool: str, message: str, id: str | None) -> Episode:
    if ep.used.exchanges >= ep.budgets.exchanges:
        return replace(_log(ep, Event(message=Skipped(tool=tool, id=id), said=message)), ended="budget")

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
    ep = replace(_log(ep, Event(message=mistake)), used=replace(ep.used, strikes=strikes))
    return replace(ep, ended="invalid") if ep.spec.invalid == "end" or strikes >= STRIKES else ep


def _skip(ep: Episode, raw: object) -> Episode:
    try:
        call = _call(raw)
    except Invalid:
        call = Call("")
    return _log(ep, Event(message=Skipped(tool=call.name, id=call.id)))


def _log(ep: Episode, event: Event) -> Episode:
    return replace(ep, log=(*ep.log, event))


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


def heard(ep: Episode) -> Acts:
    """The acts behind what the customer said since the last turn: for experts, never part of an
    observation."""
    return tuple([a for e in ep.log[ep.read :] for a in e.acts])


def judge(ep: Episode) -> Verdict:
    """The verdict on a finished episode; the only place where the goal is opened."""
    if not ep.done:
        raise ValueError(f"episode {ep.spec} is not over; judge it when it is done")
    if ep.ended == "invalid":
        mistakes = [e.message.text for e in ep.log if isinstance(e.message, Mistake)]
        return invalid(mistakes[-1])
    outcome = _outcome(ep)
    found = ep.env.verify(ep.task.goal.open(), outcome)
    whole = found if isinstance(found, Verdict) else verdict(found, outcome, ep.env.closing)
    if ep.task.lures:
        tried = [lure.kind for lure in ep.task.lures]
        whole = led_astray(whole, tried, [lure.kind for lure in _followed(ep)])
    return replace(whole, remarks=remarks(outcome.effort, outcome.par))


def _followed(ep: Episode) -> list[Lure]:
    said = [e.said for e in ep.log if e.said is not None and isinstance(e.message, Said | Result)]
    reply = [ep.world.ticket.reply] if ep.world.ticket is not None else []
    return followed(ep.task.lures, ep.world, [*said, *reply], ep.task.goal.open())


def potential(ep: Episode) -> float:
    """How much of the work is done, for shaping: a trainer may add the difference between two states to the
    reward of the step between them. It is 0 at the start and at the end, so that no detour pays. Never shown
    to an agent."""
    if ep.done or ep.world is ep.task.world:
        return 0.0
    found = ep.env.verify(ep.task.goal.open(), _outcome(ep))
    return found.parts.get("task", found.reward) if isinstance(found, Verdict) else found.credit


def _outcome(ep: Episode) -> Outcome:
    retrieved, given, unseen = grounds(ep)
    effort = Effort(
        exchanges=ep.used.exchanges,
        wasted=ep.talk.wasted,
        calls=ep.used.calls,
        ids_given=given,
        ids_unseen=unseen,
        why_wasted=tuple(_why_wasted(ep.talk)),
    )
    return Outcome(
        before=ep.task.world,
        after=ep.world,
        retrieved=frozenset(retrieved),
        effort=effort,
        par=ep.task.par_of(ep.talk.raised),
        budgets=ep.budgets,
        agreed=ep.agreed,
    )


def _why_wasted(talk: Talk) -> Iterator[str]:
    for n, exchange in enumerate(talk.ledger, 1):
        topics = ", ".join(dict.fromkeys([topic.replace("_", " ") for _, topic in exchange.asked]))
        if not exchange.free:
            yield f"exchange {n} was wasted: {exchange.why}" + (f" ({topics})" if topics else "")


def grounds(ep: Episode) -> tuple[set[str], int, int]:
    """Ids that reading has shown; how many ids the agent gave; how many of those nothing before had
    contained.

    A tool that writes may name back what it was given; that shows nobody anything.
    """
    seen: set[str] = set()
    retrieved: set[str] = set()
    said = ""
    given = unseen = 0
    for event in ep.log:
        for id in event.ids:
            given += 1
            unseen += id not in seen and id not in said
        if event.call is not None and ep.env.tools[event.call.name].kind == "reads":
            retrieved.update(event.shown)
            seen.update(event.shown)
        else:
            seen.update([id for id in event.shown if id not in event.ids])
        if event.acts and event.message is not None:
            said += encode(event.message).decode()
    return retrieved, given, unseen


def digest(ep: Episode) -> str:
    """Content hash of everything so far: what was said and done, and the shop as it stands. Equal on every
    machine."""
    spec = replace(ep.spec, version=ep.env.version, store=ep.world.catalog.content_hash)
    opening = ep.task.budgets(ep.axes, 1)  # the others follow from the log
    return hashed(encode((spec, opening, ep.log, ep.used, ep.ended, ep.world)))
