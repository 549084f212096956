"""The counter itself: talking with the customer, what they looked at, and what day it is."""

from collections.abc import Iterable

from ..core.dates import WEEKDAYS
from ..core.values import Value
from ..world import World
from .kit import View, reads, speaks


class Visit(Value):
    product_id: str
    title: str
    shelf: str


class Visits(View):
    visits: list[Visit]

    def ids(self) -> Iterable[str]:
        return [v.product_id for v in self.visits]


class Now(View):
    day: int
    weekday: str


@speaks
def ask_user(world: World, message: str) -> None:
    """Say something to the customer and hear the answer. Ask for up to three details at once, by name."""


@reads
def user_get_visit_history(world: World) -> Visits:
    """Products that the customer looked at lately, in no particular order."""
    products = [world.catalog.head(doc) for doc in world.visits if doc not in world.overlay.masked]
    return Visits(visits=[Visit(product_id=p.id, title=p.title, shelf=p.shelf) for p in products])


@reads
def clock_now(world: World) -> Now:
    """Today's date in the shop's own calendar. Where days are numbers, day 0 is Monday 5 January 1970."""
    return Now(day=world.today, weekday=WEEKDAYS[world.today % 7])
