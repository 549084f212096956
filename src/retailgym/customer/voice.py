"""Voice: the words for an act. Values are marked, so that noise can spare them and tests can find them."""

from collections.abc import Sequence
from typing import TypeVar

from ..catalog.sense import refusable
from ..core.streams import Rng
from ..core.task import Detail, Persona, Thing
from .acts import (
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
    FallsBack,
    Leaves,
    NothingMore,
    Objects,
    Opens,
    Picks,
    Repeats,
    Revises,
    Shrugs,
    Told,
)
from .locale.en import announcements, phrases, revisions, tones
from .phrasing import NUMBERS as NUMBERS
from .phrasing import (
    a,
    attached,
    bare,
    capital,
    is_apposed,
    is_plural,
    joinable,
    listed,
    marked,
    one,
    stands_alone,
)

T = TypeVar("T")
ASIDE = 400  # per mille of openings that end in a remark

MOST_AT_ONCE = 4  # topics that one sentence announces


def say(act: Act, things: tuple[Thing, ...], persona: Persona, rng: Rng) -> str:
    match act:
        case Opens():
            return _opening(act, things, persona, rng)
        case Answers(told=told):
            return rng.pick(phrases.BEFORE_ANSWER[persona.tone]) + _values(told, things, rng)
        case Repeats(told=told):
            return rng.pick(tones.REPEATS[persona.tone]).format(_values(told, things, rng))
        case Corrects(told=told):
            return rng.pick(tones.CORRECTS[persona.tone]).format(_values(told, things, rng))
        case FallsBack(thing=n, told=told):
            return _fall_back(things[n], told, rng)
        case Revises(told=told):
            return rng.pick(revisions.REVISES).format(_values(told, things, rng))
        case Doubts():
            return rng.pick(phrases.DOUBTS)
        case Confirms(right=right):
            return rng.pick((phrases.RIGHT if right else phrases.CONFIRMS)[persona.tone])
        case Accepts():
            return rng.pick(phrases.ACCEPTS)
        case Declines(fact=fact):
            return rng.pick(phrases.NOT_SO if fact else phrases.DECLINES)
        case DoesNotMind(about=topics):
            labels = [f"the {phrases.CALLED.get(t, t.replace('_', ' '))}" for t in dict.fromkeys(topics)]
            return rng.pick(phrases.DOES_NOT_MIND).format(listed(labels))
        case DoesNotKnow(about=topics):
            return rng.pick(phrases.NOT_KNOWN.get(topics[-1] if topics else "", phrases.DOES_NOT_KNOW))
        case Objects(named=named):
            return rng.pick(phrases.OBJECTS).format(
                labels=listed([f"the {u.label} of the {bare(things[u.thing])}" for u in named])
            )
        case Concedes():
            return rng.pick(phrases.CONCEDES)
        case Picks(days=days):
            lines = phrases.PICKS_NONE if not days else phrases.PICKS if len(days) == 1 else phrases.PICKS_ANY
            return rng.pick(lines).format(days=" or ".join(days))
        case Acknowledges():
            return rng.pick(phrases.ACKNOWLEDGES)
        case Shrugs():
            return rng.pick(phrases.SHRUGS)
        case NothingMore():
            return rng.pick(phrases.NOTHING_MORE)
        case Leaves():
            return rng.pick(tones.LEAVES[persona.tone])


def _opening(act: Opens, things: tuple[Thing, ...], persona: Persona, rng: Rng) -> str:
    tone = persona.tone
    said, unsaid = {(t.thing, t.topic) for t in act.told}, {(u.thing, u.topic) for u in act.named}
    sentences = []
    lines = _lines(act, persona, rng)
    naming, counting = (
        _different(range(len(known)), len(lines), rng)
        for known in (announcements.NAMED, announcements.HOW_MANY)
    )
    for n, line in enumerate(lines, act.first):
        thing = things[n]
        told = [d for d in thing.details if (n, d.topic) in said]
        sentences.append(
            line.format(np=_noun_phrase(thing, told, rng), qty=_quantity(thing, told, rng)).strip()
        )
        sentences += [_say(d, rng) for d in told if d.role == "fact"]
        keeps = [_say(d, rng) for d in told if d.role == "keep" and d.op != "ne"]
        if keeps:
            sentences.append(
                rng.pick(phrases.KEEPS).format(noun=bare(thing), says=attached(keeps).strip(", "))
            )
        sentences += _refused(told, rng)
        named = [d for d in thing.details if (n, d.topic) in unsaid]
        if named:
            sentences.append(_announced(thing, named, (naming[n - act.first], counting[n - act.first]), rng))
    if act.job in tones.FIRST and act.first == 0 and rng.chance(ASIDE):
        sentences.append(rng.pick(tones.ASIDES[tone]))
    return " ".join(map(capital, sentences))


def _lines(act: Opens, persona: Persona, rng: Rng) -> list[str]:
    """One line for each thing, none twice as long as there are enough; the first with a greeting."""
    tone = persona.tone
    first = rng.pick(
        persona.openings.get(act.job)
        or (*phrases.FIRST[act.job], *tones.FIRST.get(act.job, {}).get(tone, ()))
    )
    greeting = rng.pick(tones.GREETINGS[tone] if act.first == 0 else tones.IN_BETWEEN)
    more = (*phrases.NEXT_IN.get(act.job, phrases.NEXT), *tones.NEXT.get(act.job, {}).get(tone, ()))
    return [first.replace("{hi}", greeting), *_different(more, len(act.things) - 1, rng)]


def _different(items: Sequence[T], n: int, rng: Rng) -> list[T]:
    """n items, none again before all have come up."""
    chosen: list[T] = []
    while len(chosen) < n:
        chosen += rng.sample(items, n - len(chosen))
    return chosen


def _noun_phrase(thing: Thing, told: Sequence[Detail], rng: Rng) -> str:
    return a(thing) + attached(_said([d for d in told if d.role in ("wish", "option") and d.op != "ne"], rng))


def _said(details: Sequence[Detail], rng: Rng) -> list[str]:
    """One way to say each; among several, none that stands apart ("the black one") if there is another."""
    return [marked(rng.pick(joinable(d.says) if len(details) > 1 else d.says)) for d in details]


def _refused(told: Sequence[Detail], rng: Rng, *, alone: bool = False) -> list[str]:
    """What the customer will not have, in a sentence of its own; what others would be glad of, with a
    reason."""
    refused = [d for d in told if d.op == "ne"]
    if not refused:
        return []
    lines: Sequence[str] = phrases.REFUSED_ALONE if alone else phrases.REFUSED
    if not all(refusable(d.topic, d.value) for d in refused):
        lines = phrases.REFUSED_BECAUSE
    said = [_say(d, rng) for d in refused]
    return [rng.pick(lines).format(says=listed(said))]


def _quantity(thing: Thing, told: Sequence[Detail], rng: Rng) -> str:
    count = next((d for d in told if d.role == "quantity"), None)
    if count is None:
        return ""
    if count.link:
        return f", {_say(count, rng)}"
    n = int(count.value)
    if one(thing) == "a pair":
        return rng.pick(phrases.ONE_PAIR if n == 1 else phrases.PAIRS).format(n=_number(n, rng))
    return rng.pick(phrases.JUST_ONE if n == 1 else phrases.SEVERAL).format(n=_number(n, rng))


def _number(n: int, rng: Rng) -> str:
    return marked(NUMBERS[n] if n < len(NUMBERS) and rng.chance(600) else str(n))


def _announced(thing: Thing, named: Sequence[Detail], lines: tuple[int, int], rng: Rng) -> str:
    """What matters about a thing, the values left unsaid; lines are those to use for labels and for the
    number, so that none comes twice."""
    apart = [d for d in named if d.topic.split()[0] in announcements.ANNOUNCED]
    asked = [d.label for d in named if d.role == "fact" and d not in apart]
    named = [d for d in named if d.role != "fact" or d in apart]
    labels = [f"the {d.label}" for d in named if d.role != "quantity" and d not in apart]
    parts = []
    if labels:
        several = len(labels) > 1 or is_plural(labels[0])
        verb = {"is": "are", "s": "", "es": ""} if several else {"is": "is", "s": "s", "es": "es"}
        line = announcements.NAMED[lines[0]]
        parts.append(line.format(labels=listed(labels), noun=bare(thing), a=a(thing), **verb))
    parts += [
        rng.pick(announcements.ANNOUNCED[d.topic.split()[0]]).format(
            noun=thing.noun, plural=thing.plural, label=d.label
        )
        for d in apart
    ]
    if len(labels) + len(apart) < len(named):
        parts.append(announcements.HOW_MANY[lines[1]].format(plural=thing.plural))
    parts += [
        rng.pick(announcements.ASK_ME).format(listed(asked[i : i + MOST_AT_ONCE]))
        for i in range(0, len(asked), MOST_AT_ONCE)
    ]
    return " ".join(map(capital, parts))


def _values(told: Sequence[Told], things: tuple[Thing, ...], rng: Rng) -> str:
    """The values, thing by thing; with several things on the table each is named."""
    sentences = []
    for n in dict.fromkeys([t.thing for t in told]):
        thing = things[n]
        topics = [t.topic for t in told if t.thing == n]
        details = [d for d in thing.details if d.topic in topics]
        words = _said([d for d in details if d.role not in ("quantity", "fact") and d.op != "ne"], rng)
        if words:
            sentences.append(_stated(thing, words, len(things) > 1, rng))
        sentences += _refused(details, rng, alone=not sentences)
        sentences += [_say(d, rng) for d in details if d.role == "fact"]
        for d in details:
            if d.role == "quantity" and d.link:
                sentences.append(f"Of the {thing.plural}, {_say(d, rng)}.")
            elif d.role == "quantity":
                count = int(d.value)
                counts = phrases.COUNT_ONE if count == 1 else phrases.COUNT
                sentences.append(
                    rng.pick(counts).format(n=_number(count, rng), noun=thing.noun, plural=thing.plural)
                )
    return " ".join(map(capital, sentences))


def _stated(thing: Thing, words: Sequence[str], named: bool, rng: Rng) -> str:
    """A sentence that says what the thing should be; with several on the table it names the thing."""
    if all(map(is_apposed, words)):
        return rng.pick(phrases.APPOSED_NAMED if named else phrases.APPOSED).format(
            noun=bare(thing), says=", ".join(words)
        )
    short = stands_alone(words[0]) and len(words) == 1
    lines = (
        phrases.VALUE_NAMED if named else (*phrases.VALUE, *phrases.VALUE_ALONE) if short else phrases.VALUE
    )
    line = rng.pick(lines)
    said = attached(words).strip()
    return line.format(noun=bare(thing), a=a(thing), one=one(thing), says=said)


def _fall_back(thing: Thing, told: Sequence[Told], rng: Rng) -> str:
    if not told or thing.fallback is None:
        return rng.pick(phrases.LEAVE_OUT).format(noun=bare(thing))
    says = attached(_said(thing.fallback.instead, rng))
    return rng.pick(phrases.INSTEAD).format(noun=bare(thing), says=says)


def _say(d: Detail, rng: Rng) -> str:
    return marked(rng.pick(d.says))
