"""What fits which products, as a shopkeeper would say: seals, sizes, parts, dangers. The data are in
sense.toml."""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Literal

import msgspec

from ..core.values import Value
from .schema import Category, default_schema

Op = Literal["gte", "lte"]


class Fitting(Value):
    kinds: frozenset[str]
    departments: frozenset[str]


class Numbers(Value):
    more: frozenset[str]
    less: frozenset[str]
    ranked: frozenset[str]
    unnamed: frozenset[str]
    unlimited: frozenset[str]


class Refusals(Value):
    any: frozenset[str]
    values: dict[str, frozenset[str | int]]
    never: dict[str, frozenset[str]]
    seldom: frozenset[str]
    unweighed: frozenset[str]
    unminded: dict[str, frozenset[str]]  # by category
    unwished: dict[str, frozenset[str]]  # of the things of a project, by category
    kept: frozenset[str]  # options that a variant which stands in for another must share
    in_common: frozenset[str]  # options that two things may be wanted to share
    varied: frozenset[str]  # of which nobody wants too many alike who buys several of a kind


@cache
def _data() -> tuple[dict[str, Fitting], Numbers, Refusals]:
    read = tomllib.loads((files(__package__) / "sense.toml").read_text(encoding="utf-8"))
    numbers, refused, stand_in = read.pop("numbers"), read.pop("refused"), read.pop("stand_in")
    apart = {name: read.pop(name) for name in ("unminded", "unwished")}
    apart["in_common"] = read.pop("in_common")["options"]
    apart["varied"] = read.pop("varied")["attributes"]
    return (
        msgspec.convert(read, dict[str, Fitting]),
        msgspec.convert(numbers, Numbers),
        msgspec.convert({**refused, **apart, "kept": stand_in["never"]}, Refusals),
    )


def table() -> dict[str, Fitting]:
    return _data()[0]


def bounds(attribute: str) -> tuple[Op, ...]:
    """The bounds that somebody may want a number to keep."""
    numbers = _data()[1]
    if attribute in numbers.unlimited:
        return ()
    return (
        ("gte",) if attribute in numbers.more else ("lte",) if attribute in numbers.less else ("gte", "lte")
    )


def rankings(attribute: str) -> tuple[str, ...]:
    """Which way products may be ranked by a number: up from the lowest, down from the highest."""
    numbers = _data()[1]
    if attribute in numbers.less:
        return ("up",)
    return ("down",) if attribute in numbers.ranked else ()


def is_kept(option: str) -> bool:
    """Is this what nobody takes otherwise instead, such as a size?"""
    return option in _data()[2].kept


def stands_in(options: Mapping[str, str], other: Mapping[str, str]) -> bool:
    """Would somebody take a variant with the other options instead?"""
    return all(options.get(name) == other.get(name) for name in _data()[2].kept)


def shared(option: str) -> bool:
    """Would somebody want two things to have this option in common?"""
    return option in _data()[2].in_common


def varied(attribute: str) -> bool:
    """Might somebody who buys several of a kind not want too many that are alike in this?"""
    return attribute in _data()[2].varied


def refusable(attribute: str, value: str | int) -> bool:
    """May somebody not want this?"""
    refused = _data()[2]
    if value in refused.never.get(attribute, ()):
        return False
    return attribute in refused.any or value in refused.values.get(attribute, ())


def advantage(attribute: str, value: str | int) -> bool:
    """Is this something that nobody refuses? Of what only the shops of others have, nobody here can tell."""
    return attribute in _own_attributes() and not refusable(attribute, value)


@cache
def _own_attributes() -> frozenset[str]:
    return frozenset([a.name for c in default_schema().categories for a in c.attributes])


def seldom(attribute: str) -> bool:
    """Is this something that few people speak of?"""
    return attribute in _data()[2].seldom


def weighed(attribute: str) -> bool:
    """Would somebody have it otherwise for less money?"""
    return attribute not in _data()[2].unweighed


def unminded(category: str) -> frozenset[str]:
    """What hardly anybody asks of such things, though it is known."""
    return _data()[2].unminded.get(category, frozenset())


def unwished(category: str) -> frozenset[str]:
    """The same of the things of a project."""
    return unminded(category) | _data()[2].unwished.get(category, frozenset())


def drawback(attribute: str, value: str | int) -> bool:
    """Is this something that nobody asks for?"""
    return value in _data()[2].values.get(attribute, ())


def unnamed(attribute: str) -> bool:
    """Does nobody name a value of this, but a limit at most?"""
    return attribute in _data()[1].unnamed


def fits(what: str, category: Category, kind: str) -> bool:
    """Can this be so of a kind of product? What the table does not speak of fits everything."""
    return bool(fitting((what,), category, kind))


def fitting(what: Sequence[str], category: Category, kind: str) -> tuple[str, ...]:
    """Those of some marks that a kind of product can have."""
    return _fitting(tuple(what), category.name, category.department, category.own_words, kind)


def can_hurt(noun: str) -> bool:
    """Could a fault of a thing that is called so hurt somebody? What nobody here has heard of could."""
    return noun.partition(" from the ")[0] not in _harmless()


@cache
def _harmless() -> frozenset[str]:
    """What the generated shop's kinds of product are called that hurt nobody."""
    kinds = [(c, k) for c in default_schema().categories for k in c.kinds]
    return frozenset([k.noun for c, k in kinds if not fits("hazard", c, k.name)])


@lru_cache(maxsize=8_192)
def _fitting(
    what: tuple[str, ...], category: str, department: str, foreign: bool, kind: str
) -> tuple[str, ...]:
    known = {name: f.departments if foreign else f.kinds for name, f in table().items()}
    here = {department} if foreign else {kind, category}
    return tuple([w for w in what if w not in known or known[w] & here])
