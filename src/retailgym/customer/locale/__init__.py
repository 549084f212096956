"""Languages: one package for each, with the words and the grammar of what customers say. The store says which
its customers speak (`language` in store.toml)."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import NamedTuple


class Locale(NamedTuple):
    """What a language has to bring, a module of constants or functions each; `en` has them all."""

    grammar: ModuleType
    phrases: ModuleType
    tones: ModuleType
    announcements: ModuleType
    revisions: ModuleType


def languages() -> list[str]:
    return sorted(module.name for module in iter_modules(__path__))


@cache
def locale_of(language: str) -> Locale:
    if language not in languages():
        raise ValueError(f"no language {language!r}; customers speak {', '.join(languages())}")
    return Locale(*[import_module(f"{__name__}.{language}.{name}") for name in Locale._fields])
