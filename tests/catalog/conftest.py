"""One catalogue of each size, built in memory for all tests that read it."""

from functools import lru_cache

import pytest

from retailgym.catalog.cache import in_memory, make
from retailgym.catalog.catalogue import Catalog
from retailgym.catalog.schema import CatalogSchema, default_schema


@lru_cache
def shop(size: int) -> Catalog:
    return in_memory(make(default_schema(), size))


@pytest.fixture(scope="session")
def schema() -> CatalogSchema:
    return default_schema()


@pytest.fixture(scope="session")
def catalog() -> Catalog:
    """The default shop."""
    return shop(10_000)


@pytest.fixture(scope="session")
def small() -> Catalog:
    """Thirty shelves and a bit of another: every category, six of them twice."""
    return shop(1_930)
