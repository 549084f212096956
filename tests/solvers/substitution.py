"""Substitutes that fit what the customer would say: the closest of all that could stand in, by the distance
that the closing tool describes."""

from decimal import Decimal

from retailgym.catalog.product import Product
from retailgym.core.episode import Episode
from retailgym.core.task import Thing
from retailgym.tools.catalog import printed
from retailgym.world import World

from ..shelves import on_shelf
from .discovery import has, worth


def answers(episode: Episode) -> list[str]:
    """Every product that could be meant as the closest, for every sold-out product that could be meant as the
    original."""
    world, (thing,) = episode.world, episode.task.brief.requests[0].things
    return [
        id for original in originals(episode.task.world, thing) for id in _closest(world, thing, original)
    ]


def given(episode: Episode) -> str:
    return str(episode.world.answers.get("suggest_substitute", ""))


def originals(world: World, thing: Thing) -> list[Product]:
    """What has sold out and fits the description."""
    told = {d.topic.removeprefix("old "): d.value for d in thing.details if d.role == "wish"}
    gone = [p for p in on_shelf(world, thing.shelf) if p.id in world.overlay.sold_out or not p.stock]
    return [p for p in gone if all(worth(p, topic) == value for topic, value in told.items())]


def eligible(world: World, thing: Thing, original: Product) -> list[Product]:
    keeps = [d for d in thing.details if d.role == "keep"]
    allowed = next(int(d.value) for d in keeps if d.topic == "price")
    here = [p for p in on_shelf(world, thing.shelf) if p.stock and p.id not in world.overlay.sold_out]
    here = [p for p in here if abs(p.price_cents - original.price_cents) <= allowed]
    return [p for p in here if all(has(p, d, world.today) for d in keeps if d.topic != "price")]


def distance(world: World, thing: Thing, a: Product, b: Product) -> int:
    category = world.catalog.category_of(a)
    one, two = ({"brand": p.brand, **printed(category, p)} for p in (a, b))
    asked = {d.topic for d in thing.details if d.role == "keep"}
    counts = next((str(d.value).split("; ") for d in thing.details if d.topic == "closeness"), [])
    times = {c.partition("*")[0]: int(c.partition("*")[2]) for c in counts if "*" in c}
    steps = [abs(a.price_cents - b.price_cents) // int(c[6:]) for c in counts if c.startswith("price/")]
    steps.append(times.pop("day", 0) * max(0, b.ship_days - a.ship_days))
    return sum(steps) + sum(
        points(one[name], two[name]) * times.get(name, 1) for name in one if name not in asked
    )


def points(a: str, b: str) -> int:
    """What differs counts 2; but two plain numbers of one kind of unit count 1 unless one is at least twice
    the other."""
    if a == b:
        return 0
    one, other = _quantity(a), _quantity(b)
    if one is None or other is None or one[1] != other[1]:
        return 2
    return 2 if max(one[0], other[0]) >= 2 * min(one[0], other[0]) else 1


SMALLER = {"kg": ("g", 1000), "l": ("ml", 1000), "cm": ("mm", 10), "m": ("mm", 1000), "TB": ("GB", 1000)}


def _quantity(text: str) -> tuple[Decimal, str] | None:
    """The number of "1.2 kg" or "85%", in the smallest unit of its kind."""
    number, unit = text.rstrip("%").partition(" ")[0], "%" if text.endswith("%") else text.partition(" ")[2]
    if not unit or " " in unit or not number.replace(".", "", 1).isdigit():
        return None
    smaller, factor = SMALLER.get(unit, (unit.removesuffix("s"), 1))
    return Decimal(number) * factor, smaller


def _closest(world: World, thing: Thing, original: Product) -> list[str]:
    apart = {p.id: distance(world, thing, original, p) for p in eligible(world, thing, original)}
    return [id for id, d in apart.items() if d == min(apart.values())]
