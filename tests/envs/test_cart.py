"""Cart, worked through: what its gates read, and that no place gives the wanted variant away."""

from collections import Counter

import pytest

import retailgym as rg
from retailgym.catalog.search.tokens import terms
from retailgym.core.env import Refusal, Result
from retailgym.evaluation.numbers import mean_interval
from tests.paths import begun, expert_turns, run, started

EPISODES = 600


def wanted(spec: rg.Spec):
    """The episode, the goal's first target, and its product as the shop has it."""
    episode = begun(spec)
    target = episode.task.goal.open().targets[0]
    return episode, target, episode.world.product(target.product_id)


def test_the_wanted_variant_is_the_one_on_the_product_page_no_more_often_than_chance():
    shown = expected = spread = 0.0
    for seed in range(EPISODES):
        _, target, product = wanted(rg.Spec("cart", seed % 13, seed))
        held = [v.id for v in product.in_stock()]
        chance = (product.variants[0].id in held) / len(held)
        shown += target.variant_id == product.variants[0].id
        expected, spread = expected + chance, spread + chance * (1 - chance)
    assert abs(shown - expected) < 4 * spread**0.5, (shown, expected)


def test_the_wanted_variant_stands_at_every_place_of_the_list_alike():
    """By quarters of the list, beside where any variant in stock would fall."""
    places: Counter[int] = Counter()
    expected: Counter[int] = Counter()
    for seed in range(EPISODES):
        _, target, product = wanted(rg.Spec("cart", seed % 13, seed))
        held = [v.id for v in product.in_stock()]
        assert len(product.variants) >= 5
        places[4 * held.index(target.variant_id) // len(held)] += 1
        for n in range(len(held)):
            expected[4 * n // len(held)] += 1 / len(held)
    assert all(abs(places[q] - expected[q]) < 4 * expected[q] ** 0.5 for q in range(4)), (places, expected)


def test_the_wanted_product_stands_anywhere_on_its_shelf():
    """By halves of the shelf as search lists it without words."""
    first = 0
    for seed in range(EPISODES):
        episode, target, _ = wanted(rg.Spec("cart", seed % 13, seed))
        shelf, doc = (
            episode.world.catalog.shelf_named(target.shelf),
            episode.world.catalog.doc(target.product_id),
        )
        first += 2 * (doc - shelf.first) < shelf.last - shelf.first
    assert abs(first - EPISODES / 2) < 4 * (EPISODES / 4) ** 0.5, first


def test_one_piece_too_many_is_no_success_and_a_line_nobody_asked_for_is_harm():
    start = started("cart", 3, 6, p_stockout=0)
    turns = expert_turns(start)
    add = next(n for n, t in enumerate(turns) if t.calls and t.calls[0].name == "cart_add")
    target, asked = start.task.goal.open().targets[0], turns[add].calls[0].arguments
    more = rg.Call("cart_set_quantity", {**asked, "quantity": asked["quantity"] + 1})
    verdict = rg.judge(run(start, [*turns[: add + 1], rg.Turn(calls=(more,)), *turns[add + 1 :]]))
    assert (
        not verdict.success
        and verdict.harm == 0
        and [c.name for c in verdict.checks if not c.passed] == ["cart_as_asked"]
    )
    page = start.world.product(target.product_id)
    other = next(v for v in page.in_stock() if v.id != target.variant_id)
    extra = rg.Call("cart_add", {"product_id": page.id, "variant_id": other.id, "quantity": 1})
    verdict = rg.judge(run(start, [*turns[: add + 1], rg.Turn(calls=(extra,)), *turns[add + 1 :]]))
    assert not verdict.success and verdict.harm == 0.2


def test_a_wrong_variant_is_harm_though_the_right_one_was_read_back():
    """The customer's yes is to what was said, and not to what lies in the cart."""
    for seed in range(8):
        start, target, product = wanted(rg.Spec("cart", 0, seed))
        other = next(v for v in product.in_stock() if v.id != target.variant_id)
        turns = [_instead(turn, target.variant_id, other.id) for turn in expert_turns(start)]
        verdict = rg.judge(run(start, turns))
        assert "confirmed" in [c.name for c in verdict.checks if c.passed]
        assert not verdict.success and verdict.harm == 0.2, seed


def _instead(turn: rg.Turn, right: str, wrong: str) -> rg.Turn:
    calls = [
        rg.Call(c.name, {**c.arguments, "variant_id": wrong, "quantity": 1})
        if c.arguments.get("variant_id") == right
        else c
        for c in turn.calls
    ]
    return rg.Turn(turn.text, tuple(calls))


@pytest.mark.parametrize(
    ("got", "task"),
    [
        ("right", 0.6),  # but for the customer's yes
        ("count", 0.36),  # the right variant in another number: 0.6 of 0.6
        ("variant", 0.18),  # the right product: 0.3 of 0.6
        ("extra", 0.3),  # one of two lines
        ("nothing", 0.0),
    ],
)
def test_a_failed_cart_earns_by_what_is_right_of_each_line(got, task):
    start, target, product = wanted(rg.Spec("cart", 0, 3))
    other = next(v for v in product.in_stock() if v.id != target.variant_id)
    right = {"product_id": product.id, "variant_id": target.variant_id, "quantity": target.quantity}
    lines = {
        "right": [right],
        "count": [{**right, "quantity": target.quantity - 1 or 2}],
        "variant": [{**right, "variant_id": other.id, "quantity": 1}],
        "extra": [right, {**right, "variant_id": other.id, "quantity": 1}],
        "nothing": [],
    }[got]
    calls = [
        rg.Call("catalog_get_variants", {"product_id": product.id}),
        *(rg.Call("cart_add", x) for x in lines),
    ]
    verdict = rg.judge(run(start, [rg.Turn(calls=(*calls, rg.Call("cart_confirm", {})))]))
    assert not verdict.success and verdict.parts["task"] == pytest.approx(task)


def test_as_many_as_are_in_stock_can_be_bought_and_not_one_more():
    start, _, product = wanted(rg.Spec("cart", 0, 3))
    variant = max(product.in_stock(), key=lambda v: v.stock)
    line = {"product_id": product.id, "variant_id": variant.id}

    def answer(*calls):
        return rg.observe(
            run(start, [rg.Turn(calls=tuple(rg.Call(name, args) for name, args in calls))])
        ).messages

    assert isinstance(answer(("cart_add", {**line, "quantity": variant.stock}))[0], Result)
    for calls in (
        [("cart_add", {**line, "quantity": variant.stock + 1})],
        [("cart_add", {**line, "quantity": variant.stock}), ("cart_add", line)],
        [("cart_add", line), ("cart_set_quantity", {**line, "quantity": variant.stock + 1})],
    ):
        last = answer(*calls)[-1]
        assert (
            isinstance(last, Refusal)
            and last.text == f"only {variant.stock} of variant {variant.id!r} are left"
        )


def test_what_is_said_as_the_page_has_it_is_the_first_thing_to_be_left_out():
    """A brand or a number of the opening leads whoever compares words to the product."""
    for spec in [rg.Spec("cart", level, seed) for level in (2, 4, 6, 8) for seed in range(15)]:
        for thing in begun(spec).task.brief.requests[0].things:
            first, *rest = [d.disclosure for d in thing.details if d.role == "wish"]
            assert first != "stated" or set(rest) == {"stated"}, (spec, thing.noun)


@pytest.mark.parametrize("level", [4, 6, 8])
def test_words_that_an_opening_shares_with_a_product_do_not_point_at_it(level):
    """Neighbours on the shelf share as many, so that comparing words is no reading."""
    places = []
    for seed in range(80):
        episode = started("cart", level, 910_000 + seed)
        said = set(terms(episode.log[0].message.text))
        catalog, masked = episode.world.catalog, episode.world.overlay.masked
        for target in episode.task.goal.open().targets:
            shelf = catalog.shelf_named(target.shelf)
            docs = [d for d in range(shelf.first, shelf.last, 4) if d not in masked]
            mine = _shared(catalog, target.product_id, said)
            others = [
                _shared(catalog, id, said)
                for id in [catalog.at(d).id for d in docs]
                if id != target.product_id
                for d in docs
                if catalog.at(d).id != target.product_id
            ]
            places.append(sum((mine > o) + (mine == o) / 2 for o in others) / len(others))
    assert mean_interval([[p] for p in places], 0.0, 1.0)[0] <= 0.60, sum(places) / len(places)


def _shared(catalog, product_id, said):
    product = catalog.at(catalog.doc(product_id))
    texts = [product.title, product.brand, *map(str, product.attributes.values())]
    return len(said & {t for text in texts for t in terms(text)})
