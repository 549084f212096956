"""Whatever stands beside a question (thanks, reasons, promises, other people), the answer is the same."""

import random
from functools import cache

import pytest

from . import hearing
from .test_phrases import HERE, lines

SEED = 7_300_000
FALSE = 1.0  # percent of the plays in which an aside may bring up what was not asked
PLAIN = 8  # questions of each environment


def asides():
    """Each with where it stands."""
    text = (HERE / "asides.txt").read_text(encoding="utf-8")
    return [line.split(": ", 1) for line in text.splitlines() if line and not line.startswith("#")]


@cache
def questions(kind):
    """Plain questions in the words of episodes, each of which is understood when it stands alone."""
    found = []
    for env in ("cart", "discovery", "returns", "policy", "bundle", "desk"):
        rows = [
            x
            for x in lines("questions")
            if x["env"] == env
            and x["kind"] == kind
            and is_plain(x["message"])
            and "exchange" not in x["wants"]
        ]
        filled = [f for x in rows[:: max(1, len(rows) // PLAIN)] for f in hearing.fill(x, SEED, 1)]
        found += [f for f in filled if hearing.judge(f, hearing.play(f))[0] == hearing.GOOD]
    return found


def is_plain(message):
    return message.endswith("?") and not set(message[:-1]) & set("?.!:\n")


def beside(place, aside, message):
    small = message if message.startswith(("I ", "I'")) else message[0].lower() + message[1:]
    return {
        "before": f"{aside} {message}",
        "after": f"{message} {aside}",
        "ahead": f"{aside} {small}",
        "behind": f"{message[:-1]}, {aside}?",
    }[place]


@pytest.mark.parametrize("kind", ["ask", "no_preference"])
def test_an_aside_brings_up_nothing_that_was_not_asked(kind):
    marks, false = [], []
    for place, aside in asides():
        for f in random.Random(aside).sample(questions(kind), 3):
            message, f.message = f.message, beside(place, aside, f.message)
            answer = hearing.play(f)
            mark, why = hearing.judge(f, answer)
            marks.append(mark)
            if mark == hearing.LIE:
                false.append(f"{f.stage.spec}: {f.message!r} -> {answer.text!r} ({why})")
            f.message = message
    assert 100 * marks.count(hearing.GOOD) >= hearing.UNDERSTOOD * len(marks)
    assert 100 * len(false) <= FALSE * len(marks), "\n".join(false)
