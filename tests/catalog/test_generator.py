"""The generated shop: the same at any size, without patterns, priced by what things are, told in words that
people believe."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import product as grid

import pytest

from retailgym.catalog import load
from retailgym.catalog.catalogue import Catalog
from retailgym.catalog.generator import SHELF_SIZE, ShelfPlan, collection_name, products
from retailgym.catalog.product import Product
from retailgym.catalog.schema import CatalogSchema
from retailgym.catalog.search.index import indexed_text

from .conftest import shop

ALL = 10_000


@pytest.fixture(scope="module")
def made(schema: CatalogSchema) -> list[tuple[int, int, Product]]:
    """Shelf, popularity and product of each of the first 10,000."""
    return list(products(schema, 0, ALL))


def correlation(xs: Sequence[float], ys: Sequence[float]) -> float:
    """Of the ranks: 0 for lists that have nothing to do with each other, within about 1/√n."""
    ranks = []
    for values in (xs, ys):
        order = sorted(range(len(values)), key=lambda i: (values[i], i * 7919 % 10_007))
        rank = [0.0] * len(values)
        for r, i in enumerate(order):
            rank[i] = r - (len(values) - 1) / 2
        ranks.append(rank)
    return sum(a * b for a, b in zip(*ranks)) / sum(a * a for a in ranks[0])


def chi_square(counts: Sequence[int]) -> float:
    """How far counts are from even: about their number less one when only chance is at work."""
    even = sum(counts) / len(counts)
    return sum((n - even) ** 2 / even for n in counts)


def test_product_i_is_the_same_in_catalogues_of_1_000_and_10_000_and_20_000(
    made: list[tuple[int, int, Product]],
) -> None:
    for size in (1_000, 10_000, 20_000):
        catalog = shop(size)
        assert catalog.size == size
        for _, _, p in made[:size]:
            assert catalog.product(p.id) == p


def test_no_shelf_holds_more_than_200_products_and_every_product_stands_on_its_own_shelf() -> None:
    for size in (64, 1_000, 10_000, 20_000):
        catalog = shop(size)
        assert len({s.name for s in catalog.shelves}) == len(catalog.shelves)
        assert sum(s.last - s.first for s in catalog.shelves) == size
        for s in catalog.shelves:
            assert 1 <= s.last - s.first <= 200
            assert {catalog.head(d).shelf for d in range(s.first, s.last)} == {s.name}


def test_the_number_of_shelves_grows_with_the_catalogue_and_not_their_size() -> None:
    assert [len(shop(size).shelves) for size in (1_000, 10_000, 20_000)] == [16, 157, 313]
    assert max(s.last - s.first for s in shop(20_000).shelves) == SHELF_SIZE


def test_shelf_names_stay_different_up_to_two_million_products(schema: CatalogSchema) -> None:
    names = [ShelfPlan(schema, s).name for s in range(2_000_000 // SHELF_SIZE)]
    assert len(set(names)) == len(names)
    assert len({collection_name(n) for n in range(2_000)}) == 2_000


def test_all_24_categories_are_in_the_default_shop_and_none_is_rare(catalog: Catalog) -> None:
    sizes = Counter(catalog.category(s).name for s in catalog.shelves for _ in range(s.first, s.last))
    assert len(sizes) == 24 and min(sizes.values()) >= 300


def test_ids_are_all_different(made: list[tuple[int, int, Product]]) -> None:
    assert len({p.id for _, _, p in made}) == ALL
    for _, _, p in made:
        assert len({v.id for v in p.variants}) == len(p.variants)


def test_the_order_of_ids_tells_nothing_of_shelf_or_popularity_or_price_or_age(
    made: list[tuple[int, int, Product]],
) -> None:
    by_id = sorted(range(ALL), key=lambda i: made[i][2].id)
    place = [0] * ALL
    for rank, i in enumerate(by_id):
        place[i] = rank
    facts = {
        "age": list(range(ALL)),
        "shelf": [s for s, _, _ in made],
        "popularity": [popularity for _, popularity, _ in made],
        "price": [p.price_cents for _, _, p in made],
        "stock": [p.stock for _, _, p in made],
        "rating": [p.rating_tenths for _, _, p in made],
    }
    found = {name: correlation(place, values) for name, values in facts.items()}
    assert {name: c for name, c in found.items() if abs(c) > 0.04} == {}  # four standard deviations


def test_every_letter_is_as_common_as_any_other_at_every_place_of_an_id(
    made: list[tuple[int, int, Product]],
) -> None:
    for at in range(1, 11):
        counts = Counter(p.id[at] for _, _, p in made)
        assert len(counts) == 21
        assert chi_square(list(counts.values())) < 61  # 20 expected; 61 in one case of 200,000


def test_variant_ids_do_not_show_which_variant_of_a_product_comes_first(
    made: list[tuple[int, int, Product]],
) -> None:
    counts = Counter(
        sorted(v.id for v in p.variants).index(p.variants[0].id) for _, _, p in made if len(p.variants) == 6
    )
    assert len(counts) == 6 and chi_square(list(counts.values())) < 30


def test_popularity_has_nothing_to_do_with_price_or_place(made: list[tuple[int, int, Product]]) -> None:
    popularity = [pop for _, pop, _ in made]
    assert abs(correlation(popularity, range(ALL))) < 0.04
    assert abs(correlation(popularity, [p.price_cents for _, _, p in made])) < 0.04


def test_every_product_has_at_least_five_variants_in_a_full_grid_of_its_options(
    schema: CatalogSchema, made: list[tuple[int, int, Product]]
) -> None:
    for s, _, p in made:
        category = ShelfPlan(schema, s).category
        assert len(p.variants) >= 5
        seen: dict[str, list[str]] = {}
        for o in category.options:
            seen[o.name] = sorted({v.options[o.name] for v in p.variants})
            assert len(seen[o.name]) >= 2 and all(
                value in o.labels or o.choice(value) for value in seen[o.name]
            )
        assert sorted(tuple(v.options[n] for n in seen) for v in p.variants) == sorted(grid(*seen.values()))


def test_the_shown_variant_has_no_special_price_or_stock_or_option(
    schema: CatalogSchema, made: list[tuple[int, int, Product]]
) -> None:
    """Each is at every rank as often as chance has it; the limits are those of one case in 10,000 or
    rarer."""
    by_price, by_first, by_second, held, all_held = Counter(), Counter(), Counter(), 0, 0
    six = [(s, p) for s, _, p in made if len(p.variants) == 6 and len(p.variants[0].options) == 2]
    assert len(six) > 1_500
    for s, p in six:
        first, second = (o.labels for o in ShelfPlan(schema, s).category.options)
        shown = p.variants[0]
        assert p.price_cents == shown.price_cents
        by_price[sorted((v.price_cents, v.id) for v in p.variants).index((shown.price_cents, shown.id))] += 1
        firsts, seconds = zip(*(v.options.values() for v in p.variants))
        by_first[sorted(set(firsts), key=first.index).index(firsts[0])] += 1
        by_second[sorted(set(seconds), key=second.index).index(seconds[0])] += 1
        held += shown.stock > 0
        all_held += sum(v.stock > 0 for v in p.variants)
    assert chi_square([by_price[n] for n in range(6)]) < 26
    assert chi_square([by_first[n] for n in range(3)]) < 19
    assert chi_square([by_second[n] for n in range(2)]) < 16
    assert abs(held / len(six) - all_held / (6 * len(six))) < 0.025


def test_prices_rise_with_brand_and_attributes_and_options(
    schema: CatalogSchema, made: list[tuple[int, int, Product]]
) -> None:
    """What a price would be without the draw: the kind's, times the brand's and each value's share."""
    for s in range(0, len(made) // SHELF_SIZE, 7):
        expected, asked = [], []
        plan = ShelfPlan(schema, s)
        for _, _, p in made[s * SHELF_SIZE : (s + 1) * SHELF_SIZE]:
            for v in p.variants:
                share = 1 + 5 * plan.category.brands.index(p.brand) / 80
                for name, value in p.attributes.items():
                    share *= 1 + plan.category.attribute[name].choice(value).price_percent / 100
                share *= (
                    1
                    + sum(
                        plan.category.option[name].choice(value).price_percent
                        for name, value in v.options.items()
                    )
                    / 100
                )
                expected.append(share)
                asked.append(v.price_cents)
        assert correlation(expected, asked) > 0.8, plan.name


def test_the_dearest_brand_asks_about_half_as_much_again_as_the_cheapest(
    schema: CatalogSchema, made: list[tuple[int, int, Product]]
) -> None:
    ratios = defaultdict(list)
    for s, _, p in made:
        plan = ShelfPlan(schema, s)
        ratios[plan.category.brands.index(p.brand)].append(p.price_cents / plan.kind.price_cents)
    means = [sum(ratios[b]) / len(ratios[b]) for b in sorted(ratios)]
    assert 1.4 < means[-1] / means[0] < 1.75  # (80 + 45) / 80 = 1.56


def test_prices_ratings_shipping_and_stock_are_those_of_a_shop(made: list[tuple[int, int, Product]]) -> None:
    for _, _, p in made:
        assert all(
            199 <= v.price_cents < 1_000_000 and v.price_cents % 100 in (99, 95, 90, 50, 0)
            for v in p.variants
        )
        assert 28 <= p.rating_tenths <= 50 and 1 <= p.ratings <= 2_048 and 1 <= p.ship_days <= 10
        assert p.stock == sum(v.stock for v in p.variants)
    none_left = sum(not v.stock for _, _, p in made for v in p.variants) / sum(
        len(p.variants) for _, _, p in made
    )
    assert 0.05 < none_left < 0.07
    assert sum(p.stock == 0 for _, _, p in made) < 10


def test_no_value_that_stands_on_the_page_alone_is_in_title_or_description_or_index(catalog: Catalog) -> None:
    for doc in range(catalog.size):
        p = catalog.at(doc)
        category = catalog.category_of(p)
        text = indexed_text(category, p).lower()
        assert p.title.lower() in text and p.description.lower() in text
        for name, value in p.attributes.items():
            a = category.attribute[name]
            if not a.filterable:
                for phrase in (f"{value} {a.unit}".strip(), a.choice(value).label, *a.choice(value).says):
                    phrase = phrase.lower()
                    assert phrase not in text or not re.search(
                        rf"(?<![\w.-]){re.escape(phrase)}(?![\w-])", text
                    ), (p.title, name, value)


def test_how_a_product_is_described_tells_nothing_of_what_stands_on_its_page_alone(catalog: Catalog) -> None:
    """First and last sentence against each value, as a table of counts: no further from chance than chance
    goes."""
    distance = expected = 0.0
    for category in catalog.contents.schema.categories:
        begin, end = catalog.range_named("category", category.name) or (0, 0)
        all_docs = [catalog.at(doc) for doc in range(begin, end)]
        for a in (a for a in category.attributes if not a.filterable):
            docs = [p for p in all_docs if a.name in p.attributes]
            for sentence in (r"^.{5}", r"[^.]*\.$"):
                table = Counter(
                    (p.attributes[a.name], (re.search(sentence, p.description) or [""])[0]) for p in docs
                )
                rows, columns = Counter(), Counter()
                for (value, text), n in table.items():
                    rows[value] += n
                    columns[text] += n
                kept = [text for text, n in columns.items() if n >= 20]
                for v, c in grid(rows, kept):
                    by_chance = rows[v] * columns[c] / len(docs)
                    distance += (table[v, c] - by_chance) ** 2 / by_chance
                expected += (len(rows) - 1) * sum(1 - columns[c] / len(docs) for c in kept)
    assert expected > 3_000
    assert abs(distance / expected - 1) < 0.1  # four standard deviations and more


def test_titles_name_brand_and_model_and_kind_and_descriptions_are_whole_sentences(
    schema: CatalogSchema, made: list[tuple[int, int, Product]]
) -> None:
    for s, _, p in made:
        plan = ShelfPlan(schema, s)
        noun = plan.kind.noun.removeprefix("pair of ")
        assert re.match(
            rf"{re.escape(p.brand)} ({'|'.join(plan.category.series)}) {re.escape(noun)}(,| in | for )",
            p.title,
            re.IGNORECASE,
        ), p.title
        assert len(p.title) <= 80 and "pair of" not in p.title
        assert "{" not in p.title + p.description and "  " not in p.title + p.description
        assert p.description[0].isupper() and p.description.endswith("."), p.description
        assert not re.search(r"\b[Aa] [aeio]|\b[Aa]n [^aeiouAEIOU]|\.\.|,\.| ,|pairs of", p.description), (
            p.description
        )


def test_descriptions_are_varied(made: list[tuple[int, int, Product]]) -> None:
    assert len({p.description for _, _, p in made}) > 0.99 * ALL
    sentences = Counter(re.sub(r"\b[A-Z]\w+", "X", p.description.split(". ")[0]) for _, _, p in made)
    assert max(sentences.values()) < 0.12 * ALL


def test_a_title_says_what_it_is_for_and_not_what_it_is_intended():
    titles = [p.title for p in map(load(10_000).at, range(10_000)) if p.shelf in ("Sunscreens", "Shampoos")]
    assert [t for t in titles if t.endswith((" skin", " hair"))] and not [
        t for t in titles if "intended" in t
    ]
