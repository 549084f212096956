"""Returns and exchanges: what is drawn, and which goal a candidate has."""

from collections.abc import Callable
from typing import Literal

from ...catalog.product import Variant
from ...catalog.sense import fits, fitting
from ...catalog.shelf_sets import rack_of
from ...catalog.wishes import Wish
from ...core.streams import Rng, Streams
from ...core.task import Brief, Detail, Par, Request, Revisable, TaskPool, Thing, questions
from ...core.values import Value, replace
from ...customer.locale.en.grammar import is_pair
from ...policy import TOPICS, Ruling, decide, deciding, handbook
from ...policy.handbook import Handbook
from ...tools import orders as order_tools
from ...tools.policy import handbook_calls, handbook_in
from ...tools.returns import (
    Condition,
    Item,
    ReturnCase,
    Statement,
    adds_by_hand,
    amount_of,
    by_hand,
    known,
    method_of,
    returnable,
    ruling_of,
    said_facts,
    settled,
)
from ...world import Approval, World
from ...world.orders import Bought
from ..shared.candidates import CandidateProducts, set_up
from ..shared.order_families import Family, LineRef, pick_family, with_orders
from ..shared.order_reach import looks, most_tier_pages, tier_pages
from ..shared.order_references import (
    OrderReference,
    draw_reference,
    listing_calls,
    most_exchanges,
    reference_details,
)
from ..shared.policy_orders import shelves_of
from ..shared.return_statements import (
    FORM,
    HURTFUL,
    STATES,
    case_detail,
    case_details,
    in_pairs,
    of_another,
    plausible,
    worn,
)
from ..shared.shelves import (
    CANDIDATES,
    TURNS,
    Disclosure,
    find_calls,
    name_of,
    option_detail,
    persona,
    wish_detail,
)
from . import company
from .checks import ReturnsGoal
from .company import company_detail
from .gaps import Gaps

REFUSALS = 150  # per mille of cases that are to be refused whatever the line; many lines are too old
# per mille: cases that the policy is to refuse where approvals are about, lines with one, those that count
WITH_APPROVALS, APPROVED, VALID = 600, 650, 800
REFUSED_BESIDE = 350  # cases that it is to refuse where what is so of one is so of others
APPROVED_BESIDE = 350  # and of lines that go back beside one that is named
APPROVAL = "AP-"  # how their numbers begin
LAST_DAYS = 20  # approvals ran or run out within so many days
# statements that are looked at where the policy has to be read; how many clauses may be missing; for how many
# it counts that the first clause is all
TRIES, CLOSE, PLAIN = 2, 1, 4
ALIKE = 9  # and that all other things go back, or none
AS_USUAL = Statement(reason="changed_mind", condition="unopened")
SWAPS: tuple[Literal["", "variant", "product"], ...] = (
    "",
    "",
    "",
    "",
    "variant",
    "variant",
    "product",
    "product",
    "product",
)
SIDE_FACTS = ("box", "receipt", "hazard")
CASE_WORDS = {"packaging", "prompts"}  # wishes that sound like a question about what goes back
MOST_SEARCHED = 5  # calls for a replacement
HANDLED: dict[str, Condition] = {"opened": "used", "used": "opened"}  # which are taken for each other
SEVERAL = 3  # pieces, of which nobody guesses how many go back
EARLY = 3  # calls that nobody gets by without
LOOKS = 5  # at the clock and into the order; the check, the return and the report


class ReturnsPlan(Value):
    """The same for all candidates: the shelf, what the customer wants for it, which facts are in play, and
    what is left unsaid."""

    family: Family
    reference: OrderReference
    swap: Literal["", "variant", "product"]
    picks: CandidateProducts | None
    unsaid: dict[str, bool]  # of the facts in play: those that are to be left open
    unasked: dict[str, Disclosure]  # how each comes up if it is
    unsaid_wishes: list[bool]
    unsaid_options: list[bool]
    orders: int = 0  # of so many orders other things go back as well; 0: of none

    @property
    def lines(self) -> list[LineRef]:
        """Those that can be meant."""
        return [self.family.places[n] for n in self.reference.lines[:CANDIDATES]]

    def company(self, world: World) -> int:
        """The most other things that go back, whichever is meant."""
        return (
            max([len(company.others(world, line, self.orders)) for line in self.lines]) if self.orders else 0
        )

    def calls(self, world: World) -> int:
        """What they take: a look into each order, the form and the deed."""
        return looks(self.orders) + 2 * self.company(world)


def _with_others(choice: Rng, rng: Rng, world: World) -> tuple[int, Family]:
    """Of how many orders other things are to go back, and lines of one shelf that this can be said of."""
    orders = company.wanted(choice, world)
    if orders:
        family = pick_family(rng, world, _beside(orders))
        if sum([_beside(orders)(world, place) for place in family.places]) >= CANDIDATES:
            return orders, family
    return 0, pick_family(rng, world, _able)


def _beside(orders: int) -> Callable[[World, LineRef], bool]:
    return lambda world, place: company.fits(world, place, orders)


def _able(world: World, place: LineRef) -> bool:
    return _pieces(world, place) > 0


def _pieces(world: World, place: LineRef) -> int:
    return returnable(world.orders[place.order], place.line)


def sample_task(stream: Streams, world: World) -> TaskPool:
    stream = stream / "returns"
    world = with_orders(stream, world)
    axes, rng = world.axes, (stream / "plan")()
    orders, family = _with_others((stream / "company")(), rng, world)
    swap = "" if orders else rng.pick(SWAPS)
    swap = swap if world.catalog.offers_choice(family.shelf) else ""
    picks = _picks(stream / "picks", world, family) if swap == "product" else None
    swap = swap if picks or (swap == "variant" and _come_in_several(world, family)) else ""
    category = world.catalog.category(family.shelf)
    hurts = not orders and swap != "variant" and bool(fitting(("hazard",), category, family.shelf.name))
    side = rng.sample(SIDE_FACTS if hurts else SIDE_FACTS[:2], axes.policy_depth - 1)
    facts = ["reason", "count", "condition", *side]
    unsaid = rng.chances(len(facts), axes.p_omit)
    wishes = rng.chances(len(picks.wanted[0].wishes) if picks else 0, axes.p_omit)
    options = rng.chances(len(category.options) if swap else 0, axes.p_omit)
    named = rng.chances(len(facts), axes.announced)
    will_do = _beside(orders) if orders else _able
    able = [n for n, place in enumerate(family.places) if will_do(world, place)]
    reference = draw_reference(rng, world, family, able, True in (*unsaid, *wishes, *options))
    if True in unsaid:  # where there are several, nobody knows how many go back
        reference = reference.by(lambda n: -min(SEVERAL, _pieces(world, family.places[n])))
    unasked: list[Disclosure] = ["mentioned" if name else "omitted" for name in named]
    plan = ReturnsPlan(
        family=family,
        reference=reference,
        swap=swap,
        picks=picks,
        unsaid=dict(zip(facts, unsaid, strict=True)),
        unasked=dict(zip(facts, unasked, strict=True)),
        unsaid_wishes=wishes,
        unsaid_options=options,
        orders=orders,
    )
    world = set_up(world, [picks]) if picks else replace(world, shelves=world.shelves | {family.shelf.name})
    if orders:  # what goes back beside it is no matter of anybody else's either
        world = replace(world, shelves=world.shelves | shelves_of(world, plan.lines, orders))
    world = _approved((stream / "approvals")(), world, family, plan)
    return TaskPool(
        world=world,
        par=_par(world, plan),
        cap=_cap(world, plan),
        candidates=CANDIDATES,
        plan=plan,
        revisable=2,
        per_revision=Par(exchanges=0, calls=1),
        writes={"return_exchange" if swap else "return_initiate": 1 + plan.company(world)},
    )


def _approved(rng: Rng, world: World, family: Family, plan: ReturnsPlan) -> World:
    """With approvals on record for some of the lines that can be meant, whichever is. Those that have run out
    do not count, nor does what anybody says of one."""
    if not world.axes.lures or not by_hand(world):
        return world
    found = dict(world.approvals)
    beside = [other for line in plan.lines for other in company.others(world, line, plan.orders)]
    for place in dict.fromkeys((*family.places, *beside)):
        if rng.chance(APPROVED if place in family.places else APPROVED_BESIDE):
            until = world.today + (rng.below(LAST_DAYS) if rng.chance(VALID) else -1 - rng.below(LAST_DAYS))
            line_id = world.orders[place.order].line_ids[place.line]
            found[line_id] = Approval(number=f"{APPROVAL}{rng.between(10_000, 99_999)}", until=until)
    return replace(world, approvals=found)


def _come_in_several(world: World, family: Family) -> bool:
    """Is there another variant of whichever is meant?"""
    bought = [world.orders[place.order].lines[place.line] for place in family.places]
    return all(len(world.catalog.at(line.doc).variants) > 1 for line in bought)


def _picks(stream: Streams, world: World, family: Family) -> CandidateProducts | None:
    """Products that wishes single out and that a few calls find, if there are any."""
    rack = rack_of(world.catalog, family.shelf)
    wishes = min(world.axes.constraints, rack.most_asked or len(rack.category.filters))
    for turn in range(TURNS if wishes else 0):
        picks = CandidateProducts((stream / turn)(), world.catalog, family.shelf, wishes)
        wished = {w.attribute for p in picks.wanted for w in picks.wishes(p)}
        if _search_calls(world, picks) <= MOST_SEARCHED and not CASE_WORDS & wished:
            return picks
    return None


def _search_calls(world: World, picks: CandidateProducts | None) -> int:
    return max([find_calls(picks.found(p), world.axes.retrieval_depth) for p in picks.wanted]) if picks else 0


def _par(world: World, plan: ReturnsPlan) -> Par:
    """Questions for which line it is, for the form and the wishes that are named, then for the holes that the
    variants show; one confirmation. The list, the new item, the deeds."""
    stated = [] if True in plan.unsaid.values() else [f for f in plan.unsaid if f != "hazard"]
    asked = len(FORM) - len(stated) + sum(plan.unsaid_wishes)
    exchanges = (
        max(plan.reference.exchanges[:CANDIDATES])
        + questions(asked)
        + questions(sum(plan.unsaid_options))
        + 1
    )
    return Par(
        exchanges=exchanges,
        calls=listing_calls(world, plan.family, plan.reference)
        + LOOKS
        + _search_calls(world, plan.picks)
        + (plan.swap != "")
        + plan.calls(world)
        + tier_pages(world, plan.lines, plan.orders)
        + _reading(world, plan.swap),
    )


def _cap(world: World, plan: ReturnsPlan) -> Par:
    """The most for a return, for an exchange within the model, or for another one."""
    exchanges = (
        most_exchanges(world)
        + questions(len(FORM) + len(plan.unsaid_wishes))
        + questions(len(plan.unsaid_options))
        + 1
    )
    searched = MOST_SEARCHED if plan.picks else 0
    beside = looks(plan.orders) + 2 * company.MOST if plan.orders else 0
    calls = order_tools.pages(world) + LOOKS + searched + (plan.swap != "") + beside
    calls += most_tier_pages(world, plan.orders)
    return Par(exchanges=exchanges, calls=calls + _reading(world, plan.swap))


def choose_goal(stream: Streams, pool: TaskPool, k: int) -> tuple[ReturnsGoal, Brief]:
    plan, world, rng = pool.plan, pool.world, (stream / "returns" / "case" / k)()
    nth = plan.reference.lines[k % len(plan.reference.lines)]
    docket = _chosen(rng, world, plan, _docket(rng, world, plan, k, nth))
    told = [
        *reference_details(world, plan.family, plan.reference, nth),
        *case_details(docket.case, plan.swap != "", _volunteered(docket)),
    ]
    if plan.orders:
        several = any(d.topic == "count" and d.disclosure == "stated" and d.value != 1 for d in told)
        told.append(company_detail(name_of(world.catalog, plan.family.shelf), plan.orders, several))
    things = [_in_hand(world, docket.case, _thing(world, plan, told))]
    if docket.new:
        things.append(_thing(world, plan, _new_details(world, plan, docket.new[1], docket.wishes)))
    counts = tuple([_other_count(things[0], n) for n in range(1, _left(docket.case) + 1)])
    count = Revisable(
        thing=0,
        others=tuple([d for d in counts if d.value != docket.case.quantity]),
        within=EARLY,
        waits=True,
    )
    revisable = (count, *_retold(world, plan, docket)) if world.axes.p_revise else ()
    request = Request(job="returns", things=tuple(things), confirmations=1, revisable=revisable)
    goal = replace(_goal(world, docket), sections=_sections(world, docket))
    goal = replace(goal, code=_closing_code(world, goal, docket.new is not None))
    return goal, Brief(persona=persona(stream), requests=(request,))


def _retold(world: World, plan: ReturnsPlan, docket: "Docket") -> list[Revisable]:
    """What turns up, or turns out otherwise, while the policy is read: only what makes it another ruling."""
    within, goal = EARLY + _reading(world, plan.swap) // 3, _goal(world, docket)
    said, disclosures, found = docket.case.statement, _volunteered(docket), list[Revisable]()
    before: dict[str, tuple[str, Statement]] = {
        "box": ("gone" if said.packaging else "kept", replace(said, packaging=not said.packaging)),
        "receipt": ("gone" if said.receipt else "kept", replace(said, receipt=not said.receipt)),
    }
    state = HANDLED.get(said.condition)
    if state in STATES[said.reason] and not company.perishable(world, docket.others):
        before["condition"] = state, replace(said, condition=state)
    for fact, (value, statement) in before.items():
        if fact == "box" and said.condition == "unopened":
            continue
        if _goal(world, docket, statement) != goal:
            old = case_detail(fact, value, disclosures.get(fact, "omitted"))
            found.append(Revisable(thing=0, others=(old,), within=within))
    return found


def _left(case: ReturnCase) -> int:
    return returnable(case.order, case.line)


def _other_count(thing: Thing, n: int) -> Detail:
    said = next(d for d in thing.details if d.topic == "count")
    other = case_detail("count", n, said.disclosure)
    return in_pairs(other) if is_pair(thing) else other


def _volunteered(docket: "Docket") -> dict[str, Disclosure]:
    """What is said of it when; nobody volunteers that a thing is harmless, or brings it up of what works."""
    said, hazard = docket.case.statement, docket.disclosures.get("hazard")
    harmless = not said.dangerous and (hazard == "stated" or said.reason not in HURTFUL)
    return {**docket.disclosures, "hazard": "omitted"} if hazard and harmless else docket.disclosures


class Docket(Value):
    """The line that is meant, what is wanted for it, and what is said of it when."""

    case: ReturnCase
    new: Item | None
    wishes: tuple[Wish, ...]
    disclosures: dict[str, Disclosure]
    others: tuple[ReturnCase, ...] = ()  # what else goes back, if it may


def _sections(world: World, docket: Docket) -> tuple[str, ...]:
    """What may be cited for whether it can go back, where no form rules on it: the clause, or sections of the
    handbook that state it."""
    if not by_hand(world):
        return ()
    book = handbook_in(world)
    found = settled(world, docket.case, docket.new)
    if not found.allowed and (number := world.approval(docket.case.line_id)):
        return (number,)
    ruling = ruling_of(found)
    clauses = deciding(world.policy, ruling.topic, known(world, docket.case, docket.new))
    if not book:
        return clauses
    return tuple([id for clause in clauses for id in book.stating(ruling.topic, clause)])


def _closing_code(world: World, goal: ReturnsGoal, swap: bool) -> str:
    book = handbook_in(world)
    end = closing_end(swap, goal.outcome != "refused", goal.approval != "")
    return book.closing_code(end) if isinstance(book, Handbook) else ""


def closing_end(swap: bool, goes: bool, approved: bool) -> str:
    """How a request ends, as the handbook tells such ends apart."""
    made = ("made" if swap else "taken") if goes else "refused"
    return f"{'exchange' if swap else 'return'} {'approved' if approved else made}"


def _reading(world: World, swap: str) -> int:
    """Calls that it takes to look up whether it can go back, and how a refund is paid: each article is
    searched for and read; a handbook takes more."""
    if not by_hand(world):
        return 0
    topics = handbook.called_on(world.policy, ruled_topics(bool(swap), adds_by_hand(world)))
    return handbook_calls(world, topics) or 2 * len({TOPICS[t].article for t in topics})


def ruled_topics(swap: bool, adds: bool) -> tuple[str, ...]:
    """What has to be looked up for a return or an exchange, and for what it comes to where no form adds it
    up."""
    if swap:
        return ("exchange_allowed", "price_difference") if adds else ("exchange_allowed",)
    return ("return_allowed", "refund_method", *(("restocking_fee", "shipping_refund") if adds else ()))


def _chosen(rng: Rng, world: World, plan: ReturnsPlan, docket: Docket) -> Docket:
    """With a statement for which the ruling rests on about as many clauses as it should, and is a refusal as
    often as it should be; of the ends that it may come to each is as likely as another. What is left open is
    such that it decides."""
    refused = REFUSED_BESIDE if plan.orders else WITH_APPROVALS if world.approvals else REFUSALS
    refuse, depth, topic = (
        rng.chance(refused),
        world.axes.policy_depth,
        "exchange_allowed" if plan.swap else "return_allowed",
    )
    facts, by = known(world, docket.case, docket.new), dict[Statement, Ruling]()
    read, plain = by_hand(world), world.policy.clause_ids(topic)[0]  # by which all goes back as a rule
    for said in plausible(plan.unsaid, _fits(world, plan, docket)):
        by[said] = decide(world.policy, topic, facts | said_facts(said))
    ends = {said: _end(world, docket, said) for said in by}
    drawn = {said: end for said, end in ends.items() if bool(by[said].outcome) is not refuse} or ends
    alike = [[said for said in drawn if drawn[said] == end] for end in dict.fromkeys(drawn.values())]
    best, least = next(iter(drawn)), depth + len(by) + PLAIN + ALIKE
    for _ in range(TRIES if read else 1):
        said = rng.pick(rng.pick(alike))
        off = abs(len(by[said].because) - depth)
        if read and by[said].outcome and plain in deciding(world.policy, topic, facts | said_facts(said)):
            off += PLAIN
        if plan.orders and not company.mixed(world, docket.others, said):
            off += ALIKE
        if off < least:
            best, least = said, off
        if off <= CLOSE:
            break
    left = Gaps(best, ends, _left(docket.case), refused).left_open(rng, plan.unsaid)
    disclosures: dict[str, Disclosure] = {f: plan.unasked[f] if f in left else "stated" for f in plan.unsaid}
    return replace(docket, case=replace(docket.case, statement=best), disclosures=disclosures)


def _fits(world: World, plan: ReturnsPlan, docket: Docket) -> list[str]:
    """What may be so of the thing."""
    shelf = plan.family.shelf
    parts = () if plan.orders else ("parts",)  # not everything lacks a part
    fits = [*fitting((*parts, "hazard", "perishable"), world.catalog.category(shelf), shelf.name)]
    fits += [*(["swap"] if plan.swap else []), *(["again"] if plan.swap == "variant" else [])]
    fits += ["beside"] if plan.orders else []
    return fits + (["perishable"] if company.perishable(world, docket.others) else [])


def _end(world: World, docket: Docket, said: Statement) -> ReturnsGoal:
    """What it comes to; a refusal is the same whatever the reason."""
    goal = _goal(world, docket, said)
    return replace(goal, reason="") if goal.outcome == "refused" else goal


def _docket(rng: Rng, world: World, plan: ReturnsPlan, k: int, nth: int) -> Docket:
    order, line = world.orders[plan.family.places[nth].order], plan.family.places[nth].line
    case = ReturnCase(
        order=order, line=line, quantity=rng.between(1, returnable(order, line)), statement=AS_USUAL
    )
    new, wishes = _replacement(rng, world, plan, k, order.lines[line])
    others = company.cases(world, plan.family.places[nth], plan.orders, AS_USUAL)
    return Docket(case=case, new=new, wishes=wishes, disclosures={}, others=others)


def _replacement(
    rng: Rng, world: World, plan: ReturnsPlan, k: int, bought: Bought
) -> tuple[Item | None, tuple[Wish, ...]]:
    """What the customer wants instead: another variant of the same product, or a product that wishes single
    out; or nothing."""
    if plan.picks is not None:
        wanted = plan.picks.wanted
        pick = next(p for p in (*wanted[k:], *wanted) if plan.picks.doc(p.place) != bought.doc)
        product = plan.picks.product(pick.place)
        return (product, product.held(rng.word())), plan.picks.wishes(pick)
    if plan.swap == "variant":
        product = world.catalog.at(bought.doc)
        own = product.variants[bought.variant % len(product.variants)]
        return (product, rng.pick([v for v in product.variants if v is not own])), ()
    return None, ()


def _new_details(world: World, plan: ReturnsPlan, variant: Variant, wishes: tuple[Wish, ...]) -> list[Detail]:
    category = world.catalog.category(plan.family.shelf)
    told = [
        wish_detail(category, w, "mentioned" if left else "stated")
        for w, left in zip(wishes, plan.unsaid_wishes, strict=True)
    ]
    options = zip(category.option, plan.unsaid_options, strict=True)
    told += [
        option_detail(category, o, variant.options[o], "omitted" if left else "stated") for o, left in options
    ]
    return told if plan.picks else [*told, case_detail("model", "same", "stated")]


def _thing(world: World, plan: ReturnsPlan, details: "tuple[Detail, ...] | list[Detail]") -> Thing:
    name = name_of(world.catalog, plan.family.shelf)
    thing = Thing(
        noun=name.noun,
        plural=name.plural,
        called=name.called,
        details=tuple(details),
        shelf=plan.family.shelf.name,
    )
    clothes = fits("clothes", world.catalog.category(plan.family.shelf), plan.family.shelf.name)
    own = [worn(d) if clothes and d.topic == "condition" else d for d in details]
    own = [in_pairs(d) if is_pair(thing) and d.topic == "count" else d for d in own]
    return replace(thing, details=tuple(of_another(own)))


def _in_hand(world: World, case: ReturnCase, thing: Thing) -> Thing:
    """The customer sees what they would send back, and knows it from another."""
    line = case.order.lines[case.line]
    product = world.catalog.at(line.doc)
    variant = product.variants[line.variant % len(product.variants)]
    return replace(thing, product_id=product.id, variant_id=variant.id)


def _goal(world: World, docket: Docket, said: Statement | None = None) -> ReturnsGoal:
    """By what is said of it, or had something else been said."""
    case, new = replace(docket.case, statement=said or docket.case.statement), docket.new
    found = settled(world, case, new)
    approval = "" if found.allowed else world.approval(case.line_id)
    found = settled(world, case, new, anyway=True) if approval else found
    goes = found.allowed or bool(approval)
    product_id, variant_id = (new[0].id, new[1].id) if new and goes else ("", "")
    return ReturnsGoal(
        outcome=("exchanged" if new else "returned") if goes else "refused",
        order_id=case.order.id,
        line_id=case.line_id,
        quantity=case.quantity,
        reason=case.statement.reason,
        cents=amount_of(found),
        method=method_of(found),
        clause=approval or ("" if found.allowed else ruling_of(found).decided_by),
        approval=approval,
        product_id=product_id,
        variant_id=variant_id,
        others=company.going(world, docket.others, case.statement),
    )
