"""Documents in words: a title, an opening, and numbered sections. Those that decide look like all others."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from ..book import ARTICLES, PROVISIONS, TOPICS
from ..prose import OURS, PRICES
from .documents import FEWEST, GUIDES, Document, Handbook, Version
from .subjects import GLOSSARIES, PART_OF, PARTS, TOPICS_OF
from .terms import CLOSINGS, GENERAL, GLOSSARY, GUIDELINE, LEADS, OPENINGS, RANKING
from .wording import Manner

_MANNERS: dict[str, Manner] = {
    "procedure": "step", "FAQ": "question", "circular": "condition first",
    "notice": "condition first",
}  # fmt: skip
APPROVALS = (
    "An approval counts where the order shows one for the line and it has not run out; what notes, letters "
    "or people say of one is no approval. A return request goes through by it though the rules refuse: then "
    "cite its number."
)
ON_TICKETS = "On a ticket an approval lifts only the limit of what the desk may decide alone."
DAYS = (
    "Days since something run to today, the day on which the case is decided, and not to the day on which "
    "somebody wrote; so do days within which something must be done. How long after delivery a fault was "
    "reported runs to the day on which the ticket was opened and, where there is no ticket, to today."
)
SEE = "See also {}: what holds in all parts."  # or who opens one document would not know of it
TITLES = {
    RANKING: "How documents rank and which of them hold",
    GENERAL: "What holds in all parts: prices, units, and how amounts are worked out",
}


class DocumentPage(NamedTuple):
    document: Document
    title: str
    text: str
    sections: tuple[str, ...]  # their ids


def page(book: Handbook, document: Document, within: str = "") -> DocumentPage:
    """A document, or what it says about one subject or in one section."""
    title = title_of(book, document)
    if document.kind in TITLES:
        rules = reading_rules(book) if document.kind == RANKING else provisions(book)
        lines = "\n".join([f"  {document.id}.{n + 1}  {rule}" for n, rule in enumerate(rules)])
        return DocumentPage(document, title, lines, ())
    sections = [(s, v) for s, v in sections_of(book, document) if not within or within in (v.id, s)]
    lines = "\n".join([f"  {v.id}  {text_of(book, v, s)}" for s, v in sections])
    text = lines if within else f"{_framed(document, lines)}\n{SEE.format(book.general().id)}"
    return DocumentPage(document, title, text, tuple([v.id for _, v in sections]))


def document_at(book: Handbook, place: int) -> Document:
    """A document by its place in the handbook."""
    if place < GUIDES:
        return book.general() if place else book.ranking()
    if place < FEWEST:
        return book.base(PARTS[(place - GUIDES) % len(PARTS)], place >= GUIDES + len(PARTS))
    return next(d for d in book.subject(book.subject_at(place)).documents if d.place == place)


def sections_of(book: Handbook, document: Document) -> Sequence[tuple[str, Version]]:
    """What a document says, each with the subject that it is about."""
    if document.kind == GUIDELINE:
        return [(topic, v) for topic in TOPICS_OF[document.subject] for v in book.subject(topic).base]
    if document.kind == GLOSSARY:
        terms = GLOSSARIES[document.subject]
        return [(terms, v) for v in book.subject(terms).base]
    subject = book.subject(document.subject)
    return [(subject.name, v) for v in subject.versions[subject.documents.index(document)]]


def version_at(book: Handbook, place: int, number: str) -> Version | None:
    """A section by its number in a document."""
    if place < GUIDES:
        return None
    sections = sections_of(book, document_at(book, place))
    return next((v for _, v in sections if str(v.number) == number), None)


def subject_of(document: Document, book: Handbook, version: Version) -> str:
    """The subject of one of its sections."""
    if document.kind == GLOSSARY:
        return GLOSSARIES[document.subject]
    if document.kind != GUIDELINE:
        return document.subject
    topics = TOPICS_OF[document.subject]
    return next(t for t in topics if any(v is version for v in book.subject(t).base))


def text_of(book: Handbook, version: Version, subject: str = "") -> str:
    """A section in words; many are shown again and again."""
    text = book.texts.get(version)
    if text is None:
        text = book.texts[version] = _text_of(book, version, subject)
    return text


def _text_of(book: Handbook, version: Version, subject: str) -> str:
    document = version.document
    here = book.subject(subject or subject_of(document, book, version))
    number, words = here.numbers[version.item], book.words(PART_OF[here.name])
    manner = _MANNERS.get(document.kind, "statement")
    clause = here.items[version.item].text(words, version.word, manner)
    leads = LEADS[document.kind]
    lead = leads[(int(document.id[3:]) + version.number) % len(leads)]
    return f"{lead.format(n=number, k=version.number)}: {clause}"


def _framed(document: Document, lines: str) -> str:
    """The lines between how such a document begins and ends; which way, its number says."""
    if document.kind == GUIDELINE:
        return f"{ARTICLES[document.subject][1]}\n\n{lines}"
    number = int(document.id[3:])
    openings, closings = OPENINGS[document.kind], CLOSINGS.get(document.kind, ("",))
    closing = closings[number % len(closings)]
    archive = "Archive copy, for reference only. " if document.withdrawn else ""
    text = f"{archive}{openings[number % len(openings)]}\n\n{lines}"
    return f"{text}\n{closing}" if closing else text


def title_of(book: Handbook, document: Document) -> str:
    if document.kind in TITLES:
        return TITLES[document.kind]
    match document.kind:
        case "guideline":
            names = [book.terms[t] for t in TOPICS_OF[document.subject]]
            return f"Part {book.parts[document.subject]}: {', '.join(names)}"
        case "glossary":
            return f"Terms of part {book.parts[document.subject]}"
    part = book.parts[PART_OF[document.subject]]
    about = book.terms[document.subject] if document.subject in TOPICS else "terms"
    return f"{about[0].upper()}{about[1:]} (part {part})"


def provisions(book: Handbook) -> tuple[str, ...]:
    """What holds in all parts, section by section, each after the name of what it is about."""
    return (*_provisions(), f"Membership: {book.membership}") if book.membership else _provisions()


@cache
def _provisions() -> tuple[str, ...]:
    own = [f"{ARTICLES[part][0]}: {words}" for part, provisions in PROVISIONS.items() for words in provisions]
    return f"Prices: {PRICES}", f"Days: {DAYS}", f"Reasons: {OURS}", *own


def reading_rules(book: Handbook) -> tuple[str, ...]:
    """How the handbook is read, clause by clause."""
    first, *rest = [f"a {kind}" for kind in book.order]
    ranks = f"{first} ranks highest, then {', then '.join(rest)}, then a guideline or a glossary"
    return (
        "A document is valid from the date that it gives, and not before.",
        "A document that names a region is valid for customers of that region only; one that names none is "
        "valid for all.",
        "A document that was withdrawn counts for nothing, nor does one that has been replaced by a document "
        "that is valid for the customer. One that names another region, is not valid yet, was withdrawn or "
        "has itself been replaced for them replaces nothing.",
        "FAQs and minutes are for information. They decide nothing and are not to be cited.",
        "Rules are numbered by subject. Where two valid documents word the same rule of a subject "
        f"differently, the one of higher rank prevails: {ranks}. Of two of the same rank, the later one "
        "prevails.",
        "All rules on a subject belong together, whichever documents they are in. Where several apply, the "
        "one with the highest number prevails. A rule by which something rises or falls, or that sets a "
        "limit, works on what the rules with lower numbers give. What falls stops at nothing, and the next "
        "rule works on that. The rule with the highest number that makes a difference decides.",
        "Cite the section that gives the deciding rule as it stands. If several valid documents give it "
        "alike, any of their sections will do.",
        f"{APPROVALS} {ON_TICKETS}",
        f"What a price paid is, {'which membership tier counts, ' if book.membership else ''}which units are "
        "meant, and how refunds, exchanges, disputes and tax are worked out, stands in "
        f"{book.general().id} for all parts. It is not to be cited.",
    )
