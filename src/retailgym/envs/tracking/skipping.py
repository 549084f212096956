"""Tracking without asking, or with one question for all: of the lines that still fit, the newest is taken, or
any, or one that is singled out by what the customer remembers."""

from collections.abc import Callable, Sequence
from functools import reduce
from itertools import combinations
from operator import and_
from typing import NamedTuple

from ...core.env import Acts, Moves, Observation, Player, Turn
from ...core.streams import Streams
from ...core.values import encode, hashed
from ...tools.orders import Account
from ..shared.expert_moves import Line, Notes, Skill, call, content, lines_of, without
from ..shared.order_clues import CUES, TOPICS, Clue, fits, statements
from ..shared.order_families import RememberedLine
from ..shared.order_references import CLUES, masks_of
from .blind import listed, report_on
from .expert import steps, whereabouts

FIXED = "When did you order it, what did it cost, and how many did you order?"
TELLING = "How many did you order, who was it sent to, and in what part of the month did you order it?"
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


class OfAKind(NamedTuple):
    """All lines of a kind, and what was seen on the way to them."""

    entries: dict[Line, RememberedLine]
    account: Account
    today: int


def fitting(notes: Notes, thing: int) -> Skill[StillFitting]:
    """Every line that fits what was told so far; all of its kind where none does."""
    found = yield from of_a_kind(notes, thing)
    return StillFitting(_left(notes, thing, found), found.account, found.today)


def of_a_kind(notes: Notes, thing: int) -> Skill[OfAKind]:
    seen, _ = yield call("clock_now")
    today, entries = content(seen).day, dict[Line, RememberedLine]()
    orders = yield from listed()
    seen, _ = yield call("order_list")
    for o in orders:
        entries |= lines_of(o, notes.things[thing].shelf, content(seen).account.name)
    return OfAKind(entries, content(seen).account, today)


def _left(notes: Notes, thing: int, found: OfAKind) -> list[Line]:
    clues = [Clue(topic=t.topic, value=str(t.value)) for t in notes.told[thing].values() if t.topic in CUES]
    left = [line for line, e in found.entries.items() if all(fits(c, e, found.today) for c in clues)]
    return left or list(found.entries)


def say(notes: Notes, questions: Sequence[str]) -> Skill[None]:
    """The same texts whatever was said, as long as exchanges last."""
    for text in questions:
        seen, heard = yield Turn(text)
        notes.hear(heard)
        if seen.exchanges_left == 0:
            return


def asks(*questions: str, choose: Choose = any_one) -> Player:
    """Asks everybody the same, and takes one of the lines that fit the answers."""

    def player(seen: Observation, heard: Acts) -> Moves:
        notes = Notes(heard)
        yield from say(notes, questions)
        yield from _reports(choose((yield from fitting(notes, min(notes.things))).lines))

    return player


def _reports(line: Line) -> Moves:
    """Where the parcel of a line is."""
    seen, _ = yield call("order_get", order_id=line.order_id)
    yield from report_on(content(seen), line.place(content(seen)))


def by_what_is_named(seen: Observation, heard: Acts) -> Moves:
    """Asks for nothing, but knows that what is remembered singles the line out: of the lines that fit it
    takes one that most sets of topics single out, the named ones among them."""
    notes = Notes(heard)
    named = [u.topic for u in notes.named if u.topic in CUES]
    found = yield from of_a_kind(notes, min(notes.things))
    lines, entries = _left(notes, min(notes.things), found), found.entries
    often = dict(zip(entries, _singled_out(named, list(entries.values()), found.today), strict=True))
    most = max([often[line] for line in lines])
    yield from _reports(any_one([line for line in lines if often[line] == most]))


def _singled_out(named: Sequence[str], entries: Sequence[RememberedLine], today: int) -> list[int]:
    """How many sets of topics single out each line, each with as much weight as the others, in millionths."""
    masks = masks_of(statements(Streams("what is said")(), entries, today), entries, today)
    often, rest = [0] * len(entries), [topic for topic in TOPICS if topic not in named]
    for more in combinations(rest, max(0, CLUES[-1] - len(named))):
        rows = [masks[topic] for topic in (*named, *more)]
        alone = [n for n in range(len(entries)) if reduce(and_, [row[n] for row in rows]) == 1 << n]
        for n in alone:
            often[n] += 1_000_000 // len(alone)
    return often


def reads_the_last_scan(seen: Observation, heard: Acts) -> Moves:
    """Finds the parcel, and takes its last scan for what it is today, however its carrier works."""
    yield from steps(Notes(heard), lambda parcel, _, __: whereabouts(parcel))


PLAYERS: dict[str, Player] = {
    "never_asks": asks(),
    "never_asks_and_takes_the_newest": asks(choose=newest),
    "never_asks_and_goes_by_what_is_named": by_what_is_named,
    "one_question": asks(FIXED),
    "one_question_that_tells_the_most": asks(TELLING),
    "open_question": asks(OPEN),
    "reads_the_last_scan": reads_the_last_scan,
    "stops_when_one_fits": without("patient", steps),
}  # fmt: skip
