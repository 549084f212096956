"""How people who cannot weigh everything at once put a list together: start from the cheapest or from the
most stars, change one thing at a time by some rule, and stop where no single change helps."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property
from typing import NamedTuple

from .aims import Aim, Rated
from .book import Fit
from .solver import Places, Stand, cheapest

MOST_STEPS = 60
MANY = 100  # more tenths than anything has


class Worth(NamedTuple):
    """What is here soon comes first, then the budget, the stars and the price."""

    late: int  # less than nothing where too little is here soon
    over: int  # less than nothing where it goes over the budget
    tenths: int
    total: int  # less than nothing

    @property
    def will_do(self) -> bool:
        return self.late == self.over == 0


class ProjectChoice:
    """What there is to choose from, whatever may be spent."""

    def __init__(self, rated: Sequence[Rated], fits: Sequence[Fit]) -> None:
        self.rated, self.fits = rated, fits
        stands = [r.stand for r in rated]
        self.matching = [
            {
                (a, b)
                for a in stands[f.role].open
                for b in stands[f.other].open
                if f.match.holds(
                    stands[f.role].has[f.match.attribute][a], stands[f.other].has[f.match.other][b]
                )
            }
            for f in fits
        ]
        self.ties = [[n for n, f in enumerate(fits) if r in (f.role, f.other)] for r in range(len(rated))]

    @cached_property
    def cheapest(self) -> Places | None:
        found = cheapest([r.stand for r in self.rated], self.fits)
        return found[1] if found else None

    @cached_property
    def most_stars(self) -> Places | None:
        def dear(r: Rated) -> Stand:
            return Stand(price=[MANY - t for t in r.tenths], has=r.stand.has, open=r.stand.open)

        found = cheapest([dear(r) for r in self.rated], self.fits)
        return found[1] if found else None

    def changes(self, places: Places) -> Iterator[Places]:
        """All lists with one thing changed on which everything matches."""
        for r, rated in enumerate(self.rated):
            ties = [(self.fits[n].role, self.fits[n].other, self.matching[n]) for n in self.ties[r]]
            for p in rated.stand.open:
                other = (*places[:r], p, *places[r + 1 :])
                for one, another, matching in ties:
                    if (other[one], other[another]) not in matching:
                        break
                else:
                    if p != places[r]:
                        yield other

    def worth(self, places: Places, budget: int, aim: Aim) -> Worth:
        prices, tenths, soon = [], 0, 0
        for r, p in zip(self.rated, places, strict=True):
            prices += [r.stand.price[p]]
            tenths += r.tenths[p]
            soon += r.days[p] <= aim.days
        total = sum(prices)
        over = total - aim.off(prices) - budget
        return Worth(min(0, soon - aim.soon), -over if over > 0 else 0, tenths, -total)


Judge = Callable[[Places], Worth]


def by_simple_rules(table: ProjectChoice, budget: int, aim: Aim) -> Iterator[Places]:
    """The lists that the rules come to."""

    @cache  # the rules come by the same lists
    def judge(places: Places) -> Worth:
        return table.worth(places, budget, aim)

    if table.cheapest is not None and table.most_stars is not None:
        yield _step_by_step(table, judge, table.cheapest)
        yield _step_by_step(table, judge, _best_gain(table, judge, table.cheapest))
        yield _step_by_step(table, judge, _least_loss(table, judge, table.most_stars))


def _best_gain(table: ProjectChoice, judge: Judge, places: Places) -> Places:
    """From the cheapest on whatever gains the most for the money."""
    for _ in range(MOST_STEPS):
        now = judge(places)
        ways = [(w, p) for p in table.changes(places) if (w := judge(p)).over == 0 and w.tenths > now.tenths]
        if not ways:
            break
        places = max(ways, key=lambda way: (way[0].tenths - now.tenths) / max(1, now.total - way[0].total))[1]
    return places


def _least_loss(table: ProjectChoice, judge: Judge, places: Places) -> Places:
    """From the most stars on whatever saves money for the fewest of them."""
    for _ in range(MOST_STEPS):
        now = judge(places)
        ways = [(w, p) for p in table.changes(places) if (w := judge(p)).total > now.total]
        if now.over == 0 or not ways:
            break
        places = min(ways, key=lambda way: (now.tenths - way[0].tenths) / (way[0].total - now.total))[1]
    return places


def _step_by_step(table: ProjectChoice, judge: Judge, places: Places) -> Places:
    """The single change that helps most, as long as one does."""
    for _ in range(MOST_STEPS):
        best = max(table.changes(places), key=judge, default=places)
        if judge(best) <= judge(places):
            break
        places = best
    return places
