"""Tracking: the expert, who sees only what was said and shown."""

from ...core.env import Acts, Moves, Observation
from ...tools import orders as order_tools
from ...world.orders import EXPECTED
from ..shared.expert_moves import Notes, call, content, recall

STATUS = {
    "handed to the carrier": "in_transit", "arrived at the sorting centre": "in_transit",
    "held up on the way": "delayed",
    "out for delivery": "out_for_delivery", "nobody at home, waiting at the pickup point": "held",
    "delivered, signed for": "delivered",
    "delivered, left at the door": "delivered", "missing, search given up": "lost",
    "address not found, going back to the sender": "returned_to_sender",
}  # fmt: skip


def expert(seen: Observation, heard: Acts) -> Moves:
    """Find the line, asking for what was left open, and read its parcel's scans."""
    notes = Notes(heard)
    first = min(notes.things)
    line = yield from recall(notes, first)
    order_id = line.order_id
    seen, _ = yield call("order_get", order_id=order_id, words=notes.things[first].shelf)
    page = content(seen)
    parcel_id = page.lines[line.place(page)].parcel_id
    parcel = next(p for p in page.parcels if p.parcel_id == parcel_id)
    status, day = whereabouts(parcel)
    yield call("report_status", order_id=order_id, parcel_id=parcel_id, status=status, day=day)


def whereabouts(parcel: order_tools.ParcelView) -> tuple[str, int]:
    """What the last scan means, and the day that goes with it."""
    if not parcel.scans:
        return "preparing", parcel.promised_day
    last = parcel.scans[-1]
    status = STATUS[last.event]
    return status, (last.expected_day or parcel.promised_day) if status in EXPECTED else last.day
