"""Returns: the expert, who sees only what was said and shown."""

from ...core.env import Acts, Moves, Observation, Turn
from ...customer.acts import Named
from ..shared.expert_moves import Notes, ask, call, content, find, meant, recall
from ..shared.order_references import FORM, stated


def expert(seen: Observation, heard: Acts) -> Moves:
    """Find the line, asking for what was left open, fill in the form, find the new item, check, confirm, act,
    and say how it ended."""
    notes = Notes(heard)
    first = min(notes.things)
    order_id, place = yield from recall(notes, first)
    seen, _ = yield call("order_get", order_id=order_id)
    line = content(seen).lines[place]
    form = [Named(thing=first, topic=f, label=f) for f in FORM if f not in notes.told[first]]
    yield from ask(notes, [*form, *[u for u in notes.named if u.thing > first]])
    told = {topic: t.value for topic, t in notes.told[first].items()}
    case: dict[str, object] = {
        "order_id": order_id,
        "line_id": line.line_id,
        "quantity": told["count"],
        "statement": stated(told),
    }
    if len(notes.things) > 1:
        wishes = notes.of(first + 1, "wish")
        product_id = (yield from find(line.kind, wishes)) if wishes else line.product_id
        seen, _ = yield call("catalog_get_variants", product_id=product_id)
        page = content(seen)
        yield from ask(
            notes,
            [
                Named(thing=first + 1, topic=o, label=o)
                for o in page.variants[0].options
                if o not in notes.told[first + 1]
            ],
        )
        case |= {"product_id": product_id, "variant_id": meant(page, notes, first + 1).variant_id}
    seen, _ = yield call("return_check_eligibility", **case)
    answer = content(seen)
    close = {"order_id": order_id, "line_id": line.line_id, "amount_cents": answer.amount_cents}
    if not answer.eligible:
        yield call("close_return_request", outcome="refused", clause_id=answer.clause_id, **close)
        return
    noun = notes.things[first].noun
    if "product_id" in case:
        swap = ", ".join(meant(page, notes, first + 1).options.values())
        yield Turn(
            f"I can exchange {told['count']} of the {noun} for the {noun} in {swap}. Shall I go ahead?"
        )
        yield call("return_exchange", **case)
    else:
        yield Turn(f"I can take back {told['count']} of the {noun} for a refund. Shall I go ahead?")
        yield call("return_initiate", **case, refund_method=answer.method)
    yield call("close_return_request", outcome="exchanged" if "product_id" in case else "returned", **close)
