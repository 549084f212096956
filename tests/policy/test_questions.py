"""Questions: exact depth, one answer, one deciding clause, and no constant that answers many."""

from collections import Counter

import pytest

from retailgym.core.streams import Streams
from retailgym.core.values import replace
from retailgym.policy import FACTS, TOPICS, Silent, decide, draw, draw_question, matters
from retailgym.policy.facts import USUAL, sensible
from retailgym.policy.questions import QUESTIONS
from retailgym.policy.rules import Amount, Beyond, OneOf, Within, YesNo

PER_DEPTH = 1000


@pytest.fixture(scope="module")
def questions():
    drawn = []
    for depth in range(1, 6):
        for i in range(PER_DEPTH):
            at = Streams(f"questions/{depth}/{i}")
            policy = draw(at / "policy")
            drawn.append((policy, draw_question(policy, at / "question", depth)))
    return drawn


def kind(topic: str) -> str:
    match TOPICS[topic].answer:
        case Amount(_, unit):
            return unit
        case YesNo():
            return "yes/no"
        case OneOf():
            return "one of a list"


def test_at_least_300_pairs_of_question_and_answer(questions):
    assert len({(q.topic, q.ruling.outcome) for _, q in questions}) >= 300
    assert {q.topic for _, q in questions} == set(QUESTIONS)


def test_no_constant_answers_more_than_a_quarter(questions):
    for depth in range(1, 6):
        answers = Counter((kind(q.topic), q.ruling.outcome) for _, q in questions if q.depth == depth)
        assert answers.most_common(1)[0][1] <= 0.25 * PER_DEPTH
    constants = Counter(str(q.ruling.outcome) for _, q in questions)  # one string for all kinds
    assert constants.most_common(1)[0][1] <= 0.25 * len(questions)


def test_no_pair_of_answer_and_clause_is_right_twice_in_a_hundred(questions):
    both = Counter((str(q.ruling.outcome), q.ruling.decided_by) for _, q in questions)
    assert both.most_common(1)[0][1] <= 0.02 * len(questions)


def test_the_commonest_answer_to_each_question_is_right_with_its_commonest_clause_in_at_most_a_tenth(
    questions,
):
    """Someone who has seen every topic's statistics and reads nothing."""
    best: dict[str, Counter[tuple[str, str]]] = {}
    for _, q in questions:
        best.setdefault(q.topic, Counter())[str(q.ruling.outcome), q.ruling.decided_by] += 1
    assert sum(c.most_common(1)[0][1] for c in best.values()) <= 0.10 * len(questions)


def test_the_answer_depends_on_exactly_that_many_rules(questions):
    """Recomputed the long way: take each rule of the whole policy away, or waive its one open condition, and
    decide anew."""
    for policy, q in questions[::25]:
        assert decide(policy, q.topic, q.facts) == q.ruling
        assert sensible(q.facts)
        found = {rule.id for rule in policy.all_rules() if changes(policy, q, rule)}
        assert len(found) == q.depth, (q, found)
        assert policy.rule(q.ruling.decided_by).id in found
        assert {rule.id for rule in matters(policy, q.topic, q.facts)} == found


def changes(policy, q, rule) -> bool:
    rules = policy.rules(rule.topic)
    known = Known(policy, q.facts)
    failing = [c for c in rule.when if not c.holds(known)]
    if not failing:
        other = tuple(r for r in rules if r is not rule)
    elif len(failing) == 1 and any(c is not failing[0] and unusual(c) for c in rule.when):
        waived = replace(rule, when=tuple(c for c in rule.when if c is not failing[0]))
        other = tuple(waived if r is rule else r for r in rules)
    else:
        return False
    facts = q.facts
    try:
        decide(policy.changed(rule.topic, other), rule.topic, facts)
    except Silent:
        if rule.topic == q.topic:
            return True
        if not isinstance(TOPICS[rule.topic].answer, Amount):
            return False
        facts = {**facts, rule.topic: 0}
    return decide(policy.changed(rule.topic, other), q.topic, facts).outcome != q.ruling.outcome


class Known(dict):
    def __init__(self, policy, facts):
        super().__init__({**USUAL, **facts})
        self.policy, self.facts = policy, facts

    def __missing__(self, topic):
        return decide(self.policy, topic, self.facts).outcome


def unusual(condition) -> bool:
    if isinstance(condition, Beyond | Within):
        return isinstance(condition, Beyond)
    return condition.fact not in USUAL or not condition.holds(USUAL)


def test_what_is_needed_covers_every_clause_that_the_answer_rests_on(questions):
    for policy, q in questions[::10]:
        rules = [*(policy.rule(clause) for clause in q.ruling.because), *matters(policy, q.topic, q.facts)]
        assert (
            {c.fact for rule in rules for c in rule.when if c.fact in FACTS} <= set(q.needed) <= FACTS.keys()
        )


def test_given_facts_stay(questions):
    for i in range(100):
        policy = draw(Streams(f"given/{i}"))
        q = draw_question(policy, Streams(f"given/{i}/q"), 1 + i % 4, given={"tier": "gold", "region": "EU"})
        assert (q.facts["tier"], q.facts["region"]) == ("gold", "EU")


def test_the_same_stream_asks_the_same_question():
    policy = draw(Streams("same"))
    assert draw_question(policy, Streams("q"), 3) == draw_question(draw(Streams("same")), Streams("q"), 3)
