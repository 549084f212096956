"""The customer at the desk: writes a ticket, answers questions, and has a temper that can be seen."""

import re
from collections.abc import Sequence
from functools import lru_cache

from ...catalog.search.tokens import terms
from ...core.streams import Rng, Streams
from ...core.task import TOPICS_PER_QUESTION, Brief, Detail, Persona, Thing
from ...core.values import replace
from ...customer.acts import (
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
    Leaves,
    Misses,
    Objects,
    Opens,
    Repeats,
    Shrugs,
    Talk,
    Told,
    raise_request,
    things_of,
)
from ...customer.answering import respond
from ...customer.conversation import alienated, shop_of
from ...customer.heard import Heard
from ...customer.hearing import hear
from ...customer.locale.en import tickets as phrases
from ...customer.locale.en.grammar import (
    after_colon,
    bare,
    is_pair,
    joinable,
    of_several,
    one,
    stands_alone,
    with_plural,
)
from ...customer.locale.en.revisions import REVISES
from ...customer.mentions import Place
from ...customer.noise import BEGIN, add_noise, marked, unmarked
from ...customer.revising import revise
from ...world import World

Spoken = tuple[tuple[Act, ...], str, Talk]

BEST, PATIENT = 5, 4  # places in MOODS; the worst, 0, is when a customer stops answering
LONG_WAIT = 12  # acts of the desk without a word to the customer
_ACCUSES = frozenset(
    (
        "fraud fraudulent fraudster scam scammer lying liar lie cheat cheating dishonest thief steal stolen "
        "stole fake"
    ).split()
)
_GOOD = frozenset("approved approve refunding granted gladly happy accepted".split())
_BAD = frozenset(
    "unfortunately declined decline denied deny refuse refused reject rejected cannot unable".split()
)


_IN_ORDER = re.compile(r"\bin (?:good )?order\b", re.IGNORECASE)  # that speaks of no order
_REWORDS = [(re.compile(found, re.IGNORECASE), plain) for found, plain in phrases.REWORDS]


# of what a letter is about that does not say what is wrong with it
_MATTER = Detail(topic="reason", label="", value="", says=phrases.MATTER, cues=(), role="case")


class DeskTalk(Talk):
    """A dialogue with a temper."""

    mood: int = PATIENT
    acts_seen: int = 0  # what the desk had done when they last spoke


def opens(brief: Brief, stream: Streams, world: World) -> Spoken:
    """The ticket as it came in."""
    act, talk = raise_request(brief, DeskTalk(mood=_first_mood(world)))
    rng = (stream / "opening")()
    assert world.ticket is not None and isinstance(talk, DeskTalk)
    days = world.today - world.ticket.file.opened_day
    head = (
        f"[Ticket {world.ticket.id}, order {world.ticket.order.id}, written {_ago(days)} by "
        f"{world.ticket.customer.name}, who sounds {_named(talk)}.]"
    )
    letter, notes = _apart(_letter(things_of(brief, talk), brief.persona, act, rng, talk.mood))
    words = " ".join(
        [head, add_noise(letter, world.axes.noise, rng), *notes, *_blanks(act, brief.requests[0].things)]
    )
    return (act,), unmarked(words), talk


def _apart(sentences: list[str]) -> tuple[str, list[str]]:
    """What the customer wrote, and the notes in brackets, which are the shop's own and never mistyped."""
    return " ".join([s for s in sentences if s and s[0] != "["]), [s for s in sentences if s and s[0] == "["]


def _ago(days: int) -> str:
    return "today" if days == 0 else "yesterday" if days == 1 else f"{days} days ago"


def _first_mood(world: World) -> int:
    """Who has waited long is not patient any more."""
    assert world.ticket is not None
    waited = world.today - world.ticket.file.opened_day
    return PATIENT - (waited >= 3) - (waited >= 8)


def _named(talk: DeskTalk) -> str:
    return phrases.MOODS[talk.mood]


def _letter(
    things: tuple[Thing, ...], persona: Persona, act: Opens, rng: Rng, mood: int = PATIENT
) -> list[str]:
    """The customer's own words, sentence by sentence; the same words as seldom as can be."""
    tone, used = persona.tone, set[str]()
    greetings, closings = phrases.GREETINGS[tone], phrases.CLOSINGS[tone]
    if mood < PATIENT:
        greetings, closings = phrases.WAITING["greetings"], phrases.WAITING["closings"]
    said = {(t.thing, t.topic) for t in act.told}
    parts, disputed = [rng.pick(greetings)], any(topic == "dispute" for _, topic in said)
    for n, thing in enumerate(things):
        details = [d for d in thing.details if (n, d.topic) in said and d.says]
        if thing.shelf and not disputed and (n, "reason") not in said:
            details.insert(0, _MATTER)
        if details:
            lead = rng.pick(phrases.NEXT) if len(parts) > 1 and thing.shelf and rng.chance(250) else ""
            parts += [
                lead + _sentence(details[0], thing, rng, used),
                *_sentences(rng.shuffled(details[1:]), thing, rng, used),
            ]
    return [*parts, rng.pick(closings)]


def _blanks(act: Opens, things: tuple[Thing, ...]) -> list[str]:
    """[Left blank on the form: condition and photo (kettle); proof of purchase. The form does not ask for
    everything.]"""
    groups: dict[int, list[str]] = {}
    for named in act.named:
        groups.setdefault(named.thing, []).append(named.label)
    words = [
        _listed(labels) + (f" ({things[n].noun})" if things[n].shelf else "") for n, labels in groups.items()
    ]
    return [f"[Left blank on the form: {'; '.join(words)}. {phrases.NOT_ALL}]"] if words else []


def _listed(words: list[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else words[0]


def _sentences(details: Sequence[Detail], thing: Thing, rng: Rng, used: set[str] | None = None) -> list[str]:
    """One for each detail; options that the customer wants otherwise share one."""
    options, used = [d for d in details if d.role == "option"], set() if used is None else used
    found = [_sentence(d, thing, rng, used) for d in details if d.role != "option"]
    return [*found, _swap(options, thing, rng)] if options else found


def _swap(options: Sequence[Detail], thing: Thing, rng: Rng) -> str:
    """I need one in navy, them in navy, ones that are navy."""
    number = next((int(d.value) for d in thing.details if d.topic == "quantity"), 1)
    if several := called(thing)[1] and (number > 1 or not is_pair(thing)):
        options = [replace(d, says=tuple([s for s in d.says if stands_alone(s)]) or d.says) for d in options]
    says = [rng.pick(joinable(d.says)) for d in options]
    wanted = " and ".join(map(marked, says))
    if wanted.startswith(f"{BEGIN}the "):
        return rng.pick(phrases.SWAP_ONE).format(says=wanted) + "."
    if several and all(map(stands_alone, says)):
        return rng.pick(phrases.SWAP_SEVERAL).format(says=wanted) + "."
    line = rng.pick(phrases.SWAP).format(one="ones" if several else one(thing), says=wanted) + "."
    return of_several(line, pair=False) if several else line


def _sentence(d: Detail, thing: Thing, rng: Rng, used: set[str]) -> str:
    """In words that have not been used yet, or where all have, that may be again."""
    if used.issuperset(d.says):
        used.difference_update(d.says)
    line = rng.pick([s for s in d.says if s not in used])
    used.add(line)
    words = written_of(thing, d.topic, line)
    return words if words.endswith("]") else marked(words) + "."


def written_of(thing: Thing, topic: str, line: str) -> str:
    """A line as a letter has it, of one thing or of several."""
    noun, several = called(thing)
    words = line.format(noun=noun)
    if words.endswith("]") or not several or topic == "quantity":
        return words
    return of_several(with_plural(words, noun), is_pair(thing))


def called(thing: Thing) -> tuple[str, bool]:
    """What a letter calls a thing, and whether it speaks of several: of a pair, where it says that several
    are meant, or where several were ordered and it does not say how many are meant."""
    if is_pair(thing):
        return bare(thing), True
    number = next((d for d in thing.details if d.topic == "quantity"), None)
    if number is None or number.says == phrases.QUANTITY["one"]:
        return thing.noun, False
    several = number.disclosure != "stated" or int(number.value) > 1
    return (thing.plural, True) if several else (thing.noun, False)


def _counted(things: tuple[Thing, ...], talk: Talk) -> tuple[Thing, ...]:
    """The things as somebody speaks of them who has told how many are meant."""
    return tuple([_number_told(t) if (n, "quantity") in talk.told else t for n, t in enumerate(things)])


def _number_told(thing: Thing) -> Thing:
    details = [replace(d, disclosure="stated") if d.topic == "quantity" else d for d in thing.details]
    return replace(thing, details=tuple(details))


def replies(brief: Brief, talk: Talk, message: str, world: World, stream: Streams) -> Spoken:
    """The customer hears a question and answers, or has had enough."""
    assert isinstance(talk, DeskTalk) and world.ticket is not None
    done = len(world.ticket.log) + len(world.ticket.tags)
    stems = frozenset(_stems(_IN_ORDER.sub(" ", message)))
    shop, mine, said = shop_of(world), things_of(brief, talk), _reworded(message)
    heard = alienated(hear(said, mine, shop.category), mine, said, shop)
    answered = _three(heard, talk, mine)
    acts, after = respond(brief, talk, answered, lambda thing: False)
    assert isinstance(after, DeskTalk)
    mood, remark = _moved(talk, after, stems, done - talk.acts_seen)
    if mood == 0 or after.left:
        acts, mood = (Leaves(),), 0
        after = replace(after, left=True)
    after = replace(after, mood=mood, acts_seen=done)
    rng = (stream / "exchange" / talk.exchanges)()
    things = _counted(things_of(brief, talk), after)
    sentences = _answer(acts, things, stems, remark, after, rng)
    if answered is not heard and not after.left:
        sentences.insert(-1, rng.pick(phrases.WHICH_ITEM))
    answer, notes = _apart(sentences)
    return (
        acts,
        unmarked(" ".join([s for s in (add_noise(answer, world.axes.noise, rng), *notes) if s])),
        after,
    )


def _three(heard: Heard, talk: Talk, things: tuple[Thing, ...]) -> Heard:
    """What is asked of several items is answered in three details, as all questions are: the first that are
    open. Where no item is named, that is thing by thing, and asking once more brings no others to light."""
    asked = heard.asked if heard.named else tuple(sorted(heard.asked, key=lambda place: place[0]))
    if len(asked) <= TOPICS_PER_QUESTION:
        return heard
    before = talk.told if heard.named else _written(things)
    answered = ([p for p in asked if p not in before] or asked)[:TOPICS_PER_QUESTION]
    return replace(heard, topics=tuple([p for p in heard.topics if p in answered or p in heard.absent]))


def _written(things: tuple[Thing, ...]) -> frozenset[Place]:
    """What stood in the letter."""
    return frozenset(
        [(n, d.topic) for n, t in enumerate(things) for d in t.details if d.disclosure == "stated"]
    )


def revises(brief: Brief, talk: Talk, places: list[Place], world: World, stream: Streams) -> Spoken:
    """The customer changes their mind while the desk works."""
    acts, after = revise(brief, talk, places)
    rng, things = (stream / "revision" / len(talk.revised))(), _counted(things_of(brief, after), after)
    told = tuple([t for act in acts for t in act.told])
    words = rng.pick(REVISES).format(" ".join(_values(told, things, rng))) if told else ""
    return acts, unmarked(add_noise(words, world.axes.noise, rng)), after


def _reworded(message: str) -> str:
    for found, plain in _REWORDS:
        message = found.sub(plain, message)
    return message


@lru_cache(maxsize=4096)
def _stems(message: str) -> tuple[str, ...]:
    return tuple(terms(message))


def _moved(
    before: DeskTalk, after: DeskTalk, stems: frozenset[str], acts: int
) -> tuple[int, tuple[str, ...]]:
    """The mood afterwards, and what they have to say about it. Neither waiting nor a no makes anyone leave,
    nor does one question too many of somebody who was not at the end of their patience before."""
    if before.left:
        return 0, ()
    if not _ACCUSES.isdisjoint(stems):
        return max(0, before.mood - 3), phrases.ACCUSED
    wasted = after.wasted > before.wasted
    least = 0 if wasted and before.mood <= 1 else 1
    mood = before.mood - wasted - (acts > LONG_WAIT)
    if not _BAD.isdisjoint(stems):
        return max(least, mood - 1), phrases.BAD_NEWS
    if not _GOOD.isdisjoint(stems):
        return min(BEST, max(least, mood) + 1), phrases.GOOD_NEWS
    return max(least, mood), ()


def _answer(
    acts: tuple[Act, ...],
    things: tuple[Thing, ...],
    stems: frozenset[str],
    remark: tuple[str, ...],
    talk: DeskTalk,
    rng: Rng,
) -> list[str]:
    if talk.mood == 0:
        return [rng.pick(phrases.SILENCE)]
    lead = rng.pick(remark or phrases.SNAPS[_named(talk)])
    said = (
        [lead] if remark or isinstance(acts[0], (Answers, Repeats, Confirms, Accepts)) else []
    )  # "sure" is no no
    for act in acts:
        match act:
            case Answers(told=told):
                said += _values(told, things, rng)
            case Repeats(told=told):
                said += ["As I wrote:", *_values(told, things, rng)]
            case Corrects(told=told):
                said += ["No, that is not right.", *_values(told, things, rng)]
            case Confirms() | Accepts():
                said.append("Yes, that is right.")
            case Concedes():
                said.append(rng.pick(phrases.CONCEDES))
            case Declines(fact=False) if not stems.isdisjoint(phrases.ON_FILE_CUES):
                said.append(rng.pick(phrases.ON_FILE))
            case Declines() | Objects() | Misses():
                said.append("No, that is not right.")
            case DoesNotMind(about=about):
                said += [rng.pick(phrases.AS_ORDERED)] if "quantity" in about else []
                lines = phrases.UNCONCERNED if act is acts[0] else phrases.UNCONCERNED_REST
                said += [rng.pick(lines)] if {*about} - {"quantity"} or not about else []
            case DoesNotKnow() if stems.isdisjoint(phrases.ON_FILE_CUES):
                said.append(rng.pick(phrases.UNKNOWN))
            case Shrugs() if stems.isdisjoint(phrases.ON_FILE_CUES):
                said.append(rng.pick(phrases.PUZZLED))
            case Acknowledges() | Shrugs() | DoesNotKnow():
                said.append(
                    rng.pick(
                        phrases.NOTHING_TO_ADD if stems.isdisjoint(phrases.ON_FILE_CUES) else phrases.ON_FILE
                    )
                )
            case _:
                said.append("You have everything from me.")
    return [*said, f"[The customer sounds {_named(talk)}.]"]


def _values(told: tuple[Told, ...], things: tuple[Thing, ...], rng: Rng) -> list[str]:
    """The values, thing by thing; with several things on the table each is named."""
    several = len([t for t in things if t.shelf]) > 1
    found, used = list[str](), set[str]()
    for n in dict.fromkeys([t.thing for t in told]):
        thing = things[n]
        details = [d for t in told if t.thing == n for d in thing.details if d.topic == t.topic]
        spoken = [d for d in details if not (d.says and d.says[0].startswith("["))]  # but a photo
        said = [f"It is order {d.value}." for d in details if not d.says]
        said += _sentences([d for d in details if d.says], thing, rng, used)
        if several and thing.shelf and spoken and not (spoken[0].says and "{noun}" in spoken[0].says[0]):
            about = rng.pick(phrases.ABOUT).format(noun=called(thing)[0])
            first = next(n for n, sentence in enumerate(said) if sentence[0] != "[")
            said[first] = f"{about} {_going_on(said[first])}"
        found += said
    return found


def _going_on(sentence: str) -> str:
    """A sentence that goes on behind a colon."""
    mark = BEGIN if sentence.startswith(BEGIN) else ""
    return mark + after_colon(sentence.removeprefix(mark))
