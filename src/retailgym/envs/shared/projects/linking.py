"""Matches that hold on a condition: "the same brand for both, unless the two then cost more than €80"."""

import re
from collections.abc import Sequence

from ....core.streams import Rng
from ....core.values import Value, replace
from .book import Fit
from .match import Match
from .plan import Candidate, ProjectPlan, cheapest_for
from .role import Wished
from .solver import Stand

# what two things of a household may have in common because it looks or feels right
ATTRIBUTES = (
    "brand", "material", "finish", "pattern", "style", "origin", "warranty", "guarantee", "fabric", "texture",
    "voltage", "certification", "care", "cleaning", "storage", "wash_temperature", "container", "packing",
    "weather_protection", "lining", "rim", "handle", "motor", "season", "controls", "housing", "connector",
)  # fmt: skip
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
    taken = {(f.role, f.other) for f in fits}
    choices = [choice for choice in _choices(rng, plan, c) if choice[:2] not in taken][:TRIES]
    for role, other, name in choices:
        if len(found) < n and (role, other) not in taken:
            linked = _linked(rng, plan, c, fits, Fit(role, other, Match(name)))
            if linked is not None:
                taken.add((role, other))
                found.append(linked)
                fits += [linked.fit] if linked.binding else []
                total, best = cheapest_for(plan, [w.fit for w in c.wished], fits) or (c.total, c.best)
                c = replace(c, total=total, best=best)
    for role, other, name in choices:
        if len(found) < n and (role, other) not in taken:
            taken.add((role, other))
            found += _idle(rng, plan, c, Fit(role, other, Match(name)))
    return c, found


def _idle(rng: Rng, plan: ProjectPlan, c: Candidate, fit: Fit) -> list[LinkedFit]:
    """One that cannot be had at all, which somebody must look for to know; none where it can be had."""
    limit = WHOLE * rng.pick(STEPS)
    for r in (fit.role, fit.other):
        rack = plan.roles[r].rack
        limit += rack.row("price")[plan.roles[r].cheapest(c.wished[r].fit)]
    can = _least_at_all(plan, c, fit) is not None
    return [] if can else [LinkedFit(fit=fit, limit_cents=limit // WHOLE * WHOLE, binding=False)]


def _choices(rng: Rng, plan: ProjectPlan, c: Candidate) -> list[tuple[int, int, str]]:
    """Two roles and an attribute that both have and that nothing else is said of."""
    free = [_free(plan, w, r) for r, w in enumerate(c.wished)]
    pairs = [(a, b, name) for a in range(len(free)) for b in range(a) for name in free[a] if name in free[b]]
    return rng.shuffled(pairs)


def _free(plan: ProjectPlan, wished: Wished, r: int) -> list[str]:
    rack, barred = plan.roles[r].rack, [w.attribute for w in wished.wishes]
    barred += plan.chosen.attributes(r)
    known = rack.category.attribute
    return [a for a in ATTRIBUTES if a in known and a not in barred and rack.complete(a)]


def _linked(rng: Rng, plan: ProjectPlan, c: Candidate, fits: Sequence[Fit], fit: Fit) -> LinkedFit | None:
    """Binding where the limit is above what two in the cheapest such bundle cost; not binding where it is
    below what any two cost that match. None where it would decide nothing."""
    stands = [plan.roles[r].stand(w.fit, [fit.match.attribute]) for r, w in enumerate(c.wished)]
    mine, theirs = stands[fit.role], stands[fit.other]
    least = _least(fit.match, mine, theirs)
    best = cheapest_for(plan, [w.fit for w in c.wished], [*fits, fit])
    if least is None or best is None or best[0] == c.total:
        return None
    step, pair = WHOLE * rng.pick(STEPS), mine.price[best[1][fit.role]] + theirs.price[best[1][fit.other]]
    if rng.chance(BINDING):
        return LinkedFit(fit=fit, limit_cents=(pair + step) // WHOLE * WHOLE, binding=True)
    limit = ((_least_at_all(plan, c, fit) or least) - step) // WHOLE * WHOLE
    return LinkedFit(fit=fit, limit_cents=limit, binding=False) if limit > 0 else None


def _least_at_all(plan: ProjectPlan, c: Candidate, fit: Fit) -> int | None:
    """What two that match cost, were nothing to sell out."""
    wishes = [
        plan.roles[r].rack.fit_all(w.wishes, plan.roles[r].rack.in_stock) for r, w in enumerate(c.wished)
    ]
    mine, theirs = [plan.roles[r].stand(wishes[r], [fit.match.attribute]) for r in (fit.role, fit.other)]
    return _least(fit.match, mine, theirs)
