"""Filters of a search, as agents write them."""

from ...core.errors import RetailGymError
from ...core.values import Value

NUMBERS = {
    "price": "price",
    "price_cents": "price",
    "rating": "rating",
    "shipping_days": "ship",
}  # and the column that holds each
WORDS = ("category", "shelf", "in_stock")
OPS = ("eq", "lte", "gte", "in")


class Filter(Value):  # its docstring would stand in every schema
    name: str
    op: str
    value: str | int | float | bool | list[str | int]


class UnfitFilter(RetailGymError, ValueError):
    """The filter names nothing in the shop, or compares it with something unfit. The message lists what
    exists."""
