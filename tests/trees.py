"""The package's files as syntax trees, each parsed once."""

import ast
from functools import cache
from pathlib import Path

import retailgym

ROOT = Path(retailgym.__file__).parent


@cache
def trees() -> dict[Path, ast.Module]:
    return {file: ast.parse(file.read_text(encoding="utf-8")) for file in sorted(ROOT.rglob("*.py"))}
