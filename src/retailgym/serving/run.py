"""Run the server: uvicorn with workers, limits and logs set."""

import os
import tempfile
import time
import urllib.request
import webbrowser
from threading import Thread
from typing import Any

import uvicorn

from ..core.values import replace
from .logs import log_config
from .settings import ServerSettings, checked, default_records, page_address, to_environment

WORKER_STARTS_S = 60  # on a busy machine; a worker that takes longer is killed, and a restart given up
# Compression would cost a quarter of a megabyte per connection; pings find connections whose other end is
# gone.
TRANSPORT: dict[str, Any] = {
    "http": "retailgym.serving.transport:Http", "ws": "retailgym.serving.transport:WebSocket",
    "ws_per_message_deflate": False, "ws_ping_interval": 20.0, "ws_ping_timeout": 20.0,
    "server_header": False,
    "proxy_headers": False,
}  # fmt: skip


def serve(settings: ServerSettings, browse: bool = False) -> None:
    """Until a signal comes. The address of the page is said on stdout when it answers."""
    settings = checked(replace(settings, records=settings.records or default_records()))
    _check_records(settings.records)
    to_environment(settings)
    limits = settings.limits
    Thread(target=_say_when_it_answers, args=(settings, browse), daemon=True).start()
    with tempfile.TemporaryDirectory(prefix="retailgym-metrics-") as counts:
        if settings.workers > 1:
            os.environ["PROMETHEUS_MULTIPROC_DIR"] = counts
        uvicorn.run(
            "retailgym.serving.app:from_variables",
            factory=True,
            host=settings.host,
            port=settings.port,
            workers=settings.workers,
            log_config=log_config(),
            access_log=False,
            ws_max_size=limits.message_bytes,
            timeout_graceful_shutdown=limits.drain_s,
            timeout_keep_alive=limits.reading_s,
            timeout_worker_healthcheck=WORKER_STARTS_S,
            **TRANSPORT,
        )


def _say_when_it_answers(settings: ServerSettings, browse: bool) -> None:
    address = page_address(settings)
    while True:
        try:
            with urllib.request.urlopen(f"{address}health", timeout=5):
                break
        except OSError:
            time.sleep(0.05)
    print(f"the page: {address}  (Ctrl+C ends it; the log is on stderr)", flush=True)
    if browse:
        webbrowser.open(address)


def _check_records(where: str) -> None:
    """A damaged file is told before anything starts, not when the first episode is over."""
    from pathlib import Path

    from .store import checked_file

    if where != ":memory:" and "://" not in where:
        checked_file(Path(where))
