"""What is the customer's own is never taken for another's, whatever it is called and is told of it."""

import pytest

import retailgym as rg
from retailgym.customer import shop_of
from retailgym.customer.acts import things_of
from retailgym.customer.strangers import Strangers, bought_in, names_another

OWN = (
    "I have one {noun} for you. Shall I go ahead?",
    "The {noun} ({value}): is that right?",
    "2 × {noun}, {value}. Do you agree?",
    "- {noun}, with {value}\n- delivery: free\n\nAll correct?",
    "The {title} is in your basket, {value}. Shall I place the order?",
    "You send back one {title} and get the money back. Is that okay with you?",
)
BESIDE = (
    "You keep the {other}, and I take back the {noun}. Do you agree?",
    "The {other} stays with you, the {noun} goes back. Is that okay?",
    "Instead of the {other} you get the {noun}. Shall I go ahead?",
    "I do not return the {other}, only the {noun}. Is that right?",
)
IN_ORDER = (
    "I found the order with the {noun}, a {other} and more. Is that the one?",
    "Your order of 3 May has the {other} and the {noun} in it. Is that right?",
    "You bought the {noun} together with a {other}. Is that correct?",
)


def meant(ep, text):
    """Is something else heard in it as what is meant?"""
    things = things_of(ep.task.brief, ep.talk)
    return Strangers(ep.world, things, [shop_of(ep.world).category(t) for t in things]).put_forward(text)


def mine(ep):
    """Each thing with what it is called, in any words, and what may be told of it."""
    shop = shop_of(ep.world)
    for thing in things_of(ep.task.brief, ep.talk):
        product = ep.world.product(thing.product_id) if thing.product_id else None
        category = shop.category(thing)
        if category is not None:
            values = [x.label for t in (*category.attributes, *category.options) for x in t.choices]
            title = product.title.partition(",")[0] if product is not None else thing.noun
            names = [w for w in (thing.noun, *thing.called) if not w.startswith(("pair of ", "pairs of "))]
            yield names, title, values


@pytest.mark.parametrize("env", rg.envs())
def test_what_is_told_of_the_customers_own_thing_names_no_other(env):
    tried = 0
    for seed in range(40):
        ep = rg.start(f"{env}/{seed % 25}/{8300 + seed}?noise=0")
        for names, title, values in mine(ep):
            for k, value in enumerate(values):
                noun, form = names[k % len(names)], OWN[(k + seed) % len(OWN)]
                text = form.format(noun=noun, title=title, value=value)
                assert not meant(ep, text), (str(ep.spec), text)
                tried += 1
    assert tried > 500


@pytest.mark.parametrize("env", rg.envs())
def test_what_stays_or_only_came_in_the_order_is_not_meant(env):
    tried = 0
    for seed in range(20):
        ep = rg.start(f"{env}/{seed % 13}/{8400 + seed}?noise=0")
        bought = env in ("returns", "tracking", "policy")
        for names, _, _ in mine(ep):
            other = "air fryer" if "toaster" in names else "toaster"
            for form in (*BESIDE, *(IN_ORDER if bought else ())):
                text = form.format(noun=names[0], other=other)
                assert not meant(ep, text), (str(ep.spec), text)
                swapped = form.format(noun=other, other=names[0])
                assert form in IN_ORDER or meant(ep, swapped), (str(ep.spec), swapped)
                tried += 1
    assert tried > 50


def names_other(ep, text):
    """Is it known, without a closer look, that nothing else is named?"""
    return names_another(text, things_of(ep.task.brief, ep.talk), ep.world.catalog, bought_in(ep.world))


@pytest.mark.parametrize("env", rg.envs())
def test_what_is_meant_is_looked_for_and_who_names_only_their_own_is_not_read_again(env):
    tried = 0
    for seed in range(20):
        ep = rg.start(f"{env}/{seed % 25}/{8500 + seed}?noise=0")
        titles = [ep.world.catalog.head(doc).title.partition(",")[0] for doc in bought_in(ep.world)]
        for names, _, _ in mine(ep):
            assert not names_other(ep, f"How many of the {names[0]}? Shall I go ahead with it?")
            for other in (*titles, "toaster", "case", names[-1]):
                for form in (*BESIDE, *IN_ORDER):
                    text = form.format(noun=other, other=names[0])
                    assert names_other(ep, text) or not meant(ep, text), (str(ep.spec), text)
                    tried += 1
    assert tried > 50 or env == "desk"
