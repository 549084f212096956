"""What players asked about an order or a cart, as they asked it, and what it was once taken for."""

import re
from datetime import date, timedelta

import pytest

import retailgym as rg
from retailgym import testing
from retailgym.core.streams import Streams
from retailgym.core.task import Detail, Persona, Thing
from retailgym.core.values import replace
from retailgym.customer.acts import Accepts, Answers, Confirms, Declines, DoesNotKnow
from retailgym.customer.hearing import hear as heard_by
from retailgym.customer.voice import say

from ..paths import begun, left_to_ask, started
from .table import DRILL, KETTLE, PARKA, brief, category, hear, kind_of
from .test_acts import Counter, told
from .test_met import topics


def fact(topic: str, value: str) -> Detail:
    return Detail(
        topic=topic, label=topic, value=value, says=(f"{topic} is {value}.",), cues=(), role="fact",
        disclosure="omitted",
    )  # fmt: skip


FACTS = {
    "coupon": "yes", "condition": "used", "paid": "more 3000", "pieces": "one", "gift": "no",
    "items": "more 2",
    "recipient": "me", "placed": "less 3", "month": "first", "method": "standard", "beside": "without parka",
    "box": "yes",
}  # fmt: skip
BOUGHT = replace(KETTLE, details=tuple([fact(t, v) for t, v in FACTS.items()]), fallback=None)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("Which shipping method did you choose, was a coupon used, and how much did it cost?",
         ["method", "coupon", "paid"]),
        ("The one thing on which they differ is the coupon: was one used?", ["coupon"]),
        ("How did you pay (card or wallet)?", ["payment"]),
        ("Did you pay by card, and was it marked as a gift?", ["payment", "gift"]),
        ("Was it a present for a loved one or for you?", ["recipient"]),
        ("Has it seen any playing time yet or is it still in the box?", ["condition"]),
        ("What else was in the order, and how many items did it have?", ["beside", "items"]),
        ("Was there a charging dock in the order?", ["contents"]),
        ("How many kettles did you order, and was a charging dock in the order?", ["pieces", "contents"]),
        ("Was there a parka in the same order?", ["beside"]),
        ("There is more than one order that fits. When did you order it?", ["placed"]),
        ("Do you recall what the bill came to?", ["paid"]),
        ("Did it go to you or to somebody else's door?", ["recipient"]),
    ],
)  # fmt: skip
def test_it_is_heard_for_what_it_asks(message: str, expected: list[str]) -> None:
    heard = hear(message, (BOUGHT,))
    assert sorted(topic for _, topic in heard.topics) == sorted(expected)
    assert not heard.given


def test_a_thing_that_the_customer_has_not_spoken_of_is_not_told_already() -> None:
    met = 0
    for seed in range(60):
        ep = started("policy", 20, seed, noise=0)
        details = ep.task.brief.requests[0].things[0].details
        beside = next((d for d in details if d.topic == "beside"), None)
        if beside is None or not str(beside.value).startswith("with ") or beside.disclosure == "stated":
            continue
        other = beside.says[0].removeprefix("There was also ").removesuffix(" in that order.")
        if other == "a charging dock":
            continue
        met += 1
        message = f"Was there {other} in the same order?"
        assert topics(str(ep.spec), message) == ["beside"], (ep.spec, message)
        ep = rg.step(ep, {"text": "What else was in the order?"})
        ep = rg.step(ep, {"text": "Was there a charging dock in the same order?"})
        assert [act["act"] for act in testing.heard(ep)] == ["doesnotknow"], ep.spec
    assert met > 5, met


def test_what_is_forgotten_is_not_confirmed() -> None:
    bought = replace(BOUGHT, details=(fact("coupon", "unknown"), fact("recipient", "me")))
    at = Counter(brief(bought))
    assert [topic for act in at.say("Is it the order with a coupon?") for _, topic, _ in told(act)] == [
        "coupon"
    ]
    at = Counter(brief(bought))
    (act,) = at.say("So it was sent to you, right?")
    assert isinstance(act, Confirms)
    assert act.recalled


def test_who_and_how_are_asked_with_the_noun_in_its_place() -> None:
    tool = kind_of("impact driver")[0]
    user = Detail(topic="user", label="intended user", value="x", says=("for x",), cues=())
    driver = replace(DRILL, noun="impact driver", plural="impact drivers", called=(), details=(user,))
    assert heard_by("Who is the impact driver for?", (driver,), lambda _: tool).topics == ((0, "user"),)
    assert [t for _, t in hear("How should the parka be washed?", (PARKA,)).topics] in (["care"], ["washing"])


def test_one_of_the_sizes_to_choose_from_is_named() -> None:
    for seed in range(20):
        ep = started("cart", 12, seed, noise=0, p_omit=0, lures=0)
        for t in ep.task.brief.requests[0].things:
            size = next(
                (d for d in t.details if d.topic == "size" and d.value in ("S", "M", "L", "XL")), None
            )
            if size is None:
                continue
            ask = {"text": f"Which size should the {t.noun} be: S, M, L or XL?"}
            after = rg.step(ep, ask)
            words = " ".join(getattr(m, "text", "") for m in rg.observe(after).messages)
            assert size.value in words.replace(".", " ").replace(",", " ").split() or any(
                name in words for name in ("small", "medium", "large")
            ), words
            assert testing.exchanges(after)[-1]["free"], str(ep.spec)
            return
    raise AssertionError("no such size")


def test_the_total_of_a_cart_is_not_the_budget_of_another_matter() -> None:
    budget = Detail(
        topic="budget", label="budget", value=59600, op="lte", says=("$596",), cues=(), role="fact"
    )
    party = Thing(noun="dinner party", plural="dinner parties", called=(), shelf="", details=(budget,))
    message = "Your cart: 2 kettles, navy, gift box. Total $1,724.15. Shall I confirm this?"
    things = (party, KETTLE)
    apart = heard_by(message, things, lambda t: category(t) if t.shelf else None, 1, 0, (0, 1))
    assert "budget" not in [g.topic for g in apart.given]
    together = heard_by(message, things, lambda t: category(t) if t.shelf else None, 0, 0, (0,))
    assert "budget" in [g.topic for g in together.given]


def test_a_single_or_a_pair_is_no_number() -> None:
    met = 0
    for seed in range(900):
        spec = f"returns/3/{seed}?noise=0&p_omit=0.8"
        new = begun(spec).task.brief.requests[0].things[1:]
        if any(d.topic == "pack" and d.disclosure != "stated" for thing in new for d in thing.details):
            met += 1
            assert topics(spec, "For the new one, single or pair?") == ["pack"], spec
    assert met > 1, met


def test_a_match_is_of_the_two_things_that_are_named() -> None:
    met = 0
    for seed in range(100):
        ep = left_to_ask(started("bundle", 16, seed, noise=0))
        for n, thing in enumerate(ep.task.brief.requests[0].things):
            unsaid = [d.topic for d in thing.details if d.disclosure != "stated"]
            ties = [topic for topic in unsaid if topic.startswith("match with the ")]
            if "brand" in unsaid and ties:
                met += 1
                other = ties[0].removeprefix("match with the ")
                message = f"For the {thing.noun}: which brand, and in what must it match the {other}?"
                (answer, *_) = testing.heard(rg.step(ep, {"text": message}))
                told = sorted([(t["thing"], t["topic"]) for t in answer["told"]])
                assert told == [(n, "brand"), (n, ties[0])], (ep.spec, message)
    assert met > 5, met


def test_no_form_is_read_out_where_a_guess_at_an_order_is_wrong() -> None:
    at = Counter(brief(BOUGHT))
    for act in at.say("Is it the order of five kettles, sent by courier to somebody else, with no coupon?"):
        assert isinstance(act, Declines | Answers)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("Had you bought it for your own use, or did it go to somebody else's door?", ["recipient"]),
        ("Some of these parcels went to you and some to others. Where did this one go?", ["recipient"]),
        ("There are orders with one kettle and orders with several. Which kind was yours?", ["pieces"]),
        ("Unopened, opened but unused, or used: which of the three describes the kettle?", ["condition"]),
        ("What sum did you hand over for the kettle?", ["paid"]),
    ],
)
def test_it_is_heard_in_other_words_too(message: str, expected: list[str]) -> None:
    heard = hear(message, (BOUGHT,))
    assert [topic for _, topic in heard.topics] == expected
    assert not heard.stock_out


def test_a_read_back_may_ask_for_what_is_off() -> None:
    for end in (
        "If each line is what you meant I'll submit it; otherwise point at the line that's off.",
        "Say so if a detail is off; otherwise I'll place the order.",
    ):
        at = Counter(brief(KETTLE))
        at.say("Which colour and package for the kettle, and how many?")
        (act,) = at.say(f"Cart check: 2 kettles, navy, gift box. {end}")
        assert isinstance(act, Confirms), end


def test_counts_are_asked_for_and_none_in_stock_is_news() -> None:
    asked = hear("Could you give me counts for the kettles and the parkas?", (KETTLE, PARKA)).asked
    assert asked == ((0, "quantity"), (1, "quantity"))
    assert hear("The kettle in navy shows zero units available right now.", (KETTLE,)).stock_out
    heard = hear("I could allow black for the colour. Would you let me?", (KETTLE,))
    assert (heard.seeks, [g.value for g in heard.given]) == ("okay", ["black"])


def test_nobody_says_yes_to_an_order_that_only_fits() -> None:
    """Who knows no number can say that a day fits what they remember, but not that this order is the one."""
    at = Counter(brief(replace(BOUGHT, details=(fact("placed", "less 35"), fact("recipient", "me")))))
    (act,) = at.say("So it was sent to you, right?")
    assert isinstance(act, Confirms) and act.recalled
    for yes in (act, Accepts(recalled=True)):
        for n in range(20):
            words = say(yes, (BOUGHT,), Persona(tone="warm", patience=3), Streams(str(n))())
            assert not {"yes", "right", "correct", "exactly"} & set(re.findall("[a-z]+", words.lower())), (
                words
            )
    met = 0
    for seed in range(15):
        ep = started("returns", 12, seed, noise=0)
        for order in ep.world.orders[:3]:
            day = date(1970, 1, 1) + timedelta(order.placed)
            asked = rg.step(
                ep, {"text": f"Was it in your order {order.id} of {day:%A} {day.day} {day:%B %Y}?"}
            )
            said = " ".join(m.text for m in rg.observe(asked).messages)
            met += "remember" in said
            assert "yes" not in said.lower() and "go ahead" not in said, (seed, said)
    assert met > 2, met


@pytest.mark.parametrize(
    "message",
    [
        "Was it in your order o161901823?",
        "Is o161901823 the right order?",
        "Is it the one from order o161901823?",
        "Do you mean order o161901823?",
    ],
)
def test_who_is_asked_by_an_orders_number_alone_says_that_they_do_not_know_it(message: str) -> None:
    bought = replace(BOUGHT, details=(*BOUGHT.details, fact("order_number", "unknown")))
    assert hear(message, (bought,)).topics == ((0, "order_number"),)
    leave = hear("I would take back the kettle of order o161901823 now. Shall I do that?", (bought,))
    assert (leave.topics, leave.seeks) == ((), "leave")


def test_what_was_bought_is_not_described_by_what_is_wished_for_in_its_place() -> None:
    met = 0
    for seed in range(40):
        ep = started("returns", 10, seed, noise=0, lures=0)
        things = ep.task.brief.requests[0].things
        wished = [d for t in things[1:] for d in t.details if d.topic == "colour" and d.role == "option"]
        if len(things) != 2 or things[0].noun != things[1].noun or not wished:
            continue
        met += 1
        noun = things[0].noun
        for message in (
            f"What does the {noun} look like?",
            f"What does the {noun} look like: which brand and which colour does it have?",
            "Which of these is it: (a) the one in black, ordered 28 January; or (b) the one in white, "
            "ordered 27 January?",
        ):
            acts = testing.heard(rg.step(ep, {"text": message}))
            told = [t for act in acts for t in act.get("told", ())]
            assert not any(t["thing"] == 1 for t in told), (str(ep.spec), message, acts)
        asked = "Which colour should the new one have?"
        acts = testing.heard(rg.step(ep, {"text": asked}))
        assert [t["topic"] for act in acts for t in act.get("told", ())] == ["colour"], (str(ep.spec), acts)
    assert met > 3, met


def test_the_last_word_of_what_a_thing_is_called_names_it() -> None:
    bought = replace(BOUGHT, noun="office desk", plural="office desks", called=())
    heard = hear("What does the desk look like: which brand is it, and when did you order it?", (bought,))
    assert heard.lost == "" and (0, "placed") in heard.topics
    heard = hear("What does the zeppelin look like: which brand is it, and when did you order it?", (bought,))
    assert heard.lost == "zeppelin"


def test_what_nobody_knows_is_answered_each() -> None:
    """The brand, asked beside what else was in the order, is not passed over."""
    for n in range(10):
        act = DoesNotKnow(about=("brand", "contents"))
        words = say(act, (BOUGHT,), Persona(tone="warm", patience=3), Streams(str(n))())
        assert "brand" in words and "in it" in words, words


def test_superlatives_rank_nothing_that_was_bought() -> None:
    heard = hear("Was the price of it the cheapest or the highest in the order?", (BOUGHT,))
    assert not any(topic == "preference" for _, topic in heard.topics)


def test_who_is_asked_for_a_name_says_that_it_is_forgotten() -> None:
    for value, words in (("other", (("name",),)), ("me", ())):
        at = Counter(brief(replace(BOUGHT, details=(fact("recipient", value),))))
        (told,) = at.say("Who was it sent to?")
        assert isinstance(told, Answers)
        again = at.say("And who, by name, was it sent to?")
        assert tuple([a.about for a in again if isinstance(a, DoesNotKnow)]) == words
        assert not any(isinstance(a, DoesNotKnow) for a in at.say("Was the name on it yours or another?"))


WHATEVER_ELSE = (
    "What else about the order do you still know?",
    "Do you remember anything else of the order?",
    "Anything else you can recall about that order?",
    "What else do you still remember of this order?",
    "Does anything else about your order come to mind?",
)
IN_THE_ORDER = (
    "Do you remember what else was in the order?",
    "Do you recall anything else that was in the order?",
    "What else was in it, can you remember?",
    "Anything else in the order?",
)


@pytest.mark.parametrize(("messages", "asked"), [(WHATEVER_ELSE, ()), (IN_THE_ORDER, ((0, "beside"),))])
def test_whatever_else_they_remember_is_not_what_else_was_in_it(
    messages: tuple[str, ...], asked: tuple[tuple[int, str], ...]
) -> None:
    bought = replace(BOUGHT, details=(fact("beside", "with Mugs"), fact("recipient", "me")))
    for message in messages:
        heard = hear(message, (bought,))
        assert (heard.topics, heard.open) == (asked, not asked), message
