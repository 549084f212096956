"""Discovery without reading: the opening as a query, the tops of lists, the visit history, the extremes of a
shelf."""

from collections.abc import Callable, Sequence
from functools import partial

from ...core.env import Acts, Moves, Observation, Player, Said
from ...tools.catalog import Hit
from ..shared.blind_moves import RANKS, Rank, shelves_in
from ..shared.blind_moves import whole_shelf as rows_of
from ..shared.expert_moves import Skill, call, content


def opening(seen: Observation) -> str:
    return " ".join(m.text for m in seen.messages if isinstance(m, Said))


def recited(seen: Observation) -> Skill[str]:
    """All that open questions draw out of the customer."""
    said = opening(seen)
    while seen.exchanges_left > 1:
        seen, _ = yield call("ask_user", message="Anything else that matters?")
        said += " " + opening(seen)
    return said


def whole_shelf(seen: Observation) -> Skill[list[Hit]]:
    """Everything on the shelf of the first product that the opening finds."""
    seen, _ = yield call("catalog_search", query=opening(seen))
    hits: list[Hit] = []
    cursor = ""
    while content(seen).results:
        shelf = content(seen).results[0].shelf
        seen, _ = yield call(
            "catalog_search", filters=[{"name": "shelf", "op": "eq", "value": shelf}], cursor=cursor
        )
        hits += content(seen).results
        cursor = content(seen).next_cursor
        if not cursor:
            break
    return hits


def _page(query: str) -> Skill[list[Hit]]:
    seen, _ = yield call("catalog_search", query=query)
    return list(content(seen).results)


def top_of_page(seen: Observation, heard: Acts, count: int) -> Moves:
    """The opening as a query, the first results as they come."""
    hits = yield from _page(opening(seen))
    yield call("recommend", product_ids=[h.product_id for h in hits[:count]])


def best_of_page(seen: Observation, heard: Acts, by: Callable[[Hit], float], count: int) -> Moves:
    """The opening as a query, and of the first page those that look best."""
    hits = yield from _page(opening(seen))
    yield call("recommend", product_ids=[h.product_id for h in sorted(hits, key=by)[:count]])


def best_of_shelf(seen: Observation, heard: Acts, by: Callable[[Hit], float], count: int) -> Moves:
    """Everything on the shelf that the opening leads to, and of that the best."""
    hits = yield from whole_shelf(seen)
    yield call("recommend", product_ids=[h.product_id for h in sorted(hits, key=by) if h.in_stock][:count])


def visited(seen: Observation, heard: Acts, count: int) -> Moves:
    """What the customer looked at."""
    seen, _ = yield call("user_get_visit_history")
    yield call("recommend", product_ids=[v.product_id for v in content(seen).visits][:count])


def asks_then_guesses(seen: Observation, heard: Acts, count: int) -> Moves:
    """Has the customer recite everything, puts all of it into one query, and takes the top."""
    said = yield from recited(seen)
    hits = yield from _page(said)
    yield call("recommend", product_ids=[h.product_id for h in hits if h.in_stock][:count])


def ranked(seen: Observation, heard: Acts, rank: Rank) -> Moves:
    """Of the shelf that the opening leads to what looks most wanted."""
    for shelf in (yield from shelves_in(opening(seen), 1)):
        rows = yield from rows_of(shelf)
        yield call("recommend", product_ids=[row.product_id for row in rank(rows, shelf) if row.in_stock][:1])


def _price(hit: Hit) -> float:
    return hit.price_cents


def _rating(hit: Hit) -> float:
    return -(hit.rating or 0)


def _days(hit: Hit) -> float:
    return hit.shipping_days or 0


def pointing(names: Sequence[str]) -> Player:
    """Looks at the first of these and recommends it."""

    def player(seen: Observation, heard: Acts) -> Moves:
        yield call("catalog_compare", product_ids=list(names[:1]))
        yield call("recommend", product_ids=list(names[:1]))

    return player


PLAYERS: dict[str, Player] = {
    **{name: partial(ranked, rank=rank) for name, rank in RANKS.items()},
    "first_result": partial(top_of_page, count=1), "three_results": partial(top_of_page, count=3),
    "whole_page": partial(top_of_page, count=20),
    "cheapest_of_page": partial(best_of_page, by=_price, count=1), "best_rated_of_page": partial(best_of_page,
    by=_rating, count=1),
    "three_cheapest_of_page": partial(best_of_page, by=_price, count=3),
    "fastest_of_page": partial(best_of_page, by=_days, count=1),
    "cheapest_of_shelf": partial(best_of_shelf, by=_price, count=1),
    "best_rated_of_shelf": partial(best_of_shelf, by=_rating, count=2),
    "visited": partial(visited, count=20), "first_visited": partial(visited, count=1),
    "asks_then_guesses": partial(asks_then_guesses, count=1),
    "asks_then_guesses_three": partial(asks_then_guesses, count=3),
}  # fmt: skip
