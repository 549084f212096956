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


def dearest_first(stand: Stand) -> Stand:
    """The same with what is dear taken for cheap."""
    return Stand(price=[-price for price in stand.price], has=stand.has, open=stand.open)


Places = tuple[int, ...]
ANY_PRICE = 1 << 60


def bundles(stands: Sequence[Stand], fits: Sequence[Fit], most: int) -> Iterator[tuple[int, Places]]:
    """Every bundle whose items match and that costs no more than `most`: the total and the place of each
    item."""
    return Search(stands, fits).filled(0, 0, most)


def cheapest(stands: Sequence[Stand], fits: Sequence[Fit]) -> tuple[int, Places] | None:
    """The cheapest bundle; of several, the one whose first items are cheaper."""
    return Search(stands, fits).cheapest(0)


class Search:
    """Role by role, cheap items first; a branch ends where the cheapest rest would cost too much."""

    def __init__(self, stands: Sequence[Stand], fits: Sequence[Fit]) -> None:
        self.price = [s.price for s in stands]
        self.order = [sorted(s.open, key=s.price.__getitem__) for s in stands]
        values = [
            (f, stands[f.role].has[f.match.attribute], stands[f.other].has[f.match.other]) for f in fits
        ]
        self.fits = [[v for v in values if v[0].role == r] for r in range(len(stands))]
        # what this role and those after it must match of those before
        self.tied = [[v for v in values if v[0].other < r <= v[0].role] for r in range(len(stands))]
        self.rest = [0] * (len(stands) + 1)  # the least that this role and those after it cost
        for r in reversed(range(len(stands))):
            self.rest[r] = self.rest[r + 1] + (self.price[r][self.order[r][0]] if self.order[r] else 0)
        self.chosen = [0] * len(stands)
        # found before, by role and by the values of those chosen that it hangs on
        self._matched: dict[tuple[int, tuple[Worth, ...]], list[int]] = {}
        self._cheapest: dict[tuple[int, tuple[Worth, ...]], tuple[int, Places] | None] = {}

    def filled(self, role: int, total: int, most: int) -> Iterator[tuple[int, Places]]:
        price, chosen, after = self.price[role], self.chosen, self.rest[role + 1]
        for place in self.matching(role):
            cost = total + price[place]
            if cost + after > most:
                return
            chosen[role] = place
            if role + 1 < len(chosen):
                yield from self.filled(role + 1, cost, most)
            else:
                yield cost, tuple(chosen)

    def cheapest(self, role: int) -> tuple[int, Places] | None:
        """The cheapest for this role and those after it, beside what is chosen."""
        if role == len(self.price):
            return 0, ()
        key = role, tuple([theirs[self.chosen[f.other]] for f, _, theirs in self.tied[role]])
        if key in self._cheapest:
            return self._cheapest[key]
        price, after, best = self.price[role], self.rest[role + 1], None
        for place in self.matching(role):
            if best is not None and price[place] + after >= best[0]:
                break
            self.chosen[role] = place
            rest = self.cheapest(role + 1)
            if rest is not None and (best is None or price[place] + rest[0] < best[0]):
                best = price[place] + rest[0], (place, *rest[1])
        self._cheapest[key] = best
        return best

    def matching(self, role: int) -> list[int]:
        """The places of a role that match what is chosen, cheap ones first."""
        fits = self.fits[role]
        if not fits:
            return self.order[role]
        key = role, tuple([theirs[self.chosen[f.other]] for f, _, theirs in fits])
        found = self._matched.get(key)
        if found is None:
            found = self.order[role]
            for (f, mine, _), value in zip(fits, key[1], strict=True):
                going = {worth for worth in set(mine) if f.match.holds(worth, value)}
                found = [place for place in found if mine[place] in going]
            self._matched[key] = found
        return found
