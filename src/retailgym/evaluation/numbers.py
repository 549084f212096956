"""Numbers with their uncertainty. Episodes of one spec are alike, so each spec counts once: its mean is one observation."""

from collections.abc import Sequence
from math import comb, fsum, sqrt

Z95 = 1.959963984540054  # 97.5 % of the normal distribution lie below it
Interval = tuple[float, float]


def mean(numbers: Sequence[float]) -> float:
    return fsum(numbers) / len(numbers)


def mean_of_means(by_spec: Sequence[Sequence[float]]) -> float:
    return mean([mean(group) for group in by_spec])


def mean_interval(by_spec: Sequence[Sequence[float]], low: float, high: float) -> Interval:
    """95 % for the mean over specs, by the normal approximation, within what is possible. One spec alone tells nothing of the others."""
    if len(by_spec) < 2:
        return low, high
    means = [mean(group) for group in by_spec]
    centre, n = mean(means), len(means)
    half = Z95 * sqrt(fsum((m - centre) ** 2 for m in means) / (n * (n - 1)))
    return max(low, centre - half), min(high, centre + half)


def rate_interval(by_spec: Sequence[Sequence[float]]) -> Interval:
    """95 % for a share of successes, after Wilson, with as many observations as there are specs: repeats can only sharpen it."""
    n, share = len(by_spec), mean_of_means(by_spec)
    shrink = 1 + Z95**2 / n
    centre = (share + Z95**2 / (2 * n)) / shrink
    half = Z95 / shrink * sqrt(share * (1 - share) / n + Z95**2 / (4 * n**2))
    return (0.0 if share == 0 else centre - half), (1.0 if share == 1 else centre + half)


def pass_k(by_spec: Sequence[Sequence[bool]]) -> dict[int, float]:
    """pass^k: the chance that k tries at one spec all succeed, C(c, k) / C(n, k) without bias, for every k that all specs allow."""
    fewest = min(len(group) for group in by_spec)
    return {k: mean([comb(sum(group), k) / comb(len(group), k) for group in by_spec]) for k in range(1, fewest + 1)}
