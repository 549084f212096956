"""Policy: the expert, who sees only what was said and shown."""

from collections.abc import Callable

from ...core.env import Acts, Moves, Observation
from ...customer.acts import EXTENT, Named
from ...policy import TOPICS, Facts, Ruling, decide, unsettled
from ..shared.expert_moves import Notes, Skill, ask, call
from ..shared.policy_facts import TOLD, UNMARKED, heard_fact
from ..shared.policy_inquiry import to_ask
from ..shared.policy_links import read_question
from ..shared.policy_orders import Extent, read_extent
from ..shared.policy_reading import Book, open_policy
from ..shared.records import LineRecords, at_the_time, look_up, orders_before

Counted = Callable[[list[LineRecords]], list[LineRecords]]


def expert(seen: Observation, heard: Acts) -> Moves:
    """Find the line and what is on record of it, then read and ask until nothing is left on which the answer
    could depend, and decide; first by what it depends which question is asked, if by anything."""
    yield from steps(Notes(heard))


def steps(notes: Notes, counted: Counted = list) -> Moves:
    """The same by what was noted; of several things those that are counted."""
    first = min(notes.things)
    asked = str(notes.told[first]["question"].value)
    question = read_question(asked)
    extent = notes.told[first].get(EXTENT)
    records = yield from look_up(notes, first, whole=extent is not None)
    if extent:
        things = yield from _things(records, read_extent(extent.value))
        yield from _for_all(notes, counted(things), read_extent(extent.value), asked)
        return
    topic = question.topic if question else asked
    book = yield from open_policy(topic, records.account.region, records.today)
    (records,) = yield from at_the_time(notes, book, [records])
    recorded = UNMARKED | records.facts()
    ruling = yield from _ruled(notes, book, topic, recorded)
    if question:
        topic = question.chosen(ruling.outcome)
        if not book.rules(topic):
            yield from book.look_up(topic)
        ruling = yield from _ruled(notes, book, topic, recorded)
    yield call("answer_policy", answer=ruling.outcome, clause_id=ruling.decided_by)


def _things(records: LineRecords, extent: Extent) -> Skill[list[LineRecords]]:
    """All that is asked about: the thing that is named, and the others of its order and of those before."""
    pages = [records]
    if extent.orders > 1:
        before = yield from orders_before(records.page, extent.orders - 1)
        pages += [records._replace(page=page, place=-1) for page in before]
    return [records, *[other for page in pages for other in page.others()]]


def _for_all(notes: Notes, things: list[LineRecords], extent: Extent, topic: str) -> Moves:
    """Adds up what each of several things comes to, but for those that are left out."""
    records, left_out = things[0], extent.left_out
    book = yield from open_policy(left_out or topic, records.account.region, records.today)
    cents, clause = 0, ""
    for thing in (yield from at_the_time(notes, book, things)):
        facts = UNMARKED | thing.facts()
        goes = (yield from _ruled(notes, book, left_out, facts)).outcome if left_out else True
        if not book.rules(topic):
            yield from book.look_up(topic)
        ruling = yield from _ruled(notes, book, topic, facts)
        cents, clause = cents + ruling.cents * bool(goes), ruling.decided_by if goes else clause
    yield call("answer_policy", answer=cents, clause_id=clause)


def _ruled(notes: Notes, book: Book, topic: str, recorded: Facts) -> Skill[Ruling]:
    """Reads and asks until nothing is left on which a topic's answer could depend."""
    first = min(notes.things)
    while True:
        known = dict(recorded) | {
            t.topic: heard_fact(t.topic, t.value) for t in notes.told[first].values() if t.topic in TOLD
        }
        lacking = unsettled(book, topic, known)
        if asked := to_ask(lacking):
            yield from ask(notes, [Named(thing=first, topic=f, label=f) for f in asked])
        elif lacking:
            yield from book.look_up(next(name for name in lacking if name in TOPICS))
        else:
            return decide(book, topic, known)
