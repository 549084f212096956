"""What is said in passing is neither asked for nor put forward: words in another sense, numbers of other
things, clauses that only tell."""

import pytest

from .table import COVER, KETTLE, PARKA, hear


@pytest.mark.parametrize(
    "message",
    [
        "Let me check one thing: are you open to that?",
        "I haven't set that yet.",
        "We don't set prices here.",
        "The two that I set up come next.",
        "Does that match what you had in mind?",
        "Let me narrow it down a bit.",
    ],
)
def test_what_somebody_does_or_is_says_nothing_of_a_product(message: str) -> None:
    heard = hear(message, (KETTLE, COVER, PARKA))
    assert not heard.topics, heard.topics
    assert not heard.given, heard.given


@pytest.mark.parametrize(
    "message",
    [
        "To support your claim, could you attach one or two pictures of the kettle?",
        "I have three photos of the kettle on my screen.",
    ],
)
def test_a_number_of_other_things_says_nothing_of_how_many_are_wanted(message: str) -> None:
    heard = hear(message, (KETTLE, PARKA))
    assert not [p for p in heard.topics if p[1] == "quantity"], heard.topics
    assert not heard.given, heard.given


@pytest.mark.parametrize(
    ("message", "topics"),
    [
        ("The next thing I'd filter by is the colour of the kettle: what is it to be?", {(0, "colour")}),
        ("The last point on my list is the capacity of the kettle.", {(0, "capacity")}),
        ("Is it more navy you need for the colour of the kettle or more black", {(0, "colour")}),
        ("Our terms are new, which many people have liked. Which colour for the kettle?", {(0, "colour")}),
        ("Brands are new here, which confused us all. Which colour for the kettle?", {(0, "colour")}),
    ],
)  # fmt: skip
def test_what_stands_for_a_topic_asks_for_no_other(message: str, topics: set[tuple[int, str]]) -> None:
    heard = hear(message, (KETTLE, PARKA))
    assert set(heard.topics) == topics
    assert not heard.open
    assert not heard.more


def test_what_is_put_forward_is_heard_wherever_you_stands_before_it() -> None:
    messages = ("I could get you the kettle in black. Deal?", "We'd send you black for the kettle. Okay?")
    for message in messages:
        heard = hear(message, (KETTLE, PARKA))
        assert {(g.thing, g.topic, g.value) for g in heard.given} == {(0, "colour", "black")}, message


def test_numbers_of_a_list_are_nobody() -> None:
    heard = hear("Kindly furnish: (i) set of the duvet cover; (ii) capacity of the kettle.", (KETTLE, COVER))
    assert set(heard.topics) == {(1, "set"), (0, "capacity")}


@pytest.mark.parametrize(
    "message",
    [
        "Nothing is missing any more as far as I can tell.",
        "Which of the three is it?",
    ],
)
def test_no_yes_and_nothing_new_where_nothing_was_asked(message: str) -> None:
    heard = hear(message, (KETTLE, PARKA))
    assert not heard.seeks
    assert not heard.topics
