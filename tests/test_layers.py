"""The reading order is the import order, and few may open a sealed goal."""

import ast
import re
import subprocess
import sys
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import retailgym

from .trees import ROOT, trees

MAY_OPEN = {"core.values", "core.judgement", "testing"}
ORDER = [  # as the package's docstring gives it
    pattern
    for line in retailgym.__doc__.splitlines()
    if (found := re.match(r"    (\S.*?)(?:  |$)", line))
    for pattern in found[1].split()
]


def module_of(file: Path) -> str:
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts) or "retailgym"


@cache
def files() -> dict[str, Path]:
    """Those in which there is more than a docstring."""
    return {module_of(file): file for file, tree in trees().items() if len(tree.body) > 1}


def place(module: str) -> int:
    """Where the most telling line of the order that speaks of a module stands."""
    fits = [p for p in ORDER if fnmatch(module, p) or fnmatch(module, f"{p}.*")]
    assert fits, f"{module} has no place in the reading order, the docstring of retailgym/__init__.py"
    return ORDER.index(max(fits, key=lambda p: (p.count("."), len(p.replace("*", "")))))


@cache
def imported(module: str) -> list[str]:
    """The modules of the package that importing this one imports; types and lazy imports do not count."""
    file = files()[module]
    base = [] if module == "retailgym" else module.split(".")
    base = base if file.name == "__init__.py" else base[:-1]
    found = []
    for node in trees()[file].body:
        if isinstance(node, ast.ImportFrom) and node.level:
            source = [*base[: len(base) - node.level + 1], *(node.module or "").split(".")]
            source = [part for part in source if part]
            for alias in node.names:
                deeper = ".".join([*source, alias.name])
                found.append(deeper if deeper in files() else ".".join(source) or "retailgym")
    return found


def test_every_module_has_a_place():
    assert len(ORDER) == len(set(ORDER))
    for module in files():
        place(module)


def test_imports_point_up_the_page():
    for module in files():
        for target in imported(module):
            assert place(target) <= place(module), f"{module} imports {target}, which stands below it"


def test_no_two_modules_import_each_other_however_far_around():
    done: set[str] = set()

    def visit(module: str, path: tuple[str, ...]) -> None:
        assert module not in path, f"imports go in a circle: {' -> '.join((*path, module))}"
        if module not in done:
            for target in imported(module):
                if target != module and not module.startswith(
                    f"{target}."
                ):  # a package's face is loaded anyway
                    visit(target, (*path, module))
            done.add(module)

    for module in files():
        visit(module, ())


def test_only_the_judge_opens_the_goal():
    openers = {module for module, file in files().items() if ".goal.open(" in file.read_text()}
    assert openers <= MAY_OPEN, f"{openers - MAY_OPEN} open a sealed goal"


def test_nothing_in_the_package_imports_what_is_there_for_tests():
    for module in files():
        assert "testing" not in imported(module) or module == "retailgym"


def test_nothing_branches_on_the_name_of_an_environment():
    jobs = set(retailgym.core.spec.JOBS)
    for module, file in files().items():
        for node in ast.walk(trees()[file]):
            if isinstance(node, ast.Compare) and not module.startswith("envs."):
                constants = [c.value for c in ast.walk(node) if isinstance(c, ast.Constant)]
                names = {c for c in constants if isinstance(c, str)}
                assert not names & jobs, f"{file}:{node.lineno} compares with {names & jobs}"


def test_importing_the_package_imports_nothing_heavy():
    heavy = ("numpy", "rich", "typer", "yaml", "pydantic", "openenv")
    code = f"import sys, retailgym; print([m for m in {heavy!r} if m in sys.modules])"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
