"""What documents are about: each topic of the policy, and the terms of each part of the handbook. A subject
is a list of items; a document states versions of some of them."""

from collections.abc import Sequence
from typing import NamedTuple

from ..book import ARTICLES, TOPICS
from ..book.kit import Draft
from ..facts import FACTS
from ..rules import OneOf, YesNo
from .alter import altered
from .terms import TERMS
from .wording import Key, Manner, ShopWords, definition

PARTS = tuple(ARTICLES)
TOPICS_OF: dict[str, tuple[str, ...]] = {
    part: tuple([t.name for t in TOPICS.values() if t.article == part]) for part in PARTS
}
GLOSSARIES: dict[str, str] = {part: f"terms of {part}" for part in PARTS}  # part -> subject
PART_OF: dict[str, str] = {t.name: t.article for t in TOPICS.values()} | {s: p for p, s in GLOSSARIES.items()}
SUBJECTS = tuple(PART_OF)
_MARKS = tuple([name for name, fact in FACTS.items() if isinstance(fact.kind, YesNo)])


class Clause(NamedTuple):
    """A clause of the policy."""

    topic: str
    clause: Draft

    def text(self, words: ShopWords, word: int, manner: Manner = "statement") -> str:
        """The clause as it is, or another version of it if a random word is given."""
        _, then, when = altered(self.topic, self.clause, word) if word else self.clause
        return words.sentence(self.topic, then, when, manner)


class Term(NamedTuple):
    """What the shop calls a topic."""

    topic: str

    def text(self, words: ShopWords, word: int, manner: Manner = "statement") -> str:
        term = words.terms[self.topic]
        if word:
            others = [t for t in TERMS[self.topic] if t != term]
            term = others[word % len(others)]
        return f"we speak of the “{term}” where the question is “{TOPICS[self.topic].asks}”"


class GlossaryName(NamedTuple):
    """What a name of the glossary stands for."""

    key: Key

    def text(self, words: ShopWords, word: int, manner: Manner = "statement") -> str:
        marks = [key for key in words.codes if len(key) == 1]
        means = other_key(self.key, word, marks) if word else self.key
        return f"{definition(self.key, words.codes[self.key], means)}."


class ClosingCode(NamedTuple):
    """With which code a request is closed that ends in some way."""

    end: str

    def text(self, words: ShopWords, word: int, manner: Manner = "statement") -> str:
        return words.procedures.code_words(self.end, word)


class WorkingOrder(NamedTuple):
    """In which order a ticket is worked."""

    def text(self, words: ShopWords, word: int, manner: Manner = "statement") -> str:
        return words.procedures.order_words(word)


PROCEDURES = (ClosingCode, WorkingOrder)
Item = Clause | Term | GlossaryName | ClosingCode | WorkingOrder


def other_key(key: Key, word: int, marks: Sequence[Key]) -> Key:
    """The same name for something else; a flag for another one of its part, if there is any."""
    fact, *values = key
    if not values:
        others = [m for m in marks if m != key] or [(m,) for m in _MARKS if m != fact]
        return others[word % len(others)]
    kind = FACTS[fact].kind
    assert isinstance(kind, OneOf)
    options = [option for option in kind.options if option not in values]
    if not options:
        return (fact, *values[1:])
    values[(word >> 8) % len(values)] = options[word % len(options)]
    return (fact, *values)


def numbers(count: int, word: int) -> Sequence[int]:
    """The numbers of items, with gaps, so that they tell nothing about how many there are."""
    number, chosen = 0, []
    for _ in range(count):
        number += 1 + word % 4
        word = word // 4 or 0x9E3779B97F4A7C15
        chosen.append(number)
    return chosen
