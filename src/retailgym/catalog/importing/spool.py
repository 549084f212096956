"""The first pass over a file: offers go to disk, and only their places, groups and categories stay in
memory."""

import mmap
from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec
import numpy as np

from ..search.index import Array, id_key
from .offer import PLAIN, Found, Offer, RefusedRow

_EVERY = 10_000  # rows between two signs of progress
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Offer).decode
NO_PATH = ("Other products",)


class Spool:
    """Offers on disk, by group."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.rows = 0
        self.refused: list[RefusedRow] = []  # the first of each reason; all are counted
        self.reasons: Counter[str] = Counter()
        self.currencies: list[str] = []
        self.paths: list[tuple[str, ...]] = []
        self._starts, self._group, self._currency = array("Q"), array("I"), array("B")
        self.brands: list[str] = []
        self.path_of, self.brand_of = array("I"), array("I")  # by group
        self._groups: dict[str, int] = {}

    def fill(self, offers: Found, limit: int, advance: Callable[[], object]) -> None:
        """Take in what a reader finds. Of refusals, so many of each reason are kept as they are."""
        at, seen, paths, brands = 0, set[int](), dict[tuple[str, ...], int](), dict[str, int]()
        with self.path.open("wb") as file:
            for offer in offers:
                self.rows += 1
                if self.rows % _EVERY == 0:
                    advance()
                if isinstance(offer, RefusedRow):
                    self.refuse(offer, limit)
                    continue
                key = id_key(offer.id)
                if key in seen:
                    self.refuse(RefusedRow(row=offer.row, id=offer.id, reason="duplicate id"), limit)
                    continue
                seen.add(key)
                data = _encode(offer)
                file.write(data)
                self._note(offer, at, paths, brands)
                at += len(data)
        self._starts.append(at)
        self.paths, self.brands = parted(list(paths)), list(brands)
        self._spell_alike()

    def _spell_alike(self) -> None:
        """KETTLES and Kettles are one category, written as most of its products write it."""
        spelt: dict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
        folded = [_folded(path) for path in self.paths]
        if len(set(folded)) == len(folded):
            return
        sizes = Counter(self.path_of)
        for n, path in enumerate(self.paths):
            for depth, name in enumerate(path, 1):
                spelt[folded[n][:depth]][name] += sizes[n]
        usual = {prefix: names.most_common(1)[0][0] for prefix, names in spelt.items()}
        places: dict[tuple[str, ...], int] = {}
        moved = [
            places.setdefault(tuple(usual[path[:d]] for d in range(1, len(path) + 1)), len(places))
            for path in folded
        ]
        self.paths, self.path_of = list(places), array("I", (moved[n] for n in self.path_of))

    def _note(self, offer: Offer, at: int, paths: dict[tuple[str, ...], int], brands: dict[str, int]) -> None:
        group = self._groups.setdefault(offer.group, len(self._groups))
        if group == len(self.path_of):
            path = offer.path or NO_PATH
            self.path_of.append(paths.setdefault(path, len(paths)))
            self.brand_of.append(brands.setdefault(offer.brand, len(brands)))
        if offer.currency not in self.currencies:
            self.currencies.append(offer.currency)
        self._starts.append(at)
        self._group.append(group)
        self._currency.append(min(self.currencies.index(offer.currency), 255))

    def refuse(self, refusal: RefusedRow, limit: int) -> None:
        self.reasons[refusal.reason] += 1
        if self.reasons[refusal.reason] <= limit:
            self.refused.append(refusal)

    def stated_currencies(self) -> dict[str, int]:
        """How many offers state each currency."""
        counts = (
            np.bincount(
                np.frombuffer(self._currency, dtype=np.uint8), minlength=len(self.currencies)
            ).tolist()
            if self._currency
            else []
        )
        return {name: n for name, n in zip(self.currencies, counts, strict=False) if name != PLAIN}

    @property
    def groups(self) -> int:
        return len(self.path_of)

    def opened(self) -> "SpooledOffers":
        self._groups.clear()
        return SpooledOffers(self.path, self._starts, self._group)


class SpooledOffers:
    """Offers on disk, to be read group by group in any order."""

    def __init__(self, path: Path, starts: Sequence[int], group: Sequence[int]) -> None:
        self._starts: Array = np.array(starts, dtype=np.uint64)
        by_group = np.argsort(np.array(group, dtype=np.uint32), kind="stable")
        self._order: Array = by_group
        counts = np.bincount(np.array(group, dtype=np.int64)) if len(group) else np.zeros(0, dtype=np.int64)
        self._first: Array = np.concatenate(([0], np.cumsum(counts)))
        with path.open("rb") as file:
            self._data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if path.stat().st_size else b""

    def offers(self, group: int) -> Iterator[Offer]:
        for n in self._order[int(self._first[group]) : int(self._first[group + 1])].tolist():
            yield _decode(self._data[int(self._starts[n]) : int(self._starts[n + 1])])


def parted(paths: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Where several names begin alike before a slash, the slash parts a category from those below it:
    "Plants / Ferns" and "Plants / Palms", but not "Scarves/Shawls" alone."""
    parts: dict[tuple[str, ...], tuple[str, ...]] = {p: _at_slashes(p[0]) for p in paths if len(p) == 1}
    heads = Counter([head for head, *below in {_folded(names) for names in parts.values()} if below])
    return [
        names if len(names := parts.get(path, ())) > 1 and heads[_folded(names)[0]] > 1 else path
        for path in paths
    ]


def _at_slashes(name: str) -> tuple[str, ...]:
    return tuple(part for piece in name.split("/") if (part := piece.strip()))


def _folded(path: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name.casefold() for name in path)
