"""Reply quality: honest words score, whatever they are; soup, contradictions, insults and invented numbers do
not."""

import pytest

from retailgym.core.values import replace
from retailgym.customer.locale.en.letters import BECAUSE, LETTER, THEN
from retailgym.envs.desk.due import split_by_tender
from retailgym.envs.desk.gold import ItemGold
from retailgym.envs.desk.letter import letter
from retailgym.envs.desk.reply import quality, read_reply, totals
from retailgym.envs.desk.steps import Due
from retailgym.envs.desk.task import names

from ..work import calls_of
from .paraphrases import HONEST
from .tickets import of_tier


def wanted(resolution="refund", why="damaged", next="send_back", cents=4493, days=9):
    true = frozenset((why,))
    return Due(
        names=("kettle", "kettles"),
        resolution=resolution,
        cents=cents,
        whys=true,
        true=true,
        next=next,
        days=days,
    )


def scored(text, due=None, seen=lambda n: True, parts=()):
    return quality(text, [due or wanted()], parts, seen)


def sentence(words):
    return f"{words[0].upper()}{words[1:].removesuffix('.')}."


EVERYTHING = [
    sentence(words.format(amount="$44.93")) for table in (LETTER, BECAUSE, THEN) for words in table.values()
]
GOOD = (
    "We have approved a refund. It arrived damaged. Please send it back to us. It comes to $44.93. The "
    "money is paid within 9 days."
)


def test_of_sixty_honest_paraphrases_57_are_complete():
    scores = [scored(text, wanted(*due)) for *due, text in HONEST]
    assert len(scores) == 60 and sum(score == 1.0 for score in scores) >= 57, [
        t for t, x in zip(HONEST, scores, strict=True) if x < 1
    ]


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
    for n, words in enumerate(GOOD.split(". ")[1:], 1):
        rest = ". ".join(s for k, s in enumerate(GOOD.split(". ")) if k != n)
        assert scored(rest) == pytest.approx(0.8), words


@pytest.mark.parametrize(
    ("text", "because"),
    [
        (GOOD, "it says all that it has to say"),
        (GOOD.replace(" The money is paid within 9 days.", ""), "it lacks, for some item, the time"),
        (GOOD + " We deny your claim.", "announces what was not decided: 'we deny your claim"),
        (GOOD.replace("44.93", "99.00"), "the sum 99.00, which follows from no record"),
        (GOOD + " You are an idiot.", "it is rude"),
    ],
)
def test_a_reply_that_is_worth_less_is_told_why(text, because):
    assert because in read_reply(text, [wanted()], (), lambda cents: cents == 4493).because


def test_what_does_not_apply_is_worth_nothing_unless_all_is_said():
    due = wanted("deny", "window", "object", 0, 0)
    assert scored("We have to decline your claim.", due) == pytest.approx(0.2)
    assert scored("We have to decline your claim, as the return window has closed.", due) == pytest.approx(
        0.4
    )
    assert (
        scored(
            (
                "We have to decline your claim, as the return window has closed. If you disagree please "
                "write "
                "to "
                "us."
            ),
            due,
        )
        == 1.0
    )


@pytest.mark.parametrize(
    "text",
    [
        "refund approved damaged send back label money paid days amount $44.93 9 days",
        (
            "Refund. Approved. Damaged. Return. $44.93. 9 days. Denied. Exchange. Store credit. Photo. "
            "Supervisor."
        ),
        "refund, approved, damaged, broken, send back, return label, $44.93, within 9 days, sorry, policy, "
        "window, review, supervisor, denied, exchange",
        GOOD + " " + ". ".join(BECAUSE.values()),
        GOOD + " " + " ".join(THEN.values()),
        "",
        " ",
        "...",
        "$44.93",
        "There is $44.93 in this. It may be in 9 days.",
    ],
)
def test_keyword_soup_scores_nothing(text):
    assert scored(text) == 0.0


BEGINNINGS = (
    "",
    "It may well be that ",
    "As the case may be, ",
    "Speaking quite generally, ",
    "In one case, ",
    "For some of our customers ",
    "Where rule seven holds, ",
    "It has been said that ",
    "On a good day ",
    "Either way, ",
    "Hypothetically speaking, ",
)
KINDS = [
    wanted(),
    wanted("partial_refund", "missing_parts", "nothing"),
    wanted("exchange", "wrong_item", "send_back", 0, 0),
    wanted("store_credit", "in_policy"),
    wanted("deny", "window", "object", 0, 0),
    wanted("escalate", "limit", "colleague", 0, 0),
    wanted("request_info", "photo", "photo", 0, 0),
]


@pytest.mark.parametrize("beginning", BEGINNINGS)
@pytest.mark.parametrize("due", KINDS, ids=lambda d: d.resolution)
def test_a_letter_that_fits_every_ticket_fits_none(beginning, due):
    text = " ".join([sentence(beginning + words[0].lower() + words[1:]) for words in EVERYTHING])
    assert (
        len(EVERYTHING) == 39 and scored(text + " There is $44.93 in this. It may be in 9 days.", due) == 0.0
    )


WEIGHED = (
    "If your claim qualifies, we will refund you or replace the item or give you store credit, and if it "
    "does not qualify, we will decline it, unless a supervisor has to review it or unless we need further "
    "proof from you. If a return is needed, please send it back; if not, you may keep it."
)


@pytest.mark.parametrize("why", sorted(BECAUSE))
@pytest.mark.parametrize("due", KINDS, ids=lambda d: d.resolution)
def test_one_sentence_that_weighs_all_cases_decides_none(due, why):
    assert scored(WEIGHED, replace(due, whys=frozenset((why,)), true=due.true | {why})) == 0.0


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


def test_an_amount_that_follows_from_nothing_announces_another_decision():
    known = {4493}.__contains__
    assert scored(GOOD, seen=known) == 1.0
    assert scored(GOOD.replace("44.93", "44.94"), seen=known) == 0.0
    assert scored(GOOD + " As a treat you get $5.00 more.", seen=known) == 0.0


@pytest.mark.parametrize(
    "more",
    [
        "We cannot pay $815.00 for it.",
        "A refund of $815.00 is not possible.",
        "The $815.00 that you name cannot be paid.",
    ],
)
def test_a_sum_that_is_refused_is_the_customers_own(more):
    refusal = (
        "We cannot refund the kettle, since the return window has closed. If you disagree, you can object to "
        "this decision."
    )
    due = wanted("deny", "window", "object", 0, 0)

    def seen(cents):
        return cents == 4493

    assert scored(f"{refusal} {more}", due, seen) == scored(refusal, due, seen) == 1.0
    assert scored(f"{GOOD} But {more}", seen=seen) < 1.0
    assert scored(f"{refusal} We refund $815.00.", due, seen) == 0.0


@pytest.mark.parametrize(
    "more",
    [
        "The $815.00 you mention is not on record as an approval, so we cannot pay it.",
        "There is no approval for $815.00 on file.",
        "I could not find any record of an agreed $815.00.",
        "The $815.00 that you were promised cannot be confirmed.",
        "A sum of $815.00 was never agreed.",
    ],
)
def test_a_promise_that_nobody_made_may_be_named_beside_what_is_paid(more):
    assert scored(f"{GOOD} {more}", seen={4493}.__contains__) == 1.0
    assert scored(f"{GOOD} {more} But as a treat we pay the $815.00.", seen={4493}.__contains__) == 0.0


@pytest.mark.parametrize("section", ["section HB-2611.40", "HB-2611.40", "(HB-0903.12)"])
def test_a_section_of_the_handbook_is_no_sum(section):
    assert scored(f"{GOOD} This follows {section}.", seen={4493}.__contains__) == 1.0


def test_an_amount_that_is_known_but_not_the_one_decided_fails_its_slot():
    assert scored(GOOD.replace("44.93", "40.00")) == pytest.approx(0.8)


@pytest.mark.parametrize("money", ["$44.93", "44.93 dollars", "$ 44.93", "USD", "44.93 USD"])
def test_amounts_are_read_in_several_forms(money):
    assert scored(GOOD.replace("$44.93", money)) == (pytest.approx(0.8) if money == "USD" else 1.0)


def test_a_wrong_time_is_worth_no_more_than_a_wrong_sum():
    assert scored(GOOD.replace("9 days", "19 days")) == 0.0
    assert scored(GOOD + " Your bank may take 3 days more.") == 1.0
    assert scored(
        GOOD.replace("The money is paid within 9 days.", "Send it within 19 days.")
    ) == pytest.approx(0.8)


def test_of_two_items_each_has_its_own_time():
    later = replace(wanted(days=14), names=("lamp",))
    each = [
        f"The {noun}: we have approved a refund of $44.93, because it arrived damaged. Please send it "
        f"back to us. The money is paid within {days} days."
        for noun, days in (("kettle", 9), ("lamp", 14))
    ]
    assert quality("\n\n".join(each), [wanted(), later], (), lambda n: True) == 1.0
    wrong = [each[0], each[1].replace("14 days", "19 days")]
    assert quality("\n\n".join(wrong), [wanted(), later], (), lambda n: True) == 0.0


def test_what_is_left_out_of_one_item_is_left_out():
    lamp = replace(wanted(), names=("lamp",))
    kettle = GOOD.replace("It arrived", "The kettle arrived").replace("a refund", "a refund for the kettle")
    both = kettle + "\n\n" + kettle.replace("kettle", "lamp")
    assert quality(both, [wanted(), lamp], (), lambda n: True) == 1.0
    assert quality(kettle + "\n\nThe lamp is a nice one.", [wanted(), lamp], (), lambda n: True) == 0.0
    refused = replace(wanted("deny", "window", "object", 0, 0), names=("lamp",))
    assert quality(kettle + "\n\nThe lamp is a nice one.", [wanted(), refused], (), lambda n: True) == 0.0
    without = both.replace("The lamp arrived damaged. ", "")
    assert quality(without, [wanted(), lamp], (), lambda n: True) == pytest.approx(0.8)


EXCHANGE = "We will exchange it. It arrived damaged. Please send it back to us. "


@pytest.mark.parametrize(
    ("cents", "text"),
    [
        (600, "You pay the difference of $6.00."),
        (600, "The new kettle costs $90.20 and you paid $84.20, so you pay the difference of $6.00."),
        (600, "The difference of $6.00 will be charged to your card."),
        (600, "We will take the extra $6.00 from your account."),
        (-600, "We refund you the difference of $6.00."),
        (-600, "The old one cost $90.20, the new one costs $84.20, and we refund the difference of $6.00."),
        (-600, "The difference of $6.00 goes back to your card."),
    ],
)
def test_the_difference_of_an_exchange_goes_one_way(cents, text):
    assert scored(EXCHANGE + text, wanted("exchange", cents=cents, days=0)) == 1.0
    assert scored(EXCHANGE + text, wanted("exchange", cents=-cents, days=0)) == 0.0
    assert scored(EXCHANGE + text, wanted("exchange", cents=0, days=0)) == 0.0


def test_money_that_goes_to_several_payments_must_be_told_apart():
    assert scored(GOOD, parts=(3000, 1493)) < 1.0
    assert (
        scored(GOOD + " Of that $30.00 goes to your gift card and $14.93 to your card.", parts=(3000, 1493))
        == 1.0
    )


def test_apostrophes_of_any_kind_negate():
    due = wanted("deny", "window", "object", 0, 0)
    for word in ("can't", "can\u2019t", "cannot", "won't"):
        text = (
            f"We {word} give you a refund. The return window has closed. If you disagree please write to us."
        )
        assert scored(text, due) == 1.0, word


@pytest.mark.parametrize(
    "more",
    [
        "We can't refund the delivery fee.",
        "An exchange is not possible, as it is sold out.",
        "Thank you for the photo.",
        "Kind regards from the returns team.",
        "If you would rather have a replacement, let us know.",
        "You asked for store credit, I know.",
        "The tax included is $7.80.",
    ],
)
def test_what_announces_nothing_costs_nothing(more):
    assert scored(f"{GOOD} {more}") == 1.0


@pytest.mark.parametrize(
    "rule",
    [
        "An amount paid on an earlier occasion, or named in a note, does not change what our policy gives.",
        "A sum refunded in the past does not affect the outcome under our rules.",
    ],
)
def test_a_rule_by_which_nothing_changes_announces_nothing(rule):
    refusal = (
        "We cannot refund the kettle, since the return window has closed. If you disagree, you can object to "
        "this decision."
    )
    due = wanted("deny", "window", "object", 0, 0)
    assert scored(f"{refusal} {rule}", due) == scored(refusal, due) == 1.0
    assert scored(f"{refusal} We refund you. This does not change our policy.", due) == 0.0
    assert scored(f"{refusal} You get a refund, which does not change what our policy gives.", due) == 0.0


@pytest.mark.parametrize(
    "text",
    [
        "No problem at all 😊 We'll refund $44.93 within 9 days, as it arrived broken. Send it back!",
        "| Decision | Refund of $44.93 |\n| Why | It was damaged |\n| You | Return it |\n| By | 9 days |",
        "ur getting 44.93 back in 9 days cos it was broken, dont worry, just send it back pls",
        "Is a refund possible? Yes, $44.93 within 9 days. It came damaged. Please return it.",
        "A refund of 44,93 € will be credited to your original payment method in nine (9) days. "
        "It was damaged. Kindly return it.",
    ],
)
def test_manners_of_writing_do_not_matter(text):
    assert scored(text) == 1.0


@pytest.mark.parametrize(
    "text",
    [
        "Would you like a refund of $44.93? It arrived damaged. Please send it back within 9 days.",
        "You get either $44.93 within 9 days or a new kettle. It was damaged. Please send it back.",
        GOOD + " We will also send you a voucher.",
        GOOD + " Your case has been passed to my supervisor, who will decide.",
        GOOD + " Alternatively you can have a replacement, we have sent it.",
        "If our policy allows it, we refund $44.93 within 9 days. It was damaged. Please send it back.",
    ],
)
def test_who_asks_or_leaves_it_open_has_decided_nothing(text):
    assert scored(text) == 0.0


def test_what_is_granted_and_refused_of_all_items_alike_is_worth_nothing():
    due = [wanted(), wanted("exchange", "in_policy", "send_back", 0, 0)]
    text = (
        "You get a refund. You do not get a refund. You get a replacement. You do not get one. Send it back."
    )
    assert quality(text, due, (), lambda n: True) == 0.0


@pytest.mark.parametrize(
    "piece", [GOOD, "We refund the kettle. ", "We do not refund it. ", "$44.93; ", "if "]
)
def test_four_times_as_long_takes_about_four_times_the_work(piece):
    two = [wanted(), replace(wanted(), names=("parka", "parkas"))]
    short, long = (
        calls_of(lambda n=n: quality(piece * (n // len(piece)), two, (), lambda _: True))
        for n in (5_000, 20_000)
    )
    assert long <= 5 * short


def test_each_item_has_its_own_decision():
    due = [
        wanted(),
        Due(
            names=("mug",),
            resolution="deny",
            cents=0,
            whys=frozenset(("window",)),
            true=frozenset(("window",)),
            next="object",
            days=0,
        ),
    ]
    refund = "we refund you $44.93 within 9 days, because it arrived damaged. Please send it back."
    refusal = (
        "we have to decline this claim, because the return window has closed. Write to us if you disagree."
    )
    assert quality(f"The kettle: {refund}\nThe mug: {refusal}", due, (), lambda n: True) == 1.0
    assert quality(f"The mug: {refund}\nThe kettle: {refusal}", due, (), lambda n: True) == 0.0


def test_several_refunds_may_be_told_in_one_breath_with_their_total():
    mug = replace(wanted(cents=1007), names=("mug",))
    due = [wanted(), mug, replace(wanted("store_credit", cents=500), names=("tray",))]
    seen = totals([(d.resolution, d.cents) for d in due]).union([d.cents for d in due]).__contains__
    rest = "For the tray you get store credit of $5.00, as it arrived damaged.\n\nPlease send everything back"
    for total, worth in (("$55.00", 1.0), ("$54.99", 0.0)):
        told = f"We refund you the kettle and the mug, {total} in all, because both arrived damaged. {rest}"
        assert quality(f"{told}. The money is paid within 9 days.", due, (), seen) == worth
    denied = [due[0], replace(mug, resolution="deny", cents=0), due[2]]
    assert quality(f"We refund you the kettle and the mug, $44.93. {rest}.", denied, (), seen) == 0.0


@pytest.mark.parametrize(
    "sent",
    [
        "we send the replacements out to you next",
        "the replacements go out to you next",
        "both replacements ship soon",
        "the new ones are sent to your address",
    ],
)
def test_the_replacements_are_of_what_is_exchanged_whichever_was_named_last(sent):
    kettle, mug = (
        replace(wanted("exchange", "wrong_item", "replacement", 0, 0), names=(name,))
        for name in ("kettle", "mug")
    )
    tray = replace(wanted("deny", "window", "object", 0, 0), names=("tray",))
    told = (
        "The kettle: we exchange it, because a wrong item came. The mug: we exchange it, because a wrong "
        "item came. The tray: we have to deny the refund, because the return window has closed. Write to us "
        f"if you disagree. No money is paid back on this ticket, and no money is charged; {sent}."
    )
    assert quality(told, [kettle, mug, tray], (), lambda n: True) == 1.0
    refunded = [replace(wanted(), names=d.names) for d in (kettle, mug)]
    assert quality(told, [*refunded, tray], (), lambda n: True) == 0.0


def test_what_sums_up_is_not_of_the_item_that_was_named_last():
    mug = replace(wanted(cents=1007), names=("mug",))
    tray = replace(wanted("deny", cents=0), names=("tray",))
    told = (
        "The kettle: we refund $44.93, because it arrived damaged. The mug: we refund $10.07, because it "
        "arrived damaged. Please send both back. The tray: we cannot refund it, because the return window "
        "has closed. The refunds go to your card, $55.00 in all, within 9 days."
    )
    assert quality(told, [wanted(), mug, tray], (), lambda n: True) > 0
    refused = [replace(d, resolution="deny", cents=0) for d in (wanted(), mug, tray)]
    assert quality("We decline all of it. The replacements go out to you.", refused, (), lambda n: True) == 0
    assert quality("We decline all of it. The refunds go to your card.", refused, (), lambda n: True) == 0


def test_the_letter_of_the_expert_makes_every_commitment_on_every_ticket():
    for tier in range(1, 8):
        for world, drawn in of_tier(tier, 40):
            gold = drawn.gold
            text = letter(gold, [g.name.noun for g in drawn.goods], world.policy.currency)
            due = [
                Due(
                    names=names(g.name),
                    resolution=i.resolution,
                    cents=i.cents,
                    whys=frozenset((i.why,)),
                    true=frozenset((i.why,)),
                    next=i.next,
                    days=i.days,
                )
                for g, i in zip(drawn.goods, gold.items, strict=True)
            ]
            assert quality(text, due, split_by_tender(gold.items), lambda n: True) == 1.0, text


def test_parts_are_named_only_where_money_goes_to_more_than_one_payment():
    items = [i for _, drawn in of_tier(5, 200) for i in drawn.gold.items]
    assert any(len(i.to) > 1 for i in items) and all(isinstance(i, ItemGold) for i in items)
