"""Hearing: what does a message ask, give and seek?

A message is taken sentence by sentence. In each, things are found by their nouns, topics by their labels or
by the words that ask for them, values by the ways in which they are written. A topic that is mentioned
without a value is asked for; a value that is given waits for a yes or a no."""

from collections.abc import Callable, Sequence

from ..catalog.schema import Category
from ..core.task import TOPICS_PER_QUESTION, Thing
from . import message
from .heard import Heard
from .impressions import Impression
from .mentions import COUNTED, table_of
from .news import is_grim, replaces
from .second_look import fill_in, keep_to_labels, lost, reconsider
from .seeking import sought
from .settling import promises, settle
from .taking import listen

MESSAGES, LENGTH = 16, 500  # of one talk that are not heard anew, and the characters of each
ORDER_DIGITS = 6  # that the number of an order ends in, at least


def hear(
    text: str,
    things: tuple[Thing, ...],
    category: Callable[[Thing], Category | None] | None = None,
    latest: int = 0,
    today: int = 0,
    starts: tuple[int, ...] = (0,),
) -> Heard:
    """What a customer with these things on their mind makes of a message; of two of one name, that from
    `latest` on is meant; a matter begins at each of `starts`. Dates are read where it is known what day it
    is."""
    table = table_of(things, [category(t) if category else None for t in things], latest, today, starts)
    if len(text) > LENGTH:
        return _heard(Impression(table), message.read(text))
    found = table.heard.get(text)
    if found is None:
        if len(table.heard) >= MESSAGES:
            table.heard.clear()
        found = table.heard[text] = _heard(Impression(table), message.read(text))
    return found


def _heard(msg: Impression, said: message.Message) -> Heard:
    msg.reader.here = _named_first(msg, said.sentences)
    for sentence in said.sentences:
        msg.reads.append(msg.reader.read(sentence))
        listen(msg, msg.reads[-1])
    settle(msg)
    if not msg.asked and not msg.given and msg.asking and msg.seeks in ("", "right"):
        _ask_number(msg)
    if msg.out is None and not msg.offer and msg.asking and not msg.seeks:
        if msg.labelled:
            keep_to_labels(msg)
        else:
            reconsider(msg)
        if msg.asked and not msg.given:
            fill_in(msg)
    asked = list(msg.asked.items())
    given = [g for gs in msg.given.values() for g in gs]
    return Heard(
        topics=tuple(msg.asked),
        absent=frozenset([p for p, has in asked if not has]),
        open=(msg.open or (msg.asking and msg.reader.which_order)) and not asked,
        more=msg.more and bool(asked),
        beyond=msg.beyond,
        about=msg.about,
        offer=msg.offer and not asked,
        seeks=msg.seeks,
        given=tuple(given),
        named=msg.named,
        stock_out=msg.out is not None,
        out=msg.out or frozenset(),
        closing=msg.closing or promises(msg),
        puzzling=msg.puzzling and not asked and not msg.seeks,
        weak=frozenset(msg.asked) - msg.labelled - msg.said,
        labelled=frozenset(msg.labelled),
        narrow=frozenset(msg.narrow),
        lost=lost(msg, lambda read: sought(msg, read)) if asked or msg.seeks else "",
        returning=msg.returning,
        choosing=msg.choosing,
        many=len(asked) > TOPICS_PER_QUESTION and _count(msg) > TOPICS_PER_QUESTION,
        doubted=msg.doubted,
        final=msg.final,
        explicit=msg.explicit,
        grim=msg.table.has_fallback and not asked and not msg.confirming and is_grim(msg),
        replaces=msg.table.has_fallback and bool(given) and replaces(msg),
    )


def _ask_number(msg: Impression) -> None:
    """An order put forward by its number alone asks for that: was it o161901823?"""
    if any(_is_order_number(w) for read in msg.reads for w in read.sentence.words):
        known = [n for n in range(len(msg.table.things)) if msg.table.detail(n, "order_number")]
        msg.asked = {(n, "order_number"): True for n in known if n >= msg.table.latest}
        msg.labelled |= msg.asked.keys()
        msg.seeks = "" if msg.asked else msg.seeks


def _count(msg: Impression) -> int:
    """How many details are asked for; what is asked of several things that were bought is one."""
    mine = [p for p, has in msg.asked.items() if (has or p in msg.labelled) and p[1][:4] != "old "]
    facts = {topic for n, topic in mine if msg.table.sorts[n] == "fact" and topic not in COUNTED}
    return len(facts) + len([topic for _, topic in mine if topic not in facts])


def _named_first(msg: Impression, sentences: Sequence[message.Sentence]) -> frozenset[int]:
    """What is said before anything is named is of what is named next: white? Orange? For the dock."""
    for sentence in sentences if len(sentences) > 1 else ():
        if nouns := msg.table.named(sentence):
            return frozenset([n for _, ns in nouns for n in ns])
    return frozenset()


def _is_order_number(word: str) -> bool:
    return len(word) > ORDER_DIGITS and word[-ORDER_DIGITS:].isdigit()
