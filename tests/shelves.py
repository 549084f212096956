"""Everything that stands on a shelf in one episode, by looking at all of it."""

from retailgym.catalog.product import Product
from retailgym.catalog.wishes import Wish, holds
from retailgym.core.task import Thing
from retailgym.world import World


def on_shelf(world: World, name: str) -> list[Product]:
    shelf = world.catalog.shelf_named(name)
    assert shelf is not None
    kept = [
        world.catalog.at(doc) for doc in range(shelf.first, shelf.last) if doc not in world.overlay.masked
    ]
    return kept + [a.product for a in world.overlay.added.values() if a.product.shelf == name]


def fitting(world: World, thing: Thing) -> list[Product]:
    """Products that have everything the customer would say of the thing."""
    wishes = [Wish(attribute=d.topic, value=d.value, op=d.op) for d in thing.details if d.role == "wish"]
    return [p for p in on_shelf(world, thing.shelf) if all(holds(w, p) for w in wishes)]
