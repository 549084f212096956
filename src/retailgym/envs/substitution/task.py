"""Substitution: what is drawn, which goal a candidate has, and what the verifier checks."""

from ...catalog.product import Overlay
from ...catalog.schema import Category
from ...catalog.shelf_sets import ShelfSets, places_in
from ...catalog.wishes import COMMON, Wish, holds
from ...core.env import Outcome
from ...core.markets import spoken
from ...core.reward import Check, Findings
from ...core.streams import Streams
from ...core.task import Brief, Detail, Par, Request, Revisable, TaskPool, Thing, questions
from ...core.values import Value, replace
from ...customer.locale.en import phrases
from ...tools import catalog as catalog_tools
from ...world import World
from ...world.naming import product_name
from ..shared.shelves import (
    CANDIDATES,
    Disclosure,
    ShelfSetting,
    dated,
    most_questions,
    name_of,
    others_detail,
    persona,
    set_on,
    visited,
    wish_detail,
    wish_details,
)
from .closeness import closeness_detail, distances
from .draw import DrawnSubstitute, drawn_somewhere, told
from .originals import tolerance
from .plan import SOLD_OUT, SubstitutionPlan
from .wanted import MOST_FOUND, SubstitutionWish, found_by_search

MUCH = 4  # of what share of a price nobody says "the same, give or take"
OLD = "old "  # before the topics that describe the sold-out item


class SubstitutionGoal(Value):
    shelf: str
    wishes: tuple[Wish, ...]
    ranked: tuple[
        str, ...
    ]  # every product that has them, the closest first, whether or not it will have sold out


def sample_task(stream: Streams, world: World) -> TaskPool:
    stream, axes = stream / "substitution", world.axes
    drawn = drawn_somewhere(stream, world)
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


def _exchanges(want: SubstitutionWish) -> int:
    """Questions for what is named, for the price and for how differences count; then for what still
    differs."""
    counting = bool(want.gaps and want.weights.times)
    named = want.disclosures.count("mentioned") + (want.disclosures[-1] == "omitted") + counting
    return questions(named) + want.asked


def _calls(drawn: DrawnSubstitute, want: SubstitutionWish, depth: int) -> int:
    """The pages of all that has sold out and a comparison, the same for what could stand in, the calendar,
    the suggestion."""
    plan, rack = drawn.plan, drawn.plan.rack
    return (
        _looks(rack, found_by_search(plan, want, drawn.off), depth)
        + (plan.by_weekday and any(dated(w) for w in want.wishes))
        + 1
    )


def _looks(rack: ShelfSets, found: int, depth: int) -> int:
    empty = (rack.everything & ~rack.in_stock).bit_count()
    looked = ((SOLD_OUT + empty, depth), (found, depth))
    compared = (SOLD_OUT + empty, found + 1)  # what could stand in, beside what sold out
    return sum([-(-n // size) for n, size in (*looked, *[(n, catalog_tools.COMPARED) for n in compared])])


def _cap(plan: SubstitutionPlan, par: Par, depth: int) -> Par:
    """The most that a substitute at this level needs."""
    exchanges = most_questions(len(plan.unsaid) + bool(plan.weighed))
    return Par(exchanges=exchanges, calls=max(par.calls, _looks(plan.rack, MOST_FOUND, depth) + 2))


def choose_goal(stream: Streams, tasks: TaskPool, k: int) -> tuple[SubstitutionGoal, Brief]:
    plan, want = tasks.plan.plan, tasks.plan.wants[k]
    rack, disclosures, holes = plan.rack, want.disclosures, want.disclosures[:-1].count("omitted")
    name = name_of(rack.catalog, rack.shelf)
    described = [
        replace(wish_detail(rack.category, w, "stated"), topic=OLD + w.attribute, cues=(), others=())
        for w in told(plan, want)
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
            *described,
            *(replace(d, role="keep") for d in keeps),
            price,
            *([others_detail(holes)] if holes else ()),
            *([_closeness(rack.category, want, currency)] if want.weights.times else ()),
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
    steps = {tolerance(gap, own) for gap in (0, *gaps)}
    return [
        other
        for other in sorted(steps - {allowed})
        if next((n for n, gap in enumerate(gaps) if gap <= other), -1) != first
    ]


def _closeness(category: Category, want: SubstitutionWish, currency: str) -> Detail:
    """How differences count, which is for the agent to ask where anything is."""
    return closeness_detail(category, want.weights, currency, "mentioned" if want.gaps else "stated")


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
