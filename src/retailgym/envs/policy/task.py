"""Policy: what is drawn, which goal a candidate has, and what the verifier checks."""

from ...core.env import Outcome
from ...core.reward import SMALL_CAP, Check, Findings
from ...core.streams import Streams
from ...core.task import Brief, Par, Request, TaskPool, Thing, questions
from ...core.values import Value, replace
from ...policy.rules import Plain
from ...tools import orders as order_tools
from ...tools.answer import PolicyAnswer
from ...world import World
from ..shared.order_references import (
    Family,
    LineRef,
    clue_count,
    clue_detail,
    every_place,
    pick_family,
    refer,
    with_orders,
)
from ..shared.policy_questions import (
    GIFT_CARD,
    MARKS,
    TRAVEL,
    Asking,
    Enquiry,
    articles,
    asked_detail,
    shown,
    told_detail,
)
from ..shared.shelves import CANDIDATES, name_of, persona

MOST_TOLD = 16  # facts of one enquiry


LOOKS = 5  # at the clock and into the order, for an article and into it, and the answer


OTHER_TOPICS = 3  # that a candidate tries


CARD = ("gift card", "gift cards", ("gift card", "card", "voucher"))


class PolicyGoal(Value):
    topic: str
    answer: Plain
    clause_id: str


class PolicyPlan(Value):
    """Lines of one shelf, one of which each candidate asks about; the topic and what is left unsaid are the
    same for all."""

    family: Family
    lines: list[int]  # by place in the family
    first: Enquiry
    unsaid_clues: list[bool]
    unsaid_facts: list[bool]

    @property
    def places(self) -> list[LineRef]:
        return [self.family.places[n] for n in self.lines]

    def par(self, world: World, enquiry: Enquiry) -> Par:
        """A question for up to three things unsaid. Each article is searched for and read; the order is found
        in the list by the clock and looked into, for a gift card the account is looked at; then the
        answer."""
        on_card = enquiry.topic in GIFT_CARD
        unsaid = (0 if on_card else sum(self.unsaid_clues)) + sum(self.unsaid_facts[: len(enquiry.told)])
        records = 1 if on_card else order_tools.pages(world) + 2
        return Par(exchanges=questions(unsaid), calls=2 * articles(world.policy, enquiry) + records + 1)


def draw(at: Streams, world: World) -> TaskPool:
    at = at / "policy"
    world = with_orders(at, world)
    rng, omit = (at / "plan")(), world.axes.p_omit
    able = next(
        (able for able in (_single, _held) if any(able(world, place) for place in every_place(world))), _any
    )
    family = pick_family(rng, world, able)
    lines = rng.sample(
        [n for n, place in enumerate(family.places) if able(world, place) and able is not _any], CANDIDATES
    )
    places, free = [family.places[n] for n in lines], _free(world, family)
    first = Asking((at / "question")(), world, places).first(free)
    if first.topic not in GIFT_CARD:
        world = shown((at / "records")(), world, places, first, free)
    clues = rng.chances(clue_count(world), omit)
    plan = PolicyPlan(
        family=family, lines=lines, first=first, unsaid_clues=clues, unsaid_facts=rng.chances(MOST_TOLD, omit)
    )
    world = replace(world, shelves=world.shelves | {family.shelf.name})
    par, least = (
        plan.par(world, first),
        Par(exchanges=questions(sum(clues)), calls=order_tools.pages(world) + LOOKS),
    )
    par = Par(exchanges=max(par.exchanges, least.exchanges), calls=max(par.calls, least.calls))
    return TaskPool(world=world, par=par, candidates=CANDIDATES, plan=plan)


def _free(world: World, family: Family) -> tuple[str, ...]:
    """What may still be changed about the lines: where other tasks are set in the same history, their marks
    alone."""
    return () if family.shelf.name in world.shelves else MARKS if world.shelves else (*MARKS, *TRAVEL)


def _held(world: World, place: LineRef) -> bool:
    """Something that was delivered and is still with the customer."""
    order = world.orders[place.order]
    return not order.lines[place.line].returned and order.delivered(place.line) is not None


def _single(world: World, place: LineRef) -> bool:
    """So that "it" is one piece."""
    return world.orders[place.order].lines[place.line].quantity == 1 and _held(world, place)


def _any(world: World, place: LineRef) -> bool:
    """Where nothing can be asked about, there is still the gift card."""
    return True


def settle(at: Streams, draft: TaskPool, k: int) -> tuple[PolicyGoal, Brief]:
    plan, world = draft.plan, draft.world
    enquiry = _enquiry(at / "policy", draft, k)
    facts = [
        told_detail(world, f, enquiry.facts[f], "named" if left else "said")
        for f, left in zip(enquiry.told, plan.unsaid_facts, strict=False)
    ]
    asked = asked_detail(enquiry.topic)
    if enquiry.topic in GIFT_CARD:
        noun, plural, called = CARD
        thing = Thing(noun=noun, plural=plural, called=called, details=(asked, *facts))
    else:
        nth, entries = plan.lines[enquiry.place], plan.family.entries
        clues = refer(
            (at / "policy" / "clues" / k)(), entries[nth], entries, world.today, len(plan.unsaid_clues)
        )
        which = [
            clue_detail(c, world, "named" if left else "said")
            for c, left in zip(clues, plan.unsaid_clues, strict=True)
        ]
        name = name_of(world.catalog, plan.family.shelf)
        thing = Thing(
            noun=name.noun,
            plural=name.plural,
            called=name.called,
            details=(*which, asked, *facts),
            shelf=plan.family.shelf.name,
        )
    goal = PolicyGoal(topic=enquiry.topic, answer=enquiry.answer, clause_id=enquiry.clause)
    return goal, Brief(persona=persona(at), matters=(Request(job="policy", things=(thing,)),))


def _enquiry(at: Streams, draft: TaskPool, k: int) -> Enquiry:
    """What a candidate asks: the first what the world was drawn for; the others something else about another
    line that takes no longer to answer; failing that, something like the first."""
    plan: PolicyPlan = draft.plan
    if k == 0:
        return plan.first
    asking, nth = Asking((at / "question" / k)(), draft.world, plan.places), k % max(1, len(plan.lines))
    for n in range(OTHER_TOPICS + 2):
        enquiry = (
            asking.another(plan.first.depth, nth)
            if n < OTHER_TOPICS
            else asking.alike(plan.first, nth if n == OTHER_TOPICS else 0)
        )
        if enquiry and _within(plan.par(draft.world, enquiry), draft.par):
            return enquiry
    return plan.first


def _within(par: Par, most: Par) -> bool:
    return par.exchanges <= most.exchanges and par.calls <= most.calls


def verify(goal: PolicyGoal, outcome: Outcome) -> Findings:
    given = outcome.after.answers.get("answer_policy")
    if not isinstance(given, PolicyAnswer):
        return Findings(
            checks=(Check(name="answered", passed=False, because="answer_policy was not called"),),
            cap=SMALL_CAP,
        )
    right = type(given.answer) is type(goal.answer) and given.answer == goal.answer
    decides, seen = given.clause_id == goal.clause_id, given.clause_id in outcome.retrieved
    checks = (
        Check(name="answer", passed=right, because=f"answered {given.answer}, it is {goal.answer}"),
        Check(name="clause", passed=decides, because=f"named {given.clause_id}, {goal.clause_id} decides"),
        Check(
            name="read",
            passed=seen,
            because="the clause was read first" if seen else f"clause {given.clause_id} was never shown",
        ),
    )
    return Findings(checks=checks, credit=(0.4 * right + 0.6 * decides) * seen, cap=SMALL_CAP)
