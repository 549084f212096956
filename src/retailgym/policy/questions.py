"""Questions about the policy: a topic and facts for which the answer depends on exactly so many rules."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..core.dates import YEAR
from ..core.streams import Rng, Streams
from ..core.values import Value
from .book import TOPICS
from .decide import Case, Outcomes
from .depth import matters, needed_facts
from .facts import FACTS, USUAL, Facts, sensible
from .policy import Policy
from .precedents import Precedents
from .rules import (
    LIMITS,
    Amount,
    AtLeast,
    AtMost,
    Between,
    Beyond,
    Condition,
    Each,
    Is,
    Measure,
    No,
    OneOf,
    Percent,
    Plain,
    Rule,
    Ruling,
    Say,
    Within,
    Yes,
)

# A question must have an answer in days, money, yes or no, or from a list; points are only a step on the way
# to one.
QUESTIONS = tuple(
    t.name for t in TOPICS.values() if not (isinstance(t.answer, Amount) and t.answer.unit == "points")
)
_SPREAD = {"account_days": (5, 1500), "gift_card_days": (1, 900), "days_since_delivery": (0, 90),
    "days_since_order": (0, 60),
           "days_late": (0, 12), "dispute_days": (0, 35), "days_to_report": (0, 40), "days_waiting": (0, 16),
           "days_without_scan": (0, 20),
           "line_cents": (600, 45000), "order_cents": (900, 70000), "shipping_cents": (395, 2495),
           "price_drop_cents": (50, 9900),
           "difference_cents": (50, 6000), "gift_card_cents": (100, 12000), "dispute_cents": (900, 150000),
           "declared_cents": (2000, 90000),
           "year_spend_cents": (2000, 300000), "refunds_90d": (0, 8), "claims_year": (0, 6), "ordered_on": (1,
           YEAR)}  # fmt: skip
_STEPS, _STUCK = 10, 2  # no climb is longer; steps without getting nearer after which one is given up
_TRIES, _TRIES_PER_TOPIC = 2000, 6  # staying with a topic saves drawing the sections of others


class Question(Value):
    """What is asked, all facts that were set for it, those that the answer rests on, and the one right
    ruling."""

    topic: str
    facts: dict[str, Plain]
    needed: tuple[str, ...]
    ruling: Ruling
    depth: int


def draw_question(
    policy: Policy, stream: Streams, depth: int, given: Facts | None = None, topics: Sequence[str] = QUESTIONS
) -> Question:
    """A question of that depth. What is given stays as it is; other facts are drawn, or have their usual
    value."""
    rng = stream()
    for tries in range(_TRIES):
        if tries % _TRIES_PER_TOPIC == 0:
            topic = rng.pick(topics)
        question = propose(policy, rng, topic, depth, given or {})
        if question:
            return question
    raise LookupError(
        f"no question of depth {depth} on {', '.join(topics)} with {dict(given or {})}; give fewer facts "
        f"or "
        f"more topics"
    )


def propose(policy: Policy, rng: Rng, topic: str, depth: int, given: Facts) -> Question | None:
    """One attempt at a question of that depth."""
    for facts in _Proposal(policy, rng, given).deepening(topic, depth):
        rules = matters(policy, topic, facts, most=depth)
        if len(rules) > depth:
            break
        if len(rules) == depth and (ruling := _ruled(policy, topic, facts, rules)):
            needed = needed_facts((*rules, *map(policy.rule, ruling.because)))
            return Question(topic=topic, facts=facts, needed=needed, ruling=ruling, depth=depth)
    return None


class QuestionStart(NamedTuple):
    """Where a climb leads and what it starts from: facts that stay, and facts that may be changed. Others
    have their usual value."""

    depth: int
    given: Facts
    start: Facts


def climb(precedents: Precedents, rng: Rng, topic: str, way: QuestionStart) -> dict[str, Plain] | None:
    """Step by step to the facts of a question of a depth: rules that the given facts leave open are made to
    apply, or not to. May come to nothing."""
    depth, policy = way.depth, precedents.policy
    loose = [(rule, free) for rule in precedents.called_on(topic) if (free := _free(rule, way.given))]
    if not loose:
        return None
    facts = {**USUAL, **way.given, **way.start}
    facts |= _turned(
        policy, rng, *rng.pick(loose), facts
    )  # without a first step the plain rule would decide nearly always
    here, apart, stuck = facts, _STEPS, 0
    deep: tuple[Rule, ...] = ()
    while stuck < _STUCK:
        key = precedents.key(topic, facts)
        reached = precedents.matters(key, most=depth + apart)
        if len(reached) == depth and sensible(facts) and _decides(precedents.ruled(key)[1], reached):
            return facts
        now = abs(len(reached) - depth)
        stuck = 0 if now < apart else stuck + 1
        if now <= apart:
            here, apart, deep = facts, now, reached
        in_play = [(rule, free) for rule, free in loose if rule in deep]
        if len(deep) <= depth:
            top = _setting(topic, deep, here)
            others = [
                (rule, free)
                for rule, free in loose
                if (rule.topic != topic or rule.rank > top) and rule not in deep
            ]
            step = _deeper(policy, rng, others, here)
        else:
            step = _turned(policy, rng, *rng.pick(in_play), here) if in_play else {}
        if not step and not in_play:
            return None
        facts = here | (step or _turned(policy, rng, *rng.pick(in_play), here))
    return None


def _setting(topic: str, deep: tuple[Rule, ...], facts: Facts) -> int:
    """The rank of the rule that sets the answer, as far as facts tell; no rule of the topic below it could
    matter."""
    return max(
        [r.rank for r in deep if r.topic == topic and r.sets and all(_may_hold(c, facts) for c in r.when)],
        default=-1,
    )


def _may_hold(condition: Condition, facts: Facts) -> bool:
    return condition.fact not in facts or type(condition) in LIMITS or condition.holds(facts)


def _deeper(
    policy: Policy, rng: Rng, loose: list[tuple[Rule, list[Condition]]], facts: Facts
) -> dict[str, Plain]:
    """What to change so that one more rule matters: one that works on the answer applies, one that would set
    it misses by a condition."""
    able = [(rule, free) for rule, free in loose if not rule.sets or len(rule.when) > 1]
    if not able:
        return {}
    rule, free = rng.pick(able)
    missed = rng.pick(free) if rule.sets else None
    proposal = _Proposal(policy, rng, facts)
    return {c.fact: proposal.value(c, c is not missed) for c in free if c is missed or not c.holds(facts)}


def _free(rule: Rule, given: Facts) -> list[Condition]:
    """The conditions of a rule that the given facts leave open; none where they rule it out."""
    free: list[Condition] = []
    for condition in rule.when:
        if condition.fact in given:
            if type(condition) not in LIMITS and not condition.holds(given):
                return []
        elif condition.fact in FACTS:
            free.append(condition)
    return free


def _turned(policy: Policy, rng: Rng, rule: Rule, free: list[Condition], facts: Facts) -> dict[str, Plain]:
    """What to change so that the rule applies, or so that it no longer does; an exception may also be made to
    miss by one condition."""
    proposal = _Proposal(policy, rng, facts)
    failing = [c for c in free if not c.holds(facts)]
    if not failing:
        condition = rng.pick(free)
        return {condition.fact: proposal.value(condition, False)}
    missed = rng.pick(free) if rule.sets and len(rule.when) > 1 and rng.chance(500) else None
    return {c.fact: proposal.value(c, c is not missed) for c in free if c in failing or c is missed}


def _ruled(policy: Policy, topic: str, facts: Facts, rules: tuple[Rule, ...]) -> Ruling | None:
    """The ruling, unless the facts cannot be true together or a clause decides that does not matter."""
    if not sensible(facts):
        return None
    ruling = Case(policy, facts).ruling(topic)
    return ruling if _decides(ruling.decided_by, rules) else None


def _decides(clause: str, rules: tuple[Rule, ...]) -> bool:
    return any(rule.clause == clause for rule in rules)


class _Proposal:
    """Facts that make some rules apply and others only just not."""

    def __init__(self, policy: Policy, rng: Rng, given: Facts) -> None:
        self._policy, self._rng = policy, rng
        self._facts: dict[str, Plain] = dict(given)

    def deepening(self, topic: str, depth: int) -> Iterator[dict[str, Plain]]:
        """Facts for one rule that shall decide, then for more and more rules beside it."""
        rules = self._policy.rules(topic)
        for rule in rules:
            if isinstance(rule.then, Percent | Each) and rule.then.of not in self._facts:
                self._facts[rule.then.of] = self._rng.between(*_SPREAD[rule.then.of])
        top = self._rng.below(
            len(rules)
        )  # drawn first: otherwise the last exceptions would decide nearly always
        self._aim(rules[top], miss=False)
        others = [i for i in range(1, len(rules)) if i != top and (i > top or not rules[top].sets)]
        aimed = 1
        if depth <= 2:
            yield self._facts.copy()
        for i in self._rng.shuffled(others):
            if self._aim(rules[i], miss=rules[i].sets):
                aimed += 1
                if aimed >= depth - 1:
                    yield self._facts.copy()

    def _aim(self, rule: Rule, miss: bool) -> bool:
        """Sets what is still open so that the rule applies, or misses by one condition; not where that is
        impossible."""
        failing: list[Condition] = [
            c
            for c in rule.when
            if c.fact in self._facts and type(c) not in LIMITS and not c.holds(self._facts)
        ]
        if len(failing) > miss or (miss and len(rule.when) < 2):
            return False
        if miss and not failing:
            failing = [self._rng.pick(rule.when)]
        for condition in rule.when:
            if condition.fact in TOPICS:
                self._aim_at_topic(condition, condition not in failing)
            elif condition.fact not in self._facts:
                self._facts[condition.fact] = self.value(condition, condition not in failing)
        return True

    def _aim_at_topic(self, condition: Condition, holds: bool) -> None:
        """One rule of the other topic that would give, or not give, what the condition asks for."""
        rules = [
            rule
            for rule in self._policy.rules(condition.fact)[1:]
            if _gives(rule, condition) is not (not holds)
        ]
        for rule in self._rng.sample(
            rules, 1 + self._rng.below(2) if isinstance(condition, AtLeast | Beyond) else 1
        ):
            self._aim(rule, miss=False)

    def value(self, condition: Condition, holds: bool) -> Plain:
        """A value of the fact for which the condition holds, or does not."""
        match condition:
            case Is(fact, values):
                options = FACTS[fact].kind
                assert isinstance(options, OneOf)
                return self._rng.pick(
                    values if holds else [o for o in options.options if o not in values] or values
                )
            case Yes():
                return holds
            case No():
                return not holds
            case AtLeast(fact, amount):
                return amount + self._step(fact) if holds else max(0, amount - 1 - self._step(fact))
            case AtMost(fact, amount):
                return max(0, amount - self._step(fact)) if holds else amount + 1 + self._step(fact)
            case Between(fact, first, last):
                return self._rng.between(first, last) if holds else max(1, first - 1 - self._step(fact))
            case Beyond(fact, topic) | Within(fact, topic):
                limit = int(Outcomes(self._policy, self._facts)[topic])
                over = isinstance(condition, Beyond) is holds
                return limit + 1 + self._step(fact) if over else max(0, limit - self._step(fact))

    def _step(self, fact: str) -> int:
        """How far from a threshold: often on it."""
        kind = FACTS[fact].kind
        if self._rng.chance(400):
            return 0
        return (
            self._rng.below(5000)
            if isinstance(kind, Measure) and kind.unit == "cents"
            else self._rng.below(4)
        )


def _gives(rule: Rule, condition: Condition) -> bool | None:
    """Whether a rule leads to what a condition on its topic asks for; None where that depends."""
    match rule.then, condition:
        case Say(value), Is(_, values):
            return value in values
        case Say(value), Yes():
            return value is True
        case Say(value), No():
            return value is False
    return None
