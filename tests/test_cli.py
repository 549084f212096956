"""The command line, through real processes."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

import retailgym as rg
from retailgym.cli.new import write_new
from retailgym.cli.typed_turns import Unclear, turn_from
from retailgym.core.env import Result

from .command import retailgym
from .paths import expert_turns

ROOT = Path(__file__).parents[1]
TOOLS = rg.start("cart/0/0").env.tools


def test_the_module_run_by_name_is_the_command():
    """All other tests of commands begin there without importing everything again (command.py)."""
    for arguments, code, said in ((["envs"], 0, ""), (["dmo"], 2, "demo")):
        ran = subprocess.run([sys.executable, "-m", "retailgym", *arguments], capture_output=True, text=True)
        again = retailgym(*arguments)
        assert (ran.returncode, ran.stdout, ran.stderr) == (code, again.stdout, again.stderr)
        assert again.returncode == code and said in ran.stderr


# eval


def test_eval_writes_the_result_and_leaves_stdout_alone(tmp_path):
    out = tmp_path / "out.json"
    ran = retailgym(
        "eval", "--player", "expert", "--envs", "cart", "--levels", "0,6", "--seeds", "2", "--json", str(out)
    )
    assert ran.returncode == 0 and ran.stdout == "", ran.stderr
    found = json.loads(out.read_bytes())
    assert found["episodes"] == 4 and found["by_env"]["cart"]["reward"] == 1.0
    assert "episodes: 4 of 4" in ran.stderr and "too few" in ran.stderr


def test_an_interval_is_shown_where_there_is_enough_to_go_by():
    ran = retailgym("eval", "--envs", "tracking", "--levels", "0", "--seeds", "10")
    assert ran.returncode == 0 and "..1.000" in ran.stderr and "too few" not in ran.stderr


def test_eval_with_a_dash_gives_clean_json_on_stdout():
    ran = retailgym(
        "eval",
        "--players",
        "expert,silent",
        "--player",
        "random",
        "--envs",
        "cart",
        "--levels",
        "0",
        "--seeds",
        "2",
        "--json",
        "-",
    )
    found = json.loads(ran.stdout)
    assert ran.returncode == 0 and list(found["players"]) == ["expert", "silent", "random"]
    assert all(name in ran.stderr for name in found["players"])


def test_eval_takes_every_installed_environment_for_all():
    found = json.loads(
        retailgym(
            "eval", "--envs", "all", "--levels", "0", "--seeds", "1", "--json", "-", "--workers", "2"
        ).stdout
    )
    assert list(found["by_env"]) == list(rg.envs()) and all(
        row["reward"] == 1.0 for row in found["by_env"].values()
    )


def test_records_of_eval_can_be_replayed(tmp_path):
    assert (
        retailgym(
            "eval", "--envs", "cart", "--levels", "3", "--seeds", "1", "--record", str(tmp_path)
        ).returncode
        == 0
    )
    (file,) = tmp_path.rglob("*.jsonl")
    ran = retailgym("replay", str(file))
    assert (
        ran.returncode == 0
        and "success; reward 1" in ran.stdout
        and "agent:    cart_confirm" in ran.stdout
        and "customer: " in ran.stdout
    )
    assert "each as recorded" in ran.stderr


def _read_to_the_end(terminal):
    shown = b""
    while True:
        try:
            shown += os.read(terminal, 65_536)
        except OSError:  # the other side has closed it
            return shown


def test_a_terminal_gets_a_progress_bar():
    leader, follower = pty.openpty()
    command = [sys.executable, "-m", "retailgym", "eval", "--envs", "cart", "--levels", "0", "--seeds", "2"]
    with subprocess.Popen(
        command, stderr=follower, stdout=subprocess.PIPE, env=os.environ | {"TERM": "xterm"}
    ) as process:
        os.close(follower)
        shown = _read_to_the_end(leader)
    os.close(leader)
    assert process.returncode == 0 and "━".encode() in shown and b"episodes: " not in shown


# play and replay


def typed_for(spec):
    """What a person would type to do as the expert does."""
    lines = []
    for turn in expert_turns(rg.start(spec)):
        lines += [f"{c.name} {json.dumps(c.arguments)}" for c in turn.calls] or [turn.text]
    return "\n".join(lines) + "\n"


def test_a_person_can_play_to_the_end_and_read_the_verdict(tmp_path):
    file = tmp_path / "mine.jsonl"
    ran = retailgym("play", "cart/3/42", "--save", str(file), typed=typed_for("cart/3/42"))
    assert (
        ran.returncode == 0 and "success; reward 1" in ran.stdout and "passed  cart_as_asked: " in ran.stdout
    ), ran.stdout + ran.stderr
    assert "exchanges, " in ran.stdout and "customer: " in ran.stdout
    again = retailgym("replay", str(file))
    assert again.returncode == 0 and "success; reward 1" in again.stdout
    assert rg.core.record.read(file.read_bytes())[0].player == "human"


def test_mistypings_cost_nothing_and_quitting_gives_no_verdict(tmp_path):
    file = tmp_path / "left.jsonl"
    typed = (
        "help\nhelp cart_add\nhelp nope\ncatalog_serch kettle\ncart_add\ncart_add nonsense=1\ncart_add "
        "{broken\n\nquit\n"
    )
    ran = retailgym("play", "cart/0/7", "--save", str(file), typed=typed)
    assert ran.returncode == 0 and "no verdict" in ran.stdout and ran.stdout.count("not sent: ") == 4, (
        ran.stdout
    )
    assert (
        "cart_add product_id variant_id [quantity]" in ran.stdout
        and "did you mean 'catalog_search'" in ran.stdout
    )
    assert retailgym("replay", str(file)).returncode == 0 and len(rg.core.record.read(file.read_bytes())) == 1


def test_the_end_of_the_input_is_the_same_as_quitting():
    ran = retailgym("play", "cart/0/7", typed="Which colour?\n")
    assert ran.returncode == 0 and "no verdict" in ran.stdout and ran.stdout.count("customer: ") == 2


@pytest.mark.parametrize(
    ("line", "arguments"),
    [
        ("catalog_search steel kettle", {"query": "steel kettle"}),
        ("catalog_search query=steel kettle cursor=p1", {"query": "steel kettle", "cursor": "p1"}),
        ('catalog_search query="steel kettle"', {"query": "steel kettle"}),
        (
            'catalog_search filters=[{"name": "price", "op": "lte", "value": 4999}]',
            {"filters": [{"name": "price", "op": "lte", "value": 4999}]},
        ),
        ("cart_add p1 variant_id=v1 quantity=2", {"product_id": "p1", "variant_id": "v1", "quantity": 2}),
        ('cart_add {"product_id": "p1", "variant_id": "v1"}', {"product_id": "p1", "variant_id": "v1"}),
        ("catalog_get_product 12345", {"product_id": "12345"}),
        ("catalog_compare p1, p2,p3", {"product_ids": ["p1", "p2", "p3"]}),
        ("cart_view", {}),
    ],
)
def test_calls_can_be_typed_in_several_ways(line, arguments):
    (call,) = turn_from(line, TOOLS).calls
    assert call == rg.Call(line.split()[0], arguments)


def test_anything_that_names_no_tool_is_said():
    for line in ("Which colour?", "cart", "I can add two=2 if you like", '{"text": "no"}'):
        assert turn_from(line, TOOLS) == rg.Turn(line)


@pytest.mark.parametrize(
    "line",
    [
        "cart_view now",
        "cart_add p1",
        "cart_add p1 v1 quantity=many variant_id=v1",
        "cart_confirm yes=1",
        "cart_ad p1",
    ],
)
def test_calls_that_would_end_the_episode_are_not_sent(line):
    with pytest.raises(Unclear):
        turn_from(line, TOOLS)


def test_a_record_that_was_changed_is_noticed_at_its_first_differing_turn(tmp_path):
    tape = rg.core.record.Tape(rg.start("cart/0/7"), player="test")
    for text in ("Which colour?", "How many?"):
        tape.step({"text": text})
    file = tmp_path / "changed.jsonl"
    file.write_bytes(tape.written().replace(b"How many?", b"How much?"))
    ran = retailgym("replay", str(file))
    assert (
        ran.returncode == 1
        and ran.stdout == ""
        and "turn 2 of cart@" in ran.stderr
        and "Traceback" not in ran.stderr
    )


def test_every_kind_of_message_can_be_printed(tmp_path):
    tape = rg.core.record.Tape(rg.start("cart/0/7?invalid=strike"), player="test")
    for turn in (
        {
            "text": "Let me see.",
            "calls": [
                {"name": "catalog_search", "arguments": {"query": "lamp"}},
                {"name": "ask_user", "arguments": {"message": "Hm?"}},
            ],
        },
        {"calls": [{"name": "catalog_get_product", "arguments": {"product_id": "nope"}}]},
        b"\xff\xfe",
        {"calls": [{"name": "cart_confirm"}, {"name": "cart_view"}]},
    ):
        tape.step(turn)
    assert any(isinstance(event.message, Result) for event in tape.episode.log)
    file = tmp_path / "all.jsonl"
    file.write_bytes(tape.written())
    ran = retailgym("replay", str(file))
    assert ran.returncode == 0, ran.stderr
    for part in (
        "(beside calls, not delivered): Let me see.",
        "results:",
        "shop:     ",
        "mistake:  not JSON",
        "not run:  cart_view",
        "FAILED  cart_as_asked",
    ):
        assert part in ran.stdout, part


# bench, new, demo


def test_bench_prints_a_table_for_people_and_json_for_programs():
    ran = retailgym("bench", "--env", "cart", "--level", "0", "--episodes", "2", "--rounds", "1", "--json")
    assert ran.returncode == 0 and list(json.loads(ran.stdout)["envs"]) == ["cart"]
    assert "scored expert episodes" in ran.stderr and "peak memory" in ran.stderr


def test_a_new_environment_works_as_written(tmp_path):
    """Its own test plays it at every level; the linter finds nothing to say."""
    assert retailgym("new", "layaway", "--dir", str(tmp_path)).stdout.split() == [
        f"{tmp_path}/envs/layaway/__init__.py",
        f"{tmp_path}/test_layaway.py",
    ]
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", str(tmp_path)],
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0 and "3 passed" in ran.stdout, ran.stdout
    for command in (["check"], ["format", "--check"]):
        linted = subprocess.run(
            [sys.executable, "-m", "ruff", *command, "--config", str(ROOT / "pyproject.toml"), str(tmp_path)],
            capture_output=True,
            text=True,
        )
        assert linted.returncode == 0, linted.stdout + linted.stderr
    assert "starter" not in (tmp_path / "envs" / "layaway" / "__init__.py").read_text().lower()


def test_a_new_environment_writes_over_nothing(tmp_path):
    write_new("layaway", tmp_path)
    with pytest.raises(ValueError, match="exists"):
        write_new("layaway", tmp_path)
    for name in ("cart", "Layaway", "lay-away", "class", ""):
        with pytest.raises(ValueError, match=r"exists|cannot name"):
            write_new(name, tmp_path)
    assert len(list(tmp_path.rglob("*.py"))) == 2


def test_the_demo_shows_the_expert_at_one_and_the_silent_at_nothing_and_writes_the_report(tmp_path):
    ran = retailgym("demo", "--seeds", "1", "--report", str(tmp_path / "demo.html"))
    assert "<h1>expert" in (tmp_path / "demo.html").read_text(encoding="utf-8") and "demo.html" in ran.stdout
    rows = [line.split() for line in ran.stdout.splitlines() if line.split()]
    assert ran.returncode == 0
    assert [row[1:] for row in rows if row[0] == "expert"] == [["1.000", "(100%)"] * 4] * len(rg.envs())
    assert [row[1:] for row in rows if row[0] == "silent"] == [["0.000", "(0%)"] * 4] * len(rg.envs())
    assert ran.stdout.index("all environments") > ran.stdout.rindex("seeds per level")
    assert [row[0] for row in rows if row[0] in rg.envs() and len(row) == 8] == list(rg.envs())
    assert "what an agent earns in between, it earns by understanding" in ran.stdout
    assert {row[0] for row in rows} >= {name for env in rg.envs() for name in rg.players.blind_for(env)}


# mistakes


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["eval", "--player", "exprt"], "did you mean 'expert'"),
        (["eval", "--envs", "crat"], "did you mean 'cart'"),
        (["eval", "--levels", "0-25"], "such as 0,6,12 or 0-24"),
        (["eval", "--seeds", "0"], "1 or more"),
        (["eval", "--seeds", "many"], "--seeds"),
        (["eval", "--split", "nope"], "train, validation, test"),
        (["eval", "--json", "nowhere/at/all.json"], "nowhere/at/all.json"),
        (["play", "cart/6"], "such as cart/6/1742"),
        (["play", "crat/6/1"], "did you mean 'cart'"),
        (["play", "cart/25/1"], "from 0 to 24"),
        (["play", "cart@99/6/1"], "version 99"),
        (["play", "cart/6/1?p_stokout=0"], "did you mean 'p_stockout'"),
        (["play"], "SPEC"),
        (["replay", "nowhere.jsonl"], "nowhere.jsonl"),
        (["replay", str(ROOT / "pyproject.toml")], "not part of a record"),
        (["bench", "--env", "nope"], "no environment 'nope'"),
        (["bench", "--products", "3"], "64 to 2,000,000"),
        (["new", "Not A Name"], "cannot name an environment"),
        (["dmo"], "demo"),
        (["eval", "--nope"], "See retailgym eval --help."),
        (["catalog", "build", "--nope"], "See retailgym catalog build --help."),
        (["export"], "retailgym export --episodes 1170"),
    ],
)
def test_a_mistake_is_one_line_that_says_what_to_do(arguments, says):
    ran = retailgym(*arguments)
    assert ran.returncode == 2 and ran.stdout == "" and says in ran.stderr, ran.stderr
    assert len(ran.stderr.splitlines()) == 1 and ran.stderr.startswith("retailgym: ")


@pytest.mark.parametrize("missing", ["typer", "rich", "prompt_toolkit"])
def test_without_the_extra_it_says_what_to_install(missing):
    code = f"import sys; sys.modules[{missing!r}] = None; from retailgym.__main__ import main; main()"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert ran.returncode == 2 and missing in ran.stderr and 'pip install "retailgym[cli]"' in ran.stderr


def test_the_extra_of_the_command_line_is_enough_to_keep_a_run_and_to_report_on_it(tmp_path):
    others = "aiohttp certifi yaml pyarrow websockets fastapi uvicorn sklearn".split()
    code = (
        f"import sys; sys.modules.update(dict.fromkeys({others}))\n"
        "from retailgym.__main__ import main; main()"
    )
    for typed in (
        "eval --player silent --envs tracking --levels 0 --seeds 1 --out run",
        "report run --out report.html",
    ):
        ran = subprocess.run(
            [sys.executable, "-c", code, *typed.split()], capture_output=True, text=True, cwd=tmp_path
        )
        assert ran.returncode == 0, ran.stderr
    assert (tmp_path / "report.html").exists()


def test_help_is_there_without_being_asked_for_and_loads_nothing_heavy():
    code = (
        "import sys; from retailgym.cli import run\ntry: run()\nfinally: print([m for m in ('numpy', "
        "'rich') if m in sys.modules], file=sys.stderr)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert ran.returncode == 0 and "retailgym demo" in ran.stdout and ran.stderr.strip() == "[]"
