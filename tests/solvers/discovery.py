"""Lists that fit what the customer would say, found by looking at everything on the shelf."""

import re
from itertools import accumulate, groupby

from retailgym.catalog.product import Product
from retailgym.core.episode import Episode
from retailgym.core.task import Detail
from retailgym.tools.shop import WEEKDAYS

from ..shelves import on_shelf


def answers(episode: Episode) -> list[tuple[str, ...]]:
    """One list, or several where two products are level in everything that could decide between them."""
    world, (thing,) = episode.world, episode.task.brief.requests[0].things
    details = {d.topic: d for d in thing.details}
    name, _, way = str(details["preference"].value).partition(" ")
    sign = 1 if way == "up" else -1
    fitting = [p for p in on_shelf(world, thing.shelf) if p.stock and p.id not in world.overlay.sold_out]
    fitting = [p for p in fitting if all(has(p, d, world.today) for d in thing.details if d.role == "wish")]
    if " rating=most; " in str(details["preference"].value):
        return best_sets(fitting, str(details["preference"].value), int(details["shortlist"].value))
    worked_out = str(details["preference"].value).startswith("sum ")
    key = comes_to(str(details["preference"].value)) if worked_out else lambda p: sign * _number(p, name)
    ranked = sorted(fitting, key=lambda p: (key(p), p.price_cents))
    wanted = int(details["shortlist"].value)
    found = [tuple(p.id for p in ranked[:wanted])]
    for _, level in groupby(ranked, key=lambda p: (key(p), p.price_cents)):
        same = [p.id for p in level]
        if len(same) > 1 and same[0] in found[0]:
            found.append(tuple(same[1] if id == same[0] else id for id in found[0]))
    return found


def best_sets(fitting: list[Product], code: str, n: int) -> list[tuple[str, ...]]:
    """Of all lists of n that keep to what is said, those with the most stars and of these the cheapest, the
    cheapest product first. Looks at all but what too many stars are lacking to, or too much money."""
    limit, few, soon, days = _read_set(code)
    ranked = sorted(fitting, key=lambda p: (-p.rating_tenths, p.price_cents))
    cheap = [[0, *accumulate(sorted(p.price_cents for p in ranked[at:]))] for at in range(len(ranked) + 1)]
    best: list[tuple[int, int, list[Product]]] = []

    def look(at: int, chosen: list[Product], stars: int, cents: int) -> None:
        lacking = n - len(chosen)
        if not lacking:
            if sum(p.ship_days <= days for p in chosen) >= soon:
                best.append((stars, -cents, chosen))
            return
        for i in range(at, len(ranked) - lacking + 1):
            p, most = ranked[i], stars + sum(q.rating_tenths for q in ranked[i : i + lacking])
            if best and most < max(best)[0]:
                return
            if cents + cheap[i][lacking] > limit:
                return
            alike = all(sum(worth(q, name) == worth(p, name) for q in chosen) < most for name, most in few)
            if alike and cents + p.price_cents <= limit:
                look(i + 1, [*chosen, p], stars + p.rating_tenths, cents + p.price_cents)

    look(0, [], 0, 0)
    top = max((stars, cents) for stars, cents, _ in best)
    found = [chosen for stars, cents, chosen in best if (stars, cents) == top]
    return [
        tuple(p.id for p in sorted(chosen, key=lambda p: (p.price_cents, -p.rating_tenths)))
        for chosen in found
    ]


def _read_set(code: str) -> tuple[int, list[tuple[str, int]], int, int]:
    limit, *few, soon = re.findall(r"; (\w+)=([\d*]+)", code)
    return (
        int(limit[1]),
        [(name, int(most)) for name, most in few],
        *map(int, soon[1].split("*")),
    )


def given(episode: Episode) -> tuple[str, ...]:
    return tuple(episode.world.answers.get("recommend", ()))


def has(product: Product, d: Detail, today: int) -> bool:
    """Does a product have what one detail asks for? A weekday is the next day of that name."""
    value, own = d.value, worth(product, d.topic)
    if d.topic == "shipping_days" and isinstance(value, str):
        value = next(n for n in range(1, 8) if WEEKDAYS[(today + n) % 7] == value)
    return (
        {"eq": own == value, "ne": own != value}[d.op]
        if d.op in ("eq", "ne")
        else own >= value
        if d.op == "gte"
        else own <= value
    )


def worth(product: Product, topic: str):
    fields = {
        "price": product.price_cents,
        "rating": product.rating_tenths,
        "shipping_days": product.ship_days,
        "brand": product.brand,
    }
    return fields[topic] if topic in fields else product.attributes[topic]


def _number(product: Product, topic: str) -> int:
    return int(worth(product, topic))


def comes_to(order: str):
    """Price, and what is added or taken off: for each day and tenth of a star beyond a number, or for what
    has a value."""
    terms = re.findall(r"(\w+)=([^;]*) ([+-]\d+)", order)
    return lambda p: p.price_cents + sum([int(c) * _times(p, topic, value) for topic, value, c in terms])


def _times(p: Product, topic: str, value: str) -> int:
    if topic in ("shipping_days", "rating"):
        return max(0, worth(p, topic) - int(value or 0))
    return worth(p, topic) == value
