"""What must still be known before a topic can be decided: facts that nobody has told, and topics that nobody
has read."""

from collections.abc import Collection, Sequence

from .book import TOPICS
from .book.kit import Draft
from .decide import answered
from .facts import FACTS, Facts
from .policy import Policy
from .rules import LIMITS, SETTING, Condition, Each, Effect, Percent, Plain, names_in


def unsettled(policy: Policy, topic: str, known: Facts, read: Collection[str] = TOPICS) -> tuple[str, ...]:
    """The names of facts and topics on which the answer may still depend; none where what is known settles
    it.

    Nothing has a usual value here. A topic of which the policy holds no rules has not been read.
    """
    return tuple(_Inquiry(policy, known, read).missing(topic))


class _Inquiry:
    """One look at a policy with the facts that are known."""

    def __init__(self, policy: Policy, known: Facts, read: Collection[str]) -> None:
        self._policy, self._read = policy, read
        self._known: dict[str, Plain] = dict(known)
        self._open: dict[str, dict[str, None]] = {}  # topic -> what it lacks

    def missing(self, topic: str) -> dict[str, None]:
        """What the topic lacks; where it lacks nothing, its answer is known from then on."""
        missing = self._open.get(topic)
        if missing is None:
            clauses = self._policy.clauses(topic) if topic in self._read else ()
            missing = self._open[topic] = self._look(topic, clauses) if clauses else {topic: None}
        return missing

    def _look(self, topic: str, clauses: Sequence[Draft]) -> dict[str, None]:
        """Down to the clause that surely sets the answer; those that cannot apply are passed over."""
        lacking: dict[str, None] = {}
        applied: list[Effect] = []
        for _, then, when in reversed(clauses):
            lacks = self._lacks(then, when)
            if lacks is None:
                continue
            lacking.update(lacks)
            if not lacks:
                applied.append(then)
                if type(then) in SETTING:
                    break
        if not lacking and applied:
            self._known[topic] = answered(applied, self._known)
        return lacking

    def _lacks(self, then: Effect, when: tuple[Condition, ...]) -> dict[str, None] | None:
        """What must be known to tell whether a clause applies, or how much it gives; None if it does not
        apply in any case."""
        known = self._known
        later: list[Condition] = []
        for condition in when:  # facts first: they cost nothing
            if condition.fact in known and type(condition) not in LIMITS:
                if not condition.holds(known):
                    return None
            else:
                later.append(condition)
        lacks: dict[str, None] = {}
        for condition in later:
            unknown = [name for name in names_in(condition) if name not in known]
            here = {
                lacked: None
                for name in unknown
                for lacked in ({name: None} if name in FACTS else self.missing(name))
            }
            if not here and not condition.holds(known):
                return None
            lacks.update(here)
        if (type(then) is Percent or type(then) is Each) and then.of not in known:
            lacks[then.of] = None
        return lacks
