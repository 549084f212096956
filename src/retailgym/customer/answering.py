"""Answering: what the customer says to what was heard, and what the exchange counts for."""

from collections.abc import Callable, Iterable
from itertools import zip_longest
from typing import NamedTuple

from ..core.task import TOPICS_PER_QUESTION, Brief, Detail, Thing
from ..core.values import replace
from . import books
from .acts import (
    PRODUCT,
    Accepts,
    Acknowledges,
    Act,
    Answers,
    Concedes,
    Confirms,
    Corrects,
    Declines,
    DoesNotKnow,
    DoesNotMind,
    Doubts,
    Exchange,
    FallsBack,
    Leaves,
    Misses,
    Named,
    NothingMore,
    Objects,
    Picks,
    Repeats,
    Shrugs,
    Talk,
    Told,
    tell,
    things_of,
)
from .checking import check, complete, contradicted, detail_of, statement
from .given import Given
from .heard import Heard
from .mentions import COUNTED, OTHERS, PERSON, TOGETHER, Place, sort_of
from .statements import UNKNOWN, accepts

OPEN, NEWS, CONFIRMED, CHECKED, MINDED, ELSE, PUZZLED, REFUSED, OFFERED = (
    "asked for something open", "told of a stock-out", "confirmed", "asked whether that is the one",
    "asked for something that the customer does not mind", "asked what else there is",
    "was not understood", "was refused for the first time", "offered something else",
)  # fmt: skip
FREE_TOPICS, FREE_PUZZLES = 3, 3  # for each episode
OPTION, NAME = "option", "name"
FEW = 2  # values that are a guess rather than a summary


class Said(NamedTuple):
    """What comes of a message: acts, the talk after it, and why it was free, if it was."""

    acts: tuple[Act, ...]
    talk: Talk
    free: str = ""
    wasted: str = ""  # why, if it was not
    brought_up: tuple[Place, ...] = ()  # by the question what else there is


def respond(
    brief: Brief, talk: Talk, heard: Heard, has_gone: Callable[[Thing], bool]
) -> tuple[tuple[Act, ...], Talk]:
    """What to say to what was heard. An exchange is wasted unless it is free."""
    if talk.left:
        return (Leaves(again=True),), _counted(talk, heard, "", "the customer had left")
    said = _said(brief, talk, heard, has_gone)
    free = said.free if not heard.many else ""
    wasted = "asked for more than three details at once" if heard.many else said.wasted
    after = _counted(said.talk, heard, free, wasted, said.brought_up)
    if after.wasted > brief.persona.patience:
        return (Leaves(),), replace(talk, left=True, ledger=after.ledger)
    return said.acts, after


def _counted(talk: Talk, heard: Heard, free: str, wasted: str, more: tuple[Place, ...] = ()) -> Talk:
    asked = (*heard.topics, *more)
    return replace(talk, ledger=(*talk.ledger, Exchange(asked=asked, free=free != "", why=free or wasted)))


def _before(talk: Talk, why: str) -> int:
    """How many exchanges were free for this reason."""
    return sum([e.free and e.why == why for e in talk.ledger])


def _said(brief: Brief, talk: Talk, heard: Heard, has_gone: Callable[[Thing], bool]) -> Said:
    things = things_of(brief, talk)
    if heard.elsewhere:
        return _refused(things, talk, [(0, "")], Declines(fact=True, another=True))
    heard = _spelled_out(things, talk, heard)
    if (picked := _picked(things, talk, heard)) is not None:
        return picked
    fresh = any(p not in talk.told for p in heard.asked)
    if not heard.confirms and not fresh and _conceded(things, talk, heard):
        return Said((Concedes(),), talk, RECORDS if _before(talk, RECORDS) < talk.raised else "")
    parts = [_stock_out(things, talk, heard, has_gone)]
    things = things_of(brief, parts[-1].talk)
    heard = _besides(heard, parts[0])
    parts.append(
        _answered(
            things,
            parts[-1].talk,
            heard,
            TOPICS_PER_QUESTION - len([a for a in parts[0].acts if isinstance(a, FallsBack)]),
        )
    )
    if parts[-1].free == OPEN and isinstance(next(iter(parts[0].acts), None), Doubts):
        parts[0] = Said((), talk)  # who still asks which one speaks of another that has sold out
    if _is_vague(parts, heard):
        parts[0] = Said((), talk)
    if heard.more and not heard.seeks and len(heard.topics) < TOPICS_PER_QUESTION:
        more = _what_else(things, parts[-1].talk, heard)
        if parts[-1].free == OPEN and not heard.about and isinstance(more.acts[0], Answers):
            more = Said((Acknowledges(more=True),), parts[-1].talk)  # of nothing in particular: it can wait
        parts.append(more)
    if heard.seeks and not parts[0].acts:
        said = _agreed(things, parts[-1].talk, heard)
        if said.acts and isinstance(said.acts[0], Confirms) and (missing := _missing(brief, talk, heard)):
            said = _refused(things, parts[-1].talk, [], Misses(things=missing))
        if heard.explicit or not _is_bare(said) or not any(part.acts for part in parts):
            parts.append(said)  # no bare yes or no beside answers to something else
    acts = tuple([a for part in parts for a in part.acts])
    if not acts:
        parts.append(_otherwise(things, parts[-1].talk, heard))
        acts = parts[-1].acts
    free = next((part.free for part in parts if part.free), "")
    acts = (*acts, Shrugs(word=heard.lost)) if heard.lost else acts
    return Said(
        acts,
        parts[-1].talk,
        free,
        next((part.wasted for part in parts if part.wasted), "asked for nothing that was open"),
        tuple([p for part in parts for p in part.brought_up]),
    )


def _is_vague(parts: list[Said], heard: Heard) -> bool:
    """Is news that is not true said of nothing that is named, beside something to be answered? Then it was
    hardly meant as news: nothing left to add, shall I place it?"""
    doubted = isinstance(next(iter(parts[0].acts), None), Doubts)
    return doubted and not heard.out and (bool(parts[-1].acts) or heard.confirms)


def _miscounted(things: tuple[Thing, ...], talk: Talk, heard: Heard) -> list[Place]:
    """Numbers that hang on something and were never spoken of: whichever is read back, nobody is told by a
    yes what it comes to."""
    given = dict.fromkeys([(g.thing, g.topic) for g in heard.given])
    fresh = [p for p in given if p not in talk.told and p not in heard.topics]
    found = [(p, d) for p in fresh if (d := detail_of(things, p)) is not None and d.could_be]
    if not found:
        return []
    told = [d.link for p in talk.told if (d := detail_of(things, p)) is not None and TOGETHER in d.link]
    together = {link.partition(TOGETHER)[0] for link in told}  # who hears of one of two hears of both
    return [p for p, d in found if d.link.partition(TOGETHER)[0] not in together]


def _is_difference(things: tuple[Thing, ...], place: Place) -> bool:
    """Is it how much dearer or cheaper than another one something may be?"""
    d = detail_of(things, place)
    return d is not None and d.role == "keep" and d.topic == "price"


def _without_prices(
    things: tuple[Thing, ...], heard: Heard, checked: dict[Place, bool | None]
) -> dict[Place, bool | None]:
    """Without what a product costs that is put forward by its brand: that is no difference in price."""
    if not any(g.topic == "brand" and g.op == "eq" for g in heard.given):
        return checked
    gaps = [(g.thing, g.topic) for g in heard.given if g.gap]
    return {p: fits for p, fits in checked.items() if p in gaps or not _is_difference(things, p)}


def _is_described(things: tuple[Thing, ...], heard: Heard) -> bool:
    """Is it said how something looks that the customer has bought: is it the red one by Norrland?"""
    given = [(g.thing, g.topic) for g in heard.given]
    absent = [p for p in given if detail_of(things, p) is None]
    return bool(absent) and not heard.topics and all(_is_owned(things[n]) for n, _ in given)


def _is_bare(said: Said) -> bool:
    """Does it say yes, or no to another thing, and nothing more?"""
    yes = [isinstance(a, Confirms) or (isinstance(a, Accepts) and not a.told) for a in said.acts]
    return all(yes) or all(isinstance(a, Declines) and a.another for a in said.acts)


def _what_else(things: tuple[Thing, ...], talk: Talk, heard: Heard) -> Said:
    """One thing more that matters, of each that is named, or that there is none. Free is what was announced,
    and otherwise once for each thing, or for each matter."""
    done: tuple[tuple[Act, ...], Talk] = ((NothingMore(),), talk)
    acts, after = _one_more(things, talk, heard.about) if not heard.settled else done
    before = [e for e in talk.ledger if e.free and e.why == ELSE]
    free = ELSE if len(before) < (len(things) if heard.about else talk.raised) else ""
    fresh = after.told - talk.told
    asked = {n for e in before for n, _ in e.asked}
    if len(heard.about) > 1 and fresh and all(n in asked for n, _ in fresh):
        free = ""
    announced = any(topic in _announced(things[n]) for n, topic in fresh)
    wasted = "asked what else there is once too often"
    return Said(acts, after, OPEN if announced else free, wasted, tuple(sorted(fresh)))


def _besides(heard: Heard, news: Said) -> Heard:
    """Without what the answer to a stock-out says already: what to take instead is not said twice, and what
    was told is said again only where its name, a value or a number asks for it."""
    gone = [act.thing for act in news.acts if isinstance(act, FallsBack)]
    if not gone:
        return heard
    dropped = [act.thing for act in news.acts if isinstance(act, FallsBack) and not act.told]
    heard = replace(heard, topics=tuple([p for p in heard.topics if p[0] not in dropped]))
    meant = heard.labelled | {(g.thing, g.topic) for g in heard.given}
    plain = [p for p in heard.topics if p[0] not in gone and (p in meant or p[1] in COUNTED)]
    return replace(heard, topics=tuple([p for p in heard.topics if p not in news.talk.told or p in plain]))


RECORDS = "set right what the customer misremembers"


def _conceded(things: tuple[Thing, ...], talk: Talk, heard: Heard) -> list[Place]:
    """What was said wrongly, where the message shows what is so, or asks whether they are sure of it."""
    found = [(g.thing, g.topic) for g in heard.given if _is_shown(detail_of(things, (g.thing, g.topic)), g)]
    if heard.doubted:
        found += [p for p in heard.topics if (d := detail_of(things, p)) is not None and d.slip != ""]
    return [p for p in dict.fromkeys(found) if p in talk.told]


def _is_shown(d: Detail | None, g: Given) -> bool:
    if d is None or d.slip == "" or accepts(d, statement(g)) is not False:
        return False
    return accepts(replace(d, value=d.slip), statement(g)) is True


def _picked(things: tuple[Thing, ...], talk: Talk, heard: Heard) -> Said | None:
    """Of several days the one that agrees with what was said before."""
    days: dict[str, list[bool | None]] = {}
    for g in heard.given:
        d = detail_of(things, (g.thing, g.topic))
        if g.words and d is not None and (g.thing, g.topic) in talk.told:
            days.setdefault(g.words, []).append(accepts(d, statement(g)))
    if len(days) < 2 or heard.confirms or any(p not in talk.told for p in heard.asked):
        return None
    fitting = tuple([words for words, fits in days.items() if False not in fits and True in fits])
    free = CONFIRMED if not talk.confirmed else ""
    after = replace(talk, confirmed=talk.confirmed + 1)
    return Said((Picks(days=fitting, among=len(days)),), after, free, "already told")


def _otherwise(things: tuple[Thing, ...], talk: Talk, heard: Heard) -> Said:
    """An open question, something that was not understood, or nothing to answer."""
    if heard.open:
        return _what_else(things, talk, heard)
    if heard.offer:
        free = OFFERED if _before(talk, OFFERED) < FREE_TOPICS else ""
        return Said((Declines(),), talk, free, "asked for nothing that matters")
    if heard.closing and not heard.puzzling:
        return Said(
            (Acknowledges(),), talk, ELSE if _before(talk, ELSE) < talk.raised else "", "asked nothing"
        )
    if heard.puzzling:
        return Said(
            (Shrugs(),),
            talk,
            PUZZLED if _before(talk, PUZZLED) < FREE_PUZZLES else "",
            "was not understood once too often",
        )
    wrong = [p for p, fits in check(things, heard).items() if fits is False and p in talk.told]
    values = {(g.topic, g.value) for g in heard.given}
    if wrong and len(values) > FEW and not heard.stock_out:  # a summary, though nobody asks
        return _refused(things, talk, wrong[:TOPICS_PER_QUESTION], Declines())
    return Said((Acknowledges(),), talk, "", "asked nothing")


def _stock_out(
    things: tuple[Thing, ...], talk: Talk, heard: Heard, has_gone: Callable[[Thing], bool]
) -> Said:
    """What to do about things that sold out; what has not sold out is doubted."""
    if not heard.stock_out:
        heard = _guess_stock_out(things, talk, heard, has_gone)
    if not heard.stock_out or all(
        t.fallback is None for t in things
    ):  # a customer with no one product in mind has nothing to say to it
        return Said((), talk)
    meant = [n for n in (sorted(heard.out) or range(len(things))) if things[n].fallback is not None]
    if not meant:  # of the mug that they wanted the customer knows it
        return Said((), talk)
    gone = [n for n in meant if has_gone(things[n])]
    news = [n for n in gone if n not in talk.outs][:TOPICS_PER_QUESTION]
    acts = tuple([_fall_back(things, n) for n in news or gone[:TOPICS_PER_QUESTION]])
    if not acts:
        return Said((Doubts(),), talk, "", "told of a stock-out that is none")
    told = {(t.thing, t.topic) for act in acts for t in act.told}
    after = replace(talk, outs=talk.outs | set(news), told=talk.told | told, confirmed=0)
    return Said(acts, after, NEWS if news else "", "told of a stock-out again")


def _guess_stock_out(
    things: tuple[Thing, ...], talk: Talk, heard: Heard, has_gone: Callable[[Thing], bool]
) -> Heard:
    """A message that tells of trouble with something that has in fact sold out is news of that, in whatever
    words, where it asks for nothing in particular or puts something else in the place of just that one."""
    if not (heard.grim or heard.replaces) or not heard.named:
        return heard
    gone = [
        n for n in sorted(heard.named - talk.outs) if things[n].fallback is not None and has_gone(things[n])
    ]
    if not heard.grim:
        checked = check(things, replace(heard, topics=()))
        gone = [
            n
            for n in gone
            if any(
                checked.get((n, d.topic), False) is not False for d in things[n].details if d.role == OPTION
            )
        ]
    return replace(heard, stock_out=True, out=frozenset(gone)) if gone else heard


def _fall_back(things: tuple[Thing, ...], n: int) -> FallsBack:
    fallback = things[n].fallback
    return FallsBack(thing=n, told=tuple(tell(n, d) for d in fallback.instead) if fallback else ())


def _answered(things: tuple[Thing, ...], talk: Talk, heard: Heard, most: int) -> Said:
    """The first few topics of a message: what is open is told, what was told is said again, of the rest the
    customer says that they do not mind."""
    first = _first(things, heard.topics, most)
    mine = [p for p in first if detail_of(things, p) is not None]
    fresh = [p for p in mine if p not in talk.told]
    absent = [p for p in first if p not in mine]
    topics = {topic for _, topic in fresh}
    again = [p for p in mine if p not in fresh and p[1] not in topics]
    if fresh:  # beside something new, only what is plainly asked, of the matter that is spoken of
        again = [p for p in again if p not in heard.weak and p[0] >= talk.since]
    refused = False
    if any(topic == PRODUCT for _, topic in absent):  # this one or that one? Prices beside them ask nothing
        checked = check(things, replace(heard, topics=()))
        wrong = [p for p, fits in checked.items() if fits is False]
        unsure = [p for p in wrong if p not in _without_prices(things, heard, checked)]  # the wish is told
        fresh = [*fresh, *[p for p in unsure if p not in talk.told and p not in fresh]]
        again = [p for p in again if p in heard.labelled or p in wrong]
        again = [*again, *[p for p in unsure if p in talk.told and p not in again]]
        absent = [p for p in absent if p[1] != PRODUCT or not wrong]
        refused = bool(wrong) and not fresh and not again
    free_of = [p for p in again if _none_refused(things, heard, p)]  # this or that? Either
    again = [p for p in again if p not in free_of]
    put = _put(things, heard, fresh or again)
    narrow = any(p in heard.narrow for p in again)  # July or August? They said it was in the summer
    said = fresh or (again if put or narrow else [])
    acts: list[Act] = [Answers(told=_all_told(things, said), put=put)] if said else []
    acts += [Repeats(told=_all_told(things, again))] if again and said is not again else []
    acts += [DoesNotKnow(about=(NAME,))] if _is_nameless(things, heard, [*said, *again]) else []
    acts += [Accepts(either=True)] if free_of else []
    acts += _without(things, absent, heard.choosing)
    acts += [Declines()] if refused else []
    after = replace(talk, told=talk.told | set(fresh), confirmed=0) if fresh else talk
    free = OPEN if fresh else MINDED if absent and _may_not_mind(things, talk, absent) else ""
    doubted = any(d.slip for p in mine if (d := detail_of(things, p)) is not None)
    if (put or doubted or narrow or free_of) and not free and _before(talk, CHECKED) < talk.raised:
        free = CHECKED
    wasted = ("already told" if mine else "asked for nothing that matters") if first else ""
    return Said(tuple(acts), after, free, wasted)


def _may_not_mind(things: tuple[Thing, ...], talk: Talk, absent: list[Place]) -> bool:
    """Is one of these asked for the first time, and were there few such before?"""
    known = {p for e in talk.ledger for p in e.asked if detail_of(things, p) is None}
    return any(p not in known for p in absent) and len(known) < FREE_TOPICS


def _is_nameless(things: tuple[Thing, ...], heard: Heard, places: list[Place]) -> bool:
    """Is somebody asked for by name of whom only that they are another is remembered?"""
    people = [detail_of(things, p) for p in places if p in heard.narrow and p[1] == PERSON]
    return any(d is not None and d.value == "other" for d in people)


def _first(things: tuple[Thing, ...], topics: tuple[Place, ...], most: int) -> list[Place]:
    """So many of the topics, in their order; what was bought is told of all things of which the same is
    asked, and what the customer has nothing to say to takes no room from the rest."""
    mine = [p for p in topics if detail_of(things, p) is not None]
    kinds = {p: _kind(things, p) for p in mine}
    known = list(dict.fromkeys(kinds.values()))[:most]
    told = [p for p in mine if kinds[p] in known]
    rest = [p for p in topics if p not in mine][: max(0, most - len(known))]
    return [p for p in topics if p in told or p in rest]


def _kind(things: tuple[Thing, ...], place: Place) -> Place:
    n, topic = place
    if topic.startswith("old "):  # what the one was like that sold out
        return n, "old"
    return (-1, topic) if sort_of(things[n]) == "fact" and topic not in COUNTED else place


def _put(things: tuple[Thing, ...], heard: Heard, places: list[Place]) -> tuple[str, ...]:
    """The values among those to choose from that the customer means: XL or XXL? Not where several things are
    spoken of, nor what something comes to that hangs on another."""
    found = []
    for p in places if len({n for n, _ in places}) == 1 else ():
        values = {g.value for g in heard.given if (g.thing, g.topic) == p and isinstance(g.value, str)}
        d = detail_of(things, p)
        plain = d is not None and d.op == "eq" and d.role != "fact" and not d.link
        if len(values) > 1 and d is not None and plain and d.value in values:
            found.append(str(d.value))
    return tuple(found)


def _none_refused(things: tuple[Thing, ...], heard: Heard, place: Place) -> bool:
    """Whether several values are named to choose from, where the customer has said what they would not have
    and none of them is that."""
    d = detail_of(things, place)
    values = [g for g in heard.given if (g.thing, g.topic) == place and g.op == "eq"]
    several = len({g.value for g in values}) > 1
    return d is not None and d.op == "ne" and several and all(accepts(d, statement(g)) for g in values)


def _without(things: tuple[Thing, ...], absent: list[Place], choosing: bool) -> tuple[Act, ...]:
    """Topics that the customer has no wish about, and facts that they cannot tell, such as all that concerns
    what they have already."""
    known = books.topics()
    facts = tuple(
        [
            topic
            for n, topic in absent
            if (topic in known and known[topic].sort == "fact")
            or topic.startswith("old ")
            or (not choosing and _is_owned(things[n]))
        ]
    )
    wishes = [(n, topic) for n, topic in absent if topic not in facts]
    by_owned = [(b, [(n, topic) for n, topic in wishes if _is_owned(things[n]) is b]) for b in (False, True)]
    acts = [
        DoesNotMind(about=tuple([t for _, t in places]), bought=bought, of=tuple([n for n, _ in places]))
        for bought, places in by_owned
        if places
    ]
    return (*acts, *((DoesNotKnow(about=facts),) if facts else ()))


def _is_owned(thing: Thing) -> bool:
    """Does the customer have it, and want no other?"""
    return sort_of(thing) == "fact" and all(d.role not in ("wish", "option", "keep") for d in thing.details)


def _agreed(things: tuple[Thing, ...], talk: Talk, heard: Heard) -> Said:
    """Yes or no to what was read back or put forward. Nothing unsaid is given away by a no."""
    checked = check(things, heard)
    checked |= dict.fromkeys(_miscounted(things, talk, heard), False)
    if heard.alien and not any(fits is False for fits in checked.values()):
        return _refused(things, talk, [(0, "")], Declines(fact=True, another=True))
    checked = _without_prices(things, heard, checked)
    wrong = [p for p, fits in checked.items() if fits is False]
    looked = heard.seeks == "right" or (heard.seeks == "okay" and heard.own)
    deed = any(g.topic == "wants" for g in heard.given) and bool(complete(things, heard, checked))
    deed = deed or bool(heard.along)
    if looked and not wrong and not deed and _is_described(things, heard):
        free = CHECKED if _before(talk, CHECKED) < talk.raised else ""
        yes = Confirms(right=True, recalled=not _conceded(things, talk, heard))
        known = heard.own or True in checked.values()
        act: Act = yes if known else DoesNotKnow(about=(PRODUCT,))
        return Said((act,), talk, free, "asked whether that is the one again")
    wrong = [*wrong, *[p for p in heard.unfit if p not in wrong]][:TOPICS_PER_QUESTION]
    if heard.seeks in ("okay", "inverted") or (heard.seeks == "right" and not checked and heard.given):
        return _guessed(things, talk, heard, checked, wrong)
    unknown = [p for p, fits in checked.items() if fits is None and _is_forgotten(things, p)]
    if heard.seeks == "right" and unknown and not wrong and len(checked) <= FEW:
        return _answered(things, talk, replace(heard, topics=tuple(unknown), many=False), len(unknown))
    if wrong:
        summary = (len(checked) > FEW or bool(heard.unfit)) and not _is_recalled(wrong)
        return _refused(
            things,
            talk,
            wrong,
            Objects(named=tuple([_named(things, p) for p in wrong])) if summary else Declines(),
        )
    if (heard.seeks == "right" and not checked and heard.topics) or contradicted(things, heard):
        return Said((), talk)
    if heard.seeks == "right" and not heard.given and not heard.along:
        return Said(
            (Shrugs(),),
            talk,
            PUZZLED if _before(talk, PUZZLED) < FREE_PUZZLES else "",
            "was not understood once too often",
        )
    lines = talk.read_back | complete(things, heard, checked) | heard.along
    right = heard.seeks == "right"
    mistaken = bool(_conceded(things, talk, heard))
    yes = Confirms(right=right or mistaken, recalled=right and not mistaken and _is_recalled(checked))
    acts = (Concedes(), yes) if mistaken else (yes,)
    if right and lines == talk.read_back and _before(talk, CHECKED) < talk.raised:
        return Said(acts, talk, CHECKED)  # is that the one? No line is read back yet
    if right and lines == talk.read_back and not talk.read_back:
        return Said(acts, talk, "", "asked whether that is the one again")
    after = replace(talk, read_back=lines, agreed=lines, confirmed=talk.confirmed + 1)
    free = CONFIRMED if not talk.confirmed or heard.along - talk.read_back else ""
    return Said(acts, after, free, "confirmed again though nothing had changed")


CLUES = ("placed", "paid", "pieces", "recipient", "turn", "month", "weekday", "method", "items", "beside")


def _is_recalled(places: Iterable[Place]) -> bool:
    """Is it about an order, which the customer knows only from memory?"""
    return any(topic in CLUES for _, topic in places)


def _is_forgotten(things: tuple[Thing, ...], place: Place) -> bool:
    d = detail_of(things, place)
    return d is not None and d.value == UNKNOWN


def _missing(brief: Brief, talk: Talk, heard: Heard) -> tuple[int, ...]:
    """What an order lacks that is to be let go: lines of a matter of which others are read back."""
    given = {g.thing for g in heard.given} & heard.named
    if not heard.final or not given:
        return ()
    first, found = 0, list[int]()
    for request in brief.requests[: talk.raised]:
        mine = range(first, first + len(request.things))
        first += len(request.things)
        if any(n in given for n in mine):
            lines = [
                n
                for n in mine
                if (f := request.things[n - mine.start].fallback) is not None
                and (f.instead or n not in talk.outs)
            ]
            found += [n for n in lines if n not in heard.named and n not in talk.read_back]
    return tuple(found)


def _guessed(
    things: tuple[Thing, ...], talk: Talk, heard: Heard, checked: dict[Place, bool | None], wrong: list[Place]
) -> Said:
    """Whether something would do. Where it is not clear which way a yes would go, the wish itself is told."""
    most = max(0, TOPICS_PER_QUESTION - len(heard.topics))
    unclear = [p for p, fits in checked.items() if fits is None or heard.seeks == "inverted"]
    if unclear:
        said = _answered(things, talk, replace(heard, topics=tuple(unclear), many=False), most)
        why = REFUSED if wrong else CONFIRMED  # as if the answer were yes or no
        return said if said.free or _before(talk, why) >= talk.raised else said._replace(free=why)
    if wrong:
        return _refused(things, talk, wrong, Declines())
    absent = [(g.thing, g.topic) for g in heard.given if detail_of(things, (g.thing, g.topic)) is None]
    absent = [p for p in absent if p[1] != "brand"] or absent  # the name of a product asks for no brand
    if not checked and not (heard.along and heard.seeks == "okay"):
        if heard.topics:
            return Said((), talk)
        if absent:
            return _answered(
                things, talk, replace(heard, topics=tuple(dict.fromkeys(absent))), TOPICS_PER_QUESTION
            )
        return Said(
            (Shrugs(),),
            talk,
            PUZZLED if _before(talk, PUZZLED) < FREE_PUZZLES else "",
            "was not understood once too often",
        )
    fresh = [p for p in checked if p not in talk.told]
    exact = [p for p in fresh if (d := detail_of(things, p)) is not None and d.op == "eq"]
    exact = exact[:most]
    asked = {p for e in talk.ledger for p in e.asked}
    lines = talk.read_back | complete(things, heard, checked) | heard.along
    after = replace(talk, told=talk.told | set(exact), confirmed=0 if exact else talk.confirmed + 1)
    after = replace(after, read_back=lines, agreed=lines) if lines > talk.read_back else after
    free = (
        OPEN if any(p not in asked for p in fresh) else CONFIRMED if not talk.confirmed and not fresh else ""
    )
    return Said(
        (
            Accepts(
                told=tuple([t for p in exact if (t := _told(things, p))]),
                recalled=_is_recalled(checked),
            ),
        ),
        after,
        free,
        "already told",
    )


def _refused(things: tuple[Thing, ...], talk: Talk, wrong: list[Place], otherwise: Act) -> Said:
    """What was told before is put right; what was not is only refused."""
    said = [p for p in wrong if p in talk.told]
    if isinstance(otherwise, Declines):
        places = [(n, d.role) for n, topic in wrong if (d := detail_of(things, (n, topic))) is not None]
        of_fact = any(role in ("fact", "case") or sort_of(things[n]) == "fact" for n, role in places)
        otherwise = replace(otherwise, fact=otherwise.fact or of_fact)
    act = Corrects(told=tuple([t for p in said if (t := _told(things, p))])) if said else otherwise
    after = replace(
        talk, read_back=talk.read_back - {n for n, _ in wrong}, agreed=talk.agreed - {n for n, _ in wrong}
    )
    return Said((act,), after, REFUSED if _before(talk, REFUSED) < talk.raised else "", "was refused again")


def _one_more(things: tuple[Thing, ...], talk: Talk, about: frozenset[int]) -> tuple[tuple[Act, ...], Talk]:
    """One thing that was left unsaid, or one of each of those that are asked about; what nobody brought up
    comes last, and what is forgotten is not brought up at all."""
    places = [
        (n, d)
        for n, thing in enumerate(things)
        for d in thing.details
        if (n, d.topic) not in talk.told and (n in about if about else n >= talk.since) and _worth_telling(d)
    ]
    if not places:
        of = next(iter(about)) if len(about) == 1 and _is_any_open(things, talk) else None
        return (NothingMore(thing=of),), talk
    places.sort(key=lambda p: (p[1].topic not in _announced(things[p[0]]), *_rank(p)))
    first = dict(reversed(places)) if len(about) > 1 else dict(places[:1])
    more = sorted(first.items(), key=lambda p: p[0])[:TOPICS_PER_QUESTION]
    answer = Answers(told=tuple([tell(n, d) for n, d in more]), unasked=True)
    return (answer,), replace(talk, told=talk.told | {(n, d.topic) for n, d in more}, confirmed=0)


def _is_any_open(things: tuple[Thing, ...], talk: Talk) -> bool:
    now = range(talk.since, len(things))
    return any((n, d.topic) not in talk.told and _worth_telling(d) for n in now for d in things[n].details)


def _worth_telling(d: Detail) -> bool:
    """Does somebody bring this up: not what they have forgotten, nor what nothing turns on?"""
    return d.value not in (UNKNOWN, "harmless") and d.role != "case"


def _announced(thing: Thing) -> list[str]:
    """Those things more that the customer said there were."""
    hidden = [d.topic for d in thing.details if d.disclosure == "omitted" and d.role in ("wish", "keep")]
    return hidden if any(d.topic == OTHERS for d in thing.details) else []


def _spelled_out(things: tuple[Thing, ...], talk: Talk, heard: Heard) -> Heard:
    """With the things themselves in place of the question which other things matter: of each thing one, as
    long as there is room more of them; those that are unsaid, or where none is, those that were."""
    named = {p for p in heard.topics if p[1] != OTHERS}
    if len(named) == len(heard.topics):
        return heard
    announced = {(n, t) for n, topic in heard.topics if topic == OTHERS for t in _announced(things[n])}
    if heard.beyond and announced <= talk.told:  # is there any other requirement?
        left = tuple([p for p in heard.topics if p in named])
        return replace(heard, topics=left, open=not left, more=heard.more or bool(left))
    others: dict[int, list[Place]] = {}
    for n in [n for n, topic in heard.topics if topic == OTHERS]:
        mine = [(n, topic) for topic in _announced(things[n]) if (n, topic) not in named]
        others[n] = [p for p in mine if p not in talk.told] or mine
    asked = [q for p in heard.topics for q in (others[p[0]][:1] if p[1] == OTHERS else [p])]
    rows = zip_longest(*[mine[1:] for mine in others.values()])
    asked += [p for row in rows for p in row if p is not None][: max(0, TOPICS_PER_QUESTION - len(asked))]
    return replace(heard, topics=tuple(asked))


def _rank(place: tuple[int, Detail]) -> tuple[bool, bool]:
    d = place[1]
    return d.role == "fact" and d.disclosure == "omitted", d.disclosure != "mentioned"


def _all_told(things: tuple[Thing, ...], places: list[Place]) -> tuple[Told, ...]:
    return tuple([t for p in places if (t := _told(things, p))])


def _told(things: tuple[Thing, ...], place: Place) -> Told | None:
    d = detail_of(things, place)
    return tell(place[0], d) if d is not None else None


def _named(things: tuple[Thing, ...], place: Place) -> Named:
    d = detail_of(things, place)
    return Named(thing=place[0], topic=place[1], label=d.label if d is not None else place[1])
