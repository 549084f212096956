"""How people speak of what stands in an imported catalogue: nouns from the names of categories, phrases from
attributes and values."""

import re
from collections.abc import Sequence

from .. import units
from ..schema import Attribute, Choice, Kind, Option
from ..search.tokens import stem
from .item import terms_kept
from .texts import folded, written

_PARTS = re.compile(r"\s*(?:&|,|/|\+|\band\b|\bor\b)\s*", re.IGNORECASE)
_MASS = ("ss", "us", "s'", "is", "ics", "news", "series", "species")  # glasses and cactuses are counted
_UNCOUNTED = (
    "ing",
    "ware",
    "wear",
    "care",
    "ture",
    "age",
    "ery",
    "food",
    "stuff",
    "equipment",
    "gear",
    "jewelry",
)
_PLACES = (
    "home",
    "kitchen",
    "office",
    "garden",
    "bath",
    "outdoor",
    "indoor",
    "pet",
    "baby",
    "beauty",
    "health",
    "sport",
)
_ODD_PLURALS = {
    "cacti": "cactus",
    "knives": "knife",
    "shelves": "shelf",
    "scarves": "scarf",
    "leaves": "leaf",
    "loaves": "loaf",
    "children": "child",
    "feet": "foot",
    "men": "man",
    "women": "woman",
    "mice": "mouse",
    "lenses": "lens",
    "irises": "iris",
    "gases": "gas",
    "mousses": "mousse",
    "potatoes": "potato",
    "tomatoes": "tomato",
    "cookies": "cookie",
    "hoodies": "hoodie",
    "beanies": "beanie",
}
_ENDS_IN_E = ("ases", "eses", "ises", "oses", "ouses", "nses", "rses", "yses")  # vases, cheeses, nurses
_IN_PAIRS = frozenset(
    """pants trousers jeans leggings tights shorts boots shoes sneakers trainers sandals slippers
    loafers heels clogs socks gloves mittens earrings earbuds headphones scissors pliers sunglasses
    goggles binoculars cufflinks""".split()
)
# what is said of some attributes; {} is the value
SAYS: dict[str, tuple[str, ...]] = {
    "colour": ("in {}", "that comes in {}"),
    "material": ("made of {}", "that is made of {}"),
    "size": ("in size {}", "in the {} size"),
    "fabric": ("made of {}", "in {}"),
    "season": ("for {}", "that is meant for {}"),
    "weather": ("that is {}",),
    "weather protection": ("that is {}",),
    "style": ("in {} style", "that is {} in style"),
    "pattern": ("with a {} pattern", "in a {} pattern"),
    "fit": ("with a {} fit", "in a {} fit"),
    "finish": ("with a {} finish", "in a {} finish"),
    "form": ("that comes as {}", "that is sold as {}"),
    "origin": ("from {}", "that comes from {}"),
    "capacity": ("that holds {}", "with a capacity of {}"),
    "volume": ("of {}", "with a volume of {}"),  # mostly of what is in it
    "weight": ("that weighs {}", "with a weight of {}"),
    "gender": ("for {}", "that is made for {}"),
    "recommended age": ("for ages {}", "that is for ages {}"),
    "care": ("whose care label says {}",),
    "light": ("for {}", "that is meant for {}"),  # a place in the sun
    "height": ("that is {} tall", "with a height of {}"),
    "length": ("that is {} long", "with a length of {}"),
    "width": ("that is {} wide", "with a width of {}"),
    "diameter": ("that is {} across", "with a diameter of {}"),
}
_LIMITED = ("of {}", "that holds {}", "that weighs {}")  # with which any limit goes
_ANY = ("with {a} {label}", "that has {a} {label}")
_MEASURED = ("with {a_label} of {}", "that has {a_label} of {}")
_AT = ("with {label} at {}",)  # 40 degrees, of washing
_SOME = ("with {} {label}", "that has {} {label}")
_WITHOUT = ("without {a}", "that has no {label}")
_NUMBERS = {"one": "", "single": "", "two": "s", "three": "s", "four": "s", "five": "s", "six": "s"}
_NONE = ("none", "absent", "not included", "without")
_NO_ARTICLE = (  # how the names of what is not counted end, or of what there are several of
    "ing", "s", "feet", "teeth", "paper", "care", "glass", "wood", "leather", "insulation", "age",
    "memory", "hardware", "upholstery", "protection", "resistance",
)  # fmt: skip
IS_SO = dict.fromkeys(
    ("yes", "true", "y", "ja", "oui", "si", "sí", "sì", "sim", "tak"), True
) | dict.fromkeys(("no", "false", "n", "nein", "nee", "non", "nej", "não", "nie"), False)
_HAS = ("with {a}", "that has {a}"), ("without {a}", "that has no {label}")  # where it is so, and where not
_IS_SO = ("that is {label}",), ("that is not {label}",)
_SO = ("safe", "free", "proof", "able", "ible", "ed", "ic", "made", "resistant", "friendly", "ready", "gan")
_FOR = (" for", " with", " to", " by")  # how the names of what a value goes on from end
_FITS = ("that is {label} {}", "{label} {}")
_UNDONE = re.compile(r"(?:un|non-)\w+(?:ed|less)")  # unlined, of a lining
_HOW = ("with {label} {}",)
_LIKE = frozenset("daily weekly monthly yearly hourly friendly family only assembly early".split())
_QUANTITY = re.compile(
    rf"\d\s?(?:{'|'.join(sorted(map(re.escape, units.UNITS), key=len, reverse=True))})(?!\w)"
)
_PARTS_OF_IT = {  # what some names of yes and no say of the rest of the name, where it is so and where not
    "required": (("that needs {}",), ("that needs no {}", "without any {}")),
    "needed": (("that needs {}",), ("that needs no {}", "without any {}")),
    "included": (("with {} included", "that comes with {}"), ("without {}", "that comes without {}")),
}
_ASKS = {
    "colour": ("colour", "color", "shade"), "material": ("material", "made of", "made from"), "size": ("size",
    "how big", "how large"),
    "capacity": ("capacity", "hold"), "weight": ("weight", "how heavy", "weigh"),
}  # fmt: skip
# topics that the shop's own talk is about, and the words for them
RESERVED = frozenset((
    "price", "cost", "rating", "ratings", "stars", "reviews", "delivery", "shipping", "shipping days",
    "quantity", "count", "number", "condition",
    "packaging", "receipt", "box", "reason", "photo", "fault", "recipient", "order", "budget", "stock",
    "in stock", "availability", "unit", "units",
    "piece", "pieces", "worn", "category", "shelf", "brand", "wants", "hazard", "shortlist", "preference",
    "placed", "paid", "turn", "match",
    "problem",
    "issue", "date", "when", "who", "better", "project", "amount", "copy", "state", "used", "money", "maker",
    "make", "company",
))  # fmt: skip
DEPARTMENTS: dict[str, str] = {
    "electronic": "electronics", "audio": "electronics", "headphone": "electronics", "camera": "electronics",
    "phone": "electronics",
    "tv": "electronics", "computer": "computers", "laptop": "computers", "keyboard": "computers",
    "software": "computers", "kitchen": "kitchen",
    "cookware": "kitchen", "kettle": "kitchen", "tableware": "kitchen", "furniture": "furniture",
    "sofa": "furniture", "table": "furniture",
    "chair": "furniture", "bed": "furniture", "shoe": "shoes", "boot": "shoes", "sneaker": "shoes",
    "clothing": "clothing", "apparel": "clothing",
    "shirt": "clothing", "hoody": "clothing", "sweater": "clothing", "trouser": "clothing",
    "dress": "clothing", "jacket": "clothing", "bag": "clothing", "jewelry": "jewellery",
    "jewellery": "jewellery",
    "watch": "jewellery", "beauty": "beauty", "skin": "beauty", "hair": "beauty", "cosmetic": "beauty",
    "toy": "toys", "game": "toys",
    "sport": "sports", "outdoor": "sports", "cycling": "sports", "fitness": "sports", "camping": "sports",
    "garden": "garden", "patio": "garden", "plant": "garden", "flower": "garden", "seed": "garden",
    "paint": "tools", "varnish": "tools",
    "lawn": "garden", "tool": "tools", "hardware": "tools", "book": "books", "baby": "baby", "pet": "pets",
    "dog": "pets", "cat": "pets", "notebook": "books", "stationery": "books", "scarf": "clothing",
    "scarve": "clothing", "blanket": "clothing", "towel": "clothing", "pillow": "clothing",
    "curtain": "clothing",
    "grocery": "food", "food": "food", "coffee": "food", "tea": "food", "snack": "food", "drink": "food",
}  # fmt: skip
NO_DEPARTMENT = "kitchen"
_OWNERS = ("pets", "baby")  # departments of those whom things are for


def department_of(path: Sequence[str]) -> str:
    """The policy's department for a category, by the words of its path; none of them: household goods."""
    return known_department(path) or NO_DEPARTMENT


def known_department(path: Sequence[str]) -> str:
    """The same where a word of the path says it, the last ones first; otherwise nothing. Whom a thing is for
    counts for more than what it is: a dog bed is no furniture."""
    for name in reversed(path):
        words = [DEPARTMENTS.get(stem(word), "") for word in reversed(terms_kept(folded(name)))]
        if departments := [d for d in words if d]:
            return next((d for d in departments if d in _OWNERS), departments[0])
    return ""


def kind_of(shelf: str, name: str, within: str) -> Kind:
    """What people call the products of a shelf; `within` tells shelves of one category apart."""
    parts = [" ".join(terms_kept(written(p))) for p in _PARTS.split(name)]
    nouns = [_noun(p) for p in parts if p] or [("item", "items")]
    (noun, plural), *others = nouns
    where = f" from the {within} range" if within else ""
    also = tuple(
        dict.fromkeys([n for n, _ in ([(noun, plural)] if where else []) + others if n != noun + where])
    )
    return Kind(name=shelf, noun=noun + where, plural=plural + where, also=also)


def _noun(words: str) -> tuple[str, str]:
    """Singular and plural: kettles are kettles, a hoodie is one of several hoodies; of boots one buys a pair,
    of bedding an item."""
    *before, last = words.split()
    if last in _IN_PAIRS:
        return f"pair of {words}", f"pairs of {words}"
    one = _singular(last)
    if one != last and not last.endswith(_MASS):
        several = f"{one}es" if last.endswith(("chs", "shs", "xs")) else last  # as some write varnishes
        return " ".join((*before, one)), " ".join((*before, several))
    if last.endswith((*_MASS[2:], *_UNCOUNTED)) or last in _PLACES:
        return f"{words} item", f"{words} items"
    return words, f"{words}{'es' if last.endswith(('ch', 'sh', 'x', 's')) else 's'}"


def _singular(word: str) -> str:
    return _ODD_PLURALS.get(word) or (word[:-1] if word.endswith(_ENDS_IN_E) else stem(word))


def range_name(text: str) -> str:
    """A value as part of a name: letters and digits alone."""
    return " ".join(
        "".join(c if c.isalnum() or c in ".'-" else " " for c in written(text)).replace(". ", " ").split()
    ).strip(".'-")


def word_attribute(label: str, values: Sequence[str], filterable: bool) -> Attribute:
    choices = tuple(Choice(value=v, label=v, says=_says(label, v)) for v in values)
    return Attribute(
        name=slug(label),
        label=_called(label, values),
        choices=choices,
        asks=_asks(label),
        filterable=filterable,
    )


def _called(label: str, values: Sequence[str]) -> str:
    """A name that is no noun as one speaks of it: pet safe, suitable for, washable."""
    if label.endswith(_FOR):
        return "intended use"
    if (rest := _part(label)) and _yes_or_no(values):
        return rest[0]
    if label.endswith(_SO) and _yes_or_no(values):
        return f"{label} label"
    able = label.endswith(("able", "ible"))
    return f"{label[:-2]}ility" if able else label


def _part(label: str) -> tuple[str, str] | None:
    """What is required, needed or included, and which of them it is."""
    what, _, how = label.rpartition(" ")
    return (what, how) if what and how in _PARTS_OF_IT else None


def _yes_or_no(values: Sequence[str]) -> bool:
    return all(v.casefold() in IS_SO for v in values)


def number_attribute(label: str, unit: str, values: Sequence[int], filterable: bool) -> Attribute:
    choices = tuple(
        Choice(value=v, label=units.printed(v, unit), says=_says(label, units.printed(v, unit), _MEASURED))
        for v in values
    )
    return Attribute(
        name=slug(label),
        label=label,
        choices=choices,
        asks=_asks(label),
        filterable=filterable,
        unit=unit,
        at_least=_limited(label, ("at least {}", "{} or more")),
        at_most=_limited(label, ("at most {}", "{} or less")),
    )


def _limited(label: str, limits: tuple[str, ...]) -> tuple[str, ...]:
    """A limit in words: that weighs at most 2 kg, that is at least 20 cm tall, with an output of 400 W or
    more."""
    first, plain = SAYS.get(label, ("",))[0], f"with {_a(label)} of {{}}"
    lines = (
        (first, first) if first in _LIMITED else (first if first.startswith("that is {} ") else plain, plain)
    )
    return tuple([line.format(limit) for line, limit in zip(lines, limits, strict=True)])


def option(label: str, values: Sequence[str]) -> Option:
    return Option(
        name=slug(label),
        label=label,
        choices=tuple(Choice(value=v, label=v, says=_says(label, v)) for v in values),
        asks=_asks(label),
    )


def _a(label: str) -> str:
    return f"{'an' if label[0] in 'aeioAEIO' else 'a'} {label}"


def slug(label: str) -> str:
    return label.replace(" ", "_")


def _says(label: str, value: str, otherwise: tuple[str, ...] = _ANY) -> tuple[str, ...]:
    if (so := IS_SO.get(value.casefold())) is not None:
        return _says_flag(label, so)
    if label == "colour" and value.istitle():  # Dusty Pink
        value = value.lower()
    if label == "closure":  # a closure by buttons is a button closure
        value = " ".join(map(_singular, value.split()))
    named = terms_kept(value)[-1:] == [label]  # the neck is a V-neck, the pages are 192 pages
    mass, several = _counts_none(label) or "%" in value, label.endswith("s")
    lines = _HAS[0] if named else SAYS.get(label, otherwise)
    if lines is _ANY:
        lines = _any_value(label, value, mass)
    if label.endswith("ing") and value[:1].isdigit():
        lines = _AT
    if label == "size" and not value.isalpha():  # in size S (50 x 40 cm)
        lines = lines[:1]
    a = value if (mass and (several or not named)) or value[:1].isdigit() else _a(value)
    if value in _NONE:
        a = label if mass else _a(label)
    a_label = label if several or _counts_none(label) else _a(label)
    sayings = [says.format(value, label=label, a=a, a_label=a_label) for says in lines]
    return tuple([words.replace("{", "(").replace("}", ")") for words in sayings])


def _any_value(label: str, value: str, mass: bool) -> tuple[str, ...]:
    """How one speaks of an attribute that nothing is known of, by what kind of words its value is."""
    if value in _NONE:
        return _WITHOUT
    if label.endswith(_FOR):
        return _FITS
    if label.endswith(_SO) or _UNDONE.fullmatch(value):
        return ("that is {}",)
    if value in _NUMBERS and not mass:
        return tuple([line + _NUMBERS[value] for line in _SOME])
    if _QUANTITY.search(value):
        return _MEASURED
    return _HOW if _is_how(value) else _ANY


def _is_how(value: str) -> bool:
    """Is it how or how often, so that it stands behind what it is said of: rarely, twice a week?"""
    *_, last = value.casefold().split()
    return (last.endswith("ly") and last not in _LIKE) or not {"a", "every", "per"}.isdisjoint(
        value.split()[1:]
    )


def _says_flag(label: str, so: bool) -> tuple[str, ...]:
    if rest := _part(label):
        what, how = rest
        return tuple([line.format(what) for line in _PARTS_OF_IT[how][not so]])
    lines, a = (_IS_SO if label.endswith(_SO) else _HAS)[not so], label if _counts_none(label) else _a(label)
    return tuple([line.format(label=label, a=a) for line in lines])


def _counts_none(label: str) -> bool:
    return label.endswith(_NO_ARTICLE)


def _asks(label: str) -> tuple[str, ...]:
    return _ASKS.get(label, (label,))
