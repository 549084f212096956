"""Numbers with their uncertainty. Episodes of one spec are alike, so each spec counts once: its mean is one
observation."""

from collections.abc import Sequence
from functools import lru_cache
from math import atan, comb, cos, fsum, inf, pi, sin, sqrt

from ..core.values import Value

AGREED = 1e-12  # scatter that comes of rounding alone
POWER80 = 0.8416212335729143  # 80 % of the normal distribution lie below it
Interval = tuple[float, float]


def mean(numbers: Sequence[float]) -> float:
    return fsum(numbers) / len(numbers)


def mean_of_means(by_spec: Sequence[Sequence[float]]) -> float:
    return mean([mean(group) for group in by_spec])


def mean_interval(by_spec: Sequence[Sequence[float]], low: float, high: float) -> Interval:
    """95 % for the mean over specs of something that lies between two bounds. One spec alone tells nothing of
    the others; where all agree, those that were not played may still be otherwise, as far as the bounds let
    them."""
    if len(by_spec) < 2:
        return low, high
    means = [mean(group) for group in by_spec]
    centre, error = mean(means), standard_error(means)
    if error <= AGREED:
        others = _doubt(len(means))
        return centre - others * (centre - low), centre + others * (high - centre)
    size = high - low
    below, above = _score_interval((centre - low) / size, (error / size) ** 2, t95(len(means) - 1))
    return max(low, low + size * below), min(high, low + size * above)


def rate_interval(by_spec: Sequence[Sequence[float]]) -> Interval:
    """The same for a share of successes. Where all specs agree there is still doubt: as much as that many
    single tries would leave."""
    n, share = len(by_spec), mean_of_means(by_spec)
    if n < 2:
        return 0.0, 1.0
    if share in (0, 1):
        return (0.0, _doubt(n)) if share == 0 else (1 - _doubt(n), 1.0)
    error = standard_error([mean(group) for group in by_spec])
    below, above = _score_interval(share, error**2 or share * (1 - share) / n, t95(n - 1))
    return max(0.0, below), min(1.0, above)


def _doubt(n: int) -> float:
    """The share of specs that may be otherwise although so many agree: the end of Wilson's interval with
    Student's t for none of them."""
    reach = t95(n - 1) ** 2 / n
    return reach / (1 + reach)


def _score_interval(share: float, variance: float, t: float) -> Interval:
    """Wilson's interval with Student's t, for as many single tries as the scatter between specs is worth.
    Near its bounds a share scatters to one side, which a mean plus or minus so much would miss."""
    worth = share * (1 - share) / variance
    shrink = 1 + t**2 / worth
    centre = (share + t**2 / (2 * worth)) / shrink
    half = t / shrink * sqrt(share * (1 - share) / worth + t**2 / (4 * worth**2))
    return centre - half, centre + half


def standard_error(means: Sequence[float]) -> float:
    """Of the mean of independent observations."""
    centre, n = mean(means), len(means)
    return sqrt(fsum((m - centre) ** 2 for m in means) / (n * (n - 1)))


def within(t: float, freedom: int) -> float:
    """How much of Student's distribution lies between -t and t: the finite sums that hold for whole degrees
    of freedom."""
    angle = atan(t / sqrt(freedom))
    odd = freedom % 2
    term = total = cos(angle) if odd else 1.0
    square = cos(angle) ** 2
    for k in range(3 if odd else 2, freedom, 2):
        term *= square * (k - 1) / k
        total += term
    if not odd:
        return sin(angle) * total
    return 2 / pi * (angle + (sin(angle) * total if freedom > 1 else 0.0))


@lru_cache(maxsize=1024)
def t95(freedom: int) -> float:
    """Between its negative and itself lie 95 % of Student's distribution."""
    low, high = 0.0, 16.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if within(middle, freedom) < 0.95 else (low, middle)
    return high


def pass_k(by_spec: Sequence[Sequence[bool]]) -> dict[int, float]:
    """pass^k: the chance that k tries at one spec all succeed, C(c, k) / C(n, k) without bias, for every k
    that all specs allow."""
    return {k: mean(pass_hat(by_spec, k)) for k in ks(by_spec)}


def pass_at(by_spec: Sequence[Sequence[bool]]) -> dict[int, float]:
    """pass@k: the chance that at least one of k tries at one spec succeeds, 1 - C(n - c, k) / C(n, k) without
    bias."""
    return {k: mean([1 - comb(len(g) - sum(g), k) / comb(len(g), k) for g in by_spec]) for k in ks(by_spec)}


def pass_hat(by_spec: Sequence[Sequence[bool]], k: int) -> list[float]:
    """pass^k of each spec."""
    return [comb(sum(group), k) / comb(len(group), k) for group in by_spec]


def ks(by_spec: Sequence[Sequence[bool]]) -> range:
    return range(1, min(len(group) for group in by_spec) + 1)


class Difference(Value):
    """Two runs on the same specs: what the second has more than the first."""

    specs: int
    first: float
    second: float
    difference: float
    ci95: Interval
    p: float  # how often chance alone would do as much, after Student; where all agree, as a coin would
    smallest: float  # a difference below this could not have been told from chance
    detectable: float  # a true difference of this size is found four times in five
    real: bool  # the interval leaves out zero


def paired(first: Sequence[Sequence[float]], second: Sequence[Sequence[float]], bound: float) -> Difference:
    """Compare spec by spec; the two sequences hold the same specs in the same order. `bound` is the largest
    difference there can be."""
    ones, others = [mean(group) for group in first], [mean(group) for group in second]
    differences = [b - a for a, b in zip(ones, others, strict=True)]
    centre, n = mean(differences), len(differences)
    scale = (
        bound if bound < inf else max(map(abs, (*ones, *others)))
    )  # without a bound, how far apart those are that are known
    if n < 2:
        return Difference(
            specs=n,
            first=mean(ones),
            second=mean(others),
            difference=centre,
            ci95=(-scale, scale),
            p=1.0,
            smallest=scale,
            detectable=scale,
            real=False,
        )
    error, t = standard_error(differences), t95(n - 1)
    if error <= AGREED:
        p, smallest = _agreed(centre, n, scale)
    else:
        p, smallest = max(0.0, 1 - within(abs(centre) / error, n - 1)), t * error
    return Difference(
        specs=n,
        first=mean(ones),
        second=mean(others),
        difference=centre,
        ci95=(max(-bound, centre - smallest), min(bound, centre + smallest)),
        p=p,
        smallest=min(bound, smallest),
        detectable=min(bound, smallest * (t + POWER80) / t),
        real=abs(centre) > smallest,
    )


def _agreed(centre: float, n: int, scale: float) -> tuple[float, float]:
    """Where all differences are the same there is no scatter to go by. Chance alone sides with one of two so
    often as a coin does; and as many specs may be otherwise as Clopper and Pearson leave open, by as much on
    the other side, or by the whole scale where nothing differs."""
    others = 1 - 0.025 ** (1 / n)
    return (2.0 ** (1 - n), others * 2 * abs(centre)) if abs(centre) > AGREED else (1.0, others * scale)
