"""What buyers and the seller write on a product's page, drawn from the product's own stream. It says nothing
that a task depends on, and the stars come to the rating. Lines that an episode adds, such as lures, are
`World.notes`."""

import tomllib
from functools import cache
from importlib.resources import files

import msgspec

from ..core.streams import Rng, Streams
from ..core.values import Value
from .product import Product

REVIEWS = 2  # on a page
_ROOT = Streams("reviews")


class ReviewBook(Value):
    reviews: dict[str, dict[str, tuple[str, ...]]]  # department -> stars -> lines
    notes: dict[str, tuple[str, ...]]  # by department


@cache
def _book() -> ReviewBook:
    text = (files(__package__) / "reviews.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), ReviewBook)


def reviews_of(product: Product, department: str) -> tuple[str, ...]:
    """A few reviews, such as "4 stars: Does what it should."; none of what nobody has rated."""
    if not product.rating_tenths:
        return ()
    book, rng = _book().reviews, (_ROOT / product.id)()
    reviews: dict[str, int] = {}
    for _ in range(min(REVIEWS, product.ratings)):
        stars = _stars(rng, product.rating_tenths)
        lines = book["any"][str(stars)] + book.get(department, {}).get(str(stars), ())
        reviews.setdefault(rng.pick([line for line in lines if line not in reviews]), stars)
    return tuple([f"{n} {'star' if n == 1 else 'stars'}: {line}" for line, n in reviews.items()])


def _stars(rng: Rng, tenths: int) -> int:
    """Whole stars that come to the rating on average."""
    whole, rest = divmod(tenths, 10)
    return max(1, whole + rng.chance(100 * rest))


def notes_of(product: Product, department: str) -> tuple[str, ...]:
    """What the seller notes."""
    notes = _book().notes
    return ((_ROOT / product.id / "note")().pick(notes["any"] + notes.get(department, ())),)
