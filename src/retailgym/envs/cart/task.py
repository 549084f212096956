"""Cart: what is drawn, which goal a candidate has, and what the verifier checks."""

from collections import Counter
from collections.abc import Iterator

from ...catalog.overlay import Added
from ...catalog.product import Product, Variant
from ...catalog.wishes import Wish
from ...core.difficulty import Axes
from ...core.env import Outcome
from ...core.reward import Check, Findings, agreed
from ...core.streams import Rng, Streams
from ...core.task import Brief, Fallback, Par, Request, TaskPool, Thing, questions
from ...core.values import Value, replace
from ...world import World, cart_change
from ..shared.candidates import CandidateProducts, set_up
from ..shared.expert_moves import find_calls
from ..shared.shelves import (
    CANDIDATES,
    name_of,
    option_detail,
    persona,
    pick_shelves,
    quantity_detail,
    shares,
    wish_detail,
)

MOST_TARGETS, MOST_PIECES = 5, 5


Line = tuple[str, str]  # product and variant


class Target(Value):
    shelf: str
    product_id: str
    variant_id: str
    quantity: int
    wishes: tuple[Wish, ...]
    instead: str = ""  # the variant that the customer takes if this one sells out; empty: none


class CartGoal(Value):
    targets: tuple[Target, ...]


class CartSlot(Value):
    """One line of the list, the same for every candidate: its shelf, what is left unsaid, what happens if the
    item sells out."""

    number: int
    picks: CandidateProducts
    unsaid_wishes: list[bool]
    unsaid_options: list[bool]
    unsaid_quantity: bool
    sells_out: bool
    dropped: bool  # when sold out, the customer does without


def draw(at: Streams, world: World) -> TaskPool:
    slots = _slots(at / "cart", world)
    added = _near_misses((at / "cart" / "near misses")(), world.axes, slots)
    visits = (at / "cart" / "visits")().shuffled([doc for s in slots for doc in s.picks.docs()])
    world = replace(
        set_up(world, [s.picks for s in slots], added),
        sells_out={
            **world.sells_out,
            **{id: number for s in slots if s.sells_out for id, number in _selling_out(at, s)},
        },
        visits=(*world.visits, *visits),
    )
    calls = max(
        [1 + sum([_calls(s, k, added, world.axes.retrieval_depth) for s in slots]) for k in range(CANDIDATES)]
    )
    return TaskPool(
        world=world, par=Par(exchanges=_exchanges(slots), calls=calls), candidates=CANDIDATES, plan=slots
    )


def _slots(at: Streams, world: World) -> list[CartSlot]:
    """The first line of a list is never dropped, so that there is always something to buy."""
    axes, catalog = world.axes, world.catalog
    n = min(MOST_TARGETS, 1 + axes.level // 3)
    slots = []
    for k, (shelf, wishes) in enumerate(
        zip(pick_shelves((at / "shelves")(), world, n, "cart"), shares(axes.constraints, n), strict=True)
    ):
        rng, category, omit = (at / "slot" / k)(), catalog.category(shelf), axes.p_omit
        wishes = min(wishes, len(category.filters))
        slots.append(
            CartSlot(
                number=k,
                sells_out=rng.chance(axes.p_stockout),
                dropped=rng.chance(250) and k > 0,
                unsaid_quantity=rng.chance(omit),
                unsaid_wishes=rng.chances(wishes, omit),
                unsaid_options=rng.chances(len(category.options), omit),
                picks=CandidateProducts((at / "picks" / k)(), catalog, shelf, wishes),
            )
        )
    return slots


def _wanted(at: Streams, slot: CartSlot, k: int) -> Rng:
    """The stream of one candidate's item. Its first number names the variant: any that is in stock, so none
    more often than another."""
    return (at / "cart" / "wanted" / slot.number / k)()


def _target(at: Streams, slot: CartSlot, k: int) -> Target:
    rng, product = _wanted(at, slot, k), slot.picks.product(slot.picks.wanted[k].place)
    variant = product.held(rng.word())
    quantity = rng.between(1, MOST_PIECES)
    other = product.variant(_instead(rng, variant, product)) if slot.sells_out and not slot.dropped else None
    return Target(
        shelf=product.shelf,
        product_id=product.id,
        variant_id=variant.id,
        wishes=slot.picks.wishes(slot.picks.wanted[k]),
        quantity=min(quantity, variant.stock, other.stock if other else quantity),
        instead=other.id if other else "",
    )


def _instead(rng: Rng, variant: Variant, product: Product) -> str:
    """Another variant, as close as there is."""
    others = [
        (sum(v.options[o] != variant.options[o] for o in v.options), v.id)
        for v in product.in_stock()
        if v is not variant
    ]
    fewest = min(others)[0]
    return rng.pick([id for n, id in others if n == fewest])


def _selling_out(at: Streams, slot: CartSlot) -> Iterator[tuple[str, int]]:
    """Candidates' items and as many of other products, so that what sells out tells nothing."""
    rng, head = (at / "cart" / "decoys" / slot.number)(), slot.picks.catalog.head
    for k, pick in enumerate(slot.picks.wanted):
        yield head(slot.picks.doc(pick.place)).id, _wanted(at, slot, k).word()
    for place in slot.picks.decoys:
        yield head(slot.picks.doc(place)).id, rng.word()


def _near_misses(rng: Rng, axes: Axes, slots: list[CartSlot]) -> list[Added]:
    """Products that break exactly one wish: an unsaid one if there is any, else one that search cannot
    filter."""
    places = [(s, i) for s in slots for i, left in enumerate(s.unsaid_wishes) if left]
    places = places or [(s, 1) for s in slots if len(s.unsaid_wishes) > 1] or [(slots[0], 0)]
    chosen = [(*places[m % len(places)], k) for k in range(CANDIDATES) for m in range(axes.near_misses())]
    return [
        added
        for slot, i, k in chosen
        if (added := slot.picks.near_miss(rng, slot.picks.wanted[k], i)) is not None
    ]


def _exchanges(slots: list[CartSlot]) -> int:
    """Questions for what is named, then for the holes that the variants show; stock-outs told; one
    confirmation."""
    named = sum([s.unsaid_quantity + sum(s.unsaid_wishes) for s in slots])
    holes, outs = sum([sum(s.unsaid_options) for s in slots]), sum([s.sells_out for s in slots])
    return questions(named) + questions(holes) + questions(outs) + 1


def _calls(slot: CartSlot, k: int, added: list[Added], depth: int) -> int:
    """A look at the shelf, the pages of a filtered search, comparisons, the variants, the cart."""
    picks, pick = slot.picks, slot.picks.wanted[k]
    near = [
        a
        for a in added
        if a.doc == picks.doc(pick.place) and not picks.category.attribute[a.attribute].filterable
    ]
    found = picks.found(pick) + len(near)
    return find_calls(found, depth) + 1 + (not (slot.sells_out and slot.dropped))


def settle(at: Streams, draft: TaskPool, k: int) -> tuple[CartGoal, Brief]:
    goal = CartGoal(targets=tuple(_target(at, slot, k) for slot in draft.plan))
    things = tuple(
        _thing(draft.world, slot, target) for slot, target in zip(draft.plan, goal.targets, strict=True)
    )
    return goal, Brief(persona=persona(at), matters=(Request(job="cart", things=things, confirmations=1),))


def _thing(world: World, slot: CartSlot, target: Target) -> Thing:
    category, product = slot.picks.category, _product(world, target.product_id)
    variant, name = product.variant(target.variant_id), name_of(world.catalog, slot.picks.shelf)
    assert variant is not None
    wishes = [
        wish_detail(category, w, "named" if left else "said")
        for w, left in zip(target.wishes, slot.unsaid_wishes, strict=True)
    ]
    options = [
        option_detail(category, o, variant.options[o], "hole" if left else "said")
        for o, left in zip(category.option, slot.unsaid_options, strict=True)
    ]
    count = quantity_detail(target.quantity, "named" if slot.unsaid_quantity else "said")
    other = product.variant(target.instead)
    instead = (
        tuple(
            option_detail(category, o, v, "said") for o, v in other.options.items() if v != variant.options[o]
        )
        if other
        else ()
    )
    return Thing(
        noun=name.noun,
        plural=name.plural,
        called=name.called,
        shelf=target.shelf,
        details=(*wishes, *options, count),
        product_id=target.product_id,
        variant_id=target.variant_id,
        fallback=Fallback(instead=instead),
    )


def _product(world: World, id: str) -> Product:
    product = world.product(id)
    assert product is not None, id
    return product


def verify(goal: CartGoal, outcome: Outcome) -> Findings:
    after = outcome.after
    due = dict(_lines(goal, after))
    wanted = Counter({line: goal.targets[n].quantity for n, line in due.items()})
    got = Counter({(line.product_id, line.variant_id): line.quantity for line in after.cart})
    unseen = [p for p, _ in got if p not in outcome.retrieved]
    charged = "cart_confirm" in after.answers
    return Findings(
        checks=(
            Check(
                name="cart_as_asked",
                passed=got == wanted,
                because=f"wanted {_printed(wanted)}; the cart holds {_printed(got)}",
            ),
            Check(
                name="retrieved",
                passed=not unseen,
                because=f"never shown: {', '.join(unseen)}" if unseen else "every product was shown first",
            ),
            agreed({n: f"{wanted[line]} x {line[1]}" for n, line in due.items()} if charged else {}, outcome),
        ),
        credit=sum(_line_credit(line, count, got) for line, count in wanted.items())
        / max(len(wanted), len(got), 1),
        allowed=outcome.changes - {cart_change(variant) for _, variant in _angering(goal, outcome, due)}
        if charged
        else outcome.changes,
    )


def _lines(goal: CartGoal, after: World) -> Iterator[tuple[int, Line]]:
    """What each target comes to, by its number; what sold out and the customer does without is left out."""
    for n, t in enumerate(goal.targets):
        gone = t.variant_id in after.gone.get(t.product_id, ())
        if not gone or t.instead:
            yield n, (t.product_id, t.instead if gone else t.variant_id)


def _angering(goal: CartGoal, outcome: Outcome, due: dict[int, Line]) -> Iterator[Line]:
    """Lines that are wrong by product or variant, but for those that stand in for one which the customer has
    agreed to."""
    got = [(line.product_id, line.variant_id) for line in outcome.after.cart]
    excused = Counter(
        [goal.targets[n].shelf for n, line in due.items() if n in outcome.agreed and line not in got]
    )
    for line in got:
        if line in due.values():
            continue
        shelf = _product(outcome.after, line[0]).shelf
        if excused[shelf]:
            excused[shelf] -= 1
        else:
            yield line


def _line_credit(line: Line, count: int, got: Counter[Line]) -> float:
    """The right line 1, the right variant 0.6, the right product 0.3."""
    if line in got:
        return 1.0 if got[line] == count else 0.6
    return 0.3 if any(product == line[0] for product, _ in got) else 0.0


def _printed(lines: Counter[Line]) -> str:
    return ", ".join(f"{n} x {v}" for (_, v), n in sorted(lines.items())) or "nothing"
