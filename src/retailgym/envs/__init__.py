"""Environments are found by existing: each module here defines exactly one `ENV`, whose id is the module's name."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from ..env import Env
from ..errors import did_you_mean
from ..spec import JOBS


@cache
def names() -> tuple[str, ...]:
    """The ids of all environments, in the order of the spec; others after those."""
    rank = {id: n for n, id in enumerate(JOBS)}
    return tuple(sorted((m.name for m in iter_modules(__path__)), key=lambda id: (rank.get(id, len(rank)), id)))


@cache
def get_env(id: str) -> Env:
    """One environment by id; only its own module is imported."""
    if id in names():
        env: Env = import_module(f"{__name__}.{id}").ENV
        return env
    raise ValueError(f"no environment {id!r}; {did_you_mean(id, names())}")


def all_envs() -> dict[str, Env]:
    return {id: get_env(id) for id in names()}
