"""Voice: the words for an act. Values are marked, so that noise can spare them and tests can find them."""

# mypy: disable-error-code="no-any-return"
# (a language is chosen at run time, so that its words have no types)

from collections.abc import Collection, Sequence
from itertools import pairwise
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
from .mentions import OTHERS, TOGETHER, Place
from .noise import capital, marked, unmarked
from .statements import UNKNOWN

T = TypeVar("T")
ASIDE = 400  # per mille of openings that end in a remark

MOST_AT_ONCE = 4  # topics that one sentence announces
MEMORIES = ("placed", "paid", "pieces", "recipient", "method", "beside", "items", "coupon", "gift", "dearest",
            "month", "weekday")  # fmt: skip  # what is remembered of an order
MANY_MEMORIES = 3  # that are told at once, since somebody has nothing else to go by
STATES = ("reason", "condition", "count", "box", "receipt", "hazard")  # what is so of a thing that goes back


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
        case Accepts(either=True):
            return rng.pick(phrases.EITHER)
        case Accepts():
            return rng.pick(phrases.ACCEPTS)
        case Declines(another=True):
            return rng.pick(phrases.ANOTHER_ONE)
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
            nouns = grammar.listed([grammar.the(_called(words, things[n])) for n in missing])
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
    limits = [
        t for t in topics if any(_goes_by(order, t) for order in _told_of_all(act, t, things, "preference"))
    ]
    counting = [
        t for t in topics if any(_is_weighed(t, of) for of in _told_of_all(act, t, things, "closeness"))
    ]
    by_thing: dict[tuple[int, ...], list[str]] = {}
    for t in [t for t in topics if t not in limits and t not in counting]:
        by_thing.setdefault(_of_which(act, t, things), []).append(t)
    named = [_left_open(words, topics, [things[n] for n in of]) for of, topics in by_thing.items()]
    lines = phrases.NOTHING_TO_CHOOSE if act.bought else phrases.DOES_NOT_MIND
    said = [rng.pick(lines).format(grammar.either(named))] if named else []
    for of, without in ((limits, phrases.NO_LIMIT), (counting, phrases.COUNTS)):
        labels = [grammar.the(phrases.CALLED.get(t, t.replace("_", " "))) for t in of]
        said += [rng.pick(without).format(grammar.listed(labels))] if of else []
    said += [rng.pick(phrases.NOT_MINDED[t]) for t in own if not act.bought]
    said += [rng.pick(phrases.ANY_OF_THEM)] if PRODUCT in act.about and not act.bought else []
    if "quantity" in act.about and not act.bought:
        project = any(not t.shelf and t.details[0].topic == "budget" for t in things if t.details)
        said.append(rng.pick(phrases.JUST_ONE_OF_EACH if project else phrases.JUST_ONE_OF_IT))
    return " ".join(said)


def _told_of_all(act: DoesNotMind, topic: str, things: tuple[Thing, ...], of: str) -> list[str]:
    """By what the things are sorted or weighed that a topic is asked of; all of them, if it is of none."""
    meant = {n for n, about in zip(act.of, act.about, strict=False) if about == topic} or range(len(things))
    return [str(d.value) for n in meant for d in things[n].details if d.topic == of]


def _is_weighed(topic: str, weights: str) -> bool:
    """Does a difference in it count, though it need not be the same?"""
    return f"{topic}*" in weights and f"{topic}*0" not in weights


def _goes_by(order: str, topic: str) -> bool:
    """Is this what somebody sorts by, so that they do mind, though any will do?"""
    first = order.split()[:1]
    return topic in first or (topic == "price" and first == ["sum"]) or f"{topic}=" in order


def _of_which(act: DoesNotMind, topic: str, things: tuple[Thing, ...]) -> tuple[int, ...]:
    """The things that are named, where several are spoken of: of another one it may matter."""
    wished = [n for n, thing in enumerate(things) if any(d.role in ("wish", "option") for d in thing.details)]
    of = [n for n, about in zip(act.of, act.about, strict=False) if about == topic]
    if act.bought or len(wished) < 2 or not of or set(of) >= set(wished):
        return ()
    return tuple(dict.fromkeys(of))


def _left_open(words: Locale, topics: Sequence[str], of: Sequence[Thing]) -> str:
    """The lid of the kettle and how heavy it is; how heavy the kettle is."""
    grammar, phrases = words.grammar, words.phrases
    names = [
        grammar.the(phrases.CALLED.get(t, t.replace("_", " "))) for t in topics if not _in_half(words, t, of)
    ]
    said = [grammar.either(names)] if names else []
    if names and of:
        nouns = grammar.listed([grammar.the(_called(words, thing)) for thing in of])
        said = [said[0] + phrases.OF_WHICH.format(nouns)]
    for t in [t for t in topics if _in_half(words, t, of)]:
        said.append(_spoken(words, t, None if said or not of else of[0], of))
    return str(grammar.either(said))


def _in_half(words: Locale, topic: str, of: Sequence[Thing]) -> bool:
    """Is a topic spoken of in half a sentence? Of two things at once it is called by its name."""
    return topic in words.phrases.SPOKEN and len(of) < 2


def _spoken(words: Locale, topic: str, named: Thing | None, of: Sequence[Thing]) -> str:
    """ "how heavy the kettle is", "how heavy they are"."""
    grammar, line = words.grammar, words.phrases.SPOKEN[topic]
    if named is None:
        said = line.format(it="it")
        if of and several_wanted(of[0]):
            return str(grammar.of_several(said, grammar.is_pair(of[0])))
        return _agreeing(words, of[0], said) if of else said
    noun = named.plural if several_wanted(named) and not grammar.is_pair(named) else grammar.bare(named)
    said = line.format(it=grammar.the(noun))
    several = several_wanted(named) or grammar.is_pair(named)
    return str(grammar.with_plural(said, noun)) if several else said


def _opening(words: Locale, act: Opens, things: tuple[Thing, ...], persona: Persona, rng: Rng) -> str:
    grammar, phrases, tones, announcements, _ = words
    tone, things = persona.tone, _explained_once(words, act.told, things)
    said, unsaid = {(t.thing, t.topic) for t in act.told}, {(u.thing, u.topic) for u in act.named}
    sentences = []
    more: dict[int, list[Thing]] = {}  # things of which so much more matters
    lines = _lines(words, act, things, persona, rng)
    naming, counting = (
        _different(range(len(known)), len(lines), rng)
        for known in (announcements.NAMED, announcements.HOW_MANY)
    )
    for n, line in enumerate(lines, act.first):
        thing, at = things[n], n - act.first
        told = [d for d in thing.details if (n, d.topic) in said]
        facts = [d for d in told if d.role == "fact" and d.topic != "count"]  # that stands before the noun
        ties, others = [d for d in facts if _ties(d)], [d for d in facts if d.topic == OTHERS]
        facts = [d for d in facts if d.topic != OTHERS]
        if others and len(lines) > 1:
            more.setdefault(int(others[0].value), []).append(thing)
            others = []
        if at and act.job in SWAPPED and _are_several(things[act.first]):
            line = rng.pick(phrases.SWAP_EACH)
        line = _agreeing(words, things[act.first], line) if act.job in OWNED else line
        named = [d for d in thing.details if (n, d.topic) in unsaid]
        sentences.append(_introduced(words, act.job, at, line, thing, told, rng))
        if any(d.topic == "count" for d in named):
            sentences.append(_agreeing(words, thing, rng.pick(announcements.COUNTING)))
        sentences += _told_of(words, thing, [d for d in facts if d not in ties], rng)
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
        if named or others:
            others_too = [_more(words, thing, d, told, rng) for d in others]
            sentences += _announced(words, thing, named, (naming[at], counting[at]), others_too, rng)
        sentences += [_fact(words, thing, d, rng) for d in ties]
        sentences += [_announced_apart(words, thing, d, rng) for d in named if _ties(d)]
    on_shelves = len([thing for thing in things[act.first : act.first + len(lines)] if thing.shelf])
    sentences += [_more_of_each(words, some, on_shelves, n, rng) for n, some in more.items()]
    if act.job in tones.FIRST and act.first == 0 and rng.chance(ASIDE):
        sentences.append(rng.pick(tones.ASIDES[tone]))
    return " ".join(map(capital, sentences))


def _told_of(words: Locale, thing: Thing, facts: Sequence[Detail], rng: Rng) -> list[str]:
    """What is so of a thing: what is asked or wanted, then what is remembered of its order; that comes first
    where other orders are spoken of as well."""
    remembered = [d for d in facts if d.topic in MEMORIES]
    recalled = [_fact(words, thing, d, rng) for d in remembered]
    if len(remembered) >= MANY_MEMORIES:
        recalled.insert(0, rng.pick(words.phrases.RECALLING))
    rest = [_fact(words, thing, d, rng) for d in facts if d not in remembered]
    several = any(d.topic == "extent" for d in facts)
    return [*recalled, *rest] if several else [*rest, *recalled]


def _introduced(
    words: Locale, job: str, at: int, line: str, thing: Thing, told: Sequence[Detail], rng: Rng
) -> str:
    """The sentence that brings a thing up: one, several, or another one in place of what goes back."""
    number, one = _number_before(words, thing, told, rng), _one_before(words, thing, told, rng)
    said = _noun_phrase(words, thing, told, rng, number)
    said = said.replace(words.grammar.a(thing), one or _mention(words, job, at, thing, rng), 1)
    verb = words.grammar.AGREES_WITH[_are_several(thing)]
    qty = "" if one else _quantity(words, thing, told, rng)
    return line.format(np=said, qty=qty, **verb).strip()


def _mention(words: Locale, job: str, at: int, thing: Thing, rng: Rng) -> str:
    """The thing as it is first spoken of: a kettle, just one kettle, two or some kettles, another kettle."""
    if n := _told_count(thing):
        return (
            f"{_number(words, n, rng)} {thing.plural}"
            if n > 1
            else f"{rng.pick(words.phrases.ONE)} {thing.noun}"
        )
    if _are_several(thing):
        return f"{words.phrases.SOME} {thing.plural}"
    return str(words.grammar.another(thing) if job in SWAPPED and at else words.grammar.a(thing))


def _number_before(words: Locale, thing: Thing, told: Sequence[Detail], rng: Rng) -> str:
    """How many are wanted, as it stands before them: two of them, of which there may be fewer, are two."""
    count = next((d for d in told if d.role == "quantity"), None)
    if count is None:
        return _unsaid_number(words, thing)
    if count.link:
        number, of_them, _ = count.says[0].partition(OF_THEM)
        return marked(number) if of_them else words.phrases.SOME
    return _number(words, int(count.value), rng) if int(count.value) > 1 and not _in_packs(told) else ""


def _unsaid_number(words: Locale, thing: Thing) -> str:
    """Before what is wanted in a number that is left open."""
    count = next((d for d in thing.details if d.role == "quantity"), None)
    if count is None or not several_wanted(thing):
        return ""
    return str(words.phrases.SOME if count.link or count.disclosure == "mentioned" else words.phrases.SEVERAL)


def _one_before(words: Locale, thing: Thing, told: Sequence[Detail], rng: Rng) -> str:
    """One kettle, as most people say who do not add that one is enough."""
    one = any(d.role == "quantity" and d.value == 1 and not d.link for d in told)
    if not one or _in_packs(told) or not rng.chance(words.phrases.ONE_FIRST):
        return ""
    return f"{_number(words, 1, rng)} {thing.noun}"


def _in_packs(told: Sequence[Detail]) -> bool:
    return any(d.topic == "pack" and d.value != "single" for d in told)


OF_THEM = " of them, "  # in what hangs on something: two of them, or just one if ...
OWNED = ("returns", "tracking", "policy", "substitution")  # of which one speaks as of a certain thing
SWAPPED = ("returns",)  # what comes second takes the place of what goes back


def _told_count(thing: Thing) -> int:
    """How many go back, where that is said at once."""
    return next((int(d.value) for d in thing.details if d.topic == "count" and d.disclosure == "stated"), 0)


def _are_several(thing: Thing) -> bool:
    """Are several spoken of: so many go back, or where are the two or more that came with an order?"""
    topics = {d.topic: d for d in thing.details if d.role == "fact"}
    if "count" in topics or "question" in topics or "pieces" not in topics:
        return _told_count(thing) > 1
    return topics["pieces"].disclosure == "stated" and topics["pieces"].value == "several"


def _agreeing(words: Locale, thing: Thing, said: str) -> str:
    """With "them" for "it" where the thing is a pair, or several."""
    pair = words.grammar.is_pair(thing)
    return str(words.grammar.of_several(said, pair)) if pair or _are_several(thing) else said


def ways_to_say(thing: Thing, d: Detail, language: str) -> tuple[str, ...]:
    """All words that stand for a detail of a thing: as of one, as of several, and counted with the noun."""
    words, n = locale_of(language), _told_count(thing)
    says = [*d.says, *[_agreeing(words, thing, s) for s in d.says]]
    says += [words.grammar.behind_several(s) for s in d.says if several_wanted(thing)]
    if d.topic == OTHERS:
        says += _and_others(words, d)
    if d.topic == "count" and n:
        noun = thing.noun if n == 1 else thing.plural
        says += [f"{number} {noun}" for number in (n, *words.grammar.NUMBERS[n : n + 1])]
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
    called = (named.label, _agreeing(words, thing, named.label), _label(words, thing, named.topic, ""))
    own = words.announcements.UNASKED.get(named.topic)
    return tuple(dict.fromkeys((*filter(None, (*called, own)), *apart)))


def ways_to_promise(named: Named, language: str) -> tuple[str, ...]:
    """Words that promise whatever is remembered of an order, this among it."""
    announcements = locale_of(language).announcements
    nearly_all = [line.partition("{")[0] for line in announcements.NEARLY_ALL]
    lines = (*announcements.AND_MORE, *announcements.ASK_ME, *nearly_all)
    return lines if named.topic in MEMORIES else ()


def _ties(d: Detail) -> bool:
    return " with the " in d.topic


def _fact(words: Locale, thing: Thing, d: Detail, rng: Rng) -> str:
    return marked(_agreeing(words, thing, rng.pick(d.says)))


def _lines(words: Locale, act: Opens, things: Sequence[Thing], persona: Persona, rng: Rng) -> list[str]:
    """One line for each thing, none twice as long as there are enough; the first with a greeting."""
    phrases, tones, tone = words.phrases, words.tones, persona.tone
    first = rng.pick(persona.openings.get(act.job) or _first_lines(words, act, things[act.first], tone))
    greeting = rng.pick(tones.GREETINGS[tone] if act.first == 0 else tones.IN_BETWEEN)
    more = (*phrases.NEXT_IN.get(act.job, phrases.NEXT), *tones.NEXT.get(act.job, {}).get(tone, ()))
    n, known = len(act.things) - 1, phrases.BEGINS_IN.get(act.job, ())
    begins = [rng.pick(known)] if n and known else []
    rest = [line for line in more if line not in begins]
    return [first.replace("{hi}", greeting), *begins, *_different(rest, n - len(begins), rng)]


def _first_lines(words: Locale, act: Opens, thing: Thing, tone: Tone) -> tuple[str, ...]:
    """The lines that fit where a matter comes up, and with what the first thing is for."""
    phrases = words.phrases
    known = (*phrases.FIRST[act.job], *words.tones.FIRST.get(act.job, {}).get(tone, ()))
    unfit = phrases.AT_THE_START if act.first else phrases.OF_A_LIST if len(act.things) == 1 else ()
    unfit += phrases.FOR_SOMEBODY if is_bought_whole(thing) else ()
    return tuple([line for line in known if line not in unfit])


def is_bought_whole(thing: Thing) -> bool:
    """Is it a list that somebody buys as a whole, and says what for?"""
    return any(d.topic == "preference" and "rating=most" in str(d.value) for d in thing.details)


def _different(items: Sequence[T], n: int, rng: Rng) -> list[T]:
    """n items, none again before all have come up."""
    chosen: list[T] = []
    while len(chosen) < n:
        chosen += rng.sample(items, n - len(chosen))
    return chosen


def _wishes(told: Sequence[Detail]) -> list[Detail]:
    return [d for d in told if d.role in ("wish", "option") and d.op != "ne"]


def _noun_phrase(words: Locale, thing: Thing, told: Sequence[Detail], rng: Rng, number: str) -> str:
    """A kettle that whistles; two kettles that whistle."""
    said, a = (
        words.grammar.attached(_said(words, _wishes(told), rng, several=number != "")),
        words.grammar.a(thing),
    )
    if not number:
        return f"{a}{said}"
    return str(words.phrases.SO_MANY_OF.format(n=number, plural=thing.plural, a=a, says=said))


def _said(words: Locale, details: Sequence[Detail], rng: Rng, several: bool = False) -> list[str]:
    """One way to say each; among several, and of several things, none that stands apart ("the black one"),
    and of several things none that is said of one ("while it is on"), if there is another."""
    joined, grammar = several or len(details) > 1, words.grammar
    ways = [grammar.joinable(d.says) if joined else d.says for d in details]
    if several:
        ways = [tuple(filter(grammar.agrees_with_several, says)) or says for says in ways]
        ways = [tuple(map(grammar.behind_several, says)) for says in ways]
    return [marked(rng.pick(says)) for says in ways]


def _refused(
    words: Locale,
    thing: Thing,
    told: Sequence[Detail],
    rng: Rng,
    *,
    alone: bool = False,
    named: bool = False,
) -> list[str]:
    """What the customer will not have, in a sentence of its own that names the thing if need be; what others
    would be glad of, with a reason."""
    refused = [d for d in told if d.op == "ne"]
    if not refused:
        return []
    phrases = words.phrases
    lines = phrases.REFUSED_ALONE if alone else phrases.REFUSED
    if any(advantage(d.topic, d.value) for d in refused):
        lines = phrases.REFUSED_BECAUSE
    elif named:
        lines = phrases.REFUSED_NAMED
    line = _agreeing(words, thing, rng.pick(lines))
    said = line.format(noun=words.grammar.bare(thing), says=_in_one(words, thing, refused, rng))
    return [_of_one(words, thing, said) if named and "{noun}" not in line else said]


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
    """How many are wanted, where that does not stand before them."""
    count = next((d for d in told if d.role == "quantity"), None)
    if count is None:
        return ""
    if count.link:
        _, of_them, rest = count.says[0].partition(OF_THEM)
        return f", {marked(rest if of_them else _say(count, rng))}"
    n, phrases = int(count.value), words.phrases
    if _in_packs(told):
        return rng.pick(phrases.ONE_PACK if n == 1 else phrases.PACKS).format(n=_number(words, n, rng))
    if n > 1:
        return ""
    lines = phrases.ONE_PAIR if words.grammar.is_pair(thing) else phrases.JUST_ONE
    return rng.pick(lines).format(n=_number(words, n, rng))


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
    asked = [d for d in named if d.role == "fact" and d not in apart]
    named = [d for d in named if d.role != "fact" or d in apart]
    wished = [d for d in named if d.role != "quantity" and d not in apart]
    labels = [_label(words, thing, d.topic, grammar.the(d.label)) for d in wished]
    more = [d for d in thing.details if d.topic == OTHERS] if labels and others else []
    parts = [_labelled(words, thing, labels, wished, more, lines[0])] if labels else []
    parts += [] if more else others
    parts += [_announced_apart(words, thing, d, rng) for d in apart if not _ties(d)]
    if len(wished) + len(apart) < len(named):
        parts.append(announcements.HOW_MANY[lines[1]].format(plural=thing.plural))
    return parts + _offered(words, thing, asked, rng)


def _labelled(
    words: Locale,
    thing: Thing,
    labels: Sequence[str],
    of: Sequence[Detail],
    more: Sequence[Detail],
    line: int,
) -> str:
    """That the colour and the size matter; of four things, if there are more that are not named."""
    grammar, phrases, announcements = words.grammar, words.phrases, words.announcements
    several = len(labels) > 1 or grammar.is_plural(labels[0])
    n, number = len(labels) + sum([int(d.value) for d in more]), ""
    if n == 2 and more:
        known = phrases.AND_ONE_OTHER
    elif more:
        known = phrases.ONE_AMONG if len(labels) == 1 else phrases.SOME_AMONG
        wished = any(d.role in ("wish", "keep") and d.disclosure == "stated" for d in thing.details)
        number = marked((phrases.MORE_THINGS if wished else phrases.THINGS).format(n=grammar.NUMBERS[n]))
    elif len(labels) > MOST_AT_ONCE:
        known = announcements.MANY_NAMED
    else:
        in_half = any(d.topic in phrases.SPOKEN for d in of)
        known = announcements.NAMED_IN_HALF if in_half else announcements.NAMED
    said = {"labels": grammar.listed(labels), "noun": grammar.bare(thing)}
    said |= {"things": number, "another": marked(phrases.ANOTHER[line % len(phrases.ANOTHER)])}
    return str(known[line % len(known)].format(**said, **grammar.AGREES[several]))


def _label(words: Locale, thing: Thing, topic: str, otherwise: str) -> str:
    """A topic as people speak of it, where they do not call it by its name: how heavy it is."""
    if thing.details and topic in words.phrases.SPOKEN and _is_wish(thing, topic):
        return _spoken(words, topic, None, (thing,))
    return otherwise


def _is_wish(thing: Thing, topic: str) -> bool:
    return any(d.topic == topic and d.role in ("wish", "option", "keep") for d in thing.details)


def _offered(words: Locale, thing: Thing, asked: Sequence[Detail], rng: Rng) -> list[str]:
    """What the customer has not said yet: what is so of the thing, on which a lot may depend, and what they
    remember of the order, a few things in a breath."""
    announcements = words.announcements
    remembered = [d for d in asked if d.topic in MEMORIES]
    of_the_thing = [d for d in asked if d not in remembered and d.topic != "count"]
    labels = [_agreeing(words, thing, d.label) for d in of_the_thing]
    parts = _in_breaths(words, labels, announcements.DEPENDS, rng)
    return [*parts, *_remembering(words, thing, remembered, rng)]


def _remembering(words: Locale, thing: Thing, remembered: Sequence[Detail], rng: Rng) -> list[str]:
    """What is remembered of an order and not told yet: a few things, something, or that it is nearly all.
    Then what nobody asks for is brought up, and of what they do ask for, what is forgotten."""
    announcements, grammar = words.announcements, words.grammar
    unasked = [d for d in remembered if d.topic in announcements.UNASKED]
    unsaid = [d for d in thing.details if d.topic in MEMORIES and d.disclosure != "stated"]
    forgotten = [d for d in unsaid if d not in remembered]
    if len(forgotten) <= announcements.AT_ONCE < len(remembered):
        even = [said for t, said in announcements.UNASKED.items() if any(d.topic == t for d in unasked)]
        but = [_agreeing(words, thing, d.label) for d in forgotten if d.topic in announcements.ASKED_FOR]
        said = {
            "even": announcements.EVEN.format(grammar.listed(even)) if even else "",
            "but": announcements.BUT.format(grammar.either(but)) if but else "",
        }
        return [rng.pick(announcements.NEARLY_ALL).format(**said)]
    if remembered and all(d.topic in announcements.HARDLY_BY_ITSELF for d in remembered):
        return [rng.pick(announcements.ASK_ME)]
    first = sorted(remembered, key=lambda d: d not in unasked)[: announcements.AT_ONCE]
    labels = [_agreeing(words, thing, d.label) for d in remembered if d in first]
    said_first = [rng.pick(announcements.REMEMBERS).format(grammar.either(labels))] if labels else []
    return said_first + ([rng.pick(announcements.AND_MORE)] if len(remembered) > len(first) else [])


def _in_breaths(words: Locale, labels: Sequence[str], lines: Sequence[str], rng: Rng) -> list[str]:
    """A few of them in each sentence, as many in one as in another."""
    breaths = -(-len(labels) // words.announcements.AT_ONCE)
    also = _different(words.announcements.AND_ALSO, breaths, rng)
    ends = [len(labels) * n // breaths for n in range(breaths + 1)] if labels else []
    some = [words.grammar.either(labels[begin:end]) for begin, end in pairwise(ends)]
    return [(rng.pick(lines) if n == 0 else also[n]).format(few) for n, few in enumerate(some)]


def _more(words: Locale, thing: Thing, d: Detail, told: Sequence[Detail], rng: Rng) -> str:
    """How many things matter; so many more where others have been told."""
    if any(t.role in ("wish", "option", "keep") for t in told) or int(d.value) == 1:
        return _fact(words, thing, d, rng)
    number = marked(words.phrases.THINGS.format(n=words.grammar.NUMBERS[int(d.value)]))
    return str(rng.pick(words.phrases.SO_MANY).format(things=number))


def _more_of_each(words: Locale, things: Sequence[Thing], of: int, n: int, rng: Rng) -> str:
    """That n more things matter about some of so many, in one sentence for all of them."""
    grammar, phrases = words.grammar, words.phrases
    if len(things) == 1:
        (d,) = [d for d in things[0].details if d.topic == OTHERS]
        return _fact(words, things[0], d, rng)
    nouns = [grammar.the(grammar.bare(thing)) for thing in things]
    every = phrases.OF_ALL if len(things) == of else phrases.OF_SOME.format(grammar.listed(nouns))
    said = {"nouns": every}
    said |= {"another": marked(rng.pick(phrases.ANOTHER))}
    said |= {"things": marked(phrases.MORE_THINGS.format(n=grammar.NUMBERS[n]))}
    return str(rng.pick(phrases.OTHERS_OF_EACH if n == 1 else phrases.MORE_OF_EACH).format(**said))


def _and_others(words: Locale, d: Detail) -> list[str]:
    """All ways to say how many things matter, where some of them are named."""
    n, numbers = int(d.value), words.grammar.NUMBERS
    lines = (words.phrases.THINGS, words.phrases.MORE_THINGS)
    said = [line.format(n=number) for line in lines for number in numbers[n:]]
    return [*said, *words.phrases.ANOTHER] if n == 1 else said


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
    sentences, things = [], _explained_once(words, told, things)
    for n in dict.fromkeys([t.thing for t in told]):
        thing = things[n]
        topics = [t.topic for t in told if t.thing == n]
        details = [d for d in thing.details if d.topic in topics]
        plain = [d for d in details if d.role not in ("quantity", "fact") and d.op != "ne"]
        says = _said(words, plain, rng, several_wanted(thing))
        if says:
            sentences.append(_stated(words, thing, says, len(things) > 1, rng))
        sentences += _refused(
            words, thing, details, rng, alone=not sentences, named=len(things) > 1 and not says
        )
        sentences += _recalled(words, thing, [d for d in details if d.role == "fact"], rng)
        for d in details:
            if d.role == "quantity" and d.link:
                plural = words.grammar.bare_plural(thing.plural)
                sentences.append(words.grammar.OF_SEVERAL.format(plural=plural, says=_say(d, rng)))
            elif d.role == "quantity":
                count, phrases = int(d.value), words.phrases
                packs = (phrases.COUNT_PACK, phrases.COUNT_PACKS)
                counts = (packs if _in_packs(thing.details) else (phrases.COUNT_ONE, phrases.COUNT))[
                    count > 1
                ]
                sentences.append(
                    rng.pick(counts).format(
                        n=_number(words, count, rng), noun=thing.noun, plural=thing.plural
                    )
                )
    return " ".join(map(capital, sentences))


def _explained_once(words: Locale, told: Sequence[Told], things: tuple[Thing, ...]) -> tuple[Thing, ...]:
    """The things, of whose numbers that are chosen together the first alone says how."""
    found, begun = list(things), set[str]()
    for n in [t.thing for t in told if t.role == "quantity"]:
        group = _sum_of(found[n])
        if group and group in begun:
            found[n] = _by_the_same_sum(words, found[n])
        begun.add(group)
    return tuple(found)


def explained_before(
    things: tuple[Thing, ...], told: Collection[Place], persona: Persona
) -> tuple[Thing, ...]:
    """The same of what is told one turn after the other: who has said of one number what it comes to says of
    the next that it is the same sum."""
    words = locale_of(persona.language)
    said = {n for n, topic in told if topic == "quantity"}
    begun = {_sum_of(things[n]) for n in said} - {""}
    if not begun:
        return things
    follows = [n not in said and _sum_of(t) in begun for n, t in enumerate(things)]
    return tuple([_by_the_same_sum(words, t) if so else t for t, so in zip(things, follows, strict=True)])


def _sum_of(thing: Thing) -> str:
    """What a number that is chosen together with others is to come to."""
    count = next((d for d in thing.details if d.role == "quantity"), None)
    group, together, _ = count.link.partition(TOGETHER) if count else ("", "", "")
    return group if together else ""


def _by_the_same_sum(words: Locale, thing: Thing) -> Thing:
    says = words.phrases.BY_THE_SAME_SUM
    details = [replace(d, says=says) if d.role == "quantity" else d for d in thing.details]
    return replace(thing, details=tuple(details))


def _of_one(words: Locale, thing: Thing, said: str) -> str:
    """What is said of one thing among several, with its name ahead."""
    grammar = words.grammar
    return str(grammar.OF_ONE.format(noun=grammar.bare(thing), said=grammar.after_colon(said)))


def _stated(words: Locale, thing: Thing, says: Sequence[str], named: bool, rng: Rng) -> str:
    """A sentence that says what the thing should be; with several on the table it names the thing."""
    grammar, phrases = words.grammar, words.phrases
    noun = grammar.bare(thing)
    if all(map(grammar.is_apposed, says)):
        lines = phrases.APPOSED_NAMED if named else phrases.APPOSED
        return str(rng.pick(lines).format(noun=noun, says=", ".join(says)))
    alone = all(map(grammar.stands_alone, says))
    said = grammar.attached(says).strip()
    if several_wanted(thing):
        plural = noun if grammar.is_pair(thing) else thing.plural
        each = phrases.VALUE_OF_SEVERAL if alone else phrases.VALUE_OF_EACH
        first = unmarked(said).split(" ")[0]  # not: for the bags, for my laptop
        each = tuple([line for line in each if line.split(" ")[0].lower() != first])
        return str(rng.pick(each).format(plural=plural, says=said))
    if named:
        lines = (*phrases.VALUE_NAMED, *phrases.NAMED_ALONE) if alone else phrases.VALUE_NAMED
    else:
        lines = (*phrases.VALUE, *phrases.VALUE_ALONE) if alone and len(says) == 1 else phrases.VALUE
    line = rng.pick(lines)
    return str(line.format(noun=noun, a=grammar.a(thing), one=grammar.one(thing), says=said))


def several_wanted(thing: Thing) -> bool:
    """Is more than one spoken of, be it that the number is still open or hangs on something?"""
    count = next((d for d in thing.details if d.role == "quantity"), None)
    if count is None:
        return False
    return bool(count.link) or count.disclosure == "mentioned" or int(count.value) > 1


def _called(words: Locale, thing: Thing) -> str:
    """What stands behind "the": the kettle, the kettles, the boots."""
    pair = words.grammar.is_pair(thing)
    return str(thing.plural if several_wanted(thing) and not pair else words.grammar.bare(thing))


def _fall_back(words: Locale, thing: Thing, told: Sequence[Told], rng: Rng) -> str:
    grammar, phrases, noun = words.grammar, words.phrases, _called(words, thing)
    if not told or thing.fallback is None:
        return str(rng.pick(phrases.LEAVE_OUT).format(noun=noun))
    instead, several = thing.fallback.instead, several_wanted(thing)
    if grammar.is_pair(thing):  # the boots in black; not: the boots that is black
        alone = [(d, tuple(filter(grammar.stands_alone, d.says))) for d in instead]
        instead = tuple([replace(d, says=says or d.says) for d, says in alone])
    says = grammar.attached(_said(words, instead, rng, several))
    return str(rng.pick(phrases.INSTEAD).format(noun=noun, says=says))


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
