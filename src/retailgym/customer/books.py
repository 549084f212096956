"""Phrase books: patterns of words, kept as data for one language, and how to find them in a text.

A pattern is written in the basic forms of words: a/b is one word or the other, word? may be missing, … stands
for up to four words, ^ and $ are the ends of a sentence. Each word of a text is looked up once, so that
finding takes time in line with the length of the text."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Generic, NamedTuple, TypeVar

from ..catalog.search.tokens import stem as _stem

T = TypeVar("T")
LANGUAGE = "en"
GAP = 4  # words that … may stand for
_WORD = re.compile(r"[^\W_]++(?:[.'/-][^\W_]++)*+|\?|×|%", re.UNICODE)
_SPLIT = re.compile(r"(?<=\w)'(s|re|ve|ll|d|m)\b")
_NOT = re.compile(r"\b(ca|wo|sha)?n't\b|n't\b")
_FULL = {"re": " are", "ve": " have", "ll": " will", "d": " would", "m": " am"}
_IS_AFTER = frozenset("what where when who how it that there here he she this which let everything".split())
_WISE = re.compile(r"(?<=\w)-(?=wise\b)")


@cache
def _data(name: str) -> Mapping[str, Any]:
    return tomllib.loads(
        (files(__package__) / "locale" / LANGUAGE / f"{name}.toml").read_text(encoding="utf-8")
    )


class Topic(NamedTuple):
    """Something that can be asked: the details that it may be for, and whether it is a wish or a fact."""

    name: str
    topics: tuple[str, ...]
    sort: str
    general: bool = False  # gives way to what says more


class Hit(NamedTuple, Generic[T]):
    """Where a pattern was found: from, to, how many of its words are its own, and what it stands for."""

    start: int
    end: int
    size: int
    what: T


Pattern = tuple[frozenset[str] | int, ...]  # words, or a gap of so many


class Entry(NamedTuple, Generic[T]):
    """A pattern, how many of its parts are words, what it stands for, and words of which the text must hold
    one after a gap that comes second."""

    pattern: Pattern
    size: int
    what: T
    later: frozenset[str]


class Book(Generic[T]):
    """Patterns by their first word, and then by their second, so that few are tried at each word of a
    text."""

    def __init__(self, lines: Iterable[tuple[str, T]]) -> None:
        first: dict[str, list[Entry[T]]] = {}
        for line, what in lines:
            for words in _forms(line.split()):
                pattern = tuple(GAP if w == "…" else frozenset(map(basic, w.split("/"))) for w in words)
                assert isinstance(pattern[0], frozenset), line
                entry = Entry(pattern, sum([not isinstance(p, int) for p in pattern]), what, _later(pattern))
                for word in sorted(pattern[0]):
                    first.setdefault(word, []).append(entry)
        self._first = {word: _by_second(entries) for word, entries in first.items()}
        self._find = lru_cache(maxsize=1024)(self._search)

    def find(self, words: Sequence[str]) -> tuple[Hit[T], ...]:
        """Everything that stands in these words, which are in their basic form."""
        return self._find(tuple(words))

    def has(self, words: Sequence[str]) -> bool:
        return bool(self._find(tuple(words)))

    def _search(self, words: tuple[str, ...]) -> tuple[Hit[T], ...]:
        return tuple(
            [
                Hit(start, end, entry.size, entry.what)
                for start, entry in self._likely(words)
                if (end := _match(entry.pattern, words, start)) > 0
            ]
        )

    def _likely(self, words: tuple[str, ...]) -> Iterator[tuple[int, Entry[T]]]:
        """Where which patterns may begin."""
        for start, word in enumerate(words):
            if word in self._first:
                seconds, others = self._first[word]
                after = words[start + 1] if start + 1 < len(words) else ""
                for entry in seconds.get(after, others):
                    if not entry.later or not entry.later.isdisjoint(words):
                        yield start, entry


def _later(pattern: Pattern) -> frozenset[str]:
    """The words after a gap in the second place; none where the end of the text would do as well."""
    after = pattern[2] if len(pattern) > 2 and isinstance(pattern[1], int) else None
    return after if isinstance(after, frozenset) and "$" not in after else frozenset()


def _by_second(entries: list[Entry[T]]) -> tuple[dict[str, list[Entry[T]]], list[Entry[T]]]:
    """The patterns that may go on with each word, and those that may go on with any other."""
    seconds = [e.pattern[1] if len(e.pattern) > 1 else GAP for e in entries]
    plain = [p if isinstance(p, frozenset) and "$" not in p else None for p in seconds]
    words = dict.fromkeys([word for p in plain if p is not None for word in sorted(p)])
    open_ = [e for e, p in zip(entries, plain, strict=True) if p is None]
    return {
        word: [e for e, p in zip(entries, plain, strict=True) if p is None or word in p] for word in words
    }, open_


def _match(pattern: Pattern, words: Sequence[str], at: int) -> int:
    """Where the pattern ends that begins here; 0 if it does not."""
    here = {at}  # gaps are short, so there are few places to be at
    for part in pattern:
        if isinstance(part, int):
            here = {n for place in here for n in _reach(words, place, part)}
        else:
            ends = {n for n in here if n == len(words) or words[n] == "?"} if "$" in part else set()
            here = {n + 1 for n in here if n < len(words) and words[n] in part} | ends
        if not here:
            return 0
    return min(here)


def _reach(words: Sequence[str], at: int, gap: int) -> range:
    """Where one can be after at most so many words; those that are blotted out do not count."""
    end = at
    while end < len(words) and (gap > 0 or not words[end]):
        gap -= words[end] != ""
        end += 1
    return range(at, end + 1)


def _forms(words: list[str]) -> list[list[str]]:
    """With and without the words that may be missing."""
    for n, word in enumerate(words):
        if word.endswith("?") and len(word) > 1:
            bare = [*words[:n], word[:-1], *words[n + 1 :]]
            return [*_forms(bare), *_forms([*words[:n], *words[n + 1 :]])]
    return [words]


def stem(word: str) -> str:
    """Plural and singular are one."""
    return word[:-1] if word.endswith("izes") else _stem(word)


@cache
def _vocabulary() -> frozenset[str]:
    lines = [line for topic in _data("topics").values() for line in (*topic["asks"], *topic.get("hints", ()))]
    lines += [line for lines in _data("frames").values() for line in lines]
    lines += [line for topic in _data("values").values() for lines in topic.values() for line in lines]
    return frozenset([w for line in lines for word in line.split() for w in word.rstrip("?").split("/")])


@lru_cache(maxsize=65_536)
def basic(word: str) -> str:
    """A word in its basic form: ordered, ordering and orders are order."""
    irregular: Mapping[str, str] = _data("words")["basic"]
    if word in irregular:
        return irregular[word]
    known = _vocabulary()
    word = word.removesuffix("s") if word.endswith("ings") else word
    for end in ("ing", "ed"):
        if word.endswith(end) and len(word) > len(end) + 2:
            root = word[: -len(end)]
            short = root[:-1] if root[-1:] == root[-2:-1] else root
            for form in (root + "e", root, short, root[:-1] + "y"):
                if form in known:
                    return form
    return stem(word)


@lru_cache(maxsize=8192)
def spelled(text: str) -> str:
    """Lower case, contractions written out, as people type put right."""
    text = _WISE.sub(" ", text.lower().replace("\u2019", "'").replace("`", " "))
    if "n't" in text:
        text = _NOT.sub(
            lambda m: {"ca": "can", "wo": "will", "sha": "shall"}.get(m[1] or "", "") + " not", text
        )
    if "'" in text:
        text = re.sub(r"(\w+)'(s|re|ve|ll|d|m)\b", _written_out, text)
    return text


def _written_out(m: re.Match[str]) -> str:
    if m[2] == "s":
        return f"{m[1]} is" if m[1] in _IS_AFTER else m[1]
    return m[1] + _FULL[m[2]]


@lru_cache(maxsize=65_536)
def _typed(word: str) -> tuple[str, ...]:
    return tuple(_data("words")["written"].get(word, word).split())


def words_of(text: str) -> list[str]:
    """The words of a text, in order; a question mark is one."""
    return [w for word in _WORD.findall(spelled(text)) for w in _typed(word)]


@lru_cache(maxsize=65_536)
def stems_of(text: str) -> tuple[str, ...]:
    """A name, label or value, as it is looked for."""
    return tuple([stem(w) for w in words_of(text)])


def number(word: str) -> int | None:
    """The number that a word is: 2, two, 2x; None if it is none."""
    digits = word.strip("x")
    if digits.isascii() and digits.isdigit() and len(digits) < 7:
        return int(digits)
    found: int | None = _data("words")["numbers"].get(word)
    return found


def sizes(name: str) -> tuple[str, ...]:
    """What else a size is called."""
    return tuple(_data("words")["sizes"].get(name.lower(), ()))


@cache
def frame(name: str) -> Book[None]:
    """What a sentence does."""
    return Book([(line, None) for line in _data("frames")[name]])


@cache
def topics() -> dict[str, Topic]:
    return {
        name: Topic(name, tuple(t["topics"]), t["sort"], t.get("general", False))
        for name, t in _data("topics").items()
    }


@cache
def asks() -> Book[tuple[Topic, bool]]:
    """What asks for each topic; with it, whether it is a sure sign."""
    known, data = topics(), _data("topics")
    sure = [(line, (known[name], True)) for name, t in data.items() for line in t["asks"]]
    return Book(
        [*sure, *((line, (known[name], False)) for name, t in data.items() for line in t.get("hints", ()))]
    )


@cache
def values() -> Book[tuple[str, str]]:
    """Ways to say a fact, each with its topic and value."""
    return Book(
        [
            (line, (topic, value))
            for topic, t in _data("values").items()
            for value, lines in t.items()
            for line in lines
        ]
    )
