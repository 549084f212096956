"""Wishes: what a customer wants of a product, and which products have it."""

from typing import TYPE_CHECKING, Any, Literal

from ..value import Value
from .product import Product
from .schema import Attribute, Category

if TYPE_CHECKING:
    from .catalogue import Catalog
    from .index import Array, Shelf


class Wish(Value):
    attribute: str
    value: str | int
    op: Literal["eq", "gte", "lte"] = "eq"


def worth(product: Product, attribute: str) -> str | int | None:
    """What a product has of an attribute; the brand counts as one."""
    return product.brand if attribute == "brand" else product.attributes.get(attribute)


def holds(wish: Wish, product: Product) -> bool:
    value: Any = worth(product, wish.attribute)
    if value is None:
        return False
    match wish.op:
        case "eq":
            return bool(value == wish.value)
        case "gte":
            return bool(value >= wish.value)
        case "lte":
            return bool(value <= wish.value)


def matches(catalog: "Catalog", shelf: "Shelf", wish: Wish) -> "Array | Any":
    """Which products of a shelf have it, as an array of yes and no. Codes of numbers rise with their values."""
    category = catalog.category(shelf)
    slot = category.slot[wish.attribute]
    codes, code = catalog.codes(shelf)[slot], category.filters[slot].code[wish.value]
    match wish.op:
        case "eq":
            return codes == code
        case "gte":
            return (codes >= code) & (codes < len(category.filters[slot].choices))
        case "lte":
            return codes <= code


def phrases(category: Category, wish: Wish) -> tuple[str, ...]:
    """Everyday ways to say it, each to stand after the noun."""
    attribute: Attribute = category.attribute[wish.attribute]
    choice = attribute.choice(wish.value)
    match wish.op:
        case "eq":
            return choice.says
        case "gte":
            return tuple(t.format(choice.label) for t in attribute.at_least)
        case "lte":
            return tuple(t.format(choice.label) for t in attribute.at_most)
