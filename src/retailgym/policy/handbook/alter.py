"""The same rule with another parameter, as an older circular or another region would have it."""

from ..book import TOPICS
from ..book.kit import Draft
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
    More,
    OneOf,
    Percent,
    Plain,
    Say,
)

_THRESHOLDS = 4  # one in so many changes a threshold rather than what follows from it
_NICE = 50  # cents
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
    return type(condition)(condition.fact, other_number(condition.amount, word))


def _effect(topic: str, then: Effect, word: int) -> Effect:
    match then:
        case Say(value):
            return Say(_value(topic, value, word))
        case Percent(percent, of):
            return Percent(min(95, other_number(percent, word)), of)
        case Each(amount, of):
            return Each(other_number(amount, word), of)
        case More(amount) | Less(amount) | Cap(amount) | Floor(amount):
            return type(then)(other_number(amount, word))


def _value(topic: str, value: Plain, word: int) -> Plain:
    match TOPICS[topic].answer:
        case OneOf(_, options):
            others = [option for option in options if option != value]
            return others[word % len(others)]
        case Amount(_, unit):
            usual = 7 if unit == "days" else 20 if unit == "points" else 800
            return other_number(int(value) or usual, word) if value or word & 1 else usual
        case _:
            return not value


def other_number(number: int, word: int) -> int:
    """Another number of the same size: a fifth to three fifths more or less. Sums of money stay round."""
    by = max(1, number * (20 + word % 41) // 100)
    other = number + by if word >> 8 & 1 or by >= number else number - by
    if number >= 10 * _NICE and number % _NICE == 0:
        other = max(_NICE, other // _NICE * _NICE)
    return other if other != number else number + 1
