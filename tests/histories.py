"""A customer with orders, drawn as the jobs draw them, and one written out by hand so that worked cases can
show their numbers."""

import retailgym as rg
from retailgym.core.difficulty import axes_at
from retailgym.core.streams import Streams
from retailgym.core.values import replace
from retailgym.envs.shared.order_families import with_orders
from retailgym.world import Customer, World, build
from retailgym.world.orders import Bought, Order, Parcel

TODAY = 4000  # day 0 is a Monday and 4000 = 7 x 571 + 3, so this is a Thursday


def drawn(level: int, seed: int, **axes: int) -> World:
    at = Streams(f"histories/{level}/{seed}")
    return with_orders(at, build(at, axes_at(level, axes), rg.catalog.load()))


def arrived(day: int, **changes: object) -> Parcel:
    """A parcel that was delivered on time and left at the door."""
    parcel = Parcel(carrier="Postwing", sent=day - 4, promised=day, status="delivered", day=day, route=0xFFF)
    return replace(parcel, **changes)


def order(
    number: int, placed: int, *lines: Bought, parcels: tuple[Parcel, ...] = (), **changes: object
) -> Order:
    made = Order(
        number=number,
        placed=placed,
        recipient="Ada Abara",
        gift=False,
        method="standard",
        region="US",
        currency="USD",
        business=False,
        lines=lines,
        parcels=parcels or (arrived(placed + 5),),
    )
    return replace(made, **changes)


def shop(*orders: Order) -> World:
    """A world in which Ada Abara, who is no member, has these orders."""
    at = Streams("by hand")
    world = build(at, axes_at(3), rg.catalog.load())
    customer = Customer(id="c1", name="Ada Abara", tier="none", region="US", currency="USD")
    return replace(world, today=TODAY, customer=customer, orders=orders)
