"""Bundle: the expert, who sees only what was said and shown."""

from collections.abc import Mapping

from ...core.env import Acts, Moves, Observation
from ...customer.acts import Told
from ...tools.catalog import Row
from ..shared.expert_moves import Notes, Skill, ask, browse, call, content, filters_for, has
from ..shared.projects import Fit, Match, Stand, cheapest
from ..shared.projects.telling import TOPIC


def expert(seen: Observation, heard: Acts) -> Moves:
    """Ask for what was named, gather all that fits each role, and take the cheapest that go together."""
    notes = Notes(heard)
    yield from ask(notes, notes.named)
    roles = [n for n, thing in notes.things.items() if thing.shelf]
    at = {notes.things[n].noun: r for r, n in enumerate(roles)}
    told = [(r, t) for r, n in enumerate(roles) for t in notes.of(n, "fact")]
    fits = [Fit(r, at[t.topic.removeprefix(TOPIC)], Match.read(str(t.value))) for r, t in told]
    gathered: list[list[Row]] = []
    for r, n in enumerate(roles):
        narrowed = {}
        for f in fits:
            wish = notes.told[roles[f.other]].get(f.match.other)
            if f.role == r and wish is not None and (values := f.match.allowed(wish.value)):
                narrowed[f.match.attribute] = values
        gathered.append((yield from _gather(notes.things[n].shelf, notes.of(n, "wish"), narrowed)))
    best = cheapest([_stand(rows, fits) for rows in gathered], fits)
    assert best is not None, "there is always a bundle"
    yield call(
        "recommend_bundle",
        items=[rows[place].product_id for rows, place in zip(gathered, best[1], strict=True)],
    )


def _gather(shelf: str, wishes: list[Told], narrowed: Mapping[str, list[str | int]]) -> Skill[list[Row]]:
    """Everything on a shelf that has what was wished and is in stock: filter by what can be filtered, compare
    for the rest."""
    seen, _ = yield call("catalog_search", filters=filters_for(shelf, (), ()))
    facets = content(seen).facets
    listed = {f.name for f in facets}
    filters = filters_for(shelf, wishes, facets)
    filters += [
        {"name": name, "op": "in", "value": values} for name, values in narrowed.items() if name in listed
    ]
    rows, _ = yield from browse(filters)
    return [row for row in rows if row.in_stock and all(has(row, w) for w in wishes)]


def _stand(rows: list[Row], fits: list[Fit]) -> Stand:
    names = {f.match.attribute for f in fits} | {f.match.other for f in fits}
    has = {name: [row.attributes.get(name) for row in rows] for name in names}
    return Stand(price=[row.price_cents for row in rows], has=has, open=range(len(rows)))
