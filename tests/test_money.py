"""Money: exact sums, exact splits, rounding that is written down."""

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retailgym.core.money import Money, exchange, percent, printed, share, split

cents = st.integers(-(10**12), 10**12)


def test_money_adds_and_subtracts_in_one_currency() -> None:
    assert Money(cents=1999) + Money(cents=1) == Money(cents=2000)
    assert Money(cents=500, currency="EUR") - Money(cents=750, currency="EUR") == Money(
        cents=-250, currency="EUR"
    )
    assert Money(cents=1) < Money(cents=2)


def test_money_of_two_currencies_is_not_added() -> None:
    with pytest.raises(ValueError, match=r"cannot add €5.00 to \$19.99: exchange one of them first"):
        Money(cents=1999) + Money(cents=500, currency="EUR")
    with pytest.raises(ValueError, match="exchange"):
        Money(cents=1999) - Money(cents=500, currency="EUR")


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        (Money(cents=1230), "$12.30"),
        (Money(cents=-400, currency="EUR"), "-€4.00"),
        (Money(cents=750, currency="CHF"), "7.50 CHF"),
        (Money(cents=-5, currency="CHF"), "-0.05 CHF"),
        (Money(cents=123456789, currency="GBP"), "£1,234,567.89"),
        (Money(cents=0), "$0.00"),
    ],
)
def test_money_prints_as_people_write_it(amount: Money, text: str) -> None:
    assert str(amount) == printed(amount.cents, amount.currency) == text


@pytest.mark.parametrize(
    ("whole", "numerator", "denominator", "part"),
    [
        (1000, 1, 3, 333),
        (2000, 1, 3, 667),
        (5, 1, 2, 3),
        (-5, 1, 2, -3),
        (5, -1, 2, -3),
        (5, 1, -2, -3),
        (-5, -1, 2, 3),
        (4, 1, 8, 1),
        (3, 1, 8, 0),
        (0, 7, -9, 0),
    ],
)
def test_a_share_rounds_halves_away_from_zero(
    whole: int, numerator: int, denominator: int, part: int
) -> None:
    assert share(whole, numerator, denominator) == part


@given(cents, st.integers(-(10**6), 10**6), st.integers(1, 10**6))
def test_a_share_is_what_decimal_arithmetic_gives(whole: int, numerator: int, denominator: int) -> None:
    exact = Fraction(whole * numerator, denominator)
    assert abs(share(whole, numerator, denominator) - exact) <= Fraction(1, 2)
    assert (
        share(-whole, numerator, denominator)
        == -share(whole, numerator, denominator)
        == share(whole, numerator, -denominator)
    )
    tenths = share(whole, 1, 10)
    assert tenths == int((Decimal(whole) / 10).quantize(Decimal(1), ROUND_HALF_UP))


def test_a_percentage_and_an_exchange_are_shares() -> None:
    assert percent(1999, 15) == 300  # 299.85
    assert percent(1990, -25) == -498  # -497.5
    assert exchange(Money(cents=10_000), "EUR", 921_350) == Money(cents=9_214, currency="EUR")  # 9,213.5
    assert exchange(Money(cents=-10_000), "EUR", 921_350) == Money(cents=-9_214, currency="EUR")


@pytest.mark.parametrize(
    ("whole", "weights", "parts"),
    [
        (1000, [1, 1, 1], [334, 333, 333]),  # the odd cent goes to the earlier of equals
        (1000, [1, 2, 4], [143, 286, 571]),  # 142.86, 285.71, 571.43: two cents to the two largest remainders
        (
            1000,
            [3000, 1999, 501],
            [546, 363, 91],
        ),  # 545.45, 363.45, 91.09: two remainders of 5/11, so the earlier part has it
        (100, [0, 1, 2], [0, 33, 67]),
        (-100, [1, 1, 1], [-33, -33, -34]),
        (2, [1, 1, 1, 1], [1, 1, 0, 0]),
        (0, [5, 7], [0, 0]),
        (7, [9], [7]),
    ],
)
def test_a_split_is_worked_to_the_cent(whole: int, weights: list[int], parts: list[int]) -> None:
    assert split(whole, weights) == parts


@given(cents, st.lists(st.integers(0, 10**7), min_size=1, max_size=12).filter(any))
def test_a_split_adds_up_and_each_part_is_within_a_cent_of_its_share(whole: int, weights: list[int]) -> None:
    parts = split(whole, weights)
    assert sum(parts) == whole
    for part, weight in zip(parts, weights, strict=True):
        assert abs(part - Fraction(whole * weight, sum(weights))) < 1
        assert part == 0 or weight


@given(cents.filter(lambda c: c >= 0), st.lists(st.integers(1, 10**5), min_size=2, max_size=8))
def test_a_larger_weight_never_gets_less(whole: int, weights: list[int]) -> None:
    pairs = sorted(zip(weights, split(whole, weights)))
    assert all(a[0] == b[0] or a[1] <= b[1] for a, b in pairwise(pairs))


def test_there_is_no_split_by_nothing() -> None:
    for weights in ([], [0, 0]):
        with pytest.raises(ValueError, match="they must add up to more than 0"):
            split(100, weights)
