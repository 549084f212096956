"""What may be done about something that goes back, for every line and every replacement that fits what the
customer would say."""

from retailgym.core.episode import Episode
from retailgym.core.task import Thing
from retailgym.policy import Return
from retailgym.tools.returns import Item, ReturnCase, Statement, by_hand, settled
from retailgym.world import World

from ..shelves import fitting
from .citing import clause_cited
from .tracking import lines

Deeds = tuple[tuple[object, ...], ...]
Answer = tuple[Deeds, tuple[str, str, str, int, str]]


def answers(episode: Episode) -> list[Answer]:
    world, things = episode.task.world, episode.task.brief.requests[0].things
    told = {d.topic: d.value for d in things[0].details}
    statement = Statement(
        reason=told["reason"],
        condition=told["condition"],
        packaging=told["box"] == "kept",
        receipt=told["receipt"] == "kept",
        dangerous=told["hazard"] == "dangerous",
    )
    found = []
    for o, n in lines(world, things[0]):
        case = ReturnCase(order=world.orders[o], line=n, quantity=int(told["count"]), statement=statement)
        beside = _beside(world, o, case, int(told.get("extent", 0)))
        found += [
            _together(_answer(world, case, item), beside)
            for item in (_items(world, case, things[1]) if told["wants"] == "exchange" else [None])
        ]
    return found


def _beside(world: World, o: int, case: ReturnCase, orders: int) -> list[Answer]:
    """One of each other thing that has arrived and is still with the customer, in so many orders; of its own
    kind there is no other."""
    named = _kind(world, case.order.lines[case.line].doc)
    return [
        _answer(world, ReturnCase(order=order, line=n, quantity=1, statement=case.statement), None)
        for order in world.orders[o : o + orders]
        for n, b in enumerate(order.lines)
        if order.delivered(n) is not None and b.returned < b.quantity and _kind(world, b.doc) != named
    ]


def _kind(world: World, doc: int) -> str:
    return world.catalog.at(doc).shelf


def _together(named: Answer, beside: list[Answer]) -> Answer:
    """All that is done, told of the thing that is named with what it comes to in all."""
    deeds, (outcome, order, line, cents, clause) = named
    deeds = tuple(sorted((*deeds, *[deed for made, _ in beside for deed in made])))
    return deeds, (outcome, order, line, cents + sum(told[3] for _, told in beside), clause)


def _items(world: World, case: ReturnCase, thing: Thing) -> list[Item]:
    """Every variant that could be meant, of the same product if that was said."""
    options = {d.topic: d.value for d in thing.details if d.role == "option"}
    same = any(d.topic == "model" for d in thing.details)
    products = [world.catalog.at(case.order.lines[case.line].doc)] if same else fitting(world, thing)
    return [(p, v) for p in products for v in p.variants if v.options == options]


def _answer(world: World, case: ReturnCase, item: Item | None) -> Answer:
    ruled = settled(world, case, item)
    order, line, clause = case.order.id, case.line_id, ruled.rulings[0].decided_by
    approval = world.approvals.get(line)
    if not ruled.allowed and approval is not None and approval.until >= world.today:
        ruled, clause = settled(world, case, item, anyway=True), approval.number
    elif not ruled.allowed:
        return (), ("refused", order, line, 0, clause)
    if isinstance(ruled, Return):
        kind, cents, method, new = "return", ruled.refund_cents, ruled.method, ("", "")
    else:
        kind, cents, method, new = "exchange", ruled.due_cents, ruled.treatment, (item[0].id, item[1].id)
    deed = (kind, order, line, case.quantity, case.statement.reason, cents, method, *new)
    outcome = "returned" if kind == "return" else "exchanged"
    return (deed,), (outcome, order, line, cents, clause if by_hand(world) else "")


def given(episode: Episode) -> Answer:
    """What was done and said; a clause counts where something was refused, and where no form rules."""
    deeds = tuple(sorted(r.deed for r in episode.world.returns))
    told = episode.world.answers.get("close_return_request")
    if told is None:
        return deeds, ("", "", "", 0, "")
    world, clause = episode.task.world, ""
    if told.outcome == "refused" or by_hand(world):
        thing = next(r for r in episode.task.brief.requests if r.job == "returns").things[0]
        swap = any(d.topic == "wants" and d.value == "exchange" for d in thing.details)
        clause = told.clause_id
        if clause not in {approval.number for approval in world.approvals.values()}:
            clause = clause_cited(world, "exchange_allowed" if swap else "return_allowed", clause)
    return deeds, (told.outcome, told.order_id, told.line_id, told.amount_cents, clause)
