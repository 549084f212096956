"""Discovery: what is drawn, which goal a candidate has, and what the verifier checks."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import chain

from ...catalog.needs import TooSmall
from ...catalog.schema import Category, cues
from ...catalog.sense import rankings, unminded
from ...catalog.shelf_sets import ShelfSets, lacking_one, places_in, rack_of, set_of
from ...catalog.wishes import COMMON, Wish
from ...core.difficulty import HALF, Axes
from ...core.env import Outcome
from ...core.reward import Check, Findings
from ...core.streams import Rng, Streams
from ...core.task import Brief, Detail, Par, Request, Revisable, TaskPool, Thing, questions
from ...core.values import Value, replace
from ...customer.locale.en import ranking
from ...customer.locale.en.grammar import NUMBERS as IN_WORDS
from ...customer.locale.en.links import LIST_BY_PRICE
from ...world import World
from ...world.naming import product_names
from ..shared.links import ANY_PRICE, by_price, other_numbers
from ..shared.narrowing import Narrowing, WishKind, askable, evenly, wished_names, wished_sorts
from ..shared.reckoning import (
    added,
    come_to,
    drawn_terms,
    encoded,
    from_the_first,
    largest,
    likes,
    said,
    terms_of,
)
from ..shared.shelves import (
    CANDIDATES,
    HOW_MANY,
    NO_VALUE,
    TURNS,
    Disclosure,
    Gaps,
    ShelfSetting,
    announced,
    dated,
    emptied,
    look_calls,
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
    wish_details,
)
from .together import Together, draw_together, read_together

# draws for a candidate at most; where one suits, as many as there are wishes, unless most gaps matter before
TRIES, MORE_TRIES = 20, 6  # more where many products are weighed
# as much to look through, the product that is to be on the list and others that look like any
SUITS = (0, 2)
SHELVES = 20  # draws for a shelf on which there is a list for every candidate
LISTS = 3  # of the candidates that differ, if there are so many
ABOUT_AS_MANY = 6  # products more or less
MOST_FOUND = 64  # products that a search gives which filters by all it can
MOST_UNFILTERED = 40  # where a wish that search could filter is not even named


GUESSED_AT = 4  # details: where fewer are left unsaid, how many and by what are among them


ORDERS = tuple(ranking.PREFERENCE)


RANKS = cues(
    "come first",
    "comes first",
    "go first",
    "at the top",
    "rank",
    "ranking",
    "sort",
    "sorted",
    "sort by",
    "what order",
    "which order",
    "order them",
    "priority",
    "prioritise",
    "prioritize",
    "matters most",
    "matters to you most",
    "matters the most",
    "most important",
    "care most",
    "go by",
    "choose between",
    "decide between",
    "decides",
    "better",
    "criterion",
)


SHORTEST = 4  # products on a list where many are wanted and few qualify
LINKED = 300  # per mille of lists for each link whose length depends on a price
RECKONED = 350  # per mille of lists for each link in whose order a price is weighed against other things
RECKONINGS = 4  # that are drawn, of which the one is taken in which most of its terms matter
MANY_FROM, MANY = 3, (18, 22)  # links from which on so many products are to be weighed
WHOLE = 850  # per mille of such lists that are bought as a whole
MANY_BY_SETS, LEAST_OF_A_SET = (44, 50), 8  # products that one is chosen of, and of which it is made
MANY_ENOUGH = 15  # of them, with which nobody looks for more
FEWEST = 4  # wishes beside what is weighed, if there are so many
BESIDE_A_SET = 2  # such wishes where what is listed is chosen as a whole
MOST_BESIDE = 5  # such wishes where many products are weighed: more would leave few


class DiscoveryGoal(Value):
    wanted: int
    ranked: tuple[str, ...]  # every product that qualifies, best first, whether or not it will have sold out


class DiscoveryWish(Value):
    """What one candidate wants: wishes, what to go by, the places that qualify, best first, and the wishes
    that may be left unsaid."""

    wishes: tuple[Wish, ...]
    order: str  # "price up": what it is about, and whether less or more comes first
    ranked: list[int]
    gaps: list[int]
    disclosures: tuple[
        Disclosure, ...
    ] = ()  # how each wish comes up, how many are wanted, and by what to choose
    asked: int = 0  # questions for wishes that are not even named

    def told(self) -> list[Wish]:
        """Those that are said or named."""
        return [
            w for w, disclosure in zip(self.wishes, self.disclosures, strict=False) if disclosure != "omitted"
        ]


class DiscoveryPlan(Value):
    """The same for every candidate: what sells out, how many are wanted, the kinds of wishes, and what is
    left unsaid."""

    rack: ShelfSets
    selling: dict[int, int | None]  # places of which something sells out when they are shown
    standing: int  # places that stay in stock
    wanted: int
    least: int  # that must qualify; where many wishes leave few, the list is made as short as that
    sorts: list[WishKind]
    unsaid: list[bool]  # by place; then the number wanted and the order
    by_weekday: bool
    # products that lack one wish alone: one that is left unsaid or, if none is, that search cannot filter
    near: int
    terms: int = 0  # where a price is weighed against other things, links for how many
    whole: bool = False  # the list is bought as a whole


class DrawnList(Value):
    plan: DiscoveryPlan
    wants: list[DiscoveryWish]
    off: int  # places taken off the shelf, where it has too few different products


def sample_task(stream: Streams, world: World) -> TaskPool:
    stream = stream / "discovery"
    axes, drawn = world.axes, _drawn_on_a_shelf(stream, world)
    plan = drawn.plan
    visits = visited((stream / "visits")(), world, [plan.rack.shelf])
    world = set_on(world, plan.rack, ShelfSetting(off=drawn.off, selling=plan.selling, visits=visits))
    calls = max([_calls(plan, want, drawn.off, axes.retrieval_depth) for want in drawn.wants])
    par = Par(exchanges=max([_exchanges(want) for want in drawn.wants]), calls=calls)
    cap = _cap(plan, par, axes.retrieval_depth)
    return TaskPool(world=world, par=par, cap=cap, candidates=CANDIDATES, plan=drawn)


def _drawn_on_a_shelf(stream: Streams, world: World) -> DrawnList:
    """On the first shelf that has enough products that differ."""
    rng, axes, spare = (stream / "shelf")(), world.axes, None
    for nth in range(SHELVES):
        (shelf,) = pick_shelves(rng, world, 1, "discovery")
        rack = rack_of(world.catalog, shelf)
        for turn in range(nth * TURNS, (nth + 1) * TURNS):
            drawn = _drawn(stream / "turn" / turn, rack, axes)
            if drawn.plan.wanted and _lists(drawn) >= LISTS:
                return drawn
            spare = drawn if drawn.plan.wanted else spare
        if spare:
            return spare
    raise TooSmall(
        f"none of {SHELVES} shelves has enough products that differ for {axes.constraints} wishes, "
        f"the last of them {shelf.name!r}"
    )


def _lists(drawn: DrawnList) -> int:
    """How many different lists the candidates have, as short as they have become."""
    plan = drawn.plan
    return len({tuple(_best(want.ranked, plan.standing)[: plan.wanted]) for want in drawn.wants})


def _drawn(stream: Streams, rack: ShelfSets, axes: Axes) -> DrawnList:
    """What sells out, and the candidates, with as many products as there are for everyone."""
    plan = _plan(stream, rack, axes)
    wants: list[DiscoveryWish] = []
    for k in range(CANDIDATES):
        wants.append(_want(stream / "candidate" / k, plan, wants))
    off = _ties(rack, wants)
    there = rack.everything & ~off
    wants = [_whens((stream / "named")(), plan, want, there, axes.announced) for want in wants]
    plan = replace(plan, wanted=min(plan.wanted, *[len(_best(w.ranked, plan.standing)) for w in wants]))
    return DrawnList(plan=plan, wants=wants, off=off)


def _plan(stream: Streams, rack: ShelfSets, axes: Axes) -> DiscoveryPlan:
    """Who leaves something out leaves out how many, by what to choose, and a wish, so that neither guessing
    nor one question for all pays."""
    rng, selling = (stream / "plan")(), stock_outs((stream / "stock-outs")(), rack, axes.p_stockout)
    pool = [
        *[name for name in COMMON if rack.varies(name)],
        *[kind for kind in ("word", "number") for _ in rack.names[kind]],
    ]
    terms = axes.links if (stream / "terms")().chance(min(1000, RECKONED * axes.links)) else 0
    constraints = max(
        min(FEWEST, axes.constraints), axes.constraints - 2 * terms
    )  # what is weighed counts too
    whole = terms >= MANY_FROM and (stream / "whole")().chance(WHOLE)
    if terms >= MANY_FROM:
        constraints = min(constraints, BESIDE_A_SET if whole else MOST_BESIDE)
    sorts = wished_sorts(rng, rack, min(constraints, len(rack.category.filters)), pool)
    if whole:  # who names a value leaves few
        sorts = [replace(sort, exact=False) for sort in sorts]
    unsaid = rng.chances(len(sorts) + 2, axes.p_omit)
    if any(unsaid) and sum(unsaid) < GUESSED_AT:
        unsaid[-2:] = True, True
        unsaid[rng.below(len(sorts))] = True
    shortest = 1 if axes.level <= HALF else LEAST_OF_A_SET if whole else SHORTEST
    wanted = rng.between(min(shortest, axes.list_size), axes.list_size)
    return DiscoveryPlan(
        rack=rack,
        selling=selling,
        standing=rack.in_stock & ~emptied(selling),
        wanted=wanted,
        least=wanted if axes.level <= HALF else min(wanted, SHORTEST),
        sorts=sorts,
        unsaid=unsaid,
        by_weekday=rng.chance(500),
        near=axes.near_misses(),
        terms=terms,
        whole=whole,
    )


def _whens(rng: Rng, plan: DiscoveryPlan, want: DiscoveryWish, there: int, share: int) -> DiscoveryWish:
    """How everything comes up. How many and by what is for the agent to ask, named or not; of the wishes that
    are not named the customer says how many there are, and the agent finds them by what still differs. What
    only a product that was taken off the shelf lacks is said."""
    lacking = _lacking_one(plan, want.wishes)
    want = replace(want, gaps=[n for n in want.gaps if lacking[n] & there])
    unsaid = [*(n in want.gaps for n in range(len(plan.sorts))), *plan.unsaid[-2:]]
    disclosures = announced(rng, unsaid, share)
    number = (len(want.gaps) * (1000 - share) + 500) // 1000
    found = unnamed(rng, plan.rack, there, want.wishes, Gaps(want.gaps, number, MOST_UNFILTERED))
    named_instead(disclosures, want.gaps, found.holes, form=(-2, -1))
    return replace(want, disclosures=tuple(disclosures), asked=found.asked)


def _want(stream: Streams, plan: DiscoveryPlan, before: list[DiscoveryWish]) -> DiscoveryWish:
    """Wishes of somebody who wants a product that was drawn before them, so that what is wanted looks like
    anything on the shelf. They leave enough products: of several draws without two products that are level,
    that which leads to a list of its own, in which search finds about as many as for another candidate, and
    most of what is left unsaid matters."""
    taken = [_best(w.ranked, plan.standing)[: plan.wanted] for w in before]
    like = _found(plan, before[0].wishes) if before else 0
    best, most, rack, plain, least = None, (False, -1, -MOST_FOUND, 0, -1), plan.rack, None, (-1, 0)
    enough = MANY_ENOUGH if plan.terms >= MANY_FROM else 0  # products to be weighed
    for attempt in range(TRIES + MORE_TRIES if enough else TRIES):
        rng = (stream / attempt)()
        if most[:4] != (True, enough, *SUITS):  # with the same product it would mostly come to the same
            base = _base(rng, plan)
        narrowing = Narrowing(rng, rack, plan.wanted + _others(rng, plan), plan.standing, base)
        wishes = tuple(narrowing.wishes(wished_names(rng, rack, plan.sorts, base), plan.sorts))
        gaps = _gaps(plan, wishes)
        off = max(0, abs(_found(plan, wishes) - like) - ABOUT_AS_MANY) if before else 0
        many = min(enough, rack.fit_all(wishes, plan.standing).bit_count())
        if (
            not best or (True, many, -off, 2, len(gaps)) > most
        ):  # otherwise it is no better, however it is ranked
            order = _order(rng, plan, wishes, base)
            fitting = _ranked(rack, order, rack.fit_all(wishes, rack.in_stock))
            want = DiscoveryWish(wishes=wishes, order=order, ranked=fitting, gaps=gaps)
            standing = _best(fitting, plan.standing)
            listed = standing[: plan.wanted]
            fair = (base in fitting[: plan.wanted]) + evenly(rng, rack, listed, standing)
            worth = listed not in taken, many, -off, fair, len(gaps)
            if worth > most and not _level(rack, want) and _fair(plan, want):
                best, most = want, worth
            length = min([len(listed), *map(len, taken)])  # no list is longer than the shortest
            if (length, -off) > least:
                plain, least = want, (length, -off)
        mattering = attempt + 1 >= len(plan.sorts) or 4 * most[4] >= 3 * sum(plan.unsaid[:-2])
        if best and most[:4] == (True, enough, *SUITS) and mattering:
            return best
    return best or replace(plain or want, gaps=[])  # what would not matter is not left out


def _base(rng: Rng, plan: DiscoveryPlan) -> int:
    """A product that is to be on a candidate's list, whether or not it sells out: any, as long as there are
    enough things about it that somebody may wish for, and enough of them on its page alone."""
    places, kinds = plan.rack.stocked, [s.kind for s in plan.sorts]
    needed = sum([kind in plan.rack.names for kind in kinds])
    paged = min(kinds.count("paged"), -(-len(kinds) // 3))

    def enough(place: int) -> bool:
        asked = askable(plan.rack, place)
        return len(asked.names) >= needed and asked.paged >= paged

    drawn = (places[n] for n in rng.permuted(len(places)))
    first = next(drawn)
    return next((p for p in chain([first], drawn) if enough(p)), first)


def _others(rng: Rng, plan: DiscoveryPlan) -> int:
    """How many more products are to qualify than are wanted; enough to weigh one against the other, and with
    many links many in all."""
    if plan.terms >= MANY_FROM:
        return rng.between(*(MANY_BY_SETS if plan.whole else MANY)) - plan.wanted
    return rng.between(4, 7) if plan.terms else rng.between(1, 3)


def _reckoned(rng: Rng, plan: DiscoveryPlan, wishes: Sequence[Wish], base: int) -> str:
    """Prices weighed against other things, such that the list is not that by price alone; of several that in
    which what stands at a place is among the best and most terms matter. Empty if there is none."""
    rack, fitting = plan.rack, places_in(plan.rack.fit_all(wishes, plan.rack.in_stock))
    best, most, liked = "", (False, 0), likes(rack, wishes, fitting)
    prices = [rack.row("price")[p] for p in fitting]

    def first(cents: list[int]) -> list[int]:
        return [fitting[n] for n in sorted(range(len(fitting)), key=cents.__getitem__)[: plan.wanted]]

    for _ in range(RECKONINGS if len(fitting) > plan.least else 0):
        terms = drawn_terms(rng, rack, liked, fitting, plan.terms)
        each = added(rack, terms, fitting)
        cents = [sum(parts) for parts in zip(prices, *each, strict=True)]
        right = first(cents)
        if not terms or (base in right) < most[0] or first(prices) == right:
            continue  # no better than what was drawn before, or the list by price alone
        fewer = [[c - less for c, less in zip(cents, part, strict=True)] for part in each]
        plain = come_to(rack, from_the_first(terms), fitting)
        rough = [come_to(rack, largest(terms), fitting)] if plan.terms >= MANY_FROM else []
        other = [first(some) != right for some in (plain, *fewer, *rough)]
        if (base in right, 1 + sum(other)) > most:
            best, most = encoded(terms), (base in right, 1 + sum(other))
        if base in right and all(other):
            break
    return best


def _order(rng: Rng, plan: DiscoveryPlan, wishes: Sequence[Wish], base: int) -> str:
    """Something to go by, by which the product at a place is among the best, if there is such a thing."""
    if plan.terms and not plan.whole and (reckoned := _reckoned(rng, plan, wishes, base)):
        return reckoned
    orders = rng.shuffled(_orders(plan.rack, wishes))
    fitting = places_in(plan.rack.fit_all(wishes, plan.rack.in_stock))
    for order in orders:
        key = _ranking(plan.rack, order)
        own = key(base)
        if sum([key(p) < own for p in fitting]) < plan.wanted:
            return order
    return orders[0]


def _found(plan: DiscoveryPlan, wishes: Sequence[Wish]) -> int:
    """How many products a search gives that filters by all it can."""
    return plan.rack.fit_all(plan.rack.listed(wishes), plan.rack.everything).bit_count()


def _gaps(plan: DiscoveryPlan, wishes: Sequence[Wish]) -> list[int]:
    """Which of the wishes that may be left unsaid matter: something else fits all the others."""
    return [n for n, (left, out) in enumerate(zip(plan.unsaid, _lacking_one(plan, wishes))) if left and out]


def _lacking_one(plan: DiscoveryPlan, wishes: Sequence[Wish]) -> list[int]:
    """For each wish the places that lack it alone."""
    return lacking_one([plan.rack.fit(w) for w in wishes], plan.rack.in_stock)


def _fair(plan: DiscoveryPlan, want: DiscoveryWish) -> bool:
    """Is the answer another one for who does not ask? Are there near misses, and not too much to look
    through?"""
    rack, best = plan.rack, _best(want.ranked, plan.standing)[: plan.wanted]
    if len(best) < plan.least or _found(plan, want.wishes) > MOST_FOUND:
        return False
    broken = want.gaps or [n for n, sort in enumerate(plan.sorts) if sort.kind == "paged"]
    lacking = _lacking_one(plan, want.wishes)
    if sum([lacking[n].bit_count() for n in broken]) < plan.near:
        return False
    heard = rack.fit_all([w for n, w in enumerate(want.wishes) if n not in want.gaps], plan.standing)
    missed = _ranked(rack, want.order, heard)[: plan.least] != best[: plan.least]
    return not any(plan.unsaid) or (len(want.gaps) > 0 and missed)


def _best(ranked: list[int], standing: int) -> list[int]:
    return [p for p in ranked if standing >> p & 1]


def _level(rack: ShelfSets, want: DiscoveryWish) -> list[int]:
    """Places that are level with the one before in all that decides."""
    if terms := terms_of(want.order):
        cents = come_to(rack, terms, want.ranked)
        return [p for p, one, next_ in zip(want.ranked[1:], cents, cents[1:]) if one == next_]
    row, prices = rack.row(want.order.partition(" ")[0]), rack.row("price")
    return [b for a, b in zip(want.ranked, want.ranked[1:]) if (row[a], prices[a]) == (row[b], prices[b])]


def _orders(rack: ShelfSets, wishes: Sequence[Wish]) -> list[str]:
    """What a customer may go by: prices, ratings, delivery, and numbers that are still open."""
    fixed, (common, own) = [w.attribute for w in wishes if w.op == "eq"], _all_orders(rack)
    return [*common, *[order for name, order in own if name not in fixed]]


@lru_cache(maxsize=2_048)
def _all_orders(rack: ShelfSets) -> tuple[list[str], list[tuple[str, str]]]:
    """What one may go by on a shelf: what all products have, and numbers of its own, each with its name. In
    the shops of others a small number may be a small pack."""
    ways = {
        a.name: [way for way in rankings(a.name) if way == "down" or not rack.category.own_words]
        for a in rack.category.attributes
        if a.unit and NO_VALUE not in rack.row(a.name) and a.name not in unminded(rack.category.name)
    }
    common = [order for order in ORDERS if rack.varies(order.split()[0])]
    return common, [(name, f"{name} {way}") for name in ways for way in ways[name]]


def _ranked(rack: ShelfSets, order: str, among: int) -> list[int]:
    """Best first; the cheaper where two are level."""
    places = places_in(among)
    if terms := terms_of(order):
        cents = dict(zip(places, come_to(rack, terms, places), strict=True))
        return sorted(places, key=cents.__getitem__)
    return sorted(places, key=_ranking(rack, order))


def _ranking(rack: ShelfSets, order: str) -> Callable[[int], tuple[int, int]]:
    name, _, way = order.partition(" ")
    row, prices, sign = rack.row(name), rack.row("price"), 1 if way == "up" else -1
    return lambda p: (sign * row[p], prices[p])


def _ties(rack: ShelfSets, wants: list[DiscoveryWish]) -> int:
    """Places to be taken off the shelf, where nothing could be drawn without products that are level."""
    off = set_of([p for want in wants for p in _level(rack, want)])
    for want in wants if off else ():
        want.ranked[:] = [p for p in want.ranked if not off >> p & 1]
    return off


def _exchanges(want: DiscoveryWish) -> int:
    """Questions for what is named, how many and by what to choose; then for what still differs."""
    form = [disclosure for disclosure in want.disclosures[-2:] if disclosure != "stated"]
    return questions(len(form) + want.disclosures[:-2].count("mentioned")) + want.asked


def _calls(plan: DiscoveryPlan, want: DiscoveryWish, off: int, depth: int) -> int:
    """A look at the shelf, the pages of a filtered search, comparisons, the calendar, the recommendation."""
    found = plan.rack.fit_all(plan.rack.listed(want.told()), plan.rack.everything & ~off).bit_count()
    return look_calls(found, depth) + (plan.by_weekday and any(dated(w) for w in want.wishes)) + 1


def _cap(plan: DiscoveryPlan, par: Par, depth: int) -> Par:
    """The most that advice at this level needs."""
    exchanges = most_questions(len(plan.unsaid))
    return Par(exchanges=exchanges, calls=max(par.calls, look_calls(MOST_FOUND, depth) + 2))


def choose_goal(stream: Streams, tasks: TaskPool, k: int) -> tuple[DiscoveryGoal, Brief]:
    plan, want = tasks.plan.plan, tasks.plan.wants[k]
    disclosures, holes = want.disclosures, want.disclosures[:-2].count("omitted")
    name, world = name_of(plan.rack.catalog, plan.rack.shelf), tasks.world
    details = wish_details(plan.rack.category, want.wishes, disclosures, world, plan.by_weekday)
    rng = (stream / "discovery" / "link" / k)()
    whole = _whole(rng, plan, want)
    number = _shortlist(plan.wanted, disclosures[-2], whole is not None)
    if whole is None and rng.chance(LINKED * world.axes.links) and other_numbers(number):
        prices = [plan.rack.row("price")[p] for p in want.ranked]
        most = min([int(w.value) for w in want.wishes if w.attribute == "price"], default=ANY_PRICE)
        number = by_price(rng, number, prices, world.customer.currency, LIST_BY_PRICE, most)
    rule, ranked = whole or (None, want.ranked)
    one = number.value == 1 and not number.link and number.disclosure == "stated"
    order = _preference(
        plan.rack.category, rule.code if rule else want.order, disclosures[-1], world.customer.currency, one
    )
    thing = Thing(
        noun=name.noun,
        plural=name.plural,
        called=name.called,
        shelf=plan.rack.shelf.name,
        details=(*details, number, order, *([others_detail(holes)] if holes else ())),
    )
    goal = DiscoveryGoal(wanted=plan.wanted, ranked=tuple([plan.rack.id(p) for p in ranked]))
    fewest, most = rule.soon + 1 if rule else 1, min(len(want.ranked), len(IN_WORDS) - 1)
    numbers = [n for n in range(fewest, most + 1) if n != plan.wanted]
    others = [_shortlist(n, disclosures[-2], rule is not None) for n in numbers]
    revisable = (Revisable(thing=0, others=tuple(others), within=2),) if not number.link else ()
    request = Request(job="discovery", things=(thing,), revisable=revisable)
    return goal, Brief(persona=persona(stream), requests=(request,))


def _whole(rng: Rng, plan: DiscoveryPlan, want: DiscoveryWish) -> tuple[Together, list[int]] | None:
    """What a list that is bought as a whole is to come to, and the best such list, if there is one."""
    standing = _best(want.ranked, plan.standing)
    return draw_together(rng, plan.rack, want.wishes, standing, plan.wanted) if plan.whole else None


def _shortlist(n: int, disclosure: Disclosure, bought: bool) -> Detail:
    """How many to choose from, or to buy all of."""
    several = ranking.ALL_BOUGHT if bought else ranking.SHORTLIST
    says = tuple([t.format(n=IN_WORDS[n]) for t in (ranking.JUST_THE_BEST if n == 1 else several)])
    return Detail(
        topic="shortlist",
        label="number",
        value=n,
        says=says,
        cues=HOW_MANY,
        role="fact",
        disclosure=disclosure,
    )


def _preference(category: Category, order: str, disclosure: Disclosure, currency: str, one: bool) -> Detail:
    """What comes first, or which one it is where just one is wanted."""
    name, _, way = order.partition(" ")
    known = ranking.PREFERENCE_OF_ONE if one else ranking.PREFERENCE | ranking.PREFERENCE_OF
    if terms := terms_of(order):
        says = said(category, terms, currency)
    elif rule := read_together(order):
        says = rule.said(category, currency)
    elif order in known:
        says = known[order]
    else:
        a = category.attribute[name]
        degrees = ranking.MOST_LONG if a.unit in ranking.LONG else ranking.MOST
        most, more = (ranking.MOST_LARGE if category.own_words else degrees)[way]
        lines = ranking.PREFERENCE_BY_OF_ONE if one else ranking.PREFERENCE_BY
        says = tuple([t.format(label=a.label, most=most, more=more) for t in lines])
    return Detail(
        topic="preference",
        label="order",
        value=order,
        says=says,
        cues=RANKS,
        others=("cheapest", "most expensive", "best rated", "fastest"),
        role="fact",
        disclosure=disclosure,
    )


def verify(goal: DiscoveryGoal, outcome: Outcome) -> Findings:
    given: tuple[str, ...] = outcome.after.answers.get("recommend", ())
    right = [id for id in goal.ranked if id not in outcome.after.overlay.sold_out][: goal.wanted]
    unseen = [id for id in given if id not in outcome.retrieved]
    gone = [id for id in given if id in outcome.after.overlay.sold_out]
    best, recommended = product_names(outcome.after, right), product_names(outcome.after, given)
    return Findings(
        checks=(
            Check(
                name="best_in_order",
                passed=list(given) == right,
                because=f"the best are {best}; recommended: {recommended}",
            ),
            Check(
                name="retrieved",
                passed=not unseen,
                because=f"never shown: {product_names(outcome.after, unseen)}"
                if unseen
                else "every product was shown first",
            ),
            Check(
                name="in_stock",
                passed=not gone,
                because=f"sold out: {product_names(outcome.after, gone)}"
                if gone
                else "nothing that has sold out was recommended",
            ),
        ),
        credit=sum([_credit(n, id, right) for n, id in enumerate(dict.fromkeys(given)) if id not in unseen])
        / max(len(given), len(right)),
    )


def _credit(place: int, id: str, right: list[str]) -> float:
    """The right product at its place 1, elsewhere 0.6."""
    return 1.0 if right[place : place + 1] == [id] else 0.6 if id in right else 0.0
