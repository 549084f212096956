"""Every block of code in README and docs: Python runs, commands exist with their options, extras and targets
too."""

import ast
import inspect
import os
import re
import shlex
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest

from retailgym.cli.app import commands

ROOT = Path(__file__).parents[1]
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md")),
    *(
        f
        for f in sorted((ROOT / "docs").rglob("*.md"))
        if f.parent.name not in ("transcripts", "environments")
    ),
]
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
# What they need is not here: a server, a model, a GPU, files of the reader's. They are compiled, and the
# stacks' own tests (tests/stacks, tests/serving) run what they show.
NEEDS_MORE = ("trainer", "tokenizer", "127.0.0.1", "await ", "my_shop", "localhost", "verl", "RolloutPool")


def blocks(*languages: str) -> list[tuple[str, str]]:
    found = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for block in BLOCK.finditer(text):
            if block[1] in languages:
                line = text[: block.start()].count("\n") + 1
                found.append((f"{page.relative_to(ROOT)}:{line}", block[2]))
    return found


def there(code: str) -> bool:
    """Is everything installed that it imports?"""
    found = set()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        if isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.split(".")[0])
    return all(find_spec(name) for name in found)


@pytest.mark.parametrize(
    ("where", "code"), blocks("python"), ids=lambda value: value if "\n" not in value else ""
)
def test_python_runs(where, code, tmp_path):
    compile(code, where, "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    if any(word in code for word in NEEDS_MORE):
        return
    if not there(code):
        pytest.skip("a package that it imports is not installed here; its stack's tests run it")
    ran = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT / "src")},
    )
    assert ran.returncode == 0, ran.stderr


def lines(text: str) -> list[str]:
    return [line.split("  #")[0].split(" # ")[0].strip() for line in text.replace("\\\n", " ").splitlines()]


@pytest.mark.parametrize(
    ("where", "text"), blocks("", "bash", "sh"), ids=lambda value: value if "\n" not in value else ""
)
def test_commands_exist_with_their_options(where, text):
    for line in lines(text):
        line = re.sub(r"^(?:[A-Z_]+=\S+ )+", "", line)
        if line.startswith("retailgym ") and "COMMAND" not in line and "…" not in line:
            parsed(shlex.split(line.split(" | ")[0].split(" > ")[0])[1:])
        for extras in re.findall(r"retailgym\[([\w,]+)\]", line):
            assert set(extras.split(",")) <= set(PROJECT["optional-dependencies"]), f"{where}: {line}"
        for target in re.findall(r"^make ([\w-]+)", line):
            assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.MULTILINE), (
                f"{where}: {line}"
            )


def parsed(words: list[str]) -> None:
    """The options as the command itself reads them; nothing is run."""
    command = commands()
    while hasattr(command, "commands") and words and not words[0].startswith("-"):
        assert words[0] in command.commands, f"no command {words[0]}"
        command, words = command.commands[words[0]], words[1:]
    words = [re.sub(r"  .*", "", word) for word in words]
    known = {name for param in command.params for name in (*param.opts, *param.secondary_opts)} | {
        "-h",
        "--help",
    }
    for word in words:
        if word.startswith("--"):
            assert word.split("=")[0] in known, f"{command.name} has no {word}"


def test_public_names_have_docstrings():
    import retailgym as rg

    for name in (
        "Spec",
        "start",
        "step",
        "observe",
        "judge",
        "digest",
        "Turn",
        "Call",
        "Observation",
        "Verdict",
        "envs",
        "task",
    ):
        assert inspect.getdoc(getattr(rg, name)), name
