"""Tracking: the expert, who sees only what was said and shown."""

import re
from collections.abc import Callable

from ...core.env import Acts, Moves, Observation
from ...customer.acts import EXTENT
from ...tools.orders import OrderPage, ParcelView
from ...world.carriers import HANDED, HELD_UP, MISSING, WAITING, CarrierTerms, read_terms
from ...world.orders import EXPECTED
from ..shared.expert_moves import Line, Notes, Skill, call, content, recall
from ..shared.order_reach import read_parcels
from ..shared.records import orders_before

STATUS = {
    "handed to the carrier": "in_transit", "arrived at the sorting centre": "in_transit",
    "held up on the way": "delayed", HANDED: "delivered", MISSING: "delayed",
    "out for delivery": "out_for_delivery", "nobody at home, waiting at the pickup point": "held",
    "delivered, signed for": "delivered",
    "delivered, left at the door": "delivered", "missing, search given up": "lost",
    "address not found, going back to the sender": "returned_to_sender",
}  # fmt: skip


Worked = Callable[[ParcelView, OrderPage, int], tuple[str, int]]


def expert(seen: Observation, heard: Acts) -> Moves:
    """Find the line, asking for what was left open, and read its parcel's scans."""
    yield from steps(Notes(heard))


def steps(notes: Notes, worked: "Worked | None" = None) -> Moves:
    """The same by what was noted; where a parcel is, is worked out in this way or as its carrier says."""
    first, worked = min(notes.things), worked or by_carrier
    line, today = yield from _found(notes, first)
    told = notes.told[first].get(EXTENT)
    extent = read_parcels(told.value) if told else None
    words = {} if extent else {"words": notes.things[first].shelf}
    seen, _ = yield call("order_get", order_id=line.order_id, **words)
    page: OrderPage = content(seen)
    mine = page.lines[line.place(page)].parcel_id
    found = [(*worked(p, page, today), p.parcel_id, page.order_id) for p in page.parcels]
    if extent:
        for other in (yield from orders_before(page, extent.orders - 1)) if extent.orders > 1 else ():
            found += [(*worked(p, other, today), p.parcel_id, other.order_id) for p in other.parcels]
        by_day = sorted(found, key=lambda reported: reported[1])
        found = [by_day[min(extent.nth, len(by_day)) - 1]]  # 0: the last
    else:
        found = [reported for reported in found if reported[2] == mine]
    ((status, day, parcel_id, order_id),) = found
    yield call("report_status", order_id=order_id, parcel_id=parcel_id, status=status, day=day)


def by_carrier(parcel: ParcelView, page: OrderPage, today: int) -> tuple[str, int]:
    """What becomes of a parcel by how its carrier works, where the page tells that."""
    if not page.carrier_terms:
        return whereabouts(parcel)
    return worked_out(parcel, read_terms(page.carrier_terms, parcel.carrier, today), today)


def _found(notes: Notes, thing: int) -> Skill[tuple[Line, int]]:
    """The line that is meant, and what day it is."""
    steps, today = recall(notes, thing), 0
    turn = next(steps)
    while True:
        seen, heard = yield turn
        today = getattr(getattr(seen.messages[-1], "content", None), "day", today)
        try:
            turn = steps.send((seen, heard))
        except StopIteration as found:
            return found.value, today


def worked_out(parcel: ParcelView, terms: CarrierTerms, today: int) -> tuple[str, int]:
    """What becomes of a parcel by how its carrier works."""
    last = parcel.scans[-1] if parcel.scans else None
    if last is not None and (more := re.fullmatch(HELD_UP.format(r"(\d+)"), last.event)):
        return "delayed", terms.after(last.day, int(more[1]), last.place)
    if last is None or last.event not in (MISSING, WAITING, HANDED):
        return whereabouts(parcel)
    if last.event == HANDED:
        return "delivered", terms.after(last.day, terms.shop, last.place)
    if last.event == MISSING:
        end = terms.after(last.day, terms.search, last.place)
        return "lost" if end <= today else "delayed", end
    back = terms.after(last.day, terms.keep + 1, last.place)
    return ("returned_to_sender", back) if back <= today else ("held", last.day)


def whereabouts(parcel: ParcelView) -> tuple[str, int]:
    """What the last scan means by itself, and the day that goes with it."""
    if not parcel.scans:
        return "preparing", parcel.promised_day
    last = parcel.scans[-1]
    status = STATUS.get(last.event, "delayed")
    return status, (last.expected_day or parcel.promised_day) if status in EXPECTED else last.day
