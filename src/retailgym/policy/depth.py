"""On how many rules an answer really depends.

A rule matters to an answer if it applies and the answer would be another without it; or if all of its conditions but one hold, one of
these is out of the ordinary, and the answer would be another if the rule applied: an exception that had to be ruled out. Rules of other
topics count where their answers are needed; without its only rule such an answer is nothing. The depth of a question is the number
of rules that matter.
"""

from collections.abc import Iterable, Iterator

from .book import TOPICS
from .decide import Silent, answered
from .facts import FACTS, USUAL, Facts
from .policy import Policy
from .rules import Amount, Beyond, Condition, Each, Percent, Plain, Rule, Within

_NEVER = 1000  # more rules than any answer depends on


def matters(policy: Policy, topic: str, facts: Facts, most: int = _NEVER) -> tuple[Rule, ...]:
    """The rules that matter to an answer, the topic's own first; no further than one more than `most`."""
    case = _Answers(policy, facts)
    answer = case[topic]
    found = []
    for consulted in (topic, *[t for t in case.applied if t != topic]):
        for rule, other in _variants(case, consulted):
            if other == case[consulted]:
                continue
            if consulted != topic:
                other = _if(policy, topic, facts, consulted, other)
            if other != answer:
                found.append(rule)
                if len(found) > most:
                    return tuple(found)
    return tuple(found)


class _Answers(dict[str, Plain]):
    """A case without its reasons: answers alone, and the rules that give them."""

    __slots__ = ("applied", "policy")

    def __init__(self, policy: Policy, facts: Facts) -> None:
        super().__init__(USUAL)
        self.update(facts)
        self.policy = policy
        self.applied: dict[str, list[Rule]] = {}

    def __missing__(self, topic: str) -> Plain:
        applied = _applied(self, self.policy.rules(topic))
        if not applied:
            raise Silent(f"no clause on {topic!r} applies; add a clause without conditions")
        self.applied[topic] = applied
        answer = self[topic] = answered(applied, self)
        return answer


def _variants(case: _Answers, topic: str) -> Iterator[tuple[Rule, Plain | None]]:
    """From the top down to the rule that sets the answer: each rule that could matter, and what the answer would be otherwise."""
    rules, applied = case.policy.rules(topic), case.applied[topic]
    above = 0  # so many of those that apply stand above this rule
    for i in range(len(rules) - 1, -1, -1):
        rule = rules[i]
        if rule is applied[-1]:
            below = _applied(case, rules[:i])
            yield rule, answered([*applied[:-1], *below], case) if below else None
            return
        if rule is applied[above]:
            yield rule, answered([*applied[:above], *applied[above + 1 :]], case)
            above += 1
            continue
        failing = [c for c in rule.when if not c.holds(case)]
        if len(failing) == 1 and any(c is not failing[0] and _unusual(c) for c in rule.when):
            yield rule, answered([*applied[:above], rule] if rule.sets else [*applied[:above], rule, *applied[above:]], case)


def _applied(case: _Answers, rules: tuple[Rule, ...]) -> list[Rule]:
    """The rules that apply, from the top down to the one that sets the answer; none where no rule sets it."""
    found = []
    for rule in reversed(rules):
        for condition in rule.when:
            if not condition.holds(case):
                break
        else:
            found.append(rule)
            if rule.sets:
                return found
    return []


def _unusual(condition: Condition) -> bool:
    """Whether a condition that holds is out of the ordinary."""
    match condition:
        case Beyond():
            return True
        case Within():
            return False
        case _:
            return condition.fact not in USUAL or not condition.holds(USUAL)


def _if(policy: Policy, topic: str, facts: Facts, other: str, answer: Plain | None) -> Plain:
    """The topic's answer if another topic's were this; an amount that nobody sets is 0, and any other answer that nobody gives stays."""
    if answer is None:
        answer = 0 if isinstance(TOPICS[other].answer, Amount) else _Answers(policy, facts)[other]
    return _Answers(policy, {**facts, other: answer})[topic]


def needed_facts(rules: Iterable[Rule]) -> tuple[str, ...]:
    """What must be known to apply or to rule out these rules."""
    names: dict[str, None] = {}
    for rule in rules:
        names.update(dict.fromkeys(c.fact for c in rule.when if c.fact in FACTS))
        if isinstance(rule.then, Percent | Each):
            names[rule.then.of] = None
    return tuple(names)
