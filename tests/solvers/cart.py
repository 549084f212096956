"""Carts that fit what the customer would say."""

from itertools import product as combinations

from retailgym.core.episode import Episode
from retailgym.core.task import Thing
from retailgym.world import World

from ..shelves import fitting

Cart = tuple[tuple[str, str, int], ...]


def answers(episode: Episode) -> list[Cart]:
    lines = [_lines(episode.world, t) for t in episode.task.brief.requests[0].things]
    return [tuple(sorted(line for line in chosen if line)) for chosen in combinations(*lines)]


def given(episode: Episode) -> Cart:
    return tuple(sorted((c.product_id, c.variant_id, c.quantity) for c in episode.world.cart))


def _lines(world: World, thing: Thing) -> list[tuple[str, str, int] | None]:
    """Every (product, variant, quantity) that the thing could be; None where it is to be left out."""
    options = {d.topic: d.value for d in thing.details if d.role == "option"}
    count = next(int(d.value) for d in thing.details if d.role == "quantity")
    found: list[tuple[str, str, int] | None] = []
    for p in fitting(world, thing):
        meant = [v for v in p.variants if v.options == options]
        for v in meant:
            if v.id not in world.gone.get(p.id, ()):
                found.append((p.id, v.id, count))
            elif thing.fallback and thing.fallback.instead:
                other = {**options, **{d.topic: d.value for d in thing.fallback.instead}}
                found += [(p.id, w.id, count) for w in p.variants if w.options == other]
            else:
                found.append(None)
    return found
