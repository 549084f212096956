"""One server for the tests that only talk to it."""

from collections.abc import Iterator
from importlib.util import find_spec

import pytest

WITHOUT = find_spec("openenv") is None
collect_ignore_glob = ["test_*.py"] if WITHOUT else []


def pytest_report_header() -> str:
    return 'the tests of the server are left out: pip install -e ".[serve]"' if WITHOUT else ""


if not WITHOUT:
    from retailgym.serving.settings import ServerSettings

    from .servers import Running, running

    @pytest.fixture(scope="session")
    def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
        with running(tmp_path_factory.mktemp("server"), ServerSettings(port=0)) as server:
            yield server
