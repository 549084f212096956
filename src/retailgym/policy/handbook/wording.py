"""What documents say of a clause: one sentence in in-house words, as a statement, a step or a question."""

from collections.abc import Mapping
from typing import Literal

from ..book import TOPICS
from ..facts import FACTS
from ..prose import amount_words, condition_words, joined, range_words
from ..rules import (
    Amount,
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
    Say,
    Within,
    Yes,
    YesNo,
)
from .terms import BELONGS, GRANTED, VERBS

Key = tuple[str, ...]  # a fact, and the values that a list names
Manner = Literal["statement", "step", "question"]
NIL = "is nil"


def key_of(condition: Condition) -> Key | None:
    """What a name in the glossary can stand for: a set of values of a fact, or a fact that is true or
    false."""
    if condition.fact not in FACTS:
        return None
    if type(condition) is Is:
        return (condition.fact, *condition.values)
    return (condition.fact,) if type(condition) is Yes or type(condition) is No else None


def meaning(key: Key) -> str:
    """The words that a glossary has for it."""
    fact, *values = key
    return condition_words(Is(fact, tuple(values)) if values else Yes(fact))


def definition(key: Key, code: str, means: Key) -> str:
    """What a glossary says of a name."""
    return f"{code} {'is set' if len(key) == 1 else 'covers cases'} where {meaning(means)}"


def flag_words(code: str, set_: bool) -> str:
    return f"{code} is {'set' if set_ else 'not set'}"


def _belonging(code: str) -> str:
    return f"{BELONGS[code.rpartition(' ')[0]]} {code}"


def verb_of(topic: str, yes: bool) -> str:
    """What is said of a topic that is answered by yes or no."""
    return VERBS.get(topic, GRANTED)[0 if yes else 1]


class ShopWords:
    """How one shop speaks: its terms for topics, and the names of the glossary of one part."""

    __slots__ = ("codes", "currency", "terms")

    def __init__(self, terms: Mapping[str, str], codes: Mapping[Key, str], currency: str) -> None:
        self.terms, self.codes, self.currency = terms, codes, currency

    def sentence(
        self, topic: str, effect: Effect, when: tuple[Condition, ...], manner: Manner = "statement"
    ) -> str:
        """The charge is so much where this is so and where that is so; as a step or a question, the other
        way round."""
        parts, then = [self._condition(c) for c in when], self._effect(topic, effect)
        match manner:
            case "step" if parts:
                return f"see whether {', and whether '.join(parts)}. If so, {then}."
            case "step":
                return f"start from this, {then}."
            case "question" if parts:
                return f"what happens where {' and where '.join(parts)}? Then {then}."
            case "question":
                return f"what is the rule? As a rule {then}."
        return f"{then} where {' and where '.join(parts)}." if parts else f"{then}."

    def _condition(self, condition: Condition) -> str:
        key = key_of(condition)
        code = self.codes.get(key) if key else None
        if code:
            assert key is not None
            return flag_words(code, type(condition) is not No) if len(key) == 1 else _belonging(code)
        if condition.fact in TOPICS:
            return self._on_topic(condition)
        if type(condition) is Beyond or type(condition) is Within:
            return self._limit(condition)
        return condition_words(condition, self.currency)

    def _on_topic(self, condition: Condition) -> str:
        term = f"the {self.terms[condition.fact]}"
        match condition, TOPICS[condition.fact].answer:
            case Yes(), _:
                return f"{term} {verb_of(condition.fact, True)}"
            case No(), _:
                return f"{term} {verb_of(condition.fact, False)}"
            case Is(_, values), OneOf(_, options):
                return f"{term} is {joined([quoted(options[v]) for v in values], 'or')}"
            case ((Beyond(_, other) | Within(_, other)), _):
                more = "more" if type(condition) is Beyond else "no more"
                return f"{term} is {more} than the {self.terms[other]}"
            case _, Amount(_, unit):
                words = range_words(condition, unit, "", self.currency)  # type: ignore[arg-type]
                return f"{term} is {words}"
        raise TypeError(f"{condition} does not fit its topic; run check() on the policy")

    def _limit(self, condition: Beyond | Within) -> str:
        kind = FACTS[condition.fact].kind
        assert isinstance(kind, Measure)
        beyond = type(condition) is Beyond
        says = (kind.over if beyond else kind.under) or kind.says.format(
            "more than {}" if beyond else "no more than {}"
        )
        return says.format(f"the {self.terms[condition.topic]}")

    def _effect(self, topic: str, effect: Effect) -> str:
        answer, term = TOPICS[topic].answer, f"the {self.terms[topic]}"
        match answer, effect:
            case YesNo(), Say(value):
                return f"{term} {verb_of(topic, bool(value))}"
            case OneOf(_, options), Say(value):
                return f"{term} is {quoted(options[str(value)])}"
            case Amount(), Say(0):
                return f"{term} {NIL}"
            case Amount(_, unit), Say(value):
                return f"{term} is {amount_words(int(value), unit, '', self.currency)}"
            case Amount(), Percent(part, of):
                return f"{term} is {part}% of {FACTS[of].means}"
            case Amount(_, unit), Each(amount, of):
                words = amount_words(amount, unit, "", self.currency)
                return f"{term} is {words} for each of the {FACTS[of].means}"
            case Amount(_, unit), (More(amount) | Less(amount) | Cap(amount) | Floor(amount)):
                return f"{term} {_CHANGES[type(effect)]} {amount_words(amount, unit, '', self.currency)}"
        raise TypeError(f"{effect} does not fit {topic}; run check() on the policy")


_CHANGES: dict[type, str] = {
    More: "rises by",
    Less: "falls by",
    Cap: "is never more than",
    Floor: "is never less than",
}


def quoted(words: str) -> str:
    return f"“{words}”"
