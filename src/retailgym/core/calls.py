"""One call of a tool: the shop runs it, or its service fails; then the customer may speak up."""

from typing import Any, Literal

from ..customer import next_request, pending, unasked
from ..customer.acts import Opens
from ..envs import get_env
from ..tools.kit import Refused, Tool, View
from .env import Call, Failure, Refusal, Result, Said
from .faults import clock, fault_of, told
from .state import Earlier, Episode, Event, logged
from .values import replace

OLD_COPY = "a copy from before the last change"  # beside the time, lest it look like a slip of the clock


def run_call(ep: Episode, tool: Tool, call: Call, args: tuple[Any, ...]) -> Episode:
    """The episode after a call whose arguments have been read."""
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
    failed = Failure(tool=tool.name, text=told(tool, fault, at), id=call.id)
    if fault in ("lost", "busy"):
        return logged(ep, Event(message=failed, call=call, ids=given, fault=fault))
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
    return replace(view, as_of=f"{ep.earlier.as_of}, {OLD_COPY}")


def _done(ep: Episode, tool: Tool, call: Call, args: tuple[Any, ...], given: tuple[str, ...]) -> Episode:
    used = replace(ep.used, calls=ep.used.calls + 1)
    try:
        world, view = tool(ep.world, args)
    except Refused as no:
        refusal = Event(message=Refusal(tool=tool.name, text=str(no), id=call.id), call=call, ids=given)
        return replace(ep, used=used, log=(*ep.log, refusal))
    event = Event(Result(tool.name, view, call.id), (), call, None, given, tuple(view.ids()))
    talk, agreed = ep.talk, ep.agreed | ep.talk.agreed if tool.irreversible else ep.agreed
    # what was read back is no longer how things stand
    if (talk.read_back or talk.confirmed) and world.changes(ep.world):
        talk = replace(talk, read_back=frozenset(), agreed=frozenset(), confirmed=0)
    ended: Literal["", "closed"] = "closed" if tool.name == ep.env.closing else ""
    ep = replace(ep, used=used, world=world, talk=talk, agreed=agreed, log=(*ep.log, event), ended=ended)
    if ep.done:
        return ep
    return _next_request(ep) if tool.kind == "closes" else _revised(ep)


def _revised(ep: Episode) -> Episode:
    """The customer changes their mind, if it is time: so many calls after the matter came up."""
    brief = ep.task.brief
    if ep.talk.left or not ep.axes.p_revise or not (open_ := list(pending(brief, ep.talk))):
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
    if ep.env.revises:
        acts, words, talk = ep.env.revises(brief, ep.talk, due, ep.world, ep.stream / "talk")
    else:
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
