"""Telling the customer where a parcel is."""

from typing import Annotated

from msgspec import Meta

from ..core import dates
from ..core.values import Value
from ..world import World
from ..world.orders import Status
from .kit import Day, Refused, View, closes
from .orders import OrderId, ParcelId, find_order

Told = Annotated[
    Status,
    Meta(
        description="preparing: no scan yet; delayed: the carrier has put the day off; held: at a pickup "
        "point."
    ),
]
Disclosure = Annotated[
    Day,
    Meta(
        description="A date as printed: of a parcel still to come (preparing, in_transit, delayed, "
        "out_for_delivery) the day on which it is expected now; of any other that of its last scan, unless "
        "the carrier's terms give one."
    ),
]


class StatusReport(Value):
    order_id: str
    parcel_id: str
    status: str
    day: int


class Reported(View):
    told: str


@closes
def report_status(
    world: World, order_id: OrderId, parcel_id: ParcelId, status: Told, day: Disclosure
) -> tuple[StatusReport, Reported]:
    """Tell the customer where the parcel is that holds what they ask about, and finish."""
    order = find_order(world, order_id)
    if parcel_id not in order.parcel_ids:
        raise Refused(
            f"no parcel {parcel_id!r} in order {order_id!r}; its parcels are {', '.join(order.parcel_ids)}"
        )
    report = StatusReport(order_id=order_id, parcel_id=parcel_id, status=status, day=day)
    return report, Reported(
        told=f"parcel {parcel_id} of order {order_id}: {status.replace('_', ' ')}, {dates.printed(day)}"
    )
