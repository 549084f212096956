"""Returns: the expert, who sees only what was said and shown."""

from typing import Any, NamedTuple

from ...core import dates
from ...core.env import Acts, Moves, Observation, Turn
from ...core.values import replace
from ...customer.acts import EXTENT, Named, Revises
from ...policy import Policy, decide
from ...policy.rules import Plain
from ...tools.catalog import ShownVariant
from ...tools.returns import Eligibility
from ..shared.expert_moves import Notes, Skill, ask, call, content, find, listening, meant
from ..shared.policy_facts import UNMARKED
from ..shared.policy_reading import Book, Library, open_policy, read_up
from ..shared.records import LineRecords, at_the_time, bill_of, look_up, orders_before
from ..shared.return_statements import FORM, stated
from .task import APPROVAL, closing_end, ruled_topics

# of a thing for which no form was filled in
UNSEEN = Eligibility(eligible=None, clause_id="", because="", amount_cents=0, method="", currency="")


def expert(seen: Observation, heard: Acts) -> Moves:
    """Find the line, asking for what was left open, fill in the form, find the new item, check, confirm, act,
    and say how it ended."""
    notes = Notes(heard)
    yield from listening(notes, steps(notes))


def steps(notes: Notes, trusts: bool = True) -> Moves:
    """The same by what was noted; who trusts no approval goes by the policy alone."""
    first = min(notes.things)
    along = notes.told[first].get(EXTENT)
    records = yield from look_up(notes, first, whole=along is not None)
    records = records if trusts else _unapproved(records)
    order_id, line = records.page.order_id, records.page.lines[records.place]
    form = [Named(thing=first, topic=f, label=f) for f in FORM if f not in notes.told[first]]
    yield from ask(notes, [*form, *[u for u in notes.named if u.thing > first]])
    case: dict[str, object] = {"order_id": order_id, "line_id": line.line_id}
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
    new = meant(page, notes, first + 1) if swap else None
    answer, agreed = (yield from _checked(notes, first, case)), False
    book, others = None, list[LineRecords]()
    if along:
        others = yield from _others(records, int(along.value))
        others = others if trusts else [_unapproved(thing) for thing in others]
    if answer.eligible is None:
        book = yield from read_policy(records, bool(swap), answer.amount_cents is None)
        if not _as_told(notes, first, case):
            answer = yield from _checked(notes, first, case)
        records, *others = yield from at_the_time(notes, book, [records, *others])
        answer = ruled(book, records, case, new, answer)
    going = yield from _going_along(book, others, case["statement"])
    while (answer.eligible or going) and not agreed:
        count = case["quantity"]
        _, heard = yield Turn(
            f"I can exchange {count} of the {noun} for the {noun} in {swap}. Shall I go ahead?"
            if swap
            else _read_back(f"{count} of the {noun}" if answer.eligible else "", going)
        )
        agreed = not any(isinstance(act, Revises) for act in heard)
        if not agreed:
            answer = yield from _checked(notes, first, case)
            answer = ruled(book, records, case, new, answer) if book else answer
    yield from _settle(case, answer, book, going)


def _read_back(named: str, going: list["Along"]) -> str:
    """What is to be sent back, in a list where it is more than one thing."""
    if not going:
        return f"I can take back {named} for a refund. Shall I go ahead?"
    lines = [named, *[f"1 of the {along.title}" for along in going]]
    listed = "\n".join([f"- {line}" for line in lines if line])
    return f"I can take this back for a refund:\n{listed}\nShall I go ahead?"


def _others(records: LineRecords, orders: int) -> Skill[list[LineRecords]]:
    """The things of other kinds in so many orders that are still with the customer."""
    before = yield from orders_before(records.page, orders - 1)
    pages = [records._replace(page=page, place=-1) for page in before]
    things, kind = [t for page in (records, *pages) for t in page.others()], kind_of(records)
    return [thing for thing in things if kind_of(thing) != kind]


def kind_of(thing: LineRecords) -> str:
    return thing.page.lines[thing.place].kind


class Along(NamedTuple):
    """One of another thing that may go back."""

    title: str
    case: dict[str, object]
    answer: Eligibility


def _going_along(book: Policy | None, things: list[LineRecords], said: object) -> Skill[list[Along]]:
    """One of each that may go back, by the book or by the form."""
    going = []
    for thing in things:
        line = thing.page.lines[thing.place]
        case = {"order_id": thing.page.order_id, "line_id": line.line_id, "quantity": 1, "statement": said}
        if book and not ruled(book, thing, case, None, UNSEEN).eligible:
            continue
        seen, _ = yield call("return_check_eligibility", **case)
        answer = ruled(book, thing, case, None, content(seen)) if book else content(seen)
        if answer.eligible:
            going.append(Along(line.title, case, answer))
    return going


def _settle(case: dict[str, object], answer: Eligibility, book: Book | None, going: list[Along]) -> Moves:
    """Do what the policy says, and say how it ended."""
    swap = "product_id" in case
    for along in going:
        yield call("return_initiate", **along.case, refund_method=along.answer.method)
    cents = sum([found.amount_cents or 0 for found in (answer, *[along.answer for along in going])])
    close = {name: case[name] for name in ("order_id", "line_id")} | {"amount_cents": cents}
    if book or not answer.eligible:
        close["clause_id"] = answer.clause_id
    if isinstance(book, Library):
        close["closing_code"] = code_of(book, answer, swap)
    if not answer.eligible:
        yield call("close_return_request", outcome="refused", **close)
    elif swap:
        yield call("return_exchange", **case)
        yield call("close_return_request", outcome="exchanged", **close)
    else:
        yield call("return_initiate", **case, refund_method=answer.method)
        yield call("close_return_request", outcome="returned", **close)


def code_of(book: Library, answer: Eligibility, swap: bool) -> str:
    """The code with which such a request is closed."""
    approved = str(answer.clause_id).startswith(APPROVAL)
    return book.closing_codes[closing_end(swap, bool(answer.eligible), approved)]


def read_policy(records: LineRecords, swap: bool, adds: bool) -> Skill[Book]:
    """What the handbook says about whether something can go back, how a refund is paid, and what is kept."""
    topics = ruled_topics(swap, adds)
    book = yield from open_policy(topics[0], records.account.region, records.today, whole=True)
    read: set[str] = set()
    for name in topics:
        yield from read_up(book, name, read)
    return book


def ruled(
    book: Policy, records: LineRecords, case: dict[str, Any], new: ShownVariant | None, answer: Eligibility
) -> Eligibility:
    """The ruling by hand; the amount is that of the form, or worked out from what it says."""
    line, count, said = records.page.lines[records.place], case["quantity"], case["statement"]
    bill = bill_of(records.page)
    facts: dict[str, Plain] = (
        UNMARKED
        | records.facts(count)
        | {
            "whole_order": bill.completed_by(line.line_id, count),
            "hazard": said["dangerous"],
            **{name: said[name] for name in ("reason", "condition", "packaging", "receipt")},
        }
    )
    if new is not None:
        gap = new.price_cents * count - bill.portion(line.line_id, count).goods
        facts |= {
            "wants": "exchange",
            "same_model": case["product_id"] == line.product_id,
            "in_stock": new.in_stock >= count,
            "price_gap": "dearer" if gap > 0 else "cheaper" if gap < 0 else "same",
            "difference_cents": abs(gap),
        }
    ruling = decide(book, "exchange_allowed" if new else "return_allowed", facts)
    approval = "" if ruling.outcome else approved(line.approval, records.today)
    goes = bool(ruling.outcome or approval)
    method = "" if new or not goes else str(decide(book, "refund_method", facts).outcome)
    return replace(
        answer,
        eligible=goes,
        clause_id=approval or ruling.decided_by,
        method=method,
        amount_cents=worked_out(book, answer, facts) if goes else 0,
    )


def face_value(answer: Eligibility) -> int:
    """What the form shows, with nothing kept, waived or added."""
    if answer.amount_cents is not None:
        return answer.amount_cents
    if isinstance(answer.difference_cents, int):
        return answer.difference_cents
    assert isinstance(answer.price_with_tax_cents, int) and isinstance(answer.way_back_cents, int)
    return answer.price_with_tax_cents - answer.way_back_cents


def worked_out(book: Policy, answer: Eligibility, facts: dict[str, Plain]) -> int:
    """What a return or an exchange comes to."""
    shown = face_value(answer)
    if answer.amount_cents is not None:
        return shown
    if isinstance(answer.difference_cents, int):
        return 0 if decide(book, "price_difference", facts).outcome == "waived" else shown
    fee, delivery = decide(book, "restocking_fee", facts).cents, answer.delivery_share_cents
    back = delivery if isinstance(delivery, int) and decide(book, "shipping_refund", facts).outcome else 0
    return max(0, shown + back - fee)


def _unapproved(records: LineRecords) -> LineRecords:
    """The same records without approvals."""
    lines = [replace(line, approval="") for line in records.page.lines]
    return records._replace(page=replace(records.page, lines=lines))


def approved(said: str, today: int) -> str:
    """The number of an approval as the order shows it, if it has not run out."""
    number, _, until = said.partition(" until ")
    return number if said and (dates.read(until) or 0) >= today else ""


def _checked(notes: Notes, first: int, case: dict[str, object]) -> Skill[Eligibility]:
    """What the policy says about as many as the customer means now, as they are now."""
    while True:
        case |= _said(notes, first)
        seen, _ = yield call("return_check_eligibility", **case)
        if _as_told(notes, first, case):
            answer: Eligibility = content(seen)
            return answer


def _said(notes: Notes, first: int) -> dict[str, object]:
    told = {topic: t.value for topic, t in notes.told[first].items()}
    return {"quantity": told["count"], "statement": stated(told)}


def _as_told(notes: Notes, first: int, case: dict[str, object]) -> bool:
    """Whether the form still has what the customer says."""
    return all(case[name] == value for name, value in _said(notes, first).items())
