"""`retailgym adapters`: what it costs to train through each stack that is installed."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from .errors import UserError, mistakes
from .evaluate import SETS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..bench.adapters import Costs


def adapters(
    only: Annotated[
        str,
        typer.Option(metavar="NAMES", help="Adapters to measure: gymnasium,trl,… or all that are installed."),
    ] = "all",
    env: Annotated[
        str, typer.Option(metavar="ENVS", help=f"Environments to play: all, {SETS}, or names: cart,desk.")
    ] = "cart",
    level: Annotated[int, typer.Option(min=0, max=24, help="The level to play at.")] = 6,
    episodes: Annotated[int, typer.Option(min=1, help="Expert episodes per round.")] = 100,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds; the best one counts.")] = 3,
    workers: Annotated[int, typer.Option(min=1, help="Actors, where Ray is installed.")] = 2,
    json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON on stdout.")] = False,
) -> None:
    """Measure what each installed RL stack adds to an episode, and rollouts per second on Ray.

    \b
    retailgym adapters
    retailgym adapters --only gymnasium,gymnasium_values --env all
    retailgym adapters --only ray --workers 8 --json
    """
    import msgspec

    from ..bench.adapter_plays import DRIVERS
    from ..bench.adapters import AdapterBenchSize, bench
    from ..evaluation import choose_envs

    with mistakes():
        names = tuple(DRIVERS) if only == "all" else tuple(part.strip() for part in only.split(","))
        if unknown := [name for name in names if name not in DRIVERS]:
            raise UserError(f"no adapter {unknown[0]!r}; there are {', '.join(DRIVERS)}")
        sizes = [
            AdapterBenchSize(env=one, level=level, episodes=episodes, rounds=rounds, workers=workers)
            for one in choose_envs(env)
        ]
    costs = []
    for size in sizes:
        costs.append(
            bench(names, size, lambda what: print(f"measuring: {what}", file=sys.stderr, flush=True))
        )
        print(*_told(costs[-1]), sep="\n", file=sys.stderr, flush=True)
    if json:
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(costs), indent=2).decode() + "\n")


def _told(costs: "Costs") -> "Iterator[str]":
    yield f"{costs.env} at level {costs.level}, {costs.episodes} expert episodes, CPU per episode"
    for what, us in (
        ("expert in process", costs.expert_us),
        ("its turns replayed", costs.in_process_us),
        ("and read as text", costs.as_text_us),
    ):
        yield f"  {what:<18}{us:>10,.0f} µs"
    for name, cost in costs.adapters.items():
        beside = (
            f"{cost.added_percent:+.0f} % beside reading it as text, {cost.beside_expert_percent:+.0f} "
            f"% beside the expert"
        )
        yield f"  {name:<18}{cost.cpu_us:>10,.0f} µs  {beside}"
    if r := costs.ray:
        yield (
            f"  ray: {r.per_s_on_ray:,.0f} episodes/s on {r.workers} actors, {r.ratio:.2f} x one core "
            f"({r.per_s_in_process:,.0f}/s)"
        )
    yield from (f"  {name}: {why}" for name, why in costs.left_out.items())
