"""`retailgym serve` as it is typed."""

import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

COMMAND = [sys.executable, "-m", "retailgym", "serve"]


def fetched(address: str, server: "subprocess.Popen[str]", log: Path) -> bytes:
    """What a browser would get, as soon as the server listens."""
    until = time.monotonic() + 120
    while True:
        try:
            with urllib.request.urlopen(address, timeout=30) as response:
                return bytes(response.read())
        except OSError:
            assert time.monotonic() < until and server.poll() is None, log.read_text()
            time.sleep(0.1)


def test_the_command_says_where_its_page_is_and_the_page_is_there(tmp_path: Path) -> None:
    with (tmp_path / "log").open("wb") as log:
        command = [*COMMAND, "--port", "0", "--records", str(tmp_path / "records.sqlite")]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
    try:
        assert server.stdout is not None
        said = server.stdout.readline()
        address = said.split()[2]
        assert said.startswith("the page: ") and address.startswith("http://127.0.0.1:"), said
        assert fetched(address, server, tmp_path / "log").startswith(b"<!doctype html>")
    finally:
        server.send_signal(signal.SIGINT)
        code = server.wait(60)
    assert code == 0


def test_an_address_that_is_taken_is_told_in_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = subprocess.run([*COMMAND, "--port", port], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1 and f"port {port}" in done.stderr and "--port" in done.stderr
