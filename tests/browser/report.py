"""The report that `retailgym demo` writes, as a picture for the documentation: `make screens` writes
docs/screens/report.png."""

import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from .conftest import CHROMIUM, FLAGS
from .screens import SCREENS

SIZE = {"width": 1240, "height": 1560}


def write() -> None:
    SCREENS.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as directory, sync_playwright() as playwright:
        file = Path(directory) / "report.html"
        subprocess.run(
            [sys.executable, "-m", "retailgym", "demo", "--seeds", "20", "--report", str(file)],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        page = browser.new_page(viewport=SIZE)  # type: ignore[arg-type]
        page.goto(file.as_uri())
        page.screenshot(path=SCREENS / "report.png")
        browser.close()
    print("docs/screens/report.png", file=sys.stderr)


if __name__ == "__main__":
    write()
