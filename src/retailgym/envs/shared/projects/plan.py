"""A project drawn for all candidates alike: what each wishes, what sells out, and the cheapest bundle that is
left to each."""

from collections.abc import Mapping, Sequence
from math import prod

from ....catalog.needs import TooSmall
from ....catalog.shelf_sets import places_in, rack_of
from ....core.difficulty import Axes
from ....core.streams import Rng, Streams
from ....core.task import questions
from ....core.values import Value, replace
from ....world import World
from ..shelves import CANDIDATES, Disclosure, Gaps, Unnamed, announced, shares, stock_outs, unnamed
from .book import Fit
from .picking import MOST_FITS, Chosen, pick_project
from .role import Role, Wished
from .solver import Places, cheapest
from .ways import Matches, could_match

MOST_ROLES = 5
LEAST_WISHES = 2  # for each role: with one, a tenth of a shelf would do
AIMED, LOOSE = 350, 3  # per mille for each link of projects with an aim; their roles of which much will do
CROWDED_FROM = 3  # links from which on there is much to choose from for each role
DEAR = 3  # draws for wishes that nothing cheaper has, where one of them keeps few out
MUCH = 14  # products of a role that such a search gives then, if it can be
FEW_FITS = 3  # things that must match then, at most
PICKS = 2  # draws of what matches, of which the one with the most is taken
SETS = 1  # more draws of the wishes for such a role
ENOUGH_CHOICE = 3, 5  # products of it of which none is cheaper and better than another, and in all
CHOICE = 60  # lists that match, of which there are enough then
MANY_WAYS, ENOUGH_WAYS = (
    10,
    40,
)  # to match, of all that is left unsaid together: at the least, and no more needed
LEAST_GAPS = 2  # wishes that are left out, if anything is
MOST_FOUND = 20  # products of a role that a search gives which filters by all it can
TRIES, ENOUGH = 20, 3  # draws for a candidate: at most, and where one of them is fair


class ProjectGaps(Value):
    """What is left unsaid."""

    wishes: list[list[bool]]  # by role
    fits: list[bool]
    budget: bool

    def decide(self) -> bool:
        """Whether something is left unsaid of the list as a whole."""
        return self.budget or any(self.fits)

    def count(self) -> int:
        return sum([sum(left) for left in self.wishes]) + sum(self.fits) + self.budget


class Candidate(Value):
    """What one of the customers wishes, role by role, what they leave unsaid, and the cheapest bundle for it
    once everything that sells out has sold out."""

    wished: list[Wished]
    gaps: ProjectGaps
    choice: int = 0  # where there is much to choose from: how many lists would match, up to a number
    total: int = 0
    best: Places = ()
    unnamed: tuple[Unnamed, ...] = ()  # by role, of the wishes that are left unsaid
    budget: Disclosure = "stated"  # how it comes up

    def exchanges(self) -> int:
        """Questions for what is named and for the budget; then, role by role, for what still differs."""
        holes = sum([len(found.holes) for found in self.unnamed])
        return questions(self.gaps.count() - holes) + sum([found.asked for found in self.unnamed])


class ProjectPlan(Value):
    """The project is the same for every candidate."""

    chosen: Chosen
    roles: list[Role]
    gaps: ProjectGaps
    # products that lack one wish alone, each that is left unsaid or, if none is, that search cannot filter
    near: int
    aimed: bool = False  # one list is better than another
    crowded: bool = False  # there is much to choose from for each role
    loose: frozenset[int] = frozenset()  # roles of which one wish keeps few out
    ways: Sequence[Sequence[Matches]] = ()  # in which each two could match as well, where that is left unsaid


def draw_plan(stream: Streams, world: World) -> tuple[ProjectPlan, list[Candidate]]:
    crowded = world.axes.links >= CROWDED_FROM
    n = min(MOST_ROLES, 2 + world.axes.level // 4)
    chosen = pick_project((stream / "project")(), world, n, FEW_FITS if crowded else MOST_FITS)
    racks = [rack_of(world.catalog, shelf) for shelf in chosen.shelves]
    aimed = (stream / "aimed")().chance(min(1000, AIMED * world.axes.links))
    # where one list is better than another, a few lists are the best in most ways to match
    ways = [() if aimed else could_match(racks[f.role], racks[f.other], f) for f in chosen.fits]
    gaps = _gaps((stream / "gaps")(), world.axes, len(racks), ways, aimed)
    loose = frozenset[int]()
    if aimed or gaps.decide():  # with two wishes for each role at most there is much to choose from
        few = len(racks) if crowded or not aimed else min(LOOSE, len(racks))
        loose = frozenset((stream / "loose")().sample(range(len(racks)), few))
        gaps = replace(gaps, wishes=[left[:2] for left in gaps.wishes])
    much = crowded or any(gaps.fits) or (gaps.budget and len(racks) == 2)
    said = [f for f, left in zip(chosen.fits, gaps.fits, strict=True) if not left]
    barred = [chosen.attributes(r, said) for r in range(len(racks))]
    for turn in range(TRIES):
        selling = [
            stock_outs((stream / "stock-outs" / turn / r)(), rack, world.axes.p_stockout)
            for r, rack in enumerate(racks)
        ]
        roles = [
            Role(
                rack,
                chosen.attributes(r),
                barred[r],
                out,
                range(MUCH, MOST_FOUND + 1) if much else range(0),
                0 if aimed else DEAR,
            )
            for r, (rack, out) in enumerate(zip(racks, selling, strict=True))
        ]
        plan = ProjectPlan(
            chosen=chosen,
            roles=roles,
            gaps=gaps,
            near=world.axes.near_misses(),
            aimed=aimed,
            crowded=crowded,
            loose=loose,
            ways=ways,
        )
        drawn = [
            _candidate(stream / "candidate" / turn / k, plan, world.axes.p_stockout)
            for k in range(CANDIDATES)
        ]
        found = [c for c in drawn if c is not None]
        if len(found) == CANDIDATES and (turn == TRIES - 1 or all(map(_searchable, found))):
            return plan, [
                _whens((stream / "named")(), plan, _priced(plan, c), world.axes.announced) for c in found
            ]
    raise TooSmall(
        f"the shelves {[s.name for s in chosen.shelves]} hold too few products that match each other"
    )


def _whens(rng: Rng, plan: ProjectPlan, c: Candidate, share: int) -> Candidate:
    """How what is left unsaid comes up. The budget is for the agent to ask, named or not; of a role's wishes
    that are not named the customer says how many there are, and the agent finds them by what still differs.
    What must match is named."""
    (budget,) = announced(rng, [c.gaps.budget], share)
    left = (c.gaps.count() * (1000 - share) + 500) // 1000 - (budget == "omitted")
    holes = [Unnamed([])] * len(plan.roles)
    for r in rng.permuted(len(plan.roles)):
        rack, unsaid = plan.roles[r].rack, [n for n, gap in enumerate(c.gaps.wishes[r]) if gap]
        gaps = Gaps(unsaid, min(left, len(unsaid)), most_found=0)
        found = unnamed(rng, rack, rack.everything, c.wished[r].wishes, gaps)
        if len(found.holes) <= left:
            holes[r], left = found, left - len(found.holes)
    if left > 0 and c.gaps.budget:
        budget = "omitted"
    return replace(c, unnamed=tuple(holes), budget=budget)


def _gaps(rng: Rng, axes: Axes, roles: int, ways: Sequence[Sequence[Matches]], aimed: bool) -> ProjectGaps:
    """Who leaves something out leaves out two wishes, so that guessing does not pay. How things must match is
    left out where it could be in many ways, and the budget where no voucher tells what it could be."""
    counts = [max(LEAST_WISHES, share) for share in shares(axes.constraints, roles)]
    wishes, matches, budget = (
        [rng.chances(n, axes.p_omit) for n in counts],
        rng.chances(len(ways), axes.p_omit),
        rng.chance(axes.p_omit),
    )
    matches = _many(rng, ways, matches)
    budget = budget and not aimed
    if sum(map(sum, wishes)) < LEAST_GAPS and (budget or any(map(any, wishes)) or any(matches)):
        for role in rng.sample(range(roles), LEAST_GAPS):
            wishes[role][rng.below(len(wishes[role]))] = True
    return ProjectGaps(wishes=wishes, fits=matches, budget=budget)


def _many(rng: Rng, ways: Sequence[Sequence[Matches]], unsaid: Sequence[bool]) -> list[bool]:
    """As few of the matches that are left unsaid as could be in many ways together, if all could."""
    together, left = 1, [False] * len(ways)
    for n in rng.permuted(len(ways)):
        if unsaid[n] and len(ways[n]) > 1 and together < ENOUGH_WAYS:
            together, left[n] = together * len(ways[n]), True
    return left if together >= MANY_WAYS else [False] * len(ways)


def _candidate(stream: Streams, plan: ProjectPlan, p_stockout: int) -> Candidate | None:
    """In which roles the cheapest product that is wished for sells out altogether is drawn first, so that it
    does as often as any other. Of several draws that are fair that in which most of what is left unsaid
    matters; where none is fair, nothing is left unsaid. None if nothing matches."""
    best, most, plain = None, (-1, -1), None
    gone = (stream / "gone")().chances(len(plan.roles), p_stockout // 2)
    for attempt in range(TRIES):
        candidate = _drawn((stream / attempt)(), plan, gone)
        if candidate is None:
            continue
        worth = candidate.choice, candidate.gaps.count()
        if worth > most and _fair(plan, candidate):
            best, most = candidate, worth
        enough = 4 * most[1] >= 3 * plan.gaps.count() or attempt + 1 >= ENOUGH
        if best and enough and (best.choice == CHOICE or not plan.crowded):
            return best
        plain = candidate if not plain or _searchable(candidate) else plain
    return best or (replace(plain, gaps=_no_gaps(plan)) if plain else None)


def _no_gaps(plan: ProjectPlan) -> ProjectGaps:
    wishes = [[False] * len(left) for left in plan.gaps.wishes]
    return ProjectGaps(wishes=wishes, fits=[False] * len(plan.gaps.fits), budget=False)


def _drawn(rng: Rng, plan: ProjectPlan, gone: Sequence[bool]) -> Candidate | None:
    ways = [_picked(rng, plan, gone) for _ in range(PICKS if plan.crowded else 1)]
    picked = max(ways, key=lambda way: prod([free.bit_count() for _, free in way]) if way else 0)
    if not picked:
        return None
    wished, choice = [], 1
    for r, (role, (place, free)) in enumerate(zip(plan.roles, picked, strict=True)):
        kinds: list[bool | None] = [n % 2 == 0 for n in range(len(plan.gaps.wishes[r]))]
        kinds = [True, None] if r in plan.loose else kinds  # search cannot filter every second
        one = role.wished(rng, place, kinds, free, gone[r])
        for _ in range(SETS if plan.crowded else 0):
            if _choice(role, one, free) >= ENOUGH_CHOICE:
                break
            another = role.wished(rng, place, kinds, free, gone[r])
            one = max(one, another, key=lambda w: _choice(role, w, free))
        wished.append(one)
        choice *= (wished[-1].fit & free).bit_count()
    choice = min(choice, CHOICE) if plan.crowded else 0
    return Candidate(wished=wished, gaps=_mattering(plan, wished), choice=choice)


def _choice(role: Role, wished: Wished, free: int) -> tuple[int, int]:
    """How much there is to weigh of what matches: what is dearer than something and has more stars, or is
    cheaper and has fewer, and then how much in all; nothing where there is too much to look through."""
    if wished.found.bit_count() > MOST_FOUND:
        return 0, 0
    prices, tenths, least, better = role.rack.row("price"), role.rack.row("rating"), -1, 0
    places = sorted(places_in(wished.fit & free), key=lambda p: (prices[p], -tenths[p]))
    for p in places:
        if tenths[p] > least:
            least, better = tenths[p], better + 1
    return better, len(places)


def _priced(plan: ProjectPlan, c: Candidate) -> Candidate:
    """With what is cheapest of all that fits."""
    total, places = _cheapest(plan, [w.fit for w in c.wished], plan.chosen.fits)
    return replace(c, total=total, best=places)


def _searchable(c: Candidate) -> bool:
    return all(w.found.bit_count() <= MOST_FOUND for w in c.wished)


def _picked(rng: Rng, plan: ProjectPlan, gone: Sequence[bool]) -> list[tuple[int, int]]:
    """For each role a product, and the set of those that match all the others as well; they never sell out,
    so that there is always a bundle. Any role may come first, so that none has what many others go with more
    often. Where the cheapest is to sell out, a cheaper one that does has something in common with the
    product. None if nothing matches."""
    picked: dict[int, int] = {}
    for r in _in_turn(rng, plan):
        role, places = plan.roles[r], places_in(_free(plan, picked, r))
        if not places:
            return []
        place = rng.pick(places)
        for _ in range(TRIES if gone[r] and role.emptied else 0):
            if role.twins(place):
                break
            place = rng.pick(places)
        picked[r] = place
    return [(picked[r], _free(plan, picked, r)) for r in range(len(plan.roles))]


def _free(plan: ProjectPlan, picked: Mapping[int, int], r: int) -> int:
    """The places of a role that match what was picked for others."""
    role, free = plan.roles[r], plan.roles[r].open
    for f in plan.chosen.fits:
        if f.role == r and f.other in picked:
            free &= role.matching(f.match, plan.roles[f.other].has[f.match.other][picked[f.other]])
        elif f.other == r and f.role in picked:
            free &= role.matched(f.match, plan.roles[f.role].has[f.match.attribute][picked[f.role]])
    return free


def _in_turn(rng: Rng, plan: ProjectPlan) -> list[int]:
    """All roles, any of them first, then those that must match one before, then the others."""
    left = list(rng.permuted(len(plan.roles)))
    turn = [left.pop()]
    while left:
        near = [
            r for r in left if any({f.role, f.other} == {r, s} for f in plan.chosen.fits for s in turn)
        ] or left
        turn.append(near[0])
        left.remove(near[0])
    return turn


def cheapest_for(plan: ProjectPlan, fits: Sequence[int], matches: Sequence[Fit]) -> tuple[int, Places] | None:
    """The cheapest bundle of some places by role; None if nothing matches."""
    more = [f.match.attribute for f in matches]
    return cheapest([role.stand(fit, more) for role, fit in zip(plan.roles, fits, strict=True)], matches)


def _cheapest(plan: ProjectPlan, fits: Sequence[int], matches: Sequence[Fit]) -> tuple[int, Places]:
    best = cheapest([role.stand(fit) for role, fit in zip(plan.roles, fits, strict=True)], matches)
    assert best is not None, "the products that the wishes were drawn from make a bundle"
    return best


def _mattering(plan: ProjectPlan, wished: list[Wished]) -> ProjectGaps:
    """Of the wishes that may be left unsaid those that matter: something else fits all the others of its
    role."""
    wishes = [
        [left and n < len(w.wishes) and role.kept_out(w, n) > 0 for n, left in enumerate(unsaid)]
        for role, w, unsaid in zip(plan.roles, wished, plan.gaps.wishes, strict=True)
    ]
    return replace(plan.gaps, wishes=wishes)


def _fair(plan: ProjectPlan, c: Candidate) -> bool:
    """Does who does not ask, and buys what is cheapest, get it wrong? Are there near misses, and not too much
    to look through?"""
    if not _searchable(c):
        return False
    wishes = [(r, n) for r, w in enumerate(c.wished) for n in range(len(w.wishes))]
    broken = [(r, n) for r, n in wishes if c.gaps.wishes[r][n]] or [(r, n) for r, n in wishes if n % 2]
    if any(plan.roles[r].kept_out(c.wished[r], n).bit_count() < plan.near for r, n in broken):
        return False
    if not plan.gaps.count():
        return True
    heard = [role.open for role in plan.roles]
    for r, n in wishes:
        heard[r] &= heard[r] if c.gaps.wishes[r][n] else plan.roles[r].rack.fit(c.wished[r].wishes[n])
    if plan.loose:  # with so much to choose from, what is cheapest by itself says as much
        places: Sequence[int] = [role.cheapest(fit) for role, fit in zip(plan.roles, heard, strict=True)]
    else:
        _, places = _cheapest(plan, heard, plan.chosen.fits)  # what must match can be known by heart
    wrong = [not w.fit >> place & 1 for w, place in zip(c.wished, places, strict=True)]
    return sum(wrong) >= min(LEAST_GAPS, sum(map(any, c.gaps.wishes)))  # one answer alone does not mend it
