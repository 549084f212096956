"""Policy: the expert, who sees only what was said and shown."""

from ...core.env import Acts, Moves, Observation
from ...customer.acts import Named
from ...policy import TOPICS, Facts, Ruling, decide, unsettled
from ..shared.expert_moves import Notes, Skill, ask, call
from ..shared.policy_facts import TOLD, UNMARKED, heard_fact
from ..shared.policy_inquiry import to_ask
from ..shared.policy_links import read_question
from ..shared.policy_orders import EXTENT
from ..shared.policy_reading import Book, open_policy
from ..shared.records import look_up


def expert(seen: Observation, heard: Acts) -> Moves:
    """Find the line and what is on record of it, then read and ask until nothing is left on which the answer
    could depend, and decide; first by what it depends which question is asked, if by anything."""
    notes = Notes(heard)
    first = min(notes.things)
    asked = str(notes.told[first]["question"].value)
    question = read_question(asked)
    topic = question.topic if question else asked
    records = yield from look_up(notes, first, whole=EXTENT in notes.told[first])
    recorded = UNMARKED | records.facts()
    book = yield from open_policy(topic, records.account.region, records.today)
    ruling = yield from _ruled(notes, book, topic, recorded)
    if question:
        topic = question.chosen(ruling.outcome)
        if not book.rules(topic):
            yield from book.look_up(topic)
        ruling = yield from _ruled(notes, book, topic, recorded)
    answer = ruling.outcome
    if EXTENT in notes.told[first]:
        for other in records.others():
            more = yield from _ruled(notes, book, topic, UNMARKED | other.facts())
            answer = int(answer) + more.cents
    yield call("answer_policy", answer=answer, clause_id=ruling.decided_by)


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
