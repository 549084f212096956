"""One text for everybody, whatever it asks for, tells little more than no question at all."""

from functools import lru_cache
from itertools import combinations

import pytest

import retailgym as rg
from retailgym.core.streams import Streams
from retailgym.envs import part
from retailgym.envs.shared.careful import careful
from retailgym.envs.shared.expert_moves import QUESTIONS
from retailgym.envs.shared.order_clues import TOPICS, UNKNOWN
from retailgym.evaluation.numbers import mean_interval

from .paths import drafted, started

MORE = 0.10  # than who never asks
CASE = ("reason", "condition", "count", "box", "receipt", "hazard")
WISHES = ("quantity", "brand", "colour", "size", "origin", "kit", "material", "warranty")
KEEPS = ("price", "shipping_days", "rating", "brand", "closeness", "origin", "material")
ASKED = {"tracking": TOPICS, "returns": (*TOPICS, *CASE), "cart": WISHES, "substitution": KEEPS}
MANY = 12  # sets of three
DECIDING = 200  # episodes


def text(topics):
    """A question for each, of nothing that is named."""
    said = [QUESTIONS.get(t, f"What {t.replace('_', ' ')} should the {{noun}} have?") for t in topics]
    return " ".join(s.replace("the {noun}", "it") for s in said)


def triples(env, several):
    return (Streams("triples") / env)().sample(list(combinations(ASKED[env], 3)), several)


@lru_cache(maxsize=16)
def silent(env, level, seeds):
    """Some episodes, and which of them who never asks wins."""
    starts = [started(env, level, 90_000 + seed) for seed in range(seeds)]
    return starts, [won(env, start) for start in starts]


def won(env, start, *question):
    return float(rg.play(start, careful(part(env, "skipping").asks(*question)))[1].success)


def gained(env, level, seeds, topics):
    """The lower end of the interval of what a text adds."""
    starts, before = silent(env, level, seeds)
    after = [won(env, start, text(topics)) for start in starts]
    return mean_interval([[a - b] for a, b in zip(after, before, strict=True)], -1.0, 1.0)[0]


def too_much(env, level, seeds, several):
    """The texts that add too much; of many intervals some miss by chance, and more episodes decide."""
    broken = [q for q in several if gained(env, level, seeds, q) > MORE]
    return [q for q in broken if gained(env, level, DECIDING, q) > MORE]


@pytest.mark.parametrize("env", list(ASKED))
def test_no_text_that_is_the_same_for_everybody_tells_much(env):
    singles = [(topic,) for topic in ASKED[env]]
    assert not too_much(env, 8, 30, [*singles, *triples(env, 4)])


@pytest.mark.long
@pytest.mark.parametrize("level", [4, 8, 12, 18, 24])
@pytest.mark.parametrize("env", list(ASKED))
def test_no_text_that_is_the_same_for_everybody_tells_much_at_any_level(env, level):
    several = [*[(t,) for t in ASKED[env]], *combinations(ASKED[env], 2), *triples(env, MANY)]
    assert not too_much(env, level, 120, several)


def test_what_is_remembered_of_an_order_may_be_remembered_of_many():
    """Who knows what a customer remembers, and not how it was, does not know which order is meant."""
    references = [
        drafted(rg.Spec("tracking", level, seed))[1].plan.reference
        for level in (4, 8, 12)
        for seed in range(16)
    ]
    shares = [1 / len(reference.lines) for reference in references]
    assert sum(shares) / len(shares) <= 1 / 10, sorted(shares)[-6:]


def test_whatever_is_remembered_of_orders_each_thing_is_about_as_often():
    """No three of them are what most customers know."""
    known = [
        {d.topic for d in started("tracking", level, seed).task.brief.requests[0].things[0].details
         if d.topic in TOPICS and d.value != UNKNOWN}
        for level in (4, 8, 12) for seed in range(40)
    ]  # fmt: skip
    often = {t: sum(t in topics for topics in known) / len(known) for t in TOPICS}
    assert max(often.values()) <= 0.85, often
