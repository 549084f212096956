"""The catalogue: products, shelves and search. Opening one needs NumPy; importing this does not."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .catalogue import Catalog

DEFAULT_SIZE = 10_000


def load(source: int | str | Path = DEFAULT_SIZE) -> "Catalog":
    """A generated catalogue of so many products, or the one in a file."""
    from .store import generated, open_file

    if isinstance(source, int):
        if not 64 <= source <= 2_000_000:
            raise ValueError(f"a generated catalogue has 64 to 2,000,000 products, not {source}")
        return generated(source)
    return open_file(Path(source))
