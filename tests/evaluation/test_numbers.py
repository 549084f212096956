"""Means, intervals and pass^k against values worked out by hand."""

import pytest

from retailgym.evaluation.numbers import mean_interval, mean_of_means, pass_k, rate_interval


def test_the_interval_of_three_specs_is_as_worked_out_by_hand():
    """Means 1, 0.5, 0: variance 0.25, standard error √(0.25 / 3) = 0.288675, times 1.959964 is 0.565793."""
    low, high = mean_interval([[1.0], [0.5], [0.0]], -9.0, 9.0)
    assert low == pytest.approx(0.5 - 0.565793, abs=1e-6) and high == pytest.approx(0.5 + 0.565793, abs=1e-6)


def test_repeats_of_a_spec_count_once():
    """Two specs with means 0.75 and 0.25, however often each was played: standard error √(0.125 / 2) = 0.25."""
    few, many = [[1.0, 0.5], [0.5, 0.0]], [[1.0, 0.5] * 50, [0.5, 0.0] * 50]
    assert mean_interval(few, -1.0, 1.0) == pytest.approx(mean_interval(many, -1.0, 1.0))
    assert mean_interval(few, -9.0, 9.0) == pytest.approx((0.5 - 0.489991, 0.5 + 0.489991), abs=1e-6)


def test_a_spec_played_often_weighs_no_more_than_another():
    assert mean_of_means([[1.0, 1.0, 1.0], [0.0]]) == 0.5


def test_equal_rewards_leave_no_doubt_and_are_exact():
    assert mean_interval([[0.1]] * 7, -1.0, 1.0) == pytest.approx((0.1, 0.1))
    assert mean_interval([[1.0]] * 20, -1.0, 1.0) == (1.0, 1.0) and mean_of_means([[1.0]] * 20) == 1.0


def test_one_spec_alone_tells_nothing():
    assert mean_interval([[1.0, 0.0]], -1.0, 1.0) == (-1.0, 1.0)


def test_intervals_stay_within_what_is_possible():
    assert mean_interval([[1.0], [-1.0]], -1.0, 1.0) == (-1.0, 1.0)


@pytest.mark.parametrize(
    ("right", "tried", "low", "high"),
    [(8, 10, 0.490162, 0.943318), (0, 20, 0.0, 0.161125), (20, 20, 0.838875, 1.0), (1, 2, 0.094531, 0.905469)],
)
def test_wilson_intervals_are_those_of_the_tables(right, tried, low, high):
    found = rate_interval([[1.0]] * right + [[0.0]] * (tried - right))
    assert found == pytest.approx((low, high), abs=1e-5)
    if right in (0, tried):
        assert 0.0 in found or 1.0 in found


def test_pass_k_is_the_share_of_ways_to_draw_k_tries_that_all_succeed():
    """4 tries with 3 right: 3/4, then C(3,2)/C(4,2) = 1/2, C(3,3)/C(4,3) = 1/4, and none for 4."""
    assert pass_k([[True, True, False, True]]) == {1: 0.75, 2: 0.5, 3: 0.25, 4: 0.0}


def test_pass_k_is_a_mean_over_specs_as_far_as_all_of_them_allow():
    """The second spec was played twice: k = 1 gives (3/4 + 1/2) / 2, k = 2 gives (1/2 + 0) / 2, and there is no k = 3."""
    assert pass_k([[True, True, False, True], [True, False]]) == {1: 0.625, 2: 0.25}


def test_with_one_try_each_pass_1_is_the_success_rate():
    assert pass_k([[True], [False], [True], [True]]) == {1: 0.75}
