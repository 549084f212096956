"""How far back a question reaches that is about several orders: the one that is meant, and those right before
it."""

from collections.abc import Sequence
from typing import NamedTuple

from ...core.env import Acts
from ...core.task import Detail
from ...core.values import replace
from ...customer.acts import EXTENT, Act, Opens
from ...customer.locale.en import links as phrases
from ...customer.locale.en.grammar import NUMBERS
from ...tools.orders import PAGE
from ...world import World
from ...world.standing import DAYS
from .order_families import LineRef

FROM_LINKS, FROM_LEVEL = 2, 17  # that an episode has at least where this is asked; the level of one order
FASTER_FROM = 22  # the level from which on each takes two more


def reach(world: World) -> int:
    """Of how many orders all is asked about: one more at each level, then two."""
    level = world.axes.level
    return max(1, level - FROM_LEVEL + 1 + max(0, level - FASTER_FROM))


def before(orders: int) -> str:
    """The other ones of so many, in the customer's words."""
    return phrases.SEVERAL_BEFORE.format(n=NUMBERS[orders - 1]) if orders > 2 else phrases.ONE_BEFORE


def extent_detail(value: str | int, says: Sequence[str], cues: tuple[str, ...]) -> Detail:
    """That all of so many orders is meant."""
    return Detail(
        topic=EXTENT, label="what it is about", value=value, says=tuple(says), cues=cues, role="fact"
    )


class ParcelExtent(NamedTuple):
    """Every parcel of so many orders, and which of them is reported, counted by day; 0: the last."""

    orders: int
    nth: int = 0

    @property
    def code(self) -> str | int:
        """As dialogue acts carry it."""
        return f"{self.orders} nth {self.nth}" if self.nth else self.orders


def read_parcels(code: str | int) -> ParcelExtent:
    """The way back."""
    orders, _, nth = str(code).partition(" nth ")
    return ParcelExtent(int(orders), int(nth or 0))


def looks(orders: int) -> int:
    """Calls for finding and opening the other ones of so many."""
    return orders if orders > 1 else 0


def tier_pages(world: World, lines: Sequence[LineRef], orders: int) -> int:
    """The most calls that list what was ordered before one of these, and before other orders of so many right
    before it, as far as a tier follows from that."""
    if world.standing is None:
        return 0
    most, placed = 1, [o.placed for o in world.orders]
    for line in lines:
        oldest = min(line.order + max(1, orders), len(placed)) - 1
        since = placed[oldest] - world.standing.days
        most = max(most, -(-sum([day >= since for day in placed[line.order + 1 :]]) // PAGE))
    return most


def most_tier_pages(world: World, orders: int) -> int:
    """For any lines: no two orders are of the same day."""
    return 0 if world.standing is None else -(-(max(DAYS) + max(1, orders) - 1) // PAGE)


def of_one(heard: Acts) -> Acts:
    """What was said, for who does not hear that all of some orders is meant."""
    return tuple([_without_extent(act) for act in heard])


def _without_extent(act: Act) -> Act:
    if not isinstance(act, Opens):
        return act
    return replace(act, told=tuple([t for t in act.told if t.topic != EXTENT]))
