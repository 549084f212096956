"""Products on their way into the catalogue: offers of one group, put together."""

from collections.abc import Sequence
from functools import lru_cache

from ...core.streams import Streams, new_id
from ...core.values import Value
from .. import units
from ..product import Variant
from ..search.tokens import terms
from .offer import Offer, Reason
from .texts import plain, written

LONGEST_VALUE, LONGEST_NAME = 40, 30
UNBRANDED = "Unbranded"
DRAWN = Streams("import")
_SPELT = {
    "color": "colour",
    "item color": "colour",
    "colour name": "colour",
    "color name": "colour",
    "material type": "material",
    "manufacturer recommended age": "recommended age",
    "size name": "size",
    "item weight": "weight",
    "product weight": "weight",
    "item form": "form",
    "made in": "origin",
    "country of origin": "origin",
    "made from": "material",
    "made of": "material",
}
_IDENTIFIERS = frozenset((
    "asin", "upc", "ean", "gtin", "mpn", "isbn", "isbn 10", "isbn 13", "sku", "barcode", "url", "link",
    "image", "best sellers rank",
    "item model number", "model number", "model name", "model", "part number", "manufacturer part number",
    "date first available", "customer reviews",
    "is discontinued by manufacturer", "product id", "publication date", "release date", "brand",
    "brand name", "manufacturer", "title", "name",
    "price", "tags", "series",
))  # fmt: skip


class ImportedItem(Value):
    """A product as its offers give it: what all of them share, and what each has of its own."""

    group: str
    title: str
    brand: str
    price_cents: int
    description: str
    rating_tenths: int
    ratings: int
    ship_days: int  # 0: not stated
    attributes: dict[str, str]  # by label
    choices: tuple[dict[str, str], ...]  # options of each variant, by label
    variants: tuple[Variant, ...]  # still without options
    popularity: int  # ratings, else the place in the file
    notes: str = ""  # what stands nowhere else
    synthesised: tuple[str, ...] = ()

    @property
    def varies(self) -> frozenset[str]:
        """The options in which its variants differ."""
        names = {name for choice in self.choices for name in choice}
        return frozenset(n for n in names if len({choice.get(n, "") for choice in self.choices}) > 1)


@lru_cache(maxsize=65_536)
def label_of(name: str) -> str:
    """A name in plain lower-case words; empty for an identifier, or for what nobody could say."""
    words = " ".join(terms_kept(written(name)))
    words = _SPELT.get(words, words)
    return (
        ""
        if words in _IDENTIFIERS or len(words) > LONGEST_NAME or not any(c.isalpha() for c in words)
        else words
    )


def terms_kept(text: str) -> list[str]:
    return "".join(c if c.isalnum() else " " for c in text.lower()).split()


@lru_cache(maxsize=262_144)
def value_of(text: str) -> str:
    """A value that can be said: short, in plain letters or digits; else empty."""
    words = written(plain(text, 4 * LONGEST_VALUE))
    return words if len(words) <= LONGEST_VALUE and terms(words) else ""


def _said(label: str, value: str) -> str:
    """A colour or a material is no acronym, however it is shouted, and no name where it is one word."""
    plainly = value.isupper() or (label == "material" and value.istitle() and len(terms(value)) < 3)
    return value.lower() if label in ("colour", "material", "pattern") and plainly else value


class Assembly(Value):
    """How offers become items: in which currency, and what is synthesised where the file says nothing."""

    currency: str
    synthesise: frozenset[str] = frozenset()


def assembled(
    offers: Sequence[Offer], how: Assembly
) -> tuple[ImportedItem | None, list[tuple[Offer, Reason]]]:
    """The product of one group, and the offers that cannot be part of it."""
    refused: list[tuple[Offer, Reason]] = [
        (o, "another currency") for o in offers if o.currency not in ("", how.currency)
    ]
    kept: dict[tuple[tuple[str, str], ...], Offer] = {}
    for offer in offers:
        if offer.currency in ("", how.currency):
            options = tuple(sorted(_options(offer).items()))
            if kept.setdefault(options, offer) is not offer:
                refused.append((offer, "same options twice"))
    if not kept:
        return None, refused
    chosen = list(kept.values())
    first = chosen[0]
    attributes, notes = _known(chosen)
    variants, drawn = _variants(chosen, how)
    days = max((o.ship_days or 0 for o in chosen), default=0)
    if not days and "shipping" in how.synthesise:
        rng = (DRAWN / "shipping" / first.group)()
        days, drawn = 1 + min(rng.below(8), rng.below(8)) + rng.below(3), (*drawn, "shipping")
    best = max(chosen, key=lambda o: o.ratings)
    item = ImportedItem(
        group=first.group,
        title=first.title,
        brand=written(first.brand) or UNBRANDED,
        price_cents=first.price_cents,
        description=first.description,
        rating_tenths=best.rating_tenths,
        ratings=best.ratings,
        ship_days=days,
        attributes=attributes,
        choices=tuple(_options(o) for o in chosen),
        variants=variants,
        notes=notes,
        synthesised=drawn,
        popularity=best.ratings or -first.row,
    )
    return item, refused


def _options(offer: Offer) -> dict[str, str]:
    options = dict([_read(name, text) for name, text in offer.options.items()])
    return {name: value for name, value in options.items() if name and value}


def _read(name: str, text: str) -> tuple[str, str]:
    """What a column or an option is called and what it says; a unit in the name belongs to the number:
    "Pot size (cm)" and 12 are a pot size of 12 cm."""
    label, value = label_of(name), value_of(text)
    called, _, unit = label.rpartition(" ")
    if called and unit in units.UNITS and units.measure(f"{value} {unit}"):
        label, value = called, f"{value} {unit}"
    return label, _said(label, value)


def _known(offers: Sequence[Offer]) -> tuple[dict[str, str], str]:
    """Attributes that hold for every variant, and the rest in words."""
    attributes: dict[str, str] = {}
    notes: list[str] = []
    for name, text in offers[0].attributes.items():
        label, value = _read(name, text)
        if label and value and all(o.attributes.get(name) == text for o in offers[1:]):
            attributes.setdefault(label, value)
        elif label:
            notes.append(f"{plain(name, LONGEST_NAME)}: {plain(text, 80)}.")
    return attributes, " ".join(notes[:12])


def _variants(offers: Sequence[Offer], how: Assembly) -> tuple[tuple[Variant, ...], tuple[str, ...]]:
    made, drawn = [], False
    for offer in offers:
        stock = offer.stock
        if stock is None and offer.available is False:
            stock = 0
        if stock is None and "stock" in how.synthesise:
            rng = (DRAWN / "stock" / offer.id)()
            stock, drawn = 0 if offer.available is None and rng.chance(60) else rng.between(5, 60), True
        if stock is None:
            stock = 1 if offer.available else 0  # in stock, of which one piece is known
        made.append(
            Variant(
                id=new_id("v", "import", offer.id, letters=7),
                options={},
                price_cents=offer.price_cents,
                stock=min(stock, 60_000),
            )
        )
    return tuple(made), ("stock",) if drawn else ()
