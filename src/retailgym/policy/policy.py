"""A policy: the rules of every topic. The shop's own is drawn per episode, each section when first needed; a
company's is written."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from ..core.errors import did_you_mean
from ..core.streams import Streams
from ..core.values import Opaque, digest, hashed
from .book import SECTIONS, TOPICS
from .book.kit import Draft
from .rules import Rule

_STYLES = ("R-{}.{}", "§{}.{}", "{}.{}", "{}/{}", "P{}-{}", "{}({})")


class Policy(Opaque):
    """Rules by topic, in rising precedence. It never changes; a drawn one only remembers what it has drawn so
    far."""

    __slots__ = ("_at", "_drafts", "_drawn", "_hash", "_numbers", "_source", "currency", "handbooks", "name")

    def __init__(
        self,
        name: str,
        rules: Mapping[str, tuple[Rule, ...]],
        currency: str = "USD",
        stream: Streams | None = None,
    ) -> None:
        self.name, self.currency, self._at = name, currency, stream
        self._drawn = dict(rules)
        self._drafts: dict[str, tuple[Sequence[Draft], int]] = {}
        self._numbers: tuple[str, dict[str, int]] | None = None
        self.handbooks: dict[
            tuple[int, str, int, str], Any
        ] = {}  # as they were drawn from it, by their readers
        self._hash, self._source = "", f"drawn/{currency}/{stream.path}" if stream else ""

    def rules(self, topic: str) -> tuple[Rule, ...]:
        """The clauses of a topic; where several apply, the later ones prevail."""
        rules = self._drawn.get(topic)
        if rules is None:
            if topic not in TOPICS:
                raise KeyError(f"no topic {topic!r}; {did_you_mean(topic, TOPICS)}")
            rules = self._drawn[topic] = self._draw(topic) if self._at else ()
        return rules

    def clauses(self, topic: str) -> Sequence[Draft]:
        """The same without numbers, for those who need not name them: name, effect and conditions."""
        drafts = self._drafts.get(topic)
        if drafts is None:
            if self._at is None or topic in self._drawn or topic not in TOPICS:
                drafts = [(rule.id, rule.then, rule.when) for rule in self.rules(topic)], 0
            else:
                rng = (self._at / topic)()
                drafts = SECTIONS[topic](rng), rng.word()
            self._drafts[topic] = drafts
        return drafts[0]

    def clause_ids(self, topic: str) -> list[str]:
        """The numbers alone, in the order of the clauses."""
        if self._at is None or topic in self._drawn or topic not in TOPICS:
            return [rule.clause for rule in self.rules(topic)]
        return self._draw_ids(topic)

    @property
    def drawn(self) -> bool:
        """Whether it is the shop's own policy rather than a company's."""
        return self._at is not None

    def all_rules(self) -> Iterator[Rule]:
        for topic in TOPICS:
            yield from self.rules(topic)

    def rule(self, clause: str) -> Rule:
        """The rule behind a clause id; what was drawn already is searched first, since that is where people
        find clause ids."""
        for rule in chain(chain.from_iterable(list(self._drawn.values())), self.all_rules()):
            if rule.clause == clause:
                return rule
        raise KeyError(f"no clause {clause!r} in the policy {self.name!r}")

    def changed(self, topic: str, rules: tuple[Rule, ...]) -> "Policy":
        """The same policy with other rules for one topic: what if this clause were not there?"""
        other = Policy(self.name, self._drawn | {topic: rules}, self.currency, self._at)
        other._numbers = self._numbers
        other._source = ""  # it is no longer what the stream gives, so its content speaks for it
        return other

    @property
    def content_hash(self) -> str:
        """A drawn policy is known by its stream, which saves drawing all of it only to name it."""
        if not self._hash and self._source:
            self._hash = hashed(self._source.encode())
        self._hash = self._hash or digest((self.name, self.currency, tuple(self.all_rules())))
        return self._hash

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Policy):
            return NotImplemented
        return (self.name, self.currency, *self.all_rules()) == (
            other.name,
            other.currency,
            *other.all_rules(),
        )

    def __hash__(self) -> int:
        raise TypeError("a policy is not a key; use its content_hash")

    def _draw(self, topic: str) -> tuple[Rule, ...]:
        numbered = enumerate(zip(self.clause_ids(topic), self.clauses(topic), strict=True))
        return tuple(
            [
                Rule(f"{topic}.{name}", topic, clause, rank, then, when)
                for rank, (clause, (name, then, when)) in numbered
            ]
        )

    def _draw_ids(self, topic: str) -> list[str]:
        assert self._at is not None
        if self._numbers is None:
            self._numbers = _numbered(self._at / "sections")
        style, sections = self._numbers
        self.clauses(topic)
        drafts, gaps = self._drafts[topic]
        before, between, after = style.split("{}")
        before = f"{before}{sections[topic]}{between}"
        # they begin anywhere and leave room, so that they tell nothing of a clause's place or of other shops
        number, numbers = gaps & 7, []
        gaps >>= 3
        for _ in drafts:
            number += 1 + (gaps & 1)
            gaps >>= 1
            numbers.append(f"{before}{number}{after}")
        return numbers


def _numbered(stream: Streams) -> tuple[str, dict[str, int]]:
    rng = stream()
    style, number, sections = rng.pick(_STYLES), rng.below(30), {}
    gaps = rng.word()
    for topic in TOPICS:
        number += 1 + (gaps & 1)
        gaps >>= 1
        sections[topic] = number
    return style, sections


def draw(stream: Streams) -> Policy:
    """The shop's policy for one episode: parameters, outcomes, some of the precedence and all clause ids come
    from the stream."""
    return Policy("house policy", {}, stream=stream)
