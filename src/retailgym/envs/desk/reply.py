"""Reply quality: are the commitments made, sentence by sentence, in words that mean them, without
contradiction and without invented numbers?"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache, partial

from ...core.values import Value, replace
from ...world.ticket import PAYING
from .gold import Gold, ItemGold
from .replies import DECISION, FUNCTION, GROUPS, INSULTS, NEXT, WHY

MATCH = 0.55  # the least likeness of a sentence and a phrasing that mean the same
CLEARLY = 0.7  # and for what must not be said
LONGEST = 80  # words of a sentence that anyone would read
SOUP = 3  # so many reasons or next steps that are none of the ticket's

ALSO = {"exchange": ("replacement",)}  # a next step that always goes with a resolution

_CONCEPT: dict[str, tuple[str, ...]] = {}
for _name, _words in GROUPS.items():
    for _word in _words.split():
        _CONCEPT[_word] = (*_CONCEPT.get(_word, ()), _name)
_SHORT = (("won't", "will not"), ("can't", "can not"), ("n't", " not"))
_SENTENCE = re.compile(r"[^.!?\n;]*(?:\.(?=\d)[^.!?\n;]*)*[.!?\n;]?")
_CLAUSE = re.compile(r"[,:()]|\b(?:because|since|as|so|and|which|but|when|therefore|while|who)\b")
_NUMBER = re.compile(
    r"(?<![\w.])([$€£]\s?)?(\d[\d,]*)(\.\d+)?(?![\w])(\s?(?:dollars|euros?|pounds|usd|eur|gbp)\b)?",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"\d")
_DAYS = re.compile(r"(?<![\w.])(\d+)(?= (?:\w+ )?days?\b)")
_WORD = re.compile(r"[a-z]+")

Bag = frozenset[str]
Meaning = tuple[str, str]  # slot and kind
_TABLE = [
    (slot, kind, phrasings)
    for slot, table in (("decision", DECISION), ("why", WHY), ("next", NEXT))
    for kind, phrasings in table.items()
]
GRANTS = (*PAYING, "exchange")


class Slots(Value):
    """What a reply must say."""

    decisions: tuple[str, ...]
    amounts: tuple[int, ...]  # of the items, in cents; none is 0
    parts: tuple[int, ...]  # by payment, where money goes back to several
    why: Mapping[str, tuple[str, ...]]  # resolution -> reasons
    next: Mapping[str, tuple[str, ...]]
    days: frozenset[int]


def slots(gold: Gold) -> Slots:
    decisions = tuple(dict.fromkeys([i.resolution for i in gold.items]))
    return Slots(
        decisions=decisions,
        amounts=tuple([abs(i.cents) for i in gold.items if i.cents]),
        parts=split_by_tender(gold.items),
        why={r: tuple(dict.fromkeys([i.why for i in gold.items if i.resolution == r])) for r in decisions},
        next={
            r: tuple(dict.fromkeys([*[i.next for i in gold.items if i.resolution == r], *ALSO.get(r, ())]))
            for r in decisions
        },
        days=frozenset([i.days for i in gold.items if i.days and i.cents]),
    )


def split_by_tender(items: Iterable[ItemGold]) -> tuple[int, ...]:
    """How much goes back to each payment, if money goes to more than one."""
    sums: dict[str, int] = {}
    for item in items:
        for p in item.to if item.resolution != "store_credit" else ():
            sums[p.tender] = sums.get(p.tender, 0) + p.cents
    return tuple(sums.values()) if len(sums) > 1 else ()


def quality(text: str, wanted: Slots, seen: Callable[[int], bool]) -> float:
    """From 0 to 1. `seen` says whether a number was shown to the agent or follows from its decisions; money
    is given in cents."""
    said = _read(text)
    if not said.sentences or said.rude or said.soup or _contradicts(said, wanted):
        return 0.0
    invented = [n for n in said.numbers if not seen(n)]
    sound = (
        [s for s in said.sentences if not any(n in s.numbers for n in invented)]
        if invented
        else said.sentences
    )
    exactly: frozenset[Meaning] = frozenset().union(*[s.exactly for s in sound])
    if _foreign(exactly, "why", wanted.why) >= SOUP or _foreign(exactly, "next", wanted.next) >= SOUP:
        return 0.0
    made: frozenset[Meaning] = frozenset().union(*[s.means for s in sound])
    scores = [
        _share([("decision", r) in made for r in wanted.decisions]),
        _share([any(("why", w) in made for w in kinds) for kinds in wanted.why.values()]),
        _share([any(("next", k) in made for k in kinds) for kinds in wanted.next.values()])
        * _named(said, wanted.parts),
    ]
    if wanted.amounts:
        scores.append(
            0.0 if invented else max(_named(said, wanted.amounts), float(sum(wanted.amounts) in said.numbers))
        )
    if wanted.days:
        scores.append(float(not wanted.days.isdisjoint(said.days)))
    return sum(scores) / len(scores)


class Sentence(Value):
    means: frozenset[Meaning]  # commitments that it makes, as a whole or in one of its clauses
    exactly: frozenset[Meaning]  # those that it makes in the very words of a phrasing
    yes: bool  # clearly grants something
    no: bool
    numbers: tuple[int, ...] = ()


class ReplyClaim(Value):
    sentences: tuple[Sentence, ...]
    numbers: frozenset[int]
    days: frozenset[int]
    rude: bool
    soup: bool  # mostly words strung together


def _read(text: str) -> ReplyClaim:
    parts = [s for s in _SENTENCE.findall(text.replace("\u2019", "'")) if s and not s.isspace()]
    sentences, loose, numbers, days, rude = [], 0, set[int](), set[int](), False
    for part in parts:
        found: list[int] = []
        if _DIGIT.search(part):
            days.update([int(d) for d in _DAYS.findall(part) if len(d) < 5])
            part = _NUMBER.sub(partial(_in_words, found), part)
            numbers.update(found)
        heard = _heard(part)
        rude = rude or heard.rude
        loose += not heard.language
        if heard.language:
            sentences.append(replace(heard.sentence, numbers=tuple(found)) if found else heard.sentence)
    return ReplyClaim(
        sentences=tuple(sentences),
        numbers=frozenset(numbers),
        days=frozenset(days),
        rude=rude,
        soup=2 * loose > len(parts),
    )


class ReplyHeard(Value):
    sentence: Sentence
    language: bool
    rude: bool


@lru_cache(maxsize=65_536)
def _heard(sentence: str) -> ReplyHeard:
    """One sentence without its numbers. A sentence of this language has little words between the big ones."""
    text = sentence.lower()
    for short, long in _SHORT:
        text = text.replace(short, long)
    words = _WORD.findall(text)
    little = len([w for w in words if w in FUNCTION])
    bags = list(dict.fromkeys([bag for u in (text, *_CLAUSE.split(text)) if (bag := _bag(u))]))
    likeness = {
        (slot, kind): max([_likeness(b, phrasings) for b in bags], default=0.0)
        for slot, kind, phrasings in _TABLE
    }
    stances = [
        (_likeness(b, DECISION["deny"]), max([_likeness(b, DECISION[r]) for r in GRANTS]))
        for b in bags[1:] or bags
    ]
    found = Sentence(
        means=frozenset([m for m, x in likeness.items() if x >= MATCH]),
        exactly=frozenset([m for m, x in likeness.items() if x == 1.0]),
        yes=any(yes >= CLEARLY and yes > no for no, yes in stances),
        no=any(no >= CLEARLY and no > yes for no, yes in stances),
    )
    return ReplyHeard(
        sentence=found,
        language=len(words) < 3 or (5 * little >= len(words) and len(words) <= LONGEST),
        rude=not INSULTS.isdisjoint(words),
    )


def _bag(text: str) -> Bag:
    return frozenset([c for w in _WORD.findall(text) for c in _CONCEPT.get(w, ())])


def _value(found: re.Match[str]) -> int:
    """Money in cents, other numbers as they are."""
    whole = int(found[2].replace(",", "")[:12])
    if found[3] is not None:
        return whole * 100 + int((found[3][1:] + "0")[:2])
    return whole * 100 if found[1] or found[4] else whole


def _in_words(numbers: list[int], found: re.Match[str]) -> str:
    """Money is money, any other number no word at all; its value is put down."""
    numbers.append(_value(found))
    return " money " if found[1] or found[3] or found[4] else " "


@cache
def _bags(phrasings: tuple[str, ...]) -> tuple[Bag, ...]:
    return tuple(dict.fromkeys(map(_bag, phrasings)))


def _likeness(bag: Bag, phrasings: tuple[str, ...]) -> float:
    """The best Jaccard similarity with any of the phrasings."""
    best = 0.0
    for other in _bags(phrasings):
        both = len(bag & other)
        if both:
            best = max(best, both / (len(bag) + len(other) - both))
    return best


def _share(hits: list[bool]) -> float:
    return sum(hits) / len(hits)


def _named(said: ReplyClaim, cents: tuple[int, ...]) -> float:
    return len([c for c in cents if c in said.numbers]) / len(cents) if cents else 1.0


def _contradicts(said: ReplyClaim, wanted: Slots) -> bool:
    """Does it clearly say yes where nothing is granted, or no where nothing is denied?"""
    may_give = any(r in GRANTS for r in wanted.decisions)
    may_deny = "deny" in wanted.decisions
    return any((s.yes and not may_give) or (s.no and not may_deny) for s in said.sentences)


def _foreign(meanings: frozenset[Meaning], slot: str, own: Mapping[str, tuple[str, ...]]) -> int:
    """How many things are given as reasons, or next steps, that are none."""
    given = [kind for s, kind in meanings if s == slot]
    return (
        len([kind for kind in given if not any(kind in kinds for kinds in own.values())])
        if len(given) >= SOUP
        else 0
    )
