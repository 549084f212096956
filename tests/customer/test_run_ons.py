"""What is dictated or typed without a stop: a topic is named first, and what is asked of it follows."""

import pytest

from .table import KETTLE, PARKA, hear
from .test_asked_of_orders import BOUGHT


@pytest.mark.parametrize(
    ("message", "topics"),
    [
        ("the colour of the kettle what do you need there", {(0, "colour")}),
        ("so the kettle the capacity does it have to be anything special", {(0, "capacity")}),
        ("the colour of the kettle is that important to you", {(0, "colour")}),
        (
            "the kettle now the colour which one and then also how many pieces do you need",
            {(0, "colour"), (0, "quantity")},
        ),
        (
            "hi yes the colour of the kettle what do you need there and how many parkas would you like",
            {(0, "colour"), (1, "quantity")},
        ),
        ("the brand of the parka do you have a favourite there", {(1, "brand")}),
    ],
)  # fmt: skip
def test_a_topic_named_first_is_what_the_question_behind_it_is_about(
    message: str, topics: set[tuple[int, str]]
) -> None:
    assert set(hear(message, (KETTLE, PARKA)).topics) == topics


@pytest.mark.parametrize(
    ("message", "topics"),
    [
        ("the order with the kettle roughly when was that", {"placed"}),
        ("so the kettle the day you bought it and what you paid do you still know that", {"placed", "paid"}),
        ("and the packaging of it have you still got that somewhere", {"box"}),
        ("the parcel with the kettle in it what did you pay for that one", {"paid"}),
    ],
)  # fmt: skip
def test_an_order_named_first_is_asked_about_behind_it(message: str, topics: set[str]) -> None:
    assert {topic for _, topic in hear(message, (BOUGHT,)).topics} == topics


@pytest.mark.parametrize(
    "message",
    [
        "the kettle you mentioned is the one that I will send",
        "I have the kettle here it is a nice one",
    ],
)
def test_a_statement_without_a_stop_asks_nothing(message: str) -> None:
    assert not hear(message, (KETTLE, PARKA)).topics
