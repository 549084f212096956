"""Lists in descriptions: what stands there as "Material: cotton", one to a line, is an attribute."""

import re
from collections.abc import Iterable, Iterator

from .texts import LONGEST_READ, plain

_CELLS = re.compile(r"</(?:td|th|dt)>\s*<(?:td|th|dd)\b[^<>]{0,200}>", re.IGNORECASE)
_ENTRY = re.compile(
    r"<(li|tr|dt)\b[^<>]{0,200}>(.*?)(?=</?(?:li|tr|dt|ul|ol|dl|table)\b|$)", re.IGNORECASE | re.DOTALL
)
_BULLET = re.compile(r"^\s*[-*•·–]\s+(.+)$", re.MULTILINE)
_PAIR = re.compile(r"([^\W\d_][\w &/()-]{1,29}?)\s*:\s*(\S.{0,39})")
MOST = 20  # entries of one description


def listed(description: str) -> dict[str, str]:
    """Names and values in the lists and tables of a description, or in its lines that begin with a bullet."""
    if ":" not in description and "</t" not in description and "</d" not in description:
        return {}
    return pairs(_entries(description[:LONGEST_READ]))


def pairs(entries: Iterable[str]) -> dict[str, str]:
    """Those of some lines that give a name and a short value."""
    named: dict[str, str] = {}
    for entry in entries:
        pair = _PAIR.fullmatch(plain(entry).rstrip("."))
        if pair is not None and len(named) < MOST:
            named.setdefault(pair[1].strip(), pair[2])
    return named


def _entries(text: str) -> Iterator[str]:
    if "<" in text:
        yield from [m[2] for m in _ENTRY.finditer(_CELLS.sub(": ", text))]
    yield from [m[1] for m in _BULLET.finditer(text)]
