"""What may be done about something that goes back, for every line and every replacement that fits what the
customer would say."""

from retailgym.core.episode import Episode
from retailgym.core.task import Thing
from retailgym.policy import Return
from retailgym.tools.returns import Item, ReturnCase, Statement, settled
from retailgym.world import World

from ..shelves import fitting
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
        found += [
            _answer(world, case, item)
            for item in (_items(world, case, things[1]) if told["wants"] == "exchange" else [None])
        ]
    return found


def _items(world: World, case: ReturnCase, thing: Thing) -> list[Item]:
    """Every variant that could be meant, of the same product if that was said."""
    options = {d.topic: d.value for d in thing.details if d.role == "option"}
    same = any(d.topic == "model" for d in thing.details)
    products = [world.catalog.at(case.order.lines[case.line].doc)] if same else fitting(world, thing)
    return [(p, v) for p in products for v in p.variants if v.options == options]


def _answer(world: World, case: ReturnCase, item: Item | None) -> Answer:
    ruled = settled(world, case, item)
    order, line = case.order.id, case.line_id
    if not ruled.allowed:
        return (), ("refused", order, line, 0, ruled.rulings[0].decided_by)
    if isinstance(ruled, Return):
        kind, cents, method, new = "return", ruled.refund_cents, ruled.method, ("", "")
    else:
        kind, cents, method, new = "exchange", ruled.due_cents, ruled.treatment, (item[0].id, item[1].id)
    deed = (kind, order, line, case.quantity, case.statement.reason, cents, method, *new)
    return (deed,), ("returned" if kind == "return" else "exchanged", order, line, cents, "")


def given(episode: Episode) -> Answer:
    """What was done and said; a clause counts only where something was refused."""
    deeds = tuple(
        (r.kind, r.order_id, r.line_id, r.quantity, r.reason, r.cents, r.method, r.product_id, r.variant_id)
        for r in episode.world.returns
    )
    told = episode.world.answers.get("close_return_request")
    if told is None:
        return deeds, ("", "", "", 0, "")
    return deeds, (
        told.outcome,
        told.order_id,
        told.line_id,
        told.amount_cents,
        told.clause_id if told.outcome == "refused" else "",
    )
