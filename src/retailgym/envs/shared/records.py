"""What experts read off the records: the account, and an order's page, as facts of the policy."""

from collections.abc import Sequence
from typing import NamedTuple

from ...policy import Bill, BillLine, day_of_year
from ...policy.rules import Plain
from ...tools.orders import Account, OrderPage, Orders, ParcelView
from ...world.carriers import HANDED, read_terms
from .expert_moves import Notes, Skill, answered, call, content, recall
from .policy_reading import Book, Library


class LineRecords(NamedTuple):
    """What the records show about the line that the customer means."""

    page: OrderPage
    place: int
    account: Account
    today: int
    tier: str = ""  # on the day of the order, where that counts

    def facts(self, quantity: int = 1) -> dict[str, Plain]:
        tier = {"tier": self.tier} if self.tier else {}
        return on_account(self.account) | tier | on_order(self.page, self.place, self.today, quantity)

    def others(self) -> "list[LineRecords]":
        """The other lines of which something has arrived and is still with the customer."""
        arrived = [p.parcel_id for p in self.page.parcels if p.scans and _is_there(p.scans[-1].event)]
        lines = [(n, x) for n, x in enumerate(self.page.lines) if x.parcel_id in arrived]
        left = [n for n, x in lines if n != self.place and x.already_returned < x.quantity]
        return [self._replace(place=n) for n in left]


def look_up(notes: Notes, thing: int, whole: bool = False) -> Skill[LineRecords]:
    """Finds the line that the customer means, and opens its order: what it says of such things, or whole."""
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
            shelf = notes.things[thing].shelf
            words = {} if whole else {"words": shelf}
            seen, _ = yield call("order_get", order_id=found.value.order_id, **words)
            page: OrderPage = content(seen)
            return LineRecords(page, found.value.place(page), account, today)


def at_the_time(notes: Notes, book: Book, things: Sequence[LineRecords]) -> Skill[list[LineRecords]]:
    """The same with the tiers that were held when they were ordered, where these count: by all that had been
    ordered shortly before."""
    standing = book.standing if isinstance(book, Library) and notes.looks_back else None
    if standing is None:
        return list(things)
    days = [thing.page.placed_day for thing in things]
    spent, cursor = dict[int, int](), ""
    period = {"since": min(days) - standing.days, "until": max(days) - 1}
    while True:
        seen, _ = yield call("order_list", **period, **({"cursor": cursor} if cursor else {}))
        if not answered(seen):  # there was none
            break
        page: Orders = content(seen)
        for o in page.orders:
            spent[o.placed_day] = sum([x.quantity * x.unit_cents for x in o.lines])
        cursor = page.next_cursor
        if not cursor:
            break
    before = {day: sum([c for d, c in spent.items() if day - standing.days <= d < day]) for day in days}
    return [t._replace(tier=standing.tier(before[t.page.placed_day])) for t in things]


def orders_before(page: OrderPage, n: int) -> Skill[list[OrderPage]]:
    """The pages of so many orders that were placed right before one; fewer where there are not so many."""
    seen, _ = yield call("order_list", until=page.placed_day - 1)
    found = []
    for listed in content(seen).orders[:n] if answered(seen) else ():
        seen, _ = yield call("order_get", order_id=listed.order_id)
        found.append(content(seen))
    return found


def on_account(account: Account) -> dict[str, Plain]:
    return {
        "tier": account.tier,
        "region": account.region,
        "business": account.business,
        "refunds_90d": account.refunds_in_90_days,
        "claims_year": account.claims_in_a_year,
    }


def on_order(page: OrderPage, place: int, today: int, quantity: int = 1) -> dict[str, Plain]:
    """What an order shows of some units of a line."""
    line = page.lines[place]
    parcel = next(p for p in page.parcels if p.parcel_id == line.parcel_id)
    last = parcel.scans[-1]
    arrived = arrived_on(page, parcel, today)
    since = today - arrived
    bill = bill_of(page)
    kept = line.quantity - line.already_returned  # of what went back, the price is all that is left
    facts: dict[str, Plain] = {
        "department": line.department,
        "is_gift": page.marked_as_gift,
        "days_since_order": today - page.placed_day,
        "ordered_on": day_of_year(page.placed_day),
        "line_cents": bill.portion(line.line_id, quantity).goods
        if quantity <= kept
        else quantity * line.unit_cents,
        "order_cents": bill.goods_cents,
        "shipping_cents": page.shipping_cents,
        "shipping_method": page.shipping_method,
        "coupon": page.coupon,
        "tender": next((p.tender for p in page.payments if p.tender != "gift_card"), "gift_card"),
        "days_since_delivery": since,
        "days_without_scan": since,
        "days_to_report": since,
        "days_late": max(0, arrived - parcel.promised_day),
        "carrier_status": "signed" if last.event == "delivered, signed for" else "delivered",
    }
    return facts | dict.fromkeys(line.marks, True)


def _is_there(event: str) -> bool:
    return "delivered" in event or event == HANDED


def arrived_on(page: OrderPage, parcel: ParcelView, today: int) -> int:
    """The day of the last scan; what a shop has taken in was delivered some working days later."""
    last = parcel.scans[-1]
    if last.event != HANDED or not page.carrier_terms:
        return last.day
    terms = read_terms(page.carrier_terms, parcel.carrier, today)
    return terms.after(last.day, terms.shop, last.place)


def bill_of(page: OrderPage) -> Bill:
    lines = [
        BillLine(id=x.line_id, unit_cents=x.unit_cents, quantity=x.quantity, returned=x.already_returned)
        for x in page.lines
    ]
    for x in page.others:  # in the order in which they stand there
        line = BillLine(
            id=str(x.nth), unit_cents=x.unit_cents, quantity=x.quantity, returned=x.already_returned
        )
        lines.insert(x.nth - 1, line)
    return Bill(lines=tuple(lines), payments=(), coupon_cents=page.coupon_cents)
