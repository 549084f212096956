"""Which items go together, and what is the least that they cost. Exact: nothing that could be right is left
out."""

from collections.abc import Iterator, Mapping, Sequence

from ....core.values import Value
from .book import Fit
from .match import Worth


class Stand(Value):
    """What can be had for one role, by place: prices, the values that fits speak of, and the places that are
    open."""

    price: Sequence[int]
    has: Mapping[str, Sequence[Worth]]
    open: Sequence[int]


Places = tuple[int, ...]
ANY_PRICE = 1 << 60


def bundles(stands: Sequence[Stand], fits: Sequence[Fit], most: int) -> Iterator[tuple[int, Places]]:
    """Every bundle whose items match and that costs no more than `most`: the total and the place of each
    item."""
    return _Search(stands, fits, most).filled(0, 0)


def cheapest(stands: Sequence[Stand], fits: Sequence[Fit]) -> tuple[int, Places] | None:
    """The cheapest bundle; of several, the one whose first items are cheaper."""
    search, best = _Search(stands, fits, ANY_PRICE), None
    for best in search.filled(0, 0):
        search.most = best[0] - 1
    return best


class _Search:
    """Role by role, cheap items first; a branch ends where the cheapest rest would cost more than `most`,
    which may fall on the way."""

    def __init__(self, stands: Sequence[Stand], fits: Sequence[Fit], most: int) -> None:
        self.price, self.most = [s.price for s in stands], most
        self.order = [sorted(s.open, key=s.price.__getitem__) for s in stands]
        values = [
            (f, stands[f.role].has[f.match.attribute], stands[f.other].has[f.match.other]) for f in fits
        ]
        self.fits = [[v for v in values if v[0].role == r] for r in range(len(stands))]
        self.rest = [0] * (len(stands) + 1)  # the least that this role and those after it cost
        for r in reversed(range(len(stands))):
            self.rest[r] = self.rest[r + 1] + (self.price[r][self.order[r][0]] if self.order[r] else 0)
        self.chosen = [0] * len(stands)

    def filled(self, role: int, total: int) -> Iterator[tuple[int, Places]]:
        price, chosen, after = self.price[role], self.chosen, self.rest[role + 1]
        for place in self.order[role]:
            cost = total + price[place]
            if cost + after > self.most:
                return
            if False in [
                f.match.holds(mine[place], theirs[chosen[f.other]]) for f, mine, theirs in self.fits[role]
            ]:
                continue
            chosen[role] = place
            if role + 1 < len(chosen):
                yield from self.filled(role + 1, cost)
            else:
                yield cost, tuple(chosen)
