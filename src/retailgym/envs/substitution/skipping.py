"""Substitution, every word understood and a part left out: asking, searching."""

from functools import partial

from ...core.env import Acts, Moves, Observation, Player, Turn
from ...core.values import replace
from ...customer.acts import Told
from ...tools.catalog import Row
from ..shared.expert_moves import Notes, ask, browse, call, content, filters_for, has, on_time
from .closeness import TOPIC, Weights, counting_all_alike, row_distance, weights_of
from .expert import expert
from .task import OLD

FIXED = "What may it cost, which brand, and by when must it be here?"
COUNTING = "Which differences count more than others, what may it cost, and by when must it be here?"
OPEN = "Is there anything else I should know?"


def never_asks(
    seen: Observation, heard: Acts, question: str = "", allowed: int | None = None, place: int = 0
) -> Moves:
    """What was said, and a guess at the rest: the closest, within a usual difference in price; or, since the
    closest is mostly ruled out by what was not said, that which comes at another place."""
    notes = Notes(heard)
    if question:
        _, heard = yield Turn(question)
        notes.hear(heard)
    ((n, thing),) = notes.things.items()
    sold, facets, _ = yield from browse(
        [*filters_for(thing.shelf, (), ()), {"name": "in_stock", "op": "eq", "value": False}]
    )
    original = _meant(notes, n, sold)
    keeps = yield from on_time(notes.of(n, "keep"))
    keeps, told = _priced(keeps, original, allowed), notes.told[n].get(TOPIC)
    rows, *_ = yield from browse(
        [*filters_for(thing.shelf, keeps, facets), {"name": "in_stock", "op": "eq", "value": True}]
    )
    yield from _suggest(original, rows, keeps, weights_of(str(told.value) if told else ""), place)


def asks(question: str = "") -> Player:
    """Asks everybody the same, and guesses the rest."""
    return partial(never_asks, question=question)


def _meant(notes: Notes, n: int, sold: list[Row]) -> Row:
    told = [replace(t, topic=t.topic.removeprefix(OLD)) for t in notes.of(n, "wish")]
    return next(r for r in sold if all(has(r, t) for t in told))


def _priced(keeps: list[Told], original: Row, allowed: int | None) -> list[Told]:
    """Conditions with a lowest and a highest price, if one was told or is guessed."""
    price = next((t for t in keeps if t.topic == "price"), None)
    gap = int(price.value) if price else allowed
    rest = [t for t in keeps if t is not price]
    if gap is None:
        return rest
    bound = Told(thing=0, topic="price", value=0, role="keep")
    low, high = original.price_cents - gap, original.price_cents + gap
    return [*rest, replace(bound, op="gte", value=low), replace(bound, op="lte", value=high)]


def _suggest(original: Row, rows: list[Row], keeps: list[Told], weights: Weights, place: int = 0) -> Moves:
    fitting = [r for r in rows if r.in_stock and all(has(r, t) for t in keeps)] or rows
    closest = sorted(fitting, key=lambda r: row_distance(original, r, [t.topic for t in keeps], weights))
    for row in closest[place:][:1] or closest[-1:]:
        yield call("suggest_substitute", product_id=row.product_id)


def never_searches(seen: Observation, heard: Acts) -> Moves:
    """Asks for all that was named, and takes what is closest to their description of what they looked at."""
    notes = Notes(heard)
    yield from ask(notes, notes.named)
    ((n, thing),) = notes.things.items()
    keeps = yield from on_time([t for t in notes.of(n, "keep") if t.topic != "price"])
    seen, _ = yield call("user_get_visit_history")
    ids = [v.product_id for v in content(seen).visits if v.shelf == thing.shelf]
    seen, _ = yield call("catalog_compare", product_ids=ids)
    rows: list[Row] = content(seen).products
    told = [replace(t, topic=t.topic.removeprefix(OLD)) for t in notes.of(n, "wish")]
    original = max(rows, key=lambda r: sum(has(r, t) for t in told))
    yield from _suggest(original, [r for r in rows if r is not original and r.in_stock], keeps, Weights())


PLAYERS: dict[str, Player] = {
    "never_asks": never_asks,
    "never_asks_and_stays_near": partial(never_asks, allowed=2000),
    "never_asks_and_takes_the_third": partial(never_asks, place=2),
    "never_asks_and_takes_the_fifth": partial(never_asks, place=4),
    "one_question": asks(FIXED),
    "one_question_about_differences": asks(COUNTING),
    "open_question": asks(OPEN),
    "never_searches": never_searches,
    "counts_all_alike": counting_all_alike(expert),
}
