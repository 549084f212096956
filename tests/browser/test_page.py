"""The page itself: small, safe, and for everybody."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from retailgym.serving.settings import ServerSettings

from ..serving.servers import free_port
from .agents import expert_path, played
from .hands import open_episode, play_like_the_expert
from .hosts import hosting
from .looks import LOOKS, PHONE, violations

pytestmark = pytest.mark.browser
PAGE = Path(__file__).parents[2] / "src/retailgym/serving/page"
SCRIPT, IMAGE = "<script>document.title='taken'</script>", "<img src=x onerror=\"document.title='taken'\">"
FIRST_VIEW_BYTES = 300_000
KEPT = re.compile(
    r'"(?:[a-z_]*_id|id|type|tool|name|env|spec|page|record|ended|line|op|product_ids|items|ticket_items|enum|\$ref)"$'
)


@pytest.fixture(scope="module")
def records(shop):
    path = expert_path("cart/0/11")
    hasty = [*path[:1], {"text": f"Is it {SCRIPT} or {IMAGE}?"}, {"calls": [{"name": "cart_confirm"}]}]
    desk = played(shop.url, "desk/12/7", expert_path("desk/12/7"), "expert")
    return (
        played(shop.url, "cart/0/11", path, "expert"),
        played(shop.url, "cart/0/11", hasty, f"{IMAGE}{SCRIPT}"),
        desk,
    )


def every_view(page: Page, records: tuple[str, ...]):
    """Each view in turn, with something in it."""
    one, other, desk = records
    for address, waits_for in (
        ("/", ".envs"),
        ("/#/watch", ".envs"),
        ("/#/watch/expert/cart/0/7", ".log .beat"),
        ("/#/replay", ".records tbody tr"),
        (f"/#/replay/{one}", ".verdict"),
        (f"/#/replay/{desk}", ".verdict"),
        (f"/#/compare/{one}/{other}", ".difference"),
        ("/#/results", "figure"),
        ("/#/play/returns/0/5", ".log .beat"),
        ("/#/play/desk/12/7", ".desk"),
        ("/#/nowhere", ".trouble"),
        ("/#/guide", ".coach"),
        ("/#/play/cart/0/7", ".log .beat"),
    ):
        page.goto(address)
        expect(page.locator(waits_for).first).to_be_visible()
        yield address


@pytest.mark.parametrize("look", LOOKS)
def test_axe_finds_nothing_in_any_view(visitors, records, look):
    page = visitors.come(**LOOKS[look])
    for address in every_view(page, records):
        assert violations(page) == [], address
    page.get_by_role(
        "button", name="catalog_search", exact=True
    ).click()  # the last view is an episode: with a form open, and at its end
    page.get_by_role("button", name="Filter by price").click()
    assert violations(page) == []
    page.reload()
    play_like_the_expert(page, "cart/0/7")
    expect(page.locator(".difference")).to_be_visible()
    assert violations(page) == []


def test_no_view_is_wider_than_a_phone(visitors, records):
    page = visitors.come(**PHONE)
    for address in every_view(page, records):
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, address


def test_an_episode_is_played_on_a_phone(visitors):
    page = visitors.come(**PHONE)
    open_episode(page, "tracking/0/5")
    play_like_the_expert(page, "tracking/0/5")
    expect(page.locator(".verdict")).to_contain_text("Success")


def test_the_first_view_is_small_and_comes_from_here(page):
    sizes: list[int] = []
    page.on("response", lambda answer: sizes.append(len(answer.body())))
    page.goto("/", wait_until="networkidle")
    assert len(sizes) >= 5 and sum(sizes) < FIRST_VIEW_BYTES


def test_a_strict_policy_lets_nothing_in_from_outside(visitors):
    page = visitors.come()
    answer = page.goto("/")
    policy = answer.headers["content-security-policy"]
    assert (
        "default-src 'none'" in policy
        and "script-src 'self';" in policy
        and "unsafe" not in policy
        and "http" not in policy
    )
    assert page.evaluate("fetch('https://example.org').then(() => 'came', () => 'refused')") == "refused"
    assert visitors.errors and all("Content Security Policy" in error for error in visitors.errors)
    visitors.errors.clear()


def test_nothing_in_the_sources_makes_markup_from_text():
    for file in PAGE.glob("*.js"):
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", file.read_text()
        ), file.name
    html = (PAGE / "index.html").read_text()
    assert not re.search(
        r"<(?!a )[^>]*(?:src|href)=\"(?:https?:)?//|<script(?! type=\"module\" src)|style=| on[a-z]+=", html
    )


def test_markup_that_an_agent_says_is_shown_as_text(page, records):
    page.goto(f"/#/replay/{records[1]}")
    expect(page.locator(".bubble.agent", has_text="Is it").first).to_contain_text(
        f"Is it {SCRIPT} or {IMAGE}?"
    )
    page.goto("/#/replay")
    expect(page.locator(".records")).to_contain_text(IMAGE)
    assert page.locator("main img, main script").count() == 0 and "taken" not in page.title()


def test_a_server_with_a_token_asks_for_it_and_keeps_everything_else_closed(visitors, tmp_path):
    settings = ServerSettings(
        port=free_port(), records=str(tmp_path / "records.sqlite"), token="a key that nobody guesses"
    )
    with hosting(settings) as url:
        page = visitors.come(url)
        page.goto("/")
        page.get_by_label("The server's token").fill(settings.token)
        page.keyboard.press("Enter")
        expect(page.locator(".envs")).to_be_visible()
        page.goto("/#/watch/expert/cart/0/7")
        expect(page.locator(".log .beat").nth(1)).to_be_visible()
    assert len(visitors.errors) == 1 and "401" in visitors.errors.pop()


def test_an_open_server_lists_no_records_but_shows_visitors_their_own(visitors, tmp_path):
    with hosting(
        ServerSettings(
            port=free_port(), records=str(tmp_path / "records.sqlite"), host="0.0.0.0", public=True
        )
    ) as url:
        page, other = visitors.come(url), visitors.come(url)
        page.goto("/#/watch/silent/tracking/0/5")
        page.get_by_label("Speed").select_option(label="at once")
        expect(page.locator(".verdict")).to_be_visible()
        for who, many in ((page, 1), (other, 0)):
            who.goto("/#/replay")
            expect(who.get_by_text("keeps its records closed")).to_be_visible()
            expect(who.locator(".records tbody tr")).to_have_count(many)
        page.locator(".records a").click()
        expect(page.locator(".verdict")).to_be_visible()
        assert page.evaluate("fetch('page/api/records').then((answer) => answer.status)") == 404
    assert len(visitors.errors) == 1 and "404" in visitors.errors.pop()


def poisoned(value: object, name: str = '""') -> object:
    """Every text that the server sends, with markup before it; names and ids stay, so that the page still
    works."""
    match value:
        case str() if not KEPT.search(f'"{name}"') and value:
            return f"{IMAGE}{SCRIPT}{value}"
        case list():
            return [poisoned(one, name) for one in value]
        case dict():
            return {key: poisoned(one, key) for key, one in value.items()}
        case _:
            return value


def test_markup_from_customers_catalogues_policies_and_models_is_shown_as_text(page, records):
    def poison(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(
            response=answer,
            body=json.dumps(poisoned(answer.json()))
            if answer.headers.get("content-type") == "application/json"
            else answer.body(),
        )

    page.route(re.compile(r"/(episodes|page/api/(records|episodes))"), poison)
    for address in every_view(page, records):
        page.evaluate("document.querySelectorAll('details').forEach((fold) => (fold.open = true))")
        assert page.locator("main img, main script").count() == 0, address
        assert "taken" not in page.title()
    expect(page.locator(".bubble.customer").first).to_contain_text(f"{IMAGE}{SCRIPT}")
    page.get_by_role("button", name="catalog_search", exact=True).click()
    page.get_by_role("form", name="catalog_search").locator("button[type=submit]").click()
    expect(page.locator(".card strong").first).to_contain_text(f"{IMAGE}{SCRIPT}")
    assert page.locator("main img, main script").count() == 0
