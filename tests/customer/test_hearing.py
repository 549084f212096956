"""Hearing: what is asked for in free words, exactly, and nothing where nothing is asked."""

import sys
from types import FrameType
from typing import Any

import pytest

from retailgym.catalog.schema import Category, Kind
from retailgym.catalog.wishes import Wish
from retailgym.core.task import Detail, Thing
from retailgym.core.values import replace
from retailgym.customer.checking import check
from retailgym.customer.message import Span
from retailgym.customer.statements import Statement, accepts
from retailgym.envs.shared.shelves import option_detail, quantity_detail, wish_detail

from . import asked, spoken
from .elsewhere import ELSEWHERE
from .heldout import HELD_OUT
from .table import PARKA, expected, hear, heard_as, on_table, schema, thing

TABLES = {
    "quantity": asked.QUANTITY, "brand": asked.BRAND, "material": asked.MATERIAL, "number": asked.NUMBER,
    "size": asked.SIZE,
    "colour": asked.COLOUR, "several": asked.SEVERAL, "which": spoken.WHICH, "confirm": spoken.CONFIRM,
    "stock-out": spoken.STOCK_OUT,
    "open": spoken.OPEN, "nothing": spoken.NOTHING, "elsewhere": ELSEWHERE,
}  # fmt: skip
PREFERENCE = Detail(
    topic="preference", label="order", value="price up", says=("cheapest first",), cues=(), role="fact"
)
ROWS = [(kind, *row) for kind, rows in TABLES.items() for row in rows]


def test_there_are_forty_ways_of_asking_for_each_kind_of_detail() -> None:
    for kind, rows in TABLES.items():
        assert len({message for _, _, message in rows}) >= 40, kind
    assert len({message for _, _, message in HELD_OUT}) == 100
    assert not {m for _, _, m in HELD_OUT} & {m for _, _, _, m in ROWS}


@pytest.mark.parametrize(("kind", "table", "row", "message"), ROWS)
def test_exactly_what_is_asked_is_heard(kind: str, table: str, row: str, message: str) -> None:
    assert heard_as(table, message) == expected(row), kind


@pytest.mark.parametrize(("table", "row", "message"), HELD_OUT)
def test_it_is_heard_in_words_that_hearing_was_not_shaped_on(table: str, row: str, message: str) -> None:
    assert heard_as(table, message) == expected(row)


def full_thing(category: Category, kind: Kind) -> Thing:
    """A thing with a detail for every topic of its category."""
    wishes = [
        wish_detail(category, Wish(attribute=a.name, value=a.choices[0].value), "mentioned")
        for a in category.filters
    ]
    options = [option_detail(category, o.name, str(o.choices[0].value), "omitted") for o in category.options]
    return Thing(
        noun=kind.noun,
        plural=kind.plural,
        called=kind.words,
        details=(*wishes, *options, quantity_detail(2, "mentioned")),
    )


@pytest.mark.parametrize("category", schema().categories, ids=lambda c: c.name)
def test_every_topic_of_every_kind_can_be_asked_for_by_its_label(category: Category) -> None:
    for kind in category.kinds:
        whole = full_thing(category, kind)
        for d in whole.details[:-1]:
            for question in (
                f"What {d.label} should the {kind.noun} have?",
                f"What {d.topic.replace('_', ' ')} should the {kind.noun} have?",
                f"And the {d.label}?",
                f"Please tell me the {d.label} of the {kind.noun}.",
                f"- **{d.label.capitalize()}**: which one would you like?",
            ):
                assert hear(question, (whole,)).asked == ((0, d.topic),), question
        for question in (f"How many of the {kind.noun}?", f"How many {kind.plural} would you like?"):
            assert hear(question, (whole,)).asked == ((0, "quantity"),), question
        ranked = replace(whole, details=(*whole.details, PREFERENCE))
        for question in (
            f"Which {kind.noun} should come first?",
            f"What should the {kind.plural} be sorted by?",
        ):
            assert (0, "preference") in hear(question, (ranked,)).asked, question


@pytest.mark.parametrize(
    "message",
    [
        "I'll make sure.",
        "Making sure?",
        "Does that make sense?",
        "Is the remaker in?",
        "Is it a resize?",
        "Any sizeable news?",
    ],
)
def test_a_word_inside_another_asks_nothing(message: str) -> None:
    assert hear(message, on_table("kpb")).asked == ()


def test_a_noun_decides_which_of_several_things_is_meant() -> None:
    assert hear("What colour should the kettle be?", on_table("kp")).asked == ((0, "colour"),)
    assert hear("What colour should the parka be?", on_table("kp")).asked == ((1, "colour"),)
    assert hear("What colour?", on_table("kp")).asked == ((0, "colour"), (1, "colour"))


def test_the_name_of_one_thing_is_not_a_cue_for_another() -> None:
    cable = thing(
        "charging cable",
        said={},
        named={"brand": "Voltern", "colour": "moss", "cable_length": "3 m"},
        count=1,
    )
    charger = thing(
        "car charger", said={}, named={"brand": "Ampero", "colour": "plum", "cable_length": "90 cm"}, count=1
    )
    assert hear("What cable length should the car charger have?", (charger, cable)).asked == (
        (0, "cable_length"),
    )
    stockpot = thing("stockpot", said={}, named={"diameter": 28}, count=1)
    coat = thing("trench coat", said={}, named={"size": "M"}, count=1)
    assert hear("What size should the trench coat have?", (stockpot, coat)).asked == ((1, "size"),)


@pytest.mark.parametrize("category", schema().categories, ids=lambda c: c.name)
def test_a_version_is_heard_whatever_else_lies_on_the_table(category: Category) -> None:
    """Another thing may come in rose where the light named has rose glass."""
    kind = category.kinds[0]
    others = [c for c in schema().categories if c.name != category.name]
    things = (full_thing(category, kind), *[full_thing(c, c.kinds[0]) for c in others])
    for option in category.options:
        for choice in option.choices:
            heard = hear(f"I can send you the {kind.noun} in {choice.label}. Shall I go ahead?", things)
            given = {(g.thing, g.value) for g in heard.given}
            assert (0, choice.value) in given, (kind.noun, option.name, choice.label, given)


READ_BACK = (
    ("k", "", "So that's two kettles in navy, gift box. Is that right?"),
    ("k", "k.colour", "So that's two kettles in black. Is that right?"),
    ("k", "k.quantity", "So that's three kettles in navy, correct?"),
    ("k", "k.quantity", "Quantity: 1. Is that correct?"),
    ("k", "k.capacity", "A Norrland kettle, 1.2 l, stainless steel. Shall I go ahead?"),
    ("k", "", "A Norrland kettle, 1.7 l, stainless steel. Shall I go ahead?"),
    ("k", "k.brand k.material", "An Aiko kettle in ceramic, 1.7 l. Shall I go ahead?"),
    ("kp", "", "2 x kettle (navy) and 1 x parka (black, M). All correct?"),
    ("kp", "k.colour p.colour", "2 x kettle (black) and 1 x parka (navy). All correct?"),
    ("kp", "p.size", "I have two navy kettles and a black parka in L. Does that look right?"),
    ("kp", "k.colour", "I have two black kettles and a black parka in M. Does that look right?"),
    ("kp", "p.quantity", "- Kettle: navy, quantity 2\n- Parka: black, quantity 4\nShall I confirm?"),
    ("kp", "", "Everything is in your cart. Shall I go ahead?"),
)  # fmt: skip


@pytest.mark.parametrize(("table", "row", "message"), READ_BACK)
def test_values_read_back_wrongly_are_noticed(table: str, row: str, message: str) -> None:
    heard = hear(message, on_table(table))
    assert heard.confirms
    assert (
        sorted(
            f"{table[n]}.{topic}"
            for (n, topic), fits in check(on_table(table), heard).items()
            if fits is False
        )
        == row.split()
    )


@pytest.mark.parametrize(("op", "refused"), [("gte", 60), ("lte", 72)])
def test_to_leave_out_what_would_not_do_is_right(op: str, refused: int) -> None:
    wish = replace(PARKA.details[0], topic="body_length", value=66, op=op)
    assert accepts(wish, Statement(Span(0, 1), "body_length", refused, "ne")) is True
    assert accepts(wish, Statement(Span(0, 1), "body_length", refused)) is False
    assert accepts(wish, Statement(Span(0, 1), "body_length", 66, "ne")) is False


@pytest.mark.parametrize(
    "sentence",
    [
        "Which size? ",
        "Which one? ",
        "What colour, and how many? ",
        "The kettle sold out. ",
        "Shall I go ahead? ",
    ],
)
def test_hearing_a_message_twice_as_long_is_twice_the_work(sentence: str) -> None:
    """Counted in instructions of the interpreter, so the same on every machine."""
    things = on_table("kp")

    def work(message: str) -> int:
        counted = 0

        def count(frame: FrameType, event: str, _: object) -> Any:
            nonlocal counted
            counted += event == "opcode"
            frame.f_trace_opcodes = True
            return count

        hear(message, things)  # what is remembered of words is so by now
        sys.settrace(count)
        hear(message, things)
        sys.settrace(None)
        return counted

    assert work(160 * sentence) <= 2.2 * work(80 * sentence)  # longer than what is not heard anew
