"""Membership tiers: what somebody spends in a year, in cents of the shop's own currency, for each of them."""

from collections.abc import Sequence

YEAR = 365  # days before an order in which spending counts
SPENDING = {
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
