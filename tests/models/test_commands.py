"""The commands for models, through real processes."""

import json
import os
import pty
import subprocess
import sys

import pytest

import retailgym as rg
from retailgym.cli.models import LEVELS
from retailgym.evaluation.ledger import read_ledger, settled

from ..command import retailgym
from .endpoint import serving
from .shifts import specs_of


def shown_on(terminal: int) -> bytes:
    shown = b""
    while True:
        try:
            shown += os.read(terminal, 65_536)
        except OSError:  # the other side has closed it
            return shown


def test_a_terminal_gets_a_table_and_a_bar_with_cost_and_time_left(tmp_path):
    specs = specs_of(["cart"], (0,), 8)
    with serving(specs, answer_s=0.1) as server:
        command = [
            sys.executable,
            "-m",
            "retailgym",
            "eval",
            "--model",
            "scripted",
            "--base-url",
            f"http://127.0.0.1:{server.port}/v1",
        ]
        command += [
            "--price",
            "1,10",
            "--envs",
            "cart",
            "--levels",
            "0",
            "--seeds",
            "8",
            "--parallel",
            "2",
            "--budget",
            "9",
            "--out",
            str(tmp_path / "run"),
        ]
        leader, follower = pty.openpty()
        with subprocess.Popen(
            command, stderr=follower, env=os.environ | {"TERM": "xterm", "COLUMNS": "140"}
        ) as process:
            os.close(follower)
            shown = shown_on(leader).decode()
        os.close(leader)
    assert process.returncode == 0 and "━" in shown and "infrastructure failed" in shown, shown
    assert "running" in shown and " left" in shown and "tokens" in shown and "of $9.00" in shown


def test_presets_are_listed_for_people_and_for_programs():
    assert json.loads(retailgym("models", "--json").stdout)["qwen3-8b"]["model"] == "Qwen/Qwen3-8B"
    assert "Qwen/Qwen3-8B" in retailgym("models").stdout


@pytest.mark.long
def test_the_baseline_set_is_played_by_one_command_and_goes_on_where_it_was_stopped(tmp_path):
    specs = specs_of(rg.envs(), LEVELS, 1)
    with serving(specs) as server:
        command = [
            sys.executable,
            "-m",
            "retailgym",
            "baseline",
            "--model",
            "qwen2.5-7b,qwen3-8b",
            "--base-url",
            f"http://127.0.0.1:{server.port}/v1",
        ]
        ran = subprocess.run(
            [*command, "--seeds", "1", "--out", str(tmp_path), "--json"], capture_output=True, text=True
        )
        asked = len(server.requests)
        again = subprocess.run(
            [*command, "--seeds", "1", "--out", str(tmp_path), "--json"], capture_output=True, text=True
        )
        assert len(server.requests) == asked, "nothing is played twice"
    assert ran.returncode == again.returncode == 0 and ran.stdout == again.stdout, ran.stderr
    found = json.loads(ran.stdout)
    assert {name: study["scores"]["reward"] for name, study in found.items()} == {
        "expert": 1.0,
        "silent": 0.0,
        "qwen2.5-7b": 1.0,
        "qwen3-8b": 1.0,
    }
    for name in ("qwen2.5-7b", "qwen3-8b"):
        assert len(settled(read_ledger(tmp_path / name)[1])) == len(specs) * 2
