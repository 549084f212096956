"""Servers that are set up by variables, forked from the process that has imported everything already."""

import os
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from retailgym.serving.settings import ServerSettings

from ..forks import FORKS


def _serve(settings: ServerSettings, environ: Mapping[str, str]) -> None:
    from retailgym.serving.run import serve

    os.environ.update(environ)
    serve(settings)


@contextmanager
def hosting(settings: ServerSettings, environ: Mapping[str, str] = {}) -> Iterator[str]:
    """The address of a server, while it runs."""
    process = FORKS.Process(target=_serve, args=(settings, dict(environ)), daemon=True)
    process.start()
    url = f"http://127.0.0.1:{settings.port}"
    try:
        _wait(url)
        yield url
    finally:
        process.kill()
        process.join(30)


def _wait(url: str) -> None:
    until = time.monotonic() + 120
    while True:
        try:
            urllib.request.urlopen(f"{url}/health", timeout=5).close()
            return
        except OSError:
            assert time.monotonic() < until, "the server did not start"
            time.sleep(0.1)
