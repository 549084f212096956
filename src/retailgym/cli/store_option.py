"""`--store DIR`, which every command that plays or shows episodes takes: the shop that stands in for the
generated one."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .errors import mistakes

if TYPE_CHECKING:
    from ..catalog.catalogue import Catalog

NOT_ABOUT_A_SHOP = frozenset(("new", "envs", "models", "curriculum", "catalog", "compare"))
HELP = "Your own shop: a store directory or a catalogue file. RETAILGYM_STORE does the same."


def _chosen(value: str) -> str:
    """Opens the store, so that whatever is wrong with it is told before anything starts."""
    if value:
        from ..catalog import load
        from ..world.build import own_documents, own_policy

        with mistakes():
            if not Path(value).exists():
                raise ValueError(
                    f"no store {value!r}; give a store directory or a catalogue file, as `retailgym "
                    f"catalog "
                    f"import` writes it"
                )
            catalog = load(value)
            config = catalog.config
            if config.policy:
                own_policy(config.policy_file, config.policy, config.currency)
            if config.documents:
                own_documents(catalog)
        os.environ["RETAILGYM_STORE"] = str(Path(value).resolve())
    return value


def served_envs(text: str = "all", levels: Sequence[int] = ()) -> tuple[str, ...]:
    """The environments asked for. All means all that the shop can serve at these levels; to name another is a
    mistake."""
    from ..catalog import STORE, load
    from ..evaluation import choose_envs

    chosen = choose_envs(text)
    if not os.environ.get(STORE):
        return chosen
    catalog = load()
    if text == "all":
        return left_by(catalog, chosen, levels)
    for env in chosen:
        if why := _why_not(catalog, env, levels):
            raise ValueError(f"this store has nothing for {env!r}: {why}; leave it out of --envs")
    return chosen


def left_by(catalog: "Catalog", envs: tuple[str, ...], levels: Sequence[int] = ()) -> tuple[str, ...]:
    """Those that the catalogue can serve; the others are named, each with the reason."""
    unserved = {env: why for env in envs if (why := _why_not(catalog, env, levels))}
    for env, why in unserved.items():
        lower = len(levels) > 1 and why.startswith("level ") and not _why_not(catalog, env, levels[:1])
        way_out = f"; --levels {levels[0]} is served" if lower else ""
        print(f"this store has nothing for {env}: left out, since {why}{way_out}", file=sys.stderr)
    if len(unserved) == len(envs):
        raise ValueError("nothing is left to play; `retailgym catalog stats DIR --trial` says what it takes")
    return tuple([env for env in envs if env not in unserved])


def _why_not(catalog: "Catalog", env: str, levels: Sequence[int]) -> str:
    from ..catalog.needs import NEEDS

    if not catalog.serves(env):
        return NEEDS.get(env, NEEDS[""])
    if not catalog.imported:
        return ""
    from ..store.trial import served_at

    return served_at(catalog, env, levels)


_carrier = typer.Typer()


@_carrier.command()
def _store(
    store: Annotated[
        str, typer.Option("--store", metavar="DIR", help=HELP, callback=_chosen, expose_value=False)
    ] = "",
) -> None:
    """Carries the option, which typer makes for commands alone."""


def with_store(group: Any) -> Any:
    """The same commands, each with the option; it is read before the command runs, and worker processes
    inherit it."""
    (option,) = [p for p in typer.main.get_command(_carrier).params if p.name == "store"]
    for name, command in group.commands.items():
        if name not in NOT_ABOUT_A_SHOP and option not in command.params:
            command.params.append(option)
    return group
