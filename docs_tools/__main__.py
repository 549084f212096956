"""The pages that are made from what is installed: docs/cli.md, the table of environments in README.md,
docs/desk.md, and those made by playing.

`python -m docs_tools` writes them all; the tests say when that is due.
"""

import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docs_tools import desk, guide
from retailgym.cli.app import commands
from retailgym.envs import all_envs

ROOT = Path(__file__).parents[1]
BEGIN, END = "<!-- environments: made by python -m docs_tools -->", "<!-- end of environments -->"


def command_page() -> str:
    """Every command with its examples and options, as `--help` has them."""
    group = commands()
    parts = ["# The command line", *_about(group.help), OUTPUT]
    for name, command in _commands(group):
        parts += [f"## retailgym {name}", *_about(command.help), *_options(command.params)]
    return "\n\n".join(parts) + "\n"


def _commands(group: Any, before: str = "") -> Iterator[tuple[str, Any]]:
    """Each with its whole name: "catalog build" is a command of a group."""
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from _commands(command, f"{before}{name} ")
        else:
            yield before + name, command


OUTPUT = """What is printed for people by `eval` and `bench` goes to stderr, so that stdout is JSON alone when
JSON is asked for. A mistake in what was typed gives one line and exit code 2; a replay that differs gives
exit code 1; anything else that goes wrong is a bug.

`eval --json` writes `{"player": …, "episodes": n, "by_env": {env: {"reward", "ci95", "success",
"success_ci95", "pass_k", …, "by_level"}}, "players": {name: {"episodes", "by_env"}}, …}`. With several
players `by_env` is that of the first and `players` holds them all. Intervals are 95 % and count each spec
once, after Wilson and Student. `pass_k` is the chance that k tries at one spec all succeed, `pass_at_k` that
at least one does. [evaluation.md](evaluation.md) says more about the numbers."""


def _about(text: str) -> Iterator[str]:
    """Paragraphs as they are; those marked as examples as code."""
    for paragraph in inspect.cleandoc(text).split("\n\n"):
        if paragraph.startswith("\b"):
            yield f"```\n{paragraph.lstrip(chr(8)).strip()}\n```"
        else:
            yield " ".join(paragraph.split())


def _options(params: list[Any]) -> Iterator[str]:
    rows = [(_names(p), p.help or "", _default(p)) for p in params if p.name != "help"]
    if rows:
        yield "\n".join(
            [
                "| | | default |",
                "|---|---|---|",
                *(f"| {names} | {about} | {default} |" for names, about, default in rows),
            ]
        )


def _names(param: Any) -> str:
    names = param.opts if param.opts[0].startswith("-") else [param.metavar]
    return ", ".join(f"`{name}`" for name in names)


def _default(param: Any) -> str:
    value = param.default
    if param.required or value in (None, "", False, []):
        return "must be given" if param.required else ""
    return f"`{','.join(map(str, value)) if isinstance(value, (list, tuple)) else value}`"


def environment_table() -> str:
    rows = [
        f"| `{e.id}` | {e.version} | {' '.join(e.about.split())} | `{e.closing}` |"
        for e in all_envs().values()
    ]
    return "\n".join(["| id | version | what the agent is told | closing tool |", "|---|---|---|---|", *rows])


def readme_with_table(readme: str) -> str:
    """The README with its table of environments as it should be."""
    before, _, rest = readme.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{environment_table()}\n{END}{after}"


def write() -> None:
    page, readme = ROOT / "docs" / "cli.md", ROOT / "README.md"
    page.write_text(command_page(), encoding="utf-8")
    readme.write_text(readme_with_table(readme.read_text(encoding="utf-8")), encoding="utf-8")
    (ROOT / "docs" / "desk.md").write_text(desk.handbook(), encoding="utf-8")
    for name, text in guide.pages():
        file = ROOT / "docs" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
