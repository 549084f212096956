"""Screenshots of every view of the page, for the documentation: `make screens` writes them to
docs/screens."""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from retailgym.serving.settings import ServerSettings

from ..serving.servers import running
from .agents import ask, expert_path, played
from .conftest import CHROMIUM, FLAGS
from .hands import by_form, open_episode, play_like_the_expert

SCREENS = Path(__file__).parents[2] / "docs" / "screens"
WIDE, PHONE = {"width": 1280, "height": 820}, {"width": 390, "height": 780}
CLIMBS = {"cart": (0, 1, 2, 3, 5), "tracking": (0, 2, 4, 6), "returns": (0, 1, 3), "desk": (0, 4, 12)}


def furnish(url: str) -> tuple[str, str, str]:
    """A store with something in it: an agent that climbs and sometimes fails. Gives two records of one
    episode, and one of the desk."""
    for env, levels in CLIMBS.items():
        for level in levels:
            for seed in range(4):
                spec = f"{env}/{level}/{seed}"
                path = expert_path(spec)
                gives_up = (seed + level) % 5 == 4
                played(url, spec, [*path[:2], path[-1]] if gives_up else path, "my-model")
    ask(
        f"{url}/curricula/warm-up",
        {"strategy": "window", "envs": list(CLIMBS), "settings": {"min_episodes": 8}},
    )
    path = expert_path("cart/3/42")
    careful, hasty = (
        played(url, "cart/3/42", path, "expert"),
        played(url, "cart/3/42", [*path[:2], path[-1]], "my-model"),
    )
    return careful, hasty, played(url, "desk/12/9", expert_path("desk/12/9"), "expert")


def choosing(page: Page) -> None:
    page.goto("/")
    page.locator(".envs").wait_for()


def playing(page: Page) -> None:
    open_episode(page, "cart/0/7")
    calls = (call for turn in expert_path("cart/0/7") for call in turn["calls"])
    searched = next(call for call in calls if call["name"] == "catalog_search")  # what this customer wants
    by_form(page, "catalog_search", {"filters": searched["arguments"]["filters"][:1]})
    page.locator(".latest .card").first.wait_for()
    page.evaluate("scrollTo(0, 0)")


def verdict(page: Page) -> None:
    open_episode(page, "cart/0/7")
    play_like_the_expert(page, "cart/0/7", until=4)
    page.locator(".latest tr", has=page.locator("button:enabled")).first.get_by_role("button").click()
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    page.get_by_role("region", name="Cart").wait_for()
    by_form(page, "cart_confirm", {})
    page.locator(".difference").wait_for()


def watching(page: Page) -> None:
    page.goto("/#/watch/expert/returns/3/5")
    page.get_by_label("Speed").select_option("400")
    page.locator(".beat").nth(6).wait_for()
    page.get_by_role("button", name="Pause").click()


def at_the_desk(page: Page) -> None:
    open_episode(page, "desk/12/9")
    play_like_the_expert(page, "desk/12/9", until=8)
    page.evaluate("scrollTo(0, 0)")


def results(page: Page) -> None:
    page.goto("/#/results")
    page.locator("figure").first.wait_for()


@contextmanager
def visitor(browser: Browser, url: str, scheme: str = "light", size: dict[str, int] = WIDE) -> Iterator[Page]:
    context = browser.new_context(base_url=url, viewport=size, color_scheme=scheme)  # type: ignore[arg-type]
    yield context.new_page()
    context.close()


def write() -> None:
    SCREENS.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as directory,
        running(Path(directory), ServerSettings(port=0)) as shop,
        sync_playwright() as playwright,
    ):
        careful, hasty, desk = furnish(shop.url)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))

        def replaying(page: Page) -> None:
            page.goto(f"/#/replay/{desk}")
            page.locator(".verdict").wait_for()

        def comparing(page: Page) -> None:
            page.goto(f"/#/compare/{hasty}/{careful}")
            page.locator(".difference").wait_for()

        views = {
            "choose": choosing,
            "play": playing,
            "verdict": verdict,
            "watch": watching,
            "replay": replaying,
            "compare": comparing,
            "desk": at_the_desk,
            "results": results,
        }
        for name, view in views.items():
            with visitor(browser, shop.url) as page:
                view(page)
                page.screenshot(path=SCREENS / f"{name}.png")
            print(f"docs/screens/{name}.png", file=sys.stderr)
        for name, view, scheme in (("phone", playing, "light"), ("dark", playing, "dark")):
            with visitor(browser, shop.url, scheme, PHONE if name == "phone" else WIDE) as page:
                view(page)
                page.screenshot(path=SCREENS / f"{name}.png")
        browser.close()


if __name__ == "__main__":
    write()
