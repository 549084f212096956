"""Run the server: uvicorn with workers, limits and logs set."""

import os
from typing import Any

import uvicorn

from ..core.values import replace
from .counters import shared_file
from .gate import DRAINED
from .logs import log_config
from .settings import ServerSettings, checked, default_records, to_environment
from .wire import Door, Wire

# Compression would cost a quarter of a megabyte per connection; pings find connections whose other end is
# gone.
TRANSPORT: dict[str, Any] = {
    "http": Door, "ws": Wire, "ws_per_message_deflate": False, "ws_ping_interval": 20.0,
    "ws_ping_timeout": 20.0, "server_header": False,
    "proxy_headers": False,
}  # fmt: skip


def serve(settings: ServerSettings) -> None:
    """Until a signal comes."""
    settings = checked(
        replace(settings, records=settings.records or default_records(), counters=shared_file())
    )
    to_environment(settings)
    try:
        uvicorn.run(
            "retailgym.serving.app:from_variables",
            factory=True,
            host=settings.host,
            port=settings.port,
            workers=settings.workers,
            log_config=log_config(),
            access_log=False,
            ws_max_size=DRAINED * settings.limits.message_bytes,
            timeout_graceful_shutdown=settings.limits.drain_s,
            timeout_keep_alive=settings.limits.reading_s,
            **TRANSPORT,
        )
    finally:
        os.unlink(settings.counters)
