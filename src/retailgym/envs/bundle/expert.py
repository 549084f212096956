"""Bundle: the expert, who sees only what was said and shown."""

from collections.abc import Callable, Iterable, Sequence

from ...core.env import Acts, Moves, Observation
from ...customer.acts import Named
from ...tools.catalog import Row
from ..shared.expert_moves import Notes, Skill, ask, call, find_others, has, listening, look, shown
from ..shared.projects import Fit, Stand, cheapest, worked_out
from ..shared.projects.aims import TOPIC, Aim, Rated, read_aim
from ..shared.projects.match import AND
from ..shared.projects.optimum import best_list
from ..shared.projects.solver import Places
from ..shared.projects.telling import partner
from ..shared.shelves import OTHERS

# from what can be had, how it must match, a budget and an aim to a place for each role
Choose = Callable[[Sequence[Rated], Sequence[Fit], int, Aim], Places | None]


def the_best(rated: Sequence[Rated], fits: Sequence[Fit], budget: int, aim: Aim) -> Places | None:
    found = best_list(rated, fits, budget, aim)
    return found[1] if found else None


def expert(seen: Observation, heard: Acts) -> Moves:
    """Ask for what was named and for the budget, gather all that fits each role, asking for what else matters
    by what it differs in, and take the cheapest that go together."""
    notes = Notes(heard)
    yield from listening(notes, steps(notes))


def steps(notes: Notes, choose: Choose = the_best) -> Moves:
    """The same by what was noted, with a way to choose where one list is better than another."""
    whole = project_of(notes)
    known = [*notes.told[whole], *(u.topic for u in notes.named)]
    yield from ask(
        notes,
        notes.named + ([Named(thing=whole, topic="budget", label="budget")] if "budget" not in known else []),
    )
    gathered = yield from gather(notes)
    chosen = choice(notes, gathered, choose)
    assert chosen is not None, "there is always a bundle"
    yield call("recommend_bundle", items=[row.product_id for row in chosen])


def project_of(notes: Notes) -> int:
    """The number of what the things are for, which stands on no shelf."""
    return next(n for n, thing in notes.things.items() if not thing.shelf)


def gather(notes: Notes) -> Skill[list[list[Row]]]:
    """For each role all that can be had and has everything that is wished for."""
    gathered: list[list[Row]] = []
    for n in [n for n, thing in notes.things.items() if thing.shelf]:
        browsed = yield from look(notes.things[n].shelf, notes.of(n, "wish"))
        yield from find_others(notes, n, browsed)
        wishes = notes.of(n, "wish")
        gathered.append([row for row in browsed.rows if row.in_stock and all(has(row, w) for w in wishes)])
    return gathered


def choice(notes: Notes, gathered: list[list[Row]], choose: Choose = the_best) -> list[Row] | None:
    """Of what was gathered the best that goes together, by all that was told."""
    whole, roles = project_of(notes), [n for n, thing in notes.things.items() if thing.shelf]
    at = {notes.things[n].noun: r for r, n in enumerate(roles)}
    told = [(r, t) for r, n in enumerate(roles) for t in notes.of(n, "fact") if t.topic != OTHERS]
    names = {code.split()[n] for _, t in told for code in str(t.value).split(AND) for n in (0, 2)}
    stands = [stand(rows, names) for rows in gathered]
    fits = []
    for r, t in told:
        other = at[partner(t.topic)]
        for code in str(t.value).split(AND):
            fits.append(Fit(r, other, worked_out(code, stands[r], stands[other])))
    if TOPIC in notes.told[whole]:
        rated = [_rated(rows, here) for rows, here in zip(gathered, stands, strict=True)]
        budget, aim = int(notes.told[whole]["budget"].value), read_aim(str(notes.told[whole][TOPIC].value))
        places = choose(rated, fits, budget, aim)
    else:
        found = cheapest(stands, fits)
        places = found[1] if found else None
    return [rows[place] for rows, place in zip(gathered, places, strict=True)] if places else None


def _rated(rows: list[Row], here: Stand) -> Rated:
    stars, days = ([int(shown(row, name)) for row in rows] for name in ("rating", "shipping_days"))
    return Rated(stand=here, tenths=stars, days=days)


def stand(rows: list[Row], names: Iterable[str]) -> Stand:
    """What can be had, with some attributes."""
    has = {name: [_worth(row, name) for row in rows] for name in names}
    return Stand(price=[row.price_cents for row in rows], has=has, open=range(len(rows)))


def _worth(row: Row, name: str) -> str | int | None:
    return row.brand if name == "brand" else row.numbers.get(name, row.attributes.get(name))
