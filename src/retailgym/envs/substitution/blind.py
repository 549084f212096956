"""Substitution without reading: the opening as a query, the tops of lists, and what is closest to anything
that has sold out."""

from collections.abc import Callable, Sequence
from functools import partial

from ...core.env import Acts, Moves, Observation, Player
from ...tools.catalog import COMPARED, Hit, Row
from ..discovery.blind import opening, recited, whole_shelf
from ..shared.blind_moves import RANKS, Rank, shelves_in
from ..shared.blind_moves import whole_shelf as rows_of
from ..shared.expert_moves import Skill, call, content, distance


def first_result(seen: Observation, heard: Acts) -> Moves:
    """The opening as a query, the first result."""
    seen, _ = yield call("catalog_search", query=opening(seen))
    for hit in content(seen).results[:1]:
        yield call("suggest_substitute", product_id=hit.product_id)


def best_of_shelf(seen: Observation, heard: Acts, by: Callable[[Hit], float]) -> Moves:
    """Of everything on the shelf that the opening leads to, the best that is in stock."""
    hits = yield from whole_shelf(seen)
    for hit in sorted([h for h in hits if h.in_stock], key=by)[:1]:
        yield call("suggest_substitute", product_id=hit.product_id)


def visited(seen: Observation, heard: Acts) -> Moves:
    """The first thing that the customer looked at."""
    seen, _ = yield call("user_get_visit_history")
    for visit in content(seen).visits[:1]:
        yield call("suggest_substitute", product_id=visit.product_id)


def nearest_to_visited(seen: Observation, heard: Acts) -> Moves:
    """What is closest to the first thing that the customer looked at."""
    hits = yield from whole_shelf(seen)
    seen, _ = yield call("user_get_visit_history")
    yield from _nearest(hits, [v.product_id for v in content(seen).visits])


def nearest_to_sold_out(seen: Observation, heard: Acts) -> Moves:
    """What is closest to something that has sold out."""
    hits = yield from whole_shelf(seen)
    yield from _nearest(hits, [h.product_id for h in hits if not h.in_stock])


def asks_then_guesses(seen: Observation, heard: Acts) -> Moves:
    """Has the customer recite everything, takes the sold-out product that reads most alike, and suggests what
    is closest to it."""
    said = yield from recited(seen)
    sold_out = {"name": "in_stock", "op": "eq", "value": False}
    hits = yield from whole_shelf(seen)
    here = [{"name": "shelf", "op": "eq", "value": h.shelf} for h in hits[:1]]
    seen, _ = yield call("catalog_search", query=said, filters=[*here, sold_out])
    yield from _nearest(hits, [h.product_id for h in content(seen).results])


def _nearest(hits: list[Hit], originals: list[str]) -> Skill[None]:
    """Suggest what is closest to the first of these, whatever the customer insists on."""
    rows: list[Row] = []
    ids = [*originals[:1], *(h.product_id for h in hits if h.in_stock)]
    for n in range(0, len(ids), COMPARED):
        seen, _ = yield call("catalog_compare", product_ids=ids[n : n + COMPARED])
        rows += content(seen).products
    for closest in sorted([r for r in rows[1:] if r.in_stock], key=lambda r: distance(rows[0], r))[:1]:
        yield call("suggest_substitute", product_id=closest.product_id)


def ranked(seen: Observation, heard: Acts, rank: Rank) -> Moves:
    """Of the shelf that the opening leads to what looks most wanted."""
    for shelf in (yield from shelves_in(opening(seen), 1)):
        rows = yield from rows_of(shelf)
        for row in [row for row in rank(rows, shelf) if row.in_stock][:1]:
            yield call("suggest_substitute", product_id=row.product_id)


def _price(hit: Hit) -> float:
    return hit.price_cents


def _rating(hit: Hit) -> float:
    return -(hit.rating or 0)


def _place(hit: Hit) -> float:
    return 0


def pointing(names: Sequence[str]) -> Player:
    """Looks at the first of these and suggests it."""

    def player(seen: Observation, heard: Acts) -> Moves:
        for name in names[:1]:
            yield call("catalog_compare", product_ids=[name])
            yield call("suggest_substitute", product_id=name)

    return player


PLAYERS: dict[str, Player] = {
    **{name: partial(ranked, rank=rank) for name, rank in RANKS.items()},
    "first_result": first_result, "first_of_shelf": partial(best_of_shelf, by=_place),
    "cheapest_of_shelf": partial(best_of_shelf, by=_price),
    "best_rated_of_shelf": partial(best_of_shelf, by=_rating), "first_visited": visited,
    "nearest_to_visited": nearest_to_visited,
    "nearest_to_sold_out": nearest_to_sold_out, "asks_then_guesses": asks_then_guesses,
}  # fmt: skip
