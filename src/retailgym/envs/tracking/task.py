"""Tracking: what is drawn, which goal a candidate has, and what the verifier checks."""

from collections.abc import Mapping, Sequence
from typing import get_args

from ...core import dates
from ...core.env import Outcome
from ...core.reward import SMALL_CAP, Check, Findings
from ...core.streams import Rng, Streams
from ...core.task import Brief, Detail, Ending, Par, Request, TaskPool, Thing
from ...core.values import Value, replace
from ...customer.locale.en import links as phrases
from ...customer.locale.en.grammar import bare_noun
from ...tools import orders as order_tools
from ...tools.tracking import StatusReport
from ...world import World
from ...world.carriers import HANDED, HELD_UP, MISSING, WAITING, CarrierTerms, draw_terms
from ...world.facts import CARRIERS, way
from ...world.order_history import crowded_counts
from ...world.orders import Notice, Order, Parcel, Status
from ..shared.order_families import Family, LineRef, pick_family, with_orders
from ..shared.order_reach import FROM_LINKS, ParcelExtent, before, extent_detail, looks, reach
from ..shared.order_references import (
    OrderReference,
    draw_reference,
    listing_calls,
    most_exchanges,
    reference_details,
)
from ..shared.shelves import CANDIDATES, name_of, persona

SEARCHED, KEPT = 3, 9  # days for which a carrier searches, and keeps a parcel


PROMISED = {"standard": 9, "express": 5, "next_day": 2}  # days within which a parcel is promised, at most
FRESH = 4  # so much more likely has a young order not arrived
RECENT = 16  # days since the order within which a parcel may still be on its way
ARRIVED = 6  # so much more likely than any other end of its way has an older parcel arrived


BY_TERMS = 850  # per mille of parcels that may be meant: what became of them follows from how carriers work
LOOKS = 3  # at the clock and into the order, and the report
ENOUGH, FEWER = CANDIDATES + 2, 3  # lines that will do for it; numbers of orders that are tried
NTH_FROM = 3  # links of an episode in which it is not the last parcel that is asked for
OF_ALL = 280  # per mille of questions that are about every parcel of some orders, for each link
CUES = ("every parcel", "all of the parcels", "which orders", "how many orders")
REPORTED = ("order_id", "parcel_id", "status", "day")


class TrackingGoal(Value):
    order_id: str
    parcel_id: str
    status: str
    day: int
    of_all: bool = False  # it is one of several, by its day


class TrackingPlan(Value):
    """Lines of one shelf, of which each candidate means another; what the customer remembers and leaves
    unsaid is the same for all."""

    family: Family
    reference: OrderReference
    orders: int = 0  # so many, of which every parcel is asked about, from the one that is meant on back
    nths: Mapping[int, int] = {}  # which of them by day, by line of the family; 0: the last


def sample_task(stream: Streams, world: World) -> TaskPool:
    stream = stream / "tracking"
    world = _on_the_way((stream / "astray")(), with_orders(stream, world, crowded_counts))
    rng = (stream / "plan")()
    family = pick_family(rng, world)
    links, nths, orders = world.axes.links, dict.fromkeys(range(len(family.places)), 0), 0
    extent = (stream / "extent")()
    of_all = links >= FROM_LINKS and extent.chance(OF_ALL * links)
    if links:
        held = [LineRef(o, n) for o, order in enumerate(world.orders) for n in range(len(order.lines))]
        world = _by_terms(stream / "carriers", world, held if of_all else family.places)
    if of_all:
        nths, orders = _which(extent, world, family)
    reference = draw_reference(rng, world, family, list(nths), any_line=True)
    world = replace(world, shelves=world.shelves | {family.shelf.name})
    listing, more = listing_calls(world, family, reference), LOOKS + looks(orders)
    par, cap = (
        Par(exchanges=max(reference.exchanges[:CANDIDATES]), calls=listing + more),
        Par(exchanges=most_exchanges(world), calls=order_tools.pages(world) + more),
    )
    return TaskPool(
        world=world,
        par=par,
        cap=cap,
        candidates=CANDIDATES,
        plan=TrackingPlan(family=family, reference=reference, orders=orders, nths=nths),
    )


def _on_the_way(rng: Rng, world: World) -> World:
    """Who asks where something is may not have got it: parcels that hold nothing of another matter may be
    anywhere, and older ones have mostly arrived."""
    shelf_of, shelves, others = world.catalog.column["shelf"].item, world.catalog.shelves, world.shelves
    orders = []
    for order in world.orders:
        taken = [
            b.parcel
            for b in order.lines
            if b.returned or (others and shelves[shelf_of(b.doc)].name in others)
        ]
        parcels = [
            p if n in taken else _fate(rng, p, order, world.today) for n, p in enumerate(order.parcels)
        ]
        orders.append(replace(order, parcels=tuple(parcels)))
    return replace(world, orders=tuple(orders))


def _fate(rng: Rng, parcel: Parcel, order: Order, today: int) -> Parcel:
    """The same parcel, as far as it may have got by now. What has been on its way for longer than anyone
    would promise is late."""
    came, soon = min(parcel.day, today), today + rng.between(1, 4)
    latest, recent = order.placed + PROMISED[order.method], today - order.placed <= RECENT
    fates: list[tuple[Status, int, int, int]] = [("delivered", came, parcel.sent, parcel.promised)] * (
        1 if recent else ARRIVED
    )  # status, day, sent, promised
    if parcel.sent > came:
        fates = []
    else:
        fates += [("returned_to_sender", came, parcel.sent, parcel.promised)]
        fates += [("lost", came + SEARCHED, parcel.sent, parcel.promised)] if came + SEARCHED <= today else []
        fates += [("held", came, parcel.sent, parcel.promised)] if today - came < KEPT else []
    if recent:
        sent = rng.between(max(order.placed, today - 3), today - 1)
        for _ in range(FRESH):
            fates += [("preparing", soon + 1, today + 1, soon + 1)] if soon < latest else []
            fates += [("in_transit", soon, sent, soon)] if soon <= latest else []
        in_time = today <= latest
        fates += [
            (
                "out_for_delivery",
                today,
                sent if in_time else parcel.sent,
                today if in_time else parcel.promised,
            )
        ]
        fates += [("delayed", soon, parcel.sent, parcel.promised)] if parcel.sent <= today else []
    status, day, sent, promised = rng.pick(fates)
    return replace(parcel, status=status, day=day, sent=sent, promised=promised)


def _by_terms(stream: Streams, world: World, places: Sequence[LineRef]) -> World:
    """The parcels that hold what may be asked about, of which most are where they are by how their carriers
    work; those that hold something of another matter stay as they are."""
    rng, orders, shelves = (stream / "parcels")(), list(world.orders), world.shelves
    shelf_of, known = world.catalog.column["shelf"].item, world.catalog.shelves
    mine, local = sorted({p.order for p in places}), world.axes.links > 1
    noted: dict[str, list[tuple[str, int]]] = {name: [] for name in CARRIERS}
    for order in [orders[n] for n in mine]:
        for p in order.parcels:
            halts = way(order.region, order.recipient, p.route)
            noted[p.carrier].append((halts[2 - (p.status in ("lost", "delayed"))], min(p.day, world.today)))
    terms = {name: draw_terms((stream / name)(), world.today, noted[name], local) for name in CARRIERS}
    for place in mine:
        order = orders[place]
        held = {orders[p.order].lines[p.line].parcel for p in places if p.order == place}
        others = {b.parcel for b in order.lines if b.returned or known[shelf_of(b.doc)].name in shelves}
        parcels = [
            _by_carrier(rng, p, terms[p.carrier], way(order.region, order.recipient, p.route), world.today)
            if n in held - others
            else p
            for n, p in enumerate(order.parcels)
        ]
        orders[place] = replace(order, parcels=tuple(parcels))
    return replace(world, orders=tuple(orders), carriers={**world.carriers, **terms})


def _by_carrier(rng: Rng, parcel: Parcel, terms: CarrierTerms, places: Sequence[str], today: int) -> Parcel:
    """The same parcel; mostly what became of it follows from what the carrier noted last."""
    day = min(today, max(parcel.sent + 1, parcel.promised))
    if parcel.sent >= today or not (rng.chance(BY_TERMS) or parcel.status == "held"):
        return parcel
    status: Status = parcel.status
    match status:
        case "delivered":
            day, place, event = parcel.day, 2, HANDED
            until = terms.after(day, terms.shop, places[place])
            if until > today:
                return parcel
        case "lost":
            place, event, until = 1, MISSING, terms.after(day, terms.search, places[1])
            status = "lost" if until <= today else "delayed"
        case "held" | "returned_to_sender":
            day, place, event = parcel.day, 2, WAITING
            until = terms.after(day, terms.keep + 1, places[place])
            status, until = ("returned_to_sender", until) if until <= today else ("held", day)
        case "delayed":
            place, days = 1, rng.between(2, 4)
            while (until := terms.after(day, days, places[place])) <= today:
                days += 1
            event = HELD_UP.format(days)
        case _:
            return parcel
    return replace(parcel, status=status, day=until, notice=Notice(day, place, event))


def choose_goal(stream: Streams, pool: TaskPool, k: int) -> tuple[TrackingGoal, Brief]:
    plan, world = pool.plan, pool.world
    nth = plan.reference.lines[k % len(plan.reference.lines)]
    details = reference_details(world, plan.family, plan.reference, nth)
    name = name_of(world.catalog, plan.family.shelf)
    extent = ParcelExtent(plan.orders, plan.nths[nth]) if plan.orders else None
    if extent:
        details.append(_extent_detail(name.noun, extent))
    thing = Thing(
        noun=name.noun,
        plural=name.plural,
        called=name.called,
        details=tuple(details),
        shelf=plan.family.shelf.name,
    )
    return _goal(world, plan.family.places[nth], extent), Brief(
        persona=persona(stream), requests=(Request(job="tracking", things=(thing,)),)
    )


def _extent_detail(noun: str, extent: ParcelExtent) -> Detail:
    """In the customer's words: every parcel of so many orders is meant, and which of them is reported."""
    orders, nth = extent
    meant = phrases.AND_BEFORE.format(before=before(orders)) if orders > 1 else phrases.THAT_ORDER
    words = {"noun": bare_noun(noun), "orders": meant, "nth": phrases.ORDINALS[nth - 1] if nth else ""}
    says = [line.format(**words) for line in (phrases.NTH_PARCEL if nth else phrases.ALL_PARCELS)]
    return extent_detail(extent.code, says, CUES)


def _which(rng: Rng, world: World, family: Family) -> tuple[dict[int, int], int]:
    """The lines of which it can be asked which parcel comes last or, with three links, is one of those
    between, by place in the family, with its number; and for how many orders. All lines and none where there
    are too few. Of several orders that of the line itself has the parcel no more often than another."""
    for orders in range(reach(world), max(0, reach(world) - FEWER), -1):
        own, other, nths = list[int](), list[int](), dict[int, int]()
        for n, place in enumerate(family.places):
            found = _by_day(world, place, orders)
            alone = [
                k for k in _asked_for(world, len(found)) if [day for day, *_ in found].count(found[k][0]) == 1
            ]
            if alone:
                k = rng.pick(alone)
                nths[n] = k + 1 if world.axes.links >= NTH_FROM else 0
                (own if orders > 1 and found[k][1] == place.order else other).append(n)
        chosen = sorted([*rng.sample(own, len(other) // orders), *other])
        if len(chosen) >= ENOUGH:
            return {n: nths[n] for n in chosen}, orders
    return dict.fromkeys(range(len(family.places)), 0), 0


def _asked_for(world: World, parcels: int) -> range:
    """Which of so many parcels may be asked for, by place: the last, or with three links those between."""
    if parcels < 2:
        return range(0)
    if world.axes.links < NTH_FROM:
        return range(parcels - 1, parcels)
    return range(parcels // 3, min(parcels - parcels // 4, len(phrases.ORDINALS)))


def _by_day(world: World, place: LineRef, orders: int) -> list[tuple[int, int, int]]:
    """Of so many orders, from the one that is meant on back, the parcels by their day: day, order and place
    there. None where there are not as many orders."""
    nearby = range(place.order, place.order + orders)
    if nearby.stop > len(world.orders):
        return []
    return sorted([(p.day, o, n) for o in nearby for n, p in enumerate(world.orders[o].parcels)])


def _goal(world: World, place: LineRef, extent: ParcelExtent | None) -> TrackingGoal:
    o, n = place.order, world.orders[place.order].lines[place.line].parcel
    if extent:
        _, o, n = _by_day(world, place, extent.orders)[extent.nth - 1]  # 0: the last
    order = world.orders[o]
    parcel = order.parcels[n]
    return TrackingGoal(
        order_id=order.id,
        parcel_id=order.parcel_ids[n],
        status=parcel.status,
        day=parcel.day,
        of_all=extent is not None,
    )


def ends(goal: TrackingGoal) -> Ending | None:
    """Where the parcel is; of several, nobody knows beforehand which it will be."""
    if goal.of_all:
        return None
    others = tuple([s for s in get_args(Status) if s != goal.status])
    return Ending(field="status", value=goal.status, unit="one of", others=others)


def verify(goal: TrackingGoal, outcome: Outcome) -> Findings:
    told = outcome.after.answers.get("report_status")
    if not isinstance(told, StatusReport):
        return Findings(
            checks=(Check(name="reported", passed=False, because="report_status was not called"),),
            cap=SMALL_CAP,
        )
    right = {f: getattr(told, f) == getattr(goal, f) for f in REPORTED}
    seen = told.parcel_id in outcome.retrieved
    checks = [
        Check(name=f, passed=ok, because=f"told {_said(f, told)}, it is {_said(f, goal)}")
        for f, ok in right.items()
    ]
    shown = Check(
        name="retrieved",
        passed=seen,
        because="the parcel was looked up" if seen else f"parcel {told.parcel_id} was never shown",
    )
    return Findings(checks=(*checks, shown), credit=_credit(right), cap=SMALL_CAP)


def _said(field: str, of: StatusReport | TrackingGoal) -> str:
    value = getattr(of, field)
    return dates.printed(value) if field == "day" else str(value).replace("_", " ")


def _credit(right: dict[str, bool]) -> float:
    """Status and day are worth something only if they are those of the right parcel."""
    if not right["parcel_id"]:
        return 0.4 if right["order_id"] else 0.0
    return 0.6 + 0.2 * right["status"] + 0.2 * right["day"]
