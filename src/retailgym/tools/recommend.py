"""Recommending: a list of products, or one in place of another."""

from ..core.values import Value
from ..world import World
from .catalog import find
from .kit import ProductId, Refused, View, closes

MOST = 20


class Shown(Value):
    product_id: str
    title: str
    price_cents: int


class Recommended(View):
    """What was recommended. It shows nothing that had to be retrieved before."""

    products: list[Shown]
    currency: str


def _shown(world: World, product_id: str) -> Shown:
    p = find(world, product_id)
    return Shown(product_id=p.id, title=p.title, price_cents=p.price_cents)


@closes
def recommend(world: World, product_ids: list[ProductId]) -> tuple[tuple[str, ...], Recommended]:
    """Recommend products and finish: exactly as many as the customer wants, only such as have everything
    asked for and are in stock, the best first by what the customer goes by. Where two are level in that, the
    cheaper one comes first. Prices are those of the results."""
    if not 1 <= len(product_ids) <= MOST:
        raise Refused(f"recommend takes 1 to {MOST} products, not {len(product_ids)}")
    return tuple(product_ids), Recommended(
        products=[_shown(world, id) for id in product_ids], currency=world.customer.currency
    )


@closes
def suggest_substitute(world: World, product_id: ProductId) -> tuple[str, Recommended]:
    """Suggest one product in place of the one that sold out, and finish. It must be in stock, of the same
    kind (shelf), within the price that the customer allows and have all that the customer insists on. Of
    those, suggest the closest to the sold-out one. Distance: compare the brand and every attribute on the
    product pages. Leave out each one for which the customer set a condition of any kind, be it "must be X",
    "not X", "at least" or "at most"; what they only told to describe the old product is no condition and
    counts. What differs counts 2; but two plain numbers of one kind of unit (800 g and 1.2 kg) count 1 unless
    one is at least twice the other. Where the customer has something count twice or
    three times, multiply it; what does not count for them, leave out; what price and days count for them,
    add: half a difference counts 1. The smallest sum is the closest."""
    return product_id, Recommended(products=[_shown(world, product_id)], currency=world.customer.currency)
