"""On how many rules an answer really depends.

A rule matters to an answer if it applies and the answer would be another without it; or if all of its
conditions but one hold, one of these is out of the ordinary, and the answer would be another if the rule
applied: an exception that had to be ruled out. Rules of other topics count where their answers are needed;
without its only rule such an answer is nothing. The depth of a question is the number of rules that matter.
"""

from collections.abc import Iterable, Iterator

from .book import TOPICS
from .decide import Silent, answered, applying
from .facts import FACTS, USUAL, Facts
from .policy import Policy
from .rules import LIMITS, SETTING, Amount, Beyond, Condition, Each, Effect, Percent, Plain, Rule

_NEVER = 1000  # more rules than any answer depends on


def matters(policy: Policy, topic: str, facts: Facts, most: int = _NEVER) -> tuple[Rule, ...]:
    """The rules that matter to an answer, the topic's own first; no further than one more than `most`."""
    case = Answers(policy, facts)
    answer = case[topic]
    rules = []
    for consulted in (topic, *[t for t in case.applied if t != topic]):
        for place, other in _variants(case, consulted):
            if consulted == topic or _if(policy, topic, facts, consulted, other) != answer:
                rules.append(policy.rules(consulted)[place])
                if len(rules) > most:
                    return tuple(rules)
    return tuple(rules)


class Answers(dict[str, Plain]):
    """A case without its reasons: answers alone, and the places and effects of the clauses that give them.
    What is not given is as usual."""

    __slots__ = ("applied", "policy")

    def __init__(self, policy: Policy, facts: Facts) -> None:
        super().__init__(facts)
        self.policy = policy
        self.applied: dict[str, tuple[list[int], list[Effect]]] = {}

    def __missing__(self, name: str) -> Plain:
        if name in USUAL:
            return USUAL[name]
        applied = self.applied[name] = applying(self.policy.clauses(name), self)
        if not applied[0]:
            raise Silent(f"no clause on {name!r} applies; add a clause without conditions")
        answer = self[name] = answered(applied[1], self)
        return answer


def _variants(case: Answers, topic: str) -> Iterator[tuple[int, Plain | None]]:
    """From the top down to the clause that sets the answer: the place of each that makes a difference, and
    what the answer would be otherwise."""
    clauses, (applied, effects), answer = case.policy.clauses(topic), case.applied[topic], case[topic]
    above = 0  # so many of those that apply stand above this clause
    for place in range(len(clauses) - 1, applied[-1], -1):
        _, then, when = clauses[place]
        if place == applied[above]:
            other = answered([*effects[:above], *effects[above + 1 :]], case)
            above += 1
            if other != answer:
                yield place, other
        elif len(when) > 1 and _just_missed(when, case):
            other = answered(
                [*effects[:above], then]
                if type(then) in SETTING
                else [*effects[:above], then, *effects[above:]],
                case,
            )
            if other != answer:
                yield place, other
    _, below = applying(clauses[: applied[-1]], case)
    without = answered([*effects[:-1], *below], case) if below else None
    if without != answer:
        yield applied[-1], without


def _just_missed(when: tuple[Condition, ...], case: Answers) -> bool:
    """Whether all conditions but one hold, one of them out of the ordinary."""
    missed: Condition | None = None
    for condition in when:
        if not condition.holds(case):
            if missed is not None:
                return False
            missed = condition
    for condition in when:  # noqa: SIM110  a plain loop is cheaper than any()
        if condition is not missed and _unusual(condition):
            return True
    return False


def _unusual(condition: Condition) -> bool:
    """Whether a condition that holds is out of the ordinary."""
    if type(condition) in LIMITS:
        return type(condition) is Beyond
    return condition.fact not in USUAL or not condition.holds(USUAL)


def _if(policy: Policy, topic: str, facts: Facts, other: str, answer: Plain | None) -> Plain:
    """The topic's answer if another topic's were this; an amount that nobody sets is 0, and any other answer
    that nobody gives stays."""
    if answer is None:
        answer = 0 if isinstance(TOPICS[other].answer, Amount) else Answers(policy, facts)[other]
    case = Answers(policy, facts)
    case[other] = answer
    return case[topic]


def needed_facts(rules: Iterable[Rule]) -> tuple[str, ...]:
    """What must be known to apply or to rule out these rules."""
    names: dict[str, None] = {}
    for rule in rules:
        names.update(dict.fromkeys(c.fact for c in rule.when if c.fact in FACTS))
        if isinstance(rule.then, Percent | Each):
            names[rule.then.of] = None
    return tuple(names)
