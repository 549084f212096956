"""Wishes: what a customer wants of a product, and which products have it."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Literal

from ..core.values import Value
from . import units
from .product import Product
from .schema import Attribute, Category

Op = Literal["eq", "ne", "gte", "lte"]
DENIES = re.compile(r"\b(no|not|never|nothing|without|cannot|none|nobody|un\w+ed)\b")
OWN = re.compile(r"\b(I|me|my)\b")
REFUSING = ("not one {}", "nothing {}", "none {}")


YES_OR_NO = frozenset(("yes", "no"))  # of which nobody refuses the one, but asks for the other
FAIR, NOT_POOR = 30, ("not rated below {}",)  # tenths of stars that nobody asks for as such


class Wish(Value):
    attribute: str
    value: str | int
    op: Op = "eq"


# What every product has, under the names that filters use: cents, tenths of stars, days until it arrives.
COMMON = {
    "price": Attribute(
        name="price", label="price", choices=(), filterable=True, unit="cents",
        asks=("cost", "budget", "spend", "pay", "afford", "expensive", "dollars", "how dear", "price range",
        "price limit", "how much money"),
        at_least=("for {} or more",), at_most=("under {}", "for less than {}", "that costs less than {}",
        "that stays below {}"),
    ),
    "rating": Attribute(
        name="rating", label="customer rating", choices=(), filterable=True, unit="tenths",
        asks=("rating", "rated", "stars", "reviews", "reviewed"),
        at_least=("with at least {}", "rated {} or better", "that buyers gave {} or more"),
        at_most=("rated {} or worse",),
    ),
    "shipping_days": Attribute(
        name="shipping_days", label="delivery time", choices=(), filterable=True, unit="days",
        asks=("shipping", "delivery", "delivered", "deliver", "ship", "arrive", "how soon", "how fast",
        "how quickly", "by when", "get here"),
        at_least=("that takes {} or more to arrive",),
        at_most=("that arrives within {}", "that is here in {} or less", "that takes {} at most to get here"),
    ),
}  # fmt: skip
_FIELDS = {"price": "price_cents", "rating": "rating_tenths", "shipping_days": "ship_days"}


def attribute_of(category: Category, name: str) -> Attribute:
    """An attribute of the category, or something that every product has."""
    return COMMON.get(name) or category.attribute[name]


def worth(product: Product, attribute: str) -> str | int | None:
    """What a product has of an attribute; the brand, the price, the rating and the shipping days count as
    such."""
    if attribute in _FIELDS:
        return int(getattr(product, _FIELDS[attribute]))
    return product.brand if attribute == "brand" else product.attributes.get(attribute)


def holds(wish: Wish, product: Product) -> bool:
    value = worth(product, wish.attribute)
    return isinstance(value, type(wish.value)) and kept(
        wish, value
    )  # another kind of product may mean something else by the name


def kept(wish: Wish, value: Any) -> bool:
    """Is this value what was wished?"""
    match wish.op:
        case "eq":
            return bool(value == wish.value)
        case "ne":
            return bool(value != wish.value)
        case "gte":
            return bool(value >= wish.value)
        case "lte":
            return bool(value <= wish.value)


@lru_cache(maxsize=65_536)
def apart(a: str, b: str) -> int:
    """How far two printed values of an attribute lie apart: plain numbers of one kind of unit 1, or 2 where
    one is at least twice the other; all else 2."""
    if a == b:
        return 0
    one, other = units.thousandths(a), units.thousandths(b)
    if one is None or other is None or one[1] != other[1]:
        return 2
    low, high = sorted((one[0], other[0]))
    return 1 if high < 2 * low else 2


def phrases(category: Category, wish: Wish, money: str = "") -> tuple[str, ...]:
    """Everyday ways to say it, each to stand after the noun; prices in money that is called so."""
    attribute = attribute_of(category, wish.attribute)
    match wish.op:
        case "eq":
            return attribute.choice(wish.value).says
        case "ne":
            return tuple(
                [
                    t.format(s)
                    for t in REFUSING
                    for s in distant(affirmed(attribute.choice(wish.value).says))
                    if _goes(t, s)
                ]
            )
        case "gte":
            bound = _label(attribute, wish.value, money or category.money)
            poor = wish.attribute == "rating" and int(wish.value) < FAIR
            return tuple([t.format(bound) for t in (NOT_POOR if poor else attribute.at_least)])
        case "lte":
            bound = _label(attribute, wish.value, money or category.money)
            return tuple([t.format(bound) for t in attribute.at_most])


def affirmed(says: Sequence[str]) -> Sequence[str]:
    """Those that deny nothing, so that a refusal does not deny twice: "none with nothing on it"; all, if each
    does."""
    return [s for s in says if not DENIES.search(s)] or says


def distant(says: Sequence[str]) -> Sequence[str]:
    """Those that speak of the thing and not of whoever has it, since what moulds to my foot sounds welcome;
    all, if each does."""
    return [s for s in says if not OWN.search(s)] or says


def _goes(refusing: str, says: str) -> bool:
    """Not one without a lid; but never none with no lid."""
    return refusing == REFUSING[0] or not says.startswith(("without ", "with no ", "with nothing "))


def _label(attribute: Attribute, value: str | int, money: str) -> str:
    """The bound in words; a price of at most 59.99 is one under 60 dollars."""
    match attribute.name:
        case "price":
            return f"{-(-int(value) // 100)} {money}"
        case "rating":
            return f"{int(value) / 10:g} stars"
        case "shipping_days":
            return f"{value} days"
        case _:
            return attribute.choice(value).label
