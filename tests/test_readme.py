"""The README and the page on the command line say what is so."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from docs_tools import guide
from docs_tools.__main__ import command_page, readme_with_table

import retailgym as rg
from retailgym.cli.app import commands as app_commands
from retailgym.envs import get_env

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGE = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
STALE = "run `python -m docs_tools`"


def test_the_example_runs_and_prints_what_it_promises():
    code = re.search(r"```python\n(.*?)```", README, re.DOTALL)[1]
    assert len(code.splitlines()) == 12
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    *said, expert, silent = ran.stdout.splitlines()
    assert len(said) == 3 and all(said)
    assert expert == "expert 1.0 []" and silent.startswith("silent 0.0 ['")


def test_the_question_in_the_example_is_one_worth_asking():
    spec = re.search(r'rg\.start\("([^"]+)"\)', README)[1]
    asked = re.search(r'{"text": "([^"]+)"}', README)[1]
    (exchange,) = rg.testing.exchanges(rg.step(rg.start(spec), {"text": asked}))
    assert exchange["free"], f"{asked} {exchange['why']}: ask for what the customer of {spec} left open"


def test_the_first_sentence_says_what_it_is():
    title, _, first, *_ = README.splitlines()
    assert title == "# RetailGym" and first.startswith("RetailGym is ")


def test_the_table_of_environments_is_what_is_installed():
    assert readme_with_table(README) == README, STALE


def test_the_page_on_the_command_line_is_as_the_commands_are():
    assert command_page() == PAGE, STALE


MEANS = re.compile(r"( \| [+-]\d\.\d\d){3} \|$|^\| \w+ \| \d+ \| .*\n", re.MULTILINE)  # of players, by level


def kept(name):
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def test_the_pages_made_by_playing_are_what_playing_gives(monkeypatch):
    """Means over many episodes are played below."""
    monkeypatch.setattr(guide, "_mean", lambda *_: 0.0)
    monkeypatch.setattr(guide, "_difficulty", lambda env: ())
    for name, text in guide.pages():
        assert MEANS.sub("", kept(name)) == MEANS.sub("", text), f"{name}: {STALE}"


@pytest.mark.parametrize(
    "env", [pytest.param(env, marks=() if env == "tracking" else pytest.mark.long) for env in rg.envs()]
)
def test_the_page_of_an_environment_has_the_means_of_today(env):
    name = f"environments/{env}.md"
    assert kept(name) == guide.environment_page(get_env(env)), f"{name}: {STALE}"


@pytest.mark.long
def test_the_page_on_difficulty_has_the_means_of_today():
    assert kept("difficulty.md") == guide.difficulty_page(), STALE


def test_every_blind_player_says_what_it_does():
    for env in rg.envs():
        for name, player in rg.players.blind_for(env).items():
            says = guide.what_it_does(player)
            assert says.endswith(".") and "partial(" not in says, (env, name, says)


def test_the_page_and_help_have_the_same_options():
    commands = re.findall(r"^## retailgym ([\w ]+)$", PAGE, re.MULTILINE)
    for name, section in zip(commands, re.split(r"^## ", PAGE, flags=re.MULTILINE)[1:], strict=True):
        ran = CliRunner().invoke(app_commands(), [*name.split(), "--help"], prog_name="retailgym")
        assert ran.exit_code == 0, name
        listed = {
            o
            for line in ran.output.partition("Options:")[2].splitlines()
            if line.startswith("  --")
            for o in re.findall(r"--[a-z-]+", line[:34])
        }
        assert listed - {"--help"} == set(re.findall(r"`(--[a-z-]+)`", section.partition("| | |")[2])), name


def test_the_page_shows_no_value_of_the_language_that_it_is_written_in():
    assert "None" not in PAGE and "<class" not in PAGE


def test_no_two_commands_write_the_same_file_unless_they_are_told_to():
    found: dict[str, str] = {}
    for name, command in app_commands().commands.items():
        for param in command.params:
            for default in param.default if isinstance(param.default, list) else [param.default]:
                if str(default).endswith((".html", ".json", ".jsonl", ".md")):
                    assert str(default) not in found, f"{name} and {found[str(default)]} write {default}"
                    found[str(default)] = name
    assert {"demo.html", "report.html"} <= set(found)


@pytest.mark.parametrize("target", ["demo", "test"])
def test_the_two_commands_exist(target):
    assert f"make {target} " in README and re.search(
        rf"^{target}:", (ROOT / "Makefile").read_text(), re.MULTILINE
    )
