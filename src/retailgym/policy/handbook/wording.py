"""What documents say of a clause: one sentence in in-house words, as a statement, a step or a question."""

from collections.abc import Mapping
from functools import cache
from typing import Literal

from ...core.values import replace
from ..book import TOPICS
from ..facts import FACTS
from ..prose import CHANGES, condition_words, effect_words
from ..rules import Amount, Condition, Effect, Is, No, OneOf, Topic, Yes, YesNo
from .procedures import Procedures
from .terms import BELONGS, GRANTED, VERBS

Key = tuple[str, ...]  # a fact, and the values that a list names
Manner = Literal["statement", "condition first", "step", "question"]
CARRIES, LACKS = "carries", "does not carry"  # a flag


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
    return f"{code} {'goes on the file' if len(key) == 1 else 'covers cases'} where {meaning(means)}"


def flag_words(code: str, set_: bool) -> str:
    return f"the file {CARRIES if set_ else LACKS} {code}"


def _belonging(code: str) -> str:
    return f"{BELONGS[code.rpartition(' ')[0]]} {code}"


class ShopWords:
    """How one shop speaks: its terms for topics, and the names and procedures of one part."""

    __slots__ = ("codes", "currency", "procedures", "terms")

    def __init__(
        self, terms: Mapping[str, str], codes: Mapping[Key, str], procedures: Procedures, currency: str
    ) -> None:
        self.terms, self.codes, self.procedures, self.currency = terms, codes, procedures, currency

    def sentence(
        self, topic: str, effect: Effect, when: tuple[Condition, ...], manner: Manner = "statement"
    ) -> str:
        """The charge is so much if this is so and if that is so; in the manner of the document."""
        parts, then = [self._condition(c) for c in when], self._effect(topic, effect)
        match manner:
            case "condition first" if parts:
                return f"if {', and if '.join(parts)}, {then}."
            case "step" if parts:
                return f"check whether {', and whether '.join(parts)}. If so, {then}."
            case "step":
                return f"to begin with, {then}."
            case "question" if parts:
                return f"what if {', and if '.join(parts)}? In that case {then}."
            case "question":
                return f"what do we do as a rule? Normally {then}."
        return f"{then} if {', and if '.join(parts)}." if parts else f"as a rule, {then}."

    def _condition(self, condition: Condition) -> str:
        key = key_of(condition)
        code = self.codes.get(key) if key else None
        if code:
            assert key is not None
            return flag_words(code, type(condition) is not No) if len(key) == 1 else _belonging(code)
        return condition_words(condition, self.currency, self._topic)

    def _effect(self, topic: str, effect: Effect) -> str:
        return effect_words(self._topic(topic), effect, self.currency, of_days=CHANGES)

    def _topic(self, name: str) -> Topic:
        return in_house(name, self.terms[name])


@cache
def in_house(topic: str, term: str) -> Topic:
    """A topic as documents speak of it: by the shop's own term, with the same few words for any answer."""
    noun, answer = f"the {term}", TOPICS[topic].answer
    says = noun + " is {}"
    match answer:
        case YesNo():
            granted, denied = VERBS.get(topic, GRANTED)
            answer = YesNo(f"{noun} {granted}", f"{noun} {denied}")
        case OneOf(_, options):
            answer = OneOf(says, {option: f"“{label}”" for option, label in options.items()})
        case Amount(_, unit):
            answer = Amount(says, unit, says.format("nil"))
    return replace(TOPICS[topic], noun=noun, answer=answer)
