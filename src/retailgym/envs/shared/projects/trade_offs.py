"""Aims that take weighing everything at once: several vouchers, each for other things, and so many things
here soon, such that no simple rule comes to the best list."""

from collections.abc import Iterable, Sequence

from ....core.streams import Rng
from ....core.values import replace
from .aims import Aim, DrawnAim, PartVoucher, ProjectOffer, tenths_of
from .optimum import Climb, Optimum
from .simple_rules import ProjectChoice, by_simple_rules
from .solver import ANY_PRICE, Places

DRAWS, MORE_DRAWS = 9, 40  # the latter as long as some rule comes to the best list
LEAST = 150  # lists that match, where two things must on a condition
RIVALS, APART = 12, 3  # lists as good that cannot be had; things in which simple rules are wrong
FEW = 8  # lists as good, where there are fewer of which some rule mostly finds the best
WHOLE = 100
PARTS, LARGEST = 2, 3  # vouchers for some of the things; how many things one is for at most


def draw_trade_off(rng: Rng, offer: ProjectOffer) -> DrawnAim | None:
    """An aim with one best list, that no simple rule comes to nor near, and with many as good that cannot be
    had; where none is so, that which comes closest. None if there is none."""
    drawn, most, offered = None, (-1, -1), _Offered(offer)
    top, table = offered.climb.best(ANY_PRICE, Aim()), ProjectChoice(offer.rated, offer.fits)
    if top is None or (offered.loose and offered.climb.as_good(ANY_PRICE, 0, LEAST) < LEAST):
        return None
    for n in range(MORE_DRAWS):
        if n >= DRAWS and most[0] > 0:
            break
        budget, aim = _drawn(rng, offer, top.total)
        found = offered.best(budget, aim)
        if found is None:
            continue
        aim, found = _soon(rng, offered, budget, aim, found)
        if not found.alone:
            continue
        rivals = offered.climb.as_good(budget + aim.most_off, found.tenths, RIVALS)
        if (APART, rivals) > most and (rivals >= FEW or most[0] <= 0):
            needed = most[0] if rivals > most[1] else most[0] + 1
            worth = _apart(found.places, by_simple_rules(table, budget, aim), needed), rivals
            if worth > most:
                most = worth
                drawn = DrawnAim(
                    aim=aim,
                    budget_cents=budget,
                    worth=found.tenths,
                    places=found.places,
                    apart=worth[0],
                )
        if most == (APART, RIVALS):
            break
    return drawn


class _Offered:
    """What is to be had, prepared for many questions."""

    def __init__(self, offer: ProjectOffer) -> None:
        self.offer, self.climb = offer, Climb(offer.rated, offer.fits)
        linked = len(offer.plain) < len(offer.fits)
        self.loose = Climb(offer.rated, offer.plain) if linked else None

    def best(self, budget: int, aim: Aim) -> Optimum | None:
        """The best, if the cheapest is not as good, and who leaves out what holds on a condition takes
        another."""
        found, offer = self.climb.best(budget, aim), self.offer
        if found is None or found.tenths <= tenths_of(offer.rated, offer.cheapest[1]):
            return None
        loose = self.loose.best(budget, aim) if self.loose else None
        return found if self.loose is None or (loose and loose.tenths > found.tenths) else None


def _apart(best: Places, others: Iterable[Places], needed: int) -> int:
    """In how many things the best list differs from each of some others, up to a number; whether it is fewer
    than are needed is all that matters then."""
    least = APART
    for places in others:
        least = min(least, sum([a != b for a, b in zip(places, best, strict=True)]))
        if not least or least < needed:
            break
    return least


def _drawn(rng: Rng, offer: ProjectOffer, most: int) -> tuple[int, Aim]:
    """Vouchers that are worth a part of what lies between the cheapest list and that with the most stars, and
    a budget within that, as if some of them counted."""
    least = offer.cheapest[0]
    spread = max(most - least, least // 8)
    parts = tuple([_part(rng, offer, spread) for _ in range(PARTS)])
    off = _whole(spread * rng.between(20, 40) // 100)
    all_off = off + sum([part.off_cents for part in parts])
    budget = _whole(least + spread * rng.between(0, 50) // 100 - all_off * rng.between(20, 60) // 100)
    start = _whole(budget + off * rng.between(10, 100) // 100)
    return budget, Aim(off_cents=off, from_cents=start, parts=parts)


def _part(rng: Rng, offer: ProjectOffer, spread: int) -> PartVoucher:
    """One that the cheapest of its things do not reach, and those of middling price do."""
    roles = tuple(sorted(rng.sample(range(len(offer.rated)), rng.between(2, LARGEST))))
    prices = [sorted([offer.rated[r].stand.price[p] for p in offer.rated[r].stand.open]) for r in roles]
    low, high = (sum([some[len(some) * share // 100] for some in prices]) for share in (0, 65))
    start = _whole(low + (high - low) * rng.between(30, 100) // 100)
    return PartVoucher(off_cents=_whole(spread * rng.between(15, 35) // 100), from_cents=start, roles=roles)


def _whole(cents: int) -> int:
    return max(1, cents // WHOLE) * WHOLE


def _soon(rng: Rng, offered: _Offered, budget: int, aim: Aim, found: Optimum) -> tuple[Aim, Optimum]:
    """The same with some things here soon, though not all, more than the best has, if that can be had."""
    days: Sequence[int] = sorted([r.days[p] for r, p in zip(offered.climb.rated, found.places, strict=True)])
    for soon in rng.shuffled(range(2, len(days))):
        sooner = replace(aim, soon=soon, days=days[soon - 1] - 1)
        best = offered.best(budget, sooner) if sooner.days > 1 else None
        if best is not None and best.alone:
            return sooner, best
    return aim, found
