"""Cart: lines that are to have an option in common, whatever it comes to in the end."""

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...catalog.product import Product, Variant
from ...catalog.sense import shared
from ...core.streams import Rng
from ...core.values import replace

if TYPE_CHECKING:
    from .task import Wanted


def most_alike(links: int) -> int:
    """How many lines may have an option by another line."""
    return max(0, links - 1)


def matched(rng: Rng, lines: "list[Wanted]", most: int) -> "list[Wanted]":
    """The list, some lines of which are to have an option of an earlier one of the same category. Nothing of
    the earlier one sells out, so that what it is hangs on the customer alone."""
    found = list(lines)
    for n in rng.shuffled(range(1, len(lines))):
        if sum([line.alike is not None for line in found]) == most:
            break
        led = [line.alike[1] for line in found if line.alike]
        ways = [
            (m, o, v)
            for m in range(n)
            if n not in led and found[m].alike is None and not sells(found[m])
            for o, v in _ways(found[n], found[m])
        ]
        if ways:
            m, o, v = rng.pick(ways)
            target = found[n].target
            target = replace(target, variant_id=v.id, quantity=min(target.quantity, v.stock))
            found[n] = replace(found[n], target=target, alike=(o, m))
    return found


def _ways(line: "Wanted", other: "Wanted") -> Iterator[tuple[str, Variant]]:
    """Options of another line, with a variant that has the same one and stays in stock."""
    theirs = other.product.variant(other.target.variant_id)
    if line.out or line.slot.picks.category.name != other.slot.picks.category.name or theirs is None:
        return
    able = [v.id for v in open_variants(line.product, line.slot.gaps.options)]
    for v in [v for v in staying(line) if v.id in able]:
        for o, x in theirs.options.items():
            if shared(o) and v.options.get(o) == x and (len(v.options) == 1 or _keeps(line, v, o)):
                yield o, v


def _keeps(line: "Wanted", variant: Variant, name: str) -> bool:
    """Whether a variant is otherwise as the one that was drawn."""
    drawn = line.product.variant(line.target.variant_id)
    return drawn is not None and all(drawn.options[o] == x for o, x in variant.options.items() if o != name)


def sells(line: "Wanted") -> bool:
    """Does anything of the product sell out while the agent works?"""
    return _selling(line) is not None


def _selling(line: "Wanted") -> int | None:
    """Which variants of the product sell out, by a number; None where none do."""
    picks = line.slot.picks
    place = next(pick.place for pick in picks.wanted if picks.rack.id(pick.place) == line.product.id)
    return line.slot.selling.get(place)


def staying(line: "Wanted") -> list[Variant]:
    """The variants of a product that stay in stock."""
    number = _selling(line)
    gone = line.product.going(number) if number is not None else []
    return [v for v in line.product.in_stock() if v not in gone]


def open_variants(product: Product, unsaid: list[bool]) -> list[Variant]:
    """The variants in stock of which no option that is left unsaid follows from the others."""
    held = product.in_stock()
    if not any(unsaid):
        return held
    names = [name for name, left in zip(product.variants[0].options, unsaid, strict=True) if left]
    rows = [[tuple([o for o in v.options.items() if o[0] != name]) for v in held] for name in names]
    follows = [{key for key, n in Counter(row).items() if n == 1} for row in rows]
    free = [
        v
        for v, *keys in zip(held, *rows, strict=True)
        if not any(key in alone for key, alone in zip(keys, follows, strict=True))
    ]
    return free or held
