"""A person plays the agent on the page."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

import retailgym as rg

from ..paths import expert_turns
from .hands import by_form, open_episode, play_like_the_expert, take, turns_taken

pytestmark = pytest.mark.browser
TIER_7 = 12  # the level of the desk's hardest tickets


def reward(page: Page) -> str:
    return page.locator(".verdict").first.locator(".reward b").inner_text()


def test_a_person_plays_cart_at_level_0_to_reward_1(page):
    page.goto("/")
    page.get_by_role("radio", name="Cart").check()
    page.get_by_label("Level").fill("0")
    page.get_by_label("Seed", exact=True).fill("7")
    page.keyboard.press("Enter")
    play_like_the_expert(page, "cart/0/7")
    assert reward(page) == "1.0"
    checks = page.get_by_role("region", name="Verdict").locator(".checks li")
    assert checks.count() >= 4 and all("passed" in text for text in checks.all_inner_texts())
    path = page.get_by_role("region", name="The expert's path")
    expect(path.locator(".difference")).to_have_text("Both did the same, turn by turn.")


def paying_ticket() -> str:
    """A ticket on which several items are paid for, so that amounts matter, and not all alike."""
    for seed in range(100):
        spec = f"desk/{TIER_7}/{seed}"
        settled = [
            c.arguments
            for turn in expert_turns(rg.start(spec))
            for c in turn.calls
            if c.name == "set_item_resolution"
        ]
        if (
            sum(bool(s.get("amount_cents")) for s in settled) >= 2
            and len({s["resolution"] for s in settled}) >= 2
        ):
            return spec
    raise AssertionError("no ticket pays for two items")


def test_a_person_settles_a_tier_7_ticket_to_the_end(page):
    spec = paying_ticket()
    open_episode(page, spec)
    play_like_the_expert(page, spec)
    assert reward(page) == "1.0"
    expect(page.get_by_role("img", name="Mood")).to_be_visible()


@pytest.mark.parametrize("spec", ["returns/0/5", "policy/0/3", "tracking/0/5", "bundle/0/1"])
def test_forms_from_schemas_are_enough_for_other_jobs(page, spec):
    open_episode(page, spec)
    play_like_the_expert(page, spec)
    assert reward(page) == "1.0"


def test_ids_are_picked_from_results_by_mouse_alone(page):
    open_episode(page, "cart/0/7")
    by_form(page, "catalog_search", {"filters": [{"name": "shelf", "op": "eq", "value": "Jeans"}]})
    page.locator(".latest .card").first.get_by_role("button", name="Variants").click()
    page.locator(".latest tr", has=page.locator("button:enabled")).first.get_by_role("button").click()
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="Cart")).to_contain_text("Total")
    expect(turns_taken(page)).to_have_text("3")


def test_a_search_that_only_counts_says_how_many_there_are(page):
    open_episode(page, "cart/0/7")
    by_form(
        page, "catalog_search", {"filters": [{"name": "shelf", "op": "eq", "value": "Jeans"}], "limit": 0}
    )
    expect(page.locator(".gist").last).to_contain_text(re.compile(r"counted \d+ products"))
    expect(page.locator(".latest")).to_contain_text("They were counted, none of them shown.")


def test_budgets_and_turns_are_visible_and_a_failure_says_why(page):
    open_episode(page, "cart/0/7")
    budgets = page.get_by_role("group", name="Budgets")
    episode = rg.start("cart/0/7")
    expect(budgets).to_contain_text(f"{episode.budgets.calls} of {episode.budgets.calls} left")
    take(page, rg.Turn("Anything else?"))
    expect(budgets).to_contain_text(f"{episode.budgets.exchanges - 1} of {episode.budgets.exchanges} left")
    by_form(page, "cart_confirm", {})
    failed = page.locator(".checks .failed")
    expect(failed.first).to_contain_text("the cart holds nothing")
    expect(page.locator(".difference")).to_have_text("First difference: turn 1")


def test_a_refusal_is_told_and_costs_only_the_call(page):
    open_episode(page, "cart/0/7")
    page.get_by_role("button", name="catalog_get_product", exact=True).click()
    form = page.get_by_role("form", name="catalog_get_product")
    form.get_by_role("button", name="Call").click()
    expect(form.get_by_role("alert")).to_contain_text("pick one")
    form.get_by_label("Product id", exact=True).select_option(label="type an id …")
    form.get_by_label("Product id, typed").fill("p000")
    form.get_by_role("button", name="Call").click()
    expect(page.get_by_role("alert").first).to_contain_text("no product 'p000'")
    expect(turns_taken(page)).to_have_text("1")


def test_two_visitors_at_once_do_not_meet(visitors):
    one, other = visitors.come(), visitors.come()
    for page in (one, other):
        open_episode(page, "cart/0/7")
    take(one, rg.Turn("Which colour?"))
    expect(turns_taken(one)).to_have_text("1")
    by_form(other, "clock_now", {})
    expect(turns_taken(other)).to_have_text("1")
    assert (
        "Which colour?" in one.locator(".log").inner_text()
        and "clock_now" not in one.locator(".log").inner_text()
    )
    assert "Which colour?" not in other.locator(".log").inner_text()


def test_an_episode_survives_loading_the_page_again(page):
    open_episode(page, "cart/0/7")
    take(page, rg.Turn("Which colour?"))
    expect(turns_taken(page)).to_have_text("1")
    page.reload()
    expect(page.locator(".log")).to_contain_text("Which colour?")
    expect(turns_taken(page)).to_have_text("1")


def test_starting_again_begins_anew_and_the_next_seed_is_another_episode(page):
    open_episode(page, "cart/0/7")
    opening = page.locator(".log .customer").first.inner_text()
    take(page, rg.Turn("Which colour?"))
    expect(turns_taken(page)).to_have_text("1")
    page.get_by_role("button", name="Start again").click()
    expect(turns_taken(page)).to_have_text("0")
    assert page.locator(".log .customer").all_inner_texts() == [opening]
    page.get_by_role("link", name="Next seed").click()
    expect(page.locator(".caption")).to_contain_text("seed 8")
    assert page.locator(".log .customer").all_inner_texts() != [opening]


def test_nothing_about_the_goal_reaches_the_page_before_the_end(page):
    told: list[str] = []
    page.on("response", lambda answer: told.append(answer.text()) if "/episodes" in answer.url else None)
    open_episode(page, "cart/0/7")
    play_like_the_expert(page, "cart/0/7", until=-1)
    answers = [json.loads(text) for text in told]
    assert len(answers) >= 6 and all(
        a["verdict"] is None and a["reward"] == 0.0 and a["record"] is None for a in answers
    )
    assert not any("because" in text or "checks" in text for text in told)
    assert page.locator(".verdict").count() == 0
