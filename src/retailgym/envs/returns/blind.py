"""Returns without reading: always refund, always deny, always exchange, on the newest order or on the one
that shares the most words."""

from collections.abc import Callable, Sequence
from typing import Any

from ...catalog.search.tokens import terms
from ...core.env import Acts, Moves, Observation, Player, Refusal, Turn
from ...core.streams import Streams
from ...core.values import encode, hashed, replace
from ...tools.orders import OrderLineView
from ...tools.policy import Sections
from ...tools.returns import Eligibility
from ..shared.expert_moves import Skill, call, content
from ..shared.order_clues import NUMBERS
from ..tracking.blind import by_consent, by_everything, by_numbers, by_titles, listed, said, shared
from .expert import face_value

USUAL = {"reason": "changed_mind", "condition": "opened"}
METHODS = ("original_payment", "store_credit", "gift_card", "bank_transfer")
Line = tuple[str, OrderLineView]


def _newest(seen: Observation) -> Skill[Line]:
    """The first line of the newest order."""
    orders = yield from listed()
    seen, _ = yield call("order_get", order_id=orders[0].order_id)
    return orders[0].order_id, content(seen).lines[0]


def _any(seen: Observation) -> Skill[Line]:
    """A line by chance."""
    orders = yield from listed()
    rng = (Streams("any line") / hashed(encode(orders)))()
    order_id = rng.pick(orders).order_id
    seen, _ = yield call("order_get", order_id=order_id)
    return order_id, rng.pick(content(seen).lines)


def _alike(seen: Observation) -> Skill[Line]:
    """The line whose title shares the most words with the opening, in the newest such order."""
    words = set(terms(said(seen)))
    orders = yield from listed()
    order_id = by_titles(orders, words).order_id
    seen, _ = yield call("order_get", order_id=order_id)
    return order_id, max(content(seen).lines, key=lambda x: shared(x.title, words))


def _recited(seen: Observation) -> Skill[Line]:
    """The same after open questions, with recipient and number."""
    text = said(seen)
    while seen.exchanges_left > 1:
        seen, _ = yield Turn("Anything else that I should know?")
        text += " " + said(seen)
    words = set(terms(text))
    orders = yield from listed()
    order_id = by_everything(orders, words).order_id
    seen, _ = yield call("order_get", order_id=order_id)
    return order_id, max(content(seen).lines, key=lambda x: shared(x.title, words))


def _amount(seen: Observation) -> int:
    """What a deed came to; 0 where it was refused, or where a look into the order tells that it was done."""
    return int(getattr(getattr(seen.messages[-1], "content", None), "amount_cents", 0) or 0)


REFUSED = Eligibility(eligible=False, clause_id="", because="", amount_cents=0, method="", currency="")


def _checked(case: dict[str, Any], worn: bool = False) -> Skill[Eligibility]:
    """What the check says. Where it rules on nothing, things go back as they were paid, by the clause that a
    search for them shows; or for worn things."""
    seen, _ = yield call("return_check_eligibility", **case)
    if isinstance(seen.messages[-1], Refusal):
        return REFUSED
    answer: Eligibility = content(seen)
    if answer.eligible is not None:
        return answer
    seen, _ = yield call(
        "policy_search", words="can a used item be returned" if worn else "can it be returned"
    )
    found = content(seen)
    first = (found.sections if isinstance(found, Sections) else found.documents)[0]
    clause = first.snippet.partition("  ")[0]
    cents = face_value(answer)
    return replace(answer, eligible=True, clause_id=clause, method="original_payment", amount_cents=cents)


def _refunds(choose: Callable[[Observation], Skill[Line]]) -> Player:
    """Refunds all of the line, in whichever way the shop accepts."""

    def player(seen: Observation, heard: Acts) -> Moves:
        order_id, line = yield from choose(seen)
        case = {
            "order_id": order_id,
            "line_id": line.line_id,
            "quantity": line.quantity - line.already_returned,
            "statement": USUAL,
        }
        paid = 0
        for method in METHODS:
            seen, _ = yield call("return_initiate", **case, refund_method=method)
            if not isinstance(seen.messages[-1], Refusal):
                paid = _amount(seen)
                break
        yield call(
            "close_return_request",
            outcome="returned",
            order_id=order_id,
            line_id=line.line_id,
            amount_cents=paid,
        )

    return player


def _obeys(choose: Callable[[Observation], Skill[Line]]) -> Player:
    """Checks one piece as if nothing were out of the ordinary, and does what the check says."""

    def player(seen: Observation, heard: Acts) -> Moves:
        order_id, line = yield from choose(seen)
        case = {"order_id": order_id, "line_id": line.line_id, "quantity": 1, "statement": USUAL}
        answer = yield from _checked(case)
        close = {"order_id": order_id, "line_id": line.line_id, "clause_id": answer.clause_id}
        if not answer.eligible:
            yield call("close_return_request", outcome="refused", amount_cents=0, **close)
            return
        yield call("return_initiate", **case, refund_method=answer.method)
        yield call("close_return_request", outcome="returned", amount_cents=answer.amount_cents, **close)

    return player


def _denies(choose: Callable[[Observation], Skill[Line]]) -> Player:
    """Refuses, by the clause that a worn-out item would fall under."""

    def player(seen: Observation, heard: Acts) -> Moves:
        order_id, line = yield from choose(seen)
        case = {
            "order_id": order_id,
            "line_id": line.line_id,
            "quantity": 1,
            "statement": {**USUAL, "condition": "used"},
        }
        answer = yield from _checked(case, worn=True)
        yield call(
            "close_return_request",
            outcome="refused",
            order_id=order_id,
            line_id=line.line_id,
            amount_cents=0,
            clause_id=answer.clause_id,
        )

    return player


def _exchanges(choose: Callable[[Observation], Skill[Line]]) -> Player:
    """Exchanges one piece for the first variant of the same product that is in stock."""

    def player(seen: Observation, heard: Acts) -> Moves:
        order_id, line = yield from choose(seen)
        seen, _ = yield call("catalog_get_variants", product_id=line.product_id)
        if isinstance(seen.messages[-1], Refusal):
            return
        page = content(seen)
        new = next(
            (v for v in page.variants if v.in_stock and v.variant_id != line.variant_id), page.variants[0]
        )
        case = {"order_id": order_id, "line_id": line.line_id, "quantity": 1, "statement": USUAL}
        seen, _ = yield call("return_exchange", **case, product_id=line.product_id, variant_id=new.variant_id)
        due = _amount(seen)
        yield call(
            "close_return_request",
            outcome="exchanged",
            order_id=order_id,
            line_id=line.line_id,
            amount_cents=due,
        )

    return player


_BAG = {  # a word of the customer's for each value
    "reason": {"broken": "damaged", "smashed": "damaged", "damaged": "damaged", "work": "defective",
    "working": "defective", "faulty": "defective",
               "else": "wrong_item", "wrong": "wrong_item", "somebody": "wrong_item",
               "description": "not_as_described",
               "promised": "not_as_described", "missing": "missing_parts", "without": "missing_parts",
               "pieces": "missing_parts"},
    "condition": {"used": "used", "wear": "used", "opened": "opened", "unopened": "unopened",
    "sealed": "unopened", "incomplete": "incomplete"},
}  # fmt: skip
_ASK = "Why is it going back, what condition is it in, and when did you order it?"


def _bag(questions: tuple[str, ...], consent: bool = False) -> Player:
    """The line by its numbers, or the first that the customer does not refuse; everything else by single
    words; asks the same of everybody, confirms, and does what the check says."""

    def player(seen: Observation, heard: Acts) -> Moves:
        text, first = said(seen), seen
        for question in questions:
            seen, _ = yield Turn(question)
            text += " " + said(seen)
        if consent:
            order_id, place = yield from by_consent(first, spared=1 + len(questions))
        else:
            order_id, place, _ = yield from by_numbers(text)
        seen, _ = yield call("order_get", order_id=order_id)
        line, words = content(seen).lines[place], text.lower().replace(".", " ").replace(",", " ").split()
        found = {f: next((v for w, v in values.items() if w in words), "") for f, values in _BAG.items()}
        statement = {"reason": found["reason"] or "changed_mind", "condition": found["condition"] or "opened"}
        left = max(1, line.quantity - line.already_returned)
        count = next((n for n in range(left, 0, -1) if NUMBERS[n] in words), left)
        case = {"order_id": order_id, "line_id": line.line_id, "quantity": count, "statement": statement}
        answer = yield from _checked(case)
        close = {"order_id": order_id, "line_id": line.line_id, "clause_id": answer.clause_id}
        if not answer.eligible:
            yield call("close_return_request", outcome="refused", amount_cents=0, **close)
            return
        yield Turn(f"I can take back {count} of them for a refund. Shall I go ahead?")
        yield call("return_initiate", **case, refund_method=answer.method)
        yield call("close_return_request", outcome="returned", amount_cents=answer.amount_cents, **close)

    return player


def pointing(names: Sequence[str]) -> Player:
    """Checks the line of this order whose title shares the most words with the opening, and does what the
    check says."""

    def choose(seen: Observation) -> Skill[Line]:
        words = set(terms(said(seen)))
        seen, _ = yield call("order_get", order_id=names[0])
        return names[0], max(content(seen).lines, key=lambda x: shared(x.kind, words))

    return _obeys(choose)


PLAYERS: dict[str, Player] = {
    "refund_newest": _refunds(_newest), "refund_any": _refunds(_any), "refund_alike": _refunds(_alike),
    "refund_recited": _refunds(_recited),
    "obey_newest": _obeys(_newest), "obey_alike": _obeys(_alike), "obey_recited": _obeys(_recited),
    "deny_newest": _denies(_newest), "deny_alike": _denies(_alike), "deny_recited": _denies(_recited),
    "bag_of_words": _bag(()), "bag_of_words_and_one_question": _bag((_ASK,)),
    "read_back_until_yes": _bag((_ASK,), consent=True),
    "exchange_alike": _exchanges(_alike), "exchange_recited": _exchanges(_recited),
}  # fmt: skip
