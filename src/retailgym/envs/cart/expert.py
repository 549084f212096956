"""Cart: the expert, who sees only what was said and shown."""

from ...core.env import Acts, Moves, Observation, Turn
from ...customer.acts import Named
from ...tools import catalog as catalog_tools
from ..shared.expert_moves import Notes, ask, call, content, find, meant, threes


def expert(seen: Observation, heard: Acts) -> Moves:
    """Ask for what was named, find each product, ask for what its variants leave open, tell of stock-outs,
    fill the cart."""
    notes = Notes(heard)
    yield from ask(notes, notes.named)
    pages: dict[int, catalog_tools.Variants] = {}
    for n, thing in notes.things.items():
        product_id = yield from find(thing.shelf, notes.of(n, "wish"))
        seen, _ = yield call("catalog_get_variants", product_id=product_id)
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
            lines.append(f"{count} of the {notes.things[n].noun} ({', '.join(variant.options.values())})")
    yield Turn(f"Your cart holds {'; '.join(lines)}. Shall I go ahead?")
    yield call("cart_confirm")
