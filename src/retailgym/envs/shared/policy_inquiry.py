"""The way to an answer: what one reads in the policy, looks up and asks, one after the other."""

from collections.abc import Collection
from functools import cache
from typing import NamedTuple

from ...core.streams import Streams
from ...core.task import TOPICS_PER_QUESTION
from ...policy import (
    TOPICS,
    draw,
    unsettled,
)
from ...policy.handbook import OwnHandbook
from ...policy.rules import Plain, names_in
from ...tools.policy import handbook_calls, handbook_in
from ...world import World
from .policy_facts import TOLD, Enquiry, known_with

IN_ARTICLE = {
    article: tuple([t.name for t in TOPICS.values() if t.article == article])
    for article in dict.fromkeys([t.article for t in TOPICS.values()])
}
MOST_ARTICLES = 3  # that a question takes
MOST_IN_HANDBOOK, MOST_PER_THOUSAND = 14, 36  # calls that reading in a handbook takes, by its documents


class Inquiry(NamedTuple):
    """How an answer is found: the articles that are read, or the topics that are looked up in the handbook;
    and what is asked, question by question."""

    articles: list[str]
    asked: list[list[str]]


def to_ask(unsettled: Collection[str]) -> list[str]:
    """What to ask the customer next, of all that an answer may still depend on."""
    return [name for name in TOLD if name in unsettled][:TOPICS_PER_QUESTION]


def inquiry(world: World, enquiry: Enquiry, condition: str = "") -> Inquiry:
    """From the records and what is said at once: the topic's own article is read, then whatever the answer
    may depend on is asked for, and where it depends on another topic that one is read. A topic by which the
    question is chosen comes first."""
    policy, topic, by_topic = world.policy, enquiry.topic, bool(world.axes.documents)
    way = Inquiry([], [])
    known = known_with(enquiry.facts, [f for f in enquiry.told if f not in enquiry.unsaid])
    if policy.drawn and not enquiry.unsaid and not by_topic and not condition and _self_contained(topic):
        return Inquiry([TOPICS[topic].article], [])
    for name in (condition, topic) if condition else (topic,):
        article = name if by_topic else TOPICS[name].article
        if article not in way.articles:
            way.articles.append(article)
        _read_and_ask(world, enquiry, name, way, known)
    return way


def _read_and_ask(world: World, enquiry: Enquiry, topic: str, way: Inquiry, known: dict[str, Plain]) -> None:
    """Until nothing is left on which a topic's answer could depend."""
    by_topic = bool(world.axes.documents)
    while True:
        read = way.articles if by_topic else [t for article in way.articles for t in IN_ARTICLE[article]]
        open_ = unsettled(world.policy, topic, known, read)
        if not open_:
            return
        if asked := to_ask(open_):
            way.asked.append(asked)
            known |= {name: enquiry.facts[name] for name in asked}
        else:
            other = next(name for name in open_ if name in TOPICS)
            way.articles.append(other if by_topic else TOPICS[other].article)


def reading_calls(world: World, way: Inquiry) -> int:
    """Each article is searched for and read; a handbook takes more."""
    return handbook_calls(world, way.articles) or 2 * len(way.articles)


def most_reading_calls(world: World) -> int:
    """For any question that is drawn."""
    documents = world.axes.documents
    if isinstance(book := handbook_in(world), OwnHandbook):
        return book.most_calls
    return MOST_IN_HANDBOOK + documents * MOST_PER_THOUSAND // 1000 if documents else 2 * MOST_ARTICLES


@cache
def _self_contained(topic: str) -> bool:
    """Whether the shop's own article on a topic calls on no other: what varies between policies are
    parameters, not that."""
    policy, found, waiting = draw(Streams("self-contained")), {topic}, [topic]
    while waiting:
        for condition in [c for rule in policy.rules(waiting.pop()) for c in rule.when]:
            new = [n for n in names_in(condition) if n in TOPICS and n not in found]
            found.update(new)
            waiting += [n for n in new if TOPICS[n].article == TOPICS[topic].article]
    return all(TOPICS[t].article == TOPICS[topic].article for t in found)
