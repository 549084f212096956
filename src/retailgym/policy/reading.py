"""The way back from words to rules: what a careful reader learns from an article, and no more.

A scripted player that may see only the published text decides with this, and it proves that nothing decides
that is not in the text."""

import re
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from ..core.dates import date_number
from ..core.errors import RetailGymError
from ..core.markets import SIGN
from .book import TOPICS
from .facts import FACTS
from .policy import Policy
from .prose import AFTER_ALL, CHANGES, CHANGES_OF_DAYS, EVEN_SO, INSTEAD, UNLESS, subject
from .rules import (
    LIMITS,
    Amount,
    AtLeast,
    AtMost,
    Between,
    Beyond,
    Condition,
    Each,
    Effect,
    Is,
    Kind,
    Measure,
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

_MONEY = rf"{SIGN}?[\d,]+\.\d\d(?: [A-Z]{{3}})?"
_DATE = r"\d+ [A-Z][a-z]+"
_CHANGES = {words: kind for kind, words in (*CHANGES.items(), *CHANGES_OF_DAYS.items())}
_NUMBERS = {t.noun: t.name for t in TOPICS.values() if isinstance(t.answer, Amount)}  # topics by their nouns
_COUNTED = {f.means: f.name for f in FACTS.values() if isinstance(f.kind, Measure)}


class Unread(RetailGymError, ValueError):
    """Words that no clause of this shop would use."""


def read_article(text: str) -> tuple[Rule, ...]:
    """The rules of an article's text. Their ids are their clause ids, and their ranks the order of print."""
    lines = [(topic, line) for topic, here in _sections(text).items() for line in here]
    return tuple([_read_line(topic, line, rank) for rank, (topic, line) in enumerate(lines)])


def policy_of(rules: tuple[Rule, ...], currency: str = "USD") -> Policy:
    """What was read so far, as a policy that can be asked."""
    topics = dict.fromkeys(rule.topic for rule in rules)
    return Policy("as read", {t: tuple(r for r in rules if r.topic == t) for t in topics}, currency)


class Reading(Policy):
    """Articles as somebody has them before them: a section is taken in when it is needed. What is not in them
    has no rules."""

    __slots__ = ("_pages",)

    def __init__(self) -> None:
        super().__init__("as read", {})
        self._pages: dict[str, list[str]] = {}

    def add(self, text: str) -> None:
        self._pages |= _sections(text)
        self._drawn.clear()
        self._drafts.clear()

    def rules(self, topic: str) -> tuple[Rule, ...]:
        rules = self._drawn.get(topic)
        if rules is None:
            lines = self._pages.get(topic, ())
            rules = self._drawn[topic] = tuple(
                [_read_line(topic, line, rank) for rank, line in enumerate(lines)]
            )
        return rules


def _sections(text: str) -> dict[str, list[str]]:
    """The lines of each section, by topic."""
    sections: dict[str, list[str]] = {}
    here: list[str] = []
    titles = _titles()
    for line in text.split("\n"):
        if line.startswith("  "):
            here.append(line)
        elif line in titles:
            here = sections.setdefault(titles[line], [])
        else:
            here = []
    return sections


@cache
def _titles() -> dict[str, str]:
    return {topic.title: topic.name for topic in TOPICS.values()}


def _read_line(topic: str, line: str, rank: int) -> Rule:
    clause, _, words = line.strip().partition("  ")
    then, when = _read_words(topic, words)
    return Rule(clause, topic, clause, rank, then, when)


def read_clause(topic: Topic, clause: str, words: str, rank: int = 0) -> Rule:
    """One clause of a topic."""
    then, when = _read_words(topic.name, words)
    return Rule(id=clause, topic=topic.name, clause=clause, rank=rank, then=then, when=when)


def read_condition(words: str) -> Condition:
    """One condition by itself."""
    return _Text(words).condition()


@lru_cache(maxsize=65_536)
def _read_words(topic: str, words: str) -> tuple[Effect, tuple[Condition, ...]]:
    """What a sentence settles, and when. Shops say the same things in the same words, so sentences are
    remembered."""
    text = _Text(words[0].lower() + words[1:].removesuffix("."))
    text.skip(EVEN_SO)
    if text.skip("if "):
        when = list(text.conditions(" and "))
        text.need(", ")
        then = text.effect(TOPICS[topic])
    else:
        then = text.effect(TOPICS[topic])
        when = list(text.conditions(" and ")) if text.skip(" if ") else []
    if text.skip(UNLESS):
        when += [No(c.fact) for c in text.conditions(" or ")]
    if text.left:
        raise Unread(f"on {topic}: cannot read {text.left!r} in {words!r}")
    return then, tuple(sorted(when, key=_calls_on_a_topic))  # what a fact rules out needs no other section


def _calls_on_a_topic(condition: Condition) -> bool:
    return condition.fact in TOPICS or type(condition) in LIMITS


class ConditionForm(NamedTuple):
    """One way to write a condition."""

    pattern: re.Pattern[str]
    build: Callable[[re.Match[str]], Condition]


class EffectForm(NamedTuple):
    """One way to write what a clause settles."""

    pattern: re.Pattern[str]
    build: Callable[[re.Match[str]], Effect]


class _Text:
    """What is left to read, and what the last part spoke of."""

    def __init__(self, left: str) -> None:
        self.left, self._subject = left, ""

    def skip(self, words: str) -> bool:
        here = self.left.startswith(words)
        self.left = self.left.removeprefix(words)
        return here

    def need(self, words: str) -> None:
        if not self.skip(words):
            raise Unread(f"expected {words!r} before {self.left!r}")

    def conditions(self, last: str) -> Iterator[Condition]:
        """One or several: a, b and c. A comma may also end the list, so what follows it must read as a
        condition."""
        yield self.condition()
        while self.left.startswith((last, ", ")) and not self.left.startswith(UNLESS):
            before = self.left, self._subject
            self.skip(last) or self.skip(", ")
            try:
                yield self.condition()
            except Unread:
                self.left, self._subject = before
                return

    def condition(self) -> Condition:
        self._restore_subject()
        pattern = _conditions_from().get(_start(self.left))
        pattern_match = pattern.match(self.left) if pattern else None
        if not pattern_match or not pattern_match.lastgroup:
            raise Unread(f"no condition reads {self.left!r}")
        words = pattern_match.group()
        self.left = self.left[len(words) :]
        for pattern, build in _conditions_of(pattern_match.lastgroup):
            if match := pattern.fullmatch(words):
                return build(match)
        raise Unread(f"no condition reads {words!r}")

    def effect(self, topic: Topic) -> Effect:
        self._restore_subject()
        for pattern, build in _effects_of(topic.name):
            if match := pattern.match(self.left):
                self.left = self.left[match.end() :]
                self.skip(INSTEAD)
                self.skip(AFTER_ALL)
                return build(match)
        raise Unread(f"no effect on {topic.name!r} reads {self.left!r}")

    def _restore_subject(self) -> None:
        if self.left.startswith("it "):
            self.left = self._subject + self.left[3:]
        self._subject = subject(self.left)


@cache
def _conditions_from() -> dict[str, re.Pattern[str]]:
    """The first two words of a condition -> all conditions that begin with them, each in a group with the
    name of its fact or topic."""
    starting: dict[str, dict[str, list[str]]] = {}
    for name in (*FACTS, *TOPICS):
        for phrase in _conditions_of(name):
            start = _start(phrase.pattern.pattern.replace("\\", ""))
            starting.setdefault(start, {}).setdefault(name, []).append(
                re.sub(r"\((?!\?)", "(?:", phrase.pattern.pattern)
            )
    return {
        start: re.compile(
            "|".join(
                f"(?P<{name}>(?:{'|'.join(patterns)})(?=, | and | or |$))" for name, patterns in names.items()
            )
        )
        for start, names in starting.items()
    }


def _start(words: str) -> str:
    return " ".join(words.split(" ", 2)[:2])


@cache
def _conditions_of(name: str) -> tuple[ConditionForm, ...]:
    topic = TOPICS.get(name)
    return condition_forms(name, topic.answer if topic else FACTS[name].kind, topic.noun if topic else "")


def condition_forms(name: str, kind: Kind | Amount, noun: str) -> tuple[ConditionForm, ...]:
    """The forms in which a fact, or another topic's answer, can be a condition."""
    match kind:
        case YesNo(yes, no):
            return ConditionForm(re.compile(re.escape(yes)), lambda m: Yes(name)), ConditionForm(
                re.compile(re.escape(no)), lambda m: No(name)
            )
        case OneOf(says, options, together):
            labels = {words: (value,) for value, words in options.items()} | dict(together)
            one = "|".join(re.escape(w) for w in sorted(labels, key=len, reverse=True))
            many = rf"((?:{one})(?:, (?:{one}))*(?: or (?:{one}))?)"
            return (
                ConditionForm(
                    _hole(says, many),
                    lambda m: Is(name, tuple([v for w in re.findall(one, m[1]) for v in labels[w]])),
                ),
            )
        case Measure(says, unit, of, over, under):
            limits = _limits(
                name, over or says.format("more than {}"), under or says.format("no more than {}")
            )
            return (*_ranges(name, says, _number(unit, of)), *limits)
        case Amount(_, unit):
            return (
                *_ranges(name, noun + " is {}", _number(unit, "")),
                *_limits(name, noun + " is more than {}", noun + " is no more than {}"),
            )


def _ranges(name: str, says: str, number: str) -> tuple[ConditionForm, ...]:
    low = (
        r"(\d+)" if number.startswith(r"(\d+)") else number
    )  # "from 2 to 3 claims", but "from $2.00 to $3.00"
    return (
        ConditionForm(
            _hole(says, rf"(?:at least|on or after) {number}"), lambda m: AtLeast(name, read_number(m[1]))
        ),
        ConditionForm(
            _hole(says, rf"(?:no more than|on or before) {number}"), lambda m: AtMost(name, read_number(m[1]))
        ),
        ConditionForm(
            _hole(says, rf"from {low} to {number}"),
            lambda m: Between(name, read_number(m[1]), read_number(m[2])),
        ),
    )


def _limits(name: str, over: str, under: str) -> tuple[ConditionForm, ...]:
    noun = "(" + "|".join(re.escape(n) for n in _NUMBERS) + ")"
    beyond = ConditionForm(_hole(over, noun), lambda m: Beyond(name, _NUMBERS[m[1]]))
    return beyond, ConditionForm(_hole(under, noun), lambda m: Within(name, _NUMBERS[m[1]]))


@cache
def _effects_of(name: str) -> tuple[EffectForm, ...]:
    return effect_forms(TOPICS[name])


def effect_forms(topic: Topic) -> tuple[EffectForm, ...]:
    """The forms in which a clause can settle a topic."""
    match topic.answer:
        case YesNo(yes, no):
            return (
                EffectForm(re.compile(re.escape(yes)), lambda m: Say(True)),
                EffectForm(re.compile(re.escape(no)), lambda m: Say(False)),
            )
        case OneOf(says, options):
            labels = {words: value for value, words in options.items()}
            one = "(" + "|".join(re.escape(w) for w in sorted(labels, key=len, reverse=True)) + ")"
            return (EffectForm(_hole(says, one), lambda m: Say(labels[m[1]])),)
        case Amount(says, unit, none):
            number = _number(unit, "")
            fact = "(" + "|".join(re.escape(w) for w in sorted(_COUNTED, key=len, reverse=True)) + ")"
            part, each = rf"(\d+)% of {fact}", rf"{number} for each of the {fact}"
            change = rf"{re.escape(topic.noun)} ({'|'.join(_CHANGES)}) {number}"
            nothing = (EffectForm(re.compile(re.escape(none)), lambda m: Say(0)),) if none else ()
            return (
                *nothing,
                EffectForm(_hole(says, part), lambda m: Percent(int(m[1]), _COUNTED[m[2]])),
                EffectForm(_hole(says, each), lambda m: Each(read_number(m[1]), _COUNTED[m[2]])),
                EffectForm(_hole(says, number), lambda m: Say(read_number(m[1]))),
                EffectForm(re.compile(change), lambda m: _CHANGES[m[1]](read_number(m[2]))),
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


def read_number(words: str) -> int:
    """Cents of "$1,234.50", the day of "16 November", or a plain number."""
    if words.isdigit():
        return int(words)
    digits = re.sub(r"\D", "", words)
    return int(digits) if "." in words else date_number(words)
