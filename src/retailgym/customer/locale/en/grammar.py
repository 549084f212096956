"""English grammar: how a noun and what is said of it become one phrase. What is said stands after the noun,
as the catalogue's schema gives it."""

from collections.abc import Sequence
from functools import lru_cache

from ....core.task import Thing
from ...noise import BEGIN, END

_RELATIVE = frozenset(("that", "whose", "where", "which", "who"))
# "a kettle I can fill": the "that" is left out
_CLAUSE = frozenset(("i", "my", "they", "you", "we", "nobody", "blind"))
_PAIR = "pair of "
NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
AGREES = {True: {"is": "are", "s": "", "es": ""}, False: {"is": "is", "s": "s", "es": "es"}}  # by several
OF_SEVERAL = "Of the {plural}, {says}."


def a(thing: Thing) -> str:
    return with_article(thing.noun)


def with_article(noun: str) -> str:
    """The noun with its article: a kettle, an overcoat, a USB hub."""
    return f"an {noun}" if noun[0] in "aeioAEIO" else f"a {noun}"


def the(label: str) -> str:
    return f"the {label}"


def of_thing(label: str, thing: Thing) -> str:
    """What of the thing is meant: the colour of the kettle."""
    return f"the {label} of the {bare(thing)}"


def bare(thing: Thing) -> str:
    """The noun as it stands after "the": of a pair of boots, the boots."""
    return thing.noun.removeprefix(_PAIR)


def one(thing: Thing) -> str:
    return "a pair" if is_pair(thing) else "one"


def is_pair(thing: Thing) -> bool:
    return thing.noun.startswith(_PAIR)


def stands_alone(said: str) -> bool:
    """Is this an answer by itself: "in black", but not "that is black"?"""
    return _first(said) not in _RELATIVE | _CLAUSE


@lru_cache(maxsize=16_384)
def is_apposed(said: str) -> bool:
    """Does this stand after a comma: "the black one"; "on its own, no extras"?"""
    first = _first(said)
    return (first == "the" and not _is_clause(said)) or ("," in said and first not in _RELATIVE | {"with"})


@lru_cache(maxsize=16_384)
def joinable(says: tuple[str, ...]) -> tuple[str, ...]:
    """Those that go well with others in one phrase; all, if none does."""
    return tuple(s for s in says if not is_apposed(s)) or says


def attached(said: Sequence[str]) -> str:
    """Behind a noun: " made of steel, in navy, that whistles and that I can rinse, the gift box"."""
    if not said:
        return ""
    parts: dict[str, list[str]] = {"plain": [], "relative": [], "apposed": []}
    for s in said:
        place, words = _placed(s)
        parts[place].append(words)
    plain, relative = parts["plain"], parts["relative"]
    words = f" {', '.join(plain)}" if plain else ""
    if relative:
        words += (", " if len(words.split()) > 5 or len(plain) > 1 else " ") + listed(relative)
    return ", ".join((words, *parts["apposed"]))


@lru_cache(maxsize=16_384)
def _placed(said: str) -> tuple[str, str]:
    """Where words stand behind a noun, and how they do there."""
    if is_apposed(said):
        return "apposed", said
    if _is_clause(said):
        return "relative", f"that {said}"
    return "relative" if _first(said) in _RELATIVE else "plain", said


def listed(words: Sequence[str]) -> str:
    return " and ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else "".join(words)


def either(words: Sequence[str]) -> str:
    return " or ".join(words)


def is_plural(label: str) -> bool:
    """Controls matter, a finish matters."""
    return label.endswith(("s", "feet")) and not label.endswith(("ss", "us", "is"))


@lru_cache(maxsize=16_384)
def _first(said: str) -> str:
    return said.removeprefix(BEGIN).split(" ", 1)[0].lower()


@lru_cache(maxsize=16_384)
def _is_clause(said: str) -> bool:
    words = said.removeprefix(BEGIN).removesuffix(END).lower().split()
    return words[0] in _CLAUSE or (
        words[0] == "the" and len(words) > 2 and words[2] in ("cannot", "can", "will", "mends")
    )
