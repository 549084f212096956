"""Bundle, every word understood and a part left out: asking, searching."""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from itertools import combinations as pairs
from itertools import islice
from itertools import product as combinations

from ...core.env import Acts, Moves, Observation, Player, Turn
from ...customer.acts import Named, Told
from ...tools.catalog import Row
from ..shared.expert_moves import Notes, ask, call, content, has, listening, look
from ..shared.links import hearing_otherwise, ignoring
from ..shared.projects import PROJECTS, Fit, Match, bundles, cheapest
from ..shared.projects.aims import TOPIC, Aim, Rated
from ..shared.projects.book import TASTES
from ..shared.projects.match import AND
from ..shared.projects.simple_rules import ProjectChoice, by_simple_rules
from ..shared.projects.solver import ANY_PRICE, Places
from ..shared.projects.telling import WITH, partner
from .expert import choice, expert, gather, project_of, stand, steps, the_best

FIXED = "What is your budget, which brands, and what colour?"
OPEN = "Is there anything else I should know?"
MATCH = f"match{WITH}"
MOST_LISTS = 3000  # that somebody looks through for what they mostly cost
MOST_WAYS = 60  # of matching that somebody works out


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


def never_asks_the_budget(seen: Observation, heard: Acts) -> Moves:
    """The expert, who takes for the budget what a voucher counts from, or what lists in the middle cost."""

    def choose(rated: Sequence[Rated], fits: Sequence[Fit], budget: int, aim: Aim) -> Places | None:
        lists = islice(bundles([r.stand for r in rated], fits, ANY_PRICE), 0 if budget else MOST_LISTS)
        totals = sorted([total for total, _ in lists])
        return the_best(rated, fits, budget or aim.from_cents or totals[len(totals) // 2], aim)

    notes = Notes(heard)
    _take(notes, project_of(notes), "budget", 0)
    yield from listening(notes, steps(notes, choose))


def never_asks_what_matches(seen: Observation, heard: Acts) -> Moves:
    """The expert, who takes the list that is the best for most of the ways in which things could match."""
    notes = Notes(heard)
    unsaid = [u for u in notes.named if u.topic.startswith(MATCH)]
    notes.named = [u for u in notes.named if u not in unsaid]

    def moves() -> Moves:
        yield from ask(notes, notes.named)
        gathered = yield from gather(notes)
        budget = [Named(thing=project_of(notes), topic="budget", label="budget")]
        yield from ask(notes, budget)
        found = Counter[tuple[str, ...]]()
        codes = [_could_be(notes, gathered, u) for u in unsaid]
        for together in _some(list(combinations(*codes))):
            for u, code in zip(unsaid, together, strict=True):
                notes.told[u.thing].pop(u.topic, None)
                _take(notes, u.thing, u.topic, code)
            best = choice(notes, gathered)
            found.update([tuple([row.product_id for row in best])] if best else [])
        if found:
            yield call("recommend_bundle", items=list(found.most_common(1)[0][0]))

    yield from listening(notes, moves())


def _could_be(notes: Notes, gathered: list[list[Row]], unsaid: Named) -> list[str]:
    """How these two could match: in what people like things to share and in what the book of projects says,
    as far as all of both have it."""
    roles = [n for n, thing in notes.things.items() if thing.shelf]
    nouns = [notes.things[n].noun for n in roles]
    mine, theirs = roles.index(unsaid.thing), nouns.index(partner(unsaid.topic))
    shelves = [notes.things[n].shelf for n in roles]
    book = [f.match.code for f in known_fits(shelves) if (f.role, f.other) == (mine, theirs)]
    names = sorted({name for taste in TASTES for name in taste.attributes})
    both = [stand(gathered[r], names) for r in (mine, theirs)]
    liked = [Match(name) for name in names if all(None not in here.has[name] for here in both)]
    two = [f"{one.code}{AND}{other.code}" for one, other in pairs(liked, 2)]
    return list(dict.fromkeys([*book, *[match.code for match in liked], *two]))


def _some(ways: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Some of many, from all over."""
    return ways[:: -(-len(ways) // MOST_WAYS) or 1]


def _take(notes: Notes, thing: int, topic: str, value: str | int) -> None:
    """As if the customer had said so, where they have not."""
    notes.told[thing].setdefault(topic, Told(thing=thing, topic=topic, value=value, op="lte", role="fact"))


PLAYERS: dict[str, Player] = {
    "never_asks": never_asks,
    "one_question": partial(never_asks, question=FIXED),
    "open_question": partial(never_asks, question=OPEN),
    "never_searches": never_searches,
    "never_asks_the_budget": never_asks_the_budget,
    "never_asks_what_matches": never_asks_what_matches,
    "ignores_links": ignoring(expert),
    "greedy": greedy,
    "buys_the_cheapest": hearing_otherwise(expert, lambda told: None if told.topic == TOPIC else told),
}
