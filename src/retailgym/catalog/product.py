"""Products and their variants, as the catalogue keeps them."""

from collections.abc import Mapping
from hashlib import blake2b

import msgspec

from ..core.values import Value

_ALPHABET = "23456789abcdefghjkmnpqrstvwxyz"
_PAIRS = tuple(a + b for a in _ALPHABET for b in _ALPHABET)
_TWO = len(_PAIRS)  # ways to write two letters
_FOUR = _TWO**2


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


def new_id(prefix: str, *path: str | int, letters: int = 10) -> str:
    """An id without a pattern: nothing can be read off it, and the same path gives the same id."""
    return prefix + spelled(
        int.from_bytes(blake2b("/".join(map(str, path)).encode(), digest_size=8).digest(), "big"), letters
    )


def spelled(number: int, letters: int) -> str:
    """A number of 64 bits in so many letters, two at a time."""
    text = ""
    for _ in range((letters + 3) // 4):
        number, low = divmod(number, _FOUR)
        second, first = divmod(low, _TWO)
        text += _PAIRS[first] + _PAIRS[second]
    return text[:letters]


encode_product = msgspec.msgpack.Encoder().encode
decode_product = msgspec.msgpack.Decoder(Product).decode
decode_outline = msgspec.msgpack.Decoder(Outline).decode
decode_head = msgspec.msgpack.Decoder(Head).decode
