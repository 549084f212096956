"""Answers that a person would give: to what was asked, and of what they have or want."""

import pytest

import retailgym as rg
from retailgym.catalog.wishes import Wish
from retailgym.core.task import Thing
from retailgym.core.values import replace
from retailgym.customer.heard import Heard
from retailgym.customer.hearing import hear
from retailgym.envs.shared.shelves import wish_detail

from ..paths import started
from .table import BOOTS, PAN, kind_of, thing

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
    episode = rg.step(started("substitution", 6, 1, noise=0), {"text": "How many?"})
    assert "one" in episode.log[-1].message.text.lower()


@pytest.mark.parametrize("env", ["discovery", "substitution"])
@pytest.mark.parametrize("seed", range(5))
def test_of_products_put_forward_nobody_is_asked_for_brand_and_price_one_by_one(env, seed):
    """This one or that one? Whoever does not care says so of the products."""
    episode = started(env, 6, seed, noise=0)
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


def later(text: str, *things: Thing) -> Heard:
    """What is heard of two matters, of which the first is settled."""
    return hear(text, things, lambda t: kind_of(t.noun)[0], 1, 0, (0, 1))


def with_price(thing: Thing, cents: int) -> Thing:
    wish = wish_detail(kind_of(thing.noun)[0], Wish(attribute="price", op="lte", value=cents), "mentioned")
    return replace(thing, details=(*thing.details, wish))


def test_a_sum_beside_nothing_that_is_named_is_not_held_against_what_is_settled():
    heard = later("There you are: that comes to €515.30.", with_price(BOOTS, 6500), with_price(PAN, 60000))
    assert {g.thing for g in heard.given} == {1}


def test_a_question_that_names_nothing_is_not_asked_of_what_is_settled():
    heard = later("Which colour should it be?", BOOTS, PAN)
    assert heard.asked == ((1, "colour"),)


def test_an_or_in_another_question_makes_no_choice_of_grounds():
    """What rating, should or shouldn't it be big, and what may it cost? That asks for no order of a list."""
    said = "What rating should it have, what may it look like or not, and what may it cost?"
    for seed in range(30):
        things = started("discovery", 6, seed).task.brief.requests[0].things
        assert not any(topic == "preference" for _, topic in hear(said, things).topics), seed


def test_a_unit_alone_is_no_value():
    """Hot or cold, what must it cope with? That is not the W of 20 W."""
    bank = thing("power bank", said={}, named={}, count=1)
    heard = hear("Hot or cold, what must the power bank cope with?", (bank,), lambda t: kind_of(t.noun)[0])
    assert not heard.given, heard.given
