"""Reading: what do the customer's words say? The way back from words to values, typos included, for the law
that words carry the act.

The reader goes from left to right. A noun makes a thing the one that is spoken of; what is said after it is
said of that thing. Of phrases that fit at one place the longest counts."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from ..catalog.schema import Category
from ..catalog.wishes import Op, Wish, phrases
from ..core.values import Value
from .locale.en.grammar import NUMBERS, behind_several, of_several, the
from .locale.en.phrases import SPOKEN
from .noise import SLANG, slips

LEFT_OUT = "left out"  # the topic of a thing that the customer does without
_WORD = re.compile(r"[^\W_]+(?:[.'/-][^\W_]+)*|&|%")
_BETWEEN = frozenset(("of", "the", "that", "those"))  # may stand between a number or a label and its noun


class Stated(NamedTuple):
    """One value that the words give."""

    thing: int
    topic: str
    value: str | int
    op: str = "eq"


class Way(Value):
    """Some words for a value."""

    words: str
    topic: str
    value: str | int
    op: Op = "eq"


class Laid(Value):
    """A thing on the table: what it is called, and all that could be said of it."""

    names: tuple[str, ...]
    labels: tuple[tuple[str, str], ...]  # topic, and what it is called in a sentence
    ways: tuple[Way, ...]


def laid(category: Category, names: Sequence[str], ops: Sequence[Op] = ("eq",)) -> Laid:
    """A thing of a category, with every value that each of its topics could have."""
    wishes = [
        Wish(attribute=a.name, value=c.value, op=op)
        for a in category.filters
        for c in a.choices
        for op in ops
        if a.unit or op == "eq"
    ]
    ways = [
        Way(words=words, topic=w.attribute, value=w.value, op=w.op)
        for w in wishes
        for words in _said_of_any(phrases(category, w))
    ]
    ways += [
        Way(words=words, topic=o.name, value=c.value)
        for o in category.options
        for c in o.choices
        for words in _said_of_any(c.says)
    ]
    labels = [(a.name, the(a.label)) for a in category.filters]
    labels += [(o.name, the(o.label)) for o in category.options]
    labels += [(name, said) for name, _ in labels if name in SPOKEN for said in _in_half(SPOKEN[name])]
    return Laid(names=tuple(names), labels=tuple(labels), ways=tuple(ways))


def _said_of_any(says: Sequence[str]) -> Sequence[str]:
    """As it is said of one thing, and of several."""
    return tuple(dict.fromkeys((*says, *map(behind_several, says))))


def _in_half(line: str) -> tuple[str, str]:
    """A topic without a name, of one thing and of several: how heavy it is, how heavy they are."""
    said = line.format(it="it")
    return said, of_several(said, pair=False)


class _Sign(NamedTuple):
    """What some words stand for: a value, the label of a topic, or, with neither, the thing itself."""

    words: tuple[str, ...]
    way: Way | None = None
    label: str = ""

    def is_noun(self) -> bool:
        return self.way is None and not self.label


class _Book(NamedTuple):
    """The signs for one thing: nouns, labels and values by their first word, and the words that each written
    form may be."""

    signs: dict[str, list[_Sign]]
    written: dict[str, frozenset[str]]

    def at(self, text: list[str], i: int) -> list[_Sign]:
        """What stands there."""
        words = self.written.get(text[i], frozenset())
        return [
            sign
            for word in sorted(words)
            for sign in self.signs.get(word, ())
            if self._is(sign.words, text[i : i + len(sign.words)])
        ]

    def _is(self, words: tuple[str, ...], there: list[str]) -> bool:
        return len(there) == len(words) and all(
            word in self.written.get(form, ()) for word, form in zip(words, there, strict=True)
        )


def words_of(text: str) -> list[str]:
    return _WORD.findall(text.lower().replace("\u2019", "'"))


@lru_cache(maxsize=1024)
def _book(thing: Laid) -> _Book:
    signs = [_Sign(tuple(words_of(name))) for name in thing.names]
    signs += [_Sign(tuple(words_of(label)), label=topic) for topic, label in thing.labels]
    signs += [_Sign(tuple(words_of(way.words)), way) for way in thing.ways]
    by_first: dict[str, list[_Sign]] = {}
    written: dict[str, set[str]] = {}
    for sign in signs:
        by_first.setdefault(sign.words[0], []).append(sign)
        for word in sign.words:
            for form in _forms(word):
                written.setdefault(form, set()).add(word)
    return _Book(by_first, {form: frozenset(words) for form, words in written.items()})


@lru_cache(maxsize=65_536)
def _forms(word: str) -> frozenset[str]:
    """How a word may be written. Of what begins with a number, the rest may slip: 25-millimetre."""
    number, _, rest = word.rpartition("-") if word[0].isdigit() else ("", "", word)
    forms = slips(rest) if rest.isalpha() else frozenset((rest,))
    return frozenset((f"{number}-{form}" for form in forms) if number else (*forms, SLANG.get(word, word)))


def read(text: str, table: Sequence[Laid]) -> frozenset[Stated]:
    """The values that the words give, each with its thing; a thing that is left out is stated as such."""
    page = _Page(words_of(text), table)
    values = [
        Stated(m.spoken_of, m.sign.way.topic, m.sign.way.value, m.sign.way.op)
        for m in page.marks
        if m.sign.way is not None
    ]
    return frozenset((*values, *page.counts(), *page.left_out()))


def named(text: str, table: Sequence[Laid]) -> frozenset[tuple[int, str]]:
    """The topics that are named without a value, each with its thing; how many of a thing is one of them."""
    return frozenset(_Page(words_of(text), table).named())


class _Mark(NamedTuple):
    """A sign on the page: where it stands, whose it is, and the thing that is spoken of from there on."""

    start: int
    sign: _Sign
    thing: int
    spoken_of: int

    @property
    def end(self) -> int:
        return self.start + len(self.sign.words)


class _Page:
    """A text while it is being read."""

    def __init__(self, text: list[str], table: Sequence[Laid]) -> None:
        self.text, self.books = text, [_book(thing) for thing in table]
        self.marks: list[_Mark] = []
        self.nobody = 0 if len(table) == 1 else -1
        i, here = 0, self.nobody
        while i < len(text):
            found = self._at(i, here)
            if found is not None:
                sign, thing = found
                here = thing if sign.is_noun() else here
                self.marks.append(_Mark(i, sign, thing, here))
            i += len(found[0].words) if found is not None else 1
        self.covered = frozenset(k for m in self.marks for k in range(m.start, m.end))

    def _at(self, i: int, here: int) -> tuple[_Sign, int] | None:
        """The longest sign that stands here: a noun, a label, or a value of the thing that is spoken of."""
        fits = [
            (sign, n)
            for n, book in enumerate(self.books)
            for sign in book.at(self.text, i)
            if sign.way is None or n == here
        ]
        fits = [(sign, n) for sign, n in fits if not sign.label or not self._is_noun(i + 1, len(sign.words))]
        return max(fits, key=lambda f: (len(f[0].words), self._exact(f[0], i), f[1] == here), default=None)

    def _is_noun(self, i: int, size: int) -> bool:
        """Does a noun of at least this length stand here: "the power bank" has nothing to do with the
        power."""
        return i < len(self.text) and any(
            s.is_noun() and len(s.words) >= size for book in self.books for s in book.at(self.text, i)
        )

    def _exact(self, sign: _Sign, i: int) -> int:
        return [word == form for word, form in zip(sign.words, self.text[i:], strict=False)].count(True)

    def _noun_after(self, i: int) -> int | None:
        """The thing that is named right after these words."""
        while i < len(self.text) and i not in self.covered and self.text[i] in _BETWEEN:
            i += 1
        return next((m.thing for m in self.marks if m.start == i and m.sign.is_noun()), None)

    def _spoken_of(self, i: int) -> int:
        return next((m.spoken_of for m in reversed(self.marks) if m.start < i), self.nobody)

    def counts(self) -> Iterator[Stated]:
        """Numbers that are no part of a value; "one" only where it counts."""
        for i, word in enumerate(self.text):
            number = NUMBERS.index(word) if word in NUMBERS else int(word) if word.isdecimal() else 0
            if i in self.covered or not number:
                continue
            noun = self._noun_after(i + 1)
            if noun is not None or word != "one" or self._counts_one(i):
                yield Stated(noun if noun is not None else self._spoken_of(i), "quantity", number)

    def _counts_one(self, i: int) -> bool:
        before, after = self.text[i - 1] if i else "", self.text[i + 1] if i + 1 < len(self.text) else ""
        return before in _forms("just") | _forms("only") or after in _forms("will") | {"is", "pair"}

    def left_out(self) -> Iterator[Stated]:
        for m in self.marks:
            if m.sign.is_noun() and self.text[m.start - 1 : m.start] == ["the"]:
                before = self.text[max(0, m.start - 3) : m.start - 1]
                if any(
                    w in _forms(v) for w in before[-1:] for v in ("leave", "skip", "drop", "without")
                ) or _is_forgetting(before):
                    yield Stated(m.thing, LEFT_OUT, "")

    def named(self) -> Iterator[tuple[int, str]]:
        """Labels belong to the noun after them, if nothing but other labels lies between, else to the thing
        that is spoken of."""
        for k, m in enumerate(self.marks):
            if m.sign.label:
                last = (
                    next(
                        (n for n in range(k, len(self.marks)) if not self.marks[n].sign.label),
                        len(self.marks),
                    )
                    - 1
                )
                noun = self._noun_after(self.marks[last].end)
                thing = noun if noun is not None else m.spoken_of
                yield (
                    thing,
                    next(
                        (s.label for s in self.books[thing].at(self.text, m.start) if s.label), m.sign.label
                    ),
                )
            elif m.sign.is_noun() and self._is_counting(m.start):
                yield m.thing, "quantity"

    def _is_counting(self, start: int) -> bool:
        """Is it how many of the noun, or a number of it?"""
        before = [
            self.text[i]
            for i in range(max(0, start - 5), start)
            if i not in self.covered and self.text[i] not in _BETWEEN
        ]
        return any(w in _forms("many") for w in before[-1:]) or any(w in _forms("number") for w in before)


def _is_forgetting(words: list[str]) -> bool:
    return len(words) == 2 and words[0] in _forms("forget") and words[1] in _forms("about")
