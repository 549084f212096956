"""What a shop can sell: categories, the kinds of product in them, their typed attributes, and everyday words
for all of it.

A schema is data. The default one is read from `data/*.toml`; an imported catalogue brings its own.
"""

import tomllib
from collections.abc import Iterator
from functools import cached_property
from importlib.resources import files

import msgspec

from ..core.values import Value, replace
from .search.tokens import terms

BRAND_ASKS = ("maker", "manufacturer", "who makes", "who made", "what make", "which make", "made by")
BRAND_SAYS = ("from {}", "by {}", "made by {}")


def cues(*asks: str) -> tuple[str, ...]:
    """What to listen for in a question, in stems."""
    return tuple(dict.fromkeys(" ".join(terms(words.replace("_", " "))) for words in asks))


class Choice(Value):
    """One value that an attribute or option can take, and how people say it."""

    value: str | int
    label: str  # as the catalogue prints it: "1.7 l"
    says: tuple[str, ...]  # as a customer would say it after the noun: "that holds 1.7 litres"
    price_percent: int = 0  # what it adds to the price


class Attribute(Value, dict=True, gc=True):
    """Something true of a product. Those that search cannot filter stand on the product page alone."""

    name: str
    label: str  # "the {label} matters"
    choices: tuple[Choice, ...]
    asks: tuple[str, ...]  # words that ask for it: "made of"
    filterable: bool = False
    unit: str = ""  # numbers have a unit and an order
    at_least: tuple[str, ...] = ()  # "that holds at least {}"
    at_most: tuple[str, ...] = ()

    def choice(self, value: str | int) -> Choice:
        return self.choices[self.code[value]]

    @cached_property
    def code(self) -> dict[str | int, int]:
        """The number of each value, as the columns of the index keep it."""
        return {c.value: n for n, c in enumerate(self.choices)}

    @cached_property
    def printed(self) -> tuple[str, ...]:
        """The values as pages print them and filters take them; numbers with their unit."""
        return tuple(c.label if isinstance(c.value, int) else c.value for c in self.choices)

    @cached_property
    def codes_of(self) -> dict[str, list[int]]:
        """The codes of values by how they may be written, in lower case."""
        found: dict[str, list[int]] = {}
        for code, choice in enumerate(self.choices):
            for text in dict.fromkeys((str(choice.value).lower(), choice.label.lower())):
                found.setdefault(text, []).append(code)
        return found

    @cached_property
    def cues(self) -> tuple[str, ...]:
        return cues(self.name, self.label, *self.asks)

    @cached_property
    def labels(self) -> tuple[str, ...]:
        return tuple(c.label for c in self.choices)


class Option(Value, dict=True, gc=True):
    """What a buyer chooses among the variants of one product: colour, size, connector."""

    name: str
    label: str
    choices: tuple[Choice, ...]
    asks: tuple[str, ...]

    def choice(self, value: str | int) -> Choice:
        return next(c for c in self.choices if c.value == value)

    @cached_property
    def cues(self) -> tuple[str, ...]:
        return cues(self.name, self.label, *self.asks)

    @cached_property
    def labels(self) -> tuple[str, ...]:
        return tuple(c.label for c in self.choices)


class Kind(Value, dict=True, gc=True):
    """A sort of product. Each shelf of the shop holds one kind."""

    name: str  # "Electric kettles"
    noun: str  # "kettle"
    plural: str
    also: tuple[str, ...] = ()  # other everyday nouns, singular
    price_cents: int = 0  # a typical price, in the generator

    @cached_property
    def words(self) -> tuple[str, ...]:
        """All that people call it, without "a pair of"."""
        names = (self.noun, self.plural, *self.also)
        return tuple(
            dict.fromkeys(
                (*names, *(n.split(" of ", 1)[1] for n in names if n.startswith(("pair of ", "pairs of "))))
            )
        )


class Never(Value):
    """Values of an attribute or option that one kind of product in a category never has."""

    kind: str
    name: str
    values: tuple[str | int, ...]


class Lacks(Value):
    """Attributes and options of a category that one kind of product in it does not have at all."""

    kind: str
    names: tuple[str, ...]


class Facet(Value):
    """An attribute that search can filter, and its values as printed."""

    name: str
    values: tuple[str, ...]


class Category(Value, dict=True, gc=True, omit_defaults=True):
    name: str
    brands: tuple[str, ...]
    series: tuple[str, ...]
    kinds: tuple[Kind, ...]
    attributes: tuple[Attribute, ...]
    options: tuple[Option, ...]
    department: str = ""  # as the policy knows it
    money: str = "dollars"  # how people call what prices are in
    own_words: bool = False  # the texts are a shop's own and may speak of any attribute
    never: tuple[Never, ...] = ()
    lacks: tuple[Lacks, ...] = ()

    @cached_property
    def of_kind(self) -> "tuple[Category, ...]":
        """The category as each of its kinds has it, without what that lacks."""
        lacking = {n.kind: n.names for n in self.lacks}
        return tuple([self._without(lacking[k.name]) if k.name in lacking else self for k in self.kinds])

    def _without(self, names: tuple[str, ...]) -> "Category":
        return replace(
            self,
            attributes=tuple([a for a in self.attributes if a.name not in names]),
            options=tuple([o for o in self.options if o.name not in names]),
            lacks=(),
        )

    @cached_property
    def filters(self) -> tuple[Attribute, ...]:
        """Everything that a wish can be about: the brand, where there are several, then the attributes."""
        if len(self.brands) < 2:
            return self.attributes
        brands = tuple(
            Choice(value=b, label=b, says=tuple(s.format(b) for s in BRAND_SAYS)) for b in self.brands
        )
        brand = Attribute(name="brand", label="brand", choices=brands, asks=BRAND_ASKS, filterable=True)
        return (brand, *self.attributes)

    @cached_property
    def attribute(self) -> dict[str, Attribute]:
        return {a.name: a for a in self.filters}

    @cached_property
    def listed(self) -> tuple[int, ...]:
        """Slots that search can filter."""
        return tuple(n for n, a in enumerate(self.filters) if a.filterable)

    @cached_property
    def paged(self) -> tuple[int, ...]:
        """Slots that only the product page shows."""
        return tuple(n for n, a in enumerate(self.filters) if not a.filterable)

    @cached_property
    def slot(self) -> dict[str, int]:
        return {a.name: n for n, a in enumerate(self.filters)}

    @cached_property
    def facets(self) -> tuple[Facet, ...]:
        """What search can filter in this category."""
        return tuple(Facet(name=a.name, values=a.printed) for a in self.filters if a.filterable)

    @cached_property
    def possible(self) -> dict[tuple[str, str], tuple[Choice, ...]]:
        """What a kind can have of an attribute or option, by the names of both."""
        barred = {(n.kind, n.name): n.values for n in self.never}
        things: tuple[Attribute | Option, ...] = (*self.attributes, *self.options)
        return {
            (k.name, t.name): tuple([c for c in t.choices if c.value not in barred.get((k.name, t.name), ())])
            for k in self.kinds
            for t in things
        }

    @cached_property
    def option(self) -> dict[str, Option]:
        return {o.name: o for o in self.options}

    @cached_property
    def option_words(self) -> frozenset[str]:
        """The words of what its options can be."""
        return frozenset([word for o in self.options for label in o.labels for word in label.lower().split()])


class CatalogSchema(Value):
    categories: tuple[Category, ...]


def default_schema() -> CatalogSchema:
    """The 24 categories of the generated shop, in the order of their file names."""
    tables = sorted(
        (f for f in (files(__package__) / "data").iterdir() if f.name.endswith(".toml")), key=lambda f: f.name
    )
    return CatalogSchema(categories=tuple(_read(f.name, f.read_text(encoding="utf-8")) for f in tables))


def _read(name: str, text: str) -> Category:
    try:
        read = tomllib.loads(text)
        never = [
            {"kind": kind, "name": thing, "values": values}
            for kind, things in read.pop("never", {}).items()
            for thing, values in things.items()
        ]
        lacks = [{"kind": kind, "names": names} for kind, names in read.pop("lacks", {}).items()]
        return msgspec.convert({**read, "never": never, "lacks": lacks}, Category)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise ValueError(f"{name}: {error}") from None


def faults(category: Category) -> Iterator[str]:
    """What is wrong with a category, in words; nothing for a sound one."""
    own = category.of_kind or (category,)
    yield from dict.fromkeys([fault for c in dict.fromkeys(own) for fault in _ambiguous(c)])
    yield from _unknown(category)


def _ambiguous(category: Category) -> Iterator[str]:
    """What is said of two things that one kind of product can have."""
    meanings: dict[str, str] = {}
    things: tuple[Attribute | Option, ...] = (*category.attributes, *category.options)
    for thing in things:
        if len({c.value for c in thing.choices}) < len(thing.choices):
            yield f"{thing.name}: a value twice"
        for choice in thing.choices:
            for words in (choice.label, *choice.says):
                where = f"{thing.name}={choice.value}"
                if meanings.setdefault(words.lower(), where) != where:
                    yield f"{words!r} says both {meanings[words.lower()]} and {where}"


def _unknown(category: Category) -> Iterator[str]:
    """What the tables of what a kind never has get wrong."""
    lacking = {(n.kind, name) for n in category.lacks for name in n.names}
    for kind, name in lacking:
        if name not in {*category.option, *category.attribute} or kind not in [
            k.name for k in category.kinds
        ]:
            yield f"lacks: there is no {name} of {kind}"
    for n in category.never:
        thing = category.option.get(n.name) or category.attribute.get(n.name)
        if thing is None or n.kind not in [k.name for k in category.kinds]:
            yield f"never: there is no {n.name} of {n.kind}"
            continue
        if (n.kind, n.name) in lacking:
            yield f"never: {n.kind} lacks {n.name} altogether"
        known = [c.value for c in thing.choices]
        yield from [f"never: {n.name} of {n.kind} is not {v} anyway" for v in n.values if v not in known]
        if len(category.possible[n.kind, n.name]) < 2:
            yield f"never: fewer than two values of {n.name} are left for {n.kind}"
