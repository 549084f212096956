"""The shopping list for a project, as the agent hands it over."""

from ..core.values import Value
from ..world import World
from .catalog import find
from .kit import ProductId, Refused, View, closes

MOST_ITEMS = 20


class Item(Value):
    product_id: str
    title: str
    price_cents: int


class Bundle(View):
    """What was handed over. It shows no ids: a product that nothing else has shown was not found, but
    guessed."""

    items: list[Item]
    total_cents: int
    currency: str


@closes
def recommend_bundle(world: World, items: list[ProductId]) -> tuple[tuple[str, ...], Bundle]:
    """Hand over the finished list: one product id for each thing that is needed and nothing else. A product
    counts at the price that search shows, whatever its variants cost. This ends the job."""
    if not 1 <= len(items) <= MOST_ITEMS:
        raise Refused(f"a bundle has 1 to {MOST_ITEMS} items, not {len(items)}")
    products = [find(world, id) for id in items]
    listed = [Item(product_id=p.id, title=p.title, price_cents=p.price_cents) for p in products]
    return tuple(items), Bundle(
        items=listed, total_cents=sum(p.price_cents for p in products), currency=world.customer.currency
    )
