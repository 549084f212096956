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


@pytest.mark.parametrize("env", ["discovery", "substitution"])
@pytest.mark.parametrize("seed", range(5))
def test_of_products_put_forward_nobody_is_asked_for_brand_and_price_one_by_one(env, seed):
    """This one or that one? Whoever does not care says so of the products."""
    episode = rg.start(rg.Spec(env, 6, seed, axes={"noise": 0}))
    thing = episode.task.brief.requests[0].things[0]
    shelf = episode.world.catalog.shelf_named(thing.shelf)
    products = {p.brand: p for p in map(episode.world.catalog.at, range(shelf.first, shelf.first + 12))}
    one, other = list(products.values())[:2]
    said = f"Two would do: the {one.title} at €9,750 or the {other.title} at €9,899. Which do you prefer?"
    dear = any(d.topic == "price" and d.op == "lte" for d in thing.details)
    for _ in range(2):
        episode = rg.step(episode, {"text": said})
        acts = rg.testing.heard(episode)
        minded = [topic for act in acts if act["act"] == "doesnotmind" for topic in act["about"]]
        assert "brand" not in minded and "price" not in minded, acts
        assert not dear or "product" not in minded, acts  # any of them? Not what is too dear
