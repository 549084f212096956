"""The catalogue: products, shelves and search. Opening one needs NumPy; importing this does not."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .catalogue import Catalog

DEFAULT_SIZE = 10_000
STORE = "RETAILGYM_STORE"  # in the environment: the store directory that stands in for the generated shop


def load(source: int | str | Path | None = None) -> "Catalog":
    """A generated catalogue of so many products, the one in a file, one in PostgreSQL by its postgresql://
    address, or the shop of a store directory. Without a source it is the store that RETAILGYM_STORE names,
    else the generated catalogue of 10,000 products."""
    from .cache import generated, open_file, open_url
    from .search.kernel import chosen

    chosen()  # a wrong RETAILGYM_KERNEL is told before anything starts
    source = os.environ.get(STORE) or DEFAULT_SIZE if source is None else source
    if isinstance(source, int):
        return generated(source)
    if Path(source).is_dir():
        from .store_directory import open_store

        return open_store(Path(source), DEFAULT_SIZE)
    return (
        open_url(source)
        if isinstance(source, str) and source.startswith(("postgresql://", "postgres://"))
        else open_file(Path(source))
    )
