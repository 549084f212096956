"""Bundle: what is drawn, which goal a candidate has, and what the verifier checks."""

from ...catalog.overlay import Added, Overlay
from ...catalog.product import Product
from ...catalog.shelf_sets import places_in
from ...catalog.wishes import Wish, holds, worth
from ...core.env import Outcome
from ...core.money import share
from ...core.reward import Check, Findings
from ...core.streams import Rng, Streams
from ...core.task import Brief, Par, Request, TaskPool, Thing, questions
from ...core.values import Value, replace
from ...tools.catalog import COMPARED
from ...world import World
from ..shared.projects import Candidate, Fit, ProjectPlan, draw_plan, near_misses
from ..shared.projects.telling import CALLED, budget_detail, match_detail
from ..shared.shelves import CANDIDATES, Name, name_of, persona, wish_detail

# per mille above the cheapest bundle that a budget leaves on average at level 0; each level takes ten away
ROOM = 130


WHOLE = 100  # budgets are said in whole units of money


class BundleRole(Value):
    shelf: str
    wishes: tuple[Wish, ...]


class BundleGoal(Value):
    roles: tuple[BundleRole, ...]
    fits: tuple[Fit, ...]
    budget_cents: int


def draw(at: Streams, world: World) -> TaskPool:
    at, depth = at / "bundle", world.axes.retrieval_depth
    plan = draw_plan(at, world)
    near = near_misses((at / "near misses")(), world.axes.near_misses(), plan)
    world = replace(
        world,
        overlay=world.overlay
        | Overlay(masked=frozenset(_not_offered(plan)), added={a.id: a for _, a in near}),
        shelves=world.shelves | {role.rack.shelf.name for role in plan.roles},
        sells_out={
            **world.sells_out,
            **{
                role.rack.id(p): None
                for role, gone in zip(plan.roles, plan.gone, strict=True)
                for p in places_in(gone)
            },
        },
        visits=(*world.visits, *_visits((at / "visits")(), plan)),
    )
    calls = 1 + max([_calls(plan, c, near, depth) for c in plan.candidates])
    return TaskPool(
        world=world,
        par=Par(exchanges=questions(plan.unsaid()), calls=calls),
        candidates=CANDIDATES,
        plan=plan,
    )


def _not_offered(plan: ProjectPlan) -> list[int]:
    return [
        role.rack.shelf.first + place
        for role in plan.roles
        for place in places_in(role.rack.everything & ~role.offered)
    ]


def _visits(rng: Rng, plan: ProjectPlan) -> list[int]:
    """For one of the roles the product of each candidate's bundle and as many others: what was looked at is
    never a bundle."""
    r = rng.below(len(plan.roles))
    first, others = plan.roles[r].rack.shelf.first, places_in(plan.roles[r].offered)
    return rng.shuffled([first + place for c in plan.candidates for place in (c.best[r], rng.pick(others))])


def _calls(plan: ProjectPlan, c: Candidate, near: list[tuple[int, Added]], depth: int) -> int:
    """For each role a look at the shelf, the pages of a search by all that can be filtered, and
    comparisons."""
    found = [
        role.found(c.wished[r], plan.narrowed(c, r), [a for at, a in near if at == r])
        for r, role in enumerate(plan.roles)
    ]
    return sum([1 + -(-n // depth) + -(-n // COMPARED) for n in found])


def settle(at: Streams, draft: TaskPool, k: int) -> tuple[BundleGoal, Brief]:
    plan, world = draft.plan, draft.world
    c: Candidate = plan.candidates[k]
    room = ROOM - 10 * world.axes.level
    most = c.total + share(
        c.total, (at / "bundle" / "room" / k)().between(room // 2, room + room // 2), 1000
    )  # no budget names its bundle
    goal = BundleGoal(
        roles=tuple(
            BundleRole(shelf=role.rack.shelf.name, wishes=tuple(w.wishes))
            for role, w in zip(plan.roles, c.wished, strict=True)
        ),
        fits=tuple(plan.chosen.fits),
        budget_cents=-(-most // WHOLE) * WHOLE,
    )
    noun = plan.chosen.noun
    budget = budget_detail(
        goal.budget_cents, world.customer.currency, "named" if plan.unsaid_budget else "said"
    )
    project = Thing(noun=noun, plural=f"{noun}s", called=CALLED, details=(budget,))
    names = [name_of(role.rack.catalog, role.rack.shelf) for role in plan.roles]
    roles = [_thing(plan, goal, names, r) for r in range(len(names))]
    return goal, Brief(persona=persona(at), matters=(Request(job="bundle", things=(project, *roles)),))


def _thing(plan: ProjectPlan, goal: BundleGoal, names: list[Name], r: int) -> Thing:
    categories, name = [role.rack.category for role in plan.roles], names[r]
    wishes = [
        wish_detail(categories[r], w, "named" if left else "said")
        for w, left in zip(goal.roles[r].wishes, plan.unsaid_wishes[r], strict=True)
    ]
    matches = [
        match_detail(
            f.match,
            (name.noun, categories[r]),
            (names[f.other].noun, categories[f.other]),
            "named" if left else "said",
        )
        for f, left in zip(goal.fits, plan.unsaid_fits, strict=True)
        if f.role == r
    ]
    return Thing(
        noun=name.noun,
        plural=name.plural,
        called=name.called,
        shelf=goal.roles[r].shelf,
        details=(*wishes, *matches),
    )


def verify(goal: BundleGoal, outcome: Outcome) -> Findings:
    after = outcome.after
    given = [p for id in after.answers.get("recommend_bundle", ()) if (p := after.product(id)) is not None]
    held = {p.shelf: p for p in given}
    items = [held.get(role.shelf) for role in goal.roles]
    short = [role.shelf for role, item in zip(goal.roles, items, strict=True) if item is None]
    wrong = [
        f"{p.id}: {w.attribute} {w.value}"
        for role, p in zip(goal.roles, items, strict=True)
        if p
        for w in role.wishes
        if not holds(w, p)
    ]
    apart = [
        f"{a.id} and {b.id}: {f.match.code}"
        for f in goal.fits
        if (a := items[f.role]) and (b := items[f.other]) and not _go_together(f, a, b)
    ]
    out = [p.id for p in given if p.stock == 0 or p.id in after.overlay.sold_out]
    unseen = [p.id for p in given if p.id not in outcome.retrieved]
    total = sum(p.price_cents for p in given)
    checks = (
        _check("every_role", short, "no product for"),
        _check(
            "nothing_extra",
            ["more products than roles"] if len(given) > len(goal.roles) - len(short) else [],
            "too much:",
        ),
        _check("wishes", wrong, "not as wished:"),
        _check("compatible", apart, "these do not match:"),
        _check("in_stock", out, "sold out:"),
        _check("retrieved", unseen, "never shown:"),
        _check(
            "budget",
            [f"{total} of {goal.budget_cents} cents"] if total > goal.budget_cents else [],
            "over budget:",
        ),
    )
    right = sum(_right(role, p, outcome) for role, p in zip(goal.roles, items, strict=True) if p)
    whole = 1.0 if not apart and total <= goal.budget_cents else 0.75
    return Findings(checks=checks, credit=whole * right / max(len(goal.roles), len(given)))


def _check(name: str, faults: list[str], because: str) -> Check:
    return Check(
        name=name, passed=not faults, because=f"{because} {', '.join(faults)}" if faults else "as asked"
    )


def _go_together(fit: Fit, item: Product, other: Product) -> bool:
    return fit.match.holds(worth(item, fit.match.attribute), worth(other, fit.match.other))


def _right(role: BundleRole, p: Product, outcome: Outcome) -> bool:
    bought = p.stock > 0 and p.id not in outcome.after.overlay.sold_out and p.id in outcome.retrieved
    return bought and all(holds(w, p) for w in role.wishes)
