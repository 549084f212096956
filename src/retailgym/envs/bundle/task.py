"""Bundle: what is drawn, which goal a candidate has, and what the verifier checks."""

from collections.abc import Sequence

from ...catalog.product import Product
from ...catalog.wishes import REFUSING, Wish, holds, worth
from ...core.env import Outcome
from ...core.money import printed, share
from ...core.reward import Check, Findings
from ...core.streams import Streams
from ...core.task import Brief, Detail, Par, Request, Revisable, TaskPool, Thing, questions
from ...core.values import Value, replace
from ...customer.locale.en.grammar import bare_noun
from ...world import World
from ...world.naming import product_name
from ..shared.projects import MOST_FOUND, Candidate, Fit, LinkedFit, Match, ProjectPlan, draw_links, draw_plan
from ..shared.projects.aims import Aim, DrawnAim, ProjectOffer, Rated, aim_detail, draw_aim
from ..shared.projects.linking import reached
from ..shared.projects.optimum import best_list
from ..shared.projects.telling import CALLED, budget_detail, linked_detail, match_detail
from ..shared.projects.trade_offs import draw_trade_off
from ..shared.projects.unsaid import draw_matches, draw_spent
from ..shared.shelves import (
    CANDIDATES,
    Name,
    look_calls,
    name_of,
    others_detail,
    persona,
    visited,
    wish_detail,
)

# per mille above the cheapest bundle that a budget leaves on average at level 0; each level takes ten away
ROOM = 130


FAR = 2  # things in which what simple rules come to must differ from the best list, if that can be
WHOLE = 100  # budgets are said in whole units of money
NOTHING = REFUSING[1].removesuffix("{}")  # could be meant of everything


class BundleRole(Value):
    shelf: str
    wishes: tuple[Wish, ...]


class BundleGoal(Value):
    roles: tuple[BundleRole, ...]
    fits: tuple[Fit, ...]
    budget_cents: int
    aim: Aim | None = None
    worth: int = 0  # of the best list by the aim, where there is one


_Aimed = tuple[Candidate, list[LinkedFit], DrawnAim]


class DrawnBundle(Value):
    plan: ProjectPlan
    candidates: list[Candidate]


def sample_task(stream: Streams, world: World) -> TaskPool:
    stream, depth = stream / "bundle", world.axes.retrieval_depth
    plan, candidates = draw_plan(stream, world)
    selling = {role.rack.id(p): number for role in plan.roles for p, number in role.selling.items()}
    world = replace(
        world,
        shelves=world.shelves | {role.rack.shelf.name for role in plan.roles},
        sells_out={**world.sells_out, **selling},
        visits=visited((stream / "visits")(), world, plan.chosen.shelves),
    )
    calls = 1 + max([sum([look_calls(w.found.bit_count(), depth) for w in c.wished]) for c in candidates])
    par = Par(exchanges=max([c.exchanges() for c in candidates]), calls=calls)
    return TaskPool(
        world=world,
        par=par,
        cap=_cap(plan, par, depth),
        candidates=CANDIDATES,
        plan=DrawnBundle(plan=plan, candidates=candidates),
    )


def _cap(plan: ProjectPlan, par: Par, depth: int) -> Par:
    """The most that a project with so many roles needs at this level."""
    details = sum(map(len, plan.gaps.wishes)) + len(plan.roles)  # each but the first may match one before
    calls = 1 + len(plan.roles) * look_calls(MOST_FOUND, depth)
    holes = len(plan.roles)  # wishes that are not named, each found by a question of its own
    exchanges = max([questions(details - n) + n for n in range(holes + 1)])
    return Par(exchanges=exchanges, calls=max(par.calls, calls))


def choose_goal(stream: Streams, pool: TaskPool, k: int) -> tuple[BundleGoal, Brief]:
    world = pool.world
    plan, c, linked, aimed = _hanging_together(stream / "bundle", pool, k)
    room = ROOM - 10 * world.axes.rung
    most = c.total + share(
        c.total, (stream / "bundle" / "room" / k)().between(room // 2, room + room // 2), 1000
    )  # no budget names its bundle
    goal = BundleGoal(
        roles=tuple(
            BundleRole(shelf=role.rack.shelf.name, wishes=tuple(w.wishes))
            for role, w in zip(plan.roles, c.wished, strict=True)
        ),
        fits=_fits(plan, linked),
        budget_cents=aimed.budget_cents if aimed else -(-most // WHOLE) * WHOLE,
        aim=aimed.aim if aimed else None,
        worth=aimed.worth if aimed else 0,
    )
    noun, names = plan.chosen.noun, [name_of(role.rack.catalog, role.rack.shelf) for role in plan.roles]
    nouns = [bare_noun(name.noun) for name in names]
    project = Thing(
        noun=noun,
        plural=f"{noun}s",
        called=CALLED,
        details=(
            budget_detail(goal.budget_cents, world.customer.currency, c.budget),
            *([aim_detail(goal.aim, world.customer.currency, nouns)] if goal.aim else ()),
        ),
    )
    roles = [_thing(plan, c, names, r) for r in range(len(names))]
    for one in linked:
        roles[one.fit.role] = _linked(plan, roles, one, world.customer.currency)
    budgets = [goal.budget_cents * n // 100 // WHOLE * WHOLE for n in (70, 80, 90, 112, 125, 140)]
    least = goal.aim.from_cents - goal.aim.off_cents if goal.aim else 0  # below which no voucher can be used
    others = tuple([budget_detail(b, world.customer.currency, c.budget) for b in budgets if b >= least])
    request = Request(
        job="bundle",
        things=(project, *roles),
        revisable=(Revisable(thing=0, others=others, within=2),),
    )
    return goal, Brief(persona=persona(stream), requests=(request,))


def _hanging_together(
    stream: Streams, pool: TaskPool, k: int
) -> tuple[ProjectPlan, Candidate, list[LinkedFit], DrawnAim | None]:
    """A candidate with what is left unsaid of the list as a whole, with matches that hold on a condition, and
    with what makes one list better than another; rather the latter alone than only the former. Where nothing
    does, the budget and what must match are said."""
    plan, linked, links = pool.plan.plan, list[LinkedFit](), pool.world.axes.links
    c = plain = pool.plan.candidates[k]
    if any(c.gaps.fits):  # where more had to match, fewer lists could be the best
        matched = draw_matches((stream / "matches" / k)(), plan, c)
        if matched is not None:
            plan, c, least = matched
            return plan, _said(c, budget=True), [], least
        c = plain = _said(c, matches=True)
    if links:
        # where there is much to choose from, not all of it should be ruled out by what must match
        c, linked = draw_links((stream / "links" / k)(), plan, c, 1 if plan.crowded else links)
    ways, found = [(c, linked), (plain, [])] if linked else [(plain, linked)], list[_Aimed]()
    for one, some in ways if plan.aimed else ():
        offer, rng = _offer(plan, one, some), (stream / "aim" / k)()
        aimed = draw_trade_off(rng, offer) if plan.crowded else draw_aim(rng, offer, links)
        if aimed is not None:
            found.append((one, some, aimed))
            if aimed.apart >= FAR or not plan.crowded:
                break
    for one, some in ways if c.gaps.budget and not found else ():
        aimed = draw_spent((stream / "spent" / k)(), _offer(plan, one, some))
        if aimed is not None:
            found.append((one, some, aimed))
            break
    if not found:
        return plan, _said(c, budget=True), linked, None
    c, linked, aimed = max(found, key=lambda way: way[2].apart)
    fits, best = _fits(plan, linked), replace(c, best=aimed.places)
    kept = [link for link in linked if link.binding or not _as_good(plan, c, [*fits, link.fit], aimed)]
    return plan, c, [reached(plan, best, link) for link in kept], aimed


def _said(c: Candidate, budget: bool = False, matches: bool = False) -> Candidate:
    """With no such thing left unsaid."""
    if budget:
        c = replace(c, gaps=replace(c.gaps, budget=False), budget="stated")
    return replace(c, gaps=replace(c.gaps, fits=[False] * len(c.gaps.fits))) if matches else c


def _offer(plan: ProjectPlan, c: Candidate, linked: Sequence[LinkedFit]) -> ProjectOffer:
    fits = _fits(plan, linked)
    return ProjectOffer(_rated(plan, c, fits), fits, plan.chosen.fits, (c.total, c.best))


def _as_good(plan: ProjectPlan, c: Candidate, fits: Sequence[Fit], drawn: DrawnAim) -> bool:
    """Whether a list is as good on which all of this matches, so that who insists on it would not notice."""
    found = best_list(_rated(plan, c, fits), fits, drawn.budget_cents, drawn.aim)
    return found is not None and found[0] == drawn.worth


def _fits(plan: ProjectPlan, linked: Sequence[LinkedFit]) -> tuple[Fit, ...]:
    """All that must match."""
    return (*plan.chosen.fits, *[one.fit for one in linked if one.binding])


def _rated(plan: ProjectPlan, c: Candidate, fits: Sequence[Fit]) -> list[Rated]:
    """What a candidate can have, role by role."""
    more = [f.match.attribute for f in fits]
    return [
        Rated(
            stand=role.stand(w.fit, more), tenths=role.rack.row("rating"), days=role.rack.row("shipping_days")
        )
        for role, w in zip(plan.roles, c.wished, strict=True)
    ]


def _thing(plan: ProjectPlan, c: Candidate, names: list[Name], r: int) -> Thing:
    """A role with what is wished for it, and how many wishes are not even named."""
    categories, name, holes = [role.rack.category for role in plan.roles], names[r], c.unnamed[r].holes
    wishes = [
        _of_one(wish_detail(categories[r], w, "omitted" if n in holes else "mentioned" if left else "stated"))
        for n, (w, left) in enumerate(zip(c.wished[r].wishes, c.gaps.wishes[r], strict=False))
    ]
    pairs = {(f.role, f.other): list[Match]() for f in plan.chosen.fits}
    for f in plan.chosen.fits:
        pairs[f.role, f.other].append(f.match)
    matches = [
        match_detail(
            tuple(pair),
            (name.noun, categories[r]),
            (names[other].noun, categories[other]),
            "mentioned" if left else "stated",
        )
        for ((role, other), pair), left in zip(pairs.items(), c.gaps.fits, strict=True)
        if role == r
    ]
    details = (*wishes, *matches, *([others_detail(len(holes), name.noun)] if holes else ()))
    return Thing(
        noun=name.noun,
        plural=name.plural,
        called=name.called,
        shelf=plan.roles[r].rack.shelf.name,
        details=details,
    )


def _of_one(wish: Detail) -> Detail:
    """In words that speak of one thing, not of all on the list."""
    others = tuple([line for line in wish.says if not line.startswith(NOTHING)])
    return replace(wish, says=others) if wish.op == "ne" and others else wish


def _linked(plan: ProjectPlan, roles: list[Thing], one: LinkedFit, currency: str) -> Thing:
    """A role with a match that holds on a condition."""
    mine, theirs = [(roles[r].noun, plan.roles[r].rack.category) for r in (one.fit.role, one.fit.other)]
    thing = roles[one.fit.role]
    return replace(thing, details=(*thing.details, linked_detail(one, mine, theirs, currency)))


def verify(goal: BundleGoal, outcome: Outcome) -> Findings:
    after = outcome.after
    given = [p for id in after.answers.get("recommend_bundle", ()) if (p := after.product(id)) is not None]
    held = {p.shelf: p for p in given}
    items = [held.get(role.shelf) for role in goal.roles]
    short = [role.shelf for role, item in zip(goal.roles, items, strict=True) if item is None]
    wrong = [
        f"{product_name(after, p.id)}: {w.attribute.replace('_', ' ')} {w.value}"
        for role, p in zip(goal.roles, items, strict=True)
        if p
        for w in role.wishes
        if not holds(w, p)
    ]
    apart = [
        f"{product_name(after, a.id)} and {product_name(after, b.id)}: {f.match.code}"
        for f in goal.fits
        if (a := items[f.role]) and (b := items[f.other]) and not _go_together(f, a, b)
    ]
    out = [product_name(after, p.id) for p in given if p.stock == 0 or p.id in after.overlay.sold_out]
    unseen = [product_name(after, p.id) for p in given if p.id not in outcome.retrieved]
    currency, pays = after.customer.currency, sum(p.price_cents for p in given)
    if goal.aim and not short:
        pays -= goal.aim.off([item.price_cents for item in items if item])
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
            [f"{printed(pays, currency)} of {printed(goal.budget_cents, currency)}"]
            if pays > goal.budget_cents
            else [],
            "over budget:",
        ),
        *(_aimed(goal, given, currency) if goal.aim else ()),
    )
    right = sum(_right(role, p, outcome) for role, p in zip(goal.roles, items, strict=True) if p)
    whole = 1.0 if not apart and pays <= goal.budget_cents else 0.75
    return Findings(checks=checks, credit=whole * right / max(len(goal.roles), len(given)))


def _aimed(goal: BundleGoal, given: list[Product], currency: str) -> tuple[Check, ...]:
    """Whether it is as good as can be had, and enough is here soon."""
    aim = goal.aim
    assert aim is not None
    late = [] if aim.in_time([p.ship_days for p in given]) else [f"fewer than {aim.soon}"]
    worth = aim.worth([p.price_cents for p in given], [p.rating_tenths for p in given])
    had, best = (
        f"{n / 10:g} stars" if aim.counts == "stars" else printed(abs(n), currency)
        for n in (worth, goal.worth)
    )
    short = [f"{had}, the best has {best}"] if worth < goal.worth else []
    return _check("here_soon", late, f"within {aim.days} days:"), _check("best", short, "not the best:")


def _check(name: str, faults: list[str], because: str) -> Check:
    return Check(
        name=name, passed=not faults, because=f"{because} {', '.join(faults)}" if faults else "as asked"
    )


def _go_together(fit: Fit, item: Product, other: Product) -> bool:
    return fit.match.holds(worth(item, fit.match.attribute), worth(other, fit.match.other))


def _right(role: BundleRole, p: Product, outcome: Outcome) -> bool:
    bought = p.stock > 0 and p.id not in outcome.after.overlay.sold_out and p.id in outcome.retrieved
    return bought and all(holds(w, p) for w in role.wishes)
