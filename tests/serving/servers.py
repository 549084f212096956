"""Real servers for the tests, forked so that a start costs no seconds of import."""

import os
import signal
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from retailgym.core.values import replace
from retailgym.serving.settings import ServerSettings

from ..forks import FORKS


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _serve(settings: ServerSettings, log: str) -> None:
    from retailgym.serving.run import serve

    with Path(log).open("ab", buffering=0) as file, Path(os.devnull).open("wb") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        os.dup2(file.fileno(), 2)
    serve(settings)


class Running:
    """A server that can be stopped, killed and started again at the same place."""

    def __init__(self, settings: ServerSettings, directory: Path) -> None:
        records = settings.records or str(directory / "records.sqlite")
        self.settings = replace(settings, port=settings.port or free_port(), records=records)
        self.log = directory / "server.log"
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.settings.port}"

    def start(self) -> None:
        self.process = FORKS.Process(target=_serve, args=(self.settings, str(self.log)), daemon=True)
        self.process.start()
        until = time.monotonic() + 120
        while True:
            try:
                with urllib.request.urlopen(f"{self.url}/ready", timeout=5):
                    return
            except OSError as error:
                if isinstance(error, urllib.error.HTTPError) and b"warming up" not in error.read():
                    return
                if time.monotonic() > until or not self.process.is_alive():
                    raise RuntimeError(f"the server did not start: {self.log.read_text()}") from None
                time.sleep(0.05)

    def signal(self, number: int) -> None:
        assert self.process.pid is not None
        os.kill(self.process.pid, number)

    def stop(self) -> None:
        """As an operator would: finish and save."""
        if self.process.is_alive():
            self.signal(signal.SIGTERM)
        self.process.join(30)
        assert not self.process.is_alive(), "the server did not stop"

    def kill(self) -> None:
        self.signal(signal.SIGKILL)
        self.process.join(30)

    def restart(self) -> None:
        self.start()


@contextmanager
def running(directory: Path, settings: ServerSettings | None = None) -> Iterator[Running]:
    server = Running(settings or ServerSettings(port=0), directory)
    try:
        yield server
    finally:
        if server.process.is_alive():
            server.kill()
