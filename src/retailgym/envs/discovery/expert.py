"""Discovery: the expert, who sees only what was said and shown."""

from ...core.env import Acts, Moves, Observation
from ...customer.acts import Named
from ..shared.expert_moves import Notes, ask, call, find_others, has, listening, look, on_time
from ..shared.links import worked_out
from ..shared.reckoning import goes_by, in_order
from ..shared.shelves import OTHERS


def expert(seen: Observation, heard: Acts) -> Moves:
    """Ask for what was named, how many and by what to choose, look at what can be filtered, compare all that
    passes, ask for what else matters by what it differs in, sort what fits."""
    notes = Notes(heard)
    yield from listening(notes, _steps(notes))


def _steps(notes: Notes) -> Moves:
    ((n, thing),) = notes.things.items()
    form = [
        Named(thing=n, topic=topic, label=topic)
        for topic in ("shortlist", "preference")
        if topic not in notes.told[n]
    ]
    yield from ask(notes, notes.named + [u for u in form if u.topic not in [v.topic for v in notes.named]])
    before = notes.of(n, "wish")
    wishes = yield from on_time(before)
    order = str(notes.told[n]["preference"].value)
    found = yield from look(thing.shelf, wishes, None if OTHERS in notes.told[n] else goes_by(order))
    yield from find_others(notes, n, found)
    more = yield from on_time([w for w in notes.of(n, "wish") if w not in before])
    rows = [r for r in found.rows if all(has(r, w) for w in more)]
    fitting = in_order([r for r in rows if r.in_stock], order)
    number = worked_out(notes.told[n]["shortlist"].value, fitting[0].price_cents, ())
    yield call("recommend", product_ids=[r.product_id for r in fitting[:number]])
