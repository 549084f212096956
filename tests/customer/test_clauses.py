"""What a clause supposes, adds to another, or speaks of in passing, each as a class of phrasings."""

import pytest

from retailgym.core.task import Detail
from retailgym.core.values import replace
from retailgym.customer.acts import DoesNotKnow

from .table import BACKPACK, BOOTS, COVER, KETTLE, PARKA, brief, hear, thing
from .test_acts import Counter
from .test_asked_of_orders import BOUGHT, fact

GONE = replace(
    KETTLE,
    details=(
        *KETTLE.details,
        Detail(topic="old material", label="material", value="glass", says=("It was a glass one.",), cues=(),
               role="fact", disclosure="stated"),
    ),
)  # fmt: skip
RANKED = replace(
    KETTLE,
    details=(
        *KETTLE.details,
        Detail(topic="preference", label="what matters most", value="price low", says=("Cheapest first.",),
               cues=(), role="wish", disclosure="omitted"),
        Detail(topic="shortlist", label="how many", value=2, says=("Two, please.",), cues=(),
               role="quantity", disclosure="omitted"),
    ),
)  # fmt: skip


def topics(message: str, *things) -> set[tuple[int, str]]:
    return set(hear(message, things).asked)


@pytest.mark.parametrize(
    "message",
    [
        "Please let me know\n(a) if it has been used,\n(b) if you kept the box,\n(c) if a coupon was used.",
        "Could you tell me\n- whether it has been used\n- whether you kept the box\n- if a coupon was used",
        "I need to know\n1. if it was opened\n2. if the box is there\n3. if you used a coupon",
    ],
)
def test_points_stand_under_a_line_that_asks_without_a_colon(message: str) -> None:
    assert topics(message, BOUGHT) == {(0, "condition"), (0, "box"), (0, "coupon")}


@pytest.mark.parametrize(
    "message",
    [
        "One at a time. First, the colour of the kettle you want. Second, the size of the parka.",
        "First, the colour of the electric kettle. Then the size of the parka, please.",
    ],
)
def test_one_thing_after_another_is_asked_for(message: str) -> None:
    assert topics(message, KETTLE, PARKA) == {(0, "colour"), (1, "size")}


@pytest.mark.parametrize(
    "message",
    [
        "Could you tell me the material of the one that isn't available any more?",
        "What material was the one we no longer have?",
        "Which material was the sold-out one?",
        "What material did the unavailable model have?",
        "Which material was the one that's gone?",
    ],
)
def test_what_can_no_longer_be_had_is_the_old_one(message: str) -> None:
    assert topics(message, GONE) == {(0, "old material")}


@pytest.mark.parametrize(
    "message",
    [
        "Which brand was the sold-out one?",
        "What brand did the one that sold out have?",
        "And which brand was the model that is no longer available?",
    ],
)
def test_what_nobody_knows_of_the_old_one_is_no_wish_for_the_new(message: str) -> None:
    assert not hear(message, (GONE,)).asked
    (act,) = Counter(brief(GONE)).say(message)
    assert isinstance(act, DoesNotKnow)


@pytest.mark.parametrize(
    "message",
    [
        "I can sort out a lot of these kettles if you tell me about the material you're hoping for.",
        "Let me get this sorted out. Which material?",
        "We'll sort the rest out later. What material do you need?",
    ],
)
def test_what_is_sorted_out_is_not_ranked(message: str) -> None:
    assert topics(message, RANKED) == {(0, "material")}


@pytest.mark.parametrize(
    "message",
    [
        "I found nothing about the colour of the kettle in what you wrote, which one do you have in mind?",
        "There is nothing about the colour of the kettle in your note, so which one would you like?",
    ],
)
def test_which_one_is_of_what_was_spoken_of(message: str) -> None:
    assert topics(message, KETTLE, PARKA) == {(0, "colour")}


@pytest.mark.parametrize(
    "message",
    [
        "Is there some leeway in price? How much?",
        "Is there a price limit? If so, how much?",
        "Do you have a budget for the kettle? How much roughly?",
    ],
)
def test_how_much_goes_on_with_what_was_asked(message: str) -> None:
    budget = Detail(topic="price", label="price", value=4000, says=("Up to $40.",), cues=(), role="wish",
                    disclosure="omitted", op="lte")  # fmt: skip
    assert topics(message, replace(KETTLE, details=(*KETTLE.details, budget))) == {(0, "price")}


@pytest.mark.parametrize(
    "message",
    [
        "If it comes down to two equally good kettles, what tips the balance for you?",
        "When I end up with two kettles that fit, which should come first?",
        "Suppose three of them tick every box: by what should I rank them?",
    ],
)
def test_a_number_that_is_only_supposed_is_not_put_forward(message: str) -> None:
    heard = hear(message, (RANKED,))
    assert heard.asked == ((0, "preference"),)
    assert not heard.given


@pytest.mark.parametrize(
    "message",
    [
        "I've two blanks left: the brand for the backpack, and for the hiking boots the width.",
        "Could you tell me the brand for the backpack, and for the boots the width?",
        "Still open: the brand of the backpack, and with the boots the width.",
    ],
)
def test_what_follows_the_second_thing_is_its_own(message: str) -> None:
    assert topics(message, BACKPACK, BOOTS) == {(0, "brand"), (1, "width")}


def test_one_question_of_two_things_is_of_both() -> None:
    assert topics("Which brand for the backpack, and for the boots?", BACKPACK, BOOTS) == {
        (0, "brand"), (1, "brand"),
    }  # fmt: skip


@pytest.mark.parametrize(
    "message",
    [
        "What about the fabric of the duvet cover, do you mind one way or the other?",
        "Which fabric for the duvet cover? Or doesn't it matter either way?",
    ],
)
def test_one_way_or_the_other_is_no_other_thing(message: str) -> None:
    others = Detail(topic="others", label="others", value=1, says=("One more thing.",), cues=(), role="fact",
                    disclosure="stated")  # fmt: skip
    assert topics(message, replace(COVER, details=(*COVER.details, others))) == {(0, "fabric")}


@pytest.mark.parametrize(
    "message",
    [
        "I see a few that could be it. The date and the price would help me tell them apart.",
        "Several fit. The date and what you paid would help.",
        "The price and the date of the order would be a great help.",
    ],
)
def test_what_would_help_is_asked_for(message: str) -> None:
    assert topics(message, BOUGHT) == {(0, "placed"), (0, "paid")}


@pytest.mark.parametrize(
    "message",
    [
        "Was anything dearer in the same order?",
        "Was there something more expensive than this in that order?",
        "Did anything in the same order cost more than this?",
        "Was the kettle the most expensive thing in the same order?",
    ],
)
def test_where_something_dearer_was_is_not_asked(message: str) -> None:
    bought = replace(BOUGHT, details=(*BOUGHT.details, fact("dearest", "yes")))
    assert topics(message, bought) == {(0, "dearest")}


@pytest.mark.parametrize(
    "message",
    [
        "Is there anything besides the brand that matters for the kettle?",
        "Anything beyond the brand and the colour that I should know about the kettle?",
        "Apart from the colour, does anything matter about the kettle?",
    ],
)
def test_what_more_is_asked_beside_is_not_asked_again(message: str) -> None:
    heard = hear(message, (KETTLE,))
    assert not heard.asked
    assert heard.open


@pytest.mark.parametrize(
    "message",
    [
        "You asked for a kettle in a gift box and a parka with goose down. Which colour for the parka?",
        "You said that the material of the kettle matters a lot. And which colour for the parka?",
        "You told me about the material of the kettle, thank you. Which colour should the parka be?",
        "You mentioned a brand for the kettle and wanted a light parka. What colour for the parka?",
    ],
)
def test_what_the_customer_said_before_is_not_asked(message: str) -> None:
    assert topics(message, KETTLE, PARKA) == {(1, "colour")}


def test_who_stays_at_home_for_a_courier_is_not_asked_how_it_was_sent() -> None:
    for message in (
        "Are you at home next week for the courier?",
        "Will somebody be in when the courier comes to collect it?",
        "Is it all right if our courier picks it up?",
    ):
        assert not topics(message, BOUGHT), message


@pytest.mark.parametrize(
    "message",
    [
        "As regards the kettle: your message leaves the colour open, and I would rather ask than assume.",
        "The more I know about the colour you'd like for the kettle, the quicker I'll find it.",
        "Which colour u want on the kettle",
        "which colour you want for the kettle",
        "The system requires a colour for every kettle. What should I enter?",
    ],
)
def test_what_is_said_to_be_open_is_asked_for(message: str) -> None:
    assert topics(message, KETTLE, PARKA) == {(0, "colour")}


@pytest.mark.parametrize(
    "message",
    [
        "What you describe sounds like a nice colour.",
        "How long it takes depends on the colour.",
        "Which colour you choose decides what I can add.",
    ],
)
def test_a_clause_that_stands_for_a_thing_is_no_question(message: str) -> None:
    assert not hear(message, (KETTLE,)).puzzling


@pytest.mark.parametrize(
    "message",
    [
        "I need you to decide on the colour, and I also need a number: how many?",
        "What colour do you need? Then I'll also want to know how many kettles to order.",
    ],
)
def test_what_the_agent_needs_is_asked_beside_a_question(message: str) -> None:
    assert topics(message, KETTLE) == {(0, "colour"), (0, "quantity")}


@pytest.mark.parametrize(
    "message",
    [
        "There are several orders here. If you remember the date or the price, tell me both, please.",
        "If you still know the date and the price, please let me know.",
        "To find it I'd want to know around what time you bought it, also the price you paid.",
    ],
)
def test_what_is_told_if_it_is_known_is_asked_for(message: str) -> None:
    assert topics(message, BOUGHT) == {(0, "placed"), (0, "paid")}


@pytest.mark.parametrize(
    "message",
    [
        "Your order, was that one kettle or more? Please give me the number.",
        "Did you order one kettle or several? How many exactly?",
    ],
)
def test_the_number_goes_on_with_what_was_asked(message: str) -> None:
    bought = replace(BOUGHT, details=(*BOUGHT.details, fact("count", "1")))
    assert topics(message, bought) == {(0, "pieces")}


@pytest.mark.parametrize(
    "message",
    [
        "Just for comparison, what was the material of the product that went out of stock?",
        "And what material was the kettle that has just sold out?",
    ],
)
def test_what_has_gone_is_no_news_where_it_says_which_one(message: str) -> None:
    heard = hear(message, (GONE,))
    assert heard.asked == ((0, "old material"),)
    assert not heard.stock_out


@pytest.mark.parametrize(
    "message", ["So you ordered three kettles, did you?", "You bought 3 kettles, did you?"]
)
def test_a_tag_without_a_not_asks_whether_it_is_so(message: str) -> None:
    heard = hear(message, (BOUGHT,))
    assert heard.seeks == "right"
    assert [(g.topic, g.value) for g in heard.given] == [("pieces", 3)]


def test_things_are_counted_whatever_else_their_names_mean() -> None:
    screen = replace(KETTLE, noun="portable screen", plural="portable screens", called=("portable screen",))
    sheet = replace(KETTLE, noun="fitted sheet", plural="fitted sheets", called=("fitted sheet",))
    for each in (screen, sheet):
        heard = hear(f"You'd like 4 {each.plural}, right?", (each,))
        assert [(g.topic, g.value) for g in heard.given] == [("quantity", 4)]


@pytest.mark.parametrize(
    "message",
    [
        "Perfect, thank you! I'll now go through the catalogue and rank what I find.",
        "Okay, that's enough for me to go on. I'll ring the depot and let you know who has it.",
    ],
)
def test_a_mere_promise_is_no_question(message: str) -> None:
    at = Counter(brief(KETTLE))
    at.say(message)
    assert at.count == (1, 0)


@pytest.mark.parametrize(
    "message",
    [
        "Well, I think we've been through it all. Or have we missed a bit?",
        "Feel free to add anything you like.",
    ],
)
def test_what_was_missed_is_an_open_question(message: str) -> None:
    assert hear(message, (KETTLE,)).open


@pytest.mark.parametrize(
    "message",
    [
        "For the kettle, could you give me the colour and how many you'd like?",
        "Please send me the colour and how many kettles you need.",
    ],
)
def test_what_asks_for_a_number_reaches_over_no_label(message: str) -> None:
    assert topics(message, KETTLE, PARKA) == {(0, "colour"), (0, "quantity")}


@pytest.mark.parametrize(
    "message",
    [
        "Help me out with two facts: the purchase date and the condition it's in.",
        "I have room for two hints: the date of the order and its condition.",
    ],
)
def test_facts_that_are_announced_are_asked_for(message: str) -> None:
    assert topics(message, BOUGHT) == {(0, "placed"), (0, "condition")}


def test_what_is_mine_is_none_of_the_things() -> None:
    screen = replace(PARKA, called=("parka", "screen"))
    assert topics("I have the kettle on my screen here. Which colour?", KETTLE, screen) == {(0, "colour")}


def test_whether_it_would_do_is_asked_behind_any_aside() -> None:
    message = "I do have one, though I should say that where the material is concerned it's stainless steel, "
    heard = hear(f"{message}and so I must ask whether that would do for you.", (KETTLE,))
    assert heard.seeks == "okay"
    assert [(g.topic, g.value) for g in heard.given] == [("material", "stainless steel")]


def test_a_lining_is_no_line() -> None:
    boots = thing("pair of Chelsea boots", said={}, named={"lining": "sheepskin"}, count=1)
    for message in ("Only the lining is missing from my notes.", "The lining isn't clear."):
        assert topics(message, boots) == {(0, "lining")}, message


@pytest.mark.parametrize(
    "message",
    [
        "And after which criterion shall I order them?",
        "After which criterion shall I order the list?",
        "Until when may I place the order?",
    ],
)
def test_a_question_that_opens_with_its_preposition_seeks_no_yes(message: str) -> None:
    assert not hear(message, (KETTLE,)).seeks


def test_values_of_several_words_count_nothing() -> None:
    speaker = thing("portable speaker", said={}, named={"colour": "black"}, count=1)
    heard = hear("Does it matter whether it is one phone or two at once, or may I take either?", (speaker,))
    assert heard.topics and all(topic == "pairing" for _, topic in heard.topics), heard.topics
