"""build(): the only place a World is made. What a job adds to it is drawn by the job."""

from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING

from ..core.dates import number
from ..core.difficulty import Axes
from ..core.markets import REGIONS
from ..core.streams import Streams, new_id
from .world import Customer, World

if TYPE_CHECKING:
    from ..catalog.catalogue import Catalog
    from ..policy import Policy
    from ..policy.handbook import OwnDocuments

FIRST_NAMES = (
    "Ada", "Ben", "Chiara", "Dmitri", "Elif", "Farah", "Goran", "Hana", "Imani", "Jonas", "Keiko", "Luca",
    "Mei", "Nadia", "Omar", "Priya",
    "Quentin", "Rosa", "Sven", "Tomás", "Uma", "Viktor", "Wanda", "Ximena", "Yusuf", "Zofia",
)  # fmt: skip
LAST_NAMES = (
    "Abara", "Becker", "Costa", "Dahl", "Eriksen", "Ferrari", "Gupta", "Haddad", "Ivanov", "Jansen",
    "Kowalski", "Laurent", "Moreau", "Novak",
    "Okafor", "Petrov", "Quirke", "Rossi", "Sato", "Tanaka", "Ueda", "Varga", "Weber", "Yilmaz", "Zhang",
)  # fmt: skip
FIRST_DAY, DAYS = number(date(2025, 1, 1)), 1_461  # today lies somewhere in four years of the shop's calendar


def build(stream: Streams, axes: Axes, catalog: "Catalog") -> World:
    from ..policy import TIERS, Policy  # here, since importing the package must stay cheap

    rng = (stream / "customer")()
    config = catalog.config
    own = own_policy(config.policy_file, config.policy, config.currency) if config.policy else None
    region, first, last, tier = (
        rng.pick(config.regions or tuple(REGIONS)),
        rng.pick(FIRST_NAMES),
        rng.pick(LAST_NAMES),
        rng.pick(TIERS),
    )
    today = (
        config.calendar.first_day + rng.below(config.calendar.days)
        if config.calendar
        else FIRST_DAY + rng.below(DAYS)
    )
    customer = Customer(
        id=new_id("c", stream.path, letters=8),
        name=f"{first} {last}",
        tier=tier,
        region=region,
        currency=own.currency if own else config.currency or REGIONS[region].currency,
        business=rng.chance(120),
        claims_year=rng.pick((0, 0, 0, 1, 1, 2, 3, 4)),
    )
    policy = own or Policy("house policy", {}, customer.currency, stream / "policy")
    if config.documents:
        policy = own_documents(catalog).policy(region, today)
    return World(catalog=catalog, axes=axes, today=today, customer=customer, policy=policy)


@lru_cache(maxsize=8)
def own_documents(catalog: "Catalog") -> "OwnDocuments":
    """The handbook of a store, as it is written; raises ValueError where it makes no sound policy in every
    region that the store sells to and on every day of its calendar."""
    from ..policy.handbook import OwnDocuments

    config = catalog.config
    documents = OwnDocuments(own_policy(config.policy_file, config.policy, config.currency), config.documents)
    first = config.calendar.first_day if config.calendar else FIRST_DAY
    days = config.calendar.days if config.calendar else DAYS
    documents.check(config.regions or tuple(REGIONS), first, first + days - 1)
    return documents


@lru_cache(maxsize=8)
def own_policy(name: str, text: str, currency: str) -> "Policy":
    """The policy of a store, as it is written; raises ValueError where it is not sound, or in another
    currency than the store."""
    from ..policy.files import load_text

    policy = load_text(name, text)
    if currency and policy.currency != currency:
        raise ValueError(
            f"{name} is in {policy.currency} and the store sells in {currency}; write `currency: "
            f"{currency}` "
            f"and amounts to match"
        )
    return policy
