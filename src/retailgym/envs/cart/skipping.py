"""Cart, every word understood and a part left out: asking, searching, reading the cart back."""

from collections.abc import Iterable
from functools import partial

from ...core.env import Acts, Moves, Observation, Player, Turn
from ...tools.catalog import Row, ShownVariant, Variants
from ..shared.expert_moves import Notes, Skill, call, content, listening, look, threes
from ..shared.links import choosing_one_by_one, ignoring, worked_out
from .expert import expert, steps

FIXED = "How many do you want, which variant, and is there anything else that matters?"
OPEN = "Is there anything else I should know?"


def never_asks(seen: Observation, heard: Acts, question: str = "") -> Moves:
    """What was said, and a guess at the rest. A question, if there is one, is the same for everybody."""
    notes = Notes(heard)
    if question:
        _, heard = yield Turn(question)
        notes.hear(heard)
    chosen: dict[int, tuple[Variants, ShownVariant]] = {}
    for n, thing in notes.things.items():
        rows, *_ = yield from look(thing.shelf, notes.of(n, "wish"))
        page = yield from _variants(rows)
        chosen[n] = page, _guess(page, notes, n)
    yield from _buy(notes, chosen)


def asks(question: str = "") -> Player:
    """Asks everybody the same, and guesses the rest."""
    return partial(never_asks, question=question)


def _variants(rows: Iterable[Row]) -> Skill[Variants]:
    seen, _ = yield call("catalog_get_variants", product_id=next(iter(rows)).product_id)
    page: Variants = content(seen)
    return page


def _guess(page: Variants, notes: Notes, n: int) -> ShownVariant:
    """A variant with the options that were told; where they leave a choice, one that is in stock."""
    told = notes.told[n]
    fits = [v for v in page.variants if all(told[o].value == x for o, x in v.options.items() if o in told)]
    return max(fits or page.variants, key=lambda v: v.in_stock > 0)


def _buy(notes: Notes, chosen: dict[int, tuple[Variants, ShownVariant]]) -> Moves:
    for group in threes([n for n, (_, variant) in chosen.items() if not variant.in_stock]):
        nouns = " and the ".join(notes.things[n].noun for n in group)
        _, heard = yield Turn(f"I am sorry, the {nouns} just sold out.")
        notes.hear(heard)
    lines, counts = [], list[int]()
    for n, (page, _) in chosen.items():
        variant, told = _guess(page, notes, n), notes.told[n].get("quantity")
        count = worked_out(told.value, variant.price_cents, counts) if told else 2
        counts.append(count)
        if n not in notes.dropped:
            yield call("cart_add", product_id=page.product_id, variant_id=variant.variant_id, quantity=count)
            lines.append(f"{count} of the {notes.things[n].noun} ({', '.join(variant.options.values())})")
    yield Turn(f"Your cart holds {'; '.join(lines)}. Shall I go ahead?")
    yield call("cart_confirm")


def never_searches(seen: Observation, heard: Acts) -> Moves:
    """Asks all that the expert asks, and takes what the customer looked at that fits, or else anything."""
    notes = Notes(heard)
    yield from _asks(notes)
    seen, _ = yield call("user_get_visit_history")
    visits = content(seen).visits
    seen, _ = yield call("catalog_compare", product_ids=[v.product_id for v in visits][:20])
    rows: list[Row] = content(seen).products
    shelves = {v.product_id: v.shelf for v in visits}
    chosen: dict[int, tuple[Variants, ShownVariant]] = {}
    for n, thing in notes.things.items():
        here = [row for row in rows if shelves[row.product_id] == thing.shelf] or rows
        here.sort(key=lambda row: sum(not _has(row, w.topic, w.value) for w in notes.of(n, "wish")))
        page = yield from _variants(here)
        chosen[n] = page, _guess(page, notes, n)
    yield from _buy(notes, chosen)


def _has(row: Row, topic: str, value: object) -> bool:
    return value in (row.brand, row.attributes.get(topic), *row.attributes.get(topic, "").split())


def _asks(notes: Notes) -> Moves:
    """Has everything told, three details at a time."""
    topics = ("quantity", "colour", "size", *{u.topic for u in notes.named})
    for group in threes([(n, topic) for n in notes.things for topic in topics if topic not in notes.told[n]]):
        _, heard = yield Turn(
            " ".join(f"What {t.replace('_', ' ')} of the {notes.things[n].noun}?" for n, t in group)
        )
        notes.hear(heard)


def never_confirms(seen: Observation, heard: Acts) -> Moves:
    """The expert, who charges the cart without reading it back."""
    moves = expert(seen, heard)
    turn = next(moves)
    while True:
        if "Shall I go ahead?" in turn.text:
            break
        seen, heard = yield turn
        turn = moves.send((seen, heard))
    yield call("cart_confirm")


def works_out_once(seen: Observation, heard: Acts) -> Moves:
    """The expert, who keeps the numbers that were worked out first, whatever sells out or is changed."""
    notes = Notes(heard)
    yield from listening(notes, steps(notes, once="at first"))


def changes_one_line(seen: Observation, heard: Acts) -> Moves:
    """The expert, who changes the line that a change of mind is about and none that hangs on it."""
    notes = Notes(heard)
    yield from listening(notes, steps(notes, once="in the cart"))


PLAYERS: dict[str, Player] = {
    "never_asks": never_asks,
    "one_question": asks(FIXED),
    "open_question": asks(OPEN),
    "never_searches": never_searches,
    "never_confirms": never_confirms,
    "ignores_links": ignoring(expert),
    "greedy": choosing_one_by_one(expert),
    "works_out_once": works_out_once,
    "changes_one_line": changes_one_line,
}
