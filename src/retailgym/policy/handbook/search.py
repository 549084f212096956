"""Full text search over the documents of one handbook. Which words can stand in which subject is worked out
once and shared by all episodes; an episode adds its own terms and names."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import NamedTuple

from ...core.streams import Streams
from ..book import ARTICLES, TOPICS
from ..policy import draw
from ..search import stems, stems_about
from .documents import Document, Handbook, Subject, Version
from .pages import document_at, provisions, text_of, title_of
from .procedures import ENDS, STEPS, TICKETS
from .subjects import (
    GLOSSARIES,
    PART_OF,
    SUBJECTS,
    TOPICS_OF,
    Clause,
    ClosingCode,
    GlossaryName,
    Term,
    WorkingOrder,
)
from .terms import GLOSSARY, GUIDELINE, RULING, TALK
from .wording import key_of, meaning

PER_PAGE = 12
_TERM, _CODE, _FACT, _KIND = 16, 12, 1, 2
_PART, _WHOLE_PART = 8, 4  # what a part is called, and called in one word
_EXPLAINED = 3  # more than the words of a name share with any term
_SAMPLES = 4  # drawn policies that show which words a subject can hold
_NAME = re.compile(r"\d+\.\d+")
_ID = re.compile(r"HB-\d{4}", re.IGNORECASE)
_KINDS = {stem: kind for kind in (*RULING, *TALK, GUIDELINE, GLOSSARY, "terms") for stem in stems(kind)}
_GUIDE = frozenset(stems("rank ranks precedence prevails reading guide valid documents hold which order"))


class DocumentMatch(NamedTuple):
    document: Document
    title: str
    snippet: str


def search(book: Handbook, words: str, page: int, part: str = "") -> tuple[list[DocumentMatch], int]:
    """A page of the documents that fit some words, best first, and how many there are in all; those of one
    part alone, if it is named."""
    named = [place for id in _ID.findall(words) if (place := book.place_of(id)) is not None]
    wanted = frozenset(stems(_ID.sub(" ", words)))
    codes = frozenset(_NAME.findall(words))
    subjects = [s for s in _subjects(book, wanted, codes) if part in ("", PART_OF[s])]
    first = [document_at(book, place) for place in named]
    if len(wanted & _GUIDE) > 1:
        first.append(book.ranking())
    elif _names_a_part(words) or (not codes and not _exact(book, wanted) and _provision(book, wanted)):
        first.append(book.general())
    if not subjects and (kinds := [s for s in wanted if s in _KINDS]) and not first:
        subjects = list(SUBJECTS) if kinds else []
    total = len(first) + sum([book.count(s) for s in subjects])
    if (page - 1) * PER_PAGE >= total:
        return [], total
    hits = _hits(book, first, subjects, wanted, codes)
    return list(islice(hits, (page - 1) * PER_PAGE, page * PER_PAGE)), total


def _hits(
    book: Handbook, first: list[Document], subjects: list[str], wanted: frozenset[str], codes: frozenset[str]
) -> Iterator[DocumentMatch]:
    for document in first:
        yield DocumentMatch(document, title_of(book, document), _opening(book, document, wanted))
    for name in subjects:
        subject = book.subject(name)
        fit = _fit(book, subject, wanted, codes)
        kinds = {_KINDS[s] for s in wanted if s in _KINDS}
        scored = []
        for versions in (subject.base, *subject.versions):
            best = max(versions, key=lambda v: fit[v.item])
            bonus = _KIND if best.document.kind in kinds else 0
            scored.append((-fit[best.item] - bonus, best.document.id, best))
        for _, _, best in sorted(scored, key=lambda s: s[:2]):
            shown = _shown(book, subject, best, fit)
            yield DocumentMatch(best.document, title_of(book, best.document), _snippet(book, shown, name))


def _shown(book: Handbook, subject: Subject, best: Version, fit: list[int]) -> Version:
    """What a document is shown with: the section that fits best; where several codes fit alike, any of them,
    since the first would always be that of the same end."""
    if not isinstance(subject.items[best.item], ClosingCode):
        return best
    own = next(vs for vs in (subject.base, *subject.versions) if best in vs)
    alike = [v for v in own if fit[v.item] == fit[best.item]]
    return alike[book.number_of(best.document.place) % len(alike)]


def _snippet(book: Handbook, version: Version, subject: str) -> str:
    return f"{version.id}  {text_of(book, version, subject)}"


def _opening(book: Handbook, document: Document, wanted: frozenset[str]) -> str:
    match document.kind:
        case "reading guide":
            return "Which documents hold, which of two prevails, and in what order items apply."
        case "general provisions":
            number = _provision(book, wanted) or 1
            return f"{document.id}.{number}  {provisions(book)[number - 1]}"
        case "guideline":
            base = book.subject(TOPICS_OF[document.subject][0])
        case "glossary":
            base = book.subject(GLOSSARIES[document.subject])
        case _:
            base = book.subject(document.subject)
    own = next(vs for vs in (base.base, *base.versions) if vs[0].document.id == document.id)
    return _snippet(book, own[0], base.name)


def _subjects(book: Handbook, wanted: frozenset[str], codes: frozenset[str]) -> list[str]:
    """The subjects that fit at all, best first."""
    scores = dict.fromkeys(SUBJECTS, 0)
    for stem in wanted:
        for subject, weight in _holding().get(stem, ()):
            scores[subject] += weight
    for part, weight in _parts_called(wanted):
        for subject in (GLOSSARIES[part], *TOPICS_OF[part]):
            scores[subject] += weight
    for topic, term in book.terms.items():
        shared = wanted & _stems(term)
        if shared:
            whole = len(shared) == len(_stems(term))
            scores[topic] += _TERM if whole else len(shared)
            scores[GLOSSARIES[PART_OF[topic]]] += _TERM // 2 if whole else 0
        if _asks(topic) <= wanted:  # the question as the glossary has it
            scores[GLOSSARIES[PART_OF[topic]]] += _TERM * len(_asks(topic)) // len(wanted)
    for code in codes:
        for part in [p for p, n in book.parts.items() if code.startswith(f"{n}.")]:
            for subject in (GLOSSARIES[part], *TOPICS_OF[part]):
                named = code in _codes(book, subject)
                scores[subject] += named * (_CODE if subject in TOPICS else _CODE + _EXPLAINED)
    return sorted([s for s in SUBJECTS if scores[s]], key=lambda s: -scores[s])


def _exact(book: Handbook, wanted: frozenset[str]) -> bool:
    """Whether the words are nothing but terms and questions as glossaries have them."""
    known = [stems for t, term in book.terms.items() for stems in (_stems(term), _asks(t)) if stems <= wanted]
    return wanted == frozenset().union(*known)


def _provision(book: Handbook, wanted: frozenset[str]) -> int | None:
    """The number of the general provision that fits some words best, if one holds at least half of them."""
    held = [len(wanted & _stems(words)) for words in provisions(book)]
    fit = [
        n + len(wanted & _stems(words.partition(":")[0]))
        for n, words in zip(held, provisions(book), strict=True)
    ]
    best = fit.index(max(fit))
    return best + 1 if held[best] and 2 * held[best] >= len(wanted) else None


def _names_a_part(words: str) -> bool:
    """Whether somebody wants a part as such: whatever holds in all parts holds there."""
    return words.strip().lower() in [part.replace("-", " ") for part in ARTICLES]


def _parts_called(wanted: frozenset[str]) -> Iterator[tuple[str, int]]:
    """Parts that somebody means who says nothing but names of parts, with what that is worth."""
    names = {part: _stems(f"{title} {part}") for part, (title, _) in ARTICLES.items()}
    if wanted <= frozenset().union(*names.values()):
        for part, stems in names.items():
            if shared := wanted & stems:
                yield part, _PART * len(shared) + _WHOLE_PART * (_stems(part) <= wanted) * len(_stems(part))


def _codes(book: Handbook, subject: str) -> set[str]:
    """The names that the items of a subject use or explain, by their numbers."""
    codes = book.words(PART_OF[subject]).codes
    if subject not in TOPICS:
        return {code.rpartition(" ")[2] for code in codes.values() if code}
    keys = [key_of(c) for _, _, when in book.policy.clauses(subject) for c in when]
    return {codes[key].rpartition(" ")[2] for key in keys if key and codes[key]}


def _fit(book: Handbook, subject: Subject, wanted: frozenset[str], codes: frozenset[str]) -> list[int]:
    """How well each item of a subject fits."""
    named = book.words(PART_OF[subject.name]).codes
    scores = []
    for item in subject.items:
        if isinstance(item, Clause):
            score = 0
            for condition in item.clause[2]:
                key = key_of(condition)
                code = named[key] if key else ""
                if code:
                    score += _CODE * (code.rpartition(" ")[2] in codes)
                else:
                    score += len(wanted & stems_about(condition))
        elif isinstance(item, Term):
            score = len(wanted & _asks(item.topic)) + _TERM * (_stems(book.terms[item.topic]) <= wanted)
        elif isinstance(item, GlossaryName):
            score = _CODE * (named[item.key].rpartition(" ")[2] in codes) + len(wanted & _means(item.key))
        else:
            score = len(wanted & _procedure_stems(item))
        scores.append(score)
    return scores


@cache
def _stems(text: str) -> frozenset[str]:
    return frozenset(stems(text))


@cache
def _asks(topic: str) -> frozenset[str]:
    return _stems(TOPICS[topic].asks)


@cache
def _means(key: tuple[str, ...]) -> frozenset[str]:
    return _stems(meaning(key))


@cache
def _procedure_stems(item: ClosingCode | WorkingOrder) -> frozenset[str]:
    """The words by which a procedure is found."""
    if isinstance(item, ClosingCode):
        return _stems(f"closing code closed request {ENDS[item.end][1]}")
    return _stems(f"procedure order of steps, worked in this order: {', '.join(STEPS.values())}")


@cache
def _holding() -> dict[str, list[tuple[str, int]]]:
    """stem -> subjects whose text can hold it. What has a name stands in the glossary, the rest in the
    rules."""
    weights: dict[str, dict[str, int]] = {}
    samples = [draw(Streams(f"policy/search/{i}")) for i in range(_SAMPLES)]
    for topic, entry in TOPICS.items():
        glossary = GLOSSARIES[entry.article]
        for stem in _asks(topic):
            weights.setdefault(stem, {})[glossary] = 2 * _FACT
        for condition in [c for p in samples for r in p.rules(topic) for c in r.when]:
            subject = glossary if key_of(condition) else topic
            for stem in stems_about(condition):
                weights.setdefault(stem, {}).setdefault(subject, _FACT)
    for end, (part, _) in ENDS.items():
        for stem in _procedure_stems(ClosingCode(end)):
            weights.setdefault(stem, {}).setdefault(GLOSSARIES[part], _FACT)
    for stem in _procedure_stems(WorkingOrder()):
        weights.setdefault(stem, {}).setdefault(GLOSSARIES[TICKETS], _FACT)
    return {stem: list(subjects.items()) for stem, subjects in weights.items()}
