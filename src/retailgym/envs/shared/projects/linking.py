"""Matches that hold on a condition: "the same brand for both, unless the two then cost more than €80"."""

import re
from collections.abc import Sequence

from ....core.streams import Rng
from ....core.values import Value, replace
from .book import Fit, liked
from .match import Match
from .plan import Candidate, ProjectPlan, cheapest_for
from .role import Role, Wished
from .solver import Places, Stand
from .ways import kinds_of

STEPS = (3, 5, 10, 15)  # by how many units of money a limit lies off what the two cost
TRIES = 40  # pairs and attributes that are looked at
BINDING = 700  # per mille of those that can bind
WHOLE = 100
_CODE = re.compile(r"(\S+ same \S+) unless (\d+)")


class LinkedFit(Value):
    """A match of a role with an earlier one, unless the two cost more than a limit."""

    fit: Fit
    limit_cents: int
    binding: bool  # whether it can be had for that

    @property
    def code(self) -> str:
        """As dialogue acts carry it."""
        return f"{self.fit.match.code} unless {self.limit_cents}"

    @property
    def match(self) -> Match:
        """What it comes to."""
        return self.fit.match if self.binding else replace(self.fit.match, relation="any")


def worked_out(code: str, mine: Stand, theirs: Stand) -> Match:
    """The match that somebody asks for, who may ask for it unless two cost more than a limit; `mine` and
    `theirs` are what is to be had."""
    found = _CODE.fullmatch(code)
    if found is None:
        return Match.read(code)
    match = Match.read(found[1])
    least = _least(match, mine, theirs)
    return match if least is not None and least <= int(found[2]) else replace(match, relation="any")


def _least(match: Match, mine: Stand, theirs: Stand) -> int | None:
    """What two that match cost at the least."""
    sums = [
        mine.price[a] + theirs.price[b]
        for a in mine.open
        for b in theirs.open
        if match.holds(mine.has[match.attribute][a], theirs.has[match.other][b])
    ]
    return min(sums, default=None)


def draw_links(rng: Rng, plan: ProjectPlan, c: Candidate, n: int) -> tuple[Candidate, list[LinkedFit]]:
    """Up to so many: the cheapest bundle is another one for who leaves out what binds, and a dearer one or
    none for who keeps to what does not. The candidate with what the cheapest costs then."""
    fits, found = list(plan.chosen.fits), list[LinkedFit]()
    taken, choices = set[int](), _choices(rng, plan, c)[:TRIES]  # nobody says two of one thing
    for role, other, name in choices:
        if len(found) < n and role not in taken:
            linked = _linked(rng, plan, c, fits, Fit(role, other, Match(name)))
            if linked is not None:
                taken.add(role)
                found.append(linked)
                fits += [linked.fit] if linked.binding else []
                total, best = cheapest_for(plan, [w.fit for w in c.wished], fits) or (c.total, c.best)
                c = replace(c, total=total, best=best)
    for role, other, name in choices:
        if len(found) < n and role not in taken:
            idle = _idle(rng, plan, c, fits, Fit(role, other, Match(name)))
            taken |= {role} if idle else set()
            found += idle
    return c, [reached(plan, c, linked) for linked in found]


def reached(plan: ProjectPlan, c: Candidate, linked: LinkedFit) -> LinkedFit:
    """With a limit that the two of the candidate's bundle keep, which may cost more for what came after."""
    cents = sum(_two(plan, linked.fit, c.best))
    over = linked.binding and cents > linked.limit_cents
    return replace(linked, limit_cents=-(-cents // WHOLE) * WHOLE) if over else linked


def _two(plan: ProjectPlan, fit: Fit, places: Places) -> list[int]:
    """What the two that should match cost in a bundle."""
    return [plan.roles[r].rack.row("price")[places[r]] for r in (fit.role, fit.other)]


def _idle(rng: Rng, plan: ProjectPlan, c: Candidate, fits: Sequence[Fit], fit: Fit) -> list[LinkedFit]:
    """One that cannot be had, for that price or at all, which somebody must look for to know; none where the
    cheapest bundle has it."""
    least, step = _least_at_all(plan, c, fit), WHOLE * rng.pick(STEPS)
    best = cheapest_for(plan, [w.fit for w in c.wished], [*fits, fit])
    if best is not None and best[0] == c.total:
        return []
    limit = least - step if least is not None else step + sum(_cheapest_two(plan, c, fit))
    limit = limit // WHOLE * WHOLE
    return [LinkedFit(fit=fit, limit_cents=limit, binding=False)] if limit > 0 else []


def _cheapest_two(plan: ProjectPlan, c: Candidate, fit: Fit) -> list[int]:
    """What the cheapest of each role costs."""
    roles = [(plan.roles[r], c.wished[r].fit) for r in (fit.role, fit.other)]
    return [role.rack.row("price")[role.cheapest(among)] for role, among in roles]


def _choices(rng: Rng, plan: ProjectPlan, c: Candidate) -> list[tuple[int, int, str]]:
    """Two roles and an attribute that people like them to share, that some of both do share, and that nothing
    else is said of."""
    free = [_free(plan, w, r) for r, w in enumerate(c.wished)]
    kinds = [kinds_of(role.rack) for role in plan.roles]
    pairs = [
        (a, b, name)
        for a in range(len(free))
        for b in range(a)
        for name in liked(kinds[a], kinds[b])
        if name in free[a] and name in free[b] and _shared(plan.roles[a], plan.roles[b], name)
    ]
    return rng.shuffled(pairs)


def _shared(one: Role, other: Role, name: str) -> bool:
    return not one.rack.sets(name).keys().isdisjoint(other.rack.sets(name).keys())


def _free(plan: ProjectPlan, wished: Wished, r: int) -> set[str]:
    rack, barred = plan.roles[r].rack, [w.attribute for w in wished.wishes]
    barred += plan.chosen.attributes(r)
    return {a for a in rack.category.attribute if a not in barred and rack.complete(a)}


def _linked(rng: Rng, plan: ProjectPlan, c: Candidate, fits: Sequence[Fit], fit: Fit) -> LinkedFit | None:
    """Binding where the limit is above what two in the cheapest such bundle cost; not binding where it is
    below what any two cost that match. None where it would decide nothing."""
    best = cheapest_for(plan, [w.fit for w in c.wished], [*fits, fit])
    least, step = _least_at_all(plan, c, fit), WHOLE * rng.pick(STEPS)
    if least is None or best is None or best[0] == c.total:
        return None
    if rng.chance(BINDING):
        limit = (sum(_two(plan, fit, best[1])) + step) // WHOLE * WHOLE
        return LinkedFit(fit=fit, limit_cents=limit, binding=True)
    limit = (least - step) // WHOLE * WHOLE
    return LinkedFit(fit=fit, limit_cents=limit, binding=False) if limit > 0 else None


def _least_at_all(plan: ProjectPlan, c: Candidate, fit: Fit) -> int | None:
    """What two that match cost, were nothing to sell out."""
    wishes = [
        plan.roles[r].rack.fit_all(w.wishes, plan.roles[r].rack.in_stock) for r, w in enumerate(c.wished)
    ]
    mine, theirs = [plan.roles[r].stand(wishes[r], [fit.match.attribute]) for r in (fit.role, fit.other)]
    return _least(fit.match, mine, theirs)
