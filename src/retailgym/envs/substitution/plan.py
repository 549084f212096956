"""What is the same for every candidate: what has sold out, what will, the kinds of conditions, and what is
left unsaid."""

from ...catalog.shelf_sets import ShelfSets, places_in, set_of
from ...core.difficulty import Axes
from ...core.streams import Rng, Streams
from ...core.values import Value
from ..shared.narrowing import WishKind, wished_sorts
from ..shared.shelves import CANDIDATES, NO_VALUE, emptied, stock_outs

SOLD_OUT = 3 * CANDIDATES  # the candidates' originals and others
LEAST_GAPS = 3  # conditions that are left out, if any is and there are so many
WEIGHED = 350  # per mille of customers for each link, for whom not every difference counts alike
FEWEST_WEIGHED = 6  # conditions beside what is weighed, if there are so many


class SubstitutionPlan(Value):
    rack: ShelfSets
    sold: list[int]  # places that have sold out before the customer comes, the candidates' own first
    selling: dict[int, int | None]  # places of which something sells out when they are shown
    there: int  # places that have not sold out yet
    standing: int  # places that stay in stock
    sorts: list[WishKind]
    unsaid: list[bool]  # the price last
    by_weekday: bool
    # products that lack one condition alone: one that is left unsaid or, if none is, that search cannot
    # filter
    near: int
    weighed: int  # where not every difference counts alike, links for how many


def planned(stream: Streams, rack: ShelfSets, axes: Axes) -> SubstitutionPlan | None:
    """None where too few that look different are in stock."""
    sold = _sold_out((stream / "sold out")(), rack)
    if len(sold) < SOLD_OUT:
        return None
    rng, selling = (stream / "plan")(), stock_outs((stream / "stock-outs")(), rack, axes.p_stockout)
    there = rack.in_stock & ~set_of(sold)
    given = [name for name in ("rating", "shipping_days") if rack.varies(name)]
    pool = [
        *given,
        *["number" for _ in rack.names["number"]],
        *["word" for _ in rack.names["word"][2:]],
    ]  # two stay open
    weighed = axes.links if (stream / "weights")().chance(min(1000, WEIGHED * axes.links)) else 0
    constraints = axes.constraints - 2 * weighed  # what is weighed counts too
    constraints = max(min(FEWEST_WEIGHED, axes.constraints), constraints)
    sorts = wished_sorts(rng, rack, min(constraints, len(rack.category.filters)), pool, ["price"])
    unsaid = _several(rng, rng.chances(len(sorts), axes.p_omit))
    return SubstitutionPlan(
        rack=rack,
        sold=sold,
        selling=selling,
        there=there,
        standing=there & ~emptied(selling),
        sorts=sorts,
        unsaid=unsaid,
        by_weekday=rng.chance(500),
        near=axes.near_misses(),
        weighed=weighed,
    )


def _several(rng: Rng, unsaid: list[bool]) -> list[bool]:
    """Who leaves out one condition leaves out others, so that neither guessing nor one question for all pays;
    or none, so that in all as much is left out."""
    least, count = min(LEAST_GAPS, len(unsaid)), sum(unsaid)
    if count >= least:
        return unsaid
    if rng.below(least) >= count:
        return [False] * len(unsaid)
    more = rng.sample([n for n, left in enumerate(unsaid) if not left], least - count)
    return [left or n in more for n, left in enumerate(unsaid)]


def _sold_out(rng: Rng, rack: ShelfSets) -> list[int]:
    """Places that have sold out before the customer comes, the candidates' own first. No two look the same on
    their pages."""
    pages: dict[tuple[int, ...], int] = {}
    rows = [rack.row(name) for name in told_by(rack)]
    empty = [tuple([row[p] for row in rows]) for p in places_in(rack.everything & ~rack.in_stock)]
    for place in rng.permuted(rack.shelf.last - rack.shelf.first):
        page = tuple([row[place] for row in rows])
        if rack.in_stock >> place & 1 and page not in empty and NO_VALUE not in page:
            pages.setdefault(page, place)
            if len(pages) == SOLD_OUT:
                break
    return list(pages.values())


def told_by(rack: ShelfSets) -> list[str]:
    """Attributes by which people describe what they saw: such as search cannot find, if there are any."""
    return rack.names["paged"] or [*rack.names["word"], *rack.names["number"]]
