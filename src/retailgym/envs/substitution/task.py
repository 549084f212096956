"""Substitution: what is drawn, which goal a candidate has, and what the verifier checks."""

from functools import reduce
from operator import or_

from ...catalog.needs import TooSmall
from ...catalog.overlay import Added, Overlay
from ...catalog.shelf_sets import ShelfSets, places_in, rack_of, set_of
from ...catalog.wishes import COMMON, Wish, holds
from ...core.env import Outcome
from ...core.reward import Check, Findings
from ...core.streams import Rng, Streams
from ...core.task import Brief, Detail, Par, Request, TaskPool, Thing, questions
from ...core.values import Value, replace
from ...customer import phrases
from ...tools import catalog as catalog_tools
from ...world import World
from ..shared.shelves import (
    CANDIDATES,
    NO_VALUE,
    Narrowing,
    ShelfSetting,
    When,
    WishKind,
    dated,
    name_of,
    near_misses,
    persona,
    pick_shelves,
    selling_out,
    set_on,
    wish_detail,
    wish_details,
    wished_names,
    wished_sorts,
)

SOLD_OUT = 3 * CANDIDATES  # the candidates' originals and others


LEAST = 5  # products that a candidate's wishes should leave


TRIES = 20


STEP_CENTS = 500  # price tolerances are multiples of this


OLD = "old "  # before the topics that describe the sold-out item


class SubstitutionGoal(Value):
    shelf: str
    wishes: tuple[Wish, ...]
    ranked: tuple[
        str, ...
    ]  # every product that has them, the closest first, whether or not it will have sold out


class SubstitutionWish(Value):
    """What one candidate had picked out, how they describe it, what a substitute must have, and the places
    that do, the closest first."""

    original: int
    told: tuple[Wish, ...]
    wishes: tuple[Wish, ...]  # the lowest and the highest price are the last
    ranked: list[tuple[int, int]]  # distance and place

    def left(self, off: int) -> list[int]:
        return [p for _, p in self.ranked if not off >> p & 1]


class SubstitutionPlan(Value):
    rack: ShelfSets
    wants: list[SubstitutionWish]
    unsaid: list[bool]
    by_weekday: bool
    added: list[Added]
    off: int  # places taken off the shelf
    gone: int  # these, and those that have sold out before the customer comes


def draw(at: Streams, world: World) -> TaskPool:
    at = at / "substitution"
    rng, axes = (at / "plan")(), world.axes
    (shelf,) = pick_shelves((at / "shelf")(), world, 1, "substitution")
    rack = rack_of(world.catalog, shelf)
    given = [name for name in ("rating", "shipping_days") if rack.varies(name)]
    pool = [
        *given,
        *["number" for _ in rack.names["number"]],
        *["word" for _ in rack.names["word"][2:]],
    ]  # two stay open
    sorts = wished_sorts(rng, rack, min(axes.constraints, len(rack.category.filters)), pool, ["price"])
    unsaid, by_weekday, outs = (
        rng.chances(len(sorts), axes.p_omit),
        rng.chance(500),
        rng.chances(2, axes.p_stockout),
    )
    sold, wants, selling, off = _wanted(at, rack, sorts, outs)
    added = near_misses(
        (at / "near misses")(), rack, [(w.wishes, [w.original]) for w in wants], unsaid, axes.near_misses()
    )
    others = places_in(
        rack.in_stock
        & ~off
        & ~set_of([*sold, *(p for w in wants for _, p in w.ranked)])
        & ~_like(rack, wants)
    )
    selling += [
        *(at / "others")().sample(others, len(selling)),
        *sold,
    ]  # what had sold out has no variants left either, once it is looked at
    visits = (at / "visits")().shuffled(sold[: 2 * CANDIDATES])
    world = set_on(world, rack, ShelfSetting(off=off, added=added, selling=selling, visits=visits))
    world = replace(world, overlay=world.overlay | Overlay(sold_out=frozenset([rack.id(p) for p in sold])))
    plan = SubstitutionPlan(
        rack=rack,
        wants=wants,
        unsaid=unsaid,
        by_weekday=by_weekday,
        added=added,
        off=off,
        gone=off | set_of(sold),
    )
    calls = max([_calls(plan, want, axes.retrieval_depth) for want in wants])
    return TaskPool(
        world=world, par=Par(exchanges=questions(sum(unsaid)), calls=calls), candidates=CANDIDATES, plan=plan
    )


def _wanted(
    at: Streams, rack: ShelfSets, sorts: list[WishKind], outs: list[bool]
) -> tuple[list[int], list[SubstitutionWish], list[int], int]:
    """What has sold out, the candidates, what sells out, and what is taken off the shelf: drawn until there
    is something for everyone."""
    for attempt in range(TRIES):
        sold = _sold_out((at / "sold out" / attempt)(), rack)
        if len(sold) < SOLD_OUT:
            break
        wants = [
            _want((at / "candidate" / attempt / k)(), rack, sorts, sold[k], set_of(sold))
            for k in range(CANDIDATES)
        ]
        best, like = [w.left(0) for w in wants], _like(rack, wants)
        selling = [p for p in selling_out(best, outs, 1) if not like >> p & 1] if [] not in best else []
        off = _ties(wants, set_of(selling))
        if [] not in [w.left(off | set_of(selling)) for w in wants]:
            return sold, wants, selling, off
    raise TooSmall(f"shelf {rack.shelf.name!r} has too few products that could stand in for each other")


def _like(rack: ShelfSets, wants: list[SubstitutionWish]) -> int:
    """Places that a description of what had sold out would fit as well, were they to sell out."""
    return reduce(or_, [rack.fit_all(w.told, rack.everything) for w in wants])


def _ties(wants: list[SubstitutionWish], selling: int) -> int:
    """Places to be taken off the shelf, so that of what stays in stock one alone is the closest for each
    candidate."""
    off, before = 0, -1
    while off != before:
        before = off
        for want in wants:
            left = [(d, p) for d, p in want.ranked if not (off | selling) >> p & 1]
            off |= set_of([p for d, p in left[1:] if d == left[0][0]])
    return off


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


def _want(rng: Rng, rack: ShelfSets, sorts: list[WishKind], original: int, gone: int) -> SubstitutionWish:
    """A candidate: a description that fits nothing else that has sold out, and wishes that are true of the
    original, but not of what is most like it in everything, so that likeness alone does not do."""
    names, told = _told_by(rack), list[Wish]()
    alike = gone | rack.everything & ~rack.in_stock
    for name in [names[n] for n in rng.permuted(len(names))]:
        if len(told) < 2 or alike != 1 << original:
            told.append(Wish(attribute=name, value=rack.worth(original, name)))
            alike &= rack.fit(told[-1])
    own, standing = rack.row("price")[original], rack.in_stock & ~gone
    gap = rack.gap(original, "price", standing, max(LEAST, standing.bit_count() * sorts[-1].share // 100))
    allowed = max(1, -(-gap // STEP_CENTS)) * STEP_CENTS
    prices = [
        Wish(attribute="price", op="gte", value=own - allowed),
        Wish(attribute="price", op="lte", value=own + allowed),
    ]
    narrowing = Narrowing(rng, rack, LEAST, rack.fit_all(prices, standing), original)
    narrowing.barred = rack.most_alike(original, narrowing.among)
    wishes = (
        narrowing.wishes(
            wished_names(rng, rack, sorts[:-1], _telling(rng, rack, original, narrowing.barred)), sorts[:-1]
        )
        + prices
    )
    places = places_in(narrowing.among)
    turn = rng.below(len(places)) if places else 0  # which of two that are level stays
    ranked = rack.by_distance(original, [w.attribute for w in wishes], places[turn:] + places[:turn])
    return SubstitutionWish(original=original, told=tuple(told), wishes=tuple(wishes), ranked=ranked)


def _telling(rng: Rng, rack: ShelfSets, original: int, barred: int) -> list[str]:
    """The attributes on the page alone, first those that tell the original from what is most like it."""
    other = (barred & -barred).bit_length() - 1
    return sorted(
        rng.shuffled(rack.names["paged"]), key=lambda name: rack.row(name)[original] == rack.row(name)[other]
    )


def _calls(plan: SubstitutionPlan, want: SubstitutionWish, depth: int) -> int:
    """The pages of all that has sold out and a comparison, the same for what could stand in, the calendar,
    the suggestion."""
    rack, listed = plan.rack, plan.rack.listed(want.wishes)
    found = rack.fit_all(listed, rack.in_stock & ~plan.gone).bit_count() + len(
        [a for a in plan.added if rack.met(listed, a)]
    )
    empty = (rack.everything & ~rack.in_stock).bit_count()
    clock = plan.by_weekday and any(dated(w) for w in want.wishes)
    return (
        sum([-(-n // size) for n in (SOLD_OUT + empty, found) for size in (depth, catalog_tools.COMPARED)])
        + clock
        + 1
    )


def settle(at: Streams, draft: TaskPool, k: int) -> tuple[SubstitutionGoal, Brief]:
    plan: SubstitutionPlan = draft.plan
    rack, want = plan.rack, plan.wants[k]
    name = name_of(rack.catalog, rack.shelf)
    told = [
        replace(wish_detail(rack.category, w, "said"), topic=OLD + w.attribute, cues=(), others=())
        for w in want.told
    ]
    keeps = wish_details(
        rack.category, want.wishes[:-2], plan.unsaid[:-1], draft.world.today if plan.by_weekday else None
    )
    price = _price(
        int(want.wishes[-1].value) - rack.row("price")[want.original],
        rack.category.money,
        "named" if plan.unsaid[-1] else "said",
    )
    thing = Thing(
        noun=name.noun,
        plural=name.plural,
        called=name.called,
        shelf=rack.shelf.name,
        details=(*told, *(replace(d, role="keep") for d in keeps), price),
    )
    goal = SubstitutionGoal(
        shelf=rack.shelf.name, wishes=want.wishes, ranked=tuple([rack.id(p) for p in want.left(plan.off)])
    )
    return goal, Brief(persona=persona(at), matters=(Request(job="substitution", things=(thing,)),))


def _price(allowed: int, money: str, when: When) -> Detail:
    """By how many cents the substitute may be dearer or cheaper than the original."""
    says, a = (
        tuple([t.format(amount=f"{allowed // 100} {money}") for t in phrases.GIVE_OR_TAKE]),
        COMMON["price"],
    )
    return Detail(
        topic=a.name, label=a.label, value=allowed, op="lte", says=says, cues=a.cues, role="keep", when=when
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
                because=f"{given or 'nothing'} was suggested, {'after' if seen else 'without'} being shown",
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
            Check(name="closest", passed=given == right, because=f"the closest is {right}"),
        ),
        credit=0.0 if gone or not (seen and same) else 0.6 if all(kept) else 0.3 * sum(kept) / len(kept),
    )
