"""Policy: the expert, who sees only what was said and shown."""

from collections.abc import Sequence

from ...core.env import Acts, Moves, Observation
from ...policy import FACTS, TOPICS, Bill, BillLine, Reading, day_of_year, decide, unsettled
from ...policy.rules import Plain
from ...tools.orders import Account, OrderPage
from ..shared.expert_moves import Notes, Skill, ask, call, content, recall
from ..shared.policy_questions import GIFT_CARD, UNMARKED, heard_fact


def expert(seen: Observation, heard: Acts) -> Moves:
    """Ask for what was left open, look up the records, read until nothing is left on which the answer could
    depend, and decide."""
    notes = Notes(heard)
    yield from ask(notes, notes.named)
    first = min(notes.things)
    told = {t.topic: t.value for t in notes.told[first].values()}
    topic = str(told["question"])
    if topic in GIFT_CARD:
        seen, _ = yield call("order_list")
        known = UNMARKED | _on_account(content(seen).account)
    else:
        known = UNMARKED | (yield from _look_up(notes, first))
    known |= {name: heard_fact(name, value) for name, value in told.items() if name in FACTS}
    book = Reading()
    unread: Sequence[str] = (topic,)
    while unread:
        book.add((yield from _read(unread[0])))
        unread = [name for name in unsettled(book, topic, known) if name in TOPICS]
    ruling = decide(book, topic, known)
    yield call("answer_policy", answer=ruling.outcome, clause_id=ruling.decided_by)


def _read(topic: str) -> Skill[str]:
    """The article that speaks of a topic."""
    seen, _ = yield call("policy_search", words=TOPICS[topic].asks)
    name = next(hit.article for hit in content(seen).sections if hit.section == TOPICS[topic].title)
    seen, _ = yield call("policy_read", article_name=name)
    return str(content(seen).text)


def _look_up(notes: Notes, thing: int) -> Skill[dict[str, Plain]]:
    """What the records say about the thing that the customer means."""
    steps, today = recall(notes, thing), 0
    turn = next(steps)
    while True:
        seen, heard = yield turn
        today = getattr(content(seen), "day", today)
        account = getattr(content(seen), "account", None)
        try:
            turn = steps.send((seen, heard))
        except StopIteration as found:
            assert isinstance(account, Account)
            seen, _ = yield call("order_get", order_id=found.value)
            return _on_account(account) | _on_order(content(seen), notes.things[thing].shelf, today)


def _on_account(account: Account) -> dict[str, Plain]:
    return {
        "tier": account.tier,
        "region": account.region,
        "business": account.business,
        "refunds_90d": account.refunds_in_90_days,
        "claims_year": account.claims_in_a_year,
    }


def _on_order(page: OrderPage, kind: str, today: int) -> dict[str, Plain]:
    line = next(x for x in page.lines if x.kind == kind)
    parcel = next(p for p in page.parcels if p.parcel_id == line.parcel_id)
    last = parcel.scans[-1]
    since = today - last.day
    lines = tuple([BillLine(id=x.line_id, unit_cents=x.unit_cents, quantity=x.quantity) for x in page.lines])
    bill = Bill(lines=lines, payments=(), coupon_cents=page.coupon_cents)
    facts: dict[str, Plain] = {
        "department": line.department,
        "is_gift": page.marked_as_gift,
        "days_since_order": today - page.placed_day,
        "ordered_on": day_of_year(page.placed_day),
        "line_cents": bill.portion(line.line_id, 1).goods,
        "order_cents": bill.goods_cents,
        "shipping_cents": page.shipping_cents,
        "shipping_method": page.shipping_method,
        "coupon": page.coupon,
        "tender": next((p.tender for p in page.payments if p.tender != "gift_card"), "gift_card"),
        "days_since_delivery": since,
        "days_without_scan": since,
        "days_to_report": since,
        "days_late": max(0, last.day - parcel.promised_day),
        "carrier_status": "signed" if last.event == "delivered, signed for" else "delivered",
    }
    return facts | dict.fromkeys(line.marks, True)
