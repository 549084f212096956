"""Bundle: a complete shopping list for a project within a budget. Every role filled, the items matching each other."""

from collections.abc import Mapping

from ..catalog.overlay import Added, Overlay
from ..catalog.product import Product
from ..catalog.rack import places_in
from ..catalog.wish import Wish, holds, worth
from ..customer.acts import Told
from ..drawing import CANDIDATES, Name, name_of, persona, wish_detail
from ..env import Acts, Env, Moves, Observation, Outcome
from ..money import share
from ..problem import Brief, Draft, Matter, Par, Thing, questions
from ..projects import Candidate, Fit, Match, Plan, Stand, cheapest, draw_plan, near_misses
from ..projects.telling import CALLED, TOPIC, budget_detail, match_detail
from ..rng import Rng, Streams
from ..skills import Notes, Skill, ask, browse, call, content, filters_for, has
from ..tools import bundle as bundle_tools
from ..tools import catalog as catalog_tools
from ..tools import shop as shop_tools
from ..tools.catalog import COMPARED, Row
from ..tools.kit import toolset
from ..value import Value, replace
from ..verdict import Check, Findings
from ..world import World

ROOM = 130  # per mille above the cheapest bundle that a budget leaves on average at level 0; each level takes ten away
WHOLE = 100  # budgets are said in whole units of money


class Wanted(Value):
    shelf: str
    wishes: tuple[Wish, ...]


class Goal(Value):
    roles: tuple[Wanted, ...]
    fits: tuple[Fit, ...]
    budget_cents: int


def draw(at: Streams, world: World) -> Draft:
    at, depth = at / "bundle", world.axes.retrieval_depth
    plan = draw_plan(at, world)
    near = near_misses((at / "near misses")(), world.axes.near_misses(), plan)
    world = replace(
        world,
        overlay=world.overlay | Overlay(masked=frozenset(_not_offered(plan)), added={a.id: a for _, a in near}),
        shelves=world.shelves | {role.rack.shelf.name for role in plan.roles},
        sells_out={**world.sells_out, **{role.rack.id(p): None for role, gone in zip(plan.roles, plan.gone, strict=True) for p in places_in(gone)}},
        visits=(*world.visits, *_visits((at / "visits")(), plan)),
    )
    calls = 1 + max([_calls(plan, c, near, depth) for c in plan.candidates])
    return Draft(world=world, par=Par(exchanges=questions(plan.unsaid()), calls=calls), candidates=CANDIDATES, plan=plan)


def _not_offered(plan: Plan) -> list[int]:
    return [role.rack.shelf.first + place for role in plan.roles for place in places_in(role.rack.everything & ~role.offered)]


def _visits(rng: Rng, plan: Plan) -> list[int]:
    """For one of the roles the product of each candidate's bundle and as many others: what was looked at is never a bundle."""
    r = rng.below(len(plan.roles))
    first, others = plan.roles[r].rack.shelf.first, places_in(plan.roles[r].offered)
    return rng.shuffled([first + place for c in plan.candidates for place in (c.best[r], rng.pick(others))])


def _calls(plan: Plan, c: Candidate, near: list[tuple[int, Added]], depth: int) -> int:
    """For each role a look at the shelf, the pages of a search by all that can be filtered, and comparisons."""
    found = [role.found(c.wished[r], plan.narrowed(c, r), [a for at, a in near if at == r]) for r, role in enumerate(plan.roles)]
    return sum([1 + -(-n // depth) + -(-n // COMPARED) for n in found])


def settle(at: Streams, draft: Draft, k: int) -> tuple[Goal, Brief]:
    plan, world = draft.plan, draft.world
    c: Candidate = plan.candidates[k]
    room = ROOM - 10 * world.axes.level
    most = c.total + share(c.total, (at / "bundle" / "room" / k)().between(room // 2, room + room // 2), 1000)  # no budget names its bundle
    goal = Goal(
        roles=tuple(Wanted(shelf=role.rack.shelf.name, wishes=tuple(w.wishes)) for role, w in zip(plan.roles, c.wished, strict=True)),
        fits=tuple(plan.chosen.fits), budget_cents=-(-most // WHOLE) * WHOLE,
    )  # fmt: skip
    noun = plan.chosen.noun
    budget = budget_detail(goal.budget_cents, world.customer.currency, "named" if plan.unsaid_budget else "said")
    project = Thing(noun=noun, plural=f"{noun}s", called=CALLED, details=(budget,))
    names = [name_of(role.rack.catalog, role.rack.shelf) for role in plan.roles]
    roles = [_thing(plan, goal, names, r) for r in range(len(names))]
    return goal, Brief(persona=persona(at), matters=(Matter(job="bundle", things=(project, *roles)),))


def _thing(plan: Plan, goal: Goal, names: list[Name], r: int) -> Thing:
    categories, name = [role.rack.category for role in plan.roles], names[r]
    wishes = [wish_detail(categories[r], w, "named" if left else "said") for w, left in zip(goal.roles[r].wishes, plan.unsaid_wishes[r], strict=True)]
    matches = [
        match_detail(f.match, (name.noun, categories[r]), (names[f.other].noun, categories[f.other]), "named" if left else "said")
        for f, left in zip(goal.fits, plan.unsaid_fits, strict=True)
        if f.role == r
    ]
    return Thing(noun=name.noun, plural=name.plural, called=name.called, shelf=goal.roles[r].shelf, details=(*wishes, *matches))


def verify(goal: Goal, outcome: Outcome) -> Findings:
    after = outcome.after
    given = [p for id in after.answers.get("recommend_bundle", ()) if (p := after.product(id)) is not None]
    held = {p.shelf: p for p in given}
    items = [held.get(role.shelf) for role in goal.roles]
    short = [role.shelf for role, item in zip(goal.roles, items, strict=True) if item is None]
    wrong = [f"{p.id}: {w.attribute} {w.value}" for role, p in zip(goal.roles, items, strict=True) if p for w in role.wishes if not holds(w, p)]
    apart = [f"{a.id} and {b.id}: {f.match.code}" for f in goal.fits if (a := items[f.role]) and (b := items[f.other]) and not _go_together(f, a, b)]
    out = [p.id for p in given if p.stock == 0 or p.id in after.overlay.sold_out]
    unseen = [p.id for p in given if p.id not in outcome.retrieved]
    total = sum(p.price_cents for p in given)
    checks = (
        _check("every_role", short, "no product for"),
        _check("nothing_extra", ["more products than roles"] if len(given) > len(goal.roles) - len(short) else [], "too much:"),
        _check("wishes", wrong, "not as wished:"),
        _check("compatible", apart, "these do not match:"),
        _check("in_stock", out, "sold out:"),
        _check("retrieved", unseen, "never shown:"),
        _check("budget", [f"{total} of {goal.budget_cents} cents"] if total > goal.budget_cents else [], "over budget:"),
    )
    right = sum(_right(role, p, outcome) for role, p in zip(goal.roles, items, strict=True) if p)
    whole = 1.0 if not apart and total <= goal.budget_cents else 0.75
    return Findings(checks=checks, credit=whole * right / max(len(goal.roles), len(given)))


def _check(name: str, faults: list[str], because: str) -> Check:
    return Check(name=name, passed=not faults, because=f"{because} {', '.join(faults)}" if faults else "as asked")


def _go_together(fit: Fit, item: Product, other: Product) -> bool:
    return fit.match.holds(worth(item, fit.match.attribute), worth(other, fit.match.other))


def _right(role: Wanted, p: Product, outcome: Outcome) -> bool:
    bought = p.stock > 0 and p.id not in outcome.after.overlay.sold_out and p.id in outcome.retrieved
    return bought and all(holds(w, p) for w in role.wishes)


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
    yield call("recommend_bundle", items=[rows[place].product_id for rows, place in zip(gathered, best[1], strict=True)])


def _gather(shelf: str, wishes: list[Told], narrowed: Mapping[str, list[str | int]]) -> Skill[list[Row]]:
    """Everything on a shelf that has what was wished and is in stock: filter by what can be filtered, compare for the rest."""
    seen, _ = yield call("catalog_search", filters=filters_for(shelf, (), ()))
    facets = content(seen).facets
    listed = {f.name for f in facets}
    filters = filters_for(shelf, wishes, facets)
    filters += [{"name": name, "op": "in", "value": values} for name, values in narrowed.items() if name in listed]
    rows, _ = yield from browse(filters)
    return [row for row in rows if row.in_stock and all(has(row, w) for w in wishes)]


def _stand(rows: list[Row], fits: list[Fit]) -> Stand:
    names = {f.match.attribute for f in fits} | {f.match.other for f in fits}
    has = {name: [row.attributes.get(name) for row in rows] for name in names}
    return Stand(price=[row.price_cents for row in rows], has=has, open=range(len(rows)))


ABOUT = """A customer has a project and a budget. Put together a shopping list: one product for each thing that they need, each as they wish it,
in stock, matching each other where the customer says that they must, and together within the budget. Ask for what they leave open. Then hand
over the list."""

ENV = Env(
    id="bundle", version=4, closing="recommend_bundle", tools=toolset(catalog_tools, bundle_tools, shop_tools), draw=draw, settle=settle,
    verify=verify, expert=expert, about=ABOUT,
)  # fmt: skip
