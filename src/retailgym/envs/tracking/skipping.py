"""Tracking without asking, or with one question for all: of the lines that still fit, the newest or any is
taken."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ...core.env import Acts, Moves, Observation, Player, Turn
from ...core.streams import Streams
from ...core.values import encode, hashed
from ...tools.orders import Account
from ..shared.expert_moves import Line, Notes, Skill, call, content, lines_of, without
from ..shared.order_clues import CUES, Clue, fits
from ..shared.order_families import RememberedLine
from .blind import listed
from .expert import steps, whereabouts

FIXED = "When did you order it, what did it cost, and how many did you order?"
OPEN = "Anything else that I should know?"
Choose = Callable[[Sequence[Line]], Line]


def newest(left: Sequence[Line]) -> Line:
    return left[0]


def any_one(left: Sequence[Line]) -> Line:
    return (Streams("any line") / hashed(encode(list(left))))().pick(left)


class StillFitting(NamedTuple):
    """The lines that may be meant, and what was seen on the way to them."""

    lines: list[Line]
    account: Account
    today: int


def fitting(notes: Notes, thing: int) -> Skill[StillFitting]:
    """Every line that fits what was told so far; all of its kind where none does."""
    seen, _ = yield call("clock_now")
    today, entries = content(seen).day, dict[Line, RememberedLine]()
    orders = yield from listed()
    seen, _ = yield call("order_list")
    for o in orders:
        entries |= lines_of(o, notes.things[thing].shelf, content(seen).account.name)
    clues = [Clue(topic=t.topic, value=str(t.value)) for t in notes.told[thing].values() if t.topic in CUES]
    left = [line for line, e in entries.items() if all(fits(c, e, today) for c in clues)]
    return StillFitting(left or list(entries), content(seen).account, today)


def say(notes: Notes, questions: Sequence[str]) -> Skill[None]:
    """The same texts whatever was said, as long as exchanges last."""
    for text in questions:
        seen, heard = yield Turn(text)
        notes.hear(heard)
        if seen.exchanges_left == 0:
            return


def _reports(questions: Sequence[str], choose: Choose) -> Player:
    def player(seen: Observation, heard: Acts) -> Moves:
        notes = Notes(heard)
        yield from say(notes, questions)
        line = choose((yield from fitting(notes, min(notes.things))).lines)
        order_id = line.order_id
        seen, _ = yield call("order_get", order_id=order_id)
        page = content(seen)
        parcel = next(p for p in page.parcels if p.parcel_id == page.lines[line.place(page)].parcel_id)
        status, day = whereabouts(parcel)
        yield call("report_status", order_id=order_id, parcel_id=parcel.parcel_id, status=status, day=day)

    return player


def reads_the_last_scan(seen: Observation, heard: Acts) -> Moves:
    """Finds the parcel, and takes its last scan for what it is today, however its carrier works."""
    yield from steps(Notes(heard), lambda parcel, _, __: whereabouts(parcel))


PLAYERS: dict[str, Player] = {
    "never_asks": _reports((), any_one),
    "never_asks_and_takes_the_newest": _reports((), newest),
    "one_question": _reports((FIXED,), any_one),
    "open_question": _reports((OPEN,), any_one),
    "reads_the_last_scan": reads_the_last_scan,
    "stops_when_one_fits": without("patient", steps),
}  # fmt: skip
