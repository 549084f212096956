"""Where things and topics are mentioned: things by their nouns, topics by the words that ask for them, or by
the values they could have."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from ..catalog.search.tokens import terms
from ..core.task import Thing
from .cues import MORE_CUES

Place = tuple[int, str]  # (number of the thing, topic)
Stems = list[str]  # the words of a clause


class Span(NamedTuple):
    """Words that mention something: where they begin, how many they are, the thing, and the topic (none if
    the thing itself)."""

    start: int
    size: int
    thing: int
    topic: str = ""
    label: str = ""  # the value that is mentioned, if it is one

    def within(self, others: "Iterable[Span]") -> bool:
        """Do these words stand inside longer ones, or are they a noun's?"""
        start, size, _, topic, _ = self
        for begin, length, _, about, _ in others:
            if size < length:
                if begin <= start and start + size <= begin + length:
                    return True
            elif start == begin and size == length and topic and not about:
                return True
        return False


class LexiconEntry(NamedTuple):
    """What some words stand for."""

    words: Stems
    thing: int
    topic: str = ""
    label: str = ""


Entries = dict[
    str, tuple[LexiconEntry, ...]
]  # by the last word, which says more than the first: "how heavy", "what size"


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
def _entries(labels: tuple[str, ...], n: int, topic: str = "", of_values: bool = False) -> Entries:
    """What mentions one thing, or one topic of it, or a value of the topic."""
    found: Entries = {}
    for words, label in _phrases(labels):
        found[words[-1]] = (
            *found.get(words[-1], ()),
            LexiconEntry(words, n, topic, label if of_values else ""),
        )
    return found


@lru_cache(maxsize=65_536)
def _asking(cues: tuple[str, ...], n: int, topic: str) -> Entries:
    """What asks for a topic of a thing."""
    return _entries((*cues, *MORE_CUES.get(topic, ())), n, topic)


def _merged(parts: Iterable[Entries]) -> Entries:
    found: Entries = {}
    for part in parts:
        if found.keys().isdisjoint(part):
            found.update(part)
        else:
            for word, entries in part.items():
                found[word] = found[word] + entries if word in found else entries
    return found


@lru_cache(maxsize=1024)
def lexicon_of(things: tuple[Thing, ...]) -> Lexicon:
    names = _merged([_entries((t.noun, *t.called), n) for n, t in enumerate(things)])
    cues = _merged([_asking(d.cues, n, d.topic) for n, t in enumerate(things) for d in t.details])
    return Lexicon(things, names, _short_names(things, names, cues) if len(things) > 1 else {}, cues)


@lru_cache(maxsize=1024)
def _labels(things: tuple[Thing, ...]) -> list[Entries]:
    """The values that the details could have, detail by detail: too few messages are searched for them to
    merge them first."""
    return [_entries(d.others, n, d.topic, True) for n, t in enumerate(things) for d in t.details if d.others]


def _short_names(things: tuple[Thing, ...], names: Entries, cues: Entries) -> dict[str, int]:
    heads = [(head, n) for n, t in enumerate(things) for head in _last_words(t.called)]
    counts = [head for head, _ in heads]
    return {
        h: n
        for h, n in heads
        if counts.count(h) == 1 and 1 not in [len(e.words) for e in (*names.get(h, ()), *cues.get(h, ()))]
    }


def _found(stems: Stems, entries: Entries) -> list[Span]:
    if entries.keys().isdisjoint(stems):
        return []
    found = []
    for end, stem in enumerate(stems, 1):
        for words, thing, topic, label in entries.get(stem, ()):
            size = len(words)
            if size == 1 or (size <= end and stems[end - size : end] == words):
                found.append(Span(end - size, size, thing, topic, label))
    return found


def nouns(stems: Stems, lexicon: Lexicon) -> list[Span]:
    """Mentions of things, by a name or by the last word of one."""
    named = _found(stems, lexicon.names)
    short = lexicon.short
    if short and not short.keys().isdisjoint(stems):
        whole = [s.thing for s in named]
        named += [
            Span(i, 1, short[stem])
            for i, stem in enumerate(stems)
            if stem in short and short[stem] not in whole
        ]
    return outermost(named) if len(named) > 1 else named


def topics(stems: Stems, lexicon: Lexicon, named: list[Span]) -> list[Span]:
    """Mentions of topics by the words that ask for them, outside of the nouns. What asks for one thing's may
    be part of another's."""
    asked = _found(stems, lexicon.cues)
    if not asked or (len(asked) == 1 and not named):
        return asked
    longer = [s for s in asked if s.size > 1]
    asked = [
        s
        for s in sorted(asked)
        if not s.within(named) and not (longer and s.within([o for o in longer if o.thing == s.thing]))
    ]
    return [s for s in asked if s.topic != "quantity" or s.size == 1 or not _counted(s, asked)]


def _counted(count: Span, spans: list[Span]) -> bool:
    """Is this "how many" followed by what is counted, litres or grams, and so about that?"""
    after = count.start + count.size
    return any(s.start == after and s.thing == count.thing and s.topic != "quantity" for s in spans)


def values(stems: Stems, lexicon: Lexicon, named: list[Span]) -> list[Span]:
    """Mentions of topics by a value that they could have."""
    found = [s for entries in _labels(lexicon.things) for s in _found(stems, entries)]
    return outermost(found, named) if found else found


def parts_of_values(stems: Stems, things: tuple[Thing, ...]) -> list[Span]:
    """Mentions of topics by the last words of their values: steel or glass."""
    parts = [(i, stem) for i, stem in enumerate(stems) if len(stem) > 3]
    return [
        Span(i, 1, n, d.topic, stem)
        for i, stem in parts
        for n, t in enumerate(things)
        for d in t.details
        if stem in _last_words(d.others)
    ]


def outermost(spans: list[Span], also: Iterable[Span] = ()) -> list[Span]:
    """In the order of mention, without mentions inside longer ones, and without those that are part of a
    noun."""
    everything = [*spans, *also]
    return [s for s in sorted(spans) if not s.within(everything)]
