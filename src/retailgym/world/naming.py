"""What products, variants and order lines are called where a person reads of them: by title, with the id
behind it."""

from collections.abc import Iterable

from .world import World


def product_name(world: World, product_id: str) -> str:
    product = world.product(product_id)
    return f"{product.title} ({product_id})" if product else product_id


def product_names(world: World, ids: Iterable[str]) -> str:
    return "; ".join([product_name(world, id) for id in ids]) or "nothing"


def variant_name(world: World, product_id: str, variant_id: str) -> str:
    product = world.product(product_id)
    variant = product.variant(variant_id) if product else None
    if product is None or variant is None:
        return variant_id
    return f"{product.title} in {', '.join(variant.options.values())} ({variant_id})"


def line_name(world: World, order_id: str, line_id: str) -> str:
    """A line of an order; the ids alone where there is none."""
    for order in world.orders:
        if order.id == order_id and line_id in order.line_ids:
            title = world.catalog.head(order.lines[order.line_ids.index(line_id)].doc).title
            return f"{title} (line {line_id} of order {order_id})"
    return f"line {line_id} of order {order_id}"
