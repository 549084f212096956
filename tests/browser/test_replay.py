"""Finished episodes: found, looked at turn by turn, and compared."""

import re

import pytest
from playwright.sync_api import expect

from .agents import expert_path, played

pytestmark = pytest.mark.browser
SPEC = "cart/0/11"


@pytest.fixture(scope="module")
def two(shop):
    """The expert's path, and one that goes the same way for a turn and then gives up."""
    path = expert_path(SPEC)
    return played(shop.url, SPEC, path, "careful"), played(
        shop.url, SPEC, [*path[:1], {"calls": [{"name": "cart_confirm"}]}], "hasty"
    )


def test_records_are_filtered_by_environment_level_player_and_success(page, two):
    page.goto("/#/replay")
    rows = page.locator(".records tbody tr")
    expect(rows.filter(has_text="careful")).to_have_count(1)
    page.get_by_label("Environment").select_option("cart")
    page.get_by_label("Level").select_option("0")
    page.get_by_label("Player").select_option("hasty")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("no success")
    page.get_by_label("Outcome").select_option("true")
    expect(rows).to_have_count(0)
    page.get_by_label("Player").select_option("careful")
    expect(rows).to_have_count(1)
    page.get_by_label("Level").select_option("1")
    expect(rows).to_have_count(0)


def test_a_record_has_a_permalink_and_shows_the_shop_as_it_changes(page, two):
    careful, _ = two
    page.goto(f"/#/replay/{careful}")
    cart = page.get_by_role("region", name="Cart")
    expect(cart).to_contain_text("Total")
    assert page.locator(".done[open]").count() == 0  # calls are folded
    page.locator(".done summary", has_text="catalog_compare").first.click()
    expect(page.locator(".done[open]").first).to_be_visible()
    page.get_by_label("Turn", exact=True).focus()
    page.keyboard.press("Home")
    expect(page.get_by_text("at the opening")).to_be_visible()
    expect(cart).to_have_count(0)
    assert page.locator(".verdict .checks li").count() >= 4
    expect(page.locator(".heard").first).to_contain_text("heard")  # what the customer made of a message


def test_two_records_of_one_episode_are_compared_and_the_first_difference_is_marked(page, two):
    page.goto("/#/replay")
    for player in ("careful", "hasty"):
        page.locator(".records tbody tr", has_text=player).get_by_role("checkbox").check()
    page.get_by_role("link", name="Compare the two").click()
    expect(page.locator(".difference")).to_have_text("First difference: turn 2")
    assert page.locator(".pair .head").all_inner_texts()[0].startswith(("careful", "hasty"))
    assert page.locator(".verdict").count() == 2


def test_a_record_beside_itself_shows_no_difference(page, two):
    careful, _ = two
    page.goto(f"/#/compare/{careful}/expert")
    expect(page.locator(".difference")).to_have_text("Both did the same, turn by turn.")


def test_a_record_that_is_not_there_is_told_in_words(visitors):
    page = visitors.come()
    page.goto(f"/#/replay/{'0' * 32}")
    expect(page.get_by_role("alert")).to_contain_text("no record")
    assert len(visitors.errors) == 1 and "404" in visitors.errors.pop()


def test_a_record_of_100_turns_with_20_results_each_is_light_until_it_is_unfolded(page, shop):
    """Folded calls have no content yet; what is out of sight is not laid out."""
    search = {"calls": [{"name": "catalog_search", "arguments": {"query": "steel"}}]}
    spec = "cart/12/11?call_slack=10&retrieval_depth=20"
    record = played(shop.url, spec, [search] * 99 + [{"calls": [{"name": "cart_confirm"}]}], "searcher")
    page.goto(f"/#/replay/{record}")
    expect(page.locator(".story .beat").first).to_be_visible()
    assert page.locator(".card").count() == 0
    page.get_by_role("button", name="Unfold all").click()
    expect(page.locator(".card")).to_have_count(99 * 20)
    assert (
        page.locator(".story .beat").first.evaluate("node => getComputedStyle(node).contentVisibility")
        == "auto"
    )


def test_ids_in_links_are_those_of_the_records(page, two):
    page.goto("/#/replay")
    link = page.locator(".records tbody tr", has_text="careful").get_by_role("link").get_attribute("href")
    assert re.fullmatch(r"#/replay/[0-9a-f]{32}", link or "") and (link or "").endswith(two[0])


def test_a_view_that_was_left_behind_does_not_come_back(page, two):
    waiting = []
    page.route(re.compile(re.escape(two[0])), lambda route: waiting.append(route))
    with page.expect_request(re.compile(re.escape(two[0]))):
        page.goto(f"/#/replay/{two[0]}")
    page.goto("/#/replay")
    expect(page.locator(".records")).to_be_visible()
    with page.expect_response(re.compile(re.escape(two[0]))):
        for route in waiting:
            route.continue_()
    page.wait_for_load_state("networkidle")
    expect(page.locator(".records")).to_be_visible()
    expect(page.locator(".verdict")).to_have_count(0)
