"""An endpoint at which nobody answers is told in seconds, in one line that says what to do."""

import os
import socket
import subprocess
import sys
import time
from pathlib import Path


def evaluated(where: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "retailgym", "eval", "--envs", "cart", *arguments],
        cwd=where, capture_output=True, text=True, env=os.environ | {"HF_TOKEN": ""},
    )  # fmt: skip


def test_a_server_that_is_not_there_ends_the_run_within_seconds(tmp_path):
    with socket.socket() as held:  # bound, and nobody listens
        held.bind(("127.0.0.1", 0))
        address, begun = f"http://127.0.0.1:{held.getsockname()[1]}/v1", time.monotonic()
        ended = evaluated(tmp_path, "--model", "m", "--base-url", address)
    assert ended.returncode == 1 and time.monotonic() - begun < 30
    assert f"no server answers at {address} (" in ended.stderr, ended.stderr
    assert "start it, or name another with --base-url" in ended.stderr and "Traceback" not in ended.stderr


def test_the_router_is_not_asked_without_a_key(tmp_path):
    ended = evaluated(tmp_path, "--model", "qwen3-8b")
    assert ended.returncode == 2 and "wants a key for 'qwen3-8b'; set HF_TOKEN" in ended.stderr
    assert not list(tmp_path.iterdir())
