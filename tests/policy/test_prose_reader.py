"""A reader that knows nothing of the code: numbers, dates, money and clause ids are taken from the page as a
person would see them."""

import re

from retailgym.core.dates import date_words
from retailgym.core.streams import Streams
from retailgym.policy import ARTICLES, FACTS, TOPICS, article, draw
from retailgym.policy.rules import (
    AtLeast,
    AtMost,
    Between,
    Beyond,
    Cap,
    Each,
    Floor,
    Is,
    Less,
    Measure,
    More,
    OneOf,
    Percent,
    Say,
    Within,
)

MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
TOKEN = re.compile(rf"\d{{1,2}} (?:{MONTHS})|\$[\d,]+\.\d\d|\d+%|\d+")


def on_the_page(text: str) -> dict[str, list[str]]:
    """Clause id -> the numbers in its sentence, in any order."""
    clauses = re.findall(r"^  (\S+)  (.+)$", text, flags=re.M)
    return {
        clause: sorted(TOKEN.findall(re.sub(r"[MKT]-\d+|next-day", "", words))) for clause, words in clauses
    }


def in_the_rule(rule) -> list[str]:
    shown = []
    for condition in rule.when:
        match condition:
            case AtLeast(fact, amount) | AtMost(fact, amount):
                shown.append(as_printed(unit_of(fact), amount))
            case Between(fact, first, last):
                shown += [as_printed(unit_of(fact), first), as_printed(unit_of(fact), last)]
    match rule.then:
        case Percent(part, _):
            shown.append(f"{part}%")
        case Each(amount, _) | More(amount) | Less(amount) | Cap(amount) | Floor(amount):
            shown.append(as_printed(TOPICS[rule.topic].answer.unit, amount))
        case Say(value) if type(value) is int and value:
            shown.append(as_printed(TOPICS[rule.topic].answer.unit, value))
    return sorted(shown)


def unit_of(name: str) -> str:
    kind = FACTS[name].kind if name in FACTS else TOPICS[name].answer
    return kind.unit


def as_printed(unit: str, amount: int) -> str:
    return (
        f"${amount // 100:,}.{amount % 100:02d}"
        if unit == "cents"
        else date_words(amount)
        if unit == "date"
        else str(amount)
    )


def test_every_number_and_clause_id_of_every_rule_stands_on_the_page_and_no_other():
    for seed in range(40):
        policy = draw(Streams(f"page/{seed}"))
        pages = {
            clause: numbers
            for name in ARTICLES
            for clause, numbers in on_the_page(article(policy, name).text).items()
        }
        assert pages == {rule.clause: in_the_rule(rule) for rule in policy.all_rules()}


def test_every_listed_value_and_every_topic_that_a_rule_needs_is_named():
    policy = draw(Streams("page/lists"))
    text = {
        clause: words
        for name in ARTICLES
        for clause, words in re.findall(r"^  (\S+)  (.+)$", article(policy, name).text, flags=re.M)
    }
    for rule in policy.all_rules():
        for condition in rule.when:
            match condition:
                case Is(fact, values):
                    kind = FACTS[fact].kind if fact in FACTS else TOPICS[fact].answer
                    assert isinstance(kind, OneOf)
                    assert all(words in text[rule.clause] for words in kind.words(values))
                    named = [name for name, options in kind.together if name in text[rule.clause]]
                    for value in values if named else ():  # what the name stands for is said on every page
                        assert all(kind.options[value] in article(policy, page).text for page in ARTICLES)
                case Beyond(_, topic) | Within(_, topic):
                    assert TOPICS[topic].noun in text[rule.clause]


def test_pages_read_like_pages():
    policy = draw(Streams("page/style"))
    for name in ARTICLES:
        text = article(policy, name).text
        assert "{" not in text and "_" not in text and "  ." not in text
        for line in text.split("\n"):
            assert not line.startswith("  ") or re.fullmatch(r"  \S+  [A-Z].+\.", line), line
            assert not re.search(r"\b(\w+) \1\b", line), line  # no word twice in a row
        assert not re.search(r"\b1 (days|refunds|claims|points)\b", text)


def test_headings_nouns_and_phrases_can_be_told_apart():
    assert len({topic.title for topic in TOPICS.values()}) == len(TOPICS)
    assert len({topic.noun for topic in TOPICS.values()}) == len(TOPICS)
    says = [fact.kind.says for fact in FACTS.values() if isinstance(fact.kind, Measure)]
    assert len(set(says)) == len(says)
