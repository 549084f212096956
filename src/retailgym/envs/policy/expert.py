"""Policy: the expert, who sees only what was said and shown."""

from ...core.env import Acts, Moves, Observation
from ...customer.acts import Named
from ...policy import TOPICS, decide, unsettled
from ..shared.expert_moves import Notes, ask, call
from ..shared.policy_questions import TOLD, UNMARKED, heard_fact, to_ask
from ..shared.policy_reading import open_policy
from ..shared.records import look_up


def expert(seen: Observation, heard: Acts) -> Moves:
    """Find the line and what is on record of it, then read and ask until nothing is left on which the answer
    could depend, and decide."""
    notes = Notes(heard)
    first = min(notes.things)
    topic = str(notes.told[first]["question"].value)
    records = yield from look_up(notes, first)
    recorded = UNMARKED | records.facts()
    book = yield from open_policy(topic, records.account.region, records.today)
    while True:
        known = recorded | {
            t.topic: heard_fact(t.topic, t.value) for t in notes.told[first].values() if t.topic in TOLD
        }
        lacking = unsettled(book, topic, known)
        if asked := to_ask(lacking):
            yield from ask(notes, [Named(thing=first, topic=f, label=f) for f in asked])
        elif lacking:
            yield from book.look_up(next(name for name in lacking if name in TOPICS))
        else:
            break
    ruling = decide(book, topic, known)
    yield call("answer_policy", answer=ruling.outcome, clause_id=ruling.decided_by)
