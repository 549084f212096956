"""The same Spec gives the same bytes in another process, under another hash seed, Python and set of CPU
features."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from .transcripts import FEW, FILE, digests, specs

ROOT = Path(__file__).parents[2]
OTHER_PYTHON = ROOT / ".venv-313" / "bin" / "python"


def in_process(python: str | Path, **environment: str) -> dict[str, str]:
    """Digests of every environment and level, two seeds each, from a process of its own."""
    ran = subprocess.run(
        [str(python), "-m", "tests.golden.transcripts", "few"],
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(ran.stdout)


def kept() -> dict[str, str]:
    return json.loads(FILE.read_text())


def few() -> dict[str, str]:
    known = kept()
    return {str(spec): known[str(spec)] for spec in specs(FEW)}


def test_transcripts_are_as_kept():
    """If a change of bytes is meant, raise the environment's version and run `make golden`."""
    assert digests() == kept()


@pytest.mark.parametrize("seed", ["0", "4242"])
def test_transcripts_do_not_depend_on_the_hash_seed(seed):
    assert in_process(sys.executable, PYTHONHASHSEED=seed) == few()


def test_transcripts_do_not_depend_on_cpu_features_or_the_kernel_of_search():
    from numpy._core._multiarray_umath import __cpu_dispatch__, __cpu_features__

    present = [f for f in __cpu_dispatch__ if __cpu_features__.get(f)]
    assert present, "NumPy dispatches on no feature of this processor"
    assert (
        in_process(sys.executable, NPY_DISABLE_CPU_FEATURES=" ".join(present), RETAILGYM_KERNEL="numpy")
        == few()
    )


@pytest.mark.skipif(
    not OTHER_PYTHON.exists(),
    reason="make found no second Python (OTHER_PYTHON in the Makefile) and so made no .venv-313",
)
def test_transcripts_do_not_depend_on_the_python():
    assert in_process(OTHER_PYTHON) == few()
