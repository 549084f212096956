"""What stands beside a question does not change it: preambles, policies, pity, suppositions, loose words. A
short question asks for what the sentence before brought up."""

import pytest

import retailgym as rg
from retailgym import testing
from retailgym.core.values import replace

from .table import KETTLE, PARKA, hear
from .test_asked_of_orders import BOUGHT, fact

MORE = {"hazard": "no", "reason": "damaged", "wants": "refund", "receipt": "kept", "cheaper_at": "elsewhere"}
OWNED = replace(BOUGHT, details=(*BOUGHT.details, *[fact(t, v) for t, v in MORE.items()]))
WISHED = (KETTLE, PARKA)


@pytest.mark.parametrize(
    ("message", "topics"),
    [
        ("I can't add the kettle until its colour is settled. Which one should I select?",
         {(0, "colour")}),
        ("The next filter for the kettle would be the capacity. What should that be?", {(0, "capacity")}),
        ("The kettles differ chiefly in capacity. May I have your view?", {(0, "capacity")}),
        ("There's no shortage of kettles; it's the capacity that separates them. Yours?", {(0, "capacity")}),
        ("Everything about the kettle is settled except the colour. What do you need?", {(0, "colour")}),
    ],
)  # fmt: skip
def test_a_short_question_asks_for_what_was_brought_up_before_it(
    message: str, topics: set[tuple[int, str]]
) -> None:
    assert set(hear(message, WISHED).topics) == topics


@pytest.mark.parametrize(
    ("message", "topics"),
    [
        ("The kettles we have differ in colour. Which one is yours? And how many do you need?",
         {(0, "colour"), (0, "quantity")}),
        ("How many kettles? The kettle has several values for its colour. Which fits your case?",
         {(0, "colour"), (0, "quantity")}),
        ("Which version of the kettle would you like? And how many kettles?",
         {(0, "colour"), (0, "bundle"), (0, "quantity")}),
    ],
)  # fmt: skip
def test_it_asks_so_beside_another_question(message: str, topics: set[tuple[int, str]]) -> None:
    assert set(hear(message, WISHED).topics) == topics


def test_what_a_form_lacks_is_asked_for_beside_another_question() -> None:
    text = "I have to put a return reason on the label. What should I write? And is there any danger from it?"
    assert {topic for _, topic in hear(text, (OWNED,)).asked} == {"reason", "hazard"}


@pytest.mark.parametrize(
    ("message", "topics"),
    [
        ("Somebody has it for less. I have to ask: who is that?", {"cheaper_at"}),
        ("Could anyone come to harm from that fault?", {"hazard"}),
        ("Is the manufacturer's packaging still around?", {"box"}),
        ("Have you already used it, or even taken off the wrapping?", {"condition"}),
        ("How many was it that you ordered, and when?", {"pieces", "placed"}),
        ("If I knew the date of the order and the price, I could tell which is yours.", {"placed", "paid"}),
        ("Price and that sort of thing aside, when did you order it?", {"placed"}),
        ("Do you know off the top of your head when you ordered it?", {"placed"}),
        ("To whom was it to be delivered?", {"recipient"}),
    ],
)  # fmt: skip
def test_loose_words_ask_for_nothing_beside_what_is_surely_asked(message: str, topics: set[str]) -> None:
    assert {topic for _, topic in hear(message, (OWNED,)).asked} == topics


@pytest.mark.parametrize(
    "remark",
    [
        "I can see there was more than one in that order.",
        "Our policy treats sealed, opened and used goods differently.",
        "Our rules treat damaged goods and changes of mind differently.",
        "Nobody likes a faulty product.",
        "I'm sorry to hear that it didn't work out.",
        "For a price match to count, the two have to be alike.",
        "Some parcels come from a second warehouse, which takes longer.",
    ],
)
@pytest.mark.parametrize(
    ("question", "topic"),
    [
        ("Could you describe the problem with the kettle?", "reason"),
        ("What shape is it in?", "condition"),
        ("When did you order it?", "placed"),
    ],
)
def test_what_is_said_ahead_of_a_question_does_not_make_it_another(
    remark: str, question: str, topic: str
) -> None:
    heard = hear(f"{remark} {question}", (OWNED,))
    assert {t for _, t in heard.topics} == {topic}
    assert not heard.seeks


@pytest.mark.parametrize(
    "message",
    [
        "The courier likes things well packed. Are you a morning person?",
        "The rule differs by remedy. Are you an early bird?",
        "I'm sorry about the wait. I need a minute to look at the safety notes.",
    ],
)
def test_what_is_merely_named_is_not_asked_for_by_a_question_that_is_not_understood(message: str) -> None:
    assert not hear(message, (OWNED,)).asked


@pytest.mark.parametrize(
    ("message", "given"),
    [
        ("As far as I have it, both go back. Is that right?", {("count", 2)}),
        ("Suppose two of them are alike. Would the kettle do in black?", {("colour", "black")}),
        ("One kettle stands out. Would you take it in black?", {("colour", "black")}),
    ],
)
def test_numbers_count_what_is_read_back_and_not_what_is_supposed(
    message: str, given: set[tuple[str, str | int]]
) -> None:
    counted = replace(OWNED, details=(*OWNED.details, fact("count", "1")))
    things = (counted,) if "back" in message else WISHED
    assert {(g.topic, g.value) for g in hear(message, things).given} == given


def test_something_else_at_the_end_of_a_choice_asks_for_no_more() -> None:
    assert not hear("Which part is it (the lid, the handle, or something else)?", (OWNED,)).open
    assert hear("Is there something else?", (OWNED,)).open


def test_a_day_that_is_asked_for_by_name_is_free_once_though_it_was_told() -> None:
    episode = rg.start("tracking/6/7000602?p_omit=0.8&noise=0")
    for text in ("When was it?", "July or August?", "July or August?"):
        episode = rg.step(episode, {"text": text})
    assert [x["free"] for x in testing.exchanges(episode)] == [True, True, False]


def test_whether_there_are_other_requirements_is_free_where_all_were_told() -> None:
    things = (replace(KETTLE, details=(*KETTLE.details, fact("others", "1"))),)
    heard = hear("Is there any other requirement I should take into account?", things)
    assert heard.beyond
    assert not hear("What is the other requirement?", things).beyond


@pytest.mark.parametrize(
    ("message", "topics"),
    [
        ("What would you be bringing it back for?", {"reason"}),
        ("Did you already send us a picture?", {"photo"}),
        ("Have you sent any picture to us?", {"photo"}),
        ("What do you wish that we do for the kettle?", {"wants"}),
        ("Do you know if we still have the one you'd want to swap it for?", {"in_stock"}),
        ("Bought when? How many?", {"placed", "pieces"}),
        ("When did you order it? And how many of them?", {"placed", "pieces"}),
        ("When did you order it? And how many are coming back?", {"placed", "count"}),
    ],
)
def test_what_was_bought_is_asked_about_in_loose_words(message: str, topics: set[str]) -> None:
    more = {"photo": "sent", "in_stock": "yes", "recipient": "me", "pieces": "several 1", "count": "1"}
    things = (replace(OWNED, details=(*OWNED.details, *[fact(t, v) for t, v in more.items()])),)
    assert {topic for _, topic in hear(message, things).asked} == topics


@pytest.mark.parametrize(
    ("message", "topics"),
    [
        ("Has the kettle got to be from some special company?", {"brand"}),
        ("What's the be-all and end-all for you when you compare them?", {"preference"}),
        ("Do you look at the stars? How many should it have?", {"rating"}),
        ("Do you look at the stars? How many kettles should I add?", {"rating", "quantity"}),
    ],
)
def test_what_is_wished_for_is_asked_for_in_loose_words(message: str, topics: set[str]) -> None:
    more = (fact("rating", "4"), fact("preference", "price up"))
    heard = hear(message, (replace(KETTLE, details=(*KETTLE.details, *more)),))
    assert {topic for _, topic in heard.asked} == topics


@pytest.mark.parametrize("message", ["Cheerio!", "It was a pleasure serving you.", "Do come again!"])
def test_who_parts_in_an_old_fashioned_way_parts(message: str) -> None:
    assert hear(message, WISHED).closing


def test_the_lot_then_asks_whether_that_is_all() -> None:
    assert hear("Would that be the lot, then?", WISHED).open


def test_what_is_finished_with_regret_has_sold_out() -> None:
    assert hear("I am sorry to say you, the kettle in navy is finished.", WISHED).out == {0}
    assert not hear("The kettle is finished. Now the parka: which size?", WISHED).stock_out


def test_i_do_it_now_asks_for_leave() -> None:
    assert hear("I do the return now, agreed?", (OWNED,)).seeks == "leave"


@pytest.mark.parametrize("message", ["There's one here of $102. Is that yours?", "Is it the order of $102?"])
def test_an_order_of_so_much_says_what_was_paid(message: str) -> None:
    assert {(g.topic, g.value) for g in hear(message, (OWNED,)).given} == {("paid", 10200)}
