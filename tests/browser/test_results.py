"""What the store shows, while it grows."""

import pytest
from playwright.sync_api import expect

from .agents import ask, expert_path, played

pytestmark = pytest.mark.browser


def test_results_show_success_by_level_levels_over_time_and_parts_and_follow_a_run(page, shop):
    for level in (0, 2):
        played(shop.url, f"tracking/{level}/3", expert_path(f"tracking/{level}/3"), "climber")
    page.goto("/#/results")
    page.get_by_label("Player").select_option("climber")
    expect(page.get_by_role("img", name="tracking: level 0 100 % of 1, level 2 100 % of 1")).to_be_visible()
    expect(page.get_by_role("img", name="tracking: level from 0 to 2")).to_be_visible()
    expect(page.get_by_text("2 episodes.")).to_be_visible()
    assert "Grounding" in page.locator("figure .bars").inner_text()
    played(shop.url, "tracking/4/3", expert_path("tracking/4/3"), "climber")
    expect(page.get_by_role("img", name="level 4 100 % of 1")).to_be_visible(timeout=15_000)
    expect(page.get_by_text("3 episodes.")).to_be_visible()


def test_a_curriculum_shows_where_it_stands(page, shop):
    ask(
        f"{shop.url}/curricula/warm-up",
        {"strategy": "window", "envs": ["cart", "tracking"], "settings": {"min_episodes": 4}},
    )
    played(shop.url, "tracking/0/4", expert_path("tracking/0/4"), "climber")
    page.goto("/#/results")
    expect(page.get_by_role("region", name="warm-up")).to_contain_text("tracking")
