"""Voice: the words for an act. Values are marked, so that noise can spare them and tests can find them."""

from collections.abc import Sequence

from ..problem import Detail, Persona, Thing
from ..rng import Rng
from . import phrases
from .acts import (
    Acknowledges,
    Act,
    Answers,
    Confirms,
    Corrects,
    Doubts,
    FallsBack,
    Leaves,
    NothingMore,
    Opens,
    Repeats,
    Told,
)  # fmt: skip

BEGIN, END = "\u2068", "\u2069"  # around every value; taken out before anyone reads
NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def marked(words: str) -> str:
    return f"{BEGIN}{words}{END}"


def unmarked(words: str) -> str:
    return words.replace(BEGIN, "").replace(END, "")


def say(act: Act, things: tuple[Thing, ...], persona: Persona, rng: Rng) -> str:
    match act:
        case Opens():
            return _opening(act, things, rng)
        case Answers(told=told):
            return rng.pick(phrases.BEFORE_ANSWER[persona.tone]) + _values(told, things, rng)
        case Repeats(told=told):
            return rng.pick(phrases.REPEATS).format(_values(told, things, rng))
        case Corrects(told=told):
            return rng.pick(phrases.CORRECTS).format(_values(told, things, rng))
        case FallsBack(thing=n, told=told):
            noun = things[n].noun
            if not told:
                return rng.pick(phrases.LEAVE_OUT).format(noun=noun)
            details = things[n].fallback.instead if things[n].fallback else ()  # type: ignore[union-attr]
            return rng.pick(phrases.INSTEAD).format(noun=noun, says=_listed([_say(d, rng) for d in details]))
        case Doubts():
            return rng.pick(phrases.DOUBTS)
        case Confirms():
            return rng.pick(phrases.CONFIRMS[persona.tone])
        case Acknowledges():
            return rng.pick(phrases.ACKNOWLEDGES)
        case NothingMore():
            return rng.pick(phrases.NOTHING_MORE)
        case Leaves():
            return rng.pick(phrases.LEAVES)


def _opening(act: Opens, things: tuple[Thing, ...], rng: Rng) -> str:
    said = {(t.thing, t.topic) for t in act.told}
    sentences = []
    for n in range(act.first, act.first + len(act.things)):
        thing = things[n]
        told = [d for d in thing.details if (n, d.topic) in said]
        first = n == act.first
        line = rng.pick(phrases.FIRST[act.job] if first else phrases.NEXT)
        sentence = line.format(hi=rng.pick(phrases.GREETINGS) if first else "", np=_noun_phrase(thing, told, rng), qty=_quantity(told, rng))
        sentences.append(_capital(sentence.strip()))
        named = [d for d in thing.details if any(u.thing == n and u.topic == d.topic for u in act.named)]
        if named:
            sentences.append(_capital(_announced(thing, named, rng)))
    return " ".join(sentences)


def _noun_phrase(thing: Thing, told: Sequence[Detail], rng: Rng) -> str:
    article = "an" if thing.noun[0].lower() in "aeio" else "a"
    wishes = [_say(d, rng) for d in told if d.role == "wish"]
    options = [_say(d, rng) for d in told if d.role == "option"]
    words = " ".join((article, thing.noun, _listed(wishes))).strip()
    return words + "".join(f", {o}" for o in options)


def _quantity(told: Sequence[Detail], rng: Rng) -> str:
    count = next((d for d in told if d.role == "quantity"), None)
    if count is None:
        return ""
    n = int(count.value)
    return rng.pick(phrases.JUST_ONE if n == 1 else phrases.SEVERAL).format(n=_number(n, rng))


def _number(n: int, rng: Rng) -> str:
    return marked(NUMBERS[n] if n < len(NUMBERS) and rng.chance(600) else str(n))


def _announced(thing: Thing, named: Sequence[Detail], rng: Rng) -> str:
    labels = [f"the {d.label}" for d in named if d.role != "quantity"]
    parts = []
    if labels:
        lines = phrases.NAMED_ONE if len(labels) == 1 else phrases.NAMED_MANY
        parts.append(rng.pick(lines).format(labels=_listed(labels), noun=thing.noun))
    if len(labels) < len(named):
        parts.append(rng.pick(phrases.HOW_MANY).format(plural=thing.plural))
    return " ".join(map(_capital, parts))


def _values(told: Sequence[Told], things: tuple[Thing, ...], rng: Rng) -> str:
    """The values, thing by thing; with several things on the table each is named."""
    sentences = []
    for n in dict.fromkeys(t.thing for t in told):
        thing = things[n]
        details = [d for d in thing.details if any(t.thing == n and t.topic == d.topic for t in told)]
        words = [_say(d, rng) for d in details if d.role not in ("quantity", "fact")]
        if words:
            lines = phrases.VALUE_NAMED if len(things) > 1 else phrases.VALUE
            sentences.append(rng.pick(lines).format(noun=thing.noun, says=_listed(words)))
        sentences += [_say(d, rng) for d in details if d.role == "fact"]
        for d in details:
            if d.role == "quantity":
                count = int(d.value)
                counts = phrases.COUNT_ONE if count == 1 else phrases.COUNT
                sentences.append(rng.pick(counts).format(n=_number(count, rng), noun=thing.noun, plural=thing.plural))
    return " ".join(map(_capital, sentences))


def _say(d: Detail, rng: Rng) -> str:
    return marked(rng.pick(d.says))


def _listed(words: Sequence[str]) -> str:
    return " and ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else "".join(words)


def _capital(sentence: str) -> str:
    """The first letter large, also where the sentence begins with a value."""
    skip = len(BEGIN) if sentence.startswith(BEGIN) else 0
    return sentence[:skip] + sentence[skip : skip + 1].upper() + sentence[skip + 1 :]
