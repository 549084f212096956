"""Substitution: the published distance worked by hand, verdicts, and what every drawn task must have."""

import pytest

import retailgym as rg
from retailgym.catalog.wishes import apart
from retailgym.core.env import Outcome
from retailgym.core.episode import begin
from retailgym.core.reward import Effort
from retailgym.core.task import Par
from retailgym.core.values import replace
from retailgym.envs.shared.expert_moves import distance as shown_distance
from retailgym.envs.substitution import ENV
from retailgym.envs.substitution.closeness import weights_of
from retailgym.envs.substitution.task import verify
from retailgym.tools.catalog import Row

from ..paths import begun, drafted, started
from ..shelves import on_shelf
from ..solvers.substitution import answers, distance, eligible, originals, points

SPECS = [rg.Spec("substitution", n % 13, 9_000 + n) for n in range(200)]


@pytest.mark.parametrize(
    ("a", "b", "far"),
    [
        ("glass", "glass", 0),
        ("glass", "steel", 2),
        ("24 months", "24 months", 0),
        ("24 months", "36 months", 1),
        ("12 months", "24 months", 2),
        ("60 months", "24 months", 2),
        ("26 inch", "27.5 inch", 1),
        ("26 inch", "700c", 2),
        ("3.5 mm jack", "USB-C", 2),
        ("0 %", "30 %", 2),
        ("1/4 inch thread", "3/8 inch thread", 2),
        ("800 g", "800 ml", 2),
        ("800 g", "1.2 kg", 1),
        ("800 g", "1.6 kg", 2),
        ("25 km/h", "45 km/h", 1),
    ],
)
def test_values_lie_as_far_apart_as_the_closing_tool_says(a, b, far):
    assert apart(a, b) == apart(b, a) == points(a, b) == far


def test_the_distance_adds_up_the_brand_and_what_no_condition_was_set_for():
    def row(brand, **attributes):
        return Row(
            product_id="p",
            title="",
            brand=brand,
            price_cents=1,
            rating=4.0,
            shipping_days=1,
            in_stock=True,
            attributes=attributes | {"capacity": f"{attributes['capacity']} ml"},
            numbers={},
        )

    old, new = (
        row("Aiko", material="glass", capacity=1000, handle="wooden"),
        row("Vesta", material="steel", capacity=1500, handle="wooden"),
    )
    assert shown_distance(old, new) == 2 + 2 + 1 + 0
    assert shown_distance(old, new, ["material"]) == 2 + 1 + 0
    assert shown_distance(old, new, ["brand", "capacity"]) == 2 + 0


def judged(episode, given, retrieved=None):
    world = episode.world
    after = replace(world, answers={"suggest_substitute": given} if given else {})
    effort, par = Effort(exchanges=0, wasted=0, calls=4, ids_given=1, ids_unseen=0), Par(exchanges=0, calls=4)
    shown = frozenset((given,) if retrieved is None else retrieved)
    outcome = Outcome(before=world, after=after, retrieved=shown, effort=effort, par=par, budgets=par)
    found = verify(episode.task.goal.open(), outcome)
    return [c.name for c in found.checks if not c.passed], found.credit


def played(spec):
    return rg.play(begun(spec), rg.players.get("expert"))[0]


def test_the_closest_that_fits_is_right_and_the_next_one_earns_part():
    episode = played("substitution/2/5")
    (right,) = answers(episode)
    (thing,) = episode.task.brief.requests[0].things
    (original,) = originals(episode.task.world, thing)
    second = next(p.id for p in eligible(episode.world, thing, original) if p.id != right)
    assert judged(episode, right)[0] == []
    assert judged(episode, second) == (["closest"], 0.6)


def test_what_was_never_shown_is_wrong():
    episode = played("substitution/2/5")
    assert judged(episode, answers(episode)[0], retrieved=()) == (["retrieved"], 0.0)


def test_the_sold_out_original_is_never_right():
    for spec in SPECS[:60]:
        episode = begun(spec)
        (thing,) = episode.task.brief.requests[0].things
        (original,) = originals(episode.world, thing)
        failed, credit = judged(episode, original.id)
        assert "in_stock" in failed and credit == 0.0, spec


def test_what_has_sold_out_has_no_variant_left():
    """Its page says the same as the list of results, whichever is looked at first."""
    episode = rg.start("substitution/2/5")
    assert len(episode.world.overlay.sold_out) == 12
    for id in sorted(episode.world.overlay.sold_out):
        seen = rg.step(episode, rg.Turn(calls=(rg.Call("catalog_get_variants", {"product_id": id}),)))
        assert {v.in_stock for v in rg.observe(seen).messages[-1].content.variants} == {0}


def test_another_kind_of_product_earns_nothing():
    episode = rg.start("substitution/2/5")
    (thing,) = episode.task.brief.requests[0].things
    other = next(p for p in map(rg.catalog.load().at, range(0, 10_000, 97)) if p.shelf != thing.shelf)
    failed, credit = judged(episode, other.id)
    assert "same_kind" in failed and credit == 0.0


def test_nothing_suggested_earns_nothing():
    failed, credit = judged(rg.start("substitution/2/5"), "", retrieved=())
    assert len(failed) == 5 and credit == 0.0


def test_what_the_customer_would_say_leads_to_one_product():
    for spec in SPECS:
        episode, verdict = rg.play(begun(spec), rg.players.get("expert"))
        assert verdict.reward == 1.0 and answers(episode) == [episode.world.answers["suggest_substitute"]], (
            spec
        )


def test_every_candidate_has_one_answer():
    for spec in SPECS[:26]:
        env, pool = drafted(spec)
        for k in range(pool.candidates):
            episode, verdict = rg.play(begin(spec, env, pool, k), rg.players.get("expert"))
            assert verdict.reward == 1.0 and len(answers(episode)) == 1, (spec, k)


def test_the_original_keeps_every_condition_itself():
    """They are must-keeps: what the customer insists on was true of what they had picked out."""
    for spec in SPECS[:60]:
        episode = begun(spec)
        (thing,) = episode.task.brief.requests[0].things
        (original,) = originals(episode.world, thing)
        here = replace(episode.world, overlay=replace(episode.world.overlay, sold_out=frozenset()))
        assert original.id in [p.id for p in eligible(here, thing, original)], spec


def test_as_many_conditions_as_the_level_says_and_a_third_of_them_on_the_page_alone():
    for spec in SPECS:
        episode = begun(spec)
        (thing,) = episode.task.brief.requests[0].things
        listed = {
            f.name
            for f in episode.world.catalog.category(episode.world.catalog.shelf_named(thing.shelf)).facets
        }
        asked = [d.topic for d in thing.details if d.role == "keep"]
        paged = [t for t in asked if t not in listed and t not in ("price", "rating", "shipping_days")]
        assert len(asked) == len(set(asked)) == 2 + spec.level // 2 and 3 * len(paged) >= len(asked), (
            spec,
            asked,
        )


def test_what_is_closest_in_everything_is_seldom_the_answer():
    """Otherwise nobody would have to listen."""
    same = 0
    for spec in SPECS:
        episode = played(spec)
        (thing,) = episode.task.brief.requests[0].things
        (original,) = originals(episode.task.world, thing)
        unasked = replace(thing, details=tuple(d for d in thing.details if d.role != "keep"))
        here = [p for p in on_shelf(episode.world, thing.shelf) if p.id not in episode.world.overlay.sold_out]
        same += (
            min(here, key=lambda p: distance(episode.world, unasked, original, p)).id == answers(episode)[0]
        )
    assert same <= 0.25 * len(SPECS), same


def test_the_closing_tool_publishes_the_distance():
    described = ENV.tools["suggest_substitute"].schema.description
    assert "counts 2" in described and "at least twice the other" in described


def test_what_the_customer_only_rules_out_is_left_out_of_the_distance_as_well():
    """As the closing tool says: "not X" takes its attribute out, whatever the sold-out one has."""
    refused = other = 0
    for seed in range(40):
        start = started("substitution", 16, seed, p_revise=0)
        world, (thing,) = start.task.world, start.task.brief.requests[0].things
        barred = {d.topic for d in thing.details if d.role == "keep" and d.op == "ne"}
        if not barred:
            continue
        (original,) = originals(world, thing)
        goal = start.task.goal.open()
        could = {p.id: p for p in eligible(world, thing, original)}
        ranked = [id for id in goal.ranked if id in could]
        far = [distance(world, thing, original, could[id]) for id in ranked]
        assert far == sorted(far), start.spec
        kept = replace(thing, details=tuple(d for d in thing.details if d.topic not in barred))
        refused += 1
        other += distance(world, kept, original, could[ranked[0]]) > min(
            distance(world, kept, original, p) for p in could.values()
        )
    assert refused > 10 and other, (refused, other)


def test_a_shelf_with_too_little_that_could_stand_in_gives_way_to_another():
    """On the shelf that is drawn first for this seed not every candidate has something to take instead."""
    _, verdict = rg.play(rg.start("substitution/23/900248"), rg.players.get("expert"))
    assert verdict.reward == 1.0


def test_from_13_on_some_differences_count_more_than_others_and_make_another_product_the_closest():
    met = 0
    for seed in range(30):
        start = started("substitution", 24, seed)
        (thing,) = start.task.brief.requests[0].things
        met += any(d.topic == "closeness" for d in thing.details)
        assert start.task.goal.open().ranked[0] in answers(start) or start.world.sells_out, seed
    assert met >= 15
    below = [started("substitution", 12, s).task.brief.requests[0].things[0] for s in range(30)]
    assert not any(d.topic == "closeness" for thing in below for d in thing.details)


def test_how_differences_count_is_for_the_agent_to_ask_where_anything_is():
    for level, seed in [(level, seed) for level in (14, 18, 24) for seed in range(12)]:
        (thing,) = started("substitution", level, seed).task.brief.requests[0].things
        conditions = [d.disclosure != "stated" for d in thing.details if d.role == "keep"]
        counting = [d.disclosure for d in thing.details if d.topic == "closeness"]
        assert counting in ([], ["mentioned" if any(conditions) else "stated"])


def test_at_24_every_day_longer_counts_and_many_could_stand_in():
    counted, fitting = 0, []
    for seed in range(90):
        start = started("substitution", 24, seed)
        (thing,) = start.task.brief.requests[0].things
        closeness = [d for d in thing.details if d.topic == "closeness"]
        counted += any(weights_of(str(d.value)).day for d in closeness)
        assert all("day" in said for d in closeness for said in d.says)
        fitting.append(len(start.task.goal.open().ranked))
    assert counted >= 45 and sum(fitting) >= 7 * len(fitting), (counted, fitting)


def test_what_days_and_price_count_is_said_in_the_measure_of_the_tool():
    """A difference counts 2, a day or a step in price 1."""
    tool = " ".join(ENV.tools["suggest_substitute"].schema.description.split())
    assert "What differs counts 2" in tool and "half a difference counts 1" in tool
    (thing,) = started("substitution", 24, 0).task.brief.requests[0].things
    (closeness,) = [d for d in thing.details if d.topic == "closeness"]
    weights = weights_of(str(closeness.value))
    halves = bool(weights.step) + bool(weights.day)
    assert halves and all(line.count("half a difference") == halves for line in closeness.says)


@pytest.mark.parametrize(
    ("text", "times", "step"),
    [
        ("", {}, 0),
        ("brand*3; rise*0", {"brand": 3, "rise": 0}, 0),
        ("rise*3; price/500", {"rise": 3}, 500),
        ("rise*3; day*1; price/500", {"rise": 3}, 500),
    ],
)
def test_weights_are_read_as_they_are_written(text, times, step):
    weights = weights_of(text)
    assert (weights.times, weights.step, weights.encoded()) == (times, step, text)
