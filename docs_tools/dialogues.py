"""What customers say, to be read by somebody who did not write it: `python -m docs_tools.dialogues` prints
the opening and the answers of expert's episodes, environment by environment and level by level.

    python -m docs_tools.dialogues --seed 3 --envs cart,desk --levels 0,6,12
    python -m docs_tools.dialogues --store my-shop.catalogue
"""

from argparse import ArgumentParser
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import retailgym as rg
from retailgym.catalog.needs import TooSmall
from retailgym.core.env import Result, Said

if TYPE_CHECKING:
    from retailgym.catalog.catalogue import Catalog

LEVELS = ",".join(str(level) for level in range(0, 25, 3))


def talk(spec: rg.Spec, catalog: "Catalog | None" = None) -> Iterator[str]:
    """An episode's questions and answers, without what the shop's tools showed."""
    episode, _ = rg.play(rg.start(spec, catalog=catalog), rg.players.get("expert"))
    for event in episode.log:
        if event.said is not None:
            yield f"  > {event.said}"
        elif event.call is not None and event.call.name in ("ask_user", "ask_customer"):
            yield f"  > {' '.join(map(str, dict(event.call.arguments).values()))}"
        match event.message:
            case Said(text=text) | Result(content=str() as text):
                yield f"  {text}"


def main() -> None:
    parser = ArgumentParser(prog="docs_tools.dialogues", description=__doc__.split(":")[0])
    parser.add_argument("--envs", default=",".join(rg.envs()))
    parser.add_argument("--levels", default=LEVELS)
    parser.add_argument("--seed", type=int, default=0, help="the first one")
    parser.add_argument("--seeds", type=int, default=1, help="how many")
    parser.add_argument("--store", type=Path, help="a catalogue that was imported")
    chosen = parser.parse_args()
    catalog = rg.catalog.load(chosen.store) if chosen.store else None
    seeds = range(chosen.seed, chosen.seed + chosen.seeds)
    for env, level, seed in product(chosen.envs.split(","), map(int, chosen.levels.split(",")), seeds):
        spec = rg.Spec(env, level, seed)
        print(f"{env}/{level}/{seed}")
        try:
            print(*talk(spec, catalog), sep="\n", flush=True)
        except TooSmall as small:
            print(f"  not drawn: {small}")


if __name__ == "__main__":
    main()
