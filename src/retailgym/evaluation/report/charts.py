"""Plots as inline SVG: they need no script, print sharply, and carry their numbers in words for those who
cannot see them."""

from collections.abc import Mapping, Sequence
from itertools import cycle

from ...core.difficulty import LEVELS
from ..numbers import Interval
from ..scores import Scores
from .markup import Content, Markup, joined, tag

COLOURS = ("#1f5fa8", "#c4571b", "#2f7d4f", "#8a3f8f", "#a8841a", "#4d5b6b", "#b0305c", "#1a8a94")
WIDTH, HEIGHT = 300, 168
LEFT, RIGHT, TOP, BOTTOM = 40, 10, 8, 22


def colours(names: Sequence[str]) -> dict[str, str]:
    """One for each; they repeat when there are many."""
    return dict(zip(names, cycle(COLOURS)))


def _x(level: float) -> float:
    return round(LEFT + (WIDTH - LEFT - RIGHT) * level / LEVELS[-1], 1)


def _y(share: float) -> float:
    return round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - share), 1)


def success_by_level(
    title: str, lines: Mapping[str, Mapping[str, Scores]], colour: Mapping[str, str]
) -> Markup:
    """Success against level, a line per player, with 95 % intervals."""
    parts: list[Content] = [_frame()]
    for place, (player, by_level) in enumerate(lines.items()):
        points = [(int(d) + 0.12 * (place - (len(lines) - 1) / 2), s) for d, s in by_level.items()]
        parts.append(_line(points, colour[player]))
    summary = "; ".join(
        f"{p}: " + ", ".join(f"level {d} {s.success:.0%}" for d, s in by.items()) for p, by in lines.items()
    )
    return tag(
        "figure",
        tag("figcaption", title),
        tag(
            "svg",
            tag("title", f"{title}: success by level. {summary}"),
            parts,
            viewBox=f"0 0 {WIDTH} {HEIGHT}",
            role="img",
            class_="plot",
        ),
    )


def _frame() -> Markup:
    """Axes and a light grid."""
    parts = []
    for percent in (0, 25, 50, 75, 100):
        y = _y(percent / 100)
        parts.append(
            tag("line", x1=LEFT - 4, x2=WIDTH - RIGHT + 4, y1=y, y2=y, class_="grid" if percent else "axis")
        )
        parts.append(
            tag("text", f"{percent}%" if percent % 50 == 0 else "", x=LEFT - 8, y=y + 3.5, class_="tick end")
        )
    for level in range(0, LEVELS[-1] + 1, 6):
        parts.append(
            tag(
                "text",
                str(level) if level else "level 0",
                x=_x(level),
                y=HEIGHT - BOTTOM + 15,
                class_="tick mid",
            )
        )
    return joined(parts)


def _line(points: Sequence[tuple[float, Scores]], colour: str) -> Markup:
    through = " ".join(f"{_x(d)},{_y(s.success)}" for d, s in points)
    bars = [
        tag(
            "line",
            x1=_x(d),
            x2=_x(d),
            y1=_y(s.success_ci95[0]),
            y2=_y(s.success_ci95[1]),
            stroke=colour,
            class_="bar",
        )
        for d, s in points
    ]
    dots = [tag("circle", cx=_x(d), cy=_y(s.success), r=2.8, fill=colour) for d, s in points]
    return joined([bars, tag("polyline", points=through, stroke=colour, class_="line"), dots])


def span(value: float, interval: Interval, low: float, high: float, colour: str = COLOURS[0]) -> Markup:
    """A value with its interval on a short line, for a cell of a table."""
    width, middle = 120, 8

    def x(number: float) -> float:
        return round(3 + (width - 6) * (number - low) / (high - low), 1)

    zero = tag("line", x1=x(0), x2=x(0), y1=2, y2=14, class_="grid") if low < 0 else None
    return tag(
        "svg",
        tag("line", x1=3, x2=width - 3, y1=middle, y2=middle, class_="grid"),
        zero,
        tag(
            "line", x1=x(interval[0]), x2=x(interval[1]), y1=middle, y2=middle, stroke=colour, class_="reach"
        ),
        tag("circle", cx=x(value), cy=middle, r=3.6, fill=colour),
        viewBox=f"0 0 {width} 16",
        class_="span",
        aria_hidden="true",
    )


def share_bar(share: float, colour: str = COLOURS[1]) -> Markup:
    """A bar as long as the share."""
    track = tag("rect", x=0, y=3, width=120, height=10, class_="track")
    bar = tag("rect", x=0, y=3, width=round(120 * share, 1), height=10, fill=colour)
    return tag("svg", track, bar, viewBox="0 0 120 16", class_="span", aria_hidden="true")


def shade(share: float) -> str:
    """A background for a cell: from warm at 0 through pale to green at 1."""
    low, middle, high = (246, 205, 190), (250, 244, 225), (183, 222, 196)
    a, b, t = (low, middle, share * 2) if share < 0.5 else (middle, high, share * 2 - 1)
    return "#" + "".join(f"{round(x + (y - x) * t):02x}" for x, y in zip(a, b, strict=True))
