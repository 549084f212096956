"""What a person does with mouse and keyboard to take a turn on the page."""

from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Locator, Page, expect

import retailgym as rg

from ..paths import expert_turns

DESK = {"set_ticket_resolution": "Ticket resolution", "set_priority": "Priority"}


def open_episode(page: Page, spec: str) -> None:
    page.goto(f"/#/play/{spec}")
    expect(page.get_by_role("group", name="Budgets")).to_be_visible()


def turns_taken(page: Page) -> Locator:
    return page.locator(".meter", has_text="Turns").locator("b")


def play_like_the_expert(page: Page, spec: str, until: int | None = None) -> None:
    """Each turn of the expert's, by hand."""
    for n, turn in enumerate(expert_turns(rg.start(spec))[:until], 1):
        take(page, turn)
        expect(turns_taken(page)).to_have_text(str(n))


def take(page: Page, turn: rg.Turn) -> None:
    if not turn.calls:
        composer = page.locator(".composer textarea")
        composer.fill(turn.text)
        composer.press("Enter")
        return
    (call,) = turn.calls
    if page.locator(".desk").count():
        at_the_desk(page, call.name, call.arguments)
    else:
        by_form(page, call.name, call.arguments)


def by_form(page: Page, tool: str, given: Mapping[str, Any]) -> None:
    """Choose the tool, fill in its form, send it. A number that was left to its default has to be typed
    here."""
    given = {"quantity": 1, **given} if tool == "cart_add" else given
    page.get_by_role("button", name=tool, exact=True).click()
    form = page.get_by_role("form", name=tool)
    fill(form, given)
    form.locator("button[type=submit]").click()


def fill(within: Locator, given: Mapping[str, Any]) -> None:
    for name, value in given.items():
        label = name.replace("_", " ").capitalize()
        match value:
            case list() if name == "filters":
                fill_filters(within, value)
            case list() if name == "attributes":
                within.get_by_label(label, exact=True).fill(", ".join(value))
            case list():
                pick_in_order(within.get_by_role("group", name=label), value)
            case Mapping():
                fill(within.get_by_role("group", name=label), value)
            case bool() if name in ("marked_as_gift", "with_coupon"):  # may be left open
                within.get_by_label(label, exact=True).select_option(str(value).lower())
            case bool() if name != "answer":
                within.get_by_label(label, exact=True).set_checked(value)
            case "":
                pass
            case _ if name == "cursor":
                within.get_by_label("Page").select_option(label="next page")
            case _:
                fill_one(within.get_by_label(label, exact=True), str(value))


def fill_one(control: Locator, value: str) -> None:
    if control.evaluate("node => node.tagName") == "SELECT":
        control.select_option(value)
    else:
        control.fill(value)


def fill_filters(form: Locator, filters: list[Any]) -> None:
    """In place of those that are still set from the search before."""
    set_before = form.get_by_role("group", name="Filters that are set").get_by_role("button")
    while set_before.count():
        set_before.first.click()
    for filter in filters:
        chip = form.get_by_role("button", name=f"Filter by {filter['name'].replace('_', ' ')}", exact=True)
        if chip.count():
            chip.click()
        else:
            form.get_by_role("button", name="Filter by another name").click()
            form.get_by_label("Filter name").fill(filter["name"])
        form.get_by_label("Filter comparison").select_option(filter["op"])
        value = filter["value"]
        form.get_by_label("Filter value").fill(
            ", ".join(map(str, value)) if isinstance(value, list) else str(value)
        )
        form.get_by_role("button", name="Add the filter").click()


def pick_in_order(group: Locator, ids: list[str]) -> None:
    for n, id in enumerate(ids):
        if n:
            group.get_by_role("button", name="One more").click()
        group.locator("select").nth(n).select_option(id)


def at_the_desk(page: Page, tool: str, given: Mapping[str, Any]) -> None:
    match tool:
        case "inspect_order":
            page.get_by_role("button", name="Inspect the order").click()
        case "inspect_customer":
            page.get_by_role("button", name="Inspect the customer").click()
        case "inspect_policy":
            page.get_by_label("Page of the policy").select_option(given["page"])
            page.get_by_role("button", name="Read", exact=True).click()
        case "inspect_inventory":
            page.get_by_label("Item", exact=True).select_option(given["item_id"])
            page.get_by_role("button", name="Look up").click()
        case "set_item_resolution":
            settle_item(page.locator(".items fieldset", has_text=given["item_id"]), given)
        case "set_ticket_resolution" | "set_priority":
            control = page.get_by_label(DESK[tool], exact=True)
            control.select_option(given["resolution" if "resolution" in given else "priority"])
            page.locator(".line", has=control).get_by_role("button", name="Set").click()
        case "add_tag":
            tick = page.get_by_label(given["tag"].replace("_", " "), exact=True)
            tick.focus()
            tick.press("Space")
        case "flag_fraud":
            page.get_by_label("Flag for the fraud team").click()
        case "draft_reply":
            page.get_by_label("Reply to the customer").fill(given["message"])
            page.get_by_role("button", name="Keep the draft").click()
        case "submit":
            page.get_by_role("button", name="Submit the ticket").click()


def settle_item(item: Locator, given: Mapping[str, Any]) -> None:
    item.get_by_label("Resolution").select_option(given["resolution"])
    if (amount := given.get("amount_cents")) is not None and item.get_by_label("Amount").is_visible():
        item.get_by_label("Amount").fill(f"{amount / 100:.2f}")
    item.get_by_role("button", name="Set").click()
