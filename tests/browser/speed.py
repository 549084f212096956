"""What the page weighs and how it moves, for people to read: `python -m tests.browser.speed`. Figures depend
on the machine; no test asserts them."""

import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from retailgym.serving.settings import ServerSettings

from ..serving.servers import running
from .agents import played
from .conftest import CHROMIUM, FLAGS

SCROLL = """async () => {
  const times = [];
  const to = document.documentElement.scrollHeight - innerHeight;
  let last = performance.now();
  for (let n = 0; n <= 120; n++) {
    scrollTo(0, (to * n) / 120);
    await new Promise(requestAnimationFrame);
    const now = performance.now();
    times.push(now - last);
    last = now;
  }
  return times.slice(1).sort((a, b) => a - b);
}"""
READY = """new MutationObserver(() => (window.ready ??= document.querySelector(".envs") && performance.now()))
  .observe(document, { subtree: true, childList: true })"""
PAINTED = "() => performance.getEntriesByName('first-contentful-paint')[0].startTime"


def first_view(page: Page) -> None:
    sizes: list[int] = []
    page.on("response", lambda answer: sizes.append(len(answer.body())))
    page.add_init_script(READY)
    page.goto("/")
    page.locator(".envs").wait_for()
    ready = page.evaluate("() => window.ready")
    page.wait_for_load_state("networkidle")
    print(
        f"first view: {sum(sizes) / 1000:.0f} kB in {len(sizes)} files, painted after "
        f"{page.evaluate(PAINTED):.0f} ms, ready after {ready:.0f} ms"
    )


def long_record(page: Page, record: str) -> None:
    page.goto(f"/#/replay/{record}")
    page.locator(".verdict").wait_for()
    for name in ("folded", "unfolded"):
        times = page.evaluate(SCROLL)
        longest = (
            f"{times[len(times) // 2]:.0f} ms a frame, 95 % under {times[len(times) * 95 // 100]:.0f} "
            f"ms, the longest {times[-1]:.0f} ms"
        )
        print(f"100 turns with 20 results each, {name}: {longest}; {page.locator('.card').count()} cards")
        page.get_by_role("button", name="Unfold all").click() if name == "folded" else None


def measure() -> None:
    search = {"calls": [{"name": "catalog_search", "arguments": {"query": "steel"}}]}
    with (
        tempfile.TemporaryDirectory() as directory,
        running(Path(directory), ServerSettings(port=0)) as shop,
        sync_playwright() as playwright,
    ):
        turns = [search] * 99 + [{"calls": [{"name": "cart_confirm"}]}]
        record = played(shop.url, "cart/12/11?call_slack=10&retrieval_depth=20", turns, "searcher")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        page = browser.new_context(base_url=shop.url, viewport={"width": 1280, "height": 820}).new_page()
        first_view(page)
        long_record(page, record)
        browser.close()


if __name__ == "__main__":
    measure()
