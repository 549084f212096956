"""`retailgym serve` and `retailgym mcp`."""

import sys
from importlib.util import find_spec
from typing import Annotated

import typer

from .errors import UserError, mistakes

Catalogue = Annotated[
    str, typer.Option("--catalog", metavar="SIZE|FILE", help="A number of products, or a catalogue file.")
]
Where = Annotated[
    str,
    typer.Option(
        "--records",
        metavar="FILE|URL",
        help="Where finished episodes are kept: an SQLite file or a postgresql:// URL.",
    ),
]
Served = Annotated[
    str, typer.Option("--envs", "--env", help="Environments on offer: all, a set such as C4, or names.")
]


def serve(
    host: Annotated[
        str, typer.Option(help="The address to listen on; others than this machine need --token or --open.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535)] = 8000,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Processes.")] = 1,
    envs: Served = "all",
    catalog: Catalogue = "",
    records: Where = "",
    token: Annotated[
        str,
        typer.Option(
            envvar="RETAILGYM_TOKEN", help="What clients must bear; better given by RETAILGYM_TOKEN."
        ),
    ] = "",
    open: Annotated[
        bool, typer.Option("--open", help="Let everybody play, without a token. The records stay closed.")
    ] = False,
    teaching: Annotated[
        bool, typer.Option("--teaching", help="Offer hints. Never for training or evaluation.")
    ] = False,
    max_sessions: Annotated[int, typer.Option(min=1, help="Sessions open at once, per worker.")] = 1024,
    max_sessions_per_client: Annotated[int, typer.Option(min=1, help="The same from one address.")] = 512,
    idle: Annotated[
        float,
        typer.Option(min=1, help="Seconds after which a silent connection is ended; it can be resumed."),
    ] = 900.0,
) -> None:
    """Serve the environments: OpenEnv over WebSocket, plain HTTP, MCP, records and metrics, and a page for
    people.

    \b
    retailgym serve
    retailgym serve --workers 4 --records postgresql://localhost/retailgym
    retailgym serve --host 0.0.0.0 --token "$(openssl rand -hex 24)"
    """
    _needs_openenv()
    from ..serving.settings import Limits, ServerSettings, checked, page_address, placed

    with mistakes():
        settings = placed(
            checked(
                ServerSettings(
                    host=host,
                    port=port,
                    workers=workers,
                    envs=_envs(envs),
                    catalog=catalog,
                    records=records,
                    token=token,
                    open=open,
                    teaching=teaching,
                    limits=Limits(
                        sessions=max_sessions, sessions_per_client=max_sessions_per_client, idle_s=idle
                    ),
                )
            )
        )
        _found(catalog)
    print(f"the page: {page_address(settings)}  (Ctrl+C ends it; the log is on stderr)", flush=True)
    from ..serving.run import serve as run

    run(settings)


def mcp(
    spec: Annotated[
        str,
        typer.Argument(
            metavar="[SPEC]", help="The first episode; without one the agent calls start_episode."
        ),
    ] = "",
    envs: Served = "all",
    catalog: Catalogue = "",
    records: Where = "",
) -> None:
    """Be an MCP server on standard input and output, for any MCP client.

    \b
    retailgym mcp
    retailgym mcp cart/3/42
    """
    _needs_openenv()
    from ..core.spec import Spec
    from ..serving.settings import ServerSettings, default_records

    with mistakes():
        if spec:
            Spec.parse(spec)
        _found(catalog)
        settings = ServerSettings(envs=_envs(envs), catalog=catalog, records=records or default_records())
    from ..serving.mcp import serve_stdio
    from ..serving.sessions import Sessions

    serve_stdio(Sessions(settings), {"spec": spec} if spec else None)


def bench_server(envs: str, level: int, episodes: int, rounds: int, json: bool) -> None:
    """`retailgym bench --serve`: what the server adds to a step."""
    _needs_openenv()
    from ..bench.serving import ServeSize, bench_serving
    from ..envs import names
    from .tables import serving_table, show

    with mistakes():
        size, chosen = ServeSize(level=level, episodes=episodes, rounds=rounds), _envs(envs) or names()
    measured = bench_serving(
        chosen, size, lambda what: print(f"measuring: {what}", file=sys.stderr, flush=True)
    )
    title = (
        f"level {level}, {size.sessions} sessions on one worker, CPU time per step, the median of "
        f"{rounds} rounds"
    )
    legend = (
        "A = (server - step) / empty echo, B = (server - equal work) / equal echo; docs/serving.md says why"
    )
    show(f"{title}\n{legend}", serving_table(measured), sys.stderr)
    if json:
        sys.stdout.write(measured.written().decode())


def _envs(text: str) -> tuple[str, ...]:
    from ..evaluation import choose_envs

    return () if text == "all" else choose_envs(text)


def _found(catalog: str) -> None:
    """Opens it, so that a wrong one is told before anything starts."""
    from ..catalog import load

    if catalog:
        load(int(catalog) if catalog.isdigit() else catalog)


def _needs_openenv() -> None:
    if find_spec("openenv") is None:
        raise UserError('serving needs OpenEnv; run  pip install "retailgym[serve]"')
