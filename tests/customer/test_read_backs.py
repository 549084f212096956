"""A right read-back is agreed line by line, however it is written; a wrong line is objected to."""

import re

import pytest

import retailgym as rg
from retailgym import testing
from retailgym.core.values import replace
from retailgym.customer.checking import check, complete
from retailgym.customer.hearing import hear
from retailgym.world.world import CartLine

from ..paths import started
from . import table

FORMATS = {
    "times": (
        "{n} x {title} ({options})",
        " and ",
        "That's everything in: {lines}. Shall I place the order?",
    ),
    "prose": ("{n} {title} in {options}", ", plus ", "You're getting {lines}, for €773.80 in all. Go ahead?"),
    "quantity": ("{title}, {options}, quantity {n}", "; ", "Cart: {lines}. OK?"),
    "trailing": ("{title} ({options}) x{n}", ", ", "Your cart has {lines}. Shall I go ahead?"),
    "list": ("- {title}, {options}: {n} pieces", "\n", "In your cart now:\n{lines}\nMay I place the order?"),
}


def lines_of(ep):
    """Each thing with its title, its options by their labels, and how many."""
    found = []
    for thing in testing.truth(ep)["things"]:
        title = ep.world.catalog.product(thing["product_id"]).title
        labels = {t["name"]: {c["value"]: c["label"] for c in t["choices"]} for t in thing["topics"]}
        options = {d["topic"]: d["value"] for d in thing["details"] if d["role"] == "option"}
        count = next((d["value"] for d in thing["details"] if d["role"] == "quantity"), 1)
        found.append((re.split(r",| in | for | with ", title)[0], options, count, labels))
    return found


def said(lines, form):
    line, join, whole = FORMATS[form]
    parts = [
        line.format(n=n, title=title, options=", ".join(labels[t][v] for t, v in options.items()))
        for title, options, n, labels in lines
    ]
    return whole.format(lines=join.join(parts))


def wrong(lines, k):
    """The same with another number, or another option, in line k."""
    title, options, n, labels = lines[k]
    yield [*lines[:k], (title, options, n + 1, labels), *lines[k + 1 :]]
    for topic, value in options.items():
        other = next((v for v in labels[topic] if v != value), None)
        if other is not None:
            yield [*lines[:k], (title, {**options, topic: other}, n, labels), *lines[k + 1 :]]


def plain(ep):
    """Do all lines have options, and things that are told apart by their nouns?"""
    things = testing.truth(ep)["things"]
    return all(any(d["role"] == "option" for d in t["details"]) for t in things) and len(
        {t["noun"] for t in things}
    ) == len(things)


def episodes():
    for seed in range(40):
        ep = started("cart", seed % 13, 90001 + seed, noise=0)
        if plain(ep):
            yield ep


@pytest.mark.parametrize("form", FORMATS)
def test_a_right_read_back_is_agreed_and_a_wrong_one_is_not(form):
    heard = 0
    for ep in episodes():
        lines = lines_of(ep)
        text = said(lines, form)
        after = rg.step(ep, {"text": text})
        assert {a["act"] for a in testing.heard(after)} == {"confirms"}, (str(ep.spec), text)
        assert after.talk.agreed == frozenset(range(len(lines))), (str(ep.spec), text, after.talk.agreed)
        for k in range(len(lines)):
            for other in wrong(lines, k):
                text = said(other, form)
                after = rg.step(ep, {"text": text})
                assert "confirms" not in {a["act"] for a in testing.heard(after)}, (str(ep.spec), text)
                assert k not in after.talk.agreed, (str(ep.spec), text)
        heard += 1
    assert heard > 10


def test_a_product_that_misses_a_wish_is_not_agreed_to_when_it_lies_in_the_cart():
    """Told or not: what was told is put right, of the rest only the topic is named."""
    tried = 0
    for seed in range(60):
        ep = started("cart", seed % 13, 92001 + seed, noise=0, p_stockout=0)
        thing, catalog = ep.task.brief.requests[0].things[0], ep.world.catalog
        goal = ep.world.product(thing.product_id)
        wishes = [
            d
            for d in thing.details
            if (d.role, d.op) == ("wish", "eq") and isinstance(goal.attributes.get(d.topic), str)
        ]
        docs = catalog.range_named("shelf", goal.shelf)
        others = [
            p
            for p in (catalog.product(catalog.head(doc).id, ep.world.overlay) for doc in range(*docs))
            if p is not None
            and any(p.attributes.get(d.topic, "") not in ("", goal.attributes[d.topic]) for d in wishes)
        ]
        if not wishes or not others:
            continue
        other = others[seed % len(others)]
        line = CartLine(product_id=other.id, variant_id=other.variants[0].id, quantity=1)
        filled = replace(ep, world=replace(ep.world, cart=(line,)))
        right = replace(ep, world=replace(ep.world, cart=(replace(line, product_id=goal.id),)))
        ask = f"I have the {thing.noun} for you. Shall I place the order?"
        assert "confirms" not in {a["act"] for a in testing.heard(rg.step(filled, {"text": ask}))}, ep.spec
        assert "confirms" in {a["act"] for a in testing.heard(rg.step(right, {"text": ask}))}, ep.spec
        tried += 1
    assert tried > 20


EXCHANGES = (
    "You send back {n} {old} and get {n} {new} in {options}. Shall I go ahead?",
    "To confirm: {n} {old} will be returned, and you receive {n} {new}, {options}. This cannot be undone. "
    "Shall I go ahead?",
    "I will take back {n} {old} and send you {n} {new} in {options} for it. Shall I proceed?",
)


@pytest.mark.parametrize("form", EXCHANGES)
def test_what_goes_back_and_what_comes_for_it_is_an_exchange(form):
    heard = 0
    for seed in range(120):
        ep = started("returns", seed % 13, 91001 + seed, noise=0)
        things = testing.truth(ep)["things"]
        wants = {d["topic"]: d["value"] for d in things[0]["details"] if d["topic"] in ("wants", "count")}
        if wants["wants"] != "exchange" or wants["count"] == 1:
            continue
        plural = ep.task.brief.requests[0].things[0].plural
        labels = {t["name"]: {c["value"]: c["label"] for c in t["choices"]} for t in things[1]["topics"]}
        told = ", ".join(
            labels[d["topic"]][d["value"]] for d in things[1]["details"] if d["role"] == "option"
        )
        text = form.format(n=wants["count"], old=plural, new=plural, options=told)
        after = rg.step(ep, {"text": text})
        assert after.talk.agreed == frozenset({0, 1}), (str(ep.spec), text, testing.heard(after))
        text = form.format(n=wants["count"] + 1, old=plural, new=plural, options=told)
        assert 0 not in rg.step(ep, {"text": text}).talk.agreed, (str(ep.spec), text)
        money = f"You send back {wants['count']} {plural} and get the money back. Shall I go ahead?"
        assert not rg.step(ep, {"text": money}).talk.agreed, (str(ep.spec), money)
        heard += 1
        if heard == 6:
            return
    raise AssertionError(f"only {heard} fit")


NAMED = (
    "We exchange {n} {name} for {n} {name}, {options}. Shall I go ahead?",
    "To read it back: we exchange {n} {name} for {n} {name}, {options}. Shall I go ahead?",
    "I can swap {n} {name} for the {name} in {options}. OK to proceed?",
    "So {n} {name} goes back, and you get {n} {name}, {options} instead. Shall I go ahead?",
    "You send back {n} {name} and we send you {n} of the {name}, {options}. Shall I go ahead?",
)


@pytest.mark.parametrize("form", NAMED)
def test_both_sides_of_an_exchange_may_be_called_by_their_full_name(form):
    heard = 0
    for seed in range(120):
        ep = started("returns", seed % 13, 92001 + seed, noise=0)
        goal, things = ep.task.goal.open(), testing.truth(ep)["things"]
        wants = {d["topic"]: d["value"] for d in things[0]["details"] if d["topic"] in ("wants", "count")}
        if wants["wants"] != "exchange" or {d["topic"] for d in things[1]["details"]}.isdisjoint({"model"}):
            continue
        order = next(o for o in ep.world.orders if o.id == goal.order_id)
        product = ep.world.catalog.at(order.lines[order.line_ids.index(goal.line_id)].doc)
        labels = {t["name"]: {c["value"]: c["label"] for c in t["choices"]} for t in things[1]["topics"]}
        told = ", ".join(
            labels[d["topic"]][d["value"]] for d in things[1]["details"] if d["role"] == "option"
        )
        text = form.format(n=wants["count"], name=product.title.partition(",")[0], options=told)
        after = rg.step(ep, {"text": text})
        assert after.talk.agreed == frozenset({0, 1}), (str(ep.spec), text, testing.heard(after))
        heard += 1
    assert heard > 5


LINES = (
    "That's everything in: 3 x Kaldero Corrie raincoat (sand, size S) and 2 x Shelvane Pillar shoe rack "
    "(natural, extra large). Shall I place the order?",
    "You're getting 3 Kaldero Corrie raincoats in sand, size S, plus 2 Shelvane Pillar shoe racks in "
    "natural, extra large, for €773.80 in all. Go ahead?",
    "Cart: Kaldero Corrie raincoat, sand, S, quantity 3; Shelvane Pillar shoe rack, natural, extra large, "
    "quantity 2. OK?",
    "3 sand Kaldero raincoats, S, and 2 natural Shelvane shoe racks, extra large. Shall I place the order?",
)


COAT = table.thing("raincoat", said={}, named={"size": "S", "colour": "sand"}, count=3)
RACK = table.thing("shoe rack", said={}, named={"size": "extra large", "colour": "natural"}, count=2)


def agreed(text):
    """The lines that a customer who wants coats and racks agrees to."""
    things = (COAT, RACK)
    heard = hear(text, things, lambda t: table.kind_of(t.noun)[0])
    return complete(things, heard, check(things, heard)) if heard.confirms else frozenset()


@pytest.mark.parametrize("text", LINES)
def test_names_may_stand_between_a_number_and_its_noun(text):
    assert agreed(text) == {0, 1}


def sized():
    """Episodes with an option, every way in which the customer may put its value, and whether it is right."""
    for ep in episodes():
        for n, thing in enumerate(ep.task.brief.requests[0].things):
            category = ep.world.catalog.category(ep.world.catalog.shelf_named(thing.shelf))
            for d in thing.details:
                if d.role == "option":
                    for choice in category.option[d.topic].choices:
                        for words in (choice.label, *choice.says):
                            yield ep, n, d, words, choice.value == d.value


def test_the_words_of_the_customer_for_an_option_are_right():
    for ep, n, d, words, right in sized():
        noun = ep.task.brief.requests[0].things[n].noun
        text = f"The {d.label} of the {noun}: {words}. Is that right?"
        acts = {a["act"] for a in testing.heard(rg.step(ep, {"text": text}))}
        assert ("confirms" in acts) == right, (str(ep.spec), text, acts)


@pytest.mark.parametrize(
    ("coat", "rack"),
    [("small", "XL"), ("in a small", "extra-large"), ("size small", "in the XL size"), ("S", "X-large")],
)
def test_sizes_go_by_their_ordinary_names(coat, rack):
    text = f"3 Kaldero raincoats, sand, {coat}, and 2 Shelvane shoe racks, natural, {rack}. Shall I order?"
    assert agreed(text) == {0, 1}
    text = text.replace(coat, "large").replace(f"natural, {rack}", "natural, large")
    assert not agreed(text)


@pytest.mark.parametrize(
    "line",
    [
        "made in Germany, olive, hard case",
        "olive, hard case, made in Germany",
        "olive, made in Germany, hard case",
    ],
)
def test_where_it_is_made_may_stand_anywhere_in_a_line(line):
    """No idiom reaches over a comma: nobody makes a case of it."""
    oven = table.thing("camping oven", said={}, named={"colour": "olive", "carrying": "hard case"}, count=4)
    for colour, right in (("olive", {0}), ("black", set())):
        said = line.replace("olive", colour)
        text = f"4 Bivarra Lapland camping ovens, 1400 W, {said}, $170.00 each. Shall I order?"
        heard = hear(text, (oven,), lambda t: table.kind_of(t.noun)[0])
        found = complete((oven,), heard, check((oven,), heard)) if heard.confirms else frozenset()
        assert found == right, text


RETURNED = (
    "You return {n} {old}. You get €46.36 back on a new gift card (€65.26 less €18.90 restocking fee; the "
    "delivery charge is not refunded). Shall I go ahead?",
    "We take back {n} {old} and you get €46.36 paid to your card. OK?",
    "Yes, it is a refund: I return {n} {old} and refund €46.36. Is that right?",
)


@pytest.mark.parametrize("form", RETURNED)
def test_a_return_that_is_agreed_to_is_agreed_however_it_was_put(form):
    """Whoever says yes to a line that was read back has said yes to it; a charge that is kept is no wish."""
    heard = 0
    for seed in range(240):
        ep = started("returns", seed % 13, 93001 + seed, noise=0)
        (thing, *others) = ep.task.brief.requests[0].things
        count = next(d.value for d in thing.details if d.topic == "count")
        if others or count == 1:
            continue
        after = rg.step(ep, {"text": form.format(n=count, old=thing.plural)})
        assert after.talk.agreed == frozenset({0}), (str(ep.spec), testing.heard(after))
        wrong = rg.step(ep, {"text": form.format(n=count + 1, old=thing.plural)})
        assert not wrong.talk.agreed, (str(ep.spec), testing.heard(wrong))
        heard += 1
    assert heard > 5
