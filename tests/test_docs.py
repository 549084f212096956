"""Every command in README and docs exists with its options, extras and targets too."""

import inspect
import re
import shlex
import tomllib

import pytest

from retailgym.cli.app import commands

from .pages import ROOT, blocks, lines

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


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
