"""What the customer said there was more of: asked for in their own words or in others it is told, three at a
time, and "that's all" comes only when all of it is."""

import pytest

import retailgym as rg
from retailgym import testing
from retailgym.core.task import Thing
from retailgym.core.values import replace
from retailgym.customer.acts import Acknowledges, Answers, NothingMore
from retailgym.envs.shared.shelves import others_detail

from ..paths import started
from .table import KETTLE, PARKA, brief, hear
from .test_acts import Counter, told


def hiding(thing: Thing, *topics: str) -> Thing:
    """A thing of which these wishes are announced by their number alone."""
    details = [replace(d, disclosure="omitted") if d.topic in topics else d for d in thing.details]
    return replace(thing, details=(*details, others_detail(len(topics), thing.noun)))


MORE = hiding(KETTLE, "material", "capacity", "brand")
COAT = hiding(PARKA, "insulation")
HIDDEN = ["material", "capacity", "brand"]


@pytest.mark.parametrize(
    "message",
    [
        "What are the others?",
        "What are your three more conditions?",
        "What are the three things more that have to be right?",
        "You said three more things matter. Which?",
        "Which three other things are a must?",
        "What are the three other things you are picky about?",
        "And what are your other requirements for the kettle?",
        "What else are you picky about, apart from the price and the colour?",
        "Could you list your remaining conditions?",
    ],
)
def test_what_was_announced_by_number_is_told_when_it_is_asked_for(message: str) -> None:
    at = Counter(brief(MORE))
    (answer,) = at.say(message)
    assert sorted(topic for _, topic, _ in told(answer)) == sorted(HIDDEN)
    assert at.count == (1, 0)


@pytest.mark.parametrize(
    "message",
    [
        "What is the one more thing about the parka that matters to you?",
        "What is the one more condition for the parka?",
        "What is the other must for the parka?",
        "And the one thing more about the parka?",
    ],
)
def test_it_is_told_of_the_thing_that_it_is_asked_of(message: str) -> None:
    at = Counter(brief(MORE, COAT))
    (answer,) = at.say(message)
    assert [(n, topic) for n, topic, _ in told(answer)] == [(1, "insulation")]


def test_each_of_several_questions_for_more_is_answered() -> None:
    at = Counter(brief(MORE, COAT))
    (answer,) = at.say(
        "What is the one more thing about the parka, and what is the other must for the kettle?"
    )
    assert {n for n, _, _ in told(answer)} == {0, 1}
    at = Counter(brief(MORE, COAT))
    (answer,) = at.say("How many kettles would you like, and what is the other must for the parka?")
    assert [(n, topic) for n, topic, _ in told(answer)] == [(0, "quantity"), (1, "insulation")]


def test_there_is_no_end_while_something_is_untold() -> None:
    found = 0
    for seed in range(60):
        ep = started("discovery", 24, seed, noise=0, lures=0, p_revise=0)
        details = ep.task.brief.requests[0].things[0].details
        hidden = {d.topic for d in details if d.role == "wish" and d.disclosure == "omitted"}
        if len(hidden) < 2 or all(d.topic != "others" for d in details):
            continue
        left = hidden
        while left:
            ep = rg.step(ep, {"text": "What are the others?"})
            words = " ".join(getattr(m, "text", "") for m in rg.observe(ep).messages)
            assert testing.exchanges(ep)[-1]["free"], str(ep.spec)
            assert "all" not in words.lower().replace("all-", "").split()[-1:], words
            now = left - {topic for _, topic in testing.truth(ep)["told"]}
            assert len(left) - len(now) == min(3, len(left)), str(ep.spec)
            left = now
        found += 1
    assert found > 3


def test_what_else_beside_a_question_is_of_the_thing_that_is_spoken_of() -> None:
    for message in (
        "About the parka: how many, and what else matters to you about it?",
        "How many parkas, and what else matters about the parka?",
    ):
        at = Counter(brief(KETTLE, PARKA))
        first, more = at.say(message)
        assert [(n, topic) for n, topic, _ in told(first)] == [(1, "quantity")], message
        assert isinstance(more, Answers)
        assert [n for n, _, _ in told(more)] == [1], message


@pytest.mark.parametrize(
    ("message", "topics"),
    [
        ("Apart from the capacity and the brand, what material should the kettle be?", ["material"]),
        ("Besides the brand: what capacity should it have?", ["capacity"]),
        ("Which capacity should it have, aside from the material and the colour?", ["capacity"]),
        ("Which material (brand, colour and so on are clear to me) should it be?", ["material"]),
        ("Which material (and colour) should it be?", ["material", "colour"]),
    ],
)
def test_what_is_set_aside_is_not_asked_for(message: str, topics: list[str]) -> None:
    assert [topic for _, topic in hear(message, (KETTLE,)).asked] == topics


def test_the_end_of_one_thing_is_not_said_to_be_the_end_of_all() -> None:
    colours = [
        replace(t, details=tuple([d for d in t.details if d.topic == "colour"])) for t in (KETTLE, PARKA)
    ]
    at = Counter(brief(*colours))
    answer, end = at.say("Which colour for the kettle, and what else matters about the kettle?")
    assert [topic for _, topic, _ in told(answer)] == ["colour"]
    assert end == NothingMore(thing=0)
    assert at.say("What else matters about the kettle?") == (NothingMore(thing=0),)
    at.say("Which colour for the parka?")
    assert at.say("What else matters about the kettle?") == (NothingMore(),)


def test_the_same_is_asked_of_another_thing_in_one_sentence() -> None:
    for message in (
        "Which colour for the kettle, and which for the parka?",
        "What colour should the kettle be, and what about the parka?",
    ):
        assert hear(message, (KETTLE, PARKA)).asked == ((0, "colour"), (1, "colour")), message


def test_one_message_again_and_again_is_worth_nothing() -> None:
    """Whatever stands beside "anything else": it draws things out, and costs from the second time on."""
    at = Counter(brief(KETTLE, patience=20))
    for _ in range(5):
        at.say("What colour should it have, and is there anything else that matters?")
    assert at.count == (5, 3)


@pytest.mark.parametrize("lead", ["or about", "and with", "or for", "or in"])
def test_whatever_else_there_is_may_be_asked_beside_a_topic(lead: str) -> None:
    answer, more = Counter(brief(KETTLE)).say(f"Which brand, {lead} anything else?")
    assert [topic for _, topic, _ in told(answer)] == ["brand"]
    assert more == Acknowledges(more=True)
