"""What the policy says about a topic, given the facts."""

from collections.abc import Sequence

from ..money import percent
from .book import TOPICS
from .facts import FACTS, USUAL, Facts, did_you_mean
from .policy import Policy
from .rules import Amount, Beyond, Cap, Condition, Each, Effect, Floor, Is, Known, Less, More, No, Percent, Plain, Rule, Ruling, Say, Within, Yes

_KNOWN = FACTS.keys() | TOPICS.keys()
_SETTING = frozenset((Say, Percent, Each))
_MONEY = frozenset(t.name for t in TOPICS.values() if isinstance(t.answer, Amount) and t.answer.unit == "cents")


class Silent(ValueError):
    """The policy gives no answer. A policy that `check` finds sound is never silent."""


def decide(policy: Policy, topic: str, facts: Facts) -> Ruling:
    """The answer to a topic. Facts that are not given have their usual value; the answer of another topic may be given as a fact."""
    return Case(policy, facts).ruling(topic)


class Case(dict[str, Plain]):
    """One set of facts before one policy. Looking up a topic's name decides that topic, once."""

    __slots__ = ("_given", "_policy", "_rulings")

    def __init__(self, policy: Policy, facts: Facts) -> None:
        super().__init__(USUAL)
        self.update(facts)
        if len(self) > len(USUAL) and not facts.keys() <= _KNOWN:
            name = min(facts.keys() - _KNOWN)
            raise KeyError(f"no fact {name!r}; {did_you_mean(name, FACTS)}")
        self._policy, self._given = policy, facts
        self._rulings: dict[str, Ruling] = {}

    def __missing__(self, name: str) -> Plain:
        return self.ruling(name).outcome

    def ruling(self, topic: str) -> Ruling:
        found = self._rulings.get(topic)
        if found is None:
            found = self._rulings[topic] = self._decide(topic)
        return found

    @property
    def consulted(self) -> tuple[str, ...]:
        """The topics that were decided on the way."""
        return tuple(self._rulings)

    def fires(self, rule: Rule) -> bool:
        for condition in rule.when:  # noqa: SIM110  a plain loop makes a decision 40 % cheaper than all() does
            if not condition.holds(self):
                return False
        return True

    def _decide(self, topic: str) -> Ruling:
        firing = []
        for rule in reversed(self._policy.rules(topic)):
            if self.fires(rule):
                firing.append(rule)
                if rule.sets:
                    break
        else:
            raise Silent(f"no clause on {topic!r} applies to {dict(self._given)}; add a clause without conditions")
        answer, applied = self._answer(firing[::-1])
        because: dict[str, None] = {}  # an ordered set
        for rule in applied:
            for condition in rule.when:
                because.update(dict.fromkeys(self._rests_on(condition)))
            because[rule.clause] = None
        cents = answer if topic in _MONEY else 0
        return Ruling(topic=topic, outcome=answer, cents=int(cents), because=tuple(because), decided_by=applied[-1].clause)

    def _answer(self, firing: list[Rule]) -> tuple[Plain, list[Rule]]:
        """The first of them sets the answer; the others work on it, and count only if they change it."""
        answer, applied = set_by(firing[0].then, self), [firing[0]]
        for rule in firing[1:]:
            changed = adjusted(rule.then, int(answer))
            if changed != answer:
                answer = changed
                applied.append(rule)
        return answer, applied

    def _rests_on(self, condition: Condition) -> list[str]:
        names = (condition.fact, condition.topic) if isinstance(condition, Beyond | Within) else (condition.fact,)
        return [clause for name in names if name in self._rulings for clause in self._rulings[name].because]


class Outcomes(Case):
    """A case that keeps answers without their reasons, for those who only act on them; it costs half."""

    __slots__ = ()

    def __missing__(self, name: str) -> Plain:
        effects = []
        for _, then, when in reversed(self._policy.clauses(name)):
            for condition in when:
                if type(condition) is Is:  # three kinds are written out, since no other line of the desk runs so often
                    if self[condition.fact] not in condition.values:
                        break
                elif type(condition) is Yes:
                    if self[condition.fact] is not True:
                        break
                elif type(condition) is No:
                    if self[condition.fact] is not False:
                        break
                elif not condition.holds(self):
                    break
            else:
                effects.append(then)
                if type(then) in _SETTING:
                    break
        else:
            raise Silent(f"no clause on {name!r} applies to {dict(self._given)}; add a clause without conditions")
        then = effects.pop()
        answer = then.value if type(then) is Say else set_by(then, self)
        while effects:
            answer = adjusted(effects.pop(), int(answer))
        self[name] = answer
        return answer

    def ruling(self, topic: str) -> Ruling:
        outcome = self[topic]
        return Ruling(topic=topic, outcome=outcome, cents=int(outcome) if topic in _MONEY else 0, because=(), decided_by="")


def set_by(effect: Effect, known: Known) -> Plain:
    """The answer that an effect gives which starts afresh."""
    match effect:
        case Say(value):
            return value
        case Percent(part, of):
            return percent(int(known[of]), part)
        case Each(amount, of):
            return amount * int(known[of])
    raise AssertionError(f"{effect} sets nothing")


def answered(applied: Sequence[Rule], known: Known) -> Plain:
    """The answer that rules give together, from the top down to the one that sets it."""
    answer = set_by(applied[-1].then, known)
    for rule in applied[-2::-1]:
        answer = adjusted(rule.then, int(answer))
    return answer


def adjusted(effect: Effect, answer: int) -> int:
    """What an effect makes of the answer so far."""
    match effect:
        case More(amount):
            return answer + amount
        case Less(amount):
            return max(0, answer - amount)
        case Cap(amount):
            return min(answer, amount)
        case Floor(amount):
            return max(answer, amount)
    raise AssertionError(f"{effect} does not adjust")
