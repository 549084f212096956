"""Where catalogues are kept: built once, written whole or not at all, checked when opened, and in memory
where no disk will have them."""

import mmap
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from shutil import rmtree
from typing import BinaryIO, NamedTuple

from ..core.values import digest
from .batch import BatchSource, Held, StoredBatch, gather
from .build import BATCH, Advance, Built, join
from .catalogue import Catalog
from .generator import SHELF_SIZE, VERSION, ShelfPlan, products
from .lock import exclusive
from .schema import CatalogSchema, default_schema
from .search.index import Damaged, Placed, Shelf, body_at, parsed

CHECKED_WHOLE = 64 << 20  # larger files are checked by their head and size
_SPOOLED = 131_072  # products; the batches of larger catalogues wait on disk


def cache_dir() -> Path:
    """RETAILGYM_CACHE, else the user's cache directory."""
    if named := os.environ.get("RETAILGYM_CACHE"):
        return Path(named)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "retailgym"


def open_file(path: Path) -> Catalog:
    """Map a catalogue file; raises Damaged if it is not whole."""
    with path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        if not size:
            raise Damaged("it is empty")
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    data = memoryview(mapped)
    contents, columns, name = parsed(data, check_body=size <= CHECKED_WHOLE)
    if size <= CHECKED_WHOLE:
        return Catalog(contents, columns, name, mapped)
    records = body_at(data) + next(s.start for s in contents.sections if s.name == "records")
    return LargeCatalog(contents, columns, name, _Open(path.open("rb"), records))


class _Open(NamedTuple):
    """A file that stays open, and where the records begin in it."""

    file: BinaryIO
    records: int


class LargeCatalog(Catalog):
    """Its records are read from the file when they are needed: a map would hold sixteen pages around each, in
    every process others."""

    def _record(self, doc: int) -> bytes:
        assert isinstance(self._keep, _Open)
        begin = self._at[doc]
        return os.pread(self._keep.file.fileno(), self._at[doc + 1] - begin, self._keep.records + begin)


def open_url(url: str) -> Catalog:
    """A catalogue that was published to PostgreSQL."""
    _needs_psycopg()
    from .postgres import open_url

    return open_url(url)


def publish(url: str, catalog: Catalog, advance: Advance) -> str:
    """Copy a catalogue into PostgreSQL; gives the address to open it by."""
    _needs_psycopg()
    from .postgres import publish

    return publish(url, catalog, advance)


def publish_steps(catalog: Catalog) -> int:
    """How often `publish` advances: for each batch of products, and once each for lists and keys."""
    return -(-catalog.size // BATCH) + 2


def _needs_psycopg() -> None:
    if find_spec("psycopg") is None:
        raise ValueError('a catalogue in PostgreSQL needs psycopg; run  pip install "retailgym[postgres]"')


def generated_path(size: int) -> Path:
    """Where the cache keeps the generated catalogue of that many products."""
    return cache_dir() / f"generated-{VERSION}-{checked(size)}-{digest(default_schema())}.catalogue"


def checked(size: int) -> int:
    if not 64 <= size <= 2_000_000:
        raise ValueError(f"a generated catalogue has 64 to 2,000,000 products, not {size}")
    return size


@lru_cache(maxsize=4)
def generated(size: int) -> Catalog:
    """The generated catalogue of that many products, from the cache if it is there."""
    schema = default_schema()
    path = generated_path(size)
    built: Built | None = None
    try:
        if (catalog := _sound(path)) is not None:
            return catalog
        path.parent.mkdir(parents=True, exist_ok=True)
        with _lock(path):
            if (
                catalog := _sound(path, tell=True)
            ) is not None:  # another process built it while this one waited
                return catalog
            if sys.stderr.isatty():  # a person waits
                print(f"building the catalogue of {size:,} products, once; a few seconds", file=sys.stderr)
            built = make(schema, size, _spool(path, size))
            _write(path, built)
        return open_file(path)
    except (OSError, Damaged) as error:
        why = error.strerror if isinstance(error, OSError) else error
        print(
            f"retailgym: cannot keep the catalogue in {path.parent} ({why}); it is held in memory instead. "
            "Set RETAILGYM_CACHE to a directory that can be written.",
            file=sys.stderr,
        )
        return in_memory(built or make(schema, size))


def write_generated(path: Path, size: int, advance: Advance) -> Catalog:
    """The same in a file of one's own choice; `advance` hears of each of `steps(size)` steps."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with _lock(path):
        if (catalog := _sound(path, tell=True)) is None or catalog.size != checked(size):
            _write(path, make(default_schema(), checked(size), _spool(path, size), advance), advance)
        return open_file(path)


def steps(size: int) -> int:
    """Each batch of products is made, indexed and written."""
    return 3 * -(-size // BATCH)


def in_memory(built: Built) -> Catalog:
    data = built.encoded()
    return Catalog(*parsed(memoryview(data), check_body=False), keep=data)


def make(
    schema: CatalogSchema, size: int, spool: Path | None = None, advance: Advance = lambda: None
) -> Built:
    """Generate and index so many products. Batches that a directory already holds are not made again."""
    plans = [ShelfPlan(schema, s) for s in range(-(-size // SHELF_SIZE))]
    shelves = [
        Shelf(
            name=p.name,
            category=p.category_number,
            kind=p.kind_number,
            collection=p.collection,
            first=0,
            last=0,
        )
        for p in plans
    ]
    sources: list[BatchSource] = []
    for first in range(0, size, BATCH):
        span = range(first, min(size, first + BATCH))
        sources.append(_kept(schema, shelves, span, spool) if spool else _gathered(schema, shelves, span))
        advance()
    return join(schema, shelves, sources, advance)


def _gathered(schema: CatalogSchema, shelves: Sequence[Shelf], span: range) -> Held:
    return gather(
        schema,
        shelves,
        (Placed(shelf=s, popularity=pop, product=p) for s, pop, p in products(schema, span.start, span.stop)),
    )


def _kept(schema: CatalogSchema, shelves: Sequence[Shelf], span: range, spool: Path) -> StoredBatch:
    """One batch, from the directory if it is there and whole."""
    path = spool / f"{VERSION}-{digest(schema)}-{span.start}-{span.stop}.batch"
    try:
        return StoredBatch(path)
    except (FileNotFoundError, ValueError):
        spool.mkdir(exist_ok=True)
        _gathered(schema, shelves, span).write(path)
        return StoredBatch(path)


def _spool(path: Path, size: int) -> Path | None:
    """Where the batches of a large catalogue wait until all of them are there."""
    return path.with_name(f"{path.name}.batches") if size > _SPOOLED else None


def _sound(path: Path, *, tell: bool = False) -> Catalog | None:
    """The catalogue in a file; None where there is none, or a damaged one, which whoever builds it again
    tells."""
    try:
        return open_file(path)
    except FileNotFoundError:
        return None
    except Damaged as error:
        if tell:
            print(
                f"retailgym: {path.name} in the cache cannot be used, {error}; building it again",
                file=sys.stderr,
            )
        return None


def _write(path: Path, built: Built, advance: Advance = lambda: None) -> None:
    """The file appears whole or not at all. What a process that was killed left half-written goes; the lock
    is held."""
    for left in path.parent.glob(f"{path.name}.*.part"):
        left.unlink(missing_ok=True)
    half = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with half.open("wb") as file:
            built.write(file, advance)
            file.flush()
            os.fsync(file.fileno())
        half.replace(path)
    finally:
        half.unlink(missing_ok=True)
    rmtree(path.with_name(f"{path.name}.batches"), ignore_errors=True)


@contextmanager
def _lock(path: Path) -> Iterator[None]:
    """One process builds, the others wait for it. The lock goes with the process that holds it."""
    with path.with_suffix(".lock").open("w") as file, exclusive(file):
        yield
