"""Scripts that play without reading what the customer means: one file per environment, found by existing."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from ...env import Player


@cache
def scripts() -> dict[str, dict[str, Player]]:
    """environment -> name -> player"""
    return {m.name: dict(import_module(f"{__name__}.{m.name}").PLAYERS) for m in iter_modules(__path__)}
