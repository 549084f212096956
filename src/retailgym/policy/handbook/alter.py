"""The same rule with another parameter, as an older circular or another region would have it."""

from ..book import TOPICS
from ..book.kit import Draft
from ..facts import FACTS
from ..rules import (
    Amount,
    AtLeast,
    AtMost,
    Between,
    Cap,
    Condition,
    Each,
    Effect,
    Floor,
    Less,
    Measure,
    More,
    OneOf,
    Percent,
    Plain,
    Say,
)

_THRESHOLDS = 4  # one in so many changes a threshold rather than what follows from it
_ROUND = (500, 100, 50, 25)  # cents, as shops print them
_SOME = {"days": 1, "points": 5, "cents": 100}  # a few of these where there was nothing
_LIMITS = frozenset((AtLeast, AtMost))


def altered(topic: str, clause: Draft, word: int) -> Draft:
    """Another version of a clause; which one, a random word says."""
    name, then, when = clause
    places = [n for n, c in enumerate(when) if type(c) in _LIMITS and not isinstance(c, Between)]
    if places and word % _THRESHOLDS == 0:
        n = places[(word >> 8) % len(places)]
        return name, then, (*when[:n], _moved(when[n], word >> 16), *when[n + 1 :])
    return name, _effect(topic, then, word >> 16), when


def _moved(condition: Condition, word: int) -> Condition:
    assert isinstance(condition, AtLeast | AtMost)
    kind = FACTS[condition.fact].kind if condition.fact in FACTS else TOPICS[condition.fact].answer
    money = isinstance(kind, Measure | Amount) and kind.unit == "cents"
    return type(condition)(condition.fact, other_number(condition.amount, word, money))


def _effect(topic: str, then: Effect, word: int) -> Effect:
    answer = TOPICS[topic].answer
    money = isinstance(answer, Amount) and answer.unit == "cents"
    match then:
        case Say(value):
            return Say(_value(topic, value, word))
        case Percent(percent, of):
            return Percent(min(95, other_number(percent, word)), of)
        case Each(amount, of):
            return Each(other_number(amount, word, money), of)
        case More(amount) | Less(amount) | Cap(amount) | Floor(amount):
            return type(then)(other_number(amount, word, money))


def _value(topic: str, value: Plain, word: int) -> Plain:
    match TOPICS[topic].answer:
        case OneOf(_, options):
            others = [option for option in options if option != value]
            return others[word % len(others)]
        case Amount(_, unit):
            if not value:
                return _SOME[unit] * (3 + word % 12)
            return other_number(int(value), word, unit == "cents")
        case _:
            return not value


def other_number(number: int, word: int, money: bool = False) -> int:
    """Another number of the same size: a fifth to three fifths more or less. Sums of money stay as round as
    they were."""
    by = max(1, number * (20 + word % 41) // 100)
    if money:
        step = next((s for s in _ROUND if number % s == 0 and s <= number), 100)
        by = max(1, by // step) * step
    return number + by if word >> 8 & 1 or by >= number else number - by
