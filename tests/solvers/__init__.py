"""Solvers, one per environment: every answer that fits what the customer would say, found by looking at
everything.

They read the brief and the world, not the goal. `answers(episode)` enumerates; `given(episode)` is what the
agent did, in the same form."""

from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType


def solvers() -> dict[str, ModuleType]:
    return {m.name: import_module(f"{__name__}.{m.name}") for m in iter_modules(__path__)}
