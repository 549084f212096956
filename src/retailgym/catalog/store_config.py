"""What a shop has of its own beside its products: money, calendar, regions, policy, phrases, and the mix of
tickets at its desk."""

import datetime
from collections.abc import Mapping

from ..core.dates import MONDAY, number
from ..core.markets import REGIONS
from ..core.values import Value
from .handbook_files import ShopDocument

OUTCOMES = ("refund", "partial_refund", "exchange", "store_credit", "deny", "escalate", "request_info")
TIERS = 7


class Calendar(Value):
    """Today is a day from the first to the last."""

    first: datetime.date
    last: datetime.date

    def __post_init__(self) -> None:
        if self.last < self.first or self.first < MONDAY + datetime.timedelta(1000):
            raise ValueError(
                f"the calendar from {self.first} to {self.last} must go forward, and begin in 1973 or later"
            )

    @property
    def first_day(self) -> int:
        return number(self.first)

    @property
    def days(self) -> int:
        return (self.last - self.first).days + 1


class TicketMix(Value):
    """How often each tier of ticket comes up, at any level, and what tickets of a tier should come to; in
    parts of any whole."""

    tiers: Mapping[str, int] = {}
    outcomes: Mapping[str, Mapping[str, int]] = {}

    def __post_init__(self) -> None:
        for tier in (*self.tiers, *self.outcomes):
            if tier not in map(str, range(1, TIERS + 1)):
                raise ValueError(f"the desk has no tier {tier!r}; the tiers are 1 to {TIERS}")
        for tier, weights in self.outcomes.items():
            if strange := [name for name in weights if name not in OUTCOMES]:
                raise ValueError(
                    f"tier {tier} of the desk has no outcome {strange[0]!r}; the outcomes are "
                    f"{', '.join(OUTCOMES)}"
                )
        for weights in ([self.tiers] if self.tiers else []) + list(self.outcomes.values()):
            if min(weights.values(), default=0) < 0 or not sum(weights.values()):
                raise ValueError(f"the parts of a mix are 0 or more, and not all 0: {dict(weights)}")


class StoreConfig(Value):
    """What stands in the store directory; as it is here, everything is as in the generated shop."""

    name: str = ""
    currency: str = ""  # empty: that of the customer's region
    regions: tuple[str, ...] = ()
    calendar: Calendar | None = None
    desk: TicketMix = TicketMix()
    policy: str = ""  # the text of the policy file
    policy_file: str = ""  # and its name
    documents: tuple[ShopDocument, ...] = ()  # its own handbook
    openings: Mapping[str, tuple[str, ...]] = {}  # by job: how customers open
    language: str = "en"  # of its customers

    def __post_init__(self) -> None:
        if strange := [r for r in self.regions if r not in REGIONS]:
            raise ValueError(f"no region {strange[0]!r}; the regions are {', '.join(REGIONS)}")
        if self.currency and not (
            len(self.currency) == 3 and self.currency.isalpha() and self.currency.isupper()
        ):
            raise ValueError(f"a currency is three capital letters, such as EUR, not {self.currency!r}")


NO_CONFIG = StoreConfig()
