"""README and docs, and the blocks of code in them."""

import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md")),
    *(
        f
        for f in sorted((ROOT / "docs").rglob("*.md"))
        if f.parent.name not in ("transcripts", "environments")  # no code in them
    ),
]
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(*languages: str) -> list[tuple[str, str]]:
    """Where each block in one of these languages stands, and its text."""
    found = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for block in BLOCK.finditer(text):
            if block[1] in languages:
                line = text[: block.start()].count("\n") + 1
                found.append((f"{page.relative_to(ROOT)}:{line}", block[2]))
    return found


def lines(text: str) -> list[str]:
    """The commands of a block, without what is said beside them."""
    return [line.split("  #")[0].split(" # ")[0].strip() for line in text.replace("\\\n", " ").splitlines()]


def shown(page: str, *smaller: tuple[str, str], **given: Any) -> dict[str, Any]:
    """The names that a page's one block of Python leaves, run with what it takes for granted and with smaller
    numbers."""
    (code,) = (text for where, text in blocks("python") if where.startswith(f"{page}:"))
    for long, short in smaller:
        assert long in code, f"{page} no longer says {long}"
        code = code.replace(long, short)
    exec(compile(code, page, "exec"), given)
    return given
