"""`retailgym bench --tokens`."""

import sys
from pathlib import Path

from .errors import mistakes
from .store_option import served_envs

MOST = 20  # episodes of each environment; the figures hardly move with more


def bench_tokens(folder: Path, envs: str, levels: str, episodes: int, json: bool) -> None:
    from ..bench.tokens import measure, tokenizers_in
    from ..core.spec import Spec
    from ..evaluation import choose_levels
    from .tables import show, tokens_table

    with mistakes():
        counters, steps = tokenizers_in(folder), choose_levels(levels)
        chosen = served_envs(envs, steps)
    seeds = range(min(episodes, MOST))
    specs = {(env, level): [Spec(env, level, seed) for seed in seeds] for env in chosen for level in steps}
    measured = measure(specs, counters, lambda what: print(f"measuring: {what}", file=sys.stderr, flush=True))
    show(
        f"tokens of an expert's episode, mean of {len(seeds)}",
        tokens_table(measured),
        sys.stderr,
    )
    if json:
        sys.stdout.write(measured.written().decode())
