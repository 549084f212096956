"""The way back: what a careful reader makes of documents. Those that do not hold are laid aside, of several
versions of an item the one that prevails is taken, and names are replaced by what they stand for."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import NamedTuple, TypeVar

from ..book import TOPICS
from ..policy import Policy
from ..reading import ConditionForm, EffectForm, Unread, condition_forms, effect_forms, read_condition
from ..rules import Condition, Effect, No, Rule, Yes
from .procedures import read_codes, read_order
from .terms import BELONGS, FAMILIES, FLAG, LIST, TALK, TERMS
from .wording import CARRIES, LACKS, in_house

T = TypeVar("T")
AND = ", and if "  # between two conditions
_LINE = re.compile(r"(?m)^ *(HB-\d{4}\.\d+) +[^:\n]*?\b[Rr]ule (\d+)\b[^:\n]*: (.+)$")
_CODE = re.compile(rf"(?:{'|'.join(sorted({*FAMILIES.values(), LIST, FLAG}))}) (\d+\.\d+)")
_APPLIES = re.compile(
    rf"(?:{'|'.join(sorted({*BELONGS.values()}))}|the file ({CARRIES}|{LACKS})) ({_CODE.pattern})"
)
_DEFINED = re.compile(rf"({_CODE.pattern}) (?:goes on the file|covers cases) where (.+)\.")
_TERM = re.compile(r"we speak of the “(.+)” where the question is “(.+)”")
_RANKS = re.compile(r"prevails: a (\w+) ranks highest, (.+?), then a guideline")
_ASKED = {topic.asks: name for name, topic in TOPICS.items()}
_SAID = {variant: topic for topic, variants in TERMS.items() for variant in variants}


class DocumentHead(NamedTuple):
    """What stands at the head of a document, or beside it in a list of results."""

    id: str
    kind: str
    day: int
    region: str
    withdrawn: bool
    replaces: str


class DocumentStatement(NamedTuple):
    id: str
    item: int
    words: str


def in_force(heads: Sequence[DocumentHead], region: str, today: int) -> list[DocumentHead]:
    """The documents on a subject that hold for a customer and decide something."""
    replaced: set[str] = set()
    holding = []
    for head in sorted(heads, key=lambda h: -h.day):
        holds = head.region in ("", region) and head.day <= today and not head.withdrawn
        if holds and head.id not in replaced:
            replaced.add(head.replaces)
            holding.append(head)
    return [head for head in holding if head.kind not in TALK]


def ranks(text: str) -> dict[str, int]:
    """Kinds of documents and how high they rank, as the reading guide tells."""
    match = _RANKS.search(text)
    if not match:
        raise Unread("the reading guide does not say how documents rank")
    order = [match[1], *re.findall(r"then a (\w+)", match[2])]
    return {kind: len(order) - n for n, kind in enumerate(order)}


def statements(text: str) -> list[DocumentStatement]:
    return [DocumentStatement(id, int(item), words) for id, item, words in _LINE.findall(text)]


def names_in_text(words: str) -> list[str]:
    """The names of the glossary that some words use."""
    return list(dict.fromkeys([m.group() for m in _CODE.finditer(words)]))


def prevailing(read: Sequence[tuple[DocumentHead, str]], rank: Mapping[str, int]) -> list[DocumentStatement]:
    """Of each item the version that prevails, in the order of their numbers."""
    best: dict[int, DocumentStatement] = {}
    for _, text in sorted(read, key=lambda r: (rank.get(r[0].kind, 0), r[0].day)):
        best |= {s.item: s for s in statements(text)}
    return [best[item] for item in sorted(best)]


class Understanding(Policy):
    """Subjects as far as they were read, and what names stand for."""

    __slots__ = ("_meanings", "_read", "closing_codes", "terms", "working_order")

    def __init__(self) -> None:
        super().__init__("as read", {})
        self._read: dict[str, list[DocumentStatement]] = {}
        self._meanings: dict[str, Condition] = {}
        self.terms: dict[str, str] = {}  # topics by the words that items have for them
        self.closing_codes: dict[str, str] = {}  # by how a request ends
        self.working_order: tuple[str, ...] = ()  # of a ticket

    def add_names(self, statements: Sequence[DocumentStatement]) -> None:
        """What a glossary says; it has the terms of all topics of its part as well."""
        self.terms |= {topic: term for term, topic in filter(None, map(explained, statements))}
        sentences = [statement.words for statement in statements]
        self.closing_codes |= read_codes(sentences)
        self.working_order = read_order(sentences) or self.working_order
        for statement in statements:
            if m := _DEFINED.fullmatch(statement.words):
                self._meanings[m[1]] = _plain(m[3])
        self._forget()

    def add_items(self, topic: str, statements: Sequence[DocumentStatement]) -> None:
        """What the documents on a topic say."""
        self._read[topic] = list(statements)
        for statement in statements:
            self.terms |= {_SAID[m[1]]: m[1] for m in _terms().finditer(statement.words)}
        self._forget()

    def unknown(self, topic: str) -> list[str]:
        """Names that its items use and no glossary has explained."""
        names = [name for s in self._read[topic] for name in names_in_text(s.words)]
        return [name for name in dict.fromkeys(names) if name not in self._meanings]

    def rules(self, topic: str) -> tuple[Rule, ...]:
        rules = self._drawn.get(topic)
        if rules is None:
            lines = enumerate(self._read.get(topic, ()))
            rules = self._drawn[topic] = tuple([self._rule(topic, s, rank) for rank, s in lines])
        return rules

    def _forget(self) -> None:
        self._drawn.clear()
        self._drafts.clear()

    def _rule(self, topic: str, statement: DocumentStatement, rank: int) -> Rule:
        then, conditions = parted(statement.words)
        when = [self._condition(c) for c in conditions]
        when.sort(key=lambda c: c.fact in TOPICS or hasattr(c, "topic"))
        effect = _effect(topic, then)
        return Rule(statement.id, topic, statement.id, rank, effect, tuple(when))

    def _condition(self, words: str) -> Condition:
        if not (m := _APPLIES.fullmatch(words)):
            return _on_topic(words) or _plain(words)
        meant = self._meanings[m[2]]
        if m[1] != LACKS:
            return meant
        assert isinstance(meant, Yes), meant
        return No(meant.fact)


def parted(words: str) -> tuple[str, list[str]]:
    """What a section settles, and the conditions for it, however it is put."""
    words = words.removesuffix(".")
    if m := re.fullmatch(r"check whether (.+)\. If so, (.+)", words):
        return m[2], m[1].split(", and whether ")
    if m := re.fullmatch(r"what if (.+)\? In that case (.+)", words):
        return m[2], m[1].split(AND)
    if m := re.fullmatch(r"if (.+), (the .+)", words):
        return m[2], m[1].split(AND)
    plain = r"(?:to begin with, |what do we do as a rule\? Normally |as a rule, )(.+)"
    if m := re.fullmatch(plain, words):
        return m[1], []
    then, if_, rest = words.partition(" if ")
    return then, rest.split(AND) if if_ else []


def explained(statement: DocumentStatement) -> tuple[str, str] | None:
    """A term and the topic that it stands for, where that is what a section says."""
    m = _TERM.fullmatch(statement.words)
    return (m[1], _ASKED[m[2]]) if m and m[2] in _ASKED else None


def effects(topic: str, statements: Sequence[DocumentStatement]) -> tuple[Rule, ...]:
    """What sections give, whatever they make it depend on; those on other topics are passed over."""
    rules = []
    for rank, statement in enumerate(statements):
        words, _ = parted(statement.words)
        m = _terms().match(words)
        if m and _SAID[m[1]] == topic and not explained(statement):
            rules.append(Rule(statement.id, topic, statement.id, rank, _effect(topic, words)))
    return tuple(rules)


def _plain(words: str) -> Condition:
    """A condition in everyday words; terms for topics stand where articles have their nouns."""
    return read_condition(_terms().sub(lambda m: TOPICS[_SAID[m[1]]].noun, words))


def _on_topic(words: str) -> Condition | None:
    """A condition on another topic's answer, in the shop's term for it."""
    m = _terms().match(words)
    return _first_that_reads(_conditions_on(m[1]), words) if m else None


@cache
def _terms() -> re.Pattern[str]:
    return re.compile(f"the ({'|'.join(sorted(map(re.escape, _SAID), key=len, reverse=True))})\\b")


def _effect(topic: str, words: str) -> Effect:
    m = _terms().match(words)
    effect = _first_that_reads(_effects_on(m[1]), words) if m and _SAID[m[1]] == topic else None
    if effect is None:
        raise Unread(f"on {topic}: no effect reads {words!r}")
    return effect


def _first_that_reads(
    forms: Sequence[tuple[re.Pattern[str], Callable[[re.Match[str]], T]]], words: str
) -> T | None:
    tries = ((form.fullmatch(words), build) for form, build in forms)
    return next((build(m) for m, build in tries if m), None)


@cache
def _conditions_on(term: str) -> tuple[ConditionForm, ...]:
    topic = in_house(_SAID[term], term)
    return condition_forms(topic.name, topic.answer, topic.noun)


@cache
def _effects_on(term: str) -> tuple[EffectForm, ...]:
    return effect_forms(in_house(_SAID[term], term))
