"""Mutants: small faults, one at a time, in the code that decides rewards. Each should make some test fail.

python -m tests.mutants                    every target
python -m tests.mutants reward episode     these
python -m tests.mutants reward --most 50   at most so many of each, evenly spread

Faults are made by cosmic-ray; no file is changed. What tests need of other packages is imported once, and
every mutant is tried in a fork that imports ours with the fault in it. Mutants that do not load do not count.
"""

import argparse
import ast
import difflib
import importlib.machinery
import importlib.util
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

SOURCE = Path(__file__).parents[1] / "src" / "retailgym"
SECONDS = 180  # a mutant that takes longer hangs, and is found out
DOES_NOT_LOAD, KILLED, SURVIVED = 3, 1, 0


SWAPS = frozenset(  # of the many operators that could stand in for another, those that people confuse
    f"{kind}_{pair}"
    for kind, pairs in (
        (
            "ReplaceBinaryOperator",
            "Add_Sub Sub_Add Mul_Div Div_Mul FloorDiv_Mul Mod_Mul BitOr_BitAnd BitAnd_BitOr BitXor_BitOr",
        ),
        (
            "ReplaceComparisonOperator",
            "Lt_LtE LtE_Lt Gt_GtE GtE_Gt Eq_NotEq NotEq_Eq Eq_GtE In_NotIn NotIn_In Is_IsNot IsNot_Is",
        ),
    )
    for pair in pairs.split()
)


class Target(NamedTuple):
    module: str
    tests: tuple[str, ...]
    functions: tuple[str, ...] = ()  # only these; none: all


TARGETS = {
    "reward": Target("core/reward.py", ("tests/test_verdict.py", "tests/test_episode.py")),
    "curriculum": Target("core/curriculum.py", ("tests/test_curriculum.py",)),
    **{
        part: Target(f"core/{part}.py", ("tests/test_episode.py", "tests/test_verdict.py", *more))
        for part, more in (
            ("episode", ("tests/test_revisions.py", "tests/test_lures.py")),
            ("state", ()),
            ("turn", ()),
            ("calls", ("tests/test_faults.py", "tests/test_revisions.py")),
            ("judgement", ("tests/test_lures.py",)),
        )
    },
    "task": Target("core/task.py", ("tests/test_verdict.py",)),
    "decide": Target(
        "policy/decide.py", ("tests/policy/test_decide.py", "tests/policy/test_worked_cases.py")
    ),
    "gold": Target("envs/desk/gold.py", ("tests/desk/test_solver.py", "tests/desk/test_tickets.py")),
    "grade": Target("envs/desk/grade.py", ("tests/desk/test_grade.py",)),
    **{
        env: Target(
            f"envs/{env}/task.py", ("tests/envs/test_verify.py", f"tests/envs/{tests}.py", *more), functions
        )
        for env, tests, more, functions in (
            (
                "cart",
                "test_cart",
                ("tests/test_verdict.py",),
                ("verify", "_lines", "_angering", "_line_credit"),
            ),
            (
                "returns",
                "test_returns",
                ("tests/test_verdict.py",),
                ("verify", "_things", "_allowed", "_wanted"),
            ),
            ("journey", "test_journey", ("tests/test_verdict.py",), ("verify", "_seen_from", "_found")),
            ("discovery", "test_discovery", (), ("verify", "_credit")),
            ("substitution", "test_substitution", (), ("verify",)),
            ("bundle", "test_bundle", (), ("verify",)),
            ("tracking", "test_tracking", (), ("verify", "_credit")),
            ("policy", "test_policy_env", (), ("verify",)),
        )
    },
}


class Mutant(NamedTuple):
    operator: str
    line: int
    code: str


def mutants(target: Target) -> Iterator[Mutant]:
    """Every fault in the code of a target; types and docstrings are no code."""
    text = (SOURCE / target.module).read_text()
    lines = lines_of(ast.parse(text), target.functions)
    tree = get_ast(text)
    for name in operator_names():
        kind, short = get_operator(name), name.removeprefix("core/")
        if (
            kind.arguments()
            or short == "ExceptionReplacer"
            or (short.startswith(("ReplaceBinary", "ReplaceComparison")) and short not in SWAPS)
        ):
            continue
        places = [start for node in ast_nodes(tree) for start, _ in kind().mutation_positions(node)]
        for n, (line, _) in enumerate(places):
            if line in lines:
                yield Mutant(short, line, mutate_code(text, kind(), n))


def lines_of(tree: ast.Module, functions: tuple[str, ...]) -> set[int]:
    """The lines that run when tests do: bodies of functions, and constants."""
    found: set[int] = set()
    for node in tree.body:
        if isinstance(node, ast.Assign) and not functions:
            found.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef) and (not functions or function.name in functions):
            for statement in function.body:
                found.update(range(statement.lineno, (statement.end_lineno or statement.lineno) + 1))
    return found


class _Faulty(importlib.machinery.SourceFileLoader):
    """Gives other code for one module."""

    def __init__(self, name: str, path: str, code: str) -> None:
        super().__init__(name, path)
        self._code = code

    def get_code(self, fullname: str):  # type: ignore[no-untyped-def]
        return compile(self._code, self.path, "exec")


class _Finder:
    def __init__(self, module: str, code: str) -> None:
        self.name = "retailgym." + module.removesuffix(".py").replace("/", ".")
        self.path, self.code = str(SOURCE / module), code

    def find_spec(self, name: str, path: object = None, target: object = None):  # type: ignore[no-untyped-def]
        if name != self.name:
            return None
        return importlib.util.spec_from_loader(name, _Faulty(name, self.path, self.code))


def tried(target: Target, code: str) -> int:
    """What becomes of a mutant: it does not load, it is killed, or it survives."""
    child = os.fork()
    if child == 0:
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        signal.alarm(SECONDS)
        os._exit(run(target, code))
    status = os.waitpid(child, 0)[1]
    return KILLED if os.WIFSIGNALED(status) else os.waitstatus_to_exitcode(status)


def run(target: Target, code: str) -> int:
    import pytest

    finder = _Finder(target.module, code)
    sys.meta_path.insert(0, finder)  # type: ignore[arg-type]
    try:
        importlib.import_module("retailgym")
        importlib.import_module(finder.name)
    except Exception:  # noqa: BLE001  # whatever it is, this mutant proves nothing about tests
        return DOES_NOT_LOAD
    options = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-m", "not long"]
    return SURVIVED if pytest.main([*options, *target.tests]) == 0 else KILLED


def report(name: str, most: int) -> tuple[int, int]:
    """Tries the mutants of a target and names those that survive."""
    target = TARGETS[name]
    text = (SOURCE / target.module).read_text()
    if tried(target, text) != SURVIVED:
        sys.exit(f"{name}: the tests fail without any fault")
    every = list(mutants(target))
    chosen = every[:: max(1, -(-len(every) // most))] if most else every
    killed = counted = 0
    for mutant in chosen:
        found = tried(target, mutant.code)
        counted += found != DOES_NOT_LOAD
        killed += found not in (DOES_NOT_LOAD, SURVIVED)
        if found == SURVIVED:
            print(f"{target.module}:{mutant.line}: {mutant.operator} survives", flush=True)
            for line in difflib.unified_diff(text.splitlines(), mutant.code.splitlines(), n=0, lineterm=""):
                if line[:1] in "+-" and line[:3] not in ("+++", "---"):
                    print(f"    {line}", flush=True)
    print(f"{name}: {killed} of {counted} mutants killed, {100 * killed / max(1, counted):.1f} %", flush=True)
    return killed, counted


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants")
    parser.add_argument(
        "targets", nargs="*", metavar="TARGET", help=f"of {', '.join(TARGETS)}; all by default"
    )
    parser.add_argument("--most", type=int, default=0, help="at most so many mutants of each target")
    asked = parser.parse_args()
    if unknown := [name for name in asked.targets if name not in TARGETS]:
        parser.error(f"no target {unknown[0]!r}; there are {', '.join(TARGETS)}")
    scores = [report(name, asked.most) for name in asked.targets or TARGETS]
    killed, counted = (sum(column) for column in zip(*scores, strict=True))
    print(f"in all {killed} of {counted} mutants killed, {100 * killed / max(1, counted):.1f} %")


if __name__ == "__main__":
    import hypothesis
    import msgspec
    import numpy
    import pytest

    assert hypothesis and msgspec and numpy and pytest  # imported once, for all forks
    main()
