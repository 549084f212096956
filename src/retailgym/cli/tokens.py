"""`retailgym bench --tokens`."""

import sys
from pathlib import Path

from .errors import mistakes

MOST = 20  # episodes of each environment; the figures hardly move with more


def bench_tokens(folder: Path, envs: str, level: int, episodes: int, json: bool) -> None:
    from ..bench.tokens import measure, tokenizers_in
    from ..core.spec import Spec
    from ..evaluation import choose_envs
    from .tables import show, tokens_table

    with mistakes():
        counters, chosen = tokenizers_in(folder), choose_envs(envs)
    specs = {(env, level): [Spec(env, level, seed) for seed in range(min(episodes, MOST))] for env in chosen}
    measured = measure(specs, counters, lambda what: print(f"measuring: {what}", file=sys.stderr, flush=True))
    show(
        f"tokens of an expert's episode at level {level}, mean of {min(episodes, MOST)}",
        tokens_table(measured),
        sys.stderr,
    )
    if json:
        sys.stdout.write(measured.written().decode())
