"""Cart: the expert, who sees only what was said and shown."""

from typing import Literal

from ...core.env import Acts, Moves, Observation, Turn
from ...core.values import replace
from ...customer.acts import Named, Revises
from ...tools import catalog as catalog_tools
from ..shared.expert_moves import Notes, ask, call, content, listening, look, meant, narrow, threes
from ..shared.links import added_up, chosen_together, chosen_with, hangs_on, worked_out


def expert(seen: Observation, heard: Acts) -> Moves:
    """Ask for what was named and for how many, find each product, asking for what those that fit differ in,
    ask for what the variants leave open, tell of stock-outs, fill the cart, read it back."""
    notes = Notes(heard)
    yield from listening(notes, steps(notes))


def steps(notes: Notes, once: Literal["", "at first", "in the cart"] = "") -> Moves:
    """The same by what was noted; what depends on something else may be worked out once for all, as soon as
    it can be or when the cart is filled."""
    counts = [
        Named(thing=n, topic="quantity", label="quantity")
        for n in notes.things
        if "quantity" not in notes.told[n]
    ]
    yield from ask(notes, notes.named + [u for u in counts if u not in notes.named])
    pages: dict[int, catalog_tools.Variants] = {}
    for n, thing in notes.things.items():
        found = yield from look(thing.shelf, notes.of(n, "wish"), only=())
        row = yield from narrow(notes, n, found)
        seen, _ = yield call("catalog_get_variants", product_id=row.product_id)
        pages[n] = content(seen)
    holes = [
        Named(thing=n, topic=o, label=o)
        for n, page in pages.items()
        for o in page.variants[0].options
        if o not in notes.told[n]
    ]
    yield from ask(notes, holes)
    if once == "at first":
        _work_out(notes, pages)
    for group in threes([n for n, page in pages.items() if not meant(page, notes, n).in_stock]):
        _, heard = yield Turn(
            f"I am sorry, the {' and the '.join(notes.things[n].noun for n in group)} just sold out."
        )
        notes.hear(heard)
    if once == "in the cart":
        _work_out(notes, pages)
    yield from _filled(notes, pages)
    yield call("cart_confirm")


def _work_out(notes: Notes, pages: dict[int, catalog_tools.Variants]) -> None:
    """Note what everything comes to in place of what it depends on."""
    lines = {n: (_count(pages, notes, n), meant(page, notes, n).options) for n, page in pages.items()}
    for n, (count, options) in lines.items():
        for topic, value in {**options, "quantity": count}.items():
            notes.told[n][topic] = replace(notes.told[n][topic], value=value)


def _filled(notes: Notes, pages: dict[int, catalog_tools.Variants]) -> Moves:
    """Fill the cart and read it back, until the customer has no change of mind left."""
    held: dict[int, tuple[str, int]] = {}
    while True:
        kept = [n for n in pages if n not in notes.dropped]
        for n in kept:
            while held.get(n) != (line := _line(pages, notes, n)):
                yield from _put(pages[n].product_id, held.get(n), line)
                held[n] = line
        if any(held[n] != _line(pages, notes, n) for n in kept):
            continue
        _, heard = yield Turn(
            f"Your cart holds {'; '.join([_told(pages, notes, n) for n in kept])}. Shall I go ahead?"
        )
        if not any(isinstance(act, Revises) for act in heard):
            return


def _line(pages: dict[int, catalog_tools.Variants], notes: Notes, n: int) -> tuple[str, int]:
    return meant(pages[n], notes, n).variant_id, _count(pages, notes, n)


def _count(pages: dict[int, catalog_tools.Variants], notes: Notes, n: int) -> int:
    """How many, which may depend on a line before, on the price, or on what all the rest comes to."""
    value, price, first = notes.told[n]["quantity"].value, _price(pages, notes, n), min(notes.things)
    other = hangs_on(value)
    before = {other: _count(pages, notes, first + other)} if other is not None else {}
    others = [m - first for m in pages if m != n and m not in notes.dropped]
    added = [first + m for m in added_up(value, others)]
    rest = sum([_count(pages, notes, m) * _price(pages, notes, m) for m in added])
    places = sorted([n - first, *chosen_with(value)])
    if len(places) > 1 and all(first + m in pages and first + m not in notes.dropped for m in places):
        prices = [_price(pages, notes, first + m) for m in places]
        return chosen_together(value, prices, rest)[places.index(n - first)]
    return worked_out(value, price, before, rest)


def _price(pages: dict[int, catalog_tools.Variants], notes: Notes, n: int) -> int:
    return meant(pages[n], notes, n).price_cents


def _told(pages: dict[int, catalog_tools.Variants], notes: Notes, n: int) -> str:
    options = meant(pages[n], notes, n).options.items()
    said = ", ".join([f"{o.replace('_', ' ')} {value}" for o, value in options])
    return f"{_count(pages, notes, n)} of the {notes.things[n].noun} ({said})"


def _put(product_id: str, held: tuple[str, int] | None, line: tuple[str, int]) -> Moves:
    """Make a line of the cart what it should be."""
    variant_id, count = line
    if held is not None and held[0] == variant_id:
        yield call("cart_set_quantity", product_id=product_id, variant_id=variant_id, quantity=count)
        return
    if held is not None:
        yield call("cart_remove", product_id=product_id, variant_id=held[0])
    yield call("cart_add", product_id=product_id, variant_id=variant_id, quantity=count)
