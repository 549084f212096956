"""Plain-word search over the articles: headings, questions, and the facts that rules depend on. Only what is
shown is rendered."""

import re
from collections.abc import Iterable
from functools import cache, lru_cache

from ..core.streams import Streams
from ..core.values import Value
from .book import ARTICLES, TOPICS
from .facts import FACTS
from .policy import Policy, draw
from .prose import sentence
from .rules import Condition, Fact, Is, Measure, OneOf, YesNo

_TITLE, _QUESTION, _ARTICLE, _FACT, _RARE_FACT = 6, 4, 3, 1, 4
_RARE = 8  # a word is rare if the conditions of no more sections than these use it
_SAMPLES = 4  # drawn policies that show which facts a section can depend on
_SILENT = frozenset(
    re.findall(
        r"\w+",
        "a an and any be by can do does for from has how i if in is it item long many me much my of on or "
        "our than the this to was we "
        "what when which who will with you your",
    )
)


class PolicyHit(Value):
    """A section that matches: its article, its heading, and the clause that fits the words best."""

    article: str
    title: str
    section: str
    snippet: str


def search(policy: Policy, words: str, limit: int = 5) -> tuple[PolicyHit, ...]:
    """The sections that fit the words best, best first."""
    wanted, spoken_of = _wanted(words)
    topics = _best_drawn(wanted) if policy.drawn else _best(wanted, _holding(_about((policy,))))
    return tuple([_hit(policy, topic, wanted, spoken_of) for topic in topics[:limit]])


@lru_cache(1024)
def _wanted(words: str) -> tuple[frozenset[str], frozenset[str]]:
    """The stems of some words, and the facts that they may speak of."""
    wanted = frozenset(stems(words))
    return wanted, frozenset([name for name in FACTS if not wanted.isdisjoint(_fact_stems(name))])


@lru_cache(1024)
def _best_drawn(wanted: frozenset[str]) -> tuple[str, ...]:
    return _best(wanted, _sampled())


def _best(wanted: frozenset[str], about: dict[str, tuple[str, ...]]) -> tuple[str, ...]:
    """The topics whose sections fit at all, best first."""
    scores = dict.fromkeys(TOPICS, 0)
    for stem in wanted:
        for topic, weight in _headings().get(stem, ()):
            scores[topic] += weight
        holding = about.get(stem, ())
        for topic in holding:
            scores[topic] += _FACT + (_RARE_FACT if len(holding) <= _RARE else 0)
    return tuple(
        sorted([t for t in TOPICS if scores[t]], key=lambda t: -scores[t])
    )  # sorted() is stable: ties stay in print order


def _hit(policy: Policy, topic: str, wanted: frozenset[str], spoken_of: frozenset[str]) -> PolicyHit:
    fit = [
        sum([c.fact in spoken_of and not wanted.isdisjoint(stems_about(c)) for c in when])
        for _, _, when in policy.clauses(topic)
    ]
    best = fit.index(max(fit))
    name = TOPICS[topic].article
    snippet = f"{policy.clause_ids(topic)[best]}  {sentence(policy, topic, best)}"
    return PolicyHit(article=name, title=ARTICLES[name][0], section=TOPICS[topic].title, snippet=snippet)


@cache
def _headings() -> dict[str, list[tuple[str, int]]]:
    """stem -> the topics whose headings and questions hold it, each with what that is worth"""
    headings: dict[str, list[tuple[str, int]]] = {}
    for topic, entry in TOPICS.items():
        weights: dict[str, int] = dict.fromkeys(stems(ARTICLES[entry.article][0]), _ARTICLE)
        weights |= dict.fromkeys((*stems(entry.asks), *stems(entry.noun)), _QUESTION)
        weights |= dict.fromkeys(stems(entry.title), _TITLE)
        for stem, weight in weights.items():
            headings.setdefault(stem, []).append((topic, weight))
    return headings


@cache
def _fact_stems(name: str) -> frozenset[str]:
    return frozenset(stems(" ".join(_phrases(FACTS[name]))))


def _phrases(fact: Fact) -> Iterable[str]:
    yield fact.means
    match fact.kind:
        case YesNo(yes, no):
            yield from (yes, no)
        case OneOf(says, options):
            yield from (says, *options.values())
        case Measure(says):
            yield says


def stems_about(condition: Condition) -> frozenset[str]:
    """The words of a condition: of the values that it names, where it names some."""
    if condition.fact not in FACTS:
        return frozenset()
    if type(condition) is Is:
        return _named_stems(condition.fact, condition.values)
    return _fact_stems(condition.fact)


@lru_cache(4096)
def _named_stems(fact: str, values: tuple[str, ...]) -> frozenset[str]:
    kind = FACTS[fact].kind
    assert isinstance(kind, OneOf)
    return frozenset(stems(" ".join((kind.says, *(kind.options[v] for v in values)))))


@cache
def _sampled() -> dict[str, tuple[str, ...]]:
    return _holding(_about(tuple(draw(Streams(f"policy/search/{i}")) for i in range(_SAMPLES))))


def _holding(about: dict[str, frozenset[str]]) -> dict[str, tuple[str, ...]]:
    """stem -> the topics whose conditions use it"""
    holding: dict[str, list[str]] = {}
    for topic, held in about.items():
        for stem in held:
            holding.setdefault(stem, []).append(topic)
    return {stem: tuple(topics) for stem, topics in holding.items()}


def _about(policies: tuple[Policy, ...]) -> dict[str, frozenset[str]]:
    """The words of all conditions of each topic's rules."""
    return {
        t: frozenset(stem for p in policies for r in p.rules(t) for c in r.when for stem in stems_about(c))
        for t in TOPICS
    }


@cache
def _stem(word: str) -> str:
    """So that delivery and deliveries, ship and shipping, address and addresses are the same."""
    for ending in ("ing", "ies", "ed", "es", "s", "e", "y"):
        if word.endswith(ending) and not word.endswith("ss") and len(word) - len(ending) >= 3:
            word = word.removesuffix(ending)
            break
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiou" else word


def stems(text: str) -> list[str]:
    """The words that carry meaning, without their endings."""
    return [_stem(word) for word in re.findall(r"[a-z0-9]+", text.lower()) if word not in _SILENT]
