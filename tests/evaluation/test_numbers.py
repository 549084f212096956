"""Means, intervals, pass^k, pass@k and paired comparisons, against values worked out by hand and against
simulated truth."""

import random

import pytest

from retailgym.evaluation.numbers import (
    mean_interval,
    mean_of_means,
    paired,
    pass_at,
    pass_k,
    rate_interval,
    t95,
    within,
)


def test_the_interval_of_three_specs_is_as_worked_out_by_hand():
    """Means 1, 0.5, 0 between 0 and 1: squared error 0.25 / 3, worth 0.25 / 0.08333 = 3 tries; t = 4.302653,
    t² = 18.512821. 1 + t²/3 = 7.170940; half = 4.302653 / 7.170940 × √(0.25/3 + 18.512821/36) = 0.600013 ×
    0.773032 = 0.463829."""
    assert mean_interval([[1.0], [0.5], [0.0]], 0.0, 1.0) == pytest.approx(
        (0.5 - 0.463829, 0.5 + 0.463829), abs=1e-5
    )


def test_far_from_its_bounds_the_interval_is_student_s():
    """Means 0.02 and -0.02 and 0 between ±100: error 0.02 / √3 = 0.011547, times 4.302653 is 0.049683."""
    assert mean_interval([[0.02], [-0.02], [0.0]], -100.0, 100.0) == pytest.approx(
        (-0.049683, 0.049683), abs=1e-5
    )


def test_repeats_of_a_spec_count_once():
    few, many = [[1.0, 0.5], [0.5, 0.0], [0.2]], [[1.0, 0.5] * 50, [0.5, 0.0] * 50, [0.2]]
    assert mean_interval(few, -1.0, 1.0) == pytest.approx(mean_interval(many, -1.0, 1.0))
    assert rate_interval([[1.0, 0.0]] * 3 + [[1.0]]) == pytest.approx(
        rate_interval([[1.0, 0.0] * 9] * 3 + [[1.0] * 40])
    )


def test_a_spec_played_often_weighs_no_more_than_another():
    assert mean_of_means([[1.0, 1.0, 1.0], [0.0]]) == 0.5


def test_where_all_specs_agree_the_mean_is_exact_and_those_not_played_may_be_otherwise():
    """t(19)² / 20 = 0.219038, and 0.219038 / 1.219038 = 0.179680 of them, by 2 down from the top; t(6)² / 7 =
    5.987411 / 7 = 0.855344, 0.855344 / 1.855344 = 0.461017, by 1.1 down from 0.1 and 0.9 up."""
    assert (
        mean_interval([[1.0]] * 20, -1.0, 1.0) == pytest.approx((1 - 2 * 0.179680, 1.0), abs=1e-5)
        and mean_of_means([[1.0]] * 20) == 1.0
    )
    assert mean_interval([[0.1]] * 7, -1.0, 1.0) == pytest.approx(
        (0.1 - 1.1 * 0.461017, 0.1 + 0.9 * 0.461017), abs=1e-5
    )


def test_one_spec_alone_tells_nothing():
    assert mean_interval([[1.0, 0.0]], -1.0, 1.0) == (-1.0, 1.0) and rate_interval([[1.0, 1.0]]) == (0.0, 1.0)


@pytest.mark.parametrize(
    "values", [[1.0, -1.0], [1.0, 1.0, 1.0, -1.0], [-1.0, -1.0, -0.999], [0.999, 1.0, 1.0]]
)
def test_intervals_stay_within_what_is_possible_and_hold_the_mean(values):
    low, high = mean_interval([[v] for v in values], -1.0, 1.0)
    assert -1.0 <= low < sum(values) / len(values) < high <= 1.0


@pytest.mark.parametrize(
    ("freedom", "t"),
    [
        (1, 12.7062),
        (2, 4.3027),
        (3, 3.1824),
        (4, 2.7764),
        (10, 2.2281),
        (19, 2.0930),
        (99, 1.9842),
        (5000, 1.9604),
    ],
)
def test_student_s_quantiles_are_those_of_the_tables(freedom, t):
    assert t95(freedom) == pytest.approx(t, abs=6e-5) and within(t95(freedom), freedom) == pytest.approx(0.95)


@pytest.mark.parametrize(
    ("right", "tried", "low", "high"),
    [
        (0, 20, 0.0, 0.179680),  # t(19)² / 20 = 4.380753 / 20 = 0.219038; 0.219038 / 1.219038
        (20, 20, 0.820320, 1.0),
        (
            8,
            10,
            0.427012,
            0.955496,
            # error² 0.16 / 9, worth 9, t(9)² = 5.117354: centre 1.084297 / 1.568595, half 1.442155 ×
            # √0.033572
        ),
    ],
)
def test_shares_after_wilson_and_student_are_as_worked_out_by_hand(right, tried, low, high):
    assert rate_interval([[1.0]] * right + [[0.0]] * (tried - right)) == pytest.approx((low, high), abs=1e-5)


def test_pass_k_is_the_share_of_ways_to_draw_k_tries_that_all_succeed():
    """4 tries with 3 right: 3/4, then C(3,2)/C(4,2) = 1/2, C(3,3)/C(4,3) = 1/4, and none for 4."""
    assert pass_k([[True, True, False, True]]) == {1: 0.75, 2: 0.5, 3: 0.25, 4: 0.0}


def test_pass_at_k_is_the_share_of_ways_to_draw_k_tries_of_which_one_succeeds():
    """4 tries with 1 right: 1/4, 1 - C(3,2)/C(4,2) = 1/2, 1 - C(3,3)/C(4,3) = 3/4, and certain for 4."""
    assert pass_at([[True, False, False, False]]) == {1: 0.25, 2: 0.5, 3: 0.75, 4: 1.0}


def test_pass_k_is_a_mean_over_specs_as_far_as_all_of_them_allow():
    """The second spec was played twice: k = 1 gives (3/4 + 1/2) / 2, k = 2 gives (1/2 + 0) / 2, and there is
    no k = 3."""
    assert pass_k([[True, True, False, True], [True, False]]) == {1: 0.625, 2: 0.25}
    assert pass_at([[True, True, False, True], [True, False]]) == {1: 0.625, 2: 1.0}


def test_with_one_try_each_both_are_the_success_rate():
    tries = [[True], [False], [True], [True]]
    assert pass_k(tries) == pass_at(tries) == {1: 0.75}


def test_a_paired_comparison_is_as_worked_out_by_hand():
    """Differences 0.2, 0.4, 0.0: mean 0.2, error √(0.08 / 6) = 0.115470, t(2) = 4.302653; 0.115470 × 4.302653
    = 0.496829. t = 1.732051 with 2 degrees of freedom: 1 - 1.732051 / √(2 + 3) = 0.225403."""
    found = paired([[0.5], [0.1], [0.9]], [[0.7], [0.5], [0.9]], 2.0)
    assert (
        found.difference == pytest.approx(0.2) and found.first == 0.5 and found.second == pytest.approx(0.7)
    )
    assert found.ci95 == pytest.approx((-0.296829, 0.696829), abs=1e-5) and found.smallest == pytest.approx(
        0.496829, abs=1e-5
    )
    assert (
        found.p == pytest.approx(0.225403, abs=1e-5) and not found.real and found.detectable > found.smallest
    )


def test_a_run_compared_with_itself_differs_in_nothing_as_far_as_can_be_told():
    """Three specs: 0.025 ^ (1/3) = 0.292402, so 0.707598 of all may be otherwise, by 2 at most."""
    found = paired([[1.0], [0.0], [0.5]], [[1.0], [0.0], [0.5]], 2.0)
    assert found.difference == 0.0 and found.p == 1.0 and not found.real
    assert found.smallest == pytest.approx(2 * 0.707598, abs=1e-5) and found.ci95 == pytest.approx(
        (-found.smallest, found.smallest)
    )
    many = paired([[1.0]] * 100, [[1.0]] * 100, 1.0)
    assert many.smallest == pytest.approx(1 - 0.963785, abs=1e-5), "0.025 ^ (1/100)"


@pytest.mark.parametrize(
    ("specs", "p", "real"),
    [(2, 0.5, False), (3, 0.25, False), (5, 0.0625, False), (6, 0.03125, True), (20, 2**-19, True)],
)
def test_the_same_gain_on_every_spec_is_as_real_as_so_many_throws_of_a_coin(specs, p, real):
    for gain in (0.1, 1.0, -1.0):
        found = paired([[0.1]] * specs, [[0.1 + gain]] * specs, 2.0)
        low, high = found.ci95
        assert (
            found.difference == pytest.approx(gain)
            and found.p == pytest.approx(p)
            and found.real == real == (low > 0 or high < 0)
        )
        assert found.smallest <= found.detectable <= 2.0 and -2.0 <= low < gain < high <= 2.0


def test_counts_without_a_bound_have_finite_intervals():
    for specs in (1, 2, 9):
        found = paired([[5.0]] * specs, [[5.0]] * specs, float("inf"))
        assert -5.0 <= found.ci95[0] < 0.0 < found.ci95[1] <= 5.0 and found.p == 1.0 and not found.real
    assert paired([[0.0]] * 4, [[0.0]] * 4, float("inf")).ci95 == (0.0, 0.0)


# simulated truth: specs of differing difficulty, each tried a few times

RUNS = 2000
CROWDS = [
    (60, 4, 0.5, 0.5),
    (30, 4, 6.0, 2.0),
    (60, 1, 1.0, 2.0),
]  # specs, tries, Beta(a, b) of a spec's success


def tried(rng, specs, tries, a, b):
    chances = [rng.betavariate(a, b) for _ in range(specs)]
    return [[rng.random() < p for _ in range(tries)] for p in chances]


def rewarded(rng, success):
    """A success earns 0.85 to 1; a failure 0 to 0.5, or one time in twenty -1."""
    return 0.85 + 0.15 * rng.random() if success else -1.0 if rng.random() < 0.05 else 0.5 * rng.random()


@pytest.mark.parametrize(("specs", "tries", "a", "b"), CROWDS)
def test_intervals_cover_the_truth_in_93_to_97_of_100_runs(specs, tries, a, b):
    rng, rate = random.Random(7), a / (a + b)
    reward = rate * 0.925 + (1 - rate) * (0.95 * 0.25 - 0.05)
    held = {"success": 0, "reward": 0}
    for _ in range(RUNS):
        groups = tried(rng, specs, tries, a, b)
        low, high = rate_interval(groups)
        held["success"] += low <= rate <= high
        low, high = mean_interval([[rewarded(rng, s) for s in group] for group in groups], -1.0, 1.0)
        held["reward"] += low <= reward <= high
    assert all(0.93 <= n / RUNS <= 0.97 for n in held.values()), held


def test_intervals_hold_the_truth_where_a_player_hardly_ever_fails():
    """Nearly every run sees no failure at all, and what is not seen cannot be measured: the intervals may be
    too wide, never too narrow."""
    rng, held = random.Random(13), {"success": 0, "reward": 0, "difference": 0}
    for _ in range(RUNS):
        first, second = ([[float(rng.random() < p)] for _ in range(12)] for p in (0.97, 0.92))
        low, high = rate_interval(first)
        held["success"] += low <= 0.97 <= high
        low, high = mean_interval([[1.0 if w else -1.0] for (w,) in first], -1.0, 1.0)
        held["reward"] += low <= 0.94 <= high
        low, high = paired(first, second, 1.0).ci95
        held["difference"] += low <= -0.05 <= high
    assert all(n / RUNS >= 0.93 for n in held.values()), held


def test_pass_k_and_pass_at_k_have_no_bias():
    """With success Beta(1, 1), p^2 is 1/3 and 1 - (1 - p)^2 is 2/3 on average, whatever the number of
    tries."""
    rng, hat, at = random.Random(3), [], []
    for _ in range(400):
        groups = tried(rng, 20, 4, 1.0, 1.0)
        hat.append(pass_k(groups)[2])
        at.append(pass_at(groups)[2])
    assert sum(hat) / 400 == pytest.approx(1 / 3, abs=0.012) and sum(at) / 400 == pytest.approx(
        2 / 3, abs=0.012
    )


def test_paired_intervals_cover_the_true_difference_and_seldom_see_one_that_is_not_there():
    rng, covered, false = random.Random(11), 0, 0
    for n in range(RUNS):
        gain = 0.1 if n % 2 else 0.0
        chances = [0.8 * rng.betavariate(2, 2) for _ in range(50)]
        first, second = (
            [[float(rng.random() < p + more) for _ in range(2)] for p in chances] for more in (0.0, gain)
        )
        found = paired(first, second, 1.0)
        covered += found.ci95[0] <= gain <= found.ci95[1]
        false += found.real and not gain
        assert found.real == (found.p < 0.05)
    assert 0.93 <= covered / RUNS <= 0.97 and 0.03 <= false / (RUNS / 2) <= 0.07, (covered, false)


def test_a_true_difference_of_the_size_called_detectable_is_found_four_times_in_five():
    rng, found_it, size = random.Random(5), 0, 0.128  # error √(2 × 0.25 / 240) = 0.0456; × (1.97 + 0.84)
    detectable = []
    for _ in range(600):
        first = [[float(rng.random() < 0.45)] for _ in range(240)]
        second = [[float(rng.random() < 0.45 + size)] for _ in range(240)]
        found = paired(first, second, 1.0)
        found_it += found.real
        detectable.append(found.detectable)
    assert sum(detectable) / 600 == pytest.approx(size, abs=0.006) and 0.75 <= found_it / 600 <= 0.85, (
        found_it,
        sum(detectable) / 600,
    )
