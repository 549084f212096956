"""Discovery, every word understood and a part left out: asking, searching."""

from collections.abc import Sequence
from functools import partial

from ...core.env import Acts, Moves, Observation, Player, Turn
from ...tools.catalog import Row
from ..shared.expert_moves import Notes, ask, call, content, has, listening, look, on_time
from ..shared.links import ignoring, worked_out
from ..shared.reckoning import counting_every_day, in_order, minding_the_largest, without_terms
from .expert import expert, steps
from .together import Together, best_rows, exchanged_rows, without_conditions

FIXED = "How many suggestions do you want, which should come first, and what may it cost?"
OPEN = "Is there anything else I should know?"
USUAL = "price up"  # what most people go by


def never_asks(seen: Observation, heard: Acts, question: str = "") -> Moves:
    """What was said, and a guess at the rest. A question, if there is one, is the same for everybody."""
    notes = Notes(heard)
    if question:
        _, heard = yield Turn(question)
        notes.hear(heard)
    ((n, thing),) = notes.things.items()
    wishes = yield from on_time(notes.of(n, "wish"))
    rows, *_ = yield from look(thing.shelf, wishes)
    yield call("recommend", product_ids=_best(notes, n, rows))


def _best(notes: Notes, n: int, rows: list[Row]) -> list[str]:
    told = notes.told[n]
    order = str(told["preference"].value) if "preference" in told else USUAL
    fitting = in_order([r for r in rows if r.in_stock], order)
    first = fitting[0].price_cents if fitting else 0
    number = worked_out(told["shortlist"].value, first, ()) if "shortlist" in told else 1
    return [r.product_id for r in fitting[:number]]


def never_searches(seen: Observation, heard: Acts) -> Moves:
    """Asks for all that was named, and takes the best of what the customer looked at."""
    notes = Notes(heard)
    yield from ask(notes, notes.named)
    ((n, thing),) = notes.things.items()
    wishes = yield from on_time(notes.of(n, "wish"))
    seen, _ = yield call("user_get_visit_history")
    ids = [v.product_id for v in content(seen).visits if v.shelf == thing.shelf]
    seen, _ = yield call("catalog_compare", product_ids=ids)
    rows = [r for r in content(seen).products if all(has(r, w) for w in wishes)] or content(seen).products
    yield call("recommend", product_ids=_best(notes, n, rows))


def greedy(seen: Observation, heard: Acts) -> Moves:
    """The expert, who exchanges one product of a list for another as long as that helps."""
    notes = Notes(heard)
    yield from listening(notes, steps(notes, exchanged_rows))


def forgets_conditions(seen: Observation, heard: Acts) -> Moves:
    """The expert, who takes the list with the most stars that the money pays for."""

    def choose(rows: Sequence[Row], n: int, rule: Together) -> list[Row]:
        return best_rows(rows, n, without_conditions(rule))

    notes = Notes(heard)
    yield from listening(notes, steps(notes, choose))


PLAYERS: dict[str, Player] = {
    "never_asks": never_asks,
    "one_question": partial(never_asks, question=FIXED),
    "open_question": partial(never_asks, question=OPEN),
    "never_searches": never_searches,
    "ignores_links": ignoring(expert),
    "goes_by_price": without_terms(expert),
    "greedy": minding_the_largest(greedy),
    "forgets_conditions": forgets_conditions,
    "counts_every_day": counting_every_day(expert),
}
