"""May these words stand for what the customer's act says? Every value must be there, as one of the customer's
own ways to say it, no other value may, and numbers, ids and named topics must be the same. Where that cannot
be told, the template stands."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from ...catalog.catalogue import Catalog
from ...catalog.wishes import Op
from ...core.env import Acts
from ...core.episode import Episode
from ...core.task import Detail, Thing
from ...core.values import Value
from ...customer.acts import Answers, Corrects, FallsBack, Named, Opens, Repeats, Told, things_of
from ...customer.noise import NUMBER_WORDS, SLANG, slips
from ...customer.reading import Laid, laid, named, read, words_of
from ...customer.voice import ways_to_call, ways_to_name, ways_to_promise, ways_to_say

OPS: tuple[Op, ...] = ("eq", "gte", "lte")
_NUMBER = re.compile(r"[a-z]*\d[\w.,:/-]*\d|[a-z]*\d", re.IGNORECASE)
_IDLE_NUMBERS = frozenset(
    "one none single once pair pairs double couple".split()
)  # said of much that is not counted
LONGEST, SHORTEST = 2.5, 0.4  # times the template


class Script(Value):
    """What the template says, taken apart: phrases that carry values, phrases that must not appear, and the
    things on the table."""

    text: str
    called: tuple[tuple[str, ...], ...]  # of each thing that is brought up, its names
    # for each value or topic the ways to say it, the template's own first; one of them must be there
    kept: tuple[tuple[str, ...], ...]
    barred: tuple[str, ...]
    table: tuple[Laid, ...]


def script_of(text: str, acts: Acts, episode: Episode) -> Script | None:
    """None where only the template will do: nothing but feelings is said, something is refused, or the shop's
    own notes are part of it."""
    if "[" in text or not all(
        isinstance(act, Opens | Answers | Repeats | Corrects | FallsBack) for act in acts
    ):
        return None
    things, language = things_of(episode.task.brief, episode.talk), episode.task.brief.persona.language
    told = [
        t
        for act in acts
        if isinstance(act, Opens | Answers | Repeats | Corrects | FallsBack)
        for t in act.told
    ]
    opened = [act for act in acts if isinstance(act, Opens)]
    topics = [n for act in opened for n in act.named]
    raised = [thing for act in opened for thing in things[act.first : act.first + len(act.things)]]
    called = [ways_to_call(thing, language) for thing in raised]
    called = [names for names in called if any(_stands(name, text) for name in names)]
    if any(t.op == "ne" for t in told) or any(isinstance(act, FallsBack) and not act.told for act in acts):
        return None
    kept = [
        tuple(sorted(ways, key=lambda words: not _stands(words, text)))
        for ways in (*_values(told, things, language), *_topics(topics, things, language, text))
    ]
    if not all(_stands(ways[0], text) for ways in kept):
        return None
    barred = [words for words in _barred(told, things, language) if not _stands(words, text)]
    return Script(
        text=text,
        called=tuple(called),
        kept=tuple(kept),
        barred=tuple(barred),
        table=_table(things, episode.world.catalog),
    )


def _values(told: Sequence[Told], things: Sequence[Thing], language: str) -> Iterator[tuple[str, ...]]:
    for t in told:
        says = ways_to_say(things[t.thing], _detail(things[t.thing], t.topic), language)
        if t.role != "quantity" and says:
            yield tuple(words.replace("{noun}", things[t.thing].noun) for words in says)


def _topics(
    topics: Sequence[Named], things: Sequence[Thing], language: str, text: str
) -> Iterator[tuple[str, ...]]:
    """What is named, or promised along with the rest of what is remembered."""
    for n in [n for n in topics if n.topic != "quantity"]:
        called = ways_to_name(things[n.thing], n, language)
        promised = ways_to_promise(n, language)
        yield promised if promised and not any(_stands(w, text) for w in called) else called


def _barred(told: Sequence[Told], things: Sequence[Thing], language: str) -> Iterator[str]:
    """Other values of what was said, and whatever was not."""
    said = {(t.thing, t.topic) for t in told}
    for n, thing in enumerate(things):
        for d in thing.details:
            yield from d.others
            if (n, d.topic) not in said and d.role != "quantity":
                yield from ways_to_say(thing, d, language)


def _detail(thing: Thing, topic: str) -> Detail:
    return next(d for d in thing.details if d.topic == topic)


def _table(things: Sequence[Thing], catalog: Catalog) -> tuple[Laid, ...]:
    """With every value that the things' categories know; a thing that stands on no shelf has none."""
    return tuple(_laid(catalog, thing.shelf, (thing.noun, thing.plural, *thing.called)) for thing in things)


@lru_cache(maxsize=256)
def _laid(catalog: Catalog, shelf: str, names: tuple[str, ...]) -> Laid:
    place = catalog.shelf_named(shelf) if shelf else None
    return (
        laid(catalog.category(place), names, OPS)
        if place is not None
        else Laid(names=names, labels=(), ways=())
    )


def carries(script: Script, words: str) -> str:
    """Why the words may not stand for the template; nothing if they may."""
    if (
        not SHORTEST * len(script.text) <= len(words) <= LONGEST * len(script.text)
        or "[" in words
        or "\n" in words.strip()
    ):
        return "too long, too short, or not plain speech"
    needed = (*script.called, *script.kept)
    if missing := next((ways for ways in needed if not any(_stands(way, words) for way in ways)), None):
        return f"{missing[0]!r} is missing"
    if added := next((way for way in script.barred if _stands(way, words)), None):
        return f"{added!r} is added"
    if numbers(words) != numbers(script.text):
        return f"other numbers: {', '.join(sorted(numbers(words) ^ numbers(script.text)))}"
    if read(words, script.table) != read(script.text, script.table) or named(words, script.table) != named(
        script.text, script.table
    ):
        return "it reads otherwise"
    return ""


def numbers(text: str) -> frozenset[str]:
    """Numbers, ids and counting words."""
    written = [number.lower() for number in _NUMBER.findall(text)]
    return frozenset((*written, *(word for word in words_of(text) if word in NUMBER_WORDS - _IDLE_NUMBERS)))


def _stands(phrase: str, text: str) -> bool:
    """Is the phrase there, slips of the pen aside?"""
    wanted, given = words_of(phrase), words_of(text)
    forms = [_forms(word) for word in wanted]
    return bool(wanted) and any(
        all(w in f for w, f in zip(given[i:], forms)) for i in range(len(given) - len(wanted) + 1)
    )


@lru_cache(maxsize=16_384)
def _forms(word: str) -> frozenset[str]:
    return (slips(word) if word.isalpha() else frozenset((word,))) | {SLANG.get(word, word)}
