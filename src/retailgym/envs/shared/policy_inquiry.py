"""The way to an answer: what one reads in the policy, looks up and asks, one after the other."""

from collections.abc import Collection, Sequence
from functools import cache
from typing import NamedTuple

from ...core.streams import Streams
from ...core.task import TOPICS_PER_QUESTION
from ...policy import (
    TOPICS,
    Facts,
    draw,
    unsettled,
)
from ...policy.handbook import OwnHandbook
from ...policy.rules import Plain, names_in
from ...tools.policy import handbook_calls, handbook_in
from ...world import World
from .policy_facts import TOLD, Enquiry, known_with

MOST_SECTIONS = 4  # that a question takes
MOST_IN_HANDBOOK, MOST_PER_THOUSAND = 14, 36  # calls that reading in a handbook takes, by its documents


class Inquiry(NamedTuple):
    """How an answer is found: the topics that are looked up, and what is asked, question by question."""

    topics: list[str]
    asked: list[list[str]]


def to_ask(unsettled: Collection[str]) -> list[str]:
    """What to ask the customer next, of all that an answer may still depend on."""
    return [name for name in TOLD if name in unsettled][:TOPICS_PER_QUESTION]


def inquiry(world: World, enquiry: Enquiry, condition: str = "", others: Sequence[Facts] = ()) -> Inquiry:
    """From the records and what is said at once: the topic's own section is read, then whatever the answer
    may depend on is asked for, and where it depends on another topic that one is read. A topic by which the
    question is chosen, or by which things are left out, comes first; other things of which the same is asked
    come last."""
    topic, way = enquiry.topic, Inquiry([], [])
    topics = (condition, topic) if condition else (topic,)
    known = known_with(enquiry.facts, [f for f in enquiry.told if f not in enquiry.unsaid])
    plain = not (enquiry.unsaid or condition or others)
    if world.policy.drawn and plain and _self_contained(topic):
        return Inquiry([topic], [])
    for name in topics:
        if name not in way.topics:
            way.topics.append(name)
        _read_and_ask(world, enquiry, name, way, known)
    told = {name: value for name, value in known.items() if name in TOLD} if others else {}
    for facts in others:
        here = known_with(facts, ()) | told
        for name in topics:
            _read_and_ask(world, enquiry, name, way, here)
        told |= {name: value for name, value in here.items() if name in TOLD}
    return way


def _read_and_ask(world: World, enquiry: Enquiry, topic: str, way: Inquiry, known: dict[str, Plain]) -> None:
    """Until nothing is left on which a topic's answer could depend."""
    while open_ := unsettled(world.policy, topic, known, way.topics):
        if asked := to_ask(open_):
            way.asked.append(asked)
            known |= {name: enquiry.facts[name] for name in asked}
        else:
            way.topics.append(next(name for name in open_ if name in TOPICS))


def reading_calls(world: World, way: Inquiry) -> int:
    """Each section is searched for and read; a handbook takes more."""
    return handbook_calls(world, way.topics) or 2 * len(way.topics)


def most_reading_calls(world: World) -> int:
    """For any question that is drawn."""
    documents = world.axes.documents
    if isinstance(book := handbook_in(world), OwnHandbook):
        return book.most_calls
    if not documents:
        return 2 * MOST_SECTIONS
    return MOST_IN_HANDBOOK + documents * MOST_PER_THOUSAND // 1000 + (world.standing is not None)


@cache
def _self_contained(topic: str) -> bool:
    """Whether the shop's own section on a topic calls on no other: what varies between policies are
    parameters, not that."""
    rules = draw(Streams("self-contained")).rules(topic)
    return not any(name in TOPICS for rule in rules for c in rule.when for name in names_in(c))
