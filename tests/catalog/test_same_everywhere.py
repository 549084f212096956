"""The default catalogue and its searches are the same bytes under every Python, hash seed and processor."""

import sys
from pathlib import Path

import pytest

from .children import ROOT, run

OTHER_PYTHON = ROOT / ".venv-313" / "bin" / "python"
# of products and schema; if a change of how products are drawn is meant, raise VERSION in generator.py
CATALOGUE = "28caa5a00d0d098a"
SEARCHES = "cd868ec463ecd11f"
SCRIPT = """
from retailgym.catalog.search.filters import Filter
from retailgym.catalog.schema import default_schema
from retailgym.catalog.cache import in_memory, make
from retailgym.core.values import digest
catalog = in_memory(make(default_schema(), 10_000))
held = (Filter(name="rating", op="gte", value=4.2), Filter(name="in_stock", op="eq", value=True))
found = []
for doc in range(0, 10_000, 37):
    words = catalog.at(doc).description.split()
    for query in (" ".join(words[:4]), " ".join(words[-5:]), words[0]):
        found += [catalog.search(query, ()).docs, catalog.search(query, held).docs]
try:
    from numpy._core import _multiarray_umath as parts
except ImportError:
    from numpy.core import _multiarray_umath as parts
on = [f for f in parts.__cpu_dispatch__ if parts.__cpu_features__.get(f)]
print(catalog.content_hash, digest(found), " ".join(on))
"""


def printed(python: str | Path = sys.executable, **env: str) -> tuple[str, str, list[str]]:
    """Hash of the catalogue, hash of the searches, and the processor features in use that NumPy could do
    without."""
    child = run(SCRIPT, python=python, **env)
    assert child.returncode == 0, child.stderr
    catalogue, searches, *features = child.stdout.split()
    return catalogue, searches, features


def test_the_default_catalogue_has_its_golden_hash_in_both_kernels_and_under_every_hash_seed() -> None:
    catalogue, searches, features = printed(PYTHONHASHSEED="1")
    assert (catalogue, searches) == (CATALOGUE, SEARCHES)
    assert features, "NumPy dispatches on no feature of this processor"
    without = {"RETAILGYM_KERNEL": "numpy", "NPY_DISABLE_CPU_FEATURES": " ".join(features)}
    assert printed(PYTHONHASHSEED="2", **without) == (CATALOGUE, SEARCHES, [])


@pytest.mark.skipif(
    not OTHER_PYTHON.exists(),
    reason="make found no second Python (OTHER_PYTHON in the Makefile) and so made no .venv-313",
)
def test_the_default_catalogue_has_its_golden_hash_under_another_python() -> None:
    assert printed(OTHER_PYTHON)[:2] == (CATALOGUE, SEARCHES)
