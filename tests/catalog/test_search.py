"""Search against a reference in plain Python: the same order to the last place, whatever is filtered, hidden,
added or sold out."""

from collections.abc import Callable
from math import log2

import pytest

from retailgym.catalog import catalogue
from retailgym.catalog.catalogue import Catalog
from retailgym.catalog.generator import products
from retailgym.catalog.product import NOTHING, Added, Overlay
from retailgym.catalog.search.filters import Filter, UnfitFilter
from retailgym.catalog.search.index import impact, rarity
from retailgym.catalog.search.query import search
from retailgym.core.streams import Rng, Streams, new_id
from retailgym.core.values import replace

from . import reference
from .reference import Drawn, Reference, draw_filters, draw_overlay, draw_query

STREAMS = Streams("search tests")
LIMIT = 20


@pytest.fixture(scope="module")
def slow(small: Catalog) -> Reference:
    return Reference(small)


Sells = Callable[[str], Overlay]


def pages(
    catalog: Catalog,
    query: str,
    filters: tuple[Filter, ...],
    overlay: Overlay,
    limit: int,
    sells: Sells | None = None,
) -> list[int | str]:
    """All results, one page after the other. After a page that ends with a product, `sells` may say what else
    the episode changed."""
    found: list[int | str] = []
    after = ""
    while True:
        page = search(catalog, query, filters, overlay, after=after, limit=limit)
        assert len(page.docs) == limit or not page.more
        found += page.docs
        assert len(set(found)) == len(found), "a page repeats what another had"
        if not page.more:
            return found
        after = id_of(catalog, page.docs[-1])
        overlay = sells(after) if sells else overlay


def id_of(catalog: Catalog, found: int | str) -> str:
    return found if isinstance(found, str) else catalog.head(found).id


def test_300_drawn_searches_give_the_reference_order_with_filters_and_overlays(slow: Reference) -> None:
    long, filtered, with_added = 0, 0, 0
    for n in range(300):
        rng = (STREAMS / "order" / n)()
        query, overlay = draw_query(rng, slow.catalog), draw_overlay(rng, slow.catalog)
        drawn: list[Drawn] = draw_filters(rng, slow.catalog, max(0, rng.between(-1, 3)))
        filters = tuple(d.filter for d in drawn)
        expected = slow.ranked(query, lambda p, out, drawn=drawn: all(d.test(p, out) for d in drawn), overlay)
        found = search(slow.catalog, query, filters, overlay, limit=LIMIT)
        assert (found.docs, found.more) == (expected[:LIMIT], len(expected) > LIMIT), (query, filters)
        limit = rng.pick((7, 20, 50))
        assert pages(slow.catalog, query, filters, overlay, limit) == expected, (query, filters)
        long, filtered = long + (len(expected) > 200), filtered + (0 < len(expected) < 200)
        with_added += any(isinstance(d, str) for d in expected)
    assert min(long, filtered, with_added) > 40  # the draws reach every case


def test_the_best_of_many_equal_scores_are_the_earliest_documents(small: Catalog) -> None:
    for query in ("", "the", "warranty months"):
        for limit in (1, 5, 29, 30, 31, 100, 2_000):
            found = search(small, query, (), limit=limit).docs
            assert found == search(small, query, (), limit=5_000).docs[:limit]


def test_a_catalogue_too_large_to_keep_its_lists_in_memory_finds_the_same(
    small: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = small.postings("the")
    monkeypatch.setattr(catalogue, "_WIDE", 1_000)
    large = Catalog(small.contents, small.column, small.content_hash)
    assert (
        large.postings("the").docs.base is not None
        and large.postings("the").spread is None is not kept.spread
    )
    for n in range(60):
        rng = (STREAMS / "large" / n)()
        query, filters = (
            draw_query(rng, small),
            tuple(d.filter for d in draw_filters(rng, small, rng.below(3))),
        )
        assert pages(large, query, filters, NOTHING, 30) == pages(small, query, filters, NOTHING, 30)


def test_without_words_a_shelf_is_listed_by_popularity(small: Catalog) -> None:
    popularity = {p.id: popular for _, popular, p in products(small.contents.schema, 0, small.size)}
    for shelf in small.shelves:
        found = search(small, "", (Filter(name="shelf", op="eq", value=shelf.name),), limit=200)
        ids = [id_of(small, d) for d in found.docs]
        assert len(ids) == shelf.last - shelf.first and not found.more
        assert ids == sorted(ids, key=lambda id: -popularity[id])


def test_whole_number_bm25_is_the_textbook_one_to_the_nearest_step() -> None:
    for documents, holding in (
        (10_000, 1),
        (10_000, 37),
        (10_000, 9_999),
        (64, 64),
        (2_000_000, 1),
        (2_000_000, 1_234_567),
    ):
        assert rarity(documents, holding) == reference.rarity(documents, holding)
    assert rarity(10_000, 1) == int(1_024 * log2(10_001 / 1.5)) == 13_007
    assert impact(13_007, 1, 30, 3_000) == 13_007  # one word in a text of average length
    assert impact(13_007, 2, 30, 3_000) == 17_884  # 2 × 2.2 / (2 + 1.2) = 1.375 times as much
    assert impact(13_007, 1, 60, 3_000) == 9_230  # 2.2 / (1 + 1.2 × 1.75) = 0.7097 times as much
    assert impact(rarity(2_000_000, 0), 1_000, 1_000, 100_000) < 2**16  # fits its column


class Selling:
    """Between two pages the last product shown and thirty others sell out."""

    def __init__(self, rng: Rng, catalog: Catalog, overlay: Overlay, shown: list[int | str]) -> None:
        self.rng, self.overlay = rng, overlay
        self.ids = [id_of(catalog, d) for d in shown]

    def __call__(self, last: str) -> Overlay:
        self.overlay = replace(
            self.overlay, sold_out=self.overlay.sold_out | {last, *self.rng.sample(self.ids, 30)}
        )
        return self.overlay


def test_pages_neither_skip_nor_repeat_while_items_sell_out_between_them(small: Catalog) -> None:
    for n in range(40):
        rng = (STREAMS / "selling" / n)()
        query, overlay = rng.pick(("", draw_query(rng, small))), draw_overlay(rng, small)
        before = pages(small, query, (), overlay, 1_000)
        assert (
            pages(small, query, (), overlay, 50, Selling(rng, small, overlay, before)) == before
        )  # sold-out items keep their rank


def test_pages_of_what_is_in_stock_miss_nothing_that_is_still_held_and_repeat_nothing(small: Catalog) -> None:
    """Each cursor names a product that no longer passes the filter."""
    held = (Filter(name="in_stock", op="eq", value=True),)
    for n in range(40):
        rng = (STREAMS / "held" / n)()
        query, overlay = rng.pick(("", draw_query(rng, small))), draw_overlay(rng, small)
        before = pages(small, query, held, overlay, 1_000)
        selling = Selling(rng, small, overlay, before)
        found = pages(small, query, held, overlay, 50, selling)
        assert [d for d in before if id_of(small, d) not in selling.overlay.sold_out] == [
            d for d in found if id_of(small, d) not in selling.overlay.sold_out
        ]


def test_the_cursor_of_a_product_outside_the_filters_continues_at_its_place(small: Catalog) -> None:
    everything = search(small, "steel kettle", (), limit=500).docs
    shelf = small.head(everything[0]).shelf
    at = next(n for n, d in enumerate(everything) if n > 3 and small.head(d).shelf != shelf)
    here = (Filter(name="shelf", op="eq", value=shelf),)
    found = search(small, "steel kettle", here, after=small.head(everything[at]).id, limit=500).docs
    assert found == [d for d in everything[at + 1 :] if small.head(d).shelf == shelf]


def test_an_unknown_cursor_is_refused_with_the_way_out(small: Catalog) -> None:
    for cursor in ("p", "nothing", "\ud800", "🫖" * 1_000, small.head(0).id + " "):
        with pytest.raises(UnfitFilter, match="use the cursor that the last page gave"):
            search(small, "kettle", (), after=cursor, limit=5)


def test_a_masked_product_is_never_shown_or_opened(small: Catalog) -> None:
    masked = frozenset(range(0, small.size, 3))
    overlay = Overlay(masked=masked)
    for query in ("", "kettle", "the range of it", small.head(0).title):
        found = pages(small, query, (), overlay, 100)
        assert found and not masked & set(found)
        assert found == [d for d in pages(small, query, (), NOTHING, 100) if d not in masked]
    assert small.product(small.head(3).id, overlay) is None
    assert small.product(small.head(4).id, overlay) == small.at(4)


def added_to(catalog: Catalog, doc: int, attribute: str, value: str | int) -> Added:
    id = new_id("p", "added", doc, attribute)
    return Added(id=id, catalog=catalog, doc=doc, attribute=attribute, value=value, place=doc, number=12_345)


def test_an_added_product_is_found_by_its_own_words_and_not_by_those_of_the_product_it_is_like(
    small: Catalog,
) -> None:
    base = next(d for d in range(small.size) if small.category_of(small.at(d)).name == "Kettles and coffee")
    category = small.category_of(small.at(base))
    other = next(
        c.value
        for c in category.attribute["material"].choices
        if c.value != small.at(base).attributes["material"]
    )
    added = added_to(small, base, "material", other)
    overlay = Overlay(added={added.id: added})
    here = Filter(name="shelf", op="eq", value=small.at(base).shelf)
    for value, expected in ((other, True), (small.at(base).attributes["material"], False)):
        found = pages(small, "", (here, Filter(name="material", op="eq", value=value)), overlay, 5)
        assert (added.id in found) is expected and (base in found) is not expected
    assert search(small, added.product.title, (here,), overlay, limit=1).docs == [added.id]
    assert search(small, "zyx", (here,), overlay, limit=5).docs == []


def test_an_added_product_moves_no_other(small: Catalog) -> None:
    for n in range(30):
        rng = (STREAMS / "moves" / n)()
        query, overlay = draw_query(rng, small), replace(draw_overlay(rng, small), masked=frozenset())
        assert [d for d in pages(small, query, (), overlay, 100) if isinstance(d, int)] == pages(
            small, query, (), NOTHING, 100
        )


def end_of_value(text: str, name: str, label: str) -> int:
    """Where a text has just said the value of an attribute, in one of the ways in which titles and
    descriptions do; 0 if nowhere."""
    for lead in (", ", " in ", " for ", " for the ", f"{name} ", f"{name}: "):
        end = text.lower().find(f"{lead}{label}".lower()) + len(lead) + len(label)
        if end >= len(lead) + len(label) and not text[end : end + 1].isalnum():
            return end
    return 0


def test_an_added_product_changes_its_model_name_and_one_value_and_nothing_else_of_its_texts(
    catalog: Catalog,
) -> None:
    rng = (STREAMS / "texts")()
    changed = 0
    for _ in range(3_000):
        doc = rng.below(catalog.size)
        base = catalog.at(doc)
        category = catalog.category_of(base)
        a = rng.pick(category.filters)
        old = base.brand if a.name == "brand" else base.attributes[a.name]
        new = rng.pick([c.value for c in a.choices if c.value != old])
        p = Added(
            id="px", catalog=catalog, doc=doc, attribute=a.name, value=new, place=doc, number=rng.word()
        ).product
        model = next(s for s in category.series if base.title.startswith(f"{base.brand} {s} "))
        assert (p.brand, p.attributes) == (
            (new, base.attributes) if a.name == "brand" else (base.brand, {**base.attributes, a.name: new})
        )
        now = next(s for s in category.series if p.title.startswith(f"{p.brand} {s} "))
        assert now != model
        label = (a.choice(old).label, a.choice(new).label)
        for text, was in ((p.title, base.title), (p.description, base.description)):
            expected = was.replace(model, now).replace(base.brand, p.brand)
            if a.filterable and a.name != "brand":
                end = end_of_value(expected, a.label, label[0])
                expected = expected[: end - len(label[0])] + label[1] + expected[end:] if end else expected
                changed += end > 0
            assert text == expected
        assert [replace(v, id="") for v in p.variants] == [replace(v, id="") for v in base.variants]
        assert not {v.id for v in p.variants} & {v.id for v in base.variants}
    assert changed > 300


def test_ids_that_do_not_exist_have_no_product(small: Catalog) -> None:
    for id in ("", "p", "p2222222222", "\ud800", "p" * 100_000):
        assert small.doc(id) is None and small.product(id) is None
