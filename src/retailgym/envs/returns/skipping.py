"""Returns without asking, with one question for all, or without the customer's yes."""

from collections.abc import Sequence

from ...core.env import Acts, Moves, Observation, Player, Refusal, Turn
from .. import get_env
from ..shared.expert_moves import Notes, call, content, find
from ..shared.order_references import FORM, stated
from ..tracking.skipping import FIXED, any_one, fitting, say

USUAL: dict[str, str | int] = {
    "reason": "changed_mind",
    "condition": "unopened",
    "count": 1,
    "box": "kept",
    "receipt": "kept",
    "hazard": "harmless",
}


def _takes_back(questions: Sequence[str]) -> Player:
    """Takes any line that fits and what was not said as usual; confirms."""

    def player(seen: Observation, heard: Acts) -> Moves:
        notes = Notes(heard)
        yield from say(notes, questions)
        first = min(notes.things)
        order_id, place = any_one((yield from fitting(notes, first)))
        seen, _ = yield call("order_get", order_id=order_id)
        line, told = content(seen).lines[place], {topic: t.value for topic, t in notes.told[first].items()}
        told = {f: told.get(f, USUAL[f]) for f in FORM}
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
            known = notes.told[first + 1]
            alike = [
                v
                for v in content(seen).variants
                if all(known[o].value == x for o, x in v.options.items() if o in known)
            ]
            case |= {"product_id": product_id, "variant_id": (alike or content(seen).variants)[0].variant_id}
        seen, _ = yield call("return_check_eligibility", **case)
        close: dict[str, object] = {"order_id": order_id, "line_id": line.line_id}
        if isinstance(seen.messages[-1], Refusal) or not content(seen).eligible:
            clause = "" if isinstance(seen.messages[-1], Refusal) else content(seen).clause_id
            yield call("close_return_request", outcome="refused", amount_cents=0, clause_id=clause, **close)
            return
        answer = content(seen)
        yield Turn(f"I can take back {told['count']} of the {notes.things[first].noun}. Shall I go ahead?")
        deed = (
            call("return_exchange", **case)
            if "product_id" in case
            else call("return_initiate", **case, refund_method=answer.method)
        )
        yield deed
        yield call(
            "close_return_request",
            outcome="exchanged" if "product_id" in case else "returned",
            amount_cents=answer.amount_cents,
            **close,
        )

    return player


def never_confirms(seen: Observation, heard: Acts) -> Moves:
    """The expert's way without the last question."""
    moves = get_env("returns").expert(seen, heard)
    turn = next(moves, None)
    while turn is not None:
        if "Shall I go ahead?" in turn.text:
            turn = moves.send((seen, ()))
            continue
        seen, heard = yield turn
        try:
            turn = moves.send((seen, heard))
        except StopIteration:
            turn = None


PLAYERS: dict[str, Player] = {
    "never_asks": _takes_back(()),
    "one_question": _takes_back((FIXED,)),
    "never_confirms": never_confirms,
}
