"""Lists that hang on what is left unsaid: on the budget, where as much of it as can be is to be spent, or on
how things must match, where the cheapest list is wanted or the dearest."""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import islice, product

from ....core.streams import Rng
from ....core.values import replace
from .aims import Aim, Counts, DrawnAim, ProjectOffer
from .book import Fit
from .plan import Candidate, ProjectPlan
from .solver import Places, bundles, cheapest, dearest_first

WHOLE = 100  # budgets are said in whole units of money
STEPS = 12  # lists, each of them the dearest for some budget, of which there are enough
MOST_LISTS = 300  # that are looked through for them
ROOMS = (60, 30, 15, 8, 4)  # per cent above the cheapest list, the first with no more than that
# per cent above the cheapest or the dearest, with which a budget tells nothing of what must match
ROOM: dict[Counts, tuple[int, int]] = {"least": (80, 160), "spent": (0, 20)}
# lists that are the cheapest or the dearest, each if things match in other ways: the fewest, and enough; ways
FEWEST, LISTS, WAYS = 7, 14, 40

_List = tuple[int, Places]  # what it comes to, and what is on it


def draw_matches(rng: Rng, plan: ProjectPlan, c: Candidate) -> tuple[ProjectPlan, Candidate, DrawnAim] | None:
    """One of the ways in which what is unsaid could match, and a budget that is drawn before it: each of some
    lists that are the cheapest in one way or another, or the dearest, is as likely as any other. None if
    there are too few."""
    fits, unsaid = plan.chosen.fits, [n for n, left in enumerate(c.gaps.fits) if left]
    names = {m.attribute for n in unsaid for way in plan.ways[n] for m in way}
    stands = [role.stand(w.fit, [*names]) for role, w in zip(plan.roles, c.wished, strict=True)]
    counts: Counts = rng.pick(("least", "spent"))
    if counts == "spent":
        stands = [dearest_first(here) for here in stands]
    said = cheapest(stands, [f for n, f in enumerate(fits) if n not in unsaid])
    budget = -(-abs(said[0]) * (100 + rng.between(*ROOM[counts])) // 100 // WHOLE) * WHOLE if said else 0
    ways, lists = list(product(*[plan.ways[n] for n in unsaid])), dict[Places, tuple[int, list[Fit]]]()
    for way in rng.sample(ways, min(len(ways), WAYS)):
        meant = dict(zip(unsaid, way, strict=True))
        drawn = [replace(f, match=m) for n, f in enumerate(fits) for m in meant.get(n, (f.match,))]
        found = cheapest(stands, drawn)
        if found and found[0] <= budget:
            lists.setdefault(found[1], (found[0], drawn))
            if len(lists) == LISTS:
                break
    if len(lists) < FEWEST:
        return None
    best = rng.pick(list(lists))
    total, drawn = lists[best]
    aim = DrawnAim(aim=Aim(counts=counts), budget_cents=budget, worth=-total, places=best)
    plan = replace(plan, chosen=replace(plan.chosen, fits=drawn))
    return plan, replace(c, total=abs(total), best=best), aim


def draw_spent(rng: Rng, offer: ProjectOffer) -> DrawnAim | None:
    """As much of the budget as can be is to be spent, which is one of many, each with a list of its own; the
    best is another one for who leaves out what holds on a condition. None if there are too few."""
    for room in ROOMS:
        most = offer.cheapest[0] * (100 + room) // 100
        lists, loose = (_lists(offer, fits, most) for fits in (offer.fits, offer.plain))
        if max(len(lists), len(loose)) <= MOST_LISTS:
            steps = _steps(lists, [total for total, _ in loose], most)
            if len(steps) < STEPS:
                break
            (total, places), budgets = rng.pick(steps)
            aim, budget = Aim(counts="spent"), WHOLE * rng.pick(budgets)
            return DrawnAim(aim=aim, budget_cents=budget, worth=total, places=places)
    return None


def _lists(offer: ProjectOffer, fits: Sequence[Fit], most: int) -> list[_List]:
    """What matches and costs no more, and one more than too many at the most."""
    return sorted(islice(bundles([r.stand for r in offer.rated], fits, most), MOST_LISTS + 1))


def _steps(lists: Sequence[_List], loose: Sequence[int], most: int) -> list[tuple[_List, range]]:
    """Lists dearer than the cheapest, with the whole units of money of which each spends the most; where less
    must match for those whose totals are given, they spend more."""
    found = list[tuple[_List, range]]()
    for one, end in zip(lists[1:], [*[total for total, _ in lists[2:]], most + 1], strict=False):
        least = one[0]
        if len(loose) > len(lists):
            least = next(iter(loose[bisect_right(loose, one[0]) :]), end)
        if budgets := range(-(-least // WHOLE), (end - 1) // WHOLE + 1):
            found.append((one, budgets))
    return found
