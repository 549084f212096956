"""Environments are found by existing: each module here defines exactly one `ENV`."""

from difflib import get_close_matches
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from ..env import Env
from ..spec import JOBS


@cache
def all_envs() -> dict[str, Env]:
    """Every environment by id, in the order of the spec; others after those."""
    found: list[Env] = [import_module(f"{__name__}.{m.name}").ENV for m in iter_modules(__path__)]
    rank = {id: n for n, id in enumerate(JOBS)}
    return {e.id: e for e in sorted(found, key=lambda e: (rank.get(e.id, len(rank)), e.id))}


def get_env(id: str) -> Env:
    known = all_envs()
    if id in known:
        return known[id]
    near = get_close_matches(id, known, n=1)
    raise ValueError(f"no environment {id!r}; " + (f"did you mean {near[0]!r}?" if near else f"there are {', '.join(known)}"))
