"""A second opinion: what a sentence asks in which the phrase books find nothing.

It is a linear model over words and pairs of words. Its weights are whole numbers, trained from the lines in
tests/phrases by `make ear`; sums of whole numbers are the same on every machine."""

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

from . import books
from .message import SENTENCES, Sentence, Span

FILE = "opinion.txt"  # of the locale
THING, TOPIC, VALUE = "thingword", "topicword", "valueword"  # in place of what an episode fills in
OPEN, CONFIRM, AGREE, LABEL, MANY = "open", "confirm", "agree", "label", "many"
# what a message may do beside asking for one topic: ask for more, for leave, whether something would do,
# for a topic by its label, for several at once; tell of a stock-out; nothing of all that
OTHER = (OPEN, CONFIRM, AGREE, LABEL, MANY, "stock", "none")
# by how much the best must be ahead, where nothing else was found, and where something was
SURE, FIRM = 50, 70

Weights = dict[str, dict[str, int]]  # by sign and topic


class Opinion(NamedTuple):
    """What a message does most likely, and how far that is ahead of the next."""

    topic: str
    margin: int


def signs(words: Iterable[str]) -> list[str]:
    """What the model looks at: the words of a sentence in their basic form, and each with the next one.
    Numbers are values, and several values are one."""
    blotted: list[str] = []
    for word in words:
        word = VALUE if _is_number(word) else word
        if word != VALUE or blotted[-1:] != [VALUE]:
            blotted.append(word)
    pairs = zip(("^", *blotted), (*blotted, "$"), strict=True)
    return [*blotted, *[f"{one} {other}" for one, other in pairs]]


@lru_cache(maxsize=65_536)
def _is_number(word: str) -> bool:
    return word[:1].isdigit() or (word not in _ONE and books.number(word) is not None)


_ONE = ("one", "single", "both", "couple")


@lru_cache(maxsize=SENTENCES)
def signs_of(sentence: Sentence, marks: tuple[tuple[Span, str], ...]) -> list[str]:
    """The same of a sentence with names, labels and values blotted out; of two marks that meet one counts."""
    words: list[str] = list(sentence.ended)
    taken = [False] * len(words)
    for (start, end), mark in marks:
        if not any(taken[start:end]):
            words[start:end] = [mark, *[""] * (end - start - 1)]
            taken[start:end] = [True] * (end - start)
    return signs([w for w in words if w])


def weigh(weights: Weights, found: Iterable[str], topics: Iterable[str]) -> Opinion:
    """Which of these topics the signs speak for most."""
    return _best(_scores(weights, found), topics)


def _scores(weights: Weights, found: Iterable[str]) -> dict[str, int]:
    scores: dict[str, int] = {}
    for sign in dict.fromkeys(found):
        for topic, weight in weights.get(sign, {}).items():
            scores[topic] = scores.get(topic, 0) + weight
    return scores


def _best(scores: Mapping[str, int], topics: Iterable[str]) -> Opinion:
    best, second = sorted([(-scores.get(t, 0), t) for t in set(topics)])[:2]
    return Opinion(best[1], second[0] - best[0])


@lru_cache(maxsize=SENTENCES)
def _known(found: tuple[str, ...]) -> dict[str, int]:
    """Agents ask in the same words again and again."""
    return _scores(_weights(), found)


def opinion(found: Iterable[str], topics: Iterable[str]) -> Opinion:
    """What a message does, of what it could ask of this customer."""
    return _best(_known(tuple(found)), [*topics, *OTHER])


def between(found: Iterable[str], topics: Iterable[str]) -> Opinion:
    """Which of these topics a message asks for, if not for several."""
    return _best(_known(tuple(found)), [*topics, MANY, LABEL])


def instead(found: Iterable[str], heard: Iterable[str], topics: Iterable[str]) -> Opinion:
    """What a message does rather than ask for what was heard, and how far that is ahead of it."""
    scores = _known(tuple(found))
    best = min([*topics, *OTHER], key=lambda t: (-scores.get(t, 0), t))
    return Opinion(best, scores.get(best, 0) - max([scores.get(t, 0) for t in heard], default=0))


@cache
def topics() -> frozenset[str]:
    """All that the model knows to be asked for."""
    return frozenset([topic for weights in _weights().values() for topic in weights]) - {*OTHER}


@cache
def known() -> frozenset[str]:
    """The topics whose details it may be for, by the names of all of them."""
    return frozenset(
        [name for topic in topics() & books.topics().keys() for name in books.topics()[topic].topics]
    )


@cache
def _weights() -> Weights:
    text = (files(__package__) / "locale" / books.LANGUAGE / FILE).read_text(encoding="utf-8")
    return read(text)


def read(text: str) -> Weights:
    """A line for each sign: the sign, then each topic with its weight."""
    found: Weights = {}
    for line in text.splitlines():
        sign, _, rest = line.partition("\t")
        fields = rest.split()
        found[sign] = {t: int(w) for t, w in zip(fields[::2], fields[1::2], strict=True)}
    return found


def write(weights: Weights) -> str:
    lines = [
        f"{sign}\t{' '.join([f'{t} {w}' for t, w in sorted(of.items())])}"
        for sign, of in sorted(weights.items())
    ]
    return "\n".join(lines) + "\n"
