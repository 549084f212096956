"""The verdict on an episode: the only place where a goal is opened."""

from collections.abc import Iterator

from ..customer import Talk
from .env import Mistake, Outcome, Result, Said
from .lures import Lure, followed
from .reward import Effort, Verdict, invalid, led_astray, remarks, verdict
from .state import Episode
from .values import encode, replace


def judge(ep: Episode) -> Verdict:
    """The verdict on a finished episode."""
    if not ep.done:
        raise ValueError(f"episode {ep.spec} is not over; judge it when it is done")
    if ep.ended == "invalid":
        mistakes = [e.message.text for e in ep.log if isinstance(e.message, Mistake)]
        return invalid(mistakes[-1])
    outcome = _outcome(ep)
    findings = ep.env.verify(ep.task.goal.open(), outcome)
    whole = findings if isinstance(findings, Verdict) else verdict(findings, outcome, ep.env.closing)
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
    findings = ep.env.verify(ep.task.goal.open(), _outcome(ep))
    return findings.parts.get("task", findings.reward) if isinstance(findings, Verdict) else findings.credit


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
