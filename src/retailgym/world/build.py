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
FIRST_DAY, DAYS = 3_000, 1_461  # today lies somewhere in four years of the shop's calendar


def build(at: Streams, axes: Axes, catalog: "Catalog") -> World:
    from ..policy import TIERS, Policy  # here, since importing the package must stay cheap

    rng = (at / "customer")()
    region, first, last, tier = rng.pick(tuple(REGIONS)), rng.pick(FIRST_NAMES), rng.pick(LAST_NAMES), rng.pick(TIERS)
    today = FIRST_DAY + rng.below(DAYS)
    customer = Customer(
        id=new_id("c", at.path, letters=8),
        name=f"{first} {last}",
        tier=tier,
        region=region,
        currency=REGIONS[region],
        business=rng.chance(120),
        claims_year=rng.pick((0, 0, 0, 1, 1, 2, 3, 4)),
    )
    policy = Policy("house policy", {}, customer.currency, at / "policy")
    return World(catalog=catalog, axes=axes, today=today, customer=customer, policy=policy)
