"""The end of a conversation that had several matters."""

from ..world import World
from .kit import Refused, View, closes


class Farewell(View):
    settled: list[str]


@closes
def finish(world: World) -> tuple[bool, Farewell]:
    """End the conversation once every matter is settled. A matter that is still open then, or has only just
    come up, is lost."""
    if not world.answers:
        raise Refused("nothing is settled yet; close the customer's matter first")
    return True, Farewell(settled=sorted(world.answers))
