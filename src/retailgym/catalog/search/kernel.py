"""The best documents for some words: a kernel in NumPy, which is the reference, and the compiled one, which
gives the same to the bit.

RETAILGYM_KERNEL=numpy or compiled says which is used; without it the compiled one is, where it was built.
"""

import os
import sys
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..needs import NoKernel
from .conditions import Codes, Number, Stock, Test, Where
from .index import Array, rarity, span

if TYPE_CHECKING:
    from ..catalogue import Catalog

_ROWS = 64
_REMEMBERED = 16_384  # terms
_LONGEST = 64  # letters of a term worth remembering
_MOST_WORDS = 30_000  # whose impacts the compiled kernel adds up without overflow
_COLUMN = {"price": 0, "rating": 1, "ship": 2}
_NO_CUT = 2**32 - 1, 0


class Cut(NamedTuple):
    """Only what stands behind this score and document is wanted."""

    score: int
    place: int


class Best(NamedTuple):
    """Documents with their scores, by score and then by document."""

    docs: list[int | str]
    scores: list[int]


def places(row: bytes, code: int) -> int:
    """The places of a row of codes that have this one, as a whole number with one bit for each."""
    return int(row[::-1].translate(_ones(code)) or b"0", 2)


@lru_cache(maxsize=256)
def _ones(code: int) -> bytes:
    """Writes a row of codes as a number in base two: 1 where the code stands, else 0."""
    return bytes([ord("1") if n == code else ord("0") for n in range(256)])


class Reference:
    """The kernel in NumPy."""

    name = "numpy"

    def __init__(self, catalog: "Catalog") -> None:
        self._column, self._size = catalog.column, catalog.size
        self.places: Callable[[bytes, int], int] = places
        self._spans: dict[str, tuple[int, int]] = {}
        self._worths: dict[str, int] = {}

    def best(
        self,
        catalog: "Catalog",
        sought: list[str],
        where: Where,
        hidden: frozenset[int],
        cut: Cut | None,
        n: int,
    ) -> Best:
        """The n best documents that hold one of the words; without words all score the same."""
        scores = _scored(catalog, sought, where)
        _strike(catalog, scores, where, hidden)
        if cut:
            scores[scores > cut.score] = 0
            before = scores[: max(0, cut.place + 1 - where.first)]
            before[before == cut.score] = 0
        best = _highest(scores, n)
        return Best((best + where.first).tolist(), scores[best].tolist())

    def worth(self, term: str) -> int:
        """How rare a term is."""
        known = self._worths.get(term)
        if known is None:
            begin, end = self._span(term)
            known = rarity(self._size, end - begin)
            if len(term) <= _LONGEST:
                self._worths[term] = known
        return known

    def score(self, sought: list[str], doc: int) -> int:
        """What one document scores."""
        total = 0
        for term in sought:
            begin, end = self._span(term)
            at = begin + int(self._column["list_doc"][begin:end].searchsorted(np.uint32(doc)))
            if at < end and self._column["list_doc"][at] == doc:
                total += int(self._column["list_impact"][at])
        return total

    def postings(self, sought: list[str]) -> int:
        """How many postings the lists of some words have."""
        return sum([end - begin for begin, end in map(self._span, sought)])

    def tally(self, sought: list[str]) -> bool:
        """Add up every posting of the words and look at every score, as a search that skips nothing must; not
        in this kernel."""
        return False

    def _span(self, term: str) -> tuple[int, int]:
        known = self._spans.get(term)
        if known is None:
            known = span(self._column, term)
            if len(term) <= _LONGEST:
                if len(self._spans) >= _REMEMBERED:
                    self._forget()
                self._spans[term] = known
        return known

    def _forget(self) -> None:
        self._spans.clear()
        self._worths.clear()


def _scored(catalog: "Catalog", sought: list[str], where: Where) -> Array:
    """The score of each document of the range: 0 for one that holds none of the words."""
    first, last = where.first, where.last
    if not sought:
        return np.ones(last - first, dtype=np.int32)
    total = np.zeros(last - first, dtype=np.int32)
    for term in sought:
        docs, impacts, spread = catalog.postings(term)
        if spread is not None:
            total += spread[first:last]
        elif last - first == catalog.size:
            total[docs] += impacts
        else:
            begin, end = docs.searchsorted(np.array((first, last), dtype=docs.dtype))
            if begin < end:
                total[docs[begin:end] - first] += impacts[begin:end]
    return total


def _strike(catalog: "Catalog", scores: Array, where: Where, hidden: frozenset[int]) -> None:
    """What the filters keep out and what the overlay hides scores 0."""
    for test in where.tests:
        scores *= _passed(catalog, test, where.first, where.last)
    struck = [d - where.first for d in hidden if where.first <= d < where.last]
    if struck:
        scores[struck] = 0


def _passed(catalog: "Catalog", test: Test, first: int, last: int) -> Array:
    match test:
        case Number(column, low, high):
            numbers = catalog.column[column][first:last].astype(np.int64)
            within: Array = (numbers >= low) & (numbers <= high)
            return within
        case Stock(wanted, gone):
            held: Array = catalog.column["stock"][first:last] > 0
            held[[d - first for d in gone if first <= d < last]] = False
            return held if wanted else ~held
        case Codes(allowed):
            return catalog.fits(allowed, first, last)


def _highest(scores: Array, n: int) -> Array:
    """The n best places with a score, by score and then by place. Only values are taken from sorts that are
    not stable."""
    least = 1
    width = len(scores) // _ROWS
    if width >= n:  # the n-th best of the columns' best is no better than the n-th best of all
        tops = scores[: width * _ROWS].reshape(_ROWS, width).max(axis=0)
        least = max(1, int(np.partition(tops, width - n)[width - n]))
    at = (scores >= least).nonzero()[0]
    if len(at) > 4 * n:
        held = scores[at]
        nth = np.partition(held, len(at) - n)[len(at) - n]
        above, level = at[held > nth], at[held == nth]
        at = np.sort(np.concatenate((above, level[: n - len(above)])), kind="stable")
    order = np.argsort(-scores[at], kind="stable")[:n]
    best: Array = at[order]
    return best


class Compiled(Reference):
    """The kernel in C."""

    name = "compiled"

    def __init__(self, catalog: "Catalog") -> None:
        from ._kernel import Kernel, places

        super().__init__(catalog)
        self.places = places
        self._kernel = Kernel(
            *(
                self._column[c]
                for c in ("list_doc", "list_impact", "price", "rating", "ship", "stock", "codes")
            )
        )
        self._lists: dict[str, tuple[int, bytes] | None] = {}

    def best(
        self,
        catalog: "Catalog",
        sought: list[str],
        where: Where,
        hidden: frozenset[int],
        cut: Cut | None,
        n: int,
    ) -> Best:
        if len(sought) > _MOST_WORDS:
            return super().best(catalog, sought, where, hidden, cut, n)
        lists = self.lists(sought) if sought else None
        tests = tuple([_flat(catalog, test) for test in where.tests])
        behind = (min(cut.score, _NO_CUT[0]), cut.place) if cut else _NO_CUT
        return Best(*self._kernel.search(lists, where.first, where.last, tests, hidden, *behind, n))

    def lists(self, sought: list[str]) -> tuple[tuple[int, bytes], ...]:
        """The lists of those words that occur, each with its blocks."""
        known = self._lists
        return tuple(
            [entry for term in sought if (entry := known[term] if term in known else self._list(term))]
        )

    def tally(self, sought: list[str]) -> bool:
        self._kernel.tally(self.lists(sought))
        return True

    def _list(self, term: str) -> tuple[int, bytes] | None:
        begin, end = self._span(term)
        entry = (begin, self._kernel.blocks(begin, end)) if begin < end else None
        if len(term) <= _LONGEST:
            self._lists[term] = entry
        return entry

    def _forget(self) -> None:
        super()._forget()
        self._lists.clear()


def _flat(catalog: "Catalog", test: Test) -> tuple[object, ...]:
    """A test as the compiled kernel reads it."""
    match test:
        case Number(column, low, high):
            return 0, _COLUMN[column], low, high
        case Stock(wanted, gone):
            return 1, wanted, gone
        case Codes(allowed):
            return 2, tuple([_segment(catalog, key, table) for key, table in allowed.items()])


def _segment(catalog: "Catalog", key: int, table: bytes) -> tuple[int, int, int, bytes]:
    """The documents of a category, the slot of the attribute there, and which of its codes pass."""
    number, slot = divmod(key, 256)
    begin, end = catalog.range_named("category", catalog.contents.schema.categories[number].name) or (0, 0)
    return begin, end, slot, table


def built() -> bool:
    """Is there a compiled kernel, and of this version? The columns of a catalogue are little-endian, and it
    reads them as they are."""
    try:
        from ._kernel import Kernel, places  # noqa: F401
    except ImportError:
        return False
    return sys.byteorder == "little"


def chosen() -> type[Reference]:
    """The kernel that the environment asks for; raises NoKernel where it is not there."""
    match os.environ.get("RETAILGYM_KERNEL", ""):
        case "numpy":
            return Reference
        case "":
            return Compiled if built() else Reference
        case "compiled":
            if not built():
                raise NoKernel(
                    "RETAILGYM_KERNEL is 'compiled', but the kernel was not built; install retailgym "
                    "where "
                    "there is a C compiler"
                )
            return Compiled
        case other:
            raise NoKernel(f"RETAILGYM_KERNEL is {other!r}; use numpy or compiled, or leave it out")
