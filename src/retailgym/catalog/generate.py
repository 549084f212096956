"""The generated shop: product i is the same in a catalogue of any size. Shelves are filled one after the other."""

from collections.abc import Iterator
from itertools import product as grid

from ..money import percent
from ..rng import Rng, Streams
from .product import Product, Variant, new_id
from .schema import Category, Kind, Option, Schema

SHELF_SIZE = 64
LEAST_VARIANTS = 6
VERSION = 1  # rises with any change of what is generated
_ROOT = Streams(f"catalog@{VERSION}")

_ENDINGS = (99, 95, 90, 50, 0)
_DESCRIPTIONS = (
    "The {series} {noun} comes from {brand}, a name people tend to stay with. {feature} {closing}",
    "{brand} built the {series} for everyday use. {feature} {closing}",
    "A {noun} that does its job without fuss. {feature} {closing}",
    "{feature} The {series} is among the {plural} that {brand} has made for years. {closing}",
    "Meet the {series}: a {noun} with a clear idea of what it is for. {feature} {closing}",
    "People who own a {brand} often come back for the {series}. {feature} {closing}",
)
_FEATURES = ("{A}: {a}. {B}: {b}.", "{A}: {a}; {B}: {b}.", "{A}: {a}, {B}: {b}.")
_CLOSINGS = (
    "Packed in recycled card.", "A small leaflet with care notes is in the box.", "Spare parts are kept in stock.",
    "Made in small batches.", "It has been in the range since the first year.", "Reviewed by our own staff.",
    "Sold in most of our branches.", "Returned less often than most.", "A favourite of the team in the warehouse.",
    "It makes a good present.", "Designed to be repaired.", "Tested before it leaves the factory.",
)  # fmt: skip


class ShelfPlan:
    """What stands on shelf s: the first round of shelves takes each kind once, later rounds are named collections."""

    def __init__(self, schema: Schema, s: int) -> None:
        self.category: Category = schema.categories[s % len(schema.categories)]
        self.category_number = s % len(schema.categories)
        nth = s // len(schema.categories)
        self.kind_number = nth % len(self.category.kinds)
        self.kind: Kind = self.category.kinds[self.kind_number]
        self.collection = collection_name(nth // len(self.category.kinds))
        self.name = f"{self.kind.name}, {self.collection} collection" if self.collection else self.kind.name


_FIRST = (
    "Al",
    "Bel",
    "Cor",
    "Dun",
    "Es",
    "Far",
    "Gal",
    "Hol",
    "Is",
    "Jor",
    "Kel",
    "Lor",
    "Mar",
    "Nor",
    "Or",
    "Pel",
    "Quin",
    "Ros",
    "Sol",
    "Tor",
)
_LAST = ("dale", "mere", "vik", "ano", "essa", "holm", "ria", "ford", "stad", "mont")


def collection_name(n: int) -> str:
    """The n-th collection; the first has no name."""
    if n == 0:
        return ""
    n -= 1
    tail = n // (len(_FIRST) * len(_LAST))
    return _FIRST[n % len(_FIRST)] + _LAST[n // len(_FIRST) % len(_LAST)] + (f" {tail + 1}" if tail else "")


def products(schema: Schema, first: int, last: int) -> Iterator[tuple[int, int, Product]]:
    """Products first to last (excluded), each with its shelf number and its popularity."""
    for i in range(first, last):
        s = i // SHELF_SIZE
        rng = (_ROOT / i)()
        yield s, rng.word() >> 12, make(ShelfPlan(schema, s), rng, i)


def make(plan: ShelfPlan, rng: Rng, i: int) -> Product:
    category, kind = plan.category, plan.kind
    brand, series = rng.pick(category.brands), rng.pick(category.series)
    chosen = {a.name: rng.pick(a.choices) for a in category.attributes}
    base = kind.price_cents * (80 + 5 * category.brands.index(brand)) // 100
    for choice in chosen.values():
        base += percent(base, choice.price_percent)
    base = base * rng.between(90, 115) // 100
    variants = tuple(_variants(rng, category.options, base, i))
    listed = [a for a in category.attributes if a.filterable]
    one, two = rng.sample(listed, 2)
    head = f"{brand} {series} {kind.noun}, {chosen[one.name].label}"
    return Product(
        id=new_id("p", "product", i),
        title=head[0].upper() + head[1:],
        brand=brand,
        shelf=plan.name,
        price_cents=variants[0].price_cents,
        rating_tenths=min(50, 28 + rng.below(12) + rng.below(12)),
        ratings=1 + rng.below(1 << rng.between(2, 11)),
        ship_days=1 + min(rng.below(8), rng.below(8)) + rng.below(3),
        stock=sum(v.stock for v in variants),
        attributes={name: choice.value for name, choice in chosen.items()},
        variants=variants,
        description=rng.pick(_DESCRIPTIONS).format(
            brand=brand, series=series, noun=kind.noun, plural=kind.plural, closing=rng.pick(_CLOSINGS),
            feature=rng.pick(_FEATURES).format(
                A=one.label.capitalize(), a=chosen[one.name].label, B=two.label.capitalize(), b=chosen[two.name].label),
        ),
    )  # fmt: skip


def _variants(rng: Rng, options: tuple[Option, ...], base: int, i: int) -> Iterator[Variant]:
    """A full grid over some choices of each option, in random order: every option is needed to tell two variants apart."""
    if len(options) == 1:
        kept = [rng.sample(options[0].choices, rng.between(LEAST_VARIANTS, len(options[0].choices)))]
    else:
        kept = [rng.sample(options[0].choices, rng.between(3, 4)), rng.sample(options[1].choices, rng.between(2, 3))]
    for n, choices in enumerate(rng.shuffled(list(grid(*kept)))):
        cents = base + percent(base, sum(c.price_percent for c in choices) + rng.between(0, 4))
        yield Variant(
            id=new_id("v", "variant", i, n, letters=7),
            options={o.name: str(c.value) for o, c in zip(options, choices, strict=True)},
            price_cents=max(199, cents // 100 * 100 + rng.pick(_ENDINGS)),
            stock=0 if rng.chance(60) else rng.between(5, 60),
        )
