"""What a newcomer trips over, or does not: the desk, numbers, filters, addresses, stores that lack something,
the first episode. All of it by daylight and in the dark, at a desktop and on a phone."""

import re

import pytest
from playwright.sync_api import Page, expect

import retailgym as rg
from retailgym.catalog import load
from retailgym.core import dates
from retailgym.serving.settings import ServerSettings

from ..paths import expert_turns
from ..serving.servers import free_port
from .hands import by_form, fill_filters, open_episode, play_like_the_expert, take, turns_taken
from .hosts import hosting
from .looks import LOOKS, violations

pytestmark = pytest.mark.browser
TICKET = "desk/6/3"
MONEY = re.compile(r"[$€£]\d|\d \b[A-Z]{3}\b")
SCROLLERS = """() => {
  const style = (node) => getComputedStyle(node);
  const scrolls = (node) => /auto|scroll/.test(style(node).overflowX + style(node).overflowY)
    && (node.scrollHeight > node.clientHeight + 1 || node.scrollWidth > node.clientWidth + 1);
  const all = [...document.querySelectorAll(".desk *:not(textarea)")].filter(scrolls);
  return all.filter((node) => all.some((other) => other !== node && other.contains(node))).length;
}"""


@pytest.fixture(params=LOOKS)
def look(request):
    return LOOKS[request.param]


@pytest.fixture
def page(visitors, look):
    """Whatever a test leaves on the page has to be fit for everybody."""
    page = visitors.come(**look)
    yield page
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


def calls_of(page: Page) -> list[str]:
    return page.locator(".log .done summary code").all_inner_texts()


def finished(spec: str) -> rg.Episode:
    return rg.play(rg.start(spec), rg.players.get("expert"))[0]


# the desk


def test_submit_sends_the_reply_that_was_typed_and_the_choices_that_were_made(page):
    """Nobody pressed Keep or Set: what stands on the board is what is judged."""
    open_episode(page, TICKET)
    path = expert_turns(rg.start(TICKET))
    turns = [
        turn
        for turn in path
        if not turn.calls
        or turn.calls[0].name not in ("draft_reply", "set_priority", "set_ticket_resolution", "submit")
    ]
    for n, turn in enumerate(turns, 1):
        take(page, turn)
        expect(turns_taken(page)).to_have_text(str(n))
    given = {c.name: c.arguments for turn in path for c in turn.calls}
    page.get_by_label("Ticket resolution").select_option(given["set_ticket_resolution"]["resolution"])
    page.get_by_label("Priority", exact=True).select_option(given["set_priority"]["priority"])
    page.get_by_label("Reply to the customer").fill(given["draft_reply"]["message"])
    expect(page.locator(".finish")).to_contain_text(
        "Submitting also sends: ticket resolution, priority, reply."
    )
    page.get_by_role("button", name="Submit the ticket").click()
    expect(page.locator(".verdict .reward b").first).to_have_text("1.0")
    assert calls_of(page)[-4:] == ["set_ticket_resolution", "set_priority", "draft_reply", "submit"]


def test_a_ticket_without_a_reply_is_not_sent_by_one_click(page):
    open_episode(page, TICKET)
    take(page, rg.Turn(calls=(rg.Call("inspect_customer", {}),)))
    page.get_by_role("button", name="Submit the ticket").click()
    expect(page.locator(".finish")).to_contain_text("No reply was written")
    expect(turns_taken(page)).to_have_text("1")


def test_an_item_with_half_an_amount_holds_the_ticket_back(page):
    open_episode(page, TICKET)
    names = [turn.calls[0].name if turn.calls else "" for turn in expert_turns(rg.start(TICKET))]
    play_like_the_expert(page, TICKET, until=names.index("inspect_order") + 1)
    page.get_by_label("Reply to the customer").fill("Hello")
    item = page.locator(".items fieldset").first
    item.get_by_label("Resolution").select_option("refund")
    item.get_by_label("Amount").fill("twelve")
    page.get_by_role("button", name="Submit the ticket").click()
    expect(item.get_by_role("alert")).to_have_text("Give an amount such as 12.34.")
    expect(page.locator(".verdict")).to_have_count(0)


def test_the_desk_shows_dates_money_and_findings_first_and_no_scroller_in_a_scroller(page):
    open_episode(page, "desk/12/9")
    play_like_the_expert(page, "desk/12/9", until=8)
    order = page.get_by_role("group", name="What was read: Order")
    assert MONEY.search(order.locator(".card").first.inner_text())
    found = next(
        e.message.content
        for e in finished("desk/12/9").log
        if getattr(e.message, "tool", "") == "inspect_order"
    )
    assert f"Ordered {dates.printed(found.order.placed_day)}, " in order.inner_text(), (
        "the shop's own calendar"
    )
    assert order.locator("table:visible").count() == 0, "wide tables stay behind more"
    page.evaluate("document.querySelectorAll('.desk details').forEach((fold) => (fold.open = true))")
    assert page.evaluate(SCROLLERS) == 0


# searching and adding


def test_the_query_comes_first_and_has_the_focus(page, look):
    open_episode(page, "cart/0/7")
    query = page.get_by_role("form", name="catalog_search").get_by_label("Query")
    if "has_touch" in look:  # there the focus would open a keyboard over the customer's words
        expect(query).not_to_be_focused()
        query.tap()
    expect(query).to_be_focused()
    page.keyboard.type("backpack")
    page.keyboard.press("Enter")
    expect(page.locator(".latest .card").first).to_be_visible()
    expect(query).to_have_value("backpack")


def test_filters_are_chips_from_what_can_be_filtered(page):
    open_episode(page, "cart/0/7")
    form = page.get_by_role("form", name="catalog_search")
    fill_filters(form, [{"name": "shelf", "op": "eq", "value": "Backpacks"}])
    form.locator("button[type=submit]").click()
    expect(turns_taken(page)).to_have_text("1")
    material = form.get_by_role("button", name="Filter by material")
    material.click()
    form.get_by_role("button", name="canvas", exact=True).click()
    expect(form.get_by_role("group", name="Filters that are set").get_by_role("button")).to_have_count(2)
    form.get_by_role("button", name="Filter by price").click()
    form.get_by_label("Filter value").fill("200")
    page.keyboard.press("Enter")
    expect(turns_taken(page)).to_have_text("1")  # Enter added the filter and did not search
    form.locator("button[type=submit]").click()
    expect(page.locator(".latest .arguments")).to_contain_text("material = canvas, price ≤ 200")
    form.get_by_role("button", name="Take out the filter on material").click()
    expect(form.get_by_role("group", name="Filters that are set").get_by_role("button")).to_have_count(2)


def test_enter_never_adds_a_number_that_nobody_typed(page):
    open_episode(page, "cart/0/7")
    by_form(page, "catalog_search", {"filters": [{"name": "shelf", "op": "eq", "value": "Backpacks"}]})
    page.locator(".latest .card").first.get_by_role("button", name="Variants").click()
    page.locator(".latest tr", has=page.locator("button:enabled")).first.get_by_role("button").click()
    expect(page.get_by_role("form", name="cart_add").get_by_label("Quantity")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("form", name="cart_add").get_by_role("alert")).to_contain_text("Quantity")
    expect(turns_taken(page)).to_have_text("2")
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="Cart")).to_contain_text("3")


def test_prices_carry_their_currency_in_every_view(page):
    open_episode(page, "cart/0/7")
    by_form(page, "catalog_search", {"query": "backpack"})
    for price in page.locator(".latest .card b").all_inner_texts():
        assert MONEY.search(price), price
    page.locator(".latest .card").first.get_by_role("button", name="Variants").click()
    expect(page.locator(".latest td").nth(2)).to_have_text(MONEY)


def test_a_turn_under_way_is_seen_and_cannot_be_sent_twice(page):
    open_episode(page, "cart/0/7")
    held = []
    page.route(re.compile(r"/turns$"), lambda route: held.append(route))
    page.locator(".composer textarea").fill("Which colour?")
    page.locator(".composer button").click()
    expect(page.locator(".play[aria-busy=true] .busy")).to_be_visible()
    page.locator(".composer button").click()
    (turn,) = held
    turn.continue_()
    expect(turns_taken(page)).to_have_text("1")
    expect(page.locator(".busy")).to_be_hidden()


# addresses and stores


@pytest.mark.parametrize("address", ["#/nowhere", "#/play/nothing/0/1", "#/toString"])
def test_an_unknown_address_says_so(page, address):
    page.goto(f"/{address}")
    expect(page.get_by_role("alert")).to_contain_text("no")
    expect(page.get_by_role("link", name="To the first page")).to_be_visible()


def test_what_a_store_cannot_serve_is_greyed_out_with_the_reason(visitors, look, tmp_path):
    load(64)
    with hosting(
        ServerSettings(port=free_port(), catalog="64", records=str(tmp_path / "records.sqlite"))
    ) as url:
        page = visitors.come(url, **look)
        page.goto("/")
        closed = page.locator(".env.closed")
        expect(closed.first).to_contain_text("Not in this store: ")
        expect(closed.first.get_by_role("radio")).to_be_disabled()
        assert page.get_by_role("radio", disabled=False).count() + closed.count() == len(rg.envs())
        assert violations(page) == []


def test_every_view_links_to_source_and_documentation(page):
    page.goto("/")
    for name in ("Source", "Documentation", "For programs"):
        expect(page.get_by_role("link", name=name)).to_be_visible()


# the first episode


def test_a_newcomer_is_led_through_a_first_episode(page):
    page.goto("/")
    page.get_by_role("link", name="New here?").click()
    coach = page.get_by_role("region", name="Your first episode")
    expect(coach).to_contain_text("Step 1 of 6")
    play_like_the_expert(page, "cart/0/7")
    expect(coach).to_contain_text("That was an episode")
    expect(page.locator(".verdict .reward b").first).to_have_text("1.0")
