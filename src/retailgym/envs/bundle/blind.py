"""Bundle without reading: roles guessed from the visit history and from the opening as a query, items from
the top or the cheap end of the lists.

Some of these know every project by heart and see to it that the items match; none knows what the customer
wishes."""

import re
from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice

from ...core.env import Acts, Moves, Observation, Player, Said
from ...tools.catalog import COMPARED, Hit, Row
from ..shared import blind_moves
from ..shared.expert_moves import Skill, call, content
from ..shared.projects import PROJECTS, Fit, Stand, bundles, cheapest

SENTENCES = 8
Rank = Callable[[int, Row], int]  # from the place in the list and the row to what is to be kept small


def _said(seen: Observation) -> str:
    return " ".join(m.text for m in seen.messages if isinstance(m, Said))


def _shelves(text: str) -> Skill[list[str]]:
    """The shelves of visited products, and those that fill most of a page when a sentence is put as a
    query."""
    seen, _ = yield call("user_get_visit_history")
    found = dict.fromkeys(v.shelf for v in content(seen).visits)
    for sentence in [s for s in text.replace("?", ".").split(".") if len(s.split()) > 2][:SENTENCES]:
        seen, _ = yield call("catalog_search", query=sentence)
        shelves = [h.shelf for h in content(seen).results]
        found |= {s: None for s in shelves if shelves.count(s) > len(shelves) * 2 // 3}
    return list(found)


def _top(query: str, shelf: str) -> Skill[list[Hit]]:
    seen, _ = yield call(
        "catalog_search", query=query, filters=[{"name": "shelf", "op": "eq", "value": shelf}]
    )
    return [h for h in content(seen).results if h.in_stock]


def first_result(seen: Observation, heard: Acts) -> Moves:
    """The opening as a query on each shelf, the first result of each."""
    text, chosen = _said(seen), []
    for shelf in (yield from _shelves(text)):
        chosen += (yield from _top(text, shelf))[:1]
    yield call("recommend_bundle", items=[h.product_id for h in chosen])


def cheapest_of_each(seen: Observation, heard: Acts) -> Moves:
    """The cheapest product of each shelf, found by lowering the price until few are left."""
    chosen: list[Hit] = []
    for shelf in (yield from _shelves(_said(seen))):
        hits = yield from _top("", shelf)
        for _ in range(2):
            below = {"name": "price_cents", "op": "lte", "value": min(h.price_cents for h in hits)}
            seen, _ = yield call(
                "catalog_search", filters=[{"name": "shelf", "op": "eq", "value": shelf}, below]
            )
            hits = [h for h in content(seen).results if h.in_stock] or hits
        chosen.append(min(hits, key=lambda h: h.price_cents))
    yield call("recommend_bundle", items=[h.product_id for h in chosen])


def visited(seen: Observation, heard: Acts) -> Moves:
    """The visited product where there is one, and the first result elsewhere."""
    text = _said(seen)
    shelves = yield from _shelves(text)
    seen, _ = yield call("user_get_visit_history")
    chosen = {v.shelf: v.product_id for v in content(seen).visits}
    for shelf in [s for s in shelves if s not in chosen]:
        chosen |= {h.shelf: h.product_id for h in (yield from _top(text, shelf))[:1]}
    yield call("recommend_bundle", items=list(chosen.values()))


def _matching(text: str, query: str, rank: Rank) -> Moves:
    """The first page of each shelf that the text leads to, compared; of all that match each other those that
    rank best."""
    shelves = yield from _shelves(text)
    rows: list[list[Row]] = []
    for shelf in shelves:
        hits = yield from _top(query, shelf)
        seen, _ = yield call("catalog_compare", product_ids=[h.product_id for h in hits[:COMPARED]])
        rows.append([row for row in content(seen).products if row.in_stock])
    fits = _known_fits(shelves)
    best = cheapest([_stand(r, fits, rank) for r in rows], fits)
    places = best[1] if best else [0] * len(rows)
    yield call("recommend_bundle", items=[r[place].product_id for r, place in zip(rows, places, strict=True)])


def _known_fits(shelves: Sequence[str]) -> list[Fit]:
    """The fits of the project that has most of these shelves."""
    kinds = [shelf.split(",")[0] for shelf in shelves]
    project = max(PROJECTS, key=lambda p: len(set(p.roles) & set(kinds)))
    at = {n: kinds.index(kind) for n, kind in enumerate(project.roles) if kind in kinds}
    known = [Fit(at[f.role], at[f.other], f.match) for f in project.fits if f.role in at and f.other in at]
    return [f for f in known if f.role > f.other]


def _stand(rows: Sequence[Row], fits: Sequence[Fit], rank: Rank) -> Stand:
    names = {f.match.attribute for f in fits} | {f.match.other for f in fits}
    has = {name: [row.numbers.get(name, row.attributes.get(name)) for row in rows] for name in names}
    return Stand(price=[rank(n, row) for n, row in enumerate(rows)], has=has, open=range(len(rows)))


def cheapest_matching(seen: Observation, heard: Acts) -> Moves:
    """The cheapest items of the first pages that match each other."""
    yield from _matching(_said(seen), "", lambda place, row: row.price_cents)


def best_matching(seen: Observation, heard: Acts) -> Moves:
    """With the opening as a query, the highest in the lists that match each other."""
    yield from _matching(_said(seen), _said(seen), lambda place, row: place)


def cheapest_found(seen: Observation, heard: Acts) -> Moves:
    """With the opening as a query, the cheapest of the first pages that match each other."""
    yield from _matching(_said(seen), _said(seen), lambda place, row: row.price_cents)


def asks_then_guesses(seen: Observation, heard: Acts) -> Moves:
    """Has the customer recite what they will, makes it a query, and takes the highest in the lists that
    match."""
    text = _said(seen)
    while seen.exchanges_left:
        seen, _ = yield call("ask_user", message="Anything else that matters?")
        text += " " + _said(seen)
    yield from _matching(text, text, lambda place, row: place)


def ranked(seen: Observation, heard: Acts, rank: blind_moves.Rank) -> Moves:
    """Of each shelf that the opening leads to what looks most wanted."""
    chosen = []
    for shelf in (yield from blind_moves.shelves_in(_said(seen))):
        rows = yield from blind_moves.whole_shelf(shelf)
        chosen += [row.product_id for row in rank(rows, shelf) if row.in_stock][:1]
    yield call("recommend_bundle", items=chosen)


def near_budget(seen: Observation, heard: Acts) -> Moves:
    """Nouns and the largest number of the opening: of all that match the dearest that it pays for."""
    text = _said(seen)
    numbers = [int(n.replace(",", "")) for n in re.findall(r"\d[\d,]*", text)]
    budget = 100 * max(numbers, default=10**6)
    shelves = yield from blind_moves.shelves_in(text)
    rows: list[list[Row]] = []
    for shelf in shelves:
        here = yield from blind_moves.whole_shelf(shelf)
        rows.append([r for r in here if r.in_stock])
    if not all(rows) or not rows:
        return
    fits = _known_fits(shelves)
    stands = [_stand(r, fits, lambda place, row: row.price_cents) for r in rows]
    best = max(islice(bundles(stands, fits, budget), 20_000), default=(0, (0,) * len(rows)))
    yield call("recommend_bundle", items=[r[n].product_id for r, n in zip(rows, best[1], strict=True)])


def pointing(names: Sequence[str]) -> Player:
    """Looks at these and recommends them all."""

    def player(seen: Observation, heard: Acts) -> Moves:
        yield call("catalog_compare", product_ids=list(names))
        yield call("recommend_bundle", items=list(names))

    return player


PLAYERS: dict[str, Player] = {
    **{name: partial(ranked, rank=rank) for name, rank in blind_moves.RANKS.items()},
    "near_budget": near_budget,
    "first_result": first_result, "cheapest_of_each": cheapest_of_each, "visited": visited,
    "cheapest_matching": cheapest_matching,
    "best_matching": best_matching, "cheapest_found": cheapest_found, "asks_then_guesses": asks_then_guesses,
}  # fmt: skip
