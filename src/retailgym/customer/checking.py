"""Is what was read back as the customer would have it, and was it read back in full?"""

from ..core.task import Detail, Thing
from ..core.values import replace
from .given import Given
from .heard import Heard
from .mentions import Place
from .statements import UNKNOWN, Statement, accepts


def detail_of(things: tuple[Thing, ...], place: Place) -> Detail | None:
    n, topic = place
    for d in things[n].details:  # a plain loop is cheaper than next()
        if d.topic == topic:
            return d
    return None


def check(things: tuple[Thing, ...], heard: Heard) -> dict[Place, bool | None]:
    """Of each detail that a message gives a value: is it as the customer would have it? Of several that are
    read back none may be wrong; of several that are put forward some that fit leave it open."""
    found: dict[Place, list[bool | None]] = {}
    first: dict[Place, str | int] = {}
    for g in heard.given:
        place = (g.thing, g.topic)
        d = detail_of(things, place)
        if d is not None and place not in heard.topics:
            conceded = d.slip != "" and accepts(replace(d, value=d.slip), statement(g))
            # what hangs on something else, or is forgotten, may be anything, but one thing only
            differs = (d.could_be != () or d.value == UNKNOWN) and first.setdefault(place, g.value) != g.value
            found.setdefault(place, []).append(not differs and (conceded or accepts(d, statement(g))))
    return {p: _verdict(fits, heard.confirms) for p, fits in found.items()}


def _verdict(fits: list[bool | None], read_back: bool) -> bool | None:
    if True in fits and False in fits:
        return False if read_back else None
    return True if True in fits else False if False in fits else None


def contradicted(things: tuple[Thing, ...], heard: Heard) -> bool:
    """Is something given that the customer refuses, beside the question for it?"""
    asked = [
        (detail_of(things, (g.thing, g.topic)), g) for g in heard.given if (g.thing, g.topic) in heard.topics
    ]
    return any(d is not None and accepts(d, statement(g)) is False for d, g in asked)


def statement(g: Given) -> Statement:
    return Statement((0, 0), g.topic, g.value, g.op)  # type: ignore[arg-type]


LINE = ("option", "quantity")  # the roles of what a line must give
LINE_TOPICS = ("count", "wants")


def _goes_unsaid(d: Detail, heard: Heard, instead: bool) -> bool:
    """One is what no number means; what comes of a return is an exchange where something else was read back
    beside it, and a refund where nothing was."""
    if d.topic in ("quantity", "count"):
        return d.value == 1
    return heard.returning and d.value == ("exchange" if instead else "refund")


def complete(things: tuple[Thing, ...], heard: Heard, checked: dict[Place, bool | None]) -> frozenset[int]:
    """Things whose line was read back in full: which, every option, how many; for a return how many and what
    comes of it."""
    found: set[int] = set()
    for n in reversed(range(len(things))):  # what is wanted instead stands behind what goes back
        needed = [d for d in things[n].details if d.role in LINE or d.topic in LINE_TOPICS]
        given = all(
            checked.get((n, d.topic)) or ((n, d.topic) not in checked and _goes_unsaid(d, heard, bool(found)))
            for d in needed
        )
        if given and (n in heard.named or (len(things) == 1 and not heard.along)):
            found.add(n)
    return frozenset(found)
