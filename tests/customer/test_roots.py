"""Rules of English that the customer's reader was found to lack, each with several wordings that need it."""

import pytest

import retailgym as rg
from retailgym import testing
from retailgym.customer.acts import FallsBack

from ..paths import started
from .table import KETTLE, PARKA, brief, hear
from .test_acts import Counter


@pytest.mark.parametrize(
    ("message", "count"),
    [
        ("The quantity for the kettle is 2, yeah?", 2),
        ("Number of kettles: three. Correct?", 3),
        ("I've written down 2 as the number for the kettle. Is this correct?", 2),
        ("I'll put the number of kettles down as 6, okay?", 6),
        ("Is 4 the right number of kettles?", 4),
    ],
)
def test_a_number_beside_its_label_is_given_and_not_asked_for(message: str, count: int) -> None:
    heard = hear(message, (KETTLE, PARKA))
    assert [(g.thing, g.topic, g.value) for g in heard.given] == [(0, "quantity", count)]
    assert not heard.topics
    assert heard.seeks


@pytest.mark.parametrize(
    "message",
    [
        "What is the number of kettles?",
        "Two questions: the number of kettles?",
        "The order number is 12345. How many kettles?",
        "The number of stars is 4. How many kettles?",
    ],
)
def test_other_numbers_are_no_quantity(message: str) -> None:
    heard = hear(message, (KETTLE, PARKA))
    assert not [g for g in heard.given if g.topic == "quantity"], heard.given
    assert heard.asked == ((0, "quantity"),)


@pytest.mark.parametrize(
    "message",
    [
        "Tell me a bit more about the kettle. Which colour, and what capacity?",
        "Could you tell me a little more about the kettle?\n- colour: any wish?\n- capacity: how much?",
        "Two more things for the kettle: the colour, and the capacity.",
    ],
)
def test_what_leads_up_to_a_question_asks_no_more(message: str) -> None:
    heard = hear(message, (KETTLE, PARKA))
    assert set(heard.asked) == {(0, "colour"), (0, "capacity")}
    assert not heard.more


@pytest.mark.parametrize(
    "message",
    [
        "Alas, our navy kettle took its final bow. Something close?",
        "There is a problem with the kettle in navy: the shop has none. Should I choose something near it?",
        "Out of luck with the kettle, zero on hand. What do you want to do?",
        "I couldn't find the kettle in navy. Would another version do?",
    ],
)
def test_trouble_with_what_has_sold_out_is_news_of_it_in_any_words(message: str) -> None:
    at = Counter(brief(KETTLE, PARKA), KETTLE)
    assert isinstance(at.say(message)[0], FallsBack)


def test_nobody_guesses_that_something_has_sold_out() -> None:
    at = Counter(brief(KETTLE, PARKA))
    acts = at.say("There is a problem with the kettle in navy. Should I choose something near it?")
    assert not any(isinstance(a, FallsBack) for a in acts)


@pytest.mark.parametrize(
    "message",
    [
        "I can't share another person's address.",
        "We are not allowed to give out who placed the order.",
        "I can't tell you the name of the recipient, that is private.",
    ],
)
def test_a_refusal_asks_nothing(message: str) -> None:
    for seed in range(8):
        acts = testing.heard(rg.step(started("tracking", 6, seed, noise=0, p_omit=0.8), {"text": message}))
        assert not any(a.get("told") for a in acts), (seed, acts)


@pytest.mark.parametrize("wording", ["within ${n} of the old price", "at most ${n} dearer than the old one"])
def test_a_wrong_difference_in_price_is_not_agreed_to_beside_a_brand(wording: str) -> None:
    met = 0
    for seed in range(40):
        ep = started("substitution", 8, seed, noise=0, p_omit=0)
        (thing_,) = ep.task.brief.requests[0].things
        known = {d.topic: d for d in thing_.details}
        if "brand" in known and "price" in known and known["price"].role == "keep":
            met += 1
            words = wording.format(n=int(known["price"].value) // 100 + 30)
            no = "anything but " if known["brand"].op == "ne" else ""
            text = f"You want a {thing_.noun} (brand: {no}{known['brand'].value}, {words}). Is that right?"
            acts = {a["act"] for a in testing.heard(rg.step(ep, {"text": text}))}
            assert not acts & {"confirms", "accepts"}, (seed, text, acts)
    assert met > 1
