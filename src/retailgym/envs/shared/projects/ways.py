"""In which ways two things could match: where it is left unsaid, any of them may be meant."""

from functools import lru_cache
from itertools import combinations

from ....catalog.shelf_sets import ShelfSets
from .book import Fit, liked
from .match import Match

Matches = tuple[Match, ...]  # of two things, all at once
OFTEN = 80  # per mille of all pairs of two shelves that match, below which nobody asks for it


def kinds_of(rack: ShelfSets) -> tuple[str, str]:
    """The category and the kind of what stands on a shelf."""
    return rack.category.name, rack.category.kinds[rack.shelf.kind].name


@lru_cache(maxsize=2048)
def could_match(mine: ShelfSets, theirs: ShelfSets, fit: Fit) -> tuple[Matches, ...]:
    """As the project needs it or as people like it, in what all things of both shelves have and enough of
    them share; in one thing or in two."""
    needed = [fit.match.attribute] if fit.match.relation == "same" else []
    names = dict.fromkeys([*needed, *liked(kinds_of(mine), kinds_of(theirs))])
    ways = [match for match in map(Match, names) if _often(mine, theirs, match)]
    return tuple([(one,) for one in ways] + list(combinations([m for m in ways if not m.anything], 2)))


def _often(mine: ShelfSets, theirs: ShelfSets, match: Match) -> bool:
    name = match.attribute
    if not all(name in rack.category.attribute and rack.complete(name) for rack in (mine, theirs)):
        return False
    here, there = ([(v, s.bit_count()) for v, s in rack.sets(name).items()] for rack in (mine, theirs))
    pairs = [n * m for one, n in here for other, m in there if match.holds(one, other)]
    return 1000 * sum(pairs) >= OFTEN * sum([n for _, n in here]) * sum([m for _, m in there])
