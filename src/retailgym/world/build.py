"""build(): the only place a World is made. What a job adds to it is drawn by the job."""

from typing import TYPE_CHECKING

from ..catalog.product import new_id
from ..ladder import Axes
from ..rng import Streams
from .world import Customer, World

if TYPE_CHECKING:
    from ..catalog.catalogue import Catalog

FIRST_NAMES = (
    "Ada", "Ben", "Chiara", "Dmitri", "Elif", "Farah", "Goran", "Hana", "Imani", "Jonas", "Keiko", "Luca", "Mei", "Nadia", "Omar", "Priya",
    "Quentin", "Rosa", "Sven", "Tomás", "Uma", "Viktor", "Wanda", "Ximena", "Yusuf", "Zofia",
)  # fmt: skip
LAST_NAMES = (
    "Abara", "Becker", "Costa", "Dahl", "Eriksen", "Ferrari", "Gupta", "Haddad", "Ivanov", "Jansen", "Kowalski", "Laurent", "Moreau", "Novak",
    "Okafor", "Petrov", "Quirke", "Rossi", "Sato", "Tanaka", "Ueda", "Varga", "Weber", "Yilmaz", "Zhang",
)  # fmt: skip
REGIONS = {"US": "USD", "EU": "EUR", "UK": "GBP"}
TIERS = ("basic", "silver", "gold")
FIRST_DAY, DAYS = 3_000, 1_461  # today lies somewhere in four years of the shop's calendar


def build(at: Streams, axes: Axes, catalog: "Catalog") -> World:
    rng = (at / "customer")()
    region = rng.pick(tuple(REGIONS))
    customer = Customer(
        id=new_id("c", at.path, letters=8),
        name=f"{rng.pick(FIRST_NAMES)} {rng.pick(LAST_NAMES)}",
        tier=rng.pick(TIERS),
        region=region,
        currency=REGIONS[region],
    )
    return World(catalog=catalog, axes=axes, today=FIRST_DAY + rng.below(DAYS), customer=customer)
