"""What somebody had picked out before it sold out, what it may cost instead, and how all else differs from
it."""

from bisect import bisect_right

from ...catalog.shelf_sets import places_in
from ...catalog.wishes import Wish
from ...core.streams import Rng
from ...core.values import Value
from .closeness import Weights, counted, draw_weights
from .conditions import Conditional, spread, suited, wishable
from .plan import SubstitutionPlan

LEAST = 3  # products that a candidate's wishes should leave
LEAST_WEIGHED = 13  # where not every difference counts alike
LEAST_PRICED = 4  # products of a price that is allowed, beside the one that sold out
# by how much money something may be dearer or cheaper, as people say it; at most three quarters of its price
TOLERANCES = (5, 10, 15, 20, 25, 30, 40, 50, 60, 75, 100, 125, 150, 200, 250, 300, 400, 500, 750, 1000)


class Original(Value):
    place: int
    prices: tuple[Wish, Wish]
    weights: Weights  # how often differences count
    apart: dict[str, int]  # as sets of a shelf have it
    closer: dict[int, int]  # for each place that could stand in how many are at least as close
    conditional: Conditional


def original(rng: Rng, plan: SubstitutionPlan, place: int) -> Original:
    rack = plan.rack
    own, many = rack.row("price")[place], plan.standing.bit_count() * plan.sorts[-1].share // 100
    gap = rack.gap(place, "price", plan.standing, max(LEAST_PRICED, many))
    allowed = tolerance(gap, own)
    prices = (
        Wish(attribute="price", op="gte", value=own - allowed),
        Wish(attribute="price", op="lte", value=own + allowed),
    )
    weights = draw_weights(rng, rack, (), plan.weighed, allowed) if plan.weighed else Weights()
    window, apart = rack.fit_all(prices, rack.everything), rack.apart(place)
    far = counted(rack, place, apart, weights) if weights.times else apart
    away, here = rack.added_up(far, ()), places_in(plan.standing & window)
    ranked = sorted([away[p] for p in here])
    conditional = Conditional(
        rack=rack,
        own=place,
        sorts=plan.sorts,
        unsaid=plan.unsaid,
        there=spread(plan.there),
        standing=spread(plan.standing),
        window=spread(window),
        far=far,
        plain=apart,
        able=wishable(rack, place, weights.times),
        least=LEAST_WEIGHED if plan.weighed else LEAST,
    )
    return Original(
        place=place,
        prices=prices,
        weights=weights,
        apart=apart,
        closer={p: bisect_right(ranked, away[p]) - 1 for p in suited(conditional, here)},
        conditional=conditional,
    )


def tolerance(gap: int, own: int) -> int:
    """The least that somebody would say and that covers a gap, of what costs so much; the most that they
    would, if none does."""
    said = [100 * amount for amount in TOLERANCES if 400 * amount <= 3 * own] or [100 * TOLERANCES[0]]
    return next((cents for cents in said if cents >= gap), said[-1])
