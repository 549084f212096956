"""When an item came, as its customer remembers it. In the upper half all of them say so, and some are wrong;
the policy goes by the carrier's record."""

from collections.abc import Mapping

from ...core.streams import Rng
from ...core.task import Brief, Detail
from ...core.values import replace
from ...customer.locale.en.tickets import ARRIVED, ARRIVED_CUES, ARRIVED_LABEL
from ...policy import Policy
from ...policy.claims import claim_of
from ...tools.desk_records import OrderRecord
from .draw import DrawnTicket
from .facts import order_facts
from .gold import believed_bill, cents_of, settled

TOPIC = "arrived"
UNSEEN = ("never_arrived", "charged_twice")  # of what did not come, or came twice only on paper, nobody says
OFF = (4, 7, 10, 14, 21)  # by how many days people are mistaken


def with_arrivals(rng: Rng, drawn: DrawnTicket, brief: Brief, policy: Policy, p_slip: int) -> Brief:
    """The same customer, who says of each item that came how many days before the letter that was."""
    request, order = brief.requests[0], drawn.dossier.order
    things = list(request.things)
    if order.payments.disputes:
        return brief
    for n in range(len(drawn.goods)):
        slips, told = rng.chance(p_slip), drawn.dossier.told[n]
        day = drawn.dossier.item(n).line.parcel.delivered_day
        if day is None or day >= order.ticket_opened_day or told["reason"] in UNSEEN:
            continue
        days = order.ticket_opened_day - day
        said = _mistaken(rng, policy, drawn, n, days) if slips else days
        things[n] = replace(things[n], details=(*things[n].details, _arrived(said, days)))
    return replace(brief, requests=(replace(request, things=tuple(things)),))


def _mistaken(rng: Rng, policy: Policy, drawn: DrawnTicket, n: int, days: int) -> int:
    """Another number, for which the item would be settled otherwise if there is one."""
    age = drawn.dossier.order.ticket_opened_day - drawn.dossier.order.placed_day
    others = [d for off in rng.shuffled(OFF) for d in (days - off, days + off) if 1 <= d < age]
    mine, shared, bill = drawn.gold.items[n], order_facts(drawn.dossier), believed_bill(policy, drawn.dossier)
    for said in others:
        believed = replace(drawn.dossier, order=as_said(drawn.dossier.order, {n: said}))
        s = settled(policy, believed.item(n), shared, bill)
        claim = claim_of(s.case, s.bill, s.portion)
        if (claim.resolution, cents_of(s, claim)) != (mine.resolution, mine.cents):
            return said
    return others[0] if others else days


def as_said(order: OrderRecord, said: Mapping[int, int]) -> OrderRecord:
    """The order as it would be, had items of the ticket come so many days before it was written."""
    days = {order.ticket_items[n]: order.ticket_opened_day - ago for n, ago in said.items()}
    lines = []
    for line in order.lines:
        day = days.get(line.item_id, line.parcel.delivered_day)
        lines.append(replace(line, parcel=replace(line.parcel, delivered_day=day)))
    return replace(order, lines=tuple(lines))


def _arrived(said: int, days: int) -> Detail:
    return Detail(
        topic=TOPIC,
        label=ARRIVED_LABEL,
        value=said,
        says=tuple([line.replace("{n}", "a day" if said == 1 else f"{said} days") for line in ARRIVED]),
        cues=ARRIVED_CUES,
        role="fact",
        slip=days if said != days else "",
    )
