"""Draw a log of examples/learn: python docs_tools/learning.py runs/first/log.jsonl > first.svg"""

import json
import sys

WIDTH, HEIGHT, EDGE = 300, 160, 34
PANELS = {
    "supervised: loss": ("supervised", "steps", "loss"),
    "reinforced: mean reward": ("reinforced", "iteration", "reward"),
    "reinforced: success": ("reinforced", "iteration", "success"),
    "level reached": ("reinforced", "iteration", "levels"),
}


def panel(title: str, points: list[tuple[float, float]], left: int) -> str:
    """One line of points with the ends of its two axes."""
    (x0, x1), (y0, y1) = ((min(p[n] for p in points), max(p[n] for p in points)) for n in (0, 1))
    y0, y1 = min(0, y0), max(0, y1)
    across, up = (WIDTH - 2 * EDGE) / ((x1 - x0) or 1), (HEIGHT - 2 * EDGE) / ((y1 - y0) or 1)
    line = " ".join(
        f"{left + EDGE + (x - x0) * across:.1f},{HEIGHT - EDGE - (y - y0) * up:.1f}" for x, y in points
    )
    words = [
        (left + EDGE, EDGE - 14, title),
        (left + 2, EDGE + 4, f"{y1:.3g}"), (left + 2, HEIGHT - EDGE, f"{y0:.3g}"),
        (left + EDGE, HEIGHT - EDGE + 16, f"{x0:g}"),
        (left + WIDTH - 2 * EDGE, HEIGHT - EDGE + 16, f"{x1:g}"),
    ]  # fmt: skip
    texts = "".join(f'<text x="{x}" y="{y}">{text}</text>' for x, y, text in words)
    frame = f'x="{left + EDGE}" y="{EDGE}" width="{WIDTH - 2 * EDGE}" height="{HEIGHT - 2 * EDGE}"'
    drawn = f'<polyline points="{line}" fill="none" stroke="#06c"/>'
    return f'<rect {frame} fill="none" stroke="#bbb"/>{texts}{drawn}'


def number(value: float | dict[str, float]) -> float:
    """The level of the one job, or the mean over several."""
    return sum(value.values()) / len(value) if isinstance(value, dict) else value


def main() -> None:
    with open(sys.argv[1]) as file:
        rows = [json.loads(line) for line in file]
    drawn = []
    for title, (kind, x, y) in PANELS.items():
        if points := [(row[x], number(row[y])) for row in rows if row["kind"] == kind and y in row]:
            drawn.append(panel(title, points, WIDTH * len(drawn)))
    size = f'viewBox="0 0 {WIDTH * len(drawn)} {HEIGHT}" font-family="sans-serif" font-size="11"'
    print(f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(drawn)}</svg>')


if __name__ == "__main__":
    main()
