"""What clauses come to together, worked by hand: by `decide`, which gives reasons, and by `Outcomes`, which
gives answers alone."""

import pytest

from retailgym.core.streams import Streams
from retailgym.policy import draw
from retailgym.policy.decide import Case, Outcomes, Silent, adjusted, set_by
from retailgym.policy.rules import AtLeast, Cap, Each, Floor, Is, Less, More, No, Percent, Say, Yes

from .worked import written

DRAWN = draw(Streams("decide"))
DAYS = written(
    DRAWN,
    "return_window",
    (Say(30), ()),
    (Say(20), (Is("department", ("electronics", "furniture")),)),
    (More(10), (Yes("is_gift"),)),
    (Less(25), (No("packaging"),)),
    (More(7), (AtLeast("line_cents", 5000),)),
)
FEE = written(
    DRAWN,
    "restocking_fee",
    (Say(300), ()),
    (Percent(15, "line_cents"), (Is("condition", ("opened",)),)),
    (Each(40, "days_late"), (Is("condition", ("used",)),)),
    (Floor(120), (Yes("is_gift"),)),
    (Cap(1000), ()),
)
USUAL = {
    "department": "kitchen", "is_gift": False, "packaging": True, "line_cents": 2000, "condition": "unopened",
    "days_late": 1,
}  # fmt: skip
CASES = [
    ("return_window", {}, 30),
    ("return_window", {"department": "furniture"}, 20),
    ("return_window", {"is_gift": True}, 40),
    ("return_window", {"packaging": False}, 5),
    ("return_window", {"department": "electronics", "packaging": False}, 0),  # 20 - 25 is none, not less
    ("return_window", {"department": "electronics", "packaging": False, "is_gift": True}, 5),
    ("return_window", {"department": "electronics", "packaging": False, "line_cents": 5000}, 7),  # 0, then 7
    ("return_window", {"line_cents": 4999}, 30),
    ("return_window", {"line_cents": 5000}, 37),
    ("return_window", {"packaging": False, "is_gift": True, "line_cents": 9000}, 22),  # 30 + 10 - 25 + 7
    ("restocking_fee", {}, 300),
    ("restocking_fee", {"condition": "opened"}, 300),  # 15 % of 20.00
    ("restocking_fee", {"condition": "opened", "line_cents": 4010}, 602),  # 601.5
    ("restocking_fee", {"condition": "opened", "line_cents": 9000}, 1000),  # 1350, capped
    ("restocking_fee", {"condition": "used"}, 40),
    ("restocking_fee", {"condition": "used", "days_late": 3}, 120),
    ("restocking_fee", {"condition": "used", "is_gift": True}, 120),
    ("restocking_fee", {"condition": "used", "days_late": 30, "is_gift": True}, 1000),
]


@pytest.mark.parametrize(("topic", "facts", "answer"), CASES)
@pytest.mark.parametrize("kind", [Case, Outcomes])
def test_later_clauses_work_on_what_the_last_that_sets_an_answer_gives(kind, topic, facts, answer):
    ruling = kind(DAYS if topic == "return_window" else FEE, USUAL | facts).ruling(topic)
    assert (ruling.outcome, ruling.cents) == (answer, answer if topic == "restocking_fee" else 0)


def test_only_clauses_that_change_the_answer_are_reasons():
    case = Case(FEE, USUAL | {"condition": "used", "days_late": 3, "is_gift": True})
    assert case.ruling("restocking_fee").because == ("restocking_fee-2",)  # 120: neither floor nor cap does
    case = Case(FEE, USUAL | {"condition": "used", "is_gift": True})
    ruling = case.ruling("restocking_fee")
    assert (ruling.because, ruling.decided_by) == (
        ("restocking_fee-2", "restocking_fee-3"),
        "restocking_fee-3",
    )


@pytest.mark.parametrize("kind", [Case, Outcomes])
def test_a_policy_without_a_rule_for_all_is_silent(kind):
    policy = written(DRAWN, "return_window", (More(3), ()), (Say(9), (Yes("is_gift"),)))
    assert kind(policy, {"is_gift": True})["return_window"] == 9
    with pytest.raises(Silent, match="return_window"):
        kind(policy, {"is_gift": False})["return_window"]


def test_the_answer_of_another_topic_may_be_given_as_a_fact():
    policy = written(DAYS, "return_allowed", (Say(False), ()), (Say(True), (AtLeast("return_window", 40),)))
    assert Case(policy, USUAL)["return_allowed"] is False
    assert Case(policy, USUAL | {"return_window": 41})["return_allowed"] is True


def test_a_fact_that_nobody_knows_is_named():
    with pytest.raises(KeyError, match="no fact 'is_gifts'"):
        Case(DRAWN, {"is_gifts": True})


def test_what_sets_and_what_adjusts_are_kept_apart():
    with pytest.raises(AssertionError, match="sets nothing"):
        set_by(More(3), {})
    with pytest.raises(AssertionError, match="does not adjust"):
        adjusted(Say(3), 4)
