"""What the four jobs on shelves share: the shelf stands as it did before anybody wished for anything, and
what is left unsaid matters."""

from collections import Counter
from functools import cache
from statistics import stdev

import pytest

import retailgym as rg
from retailgym.catalog.wishes import holds
from retailgym.core.difficulty import axes_at
from retailgym.core.episode import begin
from retailgym.envs.shared.blind_moves import RANKS
from retailgym.evaluation.limits import AUC
from retailgym.tools.catalog import Row, numbers, printed

from ..paths import drafted, started
from ..shelves import on_shelf
from ..solvers.discovery import has

JOBS = ("cart", "discovery", "substitution", "bundle")
SPECS = {job: [rg.Spec(job, n % 13, 70_000 + n) for n in range(130)] for job in JOBS}
every_job = pytest.mark.parametrize("job", JOBS)


@cache
def candidates(spec):
    """The episode of each candidate."""
    env, pool = drafted(spec)
    return [begin(spec, env, pool, k) for k in range(pool.candidates)]


@every_job
def test_nothing_is_put_on_a_shelf_for_a_task_and_hardly_anything_taken_off(job):
    """What a shelf lacks could be learned by heart."""
    worlds = [episode.world for spec in SPECS[job] for episode in candidates(spec)[:1]]
    assert not any(world.overlay.added for world in worlds)
    assert sum(bool(world.overlay.masked) for world in worlds) <= 0.03 * len(worlds)


@every_job
def test_what_the_customer_looked_at_says_nothing_of_what_they_want(job):
    """Of the products that the candidates want as many were looked at as of all products on the shelf."""
    hits = expected = 0.0
    for spec in SPECS[job]:
        for episode in candidates(spec):
            world, wanted = episode.world, wanted_products(episode)
            visited = {world.catalog.head(doc).id for doc in world.visits}
            for id in wanted:
                shelf = world.catalog.shelf_named(world.catalog.product(id).shelf)
                here = [doc for doc in world.visits if shelf.first <= doc < shelf.last]
                hits, expected = hits + (id in visited), expected + len(here) / (shelf.last - shelf.first)
    assert abs(hits - expected) < 4 * expected**0.5, (hits, expected)


def wanted_products(episode):
    """The products of the goal, as far as they are known before the shop moves."""
    goal = episode.task.goal.open()
    match episode.spec.env:
        case "cart":
            return [t.product_id for t in goal.targets]
        case "discovery":
            return goal.ranked[: goal.wanted]
        case "substitution":
            return goal.ranked[:1]
    return [
        min(fits, key=lambda p: p.price_cents).id
        for role in goal.roles
        if (fits := [p for p in on_shelf(episode.world, role.shelf) if all(holds(w, p) for w in role.wishes)])
    ]


@every_job
def test_wanted_products_sell_out_as_often_as_any(job):
    hits = expected = spread = 0.0
    for spec in SPECS[job]:
        chance = axes_at(spec.level).p_stockout / 1000
        for episode in candidates(spec):
            for id in wanted_products(episode):
                hits, expected, spread = (
                    hits + (id in episode.world.sells_out),
                    expected + chance,
                    spread + chance * (1 - chance),
                )
    assert abs(hits - expected) < 5 * spread**0.5, (hits, expected)


def test_the_wanted_variant_is_among_those_that_sell_out_as_often_as_any_other():
    hits = expected = spread = 0.0
    for spec in SPECS["cart"]:
        for episode in candidates(spec):
            for target in episode.task.goal.open().targets:
                product = episode.world.product(target.product_id)
                number = episode.world.sells_out.get(product.id)
                if number is not None:
                    going = product.going(number)
                    assert len(going) in (2, 3)
                    chance = len(going) / len(product.in_stock())
                    hits, expected = hits + (target.variant_id in [v.id for v in going]), expected + chance
                    spread += chance * (1 - chance)
    assert expected > 50 and abs(hits - expected) < 4 * spread**0.5, (hits, expected)


@every_job
def test_without_the_answer_something_else_fits(job):
    """Each wish that is left unsaid keeps out at least one product that has all the others."""
    for spec in SPECS[job]:
        for episode in candidates(spec):
            for thing in episode.task.brief.requests[0].things:
                wishes = [
                    d
                    for d in thing.details
                    if d.role in ("wish", "keep")
                    and not d.topic.startswith("old ")
                    and d.op
                    and d.topic != "price"
                ]
                for left in [d for d in wishes if d.disclosure != "stated"]:
                    others = [d for d in wishes if d is not left]
                    here = [
                        p
                        for p in on_shelf(episode.world, thing.shelf)
                        if p.stock and p.id not in episode.world.overlay.sold_out
                    ]
                    fitting = [p for p in here if all(has(p, d, episode.world.today) for d in others)]
                    assert not all(has(p, left, episode.world.today) for p in fitting), (spec, left.topic)


def test_an_option_that_is_left_unsaid_does_not_follow_from_the_others():
    seen = follows = 0
    for spec in SPECS["cart"]:
        for episode in candidates(spec):
            for thing in episode.task.brief.requests[0].things:
                options = {d.topic: d for d in thing.details if d.role == "option"}
                held = episode.world.product(thing.product_id).in_stock()
                for left in [d for d in options.values() if d.disclosure != "stated"]:
                    fits = [
                        v
                        for v in held
                        if all(v.options[o] == d.value for o, d in options.items() if d is not left)
                    ]
                    seen, follows = seen + 1, follows + (len(fits) < 2)
    assert seen > 500 and follows <= 0.01 * seen, (seen, follows)


@pytest.mark.parametrize("seeds", [20, pytest.param(80, marks=pytest.mark.long)])
@every_job
def test_budgets_follow_from_the_level_and_what_is_spoken_of(job, seeds):
    """Nobody can work out of a budget what was left unsaid."""
    for level in range(0, 13, 3):
        budgets: dict[object, set[object]] = {}
        for seed in range(seeds):
            episode = started(job, level, seed)
            nouns = tuple(sorted(t.shelf for t in episode.task.brief.requests[0].things))
            options = (
                sum(len(_category(episode, name).options) for name in nouns if name) if job == "cart" else 0
            )
            mine = episode.budgets.exchanges, episode.budgets.calls
            budgets.setdefault((len(nouns), options), set()).add(mine)
        assert all(len(found) == 1 for found in budgets.values()), budgets


def _category(episode, name):
    return episode.world.catalog.category(episode.world.catalog.shelf_named(name))


ANNOUNCED = {"cart": 0.35, "discovery": 0.35, "substitution": 0.35, "bundle": 0.70}  # at level 12


@pytest.mark.parametrize("seeds", [60, pytest.param(120, marks=pytest.mark.long)])
@pytest.mark.parametrize("job", ANNOUNCED)
def test_the_share_of_gaps_that_are_announced_falls_with_the_level(job, seeds):
    """A quarter is wanted at level 12. In a bundle what search can filter and what must match is named."""
    shares = []
    for level in (0, 6, 12):
        disclosures = Counter(
            d.disclosure
            for seed in range(seeds)
            for m in started(job, level, seed).task.brief.requests
            for t in m.things
            for d in t.details
        )
        shares.append(disclosures["mentioned"] / (disclosures["mentioned"] + disclosures["omitted"]))
    assert shares[0] == 1.0 and shares[0] > shares[1] and shares[2] <= ANNOUNCED[job], shares


@pytest.mark.parametrize("rank", ["place", "price_cents", "rating_tenths", "ship_days", "stock"])
def test_what_a_cart_should_hold_stands_anywhere_on_its_shelf_by_whatever_one_can_see(rank):
    quarters: Counter[int] = Counter()
    for spec in SPECS["cart"]:
        for episode in candidates(spec):
            catalog, id = episode.world.catalog, wanted_products(episode)[0]
            shelf = catalog.shelf_named(catalog.product(id).shelf)
            here = sorted(
                range(shelf.first, shelf.last),
                key=lambda doc: doc if rank == "place" else getattr(catalog.at(doc), rank),
            )
            quarters[4 * here.index(catalog.doc(id)) // len(here)] += 1
    total = sum(quarters.values())
    assert all(abs(quarters[q] - total / 4) < 4 * (total * 3 / 16) ** 0.5 for q in range(4)), quarters


def test_a_substitute_stands_as_often_in_the_first_half_of_its_shelf_as_in_the_second():
    """Where several are as close, none is ruled out because it comes first."""
    places: list[float] = []
    for spec in [rg.Spec("substitution", 2 + n % 11, 170_000 + n) for n in range(320)]:
        for episode in candidates(spec):
            world, ranked = episode.world, episode.task.goal.open().ranked
            id = next(id for id in ranked if world.sells_out.get(id, 0) is not None)
            shelf = world.catalog.shelf_named(world.catalog.product(id).shelf)
            places.append((world.catalog.doc(id) - shelf.first) / (shelf.last - shelf.first))
    share, error = sum(places) / len(places), stdev(places) / len(places) ** 0.5
    assert abs(share - 0.5) < 3 * error, (share, error)


@every_job
def test_what_is_wanted_has_as_many_drawbacks_and_is_as_slow_and_heavy_as_its_neighbours(job):
    """About half of its shelf stands behind it, whatever people wish for."""
    behind: list[float] = []
    for spec in SPECS[job]:
        for episode in candidates(spec):
            for id in wanted_products(episode):
                catalog = episode.world.catalog
                name = catalog.product(id).shelf
                rows = [row(catalog, p) for p in on_shelf(episode.world, name) if p.stock]
                ranked = [r.product_id for r in RANKS["wished_for"](rows, name)]
                behind.append(1 - ranked.index(id) / (len(ranked) - 1))
    share, error = sum(behind) / len(behind), stdev(behind) / len(behind) ** 0.5
    assert 1 - AUC - 2 * error < share < AUC + 2 * error, (share, error)


def row(catalog, product):
    """As a comparison shows it."""
    return Row(
        product_id=product.id,
        title=product.title,
        brand=product.brand,
        price_cents=product.price_cents,
        rating=product.rating_tenths / 10 or None,
        shipping_days=product.ship_days or None,
        in_stock=product.stock > 0,
        attributes=printed(catalog.category_of(product), product),
        numbers=numbers(product),
    )


def test_wishes_of_a_cart_single_out_one_product_of_the_whole_shelf():
    for spec in SPECS["cart"]:
        for episode in candidates(spec):
            for target in episode.task.goal.open().targets:
                fits = [
                    p.id
                    for p in on_shelf(episode.world, target.shelf)
                    if all(holds(w, p) for w in target.wishes)
                ]
                assert fits == [target.product_id] and len(target.wishes) >= 2
