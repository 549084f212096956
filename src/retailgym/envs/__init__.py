"""Environments are found by existing: each folder here defines exactly one `ENV`, whose id is the folder's
name. Other packages bring theirs by an entry point of the group `retailgym.envs`."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import TYPE_CHECKING

from ..core.env import Env
from ..core.errors import did_you_mean
from ..core.spec import JOBS

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "retailgym.envs"


@cache
def names() -> tuple[str, ...]:
    """The ids of all environments, in the order of the spec; others after those."""
    rank = {id: n for n, id in enumerate(JOBS)}
    return tuple(sorted({*_own(), *_others()}, key=lambda id: (rank.get(id, len(rank)), id)))


def _own() -> list[str]:
    return [m.name for m in iter_modules(__path__) if m.name != "shared"]


@cache
def _others() -> dict[str, "EntryPoint"]:
    """Those of other packages, by name; one that is called like ours is left out."""
    from importlib.metadata import entry_points  # slow to import, and needed here alone

    return {point.name: point for point in entry_points(group=GROUP) if point.name not in _own()}


@cache
def get_env(id: str) -> Env:
    """One environment by id; only its own module is imported."""
    env: Env
    if id in _own():
        env = import_module(f"{__name__}.{id}").ENV
        return env
    if id in _others():
        env = _others()[id].load()
        if not isinstance(env, Env) or env.id != id:
            raise ValueError(f"entry point {id!r} of {home(id)} must name an Env with that id")
        return env
    raise ValueError(f"no environment {id!r}; {did_you_mean(id, names())}")


def home(id: str) -> str:
    """The package that an environment comes from."""
    point = _others().get(id)
    return "retailgym" if point is None else point.dist.name if point.dist else point.module


def part(id: str, name: str) -> ModuleType | None:
    """A module of an environment's folder, such as its blind players; None where it has none."""
    package = import_module(_others()[id].module if id in _others() else f"{__name__}.{id}")
    try:
        return import_module(f"{package.__name__}.{name}")
    except ModuleNotFoundError as error:
        if error.name != f"{package.__name__}.{name}":
            raise
        return None


def all_envs() -> dict[str, Env]:
    return {id: get_env(id) for id in names()}
