"""The dial: eighteen formulas, recomputed; overrides in people's units; budgets."""

from math import ceil, exp, floor

import pytest

from retailgym.core.difficulty import AXES, LEVELS, Axes, axes_at, budget, in_units

UNITS = {
    "constraints": 1, "p_omit": 1000, "distractors": 1000, "p_stockout": 1000, "list_size": 1,
    "turn_slack": 100, "call_slack": 100,
    "noise": 1000, "p_switch": 1000, "retrieval_depth": 1, "orders": 1, "policy_depth": 1,
    "documents": 1, "p_revise": 1000, "p_slip": 1000, "p_fault": 1000, "lures": 1, "links": 1,
}  # fmt: skip


UPPER = ("documents", "p_revise", "p_slip", "p_fault", "lures", "links")


def sigmoid(x: float) -> float:
    return 1 / (1 + exp(-x))


FORMULAS = {  # up to 12; from there on they stand, a few aside
    "constraints": lambda d: 2 + floor(d / 2),
    "p_omit": lambda d: 0.8 * sigmoid((d - 3.49) / 1.289),
    "distractors": lambda d: 0.02 * d,
    "p_stockout": lambda d: min(0.5, 0.05 * d),
    "list_size": lambda d: min(10, 3 + floor(d / 3)),
    "turn_slack": lambda d: 2.0 - 0.07 * d,
    "call_slack": lambda d: 3.0 - 0.14 * d,
    "noise": lambda d: 0.01 * d,
    "p_switch": lambda d: 0.6 * sigmoid((d - 5) / 2),
    "retrieval_depth": lambda d: max(5, 20 - d),
    "orders": lambda d: 6 + 2 * d,
    "policy_depth": lambda d: 1 + floor(d / 3),
}
ABOVE = {  # from 13 on, with t = d - 12
    "constraints": lambda t: 8 + floor(t / 3),
    "list_size": lambda t: 10,
    "orders": lambda t: 30 + 2 * t,
    "documents": lambda t: 50 * t,
    "p_revise": lambda t: 0.05 * t,
    "p_slip": lambda t: 0.04 * t,
    "p_fault": lambda t: 0.02 * t,
    "lures": lambda t: ceil(t / 3),
    "links": lambda t: ceil(t / 4),
}


def value_at(axis: str, level: int) -> float:
    if level > 12 and axis in ABOVE:
        return ABOVE[axis](level - 12)
    return 0 if axis in UPPER else FORMULAS[axis](min(12, level))


def test_there_are_twenty_five_levels_and_eighteen_axes() -> None:
    assert list(LEVELS) == list(range(25))
    assert set(AXES) == {*FORMULAS, *UPPER} == set(UNITS) == set(Axes.__struct_fields__) - {"level"}


@pytest.mark.parametrize("axis", [*FORMULAS, *UPPER])
def test_an_axis_is_its_formula_at_every_level_in_whole_units(axis: str) -> None:
    for level in LEVELS:
        value = getattr(axes_at(level), axis)
        assert type(value) is int
        assert value == floor(value_at(axis, level) * UNITS[axis] + 0.5 + 1e-9), level


@pytest.mark.parametrize(
    ("axis", "at_0", "at_6", "at_12"),
    [
        ("constraints", 2, 5, 8),
        ("p_omit", 50, 700, 799),
        ("distractors", 0, 120, 240),
        ("p_stockout", 0, 300, 500),
        ("list_size", 3, 5, 7),
        ("turn_slack", 200, 158, 116),
        ("call_slack", 300, 216, 132),
        ("noise", 0, 60, 120),
        ("p_switch", 46, 373, 582),
        ("retrieval_depth", 20, 14, 8),
        ("orders", 6, 18, 30),
        ("policy_depth", 1, 3, 5),
    ],
)
def test_an_axis_has_its_published_values(axis: str, at_0: int, at_6: int, at_12: int) -> None:
    assert [getattr(axes_at(level), axis) for level in (0, 6, 12)] == [at_0, at_6, at_12]


@pytest.mark.parametrize(
    ("axis", "at_13", "at_18", "at_24"),
    [
        ("constraints", 8, 10, 12),
        ("p_omit", 799, 799, 799),
        ("list_size", 10, 10, 10),
        ("orders", 32, 42, 54),
        ("documents", 50, 300, 600),
        ("p_revise", 50, 300, 600),
        ("p_slip", 40, 240, 480),
        ("p_fault", 20, 120, 240),
        ("lures", 1, 2, 4),
        ("links", 1, 2, 3),
    ],
)
def test_an_axis_has_its_published_values_in_the_upper_half(
    axis: str, at_13: int, at_18: int, at_24: int
) -> None:
    assert [getattr(axes_at(level), axis) for level in (13, 18, 24)] == [at_13, at_18, at_24]


def test_no_axis_turns_back() -> None:
    for name, axis in AXES.items():
        values, (low, high) = axis.by_level, axis.bounds
        falls = name in ("turn_slack", "call_slack", "retrieval_depth")
        assert list(values) == sorted(values, reverse=falls) and values[0] != values[-1], name
        assert all(low <= v <= high for v in values), name


def test_near_misses_are_a_share_of_a_page_rounded_up() -> None:
    for level in LEVELS:
        assert axes_at(level).near_misses() == ceil(
            round(0.02 * min(12, level) * max(5, 20 - min(12, level)), 6)
        )
    assert [axes_at(level).near_misses() for level in (0, 1, 6, 12)] == [0, 1, 2, 2]


def test_an_override_is_given_in_peoples_units_and_changes_one_axis() -> None:
    axes = axes_at(6, {"p_stockout": 0.25, "turn_slack": 1.5, "retrieval_depth": 9})
    changed = {name for name in AXES if getattr(axes, name) != getattr(axes_at(6), name)}
    assert changed == {"p_stockout", "turn_slack", "retrieval_depth"}
    assert (axes.p_stockout, axes.turn_slack, axes.retrieval_depth, axes.level) == (250, 150, 9, 6)
    assert [
        in_units("noise", 0.29),
        in_units("p_omit", 0.001),
        in_units("p_omit", 1),
        in_units("turn_slack", 1.1),
    ] == [290, 1, 1000, 110]


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("p_stokout", 0.1, "no axis 'p_stokout'; did you mean 'p_stockout'?"),
        ("zzz", 1, "no axis 'zzz'; the axes are constraints, p_omit"),
        ("p_omit", 0.0005, "steps are 0.001"),
        ("list_size", 2.5, "steps are 1"),
        ("p_omit", 1.5, "must be from 0 to 1"),
        ("p_omit", -0.1, "must be from 0 to 1"),
        ("retrieval_depth", 4, "must be from 5 to 50"),
        ("p_omit", float("nan"), "is not a number"),
        ("p_omit", float("inf"), "is not a number"),
        ("p_omit", True, "is not a number"),
    ],
)
def test_an_unfit_override_is_refused_with_what_would_fit(name: str, value: float, said: str) -> None:
    with pytest.raises(ValueError) as refused:
        in_units(name, value)
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("cap", "slack", "allowed"),
    [
        (4, 200, 8),
        (4, 158, 7),
        (10, 116, 12),
        (5, 116, 7),
        (1, 116, 3),
        (0, 300, 2),
        (7, 100, 9),
        (25, 132, 33),
        (100, 158, 158),
    ],
)
def test_a_budget_is_the_cap_times_slack_rounded_up_and_at_least_two_more_than_the_cap(
    cap: int, slack: int, allowed: int
) -> None:
    assert budget(cap, slack) == allowed == max(cap + 2, ceil(cap * slack / 100))


def test_the_share_of_gaps_that_is_announced_falls_in_a_straight_line() -> None:
    assert [axes_at(level).announced for level in (0, 2, 4, 6, 8, 10, 12)] == [
        1000,
        875,
        750,
        625,
        500,
        375,
        250,
    ]
    assert all(axes_at(d).announced == 1000 - floor(62.5 * min(12, d)) for d in LEVELS)
