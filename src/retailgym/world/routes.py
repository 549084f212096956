"""Where parcels come through: warehouses, sorting centres and towns of the region that they go to."""

import tomllib
from functools import cache, lru_cache
from hashlib import blake2b
from importlib.resources import files

import msgspec

from ..core.values import Value


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
