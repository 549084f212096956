"""No episode says of a product what cannot be said of it."""

import re

import pytest

import retailgym as rg
from retailgym.catalog.schema import default_schema
from retailgym.catalog.sense import (
    _data,
    bounds,
    drawback,
    fits,
    rankings,
    refusable,
    seldom,
    stands_in,
    table,
    unminded,
    unnamed,
)
from retailgym.catalog.shelf_sets import rack_of
from retailgym.catalog.wishes import DENIES, Wish, affirmed
from retailgym.envs.shared.policy_questions import goes_with
from retailgym.envs.shared.projects.book import PROJECTS
from retailgym.envs.shared.reckoning import terms_of
from retailgym.envs.shared.return_statements import AGAIN, STATES
from retailgym.tools.desk_records import order_record
from retailgym.world.facts import MARKS, SPENDING, YEAR, amounts_for, tier_of

from .paths import started

NAMES = {words: name for name, words in MARKS.items()}
WITH_ORDERS = ("returns", "tracking", "policy", "journey")


def mentioned(thing):
    return [d.topic for d in thing.details if d.disclosure == "mentioned"]


def kinds(catalog):
    return {s.name: catalog.category(s) for s in catalog.shelves}


def test_the_table_names_categories_and_kinds_that_exist():
    categories = default_schema().categories
    known = {c.name for c in categories} | {k.name for c in categories for k in c.kinds}
    for what, fitting in table().items():
        assert fitting.kinds <= known, f"{what}: {fitting.kinds - known}"


@pytest.mark.parametrize("env", WITH_ORDERS)
@pytest.mark.parametrize("level", [0, 6, 12])
def test_marks_on_order_lines_fit_the_product(env, level):
    for seed in range(25):
        world = started(env, level, seed).world
        for order in world.orders:
            for line in order.lines:
                head = world.catalog.head(line.doc)
                category = world.catalog.category_of(head)
                assert all(fits(m, category, head.shelf) for m in line.marks), f"{line.marks} on {head.title}"


@pytest.mark.parametrize("level", [0, 3, 6, 9, 12])
def test_what_a_ticket_says_of_an_item_fits_the_product(level):
    for seed in range(25):
        episode = started("desk", level, seed)
        catalog = episode.world.catalog
        for line in order_record(catalog, episode.world.today, episode.world.ticket).lines:
            hits = catalog.search(line.title, (), limit=5).docs
            product = next(catalog.head(d) for d in hits if catalog.head(d).title == line.title)
            category = catalog.category_of(product)
            marks = [NAMES[m] for m in line.marks] + [line.sort]
            assert all(fits(m, category, product.shelf) for m in marks), f"{marks} on {line.title}"


@pytest.mark.parametrize("level", [0, 6, 12])
def test_only_what_has_parts_comes_back_incomplete_and_what_is_unopened_is_still_packed(level):
    for seed in range(40):
        episode = started("returns", level, seed)
        category = kinds(episode.world.catalog)
        for thing in episode.task.brief.requests[0].things:
            said = {d.topic: d.value for d in thing.details}
            if said.get("condition") == "incomplete" or said.get("reason") == "missing_parts":
                assert fits("parts", category[thing.shelf], thing.shelf), f"{thing.shelf} has no parts"
            if any(d.topic == "hazard" and d.disclosure != "omitted" for d in thing.details):
                assert fits("hazard", category[thing.shelf], thing.shelf), f"{thing.shelf} hurts nobody"
                assert said["hazard"] == "dangerous" or "hazard" in mentioned(thing), "nobody volunteers that"
            if said.get("condition") == "unopened":
                assert said.get("box") == "kept"


@pytest.mark.parametrize("env", ["discovery", "substitution"])
def test_hardly_a_wish_asks_for_a_drawback_or_refuses_an_advantage(env):
    """Where a shelf has too few attributes that somebody may refuse, the rest are drawn as they are."""
    wishes, odd = 0, []
    for level in (0, 3, 6, 9, 12):
        for seed in range(20):
            episode = started(env, level, seed)
            catalog = episode.world.catalog
            for thing in episode.task.brief.requests[0].things:
                rack = rack_of(catalog, catalog.shelf_named(thing.shelf))
                for d in thing.details:
                    if d.role in ("wish", "keep") and d.topic in rack.category.attribute:
                        wishes += 1
                        if not rack.sensible(Wish(attribute=d.topic, op=d.op, value=d.value)):
                            odd.append(f"{episode.spec}: {d.topic} {d.op} {d.value}")
    assert len(odd) <= wishes * 0.02, odd


def test_what_is_refused_is_not_denied_twice():
    for category in default_schema().categories:
        for attribute in category.attributes:
            for choice in attribute.choices:
                if refusable(attribute.name, choice.value):
                    for says in affirmed(choice.says):
                        assert not DENIES.search(says), f"{category.name}: not one {says}"


def test_nobody_ranks_by_the_shortest_warranty_or_the_heaviest_tool():
    assert (
        rankings("warranty") == ("down",) and rankings("weight") == ("up",) and rankings("heel_height") == ()
    )
    assert bounds("warranty") == ("gte",) and bounds("charging_time") == ("lte",)
    assert set(bounds("capacity")) == {"gte", "lte"}
    assert refusable("noise_level", "noisy") and not refusable("noise_level", "silent")
    known = {a.name for c in default_schema().categories for a in c.attributes} | {"brand"}
    values = {(a.name, x.value) for c in default_schema().categories for a in c.attributes for x in a.choices}
    numbers, refused = _data()[1:]
    assert stands_in({"size": "M", "colour": "red"}, {"size": "M", "colour": "blue"})
    assert not stands_in({"size": "M"}, {"size": "L"})
    assert numbers.more | numbers.less | numbers.ranked | refused.any | set(refused.values) <= known
    for of in (refused.values, refused.never):
        assert {(name, v) for name, found in of.items() for v in found} <= values
    assert refusable("glass", "glossy") and not refusable("glass", "matte")


@pytest.mark.parametrize("level", [0, 6, 12])
def test_a_question_about_the_policy_and_a_letter_to_the_desk_say_only_what_can_be(level):
    for seed in range(25):
        for env in ("policy", "desk"):
            episode = started(env, level, seed)
            category = kinds(episode.world.catalog)
            for thing in episode.task.brief.requests[0].things:
                said = {d.topic: d.value for d in thing.details}
                if thing.shelf not in category:
                    continue
                if said.get("condition") == "incomplete" or said.get("reason") == "missing_parts":
                    assert fits("parts", category[thing.shelf], thing.shelf), f"{episode.spec}: {thing.shelf}"
                if any(d.topic == "hazard" and d.disclosure != "omitted" for d in thing.details):
                    assert fits("hazard", category[thing.shelf], thing.shelf), (
                        f"{episode.spec}: {thing.shelf}"
                    )


def test_a_sold_out_size_is_never_replaced_by_another_size():
    for seed in range(60):
        episode = started("cart", 12, seed)
        for target in episode.task.goal.open().targets:
            if target.instead:
                product = episode.world.product(target.product_id)
                one, other = product.variant(target.variant_id), product.variant(target.instead)
                assert stands_in(one.options, other.options), f"{one.options} for {other.options}"


def test_no_product_has_a_value_that_its_kind_never_has():
    catalog = rg.catalog.load(10_000)
    for shelf in catalog.shelves:
        category, rack = catalog.category(shelf), rack_of(catalog, shelf)
        kind = category.kinds[shelf.kind].name
        can = {
            name: {c.value for c in choices} for (k, name), choices in category.possible.items() if k == kind
        }
        for attribute in category.attributes:
            assert set(rack.sets(attribute.name)) <= can[attribute.name], f"{attribute.name} of {kind}"
        assert {*catalog.at(shelf.first).attributes} == {a.name for a in category.attributes}, kind
        assert not {n for x in category.lacks if x.kind == kind for n in x.names} & {*category.attribute}, (
            kind
        )
        for variant in catalog.at(shelf.first).variants:
            assert all(value in can[name] for name, value in variant.options.items()), f"{variant} of {kind}"


@pytest.mark.parametrize("env", ["cart", "bundle", "discovery", "substitution", "returns"])
def test_hardly_anybody_asks_for_a_drawback(env):
    asked = odd = 0
    for level in (0, 6, 12, 18, 24):
        for seed in range(15 if env in ("cart", "bundle") else 40):
            for thing in started(env, level, seed).task.brief.requests[0].things:
                wishes = [d for d in thing.details if d.op == "eq" and d.role in ("wish", "keep")]
                asked, odd = asked + len(wishes), odd + sum(drawback(d.topic, d.value) for d in wishes)
    assert asked > 50 and odd <= asked // 50, f"{odd} of {asked}"


@pytest.mark.parametrize(
    ("name", "value"),
    [("warranty", 12), ("shelf_life", 3), ("burn_time", 1), ("connector", "micro-USB"), ("motor", "brushed"),
     ("audio", "one small speaker"), ("covering", "smooth PVC"), ("lifespan", 6000), ("drying_time", 12)],
)  # fmt: skip
def test_the_least_of_what_more_is_better_is_a_drawback(name, value):
    assert drawback(name, value)


def test_nobody_minds_what_sheets_and_plates_weigh():
    for seed in range(150):
        episode = started("discovery", 12, seed)
        (thing,) = episode.task.brief.requests[0].things
        category = kinds(episode.world.catalog)[thing.shelf]
        wished = {d.topic for d in thing.details if d.role == "wish"}
        assert not wished & unminded(category.name), f"{episode.spec}: {thing.noun}"
        order = [str(d.value).split()[0] for d in thing.details if d.topic == "preference"]
        assert not {*order} & unminded(category.name), f"{episode.spec}: {thing.noun} by {order}"


def test_one_of_each_is_enough_for_every_project():
    for project in PROJECTS:
        assert not table()["several"].kinds & set(project.roles), project.noun
        assert not {"Front wheels", "Rear wheels"} <= set(project.roles), "two wheels take two tyres"


def test_spending_gives_the_tier():
    bounds = list(SPENDING.values())
    assert [high for _, high in bounds[:-1]] == [low for low, _ in bounds[1:]]
    for tier, (low, high) in SPENDING.items():
        assert tier_of(low) == tier_of(high - 1) == tier
        for drawn in ([995] * 54, [25_000] * 54, [1_000, 2_000, 24_000, 9_900, 5_000]):
            assert tier_of(sum(amounts_for(tier, drawn))) == tier


@pytest.mark.parametrize("level", [0, 6, 12, 18, 24])
def test_a_record_s_tier_follows_from_its_own_spending(level):
    for seed in range(30):
        ticket = started("desk", level, seed).world.ticket
        record = ticket.customer
        own = next(e.day for e in record.history if e.order_id == ticket.order.id and e.what == "order")
        year = [e.cents for e in record.history if e.what == "order" and own - YEAR <= e.day < own]
        assert tier_of(sum(year)) == record.tier, f"desk/{level}/{seed}: {sum(year)}"


@pytest.mark.parametrize("level", [0, 6, 12, 18])
def test_what_goes_back_is_in_a_state_that_goes_with_the_reason(level):
    for seed in range(40):
        episode = started("returns", level, seed)
        thing, *new = episode.task.brief.requests[0].things
        said = {d.topic: d.value for d in thing.details}
        assert said["condition"] in STATES[said["reason"]], episode.spec
        again = any(d.topic == "model" for t in new for d in t.details)
        assert not again or said["reason"] in (*AGAIN, "changed_mind"), f"{episode.spec}: the same again"
        assert not new or said["condition"] != "incomplete", episode.spec
        assert not (again and said["hazard"] == "dangerous"), episode.spec


@pytest.mark.parametrize("level", [0, 6, 12, 18, 24])
def test_a_letter_to_the_desk_tells_of_states_that_go_with_the_reason(level):
    for seed in range(40):
        for thing in started("desk", level, seed).task.brief.requests[0].things:
            said = {d.topic: d.value for d in thing.details if d.role == "fact"}
            reason, condition = said.get("reason"), said.get("condition")
            assert not (reason in ("late", "damaged") and condition == "used"), f"desk/{level}/{seed}"
            assert not (reason == "changed_mind" and condition == "incomplete"), f"desk/{level}/{seed}"
            assert reason != "defective" or condition in (None, "used"), f"desk/{level}/{seed}"


def test_nobody_buys_more_of_what_costs_more_or_counts_one_thing_by_quite_another():
    rules = counts = 0
    for level in (13, 18, 24):
        for seed in range(60):
            episode = started("cart", level, seed)
            category, things = kinds(episode.world.catalog), episode.task.brief.requests[0].things
            for link in [d.link for t in things for d in t.details if d.role == "quantity" and d.link]:
                words = link.split()
                if words[0] == "line":
                    counts += 1
                elif words[0] != "within":  # the more the rest costs, the fewer, whatever is said
                    rules += 1
                    assert int(words[0]) < int(words[-1]), f"{episode.spec}: {link}"
            for thing in things:
                other = next((d.link.split()[1] for d in thing.details if d.link.startswith("line")), None)
                if other is not None:
                    akin = category[things[int(other)].shelf].name
                    assert category[thing.shelf].name == akin, f"{episode.spec}: {thing.noun}"
    assert rules > 20 and counts > 0


def test_what_a_project_matches_is_something_that_both_things_have_in_common():
    own = {
        k.name: c
        for category in default_schema().categories
        for k, c in zip(category.kinds, category.of_kind)
    }
    for project in PROJECTS:
        for fit in project.fits:
            mine, theirs = project.roles[fit.role], project.roles[fit.other]
            names = fit.match.attribute, fit.match.other
            assert names[0] in own[mine].attribute and names[1] in own[theirs].attribute, (
                mine,
                theirs,
                names,
            )
            if fit.match.relation == "same" and names[0] != "brand":
                values = [
                    {c.value for c in own[kind].possible[kind, name]}
                    for kind, name in zip((mine, theirs), names, strict=True)
                ]
                assert len(values[0] & values[1]) >= 2, (mine, theirs, names)


@pytest.mark.parametrize("level", [0, 6, 12, 18, 24])
def test_the_reason_goes_with_what_is_asked_about_the_policy(level):
    """Who has changed their mind claims nothing, and nobody is paid for keeping what is dangerous."""
    for seed in range(30):
        episode = started("policy", level, seed)
        topic, (thing,) = episode.task.goal.open().topic, episode.task.brief.requests[0].things
        said = {d.topic: d.value for d in thing.details if d.role == "fact"}
        if "reason" in said:
            assert goes_with(topic, said["reason"]), f"{episode.spec}: {topic} for {said['reason']}"
        assert not (topic == "compensation" and said.get("hazard") == "yes"), episode.spec


def test_a_list_hangs_on_no_price_that_is_beyond_what_is_paid():
    met = 0
    for seed in range(60):
        episode = started("discovery", 24, seed, links=2)
        details = episode.task.brief.requests[0].things[0].details
        most = [d.value for d in details if d.topic == "price" and d.op == "lte"]
        for link in [d.link for d in details if d.link and most]:
            met += 1
            assert int(link.split()[2]) < min(most), f"{episode.spec}: {link} of at most {min(most)}"
    assert met > 10


# seeds per level; in discovery 11.5 of a hundred wishes refuse a country, 0.6 more or less in so many
OF_WISHES = {"cart": 15, "bundle": 15, "discovery": 120, "returns": 40}


@pytest.mark.parametrize("env", OF_WISHES)
def test_a_weight_is_a_limit_and_countries_are_seldom_refused(env):
    wishes, named, refused = 0, 0, 0
    for level in (0, 6, 12, 18, 24):
        for seed in range(OF_WISHES[env]):
            for thing in started(env, level, seed).task.brief.requests[0].things:
                found = [d for d in thing.details if d.role == "wish"]
                wishes += len(found)
                named += sum([unnamed(d.topic) and d.op == "eq" for d in found])
                refused += sum([seldom(d.topic) and d.op == "ne" for d in found])
    assert wishes > 50 and named <= wishes // 50 and refused <= wishes // 8, (wishes, named, refused)


@pytest.mark.parametrize("env", ["cart", *WITH_ORDERS])
def test_nobody_buys_three_lawn_mowers(env):
    for level in (0, 6, 12, 18, 24):
        for seed in range(12):
            episode = started(env, level, seed)
            catalog, bought = episode.world.catalog, list[tuple[str, int]]()
            for order in episode.world.orders:
                bought += [(catalog.head(line.doc).shelf, line.quantity) for line in order.lines]
            for thing in [t for r in episode.task.brief.requests for t in r.things]:
                counts = [d for d in thing.details if d.role == "quantity"]
                bought += [(thing.shelf, max(int(d.value), *d.could_be, 1)) for d in counts]
            for shelf, n in bought:
                category = catalog.category(catalog.shelf_named(shelf))
                assert n <= 2 or not fits("single", category, shelf), f"{episode.spec}: {n} of {shelf}"


TWICE = re.compile(r"\b(nothing|none|not one)\b[^.?!]*(, | and )(nothing|none|not one) ", re.IGNORECASE)


@pytest.mark.parametrize("env", ["discovery", "substitution"])
def test_what_is_refused_is_said_in_one_breath(env):
    refused = 0
    for level in (0, 6, 12, 18, 24):
        for seed in range(20):
            episode = started(env, level, seed, noise=0)
            said = rg.observe(episode).messages[0].text
            refused += (
                " or " in said and re.search(r"\b(nothing|none|not one)\b", said, re.IGNORECASE) is not None
            )
            assert not TWICE.search(said), said
    assert refused >= 10


def test_nobody_pays_less_for_an_advantage():
    weighed = 0
    for seed in range(60):
        episode = started("discovery", 20, seed)
        for d in episode.task.brief.requests[0].things[0].details:
            terms = [t for t in terms_of(str(d.value)) if not t.counted] if d.topic == "preference" else []
            weighed += len(terms)
            assert len({t.topic for t in terms}) == len(terms), terms
            assert all(t.cents < 0 or refusable(t.topic, t.value) for t in terms), terms
    assert weighed >= 30


def test_a_refusal_after_news_is_a_sentence_of_its_own():
    met = 0
    for seed in range(200):
        start = started("substitution", 6, seed, noise=0)
        stated = [d for d in start.task.brief.requests[0].things[0].details if d.disclosure == "stated"]
        refused = [d for d in stated if d.op == "ne"]
        if refused and not any(d.role == "keep" and d.op != "ne" for d in stated):
            met += 1
            assert not re.search(
                r"\. (?:But|And|Oh, and) (?:please, )?(?:no|not)", start.log[0].message.text
            ), seed
    assert met > 20, met
