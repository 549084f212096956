"""`retailgym bench --scale`."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from .errors import mistakes
from .progress import progress

if TYPE_CHECKING:
    from ..bench.scale import Ask


def bench_scale(sizes: str, ask: "Ask", json: bool, plot: Path | None) -> None:
    """Build the catalogues that are missing, measure all sizes, print a table, and draw the plot if one is
    asked for."""
    from ..bench.scale import scale
    from .tables import scale_table, show

    with mistakes():
        chosen = _sizes(sizes)
        if plot:
            plot.touch()
        for products in chosen:
            _build(products)
    measured = scale(chosen, ask, lambda what: print(f"measuring: {what}", file=sys.stderr, flush=True))
    show(
        f"CPU time of one core, best of {ask.rounds} rounds, level {ask.level}; Python {measured.python}",
        scale_table(measured),
        sys.stderr,
    )
    if json:
        sys.stdout.write(measured.written().decode())
    if plot:
        from ..bench.scale_plot import plot as drawn

        plot.write_text(drawn(measured), encoding="utf-8")


def _sizes(text: str) -> tuple[int, ...]:
    from ..catalog.cache import checked

    parts = [part.strip() for part in text.split(",") if part.strip()]
    if not parts or not all(part.isascii() and part.isdigit() for part in parts):
        raise ValueError(f"sizes {text!r} cannot be read; write numbers of products, such as 10000,2000000")
    return tuple(sorted({checked(int(part)) for part in parts}))


def _build(products: int) -> None:
    from ..catalog.cache import generated_path, steps, write_generated

    path = generated_path(products)
    if not path.exists():
        with progress(steps(products), f"building {products:,} products, steps") as advance:
            write_generated(path, products, advance)
