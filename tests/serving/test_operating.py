"""What operators expect: ready apart from health, tokens from files, nothing foreign, packages pinned."""

import asyncio
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from fastapi import FastAPI

from retailgym.serving.app import around
from retailgym.serving.light_client import LightEnv
from retailgym.serving.operating import unready
from retailgym.serving.sessions import Sessions
from retailgym.serving.settings import ServerSettings, token_from

from .servers import Running
from .test_http import ask

SPACE = Path(__file__).parents[2] / "space"


def test_ready_needs_no_token_and_says_whether_records_can_be_kept(server: Running) -> None:
    assert ask("GET", f"{server.url}/ready") == (200, {"status": "ready", "reason": ""})


def test_a_server_is_not_ready_while_it_warms_up() -> None:
    async def reasons() -> tuple[str, str]:
        shop = Sessions(ServerSettings(records=":memory:", envs=("cart",)))
        app = around(shop).app
        assert isinstance(app, FastAPI)
        async with app.router.lifespan_context(app):  # from here on it answers
            before = await unready(shop)
            while shop.warming:
                await asyncio.sleep(0.01)
            return before, await unready(shop)

    before, after = asyncio.run(reasons())
    assert "warming up" in before and after == ""


def test_it_says_where_it_is_before_it_is_warm_and_serves_whoever_comes(tmp_path: Path) -> None:
    """The address within two seconds of a processor's time, all imports included; the rest comes after it."""
    command = [sys.executable, "-m", "retailgym", "serve", "--port", "0", "--records", str(tmp_path / "r")]
    with (tmp_path / "log").open("wb") as log:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
    try:
        assert process.stdout is not None
        found = re.search(r"http://\S+?(?=/ )", process.stdout.readline())
        used_s = time.clock_gettime((~process.pid << 3) | 2)
        assert found is not None
        with LightEnv(found.group()) as env:
            assert env.reset(spec="cart/1/7").observation["env"] == "cart"
        until = time.monotonic() + 60
        while ask("GET", f"{found.group()}/ready")[0] != 200:
            assert time.monotonic() < until
            time.sleep(0.05)
    finally:
        process.terminate()
        process.wait(30)
    assert used_s < 2.0


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
