"""The notation of the phrase books (replies.toml, hedges.py) as regular expressions over spaced words."""

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from ...customer.locale.en import hedges
from ...customer.locale.en import replies as book

LONGEST_STEM = 24  # letters before the * of a phrase
GAP = 6  # words that may stand between two words of a phrase
LOOKS = 16_384  # at what was written that are remembered: letters are much alike once names and sums are out
_NEGATIONS = f"(?:{'|'.join(hedges.NOT.split())})"
_NEGATED = re.compile(rf"(?<![\w*]){_NEGATIONS}(?![\w*])")


@lru_cache(maxsize=LOOKS)
def holds(words: str, phrases: str) -> bool:
    return any(compiled(phrase).search(words) for phrase in possible(phrases, forms_of(words)))


def matches(words: str, phrases: str) -> Iterator[re.Match[str]]:
    """Where the phrases are found, one behind the other; of those that begin at one place, the first in the
    book. It is what one pattern of them all would find, of which most would be compiled for nothing."""
    patterns = [compiled(phrase) for phrase in possible(phrases, forms_of(words))]
    ahead = [match for pattern in patterns if (match := pattern.search(words))]
    while ahead:
        first = min(ahead, key=re.Match.start)
        yield first
        end = first.end()
        ahead = [m for a in ahead if (m := a if a.start() >= end else a.re.search(words, end))]


@lru_cache(maxsize=LOOKS)
def any_of(words: str, text: str) -> bool:
    return not _leads(words).isdisjoint(forms_of(text)) and _listed(words).search(text) is not None


def by_negation(phrases: str) -> Iterator[tuple[bool, str]]:
    """The phrases that hold a negation of their own, and the others."""
    for negated in (True, False):
        found = [p for p in phrases.split("; ") if bool(_NEGATED.search(p)) == negated]
        if found:
            yield negated, "; ".join(found)


@cache
def _listed(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\S)(?:{'|'.join([_word(w) for w in words.split()])})(?!\S)")


@cache
def _leads(words: str) -> frozenset[str]:
    """How those words begin of which a text must have one."""
    return frozenset().union(*[_needed(word) for word in words.split()])


@cache
def compiled(phrases: str) -> re.Pattern[str]:
    """All phrases of a kind in one pattern."""
    return re.compile("|".join([rf"(?<!\S){_phrase(p)}(?!\S)" for p in phrases.split("; ")]))


def possible(phrases: str, forms: frozenset[str]) -> list[str]:
    """The phrases that words in these forms could hold: each word of theirs is there, in whatever order. It
    costs a tenth of looking for them."""
    begins = _words_needed(phrases)
    if begins.keys().isdisjoint(forms):
        return []
    found = {
        place: phrase
        for first in begins.keys() & forms
        for place, phrase, others in begins[first]
        if not any(word.isdisjoint(forms) for word in others)
    }
    return [found[place] for place in sorted(found)]


@lru_cache(maxsize=1024)
def forms_of(words: str) -> frozenset[str]:
    """The words of a sentence, and all their beginnings as the books write them: refund, refun*, …"""
    return frozenset().union(*[_forms(word) for word in words.split()])


@lru_cache(maxsize=16_384)
def _forms(word: str) -> frozenset[str]:
    return frozenset([word, *[f"{word[:n]}*" for n in range(1, min(len(word), LONGEST_STEM) + 1)]])


@cache
def _words_needed(phrases: str) -> dict[str, list[tuple[int, str, list[frozenset[str]]]]]:
    """By the first word of each phrase, its place, the phrase, and the other words that it needs."""
    found: dict[str, list[tuple[int, str, list[frozenset[str]]]]] = {}
    for place, phrase in enumerate(phrases.split("; ")):
        first, *others = [_needed(word) for word in phrase.split() if word != "~"]
        for word in first:
            found.setdefault(word, []).append((place, phrase, others))
    return found


def _needed(word: str) -> frozenset[str]:
    """One of these forms must be there; of words that go together, the first."""
    found: set[str] = set()
    for w in word.split("|"):
        for x in book.GROUPS[w[1:-1]].split() if w[0] == "<" else (w,):
            found.update(hedges.NOT.split() if (lead := x.split("_")[0]) == "not" else (lead,))
    return frozenset(found)


def _phrase(phrase: str) -> str:
    parts: list[str] = []
    for word in phrase.split():
        if word == "~":
            parts[-1] += rf"(?: [^\s,]+){{0,{GAP}}}?"
        else:
            parts.append(f"(?:{'|'.join(_alternatives(word))})")
    return " ".join(parts)


def _alternatives(word: str) -> Iterator[str]:
    for w in word.split("|"):
        group: Iterable[str] = book.GROUPS[w[1:-1]].split() if w[0] == "<" else (w,)
        yield from [_word(x) for x in group]


def _word(word: str) -> str:
    if "_" in word:
        return " ".join([_word(w) for w in word.split("_")])
    if word == "not":
        return _NEGATIONS
    return re.escape(word[:-1]) + r"[^\s,]*" if word.endswith("*") else re.escape(word)
