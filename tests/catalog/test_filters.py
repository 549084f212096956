"""Filters: what is unfit is refused with what exists, and never with anything but UnfitFilter."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retailgym.catalog.catalogue import Catalog
from retailgym.catalog.search.filters import NUMBERS, OPS, WORDS, Filter, UnfitFilter
from retailgym.catalog.search.query import search
from retailgym.core import money

from .conftest import shop

NAMES = (
    "price",
    "price_cents",
    "rating",
    "shipping_days",
    "in_stock",
    "category",
    "shelf",
    "brand",
    "material",
    "capacity",
    "warranty",
    "handle",
    "origin",
)
HUGE = 10**5_000  # Python refuses to print it


def refusal(catalog: Catalog, name: str, op: str, value: object) -> str:
    with pytest.raises(UnfitFilter) as refused:
        search(catalog, "", (Filter(name=name, op=op, value=value),), limit=5)  # type: ignore[arg-type]
    return str(refused.value)


def found(catalog: Catalog, name: str, op: str, value: object) -> set[int | str]:
    return set(search(catalog, "", (Filter(name=name, op=op, value=value),), limit=5_000).docs)  # type: ignore[arg-type]


def test_an_unknown_name_is_refused_with_all_that_can_be_filtered(small: Catalog) -> None:
    text = refusal(small, "matrial", "eq", "steel")
    assert "no filter 'matrial'" in text and "did you mean 'material'" in text
    listed = {a.name for c in small.contents.schema.categories for a in c.filters if a.filterable}
    assert all(name in text for name in (*WORDS, *NUMBERS, *listed))


def test_an_attribute_of_the_page_alone_cannot_be_filtered(small: Catalog) -> None:
    attributes = [a for c in small.contents.schema.categories for a in c.attributes]
    listed = {a.name for a in attributes if a.filterable}
    paged = [a for a in attributes if a.name not in listed]
    assert len(paged) > 24
    for a in paged:
        assert "other details stand on the product page" in refusal(small, a.name, "eq", a.choices[0].value)


def test_an_attribute_that_can_be_filtered_in_one_category_finds_nothing_where_it_stands_on_the_page_alone(
    small: Catalog,
) -> None:
    """Weight can be filtered among the bags, and not among the pans."""
    for value in (600, 900, 1_600):
        docs = [d for d in found(small, "weight", "lte", value) if isinstance(d, int)]
        assert docs and all(small.category_of(small.at(d)).attribute["weight"].filterable for d in docs)


def test_on_a_shelf_an_attribute_of_the_page_alone_is_refused_with_what_can_be_filtered_there(
    small: Catalog,
) -> None:
    """It would fit nothing, and "without weight 23 fit" would not be so."""
    for shelf in small.shelves:
        filters = small.category(shelf).filters
        there = [a.name for a in filters if a.filterable]
        for a in filters:
            asked = (
                Filter(name=a.name, op="eq", value=str(a.choices[0].value)),
                Filter(name="shelf", op="eq", value=shelf.name),
            )
            if a.filterable:
                search(small, "", asked, limit=5)
                continue
            with pytest.raises(UnfitFilter, match=f"no filter '{a.name}'") as refused:
                search(small, "", asked, limit=5)
            text = str(refused.value)
            listed = text.partition("filters by ")[2].partition(";")[0].split(", ")
            assert set(listed) == {*WORDS, *NUMBERS, *there} and "on the product page" in text


def test_an_unknown_operation_is_refused_with_the_four_that_exist(small: Catalog) -> None:
    for op in ("", "==", "EQ", "lt", "contains", "🫖"):
        assert refusal(small, "price", op, 5).endswith("use one of eq, lte, gte, in")


def test_an_unknown_category_or_shelf_is_refused_with_those_that_exist(small: Catalog) -> None:
    text = refusal(small, "category", "eq", "Ketles and cofee")
    assert "did you mean 'Kettles and coffee'" in text
    assert all(c.name in text for c in small.contents.schema.categories)
    text = refusal(small, "shelf", "eq", "zzzzzz")
    assert all(s.name in text for s in small.shelves)
    text = refusal(shop(10_000), "shelf", "eq", "zzzzzz")
    assert text.count(",") >= 39 and text.endswith("and 117 more")
    assert "Cookware" in refusal(small, "category", "in", ["Cookware"])


def test_an_unfit_value_is_refused_with_the_values_that_exist(small: Catalog) -> None:
    material = {str(c.value) for _, _, a in small.categories_with("spout") for c in a.choices}
    for op, value in (
        ("eq", "wobbly"),
        ("eq", ""),
        ("in", []),
        ("in", ["wide", "wobbly"]),
        ("lte", "wide"),
        ("gte", 3),
        ("eq", True),
        ("eq", HUGE),
    ):
        text = refusal(small, "spout", op, value)
        assert f"cannot be {op} " in text and all(v in text for v in material)
    for value in ("much", "", True, ["1000", "1500"], float("nan"), "1.7 gallons", "2 kg"):
        assert "its values are 0.5 l, 0.8 l" in refusal(small, "capacity", "lte", value)
    assert len(refusal(small, "spout", "in", ["wide"] * 101)) < 500


def test_a_misspelt_value_is_refused_with_the_one_that_is_meant_first_wherever_it_stands(
    small: Catalog,
) -> None:
    brands = list(
        dict.fromkeys(str(c.value) for _, _, a in small.categories_with("brand") for c in a.choices)
    )
    for brand in (brands[0], brands[-1]):
        for misspelt in (brand[:2] + brand[3:], brand.lower()[:-1] + "q"):
            text = refusal(small, "brand", "eq", misspelt)
            assert f"did you mean {brand!r}" in text and text.index("did you mean") < text.index(
                "Its values are"
            )
            assert f"did you mean {brand!r}" in refusal(small, "brand", "in", [brands[1], misspelt])
    assert "did you mean" not in refusal(small, "brand", "eq", "zzzzzz")


def test_numbers_are_refused_what_is_no_number(small: Catalog) -> None:
    for name in NUMBERS:
        for op, value in (
            ("in", 5),
            ("lte", "cheap"),
            ("lte", ""),
            ("gte", [5]),
            ("eq", True),
            ("lte", float("nan")),
            ("lte", "inf"),
            ("gte", HUGE),
            ("gte", 1e300),
        ):
            what = "an amount such as $49.99" if name == "price" else "a number"
            said = refusal(small, name, op, value)
            assert f"filter {name!r} takes op 'eq', 'lte' or 'gte' and {what}" in said
    for op, value in (
        ("lte", True),
        ("eq", "maybe"),
        ("eq", 2),
        ("eq", [True]),
        ("in", "true"),
        ("eq", HUGE),
    ):
        assert "true or false" in refusal(small, "in_stock", op, value)


def test_no_message_repeats_more_than_a_line_of_what_was_given(small: Catalog) -> None:
    long = "x" * 100_000
    for name, op, value in (
        (long, "eq", 1),
        ("price", long, 1),
        ("price", "lte", long),
        ("shelf", "eq", long),
        ("brand", "eq", long),
        ("brand", "in", [long] * 9),
    ):
        assert len(refusal(small, name, op, value)) < 3_000


def test_a_bound_between_two_steps_keeps_to_its_own_side(small: Catalog) -> None:
    ratings = {doc: small.head(doc).rating_tenths for doc in range(small.size)}
    prices = {doc: small.head(doc).price_cents for doc in range(small.size)}
    cents = sorted(prices.values())[small.size // 2]
    for stars, least in ((4.25, 43), (4.2, 42), ("4.2", 42), (4.3, 43), (4, 40), (4.1999, 42)):
        assert found(small, "rating", "gte", stars) == {d for d, r in ratings.items() if r >= least}
    for stars, most in ((4.25, 42), (4.35, 43), (4.3, 43), (4.1, 41)):
        assert found(small, "rating", "lte", stars) == {d for d, r in ratings.items() if r <= most}
    assert found(small, "rating", "eq", 4.25) == set() != found(small, "rating", "eq", 4.2)
    assert found(small, "price_cents", "lte", cents - 0.5) == {d for d, c in prices.items() if c < cents}
    assert found(small, "price_cents", "gte", cents + 0.5) == {d for d, c in prices.items() if c > cents}


def test_a_price_is_given_as_printed_or_in_cents_under_its_own_name(small: Catalog) -> None:
    cents = sorted(small.head(doc).price_cents for doc in range(small.size))[small.size // 2]
    below = found(small, "price_cents", "lte", cents)
    for way in (cents / 100, f"{cents / 100}", money.printed(cents, "EUR"), money.printed(cents, "CHF")):
        assert found(small, "price", "lte", way) == below, way
    assert found(small, "price", "gte", 50) == found(small, "price_cents", "gte", 5000)
    assert found(small, "shipping_days", "lte", "3 days") == found(small, "shipping_days", "lte", 3)
    assert found(small, "rating", "gte", "4.5 stars") == found(small, "rating", "gte", 4.5)


def test_a_value_may_be_given_as_the_page_or_the_title_prints_it_or_as_a_number(small: Catalog) -> None:
    ways = (1700, 1700.0, "1700", "1700.0", "1.7 l", "1.7 litres", "1700 ml", " 1700 ML ", [1700], ["1.7 l"])
    kettles = found(small, "category", "eq", "Kettles and coffee")
    for op in ("eq", "lte", "gte"):
        results = [
            found(small, "capacity", op, way) & kettles
            for way in ways
            if op == "eq" or not isinstance(way, list)
        ]
        assert results[0] and all(r == results[0] for r in results)
    assert found(small, "capacity", "eq", 1700) & kettles == {
        d for d in kettles if isinstance(d, int) and small.at(d).attributes["capacity"] == 1700
    }


def test_a_list_and_the_text_that_looks_like_it_are_not_taken_for_each_other(small: Catalog) -> None:
    assert found(small, "spout", "in", ["wide"])
    for lookalike in ("['wide']", '["wide"]', "wide, short"):
        refusal(small, "spout", "in", lookalike)
    assert found(small, "spout", "in", ["wide"])


def test_in_stock_may_be_said_in_words(small: Catalog) -> None:
    yes, no = found(small, "in_stock", "eq", True), found(small, "in_stock", "eq", False)
    assert all(found(small, "in_stock", "eq", way) == yes for way in ("true", "True", "yes", 1))
    assert all(found(small, "in_stock", "eq", way) == no for way in ("false", "FALSE", "no", 0))
    assert yes | no == set(range(small.size)) and not yes & no


values = st.one_of(
    st.text(max_size=30),
    st.sampled_from(
        [
            "",
            " ",
            "wide",
            "1.7 l",
            "nan",
            "-inf",
            "1e999",
            "٣",
            "1_0",
            "\x00",
            "\ud800",
            "steel'",
            "{}",
            "%s",
            "0x10",
        ]
    ),
    st.integers(),
    st.sampled_from([HUGE, -HUGE, 2**63, -(2**64), 10**15, 10**16]),
    st.floats(),
    st.booleans(),
    st.none(),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
)
filters = st.builds(
    lambda name, op, value: Filter(name=name, op=op, value=value),
    st.one_of(st.sampled_from(NAMES), st.text(max_size=20)),
    st.one_of(st.sampled_from(OPS), st.sampled_from(OPS), st.text(max_size=5)),
    st.one_of(values, st.lists(values, max_size=4)),
)


@settings(max_examples=1_500, deadline=None, derandomize=True)
@given(st.lists(filters, max_size=3), st.text(max_size=40), st.one_of(st.just(""), st.text(max_size=12)))
def test_anything_at_all_is_answered_or_refused_and_refused_in_words(
    chosen: list[Filter], query: str, cursor: str
) -> None:
    catalog = shop(1_930)
    try:
        answer = search(catalog, query, chosen, after=cursor, limit=5)
    except UnfitFilter as refused:
        assert 20 < len(str(refused)) < 3_000
    else:
        assert len(answer.docs) <= 5 and all(isinstance(d, int) for d in answer.docs)


def test_a_search_on_a_shelf_or_in_a_category_does_not_walk_the_names_of_all_of_them(
    small: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    def walked(what: str) -> list[str]:
        raise AssertionError(f"the names of every {what} were listed")

    shelf = small.shelves[3]
    monkeypatch.setattr(small, "names", walked)
    for name, value in (("shelf", shelf.name), ("category", small.category(shelf).name)):
        assert small.search("", (Filter(name=name, op="eq", value=value),)).docs
