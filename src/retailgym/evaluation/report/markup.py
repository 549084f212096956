"""HTML and SVG from nested calls. Text is escaped by being text: only what was built here is markup."""

from collections.abc import Iterable
from html import escape


class Markup(str):
    """Finished markup."""

    __slots__ = ()


Content = str | Markup | int | float | Iterable["Content"] | None
VOID = ("br", "hr", "meta", "link", "img", "circle", "line", "rect", "path", "polyline", "polygon")


def tag(name: str, /, *content: Content, **attributes: str | int | float | None) -> Markup:
    """An element. Attributes that are None are left out; `class_` is class, and `stroke_width` is
    stroke-width."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(str(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    if name in VOID and not content:
        return Markup(f"<{name}{written}/>")
    return Markup(f"<{name}{written}>{joined(content)}</{name}>")


def joined(content: Content) -> Markup:
    """Pieces one after the other, text escaped."""
    match content:
        case None:
            return Markup("")
        case Markup():
            return content
        case str() | int() | float():
            return Markup(escape(str(content)))
        case _:
            return Markup("".join(joined(piece) for piece in content))


def table(
    head: Iterable[Content], rows: Iterable[Iterable[Content]], words: int = 1, **attributes: str
) -> Markup:
    """A table whose first columns are words, and the others numbers. Where it is wider than the page it moves
    sideways, by the keyboard too."""

    def cells(kind: str, row: Iterable[Content]) -> Markup:
        return tag(
            "tr",
            [
                cell if _is_cell(cell) else tag(kind, cell, class_="n" if n >= words else None)
                for n, cell in enumerate(row)
            ],
        )

    made = tag(
        "table",
        tag("thead", cells("th", head)),
        tag("tbody", [cells("td", row) for row in rows]),
        **attributes,
    )
    return tag("div", made, class_="wide", role="group", aria_label="table", tabindex=0)


def _is_cell(content: Content) -> bool:
    return isinstance(content, Markup) and content.startswith(("<td", "<th"))
