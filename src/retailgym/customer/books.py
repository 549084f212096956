"""Phrase books: patterns of words, kept as data for one language, and how to find them in a text.

A pattern is written in the basic forms of words: a/b is one word or the other, word? may be missing, … stands
for up to four words, ^ and $ are the ends of a sentence. Each word of a text is looked up once, so that
finding takes time in line with the length of the text."""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Generic, NamedTuple, TypeVar

from ..catalog.search.tokens import stem as _stem
from .locale import locale_of

T = TypeVar("T")
LANGUAGE = "en"
GAP = 4  # words that … may stand for
MEMO = 2048  # sentences that a book knows by heart
WHO = ("who", "what")  # ask for what does something
OTHER = "*"  # a word that stands in no pattern of a book: one is as good as another
_WORD = re.compile(r"[^\W_]++(?:[.'/-][^\W_]++)*+|\?|×|%", re.UNICODE)
_NOT = re.compile(r"\b(ca|wo|sha)?n't\b|n't\b")
_FULL = {"re": " are", "ve": " have", "ll": " will", "d": " would", "m": " am"}
_IS_AFTER = frozenset("what where when who how it that there here he she this which everything".split())
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


class _Node(Generic[T]):
    """Where one can be in the patterns: what may come next, and what is found by having come here."""

    __slots__ = ("end", "found", "gap", "next")

    def __init__(self) -> None:
        self.next: dict[str, _Node[T]] = {}
        self.gap: _Node[T] | None = None
        self.end: _Node[T] | None = None  # if the sentence ends here
        self.found: tuple[tuple[int, T], ...] = ()

    @property
    def is_step(self) -> bool:
        """Is it nothing but a step to the next word?"""
        return not self.found and self.gap is None and self.end is None

    def leads_to(self, words: Sequence[str], at: int) -> bool:
        return at < len(words) and words[at] in self.next


class Book(Generic[T]):
    """Patterns as a tree of words."""

    def __init__(self, lines: Iterable[tuple[str, T]]) -> None:
        self._anywhere, self._begin = _Node[T](), _Node[T]()
        # sentences are alike but for a few words
        self._memo: dict[tuple[str | None, ...], tuple[Hit[T], ...]] = {}
        # the words of its patterns, and those that are looked at by themselves
        self._known = {"": "", "?": "?"}
        for line, what in lines:
            for words in _forms(line.split()):
                anchored = words[0] == "^"
                self._add(self._begin if anchored else self._anywhere, words[anchored:], what)

    def _add(self, root: _Node[T], words: Sequence[str], what: T) -> None:
        nodes = [root]
        for word in words:
            nodes = [step for node in nodes for step in _steps(node, word)]
            self._known.update([(form, form) for form in map(basic, word.split("/"))])
        for node in nodes:
            node.found += ((len(words) - words.count("…"), what),)

    def find(self, words: Sequence[str]) -> tuple[Hit[T], ...]:
        """Everything that stands in these words, which are in their basic form."""
        key = tuple(map(self._known.get, words))
        found = self._memo.get(key)
        if found is None:
            if len(self._memo) >= MEMO:
                self._memo.clear()
            found = self._memo[key] = tuple(self._found([OTHER if word is None else word for word in key]))
        return found

    def _found(self, words: Sequence[str]) -> list[Hit[T]]:
        found: list[Hit[T]] = []
        if words and (node := self._begin.next.get(words[0])) is not None:
            _walk(node, words, 0, found)
        first = self._anywhere.next
        for start, word in enumerate(words):
            node = first.get(word)
            if node is not None and (not node.is_step or node.leads_to(words, start + 1)):
                _walk(node, words, start, found)
        return found

    def has(self, words: Sequence[str]) -> bool:
        return bool(self.find(words))


def _steps(node: _Node[T], word: str) -> list[_Node[T]]:
    """Where a word of a pattern leads."""
    if word == "…":
        node.gap = node.gap or _Node[T]()
        return [node.gap]
    if word == "$":
        node.end = node.end or _Node[T]()
        return [node.end]
    forms = dict.fromkeys(map(basic, word.split("/")))
    return [node.next.setdefault(form, _Node[T]()) for form in forms]


def _walk(node: _Node[T], words: Sequence[str], start: int, found: list[Hit[T]]) -> None:
    """Follows the words from here; of a pattern that ends at several places, the first counts."""
    ends: dict[tuple[int, int], Hit[T]] = {}
    places, last = [(node, start + 1)], len(words)
    while places:
        node, at = places.pop()
        for n, (size, what) in enumerate(node.found):
            hit = ends.get((id(node), n))
            if hit is None or at < hit.end:
                ends[id(node), n] = Hit(start, at, size, what)
        if node.end is not None and (at == last or words[at] == "?"):
            places.append((node.end, at))
        if at < last and (step := node.next.get(words[at])) is not None:
            places.append((step, at + 1))
        if (gap := node.gap) is not None:
            if gap.found or gap.end or gap.gap:
                places += [(gap, n) for n in _reach(words, at)]
            else:
                after = gap.next
                places += [
                    (after[words[n]], n + 1) for n in _reach(words, at) if n < last and words[n] in after
                ]
    found += ends.values()


def _reach(words: Sequence[str], at: int) -> range:
    """Where one can be after a gap; words that are blotted out do not count."""
    end, gap, last = at, GAP, len(words)
    while end < last and (gap > 0 or not words[end]):
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


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """Plural and singular are one."""
    return word[:-1] if word.endswith("izes") else _stem(word)


@cache
def _vocabulary() -> frozenset[str]:
    lines = [line for topic in _data("topics").values() for line in (*topic["asks"], *topic.get("hints", ()))]
    lines += [line for lines in _data("frames").values() for line in lines]
    lines += [line for topic in _data("values").values() for lines in topic.values() for line in lines]
    return frozenset([w for line in lines for word in line.split() for w in word.rstrip("?").split("/")])


def is_known(word: str) -> bool:
    """Does it stand in a phrase book, or speak of nothing in particular?"""
    return basic(word) in _vocabulary() or basic(word) in _general()


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
    if m[2] == "s" and m[1] == "let":
        return "let us"
    if m[2] == "s":
        return f"{m[1]} is" if m[1] in _IS_AFTER else m[1]
    return m[1] + _FULL[m[2]]


def words_of(text: str) -> list[str]:
    """The words of a text, in order; a question mark is one."""
    written: Mapping[str, str] = _data("words")["written"]
    words: list[str] = _WORD.findall(spelled(text))
    if written.keys().isdisjoint(words):
        return words
    return [part for word in words for part in (written[word].split() if word in written else [word])]


@lru_cache(maxsize=65_536)
def stems_of(text: str) -> tuple[str, ...]:
    """A name, label or value, as it is looked for."""
    return tuple(map(stem, words_of(text)))


@lru_cache(maxsize=65_536)
def number(word: str) -> int | None:
    """The number that a word is: 2, two, 2x; None if it is none."""
    digits = word.strip("x")
    if digits.isascii() and digits.isdigit() and len(digits) < 7:
        return int(digits)
    found: int | None = _data("words")["numbers"].get(word)
    return found


def are_general(words: Sequence[str]) -> bool:
    """Do these words speak of nothing in particular?"""
    return all(basic(word) in _general() for word in words)


@cache
def _general() -> frozenset[str]:
    return frozenset(map(basic, _data("words")["general"]["words"]))


def are_grim(words: Iterable[str]) -> bool:
    """Does one of these words, which are in their basic form, tell of trouble?"""
    return not _grim().isdisjoint(words)


@cache
def _grim() -> frozenset[str]:
    return frozenset(map(basic, _data("words")["grim"]["words"]))


@cache
def lexicon(name: str) -> frozenset[str]:
    """A set of words that the ear goes by."""
    return frozenset(_data("lexicon")[name].split())


@cache
def openers(place: str) -> frozenset[str]:
    """Words that open what stands ahead of a question, or behind it, and asks nothing."""
    return frozenset(_data("words")["openers"][place])


def is_verb(word: str) -> bool:
    """Can a word that names a topic also be what somebody does?"""
    return word in _verbs()


@cache
def _verbs() -> frozenset[str]:
    return frozenset(_data("words")["verbs"]["also"])


def sizes(name: str) -> tuple[str, ...]:
    """What else a size is called."""
    return tuple(_data("words")["sizes"].get(name.lower(), ()))


@cache
def frame(name: str) -> Book[None]:
    """One thing that a sentence may do."""
    return Book([(line, None) for line in _data("frames")[name]])


# looked for in a part of a sentence only
PARTIAL = (
    "news", "supposes", "needs", "keeps", "stays", "of_order", "except",
    "at_least", "at_least_after", "at_most", "at_most_after",
)  # fmt: skip


@cache
def frames() -> Book[str]:
    """All that a sentence may do, in one book."""
    data = _data("frames").items()
    return Book([(line, name) for name, lines in data if name not in PARTIAL for line in lines])


@cache
def topics() -> dict[str, Topic]:
    return {
        name: Topic(name, tuple(t["topics"]), t["sort"], t.get("general", False))
        for name, t in _data("topics").items()
    }


@cache
def facts() -> frozenset[str]:
    """The topics of what was bought."""
    return frozenset([name for name, topic in topics().items() if topic.sort == "fact"])


@cache
def asks() -> Book[tuple[Topic, bool]]:
    """What asks for each topic; with it, whether it is a sure sign."""
    known, data = topics(), _data("topics")
    sure = [(line, (known[name], True)) for name, t in data.items() for line in t["asks"]]
    return Book(
        [*sure, *((line, (known[name], False)) for name, t in data.items() for line in t.get("hints", ()))]
    )


_IT_IS = frozenset("it is has can be takes the".split())  # said of anything
_OF_IT = (  # {} is a word that says little by itself: for
    "what is/was/do it/they/this/that/these/those {}", "what it/they/this/these is/was {}",
    "what should/shall/must/will/would/may/can/do … be {}", "what … should/shall/must/will/would/may be {}",
    "what is … {} $", "what is … to be {}",
)  # fmt: skip


@cache
def spoken() -> Book[str]:
    """What asks for a topic in the words in which customers themselves speak of it, where they do not call it
    by its name: how heavy should it be?"""
    lines: Mapping[str, str] = locale_of(LANGUAGE).phrases.SPOKEN
    return Book([(pattern, topic) for topic, line in lines.items() for pattern in _turned(line)])


def _turned(line: str) -> list[str]:
    """What a question has of the words in which a topic is spoken of: of "how much {it} can carry" all but
    what stands between, of "what {it} is for" the ways to put it."""
    head, _, tail = line.removeprefix("whether ").partition("{it}")
    asks, *words = [w for w in head.split() if w not in _IT_IS] or [""]
    own = [w for w in tail.split() if w not in _IT_IS]
    if len(own) == 1 and (asks, words) == ("what", []):
        return [p.format(own[0]) for p in _OF_IT]
    parts = [[asks, *words], own] if own else [[asks], words] if asks in WHO else [[asks, *words]]
    said = [" ".join(part) for part in parts if part != [""]]
    return [" … ".join(said), *([" … able to be? ".join(said)] if " can " in line else [])]


@cache
def unless() -> Book[str]:
    """What asks for something else than it seems to, each with the topic; no topic where nothing is asked."""
    data = _data("unless")
    return Book([(line, topic) for topic, lines in data.items() for line in lines])


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
