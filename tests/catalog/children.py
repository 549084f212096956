"""Scripts in processes of their own, for what must be the same or safe in all of them."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def run(code: str, *, python: str | Path = sys.executable, **env: str) -> subprocess.CompletedProcess[str]:
    """With this package and a few environment variables."""
    return subprocess.run(
        [str(python), "-c", code],
        env=environment(**env),
        text=True,
        capture_output=True,
        timeout=120,
        check=False,
    )


def environment(**env: str) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "NPY_", "RETAILGYM_"))}
    return {**kept, "PYTHONPATH": str(ROOT / "src"), **env}
