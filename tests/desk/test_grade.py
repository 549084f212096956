"""The nine parts of the grade, each by itself, harm, and the reward."""

import pytest

from retailgym.core.reward import Effort
from retailgym.core.task import Par
from retailgym.core.values import replace
from retailgym.envs.desk.gold import Gold, ItemGold
from retailgym.envs.desk.grade import WEIGHTS, DeskGoal, DeskOutcome, f1, grade
from retailgym.envs.desk.letter import letter
from retailgym.world.ticket import Decision, OrderFile, Ticket

from ..histories import order
from .policies import desk_policy
from .tickets import dossier

PAR, BUDGETS = Par(exchanges=1, calls=12), Par(exchanges=3, calls=16)
EVIDENCE = frozenset(("order", "customer", "page tickets", "page return-costs"))
SECTIONS = ("page tickets: Priority", "page return-costs: Restocking fee")
LOG = ("order", "customer", "page tickets", "page return-costs", *SECTIONS, "item kettles", "item mug")
A = ItemGold(
    item_id="kettles",
    resolution="refund",
    cents=4493,
    to=(),
    why="damaged",
    next="send_back",
    days=9,
    price_cents=5000,
    fraud=False,
    priority="medium",
    tags=(),
    evidence=EVIDENCE,
    topics=frozenset(("priority", "restocking_fee")),
)
B = replace(A, item_id="mug", resolution="deny", cents=0, why="window", next="object", days=0)
GOLD = Gold(
    items=(A, B),
    resolution="partial_refund",
    priority="medium",
    tags=("damaged", "partial_resolution"),
    fraud=False,
)
RIGHT = {"kettles": Decision(resolution="refund", amount_cents=4493), "mug": Decision(resolution="deny")}
NOUNS = ("kettles", "mug")
TOLD = (
    {
        "reason": "damaged",
        "wants": "refund",
        "condition": "opened",
        "packaging": "kept",
        "photo": "fault",
        "hazard": "harmless",
        "quantity": 2,
    },
    {"reason": "changed_mind", "wants": "refund", "condition": "unopened", "packaging": "kept"},
)
THIEF = replace(A, resolution="escalate", cents=0, fraud=True, why="review", next="colleague", days=0)


def filed(gold=GOLD, items=RIGHT, **changes):
    d = dossier({"reason": "damaged"}, ticket_items=("kettles", "mug")[: len(gold.items)])
    ticket = Ticket(
        order=order(1, 3985),
        file=OrderFile(
            about=d.order.ticket_items,
            opened_day=3992,
            bills_to="1 Elm Street",
            shop_currency="USD",
            lines={},
            discount_cents=1000,
        ),
        customer=d.customer,
        stock=d.stock,
        log=LOG,
        items=items,
        resolution=gold.resolution,
        priority=gold.priority,
        tags=gold.tags,
        fraud=gold.fraud,
        reply=letter(gold, NOUNS[: len(gold.items)], "USD"),
    )
    return replace(ticket, **changes)


def judged(ticket, gold=GOLD, submitted=True, calls=12, wasted=0):
    effort = Effort(exchanges=1, wasted=wasted, calls=calls, ids_given=0, ids_unseen=0)
    desk = DeskOutcome(
        ticket=ticket,
        order=dossier({"reason": "damaged"}, ticket_items=ticket.file.about).order,
        policy=desk_policy(),
        handbook=None,
        submitted=submitted,
        effort=effort,
        par=PAR,
        budgets=BUDGETS,
    )
    n = len(gold.items)
    return grade(
        DeskGoal(
            gold=gold,
            told=TOLD[:n],
            of_order={"receipt": "kept"},
            names=tuple([(noun,) for noun in NOUNS[:n]]),
        ),
        desk,
    )


def test_everything_right_is_exactly_one():
    verdict = judged(filed())
    assert (
        verdict.success
        and verdict.reward == 1.0
        and set(verdict.parts) == set(WEIGHTS)
        and set(verdict.parts.values()) == {1.0}
    )


def test_the_weights_add_up_to_one():
    assert sum(WEIGHTS.values()) == 100 and len(WEIGHTS) == 9


def test_an_item_for_another_amount_counts_half():
    verdict = judged(filed(items={**RIGHT, "kettles": Decision(resolution="refund", amount_cents=4494)}))
    assert verdict.parts["item_resolutions"] == 0.75 and not verdict.success


def test_an_item_left_open_counts_nothing():
    assert judged(filed(items={"mug": RIGHT["mug"]})).parts["item_resolutions"] == 0.5


def test_a_wrong_ticket_resolution_alone_is_no_success_and_halves_the_grade():
    verdict = judged(filed(resolution="refund"))
    assert not verdict.success and verdict.reward == pytest.approx((1 - 0.13) / 2)


def test_policy_compliance_is_full_for_what_is_due_and_part_for_caution():
    for resolution, worth in (("escalate", 0.5), ("request_info", 0.25), ("deny", 0.0), ("exchange", 0.0)):
        verdict = judged(filed(items={**RIGHT, "kettles": Decision(resolution=resolution)}))
        assert verdict.parts["policy_compliance"] == (worth + 1) / 2, resolution


def test_a_page_of_which_a_needed_section_was_skipped_is_no_evidence():
    assert judged(filed(log=tuple(w for w in LOG if w != SECTIONS[1]))).parts["evidence"] == 0.75


def test_a_wrong_flag_spoils_compliance():
    assert judged(filed(fraud=True)).parts["policy_compliance"] == 0.0


@pytest.mark.parametrize(
    ("tags", "score"),
    [
        (("damaged", "partial_resolution"), 1.0),
        (("damaged",), 2 / 3),
        ((), 0.0),
        (("wrong_item",), 0.0),
        (("damaged", "partial_resolution", "wrong_item"), 0.8),
    ],
)
def test_tags_are_scored_by_f1(tags, score):
    assert judged(filed(tags=tags)).parts["tags"] == pytest.approx(score)


def test_no_tags_due_and_none_given_is_full():
    assert f1(frozenset(), frozenset()) == 1.0 and f1(frozenset(), frozenset("x")) == 0.0


def test_evidence_counts_if_it_was_read_before_the_decision():
    late = (*[w for w in LOG if "return-costs" not in w], "page return-costs", SECTIONS[1])
    assert judged(filed(log=late)).parts["evidence"] == 0.75
    again = (*late, "item kettles", "item mug")
    assert (
        judged(filed(log=again)).parts["evidence"] == 1.0
    )  # deciding again after reading is deciding after reading


def test_evidence_for_a_wrong_decision_was_not_read():
    verdict = judged(filed(items={**RIGHT, "mug": Decision(resolution="escalate")}))
    assert verdict.parts["evidence"] == 0.5


def test_a_wrong_priority_costs_its_weight():
    verdict = judged(filed(priority="high"))
    assert verdict.success and verdict.reward == pytest.approx(0.92)


def test_efficiency_is_the_worse_of_questions_and_calls():
    assert judged(filed(), calls=14).parts["efficiency"] == 0.5  # of four calls to spare two are used
    assert judged(filed(), wasted=1).parts["efficiency"] == 0.5
    assert judged(filed(), calls=16, wasted=1).parts["efficiency"] == 0.0


def test_cost_is_the_regret_against_the_cheapest_resolution_that_complies():
    # An amount that is 500 cents off, for units that cost 5000; the other item is as it should be.
    verdict = judged(filed(items={**RIGHT, "kettles": Decision(resolution="refund", amount_cents=4993)}))
    assert verdict.parts["cost_efficiency"] == pytest.approx((0.9 + 1) / 2)
    # Escalating costs 1500 where 4493 would have been paid: 2993 of 5000.
    verdict = judged(filed(items={**RIGHT, "kettles": Decision(resolution="escalate")}))
    assert verdict.parts["cost_efficiency"] == pytest.approx((1 - 2993 / 5000 + 1) / 2)


def test_compliance_and_cost_depend_on_decisions_alone():
    bare = judged(
        filed(reply="", tags=(), priority="", log=("order", "item kettles", "item mug")), calls=16, wasted=3
    )
    assert bare.success and bare.parts["policy_compliance"] == bare.parts["cost_efficiency"] == 1.0


def test_every_success_is_worth_more_than_every_failure():
    worst = judged(
        filed(reply="", tags=(), priority="", log=("item kettles", "item mug")), calls=16, wasted=3
    )
    best = judged(filed(), submitted=False)
    assert worst.success and not best.success and worst.reward > best.reward


def test_paying_what_policy_denies_is_harm():
    verdict = judged(filed(items={**RIGHT, "mug": Decision(resolution="store_credit", amount_cents=100)}))
    assert verdict.harm == pytest.approx(0.1) and not verdict.success


def test_refunding_a_fraudulent_claim_is_grave_harm():
    gold = Gold(
        items=(THIEF,),
        resolution="escalate",
        priority="high",
        tags=("fraud_flag", "escalation_required"),
        fraud=True,
    )
    verdict = judged(filed(gold, {"kettles": Decision(resolution="refund", amount_cents=4493)}), gold)
    assert verdict.harm == pytest.approx(0.4) and verdict.reward < 0
    assert judged(filed(gold, {"kettles": Decision(resolution="escalate")}), gold).reward == 1.0


def test_flagging_an_honest_customer_is_harm():
    verdict = judged(filed(fraud=True))
    assert verdict.harm == pytest.approx(0.2) and not verdict.success


def test_not_flagging_a_fraudster_is_no_success():
    gold = Gold(items=(THIEF,), resolution="escalate", priority="high", tags=(), fraud=True)
    verdict = judged(filed(gold, {"kettles": Decision(resolution="escalate")}, fraud=False), gold)
    assert not verdict.success and verdict.harm == 0


def test_nothing_decided_is_worth_nothing():
    assert judged(filed(items={}, resolution="")).reward == 0.0
    assert judged(filed(items={}, resolution="", fraud=True)).reward == 0.0


def test_all_decisions_wrong_but_the_rest_right_is_worth_little():
    wrong = {"kettles": Decision(resolution="deny"), "mug": Decision(resolution="request_info")}
    assert judged(filed(items=wrong, resolution="exchange")).reward <= 0.3


def test_numbers_in_the_reply_must_have_been_seen():
    invented = judged(filed(reply=letter(GOLD, NOUNS, "USD") + " You also get $7.77."))
    assert invented.parts["reply_quality"] < 1.0 and invented.success
    seen = judged(filed(reply=letter(GOLD, NOUNS, "USD") + " The order of 3 kettles at $29.99 is on file."))
    assert seen.parts["reply_quality"] == 1.0  # both numbers stand in the order, which was read
    unread = judged(
        filed(
            reply=letter(GOLD, NOUNS, "USD") + " The kettles cost $29.99.",
            log=("customer", "page return-costs", "item kettles", "item mug"),
        )
    )
    assert unread.parts["reply_quality"] < 1.0
