"""Returns: the expert, who sees only what was said and shown."""

from ...core.env import Acts, Moves, Observation, Turn
from ...customer.acts import Named, Revises
from ...tools.returns import Eligibility
from ..shared.expert_moves import Notes, Skill, ask, call, content, find, listening, meant, recall
from ..shared.order_references import FORM, stated


def expert(seen: Observation, heard: Acts) -> Moves:
    """Find the line, asking for what was left open, fill in the form, find the new item, check, confirm, act,
    and say how it ended."""
    notes = Notes(heard)
    yield from listening(notes, _steps(notes))


def _steps(notes: Notes) -> Moves:
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
    noun = notes.things[first].noun
    swap = ", ".join(meant(page, notes, first + 1).options.values()) if "product_id" in case else ""
    answer, agreed = (yield from _checked(notes, first, case)), False
    while answer.eligible and not agreed:
        count = case["quantity"]
        _, heard = yield Turn(
            f"I can exchange {count} of the {noun} for the {noun} in {swap}. Shall I go ahead?"
            if swap
            else f"I can take back {count} of the {noun} for a refund. Shall I go ahead?"
        )
        agreed = not any(isinstance(act, Revises) for act in heard)
        if not agreed:
            answer = yield from _checked(notes, first, case)
    close = {"order_id": order_id, "line_id": line.line_id, "amount_cents": answer.amount_cents}
    if not answer.eligible:
        yield call("close_return_request", outcome="refused", clause_id=answer.clause_id, **close)
    elif swap:
        yield call("return_exchange", **case)
        yield call("close_return_request", outcome="exchanged", **close)
    else:
        yield call("return_initiate", **case, refund_method=answer.method)
        yield call("close_return_request", outcome="returned", **close)


def _checked(notes: Notes, first: int, case: dict[str, object]) -> Skill[Eligibility]:
    """What the policy says about as many as the customer means now."""
    while True:
        case["quantity"] = notes.told[first]["count"].value
        seen, _ = yield call("return_check_eligibility", **case)
        if case["quantity"] == notes.told[first]["count"].value:
            answer: Eligibility = content(seen)
            return answer
