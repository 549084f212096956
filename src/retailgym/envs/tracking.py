"""Tracking: work out which of many orders is meant, and in which of its parcels the thing travels, and report where it is."""

from ..drawing import CANDIDATES, name_of, persona
from ..env import Acts, Env, Moves, Observation, Outcome
from ..problem import Brief, Draft, Matter, Par, Thing, questions
from ..recall import Family, Place, clue_count, clue_detail, pick_family, refer, with_orders
from ..rng import Rng, Streams
from ..skills import Notes, ask, call, content, recall
from ..tools import orders as order_tools
from ..tools import shop as shop_tools
from ..tools import tracking as tracking_tools
from ..tools.kit import toolset
from ..tools.tracking import StatusReport
from ..value import Value, replace
from ..verdict import SMALL_CAP, Check, Findings
from ..world import World
from ..world.orders import EXPECTED, Parcel, Status

ASTRAY = 600  # per mille
SEARCHED, KEPT = 3, 9  # days for which a carrier searches, and keeps a parcel or a customer waiting
LOOKS = 3  # at the clock and into the order, and the report
STATUS = {
    "handed to the carrier": "in_transit", "arrived at the sorting centre": "in_transit", "held up on the way": "delayed",
    "out for delivery": "out_for_delivery", "nobody at home, waiting at the pickup point": "held", "delivered, signed for": "delivered",
    "delivered, left at the door": "delivered", "missing, search given up": "lost",
    "address not found, going back to the sender": "returned_to_sender",
}  # fmt: skip


class Goal(Value):
    order_id: str
    parcel_id: str
    status: str
    day: int


class Plan(Value):
    """Lines of one shelf, of which each candidate means another; what is left unsaid is the same for all."""

    family: Family
    wanted: list[int]  # by place in the family
    unsaid: list[bool]


def draw(at: Streams, world: World) -> Draft:
    at = at / "tracking"
    world = with_orders(at, world)
    rng = (at / "plan")()
    family, n = pick_family(rng, world), clue_count(world)
    world = _astray((at / "astray")(), world, family)
    wanted, unsaid = rng.sample(range(len(family.places)), CANDIDATES), rng.chances(n, world.axes.p_omit)
    world = replace(world, shelves=world.shelves | {family.shelf.name})
    par = Par(exchanges=questions(sum(unsaid)), calls=order_tools.pages(world) + LOOKS)
    return Draft(world=world, par=par, candidates=CANDIDATES, plan=Plan(family=family, wanted=wanted, unsaid=unsaid))


def _astray(rng: Rng, world: World, family: Family) -> World:
    """Who asks where something is has often not got it: some of the family that had arrived has not, whichever of it is meant."""
    orders, shelf_of = list(world.orders), world.catalog.column["shelf"]
    for place, astray in zip(family.places, rng.chances(len(family.places), ASTRAY), strict=True):
        order = orders[place.order]
        n = order.lines[place.line].parcel
        beside = [b for b in order.lines if b.parcel == n]
        settled = any(b.returned or world.catalog.shelves[int(shelf_of[b.doc])].name in world.shelves for b in beside)  # or another matter's
        if astray and not settled and order.parcels[n].status == "delivered" and order is not world.orders[-1]:
            parcels = (*order.parcels[:n], _not_here(rng, order.parcels[n], world.today), *order.parcels[n + 1 :])
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


def settle(at: Streams, draft: Draft, k: int) -> tuple[Goal, Brief]:
    plan, world = draft.plan, draft.world
    nth = plan.wanted[k % len(plan.wanted)]
    clues = refer((at / "tracking" / "clues" / k)(), plan.family.entries[nth], plan.family.entries, world.today, len(plan.unsaid))
    details = tuple([clue_detail(c, world, "named" if left else "said") for c, left in zip(clues, plan.unsaid, strict=True)])
    name = name_of(world.catalog, plan.family.shelf)
    thing = Thing(noun=name.noun, plural=name.plural, called=name.called, details=details, shelf=plan.family.shelf.name)
    return _goal(world, plan.family.places[nth]), Brief(persona=persona(at), matters=(Matter(job="tracking", things=(thing,)),))


def _goal(world: World, place: Place) -> Goal:
    order = world.orders[place.order]
    n = order.lines[place.line].parcel
    parcel = order.parcels[n]
    return Goal(order_id=order.id, parcel_id=order.parcel_ids[n], status=parcel.status, day=parcel.day)


def verify(goal: Goal, outcome: Outcome) -> Findings:
    told = outcome.after.answers.get("report_status")
    if not isinstance(told, StatusReport):
        return Findings(checks=(Check(name="reported", passed=False, because="report_status was not called"),), cap=SMALL_CAP)
    right = {f: getattr(told, f) == getattr(goal, f) for f in goal.__struct_fields__}
    seen = told.parcel_id in outcome.retrieved
    checks = [Check(name=f, passed=ok, because=f"told {getattr(told, f)}, it is {getattr(goal, f)}") for f, ok in right.items()]
    shown = Check(name="retrieved", passed=seen, because="the parcel was looked up" if seen else f"parcel {told.parcel_id} was never shown")
    return Findings(checks=(*checks, shown), credit=_credit(right), cap=SMALL_CAP)


def _credit(right: dict[str, bool]) -> float:
    """Status and day are worth something only if they are those of the right parcel."""
    if not right["parcel_id"]:
        return 0.4 if right["order_id"] else 0.0
    return 0.6 + 0.2 * right["status"] + 0.2 * right["day"]


def expert(seen: Observation, heard: Acts) -> Moves:
    """Ask for what was left open, find the order, read its parcel's scans."""
    notes = Notes(heard)
    yield from ask(notes, notes.named)
    first = min(notes.things)
    order_id = yield from recall(notes, first)
    seen, _ = yield call("order_get", order_id=order_id)
    page = content(seen)
    parcel_id = next(line.parcel_id for line in page.lines if line.kind == notes.things[first].shelf)
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


ABOUT = """A customer asks where something is that they ordered. Find out which of their orders they mean, ask for what they leave open, read the
scans of the parcel that holds it, and report order, parcel, status and day. Nothing is to be changed."""

ENV = Env(
    id="tracking", version=4, closing="report_status", draw=draw, settle=settle, verify=verify, expert=expert, about=ABOUT,
    tools=toolset(order_tools, shop_tools.ask_user, shop_tools.clock_now, tracking_tools),
)  # fmt: skip
