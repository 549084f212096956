"""What documents say of a clause: one sentence in in-house words. The same sentence serves every document;
kinds differ in how they lead up to it."""

from collections.abc import Mapping

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

Key = tuple[str, ...]  # a fact, and the values that a list names
GIVEN, WITHHELD, NIL = "given", "withheld", "nil"
APPLIES, APPLIES_NOT = "applies", "does not apply"


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


class ShopWords:
    """How one shop speaks: its terms for topics, and the names of the glossary of one part."""

    __slots__ = ("codes", "currency", "terms")

    def __init__(self, terms: Mapping[str, str], codes: Mapping[Key, str], currency: str) -> None:
        self.terms, self.codes, self.currency = terms, codes, currency

    def sentence(self, topic: str, effect: Effect, when: tuple[Condition, ...]) -> str:
        """If a, and b, then the term is so much."""
        parts = [self._condition(c) for c in when]
        then = self._effect(topic, effect)
        return f"if {', and '.join(parts)}, then {then}." if parts else f"{then}."

    def question(self, topic: str, effect: Effect, when: tuple[Condition, ...]) -> str:
        """The same as a question and its answer."""
        parts = [self._condition(c) for c in when]
        asks = f"what if {', and '.join(parts)}?" if parts else "what holds as a rule?"
        return f"{asks} Then {self._effect(topic, effect)}."

    def _condition(self, condition: Condition) -> str:
        key = key_of(condition)
        code = self.codes.get(key) if key else None
        if code:
            return f"{code} {APPLIES_NOT if type(condition) is No else APPLIES}"
        if condition.fact in TOPICS:
            return self._on_topic(condition)
        if type(condition) is Beyond or type(condition) is Within:
            return self._limit(condition)
        return condition_words(condition, self.currency)

    def _on_topic(self, condition: Condition) -> str:
        term = f"the {self.terms[condition.fact]}"
        match condition, TOPICS[condition.fact].answer:
            case Yes(), _:
                return f"{term} is {GIVEN}"
            case No(), _:
                return f"{term} is {WITHHELD}"
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
                return f"{term} is {GIVEN if value else WITHHELD}"
            case OneOf(_, options), Say(value):
                return f"{term} is {quoted(options[str(value)])}"
            case Amount(), Say(0):
                return f"{term} is {NIL}"
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
