"""A shelf that has something for every candidate, and what is taken off it."""

from collections.abc import Iterator

from ...catalog.needs import TooSmall
from ...catalog.sense import seldom
from ...catalog.shelf_sets import ShelfSets, rack_of, set_of
from ...catalog.wishes import Wish
from ...core.difficulty import Axes
from ...core.streams import Rng, Streams
from ...core.values import Value, replace
from ...world import World
from ..shared.shelves import CANDIDATES, TURNS, Gaps, announced, named_instead, pick_shelves, unnamed
from .originals import original
from .plan import SubstitutionPlan, planned
from .wanted import SubstitutionWish, wanted

ELSEWHERE = 4  # other shelves that are tried where one has too few that could stand in for each other
FEWEST = 4  # conditions, in a small shop
MOST_UNFILTERED = 40  # products that are found where a condition that search could filter is not even named


class DrawnSubstitute(Value):
    plan: SubstitutionPlan
    wants: list[SubstitutionWish]
    off: int  # places taken off the shelf, where it has too few different products


def drawn_somewhere(stream: Streams, world: World) -> DrawnSubstitute:
    """On the first shelf that has something for everyone; in a shop that has no such shelf with fewer
    conditions, and nothing weighed."""
    for eased in (world.axes, replace(world.axes, links=0, constraints=min(FEWEST, world.axes.constraints))):
        for place, rack in _shelves(stream, world):
            for n in range(TURNS):
                drawn = _drawn_for_all(place / "turn" / n, rack, eased)
                if drawn is not None and (not drawn.off or n):  # at first without taking anything off it
                    return drawn
    raise TooSmall(f"shelf {rack.shelf.name!r} has too few products that could stand in for each other")


def _shelves(stream: Streams, world: World) -> Iterator[tuple[Streams, ShelfSets]]:
    for place in (stream, *[stream / "elsewhere" / n for n in range(ELSEWHERE)]):
        (shelf,) = pick_shelves((place / "shelf")(), world, 1, "substitution")
        yield place, rack_of(world.catalog, shelf)


def _drawn_for_all(stream: Streams, rack: ShelfSets, axes: Axes) -> DrawnSubstitute | None:
    """What has sold out, what will, and the candidates; none if there is not something for everyone."""
    plan = planned(stream, rack, axes)
    if plan is None:
        return None
    rng = (stream / "originals")()
    left, wants = [original(rng, plan, place) for place in plan.sold], list[SubstitutionWish]()
    for k in range(CANDIDATES):
        want = wanted(stream / "candidate" / k, plan, left)
        if want is None:
            return None
        left.remove(want.original)
        wants.append(want)
    off = _ties(wants, plan.standing)
    if [] in [want.left(plan.standing & ~off) for want in wants]:
        return None
    wants = [_whens((stream / "named")(), plan, want, off, axes.announced) for want in wants]
    return DrawnSubstitute(plan=plan, wants=wants, off=off)


def _ties(wants: list[SubstitutionWish], standing: int) -> int:
    """Places to be taken off the shelf, so that for every candidate one product alone is the closest; what is
    taken off for one may have been the closest for another."""
    off = 0
    while level := set_of([p for want in wants for p in _level(want, standing & ~off)]):
        off |= level
    return off


def _level(want: SubstitutionWish, standing: int) -> list[int]:
    """Places that are as close as the closest that stays in stock, and so would be as right."""
    left = want.left(standing)
    return [p for d, p in left[1:] if d == left[0][0]]


def _whens(
    rng: Rng, plan: SubstitutionPlan, want: SubstitutionWish, off: int, share: int
) -> SubstitutionWish:
    """How everything comes up. What a substitute may cost is for the agent to ask, named or not; of the other
    conditions that are not named the customer says how many there are, and the agent finds them by what still
    differs."""
    disclosures = announced(rng, [n in want.gaps for n in range(len(plan.sorts))], share)
    gaps = [n for n in want.gaps if n < len(plan.sorts) - 1]
    number = (len(gaps) * (1000 - share) + 500) // 1000
    found = unnamed(rng, plan.rack, plan.there & ~off, want.wishes, Gaps(gaps, number, MOST_UNFILTERED))
    named_instead(disclosures, gaps, found.holes, form=(-1,))
    return replace(want, disclosures=tuple(disclosures), asked=found.asked)


def told(plan: SubstitutionPlan, want: SubstitutionWish) -> list[Wish]:
    """A description that fits nothing else that has sold out or will."""
    rack, place, found = plan.rack, want.original.place, list[Wish]()
    alike = rack.everything & ~plan.standing
    for name in sorted(want.names, key=lambda name: (rack.lacks_sense(name, place), seldom(name))):
        if len(found) < 2 or alike != 1 << place:
            found.append(Wish(attribute=name, value=rack.worth(place, name)))
            alike &= rack.fit(found[-1])
    return found
