"""Leaks: whatever is said to the customer, nothing comes out that was not asked for, and never an id."""

from hypothesis import given, settings
from hypothesis import strategies as st

import retailgym as rg
from retailgym.core.streams import Streams
from retailgym.core.task import TOPICS_PER_QUESTION, Brief, Thing
from retailgym.customer import Act, Talk, open_talk, reply
from retailgym.customer.acts import Answers, Corrects, FallsBack, Opens, Repeats, things_of
from retailgym.customer.reading import read

from ..paths import started
from . import asked, spoken
from .heldout import HELD_OUT
from .table import BOOTS, KETTLE, PARKA, brief, hear, kind_of, on_table, shop
from .test_reading import laid_kind, stated_by

SAID = sorted(
    {
        m
        for module in (asked, spoken)
        for rows in vars(module).values()
        if isinstance(rows, tuple)
        for _, _, m in rows
    }
)
WORDS = sorted(
    {c for t in (KETTLE, PARKA, BOOTS) for d in t.details for c in (*d.cues, *d.others, d.label)}
    | {t.noun for t in on_table("kpb")}
)
FRAMES = (
    "What {}?", "Which {} and {}?", "{}, {} or {}?", "Tell me the {}.", "{} is sold out.", "- {}\n- {}\n- {}",
    "So {} and {}, right?", "{} {} {} {}?",
)  # fmt: skip
frames = st.builds(
    lambda frame, words: frame.format(*words),
    st.sampled_from(FRAMES),
    st.lists(st.sampled_from(WORDS), min_size=4, max_size=4),
)
messages = st.lists(
    st.one_of(st.sampled_from(SAID), frames, st.text(max_size=80)), min_size=1, max_size=4
).map(" ".join)
tables = st.sampled_from(((KETTLE,), (PARKA,), (KETTLE, PARKA), (KETTLE, PARKA, BOOTS)))


GONE = shop("kettle", "pair of hiking boots")


def said_by(acts: tuple[Act, ...]) -> set[tuple[int, str]]:
    return {
        (t.thing, t.topic)
        for a in acts
        if isinstance(a, Opens | Answers | Repeats | Corrects | FallsBack)
        for t in a.told
    }


def check_exchange(customer: Brief, talk: Talk, message: str) -> Talk:
    """One exchange, with everything that must hold of it."""
    things = customer.requests[0].things
    acts, words, after = reply(customer, talk, message, GONE, Streams("leaks"), 120)
    heard = hear(message, things_of(customer, talk))  # as they are wished for now
    fresh = (after.told - talk.told) - {
        (n, d.topic) for n in after.outs - talk.outs for d in things[n].fallback.instead
    }  # type: ignore[union-attr]
    assert len(fresh) + len(after.outs - talk.outs) <= TOPICS_PER_QUESTION
    given = {(g.thing, g.topic) for g in heard.given}
    unasked = fresh - set(heard.asked) - given
    assert not unasked or (len(unasked) == 1 and (heard.more or (heard.open and len(fresh) == 1)))
    assert said_by(acts) <= after.told | talk.told
    table = [laid_kind(kind_of(t.noun)[0].name, t.noun) for t in things]
    assert read(words, table) == frozenset().union(*map(stated_by, acts)), (message, words)
    for t in things:
        assert t.product_id not in words
        assert t.variant_id not in words
        assert t.shelf.lower() in (t.noun, t.plural) or t.shelf not in words
    return after


@settings(max_examples=400, deadline=None)
@given(tables, st.lists(messages, min_size=1, max_size=6))
def test_any_message_whatever_draws_out_three_new_details_at_most(
    things: tuple[Thing, ...], said: list[str]
) -> None:
    customer = brief(*things, patience=20)
    _, _, talk = open_talk(customer, Streams("leaks"), 0)
    for message in said:
        talk = check_exchange(customer, talk, message)


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=400))
def test_any_text_can_be_heard(message: str) -> None:
    heard = hear(message, on_table("kpb"))
    assert all(topic in [d.topic for d in on_table("kpb")[n].details] for n, topic in heard.asked)


def test_telling_everything_tells_one_thing() -> None:
    customer = brief(KETTLE, PARKA, BOOTS)
    _, _, talk = open_talk(customer, Streams("leaks"), 0)
    for n, message in enumerate(
        (
            "Tell me everything.",
            "Please tell me everything about it.",
            "Which one do you mean?",
            "What do you want?",
        ),
        1,
    ):
        _, _, talk = reply(customer, talk, message, GONE, Streams("leaks"), 0)
        assert (len(talk.told), talk.wasted) == (n, n - 1)


def test_showing_products_draws_out_what_tells_them_apart_and_no_id() -> None:
    customer = brief(KETTLE)
    _, _, talk = open_talk(customer, Streams("leaks"), 0)
    message = (
        "I found Norrland Fjell kettle, 1.7 l (p-kettle) and Aiko Lumen kettle, 1.2 l (p2kx9). Which "
        "one do you mean?"
    )
    acts, words, talk = reply(customer, talk, message, GONE, Streams("leaks"), 0)
    assert said_by(acts) == {(0, "brand"), (0, "capacity")}
    assert "Norrland" in words
    assert "p-kettle" not in words
    assert talk.wasted == 0


def test_no_customer_of_the_cart_names_an_id_or_a_shelf() -> None:
    questions = [m for _, _, m in HELD_OUT[::9]]
    for level in range(0, 13, 2):
        for seed in range(6):
            ep = started("cart", level, seed)
            things = ep.task.brief.requests[0].things
            for question in questions:
                ep = rg.step(ep, {"text": question}) if not ep.done else ep
            for text in (getattr(e.message, "text", "") for e in ep.log):
                for t in things:
                    assert t.product_id not in text
                    assert t.variant_id not in text
                    assert (
                        any(t.shelf.lower() in name.lower() for name in (t.noun, t.plural, *t.called))
                        or t.shelf not in text
                    )
