"""The difficulty dial: a level from 0 to 24 sets eighteen axes. Up to 12 twelve of them make episodes longer,
vaguer and more crowded; from 13 on six more make the shop behave as real shops do. Everything is a whole
number, so that no machine rounds otherwise."""

from collections.abc import Mapping
from decimal import Decimal, InvalidOperation

from .errors import did_you_mean
from .values import Value, replace

LEVELS = range(25)
HALF = 12  # the last level at which the first twelve axes move, a few aside
COUNT, PER_MILLE, HUNDREDTHS = 1, 1000, 100
SPARE = 2  # the least that a budget allows beyond need


class Axes(Value):
    """A level and its axes in whole units: counts, per-mille probabilities, hundredths for the two slacks."""

    level: int
    constraints: int
    p_omit: int
    distractors: int
    p_stockout: int
    list_size: int
    turn_slack: int
    call_slack: int
    noise: int
    p_switch: int
    retrieval_depth: int
    orders: int
    policy_depth: int
    documents: int
    p_revise: int
    p_slip: int
    p_fault: int
    lures: int
    links: int

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


_RUNGS = tuple(min(d, HALF) for d in LEVELS)
_UPPER = tuple(max(0, d - HALF) for d in LEVELS)


def _as_at_12(*values: int) -> tuple[int, ...]:
    return values + values[-1:] * (len(LEVELS) - len(values))


# axis: (unit, smallest, largest, value per level). The sigmoids of p_omit and p_switch are written out; a
# test recomputes them.
TABLE: dict[str, tuple[int, int, int, tuple[int, ...]]] = {
    "constraints": (COUNT, 1, 12, tuple(2 + d // 2 + t // 3 for d, t in zip(_RUNGS, _UPPER, strict=True))),
    "p_omit": (PER_MILLE, 0, 1000, _as_at_12(50, 101, 192, 325, 478, 611, 700, 751, 777, 789, 795, 798, 799)),
    "distractors": (PER_MILLE, 0, 1000, tuple(20 * d for d in _RUNGS)),
    "p_stockout": (PER_MILLE, 0, 1000, tuple(min(500, 50 * d) for d in _RUNGS)),
    "list_size": (COUNT, 1, 10, tuple(3 + d // 3 if d <= HALF else 10 for d in LEVELS)),
    "turn_slack": (HUNDREDTHS, 100, 1000, tuple(200 - 7 * d for d in _RUNGS)),
    "call_slack": (HUNDREDTHS, 100, 1000, tuple(300 - 14 * d for d in _RUNGS)),
    "noise": (PER_MILLE, 0, 300, tuple(10 * d for d in _RUNGS)),
    "p_switch": (
        PER_MILLE,
        0,
        1000,
        _as_at_12(46, 72, 109, 161, 227, 300, 373, 439, 491, 528, 554, 572, 582),
    ),
    "retrieval_depth": (COUNT, 5, 50, tuple(max(5, 20 - d) for d in _RUNGS)),
    "orders": (COUNT, 4, 60, tuple(6 + 2 * d for d in LEVELS)),
    "policy_depth": (COUNT, 1, 5, tuple(1 + d // 3 for d in _RUNGS)),
    "documents": (COUNT, 0, 1000, tuple(50 * t for t in _UPPER)),
    "p_revise": (PER_MILLE, 0, 1000, tuple(50 * t for t in _UPPER)),
    "p_slip": (PER_MILLE, 0, 1000, tuple(40 * t for t in _UPPER)),
    "p_fault": (PER_MILLE, 0, 500, tuple(20 * t for t in _UPPER)),
    "lures": (COUNT, 0, 4, tuple(-(-t // 3) for t in _UPPER)),
    "links": (COUNT, 0, 3, tuple(-(-t // 4) for t in _UPPER)),
}
_WISHES = ("discovery", "substitution", "cart", "bundle")
_EVERYWHERE = (
    "discovery",
    "substitution",
    "cart",
    "returns",
    "tracking",
    "policy",
    "bundle",
    "journey",
    "desk",
)
ALIVE: dict[str, tuple[str,
    ...]] = {  # axis: the environments in which it changes the episodes; a journey has those of its legs
    "constraints": (*_WISHES, "returns"), "p_omit": _EVERYWHERE, "distractors": _WISHES,
    "p_stockout": _WISHES, "list_size": ("discovery",),
    "turn_slack": _EVERYWHERE, "call_slack": _EVERYWHERE, "noise": _EVERYWHERE, "p_switch": ("journey",),
    "retrieval_depth": _WISHES,
    "orders": ("returns", "tracking", "policy", "desk"), "policy_depth": ("returns", "policy", "desk"),
    "documents": ("returns", "policy", "desk", "journey"),
    "p_revise": (*_WISHES, "returns", "journey", "desk"),
    "p_slip": ("returns", "tracking", "policy", "journey", "desk"), "p_fault": _EVERYWHERE,
    "lures": _EVERYWHERE, "links": ("cart", "discovery", "policy", "bundle", "journey", "desk"),
}  # fmt: skip
_BY_LEVEL = tuple(Axes(level=d, **{name: row[3][d] for name, row in TABLE.items()}) for d in LEVELS)


def axes_at(level: int, overrides: Mapping[str, int | float] | None = None) -> Axes:
    """The axes of a level, with some replaced: `axes_at(6, {"p_stockout": 0.25})`."""
    axes = _BY_LEVEL[level]
    return replace(axes, **{n: in_units(n, v) for n, v in overrides.items()}) if overrides else axes


def in_units(name: str, value: int | float) -> int:
    """An axis value as people write it (0.25, 1.58, 14) in the axis's whole units."""
    if name not in TABLE:
        raise ValueError(
            f"no axis {name!r}; " + did_you_mean(name, TABLE, f"the axes are {', '.join(TABLE)}")
        )
    unit, low, high, _ = TABLE[name]
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
