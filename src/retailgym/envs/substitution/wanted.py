"""What one candidate wants: something that sold out, something that could stand in for it, and conditions
that make that the closest, at any place among what seems closest to who does not ask for them."""

from collections.abc import Iterator, Sequence
from itertools import islice
from operator import itemgetter

from ...catalog.shelf_sets import lacking_one, places_in
from ...catalog.wishes import Wish
from ...core.streams import Rng, Streams
from ...core.values import Value, replace
from ..shared.shelves import Disclosure
from .closeness import Weights, distances
from .conditions import MOST_LEFT, conditions
from .originals import Original
from .plan import LEAST_GAPS, SubstitutionPlan, told_by

SOME_CLOSER, MOST_CLOSER = 8, 26  # products that should seem closer than the right one to who does not ask
FEW_CLOSER = 4  # where there is nothing to ask for
SPARE = 6  # so many more for each condition that is said, since it rules some out
TRIES = 8  # at so many that seem closer
EACH = 2  # things that sold out for which the same could stand in, one after the other
MOST_FOUND = 52  # products that a search gives which filters by all it can
GONE_FIRST = 400  # per mille of draws that stand in which something is the closest until it sells out


class SubstitutionWish(Value):
    """What one candidate had picked out, what comes to their mind of it, what a substitute must have, and the
    places that do, the closest first."""

    original: Original
    names: list[str]  # the attributes by which it may be described, in any order
    wishes: tuple[Wish, ...]  # the lowest and the highest price are the last
    ranked: list[tuple[int, int]]  # distance and place
    gaps: list[int]  # conditions that are left unsaid, by number
    disclosures: tuple[Disclosure, ...] = ()  # how each condition comes up, the price last
    asked: int = 0  # questions for conditions that are not even named

    @property
    def weights(self) -> Weights:
        """How often differences count."""
        return self.original.weights

    def known(self) -> list[Wish]:
        """The conditions that are said or named, and the price."""
        holes = [n for n, disclosure in enumerate(self.disclosures[:-1]) if disclosure == "omitted"]
        return [w for n, w in enumerate(self.wishes) if n not in holes]

    def left(self, among: int) -> list[tuple[int, int]]:
        return [(d, p) for d, p in self.ranked if among >> p & 1]


def wanted(stream: Streams, plan: SubstitutionPlan, originals: Sequence[Original]) -> SubstitutionWish | None:
    """A candidate, for whom the right one has about the place that was drawn for it among all that may seem
    right to who does not ask. Few shelves have something for every place: where there is nothing, any closer
    one is tried, not just the next, since what many draws fall back to would be a place to bet on."""
    rng, left = (stream / "pairs")(), sum(plan.unsaid[:-1])
    most = dict(enumerate(MOST_LEFT, 1)).get(left, MOST_CLOSER) if plan.weighed else MOST_CLOSER
    closer = rng.between(SOME_CLOSER, MOST_CLOSER) if any(plan.unsaid) else rng.between(1, FEW_CLOSER)
    while closer:
        tries = TRIES if closer <= most else 0
        for original, likely in islice(_pairs(rng, plan, originals, closer), tries):
            want = _drawn(rng, plan, original, (likely, closer))
            found = _with_gaps(rng, plan, want, likely) if want else None
            if found:
                return found
        closer = rng.between(closer // 2, closer - 1)
    return None


def _pairs(
    rng: Rng, plan: SubstitutionPlan, originals: Sequence[Original], closer: int
) -> Iterator[tuple[Original, int]]:
    """What sold out, and what could stand in for it: anything that stays in stock, one after the other, each
    for something that costs about as much and is closer to enough others."""
    most = closer + (SPARE * (1 + plan.unsaid[:-1].count(False)) if any(plan.unsaid) else 1)
    for likely in rng.shuffled(places_in(plan.standing)):
        near = [o for o in originals if closer <= o.closer.get(likely, 0) <= most]
        for original in rng.sample(near, EACH) if near else ():
            yield original, likely


def _drawn(
    rng: Rng, plan: SubstitutionPlan, original: Original, aim: tuple[int, int]
) -> SubstitutionWish | None:
    """Conditions that are true of the original, but not of what is most like it in everything, so that
    likeness alone does not do."""
    rack, found = plan.rack, conditions(rng, original.conditional, *aim)
    if found is None:
        return None
    wishes = (*found, *original.prices)
    far = distances(rack, original.place, original.apart, [w.attribute for w in wishes], original.weights)
    ranked = sorted([(far[p], p) for p in places_in(rack.fit_all(wishes, plan.there))], key=itemgetter(0))
    names = rng.shuffled(told_by(rack))
    return SubstitutionWish(original=original, names=names, wishes=wishes, ranked=ranked, gaps=[])


def _with_gaps(
    rng: Rng, plan: SubstitutionPlan, want: SubstitutionWish, right: int
) -> SubstitutionWish | None:
    """With what is left unsaid, if another product is the closest for who does not ask, and there are near
    misses and not too much to look through. Conditions rule out what stays in stock and is closer, so that
    what sells out would be the closest too often."""
    first = want.ranked[0][1]
    if not plan.standing >> first & 1 and not rng.chance(GONE_FIRST):
        return None
    if not _counts(plan, want) or found_by_search(plan, want, 0) > MOST_FOUND:
        return None
    *fits, low, high = [plan.rack.fit(w) for w in want.wishes]
    lacking = lacking_one([*fits, low & high], plan.there)
    # what may be left unsaid matters where something else fits all the others
    gaps = [n for n, (left, out) in enumerate(zip(plan.unsaid, lacking, strict=True)) if left and out]
    broken = gaps or [n for n, sort in enumerate(plan.sorts) if sort.kind == "paged"]
    if sum([lacking[n].bit_count() for n in broken]) < plan.near:
        return None
    want = replace(want, gaps=gaps)
    enough = len(gaps) >= min(LEAST_GAPS, len(plan.sorts))
    return want if not any(plan.unsaid) or (enough and _missed(rng, plan, want, right)) else None


def _counts(plan: SubstitutionPlan, want: SubstitutionWish) -> bool:
    """Is something else the closest for who counts every difference alike, where not everybody does?"""
    plain = plan.rack.added_up(want.original.apart, [w.attribute for w in want.wishes])
    here = [p for _, p in want.left(plan.standing)]
    return not want.weights.times or plain[here[0]] > min([plain[p] for p in here])


def _missed(rng: Rng, plan: SubstitutionPlan, want: SubstitutionWish, right: int) -> bool:
    """Does who asks for nothing, or for one condition alone, take something else for the closest?"""
    for asked in (-1, *want.gaps):
        far, here = _seeming(plan, want, asked)
        if min(rng.shuffled(here), key=far.__getitem__) == right:
            return False
    return True


def _seeming(plan: SubstitutionPlan, want: SubstitutionWish, asked: int) -> tuple[Sequence[int], list[int]]:
    """For who asks for one condition, or for none, how far everything lies, and what seems to fit."""
    last = len(plan.sorts) - 1  # the lowest and the highest price are one condition
    heard = [n == asked or n not in want.gaps for n in range(last + 1)]
    wishes = [w for n, w in enumerate(want.wishes) if heard[min(n, last)]]
    original, names = want.original, [w.attribute for w in wishes]
    far = distances(plan.rack, original.place, original.apart, names, want.weights)
    return far, places_in(plan.rack.fit_all(wishes, plan.standing))


def found_by_search(plan: SubstitutionPlan, want: SubstitutionWish, off: int) -> int:
    """How many products a search gives that filters by all it can."""
    return plan.rack.fit_all(plan.rack.listed(want.known()), plan.there & ~off).bit_count()
