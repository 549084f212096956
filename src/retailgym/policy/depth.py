"""On how many rules an answer really depends.

A rule matters to an answer if it applies and the answer would be another without it; or if all of its conditions but one hold, one of
these is out of the ordinary, and the answer would be another if the rule applied: an exception that had to be ruled out. Rules of other
topics count where their answers are needed; without its only rule such an answer is nothing. The depth of a question is the number
of rules that matter.
"""

from collections.abc import Iterable, Iterator

from ..value import replace
from .book import TOPICS
from .decide import Case, Silent, decide
from .facts import FACTS, USUAL, Facts
from .policy import Policy
from .rules import Amount, Beyond, Condition, Each, Percent, Plain, Rule, Within


def matters(policy: Policy, topic: str, facts: Facts) -> tuple[Rule, ...]:
    """The rules that matter to an answer, the topic's own first."""
    case = Case(policy, facts)
    answer = case.ruling(topic).outcome
    found = []
    for consulted in (topic, *(t for t in case.consulted if t != topic)):
        for rule, rules in _variants(policy.rules(consulted), case):
            other = _under(case, consulted, rules)
            if consulted != topic:
                other = _if(policy, topic, facts, consulted, other)
            if other != answer:
                found.append(rule)
    return tuple(found)


def _variants(rules: tuple[Rule, ...], case: Case) -> Iterator[tuple[Rule, tuple[Rule, ...]]]:
    """From the top down to the rule that sets the answer: each rule that could matter, and the rules as they would be otherwise."""
    for i in reversed(range(len(rules))):
        rule = rules[i]
        failing = [c for c in rule.when if not c.holds(case)]
        if not failing:
            yield rule, (*rules[:i], *rules[i + 1 :])
            if rule.sets:
                return
        elif len(failing) == 1 and any(c is not failing[0] and _unusual(c) for c in rule.when):
            waived = replace(rule, when=tuple(c for c in rule.when if c is not failing[0]))
            yield rule, (*rules[:i], waived, *rules[i + 1 :])


def _unusual(condition: Condition) -> bool:
    """Whether a condition that holds is out of the ordinary."""
    match condition:
        case Beyond():
            return True
        case Within():
            return False
        case _:
            return condition.fact not in USUAL or not condition.holds(USUAL)


def _under(case: Case, topic: str, rules: tuple[Rule, ...]) -> Plain | None:
    """The answer under other rules, or nothing where they are silent."""
    try:
        return case.under(topic, rules).outcome
    except Silent:
        return None


def _if(policy: Policy, topic: str, facts: Facts, other: str, answer: Plain | None) -> Plain:
    """The topic's answer if another topic's were this; an amount that nobody sets is 0, and any other answer that nobody gives stays."""
    if answer is None:
        answer = 0 if isinstance(TOPICS[other].answer, Amount) else decide(policy, other, facts).outcome
    return decide(policy, topic, {**facts, other: answer}).outcome


def needed_facts(rules: Iterable[Rule]) -> tuple[str, ...]:
    """What must be known to apply or to rule out these rules."""
    names: dict[str, None] = {}
    for rule in rules:
        names.update(dict.fromkeys(c.fact for c in rule.when if c.fact in FACTS))
        if isinstance(rule.then, Percent | Each):
            names[rule.then.of] = None
    return tuple(names)
