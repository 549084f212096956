"""`retailgym catalog import` and `retailgym catalog stats`."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from .errors import UserError, mistakes

EVERY_S = 1.0  # between two lines of progress


def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What to import; packed with gzip or not.")],
    to: Annotated[
        Path | None,
        typer.Option(
            "--to", metavar="FILE", help="The catalogue to write; FILE with .catalogue behind it by default."
        ),
    ] = None,
    format: Annotated[
        str,
        typer.Option(
            help="shopify, woocommerce, google, google-xml, json-ld, amazon, json, parquet or csv; seen by "
            "itself."
        ),
    ] = "",
    column: Annotated[
        list[str],
        typer.Option(
            "--column",
            metavar="FIELD=NAME",
            help="For csv, json and parquet: which column is the id, group, title, brand, category, price, "
            "currency, description, stock, available, ship_days, rating or ratings; options=colour+size says "
            "in what variants differ.",
        ),
    ] = [],  # noqa: B006
    currency: Annotated[
        str, typer.Option(help="Of prices that do not state one; rows in others are refused.")
    ] = "",
    encoding: Annotated[str, typer.Option(help="Of the file, if it is not UTF-8, such as cp1252.")] = "",
    synthesise: Annotated[
        str,
        typer.Option(help="stock, shipping or both: draw what the file does not say. It is marked as drawn."),
    ] = "",
    partial: Annotated[
        bool, typer.Option("--partial", help="Take what there is of a file that is cut off.")
    ] = False,
    json: Annotated[
        str, typer.Option(metavar="FILE", help="Write the whole report as JSON to this file; - is stdout.")
    ] = "",
) -> None:
    """Import your own catalogue.

    Categories and attributes are inferred; nothing is made up: a product without a price is refused, and the
    report says how many rows were refused, and why. At the end the expert tries every environment, and the
    report says which the catalogue can serve.

    \b
    retailgym catalog import products_export.csv
    retailgym catalog import feed.xml --to my_shop/shop.catalogue --synthesise shipping
    retailgym catalog import meta.jsonl.gz --synthesise stock,shipping --json report.json
    retailgym catalog import stock.csv --column id=SKU --column title=Name --column options=colour+size
    """
    from ..catalog.importing import SourceFile, lines
    from ..catalog.importing.run import ImportJob
    from ..core.values import encode
    from ..store.import_catalog import bring

    path = to or file.with_name(f"{file.name}.catalogue")
    with mistakes():
        source = SourceFile(path=file, encoding=encoding, columns=_columns(column), partial=partial)
        drawn = frozenset(part.strip() for part in synthesise.split(",") if part.strip())
        report = bring(
            ImportJob(source=source, format=format, currency=currency, synthesise=drawn), path, _progress()
        )
    if json == "-":
        sys.stdout.write(encode(report).decode() + "\n")
    elif json:
        Path(json).write_bytes(encode(report))
    for line in lines(report):
        print(line, file=sys.stderr if json == "-" else sys.stdout)
    print(f"written: {path}", file=sys.stderr if json == "-" else sys.stdout)


def _columns(given: list[str]) -> dict[str, str]:
    from ..catalog.importing.tables import FIELDS

    columns = {}
    for text in given:
        field, equals, name = text.partition("=")
        if not equals or field not in (*FIELDS, "options"):
            raise UserError(
                f"--column {text!r} cannot be read; write FIELD=NAME, where FIELD is one of "
                f"{', '.join((*FIELDS, 'options'))}"
            )
        columns[field] = name
    return columns


def _progress() -> Callable[[str], None]:
    """A line on stderr now and then: what is being done, and how often that has advanced."""
    from time import monotonic

    counts: dict[str, int] = {}
    last = monotonic()

    def advance(what: str) -> None:
        nonlocal last
        counts[what] = counts.get(what, 0) + 1
        if monotonic() - last >= EVERY_S:
            last = monotonic()
            print(f"{what}: {counts[what]:,} {UNITS[what]}", file=sys.stderr, flush=True)

    return advance


UNITS = {
    "reading": "times 10,000 rows",
    "sorting": "categories",
    "indexing": "batches",
    "trying shelves": "shelves",
    "trying jobs": "levels",
}


def stats(
    source: Annotated[
        str,
        typer.Argument(
            metavar="SIZE|FILE|DIR", help="A number of products, a catalogue file or a store directory."
        ),
    ] = "",
    trial: Annotated[
        bool, typer.Option("--trial", help="Let the expert try every environment at every level.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON on stdout.")] = False,
) -> None:
    """Show what is in a catalogue or a store, with plots.

    \b
    retailgym catalog stats
    retailgym catalog stats my_shop --trial
    retailgym catalog stats shop.catalogue --json
    """
    from ..catalog import load
    from ..core.values import encode
    from ..store.stats import pictured, statistics

    with mistakes():
        catalog = load((int(source) if source.isdigit() else source) if source else None)
        figures = statistics(catalog, trial=trial)
    if json:
        sys.stdout.write(encode(figures).decode() + "\n")
    else:
        for line in pictured(figures):
            print(line)
