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
    """What one worker takes on, and from one client: an address, or an IPv6 network of 64 bits."""

    sessions: int = 1024  # open at once
    sessions_per_client: int = 512
    connections_per_client: int = 1024
    begins: int = 2000  # episodes that a client may begin at once
    begins_per_s: float = 500.0  # and from then on
    guesses: int = 20  # wrong tokens
    guesses_per_s: float = 0.2
    faults: int = 200  # requests of one client that are refused, before its next ones have to wait
    faults_per_s: float = 20.0
    incoming_bytes: int = 32 << 20  # of bodies and messages that have not come whole, of all clients
    steps: int = 1000  # per episode, listing the tools included
    body_bytes: int = 1 << 20
    message_bytes: int = 1 << 20
    tasks: int = 2_000  # in one answer of the task API
    idle_s: float = 900.0  # a connection that says nothing, a session that nobody plays
    parked_s: float = 900.0  # a dropped session waits so long in memory for its client, then on disk
    unkept: int = 4096  # records that wait while the database is away; then no episode begins
    reading_s: float = 30.0  # for a request to come in whole, and between two of one connection
    waiting_s: float = 30.0  # for the database, when somebody looks something up
    drain_s: int = 10  # for what is under way when the server stops


class ServerSettings(Value):
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    listener: bool = False  # each worker has a process beside it, see listener.py
    envs: tuple[str, ...] = ()
    catalog: str = ""  # a number of products or a file
    records: str = ""
    durable: bool = False  # records survive the loss of power, not only the death of the process
    token: str = ""
    operator_token: str = ""  # opens the records in full
    public: bool = False  # everybody may play
    teaching: bool = False
    limits: Limits = Limits()


def room_beside(workers: int) -> bool:
    """Whether each worker can have a listener on a core of its own."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return os.name == "posix" and cores >= 2 * workers


def loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def checked(settings: ServerSettings) -> ServerSettings:
    """Refuses a server that strangers could use by accident."""
    for token in (settings.token, settings.operator_token):
        if token and len(token) < MIN_TOKEN:
            better = secrets.token_urlsafe(24)
            raise ValueError(
                f"a token of {len(token)} characters can be guessed; give at least {MIN_TOKEN}, such as "
                f"{better}"
            )
    if settings.token and settings.token == settings.operator_token:
        raise ValueError("the operator's token must differ from that of the players")
    if not loopback(settings.host) and not settings.token and not settings.public:
        way_out = "set RETAILGYM_TOKEN or give --token-file, or say --public to let everybody play"
        raise ValueError(f"{settings.host} can be reached by others; {way_out}")
    return settings


def token_from(variable: str, file: str) -> str:
    """A token from a file or from the environment; never from the command line, which everybody on the
    machine can read."""
    if not file:
        return os.environ.get(variable, "").strip()
    try:
        return Path(file).read_text().strip()
    except (OSError, UnicodeError) as error:
        raise ValueError(f"the token cannot be read from {file!r}: {error}") from None


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
    workers = int(os.environ.get("WORKERS", "1"))
    return ServerSettings(
        envs=envs,
        records=default_records(),
        token=token_from("RETAILGYM_TOKEN", os.environ.get("RETAILGYM_TOKEN_FILE", "")),
        operator_token=token_from(
            "RETAILGYM_OPERATOR_TOKEN", os.environ.get("RETAILGYM_OPERATOR_TOKEN_FILE", "")
        ),
        public=os.environ.get("RETAILGYM_PUBLIC", "") == "1",
        catalog=os.environ.get("RETAILGYM_CATALOG", ""),
        workers=workers,
        listener=room_beside(workers),
        limits=limits,
    )
