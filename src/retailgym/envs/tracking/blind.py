"""Tracking without reading: the newest order, any order, the one whose text shares the most words with what
was said, or the most numbers."""

import re
from collections.abc import Callable, Sequence

from ...catalog.search.tokens import terms
from ...core import dates
from ...core.dates import WEEKDAYS
from ...core.env import Acts, Moves, Observation, Player, Said, Turn
from ...core.markets import SIGN
from ...core.streams import Streams
from ...core.values import encode, hashed
from ...tools.orders import ListedLine, ListedOrder, OrderPage
from ..shared.expert_moves import Skill, call, content
from ..shared.order_clues import NUMBERS
from .expert import whereabouts

Choose = Callable[[list[ListedOrder], set[str]], ListedOrder]


def said(seen: Observation) -> str:
    return " ".join(m.text for m in seen.messages if isinstance(m, Said))


def listed() -> Skill[list[ListedOrder]]:
    """All orders, as far as the calls last."""
    orders: list[ListedOrder] = []
    cursor = ""
    while True:
        seen, _ = yield call("order_list", cursor=cursor)
        orders += content(seen).orders
        cursor = content(seen).next_cursor
        if not cursor or seen.calls_left <= 2:
            return orders


def shared(text: str, words: set[str]) -> int:
    return len(words & set(terms(text)))


def by_titles(orders: list[ListedOrder], words: set[str]) -> ListedOrder:
    """The newest of those whose best title shares the most words."""
    return max(orders, key=lambda o: max(shared(x.title, words) for x in o.lines))


def by_everything(orders: list[ListedOrder], words: set[str]) -> ListedOrder:
    """Titles, recipient and number."""
    return max(
        orders,
        key=lambda o: (
            max(shared(x.title, words) for x in o.lines) + shared(f"{o.recipient} {o.order_id}", words)
        ),
    )


def _report(order_id: str, words: set[str]) -> Moves:
    """The parcel of the line whose title shares the most words."""
    seen, _ = yield call("order_get", order_id=order_id)
    page = content(seen)
    line = max(page.lines, key=lambda x: shared(x.title, words))
    status, day = whereabouts(next(p for p in page.parcels if p.parcel_id == line.parcel_id))
    yield call("report_status", order_id=order_id, parcel_id=line.parcel_id, status=status, day=day)


def _matching(choose: Choose, questions: int = 0) -> Player:
    """An order by its place, or by the words that it shares with what was said."""

    def player(seen: Observation, heard: Acts) -> Moves:
        text = said(seen)
        for _ in range(questions):
            if seen.exchanges_left > 0:
                seen, _ = yield Turn("Anything else that I should know?")
                text += " " + said(seen)
        words = set(terms(text))
        orders = yield from listed()
        yield from _report(choose(orders, words).order_id, words)

    return player


def any_order(seen: Observation, heard: Acts) -> Moves:
    """An order by chance."""
    words = set(terms(said(seen)))
    orders = yield from listed()
    yield from _report((Streams("any order") / hashed(encode(orders)))().pick(orders).order_id, words)


FIXED = "When did you order it, what did it cost, and how many did you order?"
_AMOUNT = re.compile(rf"{SIGN}\s?(\d+)")
_DAYS = re.compile(r"(\w+) days? ago")
_WEEKS = re.compile(r"(\w+) weeks? ago")


def _number(word: str) -> int:
    return int(word) if word.isdecimal() else NUMBERS.index(word) if word in NUMBERS else -99


def likeness(text: str, order: ListedOrder, line: ListedLine, today: int) -> int:
    """How many of the numbers, days and names in a text are those of a line; what they are said of is not
    read."""
    lower, age = text.lower(), today - order.placed_day
    score = sum(
        abs(line.unit_cents - 100 * int(n)) <= max(200, line.unit_cents // 10) for n in _AMOUNT.findall(lower)
    )
    score += sum(abs(age - _number(n)) <= 1 for n in _DAYS.findall(lower)) + sum(
        abs(age - 7 * _number(n)) <= 6 for n in _WEEKS.findall(lower)
    )
    score += sum(
        f"last {d.lower()}" in lower for d in WEEKDAYS if d == WEEKDAYS[order.placed_day % 7] and age <= 14
    )
    score += ("yesterday" in lower) * (age <= 2)
    words = lower.replace(".", " ").replace(",", " ").split()
    score += NUMBERS[line.quantity] in words or str(line.quantity) in words
    score += (order.shipping_method.split("_")[0] in words) + (NUMBERS[min(12, len(order.lines))] in words)
    return score + (order.recipient.lower() in lower)


def by_numbers(text: str) -> Skill[tuple[str, int, list[ListedOrder]]]:
    """The line of the kind that the text names which has the most of its numbers; any of those that have as
    many."""
    seen, _ = yield call("clock_now")
    today, orders, words = content(seen).day, (yield from listed()), set(terms(text))
    lines = [(o, n, x) for o in orders for n, x in enumerate(o.lines)]
    named = max(shared(x.kind, words) for _, _, x in lines)
    lines = [(o, n, x) for o, n, x in lines if shared(x.kind, words) == named]
    scores = [likeness(text, o, x, today) for o, _, x in lines]
    best = [line for line, score in zip(lines, scores, strict=True) if score == max(scores)]
    order, place, _ = (Streams("numbers") / hashed(encode([o.order_id for o, _, _ in best])))().pick(best)
    return order.order_id, place, orders


def _counting(questions: int) -> Player:
    """Reads by numbers, after the same question for all."""

    def player(seen: Observation, heard: Acts) -> Moves:
        text = said(seen)
        for _ in range(questions):
            seen, _ = yield Turn(FIXED)
            text += " " + said(seen)
        order_id, place, _ = yield from by_numbers(text)
        seen, _ = yield call("order_get", order_id=order_id)
        yield from report_on(content(seen), place)

    return player


def report_on(page: OrderPage, place: int) -> Moves:
    """Reports on the parcel of a line."""
    parcel = next(p for p in page.parcels if p.parcel_id == page.lines[place].parcel_id)
    status, day = whereabouts(parcel)
    yield call("report_status", order_id=page.order_id, parcel_id=parcel.parcel_id, status=status, day=day)


YES = ("yes", "that's right", "correct", "exactly", "right", "if that")  # how consent begins


def _read_back(order: ListedOrder, line: ListedLine) -> str:
    """All that the list shows of a line, as if the customer had said it."""
    told = [
        f"You ordered it on {dates.printed(order.placed_day)}.",
        f"You paid {line.unit_cents // 100}.",
        f"You ordered {NUMBERS[min(12, line.quantity)]} of them.",
        f"It was sent by {order.shipping_method.replace('_', ' ')} to {order.recipient}.",
        f"The order had {NUMBERS[min(12, len(order.lines))]} items.",
        *(["It was a gift."] if order.marked_as_gift else []),
        *(["You used a coupon."] if order.coupon != "none" else []),
    ]
    return f"Let me read it back. {' '.join(told)} Is that right?"


def by_consent(seen: Observation, spared: int = 0) -> Skill[tuple[str, int]]:
    """Reads lines of the kind back, one after the other in any order, until the customer says yes; of the
    answers only how they begin is read. So many exchanges are left for later."""
    words, most = set(terms(said(seen))), seen.exchanges_left - spared
    orders = yield from listed()
    lines = [(o, n) for o in orders for n in range(len(o.lines))]
    named = max(shared(o.lines[n].kind, words) for o, n in lines)
    lines = [(o, n) for o, n in lines if shared(o.lines[n].kind, words) == named]
    order, place = lines[0]
    for order, place in (Streams("consent") / hashed(encode(orders)))().shuffled(lines)[:most]:
        seen, _ = yield Turn(_read_back(order, order.lines[place]))
        if said(seen).lower().startswith(YES):
            break
    return order.order_id, place


def read_back_until_yes(seen: Observation, heard: Acts) -> Moves:
    """Reports on the first line of the kind that the customer does not refuse."""
    order_id, place = yield from by_consent(seen)
    seen, _ = yield call("order_get", order_id=order_id)
    yield from report_on(content(seen), place)


def pointing(names: Sequence[str]) -> Player:
    """Reports on the line of this order whose title shares the most words with the opening."""

    def player(seen: Observation, heard: Acts) -> Moves:
        yield from _report(names[0], set(terms(said(seen))))

    return player


PLAYERS: dict[str, Player] = {
    "newest_order": _matching(lambda orders, _: orders[0]),
    "oldest_order": _matching(lambda orders, _: orders[-1]),
    "any_order": any_order,
    "opening_in_titles": _matching(by_titles),
    "opening_in_orders": _matching(by_everything),
    "recited_in_orders": _matching(by_everything, questions=3),
    "numbers": _counting(0),
    "numbers_and_one_question": _counting(1),
    "read_back_until_yes": read_back_until_yes,
}
