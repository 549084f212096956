"""The categories of the file as leaves that are worth a shelf: small ones join their parents, huge ones are
read brand by brand."""

from collections import Counter
from collections.abc import Iterator

import numpy as np

from ..search.index import Array
from .layout import Leaf
from .spool import NO_PATH, Spool
from .traits import LEAST
from .wording import kind_of, range_name

MOST_AT_ONCE = 20_000  # products that are looked at together


def leaves(spool: Spool) -> Iterator[tuple[Leaf, Array]]:
    """Each leaf with its groups, in the order of the tree."""
    of_path = np.array(spool.path_of, dtype=np.int64)
    sizes = np.bincount(of_path, minlength=len(spool.paths)).tolist()
    home = _joined(Counter(dict(zip(spool.paths, sizes, strict=True))))
    names = sorted(set(home))
    mixed = {h for path, h in zip(spool.paths, home, strict=True) if path != h}
    number = {name: n for n, name in enumerate(names)}
    leaf_of = np.array([number[h] for h in home], dtype=np.int64)[of_path]
    order = np.argsort(leaf_of, kind="stable")
    edges = np.searchsorted(leaf_of[order], np.arange(len(names) + 1)).tolist()
    called = Counter(_noun(name) for name in names)
    for n, name in enumerate(names):
        within = range_name(name[-2]) if called[_noun(name)] > 1 and len(name) > 1 else ""
        for part, groups in _by_brand(spool, order[edges[n] : edges[n + 1]]):
            things = "Products" if name == NO_PATH else _called(name[-1], name in mixed)
            yield Leaf(path=name, called=things, within=" ".join(filter(None, (within, part)))), groups


def _called(name: str, mixed: bool) -> str:
    """Of what things of several sorts are called: nobody buys a kitchen, but something for it."""
    kind = kind_of("", name, "")
    named = any(word.casefold() in name.casefold() for word in kind.words) or kind.noun.endswith("item")
    return name if named or not mixed else f"{kind.noun} item"


def _noun(path: tuple[str, ...]) -> str:
    return kind_of("", path[-1], "").noun


def _joined(counts: Counter[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """For each path the one that its products end up in: a path with too few of them is part of its
    parent's."""
    paths, into = list(counts), dict[tuple[str, ...], tuple[str, ...]]()
    for depth in range(max(map(len, counts), default=0), 0, -1):
        for path in [p for p in counts if len(p) == depth and 0 < counts[p] < LEAST and p != NO_PATH]:
            into[path] = path[:-1] or NO_PATH
            counts[into[path]] += counts[path]
    return [_end(into, path) for path in paths]


def _end(into: dict[tuple[str, ...], tuple[str, ...]], path: tuple[str, ...]) -> tuple[str, ...]:
    while path in into:
        path = into[path]
    return path


def _by_brand(spool: Spool, groups: Array) -> Iterator[tuple[str, Array]]:
    """All at once, or, of a huge category, a range of brands at a time."""
    if len(groups) <= MOST_AT_ONCE:
        yield "", groups
        return
    place = {n: k for k, n in enumerate(sorted(range(len(spool.brands)), key=spool.brands.__getitem__))}
    brand = np.array(
        [place[n] for n in np.array(spool.brand_of, dtype=np.int64)[groups].tolist()], dtype=np.int64
    )
    by_brand = np.argsort(brand, kind="stable")
    groups, brand = groups[by_brand], brand[by_brand]
    in_order = sorted(spool.brands)
    first = 0
    while first < len(groups):
        last = min(first + MOST_AT_ONCE, len(groups))
        if last < len(groups):  # a brand stays together, unless it is huge itself
            start = int(np.searchsorted(brand, brand[last]))
            last = start if start > first else last
        name = " to ".join(dict.fromkeys(in_order[int(brand[k])] or "unbranded" for k in (first, last - 1)))
        yield range_name(name), groups[first:last]
        first = last
