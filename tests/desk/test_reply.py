"""Reply quality: honest words score, whatever they are; soup, contradictions, insults and invented numbers do
not."""

import pytest

from retailgym.envs.desk.gold import ItemGold
from retailgym.envs.desk.letter import letter
from retailgym.envs.desk.replies import DECISION, NEXT, WHY
from retailgym.envs.desk.reply import ALSO, Slots, quality, slots

from .paraphrases import HONEST
from .tickets import of_tier


def wanted(resolution="refund", why="damaged", next="send_back", cents=4493, days=9, parts=()):
    return Slots(
        decisions=(resolution,),
        amounts=(abs(cents),) if cents else (),
        parts=parts,
        why={resolution: (why,)},
        next={resolution: (next, *ALSO.get(resolution, ()))},
        days=frozenset((days,)) if days else frozenset(),
    )


def scored(text, due=None, seen=lambda n: True):
    return quality(text, due or wanted(), seen)


GOOD = (
    "We have approved a refund. It arrived damaged. Please send it back to us. It comes to $44.93. The "
    "money is paid within 9 days."
)


def test_sixty_honest_paraphrases_score_at_least_four_fifths_on_average():
    scores = [quality(text, wanted(*slots), lambda n: True) for *slots, text in HONEST]
    assert len(scores) == 60 and sum(scores) / 60 >= 0.8, sum(scores) / 60
    assert min(scores) >= 0.5


def test_no_paraphrase_is_one_of_the_phrasings():
    known = {p.lower() for table in (DECISION, WHY, NEXT) for phrasings in table.values() for p in phrasings}
    assert not [s for *_, text in HONEST for s in text.lower().split(". ") if s.strip(" .?!") in known]


def test_every_paraphrase_fits_its_own_ticket_better_than_a_contrary_one():
    contrary = {"deny": "refund"}
    for resolution, *rest, text in HONEST:
        other = contrary.get(resolution, "deny")
        why, next = ("damaged", "send_back") if other == "refund" else ("window", "object")
        assert scored(text, wanted(resolution, *rest)) > scored(
            text, wanted(other, why, next, rest[2], rest[3])
        ), text


def test_the_five_commitments_are_worth_the_same():
    assert scored(GOOD) == 1.0
    for n, sentence in enumerate(GOOD.split(". ")):
        rest = ". ".join(s for k, s in enumerate(GOOD.split(". ")) if k != n)
        assert scored(rest) == pytest.approx(0.8), sentence


@pytest.mark.parametrize(
    "text",
    [
        "refund approved damaged send back label money paid days amount $44.93 9 days",
        (
            "Refund. Approved. Damaged. Return. $44.93. 9 days. Denied. Exchange. Store credit. Photo. "
            "Supervisor."
        ),
        (
            "refund, approved, damaged, broken, send back, return label, $44.93, within 9 days, sorry, "
            "policy, "
            "window, review, supervisor"
        ),
        " ".join(p for table in (DECISION, WHY, NEXT) for phrasings in table.values() for p in phrasings),
        ". ".join(p for table in (DECISION, WHY, NEXT) for phrasings in table.values() for p in phrasings)
        + ". $44.93 within 9 days.",
        GOOD + " " + ". ".join(p[0] for p in WHY.values()),
        GOOD + " " + ". ".join(p[0] for p in NEXT.values()),
        "",
        " ",
        "...",
        "$44.93",
    ],
)
def test_keyword_soup_scores_nothing(text):
    assert scored(text) <= (0.2 if text == "$44.93" else 0.0)


@pytest.mark.parametrize(
    "text",
    [
        GOOD + " We have to decline your claim.",
        "Your claim is rejected. " + GOOD,
        GOOD + " Unfortunately we cannot refund it.",
        GOOD + " There will be no refund.",
    ],
)
def test_a_contradiction_scores_nothing(text):
    assert scored(text) == 0.0


def test_a_refusal_that_also_grants_scores_nothing():
    due = wanted("deny", "window", "object", 0, 0)
    refusal = (
        "We have to decline your claim. The return window has closed. If you disagree please write to us."
    )
    assert scored(refusal, due) == 1.0
    assert scored(refusal + " We have approved a refund.", due) == 0.0


@pytest.mark.parametrize(
    "text",
    [
        GOOD + " You liar.",
        GOOD + " Don't be stupid.",
        "You idiot. " + GOOD,
        "What a pathetic scammer you are.",
    ],
)
def test_insults_score_nothing(text):
    assert scored(text) == 0.0


def test_a_wrong_amount_fails_its_slot():
    assert scored(GOOD.replace("44.93", "44.94")) == pytest.approx(0.8)
    assert scored(GOOD.replace("44.93", "449.30")) == pytest.approx(0.8)


def test_a_number_that_nobody_has_seen_fails_its_slots():
    known = {4493, 9}
    assert scored(GOOD, seen=known.__contains__) == 1.0
    assert scored(GOOD + " As a treat you get $5.00 more.", seen=known.__contains__) == pytest.approx(
        0.8
    )  # the amounts can no longer be trusted
    assert (
        scored(
            GOOD.replace("Please send it back", "Please send it back within 77 hours"),
            seen=known.__contains__,
        )
        < 0.8
    )


@pytest.mark.parametrize("money", ["$44.93", "44.93 dollars", "$ 44.93", "USD", "44.93 USD"])
def test_amounts_are_read_in_several_forms(money):
    assert scored(GOOD.replace("$44.93", money)) == (pytest.approx(0.8) if money == "USD" else 1.0)


def test_a_wrong_time_fails_its_slot():
    assert scored(GOOD.replace("9 days", "19 days")) == pytest.approx(0.8)


def test_money_that_goes_to_several_payments_must_be_told_apart():
    due = wanted(parts=(3000, 1493))
    assert scored(GOOD, due) < 1.0
    assert scored(GOOD + " Of that $30.00 goes to your gift card and $14.93 to your card.", due) == 1.0


def test_apostrophes_of_any_kind_negate():
    due = wanted("deny", "window", "object", 0, 0)
    for word in ("can't", "can\u2019t", "cannot", "won't"):
        text = (
            f"We {word} give you a refund. The return window has closed. If you disagree please write to us."
        )
        assert scored(text, due) == 1.0, word


def test_the_letter_of_the_expert_makes_every_commitment_on_every_ticket():
    for tier in range(1, 8):
        for world, drawn in of_tier(tier, 40):
            text = letter(drawn.gold, world.policy.currency)
            assert quality(text, slots(drawn.gold), lambda n: True) == 1.0, text


def test_parts_are_named_only_where_money_goes_to_more_than_one_payment():
    items = [i for _, drawn in of_tier(5, 200) for i in drawn.gold.items]
    assert any(len(i.to) > 1 for i in items) and all(isinstance(i, ItemGold) for i in items)
