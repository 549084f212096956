"""Cart: the expert, who sees only what was said and shown."""

from ...core.env import Acts, Moves, Observation, Turn
from ...customer.acts import Named
from ...tools import catalog as catalog_tools
from ..shared.expert_moves import Notes, ask, call, content, look, meant, narrow, threes


def expert(seen: Observation, heard: Acts) -> Moves:
    """Ask for what was named and for how many, find each product, asking for what those that fit differ in,
    ask for what the variants leave open, tell of stock-outs, fill the cart, read it back."""
    notes = Notes(heard)
    counts = [
        Named(thing=n, topic="quantity", label="quantity")
        for n in notes.things
        if "quantity" not in notes.told[n]
    ]
    yield from ask(notes, notes.named + [u for u in counts if u not in notes.named])
    pages: dict[int, catalog_tools.Variants] = {}
    for n, thing in notes.things.items():
        rows = yield from look(thing.shelf, notes.of(n, "wish"))
        row = yield from narrow(notes, n, rows)
        seen, _ = yield call("catalog_get_variants", product_id=row.product_id)
        pages[n] = content(seen)
    holes = [
        Named(thing=n, topic=o, label=o)
        for n, page in pages.items()
        for o in page.variants[0].options
        if o not in notes.told[n]
    ]
    yield from ask(notes, holes)
    for group in threes([n for n, page in pages.items() if not meant(page, notes, n).in_stock]):
        _, heard = yield Turn(
            f"I am sorry, the {' and the '.join(notes.things[n].noun for n in group)} just sold out."
        )
        notes.hear(heard)
    lines = []
    for n, page in pages.items():
        if n not in notes.dropped:
            count, variant = notes.told[n]["quantity"].value, meant(page, notes, n)
            yield call("cart_add", product_id=page.product_id, variant_id=variant.variant_id, quantity=count)
            options = ", ".join(f"{o.replace('_', ' ')} {value}" for o, value in variant.options.items())
            lines.append(f"{count} of the {notes.things[n].noun} ({options})")
    yield Turn(f"Your cart holds {'; '.join(lines)}. Shall I go ahead?")
    yield call("cart_confirm")
