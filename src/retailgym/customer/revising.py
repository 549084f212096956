"""Revisions: the customer changes their mind about something that was said, unasked, while the agent works or
when it is read back. The last word counts."""

from collections.abc import Iterator

from ..core.streams import Rng, Streams
from ..core.task import Brief, Request, Revisable, Revision
from ..core.values import replace
from .acts import Confirms, Revises, Talk, tell, things_of
from .mentions import Place


def how_many(stream: Streams, per_mille: int) -> int:
    """How often the customer changes their mind in one matter; the second time is half as likely."""
    rng = stream()
    return rng.chance(per_mille) + rng.chance(per_mille // 2)


def with_revisions(request: Request, stream: Streams, per_mille: int) -> Request:
    """The matter as it is told at first, with what will be changed."""
    rng, number = (stream / "what")(), how_many(stream, per_mille)
    revisions = [_drawn(rng, one) for one in rng.sample([r for r in request.revisable if r.others], number)]
    return replace(request, revisions=tuple(revisions)) if revisions else request


def _drawn(rng: Rng, one: Revisable) -> Revision:
    n = rng.pick(range(len(one.others)))
    after, along = rng.between(one.since, one.within), one.along[n] if one.along else ()
    return Revision(thing=one.thing, old=one.others[n], after=after, waits=one.waits, along=along)


def pending(brief: Brief, talk: Talk) -> Iterator[tuple[int, Place, Revision]]:
    """What will still be changed of the matters brought up: the number of the matter, the place, the
    change."""
    first = 0
    for n, request in enumerate(brief.requests[: talk.raised]):
        for r in request.revisions:
            place = first + r.thing, r.old.topic
            if place not in talk.revised:
                yield n, place, r
        first += len(request.things)


def revise(brief: Brief, talk: Talk, places: list[Place]) -> tuple[tuple[Revises, ...], Talk]:
    """Says what is otherwise now; what nobody has heard of yet is changed in silence."""
    spoken = [p for p in places if p in talk.told]
    changed = {n for n, _ in spoken}
    for _, place, r in pending(brief, talk):
        if place in spoken:
            changed |= {place[0] - r.thing + n for n, _ in r.along}
    after = replace(
        talk,
        revised=talk.revised | set(places),
        read_back=talk.read_back - changed,
        agreed=talk.agreed - changed,
        confirmed=0 if spoken else talk.confirmed,
    )
    things = things_of(brief, after)
    told = [tell(n, d) for n, topic in spoken for d in things[n].details if d.topic == topic]
    return ((Revises(told=tuple(told)),) if told else ()), after


def instead_of_yes(
    brief: Brief, acts: tuple[object, ...], talk: Talk
) -> tuple[tuple[Revises, ...], Talk] | None:
    """What the customer says in place of a yes to a line that they want otherwise."""
    if not any(isinstance(act, Confirms) for act in acts):
        return None
    places = [p for _, p, r in pending(brief, talk) if r.waits and p in talk.told and p[0] in talk.read_back]
    return revise(brief, talk, places) if places else None
