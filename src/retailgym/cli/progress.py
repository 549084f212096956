"""Progress on stderr: a bar on a terminal, a few plain lines anywhere else."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

LINES = 10


@contextmanager
def progress(total: int, what: str) -> Iterator[Callable[[], None]]:
    """Gives a function to call after each of the things that are done."""
    if not sys.stderr.isatty():
        yield _lines(total, what)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        bar = shown.add_task(what, total=total)
        yield lambda: shown.advance(bar)


def _lines(total: int, what: str) -> Callable[[], None]:
    done = 0

    def advance() -> None:
        nonlocal done
        done += 1
        if done * LINES // total > (done - 1) * LINES // total:
            print(f"{what}: {done} of {total}", file=sys.stderr, flush=True)

    return advance
