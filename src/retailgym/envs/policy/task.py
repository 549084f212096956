"""Policy: what is drawn, which goal a candidate has, and what the verifier checks."""

from collections.abc import Sequence
from typing import NamedTuple

from ...catalog.needs import TooSmall
from ...catalog.sense import fits
from ...core.env import Outcome
from ...core.reward import SMALL_CAP, Check, Findings
from ...core.streams import Rng, Streams
from ...core.task import Brief, Detail, Ending, Par, Request, TaskPool, Thing
from ...core.values import Value, replace
from ...customer.locale.en.returning import RATHER_ANOTHER
from ...policy import TOPICS, Policy, answer_words, clause_text, quoted
from ...policy.precedents import Precedents
from ...policy.rules import Amount, Plain, YesNo
from ...tools import orders as order_tools
from ...tools.answer import PolicyAnswer
from ...tools.policy import handbook_in
from ...world import World
from ..shared.order_families import Family, LineRef, pick_family, with_orders
from ..shared.order_reach import FROM_LINKS, looks, most_tier_pages, reach, tier_pages
from ..shared.order_references import (
    OrderReference,
    draw_reference,
    listing_calls,
    most_exchanges,
    reference_details,
)
from ..shared.policy_facts import TOLD, Enquiry, asked_detail, told_detail
from ..shared.policy_gaps import AskingWithGaps
from ..shared.policy_inquiry import Inquiry, inquiry, most_reading_calls, reading_calls
from ..shared.policy_links import (
    LINKED,
    MORE_ASKED,
    PAIR,
    Condition,
    draw_condition,
    for_both,
    more_calls,
    on_condition,
)
from ..shared.policy_orders import (
    BESIDE,
    LEFT_OUT,
    PER_LINK,
    Extent,
    by_marks,
    in_company,
    may_be_asked,
    may_be_told,
    more_reading,
    order_extent,
    others,
    rulings,
    shelves_of,
    topics,
)
from ..shared.policy_orders import MORE_ASKED as MORE_ASKED_OF_ALL
from ..shared.policy_questions import MOST_ASKED, TRIES, About, Asking, Tries, marked
from ..shared.return_statements import of_another, worn
from ..shared.shelves import CANDIDATES, Disclosure, name_of, persona

MOST_TOLD = 16  # facts of one enquiry
ENOUGH = CANDIDATES + 2  # lines with others beside them, where all of an order is asked about
AGAIN = 8  # other lines that are tried where too little can be asked about the first
OPEN = 5  # of these that are left as open as the first; on the last all of the case is said
# tries at all of some orders, those after which it is about one order less, and those that fit, of which the
# best is taken
OF_ALL, FEWER, FITTING = 10, 6, 4
NO_SUMS = ("compensation", "exchange_window")  # what else is asked where sums are
FEW_TRIES = Tries(most=48, per_depth=12, in_vain=6)  # before other lines are tried
SPARE = 3  # enquiries beyond those that are needed, where not all of them can be made about several orders
# per mille of questions on a condition about one thing, where all of an order could be asked about; less for
# each order more
ALONE, LESS_ALONE = 440, 40


class PolicyGoal(Value):
    topic: str
    answer: Plain
    clause_id: str
    sections: tuple[str, ...] = ()  # of the handbook that state this clause and hold; any may be cited


class PolicyPlan(Value):
    """Lines of one shelf, one of which each candidate asks about; the topic is the same for all, and so is
    what is remembered of the line."""

    family: Family
    reference: OrderReference
    enquiries: list[Enquiry]
    disclosures: list[Disclosure]  # of what is left unsaid
    condition: Condition | None = None  # by which it is chosen what is asked
    extent: Extent | None = None  # it is asked about all of some orders

    @property
    def of_all(self) -> bool:
        return self.extent is not None

    @property
    def looks(self) -> int:
        """Calls for other orders than that of the thing that is named."""
        return looks(self.orders)

    @property
    def orders(self) -> int:
        """Of how many all is asked about."""
        return self.extent.orders if self.extent else 0

    @property
    def first(self) -> str:
        """The topic that is looked up before the one that is asked about, if any."""
        return self.condition.topic if self.condition else ""

    def line_of(self, enquiry: Enquiry) -> LineRef:
        return self.family.places[self.reference.lines[enquiry.place]]

    def way(self, world: World, enquiry: Enquiry) -> Inquiry:
        """How its answer is found."""
        if self.extent is None:
            return inquiry(world, enquiry, self.first)
        more = others(world, self.line_of(enquiry), self.extent.orders, enquiry)
        return inquiry(world, enquiry, self.extent.left_out, more)


class _Drawn(NamedTuple):
    """What may be asked about lines of one shelf, and the stream that it was drawn from."""

    rng: Rng
    family: Family
    reference: OrderReference
    enquiries: list[Enquiry]


def _drawn(
    stream: Streams, world: World, orders: int, about: About, unsaid: bool = False, gaps: bool = True
) -> _Drawn:
    rng = (stream / "plan")()
    family = pick_family(rng, world, _held)
    able = _able(world, family, orders)
    reference = draw_reference(rng, world, family, able, rng.chance(world.axes.p_omit) or unsaid)
    places, free = [family.places[n] for n in reference.lines], family.shelf.name not in world.shelves
    kind = AskingWithGaps if gaps and reference.unsaid else Asking
    asking = kind((stream / "question")(), world, places, about)
    if orders and len(places) <= CANDIDATES:  # all of them seldom will do
        return _Drawn(rng, family, reference, [])
    number = min(CANDIDATES + SPARE, len(places)) if orders else CANDIDATES
    soon = about.topic and world.axes.links >= FROM_LINKS
    return _Drawn(rng, family, reference, asking.several(number, free, FEW_TRIES if soon else TRIES))


def sample_task(stream: Streams, world: World) -> TaskPool:
    stream = stream / "policy"
    world = with_orders(stream, world)
    links = world.axes.links
    of_all = links >= FROM_LINKS and (stream / "extent")().chance(PER_LINK * links)
    link = (stream / "link")()
    alone = ALONE - LESS_ALONE * reach(world)
    linked = links and link.chance(LINKED * links) and not (of_all and not link.chance(alone))
    if of_all and not linked:  # a sum would tell which of two questions is asked
        pool = _about_orders(stream / "orders", world, link.pick(topics(reach(world))))
        if pool is not None:
            return pool
    topic = link.pick(PAIR) if linked else link.pick(NO_SUMS) if of_all or links > FROM_LINKS else ""
    return _about_one(stream, world, link, bool(linked), topic)


def _about_orders(stream: Streams, world: World, topic: str) -> TaskPool | None:
    """A question about all of some orders; fewer of them, if so many will not do. Of several draws that in
    which the marks of most things count."""
    best, most, fitting, precedents = None, -1, 0, Precedents(world.policy)
    for n in range(OF_ALL):
        orders = max(1, reach(world) - n // FEWER)
        drawn = _drawn(stream / n, world, orders, About(topic, may_be_told(orders), precedents))
        places, here = [drawn.family.places[x] for x in drawn.reference.lines], world
        if len(drawn.enquiries) < CANDIDATES:
            continue
        if drawn.family.shelf.name not in world.shelves:
            here = marked((stream / n / "records")(), world, places, drawn.enquiries, BESIDE)
        for extent in dict.fromkeys((Extent(orders, LEFT_OUT.get(topic, "")), Extent(orders))):
            fit = [e for e in drawn.enquiries if may_be_asked(here, places[e.place], extent, e)]
            if len(fit) < CANDIDATES:
                continue
            fitting += 1
            apart = [e for e in fit if by_marks(here, places[e.place], extent, e)]
            chosen = [*apart, *[e for e in fit if e not in apart]][:CANDIDATES]
            if len(apart) > most:
                best, most = (here, drawn._replace(enquiries=chosen), extent), len(apart)
        if most >= CANDIDATES or fitting >= FITTING:
            break
    return _pool(best[0], best[1], None, best[2]) if best else None


def _about_one(stream: Streams, world: World, link: Rng, linked: bool, topic: str) -> TaskPool:
    """A question about one thing, on a condition if it is to be."""
    about = About(topic, may_be_told(0), Precedents(world.policy))
    drawn = _drawn(stream, world, 0, about)
    for n in range(AGAIN):
        if len(drawn.enquiries) < CANDIDATES:
            unsaid = drawn.reference.unsaid and n < OPEN
            again = _drawn(stream / "again" / n, world, 0, about, unsaid, gaps=n < AGAIN - 1)
            drawn = max(drawn, again, key=lambda d: len(d.enquiries))
    if topic and not drawn.enquiries:
        linked, drawn = False, _drawn(stream, world, 0, about._replace(topic=""))
    if not drawn.enquiries:
        raise TooSmall(f"nothing can be asked about the orders of {drawn.family.shelf.name!r}")
    places = [drawn.family.places[n] for n in drawn.reference.lines]
    if drawn.family.shelf.name not in world.shelves:
        world = marked((stream / "records")(), world, places, drawn.enquiries)
    both = [for_both(link, world, e) for e in drawn.enquiries] if linked else []
    condition = draw_condition(link, world, both) if linked else None
    return _pool(world, drawn._replace(enquiries=both) if condition else drawn, condition, None)


def _pool(world: World, drawn: _Drawn, condition: Condition | None, extent: Extent | None) -> TaskPool:
    rng, family, reference, enquiries = drawn
    disclosures: list[Disclosure] = [
        "mentioned" if named else "omitted" for named in rng.chances(MOST_TOLD, world.axes.announced)
    ]
    plan = PolicyPlan(
        family=family,
        reference=reference,
        enquiries=enquiries,
        disclosures=disclosures,
        condition=condition,
        extent=extent,
    )
    lines = [plan.line_of(e) for e in enquiries]
    taken = shelves_of(world, lines, extent.orders) if extent else frozenset()
    world = replace(world, shelves=world.shelves | {family.shelf.name} | taken)
    cap = _cap(world, plan)
    return TaskPool(world=world, par=_par(world, plan), cap=cap, candidates=CANDIDATES, plan=plan)


def _par(world: World, plan: PolicyPlan) -> Par:
    """Questions for which line it is, and for what its ruling turns on. Each section is searched for and
    read; the order is found in the list by the clock and looked into, and so are others that are asked
    about; then the answer."""
    ways = [plan.way(world, e) for e in plan.enquiries]
    reading = max([reading_calls(world, way) for way in ways])
    exchanges = max(
        [
            plan.reference.exchanges[e.place] + len(way.asked)
            for e, way in zip(plan.enquiries, ways, strict=True)
        ]
    )
    listing = listing_calls(world, plan.family, plan.reference)
    tiers = tier_pages(world, [plan.line_of(e) for e in plan.enquiries], plan.orders)
    return Par(exchanges=exchanges, calls=reading + listing + plan.looks + tiers + 3)


def _cap(world: World, plan: PolicyPlan) -> Par:
    """The most for any question, for any that is asked on a condition, or about all of so many orders."""
    linked, calls = plan.condition is not None, most_reading_calls(world) + order_tools.pages(world) + 3
    calls += linked * more_calls(world) + plan.of_all * more_reading(world) + plan.looks
    calls += most_tier_pages(world, plan.orders)
    more = linked * MORE_ASKED + plan.of_all * MORE_ASKED_OF_ALL
    return Par(exchanges=most_exchanges(world) + MOST_ASKED + more, calls=calls)


def _able(world: World, family: Family, orders: int) -> list[int]:
    """The lines that may be asked about; those with others beside them, where all of so many orders is."""
    held = [n for n, place in enumerate(family.places) if _held(world, place)]
    company = [n for n in held if in_company(world, family.places[n], orders)] if orders else []
    return company if len(company) >= ENOUGH else held


def _held(world: World, place: LineRef) -> bool:
    """Something that was delivered and is still with the customer."""
    order = world.orders[place.order]
    return not order.lines[place.line].returned and order.delivered(place.line) is not None


def choose_goal(stream: Streams, pool: TaskPool, k: int) -> tuple[PolicyGoal, Brief]:
    plan, world = pool.plan, pool.world
    enquiry = plan.enquiries[k % len(plan.enquiries)]
    asked = [f for question in plan.way(world, enquiry).asked for f in question]
    disclosures: dict[str, Disclosure] = dict.fromkeys(asked, "omitted")
    disclosures |= dict.fromkeys(enquiry.told, "stated") | dict(
        zip(enquiry.unsaid, plan.disclosures, strict=False)
    )
    facts = [
        told_detail(world, f, enquiry.facts[f], disclosures[f], plan.of_all) for f in TOLD if f in disclosures
    ]
    asks = asked_detail(enquiry.topic, plan.of_all)
    if plan.condition:
        asks = on_condition((stream / "policy" / "condition" / k)(), world, enquiry, plan.condition, asks)
    if "exchange" in f"{asks.value} {asks.link}" or "same_model" in disclosures:
        facts = [_not_the_right_one(d) for d in facts]
    name, category = name_of(world.catalog, plan.family.shelf), world.catalog.category(plan.family.shelf)
    if fits("clothes", category, plan.family.shelf.name) and not plan.of_all:
        facts = [worn(d) if d.topic == "condition" else d for d in facts]
    details = [asks, *(facts if plan.of_all else of_another(facts))]
    if plan.extent:
        details.insert(1, order_extent(name.noun, plan.extent))
    which = reference_details(world, plan.family, plan.reference, plan.reference.lines[enquiry.place])
    thing = Thing(
        noun=name.noun,
        plural=name.plural,
        called=name.called,
        details=(*which, *details),
        shelf=plan.family.shelf.name,
    )
    every = rulings(world, plan.line_of(enquiry), plan.extent, enquiry) if plan.extent else []
    clauses = [clause for _, clause in every] or [enquiry.clause]
    goal = PolicyGoal(
        topic=enquiry.topic,
        answer=sum([cents for cents, _ in every]) if every else enquiry.answer,
        clause_id=clauses[0],
        sections=_sections(world, enquiry, clauses),
    )
    return goal, Brief(persona=persona(stream), requests=(Request(job="policy", things=(thing,)),))


def _sections(world: World, enquiry: Enquiry, clauses: Sequence[str]) -> tuple[str, ...]:
    """What may be cited for the clauses that decide: sections of the handbook, or the clauses."""
    book, clauses = handbook_in(world), list(dict.fromkeys(clauses))
    if book:
        return tuple([id for clause in clauses for id in book.stating(enquiry.topic, clause)])
    return tuple(clauses) if len(clauses) > 1 else ()


def _not_the_right_one(d: Detail) -> Detail:
    """Who wants another one has not lost interest."""
    return replace(d, says=RATHER_ANOTHER) if (d.topic, d.value) == ("reason", "changed_mind") else d


def ends(goal: PolicyGoal) -> Ending | None:
    """A number or a yes; what is one of several ways is long to say."""
    match TOPICS[goal.topic].answer:
        case Amount(_, "cents" | "days" as unit):
            return Ending(field="answer", value=goal.answer, unit=unit, about=goal.topic)
        case YesNo():
            return Ending(field="answer", value=goal.answer, unit="yes", about=goal.topic)
        case _:
            return None


def verify(goal: PolicyGoal, outcome: Outcome) -> Findings:
    given = outcome.after.answers.get("answer_policy")
    if not isinstance(given, PolicyAnswer):
        return Findings(
            checks=(Check(name="answered", passed=False, because="answer_policy was not called"),),
            cap=SMALL_CAP,
        )
    right = type(given.answer) is type(goal.answer) and given.answer == goal.answer
    deciding = goal.sections or (goal.clause_id,)
    decides, seen = given.clause_id in deciding, given.clause_id in outcome.retrieved
    checks = (
        Check(name="answer", passed=right, because=_answers(goal, given, outcome.after.policy)),
        Check(
            name="clause",
            passed=decides,
            because=f"named {given.clause_id}; what decides: {_quoted(goal, outcome.after)}",
        ),
        Check(
            name="read",
            passed=seen,
            because="the clause was read first" if seen else f"clause {given.clause_id} was never shown",
        ),
    )
    return Findings(checks=checks, credit=(0.4 * right + 0.6 * decides) * seen, cap=SMALL_CAP)


def _quoted(goal: PolicyGoal, world: World) -> str:
    """Every clause that decides; in a handbook the sections that state it, and what they say."""
    if goal.sections and handbook_in(world):
        return f'{" or ".join(goal.sections)}: "{clause_text(world.policy, goal.clause_id)}"'
    return quoted(world.policy, goal.sections or (goal.clause_id,))


def _answers(goal: PolicyGoal, given: PolicyAnswer, policy: Policy) -> str:
    """What was answered and what is so, as sentences where the answer is of the right kind."""
    right = answer_words(goal.topic, goal.answer, policy.currency)
    same_kind = type(given.answer) is type(goal.answer) and not isinstance(goal.answer, str)
    told = answer_words(goal.topic, given.answer, policy.currency) if same_kind else str(given.answer)
    return f"answered: {told.replace('_', ' ')}; right: {right}"
