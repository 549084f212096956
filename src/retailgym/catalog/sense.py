"""What fits which products, as a shopkeeper would say: seals, sizes, parts, dangers. The data are in
sense.toml."""

import tomllib
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING

import msgspec

from ..core.values import Value

if TYPE_CHECKING:
    from .schema import Category


class Fitting(Value):
    kinds: frozenset[str]
    departments: frozenset[str]


@cache
def table() -> dict[str, Fitting]:
    text = (files(__package__) / "sense.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, Fitting])


def fits(what: str, category: "Category", kind: str) -> bool:
    """Can this be so of a kind of product? What the table does not speak of fits everything."""
    return bool(fitting((what,), category, kind))


def fitting(what: Sequence[str], category: "Category", kind: str) -> tuple[str, ...]:
    """Those of some marks that a kind of product can have."""
    return _fitting(tuple(what), category.name, category.department, category.own_words, kind)


@lru_cache(maxsize=8_192)
def _fitting(
    what: tuple[str, ...], category: str, department: str, foreign: bool, kind: str
) -> tuple[str, ...]:
    known = {name: f.departments if foreign else f.kinds for name, f in table().items()}
    here = {department} if foreign else {kind, category}
    return tuple([w for w in what if w not in known or known[w] & here])
