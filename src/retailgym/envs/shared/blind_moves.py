"""What blind players with the generator's statistics do alike: look at a whole shelf and rank what stands
there by whatever could tell a wanted product from its neighbours, without a word of the customer's.

Whoever draws a task must see to it that none of these ranks says anything."""

from collections import Counter
from collections.abc import Callable, Sequence

from ...catalog import DEFAULT_SIZE, load
from ...catalog.sense import drawback, rankings
from ...core.env import Observation, Result, Said
from ...tools.catalog import COMPARED, Hit, Row
from .expert_moves import Skill, call, content

SPARE = 8  # calls that are kept for comparing and closing
Rank = Callable[[Sequence[Row], str], list[Row]]  # of the rows of a shelf, that which looks most wanted first


def opening(seen: Observation) -> str:
    return " ".join(m.text for m in seen.messages if isinstance(m, Said))


def shelves_in(text: str, most: int = 5) -> Skill[list[str]]:
    """The shelves that fill a page when a sentence is put as a query, in the order of the sentences."""
    found: dict[str, None] = {}
    for sentence in [s for s in text.replace("?", ".").split(".") if len(s.split()) > 2][:8]:
        seen, _ = yield call("catalog_search", query=sentence)
        if isinstance(seen.messages[-1], Result):
            shelves = Counter(h.shelf for h in content(seen).results)
            found |= {s: None for s, n in shelves.items() if 3 * n > 2 * shelves.total()}
    return list(found)[:most]


def whole_shelf(shelf: str) -> Skill[list[Row]]:
    """Everything on a shelf, compared: what sells out when it is shown has sold out by then."""
    hits: list[Hit] = []
    cursor = ""
    while True:
        seen, _ = yield call(
            "catalog_search", filters=[{"name": "shelf", "op": "eq", "value": shelf}], cursor=cursor
        )
        hits += content(seen).results
        cursor = content(seen).next_cursor
        if not cursor or seen.calls_left < SPARE:
            break
    rows: list[Row] = []
    for n in range(0, len(hits), COMPARED):
        seen, _ = yield call("catalog_compare", product_ids=[h.product_id for h in hits[n : n + COMPARED]])
        rows += content(seen).products
    return rows


def _likeness(a: Row, b: Row) -> int:
    return (a.brand == b.brand) + sum(b.attributes.get(name) == value for name, value in a.attributes.items())


def _twins(rows: Sequence[Row], shelf: str) -> list[Row]:
    """That which has something most like it beside it: a near miss made for it."""
    return sorted(rows, key=lambda a: -max(_likeness(a, b) for b in rows if b is not a))


def _single_pieces(rows: Sequence[Row], shelf: str) -> list[Row]:
    """That which shares its values with the fewest others: they have been taken away."""
    counts = Counter((name, value) for row in rows for name, value in row.attributes.items())
    return sorted(rows, key=lambda row: sorted(counts[item] for item in row.attributes.items())[:2])


def _missed(rows: Sequence[Row], shelf: str) -> list[Row]:
    """With the catalogue known by heart: that of which the most lookalikes are missing from the shelf, or
    which is not known."""
    catalog = load(DEFAULT_SIZE)
    named = catalog.shelf_named(shelf)
    here = {row.product_id for row in rows}
    memory = [catalog.outline(doc) for doc in range(named.first, named.last)] if named else []
    gone = [p for p in memory if p.id not in here]
    known = {p.id for p in memory}
    return sorted(rows, key=lambda r: (r.product_id in known, -sum(p.brand == r.brand for p in gone)))


def _sold_out(rows: Sequence[Row], shelf: str) -> list[Row]:
    """That which is most like what has just sold out."""
    gone = [row for row in rows if not row.in_stock] or rows[:1]
    return sorted(
        rows, key=lambda a: -max(_likeness(a, b) for b in gone if b is not a) if len(gone) > 1 else 0
    )


def _wished_for(rows: Sequence[Row], shelf: str) -> list[Row]:
    """That which has nothing that nobody asks for, and is fast, well rated, light and whatever else people
    want more or less of."""
    better = [("shipping_days", -1), ("rating", 1)]
    better += [
        (name, 1 if "down" in rankings(name) else -1) for name in rows[0].numbers if len(rankings(name)) == 1
    ]
    found = {name: sorted([_number(row, name) for row in rows]) for name, _ in better}

    def worth(row: Row) -> float:
        places = [way * found[name].index(_number(row, name)) for name, way in better]
        against = sum([drawback(name, value) for name, value in row.attributes.items()])
        return sum(places) / len(rows) / len(places) - against

    return sorted(rows, key=worth, reverse=True)


def _number(row: Row, name: str) -> float:
    known = {"shipping_days": row.shipping_days, "rating": row.rating, **row.numbers}
    return known[name] or 0.0


RANKS: dict[str, Rank] = {
    "wished_for": _wished_for,
    "twins": _twins,
    "single_pieces": _single_pieces,
    "memorised_shelf": _missed,
    "like_sold_out": _sold_out,
}
