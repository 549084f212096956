"""Products and their variants, as the catalogue keeps them, and what one episode changes: products taken off
the list and products put on it."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from ..core.streams import spelled
from ..core.values import Value, replace

if TYPE_CHECKING:
    from .catalogue import Catalog


class Variant(Value, array_like=True):
    """One way to buy a product, with a price and a stock of its own."""

    id: str
    options: Mapping[str, str]
    price_cents: int
    stock: int


class Head(Value, array_like=True, forbid_unknown_fields=False):
    """What a list of results shows: the first fields of a stored product; the rest is skipped unread."""

    id: str
    title: str
    brand: str
    shelf: str
    price_cents: int  # of the variant that the product page shows first
    rating_tenths: int
    ratings: int
    ship_days: int
    stock: int  # over all variants


class Outline(Head, array_like=True, forbid_unknown_fields=False):
    """What filters and comparisons look at."""

    attributes: Mapping[str, str | int]


class Product(Outline, array_like=True):
    """A page of the catalogue."""

    variants: tuple[Variant, ...]
    description: str

    def in_stock(self) -> list[Variant]:
        return [v for v in self.variants if v.stock]

    def held(self, number: int) -> Variant:
        """One of the variants in stock, by a number of 64 bits."""
        held = self.in_stock()
        return held[number * len(held) >> 64]

    def going(self, number: int) -> list[Variant]:
        """Two or three of the variants in stock, of which at least one stays, by a number of 64 bits."""
        held = self.in_stock()
        number, three = divmod(number, 2)
        for n in range(min(2 + three, len(held) - 1)):
            number, at = divmod(number, len(held) - n)
            held[n], held[n + at] = held[n + at], held[n]
        return held[: min(2 + three, len(held) - 1)]

    def variant(self, id: str) -> Variant | None:
        return next((v for v in self.variants if v.id == id), None)


encode_product = msgspec.msgpack.Encoder().encode
decode_product = msgspec.msgpack.Decoder(Product).decode
decode_outline = msgspec.msgpack.Decoder(Outline).decode
decode_head = msgspec.msgpack.Decoder(Head).decode


class Added(Value, dict=True, gc=True):
    """A product of this episode alone: a document of the catalogue with another id, another model name and
    one attribute changed.

    It is made when somebody looks. Among equal scores it stands right after document `place`, on the same
    shelf."""

    id: str
    catalog: "Catalog"
    doc: int
    attribute: str
    value: str | int
    place: int
    number: int  # its model name and its variants' ids come from this

    @cached_property
    def outline(self) -> Outline:
        """What filters look at; the words are still the base's."""
        base = self.catalog.outline(self.doc)
        if self.attribute == "brand":
            return replace(base, id=self.id, brand=str(self.value))
        return replace(base, id=self.id, attributes={**base.attributes, self.attribute: self.value})

    @cached_property
    def listed(self) -> Outline:
        """What lists and comparisons show: the same in its own words."""
        return replace(self.outline, title=_reworded(self.outline.title, self._words))

    @cached_property
    def product(self) -> Product:
        base, shown = self.catalog.at(self.doc), self.listed
        return replace(
            base,
            id=self.id,
            brand=shown.brand,
            attributes=shown.attributes,
            title=shown.title,
            description=_reworded(base.description, self._words),
            variants=tuple([self._variant(n, v) for n, v in enumerate(base.variants)]),
        )

    @cached_property
    def _words(self) -> list[tuple[str, str]]:
        """What its texts say instead of the base's."""
        base = self.catalog.outline(self.doc)
        category = self.catalog.category_of(base)
        attribute = category.attribute[self.attribute]
        now: str | int = base.brand if self.attribute == "brand" else base.attributes[self.attribute]
        words = [_renamed(category.series, base.title, self.number)]
        if attribute.filterable or category.own_words:  # the texts that we write say nothing of the others
            words.append((attribute.choice(now).label, attribute.choice(self.value).label))
        return words

    def _variant(self, n: int, v: Variant) -> Variant:
        number = (self.number + n) * 0x9E3779B97F4A7C15 % 2**64
        return Variant(
            id="v" + spelled(number, 7), options=v.options, price_cents=v.price_cents, stock=v.stock
        )


def _renamed(series: tuple[str, ...], title: str, number: int) -> tuple[str, str]:
    """The model name in the title and another one."""
    old = next((n for n, name in enumerate(series) if name in title and len(_split(title, name)) > 1), 0)
    return series[old], series[(old + 1 + number % (len(series) - 1)) % len(series)]


def _reworded(text: str, words: Iterable[tuple[str, str]]) -> str:
    for old, new in words:
        if old in text:
            text = new.join(_split(text, old))
    return text


def _split(text: str, words: str) -> list[str]:
    """The text around the words, where they stand whole: no light in a flashlight, and no 1 kg in 1.1 kg."""
    parts, begin, at = [], 0, text.find(words)
    while at >= 0:
        end = at + len(words)
        if _joins(text[at - 1 : at]) or text[at - 1 : at] == "." or _joins(text[end : end + 1]):
            at = text.find(words, at + 1)
        else:
            parts.append(text[begin:at])
            begin, at = end, text.find(words, end)
    return [*parts, text[begin:]]


def _joins(letter: str) -> bool:
    """Does this make one word with what stands beside it?"""
    return letter.isalnum() or letter in ("_", "-")


class Overlay(Value):
    masked: frozenset[int] = frozenset()  # documents
    added: Mapping[str, Added] = {}  # by product id
    sold_out: frozenset[str] = frozenset()  # product ids of which nothing is left

    def __or__(self, other: "Overlay") -> "Overlay":
        added = {**self.added, **other.added}
        return Overlay(
            masked=self.masked | other.masked, added=added, sold_out=self.sold_out | other.sold_out
        )


NOTHING = Overlay()
