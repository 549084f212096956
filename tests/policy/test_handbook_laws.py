"""What the handbook promises: a reader of its text alone rules as the engine does, one who ignores what
decides which documents hold does not, and neither looks nor the customer's words give the section away."""

import math
from collections import Counter, defaultdict
from functools import cache

import pytest

import retailgym as rg
from retailgym.core.dates import date
from retailgym.core.rendering import Rendering
from retailgym.envs.policy.task import _sections
from retailgym.policy import TOPICS
from retailgym.policy.facts import USUAL
from retailgym.policy.handbook import search
from retailgym.policy.handbook.pages import text_of
from retailgym.policy.handbook.subjects import SUBJECTS
from retailgym.policy.rules import OneOf
from retailgym.policy.search import stems
from retailgym.tools.policy import handbook_in, policy_read, policy_search

from ..paths import drafted, started
from ..solvers.handbook import Reader

READERS = {
    "careful": (),
    "no dates": ("dates",),
    "no ranks": ("ranks",),
    "no regions": ("regions",),
    "none of them": ("dates", "ranks", "regions"),
}


def readers(world) -> dict[str, Reader]:
    """Each sees what the tools print, and nothing else."""

    @cache
    def found(words: str, page: int) -> str:
        return Rendering().result(policy_search.fn(world, words, page))

    @cache
    def text(id: str) -> str:
        return Rendering().result(policy_read.fn(world, id, ""))

    today = date(world.today)
    return {
        name: Reader(found, text, world.customer.region, today, ignores) for name, ignores in READERS.items()
    }


def right(level: int, seeds: range) -> tuple[dict[str, int], int]:
    """How often each reader comes to the engine's ruling, and on how many questions."""
    score, questions = dict.fromkeys(READERS, 0), 0
    for seed in seeds:
        _, pool = drafted(rg.Spec("policy", level, seed))
        reading = readers(pool.world)
        for e in pool.plan.enquiries:
            kind, questions = TOPICS[e.topic].answer, questions + 1
            answer = kind.options[e.answer] if isinstance(kind, OneOf) else e.answer
            for name, reader in reading.items():
                try:
                    given, section = reader.rules(TOPICS[e.topic].asks, {**USUAL, **e.facts})
                except LookupError:  # what it took to hold makes no sense
                    assert name != "careful"
                    continue
                score[name] += given == answer and section in _sections(pool.world, e, [e.clause])
    return score, questions


def check_readers(seeds: range) -> None:
    score, questions = right(24, seeds)
    assert score.pop("careful") == questions
    assert score.pop("none of them") <= 0.4 * questions
    assert max(score.values()) <= 0.6 * questions, (score, questions)


def test_a_reader_of_the_text_alone_rules_as_the_engine_does_unless_it_ignores_what_holds():
    check_readers(range(25))


@pytest.mark.long
def test_so_it_does_on_a_thousand_questions():
    check_readers(range(250))


def looks(level: int, seeds: range):
    """The documents on the topic of a question: what can be seen of each, and whether it may be cited."""
    for seed in seeds:
        _, pool = drafted(rg.Spec("policy", level, seed))
        book, e = handbook_in(pool.world), pool.plan.enquiries[0]
        citable = {id.partition(".")[0] for id in _sections(pool.world, e, [e.clause])}
        subject = book.subject(e.topic)
        listed = [hit.document.id for hit in search(book, book.terms[e.topic], 1)[0]]
        documents = [(subject.base[0].document, 0), *zip(subject.documents, map(len, subject.versions))]
        days = sorted(d.day for d, _ in documents)
        highest = max(book.rank(d) for d, _ in documents)
        yield [
            (
                {
                    "kind": d.kind,
                    "rank": book.rank(d),
                    "highest": book.rank(d) == highest,
                    "length": length,
                    "age": (pool.world.today - d.day) // 100,
                    "newer": 4 * days.index(d.day) // len(days),
                    "region": d.region,
                    "withdrawn": bool(d.withdrawn),
                    "replaces": bool(d.replaces),
                    "position": listed.index(d.id) // 2,
                    "number": int(d.id[3:]) // 1500,
                    "issuer": d.issuer,
                },
                d.id in citable,
            )
            for d, length in sorted(documents, key=lambda x: x[0].id)
        ]


@pytest.mark.parametrize(
    ("level", "questions"),
    [(24, 80), *[pytest.param(level, 240, marks=pytest.mark.long) for level in (18, 24)]],
)
def test_a_classifier_over_looks_does_not_find_the_deciding_document(level, questions):
    """Naive Bayes, taught on one half of the questions and asked about the other."""
    rows = list(looks(level, range(questions)))
    taught, asked = rows[::2], rows[1::2]
    seen: dict[tuple[str, object], Counter[bool]] = defaultdict(Counter)
    total: Counter[bool] = Counter()
    for features, decides in (x for row in taught for x in row):
        total[decides] += 1
        for feature in features.items():
            seen[feature][decides] += 1

    def likelihood(features) -> float:
        counts = [seen[feature] for feature in features.items()]
        return sum(
            math.log((c[True] + 1) / total[True]) - math.log((c[False] + 1) / total[False]) for c in counts
        )

    hits = sum(max(row, key=lambda x: likelihood(x[0]))[1] for row in asked)
    chance = sum(sum(decides for _, decides in row) / len(row) for row in asked)
    limit = 1.5 * chance
    assert hits <= limit + 1.96 * math.sqrt(limit * (1 - limit / len(asked))), (hits, chance, len(asked))


@pytest.mark.parametrize(("level", "most"), [(18, 0.6), (24, 0.35)])
def test_the_customers_words_do_not_find_the_deciding_section(level, most):
    """Neither among the best ten snippets nor among the ten sections that share the most words."""
    snippets = shared = 0
    seeds = 20
    for seed in range(seeds):
        start = started("policy", level, seed)
        book, citable = handbook_in(start.world), set(start.task.goal.open().sections)
        words = start.log[0].message.text
        found = [hit.snippet.partition("  ")[0] for hit in search(book, words, 1)[0][:10]]
        snippets += not citable.isdisjoint(found)
        shared += not citable.isdisjoint(grep(book, frozenset(stems(words))))
    assert max(snippets, shared) <= most * seeds, (snippets, shared)


def grep(book, wanted: frozenset[str]) -> list[str]:
    """The ten sections of the whole handbook that share the most words."""
    scored = []
    for name in SUBJECTS:
        subject = book.subject(name)
        for version in [v for some in (subject.base, *subject.versions) for v in some]:
            scored.append((-len(wanted.intersection(stems(text_of(book, version, name)))), version.id))
    return [id for _, id in sorted(scored)[:10]]
