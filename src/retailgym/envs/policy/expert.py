"""Policy: the expert, who sees only what was said and shown."""

from ...core.env import Acts, Moves, Observation
from ...customer.acts import Named
from ...policy import TOPICS, Bill, BillLine, day_of_year, decide, unsettled
from ...policy.rules import Plain
from ...tools.orders import Account, OrderPage
from ..shared.expert_moves import Notes, Skill, ask, call, content, recall
from ..shared.policy_questions import TOLD, UNMARKED, heard_fact, to_ask
from ..shared.policy_reading import open_policy


def expert(seen: Observation, heard: Acts) -> Moves:
    """Find the line and what is on record of it, then read and ask until nothing is left on which the answer
    could depend, and decide."""
    notes = Notes(heard)
    first = min(notes.things)
    topic = str(notes.told[first]["question"].value)
    found, today = yield from _look_up(notes, first)
    recorded = UNMARKED | found
    book = yield from open_policy(topic, str(recorded["region"]), today)
    while True:
        known = recorded | {
            t.topic: heard_fact(t.topic, t.value) for t in notes.told[first].values() if t.topic in TOLD
        }
        lacking = unsettled(book, topic, known)
        if asked := to_ask(lacking):
            yield from ask(notes, [Named(thing=first, topic=f, label=f) for f in asked])
        elif lacking:
            yield from book.look_up(next(name for name in lacking if name in TOPICS))
        else:
            break
    ruling = decide(book, topic, known)
    yield call("answer_policy", answer=ruling.outcome, clause_id=ruling.decided_by)


def _look_up(notes: Notes, thing: int) -> Skill[tuple[dict[str, Plain], int]]:
    """What the records say about the thing that the customer means, and today."""
    steps, today, account = recall(notes, thing), 0, None
    turn = next(steps)
    while True:
        seen, heard = yield turn
        shown = getattr(seen.messages[-1], "content", None)
        today, account = getattr(shown, "day", today), getattr(shown, "account", account)
        try:
            turn = steps.send((seen, heard))
        except StopIteration as found:
            assert isinstance(account, Account)
            seen, _ = yield call("order_get", order_id=found.value.order_id)
            return on_account(account) | on_order(content(seen), found.value.place, today), today


def on_account(account: Account) -> dict[str, Plain]:
    return {
        "tier": account.tier,
        "region": account.region,
        "business": account.business,
        "refunds_90d": account.refunds_in_90_days,
        "claims_year": account.claims_in_a_year,
    }


def on_order(page: OrderPage, place: int, today: int) -> dict[str, Plain]:
    line = page.lines[place]
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
