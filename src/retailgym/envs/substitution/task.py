"""Substitution: what is drawn, which goal a candidate has, and what the verifier checks."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from operator import itemgetter

from ...catalog.needs import TooSmall
from ...catalog.product import Overlay
from ...catalog.sense import seldom
from ...catalog.shelf_sets import ShelfSets, lacking_one, places_in, rack_of, set_of
from ...catalog.wishes import COMMON, Wish, holds
from ...core.difficulty import Axes
from ...core.env import Outcome
from ...core.markets import spoken
from ...core.reward import Check, Findings
from ...core.streams import Rng, Streams
from ...core.task import Brief, Detail, Par, Request, Revisable, TaskPool, Thing, questions
from ...core.values import Value, replace
from ...customer.locale.en import phrases
from ...tools import catalog as catalog_tools
from ...world import World
from ...world.naming import product_name
from ..shared.narrowing import WishKind, wished_sorts
from ..shared.shelves import (
    CANDIDATES,
    NO_VALUE,
    TURNS,
    Disclosure,
    Gaps,
    ShelfSetting,
    announced,
    dated,
    emptied,
    most_questions,
    name_of,
    named_instead,
    others_detail,
    persona,
    pick_shelves,
    set_on,
    stock_outs,
    unnamed,
    visited,
    wish_detail,
    wish_details,
)
from .closeness import Weights, closeness_detail, counted, distances, draw_weights
from .conditions import Conditional, conditions, spread, wishable

SOLD_OUT = 3 * CANDIDATES  # the candidates' originals and others
ELSEWHERE = 4  # other shelves that are tried where one has too few that could stand in for each other


LEAST_GAPS = 3  # conditions that are left out, if any is and there are so many
LEAST = 3  # products that a candidate's wishes should leave
LEAST_WEIGHED = 8  # where not every difference counts alike
WEIGHED = 350  # per mille of customers for each link, for whom that is so
FEWEST = 4  # conditions, in a small shop
FEWEST_WEIGHED = 6  # conditions beside what is weighed, if there are so many


SOME_CLOSER, MOST_CLOSER = 7, 20  # products that should seem closer than the right one to who does not ask
FEW_CLOSER = 4  # where there is nothing to ask for
SPARE = 1  # so many more for each condition that is said, since it rules some out
EACH = 2  # things that sold out for which the same could stand in, one after the other
MOST_FOUND = 52  # products that a search gives which filters by all it can
MOST_UNFILTERED = 40  # where a condition that search could filter is not even named


MUCH = 4  # of what share of a price nobody says "the same, give or take"
# by how much money something may be dearer or cheaper, as people say it; at most three quarters of its price
TOLERANCES = (5, 10, 15, 20, 25, 30, 40, 50, 60, 75, 100, 125, 150, 200, 250, 300, 400, 500, 750, 1000)


OLD = "old "  # before the topics that describe the sold-out item


class SubstitutionGoal(Value):
    shelf: str
    wishes: tuple[Wish, ...]
    ranked: tuple[
        str, ...
    ]  # every product that has them, the closest first, whether or not it will have sold out


class Original(Value):
    """What somebody had picked out, what it may cost instead, and how all else differs from it."""

    place: int
    prices: tuple[Wish, Wish]
    window: int  # places that cost no more and no less
    weights: Weights  # how often differences count
    apart: dict[str, int]  # as sets of a shelf have it
    closer: list[int]  # for each place how many are at least as close that may be had at such a price
    conditional: Conditional
    suited: dict[int, bool]  # as far as it is known

    def suits(self, place: int) -> bool:
        """May something be had at such a price, and may conditions make it the closest?"""
        known = self.suited.get(place)
        if known is None:
            known = self.suited[place] = bool(self.window >> place & 1) and self.conditional.suits(place)
        return known


class SubstitutionWish(Value):
    """What one candidate had picked out, what comes to their mind of it, what a substitute must have, and the
    places that do, the closest first."""

    original: Original
    names: list[str]  # the attributes by which it may be described, in any order
    wishes: tuple[Wish, ...]  # the lowest and the highest price are the last
    ranked: list[tuple[int, int]]  # distance and place
    gaps: list[int]  # conditions that are left unsaid, by number
    weights: Weights = Weights()  # how often differences count
    disclosures: tuple[Disclosure, ...] = ()  # how each condition comes up, the price last
    asked: int = 0  # questions for conditions that are not even named

    def known(self) -> list[Wish]:
        """The conditions that are said or named, and the price."""
        holes = [n for n, disclosure in enumerate(self.disclosures[:-1]) if disclosure == "omitted"]
        return [w for n, w in enumerate(self.wishes) if n not in holes]

    def left(self, among: int) -> list[tuple[int, int]]:
        return [(d, p) for d, p in self.ranked if among >> p & 1]


class SubstitutionPlan(Value):
    """The same for every candidate: what has sold out, what will, the kinds of conditions, and what is left
    unsaid."""

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
    originals: dict[int, Original]  # by place


class DrawnSubstitute(Value):
    plan: SubstitutionPlan
    wants: list[SubstitutionWish]
    off: int  # places taken off the shelf, where it has too few different products


def sample_task(stream: Streams, world: World) -> TaskPool:
    stream, axes = stream / "substitution", world.axes
    drawn = _drawn_somewhere(stream, world)
    plan, rack = drawn.plan, drawn.plan.rack
    visits = visited((stream / "visits")(), world, [rack.shelf])
    world = set_on(world, rack, ShelfSetting(off=drawn.off, selling=plan.selling, visits=visits))
    world = replace(
        world, overlay=world.overlay | Overlay(sold_out=frozenset([rack.id(p) for p in plan.sold]))
    )
    calls = max([_calls(drawn, want, axes.retrieval_depth) for want in drawn.wants])
    par = Par(exchanges=max([_exchanges(want) for want in drawn.wants]), calls=calls)
    return TaskPool(
        world=world, par=par, cap=_cap(plan, par, axes.retrieval_depth), candidates=CANDIDATES, plan=drawn
    )


def _drawn_somewhere(stream: Streams, world: World) -> DrawnSubstitute:
    """On the first shelf that has something for everyone; at first without taking anything off it, and where
    that is not to be had, in a small shop, with nothing weighed and fewer conditions."""
    axes = world.axes
    for eased in (axes, replace(axes, links=0), replace(axes, links=0, constraints=FEWEST)):
        for place in (stream, *[stream / "elsewhere" / n for n in range(ELSEWHERE)]):
            (shelf,) = pick_shelves((place / "shelf")(), world, 1, "substitution")
            rack = rack_of(world.catalog, shelf)
            for n in range(TURNS):
                drawn = _drawn_for_all(place / "turn" / n, rack, eased)
                if drawn is not None and (not drawn.off or n):
                    return drawn
    raise TooSmall(f"shelf {shelf.name!r} has too few products that could stand in for each other")


def _drawn_for_all(stream: Streams, rack: ShelfSets, axes: Axes) -> DrawnSubstitute | None:
    """What has sold out, what will, and the candidates; none if there is not something for everyone."""
    sold = _sold_out((stream / "sold out")(), rack)
    if len(sold) < SOLD_OUT:
        return None
    plan = _plan(stream, rack, axes, sold)
    rng = (stream / "originals")()
    plan.originals.update({place: _original(rng, plan, place) for place in sold})
    wants: list[SubstitutionWish] = []
    for k in range(CANDIDATES):
        taken = [want.original.place for want in wants]
        left = [place for place in (*sold[k:], *sold[:k]) if place not in taken]
        want = _want(stream / "candidate" / k, plan, left)
        if want is None:
            return None
        wants.append(want)
    off = _ties(wants, plan.standing)
    if [] in [want.left(plan.standing & ~off) for want in wants]:
        return None
    wants = [_whens((stream / "named")(), plan, want, off, axes.announced) for want in wants]
    return DrawnSubstitute(plan=plan, wants=wants, off=off)


def _plan(stream: Streams, rack: ShelfSets, axes: Axes, sold: list[int]) -> SubstitutionPlan:
    """The same for every candidate."""
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
        originals={},
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


def _exchanges(want: SubstitutionWish) -> int:
    """Questions for what is named and for the price; then for what still differs."""
    return questions(want.disclosures.count("mentioned") + (want.disclosures[-1] == "omitted")) + want.asked


def _ties(wants: list[SubstitutionWish], standing: int) -> int:
    """Places to be taken off the shelf, so that for every candidate one product alone is the closest; what is
    taken off for one may have been the closest for another."""
    off = 0
    while level := set_of([p for want in wants for p in _level(want, standing & ~off)]):
        off |= level
    return off


def _level(want: SubstitutionWish, standing: int) -> list[int]:
    """Places that are as close as the closest that stays in stock, and so would be as right."""
    return _as_close(want.left(standing))


def _as_close(left: list[tuple[int, int]]) -> list[int]:
    return [p for d, p in left[1:] if d == left[0][0]]


def _sold_out(rng: Rng, rack: ShelfSets) -> list[int]:
    """Places that have sold out before the customer comes, the candidates' own first. No two look the same on
    their pages."""
    pages: dict[tuple[int, ...], int] = {}
    rows = [rack.row(name) for name in _told_by(rack)]
    empty = [tuple([row[p] for row in rows]) for p in places_in(rack.everything & ~rack.in_stock)]
    for place in rng.permuted(rack.shelf.last - rack.shelf.first):
        page = tuple([row[place] for row in rows])
        if rack.in_stock >> place & 1 and page not in empty and NO_VALUE not in page:
            pages.setdefault(page, place)
            if len(pages) == SOLD_OUT:
                break
    return list(pages.values())


def _told_by(rack: ShelfSets) -> list[str]:
    """Attributes by which people describe what they saw: such as search cannot find, if there are any."""
    return rack.names["paged"] or [*rack.names["word"], *rack.names["number"]]


def _want(stream: Streams, plan: SubstitutionPlan, places: list[int]) -> SubstitutionWish | None:
    """A candidate, for whom the right one has about the place that was drawn for it among all that may seem
    right to who does not ask, or one that is closer where there is nothing for it. Where nothing that is left
    unsaid would matter, nothing is."""
    rng, plain = (stream / "pairs")(), None
    closer = rng.between(SOME_CLOSER, MOST_CLOSER) if any(plan.unsaid) else rng.between(1, FEW_CLOSER)
    while closer:
        for original, likely in _pairs(rng, plan, places, closer):
            want = _drawn(rng, plan, original, (likely, closer))
            found = _with_gaps(rng, plan, want, likely) if want else None
            if found:
                return found
            plain = plain or want
        closer = closer * 3 // 4  # conditions that rule out so many are rare
    return plain


def _pairs(
    rng: Rng, plan: SubstitutionPlan, places: list[int], closer: int
) -> Iterator[tuple[Original, int]]:
    """What sold out, and what could stand in for it: anything that stays in stock, one after the other, each
    for something that costs about as much and is closer to enough others."""
    most = closer + SPARE * (1 + plan.unsaid[:-1].count(False))
    originals = [plan.originals[place] for place in places]
    for likely in rng.shuffled(places_in(plan.standing)):
        near = [o for o in originals if closer <= o.closer[likely] <= most and o.suits(likely)]
        for original in rng.sample(near, EACH):
            yield original, likely


def _seeming(plan: SubstitutionPlan, want: SubstitutionWish, asked: int) -> tuple[Sequence[int], list[int]]:
    """For who asks for one condition, or for none, how far everything lies, and what seems to fit."""
    last = len(plan.sorts) - 1  # the lowest and the highest price are one condition
    heard = [n == asked or n not in want.gaps for n in range(last + 1)]
    wishes = [w for n, w in enumerate(want.wishes) if heard[min(n, last)]]
    original, names = want.original, [w.attribute for w in wishes]
    far = distances(plan.rack, original.place, original.apart, names, want.weights)
    return far, places_in(plan.rack.fit_all(wishes, plan.standing))


def _with_gaps(
    rng: Rng, plan: SubstitutionPlan, want: SubstitutionWish, right: int
) -> SubstitutionWish | None:
    """With what is left unsaid, if another product is the closest for who does not ask, and there are near
    misses and not too much to look through."""
    if not _counts(plan, want) or _found(plan, want, 0) > MOST_FOUND:
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


def _original(rng: Rng, plan: SubstitutionPlan, place: int) -> Original:
    rack = plan.rack
    own, many = rack.row("price")[place], plan.standing.bit_count() * plan.sorts[-1].share // 100
    gap = rack.gap(place, "price", plan.standing, max(FEWEST, many))
    allowed = _tolerance(gap, own)
    prices = (
        Wish(attribute="price", op="gte", value=own - allowed),
        Wish(attribute="price", op="lte", value=own + allowed),
    )
    weights = draw_weights(rng, rack, (), plan.weighed, allowed) if plan.weighed else Weights()
    window, apart = rack.fit_all(prices, rack.everything), rack.apart(place)
    far = counted(rack, place, apart, weights) if weights.times else apart
    away = rack.added_up(far, ())
    ranked = sorted([away[p] for p in places_in(plan.standing & window)])
    return Original(
        place=place,
        prices=prices,
        window=window,
        weights=weights,
        apart=apart,
        closer=[bisect_right(ranked, distance) - 1 for distance in away],
        suited={},
        conditional=Conditional(
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
        ),
    )


def _tolerance(gap: int, own: int) -> int:
    """The least that somebody would say and that covers a gap, of what costs so much; the most that they
    would, if none does."""
    said = [100 * amount for amount in TOLERANCES if 400 * amount <= 3 * own] or [100 * TOLERANCES[0]]
    return next((cents for cents in said if cents >= gap), said[-1])


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
    return SubstitutionWish(
        original=original,
        names=rng.shuffled(_told_by(rack)),
        wishes=wishes,
        ranked=ranked,
        gaps=[],
        weights=original.weights,
    )


def _counts(plan: SubstitutionPlan, want: SubstitutionWish) -> bool:
    """Is something else the closest for who counts every difference alike, where not everybody does?"""
    plain = plan.rack.added_up(want.original.apart, [w.attribute for w in want.wishes])
    here = [p for _, p in want.left(plan.standing)]
    return not want.weights.times or plain[here[0]] > min([plain[p] for p in here])


def _told(plan: SubstitutionPlan, want: SubstitutionWish) -> list[Wish]:
    """A description that fits nothing else that has sold out or will."""
    rack, place, told = plan.rack, want.original.place, list[Wish]()
    alike = rack.everything & ~plan.standing
    for name in sorted(want.names, key=lambda name: (rack.lacks_sense(name, place), seldom(name))):
        if len(told) < 2 or alike != 1 << place:
            told.append(Wish(attribute=name, value=rack.worth(place, name)))
            alike &= rack.fit(told[-1])
    return told


def _missed(rng: Rng, plan: SubstitutionPlan, want: SubstitutionWish, right: int) -> bool:
    """Does who asks for nothing, or for one condition alone, take something else for the closest?"""
    for asked in (-1, *want.gaps):
        far, here = _seeming(plan, want, asked)
        if min(rng.shuffled(here), key=far.__getitem__) == right:
            return False
    return True


def _calls(drawn: DrawnSubstitute, want: SubstitutionWish, depth: int) -> int:
    """The pages of all that has sold out and a comparison, the same for what could stand in, the calendar,
    the suggestion."""
    plan, rack = drawn.plan, drawn.plan.rack
    return (
        _looks(rack, _found(plan, want, drawn.off), depth)
        + (plan.by_weekday and any(dated(w) for w in want.wishes))
        + 1
    )


def _found(plan: SubstitutionPlan, want: SubstitutionWish, off: int) -> int:
    """How many products a search gives that filters by all it can."""
    return plan.rack.fit_all(plan.rack.listed(want.known()), plan.there & ~off).bit_count()


def _looks(rack: ShelfSets, found: int, depth: int) -> int:
    empty = (rack.everything & ~rack.in_stock).bit_count()
    looked = ((SOLD_OUT + empty, depth), (found, depth))
    compared = (SOLD_OUT + empty, found + 1)  # what could stand in, beside what sold out
    return sum([-(-n // size) for n, size in (*looked, *[(n, catalog_tools.COMPARED) for n in compared])])


def _cap(plan: SubstitutionPlan, par: Par, depth: int) -> Par:
    """The most that a substitute at this level needs."""
    exchanges = most_questions(len(plan.unsaid))
    return Par(exchanges=exchanges, calls=max(par.calls, _looks(plan.rack, MOST_FOUND, depth) + 2))


def choose_goal(stream: Streams, tasks: TaskPool, k: int) -> tuple[SubstitutionGoal, Brief]:
    plan, want = tasks.plan.plan, tasks.plan.wants[k]
    rack, disclosures, holes = plan.rack, want.disclosures, want.disclosures[:-1].count("omitted")
    name = name_of(rack.catalog, rack.shelf)
    told = [
        replace(wish_detail(rack.category, w, "stated"), topic=OLD + w.attribute, cues=(), others=())
        for w in _told(plan, want)
    ]
    keeps = wish_details(rack.category, want.wishes[:-2], disclosures, tasks.world, plan.by_weekday)
    allowed = int(want.wishes[-1].value) - rack.row("price")[want.original.place]
    currency = tasks.world.customer.currency
    money, own = spoken(currency), rack.row("price")[want.original.place]
    price = _price(allowed, own, money, disclosures[-1])
    others = _other_gaps(tasks.plan, want, allowed) if tasks.world.axes.p_revise else ()
    gap = Revisable(
        thing=0, others=tuple([_price(cents, own, money, disclosures[-1]) for cents in others]), within=2
    )
    thing = Thing(
        noun=name.noun,
        plural=name.plural,
        called=name.called,
        shelf=rack.shelf.name,
        details=(
            *told,
            *(replace(d, role="keep") for d in keeps),
            price,
            *([others_detail(holes)] if holes else ()),
            *([closeness_detail(rack.category, want.weights, currency)] if want.weights.times else ()),
        ),
    )
    goal = SubstitutionGoal(
        shelf=rack.shelf.name,
        wishes=want.wishes,
        ranked=tuple([rack.id(p) for _, p in want.left(~tasks.plan.off)]),
    )
    request = Request(job="substitution", things=(thing,), revisable=(gap,))
    return goal, Brief(persona=persona(stream), requests=(request,))


def _other_gaps(drawn: DrawnSubstitute, want: SubstitutionWish, allowed: int) -> list[int]:
    """Tolerances for which something else would be the closest."""
    plan, rack = drawn.plan, drawn.plan.rack
    own, names = rack.row("price")[want.original.place], [w.attribute for w in want.wishes]
    here = rack.fit_all(want.wishes[:-2], plan.standing & ~drawn.off)
    far = distances(rack, want.original.place, want.original.apart, names, want.weights)
    gaps = [abs(rack.row("price")[p] - own) for p in sorted(places_in(here), key=far.__getitem__)]
    first = next((n for n, gap in enumerate(gaps) if gap <= allowed), -1)
    steps = {_tolerance(gap, own) for gap in (0, *gaps)}
    return [
        other
        for other in sorted(steps - {allowed})
        if next((n for n, gap in enumerate(gaps) if gap <= other), -1) != first
    ]


def _price(allowed: int, own: int, money: str, disclosure: Disclosure) -> Detail:
    """By how many cents the substitute may be dearer or cheaper than the original, which cost `own`."""
    lines = phrases.GIVE_OR_TAKE if allowed * MUCH <= own else phrases.MORE_OR_LESS
    says, a = tuple([t.format(amount=f"{allowed // 100} {money}") for t in lines]), COMMON["price"]
    return Detail(
        topic=a.name,
        label=a.label,
        value=allowed,
        op="lte",
        says=says,
        cues=a.cues,
        role="keep",
        disclosure=disclosure,
    )


def verify(goal: SubstitutionGoal, outcome: Outcome) -> Findings:
    after = outcome.after
    given = str(after.answers.get("suggest_substitute", ""))
    product = after.product(given) if given else None
    right = next(id for id in goal.ranked if id not in after.overlay.sold_out)
    kept = [product is not None and holds(w, product) for w in goal.wishes]
    seen, gone = given in outcome.retrieved, given in after.overlay.sold_out
    same = product is not None and product.shelf == goal.shelf
    return Findings(
        checks=(
            Check(
                name="retrieved",
                passed=seen,
                because=f"{product_name(after, given) if given else 'nothing'} was suggested, "
                f"{'after' if seen else 'without'} being shown",
            ),
            Check(
                name="in_stock",
                passed=product is not None and not gone,
                because="it has sold out" if gone else "it has not sold out",
            ),
            Check(name="same_kind", passed=same, because=f"it must stand on the shelf {goal.shelf!r}"),
            Check(
                name="must_keeps",
                passed=all(kept),
                because=f"it keeps {sum(kept)} of {len(kept)} conditions, the price included",
            ),
            Check(
                name="closest", passed=given == right, because=f"the closest is {product_name(after, right)}"
            ),
        ),
        credit=0.0 if gone or not (seen and same) else 0.6 if all(kept) else 0.3 * sum(kept) / len(kept),
    )
