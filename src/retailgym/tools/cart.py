"""The customer's cart."""

from typing import Annotated

from msgspec import Meta

from ..core.values import Value, replace
from ..world import CartLine, World, stock
from .catalog import find
from .kit import ProductId, Refused, VariantId, View, closes, irreversible, reads, writes

Quantity = Annotated[int, Meta(description="How many pieces.")]


class LineView(Value):
    product_id: str
    variant_id: str
    title: str
    options: str
    quantity: int
    price_cents: int  # for one


class CartView(View):
    """Shows no ids that the agent did not give itself."""

    lines: list[LineView]
    total_cents: int
    currency: str


def _view(world: World) -> CartView:
    lines = []
    for line in world.cart:
        p = find(world, line.product_id)
        v = next(v for v in p.variants if v.id == line.variant_id)
        options = ", ".join(v.options.values())
        lines.append(
            LineView(
                product_id=p.id,
                variant_id=v.id,
                title=p.title,
                options=options,
                quantity=line.quantity,
                price_cents=v.price_cents,
            )
        )
    return CartView(
        lines=lines,
        total_cents=sum(line.quantity * line.price_cents for line in lines),
        currency=world.customer.currency,
    )


def _put(world: World, product_id: str, variant_id: str, quantity: int) -> tuple[World, CartView]:
    """The cart with this many of that variant in it; none takes the line out."""
    p = find(world, product_id)
    v = p.variant(variant_id)
    if v is None:
        raise Refused(
            f"product {product_id!r} has no variant {variant_id!r}; call catalog_get_variants to see "
            f"those "
            f"it has"
        )
    if quantity > (left := stock(world, p, v)):
        raise Refused(
            f"only {left} of variant {variant_id!r} are left"
            if left
            else f"variant {variant_id!r} of {p.title!r} is sold out"
        )
    new = CartLine(product_id=product_id, variant_id=variant_id, quantity=quantity)
    lines = [new if line.variant_id == variant_id else line for line in world.cart]
    if new not in lines:
        lines.append(new)
    world = replace(world, cart=tuple(line for line in lines if line.quantity))
    return world, _view(world)


def _held(world: World, product_id: str, variant_id: str) -> CartLine | None:
    return next(
        (line for line in world.cart if line.product_id == product_id and line.variant_id == variant_id), None
    )


def _needed(world: World, product_id: str, variant_id: str) -> CartLine:
    line = _held(world, product_id, variant_id)
    if line is None:
        raise Refused(
            f"variant {variant_id!r} of product {product_id!r} is not in the cart; call cart_view to see "
            f"what is"
        )
    return line


@reads
def cart_view(world: World) -> CartView:
    """What is in the cart now."""
    return _view(world)


@writes
def cart_add(
    world: World, product_id: ProductId, variant_id: VariantId, quantity: Quantity = 1
) -> tuple[World, CartView]:
    """Put pieces of one variant into the cart, on top of those already there."""
    if quantity < 1:
        raise Refused(f"quantity {quantity} cannot be added; it must be 1 or more")
    held = _held(world, product_id, variant_id)
    return _put(world, product_id, variant_id, quantity + (held.quantity if held else 0))


@writes
def cart_remove(world: World, product_id: ProductId, variant_id: VariantId) -> tuple[World, CartView]:
    """Take a variant out of the cart."""
    line = _needed(world, product_id, variant_id)
    world = replace(world, cart=tuple(kept for kept in world.cart if kept != line))
    return world, _view(world)


@writes
def cart_set_quantity(
    world: World, product_id: ProductId, variant_id: VariantId, quantity: Quantity
) -> tuple[World, CartView]:
    """Change how many of a variant are in the cart; 0 takes it out."""
    _needed(world, product_id, variant_id)
    if quantity < 0:
        raise Refused(f"quantity {quantity} is below 0")
    return _put(world, product_id, variant_id, quantity)


@irreversible
@closes
def cart_confirm(world: World) -> tuple[bool, CartView]:
    """Confirm the cart as it stands, after the customer's yes, and finish. They are charged for exactly what
    is in it; this cannot be undone."""
    return True, _view(world)
