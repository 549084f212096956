"""Large categories become shelves of at most 200 products, split by a named attribute and, where that is not
enough, by another."""

from collections.abc import Callable, Mapping, Sequence

from ...core.values import Value
from .item import ImportedItem
from .traits import LEAST, TraitGroup
from .wording import range_name

MOST = 200  # products on a shelf
MOST_BRANDS = 250  # in a category: a column has room for so many values
Worth = str | int


class Part(Value):
    """Some products of a category, and what tells them from the rest of it."""

    within: str
    items: list[ImportedItem]


class Key(Value):
    """What products can be parted by: its name, what a product has of it, and how that is written."""

    label: str
    worth: Callable[[ImportedItem], Worth]
    written: Callable[[Worth], str]


def split(group: TraitGroup) -> tuple[list[Part], list[str]]:
    """The shelves of a group, in order, and the attributes that it was split by."""
    used: list[str] = []
    return _split(group.items, _keys(group), used), list(dict.fromkeys(used))


def _keys(group: TraitGroup) -> list[Key]:
    """Attributes first, then the brand, then the price; a group with too many brands is split by brand first,
    so that shelves share few."""
    words = [
        Key(label=t.label, worth=_reader(t.label, t.values), written=_words)
        for t in group.traits
        if not t.unit
    ]
    brand = Key(label="brand", worth=lambda i: i.brand, written=_words)
    price = Key(label="price", worth=lambda i: i.price_cents, written=lambda cents: str(int(cents) // 100))
    many = len({i.brand for i in group.items}) > MOST_BRANDS
    return [brand, *words, price] if many else [*words, brand, price]


def _reader(label: str, values: Mapping[str, Worth]) -> Callable[[ImportedItem], Worth]:
    return lambda item: values[item.attributes.get(label) or item.choices[0][label]]


def _words(worth: Worth) -> str:
    return str(worth)


def _split(items: list[ImportedItem], keys: Sequence[Key], used: list[str]) -> list[Part]:
    if len(items) <= MOST:
        return [Part(within="", items=items)]
    if not keys:
        return [
            Part(within=f"part {n // MOST + 1}", items=items[n : n + MOST])
            for n in range(0, len(items), MOST)
        ]
    key = keys[0] if keys[0].label == "brand" else min(keys, key=lambda k: _largest(items, k))
    rest = [k for k in keys if k is not key]
    by_worth: dict[Worth, list[ImportedItem]] = {}
    for item in items:
        by_worth.setdefault(key.worth(item), []).append(item)
    if len(by_worth) < 2:
        return _split(items, rest, used)
    used.append(key.label)
    parts: list[Part] = []
    for worths in _runs(by_worth):
        here = [i for w in worths for i in by_worth[w]]
        name = range_name(" to ".join(dict.fromkeys(map(key.written, (worths[0], worths[-1])))))
        inner = _split(here, rest, used)
        parts += [Part(within=" ".join(filter(None, (name, p.within))), items=p.items) for p in inner]
    return parts


def _largest(items: Sequence[ImportedItem], key: Key) -> int:
    counts: dict[Worth, int] = {}
    for item in items:
        worth = key.worth(item)
        counts[worth] = counts.get(worth, 0) + 1
    return max(max(counts.values()), MOST if len(counts) > 1 else len(items))


def _runs(by_worth: dict[Worth, list[ImportedItem]]) -> list[list[Worth]]:
    """Values in order, as many together as a shelf holds, and about as many on each."""
    total = sum(map(len, by_worth.values()))
    target = -(-total // -(-total // (MOST - 20)))
    runs: list[list[Worth]] = []
    size = MOST
    for worth in sorted(by_worth, key=lambda w: (isinstance(w, str), w)):
        more = len(by_worth[worth])
        if size >= target or size + more > MOST:
            runs.append([])
            size = 0
        runs[-1].append(worth)
        size += more
    last, before = (
        [len(by_worth[w]) for w in run] for run in (runs[-1], runs[-2] if len(runs) > 1 else runs[-1])
    )
    if len(runs) > 1 and sum(last) < LEAST and sum(last) + sum(before) <= MOST:
        runs[-2:] = [runs[-2] + runs[-1]]
    return runs


def categories(parts: Sequence[Part]) -> list[list[Part]]:
    """The shelves in categories, each of which has no more brands than a column holds."""
    groups: list[list[Part]] = []
    brands: set[str] = set()
    for part in parts:
        here = {i.brand for i in part.items}
        if not groups or len(brands | here) > MOST_BRANDS:
            groups.append([])
            brands = set()
        groups[-1].append(part)
        brands |= here
    return groups
