"""The reading order is the import order, and few may open a sealed goal."""

import ast
import subprocess
import sys
from pathlib import Path

import retailgym

ORDER = [
    "errors", "value", "rng", "money", "ladder", "spec", "catalog", "policy", "world", "tools", "problem",
    "customer", "verdict", "drawing", "picks",
    "recall", "enquiries", "projects", "desk", "env", "skills", "envs", "episode", "record", "curriculum",
    "players", "store", "__init__",
    "evaluation", "serving", "training", "cli", "__main__", "testing",
]  # fmt: skip
MAY_OPEN = {"value", "episode", "testing"}
ROOT = Path(retailgym.__file__).parent
FILES = [
    (f.relative_to(ROOT).parts[0].removesuffix(".py"), f)
    for f in sorted(ROOT.rglob("*.py"))
    if f.stat().st_size
]


def test_every_module_has_a_place():
    assert {layer for layer, _ in FILES} <= set(ORDER)


def test_imports_point_up_the_page():
    for layer, file in FILES:
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.ImportFrom) and node.level:
                depth = len(file.relative_to(ROOT).parts) - node.level
                targets = (
                    [layer]
                    if depth > 0
                    else [node.module.split(".")[0]]
                    if node.module
                    else [a.name for a in node.names]
                )
                for target in targets:
                    assert ORDER.index(target) <= ORDER.index(layer), (
                        f"{file.name} imports {target}, which stands below it"
                    )


def test_only_the_judge_opens_the_goal():
    openers = {layer for layer, file in FILES if ".goal.open(" in file.read_text()}
    assert openers <= MAY_OPEN, f"{openers - MAY_OPEN} open a sealed goal"


def test_nothing_branches_on_the_name_of_an_environment():
    jobs = set(retailgym.core.spec.JOBS)
    for layer, file in FILES:
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Compare) and layer not in ("envs",):
                names = {
                    c.value
                    for c in ast.walk(node)
                    if isinstance(c, ast.Constant) and isinstance(c.value, str)
                }
                assert not names & jobs, f"{file}:{node.lineno} compares with {names & jobs}"


def test_importing_the_package_imports_nothing_heavy():
    heavy = ("numpy", "rich", "typer", "yaml", "pydantic", "openenv")
    code = f"import sys, retailgym; print([m for m in {heavy!r} if m in sys.modules])"
    assert (
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        ).stdout.strip()
        == "[]"
    )
