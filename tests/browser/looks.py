"""The page as people have it before them, in four looks, and what axe-core finds there."""

from pathlib import Path
from typing import Any

import axe_playwright_python
from playwright.sync_api import Page

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LOOKS: dict[str, dict[str, Any]] = {
    f"{where}-{scheme}": {**size, "color_scheme": scheme}
    for where, size in (("desktop", {}), ("phone", PHONE))
    for scheme in ("light", "dark")
}


def violations(page: Page) -> list[str]:
    """Whatever axe-core has against the page as it stands, in the look that it has."""
    page.evaluate(AXE)
    found = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")["violations"]
    return [
        f"{v['impact']} {v['id']}: {node['html']}: {node['failureSummary']}"
        for v in found
        for node in v["nodes"]
    ]
