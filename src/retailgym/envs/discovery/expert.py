"""Discovery: the expert, who sees only what was said and shown."""

from ...core.env import Acts, Moves, Observation
from ..shared.expert_moves import Notes, ask, browse, call, content, filters_for, has, on_time, shown


def expert(seen: Observation, heard: Acts) -> Moves:
    """Ask for what was named, look at what can be filtered, compare all that passes, sort what fits."""
    notes = Notes(heard)
    yield from ask(notes, notes.named)
    ((n, thing),) = notes.things.items()
    wishes = yield from on_time(notes.of(n, "wish"))
    seen, _ = yield call("catalog_search", filters=filters_for(thing.shelf, (), ()))
    rows, _ = yield from browse(filters_for(thing.shelf, wishes, content(seen).facets))
    name, _, way = str(notes.told[n]["preference"].value).partition(" ")
    fitting = sorted(
        [r for r in rows if r.in_stock and all(has(r, w) for w in wishes)], key=lambda r: r.price_cents
    )
    fitting.sort(key=lambda r: shown(r, name), reverse=way == "down")
    yield call(
        "recommend", product_ids=[r.product_id for r in fitting[: int(notes.told[n]["shortlist"].value)]]
    )
