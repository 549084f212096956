"""Dialogue acts: what the customer says, apart from the words. Acts follow from the brief, the talk so far
and what was heard."""

from collections.abc import Callable

from ..core.task import TOPICS_PER_QUESTION, Brief, Detail, Request, Thing
from ..core.values import Value, replace
from .hearing import Heard
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


class Repeats(Value, tag="repeats"):
    told: tuple[Told, ...]


class Corrects(Value, tag="corrects"):
    told: tuple[Told, ...]


class FallsBack(Value, tag="falls_back"):
    """Reacts to a stock-out: other options, or none, which means to leave the thing out."""

    thing: int
    told: tuple[Told, ...]


class Doubts(Value, tag="doubts"):
    """Was told that something sold out which has not."""


class Confirms(Value, tag="confirms"):
    pass


class Objects(Value, tag="objects"):
    """Hears something taken as settled that was never spoken of. The value stays unsaid."""

    named: tuple[Named, ...]


class Acknowledges(Value, tag="acknowledges"):
    pass


class Shrugs(Value, tag="shrugs"):
    """Was asked something that they have nothing to say to."""


class NothingMore(Value, tag="nothing_more"):
    pass


class Leaves(Value, tag="leaves"):
    pass


Act = (
    Opens
    | Answers
    | Repeats
    | Corrects
    | FallsBack
    | Doubts
    | Confirms
    | Objects
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
    told: frozenset[Place] = frozenset()
    outs: frozenset[int] = frozenset()  # things known to have sold out
    confirmed: int = 0
    read_back: frozenset[int] = frozenset()  # things whose line was read back rightly since the last change
    agreed: frozenset[int] = frozenset()  # those of them to which the customer then said yes
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
    raised = brief.matters[: talk.raised]
    things = raised[0].things if len(raised) == 1 else tuple([t for m in raised for t in m.things])
    return (
        tuple([_instead(t) if n in talk.outs else t for n, t in enumerate(things)]) if talk.outs else things
    )


def _instead(thing: Thing) -> Thing:
    other = {d.topic: d for d in thing.fallback.instead} if thing.fallback else {}
    return replace(thing, details=tuple(other.get(d.topic, d) for d in thing.details))


def raise_matter(brief: Brief, talk: Talk) -> tuple[Opens, Talk]:
    first = len(things_of(brief, talk))
    matter: Request = brief.matters[talk.raised]
    told, named = [], []
    for n, thing in enumerate(matter.things, first):
        told += [tell(n, d) for d in thing.details if d.when == "said"]
        named += [Named(thing=n, topic=d.topic, label=d.label) for d in thing.details if d.when == "named"]
    spoken = tuple(Spoken(noun=t.noun, shelf=t.shelf) for t in matter.things)
    act = Opens(job=matter.job, first=first, things=spoken, told=tuple(told), named=tuple(named))
    return act, replace(talk, raised=talk.raised + 1, told=talk.told | {(t.thing, t.topic) for t in told})


def tell(n: int, d: Detail) -> Told:
    return Told(thing=n, topic=d.topic, value=d.value, op=d.op, role=d.role)


def respond(
    brief: Brief, talk: Talk, heard: Heard, has_gone: Callable[[Thing], bool]
) -> tuple[tuple[Act, ...], Talk]:
    """What to say to what was heard. An exchange is wasted unless the customer caused it."""
    if talk.left:
        return (Leaves(),), _count(talk, heard, "the customer had left", free=False)
    things = things_of(brief, talk)
    acts, after, news = _stock_out(things, talk, heard, has_gone)
    things = things_of(brief, after) if after is not talk else things
    more, after, told = _asked(
        things, after, _at_hand(brief, talk, things, heard.asked), TOPICS_PER_QUESTION - news
    )
    acts = (*acts, *more)
    why = "told of a stock-out" if news else "asked for something open" if told else ""
    if not acts and heard.open and not heard.confirms:
        acts, after = _one_more(things, after)
    if heard.confirms and not told:
        allowed = sum(m.confirmations for m in brief.matters[: talk.raised])
        why = why or ("confirmed" if after.confirmed < allowed else "")
        after = replace(after, confirmed=after.confirmed + 1)
        answer = _verdict(things, after, heard)
        acts = (*acts, answer)
        if isinstance(answer, Confirms):
            everything = frozenset(range(len(things)))
            after = replace(after, read_back=everything, agreed=everything)
    after = _count(after, heard, why or _wasted(acts), free=why != "")
    if after.wasted > brief.persona.patience:
        acts, after = (Leaves(),), replace(talk, left=True, ledger=after.ledger)
    return acts or (Shrugs() if heard.puzzling else Acknowledges(),), after


def _count(talk: Talk, heard: Heard, why: str, free: bool) -> Talk:
    return replace(talk, ledger=(*talk.ledger, Exchange(asked=heard.asked, free=free, why=why)))


def _wasted(acts: tuple[Act, ...]) -> str:
    """Why an exchange was of no use."""
    match acts:
        case (Answers(), *_):
            return "asked for nothing in particular"
        case (Repeats(), *_):
            return "already told"
        case (Doubts(), *_):
            return "told of a stock-out that is none"
        case (Confirms() | Corrects() | Objects(), *_):
            return "confirmed more often than needed"
        case _:
            return "asked for nothing that was open"


def _stock_out(
    things: tuple[Thing, ...], talk: Talk, heard: Heard, has_gone: Callable[[Thing], bool]
) -> tuple[tuple[Act, ...], Talk, int]:
    """What to do about things that sold out, and how many of them are news; what has not sold out is
    doubted."""
    if not heard.stock_out or all(
        t.fallback is None for t in things
    ):  # a customer with no one product in mind has nothing to say to it
        return (), talk, 0
    meant = [n for n in (sorted(heard.out) or range(len(things))) if things[n].fallback is not None]
    gone = [n for n in meant if has_gone(things[n])]
    news = [n for n in gone if n not in talk.outs][:TOPICS_PER_QUESTION]
    acts = tuple([_fall_back(things, n) for n in news or gone[:TOPICS_PER_QUESTION]])
    told = {(t.thing, t.topic) for act in acts for t in act.told}
    return acts or (Doubts(),), replace(talk, outs=talk.outs | set(news), told=talk.told | told), len(news)


def _fall_back(things: tuple[Thing, ...], n: int) -> FallsBack:
    fallback = things[n].fallback
    return FallsBack(thing=n, told=tuple(tell(n, d) for d in fallback.instead) if fallback else ())


def _at_hand(
    brief: Brief, talk: Talk, things: tuple[Thing, ...], asked: tuple[Place, ...]
) -> tuple[Place, ...]:
    """Of two things of one name, that of the matter brought up last is meant, if what was asked fits it."""
    if talk.raised < 2:
        return asked
    latest = len(things) - len(brief.matters[talk.raised - 1].things)
    now = {(things[n].noun, topic) for n, topic in asked if n >= latest}
    return tuple([(n, topic) for n, topic in asked if n >= latest or (things[n].noun, topic) not in now])


def _asked(
    things: tuple[Thing, ...], talk: Talk, asked: tuple[Place, ...], most: int
) -> tuple[tuple[Act, ...], Talk, bool]:
    """Answers for what was open; failing that, what was said is said again. If it is too much, facts that
    nobody brought up can wait."""
    fresh = [p for p in asked if p not in talk.told]
    if len(fresh) > most:
        fresh.sort(key=lambda p: _unasked_for(_detail(things, *p)))
    places = (fresh or list(asked))[:most]
    if not places:
        return (), talk, False
    told = tuple(tell(n, _detail(things, n, topic)) for n, topic in places)
    return (
        ((Answers(told=told) if fresh else Repeats(told=told)),),
        replace(talk, told=talk.told | set(places)),
        bool(fresh),
    )


def _unasked_for(d: Detail) -> bool:
    return d.role == "fact" and d.when == "hole"


def _one_more(things: tuple[Thing, ...], talk: Talk) -> tuple[tuple[Act, ...], Talk]:
    for n, thing in enumerate(things):
        for d in thing.details:
            if (n, d.topic) not in talk.told:
                return (Answers(told=(tell(n, d),)),), replace(talk, told=talk.told | {(n, d.topic)})
    return (NothingMore(),), talk


def _verdict(things: tuple[Thing, ...], talk: Talk, heard: Heard) -> Act:
    """Yes, unless the agent read back another value than was said, or took for granted what was not. Nothing
    unsaid is given away."""
    wrong = heard.contradicted[:TOPICS_PER_QUESTION]
    said = [p for p in wrong if p in talk.told]
    if said:
        return Corrects(told=tuple(tell(n, _detail(things, n, topic)) for n, topic in said))
    if wrong:
        return Objects(
            named=tuple(
                Named(thing=n, topic=topic, label=_detail(things, n, topic).label) for n, topic in wrong
            )
        )
    return Confirms()


def _detail(things: tuple[Thing, ...], n: int, topic: str) -> Detail:
    return next(d for d in things[n].details if d.topic == topic)
