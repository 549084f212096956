"""Where things and topics are mentioned: things by their nouns, topics by the words that ask for them, or by the values they could have."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from ..catalog.tokens import terms
from ..problem import Thing
from .cues import BRAND_CUES, QUANTITY_CUES

Place = tuple[int, str]  # (number of the thing, topic)
Stems = list[str]  # the words of a clause


class Span(NamedTuple):
    """Words that mention something: where they begin, how many they are, the thing, and the topic (none if the thing itself)."""

    start: int
    size: int
    thing: int
    topic: str = ""
    label: str = ""  # the value that is mentioned, if it is one

    def within(self, other: "Span") -> bool:
        """Do these words stand inside longer ones, or are they a noun's?"""
        if self.size == other.size:
            return self.start == other.start and not other.topic and bool(self.topic)
        return self.size < other.size and other.start <= self.start and self.start + self.size <= other.start + other.size


class Entry(NamedTuple):
    """What some words stand for."""

    words: Stems
    thing: int
    topic: str = ""
    label: str = ""


Entries = dict[str, list[Entry]]  # by the first word


class Lexicon(NamedTuple):
    """All words that mention the things on the table, or something about them."""

    things: tuple[Thing, ...]
    names: Entries
    short: dict[str, int]  # last words of names that stand for one thing only, and ask for nothing
    cues: Entries


@lru_cache(maxsize=65_536)
def stemmed(words: str) -> tuple[str, ...]:
    return tuple(terms(words))


@lru_cache(maxsize=16_384)
def _phrases(labels: tuple[str, ...]) -> tuple[tuple[Stems, str], ...]:
    """The labels in stems, each with itself; of those that are the same, the first."""
    found = {stemmed(label): label for label in reversed(labels) if stemmed(label)}
    return tuple((list(words), label) for words, label in found.items())


@lru_cache(maxsize=16_384)
def _last_words(labels: tuple[str, ...]) -> tuple[str, ...]:
    """What is left of a name when it is shortened: boots, for a pair of hiking boots."""
    return tuple(dict.fromkeys(words[-1] for words in map(stemmed, labels) if len(words) > 1))


@lru_cache(maxsize=65_536)
def _names(noun: str, called: tuple[str, ...], n: int) -> tuple[Entry, ...]:
    return tuple(Entry(words, n) for words, _ in _phrases((noun, *called)))


@lru_cache(maxsize=65_536)
def _cues(cues: tuple[str, ...], topic: str, n: int) -> tuple[Entry, ...]:
    more = QUANTITY_CUES if topic == "quantity" else BRAND_CUES if topic == "brand" else ()
    return tuple(Entry(words, n, topic) for words, _ in _phrases((*cues, *more)))


def _entries(entries: Iterable[Entry]) -> Entries:
    found: Entries = {}
    for entry in entries:
        found.setdefault(entry.words[0], []).append(entry)
    return found


@lru_cache(maxsize=1024)
def lexicon_of(things: tuple[Thing, ...]) -> Lexicon:
    names = _entries([entry for n, t in enumerate(things) for entry in _names(t.noun, t.called, n)])
    cues = _entries([entry for n, t in enumerate(things) for d in t.details for entry in _cues(d.cues, d.topic, n)])
    return Lexicon(things, names, _short_names(things, names, cues), cues)


@lru_cache(maxsize=1024)
def _labels(things: tuple[Thing, ...]) -> Entries:
    """The values that the details could have; apart from the rest, since few messages are searched for them."""
    details = [(n, d) for n, t in enumerate(things) for d in t.details]
    return _entries([Entry(words, n, d.topic, label) for n, d in details for words, label in _phrases(d.others)])


def _short_names(things: tuple[Thing, ...], names: Entries, cues: Entries) -> dict[str, int]:
    if len(things) == 1:
        return {}
    heads = [(head, n) for n, t in enumerate(things) for head in _last_words(t.called)]
    counts = [head for head, _ in heads]
    return {h: n for h, n in heads if counts.count(h) == 1 and not any(len(e.words) == 1 for e in (*names.get(h, ()), *cues.get(h, ())))}


def _found(stems: Stems, entries: Entries) -> list[Span]:
    return [
        Span(i, len(e.words), e.thing, e.topic, e.label)
        for i, stem in enumerate(stems) if stem in entries for e in entries[stem] if len(e.words) == 1 or stems[i : i + len(e.words)] == e.words
    ]  # fmt: skip


def nouns(stems: Stems, lexicon: Lexicon) -> list[Span]:
    """Mentions of things, by a name or by the last word of one."""
    named = _found(stems, lexicon.names)
    short = lexicon.short
    if short and not short.keys().isdisjoint(stems):
        whole = [s.thing for s in named]
        named += [Span(i, 1, short[stem]) for i, stem in enumerate(stems) if stem in short and short[stem] not in whole]
    return outermost(named) if len(named) > 1 else named


def topics(stems: Stems, lexicon: Lexicon, named: list[Span]) -> list[Span]:
    """Mentions of topics by the words that ask for them, outside of the nouns. What asks for one thing's may be part of another's."""
    asked = _found(stems, lexicon.cues)
    if not asked or (len(asked) == 1 and not named):
        return asked
    asked = [s for s in sorted(asked) if not any(s.within(o) for o in asked if o.thing == s.thing) and not any(s.within(o) for o in named)]
    return [s for s in asked if s.topic != "quantity" or not _counted(s, asked)]


def _counted(count: Span, spans: list[Span]) -> bool:
    """Is this "how many" followed by what is counted, litres or grams, and so about that?"""
    after = count.start + count.size
    return count.size > 1 and any(s.start == after and s.thing == count.thing and s.topic != "quantity" for s in spans)


def values(stems: Stems, lexicon: Lexicon, named: list[Span]) -> list[Span]:
    """Mentions of topics by a value that they could have."""
    found = _found(stems, _labels(lexicon.things))
    return outermost(found, named) if found else found


def parts_of_values(stems: Stems, things: tuple[Thing, ...]) -> list[Span]:
    """Mentions of topics by the last words of their values: steel or glass."""
    parts = [(i, stem) for i, stem in enumerate(stems) if len(stem) > 3]
    return [Span(i, 1, n, d.topic, stem) for i, stem in parts for n, t in enumerate(things) for d in t.details if stem in _last_words(d.others)]


def outermost(spans: list[Span], also: Iterable[Span] = ()) -> list[Span]:
    """In the order of mention, without mentions inside longer ones, and without those that are part of a noun."""
    everything = [*spans, *also]
    return [s for s in sorted(spans) if not any(s.within(o) for o in everything)]
