"""What a policy has ruled before, for those who try one set of facts after another: kept by the facts that a
topic can depend on, of which there are few."""

from collections.abc import Sequence

from .book import TOPICS
from .decide import adjusted, applying, set_by
from .depth import Answers, matters
from .facts import USUAL, Facts
from .policy import Policy
from .rules import LIMITS, Condition, Each, Effect, Percent, Plain, Rule, names_in

Key = tuple[str, tuple[Plain, ...]]  # a topic, and what it can depend on


class Precedents:
    """The rulings of one policy. Topics are never given as facts."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self._places: dict[str, dict[str, int]] = {}  # of the facts that a topic looks at, in its keys
        self._ruled: dict[Key, tuple[Plain, str]] = {}
        self._mattering: dict[Key, tuple[int, tuple[Rule, ...]]] = {}  # no further than one more than so many
        self._called_on: dict[str, list[Rule]] = {}
        self._looks: dict[str, dict[str, list[Condition]]] = {}  # by topic

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

    def told_apart(self, topic: str, name: str, values: Sequence[Plain]) -> list[list[Plain]]:
        """Values of a fact that is no number, together where no clause on a topic, or on one on which it
        calls, tells them apart."""
        found = dict[tuple[bool, ...], list[Plain]]()
        asked = self._conditions(topic).get(name, ())
        for value in values:
            found.setdefault(tuple([c.holds({name: value}) for c in asked]), []).append(value)
        return list(found.values())

    def _conditions(self, topic: str) -> dict[str, list[Condition]]:
        """By the fact that they look at."""
        found = self._looks.get(topic)
        if found is None:
            found = self._looks[topic] = {}
            for consulted in consulted_by(self.policy, topic):
                for _, _, when in self.policy.clauses(consulted):
                    for condition in when:
                        found.setdefault(condition.fact, []).append(condition)
        return found

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
    facts = dict[str, None]()
    for consulted in consulted_by(policy, topic):
        for _, then, when in policy.clauses(consulted):
            facts.update(dict.fromkeys([name for name in _looked_at(then, when) if name not in TOPICS]))
    return tuple(facts)


def consulted_by(policy: Policy, topic: str) -> list[str]:
    """A topic and those on which it calls, the ones on which these call included."""
    topics, waiting = {topic: None}, [topic]
    while waiting:
        for _, then, when in policy.clauses(waiting.pop()):
            called = [name for name in _looked_at(then, when) if name in TOPICS]
            waiting += [name for name in called if name not in topics]
            topics.update(dict.fromkeys(called))
    return list(topics)


def _looked_at(then: Effect, when: Sequence[Condition]) -> list[str]:
    """What one clause looks at."""
    names = [name for condition in when for name in names_in(condition)]
    return names + ([then.of] if isinstance(then, Percent | Each) else [])


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
