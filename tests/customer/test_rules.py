"""The rules of hearing, each by a pair of messages that differ in what the rule is about."""

import pytest

import retailgym as rg
from retailgym import testing
from retailgym.core.task import Detail, Thing
from retailgym.customer.books import Book
from retailgym.customer.hearing import hear as heard_by
from retailgym.customer.message import read

from ..paths import started
from . import table


def rows(*lines):
    return pytest.mark.parametrize(("letters", "row", "message"), [line.split(" | ", 2) for line in lines])


@rows(
    "p |  | Do you care what other people think?",
    "k | k.colour | If more than one fits, which colour?",
    "k | k.quantity | How many would you like when you order them?",
    "kp | k.colour p.weight | Before I add them: colour of the kettle, weight of the parka?",
)
def test_asides_and_verbs_ask_for_nothing(letters, row, message):
    assert table.heard_as(letters, message) == table.expected(row)


@rows(
    "kp | k.quantity | | Item | Qty |\n|---|---|\n| kettle | ? |\n\nWhat is the number?",
    "kp | p.size k.colour | | Item | Size | Colour |\n|---|---|---|\n| parka | ? | black |\n"
    "| kettle | one | TBD |",
)
def test_what_a_table_leaves_blank_is_asked_for(letters, row, message):
    assert table.heard_as(letters, message) == table.expected(row)


@rows(
    "f | f.colour f.lid | Is red, glass lid okay?",  # not "red glass"
    "kp | k.colour p.colour CONFIRM | 2 kettles (colour: navy); 1 parka (colour: black). Right?",
)
def test_values_end_at_commas_and_belong_to_the_part_they_stand_in(letters, row, message):
    heard = table.hear(message, table.on_table(letters))
    given = {f"{letters[g.thing]}.{g.topic}" for g in heard.given if g.topic != "quantity"}
    assert given == {part for part in row.split() if "." in part}
    assert {(g.thing, g.value) for g in heard.given} >= (
        {(0, "navy"), (1, "black")} if letters == "kp" else {(0, "red"), (0, "glass lid")}
    )


@pytest.mark.parametrize("message", ["Could you tell me both?", "Let me juggle both."])
def test_both_counts_only_what_is_bought_or_sent(message):
    assert not table.hear(message, table.on_table("k")).given


def test_a_bound_does_not_reach_over_a_comma():
    heard = table.hear("Weight: 900 g, maximum comfort. Right?", table.on_table("p"))
    assert [(g.topic, g.op) for g in heard.given] == [("weight", "eq")]


def test_a_summary_is_one_whatever_question_follows_it():
    for question in ("Any last objections?", "Does that suit you?", "Are we good?", "Sounds fair?"):
        heard = table.hear(
            f"2 kettles (material: stainless steel, colour: navy, bundle: gift box). {question}",
            table.on_table("k"),
        )
        assert heard.confirms, question


@pytest.mark.parametrize(
    "message",
    ["Anything else that matters about the {0}?", "What else should I know about the {0}?"],
)
def test_an_open_question_about_a_thing_is_answered_about_it(message):
    for letters in ("kp", "pk"):
        heard = table.hear(message.format(table.on_table(letters)[1].noun), table.on_table(letters))
        assert heard.open and heard.about == {1} and not heard.topics


def test_what_else_about_a_thing_never_brings_up_another():
    found = 0
    for seed in range(12):
        ep = started("cart", 8, 40_000 + seed, noise=0, p_omit=0.8)
        for n, thing in enumerate(testing.truth(ep)["things"]):
            after = rg.step(ep, {"text": f"Is there anything else that matters about the {thing['noun']}?"})
            told = [t for a in testing.heard(after) for t in a.get("told", ())]
            assert all(t["thing"] == n for t in told)
            unsaid = [d for d in thing["details"] if [n, d["topic"]] not in testing.truth(ep)["told"]]
            assert bool(told) == bool(unsaid), (str(ep.spec), thing["noun"])
            found += len(told)
    assert found > 12


def test_a_question_of_general_words_asks_whether_there_is_more():
    for message in ("Do we have it all?", "So is that everything now?", "Are there other points?"):
        assert table.hear(message, table.on_table("k")).open, message
    for message in ("Is it raining over there?", "Where is everything?"):
        assert not table.hear(message, table.on_table("k")).open, message


def test_an_offer_of_something_else_is_declined():
    ep = rg.start("cart/4/77?noise=0")
    for message in ("Would you like to join our loyalty programme?", "Shall I gift-wrap it?"):
        assert [a["act"] for a in testing.heard(rg.step(ep, {"text": message}))] == ["declines"], message


def test_patterns_may_be_tied_to_both_ends_of_a_sentence():
    book = Book([("^ ready to", "begin"), ("fine ? $", "end"), ("a … b", "gap")])
    assert [h.what for h in book.find(["ready", "to", "go"])] == ["begin"]
    assert not book.find(["not", "ready", "to", "go"])
    assert [h.what for h in book.find(["is", "it", "fine", "?"])] == ["end"]
    assert not book.find(["fine", "by", "me"])
    assert [(h.start, h.end) for h in book.find(["a", "x", "y", "b", "b"])] == [(0, 4)]
    assert not book.find(["a", "x", "x", "x", "x", "x", "b"])


def test_what_i_have_is_no_question():
    assert not read("What I have so far is a kettle.").sentences[0].asks
    assert read("Roughly when was this ordered").sentences[0].asks
    assert read("Let's talk colour.").sentences[0].asks


def test_a_return_that_is_read_back_without_an_exchange_is_a_refund():
    found = 0
    for seed in range(30):
        ep = started("returns", seed % 6, 50_000 + seed, noise=0, p_omit=0)
        thing = testing.truth(ep)["things"][0]
        known = {d["topic"]: d["value"] for d in thing["details"]}
        count = known.get("count")
        noun = thing["plural"] if count != 1 else thing["noun"]
        text = f"I'd return {count} {noun} for you. Shall I go ahead?"
        agreed = rg.step(ep, {"text": text}).talk.agreed
        if count is not None:
            assert (0 in agreed) == (known["wants"] == "refund"), (str(ep.spec), text)
            assert not rg.step(ep, {"text": "Shall I go ahead?"}).talk.agreed
            found += 0 in agreed
    assert found > 3


def facts(*topics, noun="toner"):
    """Something that was bought, of which these facts are known."""
    details = tuple(
        Detail(topic=t, label=t, value="x", op="eq", role="fact", cues=(), says=("x",)) for t in topics
    )
    return Thing(noun=noun, plural=f"{noun}s", called=(noun, f"{noun}s"), details=details)


def asked_of(message, *things):
    return {(things[n].noun, topic) for n, topic in heard_by(message, things).asked}


@pytest.mark.parametrize(
    ("message", "topics"),
    [
        ("Is it your money back or a different one that you'd like?", "wants"),
        ("Would a different one or your money back suit you?", "wants"),
        ("And of those, how many are you unhappy with?", "count"),
        ("Out of the toners you got, how many have the issue?", "count"),
        ("How many are faulty, and why do you return them?", "count reason"),
        ("Did you hang on to the packaging of the toner?", "box"),
        ("Will you hang on to some?", "count"),
        ("An approximate purchase date and the amount paid would let me find it.", "placed paid"),
        ("What's going on with it?", "reason"),
    ],
)
def test_facts_are_asked_for_one_by_one(message, topics):
    thing = facts("wants", "same_model", "count", "reason", "box", "placed", "paid")
    assert asked_of(message, thing) == {("toner", topic) for topic in topics.split()}


def test_a_project_called_after_a_day_does_not_hide_the_day_of_the_week():
    things = (facts("budget", noun="wash day"), facts("weekday"), facts("colour", noun="hair mask"))
    assert asked_of("On which day of the week did you order the toner?", *things) == {("toner", "weekday")}


@rows(
    "k | k.material k.quantity | If you tell me what material you want and how many, I am all set.",
    "kx | k.colour | About the kettle: I'd hate to pick the wrong colour. Care to tell me?",
    "kw | k.material | The kettles mostly differ by material. Where do you stand on that?",
    "k |  | One moment, my capacity is limited today.",
)
def test_everyday_words_ask_for_nothing_and_conditions_do(monkeypatch, letters, row, message):
    feet = table.thing("filing cabinet", said={}, named={"feet": "castors"}, count=1)
    care = table.thing("storage box", said={}, named={"care": "wipe"}, count=1)
    monkeypatch.setitem(table.LETTERS, "w", feet)
    monkeypatch.setitem(table.LETTERS, "x", care)
    assert table.heard_as(letters, message) == table.expected(row)


@pytest.mark.parametrize("message", ["The one from yesterday then?", "Is it the one with the lid?"])
def test_one_is_no_number_before_what_tells_which(message):
    assert not [g for g in table.hear(message, table.on_table("k")).given if g.topic == "quantity"]


def test_a_noun_that_is_also_a_value_is_a_thing_where_it_is_counted():
    platter = table.thing("platter", said={}, named={"colour": "indigo"}, count=4)
    box = table.thing("storage box", said={}, named={"colour": "navy"}, count=5)
    lines = "4 of the platter (colour indigo); 5 of the storage box (colour navy). Shall I go ahead?"
    heard = table.hear(f"Your cart holds {lines}", (platter, box))
    assert {(g.thing, g.topic, g.value) for g in heard.given} == {
        (0, "colour", "indigo"), (0, "quantity", 4), (1, "colour", "navy"), (1, "quantity", 5),
    }  # fmt: skip
    assert table.hear("The platter is fine, but the storage box has sold out.", (platter, box)).out == {1}
    given = table.hear("Is a platter with a storage box okay?", (platter, box)).given
    assert [(g.thing, g.topic) for g in given] == [(0, "storage")]


def test_what_goes_back_says_nothing_of_the_new_one():
    things = (facts("wants", "count", noun="kettle"), table.LETTERS["k"])
    message = "So that's one of the 2 × Okkerby Ulla kettle, borosilicate glass material, {}. Right?"
    back = heard_by(message.format("going back"), things, table.category)
    new = heard_by(message.format("in exchange"), things, table.category)
    assert not [g for g in back.given if g.thing == 1 and g.topic == "material"]
    assert [g.value for g in new.given if g.thing == 1 and g.topic == "material"] == ["borosilicate glass"]


def test_what_was_named_last_is_asked_before_what_another_thing_is_called_by():
    plate = table.thing("dinner plate", said={}, named={"pack": "pair"}, count=1)
    things = (table.LETTERS["k"], plate)
    assert table.hear("For the kettle: (a) colour (b) number of pieces.", things).asked == (
        (0, "colour"),
        (0, "quantity"),
    )


@pytest.mark.parametrize(
    ("letters", "row", "message"),
    [
        ("k", "k.colour", "To help narrow things down, could you share some details on the colour?"),
        ("k", "k.material", "1. **material** \u2013 what works best for you?"),
        ("k", "k.colour", "For the kettle I can see:\n1. black\n2. navy\nWhich number?"),
        ("k", "k.colour", "Black / navy? (kettle, colour)"),
        ("k", "k.colour", "Does the colour have to be something other than black, or is black fine?"),
        ("k", "k.colour k.quantity", "The colour of the kettle as well as the number you require, please?"),
        ("k", "k.colour", "Noted: kettle with ceramic as material. One more bit of info needed: colour."),
        (
            "kp",
            "k.colour p.size",
            "Question 1 of 2: colour of the kettle? Question 2 of 2: size of the parka?",
        ),
        ("k", "OPEN", "Any other specs I need to be aware of before I go off and search?"),
    ],
)
def test_what_stands_around_a_question_asks_nothing(letters, row, message):
    assert table.heard_as(letters, message) == table.expected(row)


def test_words_that_turn_a_yes_around_are_answered_with_the_wish():
    for message in (
        "Is black too much of a compromise on the colour?",
        "Should I exclude black for the colour?",
        "Would black not be wrong for the colour?",
    ):
        assert table.hear(message, table.on_table("k")).seeks == "inverted", message


def test_going_ahead_is_no_stock_out():
    message = "I have gone ahead and picked black for the kettle, hope that suits!"
    assert not table.hear(message, table.on_table("k")).stock_out
