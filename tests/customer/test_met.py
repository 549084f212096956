"""What players of the game ran into: each is asked as they asked it."""

import retailgym as rg
from retailgym import testing
from retailgym.core.values import replace
from retailgym.customer.acts import Acknowledges, Answers, Confirms, FallsBack, Misses
from retailgym.customer.locale.en import orders, phrases
from retailgym.customer.reading import read

from ..paths import left_to_ask
from .table import KETTLE, PARKA, brief, hear, kind_of, thing
from .test_acts import Counter, told
from .test_reading import laid_kind
from .test_rules import facts

RETURN = "returns/8/5000803?noise=0&p_omit=0.8"  # of a flat sheet
ALL_SAID = "returns/4/5000402?noise=0&p_omit=0"


def topics(start: str | rg.Episode, message: str) -> list[str]:
    """What comes back, by topic."""
    episode = rg.start(start) if isinstance(start, str) else start
    acts = testing.heard(rg.step(episode, {"text": message}))
    return sorted([t["topic"] for act in acts for t in act.get("told", ())])


def test_what_else_is_told_beside_a_detail_of_what_is_named_and_announced_otherwise() -> None:
    """One fixed question for everything must not draw everything out."""
    at = Counter(brief(KETTLE))
    first, more = at.say("Which colour do you want, and what else matters for the kettle?")
    assert [topic for _, topic, _ in told(first)] == ["colour"]
    assert len(told(more)) == 1 and told(more)[0][1] != "colour" and at.count == (1, 0)
    for message in (
        "What colour should it have? Anything else?",
        "Which colour do you want, and is there anything else I should know?",
    ):
        at = Counter(brief(KETTLE))
        first, more = at.say(message)
        assert [topic for _, topic, _ in told(first)] == ["colour"], message
        assert more == Acknowledges(more=True) and at.count == (1, 0), message
    for message in ("Is it navy, black or something else?", "What colour should it have, and nothing else?"):
        at = Counter(brief(KETTLE))
        assert sum(len(told(a)) for a in at.say(message) if isinstance(a, Answers)) <= 1, message


def test_what_else_is_free_once_for_each_thing() -> None:
    at = Counter(brief(KETTLE, PARKA))
    at.say("What else matters about the kettle?")
    at.say("And what else matters about the parka?")
    assert at.count == (2, 0)
    at.say("What else matters about the kettle?")
    assert at.count == (3, 1)


def test_a_match_is_asked_for_by_what_it_is_with() -> None:
    met = 0
    for seed in range(100):
        start = left_to_ask(rg.start(f"bundle/6/{seed}?noise=0&p_omit=0.8"))
        things = start.task.brief.requests[0].things
        unsaid = [(t.noun, d.topic) for t in things for d in t.details if d.disclosure != "stated"]
        for topic in sorted({topic for _, topic in unsaid if topic.startswith("match with the ")}):
            nouns, other = [n for n, t in unsaid if t == topic], topic.removeprefix("match with the ")
            if len(nouns) > 1:
                met += 1
                assert topics(start, f"How should it match the {other}?") == [topic] * len(nouns), start.spec
                for noun in nouns:
                    told_of_one = topics(start, f"How should the {noun} match the {other}?")
                    assert told_of_one == [topic], (start.spec, noun)
    assert met > 5, met


def test_items_are_not_pieces_and_the_dearest_is_not_the_price() -> None:
    assert topics(RETURN, "How many items were in that order?") == ["items"]
    assert topics(RETURN, "Was it the only item in the order?") == ["items"]
    assert topics(RETURN, "How many did you order?") == ["pieces"]
    assert topics(RETURN, "Was it the dearest thing in the order, and what did it cost?") == [
        "dearest",
        "paid",
    ]


def test_brand_or_model_is_one_topic() -> None:
    assert hear("Which brand or model do you prefer?", (KETTLE,)).topics == ((0, "brand"),)


def test_how_it_was_sent_is_said_by_what_orders_list() -> None:
    for value in ("standard", "courier"):
        for words in orders.SAYS["method"][value]:
            assert "courier" not in words or ("express" in words and "next-day" in words), words


def test_whether_that_is_the_one_is_no_confirmation() -> None:
    ep = rg.start(ALL_SAID)
    for message in (
        "There is one from three weeks ago. Is that the one?",
        "I'll return it. Shall I go ahead?",
    ):
        ep = rg.step(ep, {"text": message})
    assert [x["free"] for x in testing.exchanges(ep)] == [True, True]
    ep = rg.step(ep, {"text": "Shall I go ahead?"})
    assert not testing.exchanges(ep)[-1]["free"]


def test_an_order_that_lacks_a_line_is_not_let_go() -> None:
    kettle = thing("kettle", said={"colour": "navy", "quantity": 0}, named={}, count=2)
    parka = thing("parka", said={"colour": "black", "quantity": 0}, named={}, count=1)
    at = Counter(brief(kettle, parka))
    assert at.say("Two kettles in navy. Shall I place the order?") == (Misses(things=(1,)),)
    assert "parka" in at.words
    assert at.say("Two kettles in navy, is that right?") == (Confirms(right=True),)
    assert at.say("Two kettles in navy and a parka in black. Shall I place the order?") == (Confirms(),)


def test_what_was_answered_beside_a_missing_line_counts_as_told() -> None:
    kettle = thing(
        "kettle", said={"colour": "navy", "quantity": 0}, named={"material": "stainless steel"}, count=2
    )
    at = Counter(brief(kettle, thing("parka", said={"quantity": 0}, named={}, count=1)))
    asked = "What material? Your cart: 2 kettles, navy. Shall I place the order?"
    first, last = at.say(asked)
    assert isinstance(first, Answers) and last == Misses(things=(1,))
    assert (0, "material") in at.talk.told


def test_what_is_missed_is_not_said_to_be_left_out() -> None:
    table = [laid_kind(kind_of(noun)[0].name, noun) for noun in ("kettle", "parka")]
    for line in phrases.MISSES:
        assert read(line.format(nouns="the parka"), table) == frozenset(), line


def test_a_word_of_a_label_is_no_other_topic() -> None:
    coat = thing("raincoat", said={}, named={"waterproof_rating": 3000}, count=1)
    for message in (
        "Should the waterproof rating be exactly 3000 mm, or would a higher rating be fine as well?",
        "Should the waterproof rating be exactly 3000 mm or may the rating be higher?",
    ):
        assert (0, "rating") not in hear(message, (coat,)).topics, message
    both = hear("Which waterproof rating should it have, and which rating by customers?", (coat,))
    assert both.topics == ((0, "waterproof_rating"), (0, "rating"))


def test_how_it_was_sent_is_not_when() -> None:
    message = (
        "Was the order shipped standard, express or next-day, how many did you order, and what is the reason "
        "for the return?"
    )
    ep = rg.step(rg.start(RETURN), {"text": message})
    assert testing.exchanges(ep)[-1]["asked"] == ((0, "method"), (0, "pieces"), (0, "reason"))


def test_something_dearer_is_asked_in_many_ways() -> None:
    for message in (
        "Did anything in the order cost more than the sheet?",
        "Was there something dearer in it?",
        "Was anything in the order more expensive than the flat sheet?",
        "Was anything in that order dearer than the flat sheet?",
    ):
        assert topics(RETURN, message) == ["dearest"], message


def test_grounds_to_choose_from_are_one_detail() -> None:
    for message in (
        "What should I rank them by (price, rating, delivery time...)?",
        "Should I go for a low price, a good rating or a fast delivery?",
    ):
        assert len(hear(message, (KETTLE,)).topics) == 1, message
    assert len(hear("What about the price, the rating and the delivery time?", (KETTLE,)).topics) == 3


def test_what_was_told_is_not_said_again_beside_a_stock_out_unless_it_is_asked() -> None:
    old = facts("wants", noun="kettle")
    old = replace(old, details=tuple([replace(d, disclosure="stated") for d in old.details]))
    new = thing("parka", said={"colour": "navy"}, named={}, count=2, instead={"colour": "black"})
    news = "I am sorry, the parka has sold out in navy. There is black or sand, $43.50 each. "
    acts = Counter(brief(old, new), new).say(news + "What would you like instead?")
    assert [type(act) for act in acts] == [FallsBack]
