"""What the policy says about a topic, given the facts."""

from collections.abc import Sequence

from ..core.errors import RetailGymError, did_you_mean
from ..core.money import percent
from .book import TOPICS
from .book.kit import Draft
from .facts import FACTS, USUAL, Facts
from .policy import Policy
from .rules import (
    SETTING,
    Amount,
    AtLeast,
    Cap,
    Condition,
    Each,
    Effect,
    Floor,
    Is,
    Known,
    Less,
    More,
    No,
    Percent,
    Plain,
    Rule,
    Ruling,
    Say,
    Yes,
    names_in,
)

_KNOWN = FACTS.keys() | TOPICS.keys()
_MONEY = frozenset(
    t.name for t in TOPICS.values() if isinstance(t.answer, Amount) and t.answer.unit == "cents"
)


class Silent(RetailGymError, ValueError):
    """The policy gives no answer. A policy that `check` finds sound is never silent."""


def decide(policy: Policy, topic: str, facts: Facts) -> Ruling:
    """The answer to a topic. Facts that are not given have their usual value; the answer of another topic may
    be given as a fact."""
    return Case(policy, facts).ruling(topic)


def deciding(policy: Policy, topic: str, facts: Facts) -> tuple[str, ...]:
    """The clauses that can be said to decide: the last that applies, and where it changes nothing, those
    before it that gave the same answer already."""
    case, rules, clauses = Case(policy, facts), policy.rules(topic), policy.clauses(topic)
    ruling = case.ruling(topic)
    named, place = [ruling.decided_by], len(rules)
    while place:
        try:
            firing, effects = applying(clauses[:place], case)
        except Silent:  # what comes before asks for what nobody needs to know
            break
        if len(firing) != 1 or set_by(effects[0], case) != ruling.outcome:
            break
        place = firing[0]
        named.append(rules[place].clause)
    return tuple(dict.fromkeys(named))


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
        ruling = self._rulings.get(topic)
        if ruling is None:
            ruling = self._rulings[topic] = self._decide(topic)
        return ruling

    @property
    def consulted(self) -> tuple[str, ...]:
        """The topics that were decided on the way."""
        return tuple(self._rulings)

    def _decide(self, topic: str) -> Ruling:
        rules = self._policy.rules(topic)
        firing, _ = applying(self._policy.clauses(topic), self)
        if not firing:
            raise Silent(
                f"no clause on {topic!r} applies to {dict(self._given)}; add a clause without conditions"
            )
        answer, applied = self._answer([rules[i] for i in reversed(firing)])
        because: dict[str, None] = {}  # an ordered set
        for rule in applied:
            for condition in rule.when if self._rulings else ():
                because.update(dict.fromkeys(self._rests_on(condition)))
            because[rule.clause] = None
        cents = answer if topic in _MONEY else 0
        return Ruling(
            topic=topic,
            outcome=answer,
            cents=int(cents),
            because=tuple(because),
            decided_by=applied[-1].clause,
        )

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
        return [
            clause
            for name in names_in(condition)
            if name in self._rulings
            for clause in self._rulings[name].because
        ]


class Outcomes(Case):
    """A case that keeps answers without their reasons, for those who only act on them; it costs half."""

    __slots__ = ()

    def __missing__(self, name: str) -> Plain:
        _, effects = applying(self._policy.clauses(name), self)
        if not effects:
            raise Silent(
                f"no clause on {name!r} applies to {dict(self._given)}; add a clause without conditions"
            )
        answer = self[name] = answered(effects, self)
        return answer

    def ruling(self, topic: str) -> Ruling:
        outcome = self[topic]
        return Ruling(
            topic=topic,
            outcome=outcome,
            cents=int(outcome) if topic in _MONEY else 0,
            because=(),
            decided_by="",
        )


def applying(clauses: Sequence[Draft], known: Known) -> tuple[list[int], list[Effect]]:
    """The places and effects of the clauses that apply, from the top down to the one that sets the answer;
    none where no clause sets it."""
    places, effects = [], []
    place = len(clauses)
    for _, then, when in reversed(clauses):
        place -= 1
        for condition in when:
            if type(condition) is Is:  # four kinds are written out, since no other lines run so often
                if known[condition.fact] not in condition.values:
                    break
            elif type(condition) is Yes:
                if known[condition.fact] is not True:
                    break
            elif type(condition) is No:
                if known[condition.fact] is not False:
                    break
            elif type(condition) is AtLeast:
                if known[condition.fact] < condition.amount:
                    break
            elif not condition.holds(known):
                break
        else:
            places.append(place)
            effects.append(then)
            if type(then) in SETTING:
                return places, effects
    return [], []


def set_by(effect: Effect, known: Known) -> Plain:
    """The answer that an effect gives which starts afresh."""
    if (
        type(effect) is Say
    ):  # not by patterns, which take three times as long: answers are worked out again and again
        return effect.value
    if type(effect) is Percent:
        return percent(int(known[effect.of]), effect.percent)
    if type(effect) is Each:
        return effect.amount * int(known[effect.of])
    raise AssertionError(f"{effect} sets nothing")


def answered(effects: Sequence[Effect], known: Known) -> Plain:
    """The answer that effects give together, from the top down to the one that sets it."""
    then = effects[-1]
    answer = then.value if type(then) is Say else set_by(then, known)
    if len(effects) > 1:
        for effect in effects[-2::-1]:
            answer = adjusted(effect, int(answer))
    return answer


def adjusted(effect: Effect, answer: int) -> int:
    """What an effect makes of the answer so far."""
    if type(effect) is More:
        return answer + effect.amount
    if type(effect) is Less:
        return max(0, answer - effect.amount)
    if type(effect) is Cap:
        return min(answer, effect.amount)
    if type(effect) is Floor:
        return max(answer, effect.amount)
    raise AssertionError(f"{effect} does not adjust")
