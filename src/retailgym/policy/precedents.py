"""What a policy has ruled before, for those who try one set of facts after another: kept by the facts that a
topic can depend on, of which there are few."""

from collections.abc import Sequence

from .book import TOPICS
from .decide import adjusted, applying, set_by
from .depth import Answers, matters
from .facts import USUAL, Facts
from .policy import Policy
from .rules import LIMITS, Condition, Each, Percent, Plain, Rule, names_in

Key = tuple[str, tuple[Plain, ...]]  # a topic, and what it can depend on


class Precedents:
    """The rulings of one policy. Topics are never given as facts."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self._places: dict[str, dict[str, int]] = {}  # of the facts that a topic looks at, in its keys
        self._ruled: dict[Key, tuple[Plain, str]] = {}
        self._mattering: dict[Key, tuple[int, tuple[Rule, ...]]] = {}  # no further than one more than so many
        self._called_on: dict[str, list[Rule]] = {}

    def places(self, topic: str) -> dict[str, int]:
        places = self._places.get(topic)
        if places is None:
            names = looked_at(self.policy, topic)
            places = self._places[topic] = {name: place for place, name in enumerate(names)}
        return places

    def key(self, topic: str, facts: Facts) -> Key:
        names = self.places(topic)
        return topic, tuple([facts[name] if name in facts else USUAL[name] for name in names])

    def otherwise(self, key: Key, facts: Facts) -> Key:
        """The same, had some facts been these."""
        topic, values = key
        places, changed = self._places[topic], list(values)
        for name, value in facts.items():
            if name in places:
                changed[places[name]] = value
        return topic, tuple(changed)

    def ruled(self, key: Key) -> tuple[Plain, str]:
        """The answer, and the clause that decides."""
        ruling = self._ruled.get(key)
        if ruling is None:
            ruling = self._ruled[key] = _decided(self.policy, key[0], self._facts(key))
        return ruling

    def matters(self, key: Key, most: int) -> tuple[Rule, ...]:
        """The rules that matter to an answer, no further than one more than `most`."""
        limit, rules = self._mattering.get(key, (-1, ()))
        if limit < most and len(rules) > limit:
            rules = matters(self.policy, key[0], self._facts(key), most)
            self._mattering[key] = most, rules
        return rules[: most + 1]

    def called_on(self, topic: str) -> list[Rule]:
        """The exceptions of a topic, and the rules of those topics on which they call."""
        called_rules = self._called_on.get(topic)
        if called_rules is None:
            rules = self.policy.rules
            called = dict.fromkeys([c.fact for rule in rules(topic) for c in rule.when if c.fact in TOPICS])
            called_rules = self._called_on[topic] = [rule for t in (topic, *called) for rule in rules(t)[1:]]
        return called_rules

    def still_open(self, topic: str, given: Facts) -> list[tuple[Condition, ...]]:
        """The conditions of each clause of a topic, and of those on which it calls, that some facts do not
        rule out."""
        conditions, topics = list[tuple[Condition, ...]](), [topic]
        for consulted in topics:
            conditions += may_apply([when for _, _, when in self.policy.clauses(consulted)], given)
            called = {
                name: None for when in conditions for c in when for name in names_in(c) if name in TOPICS
            }
            topics += [name for name in called if name not in topics]
        return conditions

    def _facts(self, key: Key) -> dict[str, Plain]:
        topic, values = key
        return dict(zip(self._places[topic], values, strict=True))


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


def may_apply(clauses: Sequence[tuple[Condition, ...]], given: Facts) -> list[tuple[Condition, ...]]:
    """Those of some clauses, by their conditions, that facts do not rule out."""
    return [
        when
        for when in clauses
        if all(c.fact not in given or type(c) in LIMITS or c.holds(given) for c in when)
    ]


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
