"""Tracking without reading: the newest order, any order, or the one whose text shares the most words with
what was said."""

from collections.abc import Callable

from ...catalog.search.tokens import terms
from ...core.env import Acts, Moves, Observation, Player, Said, Turn
from ...core.streams import Streams
from ...core.values import encode, hashed
from ...tools.orders import ListedOrder
from ..shared.expert_moves import Skill, call, content
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


PLAYERS: dict[str, Player] = {
    "newest_order": _matching(lambda orders, _: orders[0]),
    "oldest_order": _matching(lambda orders, _: orders[-1]),
    "any_order": any_order,
    "opening_in_titles": _matching(by_titles),
    "opening_in_orders": _matching(by_everything),
    "recited_in_orders": _matching(by_everything, questions=3),
}
