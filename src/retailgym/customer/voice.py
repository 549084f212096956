"""Voice: the words for an act. Values are marked, so that noise can spare them and tests can find them."""

# mypy: disable-error-code="no-any-return"
# (a language is chosen at run time, so that its words have no types)

from collections.abc import Sequence
from typing import TypeVar

from ..catalog.sense import advantage
from ..catalog.wishes import REFUSING
from ..core.streams import Rng
from ..core.task import Detail, Persona, Thing, Tone
from ..core.values import replace
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
    FallsBack,
    Leaves,
    Misses,
    Named,
    NothingMore,
    Objects,
    Opens,
    Picks,
    Repeats,
    Revises,
    Shrugs,
    Told,
)
from .books import stems_of
from .locale import Locale, locale_of
from .noise import capital, marked
from .statements import UNKNOWN

T = TypeVar("T")
ASIDE = 400  # per mille of openings that end in a remark

MOST_AT_ONCE = 4  # topics that one sentence announces
MEMORIES = ("placed", "paid", "pieces", "recipient", "method", "beside", "items", "coupon", "gift", "dearest",
            "month", "weekday")  # fmt: skip  # what is remembered of an order
STATES = ("reason", "condition", "count", "box", "receipt", "hazard")  # what is so of a thing that goes back
OTHERS = "others"  # the topic of how many more things matter


def say(act: Act, things: tuple[Thing, ...], persona: Persona, rng: Rng) -> str:
    words = locale_of(persona.language)
    grammar, phrases, tones = words.grammar, words.phrases, words.tones
    match act:
        case Opens():
            return _opening(words, act, things, persona, rng)
        case Answers(told=told, put=put):
            lead = phrases.BEFORE_ANSWER[persona.tone]
            if any(t.value == UNKNOWN for t in told):  # nobody was just thinking of what they forgot
                lead = tuple([line for line in lead if line in phrases.PENSIVE])
            said = rng.pick(lead) + _values(words, told, things, rng)
            if act.unasked and all(t.topic in MEMORIES for t in told):
                said = rng.pick(phrases.BY_THE_WAY).format(_values(words, told, things, rng))
            missing = [p for p in put if not set(stems_of(p)) <= set(stems_of(said))]
            meant = rng.pick(phrases.THAT_IS).format(grammar.listed(missing)) if missing else ""
            return f"{said} {meant[0].upper()}{meant[1:]}" if meant else said
        case Repeats(told=told):
            again = grammar.after_colon(_values(words, told, things, rng))
            return rng.pick(tones.REPEATS[persona.tone]).format(again)
        case Corrects(told=told):
            return rng.pick(tones.CORRECTS[persona.tone]).format(_values(words, told, things, rng))
        case FallsBack(thing=n, told=told):
            return _fall_back(words, things[n], told, rng)
        case Revises(told=told):
            lines = words.revisions.MISTAKEN if told[0].topic in STATES else words.revisions.REVISES
            return rng.pick(lines).format(_values(words, told, things, rng))
        case Doubts():
            return rng.pick(phrases.DOUBTS)
        case Confirms(recalled=True) | Accepts(recalled=True):
            return rng.pick(phrases.RECALLED)
        case Confirms(right=right):
            return rng.pick((phrases.RIGHT if right else phrases.CONFIRMS)[persona.tone])
        case Accepts():
            return rng.pick(phrases.ACCEPTS)
        case Declines(fact=fact):
            return rng.pick(phrases.NOT_SO if fact else phrases.DECLINES)
        case DoesNotMind():
            return _unconcerned(words, act, things, rng)
        case DoesNotKnow(about=topics):
            own = [topic for topic in dict.fromkeys(topics) if topic in phrases.NOT_KNOWN]
            lines = [rng.pick(phrases.NOT_KNOWN[topic]) for topic in own]
            if len(own) < len(set(topics)) or not own:
                lines.append(rng.pick(phrases.NOR_THE_REST if own else phrases.DOES_NOT_KNOW))
            return " ".join(lines)
        case Objects():
            return _objection(words, act, things, rng)
        case Misses(things=missing):
            nouns = grammar.listed([grammar.the(grammar.bare(things[n])) for n in missing])
            return rng.pick(phrases.MISSES).format(nouns=nouns)
        case Concedes():
            return rng.pick(phrases.CONCEDES)
        case Picks(days=days):
            lines = phrases.PICKS_NONE if not days else phrases.PICKS if len(days) == 1 else phrases.PICKS_ANY
            return rng.pick(lines).format(days=grammar.either(days))
        case Acknowledges(more=more):
            return rng.pick(phrases.THERE_IS_MORE if more else phrases.ACKNOWLEDGES)
        case Shrugs(word=word) if word:
            return rng.pick(phrases.SHRUGS_AT).format(marked(word))
        case Shrugs():
            return rng.pick(phrases.SHRUGS)
        case NothingMore(thing=n):
            if n is None:
                return rng.pick(phrases.NOTHING_MORE)
            return rng.pick(phrases.NOTHING_MORE_OF).format(noun=grammar.bare(things[n]))
        case Leaves(again=True):
            return rng.pick(phrases.GONE)
        case Leaves():
            return rng.pick(tones.LEAVES[persona.tone])


def _objection(words: Locale, act: Objects, things: tuple[Thing, ...], rng: Rng) -> str:
    """That something was never spoken of, be it a number that was read back."""
    grammar, phrases = words.grammar, words.phrases
    labels = [grammar.of_thing(u.label, things[u.thing]) for u in act.named if u.topic != "quantity"]
    counts = [grammar.how_many(things[u.thing]) for u in act.named if u.topic == "quantity"]
    said = [rng.pick(phrases.OBJECTS).format(labels=grammar.listed(labels))] if labels else []
    said += [rng.pick(phrases.MISCOUNTED).format(counts=grammar.listed(counts))] if counts else []
    return " ".join(said)


def _unconcerned(words: Locale, act: DoesNotMind, things: tuple[Thing, ...], rng: Rng) -> str:
    """Of how many there should be, where nothing was said of it, one is enough; of a project's things, one of
    each."""
    grammar, phrases = words.grammar, words.phrases
    own = [t for t in dict.fromkeys(act.about) if t in phrases.NOT_MINDED]
    topics = [t for t in dict.fromkeys(act.about) if t not in ("quantity", PRODUCT, *own) or act.bought]
    ranked = [d.value for thing in things for d in thing.details if d.topic == "preference"]
    weighed = [str(d.value) for thing in things for d in thing.details if d.topic == "closeness"]
    limits = [t for t in topics if any(_goes_by(str(order), t) for order in ranked)]
    counting = [t for t in topics if any(_is_weighed(t, weights) for weights in weighed)]
    by_thing: dict[str, list[str]] = {}
    for t in [t for t in topics if t not in limits and t not in counting]:
        label = grammar.the(phrases.CALLED.get(t, t.replace("_", " ")))
        by_thing.setdefault(_of_which(words, act, t, things), []).append(label)
    named = [grammar.listed(labels) + of for of, labels in by_thing.items()]
    lines = phrases.NOTHING_TO_CHOOSE if act.bought else phrases.DOES_NOT_MIND
    said = [rng.pick(lines).format(grammar.listed(named))] if named else []
    said += [rng.pick(phrases.NO_LIMIT)] if limits and not named else []
    if counting:
        labels = [grammar.the(phrases.CALLED.get(t, t.replace("_", " "))) for t in counting]
        said.append(rng.pick(phrases.COUNTS).format(grammar.listed(labels)))
    said += [rng.pick(phrases.NOT_MINDED[t]) for t in own if not act.bought]
    said += [rng.pick(phrases.ANY_OF_THEM)] if PRODUCT in act.about and not act.bought else []
    if "quantity" in act.about and not act.bought:
        project = any(not t.shelf and t.details[0].topic == "budget" for t in things if t.details)
        said.append(rng.pick(phrases.JUST_ONE_OF_EACH if project else phrases.JUST_ONE_OF_IT))
    return " ".join(said)


def _is_weighed(topic: str, weights: str) -> bool:
    """Does a difference in it count, though it need not be the same?"""
    return f"{topic}*" in weights and f"{topic}*0" not in weights


def _goes_by(order: str, topic: str) -> bool:
    """Is this what somebody sorts by, so that they do mind, though any will do?"""
    return topic in order.split()[:1] or (
        order.startswith("sum ") and (topic == "price" or f"{topic}=" in order)
    )


def _of_which(words: Locale, act: DoesNotMind, topic: str, things: tuple[Thing, ...]) -> str:
    """ "of the kettle", where several things are spoken of: of another one it may matter."""
    wished = [n for n, thing in enumerate(things) if any(d.role in ("wish", "option") for d in thing.details)]
    of = [n for n, about in zip(act.of, act.about, strict=False) if about == topic]
    if act.bought or len(wished) < 2 or not of or set(of) >= set(wished):
        return ""
    grammar = words.grammar
    return words.phrases.OF_WHICH.format(grammar.listed([grammar.the(grammar.bare(things[n])) for n in of]))


def _opening(words: Locale, act: Opens, things: tuple[Thing, ...], persona: Persona, rng: Rng) -> str:
    grammar, phrases, tones, announcements, _ = words
    tone = persona.tone
    said, unsaid = {(t.thing, t.topic) for t in act.told}, {(u.thing, u.topic) for u in act.named}
    sentences = []
    lines = _lines(words, act, persona, rng)
    naming, counting = (
        _different(range(len(known)), len(lines), rng)
        for known in (announcements.NAMED, announcements.HOW_MANY)
    )
    for n, line in enumerate(lines, act.first):
        thing, at = things[n], n - act.first
        told = [d for d in thing.details if (n, d.topic) in said]
        facts = [d for d in told if d.role == "fact" and not (d.topic == "count" and _how_many(thing))]
        ties = [d for d in facts if _ties(d)]
        if at and act.job in SWAPPED and _how_many(things[act.first]):
            line = rng.pick(phrases.SWAP_EACH)
        line = _agreeing(words, things[act.first], line) if act.job in OWNED else line
        sentences.append(_introduced(words, act.job, at, line, thing, told, rng))
        sentences += [_fact(words, thing, d, rng) for d in facts if d not in ties and d.topic != OTHERS]
        keeps = [_say(d, rng) for d in told if d.role == "keep" and d.op != "ne"]
        if keeps:
            sentences.append(
                rng.pick(phrases.KEEPS).format(
                    one=grammar.one(thing),
                    another="another pair" if grammar.is_pair(thing) else "another one",
                    says=grammar.attached(keeps).strip(", "),
                )
            )
        replaced = any(d.role == "keep" for d in thing.details)  # "But none …" needs a wish before it
        sentences += _refused(words, thing, told, rng, alone=replaced and not keeps)
        named = [d for d in thing.details if (n, d.topic) in unsaid]
        others = [_fact(words, thing, d, rng) for d in facts if d.topic == OTHERS]
        if named or others:
            sentences += _announced(words, thing, named, (naming[at], counting[at]), others, rng)
        sentences += [_fact(words, thing, d, rng) for d in ties]
        sentences += [_announced_apart(words, thing, d, rng) for d in named if _ties(d)]
    if act.job in tones.FIRST and act.first == 0 and rng.chance(ASIDE):
        sentences.append(rng.pick(tones.ASIDES[tone]))
    return " ".join(map(capital, sentences))


def _introduced(
    words: Locale, job: str, at: int, line: str, thing: Thing, told: Sequence[Detail], rng: Rng
) -> str:
    """The sentence that brings a thing up: one, several, or another one in place of what goes back."""
    n = _how_many(thing)
    said = _noun_phrase(words, thing, told, rng)
    if n:
        said = f"{_number(words, n, rng)} {said.replace(words.grammar.a(thing), thing.plural, 1)}"
    elif job in SWAPPED and at:
        said = said.replace(words.grammar.a(thing), words.grammar.another(thing), 1)
    verb = {"has": "have" if n else "has", "needs": "need" if n else "needs"}
    return line.format(np=said, qty=_quantity(words, thing, told, rng), **verb).strip()


OWNED = ("returns", "tracking", "policy", "substitution")  # of which one speaks as of a certain thing
SWAPPED = ("returns",)  # what comes second takes the place of what goes back


def _how_many(thing: Thing) -> int:
    """How many go back, where that is said at once and they are several."""
    count = next((d for d in thing.details if d.topic == "count" and d.disclosure == "stated"), None)
    return int(count.value) if count and int(count.value) > 1 else 0


def _agreeing(words: Locale, thing: Thing, said: str) -> str:
    """With "them" for "it" where the thing is a pair, or several."""
    pair = words.grammar.is_pair(thing)
    return str(words.grammar.of_several(said, pair)) if pair or _how_many(thing) else said


def ways_to_say(thing: Thing, d: Detail, language: str) -> tuple[str, ...]:
    """All words that stand for a detail of a thing: as of one, as of several, and counted with the noun."""
    words, n = locale_of(language), _how_many(thing)
    says = [*d.says, *[_agreeing(words, thing, s) for s in d.says]]
    if d.topic == "count" and n:
        says += [f"{number} {thing.plural}" for number in (n, *words.grammar.NUMBERS[n : n + 1])]
    return tuple(dict.fromkeys(says))


def ways_to_call(thing: Thing, language: str) -> tuple[str, ...]:
    """What a thing is called; of a pair of boots, also boots."""
    return tuple(
        dict.fromkeys((thing.noun, thing.plural, *thing.called, locale_of(language).grammar.bare(thing)))
    )


def ways_to_name(thing: Thing, named: Named, language: str) -> tuple[str, ...]:
    """All words that stand for what of a thing is left unsaid."""
    words = locale_of(language)
    apart = _apart(words, thing, named.topic, named.label)
    return tuple(dict.fromkeys((named.label, _agreeing(words, thing, named.label), *apart)))


def _ties(d: Detail) -> bool:
    return " with the " in d.topic


def _fact(words: Locale, thing: Thing, d: Detail, rng: Rng) -> str:
    return marked(_agreeing(words, thing, rng.pick(d.says)))


def _lines(words: Locale, act: Opens, persona: Persona, rng: Rng) -> list[str]:
    """One line for each thing, none twice as long as there are enough; the first with a greeting."""
    phrases, tones, tone = words.phrases, words.tones, persona.tone
    first = rng.pick(persona.openings.get(act.job) or _first_lines(words, act, tone))
    greeting = rng.pick(tones.GREETINGS[tone] if act.first == 0 else tones.IN_BETWEEN)
    more = (*phrases.NEXT_IN.get(act.job, phrases.NEXT), *tones.NEXT.get(act.job, {}).get(tone, ()))
    n, known = len(act.things) - 1, phrases.BEGINS_IN.get(act.job, ())
    begins = [rng.pick(known)] if n and known else []
    rest = [line for line in more if line not in begins]
    return [first.replace("{hi}", greeting), *begins, *_different(rest, n - len(begins), rng)]


def _first_lines(words: Locale, act: Opens, tone: Tone) -> tuple[str, ...]:
    """The lines that fit where a matter comes up."""
    phrases = words.phrases
    known = (*phrases.FIRST[act.job], *words.tones.FIRST.get(act.job, {}).get(tone, ()))
    unfit = phrases.AT_THE_START if act.first else phrases.OF_A_LIST if len(act.things) == 1 else ()
    return tuple([line for line in known if line not in unfit])


def _different(items: Sequence[T], n: int, rng: Rng) -> list[T]:
    """n items, none again before all have come up."""
    chosen: list[T] = []
    while len(chosen) < n:
        chosen += rng.sample(items, n - len(chosen))
    return chosen


def _noun_phrase(words: Locale, thing: Thing, told: Sequence[Detail], rng: Rng) -> str:
    wishes = [d for d in told if d.role in ("wish", "option") and d.op != "ne"]
    several = _several_wanted(thing)
    return str(words.grammar.a(thing) + words.grammar.attached(_said(words, wishes, rng, several)))


def _said(words: Locale, details: Sequence[Detail], rng: Rng, several: bool = False) -> list[str]:
    """One way to say each; among several, and of several things, none that stands apart ("the black one") if
    there is another."""
    joined = several or len(details) > 1
    return [marked(rng.pick(words.grammar.joinable(d.says) if joined else d.says)) for d in details]


def _refused(
    words: Locale, thing: Thing, told: Sequence[Detail], rng: Rng, *, alone: bool = False
) -> list[str]:
    """What the customer will not have, in a sentence of its own; what others would be glad of, with a
    reason."""
    refused = [d for d in told if d.op == "ne"]
    if not refused:
        return []
    phrases = words.phrases
    lines = phrases.REFUSED_ALONE if alone else phrases.REFUSED
    if any(advantage(d.topic, d.value) for d in refused):
        lines = phrases.REFUSED_BECAUSE
    line = _agreeing(words, thing, rng.pick(lines))
    return [line.format(says=_in_one(words, thing, refused, rng))]


def _in_one(words: Locale, thing: Thing, refused: Sequence[Detail], rng: Rng) -> str:
    """All of it, several in one breath: nothing made of glass or from Poland, or that whistles."""
    pair = words.grammar.is_pair(thing)
    heads = [r.removesuffix("{}") for r in REFUSING if not pair or r != REFUSING[0]]
    ways = {h: [[s for s in d.says if s.startswith(h)] for d in refused] for h in heads}
    shared = [h for h in heads if all(ways[h])]
    if len(refused) == 1 or not shared:
        return str(words.grammar.listed([_fact(words, thing, d, rng) for d in refused]))
    head = rng.pick(shared)
    said = [marked(_agreeing(words, thing, rng.pick(says).removeprefix(head))) for says in ways[head]]
    apart = [words.grammar.relative(s) for s in said if not words.grammar.is_plain(s)]
    plain = [s for s in said if words.grammar.is_plain(s)]
    return head + ", or ".join([_either(some) for some in (plain, apart) if some])


def _either(said: Sequence[str]) -> str:
    return " or ".join((", ".join(said[:-1]), said[-1])) if len(said) > 1 else said[0]


def _quantity(words: Locale, thing: Thing, told: Sequence[Detail], rng: Rng) -> str:
    count = next((d for d in told if d.role == "quantity"), None)
    if count is None:
        return _some(words, thing)
    if count.link:
        said = _say(count, rng)
        return f", {said.replace(' of them', ' pairs', 1) if words.grammar.is_pair(thing) else said}"
    n, phrases = int(count.value), words.phrases
    if words.grammar.is_pair(thing):
        lines = phrases.ONE_PAIR if n == 1 else phrases.PAIRS
    elif any(d.topic == "pack" and d.value != "single" for d in told):
        lines = phrases.ONE_PACK if n == 1 else phrases.PACKS
    else:
        lines = phrases.JUST_ONE if n == 1 else phrases.SEVERAL
    return rng.pick(lines).format(n=_number(words, n, rng))


def _some(words: Locale, thing: Thing) -> str:
    """That it is about more than one, where nothing else says so: nobody who wants four asks for one. Of a
    number that hangs on something it is said only if it is more than one in any case."""
    if not _several_wanted(thing):
        return ""
    lines: tuple[str, ...] = words.phrases.SOME_PAIRS if words.grammar.is_pair(thing) else words.phrases.SOME
    return lines[len(thing.noun) % len(lines)]


def _number(words: Locale, n: int, rng: Rng) -> str:
    numbers = words.grammar.NUMBERS
    return marked(numbers[n] if n < len(numbers) and rng.chance(600) else str(n))


def _announced(
    words: Locale,
    thing: Thing,
    named: Sequence[Detail],
    lines: tuple[int, int],
    others: Sequence[str],
    rng: Rng,
) -> list[str]:
    """What matters about a thing, the values left unsaid; lines are those to use for labels and for the
    number, so that none comes twice."""
    grammar, announcements = words.grammar, words.announcements
    apart = [d for d in named if d.topic.split()[0] in announcements.ANNOUNCED]
    asked = [_agreeing(words, thing, d.label) for d in named if d.role == "fact" and d not in apart]
    named = [d for d in named if d.role != "fact" or d in apart]
    labels = [grammar.the(d.label) for d in named if d.role != "quantity" and d not in apart]
    parts = []
    if labels:
        several = len(labels) > 1 or grammar.is_plural(labels[0])
        verb = grammar.AGREES[several]
        known = announcements.NAMED if len(labels) <= MOST_AT_ONCE else announcements.MANY_NAMED
        line = known[lines[0] % len(known)]
        parts.append(line.format(labels=grammar.listed(labels), noun=grammar.bare(thing), **verb))
    parts += others
    parts += [_announced_apart(words, thing, d, rng) for d in apart if not _ties(d)]
    if len(labels) + len(apart) < len(named):
        parts.append(announcements.HOW_MANY[lines[1]].format(plural=thing.plural))
    if asked:
        told = announcements.ASK_ME if len(asked) <= MOST_AT_ONCE else announcements.MANY_TOLD
        parts.append(rng.pick(told).format(grammar.listed(asked)))
    return parts


def _announced_apart(words: Locale, thing: Thing, d: Detail, rng: Rng) -> str:
    """That there is a budget, or something that two things must have in common."""
    return rng.pick(_apart(words, thing, d.topic, d.label))


def _apart(words: Locale, thing: Thing, topic: str, label: str) -> list[str]:
    """All sentences of its own that say so."""
    grammar = words.grammar
    other, noun = grammar.bare_noun(topic.partition(" with the ")[2]), grammar.bare(thing)
    known = words.announcements.ANNOUNCED.get(topic.split()[0], ())
    said = [line.format(noun=noun, plural=thing.plural, label=label, other=other) for line in known]
    return [str(grammar.with_plural(s, noun)) for s in said] if grammar.is_pair(thing) else said


def _values(words: Locale, told: Sequence[Told], things: tuple[Thing, ...], rng: Rng) -> str:
    """The values, thing by thing; with several things on the table each is named."""
    sentences = []
    for n in dict.fromkeys([t.thing for t in told]):
        thing = things[n]
        topics = [t.topic for t in told if t.thing == n]
        details = [d for d in thing.details if d.topic in topics]
        plain = [d for d in details if d.role not in ("quantity", "fact") and d.op != "ne"]
        says = _said(words, plain, rng, _several_wanted(thing))
        if says:
            sentences.append(_stated(words, thing, says, len(things) > 1, rng))
        sentences += _refused(words, thing, details, rng, alone=not sentences)
        sentences += _recalled(words, thing, [d for d in details if d.role == "fact"], rng)
        for d in details:
            if d.role == "quantity" and d.link:
                sentences.append(words.grammar.OF_SEVERAL.format(plural=thing.plural, says=_say(d, rng)))
            elif d.role == "quantity":
                count = int(d.value)
                counts = words.phrases.COUNT_ONE if count == 1 else words.phrases.COUNT
                sentences.append(
                    rng.pick(counts).format(
                        n=_number(words, count, rng), noun=thing.noun, plural=thing.plural
                    )
                )
    return " ".join(map(capital, sentences))


def _stated(words: Locale, thing: Thing, says: Sequence[str], named: bool, rng: Rng) -> str:
    """A sentence that says what the thing should be; with several on the table it names the thing."""
    grammar, phrases = words.grammar, words.phrases
    noun = grammar.bare(thing)
    if all(map(grammar.is_apposed, says)):
        lines = phrases.APPOSED_NAMED if named else phrases.APPOSED
        return str(rng.pick(lines).format(noun=noun, says=", ".join(says)))
    if _several_wanted(thing) and all(map(grammar.stands_alone, says)):
        plural, said = noun if grammar.is_pair(thing) else thing.plural, grammar.attached(says).strip()
        return str(grammar.VALUE_OF_SEVERAL.format(plural=plural, says=said))
    if _several_wanted(thing):
        said = grammar.attached(says).strip()
        return str(rng.pick(phrases.VALUE_OF_EACH).format(plural=thing.plural, says=said))
    short = grammar.stands_alone(says[0]) and len(says) == 1
    lines = (
        phrases.VALUE_NAMED if named else (*phrases.VALUE, *phrases.VALUE_ALONE) if short else phrases.VALUE
    )
    line, said = rng.pick(lines), grammar.attached(says).strip()
    return str(line.format(noun=noun, a=grammar.a(thing), one=grammar.one(thing), says=said))


def _several_wanted(thing: Thing) -> bool:
    """Is it said that more than one is wanted?"""
    count = next((d for d in thing.details if d.role == "quantity"), None)
    if count is None or count.disclosure == "mentioned":
        return False
    return min([int(count.value), *count.could_be]) > 1


def _fall_back(words: Locale, thing: Thing, told: Sequence[Told], rng: Rng) -> str:
    grammar, phrases = words.grammar, words.phrases
    if not told or thing.fallback is None:
        return str(rng.pick(phrases.LEAVE_OUT).format(noun=grammar.bare(thing)))
    instead = thing.fallback.instead
    if grammar.is_pair(thing):  # the boots in black; not: the boots that is black
        alone = [(d, tuple(filter(grammar.stands_alone, d.says))) for d in instead]
        instead = tuple([replace(d, says=says or d.says) for d, says in alone])
    says = grammar.attached(_said(words, instead, rng))
    return str(rng.pick(phrases.INSTEAD).format(noun=grammar.bare(thing), says=says))


def _recalled(words: Locale, thing: Thing, facts: Sequence[Detail], rng: Rng) -> list[str]:
    """A sentence for each; none begins like one before it if there is another."""
    found, begun = list[str](), set[str]()
    for d in facts:
        said = rng.pick(tuple([s for s in d.says if _beginning(s) not in begun]) or d.says)
        begun.add(_beginning(said))
        found.append(marked(_agreeing(words, thing, said)))
    return found


def _beginning(sentence: str) -> str:
    return " ".join(sentence.split(" ", 2)[:2])


def _say(d: Detail, rng: Rng) -> str:
    return marked(rng.pick(d.says))
