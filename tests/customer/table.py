"""What lies on the table in the tests: things made of the shop's own schema, so that they are asked for by
its own words."""

from functools import cache

from retailgym.catalog.schema import CatalogSchema, Category, Kind, default_schema
from retailgym.catalog.wishes import Wish
from retailgym.core.task import Brief, Fallback, Persona, Request, Thing, Tone
from retailgym.customer import Shop
from retailgym.customer.heard import Heard
from retailgym.customer.hearing import hear as heard_by
from retailgym.envs.shared.shelves import Disclosure, option_detail, quantity_detail, wish_detail


@cache
def schema() -> CatalogSchema:
    return default_schema()


@cache
def kind_of(noun: str) -> tuple[Category, Kind]:
    return next((c, k) for c in schema().categories for k in c.kinds if k.noun == noun)


def thing(
    noun: str,
    *,
    said: dict[str, str | int],
    named: dict[str, str | int],
    count: int,
    instead: dict[str, str] | None = None,
) -> Thing:
    """Options among the unsaid leave a hole, wishes are named; the count is said if "quantity" stands among
    the said."""
    category, kind = kind_of(noun)

    def when(topic: str, unsaid: Disclosure) -> Disclosure:
        return "stated" if topic in said else unsaid

    told = {**said, **named}
    wishes = [
        wish_detail(category, Wish(attribute=t, value=v), when(t, "mentioned"))
        for t, v in told.items()
        if t in category.attribute
    ]
    options = [
        option_detail(category, t, str(v), when(t, "omitted"))
        for t, v in told.items()
        if t in category.option
    ]
    other = tuple(option_detail(category, t, v, "stated") for t, v in (instead or {}).items())
    return Thing(
        noun=kind.noun,
        plural=kind.plural,
        called=kind.words,
        shelf=kind.name,
        product_id=f"p-{kind.noun}",
        variant_id=f"v-{kind.noun}",
        details=(*wishes, *options, quantity_detail(count, when("quantity", "mentioned"))),
        fallback=Fallback(instead=other),
    )


KETTLE = thing(
    "kettle",
    said={},
    named={
        "material": "stainless steel",
        "capacity": 1700,
        "brand": "Norrland",
        "colour": "navy",
        "bundle": "gift box",
    },
    count=2,
    instead={"colour": "black"},
)
PARKA = thing(
    "parka",
    said={},
    named={"insulation": "goose down", "weight": 900, "size": "M", "colour": "black"},
    count=1,
    instead={"size": "L"},
)
BOOTS = thing(
    "pair of hiking boots",
    said={},
    named={"brand": "Vantorre", "width": "wide", "size": "42", "colour": "chestnut"},
    count=3,
)
DRILL = thing(
    "cordless drill",
    said={},
    named={"voltage": 18, "motor": "brushless", "brand": "Torvane", "battery": "4 Ah", "case": "hard case"},
    count=1,
)
SHAMPOO = thing(
    "shampoo",
    said={},
    named={"hair_type": "curly", "free_from": "parabens", "bottle_size": "250 ml", "scent": "mint"},
    count=4,
)
COVER = thing(
    "duvet cover",
    said={},
    named={"bed_size": "king", "fabric": "linen", "colour": "sage", "set": "two pillowcases"},
    count=2,
)
PAN = thing(
    "frying pan",
    said={},
    named={"diameter": 28, "coating": "titanium", "hob": "induction", "colour": "red", "lid": "no lid"},
    count=2,
)
MOWER = thing(
    "lawn mower",
    said={},
    named={"runtime": 50, "garden_size": "orchard", "noise": "loud", "colour": "orange", "kit": "tool only"},
    count=1,
)
BACKPACK = thing(
    "backpack", said={}, named={"weight": 900, "security": "key lock", "brand": "Okkerby"}, count=1
)
HEADPHONES = thing("pair of headphones", said={}, named={"sound": "balanced", "connector": "USB-C"}, count=1)
LETTERS = {
    "k": KETTLE, "p": PARKA, "b": BOOTS, "d": DRILL, "s": SHAMPOO, "c": COVER, "f": PAN, "m": MOWER,
    "g": BACKPACK, "h": HEADPHONES,
}  # fmt: skip


def category(thing: Thing) -> Category | None:
    return kind_of(thing.noun)[0]


def hear(message: str, things: tuple[Thing, ...]) -> Heard:
    """What a customer of this shop hears."""
    return heard_by(message, things, category)


def shop(*sold_out: str) -> Shop:
    """The shop, in which what goes by these nouns has sold out."""
    return Shop(category=category, has_gone=lambda t: t.noun in sold_out)


def on_table(letters: str) -> tuple[Thing, ...]:
    return tuple(LETTERS[letter] for letter in letters)


def brief(*things: Thing, patience: int = 5, tone: Tone = "dry", confirmations: int = 1) -> Brief:
    return Brief(
        persona=Persona(tone=tone, patience=patience),
        requests=(Request(job="cart", things=things, confirmations=confirmations),),
    )


def heard_as(letters: str, message: str) -> str:
    """What a customer with these things hears, written as the tables of phrasings write it."""
    heard = hear(message, on_table(letters))
    forward = [(g.thing, g.topic) for g in heard.given] if heard.seeks in ("okay", "inverted") else []
    parts = sorted({f"{letters[n]}.{topic}" for n, topic in (*heard.asked, *forward)})
    parts += ["CONFIRM"] if heard.confirms else []
    parts += outs(letters, heard)
    return " ".join(parts or (["OPEN"] if heard.open else []))


def outs(letters: str, heard: Heard) -> list[str]:
    if not heard.stock_out:
        return []
    return ["OUT"] if len(letters) == 1 or not heard.out else sorted(f"OUT:{letters[n]}" for n in heard.out)


def expected(row: str) -> str:
    """The same, in the order of heard_as."""
    asked = sorted(part for part in row.split() if "." in part)
    return " ".join([*asked, *sorted(part for part in row.split() if "." not in part)])
