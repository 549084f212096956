"""A real server and a real Chromium. Whatever a test does, the page may log no error and ask no other
host."""

import shutil
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = next(
    (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), ""
)
MISSING = [
    what
    for what, there in (
        ("Chromium (apt-get install chromium)", CHROMIUM),
        ('Playwright (pip install -e ".[browser]")', find_spec("playwright")),
        ('axe-core (pip install -e ".[browser]")', find_spec("axe_playwright_python")),
        ('the server (pip install -e ".[serve]")', find_spec("openenv")),
    )
    if not there
]
collect_ignore_glob = ["test_*.py"] if MISSING else []
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)  # fmt: skip


def pytest_report_header() -> str:
    return f"the tests of the page are left out; missing: {', '.join(MISSING)}" if MISSING else ""


if not MISSING:
    from playwright.sync_api import Browser, Page, expect, sync_playwright

    from retailgym.serving.settings import ServerSettings

    from ..serving.servers import Running, running

    PATIENCE_MS = 20_000  # a machine that does other things too takes its time
    expect.set_options(timeout=PATIENCE_MS)

    class Visitors:
        """People with a browser each. What goes wrong in any of them is kept."""

        def __init__(self, browser: Browser, url: str) -> None:
            self._browser, self._url = browser, url
            self.errors: list[str] = []
            self.elsewhere: list[str] = []
            self.pages: list[Page] = []

        def come(self, url: str = "", **context: Any) -> Page:
            here = url or self._url
            page = self._browser.new_context(
                base_url=here, **{"viewport": {"width": 1280, "height": 860}} | context
            ).new_page()
            page.set_default_timeout(PATIENCE_MS)
            page.on(
                "console", lambda m: self.errors.append(m.text) if m.type in ("error", "warning") else None
            )
            page.on("pageerror", lambda error: self.errors.append(str(error)))
            page.on(
                "request",
                lambda r: None if r.url.startswith((here, "data:")) else self.elsewhere.append(r.url),
            )
            self.pages.append(page)
            return page

    @pytest.fixture(scope="session")
    def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
        with running(Path(tmp_path_factory.mktemp("page")), ServerSettings(port=0)) as server:
            yield server

    @pytest.fixture(scope="session")
    def chromium() -> Iterator[Browser]:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
            yield browser
            browser.close()

    @pytest.fixture
    def visitors(chromium: Browser, shop: Running) -> Iterator[Visitors]:
        visitors = Visitors(chromium, shop.url)
        yield visitors
        for page in visitors.pages:
            page.context.close()
        assert visitors.errors == [] and visitors.elsewhere == []

    @pytest.fixture
    def page(visitors: Visitors) -> Page:
        return visitors.come()
