"""Substitution: the expert, who sees only what was said and shown."""

from ...core.env import Acts, Moves, Observation
from ...core.values import replace
from ..shared.expert_moves import Notes, ask, browse, call, distance, filters_for, has, on_time
from .task import OLD


def expert(seen: Observation, heard: Acts) -> Moves:
    """Ask for what was named, find what sold out, look at all that could stand in, and take the closest."""
    notes = Notes(heard)
    yield from ask(notes, notes.named)
    ((n, thing),) = notes.things.items()
    told = [replace(t, topic=t.topic.removeprefix(OLD)) for t in notes.of(n, "wish")]
    sold, facets = yield from browse(
        [*filters_for(thing.shelf, (), ()), {"name": "in_stock", "op": "eq", "value": False}]
    )
    original = next(r for r in sold if all(has(r, t) for t in told))
    keeps = yield from on_time(notes.of(n, "keep"))
    (price,) = [t for t in keeps if t.topic == "price"]
    low, high = (original.price_cents + sign * int(price.value) for sign in (-1, 1))
    keeps = [
        *(t for t in keeps if t is not price),
        replace(price, op="gte", value=low),
        replace(price, op="lte", value=high),
    ]
    rows, _ = yield from browse(
        [*filters_for(thing.shelf, keeps, facets), {"name": "in_stock", "op": "eq", "value": True}]
    )
    fitting = [r for r in rows if r.in_stock and all(has(r, t) for t in keeps)]
    closest = min(fitting, key=lambda r: distance(original, r, [t.topic for t in keeps]))
    yield call("suggest_substitute", product_id=closest.product_id)
