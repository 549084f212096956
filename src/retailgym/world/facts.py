"""What holds for every order: how lines are marked, how orders travel, what that costs and where they come
through, and what membership takes. Regions, currencies and tax stand in core/markets."""

import tomllib
from collections.abc import Sequence
from functools import cache, lru_cache
from hashlib import blake2b
from importlib.resources import files
from typing import Literal

import msgspec

from ..core.values import Value

Method = Literal["standard", "express", "next_day"]


class Delivery(Value, kw_only=False):
    """A way to send an order: what it costs, and the fewest and the most days that a parcel takes."""

    cents: int
    days: tuple[int, int]


DELIVERY: dict[Method, Delivery] = {
    "standard": Delivery(495, (2, 5)),
    "express": Delivery(995, (1, 3)),
    "next_day": Delivery(1495, (1, 1)),
}
CARRIERS = ("Postwing", "Blue Lorry", "Hermione Express", "Northline")
# What may be out of the ordinary about a line, and how a record of the desk calls it. The policy has a fact
# of each name.
MARKS = {
    "final_sale": "final sale",
    "clearance": "clearance",
    "refurbished": "refurbished",
    "sold_by_partner": "sold by a partner shop",
    "hygiene": "sold under a hygiene seal",
    "oversized": "oversized",
    "fragile": "fragile",
}
YEAR = 365  # days before an order in which spending counts
SPENDING = {  # in a year, in cents of the shop's own currency, for each tier of membership
    "none": (0, 80_000),
    "silver": (80_000, 160_000),
    "gold": (160_000, 400_000),
    "platinum": (400_000, 1_200_000),
}
ORDERS = {"none": 0, "silver": 2, "gold": 3, "platinum": 5}  # that a year's spending takes at least
SMALLEST = 499  # order


def tier_of(cents: int) -> str:
    """The tier that a year's spending gives."""
    return next(tier for tier in reversed(SPENDING) if cents >= SPENDING[tier][0])


def amounts_for(tier: str, drawn: Sequence[int]) -> list[int]:
    """Amounts of a year's orders as they were drawn, made larger or smaller where they do not give the
    tier."""
    total, (low, high) = sum(drawn), SPENDING[tier]
    if not drawn or low <= total < high:
        return list(drawn)
    room = high - low - SMALLEST * len(drawn)
    aim = low + room // 2 + total % (room // 2)
    return [max(SMALLEST, -(-cents * aim // total)) for cents in drawn]


class RouteRegion(Value):
    warehouses: tuple[str, ...]
    sorting: tuple[str, ...]
    towns: tuple[str, ...]
    streets: tuple[str, ...]
    local: dict[str, tuple[str, ...]] = {}  # streets of towns that have their own


@cache
def regions() -> dict[str, RouteRegion]:
    text = (files(__package__) / "routes.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, RouteRegion])


def _here(region: str) -> RouteRegion:
    """A region without a row is served like the last one."""
    known = regions()
    return known.get(region, known["EU"])


@lru_cache(maxsize=4_096)
def address(region: str, recipient: str) -> tuple[str, str]:
    """Where somebody lives: street and number, and town. The same name lives at the same place."""
    number = int.from_bytes(blake2b(f"{region}/{recipient}".encode(), digest_size=6).digest(), "big")
    here = _here(region)
    town = here.towns[(number >> 8) % len(here.towns)]
    streets = here.local.get(town, here.streets)
    return streets[number % len(streets)].format(n=2 + (number >> 16) % 180), town


def home(region: str, recipient: str) -> str:
    """The same in one line."""
    return ", ".join(address(region, recipient))


def way(region: str, recipient: str, route: int) -> tuple[str, str, str]:
    """The places that a parcel passes on its way to somebody; which ones, a number says."""
    here = _here(region)
    warehouse, sorting = here.warehouses[route & 3], here.sorting[route >> 3 & 3]
    return warehouse, sorting, address(region, recipient)[1]
