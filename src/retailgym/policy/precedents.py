"""What a policy has ruled before, for those who try one set of facts after another: kept by the facts that a
topic can depend on, of which there are few."""

from .book import TOPICS
from .decide import adjusted, applying, set_by
from .depth import Answers, matters
from .facts import USUAL, Facts
from .policy import Policy
from .rules import Each, Percent, Plain, Rule, names_in

NOTHING_ELSE: Facts = {}
Key = tuple[str, tuple[Plain, ...]]  # a topic, and what it can depend on


class Precedents:
    """The rulings of one policy. Topics are never given as facts."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self._names: dict[str, tuple[str, ...]] = {}
        self._ruled: dict[Key, tuple[Plain, str]] = {}
        self._mattering: dict[tuple[Key, int], tuple[Rule, ...]] = {}

    def key(self, topic: str, facts: Facts, instead: Facts = NOTHING_ELSE) -> Key:
        names = self._names.get(topic)
        if names is None:
            names = self._names[topic] = looked_at(self.policy, topic)
        if instead:
            values = [instead[n] if n in instead else facts[n] if n in facts else USUAL[n] for n in names]
        else:
            values = [facts[name] if name in facts else USUAL[name] for name in names]
        return topic, tuple(values)

    def ruled(self, topic: str, facts: Facts, instead: Facts = NOTHING_ELSE) -> tuple[Plain, str]:
        """The answer, and the clause that decides; some facts may be given instead of what they are."""
        key = self.key(topic, facts, instead)
        found = self._ruled.get(key)
        if found is None:
            found = self._ruled[key] = _decided(self.policy, topic, {**facts, **instead})
        return found

    def matters(self, topic: str, facts: Facts, most: int) -> tuple[Rule, ...]:
        """The rules that matter to an answer."""
        key = self.key(topic, facts), most
        found = self._mattering.get(key)
        if found is None:
            found = self._mattering[key] = matters(self.policy, topic, facts, most)
        return found


def looked_at(policy: Policy, topic: str) -> tuple[str, ...]:
    """The facts that an answer can depend on, those of other topics on which it calls included."""
    facts, topics = dict[str, None](), {topic: None}
    waiting = [topic]
    while waiting:
        for _, then, when in policy.clauses(waiting.pop()):
            names = [name for condition in when for name in names_in(condition)]
            names += [then.of] if isinstance(then, Percent | Each) else []
            waiting += [name for name in names if name in TOPICS and name not in topics]
            topics.update(dict.fromkeys([name for name in names if name in TOPICS]))
            facts.update(dict.fromkeys([name for name in names if name not in TOPICS]))
    return tuple(facts)


def _decided(policy: Policy, topic: str, facts: Facts) -> tuple[Plain, str]:
    """As `decide`, without the reasons."""
    case = Answers(policy, facts)
    places, effects = applying(policy.clauses(topic), case)
    answer, last = set_by(effects[-1], case), places[-1]
    for place, effect in zip(places[-2::-1], effects[-2::-1], strict=True):
        changed = adjusted(effect, int(answer))
        if changed != answer:
            answer, last = changed, place
    return answer, policy.rules(topic)[last].clause
