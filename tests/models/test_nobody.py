"""An endpoint at which nobody answers is told in seconds, in one line that says what to do."""

import os
import socket
import subprocess
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

from ..command import retailgym


def evaluated(where: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return retailgym("eval", "--envs", "cart", *arguments, cwd=where, env=os.environ | {"HF_TOKEN": ""})


def test_a_server_that_is_not_there_ends_the_run_within_seconds(tmp_path):
    with socket.socket() as held:  # bound, and nobody listens
        held.bind(("127.0.0.1", 0))
        address, begun = f"http://127.0.0.1:{held.getsockname()[1]}/v1", time.monotonic()
        ended = evaluated(tmp_path, "--model", "m", "--base-url", address)
    assert ended.returncode == 1 and time.monotonic() - begun < 30
    assert f"no server answers at {address} (" in ended.stderr, ended.stderr
    assert "start it, or name another with --base-url" in ended.stderr and "Traceback" not in ended.stderr


class WithoutTools(BaseHTTPRequestHandler):
    """As a server answers that was started without a parser of tool calls."""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        body = b'{"error": {"message": "auto tool choice requires --tool-call-parser to be set"}}'
        self.send_response(400)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *told: object) -> None:
        pass


def test_a_server_that_takes_no_tools_is_told_with_the_way_out(tmp_path):
    with HTTPServer(("127.0.0.1", 0), WithoutTools) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/v1"
        ended = evaluated(tmp_path, "--model", "m", "--base-url", address, "--levels", "0", "--seeds", "2")
        server.shutdown()
    assert ended.returncode == 1 and "--tool-call-parser" in ended.stderr
    assert "it can be played with --mode json and another --out" in ended.stderr, ended.stderr


def test_the_router_is_not_asked_without_a_key(tmp_path):
    ended = evaluated(tmp_path, "--model", "qwen3-8b")
    assert ended.returncode == 2 and "wants a key for 'qwen3-8b'; set HF_TOKEN" in ended.stderr
    assert not list(tmp_path.iterdir())
