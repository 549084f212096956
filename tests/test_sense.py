"""No episode says of a product what cannot be said of it."""

import pytest

import retailgym as rg
from retailgym.catalog.schema import default_schema
from retailgym.catalog.sense import fits, table
from retailgym.world.ticket import MARKS

NAMES = {words: name for name, words in MARKS.items()}
WITH_ORDERS = ("returns", "tracking", "policy", "journey")


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
        world = rg.start(rg.Spec(env, level, seed)).world
        for order in world.orders:
            for line in order.lines:
                head = world.catalog.head(line.doc)
                category = world.catalog.category_of(head)
                assert all(fits(m, category, head.shelf) for m in line.marks), f"{line.marks} on {head.title}"


@pytest.mark.parametrize("level", [0, 3, 6, 9, 12])
def test_what_a_ticket_says_of_an_item_fits_the_product(level):
    for seed in range(25):
        episode = rg.start(rg.Spec("desk", level, seed))
        catalog = episode.world.catalog
        for line in episode.world.ticket.order.lines:
            hits = catalog.search(line.title, (), limit=5).docs
            product = next(catalog.head(d) for d in hits if catalog.head(d).title == line.title)
            category = catalog.category_of(product)
            marks = [NAMES[m] for m in line.marks] + [line.sort]
            assert all(fits(m, category, product.shelf) for m in marks), f"{marks} on {line.title}"


@pytest.mark.parametrize("level", [0, 6, 12])
def test_only_what_has_parts_comes_back_incomplete_and_what_is_unopened_is_still_packed(level):
    for seed in range(40):
        episode = rg.start(rg.Spec("returns", level, seed))
        category = kinds(episode.world.catalog)
        for thing in episode.problem.brief.matters[0].things:
            said = {d.topic: d.value for d in thing.details}
            if said.get("condition") == "incomplete" or said.get("reason") == "missing_parts":
                assert fits("parts", category[thing.shelf], thing.shelf), f"{thing.shelf} has no parts"
            if said.get("hazard") == "dangerous":
                assert fits("hazard", category[thing.shelf], thing.shelf), f"{thing.shelf} hurts nobody"
            if said.get("condition") == "unopened":
                assert said.get("box") == "kept"
