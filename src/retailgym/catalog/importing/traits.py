"""Which attributes and options the products of a category have in common, and what kind each is."""

from collections import Counter
from collections.abc import Mapping, Sequence

from ...core.values import Value
from ..schema import Attribute, Option
from ..search.tokens import terms
from ..units import measure
from .item import ImportedItem
from .wording import IS_SO, RESERVED, number_attribute, option, word_attribute

LEAST = 32  # products on a shelf that tasks can be set on
MOST_WORDS, MOST_NUMBERS, MOST_TRAITS = 60, 200, 10
KEPT_EACH, KEPT_IN_ALL = 75, 50  # per cent of the products that an attribute more may cost
OFTEN = 20  # per cent of products with variants that differ in an option


class Trait(Value):
    """An attribute of a category: its values by the texts that the file has for them."""

    label: str
    unit: str
    values: Mapping[str, str | int]

    def attribute(self, filterable: bool) -> Attribute:
        known = set(self.values.values())
        if self.unit:
            return number_attribute(
                self.label, self.unit, sorted(v for v in known if isinstance(v, int)), filterable
            )
        return word_attribute(self.label, sorted(v for v in known if isinstance(v, str)), filterable)


class SetAside(Value):
    """An attribute that tasks do not speak of, and why; the product pages still have it in words."""

    label: str
    products: int
    because: str


class TraitGroup(Value):
    """Products that all have the same attributes and the same options."""

    items: list[ImportedItem]
    traits: tuple[Trait, ...]
    options: tuple[Trait, ...]
    aside: tuple[SetAside, ...]
    has_days: bool  # all of them state when they arrive


def grouped(items: Sequence[ImportedItem], barred: frozenset[str] = frozenset()) -> list[TraitGroup]:
    """The products in groups that are alike in what is known of them; what is left over comes last, with
    nothing in common."""
    left, groups = list(items), list[TraitGroup]()
    while len(left) >= LEAST and len(groups) < 3:
        group = _group(left, barred)
        if len(group.items) < LEAST:
            break
        groups.append(group)
        taken = {i.group for i in group.items}
        left = [i for i in left if i.group not in taken]
    return (
        [*groups, TraitGroup(items=left, traits=(), options=(), aside=(), has_days=False)] if left else groups
    )


def _group(items: list[ImportedItem], barred: frozenset[str]) -> TraitGroup:
    names = _shared_options(items, barred)
    able = [i for i in items if _tells_apart(i, names)]
    if len(able) < LEAST:
        names, able = (), [i for i in items if len(i.variants) == 1]
    has_days = 2 * sum(i.ship_days > 0 for i in able) >= len(able) > 0
    able = [i for i in able if i.ship_days > 0 or not has_days]
    known = {i.group: _described(i, names) for i in able}
    coverage = Counter([label for labels in known.values() for label in labels])
    aside, chosen, kept = list[SetAside](), list[str](), able
    for label, count in sorted(coverage.items(), key=lambda pair: (-pair[1], pair[0])):
        having = [i for i in kept if label in known[i.group]]
        why = (
            _unfit(label, barred)
            or _rare(len(having), len(kept), len(able))
            or ("there are ten already" if len(chosen) == MOST_TRAITS else "")
        )
        trait = why or _trait(label, Counter([known[i.group][label] for i in having]))
        if isinstance(trait, str):
            aside.append(SetAside(label=label, products=count, because=trait))
        else:
            chosen.append(label)
            kept = having
    traits = [
        t
        for t in (_trait(label, Counter([known[i.group][label] for i in kept])) for label in chosen)
        if isinstance(t, Trait)
    ]
    options = [
        Trait(label=n, unit="", values=_spelt(Counter([c[n] for i in kept for c in i.choices])))
        for n in names
    ]
    return TraitGroup(
        items=kept, traits=tuple(traits), options=tuple(options), aside=tuple(aside), has_days=has_days
    )


def _described(item: ImportedItem, options: Sequence[str]) -> dict[str, str]:
    """What holds for a product as a whole: its attributes, and options in which its variants do not
    differ."""
    varies = item.varies
    shared = {
        name: value for name, value in item.choices[0].items() if name not in options and name not in varies
    }
    return {name: value for name, value in (item.attributes | shared).items() if name not in options}


def _rare(having: int, kept: int, able: int) -> str:
    """Why an attribute that so many state would cost too many of the products that are left."""
    if having * 100 >= kept * KEPT_EACH and having * 100 >= able * KEPT_IN_ALL and having >= LEAST:
        return ""
    return f"only {having} of {kept} products state one value of it"


def _unfit(label: str, barred: frozenset[str]) -> str:
    if label in RESERVED:
        return "the shop's own talk has this word"
    return "a question for it would be taken for another" if label in barred else ""


def _shared_options(items: Sequence[ImportedItem], barred: frozenset[str]) -> tuple[str, ...]:
    """The options in which a good part of the products with several variants differ."""
    several = [i.varies for i in items if len(i.variants) > 1]
    if 2 * len(several) < len(items) and len(several) < LEAST:
        return ()
    counts = Counter([name for varies in several for name in varies])
    often = [
        name
        for name, n in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
        if n * 100 >= len(several) * OFTEN
    ]
    return () if any(_unfit(name, barred) for name in often) else tuple(often[:3])


def _tells_apart(item: ImportedItem, names: tuple[str, ...]) -> bool:
    """Does every variant have these options, and no two the same?"""
    options = [tuple(terms(choice.get(name, "")) for name in names) for choice in item.choices]
    return all(all(values) for values in options) and len({str(values) for values in options}) == len(options)


def _trait(label: str, texts: Counter[str]) -> Trait | str:
    """The attribute that these texts are values of, or why it is none."""
    products = sum(texts.values())
    measures = {text: measure(text) for text in texts}
    units = {m[1] for m in measures.values() if m is not None}
    if None not in measures.values() and len(units) == 1:
        numbers: dict[str, str | int] = {text: m[0] for text, m in measures.items() if m is not None}
        if 2 <= len(set(numbers.values())) <= MOST_NUMBERS:
            return Trait(label=label, unit=units.pop(), values=numbers)
    spelt = _flags(texts) or _spelt(texts)
    different = len(set(spelt.values()))
    if different < 2:
        return "it is the same for all of them"
    if different > MOST_WORDS or 2 * different > products:
        return f"it has {different} values for {products} products"
    return Trait(label=label, unit="", values=spelt)


def _spelt(texts: Counter[str]) -> dict[str, str | int]:
    """One spelling for what differs in capitals, signs or plural alone: the most frequent."""
    best: dict[tuple[str, ...], str] = {}
    for text, _ in sorted(texts.items(), key=lambda pair: (-pair[1], pair[0])):
        best.setdefault(tuple(terms(text)), text)
    return {text: best[tuple(terms(text))] for text in texts}


def _flags(texts: Counter[str]) -> dict[str, str | int]:
    """Yes and no, however each product has it: Y, N, yes, ja. Nothing where one says something else."""
    meanings = {text: IS_SO.get(text.casefold()) for text in texts}
    return {} if None in meanings.values() else {text: "yes" if so else "no" for text, so in meanings.items()}


def described(item: ImportedItem, group: TraitGroup) -> tuple[dict[str, str | int], str]:
    """A product's attributes as its category has them, and all others in words."""
    names = [o.label for o in group.options]
    known = _described(item, names)
    typed = {t.label.replace(" ", "_"): t.values[known[t.label]] for t in group.traits}
    rest = [
        f"{label.capitalize()}: {value}."
        for label, value in known.items()
        if label not in {t.label for t in group.traits}
    ]
    return typed, " ".join((*rest[:12], item.notes)).strip()


def options_of(item: ImportedItem, group: TraitGroup) -> list[dict[str, str]]:
    """The options of each variant, as the category has them; all that the file says where the category has
    none."""
    if not group.options:
        return [dict(choice) for choice in item.choices]
    return [
        {o.label.replace(" ", "_"): str(o.values[choice[o.label]]) for o in group.options}
        for choice in item.choices
    ]


def schema_options(group: TraitGroup) -> tuple[Option, ...]:
    return tuple(option(o.label, sorted(set(map(str, o.values.values())))) for o in group.options)


def schema_attributes(group: TraitGroup, branded: bool) -> tuple[Attribute, ...]:
    """Every other attribute can be filtered. Where brands can be, the first stands on the product page
    alone."""
    return tuple(t.attribute(filterable=(n % 2 == 1) == branded) for n, t in enumerate(group.traits))
