"""Where catalogues are kept: built once, written whole or not at all, checked when opened, and in memory where no disk will have them."""

import fcntl
import mmap
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

from ..value import digest
from .catalogue import Catalog
from .generate import SHELF_SIZE, VERSION, ShelfPlan, products
from .index import Built, Damaged, Placed, Shelf, build, parsed
from .schema import Schema, default_schema

CHECKED_WHOLE = 64 << 20  # larger files are checked by their head and size


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
    return Catalog(*parsed(memoryview(mapped), check_body=size <= CHECKED_WHOLE), keep=mapped)


@lru_cache(maxsize=4)
def generated(size: int) -> Catalog:
    """The generated catalogue of that many products, from the cache if it is there."""
    schema = default_schema()
    path = cache_dir() / f"generated-{VERSION}-{size}-{digest(schema)}.catalogue"
    built: Built | None = None
    try:
        if (found := _sound(path)) is not None:
            return found
        path.parent.mkdir(parents=True, exist_ok=True)
        with _lock(path):
            if (found := _sound(path, tell=True)) is not None:  # another process built it while this one waited
                return found
            built = make(schema, size)
            _write(path, built.encoded())
        return open_file(path)
    except (OSError, Damaged) as error:
        why = error.strerror if isinstance(error, OSError) else error
        print(f"retailgym: cannot keep the catalogue in {path.parent} ({why}); it is held in memory instead. "
              "Set RETAILGYM_CACHE to a directory that can be written.", file=sys.stderr)  # fmt: skip
        return in_memory(built or make(schema, size))


def in_memory(built: Built) -> Catalog:
    data = built.encoded()
    return Catalog(*parsed(memoryview(data), check_body=False), keep=data)


def make(schema: Schema, size: int) -> Built:
    plans = [ShelfPlan(schema, s) for s in range(-(-size // SHELF_SIZE))]
    shelves = [Shelf(name=p.name, category=p.category_number, kind=p.kind_number, collection=p.collection, first=0, last=0) for p in plans]
    return build(schema, shelves, (Placed(shelf=s, popularity=pop, product=p) for s, pop, p in products(schema, 0, size)))


def _sound(path: Path, *, tell: bool = False) -> Catalog | None:
    """The catalogue in a file; None where there is none, or a damaged one, which whoever builds it again tells."""
    try:
        return open_file(path)
    except FileNotFoundError:
        return None
    except Damaged as error:
        if tell:
            print(f"retailgym: {path.name} in the cache cannot be used, {error}; building it again", file=sys.stderr)
        return None


def _write(path: Path, data: bytes) -> None:
    """The file appears whole or not at all. What a process that was killed left half-written goes; the lock is held."""
    for left in path.parent.glob(f"{path.name}.*.part"):
        left.unlink(missing_ok=True)
    half = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with half.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        half.replace(path)
    finally:
        half.unlink(missing_ok=True)


@contextmanager
def _lock(path: Path) -> Iterator[None]:
    """One process builds, the others wait for it. The lock goes with the process that holds it."""
    with path.with_suffix(".lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
