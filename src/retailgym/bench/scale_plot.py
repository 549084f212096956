"""The plot of `retailgym bench --scale`: searches per second and the start of an episode against the size of
the catalogue."""

from collections.abc import Sequence
from math import log10

from ..core.values import Value
from ..evaluation.report.charts import colours
from ..evaluation.report.markup import Markup, tag
from .scale import Scale

WIDTH, HEIGHT = 440, 300
LEFT, RIGHT, TOP, BOTTOM = 58, 96, 34, 34
_TEXT: dict[str, str | int | float | None] = {
    "font_family": "system-ui, sans-serif",
    "font_size": 11,
    "fill": "#333",
}


class PlotLine(Value):
    name: str
    points: tuple[tuple[float, float], ...]
    colour: str
    dashed: bool = False


def plot(scale: Scale) -> str:
    """An SVG file of two panels, with the numbers in words for those who cannot see them."""
    summary = "; ".join(
        f"{s.products:,} products: {s.plain_per_s.best:,.0f} searches per second" for s in scale.sizes
    )
    panels = [
        _panel("searches per second and core", _searches(scale), 0),
        _panel("µs to start an episode, by environment", _starts(scale), WIDTH),
    ]
    drawn = tag(
        "svg",
        tag("title", summary),
        panels,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {2 * WIDTH} {HEIGHT}",
        role="img",
    )
    return f"{drawn}\n"


def _searches(scale: Scale) -> list[PlotLine]:
    kinds = {
        "plain": "plain_per_s",
        "in a category": "category_per_s",
        "five filters": "filtered_per_s",
        "bound, plain": "bound_per_s",
    }
    colour = colours(list(kinds))
    lines = []
    for name, field in kinds.items():
        points = tuple(
            (float(s.products), float(getattr(s, field).best)) for s in scale.sizes if getattr(s, field).best
        )
        lines.append(PlotLine(name=name, points=points, colour=colour[name], dashed=field == "bound_per_s"))
    return [line for line in lines if line.points]


def _starts(scale: Scale) -> list[PlotLine]:
    envs = list(scale.sizes[0].envs)
    colour = colours(envs)
    return [
        PlotLine(
            name=e,
            points=tuple((float(s.products), s.envs[e].start.best) for s in scale.sizes),
            colour=colour[e],
        )
        for e in envs
    ]


def _panel(title: str, lines: Sequence[PlotLine], left: int) -> Markup:
    """Both axes are logarithmic."""
    xs = sorted({x for line in lines for x, _ in line.points})
    ys = [y for line in lines for _, y in line.points]
    low, high = int(log10(min(ys))), int(log10(max(ys))) + 1
    across = log10(xs[-1] / xs[0]) or 1.0

    def at(x: float, y: float) -> tuple[float, float]:
        right, up = log10(x / xs[0]) / across, (log10(y) - low) / (high - low)
        return round(LEFT + (WIDTH - LEFT - RIGHT) * right, 1), round(
            HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * up, 1
        )

    parts = [tag("text", title, x=LEFT, y=18, font_weight="bold", **_TEXT)]
    for power in range(low, high + 1):
        y = at(xs[0], 10.0**power)[1]
        parts.append(tag("line", x1=LEFT, x2=WIDTH - RIGHT, y1=y, y2=y, stroke="#ddd"))
        parts.append(tag("text", f"{10**power:,}", x=LEFT - 6, y=y + 4, text_anchor="end", **_TEXT))
    parts += [
        tag("text", _short(x), x=at(x, 10.0**low)[0], y=HEIGHT - BOTTOM + 16, text_anchor="middle", **_TEXT)
        for x in xs
    ]
    ends = _apart([at(*line.points[-1])[1] for line in lines])
    for line, end in zip(lines, ends, strict=True):
        through = " ".join("{},{}".format(*at(*point)) for point in line.points)
        dashes = "5 4" if line.dashed else None
        parts.append(
            tag(
                "polyline",
                points=through,
                fill="none",
                stroke=line.colour,
                stroke_width=2,
                stroke_dasharray=dashes,
            )
        )
        parts.append(tag("text", line.name, x=WIDTH - RIGHT + 8, y=end + 4, **_TEXT | {"fill": line.colour}))
    return tag("g", parts, transform=f"translate({left} 0)")


def _short(products: float) -> str:
    return f"{products / 1e6:g}M" if products >= 1e6 else f"{products / 1e3:g}k"


def _apart(heights: Sequence[float], gap: float = 13) -> list[float]:
    """The heights of labels, moved down where they would overlap."""
    placed = dict.fromkeys(range(len(heights)), 0.0)
    last = -gap
    for n in sorted(placed, key=lambda n: heights[n]):
        last = placed[n] = max(heights[n], last + gap)
    return list(placed.values())
