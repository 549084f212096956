"""`retailgym adapters`: what it costs to train through each stack that is installed."""

import sys
from typing import Annotated

import typer

from .mistakes import Wrong, mistakes


def adapters(
    only: Annotated[str, typer.Option(metavar="NAMES", help="Adapters to measure: gymnasium,trl,… or all that are installed.")] = "all",
    env: Annotated[str, typer.Option(help="The environment to play.")] = "cart",
    level: Annotated[int, typer.Option(min=0, max=12, help="The level to play at.")] = 6,
    episodes: Annotated[int, typer.Option(min=1, help="Expert episodes per round.")] = 100,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds; the best one counts.")] = 3,
    workers: Annotated[int, typer.Option(min=1, help="Actors, where Ray is installed.")] = 2,
    json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON on stdout.")] = False,
) -> None:
    """Measure what each installed RL stack adds to an episode, and rollouts per second on Ray.

    \b
    retailgym adapters
    retailgym adapters --only gymnasium --env returns --level 3
    retailgym adapters --only ray --workers 8 --json
    """
    from ..envs import get_env
    from ..training.bench import Size, bench
    from ..training.through import DRIVERS

    with mistakes():
        names = tuple(DRIVERS) if only == "all" else tuple(part.strip() for part in only.split(","))
        if unknown := [name for name in names if name not in DRIVERS]:
            raise Wrong(f"no adapter {unknown[0]!r}; there are {', '.join(DRIVERS)}")
        size = Size(env=get_env(env).id, level=level, episodes=episodes, rounds=rounds, workers=workers)
    found = bench(names, size, lambda what: print(f"measuring: {what}", file=sys.stderr, flush=True))
    print(f"{env} at level {level}, {episodes} expert episodes, CPU per episode", file=sys.stderr)
    for what, us in (("expert in process", found.expert_us), ("its turns replayed", found.in_process_us), ("and read as text", found.as_text_us)):
        print(f"  {what:<18}{us:>10,.0f} µs", file=sys.stderr)
    for name, cost in found.adapters.items():
        beside = f"{cost.added_percent:+.0f} % beside reading it as text, {cost.beside_expert_percent:+.0f} % beside the expert"
        print(f"  {name:<18}{cost.cpu_us:>10,.0f} µs  {beside}", file=sys.stderr)
    if found.ray:
        r = found.ray
        print(
            f"  ray: {r.per_s_on_ray:,.0f} episodes/s on {r.workers} actors, {r.ratio:.2f} x one core ({r.per_s_in_process:,.0f}/s)", file=sys.stderr
        )
    for name, why in found.left_out.items():
        print(f"  {name}: {why}", file=sys.stderr)
    if json:
        sys.stdout.write(found.written().decode())
