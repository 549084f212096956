"""Dialogue acts: what the customer says, apart from the words; and what they remember of the talk."""

from ..core.task import Brief, Detail, Request, Thing
from ..core.values import Value, replace
from .mentions import Place


class Told(Value):
    """One value that has been said."""

    thing: int
    topic: str
    value: str | int
    op: str = "eq"
    role: str = "wish"


class Spoken(Value):
    """A thing as the customer calls it; the noun stands for one shelf."""

    noun: str
    shelf: str


class Named(Value):
    """A topic that matters, its value left unsaid."""

    thing: int
    topic: str
    label: str


class Opens(Value, tag="opens"):
    """Brings up a matter: the things, what is said of them, and the topics that are named without a value."""

    job: str
    first: int  # number of the first thing
    things: tuple[Spoken, ...]
    told: tuple[Told, ...]
    named: tuple[Named, ...]


class Answers(Value, tag="answers"):
    told: tuple[Told, ...]
    put: tuple[str, ...] = ()  # of what was put to choose from, what it is
    unasked: bool = False  # brought up when asked for more


class Repeats(Value, tag="repeats"):
    told: tuple[Told, ...]


class Corrects(Value, tag="corrects"):
    told: tuple[Told, ...]


class FallsBack(Value, tag="falls_back"):
    """Reacts to a stock-out: other options, or none, which means to leave the thing out."""

    thing: int
    told: tuple[Told, ...]


class Revises(Value, tag="revises"):
    """Has changed their mind: these values hold in place of those told before."""

    told: tuple[Told, ...]


class Doubts(Value, tag="doubts"):
    """Was told that something sold out which has not."""


class Confirms(Value, tag="confirms"):
    """Says yes to what was read back, or to going ahead."""

    right: bool = False  # that it is so; otherwise that it may be done
    recalled: bool = False  # as far as they remember


class Accepts(Value, tag="accepts"):
    """Would have what was put forward. Where that is the very wish, it is told by that."""

    told: tuple[Told, ...] = ()
    recalled: bool = False  # it is so as far as they remember; otherwise it is wanted
    either: bool = False  # of several, none of which they refuse


class Declines(Value, tag="declines"):
    """Would not have what was put forward, and does not say what instead."""

    fact: bool = False  # it is not so; otherwise it is not wanted
    another: bool = False  # what they have in their hands is another product


PRODUCT = "product"  # which of several, each as it is
EXTENT = "extent"  # the topic by which the customer says that all of so many orders is meant


class DoesNotMind(Value, tag="does_not_mind"):
    """Has no wish about some topics."""

    about: tuple[str, ...]
    bought: bool = False  # since the thing is bought, and no other is wanted
    of: tuple[int, ...] = ()  # the thing of each


class DoesNotKnow(Value, tag="does_not_know"):
    """Cannot tell some facts."""

    about: tuple[str, ...]


class Objects(Value, tag="objects"):
    """Hears something taken as settled that was never spoken of. The value stays unsaid."""

    named: tuple[Named, ...]


class Misses(Value, tag="misses"):
    """Is asked to let an order go that lacks some of what they want."""

    things: tuple[int, ...]


class Concedes(Value, tag="concedes"):
    """Was shown the record, and has been mistaken."""


class Picks(Value, tag="picks"):
    """Of several days, those that agree with what was said before, as they were put; of how many."""

    days: tuple[str, ...]
    among: int


class Acknowledges(Value, tag="acknowledges"):
    """Has heard it."""

    more: bool = False  # and there is something else that matters


class Shrugs(Value, tag="shrugs"):
    """Did not understand."""

    word: str = ""  # of one question among others that were answered


class NothingMore(Value, tag="nothing_more"):
    thing: int | None = None  # of which nothing was left unsaid, while something of another is


class Leaves(Value, tag="leaves"):
    again: bool = False  # they have said goodbye already


Act = (
    Opens
    | Answers
    | Repeats
    | Corrects
    | FallsBack
    | Revises
    | Doubts
    | Confirms
    | Accepts
    | Declines
    | Objects
    | Misses
    | DoesNotMind
    | DoesNotKnow
    | Concedes
    | Picks
    | Acknowledges
    | Shrugs
    | NothingMore
    | Leaves
)


class Exchange(Value):
    """One message of the agent as the customer counts it."""

    asked: tuple[Place, ...]
    free: bool
    why: str  # "asked for something open", "already told", …


class Talk(Value):
    """The dialogue so far, as far as the customer must remember it."""

    raised: int = 0  # matters brought up
    since: int = 0  # the first thing of those that are not settled
    told: frozenset[Place] = frozenset()
    outs: frozenset[int] = frozenset()  # things known to have sold out
    confirmed: int = 0  # confirmations since anything changed
    # things whose line was read back rightly since the last change, and by their ids lines beside them
    read_back: frozenset[int | str] = frozenset()
    agreed: frozenset[int | str] = frozenset()  # those of them to which the customer then said yes
    revised: frozenset[Place] = frozenset()  # of what is to be changed: what has been
    ledger: tuple[Exchange, ...] = ()
    left: bool = False

    @property
    def exchanges(self) -> int:
        return len(self.ledger)

    @property
    def wasted(self) -> int:
        return sum([not e.free for e in self.ledger])


def things_of(brief: Brief, talk: Talk) -> tuple[Thing, ...]:
    """All things spoken of so far, numbered across matters; what has sold out, with what the customer takes
    instead."""
    raised = brief.requests[: talk.raised]
    things = raised[0].things if len(raised) == 1 else tuple([t for m in raised for t in m.things])
    if any(m.revisions for m in raised):
        things = tuple(_before_revision(brief, talk, list(things)))
    return (
        tuple([_instead(t) if n in talk.outs else t for n, t in enumerate(things)]) if talk.outs else things
    )


def _before_revision(brief: Brief, talk: Talk, things: list[Thing]) -> list[Thing]:
    """The things with what will be changed as it is now."""
    first = 0
    for request in brief.requests[: talk.raised]:
        for r in request.revisions:
            n = first + r.thing
            if (n, r.old.topic) not in talk.revised:
                for place, detail in ((n, r.old), *[(first + k, d) for k, d in r.along]):
                    details = [detail if d.topic == detail.topic else d for d in things[place].details]
                    things[place] = replace(things[place], details=tuple(details))
        first += len(request.things)
    return things


def _instead(thing: Thing) -> Thing:
    other = {d.topic: d for d in thing.fallback.instead} if thing.fallback else {}
    return replace(thing, details=tuple(other.get(d.topic, d) for d in thing.details))


def raise_request(brief: Brief, talk: Talk) -> tuple[Opens, Talk]:
    first = len(things_of(brief, talk))
    request: Request = brief.requests[talk.raised]
    told, named = [], []
    things = things_of(brief, replace(talk, raised=talk.raised + 1))[first:]
    for n, thing in enumerate(things, first):
        told += [tell(n, d) for d in thing.details if d.disclosure == "stated"]
        named += [
            Named(thing=n, topic=d.topic, label=d.label) for d in thing.details if d.disclosure == "mentioned"
        ]
    spoken = tuple(Spoken(noun=t.noun, shelf=t.shelf) for t in request.things)
    act = Opens(job=request.job, first=first, things=spoken, told=tuple(told), named=tuple(named))
    since = talk.since if request.interrupts else first
    all_told = talk.told | {(t.thing, t.topic) for t in told}
    return act, replace(talk, raised=talk.raised + 1, since=since, told=all_told)


def tell(n: int, d: Detail) -> Told:
    return Told(thing=n, topic=d.topic, value=d.link or d.value, op=d.op, role=d.role)
