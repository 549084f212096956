"""Documents in words: a title, an opening, and numbered sections. Those that decide look like all others."""

from collections.abc import Sequence
from typing import NamedTuple

from ..book import ARTICLES, TOPICS
from .documents import FEWEST, Document, Handbook, Version
from .subjects import GLOSSARIES, PART_OF, PARTS, TOPICS_OF
from .terms import GLOSSARY, GUIDELINE, OPENINGS, RANKING

RANKING_TITLE = "How documents rank and which of them hold"


class DocumentPage(NamedTuple):
    document: Document
    title: str
    text: str
    sections: tuple[str, ...]  # their ids


def page(book: Handbook, document: Document, within: str = "") -> DocumentPage:
    """A document, or what it says about one subject or in one section."""
    title = title_of(book, document)
    if document.kind == RANKING:
        rules = [f"  {document.id}.{n + 1}  {rule}" for n, rule in enumerate(reading_rules(book))]
        return DocumentPage(document, title, "\n".join(rules), ())
    found = [v for v in versions_of(book, document) if within in ("", v.id, subject_of(document, book, v))]
    opening = ARTICLES[document.subject][1] if document.kind == GUIDELINE else OPENINGS[document.kind]
    lines = "\n".join([f"  {v.id}  {text_of(book, v)}" for v in found])
    text = lines if within else f"{opening}\n\n{lines}"
    return DocumentPage(document, title, text, tuple([v.id for v in found]))


def document_at(book: Handbook, place: int) -> Document:
    """A document by its place in the handbook."""
    if place == 0:
        return book.ranking()
    if place < FEWEST:
        return book.base(PARTS[(place - 1) % len(PARTS)], place > len(PARTS))
    return next(d for d in book.subject(book.subject_at(place)).documents if d.place == place)


def versions_of(book: Handbook, document: Document) -> Sequence[Version]:
    if document.kind == GUIDELINE:
        return [v for topic in TOPICS_OF[document.subject] for v in book.subject(topic).base]
    if document.kind == GLOSSARY:
        return book.subject(GLOSSARIES[document.subject]).base
    subject = book.subject(document.subject)
    return subject.versions[subject.documents.index(document)]


def version_at(book: Handbook, place: int, number: str) -> Version | None:
    """A section by its number in a document."""
    if place == 0:
        return None
    found = versions_of(book, document_at(book, place))
    return next((v for v in found if str(v.number) == number), None)


def subject_of(document: Document, book: Handbook, version: Version) -> str:
    """The subject of one of its sections."""
    if document.kind == GLOSSARY:
        return GLOSSARIES[document.subject]
    if document.kind != GUIDELINE:
        return document.subject
    topics = TOPICS_OF[document.subject]
    return next(t for t in topics if any(v is version for v in book.subject(t).base))


def text_of(book: Handbook, version: Version, subject: str = "") -> str:
    """A section in words."""
    document = version.document
    here = book.subject(subject or subject_of(document, book, version))
    number, asked = here.numbers[version.item], document.kind == "FAQ"
    words = book.words(PART_OF[here.name])
    said = here.items[version.item].text(words, version.word, asked)
    match document.kind:
        case "FAQ":
            return f"On item {number}: {said}"
        case "minutes":
            return f"On item {number} the meeting noted: {said}"
    return f"Item {number}: {said}"


def title_of(book: Handbook, document: Document) -> str:
    match document.kind:
        case "reading guide":
            return RANKING_TITLE
        case "guideline":
            names = [book.terms[t] for t in TOPICS_OF[document.subject]]
            return f"Part {book.parts[document.subject]}: {', '.join(names)}"
        case "glossary":
            return f"Terms of part {book.parts[document.subject]}"
    part = book.parts[PART_OF[document.subject]]
    about = book.terms[document.subject].capitalize() if document.subject in TOPICS else "Terms"
    return f"{about} (part {part})"


def reading_rules(book: Handbook) -> tuple[str, ...]:
    """How the handbook is read, clause by clause."""
    first, *rest = [f"a {kind}" for kind in book.order]
    ranks = f"{first} ranks highest, then {', then '.join(rest)}, then a guideline or a glossary"
    return (
        "A document holds from the date that it gives, and not before.",
        "A document that names a region holds only for customers of that region; one that names none holds "
        "for all.",
        "A document that was withdrawn counts for nothing, nor does one that is replaced by a document that "
        "holds.",
        "FAQs and minutes inform; they decide nothing and are not cited.",
        "Documents state items. Where two documents that hold state the same item of the same subject "
        f"differently, the one of higher rank prevails: {ranks}. Of two of the same rank the later one "
        "prevails.",
        "All items of a subject belong together, whichever documents they stand in. Where several apply, the "
        "one with the highest number prevails. One that rises, falls or sets a limit works on what the items "
        "with lower numbers give. The item with the highest number that makes a difference decides.",
        "Cite the section that states the deciding item as it holds. If several documents that hold state it "
        "alike, any of their sections will do.",
    )
