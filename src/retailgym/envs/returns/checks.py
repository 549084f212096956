"""Returns and exchanges: what the verifier checks."""

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from ...core.env import Outcome
from ...core.money import printed
from ...core.reward import SMALL_CAP, TRUSTED, Check, Findings, agreed
from ...core.task import Ending
from ...core.values import Value
from ...customer.belongings import one_more, shelf_of
from ...policy import quoted
from ...tools.policy import handbook_in
from ...tools.returns import (
    ReturnRequest,
)
from ...world import World
from ...world.naming import line_name, variant_name
from ...world.orders import Deed, SentBack


class ReturnsGoal(Value):
    outcome: Literal["returned", "exchanged", "refused"]
    order_id: str
    line_id: str
    quantity: int
    reason: str
    cents: int
    method: str
    clause: str
    product_id: str = ""
    variant_id: str = ""
    approval: str = ""  # the number of the one that lets it go back though the policy refuses it
    sections: tuple[str, ...] = ()  # where no form rules: what states what decides; one must be cited
    others: tuple[Deed, ...] = ()  # what else goes back in the same request
    code: str = ""  # with which such a request is closed, where a handbook says so

    @property
    def total(self) -> int:
        """What all of it comes to."""
        return self.cents + sum([deed[5] for deed in self.others])


NOT_CLOSED = ReturnRequest(outcome="refused", order_id="", line_id="", amount_cents=0, clause_id="")


def ends(goal: ReturnsGoal) -> Ending | None:
    """What comes back; an exchange is not about money."""
    money = goal.outcome != "exchanged"
    return Ending(field="amount_cents", value=goal.total, unit="cents") if money else None


def verify(goal: ReturnsGoal, outcome: Outcome) -> Findings:
    made = [r for r in outcome.after.returns if r not in outcome.before.returns]
    told: ReturnRequest = outcome.after.answers.get("close_return_request", NOT_CLOSED)
    named = () if goal.outcome == "refused" else (_wanted(goal),)
    deeds, wanted = sorted([r.deed for r in made]), sorted((*named, *goal.others))
    line = (told.order_id, told.line_id) == (goal.order_id, goal.line_id)
    cited = told.clause_id in goal.sections if goal.sections else told.clause_id == goal.clause
    closed = told is not NOT_CLOSED
    ended = closed and told.outcome == goal.outcome
    ended = ended and (cited or (goal.outcome != "refused" and not goal.sections))
    unseen = [
        id for id in (told.line_id, *(r.product_id for r in made)) if id and id not in outcome.retrieved
    ]
    after, currency = outcome.after, outcome.after.customer.currency
    told_line = line_name(after, told.order_id, told.line_id) if told.line_id else "nothing"
    checks: tuple[Check, ...] = (
        Check(
            name="right_line",
            passed=line,
            because=f"{line_name(after, goal.order_id, goal.line_id)} was meant; named: {told_line}",
        ),
        Check(
            name="right_deeds",
            passed=deeds == wanted,
            because=f"wanted: {_printed(wanted, after)}; done: {_printed(deeds, after)}",
        ),
        Check(
            name="right_outcome",
            passed=ended,
            because=f"it had to be {goal.outcome}{_by_clause(goal, after)}; told: "
            + (told.outcome if closed else "nothing, since the request was not closed")
            + (f", clause {told.clause_id}" if told.clause_id else ""),
        ),
        Check(
            name="right_amount",
            passed=closed and told.amount_cents == goal.total,
            because=f"the amount is {printed(goal.total, currency)}; told: "
            + (printed(told.amount_cents, currency) if closed else "nothing"),
        ),
        Check(
            name="retrieved",
            passed=not unseen,
            because=f"never shown: {', '.join(unseen)}" if unseen else "everything was shown first",
        ),
    )
    if goal.code:
        checks += (
            Check(
                name="right_code",
                passed=told.closing_code == goal.code,
                because=f"it is closed with code {goal.code}; given: {told.closing_code or 'none'}",
            ),
        )
    if goal.approval and line:  # whoever has told nothing of the line has shown neither trust nor distrust
        trusted = told.outcome == goal.outcome
        because = f"approval {goal.approval} is on record; told: {told.outcome}"
        checks = (*checks, Check(name=TRUSTED, passed=trusted, because=because))
    yes = agreed(to_agree(goal, outcome.before) if made else {}, outcome)
    credit = 0.4 + 0.3 * (deeds == wanted) + 0.3 * ended if line else 0.0
    return Findings(
        checks=(*checks, yes), credit=credit, cap=SMALL_CAP, allowed=_allowed(goal, made, outcome)
    )


def to_agree(goal: ReturnsGoal, world: World) -> dict[int | str, str]:
    """What the customer has to say yes to, by the number of the thing, or by the line of one beside it; of
    several of one kind, to so many."""
    back: dict[int | str, str] = {deed[2]: f"{deed[3]} of line {deed[2]} returned" for deed in goal.others}
    going = {deed[2] for deed in goal.others}
    bought = [b for o in world.orders for id, b in zip(o.line_ids, o.lines, strict=True) if id in going]
    kinds = Counter([shelf_of(world, b).name for b in bought])
    back |= {one_more(kind, n): f"{n} of {kind} returned" for kind, n in sorted(kinds.items()) if n > 1}
    if goal.outcome != "refused" or not goal.others:
        back[0] = f"{goal.quantity} of line {goal.line_id} {goal.outcome}"
    return back | ({1: f"variant {goal.variant_id}"} if goal.variant_id else {})


def _allowed(goal: ReturnsGoal, made: Sequence[SentBack], outcome: Outcome) -> frozenset[str]:
    """What had to be done; a wrong line or a wrong new item was the customer's own wish if they said yes to
    what it stands for, an item with the options that were read back."""
    along = frozenset([r.change for r in made if r.deed in goal.others])
    made = [r for r in made if r.deed not in goal.others]
    kind = {"returned": "return", "exchanged": "exchange"}.get(goal.outcome)
    first = next((r for r in made if r.kind == kind), None)
    line = 0 in outcome.agreed
    item = 1 in outcome.agreed and first is not None and _alike(outcome.after, first, goal)
    if (
        first is None
        or not (line or first.line_id == goal.line_id)
        or not (item or first.variant_id == goal.variant_id)
    ):
        return along
    return along | {first.change}


def _alike(world: World, made: SentBack, goal: ReturnsGoal) -> bool:
    """Whether two new items have the same options."""
    products = [(world.product(one.product_id), one.variant_id) for one in (made, goal)]
    variants = [product.variant(id) if product is not None else None for product, id in products]
    return len({tuple(v.options.items()) if v is not None else () for v in variants}) == 1


def _wanted(g: ReturnsGoal) -> Deed:
    kind = "return" if g.outcome == "returned" else "exchange"
    return kind, g.order_id, g.line_id, g.quantity, g.reason, g.cents, g.method, g.product_id, g.variant_id


def _by_clause(goal: ReturnsGoal, world: World) -> str:
    """The clause that decides, quoted; in a handbook the sections that may be cited."""
    if goal.approval:
        return f" by approval {goal.approval}"
    if goal.sections and handbook_in(world):
        return f" by section {' or '.join(goal.sections)}"
    clauses = goal.sections or ((goal.clause,) if goal.clause else ())
    return f" by clause {quoted(world.policy, clauses)}" if clauses else ""


def _printed(deeds: Sequence[Deed], world: World) -> str:
    lines = []
    for kind, order, line, n, reason, cents, method, product, variant in deeds:
        swap = f" for {variant_name(world, product, variant)}" if product else ""
        lines.append(
            f"{kind} of {n} of {line_name(world, order, line)}, {reason.replace('_', ' ')}{swap}, "
            f"{printed(cents, world.customer.currency)} {method.replace('_', ' ')}"
        )
    return " and ".join(lines) or "nothing"
