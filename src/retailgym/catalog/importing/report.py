"""What an import found, took and left, in figures and in words."""

from collections.abc import Iterator, Mapping

from ...core.values import Value
from .offer import RefusedRow


class Attributed(Value):
    """An attribute or option of a category, as it was inferred."""

    name: str
    kind: str  # "words", "numbers in g" or "option"
    values: int
    filterable: bool


class ShelvedCategory(Value):
    """A category of the result: where it comes from, and what was inferred for it."""

    name: str
    path: tuple[str, ...]
    department: str
    products: int
    shelves: int
    split_by: tuple[str, ...] = ()
    attributes: tuple[Attributed, ...] = ()
    aside: Mapping[str, str] = {}  # attributes that tasks do not speak of, and why


class ImportReport(Value):
    file: str
    format: str
    currency: str
    rows: int
    products: int
    variants: int
    refused: Mapping[str, int]  # by reason
    examples: tuple[RefusedRow, ...]
    categories: tuple[ShelvedCategory, ...]
    notes: tuple[str, ...] = ()
    synthesised: Mapping[
        str, int
    ] = {}  # products whose stock or shipping days were drawn, because that was asked for
    serves: Mapping[str, str] = {}  # environment -> "" or why not


WAYS_OUT: Mapping[str, str] = {
    "same options twice": "name the columns that tell variants apart, such as --column options=colour+size",
}


def lines(report: ImportReport, most: int = 12) -> Iterator[str]:
    """The report for people."""
    yield f"{report.file}: {report.format}, {report.rows:,} offers, prices in {report.currency}"
    yield (
        f"taken: {report.products:,} products with {report.variants:,} variants in "
        f"{len(report.categories):,} categories"
    )
    total = sum(report.refused.values())
    yield f"refused: {total:,}" + (":" if total else "")
    for reason, count in sorted(report.refused.items(), key=lambda pair: (-pair[1], pair[0])):
        shown = [e for e in report.examples if e.reason == reason][:3]
        yield f"  {count:>9,}  {reason:<22} such as {'; '.join(map(_example, shown))}"
        if reason in WAYS_OUT:
            yield f"             {WAYS_OUT[reason]}"
    yield from (f"note: {note}" for note in report.notes)
    yield from (
        f"synthesised: the {what} of {count:,} products, as was asked for"
        for what, count in report.synthesised.items()
    )
    yield from _categories(report, most)
    if report.serves:
        yield "environments:"
        yield from (f"  {env:<13} {why or 'yes'}" for env, why in report.serves.items())
        if all(why.startswith("no") for why in report.serves.values()):
            yield "nothing can be played yet: tasks need categories of 32 products or more, in stock"


def _example(refusal: RefusedRow) -> str:
    return (
        f"row {refusal.row:,}"
        + (f" ({refusal.id[:24]})" if refusal.id else "")
        + (f": {refusal.detail}" if refusal.detail else "")
    )


def _categories(report: ImportReport, most: int) -> Iterator[str]:
    largest = sorted(report.categories, key=lambda c: (-c.products, c.name))
    yield "categories:"
    for c in largest[:most]:
        split = f", split by {' and '.join(c.split_by)}" if c.split_by else ""
        yield (
            f"  {c.name}: {c.products:,} products on {c.shelves:,} "
            f"{'shelf' if c.shelves == 1 else 'shelves'}{split}; department {c.department}"
        )
        if c.attributes:
            yield "    " + ", ".join(
                f"{a.name} ({a.values} {a.kind}{', filter' if a.filterable else ''})" for a in c.attributes
            )
        if c.aside:
            yield "    set aside: " + "; ".join(f"{name} ({why})" for name, why in list(c.aside.items())[:6])
    if len(largest) > most:
        yield f"  and {len(largest) - most:,} more, all in the JSON report"
