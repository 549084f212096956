"""Somebody else plays, and a person looks on."""

from urllib.error import HTTPError

import pytest
from playwright.sync_api import expect

from retailgym.serving.settings import ServerSettings

from ..models.endpoint import serving
from ..serving.servers import free_port
from .agents import ask
from .hands import turns_taken
from .hosts import hosting

pytestmark = pytest.mark.browser


def test_the_expert_plays_to_the_end_and_can_be_held_stepped_and_hurried(page):
    page.goto("/#/watch/expert/cart/0/7")
    page.get_by_role("button", name="Pause").click()
    held = int(turns_taken(page).inner_text())
    page.wait_for_timeout(1500)  # more than a turn takes
    assert int(turns_taken(page).inner_text()) == held
    page.get_by_role("button", name="One turn").click()
    expect(turns_taken(page)).to_have_text(str(held + 1))
    page.get_by_label("Speed").select_option(label="at once")
    page.locator("h1").focus()
    page.keyboard.press("Space")
    expect(page.locator(".verdict")).to_contain_text("Success", timeout=20_000)
    expect(page.get_by_role("region", name="Cart")).to_contain_text("Total")


def test_a_turn_is_not_taken_before_it_is_due(page):
    moves: list[str] = []
    page.on("request", lambda r: moves.append(r.url) if r.url.endswith("/move") else None)
    page.goto("/#/watch/expert/desk/0/3")
    page.get_by_role("button", name="Pause").click()
    page.wait_for_timeout(1500)
    assert len(moves) == int(turns_taken(page).inner_text())


def test_a_blind_player_is_watched_failing(page):
    page.goto("/#/watch")
    page.get_by_role("radio", name="Tracking").check()
    page.get_by_label("Who plays").select_option("silent")
    page.get_by_role("button", name="Watch", exact=True).click()
    page.get_by_label("Speed").select_option(label="at once")
    expect(page.locator(".verdict")).to_contain_text("No success", timeout=20_000)


@pytest.fixture
def with_model(tmp_path):
    """A server whose owner has set up a model: the expert's brain behind OpenAI's protocol."""
    settings = ServerSettings(port=free_port(), records=str(tmp_path / "records.sqlite"))
    with serving(["cart/0/7"]) as model:
        named = {
            "MODEL_NAME": "our/model",
            "API_BASE_URL": f"http://127.0.0.1:{model.port}/v1",
            "OPENAI_API_KEY": "",
        }
        with hosting(settings, named) as url:
            yield url


def test_a_model_that_was_set_up_is_watched_like_any_other(visitors, with_model):
    page = visitors.come(with_model)
    page.goto("/#/watch")
    page.get_by_label("Who plays").select_option("our/model")
    page.get_by_role("button", name="Watch", exact=True).click()
    page.get_by_label("Speed").select_option(label="at once")
    expect(page.locator(".verdict")).to_contain_text("Success", timeout=20_000)
    assert "our/model" in page.locator(".caption").inner_text()


def test_seeds_kept_for_evaluation_are_not_solved_in_public(page):
    page.goto(f"/#/watch/expert/cart/0/{2**31}")
    expect(page.get_by_role("alert")).to_contain_text("kept for evaluation")


def test_the_server_gives_no_move_for_a_seed_that_is_kept_for_evaluation(shop):
    episode = ask(f"{shop.url}/episodes", {"spec": f"cart/0/{2**31}", "player": "expert"})
    with pytest.raises(HTTPError) as refused:
        ask(f"{shop.url}/page/api/episodes/{episode['id']}/move", {})
    assert refused.value.code == 404 and b"kept for evaluation" in refused.value.read()


def test_the_watched_expert_is_told_no_more_than_any_agent(page):
    told: list[str] = []
    page.on("response", lambda answer: told.append(answer.text()) if "/episodes/" in answer.url else None)
    page.goto("/#/watch/expert/cart/3/7")
    page.get_by_label("Speed").select_option(label="at once")
    expect(page.locator(".verdict")).to_be_visible(timeout=20_000)
    for _ in range(100):  # the page may show the last answer before its text has come here
        if any('"done":true' in text for text in told):
            break
        page.wait_for_timeout(50)
    before = [text for text in told if '"done":true' not in text]
    assert len(before) > 10 and len(told) == len(before) + 1
    assert not any('"because"' in text or '"acts"' in text for text in before)
