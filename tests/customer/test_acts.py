"""What the customer does, worked through: answering, repeating, correcting, confirming, stock-outs,
patience."""

import retailgym as rg
from retailgym import players
from retailgym.core.streams import Streams
from retailgym.core.task import Brief, Request, Thing
from retailgym.core.values import replace
from retailgym.customer import Act, Talk, open_talk, reply, shop_of
from retailgym.customer.acts import (
    Accepts,
    Acknowledges,
    Answers,
    Confirms,
    Corrects,
    Declines,
    DoesNotMind,
    Doubts,
    FallsBack,
    Leaves,
    NothingMore,
    Objects,
    Repeats,
    Shrugs,
)
from retailgym.customer.locale.en import tones

from ..paths import started
from .table import BOOTS, KETTLE, PARKA, brief, shop, thing


class Counter:
    """A customer at the counter, and what has sold out."""

    def __init__(self, customer: Brief, *sold_out: Thing) -> None:
        self.brief, self.sold_out = customer, sold_out
        _, self.words, self.talk = open_talk(customer, Streams("counter"), 0)

    def say(self, message: str) -> tuple[Act, ...]:
        acts, self.words, self.talk = reply(
            self.brief, self.talk, message, shop(*[t.noun for t in self.sold_out]), Streams("counter"), 0
        )
        return acts

    @property
    def count(self) -> tuple[int, int]:
        return self.talk.exchanges, self.talk.wasted


def told(act: Act) -> list[tuple[int, str, str | int]]:
    assert isinstance(act, Answers | Repeats | Corrects | FallsBack), act
    return [(t.thing, t.topic, t.value) for t in act.told]


def test_a_focused_question_is_free_once_and_repeating_it_is_wasted() -> None:
    at = Counter(brief(KETTLE))
    (answer,) = at.say("What colour?")
    assert isinstance(answer, Answers)
    assert told(answer) == [(0, "colour", "navy")]
    assert at.count == (1, 0)
    (again,) = at.say("Which colour was it?")
    assert isinstance(again, Repeats)
    assert told(again) == [(0, "colour", "navy")]
    assert any(w in at.words for w in ("As I said", "I said", "I told you", "I did mention", "Like I said"))
    assert at.count == (2, 1)


def test_one_question_is_answered_for_three_topics_at_most() -> None:
    at = Counter(brief(KETTLE))
    (first,) = at.say("Which material, capacity, brand, colour, package and how many?")
    assert [topic for _, topic, _ in told(first)] == ["material", "capacity", "brand"]
    assert at.count == (1, 1)
    assert at.talk.ledger[-1].why == "asked for more than three details at once"
    (second,) = at.say("Which material, capacity, brand, colour, package and how many?")
    assert isinstance(second, Repeats)
    assert [topic for _, topic, _ in told(second)] == ["material", "capacity", "brand"]
    assert at.count == (2, 2)


def test_of_two_things_of_one_name_the_one_brought_up_last_is_meant() -> None:
    again = replace(KETTLE, details=tuple([d for d in KETTLE.details if d.topic != "brand"]))
    before, now = Request(job="cart", things=(KETTLE,)), Request(job="cart", things=(again,), interrupts=True)
    at = Counter(replace(brief(KETTLE), requests=(before, now)))
    at.say("How many?")
    (answer,) = at.say("What colour should the kettle have?")
    assert told(answer) == [(1, "colour", "navy")]
    (answer,) = at.say("Which brand of kettle?")  # of which only the first says anything
    assert [(n, topic) for n, topic, _ in told(answer)] == [(0, "brand")]


def test_a_question_for_something_open_and_something_said_is_answered_for_both() -> None:
    at = Counter(brief(KETTLE))
    at.say("What colour?")
    answer, again = at.say("What colour and how many?")
    assert isinstance(answer, Answers)
    assert isinstance(again, Repeats)
    assert told(answer) == [(0, "quantity", 2)]
    assert told(again) == [(0, "colour", "navy")]
    assert at.count == (2, 0)


def test_an_open_question_draws_out_one_thing_and_is_free_once() -> None:
    at = Counter(brief(KETTLE, patience=9))
    for n, message in enumerate(
        (
            "Tell me everything.",
            "Anything else?",
            "What else matters?",
            "Any other wishes?",
            "More details?",
            "Anything else?",
        ),
        1,
    ):
        (answer,) = at.say(message)
        assert len(told(answer)) == 1
        assert at.count == (n, n - 1)
    assert at.say("Anything else?") == (NothingMore(),)
    assert at.count == (7, 6)


def test_filler_is_wasted_and_a_question_beside_the_point_is_not_understood() -> None:
    at = Counter(brief(KETTLE))
    assert at.say("So far, so good.") == (Acknowledges(),)
    assert at.say("Do you like the weather?") == (Shrugs(),)
    assert at.count == (2, 1)


def test_what_is_not_understood_is_free_three_times() -> None:
    at = Counter(brief(KETTLE, patience=9))
    for n, wasted in ((1, 0), (2, 0), (3, 0), (4, 1), (5, 2)):
        assert at.say("Do you like the weather?") == (Shrugs(),)
        assert at.count == (n, wasted)


def test_what_the_customer_does_not_mind_is_said_so_and_free_for_three_topics() -> None:
    at = Counter(brief(BOOTS, patience=9))
    for n, (label, wasted) in enumerate(
        (("sole", 0), ("lining", 0), ("insole", 0), ("sole", 1), ("weight", 2)), 1
    ):
        (act,) = at.say(f"What {label} should the boots have?")
        assert isinstance(act, DoesNotMind), (label, act)
        assert at.count == (n, wasted), label


def test_a_confirmation_is_free_once_until_something_changes() -> None:
    at = Counter(brief(KETTLE))
    for n, wasted in ((1, 0), (2, 1), (3, 2)):
        assert at.say("Shall I go ahead?") == (Confirms(),)
        assert at.count == (n, wasted)
    at.say("What colour?")
    assert at.say("Shall I go ahead?") == (Confirms(),)
    assert at.count == (5, 2)


def test_only_lines_that_were_read_back_in_full_are_agreed_to() -> None:
    at = Counter(brief(KETTLE, PARKA))
    at.say("Which colour should the kettle and the parka have?")
    assert at.say("Shall I go ahead?") == (Confirms(),)
    assert at.talk.agreed == frozenset()
    assert at.say("That's two navy kettles with a gift box, and a parka in black. Shall I go ahead?") == (
        Confirms(),
    )
    assert at.talk.agreed == frozenset({0})  # of the parka the size was not said
    assert isinstance(at.say("That's three navy kettles with a gift box. Correct?")[0], Objects)
    assert at.talk.agreed == frozenset()


def test_a_wrong_value_read_back_is_corrected_and_the_first_time_is_free() -> None:
    kettle = thing("kettle", said={"colour": "navy", "quantity": 0}, named={"material": "ceramic"}, count=2)
    at = Counter(brief(kettle))
    (correction,) = at.say("Two kettles in black, is that right?")
    assert isinstance(correction, Corrects)
    assert told(correction) == [(0, "colour", "navy")]
    assert at.count == (1, 0)
    assert at.say("Two kettles in navy, is that right?") == (Confirms(right=True),)
    assert at.count == (2, 0)
    at.say("Two kettles in black, is that right?")
    assert at.count == (3, 1)


def test_a_guess_is_accepted_or_declined_and_gives_nothing_else_away() -> None:
    at = Counter(brief(KETTLE))
    assert at.say("Would black be okay for the colour?") == (Declines(),)
    assert at.count == (1, 0)
    assert at.say("Would white be okay for the colour?") == (Declines(),)
    assert at.count == (2, 1)
    (yes,) = at.say("Is navy all right for the colour?")
    assert isinstance(yes, Accepts)
    assert (0, "colour") in at.talk.told


def test_a_question_and_a_confirmation_are_answered_together() -> None:
    at = Counter(brief(KETTLE))
    acts = at.say("Two navy kettles with the gift box, is that right? And what material would you like?")
    assert [type(a) for a in acts] == [Answers, Confirms]


def test_what_was_never_spoken_of_is_not_corrected_but_objected_to() -> None:
    at = Counter(brief(KETTLE))
    (objection,) = at.say("A black kettle in cast iron, 1 l, is that right?")
    assert isinstance(objection, Objects)
    assert {u.topic for u in objection.named} == {"material", "capacity", "colour"}
    assert "navy" not in at.words
    assert at.talk.told == frozenset()


def test_a_stock_out_told_once_is_free_and_told_twice_is_wasted() -> None:
    at = Counter(brief(KETTLE, PARKA), KETTLE)
    (first,) = at.say("I'm sorry, the kettle just sold out.")
    assert isinstance(first, FallsBack)
    assert told(first) == [(0, "colour", "black")]
    assert at.count == (1, 0)
    assert at.say("As I said, the kettle is sold out.") == (first,)
    assert at.count == (2, 1)


def test_a_false_claim_is_doubted_and_wasted() -> None:
    at = Counter(brief(KETTLE, PARKA), KETTLE)
    assert at.say("The parka is out of stock.") == (Doubts(),)
    assert at.count == (1, 1)
    assert at.talk.outs == frozenset()


def test_news_of_one_thing_is_not_taken_for_another_that_is_gone() -> None:
    at = Counter(brief(KETTLE, PARKA, BOOTS), KETTLE, BOOTS)
    acts = at.say(
        "The kettle is in your cart, but the hiking boots are sold out. What size should the parka be?"
    )
    assert [type(a) for a in acts] == [FallsBack, Answers]
    assert isinstance(acts[0], FallsBack)
    assert (acts[0].thing, acts[0].told) == (2, ())
    assert at.talk.outs == frozenset({2})
    assert at.count == (1, 0)


def test_a_thing_without_a_fallback_is_left_out() -> None:
    at = Counter(brief(BOOTS), BOOTS)
    (act,) = at.say("The boots are sold out.")
    assert act == FallsBack(thing=0, told=())
    assert "hiking boots" in at.words


def test_after_a_stock_out_the_customer_stands_by_the_fallback() -> None:
    at = Counter(brief(KETTLE), KETTLE)
    at.say("The kettle in navy is sold out.")
    (again,) = at.say("What colour was it?")
    assert told(again) == [(0, "colour", "black")]
    assert at.say("So a kettle in black, right?") == (Confirms(right=True),)
    (correction,) = at.say("So a kettle in white, right?")
    assert told(correction) == [(0, "colour", "black")]


def test_what_to_take_instead_is_said_once() -> None:
    at = Counter(brief(KETTLE, PARKA), KETTLE, PARKA)
    acts = at.say("The kettle in navy has sold out. What colour would you like instead?")
    assert [(type(a), told(a)) for a in acts] == [(FallsBack, [(0, "colour", "black")])]
    both = at.say("And now both the parka (M) and the kettle are gone. What now?")
    assert [a.thing for a in both if isinstance(a, FallsBack)] == [1]


def test_stock_outs_and_answers_share_the_limit_of_three() -> None:
    at = Counter(brief(KETTLE, PARKA), KETTLE, PARKA)
    acts = at.say(
        "The kettle and the parka are sold out. Which material and capacity should the kettle have?"
    )
    assert [type(a) for a in acts] == [FallsBack, FallsBack, Answers]
    assert told(acts[2]) == [(0, "material", "stainless steel")]


def test_the_customer_leaves_when_more_is_wasted_than_their_patience() -> None:
    at = Counter(brief(KETTLE, patience=3))
    for n in (1, 2, 3):
        assert at.say("So far, so good.") != (Leaves(),)
        assert at.count == (n, n)
    assert at.say("So far, so good.") == (Leaves(),)
    assert at.count == (4, 4)
    assert at.say("What colour?") == (Leaves(again=True),)
    assert at.count == (5, 5)
    assert at.talk.told == frozenset()
    assert not any(at.words in lines for lines in tones.LEAVES.values()), "the same words twice"


def test_patience_outlasts_par() -> None:
    """An expert wastes nothing and is never left; three wasted exchanges, the least patience, still leave the
    customer there."""
    for level in range(13):
        for seed in range(5):
            start = started("cart", level, seed)
            assert start.task.brief.persona.patience >= 3
            ep, _ = rg.play(start, players.get("expert"))
            assert ep.talk.wasted == 0
            assert ep.talk.exchanges <= ep.task.par.exchanges
            talk: Talk = start.talk
            for _ in range(3):
                _, _, talk = reply(start.task.brief, talk, "Hm.", shop_of(start.world), start.stream, 0)
            assert not talk.left


def test_what_else_matters_is_answered_beside_a_choice_with_all_that_is_said_of_it() -> None:
    at = Counter(brief(KETTLE, PARKA))
    acts = at.say(
        "The Norrland kettle of 1.7 l comes in stainless steel in black, white and navy: which colour, "
        "please? And for the parka there are many in size M: what else matters to you in it, such as the "
        "fit, hood or pockets?"
    )
    assert [topic for act in acts for _, topic, _ in told(act)] == ["colour", "insulation"]
