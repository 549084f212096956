"""Returns without asking, with one question for all, without the policy, or without the customer's yes."""

from typing import Any

from ...core.env import Acts, Moves, Observation, Player, Refusal, Result, Turn
from ...customer.acts import Answers, Told
from ...tools.policy import Sections
from ...tools.returns import Eligibility
from .. import get_env
from ..shared.expert_moves import Notes, call, content, find, listening, without
from ..shared.order_reach import of_one
from ..shared.policy_reading import Library
from ..shared.records import LineRecords
from ..shared.return_statements import FORM, stated
from ..tracking.skipping import FIXED, any_one, fitting, say
from .expert import code_of, face_value, read_policy, ruled, steps

USUAL: dict[str, str | int] = {
    "reason": "changed_mind",
    "condition": "unopened",
    "count": 1,
    "box": "kept",
    "receipt": "kept",
    "hazard": "harmless",
}


def asks(*questions: str) -> Player:
    """Asks everybody the same; takes any line that fits and what was not said as usual; confirms."""

    def player(seen: Observation, heard: Acts) -> Moves:
        notes = Notes(heard)
        yield from say(notes, questions)
        first = min(notes.things)
        left, account, today = yield from fitting(notes, first)
        listed = any_one(left)
        order_id = listed.order_id
        seen, _ = yield call("order_get", order_id=order_id)
        records = LineRecords(content(seen), listed.place(content(seen)), account, today)
        line, told = (
            records.page.lines[records.place],
            {topic: t.value for topic, t in notes.told[first].items()},
        )
        told = {f: told.get(f, USUAL[f]) for f in FORM}
        case: dict[str, object] = {
            "order_id": order_id,
            "line_id": line.line_id,
            "quantity": told["count"],
            "statement": stated(told),
        }
        new = None
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
            new = (alike or content(seen).variants)[0]
            case |= {"product_id": product_id, "variant_id": new.variant_id}
        seen, _ = yield call("return_check_eligibility", **case)
        close: dict[str, object] = {"order_id": order_id, "line_id": line.line_id}
        if isinstance(seen.messages[-1], Refusal):
            yield call("close_return_request", outcome="refused", amount_cents=0, **close)
            return
        answer = content(seen)
        if answer.eligible is None:
            book = yield from read_policy(records, new is not None, answer.amount_cents is None)
            answer = ruled(book, records, case, new, answer)
            close["clause_id"] = answer.clause_id
            if isinstance(book, Library):
                close["closing_code"] = code_of(book, answer, new is not None)
        if not answer.eligible:
            close["clause_id"] = answer.clause_id
            yield call("close_return_request", outcome="refused", amount_cents=0, **close)
            return
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


def never_asks_about_the_case(seen: Observation, heard: Acts) -> Moves:
    """The expert's way, asking for the order and for what is wanted instead; what is left unsaid of why, in
    what state and how many is taken as it mostly is."""
    notes = Notes(heard)
    first = min(notes.things)
    told = notes.told[first]
    usual = {**USUAL, "condition": "used" if _broke_down(notes, first) else "opened"}
    taken = [Told(thing=first, topic=f, value=value) for f, value in usual.items() if f not in told]
    notes.hear((Answers(told=tuple(taken)),))
    yield from listening(notes, steps(notes))


def _broke_down(notes: Notes, first: int) -> bool:
    reason = notes.told[first].get("reason")
    return reason is not None and reason.value == "defective"


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


def never_opens_the_policy(seen: Observation, heard: Acts) -> Moves:
    """The expert's way up to where the policy has to be read; then it goes back as usual, by the clause that
    a search shows."""
    moves = get_env("returns").expert(seen, heard)
    turn = next(moves, None)
    case: dict[str, Any] = {}
    while turn is not None:
        if turn.calls and turn.calls[0].name == "policy_search":
            seen, _ = yield turn
            yield from _goes_back(seen, case)
            return
        if turn.calls and turn.calls[0].name == "return_check_eligibility":
            case = dict(turn.calls[0].arguments)
        seen, heard = yield turn
        try:
            turn = moves.send((seen, heard))
        except StopIteration:
            turn = None


def _goes_back(seen: Observation, case: dict[str, Any]) -> Moves:
    """Takes it back after the customer's yes."""
    found = content(seen)
    shown = found.sections if isinstance(found, Sections) else found.documents
    swap = "product_id" in case
    yield Turn(f"I can take back {case['quantity']} of them. Shall I go ahead?")
    method = {} if swap else {"refund_method": "original_payment"}
    seen, _ = yield call("return_exchange" if swap else "return_initiate", **case, **method)
    yield call(
        "close_return_request",
        outcome="exchanged" if swap else "returned",
        order_id=case["order_id"],
        line_id=case["line_id"],
        amount_cents=getattr(content(seen), "amount_cents", 0) or 0,
        clause_id=shown[0].snippet.partition("  ")[0],
    )


def never_looks_for_the_code(seen: Observation, heard: Acts) -> Moves:
    """Does everything as the expert does, and closes with the first code that a search shows."""
    moves = get_env("returns").expert(seen, heard)
    turn = next(moves, None)
    while turn is not None:
        if turn.calls and "closing_code" in turn.calls[0].arguments:
            seen, _ = yield call("policy_search", words="closing code")
            shown = [hit.snippet for hit in content(seen).documents if "closed with code" in hit.snippet]
            code = shown[0].rpartition(" ")[2].rstrip(".") if shown else ""
            turn = call(turn.calls[0].name, **{**turn.calls[0].arguments, "closing_code": code})
        seen, heard = yield turn
        try:
            turn = moves.send((seen, heard))
        except StopIteration:
            turn = None


def never_adds_up(seen: Observation, heard: Acts) -> Moves:
    """Does everything as the expert does, and tells what the form shows: nothing kept, waived or added."""
    moves, shown = get_env("returns").expert(seen, heard), 0
    turn = next(moves, None)
    while turn is not None:
        if turn.calls and turn.calls[0].arguments.get("outcome") in ("returned", "exchanged"):
            turn = call(turn.calls[0].name, **{**turn.calls[0].arguments, "amount_cents": shown})
        seen, heard = yield turn
        last = seen.messages[-1] if seen.messages else None
        if isinstance(last, Result) and isinstance(last.content, Eligibility):
            shown = face_value(last.content)
        try:
            turn = moves.send((seen, heard))
        except StopIteration:
            turn = None


def distrusts_approvals(seen: Observation, heard: Acts) -> Moves:
    """Does everything as the expert does, and takes every approval for a trick."""
    notes = Notes(heard)
    yield from listening(notes, steps(notes, trusts=False))


def sends_back_one(seen: Observation, heard: Acts) -> Moves:
    """Does everything as the expert does, for the thing alone that the customer names."""
    yield from get_env("returns").expert(seen, of_one(heard))


PLAYERS: dict[str, Player] = {
    "never_asks": asks(),
    "one_question": asks(FIXED),
    "never_asks_about_the_case": never_asks_about_the_case,
    "never_confirms": never_confirms,
    "never_opens_the_policy": never_opens_the_policy,
    "distrusts_approvals": distrusts_approvals,
    "never_looks_for_the_code": never_looks_for_the_code,
    "never_adds_up": never_adds_up,
    "sends_back_one": sends_back_one,
    "takes_todays_tier": without("looks_back", steps),
}
