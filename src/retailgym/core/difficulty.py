"""The difficulty dial: a level from 0 to 24 sets eighteen axes. Up to 12 twelve of them make episodes longer,
vaguer and more crowded; from 13 on six more make the shop behave as real shops do. Everything is a whole
number, so that no machine rounds otherwise."""

from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import Annotated, get_type_hints

from .errors import did_you_mean
from .values import Value, replace

LEVELS = range(25)
HALF = 12  # the last level at which the first twelve axes move, a few aside
COUNT, PER_MILLE, HUNDREDTHS = 1, 1000, 100
SPARE = 2  # the least that a budget allows beyond need
WISHES = ("discovery", "substitution", "cart", "bundle")
RECORDS = ("returns", "tracking", "policy", "desk")
EVERYWHERE = (*WISHES, *RECORDS, "journey")


class Axis(Value, kw_only=False):
    """One thing that makes episodes harder."""

    meaning: str
    unit: int
    bounds: tuple[int, int]
    by_level: tuple[int, ...]
    alive: tuple[str, ...]  # environments in which it changes the episodes; a journey has those of its legs


_RUNGS = tuple(min(d, HALF) for d in LEVELS)
_UPPER = tuple(max(0, d - HALF) for d in LEVELS)


def _above(step: int) -> tuple[int, ...]:
    """Nothing up to 12, then a step more for each level."""
    return tuple(step * t for t in _UPPER)


def _as_at_12(*values: int) -> tuple[int, ...]:
    return values + values[-1:] * (len(LEVELS) - len(values))


class Axes(Value):
    """A level and its axes in whole units: counts, per-mille probabilities, hundredths for the two slacks.

    An axis is one field, with what is known of it in its type. The sigmoids of p_omit and p_switch are
    written out; a test recomputes them."""

    level: int
    constraints: Annotated[int, Axis("wishes of the customer in an episode", COUNT, (1, 12),
        tuple(2 + d // 2 + t // 3 for d, t in zip(_RUNGS, _UPPER, strict=True)),
        (*WISHES, "returns"))]  # fmt: skip
    p_omit: Annotated[int, Axis("a detail is left unsaid until asked", PER_MILLE, (0, 1000),
        _as_at_12(50, 101, 192, 325, 478, 611, 700, 751, 777, 789, 795, 798, 799), EVERYWHERE)]  # fmt: skip
    distractors: Annotated[int, Axis("near misses per candidate, in pages of results", PER_MILLE, (0, 1000),
        tuple(20 * d for d in _RUNGS), WISHES)]  # fmt: skip
    p_stockout: Annotated[int, Axis("a variant sells out while the agent works", PER_MILLE, (0, 1000),
        tuple(min(500, 50 * d) for d in _RUNGS), WISHES)]  # fmt: skip
    list_size: Annotated[int, Axis("products that may be asked for", COUNT, (1, 10),
        tuple(3 + d // 3 if d <= HALF else 10 for d in LEVELS), ("discovery",))]  # fmt: skip
    turn_slack: Annotated[int, Axis("exchanges allowed per exchange needed", HUNDREDTHS, (100, 1000),
        tuple(200 - 7 * d for d in _RUNGS), EVERYWHERE)]  # fmt: skip
    call_slack: Annotated[int, Axis("calls allowed per call needed", HUNDREDTHS, (100, 1000),
        tuple(300 - 14 * d for d in _RUNGS), EVERYWHERE)]  # fmt: skip
    noise: Annotated[int, Axis("a word is mistyped, slangy or run on", PER_MILLE, (0, 300),
        tuple(10 * d for d in _RUNGS), EVERYWHERE)]  # fmt: skip
    p_switch: Annotated[int, Axis("the customer turns to something else on the way", PER_MILLE, (0, 1000),
        _as_at_12(46, 72, 109, 161, 227, 300, 373, 439, 491, 528, 554, 572, 582), ("journey",))]  # fmt: skip
    retrieval_depth: Annotated[int, Axis("results per page", COUNT, (5, 50),
        tuple(max(5, 20 - d) for d in _RUNGS), WISHES)]  # fmt: skip
    orders: Annotated[int, Axis("orders in the customer's history", COUNT, (4, 60),
        tuple(6 + 2 * d for d in LEVELS), RECORDS)]  # fmt: skip
    policy_depth: Annotated[int, Axis("rules that an answer depends on", COUNT, (1, 5),
        tuple(1 + d // 3 for d in _RUNGS), ("returns", "policy", "desk"))]  # fmt: skip
    documents: Annotated[int, Axis("documents of the handbook that tells the policy", COUNT, (0, 1000),
        _above(50), ("returns", "policy", "desk", "journey"))]  # fmt: skip
    p_revise: Annotated[int, Axis("the customer changes a detail later", PER_MILLE, (0, 1000),
        _above(50), (*WISHES, "returns", "journey", "desk"))]  # fmt: skip
    p_slip: Annotated[int, Axis("the customer misremembers a fact of the past", PER_MILLE, (0, 1000),
        _above(40), (*RECORDS, "journey"))]  # fmt: skip
    p_fault: Annotated[int, Axis("a call fails as real services fail", PER_MILLE, (0, 500),
        _above(20), EVERYWHERE)]  # fmt: skip
    lures: Annotated[int, Axis("texts and people that try to lead astray", COUNT, (0, 4),
        tuple(-(-t // 3) for t in _UPPER), EVERYWHERE)]  # fmt: skip
    links: Annotated[int, Axis("wishes, lines or legs that depend on each other", COUNT, (0, 3),
        tuple(-(-t // 4) for t in _UPPER),
        (*WISHES, "returns", "tracking", "policy", "journey", "desk"))]  # fmt: skip

    @property
    def rung(self) -> int:
        """The level as the first twelve axes see it: it stands still from 12 on."""
        return min(self.level, HALF)

    @property
    def announced(self) -> int:
        """The share of unsaid details that the customer names, per mille: all at level 0, a quarter from
        level 12 on."""
        return PER_MILLE - 750 * self.rung // HALF

    def near_misses(self) -> int:
        """Distractors per candidate goal: a share of one page of results, rounded up."""
        return -(-self.distractors * self.retrieval_depth // PER_MILLE)


AXES: dict[str, Axis] = {
    name: hint.__metadata__[0]
    for name, hint in get_type_hints(Axes, include_extras=True).items()
    if name != "level"
}
_BY_LEVEL = tuple(Axes(level=d, **{name: axis.by_level[d] for name, axis in AXES.items()}) for d in LEVELS)


def axes_at(level: int, overrides: Mapping[str, int | float] | None = None) -> Axes:
    """The axes of a level, with some replaced: `axes_at(6, {"p_stockout": 0.25})`."""
    axes = _BY_LEVEL[level]
    return replace(axes, **{n: in_units(n, v) for n, v in overrides.items()}) if overrides else axes


def in_units(name: str, value: int | float) -> int:
    """An axis value as people write it (0.25, 1.58, 14) in the axis's whole units."""
    if name not in AXES:
        raise ValueError(f"no axis {name!r}; " + did_you_mean(name, AXES, f"the axes are {', '.join(AXES)}"))
    unit, (low, high) = AXES[name].unit, AXES[name].bounds
    try:
        exact = Decimal(str(value)) * unit
        whole = int(exact)
    except (InvalidOperation, ValueError, OverflowError):
        raise ValueError(f"axis {name}={value!r} is not a number") from None
    if whole != exact:
        raise ValueError(f"axis {name}={value}: steps are {Decimal(1) / unit}")
    if not low <= whole <= high:
        raise ValueError(f"axis {name}={value} must be from {Decimal(low) / unit} to {Decimal(high) / unit}")
    return whole


def budget(cap: int, slack_hundredths: int) -> int:
    """How many exchanges or calls an episode allows where a task of its kind needs so many at most."""
    return max(cap + SPARE, -(-cap * slack_hundredths // HUNDREDTHS))
