"""Discovery: what is drawn, which goal a candidate has, and what the verifier checks."""

from ...catalog.needs import TooSmall
from ...catalog.overlay import Added
from ...catalog.schema import Category, cues
from ...catalog.shelf_sets import ShelfSets, places_in, rack_of, set_of
from ...catalog.wishes import COMMON, Wish
from ...core.env import Outcome
from ...core.reward import Check, Findings
from ...core.streams import Streams
from ...core.task import Brief, Detail, Par, Request, TaskPool, Thing, questions
from ...core.values import Value, replace
from ...customer import phrases
from ...customer.voice import NUMBERS as IN_WORDS
from ...tools import catalog as catalog_tools
from ...world import World
from ..shared.shelves import (
    CANDIDATES,
    HOW_MANY,
    NO_VALUE,
    Narrowing,
    ShelfSetting,
    WishKind,
    dated,
    name_of,
    near_misses,
    persona,
    pick_shelves,
    selling_out,
    set_on,
    wish_details,
    wished_names,
    wished_sorts,
)

ORDERS = tuple(phrases.PREFERENCE)


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


class DiscoveryGoal(Value):
    wanted: int
    ranked: tuple[str, ...]  # every product that qualifies, best first, whether or not it will have sold out


class DiscoveryWish(Value):
    """What one candidate wants: wishes, what to go by, and the places that qualify, best first."""

    wishes: tuple[Wish, ...]
    order: str  # "price up": what it is about, and whether less or more comes first
    ranked: list[int]


class DiscoveryPlan(Value):
    rack: ShelfSets
    wanted: int
    wants: list[DiscoveryWish]
    unsaid: list[bool]  # by place; then the number wanted and the order
    by_weekday: bool


def draw(at: Streams, world: World) -> TaskPool:
    at = at / "discovery"
    rng, axes = (at / "plan")(), world.axes
    (shelf,) = pick_shelves((at / "shelf")(), world, 1, "discovery")
    rack = rack_of(world.catalog, shelf)
    pool = [
        *[name for name in COMMON if rack.varies(name)],
        *[kind for kind in ("word", "number") for _ in rack.names[kind]],
    ]
    sorts = wished_sorts(rng, rack, min(axes.constraints, len(rack.category.filters)), pool)
    wanted = rng.between(1, axes.list_size)
    outs = rng.chances(wanted, axes.p_stockout)
    plan = DiscoveryPlan(
        rack=rack,
        wanted=wanted,
        unsaid=rng.chances(len(sorts) + 2, axes.p_omit),
        by_weekday=rng.chance(500),
        wants=_wants(at, rack, sorts, wanted + sum(outs) + rng.between(1, 3)),
    )
    off = _ties(plan)
    plan = replace(plan, wanted=min(wanted, min([len(w.ranked) for w in plan.wants])))
    if not plan.wanted:
        raise TooSmall(f"shelf {shelf.name!r} has too few products that differ for {len(sorts)} wishes")
    selling = selling_out([w.ranked for w in plan.wants], outs, plan.wanted)
    best = [(w.wishes, w.ranked[: plan.wanted]) for w in plan.wants]
    added = near_misses((at / "near misses")(), rack, best, plan.unsaid, axes.near_misses())
    looked_at = list(dict.fromkeys([p for w in plan.wants for p in w.ranked[:2]]))
    unwanted = rack.in_stock & ~off & ~set_of([p for w in plan.wants for p in w.ranked])
    others = (at / "others")().sample(places_in(unwanted), len(selling) + len(looked_at))
    visits = (at / "visits")().shuffled(looked_at + others[len(selling) :])
    world = set_on(
        world,
        rack,
        ShelfSetting(off=off, added=added, selling=selling + others[: len(selling)], visits=visits),
    )
    calls = max([_calls(plan, want, off, added, axes.retrieval_depth) for want in plan.wants])
    return TaskPool(
        world=world,
        par=Par(exchanges=questions(sum(plan.unsaid)), calls=calls),
        candidates=CANDIDATES,
        plan=plan,
    )


def _wants(at: Streams, rack: ShelfSets, sorts: list[WishKind], least: int) -> list[DiscoveryWish]:
    """Candidates with wishes of the same kinds, each leaving at least so many products where it can."""
    wants = []
    for k in range(CANDIDATES):
        rng = (at / "candidate" / k)()
        narrowing = Narrowing(rng, rack, least, rack.in_stock)
        wishes = narrowing.wishes(wished_names(rng, rack, sorts), sorts)
        order = rng.pick(_orders(rack, wishes))
        wants.append(
            DiscoveryWish(wishes=tuple(wishes), order=order, ranked=_ranked(rack, order, narrowing.among))
        )
    return wants


def _orders(rack: ShelfSets, wishes: list[Wish]) -> list[str]:
    """What a customer may go by: prices, ratings, delivery, and numbers that are still open."""
    fixed = [w.attribute for w in wishes if w.op == "eq"]
    numbers = [
        a.name
        for a in rack.category.attributes
        if a.unit and a.name not in fixed and NO_VALUE not in rack.row(a.name)
    ]
    return [
        *(o for o in ORDERS if rack.varies(o.split()[0])),
        *(f"{name} {way}" for name in numbers for way in ("up", "down")),
    ]


def _ranked(rack: ShelfSets, order: str, among: int) -> list[int]:
    """Best first; the cheaper where two are level."""
    name, _, way = order.partition(" ")
    row, prices, sign = rack.row(name), rack.row("price"), 1 if way == "up" else -1
    return sorted(places_in(among), key=lambda p: (sign * row[p], prices[p]))


def _ties(plan: DiscoveryPlan) -> int:
    """Places to be taken off the shelf, so that no two that qualify are level in price as well."""
    off, prices = 0, plan.rack.row("price")
    for want in plan.wants:
        row = plan.rack.row(want.order.partition(" ")[0])
        for a, b in zip(want.ranked, want.ranked[1:]):
            if (row[a], prices[a]) == (row[b], prices[b]):
                off |= 1 << b
    for want in plan.wants:
        want.ranked[:] = [p for p in want.ranked if not off >> p & 1]
    return off


def _calls(plan: DiscoveryPlan, want: DiscoveryWish, off: int, added: list[Added], depth: int) -> int:
    """A look at the shelf, the pages of a filtered search, comparisons, the calendar, the recommendation."""
    rack, listed = plan.rack, plan.rack.listed(want.wishes)
    found = rack.fit_all(listed, rack.everything & ~off).bit_count() + len(
        [a for a in added if rack.met(listed, a)]
    )
    clock = plan.by_weekday and any(dated(w) for w in want.wishes)
    return 1 + -(-found // depth) + -(-found // catalog_tools.COMPARED) + clock + 1


def settle(at: Streams, draft: TaskPool, k: int) -> tuple[DiscoveryGoal, Brief]:
    plan: DiscoveryPlan = draft.plan
    want, name = plan.wants[k], name_of(plan.rack.catalog, plan.rack.shelf)
    *unsaid, number, order = plan.unsaid
    details = wish_details(
        plan.rack.category, want.wishes, unsaid, draft.world.today if plan.by_weekday else None
    )
    thing = Thing(
        noun=name.noun,
        plural=name.plural,
        called=name.called,
        shelf=plan.rack.shelf.name,
        details=(
            *details,
            _shortlist(plan.wanted, number),
            _preference(plan.rack.category, want.order, order),
        ),
    )
    goal = DiscoveryGoal(wanted=plan.wanted, ranked=tuple([plan.rack.id(p) for p in want.ranked]))
    return goal, Brief(persona=persona(at), matters=(Request(job="discovery", things=(thing,)),))


def _shortlist(n: int, unsaid: bool) -> Detail:
    word = IN_WORDS[n]
    says = tuple([t.format(n=word) for t in (phrases.JUST_THE_BEST if n == 1 else phrases.SHORTLIST)])
    return Detail(
        topic="shortlist",
        label="number",
        value=n,
        says=says,
        cues=HOW_MANY,
        role="fact",
        when="named" if unsaid else "said",
    )


def _preference(category: Category, order: str, unsaid: bool) -> Detail:
    name, _, way = order.partition(" ")
    lines = phrases.PREFERENCE_UP if way == "up" else phrases.PREFERENCE_DOWN
    says = (
        phrases.PREFERENCE[order]
        if order in ORDERS
        else tuple([t.format(label=category.attribute[name].label) for t in lines])
    )
    return Detail(
        topic="preference",
        label="order",
        value=order,
        says=says,
        cues=RANKS,
        others=("cheapest", "most expensive", "best rated", "fastest"),
        role="fact",
        when="named" if unsaid else "said",
    )


def verify(goal: DiscoveryGoal, outcome: Outcome) -> Findings:
    given: tuple[str, ...] = outcome.after.answers.get("recommend", ())
    right = [id for id in goal.ranked if id not in outcome.after.overlay.sold_out][: goal.wanted]
    unseen = [id for id in given if id not in outcome.retrieved]
    gone = [id for id in given if id in outcome.after.overlay.sold_out]
    best = f"the best are {', '.join(right)}; recommended: {', '.join(given) or 'nothing'}"
    return Findings(
        checks=(
            Check(name="best_in_order", passed=list(given) == right, because=best),
            Check(
                name="retrieved",
                passed=not unseen,
                because=f"never shown: {', '.join(unseen)}" if unseen else "every product was shown first",
            ),
            Check(
                name="in_stock",
                passed=not gone,
                because=f"sold out: {', '.join(gone)}"
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
