"""The membership tier that counts for an order: the one that was held on the day on which it was placed, by
what had been ordered shortly before."""

import re
from collections.abc import Iterable, Mapping, Sequence

from ..core.money import printed, read
from ..core.streams import Rng
from ..core.values import Value
from .orders import Order

FROM_LINKS = 3  # that an episode has at least where a tier follows from orders
DAYS, STEP = (12, 14, 16), 5_000  # that count before an order; thresholds are so many cents apart at least
TIERS = ("silver", "gold", "platinum")


class TierTerms(Value):
    """How a tier is earned."""

    days: int
    least: Mapping[str, int]  # cents by tier

    def tier(self, cents: int) -> str:
        return next((tier for tier in reversed(TIERS) if cents >= self.least[tier]), "none")

    def told(self, currency: str) -> str:
        """As the handbook tells it."""
        tiers = ", ".join([f"{tier} from {printed(cents, currency)}" for tier, cents in self.least.items()])
        return (
            "the tier that counts for an order is the one that the customer held on the day on which it was "
            "placed, whatever an account shows today. A tier is held by what was ordered in the "
            f"{self.days} days before that day, which does not count itself: all pieces at their unit price, "
            f"whatever coupons took off and whatever went back later. It is {tiers}; below that it is none. "
            "By a year's spending an account is given the tier with which its next year begins; for an order "
            "that counts for nothing."
        )


_TOLD = re.compile(r"ordered in the (\d+) days before")
_TIER = re.compile(r"(silver|gold|platinum) from (.+?\.\d\d(?: [A-Z]{3})?)")


def read_standing(text: str) -> TierTerms | None:
    """The way back."""
    match = _TOLD.search(text)
    if not match:
        return None
    least = {tier: read(amount) or 0 for tier, amount in _TIER.findall(text)}
    return TierTerms(days=int(match[1]), least=least)


def draw_standing(rng: Rng, orders: Sequence[Order]) -> TierTerms:
    """Such that about as many orders were placed with each tier."""
    days = rng.pick(DAYS)
    spent = sorted(spent_before(orders, [o.placed for o in orders], days).values())
    least, low = dict[str, int](), 0
    for n, tier in enumerate(TIERS, 1):
        low = max(low + STEP, spent[len(spent) * n // (len(TIERS) + 1)] // STEP * STEP)
        least[tier] = low
    return TierTerms(days=days, least=least)


def spent_before(orders: Iterable[Order], on: Iterable[int], days: int) -> dict[int, int]:
    """What had been ordered in so many days before each of these."""
    by_day, spent = dict[int, int](), dict[int, int]()
    for order in orders:
        cents = 0
        for b in order.lines:
            cents += b.unit_cents * b.quantity
        by_day[order.placed] = by_day.get(order.placed, 0) + cents
    for day in on:
        cents = 0
        for before in range(day - days, day):
            cents += by_day.get(before, 0)
        spent[day] = cents
    return spent


def held_by_day(standing: TierTerms, orders: Sequence[Order], today: int) -> dict[str, str]:
    """The tier on the day of each order, and today's, by the number of the day."""
    spent = spent_before(orders, [today, *[o.placed for o in orders]], standing.days)
    return {str(day): standing.tier(cents) for day, cents in spent.items()}
