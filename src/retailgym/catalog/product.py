"""Products and their variants, as the catalogue keeps them."""

from collections.abc import Mapping
from hashlib import blake2b

import msgspec

from ..value import Value

_ALPHABET = "23456789abcdefghjkmnpqrstvwxyz"
_PAIRS = tuple(a + b for a in _ALPHABET for b in _ALPHABET)


class Variant(Value, array_like=True):
    """One way to buy a product, with a price and a stock of its own."""

    id: str
    options: Mapping[str, str]
    price_cents: int
    stock: int


class Product(Value, array_like=True):
    """A page of the catalogue. The first nine fields are all that a list of results needs (see Head)."""

    id: str
    title: str
    brand: str
    shelf: str
    price_cents: int  # of the variant that the product page shows first
    rating_tenths: int
    ratings: int
    ship_days: int
    stock: int  # over all variants
    attributes: Mapping[str, str | int]
    variants: tuple[Variant, ...]
    description: str

    def in_stock(self) -> list[Variant]:
        return [v for v in self.variants if v.stock]

    def held(self, number: int) -> Variant:
        """One of the variants in stock, by a number of 64 bits."""
        held = self.in_stock()
        return held[number * len(held) >> 64]

    def variant(self, id: str) -> Variant | None:
        return next((v for v in self.variants if v.id == id), None)


class Head(Value, array_like=True, forbid_unknown_fields=False):
    """The first fields of a stored product; the rest is skipped unread."""

    id: str
    title: str
    brand: str
    shelf: str
    price_cents: int
    rating_tenths: int
    ratings: int
    ship_days: int
    stock: int


def new_id(prefix: str, *path: str | int, letters: int = 10) -> str:
    """An id without a pattern: nothing can be read off it, and the same path gives the same id."""
    return prefix + spelled(int.from_bytes(blake2b("/".join(map(str, path)).encode(), digest_size=8).digest(), "big"), letters)


def spelled(number: int, letters: int) -> str:
    """A number of 64 bits in so many letters, two at a time."""
    text = ""
    for _ in range((letters + 1) // 2):
        number, pair = divmod(number, len(_PAIRS))
        text += _PAIRS[pair]
    return text[:letters]


encode_product = msgspec.msgpack.Encoder().encode
decode_product = msgspec.msgpack.Decoder(Product).decode
decode_head = msgspec.msgpack.Decoder(Head).decode
