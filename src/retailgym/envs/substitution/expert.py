"""Substitution: the expert, who sees only what was said and shown."""

from ...core.env import Acts, Moves, Observation
from ...core.values import replace
from ...customer.acts import Named
from ..shared.expert_moves import (
    Browsed,
    Notes,
    ask,
    browse,
    call,
    compare,
    filters_for,
    find_others,
    has,
    listening,
    on_time,
    search,
)
from .closeness import TOPIC, row_distance, weights_of
from .task import OLD


def expert(seen: Observation, heard: Acts) -> Moves:
    """Ask for what was named and for the price, find what sold out, look at all that could stand in, ask for
    what else matters by what it differs in, and take the closest."""
    notes = Notes(heard)
    yield from listening(notes, _steps(notes))


def _steps(notes: Notes) -> Moves:
    ((n, thing),) = notes.things.items()
    price = (
        [Named(thing=n, topic="price", label="price")]
        if "price" not in [*notes.told[n], *(u.topic for u in notes.named)]
        else []
    )
    yield from ask(notes, notes.named + price)
    told = [replace(t, topic=t.topic.removeprefix(OLD)) for t in notes.of(n, "wish")]
    sold, facets, _ = yield from browse(
        [*filters_for(thing.shelf, (), ()), {"name": "in_stock", "op": "eq", "value": False}],
        list(dict.fromkeys(t.topic for t in told)),
    )
    original = next(r for r in sold if all(has(r, t) for t in told))
    keeps = yield from on_time(notes.of(n, "keep"))
    (gap,) = [t for t in keeps if t.topic == "price"]
    low, high = (original.price_cents + sign * int(gap.value) for sign in (-1, 1))
    keeps = [
        *(t for t in keeps if t is not gap),
        replace(gap, op="gte", value=low),
        replace(gap, op="lte", value=high),
    ]
    ids, _ = yield from search(
        [*filters_for(thing.shelf, keeps, facets), {"name": "in_stock", "op": "eq", "value": True}]
    )
    original, *rows = yield from compare([original.product_id, *ids])
    before = [t.topic for t in keeps]
    rows = [r for r in rows if all(has(r, t) for t in keeps)]
    yield from find_others(notes, n, Browsed(rows, facets))
    keeps += yield from on_time([t for t in notes.of(n, "keep") if t.topic not in before])
    fitting = [r for r in rows if r.in_stock and all(has(r, t) for t in keeps)]
    weights = weights_of(str(notes.told[n][TOPIC].value) if TOPIC in notes.told[n] else "")
    closest = min(fitting, key=lambda r: row_distance(original, r, [t.topic for t in keeps], weights))
    yield call("suggest_substitute", product_id=closest.product_id)
