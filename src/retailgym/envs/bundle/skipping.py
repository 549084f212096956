"""Bundle, every word understood and a part left out: asking, searching."""

from collections.abc import Sequence
from functools import partial

from ...core.env import Acts, Moves, Observation, Player, Turn
from ...tools.catalog import Row
from ..shared.expert_moves import Notes, ask, call, content, has, listening, look
from ..shared.links import hearing_otherwise, ignoring
from ..shared.projects import PROJECTS, Fit, cheapest
from ..shared.projects.aims import TOPIC, Aim, Rated
from ..shared.projects.simple_rules import ProjectChoice, by_simple_rules
from ..shared.projects.solver import Places
from .expert import expert, stand, steps

FIXED = "What is your budget, which brands, and what colour?"
OPEN = "Is there anything else I should know?"


def never_asks(seen: Observation, heard: Acts, question: str = "") -> Moves:
    """What was said, and the cheapest of what fits that. What must match is known by heart."""
    notes = Notes(heard)
    if question:
        _, heard = yield Turn(question)
        notes.hear(heard)
    roles = [n for n, thing in notes.things.items() if thing.shelf]
    gathered: list[list[Row]] = []
    for n in roles:
        rows, *_ = yield from look(notes.things[n].shelf, notes.of(n, "wish"))
        gathered.append([row for row in rows if row.in_stock] or rows)
    yield from _hand_over(gathered, known_fits([notes.things[n].shelf for n in roles]))


def _hand_over(gathered: list[list[Row]], fits: list[Fit]) -> Moves:
    names = {name for f in fits for name in (f.match.attribute, f.match.other)}
    best = cheapest([stand(rows, names) for rows in gathered], fits)
    places = best[1] if best else [0] * len(gathered)
    chosen = [rows[place] for rows, place in zip(gathered, places, strict=True)]
    yield call("recommend_bundle", items=[row.product_id for row in chosen])


def known_fits(shelves: list[str]) -> list[Fit]:
    """How these must match, by the book of projects."""
    kinds = [shelf.split(",")[0] for shelf in shelves]
    project = max(PROJECTS, key=lambda p: len(set(p.roles) & set(kinds)))
    at = {n: kinds.index(kind) for n, kind in enumerate(project.roles) if kind in kinds}
    known = [Fit(at[f.role], at[f.other], f.match) for f in project.fits if f.role in at and f.other in at]
    return [f for f in known if f.role > f.other]


def never_searches(seen: Observation, heard: Acts) -> Moves:
    """Asks for all that was named, and makes a bundle of what the customer looked at."""
    notes = Notes(heard)
    yield from ask(notes, notes.named)
    seen, _ = yield call("user_get_visit_history")
    shelves = {v.product_id: v.shelf for v in content(seen).visits}
    rows: list[Row] = []
    for n in range(0, len(shelves), 20):
        seen, _ = yield call("catalog_compare", product_ids=list(shelves)[n : n + 20])
        rows += content(seen).products
    roles = [n for n, thing in notes.things.items() if thing.shelf]
    here = [[r for r in rows if shelves[r.product_id] == notes.things[n].shelf and r.in_stock] for n in roles]
    best = [
        [r for r in some if all(has(r, w) for w in notes.of(n, "wish"))] or some
        for n, some in zip(roles, here, strict=True)
    ]
    if all(best):
        yield from _hand_over(best, known_fits([notes.things[n].shelf for n in roles]))


def by_rule(rated: Sequence[Rated], fits: Sequence[Fit], budget: int, aim: Aim) -> Places | None:
    """What the best of the simple rules comes to."""
    table = ProjectChoice(rated, fits)
    return max(by_simple_rules(table, budget, aim), key=lambda p: table.worth(p, budget, aim), default=None)


def greedy(seen: Observation, heard: Acts) -> Moves:
    """The expert, who starts from the cheapest or the best and changes one thing at a time."""
    notes = Notes(heard)
    yield from listening(notes, steps(notes, by_rule))


PLAYERS: dict[str, Player] = {
    "never_asks": never_asks,
    "one_question": partial(never_asks, question=FIXED),
    "open_question": partial(never_asks, question=OPEN),
    "never_searches": never_searches,
    "ignores_links": ignoring(expert),
    "greedy": greedy,
    "buys_the_cheapest": hearing_otherwise(expert, lambda told: None if told.topic == TOPIC else told),
}
