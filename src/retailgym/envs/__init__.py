"""Environments are found by existing: each folder here defines exactly one `ENV`, whose id is the folder's
name."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from ..core.env import Env
from ..core.errors import did_you_mean
from ..core.spec import JOBS


@cache
def names() -> tuple[str, ...]:
    """The ids of all environments, in the order of the spec; others after those."""
    rank = {id: n for n, id in enumerate(JOBS)}
    return tuple(
        sorted(
            (m.name for m in iter_modules(__path__) if m.name != "shared"),
            key=lambda id: (rank.get(id, len(rank)), id),
        )
    )


@cache
def get_env(id: str) -> Env:
    """One environment by id; only its own module is imported."""
    if id in names():
        env: Env = import_module(f"{__name__}.{id}").ENV
        return env
    raise ValueError(f"no environment {id!r}; {did_you_mean(id, names())}")


def part(id: str, name: str) -> ModuleType | None:
    """A module of an environment's folder, such as its blind players; None where it has none."""
    package = import_module(f"{__name__}.{id}")
    try:
        return import_module(f"{package.__name__}.{name}")
    except ModuleNotFoundError as error:
        if error.name != f"{package.__name__}.{name}":
            raise
        return None


def all_envs() -> dict[str, Env]:
    return {id: get_env(id) for id in names()}
