"""Mistakes: does the agent read back another value than the customer's?"""

from collections.abc import Iterable
from functools import lru_cache

from ..catalog.search.tokens import terms
from ..core.task import Detail, Thing
from . import cues
from .mentions import Lexicon, Place, Span, nouns, stemmed, values
from .phrasing import NUMBERS

_COUNTING = frozenset(("quantity", "x", "qty", "time", "piece", "of"))


def contradicted(text: str, lexicon: Lexicon) -> tuple[Place, ...]:
    """Details for which a text gives another value and nowhere the customer's own, each value taken to be of
    the thing beside it."""
    things, whole = lexicon.things, terms(text)
    if not any(map(_count, whole)) and not values(whole, lexicon, []):
        return ()
    given: dict[Place, set[str]] = {}
    said: dict[int, str] = dict.fromkeys(range(len(things)), " ")  # what was said of each thing
    here = frozenset(range(len(things))) if len(things) == 1 else frozenset()
    for sentence, _ in cues.sentences(text):
        stems = terms(sentence)
        named = nouns(stems, lexicon)
        for span in (*values(stems, lexicon, named), *_counts(stems, things, named)):
            if span.thing in (_owners(span, named) or here):
                given.setdefault((span.thing, span.topic), set()).add(span.label)
        here = frozenset([s.thing for s in named]) or here
        for n in here:
            said[n] += " ".join(stems) + " "
    return tuple([p for p, labels in given.items() if not _right(_detail(things, p), labels, said[p[0]])])


def _right(d: Detail, labels: set[str], said: str) -> bool:
    """Is the customer's own value among the labels, or their own way of putting it among the words? Where it
    has no label, yes."""
    if d.role == "quantity":
        return str(d.value) in labels
    own = _label(d.value, d.others)
    return not own or own in labels or any(f" {' '.join(stemmed(s))} " in said for s in d.says)


@lru_cache(maxsize=16_384)
def _label(value: str | int, labels: tuple[str, ...]) -> str:
    """How the catalogue prints a value: 1200 as 1.2 kg, "fixed" as "fixed hood"."""
    if isinstance(value, str):
        fits = [label for label in labels if value.lower() in label.lower()]
    else:
        fits = [
            label
            for label in labels
            if any(label.split()[0].rstrip("%") == f"{value / scale:g}" for scale in (1, 1000))
        ]
    return min(fits, key=len, default="")


def _owners(span: Span, named: list[Span]) -> frozenset[int]:
    """Whose value is it? Of the noun that follows at once ("a black kettle"), else of the one before."""
    if len({s.thing for s in named}) < 2:
        return frozenset([s.thing for s in named])
    after = [s for s in named if 0 <= s.start - span.start - span.size <= 2]
    before = [s for s in named if s.start < span.start]
    if after and (not before or min(after).start - span.start < span.start - max(before).start):
        return frozenset([min(after).thing])
    return frozenset([max(before).thing if before else min(named).thing])


def _counts(stems: list[str], things: tuple[Thing, ...], named: list[Span]) -> Iterable[Span]:
    """Numbers just before a noun, or beside a word for the quantity."""
    for i, word in enumerate(stems):
        n = _count(word)
        if not n:
            continue
        follows = {
            s.thing for s in named if 0 < s.start - i <= 3 and not any(map(_count, stems[i + 1 : s.start]))
        }
        beside = not _COUNTING.isdisjoint(stems[max(0, i - 1) : i + 2]) or (
            word not in NUMBERS and not word.isdigit()
        )
        for thing, t in enumerate(things):
            if thing in follows or (beside and not follows):
                yield from (Span(i, 1, thing, d.topic, str(n)) for d in t.details if d.role == "quantity")


def _count(word: str) -> int:
    """The number that a word is: 2, two, 2x, x2; 0 if it is none."""
    digits = word.strip("x")
    return (
        NUMBERS.index(word)
        if word in NUMBERS
        else int(digits)
        if digits.isascii() and digits.isdigit() and len(digits) < 4
        else 0
    )


def _detail(things: tuple[Thing, ...], place: Place) -> Detail:
    return next(d for d in things[place[0]].details if d.topic == place[1])
