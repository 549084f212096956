"""Discovery: the expert, who sees only what was said and shown."""

from collections.abc import Callable, Sequence

from ...core.env import Acts, Moves, Observation
from ...customer.acts import Named
from ...tools.catalog import Row
from ..shared.expert_moves import Notes, ask, call, find_others, has, listening, look, on_time
from ..shared.links import worked_out
from ..shared.reckoning import goes_by, in_order
from ..shared.shelves import OTHERS
from .together import Together, best_rows, read_together

# from what fits, how many are wanted and what they are to come to together to a list
Choose = Callable[[Sequence[Row], int, Together], list[Row]]


def expert(seen: Observation, heard: Acts) -> Moves:
    """Ask for what was named, how many and by what to choose, look at what can be filtered, compare all that
    passes, ask for what else matters by what it differs in, sort what fits."""
    notes = Notes(heard)
    yield from listening(notes, steps(notes))


def steps(notes: Notes, choose: Choose = best_rows) -> Moves:
    """The same by what was noted, with a way to choose a list as a whole."""
    ((n, thing),) = notes.things.items()
    form = [
        Named(thing=n, topic=topic, label=topic)
        for topic in ("shortlist", "preference")
        if topic not in notes.told[n]
    ]
    yield from ask(notes, notes.named + [u for u in form if u.topic not in [v.topic for v in notes.named]])
    before = notes.of(n, "wish")
    wishes = yield from on_time(before)
    shown = _shown(str(notes.told[n]["preference"].value))
    found = yield from look(thing.shelf, wishes, None if OTHERS in notes.told[n] else shown)
    yield from find_others(notes, n, found)
    more = yield from on_time([w for w in notes.of(n, "wish") if w not in before])
    rows = [r for r in found.rows if all(has(r, w) for w in more)]
    best = _listed(notes, n, [r for r in rows if r.in_stock], choose)
    yield call("recommend", product_ids=[r.product_id for r in best])


def _listed(notes: Notes, n: int, rows: list[Row], choose: Choose) -> list[Row]:
    """As many as are wanted of what fits, by what the customer goes by."""
    order, number = str(notes.told[n]["preference"].value), notes.told[n]["shortlist"].value
    if rule := read_together(order):
        return choose(rows, int(number), rule)
    fitting = in_order(rows, order)
    return fitting[: worked_out(number, fitting[0].price_cents, ())]


def _shown(order: str) -> list[str]:
    """What one has to see of products to choose by this."""
    rule = read_together(order)
    return rule.attributes if rule else goes_by(order)
