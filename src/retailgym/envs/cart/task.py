"""Cart: what is drawn, which goal a candidate has, and what the verifier checks."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import prod
from typing import TYPE_CHECKING

from ...catalog.product import Product, Variant
from ...catalog.schema import Category
from ...catalog.sense import fits, stands_in
from ...catalog.wishes import Wish
from ...core.difficulty import Axes
from ...core.env import Outcome
from ...core.reward import Check, Findings, agreed
from ...core.streams import Rng, Streams
from ...core.task import (
    TOPICS_PER_QUESTION,
    Brief,
    Detail,
    Fallback,
    Par,
    Request,
    TaskPool,
    Thing,
    questions,
)
from ...core.values import Value, replace
from ...world import World, cart_change
from ...world.naming import product_names, variant_name
from ..shared.candidates import CandidateProducts, Pick, set_up
from ..shared.shelves import (
    CANDIDATES,
    Disclosure,
    announced,
    differing,
    in_other_words,
    look_calls,
    name_of,
    option_detail,
    persona,
    pick_shelves,
    quantity_detail,
    shares,
    visited,
    wish_detail,
)
from .linking import AKIN_FROM, MOST_PIECES, SEVERAL, linked, most_hanging, revisable, together
from .matching import matched, most_alike, open_variants

if TYPE_CHECKING:
    from ...catalog.search.index import Shelf

MOST_TARGETS = 5
AKIN = 2  # one line in so many is akin to another


Line = tuple[str, str]  # product and variant


MOST_FOUND = 20  # products that a search gives which filters by all it can
# products that would fit as well, but for a wish that is left unsaid: on a list of one line and of two, and
# where there are more lines, or more wishes that single a product out. The more are asked for, the fewer of a
# shelf's products can be wanted, and those are soon known by heart
FITTING, FEW = {1: 9, 2: 5}, 3
UNNAMED = 4  # the level from which nobody who leaves anything out names a brand that they want
TWO, ONE = 2, 800  # of what hardly anybody buys several of: how many at most, and one so often, per mille
GUESSES = 10  # lists that fit what was said where something is left unsaid


class Target(Value):
    shelf: str
    product_id: str
    variant_id: str
    quantity: int
    wishes: tuple[Wish, ...]
    instead: str = ""  # the variant that the customer takes if this one sells out; empty: none


class CartGoal(Value):
    targets: tuple[Target, ...]


class CartGaps(Value):
    """What is left unsaid of one line."""

    wishes: list[bool]
    options: list[bool]
    quantity: bool
    most: int  # of which somebody buys so many
    lines: int  # on the list

    @property
    def fitting(self) -> int:
        """How many other products fit what is said, at the least."""
        if not any(self.wishes):
            return 0
        return FITTING.get(self.lines, FEW) if len(self.wishes) == 2 else FEW

    @property
    def guesses(self) -> int:
        """How many lines fit what is said, at the least."""
        return int((self.fitting + 1) * 2 ** sum(self.options) * (self.most if self.quantity else 1))


class CartSlot(Value):
    """One line of the list, the same for every candidate: its shelf, what is left unsaid, what sells out, and
    what happens then."""

    number: int
    picks: CandidateProducts
    gaps: CartGaps
    selling: Mapping[int, int]  # places of which some variants sell out, by a number that says which
    dropped: bool  # when sold out, the customer does without
    least: int = 1  # of which somebody buys so many at least: several, where other numbers may follow


def sample_task(stream: Streams, world: World) -> TaskPool:
    stream = stream / "cart"
    slots = _slots(stream, world)
    selling = {s.picks.rack.id(place): number for s in slots for place, number in s.selling.items()}
    world = replace(
        set_up(world, [s.picks for s in slots]),
        sells_out={**world.sells_out, **selling},
        visits=visited((stream / "visits")(), world, [s.picks.shelf for s in slots]),
    )
    lines = [[_line(stream, world, slot, k) for slot in slots] for k in range(CANDIDATES)]
    alike = most_alike(world.axes.links)
    if alike:
        lines = [matched((stream / "alike" / k)(), drawn, alike) for k, drawn in enumerate(lines)]
    depth = world.axes.retrieval_depth
    par = Par(
        exchanges=max(map(_exchanges, lines)),
        calls=max([1 + sum([_calls(line, depth) for line in drawn]) for drawn in lines]),
    )
    following = max([sum([line.alike is not None for line in drawn]) for drawn in lines])
    cap, writes = _cap(slots, par, depth), {"cart_add": len(slots) + following}
    return TaskPool(
        world=world,
        par=par,
        cap=cap,
        candidates=CANDIDATES,
        plan=lines,
        per_revision=Par(exchanges=1, calls=2 + max(2 * following, most_hanging(slots, world.axes.links))),
        writes=writes,
    )


def _slots(stream: Streams, world: World) -> list[CartSlot]:
    """The first line of a list is never dropped, so that there is always something to buy."""
    axes, catalog = world.axes, world.catalog
    n, rng = min(MOST_TARGETS, 1 + axes.level // 3), (stream / "shelves")()
    akin = n // AKIN if axes.links >= AKIN_FROM else 0

    def single(shelf: "Shelf") -> bool:
        return fits("single", catalog.category(shelf), shelf.name)

    # numbers follow those of other lines that people buy in numbers
    shelves = pick_shelves(rng, world, n, "cart", akin=akin, may_be=lambda shelf: not single(shelf))
    kinds = [(catalog.category(s), s.name) for s in shelves]
    most = [TWO if single(shelf) else MOST_PIECES for shelf in shelves]
    gaps = _gaps((stream / "gaps")(), axes, [category for category, _ in kinds], most)
    slots = []
    for k, (shelf, left) in enumerate(zip(shelves, gaps, strict=True)):
        rng = (stream / "slot" / k)()
        picks = CandidateProducts(
            (stream / "picks" / k)(),
            catalog,
            shelf,
            len(left.wishes),
            gaps=left.wishes,
            least=max(axes.near_misses(), left.fitting),
            most=MOST_FOUND,
        )
        selling = {place: rng.word() for place in rng.struck(shelf.last - shelf.first, axes.p_stockout)}
        followed = kinds[k][0].name in [category.name for category, _ in kinds[k + 1 :]]
        leads = akin and left.most > TWO and followed
        slots.append(
            CartSlot(
                number=k,
                picks=picks,
                gaps=left,
                selling=selling,
                dropped=rng.chance(250) and k > 0,
                least=SEVERAL if leads else 1,
            )
        )
    return slots


def _gaps(rng: Rng, axes: Axes, categories: list[Category], most: list[int]) -> list[CartGaps]:
    """What is left unsaid, line by line. At least two wishes a line: with one alone, half of a shelf would
    fit. Who leaves something out leaves out a wish and some of the form, so that neither guessing nor one
    question for all pays; and first that wish which search could filter, since a brand or a number is said as
    the page has it, and whoever compares words would need nothing else. From some level on nobody says it of
    any line."""
    wishes = [
        min(max(2, share), len(c.filters))
        for share, c in zip(shares(axes.constraints, len(categories)), categories, strict=True)
    ]
    gaps = [
        CartGaps(
            wishes=sorted(rng.chances(n, axes.p_omit), reverse=True),
            options=rng.chances(len(c.options), axes.p_omit),
            quantity=rng.chance(axes.p_omit) and pieces > TWO,
            most=pieces,
            lines=len(categories),
        )
        for n, c, pieces in zip(wishes, categories, most, strict=True)
    ]
    space = prod([g.guesses for g in gaps])
    if space > 1:
        at = max(range(len(gaps)), key=lambda n: (gaps[n].most, gaps[n].guesses))
        if not any(any(g.wishes) for g in gaps):
            gaps[at].wishes[0] = True
        if axes.level >= UNNAMED:
            for g in gaps:
                g.wishes[0] = True
        if space < GUESSES or not any(g.quantity or any(g.options) for g in gaps):
            gaps[at] = replace(gaps[at], quantity=True)
        if prod([g.guesses for g in gaps]) < GUESSES:
            gaps[at] = replace(gaps[at], options=[True for _ in gaps[at].options])
    return gaps


class Wanted(Value):
    """What one candidate wants of a slot, and how each detail of it comes up."""

    slot: CartSlot
    target: Target
    product: Product
    disclosures: tuple[Disclosure, ...]  # wishes, options, number
    found: int  # products that a search gives which filters by all that was told
    questions: int  # asked because several products still fit
    out: bool  # it sells out
    alike: tuple[str, int] | None = None  # an option that is given by that of an earlier line


def _line(stream: Streams, world: World, slot: CartSlot, k: int) -> Wanted:
    rng, picks, pick = (stream / "wanted" / slot.number / k)(), slot.picks, slot.picks.wanted[k]
    product, number = picks.product(pick.place), slot.selling.get(pick.place)
    variant = rng.pick(open_variants(product, slot.gaps.options))
    quantity, gone = (
        rng.between(slot.least, slot.gaps.most),
        product.going(number) if number is not None else [],
    )
    if slot.gaps.most == TWO and not slot.gaps.quantity and rng.chance(ONE):
        quantity = 1
    other = (
        product.variant(_instead(rng, variant, product, gone))
        if variant in gone and not slot.dropped
        else None
    )
    target = Target(
        shelf=product.shelf,
        product_id=product.id,
        variant_id=variant.id,
        wishes=picks.wishes(pick),
        quantity=min(quantity, variant.stock, other.stock if other else quantity),
        instead=other.id if other else "",
    )
    disclosures, hole = _whens(rng, world.axes.announced, slot, k)
    return Wanted(
        slot=slot,
        target=target,
        product=product,
        disclosures=disclosures,
        found=picks.found(pick),
        questions=hole >= 0,
        out=variant in gone,
    )


def _whens(rng: Rng, share: int, slot: CartSlot, k: int) -> tuple[tuple[Disclosure, ...], int]:
    """How each detail comes up, and which wish is left for the agent to notice. As many as the share says are
    not named: what nobody would notice is named all the same, and the wish that they would, an option or the
    number, which the form asks for, is not named in its place."""
    gaps, n = slot.gaps, len(slot.gaps.wishes)
    disclosures = announced(rng, [*gaps.wishes, *gaps.options, gaps.quantity], share)
    hole = _hole(slot.picks, slot.picks.wanted[k], gaps.wishes)
    unsaid = [i for i, disclosure in enumerate(disclosures) if disclosure != "stated"]
    noticed = [i for i in unsaid if i == hole or i >= n]
    first = sorted(noticed, key=lambda i: disclosures[i] != "omitted")
    omitted = first[: (len(unsaid) * (1000 - share) + 500) // 1000]
    for i in unsaid:
        disclosures[i] = "omitted" if i in omitted else "mentioned"
    return tuple(disclosures), hole if hole in omitted else -1


def _instead(rng: Rng, variant: Variant, product: Product, gone: list[Variant]) -> str:
    """Another variant that stays in stock, as close as there is; none where all are of another size."""
    others = [
        (sum(v.options[o] != variant.options[o] for o in v.options), v.id)
        for v in product.in_stock()
        if v not in gone and stands_in(variant.options, v.options)
    ]
    if not others:
        return ""
    fewest = min(others)[0]
    return rng.pick([id for n, id in others if n == fewest])


def _hole(picks: CandidateProducts, pick: Pick, unsaid: Sequence[bool]) -> int:
    """The wish of the page that need not be named, because whoever looks at what still fits asks for it at
    once; -1: none."""
    filters = picks.category.filters
    for hole in [n for n, left in enumerate(unsaid) if left and pick.wishes[n] in pick.paged]:
        told = [w for n, w in enumerate(pick.wishes) if n != hole]
        topics = differing(picks.rack, picks.fitting(told), [filters[slot].name for slot, _ in told])
        if filters[pick.wishes[hole][0]].name in topics[:TOPICS_PER_QUESTION]:
            return hole
    return -1


def _exchanges(lines: list[Wanted]) -> int:
    """Questions for what is named and how many, for what still differs, for the options that the variants
    show; stock-outs; one confirmation."""
    first = sum([line.disclosures.count("mentioned") + (line.disclosures[-1] == "omitted") for line in lines])
    options = sum([line.disclosures[len(line.target.wishes) : -1].count("omitted") for line in lines])
    return (
        questions(first)
        + sum([line.questions for line in lines])
        + questions(options)
        + questions(sum([line.out for line in lines]))
        + 1
    )


def _calls(line: Wanted, depth: int) -> int:
    """A look at the shelf, the pages of a filtered search, comparisons, a closer one of what still fits, the
    variants, the cart."""
    filterable = {f.name: f.filterable for f in line.slot.picks.category.filters}
    wishes = zip(line.target.wishes, line.disclosures, strict=False)
    paged = [w for w, disclosure in wishes if not filterable[w.attribute] and disclosure != "omitted"]
    closer = line.questions > 0 and bool(paged)
    return look_calls(line.found, depth) + closer + 1 + (not (line.out and line.slot.dropped))


def _cap(slots: list[CartSlot], par: Par, depth: int) -> Par:
    """The most that lists with so many lines, of such things, need."""
    wishes, options, lines = (
        sum([len(s.gaps.wishes) for s in slots]),
        sum([len(s.gaps.options) for s in slots]),
        len(slots),
    )
    exchanges = questions(wishes + lines) + lines + questions(options) + questions(lines) + 1
    calls = 1 + lines * (look_calls(MOST_FOUND, depth) + 3)
    return Par(exchanges=max(exchanges, par.exchanges), calls=max(calls, par.calls))


def choose_goal(stream: Streams, pool: TaskPool, k: int) -> tuple[CartGoal, Brief]:
    lines, some = together((stream / "cart" / "pair" / k)(), pool.world, pool.plan[k])
    depth = pool.world.axes.retrieval_depth
    least = min([sum([_calls(line, depth) for line in drawn]) for drawn in pool.plan])
    within = least + least // 4  # what has not come by then comes with the confirmation
    since = least - len(lines) if pool.world.axes.links >= AKIN_FROM else 1  # when the cart is being filled
    things = linked(
        (stream / "cart" / "links" / k)(),
        pool.world,
        lines,
        [_thing(pool.world, line) for line in lines],
        some,
    )
    goal, request = (
        CartGoal(targets=tuple(line.target for line in lines)),
        Request(
            job="cart",
            things=things,
            confirmations=1,
            revisable=tuple(revisable(lines, things, range(since, within))),
        ),
    )
    return goal, Brief(persona=persona(stream), requests=(request,))


def _thing(world: World, line: Wanted) -> Thing:
    target, product, disclosures, category = (
        line.target,
        line.product,
        iter(line.disclosures),
        line.slot.picks.category,
    )
    variant, name = product.variant(target.variant_id), name_of(world.catalog, line.slot.picks.shelf)
    assert variant is not None
    wishes = [_plain(wish_detail(category, w, next(disclosures))) for w in target.wishes]
    options = [option_detail(category, o, variant.options[o], next(disclosures)) for o in category.option]
    other = product.variant(target.instead)
    instead = (
        tuple(
            option_detail(category, o, v, "stated")
            for o, v in other.options.items()
            if v != variant.options[o]
        )
        if other
        else ()
    )
    return Thing(
        noun=name.noun,
        plural=name.plural,
        called=name.called,
        shelf=target.shelf,
        details=(*wishes, *options, quantity_detail(target.quantity, next(disclosures), line.slot.gaps.most)),
        product_id=target.product_id,
        variant_id=target.variant_id,
        fallback=Fallback(instead=instead),
    )


def _plain(wish: Detail) -> Detail:
    """As people say it who have not read the page."""
    return replace(wish, says=in_other_words(wish.says, str(wish.value)))


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
                because=f"wanted {_printed(wanted, after)}; the cart holds {_printed(got, after)}",
            ),
            Check(
                name="retrieved",
                passed=not unseen,
                because=f"never shown: {product_names(after, unseen)}"
                if unseen
                else "every product was shown first",
            ),
            agreed(
                {n: f"{wanted[line]} x {variant_name(after, *line)}" for n, line in due.items()}
                if charged
                else {},
                outcome,
            ),
        ),
        credit=sum(_line_credit(line, count, got) for line, count in wanted.items())
        / max(len(wanted), len(got), 1),
        allowed=_allowed(outcome, [v for _, v in _angering(goal, outcome, due)] if charged else []),
    )


def _lines(goal: CartGoal, after: World) -> Iterator[tuple[int, Line]]:
    """What each target comes to, by its number; what sold out and the customer does without is left out."""
    for n, t in enumerate(goal.targets):
        gone = t.variant_id in after.gone.get(t.product_id, ())
        if not gone or t.instead:
            yield n, (t.product_id, t.instead if gone else t.variant_id)


def _allowed(outcome: Outcome, angering: Sequence[str]) -> frozenset[str]:
    """All that was done to the cart, but for variants that nobody asked for and that were charged."""
    lines = (*outcome.before.cart, *outcome.after.cart)
    return frozenset(cart_change(line.variant_id) for line in lines if line.variant_id not in angering)


def _angering(goal: CartGoal, outcome: Outcome, due: dict[int, Line]) -> Iterator[Line]:
    """Lines that are wrong by product or variant, but for those that stand in for one which the customer has
    agreed to: of its shelf, and with the options that were read back."""
    got, after = [(line.product_id, line.variant_id) for line in outcome.after.cart], outcome.after
    excused = Counter(
        [_looks(after, line) for n, line in due.items() if n in outcome.agreed and line not in got]
    )
    for line in got:
        if line in due.values():
            continue
        looks = _looks(after, line)
        if excused[looks]:
            excused[looks] -= 1
        else:
            yield line


def _looks(world: World, line: Line) -> tuple[str, ...]:
    """What a line is read back as: its kind and its options."""
    product = _product(world, line[0])
    variant = product.variant(line[1])
    return product.shelf, *([f"{o} {x}" for o, x in variant.options.items()] if variant is not None else ())


def _line_credit(line: Line, count: int, got: Counter[Line]) -> float:
    """The right line 1, the right variant 0.6, the right product 0.3."""
    if line in got:
        return 1.0 if got[line] == count else 0.6
    return 0.3 if any(product == line[0] for product, _ in got) else 0.0


def _printed(lines: Counter[Line], world: World) -> str:
    return "; ".join(f"{n} x {variant_name(world, *line)}" for line, n in sorted(lines.items())) or "nothing"
