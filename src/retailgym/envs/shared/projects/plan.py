"""A project drawn for all candidates alike: what each wishes, what sells out, and the cheapest bundle that is
left to each."""

from collections.abc import Sequence

from ....catalog.needs import TooSmall
from ....catalog.overlay import Added
from ....catalog.shelf_sets import places_in, set_of
from ....core.streams import Rng, Streams
from ....core.values import Value
from ....world import World
from ..shelves import CANDIDATES, near_miss, shares
from .book import Fit
from .match import ANYTHING
from .picking import Chosen, pick_project
from .role import Narrowed, Pattern, Role, Wished, patterns
from .solver import Places, cheapest

MOST_ROLES = 5


class Candidate(Value):
    """What one of the customers wishes, role by role, and the cheapest bundle for it once everything that
    sells out has sold out."""

    wished: list[Wished]
    total: int
    best: Places


class ProjectPlan(Value):
    """The project is the same for every candidate, and so is what is left unsaid of it."""

    chosen: Chosen
    roles: list[Role]
    patterns: list[Pattern]
    gone: list[int]  # sets of places that sell out once shown
    candidates: list[Candidate]
    unsaid_wishes: list[list[bool]]
    unsaid_fits: list[bool]
    unsaid_budget: bool

    def unsaid(self) -> int:
        return sum([sum(left) for left in self.unsaid_wishes]) + sum(self.unsaid_fits) + self.unsaid_budget

    def narrowed(self, c: Candidate, r: int) -> Narrowed:
        """What the wish for another role leaves of this one, because the two must match."""
        found = {}
        for f in self.chosen.fits:
            if (
                f.role == r
                and self.patterns[f.other].anchor == f.match.other
                and self.roles[r].filterable(f.match.attribute)
            ):
                found[f.match.attribute] = f.match.allowed(c.wished[f.other].wishes[0].value)
        return {name: values for name, values in found.items() if values}


def draw_plan(at: Streams, world: World) -> ProjectPlan:
    axes = world.axes
    chosen = pick_project((at / "project")(), world, min(MOST_ROLES, 2 + axes.level // 4))
    roles, drawn, picked = _on_offer(at, world, chosen)
    wished: list[list[Wished]] = []
    for k, places in enumerate(picked):
        rng, like = (at / "wishes" / k)(), [w.pages for w in wished[0]] if wished else [[] for _ in roles]
        wished.append(
            [
                role.wished(rng, p, drawn[r], free, like[r])
                for r, (role, (p, free)) in enumerate(zip(roles, places, strict=True))
            ]
        )
    gone = _gone((at / "stock-outs")(), axes.p_stockout, roles, list(zip(picked, wished, strict=True)))
    rng = (at / "unsaid")()
    return ProjectPlan(
        chosen=chosen,
        roles=roles,
        patterns=drawn,
        gone=gone,
        candidates=[_candidate(roles, chosen.fits, w, gone) for w in wished],
        unsaid_wishes=[rng.chances(len(w.wishes), axes.p_omit) for w in wished[0]],
        unsaid_fits=rng.chances(len(chosen.fits), axes.p_omit),
        unsaid_budget=rng.chance(axes.p_omit),
    )


def _on_offer(at: Streams, world: World, chosen: Chosen) -> "tuple[list[Role], list[Pattern], list[Picked]]":
    """The roles with as little on offer as will do: the fewer wishes there are, the more likely a bundle from
    another episode fits them."""
    for sixteenths in dict.fromkeys((min(8, 3 * (world.axes.constraints - 1)), 8, 16)):
        offered = (at / "offered" / sixteenths)()
        roles = [
            Role(offered, world, s, chosen.attributes(r), sixteenths) for r, s in enumerate(chosen.shelves)
        ]
        if all(role.open for role in roles):
            drawn = patterns(shares(world.axes.constraints, len(roles)), chosen.fits, roles)
            picked = _picked((at / "wanted")(), chosen.fits, roles, drawn)
            if len(picked) == CANDIDATES:
                return roles, drawn, picked
    raise TooSmall(
        f"the shelves {[s.name for s in chosen.shelves]} hold too few products that match each other"
    )


Picked = list[
    tuple[int, int]
]  # for each role a place, and the set of places that would have matched those before as well


def _picked(rng: Rng, fits: Sequence[Fit], roles: list[Role], drawn: list[Pattern]) -> list[Picked]:
    """For each candidate products that match each other: they never sell out, so that there is always a
    bundle."""
    found, first = [], places_in(roles[0].open)
    for i in rng.permuted(len(first)):
        picked: Picked = []
        for pattern in drawn:
            free = _matching(fits, roles, pattern.anchor, picked)
            places = places_in(free) if picked else [first[i]] if free >> first[i] & 1 else []
            if not places:
                break
            picked.append((rng.pick(places), free))
        else:
            found.append(picked)
            if len(found) == CANDIDATES:
                break
    return found


def _matching(fits: Sequence[Fit], roles: list[Role], anchor: str, before: Picked) -> int:
    """The places of the next role that match those before it. What goes with everything is no anchor."""
    role = roles[len(before)]
    free = role.open
    if anchor in ANYTHING:
        free &= ~role.rack.sets(anchor).get(ANYTHING[anchor], 0)
    for f in fits:
        if f.role == len(before):
            free &= role.matching(f.match, roles[f.other].has[f.match.other][before[f.other][0]])
    return free


def _gone(rng: Rng, chance: int, roles: list[Role], drawn: list[tuple[Picked, list[Wished]]]) -> list[int]:
    """Of some roles the cheapest product that each candidate would take, and as many others."""
    found = []
    for r, role in enumerate(roles):
        gone = 0
        if rng.chance(chance):
            kept = set_of([picked[r][0] for picked, _ in drawn])
            others = places_in(role.offered & ~kept)
            for _, wished in drawn:
                tempting = role.cheapest(wished[r].fit & ~kept)
                gone |= (1 << tempting if tempting >= 0 else 0) | 1 << rng.pick(others)
        found.append(gone)
    return found


def _candidate(roles: list[Role], fits: Sequence[Fit], wished: list[Wished], gone: list[int]) -> Candidate:
    best = cheapest([role.stand(w.fit & ~g) for role, w, g in zip(roles, wished, gone, strict=True)], fits)
    assert best is not None, "the products that the wishes were drawn from make a bundle"
    return Candidate(wished=wished, total=best[0], best=best[1])


def near_misses(rng: Rng, each: int, plan: ProjectPlan) -> list[tuple[int, Added]]:
    """Products of the candidates' cheapest bundles but for one wish, with their roles: an unsaid wish if
    there is any, else one that search cannot filter."""
    wishes = [(r, n) for r, left in enumerate(plan.unsaid_wishes) for n in range(len(left))]
    places = (
        [(r, n) for r, n in wishes if plan.unsaid_wishes[r][n]]
        or [(r, n) for r, n in wishes if not plan.patterns[r].filterable[n]]
        or wishes
    )
    chosen = [(c, *places[m % len(places)]) for c in plan.candidates for m in range(each)]
    made = [(r, near_miss(rng, plan.roles[r].rack, c.wished[r].wishes, n, c.best[r])) for c, r, n in chosen]
    return [(r, added) for r, added in made if added is not None]
