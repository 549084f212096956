"""`retailgym serve` and `retailgym mcp`."""

import sys
from importlib.util import find_spec
from typing import Annotated

import typer

from .errors import UserError, mistakes
from .evaluate import SETS

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
    str, typer.Option("--envs", "--env", help=f"Environments on offer: all, {SETS}, or names.")
]


def serve(
    host: Annotated[
        str, typer.Option(help="The address to listen on; others than this machine need a token or --public.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535)] = 8000,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Processes.")] = 1,
    envs: Served = "all",
    catalog: Catalogue = "",
    records: Where = "",
    durable: Annotated[
        bool, typer.Option("--durable", help="Records survive the loss of power too; writes are slower.")
    ] = False,
    token_file: Annotated[
        str, typer.Option(metavar="FILE", help="Holds what clients must bear; else RETAILGYM_TOKEN is read.")
    ] = "",
    operator_token_file: Annotated[
        str, typer.Option(metavar="FILE", help="Opens the records in full; else RETAILGYM_OPERATOR_TOKEN.")
    ] = "",
    public: Annotated[
        bool, typer.Option("--public", help="Let everybody play, without a token. The records stay closed.")
    ] = False,
    open: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
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
    retailgym serve --open
    retailgym serve --workers 4 --records postgresql://localhost/retailgym
    RETAILGYM_TOKEN="$(openssl rand -hex 24)" retailgym serve --host 0.0.0.0
    """
    _needs_server()
    from ..serving.settings import Limits, ServerSettings, checked, placed, room_beside, token_from

    with mistakes():
        settings = placed(
            checked(
                ServerSettings(
                    host=host,
                    port=port,
                    workers=workers,
                    listener=room_beside(workers),
                    envs=_envs(envs),
                    catalog=catalog,
                    records=records,
                    durable=durable,
                    token=token_from("RETAILGYM_TOKEN", token_file),
                    public=public,
                    teaching=teaching,
                    operator_token=token_from("RETAILGYM_OPERATOR_TOKEN", operator_token_file),
                    limits=Limits(
                        sessions=max_sessions, sessions_per_client=max_sessions_per_client, idle_s=idle
                    ),
                )
            )
        )
        _found(catalog)
        from ..serving.run import serve as run

        run(settings, open)


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
    _needs_server()
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
    _needs_server()
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


def _needs_server() -> None:
    if find_spec("uvicorn") is None or find_spec("fastapi") is None:
        raise UserError('serving needs some packages; run  pip install "retailgym[serve]"')
