"""What every format comes to: an offer is one thing to buy, with everything that the file says about it and
nothing else."""

from collections.abc import Iterator, Mapping
from typing import Literal

from ...core.errors import RetailGymError
from ...core.values import Value

Reason = Literal[
    "not readable",
    "line too long",
    "no id",
    "no title",
    "no price",
    "price not readable",
    "price not above zero",
    "price too high",
    "currency not known",
    "another currency",
    "duplicate id",
    "not for sale",
    "options of its own",
    "same options twice",
]
PLAIN = ""  # a currency that the file does not state
DEAREST = 4_000_000_00  # cents; the columns of an index hold no more


class Offer(Value, array_like=True):
    """One variant of a product, or a product without variants."""

    row: int  # where it stands in the file: a line, or the number of an entry
    group: str  # offers of one group are variants of one product
    id: str
    title: str
    brand: str
    path: tuple[str, ...]  # the category, from the root
    price_cents: int
    currency: str = PLAIN
    description: str = ""
    stock: int | None = None  # pieces; None: not stated
    available: bool | None = None  # in stock, of which the number may not be stated
    ship_days: int | None = None
    rating_tenths: int = 0
    ratings: int = 0
    attributes: Mapping[str, str] = {}
    options: Mapping[str, str] = {}


class RefusedRow(Value, array_like=True):
    """A row that is not taken, and why."""

    row: int
    id: str
    reason: Reason
    detail: str = ""


Found = Iterator[Offer | RefusedRow]


class UnreadableFile(RetailGymError, ValueError):
    """The file cannot be read at all, or not to its end; the message says where and what to do."""


class Unpriced(RetailGymError, ValueError):
    """A text that is no price above zero; carries the reason."""

    def __init__(self, reason: Reason, detail: str) -> None:
        super().__init__(detail)
        self.reason: Reason = reason
