"""The way back from words to rules: what a careful reader learns from an article, and no more.

A scripted player that may see only the published text decides with this, and it proves that nothing decides that is not in the text.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from .book import TOPICS
from .facts import FACTS, date_number
from .policy import Policy
from .prose import AFTER_ALL, EVEN_SO, INSTEAD, SUBJECTS, UNLESS
from .rules import (
    Amount,
    AtLeast,
    AtMost,
    Between,
    Beyond,
    Cap,
    Condition,
    Each,
    Effect,
    Floor,
    Is,
    Less,
    Measure,
    More,
    No,
    OneOf,
    Percent,
    Rule,
    Say,
    Topic,
    Within,
    Yes,
    YesNo,
)

_MONEY = r"[^\d\s]?[\d,]+\.\d\d(?: [A-Z]{3})?"
_DATE = r"\d+ [A-Z][a-z]+"
_CHANGES: dict[str, Callable[[int], Effect]] = {
    "grows by": More, "rises by": More, "is shortened by": Less, "falls by": Less, "is never more than": Cap, "is never less than": Floor,
}  # fmt: skip


class Unread(ValueError):
    """Words that no clause of this shop would use."""


def read_article(text: str) -> tuple[Rule, ...]:
    """The rules of an article's text. Their ids are their clause ids, and their ranks the order of print."""
    titles = {topic.title: topic for topic in TOPICS.values()}
    rules: list[Rule] = []
    topic: Topic | None = None
    for line in text.split("\n"):
        if not line.startswith("  "):
            topic = titles.get(line)
        elif topic:
            clause, _, words = line.strip().partition("  ")
            rules.append(read_clause(topic, clause, words, rank=len(rules)))
    return tuple(rules)


def policy_of(rules: tuple[Rule, ...], currency: str = "USD") -> Policy:
    """What was read so far, as a policy that can be asked."""
    topics = dict.fromkeys(rule.topic for rule in rules)
    return Policy("as read", {t: tuple(r for r in rules if r.topic == t) for t in topics}, currency)


def read_clause(topic: Topic, clause: str, words: str, rank: int = 0) -> Rule:
    """One clause of a topic."""
    text = _Text(words[0].lower() + words[1:].removesuffix("."))
    text.skip(EVEN_SO)
    if text.skip("if "):
        when = list(text.conditions(" and "))
        text.need(", ")
        then = text.effect(topic)
    else:
        then = text.effect(topic)
        when = list(text.conditions(" and ")) if text.skip(" if ") else []
    if text.skip(UNLESS):
        when += [No(c.fact) for c in text.conditions(" or ")]
    if text.left:
        raise Unread(f"clause {clause}: cannot read {text.left!r} in {words!r}")
    return Rule(id=clause, topic=topic.name, clause=clause, rank=rank, then=then, when=tuple(when))


class _Phrase(NamedTuple):
    pattern: re.Pattern[str]
    build: Callable[[re.Match[str]], Condition]


class _Text:
    """What is left to read, and what the last part spoke of."""

    def __init__(self, left: str) -> None:
        self.left, self._subject = left, ""

    def skip(self, words: str) -> bool:
        found = self.left.startswith(words)
        self.left = self.left.removeprefix(words)
        return found

    def need(self, words: str) -> None:
        if not self.skip(words):
            raise Unread(f"expected {words!r} before {self.left!r}")

    def conditions(self, last: str) -> Iterator[Condition]:
        """One or several: a, b and c. A comma may also end the list, so what follows it must read as a condition."""
        yield self._condition()
        while self.left.startswith((last, ", ")) and not self.left.startswith(UNLESS):
            before = self.left, self._subject
            self.skip(last) or self.skip(", ")
            try:
                yield self._condition()
            except Unread:
                self.left, self._subject = before
                return

    def _condition(self) -> Condition:
        self._restore_subject()
        found = _all_conditions().match(self.left)
        if not found or not found.lastgroup:
            raise Unread(f"no condition reads {self.left!r}")
        words = found.group()
        self.left = self.left[len(words) :]
        for pattern, build in _conditions_of(found.lastgroup):
            if match := pattern.fullmatch(words):
                return build(match)
        raise Unread(f"no condition reads {words!r}")

    def effect(self, topic: Topic) -> Effect:
        self._restore_subject()
        for pattern, build in _effects(topic.name):
            if match := pattern.match(self.left):
                self.left = self.left[match.end() :]
                self.skip(INSTEAD)
                self.skip(AFTER_ALL)
                return build(match)
        raise Unread(f"no effect on {topic.name!r} reads {self.left!r}")

    def _restore_subject(self) -> None:
        if self.left.startswith("it "):
            self.left = self._subject + self.left[3:]
        self._subject = next((s for s in SUBJECTS if self.left.startswith(s)), "")


@cache
def _all_conditions() -> re.Pattern[str]:
    alternatives = []
    for name in (*FACTS, *TOPICS):
        patterns = "|".join(re.sub(r"\((?!\?)", "(?:", phrase.pattern.pattern) for phrase in _conditions_of(name))
        alternatives.append(f"(?P<{name}>(?:{patterns})(?=, | and | or |$))")
    return re.compile("|".join(alternatives))


@cache
def _conditions_of(name: str) -> tuple[_Phrase, ...]:
    """The forms in which a fact, or another topic's answer, can be a condition."""
    match FACTS[name].kind if name in FACTS else TOPICS[name].answer:
        case YesNo(yes, no):
            return _Phrase(re.compile(re.escape(yes)), lambda m: Yes(name)), _Phrase(re.compile(re.escape(no)), lambda m: No(name))
        case OneOf(says, options):
            labels = {words: value for value, words in options.items()}
            one = "|".join(re.escape(w) for w in sorted(labels, key=len, reverse=True))
            many = rf"((?:{one})(?:, (?:{one}))*(?: or (?:{one}))?)"
            return (_Phrase(_hole(says, many), lambda m: Is(name, tuple(labels[w] for w in re.findall(one, m[1])))),)
        case Measure(says, unit, of, over, under):
            limits = _limits(name, over or says.format("more than {}"), under or says.format("no more than {}"))
            return (*_ranges(name, says, _number(unit, of)), *limits)
        case Amount(_, unit):
            noun = TOPICS[name].noun
            return (
                *_ranges(name, noun + " is {}", _number(unit, "")),
                *_limits(name, noun + " is more than {}", noun + " is no more than {}"),
            )


def _ranges(name: str, says: str, number: str) -> tuple[_Phrase, ...]:
    low = r"(\d+)" if number.startswith(r"(\d+)") else number  # "from 2 to 3 claims", but "from $2.00 to $3.00"
    return (
        _Phrase(_hole(says, rf"(?:at least|on or after) {number}"), lambda m: AtLeast(name, _read(m[1]))),
        _Phrase(_hole(says, rf"(?:no more than|on or before) {number}"), lambda m: AtMost(name, _read(m[1]))),
        _Phrase(_hole(says, rf"from {low} to {number}"), lambda m: Between(name, _read(m[1]), _read(m[2]))),
    )


def _limits(name: str, over: str, under: str) -> tuple[_Phrase, ...]:
    nouns = {t.noun: t.name for t in TOPICS.values() if isinstance(t.answer, Amount)}
    noun = "(" + "|".join(re.escape(n) for n in nouns) + ")"
    beyond = _Phrase(_hole(over, noun), lambda m: Beyond(name, nouns[m[1]]))
    return beyond, _Phrase(_hole(under, noun), lambda m: Within(name, nouns[m[1]]))


@cache
def _effects(name: str) -> tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Effect]], ...]:
    """The forms in which a clause can settle a topic."""
    topic = TOPICS[name]
    match topic.answer:
        case YesNo(yes, no):
            return (re.compile(re.escape(yes)), lambda m: Say(True)), (re.compile(re.escape(no)), lambda m: Say(False))
        case OneOf(says, options):
            labels = {words: value for value, words in options.items()}
            one = "(" + "|".join(re.escape(w) for w in sorted(labels, key=len, reverse=True)) + ")"
            return ((_hole(says, one), lambda m: Say(labels[m[1]])),)
        case Amount(says, unit, none):
            number = _number(unit, "")
            facts = {f.means: f.name for f in FACTS.values() if isinstance(f.kind, Measure)}
            fact = "(" + "|".join(re.escape(w) for w in sorted(facts, key=len, reverse=True)) + ")"
            change = rf"{re.escape(topic.noun)} ({'|'.join(_CHANGES)}) {number}"
            nothing = ((re.compile(re.escape(none)), lambda m: Say(0)),) if none else ()
            return (
                *nothing,
                (_hole(says, rf"(\d+)% of {fact}"), lambda m: Percent(int(m[1]), facts[m[2]])),
                (_hole(says, rf"{number} for each of the {fact}"), lambda m: Each(_read(m[1]), facts[m[2]])),
                (_hole(says, number), lambda m: Say(_read(m[1]))),
                (re.compile(change), lambda m: _CHANGES[m[1]](_read(m[2]))),
            )


def _hole(says: str, pattern: str) -> re.Pattern[str]:
    before, _, after = says.partition("{}")
    return re.compile(re.escape(before) + pattern + re.escape(after))


def _number(unit: str, of: str) -> str:
    """A pattern for a number with its unit."""
    match unit:
        case "cents":
            return f"({_MONEY})"
        case "date":
            return f"({_DATE})"
        case _:
            return rf"(\d+) {(of or unit)[:-1]}s?"


def _read(words: str) -> int:
    """Cents of "$1,234.50", the day of "16 November", or a plain number."""
    if words.isdigit():
        return int(words)
    digits = re.sub(r"\D", "", words)
    return int(digits) if "." in words else date_number(words)
