"""Specs as text and back, the seeds of the splits, and the key of the sealed one."""

from hashlib import blake2b
from itertools import islice

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from retailgym.core.difficulty import AXES
from retailgym.core.spec import (
    JOBS,
    SETS,
    SPLITS,
    TASKS_PER_SPLIT,
    Spec,
    key_fingerprint,
    sealed_seed,
    split_of,
    task,
    tasks,
)
from retailgym.core.values import digest, encode

KEY = b"kept by the evaluator"


def test_a_spec_prints_short_when_the_rest_is_default() -> None:
    assert str(Spec("cart", 6, 1742)) == "cart/6/1742"
    assert str(Spec("cart", 6, 1742, 2, "9f3a", {"p_stockout": 0})) == "cart@2/6/1742?store=9f3a&p_stockout=0"
    assert str(Spec("desk", 0, 0, invalid="strike")) == "desk/0/0?invalid=strike"
    assert str(Spec("cart", 6, 1, axes={"p_omit": 0.5, "noise": 0.02})) == "cart/6/1?noise=0.02&p_omit=0.5"


def test_a_spec_is_read_from_what_it_prints() -> None:
    spec = Spec.parse(" cart@2/6/1742?store=9f3a&p_stockout=0.25&invalid=strike\n")
    assert spec == Spec("cart", 6, 1742, 2, "9f3a", {"p_stockout": 0.25}, "strike")


names = st.sampled_from([*JOBS, "my_env2"])


@st.composite
def some_axes(draw: st.DrawFn) -> dict[str, int | float]:
    chosen = draw(st.lists(st.sampled_from(list(AXES)), unique=True, max_size=5))
    units = {name: draw(st.integers(*AXES[name].bounds)) for name in chosen}
    return {name: n if AXES[name].unit == 1 else n / AXES[name].unit for name, n in units.items()}


specs = st.builds(
    Spec,
    names,
    st.integers(0, 24),
    st.integers(0, 2**53 - 1),
    st.integers(0, 10**6),
    st.text("0123456789abcdefXYZ", max_size=20),
    some_axes(),
    st.sampled_from(["end", "strike"]),
)


@given(specs)
def test_text_and_json_bring_every_spec_back(spec: Spec) -> None:
    back = Spec.parse(str(spec))
    assert back == spec and hash(back) == hash(spec) and str(back) == str(spec)
    assert msgspec.json.decode(encode(spec), type=Spec) == spec


@given(some_axes())
def test_the_order_in_which_axes_are_given_does_not_matter(axes: dict[str, int | float]) -> None:
    one, two = Spec("cart", 3, 9, axes=axes), Spec("cart", 3, 9, axes=dict(reversed(axes.items())))
    assert one == two and str(one) == str(two) and digest(one) == digest(two) and hash(one) == hash(two)


@given(st.text(max_size=40))
def test_any_text_is_a_spec_or_a_value_error(text: str) -> None:
    try:
        spec = Spec.parse(text)
    except ValueError as error:
        assert str(error)
    else:
        assert Spec.parse(str(spec)) == spec


@pytest.mark.parametrize(
    "text",
    [
        "",
        "cart",
        "cart/6",
        "cart/6/",
        "cart/25/1",
        "cart/-1/1",
        "cart/6/-1",
        "cart/6.0/1",
        "cart/6/9007199254740992",
        "Cart/6/1",
        "cart/6/1/2",
        "cart/6/1?p_omit=lots",
        "cart/6/1?p_omit=2",
        "cart/6/1?omit=0.5",
        "cart/6/1?invalid=never",
        "cart/6/1?p_omit=nan",
        "cart@x/6/1",
    ],
)
def test_what_is_no_spec_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        Spec.parse(text)


def test_a_spec_refuses_levels_and_seeds_of_other_types() -> None:
    for level, seed in ((True, 1), (1, True), (1.0, 1), (1, 1.0), ("1", 1), (1, "1"), (1, 2**53)):
        with pytest.raises(ValueError):
            Spec("cart", level, seed)  # type: ignore[arg-type]


def test_the_splits_are_the_published_ranges_without_gap_or_overlap() -> None:
    assert {name: (s.start, s.stop) for name, s in SPLITS.items()} == {
        "train": (0, 2_147_483_648),
        "validation": (2_147_483_648, 3_221_225_472),
        "test": (3_221_225_472, 4_294_967_296),
        "sealed": (4_294_967_296, 9_007_199_254_740_992),
    }
    for name, seeds in SPLITS.items():
        assert split_of(seeds.start) == split_of(seeds.stop - 1) == name


@pytest.mark.parametrize(
    ("split", "i", "text"),
    [
        ("train", 0, "discovery/0/0"),
        ("train", 2, "cart/0/0"),
        ("train", 8, "desk/0/0"),
        ("train", 9, "discovery/1/0"),
        ("train", 116, "desk/12/0"),
        ("train", 117, "discovery/13/0"),
        ("train", 224, "desk/24/0"),
        ("train", 225, "discovery/0/1"),
        ("train", 1_000, "substitution/11/4"),  # 1000 = 111 × 9 + 1; 111 = 4 × 25 + 11; 1000 = 4 × 225 + 100
        ("train", 224_999, "desk/24/999"),
        ("validation", 0, "discovery/0/2147483648"),
        ("validation", 452, "cart/0/2147483650"),
        ("test", 227, "cart/0/3221225473"),
    ],
)
def test_task_i_of_a_split_is_worked(split: str, i: int, text: str) -> None:
    assert str(task(split, i)) == text


@given(st.sampled_from(["train", "validation", "test", "sealed"]), st.integers(0, TASKS_PER_SPLIT - 1))
def test_a_task_follows_the_formula_and_stays_in_its_split(split: str, i: int) -> None:
    spec = task(split, i, key=KEY)
    assert (spec.env, spec.level) == (JOBS[i % 9], i // 9 % 25)
    assert split_of(spec.seed) == split
    if split != "sealed":
        assert spec.seed == SPLITS[split].start + i // 225


def test_with_environment_and_level_task_i_has_the_i_th_seed() -> None:
    assert str(task("train", 41, "cart", 6)) == "cart/6/41"
    assert str(task("test", 41, "desk", 0)) == "desk/0/3221225513"
    with pytest.raises(IndexError, match="has no task"):
        task("test", 2**30, "desk", 0)
    for env, level in (("cart", None), (None, 3)):
        with pytest.raises(ValueError, match="both an environment and a level"):
            task("train", 0, env, level)


def test_225_000_tasks_are_listed_and_all_differ() -> None:
    listed = list(tasks("validation"))
    assert len(listed) == len({(s.env, s.level, s.seed) for s in listed}) == TASKS_PER_SPLIT == 225_000
    assert str(listed[-1]) == "desk/24/2147484647"


def test_there_is_no_other_split_and_no_task_before_the_first() -> None:
    with pytest.raises(ValueError, match="no split 'dev'; the splits are train, validation, test, sealed"):
        task("dev", 0)
    with pytest.raises(IndexError, match="count from 0"):
        task("train", -1)


def test_sealed_seeds_need_a_key_of_sixteen_bytes_and_the_wrong_one_gives_others() -> None:
    for key in (b"", b"fifteen letters"):
        with pytest.raises(ValueError, match="needs a secret key of at least 16 bytes"):
            task("sealed", 0, key=key)
        with pytest.raises(ValueError, match="needs a secret key"):
            next(tasks("sealed", key=key))
    mine = [s.seed for s in islice(tasks("sealed", key=KEY), 0, 22_500, 225)]
    other = [s.seed for s in islice(tasks("sealed", key=KEY + b"!"), 0, 22_500, 225)]
    assert len({*mine, *other}) == 200


def test_sealed_seeds_are_keyed_blake2b_spread_over_their_range() -> None:
    drawn = blake2b((5).to_bytes(8, "big"), key=blake2b(KEY, digest_size=32).digest(), digest_size=8).digest()
    assert sealed_seed(KEY, 5) == 2**32 + int.from_bytes(drawn, "big") * (2**53 - 2**32) // 2**64
    seeds = [sealed_seed(KEY, n) for n in range(4_000)]
    assert len(set(seeds)) == 4_000 and all(seed in SPLITS["sealed"] for seed in seeds)
    quarters = [sum(seed * 4 // 2**53 == q for seed in seeds) for q in range(4)]
    assert all(abs(n - 1_000) < 140 for n in quarters)


def test_a_fingerprint_names_a_key_without_holding_it() -> None:
    assert key_fingerprint(KEY) == key_fingerprint(bytes(KEY)) != key_fingerprint(KEY + b"!")
    assert len(key_fingerprint(KEY)) == 16 and KEY.hex() not in key_fingerprint(KEY)


def test_the_sets_of_environments_grow_to_all_nine() -> None:
    assert SETS["C9"] == JOBS and len(JOBS) == 9
    assert (
        SETS["C8"] == JOBS[:8]
        and SETS["C2"] == ("cart", "returns")
        and SETS["C4"] == ("cart", "returns", "discovery", "tracking")
    )


@pytest.mark.parametrize("wrong", [{"version": -1}, {"version": True}, {"store": "a b"}, {"store": "\ud800"}])
def test_what_cannot_be_printed_and_read_again_is_refused(wrong) -> None:
    with pytest.raises(ValueError, match=r"version|store"):
        Spec("cart", 6, 1742, **wrong)


def test_a_spec_that_gives_something_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="twice"):
        Spec.parse("cart/6/1742?noise=0&noise=0.1")
