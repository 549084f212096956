"""The best list, exactly, however much there is to choose from."""

from bisect import bisect_right
from collections.abc import Sequence

from ....core.values import Value, replace
from .aims import Aim, Rated
from .book import Fit
from .solver import Places, Search, bundles, cheapest, dearest_first

NEVER = 10_000  # days, of what nothing can be had
Frontier = tuple[list[int], list[int]]  # prices, and the most tenths that each of them buys, both rising


class Optimum(Value):
    tenths: int
    total: int
    places: Places
    alone: bool  # no other list has as many stars


def best_list(
    rated: Sequence[Rated], fits: Sequence[Fit], budget: int, aim: Aim
) -> tuple[int, Places] | None:
    """What the best is worth and what is on it; None where nothing fits."""
    if aim.counts == "stars":
        most = optimum(rated, fits, budget, aim)
        return (most.tenths, most.places) if most else None
    stands = [r.stand for r in rated]
    if aim.counts == "spent":
        dearest = cheapest([dearest_first(here) for here in stands], fits)
        if dearest and -dearest[0] <= budget:
            return -dearest[0], dearest[1]
        return max(bundles(stands, fits, budget), default=None)
    least = cheapest(stands, fits)
    return (-least[0], least[1]) if least and least[0] <= budget else None


def optimum(rated: Sequence[Rated], fits: Sequence[Fit], budget: int, aim: Aim) -> Optimum | None:
    """The most tenths of a star that can be had, and the cheapest way to them; None where nothing fits."""
    return Climb(rated, fits).best(budget, aim)


class Climb(Search):
    """Role by role, what has many stars first; a branch ends where what is left to spend buys too few of
    them, were nothing to match, or where too little could still be here soon."""

    def __init__(self, rated: Sequence[Rated], fits: Sequence[Fit]) -> None:
        super().__init__([r.stand for r in rated], fits)
        self.rated = rated
        self.soonest = [min([r.days[p] for p in r.stand.open], default=NEVER) for r in rated]
        self.order = [sorted(r.stand.open, key=lambda p: -r.tenths[p]) for r in rated]
        self.frontiers: list[Frontier] = [([0], [0])]
        for r in reversed(rated):
            self.frontiers.insert(0, _with(self.frontiers[0], r))
        self._best: Optimum | None = None

    def best(self, budget: int, aim: Aim) -> Optimum | None:
        """The best that a budget pays for."""
        self.budget, self.aim, self._best = budget, aim, None
        self.may_be_soon = [0]  # by role, of it and those after it
        for days in reversed(self.soonest):
            self.may_be_soon.insert(0, self.may_be_soon[0] + (days <= aim.days))
        self._fill(0, budget + aim.most_off, 0, aim.soon)
        return self._best

    def as_good(self, most: int, tenths: int, enough: int) -> int:
        """How many lists cost no more and have no fewer stars; no more than enough are counted."""
        return self._count(0, most, tenths, enough)

    def _fill(self, role: int, left: int, tenths: int, lacking: int) -> None:
        """With what is chosen for earlier roles: what is left to spend at the most, the stars so far, and how
        many more must be here soon."""
        if role == len(self.rated):
            self._reached(tenths)
            return
        rated, price, (prices, most) = self.rated[role], self.price[role], self.frontiers[role + 1]
        days, soon = self.aim.days, self.may_be_soon[role + 1]
        for place in self.matching(role):
            stars = tenths + rated.tenths[place]
            least = self._best.tenths if self._best else 0
            if most and stars + most[-1] < least:
                return
            money, still = left - price[place], lacking - (rated.days[place] <= days)
            if still > soon or not prices or money < prices[0]:
                continue
            if stars + most[bisect_right(prices, money) - 1] >= least:
                self.chosen[role] = place
                self._fill(role + 1, money, stars, still)

    def _reached(self, tenths: int) -> None:
        prices = [price[p] for price, p in zip(self.price, self.chosen, strict=True)]
        best, total = self._best, sum(prices)
        if total - self.aim.off(prices) > self.budget:
            return
        if best is None or (tenths, -total) > (best.tenths, -best.total):
            alone = best is None or tenths > best.tenths
            self._best = Optimum(tenths=tenths, total=total, places=tuple(self.chosen), alone=alone)
        elif best.alone:
            self._best = replace(best, alone=False)

    def _count(self, role: int, left: int, short: int, enough: int) -> int:
        if role == len(self.rated):
            return 1
        found, (prices, most) = 0, self.frontiers[role + 1]
        for place in self.matching(role):
            money, lacking = left - self.price[role][place], short - self.rated[role].tenths[place]
            if found >= enough or (most and lacking > most[-1]):
                break
            at = bisect_right(prices, money) - 1
            if at >= 0 and most[at] >= lacking:
                self.chosen[role] = place
                found += self._count(role + 1, money, lacking, enough - found)
        return found


def _with(rest: Frontier, rated: Rated) -> Frontier:
    """The frontier of a role and those after it."""
    ways = sorted(
        [
            (price + rated.stand.price[p], -tenths - rated.tenths[p])
            for p in rated.stand.open
            for price, tenths in zip(*rest, strict=True)
        ]
    )
    prices, most = list[int](), list[int]()
    for price, less in ways:
        if not most or -less > most[-1]:
            prices.append(price)
            most.append(-less)
    return prices, most
