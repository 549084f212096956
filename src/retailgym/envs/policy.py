"""Policy: answer a question about the shop's rules from what they say, what the records show and what only the customer can tell, and
name the clause that decides."""

from collections.abc import Sequence

from ..drawing import CANDIDATES, name_of, persona
from ..enquiries import GIFT_CARD, MARKS, TRAVEL, UNMARKED, Asking, Enquiry, articles, asked_detail, heard_fact, shown, told_detail
from ..env import Acts, Env, Moves, Observation, Outcome
from ..policy import FACTS, TOPICS, Bill, Line, Reading, day_of_year, decide, unsettled
from ..policy.rules import Plain
from ..problem import Brief, Draft, Matter, Par, Thing, questions
from ..recall import Family, Place, clue_count, clue_detail, every_place, pick_family, refer, with_orders
from ..rng import Streams
from ..skills import Notes, Skill, ask, call, content, recall
from ..tools import orders as order_tools
from ..tools import policy as policy_tools
from ..tools import shop as shop_tools
from ..tools.answer import PolicyAnswer, answer_policy
from ..tools.kit import toolset
from ..tools.orders import Account, OrderPage
from ..value import Value, replace
from ..verdict import SMALL_CAP, Check, Findings
from ..world import World

MOST_TOLD = 16  # facts of one enquiry
LOOKS = 5  # at the clock and into the order, for an article and into it, and the answer
OTHER_TOPICS = 3  # that a candidate tries
CARD = ("gift card", "gift cards", ("gift card", "card", "voucher"))


class Goal(Value):
    topic: str
    answer: Plain
    clause_id: str


class Plan(Value):
    """Lines of one shelf, one of which each candidate asks about; the topic and what is left unsaid are the same for all."""

    family: Family
    lines: list[int]  # by place in the family
    first: Enquiry
    unsaid_clues: list[bool]
    unsaid_facts: list[bool]

    @property
    def places(self) -> list[Place]:
        return [self.family.places[n] for n in self.lines]

    def par(self, world: World, enquiry: Enquiry) -> Par:
        """A question for up to three things unsaid. Each article is searched for and read; the order is found in the list by the clock
        and looked into, for a gift card the account is looked at; then the answer."""
        on_card = enquiry.topic in GIFT_CARD
        unsaid = (0 if on_card else sum(self.unsaid_clues)) + sum(self.unsaid_facts[: len(enquiry.told)])
        records = 1 if on_card else order_tools.pages(world) + 2
        return Par(exchanges=questions(unsaid), calls=2 * articles(world.policy, enquiry) + records + 1)


def draw(at: Streams, world: World) -> Draft:
    at = at / "policy"
    world = with_orders(at, world)
    rng, omit = (at / "plan")(), world.axes.p_omit
    able = next((able for able in (_single, _held) if any(able(world, place) for place in every_place(world))), _any)
    family = pick_family(rng, world, able)
    lines = rng.sample([n for n, place in enumerate(family.places) if able(world, place) and able is not _any], CANDIDATES)
    places, free = [family.places[n] for n in lines], _free(world, family)
    first = Asking((at / "question")(), world, places).first(free)
    if first.topic not in GIFT_CARD:
        world = shown((at / "records")(), world, places, first, free)
    clues = rng.chances(clue_count(world), omit)
    plan = Plan(family=family, lines=lines, first=first, unsaid_clues=clues, unsaid_facts=rng.chances(MOST_TOLD, omit))
    world = replace(world, shelves=world.shelves | {family.shelf.name})
    par, least = plan.par(world, first), Par(exchanges=questions(sum(clues)), calls=order_tools.pages(world) + LOOKS)
    par = Par(exchanges=max(par.exchanges, least.exchanges), calls=max(par.calls, least.calls))
    return Draft(world=world, par=par, candidates=CANDIDATES, plan=plan)


def _free(world: World, family: Family) -> tuple[str, ...]:
    """What may still be changed about the lines: where other tasks are set in the same history, their marks alone."""
    return () if family.shelf.name in world.shelves else MARKS if world.shelves else (*MARKS, *TRAVEL)


def _held(world: World, place: Place) -> bool:
    """Something that was delivered and is still with the customer."""
    order = world.orders[place.order]
    return not order.lines[place.line].returned and order.delivered(place.line) is not None


def _single(world: World, place: Place) -> bool:
    """So that "it" is one piece."""
    return world.orders[place.order].lines[place.line].quantity == 1 and _held(world, place)


def _any(world: World, place: Place) -> bool:
    """Where nothing can be asked about, there is still the gift card."""
    return True


def settle(at: Streams, draft: Draft, k: int) -> tuple[Goal, Brief]:
    plan, world = draft.plan, draft.world
    enquiry = _enquiry(at / "policy", draft, k)
    facts = [told_detail(world, f, enquiry.facts[f], "named" if left else "said") for f, left in zip(enquiry.told, plan.unsaid_facts, strict=False)]
    asked = asked_detail(enquiry.topic)
    if enquiry.topic in GIFT_CARD:
        noun, plural, called = CARD
        thing = Thing(noun=noun, plural=plural, called=called, details=(asked, *facts))
    else:
        nth, entries = plan.lines[enquiry.place], plan.family.entries
        clues = refer((at / "policy" / "clues" / k)(), entries[nth], entries, world.today, len(plan.unsaid_clues))
        which = [clue_detail(c, world, "named" if left else "said") for c, left in zip(clues, plan.unsaid_clues, strict=True)]
        name = name_of(world.catalog, plan.family.shelf)
        thing = Thing(noun=name.noun, plural=name.plural, called=name.called, details=(*which, asked, *facts), shelf=plan.family.shelf.name)
    goal = Goal(topic=enquiry.topic, answer=enquiry.answer, clause_id=enquiry.clause)
    return goal, Brief(persona=persona(at), matters=(Matter(job="policy", things=(thing,)),))


def _enquiry(at: Streams, draft: Draft, k: int) -> Enquiry:
    """What a candidate asks: the first what the world was drawn for; the others something else about another line that takes no longer to
    answer; failing that, something like the first."""
    plan: Plan = draft.plan
    if k == 0:
        return plan.first
    asking, nth = Asking((at / "question" / k)(), draft.world, plan.places), k % max(1, len(plan.lines))
    for n in range(OTHER_TOPICS + 2):
        enquiry = asking.another(plan.first.depth, nth) if n < OTHER_TOPICS else asking.alike(plan.first, nth if n == OTHER_TOPICS else 0)
        if enquiry and _within(plan.par(draft.world, enquiry), draft.par):
            return enquiry
    return plan.first


def _within(par: Par, most: Par) -> bool:
    return par.exchanges <= most.exchanges and par.calls <= most.calls


def verify(goal: Goal, outcome: Outcome) -> Findings:
    given = outcome.after.answers.get("answer_policy")
    if not isinstance(given, PolicyAnswer):
        return Findings(checks=(Check(name="answered", passed=False, because="answer_policy was not called"),), cap=SMALL_CAP)
    right = type(given.answer) is type(goal.answer) and given.answer == goal.answer
    decides, seen = given.clause_id == goal.clause_id, given.clause_id in outcome.retrieved
    checks = (
        Check(name="answer", passed=right, because=f"answered {given.answer}, it is {goal.answer}"),
        Check(name="clause", passed=decides, because=f"named {given.clause_id}, {goal.clause_id} decides"),
        Check(name="read", passed=seen, because="the clause was read first" if seen else f"clause {given.clause_id} was never shown"),
    )
    return Findings(checks=checks, credit=(0.4 * right + 0.6 * decides) * seen, cap=SMALL_CAP)


def expert(seen: Observation, heard: Acts) -> Moves:
    """Ask for what was left open, look up the records, read until nothing is left on which the answer could depend, and decide."""
    notes = Notes(heard)
    yield from ask(notes, notes.named)
    first = min(notes.things)
    told = {t.topic: t.value for t in notes.told[first].values()}
    topic = str(told["question"])
    if topic in GIFT_CARD:
        seen, _ = yield call("order_list")
        known = UNMARKED | _on_account(content(seen).account)
    else:
        known = UNMARKED | (yield from _look_up(notes, first))
    known |= {name: heard_fact(name, value) for name, value in told.items() if name in FACTS}
    book = Reading()
    unread: Sequence[str] = (topic,)
    while unread:
        book.add((yield from _read(unread[0])))
        unread = [name for name in unsettled(book, topic, known) if name in TOPICS]
    ruling = decide(book, topic, known)
    yield call("answer_policy", answer=ruling.outcome, clause_id=ruling.decided_by)


def _read(topic: str) -> Skill[str]:
    """The article that speaks of a topic."""
    seen, _ = yield call("policy_search", words=TOPICS[topic].asks)
    name = next(hit.article for hit in content(seen).sections if hit.section == TOPICS[topic].title)
    seen, _ = yield call("policy_read", article_name=name)
    return str(content(seen).text)


def _look_up(notes: Notes, thing: int) -> Skill[dict[str, Plain]]:
    """What the records say about the thing that the customer means."""
    steps, today = recall(notes, thing), 0
    turn = next(steps)
    while True:
        seen, heard = yield turn
        today = getattr(content(seen), "day", today)
        account = getattr(content(seen), "account", None)
        try:
            turn = steps.send((seen, heard))
        except StopIteration as found:
            assert isinstance(account, Account)
            seen, _ = yield call("order_get", order_id=found.value)
            return _on_account(account) | _on_order(content(seen), notes.things[thing].shelf, today)


def _on_account(account: Account) -> dict[str, Plain]:
    return {
        "tier": account.tier, "region": account.region, "business": account.business, "refunds_90d": account.refunds_in_90_days,
        "claims_year": account.claims_in_a_year,
    }  # fmt: skip


def _on_order(page: OrderPage, kind: str, today: int) -> dict[str, Plain]:
    line = next(x for x in page.lines if x.kind == kind)
    parcel = next(p for p in page.parcels if p.parcel_id == line.parcel_id)
    last = parcel.scans[-1]
    since = today - last.day
    lines = tuple([Line(id=x.line_id, unit_cents=x.unit_cents, quantity=x.quantity) for x in page.lines])
    bill = Bill(lines=lines, payments=(), coupon_cents=page.coupon_cents)
    facts: dict[str, Plain] = {
        "department": line.department, "is_gift": page.marked_as_gift, "days_since_order": today - page.placed_day,
        "ordered_on": day_of_year(page.placed_day), "line_cents": bill.portion(line.line_id, 1).goods, "order_cents": bill.goods_cents,
        "shipping_cents": page.shipping_cents, "shipping_method": page.shipping_method, "coupon": page.coupon,
        "tender": next((p.tender for p in page.payments if p.tender != "gift_card"), "gift_card"), "days_since_delivery": since,
        "days_without_scan": since, "days_to_report": since, "days_late": max(0, last.day - parcel.promised_day),
        "carrier_status": "signed" if last.event == "delivered, signed for" else "delivered",
    }  # fmt: skip
    return facts | dict.fromkeys(line.marks, True)


ABOUT = """A customer asks what the shop's policy says in their case. Find the section that answers the question and every other section that it
calls on, look up what the order and the account show, ask for what only the customer knows, and answer with the clause that decides. Whatever
is out of the ordinary about an item is among its marks; what is not marked is not so, and items are everyday products. A fault counts as
reported today. The price paid for an item is that of one piece. Where a gift card paid for part of an order, it counts as paid by the other means."""

ENV = Env(
    id="policy", version=3, closing="answer_policy", draw=draw, settle=settle, verify=verify, expert=expert, about=ABOUT,
    tools=toolset(order_tools, policy_tools, shop_tools.ask_user, shop_tools.clock_now, answer_policy),
)  # fmt: skip
