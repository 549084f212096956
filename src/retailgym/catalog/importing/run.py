"""An import from end to end: a file of any known format becomes a catalogue file and a report."""

import os
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path

import msgspec

from ...core.values import Value
from ..batch import BatchSource as Batches
from ..batch import StoredBatch, gather
from ..build import BATCH, Built, join
from ..schema import CatalogSchema
from ..search.index import Origin, Placed
from . import currencies
from .files import SourceFile
from .formats import FORMATS, format_of
from .item import UNBRANDED, Assembly, ImportedItem, assembled
from .layout import Layout, Misheard
from .leaves import leaves
from .offer import RefusedRow, Unpriced, UnreadableFile
from .report import ImportReport, ShelvedCategory
from .spool import NO_PATH, Spool, SpooledOffers
from .traits import LEAST
from .wording import NO_DEPARTMENT, known_department

SYNTHESISED = ("stock", "shipping")
EXAMPLES = 200  # refusals of each reason that the report lists


class ImportJob(Value):
    """What to import, and how."""

    source: SourceFile
    format: str = ""  # empty: as the file shows
    currency: str = ""  # empty: the one that most prices state
    synthesise: frozenset[str] = frozenset()
    misheard: Misheard = lambda category: (
        frozenset()
    )  # attributes that a customer would not understand to be asked for


class Imported(Value):
    """A catalogue that is ready to be written, which of its shelves are whole enough for tasks, and the
    report."""

    built: Built
    able: tuple[int, ...]
    report: ImportReport


def importing(order: ImportJob, scratch: Path, advance: Callable[[str], object]) -> Imported:
    """Read, infer, index. Everything that does not fit into memory waits in the scratch directory."""
    for what in order.synthesise:
        if what not in SYNTHESISED:
            raise UnreadableFile(f"cannot synthesise {what!r}; only {' and '.join(SYNTHESISED)} can be")
    named = _named(order.currency)
    format = format_of(order.source, order.format)
    spool = Spool(scratch / "offers")
    spool.fill(FORMATS[format](order.source), EXAMPLES, lambda: advance("reading"))
    currency, notes = _currency(spool, named)
    work = _Work(
        spool, Layout(currency, order.misheard), Assembly(currency=currency, synthesise=order.synthesise)
    )
    _save(work.placed(lambda: advance("sorting")), scratch / "products")
    if not work.layout.shelves:
        raise UnreadableFile(
            f"{order.source.path.name} ({format}) holds nothing that can be sold: {_why_nothing(spool)}"
        )
    schema = CatalogSchema(categories=tuple(work.layout.categories))
    batches = _batches(schema, work.layout, scratch, lambda: advance("indexing"))
    built = join(schema, work.layout.shelves, batches, lambda: advance("indexing"))
    origin = Origin(
        file=order.source.path.name, format=format, currency=currency, synthesised=dict(work.synthesised)
    )
    built = built._replace(contents=msgspec.structs.replace(built.contents, origin=origin))
    report = ImportReport(
        file=order.source.path.name,
        format=format,
        currency=currency,
        rows=spool.rows,
        products=built.contents.products,
        variants=work.variants,
        refused=dict(spool.reasons),
        examples=tuple(spool.refused),
        categories=tuple(work.layout.put),
        notes=(*notes, *_small(spool), *_elsewhere(work.layout.put), *work.notes()),
        synthesised=dict(work.synthesised),
    )
    return Imported(built=built, able=tuple(work.layout.able), report=report)


def _why_nothing(spool: Spool) -> str:
    if not spool.rows:
        return "it has no rows"
    return "every row was refused, " + ", ".join(
        f"{n:,} for {reason!r}" for reason, n in spool.reasons.most_common(3)
    )


def _named(currency: str) -> str:
    try:
        return currencies.named(currency) if currency else ""
    except Unpriced:
        raise UnreadableFile(f"no currency {currency!r}; write its code, such as EUR") from None


def _currency(spool: Spool, named: str) -> tuple[str, list[str]]:
    """The currency of the catalogue: the one that was named, or that most prices state."""
    stated = spool.stated_currencies()
    chosen = named or max(sorted(stated), key=stated.__getitem__, default="")
    if not chosen:
        return "USD", ["no price states its currency; they are taken as USD (say --currency)"]
    others = {name: n for name, n in stated.items() if name != chosen}
    mixed = ", ".join(f"{n:,} in {name}" for name, n in sorted(others.items()))
    return chosen, [
        f"prices in several currencies: the catalogue is in {chosen}, and {mixed} were refused"
    ] if others else []


def _small(spool: Spool) -> Iterator[str]:
    """How many of the file's categories are too small to stand alone, or that it has none."""
    sizes = Counter(spool.path_of)
    own = [n for n, path in enumerate(spool.paths) if path != NO_PATH]
    if not own:
        yield "no product states a category (--column category=NAME says where a table has it)"
    if small := [n for n in own if sizes[n] < LEAST]:
        yield (
            f"{len(small):,} of {len(own):,} categories have fewer than {LEAST} products; these stand in "
            f"the one above, or among other products"
        )


def _elsewhere(put: Sequence[ShelvedCategory]) -> Iterator[str]:
    """Which categories stand in a department only because no better one was found."""
    names = [c.name for c in put if not known_department(c.path)]
    if names:
        yield (
            f"no department of the policy could be told for {', '.join(names[:3])}"
            f"{f' and {len(names) - 3:,} more' if len(names) > 3 else ''}; they count as {NO_DEPARTMENT} "
            f"([departments] in store.toml says better)"
        )


class _Work:
    """The second pass: products, leaf by leaf."""

    def __init__(self, spool: Spool, layout: Layout, how: Assembly) -> None:
        self.spool, self.layout, self.how = spool, layout, how
        self.synthesised: Counter[str] = Counter()
        self.said: Counter[str] = Counter()
        self.variants = 0

    def placed(self, advance: Callable[[], object]) -> Iterator[Placed]:
        offers = self.spool.opened()
        for leaf, groups in leaves(self.spool):
            items = [item for group in groups.tolist() if (item := self._item(offers, group)) is not None]
            if items:
                yield from self.layout.lay(leaf, items)
            advance()

    def _item(self, offers: SpooledOffers, group: int) -> ImportedItem | None:
        item, refused = assembled(list(offers.offers(group)), self.how)
        for offer, reason in refused:
            self.spool.refuse(
                RefusedRow(row=offer.row, id=offer.id, reason=reason, detail=offer.currency), EXAMPLES
            )
        if item is None:
            return None
        self.variants += len(item.variants)
        self.synthesised.update(item.synthesised)
        self.said.update(
            name
            for name, missing in (
                ("stock", not any(v.stock for v in item.variants)),
                ("brand", item.brand == UNBRANDED),
                ("shipping", not item.ship_days),
                ("rating", not item.rating_tenths),
            )
            if missing
        )
        return item

    def notes(self) -> Iterator[str]:
        """What the file does not say, so that nobody is surprised by what tasks do not speak of."""
        if n := self.said["stock"]:
            yield (
                f"{n:,} products are out of stock, or not known to be in stock (--synthesise stock draws "
                f"what is not given, and marks it)"
            )
        if n := self.said["shipping"]:
            yield f"{n:,} products state no shipping days (--synthesise shipping draws them, and marks them)"
        if n := self.said["brand"]:
            yield (
                f"{n:,} products state no brand; they stand as {UNBRANDED!r} (--column "
                f"brand=NAME says where a table has it)"
            )
        if n := self.said["rating"]:
            yield f"{n:,} products have no rating"


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Placed).decode


def _save(placed: Iterator[Placed], path: Path) -> None:
    with path.open("wb") as file:
        for one in placed:
            data = _encode(one)
            file.write(len(data).to_bytes(4, "big") + data)


def _saved(path: Path) -> Iterator[Placed]:
    with path.open("rb") as file:
        while size := file.read(4):
            yield _decode(file.read(int.from_bytes(size, "big")))


def _batches(
    schema: CatalogSchema, layout: Layout, scratch: Path, advance: Callable[[], object]
) -> list[Batches]:
    """The products as columns, a batch at a time on disk."""
    coming, batches = _saved(scratch / "products"), list[Batches]()
    while some := list(islice(coming, BATCH)):
        path = scratch / f"{len(batches)}.batch"
        gather(schema, layout.shelves, some).write(path)
        batches.append(StoredBatch(path))
        advance()
    return batches


def scratch_beside(path: Path) -> "tempfile.TemporaryDirectory[str]":
    """A directory on the disk that the catalogue goes to; it goes away with the import."""
    path.parent.mkdir(parents=True, exist_ok=True)
    return tempfile.TemporaryDirectory(prefix=f".{path.name}.", dir=path.parent)


def write(built: Built, path: Path) -> None:
    """The file appears whole or not at all."""
    half = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with half.open("wb") as file:
            built.write(file)
            file.flush()
            os.fsync(file.fileno())
        half.replace(path)
    finally:
        half.unlink(missing_ok=True)
