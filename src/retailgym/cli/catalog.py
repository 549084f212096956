"""`retailgym catalog`: the commands about catalogues. Those that stand in other files are added to the group
in app.py."""

from pathlib import Path
from typing import Annotated

import typer

from .errors import mistakes
from .progress import progress

catalog = typer.Typer(
    help="Build and look at catalogues: one file each, shared by every process that opens it.",
    rich_markup_mode=None,
)


@catalog.command()
def build(
    products: Annotated[int, typer.Option(help="How many, from 64 to 2,000,000.")] = 10_000,
    to: Annotated[
        Path | None,
        typer.Option(
            "--to", metavar="FILE", help="Where to write it; in the cache by default, where all else looks."
        ),
    ] = None,
) -> None:
    """Build a generated catalogue of any size.

    Memory stays small at every size. A build that was stopped, even by force, goes on where it was; the file
    appears whole or not at all.

    \b
    retailgym catalog build --products 2000000
    retailgym catalog build --products 100000 --to big.catalogue
    """
    from ..catalog.cache import checked, generated_path, steps, write_generated

    with mistakes():
        path = to or generated_path(products)
        with progress(steps(checked(products)), "steps") as advance:
            made = write_generated(path, products, advance)
    print(f"{made} in {path}")


@catalog.command()
def publish(
    source: Annotated[
        str, typer.Argument(metavar="SIZE|FILE", help="A number of generated products, or a catalogue file.")
    ],
    url: Annotated[str, typer.Argument(metavar="URL", help="The database: postgresql://user@host/database.")],
) -> None:
    """Copy a catalogue into PostgreSQL, and print the address to open it by.

    Searches then run in the database, and give the same pages. What is there already is left alone.

    \b
    retailgym catalog publish 10000 postgresql://localhost/shop
    retailgym serve --catalog postgresql://localhost/shop
    """
    from ..catalog import load
    from ..catalog.cache import publish as copy
    from ..catalog.cache import publish_steps

    with mistakes():
        origin = load(int(source) if source.isdigit() else source)
        with progress(publish_steps(origin), "steps") as advance:
            print(copy(url, origin, advance))
