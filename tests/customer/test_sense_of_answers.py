"""Answers that a person would give: to what was asked, and of what they have or want."""

import pytest

import retailgym as rg

COLOUR = "Which colour would you like, and how many?"
ORDERED = "When did you order it, and what is wrong with it?"


def answer(spec: rg.Spec, question: str) -> list[dict]:
    return rg.testing.heard(rg.step(rg.start(spec), {"text": question}))


@pytest.mark.parametrize("env", ["tracking", "policy"])
@pytest.mark.parametrize("seed", range(4))
def test_nobody_chooses_the_colour_of_what_is_bought(env, seed):
    minded = [a for a in answer(rg.Spec(env, 6, seed), COLOUR) if a["act"] == "doesnotmind"]
    assert all(a["bought"] for a in minded)


@pytest.mark.parametrize("env", ["discovery", "substitution", "cart", "bundle"])
@pytest.mark.parametrize("seed", range(6))
def test_who_has_ordered_nothing_tells_of_no_order(env, seed):
    """Not how soon it should come, either, though that is asked for by "when" as well."""
    told = [t for a in answer(rg.Spec(env, 13, seed), ORDERED) for t in a.get("told", ())]
    assert not told, told


def test_a_customer_without_a_number_in_mind_wants_one():
    episode = rg.step(rg.start(rg.Spec("substitution", 6, 1, axes={"noise": 0})), {"text": "How many?"})
    assert "one" in episode.log[-1].message.text.lower()
