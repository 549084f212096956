"""Search as a shop's: sorted on a shelf, how many fit, what to drop, shelves by words."""

import pytest

import retailgym as rg
from retailgym.core import money
from retailgym.core.values import replace
from retailgym.tools.catalog import catalog_compare, catalog_search
from retailgym.tools.kit import Refused

SHELF = {"name": "shelf", "op": "eq", "value": "Camera sliders"}


@pytest.fixture(scope="module")
def world():
    return rg.start("discovery/6/1").world


def found(world, **arguments):
    return catalog_search(world, catalog_search.read(arguments))[1]


def everything(world, **arguments):
    page = found(world, **arguments)
    hits = list(page.results)
    while page.next_cursor:
        page = found(world, **arguments, cursor=page.next_cursor)
        hits += page.results
    return hits


@pytest.mark.parametrize("sort", ["price", "-price", "rating", "-rating", "shipping_days"])
def test_a_shelf_can_be_sorted_and_pages_neither_skip_nor_repeat(world, sort):
    hits = everything(world, filters=[SHELF], sort=sort)
    plain = everything(world, filters=[SHELF])
    assert sorted(h.product_id for h in hits) == sorted(h.product_id for h in plain)
    field = {"price": "price_cents"}.get(sort.strip("-"), sort.strip("-"))
    values = [getattr(h, field) for h in hits]
    assert values == sorted(values, reverse=sort.startswith("-"))
    assert found(world, filters=[SHELF], sort=sort).total == len(plain)


@pytest.mark.parametrize("sort", ["", "price"])
def test_a_cursor_that_sold_out_keeps_its_place(world, sort):
    arguments = {"filters": [SHELF, {"name": "in_stock", "op": "eq", "value": True}], "sort": sort}
    first = found(world, **arguments)
    after = found(world, **arguments, cursor=first.next_cursor)
    overlay = world.overlay
    gone = replace(world, overlay=replace(overlay, sold_out=overlay.sold_out | {first.next_cursor}))
    again = found(gone, **arguments, cursor=first.next_cursor)
    assert [h.product_id for h in again.results] == [h.product_id for h in after.results]


def test_a_shelf_is_sorted_by_a_number_that_search_can_filter_and_by_nothing_else(world):
    hits = everything(world, filters=[SHELF], sort="weight")
    weights = [world.product(h.product_id).attributes["weight"] for h in hits]
    assert weights == sorted(weights) and len(set(weights)) > 1
    with pytest.raises(Refused, match="cannot sort by 'smell'; on this shelf it sorts by price, rating"):
        found(world, filters=[SHELF], sort="smell")
    with pytest.raises(Refused, match="needs a filter for the shelf"):
        found(world, sort="price")
    with pytest.raises(Refused, match="to continue after"):
        found(world, filters=[SHELF], sort="price", cursor="p1")


def test_who_wants_fewer_rows_gets_fewer_and_can_go_on_from_there(world):
    whole, none = found(world, filters=[SHELF]), found(world, filters=[SHELF], limit=0)
    assert none.results == [] and none.note == none.next_cursor == ""
    assert (none.total, none.facets) == (whole.total, whole.facets)
    for sort in ("", "price"):
        first = found(world, filters=[SHELF], sort=sort, limit=3)
        after = found(world, filters=[SHELF], sort=sort, limit=2, cursor=first.next_cursor)
        five = [h.product_id for h in found(world, filters=[SHELF], sort=sort).results[:5]]
        assert [h.product_id for h in (*first.results, *after.results)] == five
    most = found(world, filters=[SHELF], limit=1000)
    assert most.note == f"a page holds {len(most.results)} at most"
    assert replace(most, note="") == whole, "a page holds no more than the level gives"
    with pytest.raises(Refused, match="-1 rows"):
        found(world, filters=[SHELF], limit=-1)


@pytest.mark.parametrize("sort", ["", "price"])
def test_a_shelf_that_does_not_exist_is_what_is_refused_sorted_or_not(world, sort):
    with pytest.raises(Refused, match=r"did you mean .*Camera sliders"):
        found(world, filters=[{"name": "shelf", "op": "eq", "value": "Sliders"}], sort=sort)


def test_where_nothing_fits_the_answer_says_what_to_drop(world):
    narrow = [SHELF, {"name": "price", "op": "lte", "value": 1}, {"name": "rating", "op": "gte", "value": 1}]
    page = found(world, filters=narrow)
    assert (
        page.total == 0 and page.note.startswith("nothing fits; without price ") and "rating" not in page.note
    )
    assert found(world, filters=[SHELF]).note == ""


def test_a_shelf_is_suggested_by_its_words(world):
    for given, meant in (
        ("Sliders", "Camera sliders"),
        ("wall charger", "Wall chargers"),
        ("jeans for men", "Jeans"),
    ):
        with pytest.raises(Refused, match=f"did you mean .*{meant}"):
            found(world, filters=[{"name": "shelf", "op": "eq", "value": given}])


def test_whatever_a_shelf_prints_can_be_given_back_unchanged(world):
    """Values with units, as bare numbers where the header of a column has the unit, and prices, with their
    sign or without."""
    given = 0
    for kind in ("Electric kettles", "Tripods", "Backpacks", "Running shoes", "Power banks", "Hair oils"):
        shelf = {"name": "shelf", "op": "eq", "value": kind}
        page = found(world, filters=[shelf])
        category = world.catalog.category(world.catalog.shelf_named(kind))
        for facet in page.facets:
            attribute = category.attribute[facet.name]
            for value, choice in zip(facet.values, attribute.choices, strict=True):
                texts = [value, str(choice.value)] if value.split()[0] == str(choice.value) else [value]
                totals = {
                    found(world, filters=[shelf, {"name": facet.name, "op": "eq", "value": text}]).total
                    for text in texts
                }
                assert len(totals) == 1, f"{facet.name} of {kind}: {texts} find {totals}"
                given += len(texts)
        for hit in page.results[:4]:
            own = money.printed(hit.price_cents, world.customer.currency)
            for text in (own, own[1:]):
                cheaper = found(
                    world, filters=[shelf, {"name": "price", "op": "lte", "value": text}], sort="-price"
                )
                assert cheaper.results[0].price_cents == hit.price_cents, f"{text} on {kind}"
                given += 1
    assert given > 150


def test_products_are_compared_in_what_is_asked_for_or_in_everything(world):
    ids = [h.product_id for h in found(world, filters=[SHELF]).results[:4]]

    def compared(*names):
        return catalog_compare(world, catalog_compare.read({"product_ids": ids, "attributes": names}))[1]

    whole = compared().products
    assert len(whole[0].attributes) > 4
    for row, part in zip(whole, compared("weight", "brand").products, strict=True):
        assert part.attributes == {"weight": row.attributes["weight"]}
        assert part.numbers == {"weight": row.numbers["weight"]}
        assert (part.title, part.brand, part.in_stock) == (row.title, row.brand, row.in_stock)
    with pytest.raises(Refused, match=r"none of these has an attribute 'sleeves'; they have .*weight"):
        compared("weight", "sleeves")


def test_who_asks_for_no_rows_is_told_how_many_fit_or_what_it_takes(world):
    assert found(world, filters=[SHELF], limit=0).total
    assert "filter by shelf" in found(world, query="camera slider", limit=0).note
    assert not found(world, query="camera slider").note


def test_words_that_find_nothing_are_named_and_the_others_go_on(world):
    page = found(world, query="zzgrumpf tripod")
    assert [h.product_id for h in page.results] == [
        h.product_id for h in found(world, query="tripod").results
    ]
    assert page.note == "no listing has the word 'zzgrumpf'; a page may"
    none = found(world, query="zzgrumpf", filters=[SHELF])
    assert not none.results and "'zzgrumpf'" in none.note and "without the words 64 fit" in none.note
    assert "no listing" not in found(world, query="a tripod for the zoo").note
    assert not found(world, query="zzgrumpf tripod", cursor=page.next_cursor).note
