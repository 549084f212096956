"""What is read and compiled at its first use, used once before anybody waits for it."""

from collections.abc import Iterator
from contextlib import suppress

from ..catalog.catalogue import Catalog
from ..catalog.needs import TooSmall
from ..core.episode import start
from ..core.spec import Spec
from ..core.values import encode
from ..customer.mentions import facets_of
from ..players import expert, path
from ..tools.catalog import read_ahead
from .session import Session


def warmed(catalog: Catalog, envs: tuple[str, ...]) -> Iterator[None]:
    """One episode of each environment is played through. Pauses for those who come meanwhile."""
    for shelf in catalog.shelves:
        facets_of(catalog.category(shelf))
        read_ahead(catalog, shelf)
        yield
    for env in envs:
        with suppress(TooSmall):
            session = Session(start(Spec(env, 1, 0), catalog=catalog))
            for turn in path(session.episode, expert):
                session.turn(encode(turn).decode())
                yield
            _ = session.lines, session.last_on_the_wire  # what is sent and kept is written once, too
