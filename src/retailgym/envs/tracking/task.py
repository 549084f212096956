"""Tracking: what is drawn, which goal a candidate has, and what the verifier checks."""

from ...core.env import Outcome
from ...core.reward import SMALL_CAP, Check, Findings
from ...core.streams import Rng, Streams
from ...core.task import Brief, Par, Request, TaskPool, Thing, questions
from ...core.values import Value, replace
from ...tools import orders as order_tools
from ...tools.tracking import StatusReport
from ...world import World
from ...world.orders import Parcel, Status
from ..shared.order_references import (
    Family,
    LineRef,
    clue_count,
    clue_detail,
    pick_family,
    refer,
    with_orders,
)
from ..shared.shelves import CANDIDATES, name_of, persona

ASTRAY = 600  # per mille


SEARCHED, KEPT = 3, 9  # days for which a carrier searches, and keeps a parcel or a customer waiting


LOOKS = 3  # at the clock and into the order, and the report


class TrackingGoal(Value):
    order_id: str
    parcel_id: str
    status: str
    day: int


class TrackingPlan(Value):
    """Lines of one shelf, of which each candidate means another; what is left unsaid is the same for all."""

    family: Family
    wanted: list[int]  # by place in the family
    unsaid: list[bool]


def draw(at: Streams, world: World) -> TaskPool:
    at = at / "tracking"
    world = with_orders(at, world)
    rng = (at / "plan")()
    family, n = pick_family(rng, world), clue_count(world)
    world = _astray((at / "astray")(), world, family)
    wanted, unsaid = rng.sample(range(len(family.places)), CANDIDATES), rng.chances(n, world.axes.p_omit)
    world = replace(world, shelves=world.shelves | {family.shelf.name})
    par = Par(exchanges=questions(sum(unsaid)), calls=order_tools.pages(world) + LOOKS)
    return TaskPool(
        world=world,
        par=par,
        candidates=CANDIDATES,
        plan=TrackingPlan(family=family, wanted=wanted, unsaid=unsaid),
    )


def _astray(rng: Rng, world: World, family: Family) -> World:
    """Who asks where something is has often not got it: some of the family that had arrived has not,
    whichever of it is meant."""
    orders, shelf_of = list(world.orders), world.catalog.column["shelf"]
    for place, astray in zip(family.places, rng.chances(len(family.places), ASTRAY), strict=True):
        order = orders[place.order]
        n = order.lines[place.line].parcel
        beside = [b for b in order.lines if b.parcel == n]
        settled = any(
            b.returned or world.catalog.shelves[int(shelf_of[b.doc])].name in world.shelves for b in beside
        )  # or another matter's
        if (
            astray
            and not settled
            and order.parcels[n].status == "delivered"
            and order is not world.orders[-1]
        ):
            parcels = (
                *order.parcels[:n],
                _not_here(rng, order.parcels[n], world.today),
                *order.parcels[n + 1 :],
            )
            orders[place.order] = replace(order, parcels=parcels)
    return replace(world, orders=tuple(orders))


def _not_here(rng: Rng, parcel: Parcel, today: int) -> Parcel:
    """The same parcel, had it not been delivered: what could be said of it by now."""
    came = parcel.day
    fates: list[tuple[Status, int]] = [("returned_to_sender", came)]
    fates += [("lost", came + SEARCHED)] if came + SEARCHED <= today else []
    fates += [("held", came)] if today - came < KEPT else []
    fates += [("delayed", today + rng.between(1, 5))] if today - parcel.promised < KEPT else []
    status, day = rng.pick(fates)
    return replace(parcel, status=status, day=day)


def settle(at: Streams, draft: TaskPool, k: int) -> tuple[TrackingGoal, Brief]:
    plan, world = draft.plan, draft.world
    nth = plan.wanted[k % len(plan.wanted)]
    clues = refer(
        (at / "tracking" / "clues" / k)(),
        plan.family.entries[nth],
        plan.family.entries,
        world.today,
        len(plan.unsaid),
    )
    details = tuple(
        [
            clue_detail(c, world, "named" if left else "said")
            for c, left in zip(clues, plan.unsaid, strict=True)
        ]
    )
    name = name_of(world.catalog, plan.family.shelf)
    thing = Thing(
        noun=name.noun, plural=name.plural, called=name.called, details=details, shelf=plan.family.shelf.name
    )
    return _goal(world, plan.family.places[nth]), Brief(
        persona=persona(at), matters=(Request(job="tracking", things=(thing,)),)
    )


def _goal(world: World, place: LineRef) -> TrackingGoal:
    order = world.orders[place.order]
    n = order.lines[place.line].parcel
    parcel = order.parcels[n]
    return TrackingGoal(
        order_id=order.id, parcel_id=order.parcel_ids[n], status=parcel.status, day=parcel.day
    )


def verify(goal: TrackingGoal, outcome: Outcome) -> Findings:
    told = outcome.after.answers.get("report_status")
    if not isinstance(told, StatusReport):
        return Findings(
            checks=(Check(name="reported", passed=False, because="report_status was not called"),),
            cap=SMALL_CAP,
        )
    right = {f: getattr(told, f) == getattr(goal, f) for f in goal.__struct_fields__}
    seen = told.parcel_id in outcome.retrieved
    checks = [
        Check(name=f, passed=ok, because=f"told {getattr(told, f)}, it is {getattr(goal, f)}")
        for f, ok in right.items()
    ]
    shown = Check(
        name="retrieved",
        passed=seen,
        because="the parcel was looked up" if seen else f"parcel {told.parcel_id} was never shown",
    )
    return Findings(checks=(*checks, shown), credit=_credit(right), cap=SMALL_CAP)


def _credit(right: dict[str, bool]) -> float:
    """Status and day are worth something only if they are those of the right parcel."""
    if not right["parcel_id"]:
        return 0.4 if right["order_id"] else 0.0
    return 0.6 + 0.2 * right["status"] + 0.2 * right["day"]
