"""Every question gets an answer of its own, or a word that it was not understood; what is said in passing is
no question."""

from collections.abc import Callable

import pytest

import retailgym as rg
from retailgym import testing
from retailgym.core.streams import Streams
from retailgym.core.task import Brief, Persona, Request
from retailgym.customer.acts import Acknowledges, Answers, Repeats, Shrugs
from retailgym.customer.conversation import next_request
from retailgym.customer.statements import UNKNOWN

from .table import KETTLE, PARKA, brief, hear, thing
from .test_acts import Counter, told

NAMED = {"rating", "shipping_days", "brand", "colour"}  # beside the price, as grounds to choose by
SAID = thing("kettle", said={"colour": "navy"}, named={"material": "stainless steel"}, count=2)


def words(ep):
    return " ".join(getattr(m, "text", "") for m in rg.observe(ep).messages)


def topics(spec, message):
    """What is heard as asked, in an episode."""
    return [topic for _, topic in testing.exchanges(rg.step(rg.start(spec), {"text": message}))[-1]["asked"]]


def test_what_was_told_is_said_again_beside_what_is_new() -> None:
    answer, again = Counter(brief(SAID)).say("Which material, which colour and how many kettles?")
    assert isinstance(answer, Answers) and isinstance(again, Repeats)
    assert [topic for _, topic, _ in told(answer)] == ["material", "quantity"]
    assert [t.topic for t in again.told] == ["colour"]


def test_a_question_that_is_not_understood_is_said_to_be_so_beside_the_others() -> None:
    for message in (
        "How many kettles? And what's your favourite film?",
        "What's your favourite film, and how many kettles?",
    ):
        answer, end = Counter(brief(KETTLE)).say(message)
        assert [topic for _, topic, _ in told(answer)] == ["quantity"], message
        assert end == Shrugs(word="film"), message


@pytest.mark.parametrize(
    "message",
    [
        "How many kettles? What do you think?",
        "How many kettles would you like? Anything else?",
        "How are you today? How many kettles do you need?",
        "Which colour? I have order k-12345 here. How many, k-12345?",
    ],
)
def test_small_talk_is_no_such_question_and_no_id_is_said_again(message: str) -> None:
    assert not any(isinstance(act, Shrugs) for act in Counter(brief(KETTLE)).say(message))


ORDER = "returns/8/9700002?noise=0&p_omit=0.5"


@pytest.mark.parametrize(
    ("message", "topic"),
    [
        ("How big was the order?", "items"),
        ("Do you recall how big the order was?", "items"),
        ("What was the size of the order?", "items"),
        ("Roughly when in the month was it?", "month"),
        ("When in the month did you order it?", "month"),
        ("Was it in May or in June?", "placed"),
        ("Was that in September or October?", "placed"),
        ("Do you still have everything from it?", "condition"),
    ],
)
def test_an_order_is_asked_about_in_the_customers_own_words(message: str, topic: str) -> None:
    assert topics(ORDER, message) == [topic]


def test_how_big_an_order_was_asks_for_the_pieces_too_where_it_says_so() -> None:
    assert topics(ORDER, "How big was the order, one unit or several?")[-1:] == ["pieces"]


def first(env: str, fits: Callable[[dict[str, str | int]], bool]) -> str:
    """An episode whose first thing has such details, by topic."""
    for seed in range(9700002, 9700402):
        spec = f"{env}/{seed}?noise=0&p_omit=0.5"
        thing_ = rg.start(spec).task.brief.requests[0].things[0]
        if fits({d.topic: d.value for d in thing_.details if d.value != UNKNOWN}):
            return spec
    raise AssertionError(f"no such episode of {env}")


REMEMBERED = first("tracking/8", lambda d: "placed" in d and "weekday" not in d and "month" not in d)
RANKED = first("discovery/2", lambda d: {"price", "preference"} <= d.keys() and not NAMED & d.keys())


def test_of_two_orders_the_customer_says_what_they_remember() -> None:
    for message in (
        "I see two orders, one from 3 May and one from 12 June. Which one is it?",
        "There are two orders with it: 3 May and 12 November. Which of them do you mean?",
    ):
        assert topics(REMEMBERED, message) == ["placed"], message


@pytest.mark.parametrize(
    "message",
    [
        "I see two main groups among the kettles. Is that right?",
        "I lost 12 calls to a slow system. Is that right?",
        "There are 3 versions of the kettle. Is that right?",
        "You ordered the kettle for $40. Is that right?",
        "You ordered it: 3 May. Is that right?",
    ],
)
def test_numbers_in_passing_count_nothing(message: str) -> None:
    assert not [g for g in hear(message, (KETTLE,)).given if g.topic == "quantity"]


def test_two_or_four_is_answered() -> None:
    for message in ("Two kettles or four?", "Do you need two kettles, or four of them?", "2 or 4 kettles?"):
        assert hear(message, (KETTLE,)).asked == ((0, "quantity"),), message


@pytest.mark.parametrize(
    ("message", "asked"),
    [
        ("Before I say any sum I have to check.", []),
        ("Which matters most to you: price, rating, delivery time, brand or colour?", ["preference"]),
        ("Anything specific, e.g. brand, price, delivery time, rating?", ["price"]),
    ],
)
def test_asides_and_examples_are_no_details(message: str, asked: list[str]) -> None:
    assert topics(RANKED, message) == asked


def test_what_something_is_for_is_not_asked() -> None:
    asked = hear("To judge the weight of the parka, could you tell me its size?", (PARKA,)).asked
    assert (0, "size") in asked
    message = "To assess the issue, could you attach a photo of it?"
    assert set(topics("desk/12/9601202?noise=0&p_omit=0.8", message)) == {"photo"}


def test_answers_to_choose_from_are_no_questions() -> None:
    message = (
        "Which of these is the reason?\n\n- It arrived damaged\n- Parts are missing\n- You changed your mind"
    )
    assert topics("returns/12/9601204?noise=0&p_omit=0.8", message) == ["reason"]


def test_the_sold_out_one_is_no_news() -> None:
    assert not hear("For comparison, what was the colour of the sold-out one?", (KETTLE,)).stock_out
    assert hear("The kettle is sold out.", (KETTLE,)).stock_out


def test_the_brand_of_the_old_ones_is_not_that_of_the_new() -> None:
    ep = rg.step(rg.start(ORDER), {"text": "Which brand were the old ones?"})
    assert [act["act"] for act in testing.heard(ep)] == ["doesnotknow"]


def test_nothing_is_volunteered_of_a_matter_that_is_settled() -> None:
    one, two = (Request(job="cart", things=(t,), confirmations=1) for t in (KETTLE, PARKA))
    at = Counter(Brief(persona=Persona(tone="dry", patience=9), requests=(one, two)))
    _, _, at.talk = next_request(at.brief, at.talk, Streams("counter"), 0)
    for _ in PARKA.details:
        (answer,) = at.say("Anything else?")
        assert {n for n, _, _ in told(answer)} <= {1}


def test_how_many_go_back_is_spoken_of_in_plain_words() -> None:
    ep = rg.step(
        rg.start("returns/2/9700000?noise=0&p_omit=0.5"),
        {"text": "Return of 3 chinos, unopened, changed your mind, refund. Shall I go ahead?"},
    )
    assert "the how many" not in words(ep)


def test_what_else_there_is_waits_where_something_new_was_asked() -> None:
    """One question for everybody does not draw out all; asked by itself, or of a thing by name, it does."""
    kettle = thing("kettle", said={}, named={"colour": "navy", "material": "stainless steel"}, count=2)
    customer = Counter(brief(kettle))
    answer, rest = customer.say("Which colour do you want, and is there anything else that matters?")
    assert (
        rest == Acknowledges(more=True)
        and isinstance(answer, Answers)
        and [t.topic for t in answer.told] == ["colour"]
    )
    (more,) = customer.say("Is there anything else that matters?")
    assert isinstance(more, Answers) and [t.topic for t in more.told] == ["material"]


@pytest.mark.parametrize(
    "message",
    [
        "Navy? Copper? Something else? (for the kettle)",
        "To add the kettle I just need one more detail:\n\n**colour**: which one would you like?",
    ],
)
def test_the_end_of_a_choice_and_the_lead_to_a_question_ask_for_no_more(message: str) -> None:
    heard = hear(message, (KETTLE,))
    assert heard.asked == ((0, "colour"),) and not heard.more, message


def test_what_sounds_right_is_no_sound() -> None:
    player = thing("music player", said={}, named={"sound": "warm"}, count=2)
    assert not hear("You want 2 music players. Does that sound about right?", (player,)).topics
    assert hear("Which sound should the music player have?", (player,)).asked == ((0, "sound"),)
