"""Reviews are as good as the rating that they stand beside, and say nothing else."""

from dataclasses import dataclass
from statistics import mean

import retailgym as rg
from retailgym.catalog.reviews import REVIEWS, _book, notes_of, reviews_of
from retailgym.core.rendering import Rendering
from retailgym.core.values import replace
from retailgym.policy import DEPARTMENTS


@dataclass
class Rated:
    id: str
    rating_tenths: int
    ratings: int = 9


def test_the_stars_of_many_reviews_come_to_the_rating():
    for tenths in (28, 35, 43, 50):
        lines = [r for n in range(400) for r in reviews_of(Rated(f"p{n}", tenths), "kitchen")]
        assert abs(mean(int(line[0]) for line in lines) - tenths / 10) < 0.1


def test_a_page_has_two_different_reviews_and_the_same_each_time():
    for n in range(200):
        product = Rated(f"p{n}", 41)
        found = reviews_of(product, "shoes")
        assert len(set(found)) == REVIEWS and found == reviews_of(product, "shoes")
        assert len(notes_of(product, "shoes")) == 1


def test_what_nobody_has_rated_has_no_review_and_one_rating_is_one_review():
    assert reviews_of(Rated("p", 0, 0), "kitchen") == ()
    assert len(reviews_of(Rated("p", 44, 1), "kitchen")) == 1


def test_every_department_of_the_book_exists():
    book = _book()
    assert {*book.reviews, *book.notes} - {"any"} <= set(DEPARTMENTS)


def test_lines_that_a_world_adds_stand_among_the_sellers_notes():
    episode = rg.start("cart/3/1")
    tool, world = episode.env.tools["catalog_get_product"], episode.world
    product = world.catalog.head(0)
    _, page = tool(world, (product.id,))
    _, more = tool(replace(world, notes={product.id: "Ask for the blue one."}), (product.id,))
    assert more.notes == (*page.notes, "Ask for the blue one.")
    text = Rendering().result(more)
    assert "\n- Ask for the blue one." in text and all(f"\n- {r}" in text for r in page.reviews)
