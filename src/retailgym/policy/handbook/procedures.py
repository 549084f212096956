"""Procedures: the code with which a request is closed, and the order in which a ticket is worked. They follow
from nothing; documents alone tell them."""

import re
from collections.abc import Iterable, Mapping
from itertools import permutations
from typing import NamedTuple

from ...core.streams import Rng

# how a request can end: the part of the handbook that speaks of it, and its words
ENDS: dict[str, tuple[str, str]] = {
    "return taken": ("returns", "a return that is taken"),
    "return refused": ("returns", "a return that is refused"),
    "return approved": ("returns", "a return that goes through by an approval"),
    "exchange made": ("exchanges", "an exchange that is made"),
    "exchange refused": ("exchanges", "an exchange that is refused"),
    "exchange approved": ("exchanges", "an exchange that goes through by an approval"),
}
# what is done for a ticket
STEPS: dict[str, str] = {
    "tags": "the tags",
    "priority": "the priority",
    "items": "the items",
    "ticket": "the resolution of the ticket as a whole",
}
TICKETS = "tickets"  # the part that says how they are worked
ORDERS = tuple(permutations(STEPS))
_LETTERS = "ABCDEFGHKLMNPRSTVWXZ"
_CODE = re.compile(
    rf"({'|'.join(sorted([re.escape(words) for _, words in ENDS.values()]))}) is closed with code (\w-\d+)"
)
_ORDER = re.compile(r"a ticket is worked in this order: (.+)")
_WORDS = {words: end for end, (_, words) in ENDS.items()} | {words: step for step, words in STEPS.items()}


class Procedures(NamedTuple):
    """Those of one part."""

    codes: Mapping[str, str]  # by how a request ends
    order: tuple[str, ...]  # of steps; empty where the part says nothing of it

    def code_words(self, end: str, word: int) -> str:
        """With which code such a request is closed, or another one if a random word is given."""
        code = self.codes[end]
        if word:
            others = [c for c in self.codes.values() if c != code]
            code = others[(word >> 8) % len(others)] if word % 4 == 0 else _other(code, word)
        return f"{ENDS[end][1]} is closed with code {code}."

    def order_words(self, word: int) -> str:
        """In which order a ticket is worked, or another one if a random word is given."""
        others = [order for order in ORDERS if order != self.order]
        first, *rest = others[word % len(others)] if word else self.order
        steps = ", ".join([STEPS[first], *[f"then {STEPS[step]}" for step in rest]])
        return f"a ticket is worked in this order: {steps}."


def draw_procedures(rng: Rng, part: str) -> Procedures:
    ends = [end for end, (of, _) in ENDS.items() if of == part]
    letter, numbers = rng.pick(_LETTERS), rng.sample(range(100, 1000), len(ends))
    codes = {end: f"{letter}-{n}" for end, n in zip(ends, numbers, strict=True)}
    return Procedures(codes, rng.pick(ORDERS) if part == TICKETS else ())


def _other(code: str, word: int) -> str:
    letter, _, digits = code.partition("-")
    return f"{letter}-{100 + (int(digits) - 100 + 1 + word % 899) % 900}"


def read_codes(sentences: Iterable[str]) -> dict[str, str]:
    """How requests end, and the codes with which they are closed."""
    matches = [m for words in sentences if (m := _CODE.fullmatch(words.removesuffix(".")))]
    return {_WORDS[m[1]]: m[2] for m in matches}


def read_order(sentences: Iterable[str]) -> tuple[str, ...]:
    """In which order a ticket is worked; empty if nothing says so."""
    orders = [m[1] for words in sentences if (m := _ORDER.fullmatch(words.removesuffix(".")))]
    return tuple([_WORDS[step] for said in orders[-1:] for step in said.split(", then ")])
