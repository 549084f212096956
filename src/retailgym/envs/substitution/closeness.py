"""How close a customer thinks two products are who counts some differences more than others: an attribute
twice, three times or not at all, and so much more for every full step in price and every day it takes longer.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from ...catalog.schema import Category
from ...catalog.shelf_sets import ShelfSets
from ...core import money
from ...core.env import Player
from ...core.streams import Rng
from ...core.task import Detail
from ...core.values import Value
from ...customer.locale.en import links as words
from ...customer.locale.en.grammar import is_plural
from ...tools.catalog import Row
from ..shared.expert_moves import distance
from ..shared.links import hearing_otherwise
from ..shared.shelves import Disclosure

TOPIC = "closeness"
TIMES = (3, 0, 2)  # how often differences count, one after the other
STEPS = (100, 200, 300, 400, 500, 1000, 1500, 2000, 2500, 5000, 10_000)  # cents: half a difference
DAYS_FROM = 3  # links of an episode in which every day longer counts as well
STEP, DAY = "step", "day"
FARTHEST = 60  # steps or days: who allows more does not count them


class Weights(Value):
    """How often a difference counts, where not once; the step in price that counts 1, or none; and how often
    each day counts that something takes longer."""

    times: Mapping[str, int] = {}
    step: int = 0
    day: int = 0

    def encoded(self) -> str:
        price = [f"price/{self.step}"] if self.step else []
        days = [f"{DAY}*{self.day}"] if self.day else []
        return "; ".join([f"{name}*{n}" for name, n in self.times.items()] + days + price)


@lru_cache(maxsize=1024)
def weights_of(text: str) -> Weights:
    parts = [part.partition("*") for part in text.split("; ") if "*" in part]
    step = int(text.rpartition("price/")[2]) if "price/" in text else 0
    times = {name: int(n) for name, _, n in parts}
    return Weights(day=times.pop(DAY, 0), times=times, step=step)


def distances(
    rack: ShelfSets, place: int, apart_: Mapping[str, int], left_out: Sequence[str], weights: Weights
) -> bytes:
    """How far each place lies from one, as the customer counts."""
    return rack.added_up(counted(rack, place, apart_, weights), left_out)


def counted(rack: ShelfSets, place: int, apart_: Mapping[str, int], weights: Weights) -> Mapping[str, int]:
    """The same by what it is made of: the attributes, and the price and the wait, which count even where a
    condition is made of them."""
    times = weights.times
    found = {n: d * times.get(n, 1) for n, d in apart_.items()} if times else dict(apart_)
    if weights.step:
        found[STEP] = _steps(rack, place, weights.step)
    if weights.day:
        found[DAY] = weights.day * _days(rack, place)
    return found


@lru_cache(maxsize=4096)
def _steps(rack: ShelfSets, place: int, step: int) -> int:
    """Full steps in price between each place and one; those too far to be allowed are as far as each
    other."""
    own = rack.row("price")[place]
    return int.from_bytes([min(FARTHEST, abs(price - own) // step) for price in rack.row("price")], "little")


@lru_cache(maxsize=4096)
def _days(rack: ShelfSets, place: int) -> int:
    days = rack.row("shipping_days")
    return int.from_bytes([min(FARTHEST, max(0, n - days[place])) for n in days], "little")


def row_distance(a: Row, b: Row, left_out: Sequence[str], weights: Weights) -> int:
    """The same for what sold out and another product, as rows show them."""
    later = max(0, (b.shipping_days or 0) - (a.shipping_days or 0))
    far = distance(a, b, left_out, weights.times) + weights.day * later
    return far + (abs(a.price_cents - b.price_cents) // weights.step if weights.step else 0)


def draw_weights(rng: Rng, rack: ShelfSets, left_out: Sequence[str], links: int, allowed: int) -> Weights:
    """Of as many attributes as there are links; from two links on of the price as well, with three of the
    wait."""
    free = [name for name in rack.apart(0) if name not in left_out]
    chosen = rng.sample(free, min(links, len(free)))
    stepped = links > 1 and allowed < FARTHEST * STEPS[-1]
    step = min(STEPS, key=lambda s: abs(s * rng.between(2, 6) - allowed)) if stepped else 0
    days = rack.row("shipping_days")
    day = int(links >= DAYS_FROM and rack.varies("shipping_days") and max(days) - min(days) < FARTHEST)
    return Weights(times=dict(zip(chosen, TIMES, strict=False)), step=step, day=day)


def closeness_detail(category: Category, weights: Weights, currency: str, disclosure: Disclosure) -> Detail:
    """What the customer says of it."""
    labels = {"brand": "brand"} | {a.name: a.label for a in category.attributes}
    by_times = {n: name for name, n in weights.times.items()}
    found = []
    for line in words.CLOSENESS:
        parts = [_counts(n, labels[by_times[n]]) for n in (3, 2, 0) if n in by_times]
        parts += [words.DAY_COUNTS] if weights.day else []
        if weights.step:
            parts.append(words.PRICE_COUNTS.format(amount=money.spoken(weights.step, currency)))
        found.append(
            line.format(parts=", ".join(parts[:-1]) + " and " + parts[-1] if parts[1:] else parts[0])
        )
    return Detail(
        topic=TOPIC,
        label="closeness",
        value=weights.encoded(),
        says=tuple(found),
        cues=(),
        role="fact",
        disclosure=disclosure,
    )


def _counts(times: int, label: str) -> str:
    return words.COUNTS[times].format(label=label, does="do" if is_plural(label) else "does")


def counting_all_alike(player: Player) -> Player:
    """The same player, for whom every difference counts once and the price not at all."""
    return hearing_otherwise(player, lambda told: None if told.topic == TOPIC else told)
