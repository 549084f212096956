"""What operators expect: ready apart from health, tokens from files, nothing foreign, packages pinned."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from retailgym.serving.settings import token_from

from .servers import Running
from .test_http import ask

SPACE = Path(__file__).parents[2] / "space"


def test_ready_needs_no_token_and_says_whether_records_can_be_kept(server: Running) -> None:
    assert ask("GET", f"{server.url}/ready") == (200, {"status": "ready", "reason": ""})


def test_the_page_of_routes_loads_nothing(server: Running) -> None:
    status, page = ask("GET", f"{server.url}/docs")
    assert status == 200 and b"/episodes/{id}/turns" in page
    assert b"<script" not in page and b"http://" not in page and b"https://" not in page


def test_a_token_comes_from_a_file_or_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "token"
    file.write_text("from the file\n")
    monkeypatch.setenv("SOME_TOKEN", "from the environment")
    assert token_from("SOME_TOKEN", str(file)) == "from the file"
    assert token_from("SOME_TOKEN", "") == "from the environment"
    with pytest.raises(ValueError, match="cannot be read"):
        token_from("SOME_TOKEN", str(tmp_path / "none"))


def test_no_token_is_taken_from_the_command_line() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "retailgym", "serve", "--token", "x" * 30], capture_output=True, text=True
    )
    assert done.returncode == 2 and "--token" in done.stderr


def test_a_container_without_a_token_refuses_to_start_unless_it_is_public(tmp_path: Path) -> None:
    env = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "PYTHONPATH": ":".join(sys.path)}
    done = subprocess.run(
        [sys.executable, SPACE / "server" / "app.py"], env=env, capture_output=True, text=True
    )
    assert done.returncode == 2 and "--public" in done.stderr and "RETAILGYM_TOKEN" in done.stderr


def test_the_image_is_pinned_and_takes_no_other_retailgym() -> None:
    lines = (SPACE / "Dockerfile").read_text().splitlines()
    assert re.fullmatch(
        r"FROM python:3\.\d+-slim@sha256:[0-9a-f]{64}", next(x for x in lines if x.startswith("FROM"))
    )
    installs = [line for line in lines if "pip install" in line]
    assert "--require-hashes" in installs[0] and "constraints.txt" in installs[0]
    assert all("--no-index" in line and "--no-deps" in line for line in installs[1:]) and len(installs) > 1
    locked = (SPACE / "constraints.txt").read_text()
    assert "--hash=sha256:" in locked and "retailgym" not in locked
