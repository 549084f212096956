"""`retailgym attack`: what can be won by statistics alone?"""

import sys
from typing import Annotated

import typer

from .errors import UserError, mistakes

Targets = Annotated[
    list[str], typer.Argument(metavar="ENV...", help="Environments: names, sets such as C4, or all.")
]
Levels = Annotated[str, typer.Option(help="Levels: 0,6,12 or 0-12 or all.")]
Episodes = Annotated[
    int, typer.Option(min=2, help="Episodes per level to learn from, and as many others to point at.")
]


def attack(
    envs: Targets,
    levels: Levels = "0,4,8,12",
    episodes: Episodes = 100,
    json: Annotated[bool, typer.Option("--json", help="Print all figures as JSON on stdout.")] = False,
) -> None:
    """Train attackers from episodes alone to point at what the customer means, and play what they point at.

    They look at everything that can be seen without asking: the products of the shelves that the opening
    leads to, the order lines of its kind, the ways to settle a ticket; by themselves and beside their
    neighbours (rank, place, how rare, how much alike). Logistic regression, gradient boosting, nearest
    neighbours over records, words of the opening beside words of the thing, a memory of whole shelves, and a
    memory of openings. The expert shows what was meant in the episodes that they learn from.

    AUC is the share of neighbours that score below what was meant: 0.5 is chance, 0.60 the limit. Top-1 may
    be 1.5 times chance; success and reward are those of blind players, and words count from level 4 on. A
    limit is broken when the 95 % interval lies wholly above it; the exit code is 1 then. 300 episodes tell
    AUC to about 0.03, 100 to about 0.06. Needs scikit-learn: pip install "retailgym[attack]".

    \b
    retailgym attack tracking
    retailgym attack policy returns --levels 0-12 --episodes 300
    retailgym attack all --json > attacks.json
    """
    from importlib.util import find_spec

    from ..envs import get_env
    from ..evaluation import choose_levels
    from .progress import progress
    from .store_option import served_envs
    from .tables import attack_table, show

    if find_spec("sklearn") is None:
        raise UserError('attackers need scikit-learn; pip install "retailgym[attack]" brings it')
    from ..evaluation.attack import Attack, AttackRow
    from ..evaluation.attack import attack as attacked

    with mistakes():
        at = tuple(choose_levels(levels))
        chosen = [env for name in envs for env in served_envs(name, at)]
    rows: list[AttackRow] = []
    with progress(2 * len(at) * episodes * len(chosen), "episodes") as advance:
        for env in chosen:
            rows += attacked(Attack(env=env, levels=at, episodes=episodes), advance)
    if json:
        import msgspec

        versions = {env: get_env(env).version for env in chosen}
        report = {"episodes": episodes, "versions": versions}
        report |= {"passed": not any(r.over for r in rows), "rows": rows}
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(report), indent=1).decode() + "\n")
    else:
        show(
            f"{episodes} episodes per level to learn from, {episodes} to point at",
            attack_table(rows),
            sys.stdout,
        )
    if any(r.over for r in rows):
        raise typer.Exit(1)
