"""Named streams: worked numbers, even draws, and no stream that hears of another."""

from collections import Counter
from hashlib import blake2b
from itertools import islice, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retailgym.core.streams import Rng, Streams

ROOT = Streams("tests")


class Fixed(Rng):
    """A stream of the same words over and over, the last one first."""

    def __init__(self, words: list[int]) -> None:
        super().__init__("")
        self.fixed = words

    def _more(self) -> list[int]:
        self._words = list(self.fixed)
        return self._words


def words(path: str, n: int) -> list[int]:
    """The stream from its definition: blake2b of path and counter, eight words to a block, taken from the
    end."""
    found: list[int] = []
    count = 0
    while len(found) < n:
        block = blake2b(path.encode() + count.to_bytes(8, "big")).digest()
        found += [int.from_bytes(block[i : i + 8], "big") for i in range(56, -8, -8)]
        count += 1
    return found[:n]


def test_a_stream_is_blake2b_of_its_path_in_counter_mode() -> None:
    rng = Rng("cart@1/6/1742/orders/3")
    assert [rng.word() for _ in range(20)] == words("cart@1/6/1742/orders/3", 20)
    assert (
        [Rng("a").word(), Rng("b").word()]
        == [words("a", 1)[0], words("b", 1)[0]]
        == [9786969603479315009, 7451474917244272614]
    )


def test_every_draw_is_a_share_of_one_word() -> None:
    drawn = words("x", 6)
    rng = Rng("x")
    assert rng.below(10) == drawn[0] * 10 >> 64
    assert rng.between(-3, 3) == -3 + (drawn[1] * 7 >> 64)
    assert rng.chance(250) == (drawn[2] * 1000 >> 64 < 250)
    assert rng.pick("abcde") == "abcde"[drawn[3] * 5 >> 64]
    assert rng.sample("ab", 1) == ["ab"[drawn[4] * 2 >> 64]]
    assert rng.word() == drawn[5]


def test_a_path_names_a_stream_and_opening_it_again_starts_it_again() -> None:
    assert (ROOT / "orders" / 3).path == "tests/orders/3"
    at = ROOT / "orders" / 3
    first = at()
    assert [first.word() for _ in range(3)] == [
        w for rng in [at()] for w in (rng.word(), rng.word(), rng.word())
    ]
    assert at().word() != (ROOT / "orders" / 4)().word() != (ROOT / "order" / 3)().word()


@given(st.lists(st.integers(0, 40), min_size=1, max_size=12))
def test_growing_one_stream_moves_no_other(grown: list[int]) -> None:
    alone = [[rng.word() for _ in range(8)] for rng in ((ROOT / n)() for n in range(len(grown)))]
    together = [(ROOT / n)() for n in range(len(grown))]
    drawn: list[list[int]] = [[] for _ in grown]
    for round in range(8):
        for n, rng in enumerate(together):
            if round == 4:
                (ROOT / n / "more")().sample(range(100), grown[n])  # children draw as they like
            drawn[n].append(rng.word())
    assert drawn == alone


def test_streams_side_by_side_agree_no_more_than_chance() -> None:
    """Bits of neighbouring streams, word by word: half of 640,000 agree, within five standard deviations (400
    each)."""
    equal = 0
    for n in range(1_000):
        one, two = (ROOT / "pair" / n)(), (ROOT / "pair" / (n + 1))()
        equal += sum(64 - (one.word() ^ two.word()).bit_count() for _ in range(10))
    assert abs(equal - 320_000) < 2_000


def test_below_and_between_and_chance_are_even() -> None:
    rng = (ROOT / "even")()
    counts = Counter(rng.below(7) for _ in range(70_000))
    assert sorted(counts) == list(range(7)) and all(abs(n - 10_000) < 470 for n in counts.values())
    counts = Counter(rng.between(-2, 2) for _ in range(50_000))
    assert sorted(counts) == [-2, -1, 0, 1, 2] and all(abs(n - 10_000) < 450 for n in counts.values())
    assert abs(sum(rng.chance(300) for _ in range(100_000)) - 30_000) < 730
    assert abs(sum(rng.chances(100_000, 300)) - 30_000) < 730


def test_the_ends_of_chance_are_never_and_always() -> None:
    rng = (ROOT / "ends")()
    assert not any(rng.chance(0) for _ in range(1_000)) and all(rng.chance(1000) for _ in range(1_000))
    for word in words("edge", 20):
        exactly = word * 1000 >> 64
        assert (Fixed([word]).chance(exactly), Fixed([word]).chance(exactly + 1)) == (False, True)
    assert Fixed([2**64 - 1]).chances(4, 1000) == [True] * 4 and Fixed([0]).chances(4, 0) == [False] * 4
    assert (
        not any(rng.chances(1_001, 0))
        and all(rng.chances(1_001, 1000))
        and len(rng.chances(1_001, 500)) == 1_001
    )


def test_below_reaches_both_ends_and_no_further() -> None:
    rng = Fixed([2**64 - 1, 0])
    assert [rng.below(6), rng.below(6), rng.between(1, 6), rng.between(1, 6)] == [0, 5, 1, 6]


@given(st.lists(st.integers(), max_size=20), st.integers(0, 25), st.text(max_size=5))
def test_a_sample_holds_different_places_and_a_shuffle_all_of_them(
    items: list[int], n: int, path: str
) -> None:
    sample = Rng(path).sample(list(enumerate(items)), n)
    assert len(sample) == len(set(sample)) == min(n, len(items)) and set(sample) <= set(enumerate(items))
    assert sorted(Rng(path).shuffled(items)) == sorted(items)
    assert list(Rng(path).permuted(len(items))) == Rng(path).shuffled(range(len(items)))
    assert list(islice(Rng(path).permuted(10**9), 5)) == list(islice(Rng(path).permuted(10**9), 7))[:5]


def test_every_order_of_four_is_as_likely() -> None:
    rng = (ROOT / "orders of four")()
    counts = Counter(tuple(rng.shuffled("abcd")) for _ in range(24_000))
    assert set(counts) == set(permutations("abcd")) and all(abs(n - 1_000) < 160 for n in counts.values())


def test_picking_from_nothing_is_an_error() -> None:
    with pytest.raises(IndexError):
        Rng("").pick([])
