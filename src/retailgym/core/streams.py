"""Named random streams: a draw added in one place shifts nothing anywhere else. Ids come of names, too."""

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from struct import Struct, unpack_from
from typing import TypeVar

from .values import Value

T = TypeVar("T")
_eight_words = Struct(">8Q").unpack
_ALPHABET = (
    "bcdfghjklmnpqrstvwxyz"  # no digits, which cost a model a token each, and no vowels, which make words
)
_PAIRS = tuple(a + b for a in _ALPHABET for b in _ALPHABET)
_TWO = len(_PAIRS)  # ways to write two letters
_FOUR = _TWO**2


class Rng:
    """One stream: blake2b of its path in counter mode, so the same on every machine and Python."""

    __slots__ = ("_count", "_key", "_words")

    def __init__(self, path: str) -> None:
        self._key = blake2b(path.encode())
        self._count = 0
        self._words: list[int] = []

    def _more(self) -> list[int]:
        block = self._key.copy()
        block.update(self._count.to_bytes(8, "big"))
        self._count += 1
        self._words = list(_eight_words(block.digest()))
        return self._words

    def word(self) -> int:
        """Sixty-four random bits."""
        return (self._words or self._more()).pop()

    def below(self, n: int) -> int:
        return (self._words or self._more()).pop() * n >> 64

    def between(self, low: int, high: int) -> int:
        """A whole number from low to high, both included."""
        return low + ((self._words or self._more()).pop() * (high - low + 1) >> 64)

    def chance(self, per_mille: int) -> bool:
        return (self._words or self._more()).pop() * 1000 >> 64 < per_mille

    def chances(self, n: int, per_mille: int) -> list[bool]:
        """n chances at once, four to a word, to the nearest part in 65,536."""
        below = per_mille * 65_536 // 1000
        flags: list[bool] = []
        while len(flags) < n:
            word = (self._words or self._more()).pop()
            flags += [
                word & 0xFFFF < below,
                word >> 16 & 0xFFFF < below,
                word >> 32 & 0xFFFF < below,
                word >> 48 < below,
            ]
        return flags[:n]

    def struck(self, n: int, per_mille: int) -> list[int]:
        """Which of n are hit, where each is with that chance; drawn as `chances` are."""
        below = per_mille * 65_536 // 1000
        drawn = [(self._words or self._more()).pop().to_bytes(8, "little") for _ in range(0, n, 4)]
        return [hit for hit, number in enumerate(unpack_from(f"<{n}H", b"".join(drawn))) if number < below]

    def pick(self, items: Sequence[T]) -> T:
        return items[(self._words or self._more()).pop() * len(items) >> 64]

    def sample(self, items: Sequence[T], n: int) -> list[T]:
        """n different items in random order; all of them if there are fewer."""
        pool, words = list(items), self._words
        last = len(pool)
        for i in range(min(n, last)):
            words = words or self._more()
            j = i + (words.pop() * (last - i) >> 64)
            pool[i], pool[j] = pool[j], pool[i]
        return pool[:n]

    def permuted(self, n: int) -> Iterator[int]:
        """0 to n - 1 in random order, drawn as far as it is read."""
        moved: dict[int, int] = {}
        for i in range(n):
            j = i + (self.word() * (n - i) >> 64)
            yield moved.get(j, j)
            moved[j] = moved.get(i, i)

    def shuffled(self, items: Sequence[T]) -> list[T]:
        return self.sample(items, len(items))


class Streams(Value, kw_only=False):
    """A path in the tree of streams. `streams / "orders" / 3` is a child; calling it opens the stream."""

    path: str

    def __truediv__(self, name: str | int) -> "Streams":
        return Streams(f"{self.path}/{name}")

    def __call__(self) -> Rng:
        return Rng(self.path)


def new_id(prefix: str, *path: str | int, letters: int = 10) -> str:
    """An id without a pattern: nothing can be read off it, and the same path gives the same id."""
    return prefix + spelled(
        int.from_bytes(blake2b("/".join(map(str, path)).encode(), digest_size=8).digest(), "big"), letters
    )


def spelled(number: int, letters: int) -> str:
    """A number of 64 bits in so many letters, two at a time."""
    text = ""
    for _ in range((letters + 3) // 4):
        number, low = divmod(number, _FOUR)
        second, first = divmod(low, _TWO)
        text += _PAIRS[first] + _PAIRS[second]
    return text[:letters]
