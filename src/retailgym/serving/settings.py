"""How a server is set up. Workers read it from one environment variable, so that all are alike."""

import ipaddress
import os
import secrets
import socket
from pathlib import Path

import msgspec

from ..core.values import Value, replace

VARIABLE = "RETAILGYM_SERVE"
MIN_TOKEN = 16  # characters


class Limits(Value):
    """What one server takes on, and from one client."""

    sessions: int = 1024  # open at once, per worker
    sessions_per_client: int = 512
    steps: int = 1000  # per episode, listing the tools included
    body_bytes: int = 1 << 20
    message_bytes: int = 1 << 20
    idle_s: float = 900.0  # a connection that says nothing, an HTTP episode that nobody plays
    parked_s: float = 900.0  # a dropped session waits so long for its client
    parked: int = 4096
    unkept: int = 4096  # records that wait while the database is away; then no episode begins
    reading_s: float = 30.0  # for a request to come in whole, and between two of one connection
    drain_s: int = 10  # for what is under way when the server stops


class ServerSettings(Value):
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    envs: tuple[str, ...] = ()
    catalog: str = ""  # a number of products or a file
    records: str = ""
    token: str = ""
    open: bool = False
    teaching: bool = False
    counters: str = ""  # a file that the workers share
    limits: Limits = Limits()


def loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def checked(settings: ServerSettings) -> ServerSettings:
    """Refuses a server that strangers could use by accident."""
    if settings.token and len(settings.token) < MIN_TOKEN:
        raise ValueError(
            f"a token of {len(settings.token)} characters can be guessed; give at least {MIN_TOKEN}, "
            f"such "
            f"as "
            f"{secrets.token_urlsafe(24)}"
        )
    if not loopback(settings.host) and not settings.token and not settings.open:
        raise ValueError(
            f"{settings.host} can be reached by others; give --token (or RETAILGYM_TOKEN), or --open to "
            f"let "
            f"everybody play"
        )
    return settings


def placed(settings: ServerSettings) -> ServerSettings:
    """With the port that it will listen on, where any would do; refuses an address that cannot be had."""
    with socket.socket(socket.AF_INET6 if ":" in settings.host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError as error:
            raise ValueError(
                f"cannot listen on {settings.host}, port {settings.port}: {error.strerror or error}; "
                f"give "
                f"another --port"
            ) from None
        return replace(settings, port=probe.getsockname()[1])


def page_address(settings: ServerSettings) -> str:
    """Where a browser on this machine finds the page."""
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(
        settings.host, f"[{settings.host}]" if ":" in settings.host else settings.host
    )
    return f"http://{host}:{settings.port}/"


def default_records() -> str:
    """RETAILGYM_RECORDS, else a file in the user's state directory."""
    if named := os.environ.get("RETAILGYM_RECORDS"):
        return named
    state = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    return str(Path(state) / "retailgym" / "records.sqlite")


def to_environment(settings: ServerSettings) -> None:
    os.environ[VARIABLE] = msgspec.json.encode(settings).decode()


def from_environment() -> ServerSettings:
    """What `to_environment` left; without it the defaults, which a container may change by variables of its
    own."""
    if text := os.environ.get(VARIABLE):
        return msgspec.json.decode(text, type=ServerSettings)
    envs = tuple(name for name in os.environ.get("RETAILGYM_ENVS", "").split(",") if name)
    limits = Limits(sessions=int(os.environ.get("MAX_CONCURRENT_ENVS", "1024")))
    return ServerSettings(
        envs=envs,
        records=default_records(),
        token=os.environ.get("RETAILGYM_TOKEN", ""),
        catalog=os.environ.get("RETAILGYM_CATALOG", ""),
        workers=int(os.environ.get("WORKERS", "1")),
        limits=limits,
    )
