"""Money: whole cents with a currency. Sums are exact, splits lose nothing, rates are ratios of whole
numbers."""

import re
from collections.abc import Sequence

from .markets import CURRENCIES, SIGN
from .values import Value

MILLION = 1_000_000


class Money(Value, order=True):
    cents: int
    currency: str = "USD"

    def __add__(self, other: "Money") -> "Money":
        self._same(other)
        return Money(cents=self.cents + other.cents, currency=self.currency)

    def __sub__(self, other: "Money") -> "Money":
        self._same(other)
        return Money(cents=self.cents - other.cents, currency=self.currency)

    def __str__(self) -> str:
        return printed(self.cents, self.currency)

    def _same(self, other: "Money") -> None:
        if self.currency != other.currency:
            raise ValueError(f"cannot add {other} to {self}: exchange one of them first")


def printed(cents: int, currency: str = "USD") -> str:
    """$12.30, -€4.00, 7.50 CHF."""
    sign, number = "-" if cents < 0 else "", f"{abs(cents) // 100:,}.{abs(cents) % 100:02d}"
    known = CURRENCIES.get(currency)
    return f"{sign}{known.symbol}{number}" if known else f"{sign}{number} {currency}"


_AMOUNT = re.compile(
    rf"(?P<sign>-?)(?P<before>{SIGN}|[A-Z]{{3}} ?)?(?P<minus>-?)"
    rf"(?P<whole>\d[\d,]{{0,14}})(?P<cents>\.\d\d?)?(?P<after> ?{SIGN}| ?[A-Z]{{3}})?"
)


def spoken(cents: int, currency: str) -> str:
    """As somebody says it: €30, but €29.95."""
    return printed(cents, currency).removesuffix(".00")


def read(text: str, *, whole: bool = False) -> int | None:
    """The cents of an amount as `printed`, or as people write it: $1,299.00, €50, 12.50 EUR. A bare whole
    number is cents, or units of the currency where those are asked for. None for anything else."""
    amount = _AMOUNT.fullmatch(text.strip())
    if amount is None or (amount["sign"] and amount["minus"]):
        return None
    units = whole or bool(amount["before"] or amount["after"] or amount["cents"])
    cents = int(amount["whole"].replace(",", "")) * (100 if units else 1) + (
        int(amount["cents"][1:].ljust(2, "0")) if amount["cents"] else 0
    )
    return -cents if amount["sign"] or amount["minus"] else cents


def share(cents: int, numerator: int, denominator: int) -> int:
    """cents × numerator / denominator, halves away from zero."""
    sign = -1 if (cents * numerator < 0) != (denominator < 0) else 1
    return sign * ((2 * abs(cents * numerator) + abs(denominator)) // (2 * abs(denominator)))


def percent(cents: int, whole_percent: int) -> int:
    return share(cents, whole_percent, 100)


def exchange(amount: Money, currency: str, rate_millionths: int) -> Money:
    """At a rate of so many millionths of the new currency for one unit of the old one."""
    return Money(cents=share(amount.cents, rate_millionths, MILLION), currency=currency)


def converted(cents: int, currency: str, wanted: str) -> int:
    """Cents of one currency in another at the usual rate, as prices are set; what is owed goes by `exchange`
    at the rate of a day."""
    return cents * CURRENCIES[currency].rate // CURRENCIES[wanted].rate


def split(cents: int, weights: Sequence[int]) -> list[int]:
    """In proportion to the weights, to the cent: the parts add up, and each is within a cent of its share.

    Cents that do not divide go to the largest remainders, ties to the earlier part.
    """
    whole = sum(weights)
    if whole <= 0:
        raise ValueError(
            f"cannot split {cents} cents by weights {list(weights)}: they must add up to more than 0"
        )
    parts = [cents * w // whole for w in weights]
    by_remainder = sorted(range(len(weights)), key=lambda i: (-(cents * weights[i] % whole), i))
    for i in by_remainder[: cents - sum(parts)]:
        parts[i] += 1
    return parts
