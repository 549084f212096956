"""The generated shop: product i is the same in a catalogue of any size. Shelves are filled one after the
other."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product as grid

from ..core.money import percent
from ..core.streams import Rng, Streams, new_id
from .product import Product, Variant
from .schema import Attribute, CatalogSchema, Category, Choice, Kind
from .search.tokens import terms

SHELF_SIZE = 64
LEAST_VARIANTS = 6
VERSION = 4  # rises with any change of how products are drawn; what they are drawn from is the schema
_ROOT = Streams(f"catalog@{VERSION}")

_ENDINGS = (99, 95, 90, 50, 0)
_OPENINGS = (
    "{brand} built the {series} for everyday use.",
    "The {series} comes from {brand}, a name people tend to stay with.",
    "{a_noun} that does its job without fuss.",
    "The {series} is one of the {plural} that {brand} has made for years.",
    "Meet the {series}: {a_noun} that is meant to be used, not admired.",
    "People who know {brand} often come back for the {series}.",
    "With the {series}, {brand} has kept things simple.",
    "Looking for {a_noun}? The {series} is a good place to start.",
    "The {series} is what {brand} is known for.",
    "Few {plural} are asked for by name as often as the {brand} {series}.",
)  # fmt: skip
_FACTS = ("{A}: {x}. {B}: {y}.", "At a glance: {a} {x}; {b} {y}.", "{A}: {x}; {b}: {y}.")
_HEADLINES = {
    "material": " in {}",
    "fabric": " in {}",
    "purpose": " for {}",
    "room": " for the {}",
    "type": " for {} {}",
    "warmth": ", {}",
    "season": ", {}",
    "use": ", {}",
    "user": ", {}",
    "sound": ", {} sound",
}
_PLAIN_UNITS = ("g", "ml", "V", "W", "Hz", "lm", "gsm", "kg")  # say by themselves what they measure
_CLOSINGS = (
    "Sent back less often than most.", "A favourite of the team in the warehouse.",
    "Our buyers picked it from a long list.",
    "It has earned its place in the range.", "Regulars ask for it by name.", "It makes a good present.",
    "Our own staff have one at home.", "Often bought a second time.",
    "You will find it in most of our branches.",
    "Ask us if you are unsure which one to take.", "Customers say that it looks just like the pictures.",
    "We have sold it since the shop opened.",
)  # fmt: skip


class ShelfPlan:
    """What stands on shelf s: the first round of shelves takes each kind once, later rounds are named
    collections."""

    def __init__(self, schema: CatalogSchema, s: int) -> None:
        category = schema.categories[s % len(schema.categories)]
        self.category_number = s % len(schema.categories)
        nth = s // len(schema.categories)
        self.kind_number = nth % len(category.kinds)
        self.category: Category = category.of_kind[self.kind_number]
        self.kind: Kind = category.kinds[self.kind_number]
        self.collection = collection_name(nth // len(category.kinds))
        self.name = f"{self.kind.name}, {self.collection} collection" if self.collection else self.kind.name


_FIRST = (
    "Al", "Bel", "Cor", "Dun", "Es", "Far", "Gal", "Hol", "Is", "Jor",
    "Kel", "Lor", "Mar", "Nor", "Or", "Pel", "Quin", "Ros", "Sol", "Tor",
)  # fmt: skip
_LAST = ("dale", "mere", "vik", "ano", "essa", "holm", "ria", "ford", "stad", "mont")


def collection_name(n: int) -> str:
    """The n-th collection; the first has no name."""
    if n == 0:
        return ""
    n -= 1
    tail = n // (len(_FIRST) * len(_LAST))
    return _FIRST[n % len(_FIRST)] + _LAST[n // len(_FIRST) % len(_LAST)] + (f" {tail + 1}" if tail else "")


def products(schema: CatalogSchema, first: int, last: int) -> Iterator[tuple[int, int, Product]]:
    """Products first to last (excluded), each with its shelf number and its popularity."""
    for i in range(first, last):
        s = i // SHELF_SIZE
        rng = (_ROOT / i)()
        yield s, rng.word() >> 12, make(ShelfPlan(schema, s), rng, i)


def make(plan: ShelfPlan, rng: Rng, i: int) -> Product:
    category, kind = plan.category, plan.kind
    possible = category.possible
    brand, series = rng.pick(category.brands), rng.pick(category.series)
    chosen = {a.name: rng.pick(possible[kind.name, a.name]) for a in category.attributes}
    base = kind.price_cents * (80 + 5 * category.brands.index(brand)) // 100
    for choice in chosen.values():
        base += percent(base, choice.price_percent)
    base = base * rng.between(90, 115) // 100
    options = {o.name: possible[kind.name, o.name] for o in category.options}
    variants = tuple(_variants(rng, options, base, i))
    listed = [a for a in category.attributes if a.filterable]
    one, two = rng.sample(listed, 2)
    head = f"{brand} {series} {_bare(kind.noun)}{_headline(one, chosen[one.name])}"
    facts = rng.pick(_FACTS).format(
        a=one.label,
        A=_capital(one.label),
        x=chosen[one.name].label,
        b=two.label,
        B=_capital(two.label),
        y=chosen[two.name].label,
    )
    return Product(
        id=new_id("p", "product", i),
        title=_capital(head),
        brand=brand,
        shelf=plan.name,
        price_cents=variants[0].price_cents,
        rating_tenths=min(50, 28 + rng.below(12) + rng.below(12)),
        ratings=1 + rng.below(1 << rng.between(2, 11)),
        ship_days=1 + min(rng.below(8), rng.below(8)) + rng.below(3),
        stock=sum(v.stock for v in variants),
        attributes={name: choice.value for name, choice in chosen.items()},
        variants=variants,
        description=f"{_opening(rng, kind, brand, series)} {facts} {rng.pick(_CLOSINGS)}",
    )


def _bare(noun: str) -> str:
    """Jeans, not a pair of jeans, as titles and plurals have it."""
    return noun.removeprefix("pair of ").removeprefix("pairs of ")


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _opening(rng: Rng, kind: Kind, brand: str, series: str) -> str:
    article = "an" if kind.noun[0] in "aeiouAEIO" else "a"  # a USB hub
    opening = rng.pick(_OPENINGS).format(
        brand=brand, series=series, a_noun=f"{article} {kind.noun}", plural=_bare(kind.plural)
    )
    return _capital(opening)


def _headline(attribute: Attribute, choice: Choice) -> str:
    """The end of a title: in cast iron, for curly hair, 24-month warranty, 1.7 l, showerproof."""
    named, valued = terms(attribute.label), terms(choice.label)
    if named[-1] in _HEADLINES:
        return _HEADLINES[named[-1]].format(choice.label, named[-2:][0])
    if attribute.unit == "months":
        return f", {choice.label.replace(' months', '-month')} {attribute.label}"
    speaks = attribute.unit in _PLAIN_UNITS or (not attribute.unit and (len(named) > 1 or len(valued) > 2))
    return (
        f", {choice.label}"
        if speaks or any(_akin(a, b) for a in named for b in valued)
        else f", {choice.label} {attribute.label}"
    )


def _akin(noun: str, word: str) -> bool:
    """Would it be said twice? Nothing has a hoodless hood, a warm warmth or an uncoated coating."""
    return noun[:3] == word.removeprefix("un")[:3]


def _variants(rng: Rng, options: Mapping[str, Sequence[Choice]], base: int, i: int) -> Iterator[Variant]:
    """A full grid over some choices of each option, in random order: every option is needed to tell two
    variants apart."""
    first, *rest = options.values()
    if not rest:
        kept = [rng.sample(first, rng.between(LEAST_VARIANTS, len(first)))]
    else:
        kept = [
            rng.sample(first, rng.between(3, min(4, len(first)))),
            rng.sample(rest[0], rng.between(2, min(3, len(rest[0])))),
        ]
    for n, choices in enumerate(rng.shuffled(list(grid(*kept)))):
        cents = base + percent(base, sum(c.price_percent for c in choices) + rng.between(0, 4))
        yield Variant(
            id=new_id("v", "variant", i, n, letters=7),
            options={name: str(c.value) for name, c in zip(options, choices, strict=True)},
            price_cents=max(199, cents // 100 * 100 + rng.pick(_ENDINGS)),
            stock=0 if rng.chance(60) else rng.between(5, 60),
        )
