"""The shop's policy as an agent reads it: sections found by words, articles in full. From level 13 on it is a
handbook of many documents."""

import re
from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

from ..core.values import Value
from ..policy import ARTICLES, PolicyHit, article, handbook, search, sections_of
from ..policy.handbook import DocumentedPolicy, Handbook, OwnHandbook, handbook_of
from ..policy.handbook.pages import DocumentPage
from ..world import World
from .kit import Refused, View, reads

ArticleName = Annotated[str, Meta(description="As policy_search gives it.")]
Section = Annotated[str, Meta(description="A heading; empty for all.")]
PER_PAGE = 5
_CLAUSE = re.compile(r"\n  (\S+)  ")


class Sections(View):
    sections: tuple[PolicyHit, ...]

    def ids(self) -> Iterable[str]:
        return [hit.snippet.partition("  ")[0] for hit in self.sections]


class Text(View):
    article: str
    title: str
    text: str

    def ids(self) -> Iterable[str]:
        """The numbers of its clauses."""
        return _CLAUSE.findall(self.text)


class DocumentHit(Value):
    """A document and the section of it that fits best."""

    document: str
    kind: str
    title: str
    valid_from_day: int
    region: str
    withdrawn_day: int | None
    replaces: str
    snippet: str
    rank: int | None = None  # in a shop's own handbook


class Documents(View):
    documents: tuple[DocumentHit, ...]
    in_all: int
    next_page: int | None

    def ids(self) -> Iterable[str]:
        return [id for hit in self.documents for id in (hit.document, hit.snippet.partition("  ")[0])]


class DocumentText(View):
    document: str
    kind: str
    title: str
    valid_from_day: int
    region: str
    withdrawn_day: int | None
    replaces: str
    issued_by: str
    text: str
    rank: int | None = None

    def ids(self) -> Iterable[str]:
        """The document and its sections."""
        return [self.document, *re.findall(r"(?m)^  (\S+)  ", self.text)]


def handbook_in(world: World) -> Handbook | OwnHandbook | None:
    """The handbook, where the policy is one: the shop's own if it has written one."""
    documents = world.axes.documents
    if documents and isinstance(world.policy, DocumentedPolicy):
        return world.policy.book
    if not documents:
        return None
    return handbook_of(world.policy, documents, world.customer.region, world.today, world.membership)


def book_in(world: World) -> Handbook | None:
    """The handbook, where the policy is one. What a shop's own documents come to, the desk reads as pages."""
    book = handbook_in(world)
    return book if isinstance(book, Handbook) else None


def handbook_calls(world: World, topics: Iterable[str]) -> int:
    """Calls that it takes to read up topics in the handbook; 0 where there is none."""
    book = handbook_in(world)
    if isinstance(book, OwnHandbook):
        return book.calls(topics)
    return handbook.calls(book, topics) if book else 0


@reads
def policy_search(world: World, words: str, page: int = 1) -> Sections | Documents:
    """Sections of the policy, or documents of the handbook, that fit some words, with the clause that
    fits best."""
    if page < 1:
        raise Refused(f"no page {page}; the first is 1")
    if book := handbook_in(world):
        return listed(book, words, page)
    return Sections(sections=search(world.policy, words, page * PER_PAGE)[(page - 1) * PER_PAGE :])


@reads
def policy_read(world: World, article_name: ArticleName, section: Section = "") -> Text | DocumentText:
    """An article of the policy, a document of the handbook, or one section, clause by clause."""
    if book := handbook_in(world):
        return opened(book, article_name, section)
    if article_name not in ARTICLES:
        raise Refused(f"no article {article_name!r}; there are {', '.join(ARTICLES)}")
    if section and section not in (headings := sections_of(article_name)):
        raise Refused(f"no section {section!r} in {article_name!r}; its sections are {'; '.join(headings)}")
    page = article(world.policy, article_name, (section,) if section else ())
    return Text(article=page.id, title=page.title, text=page.text)


def listed(book: Handbook | OwnHandbook, words: str, page: int, part: str = "") -> Documents:
    """A page of documents that fit some words; those of one part of a handbook alone, if it is named."""
    if isinstance(book, OwnHandbook):
        matches, total = book.search(words, page)
    else:
        matches, total = handbook.search(book, words, page, part)
    hits = [
        DocumentHit(
            document=hit.document.id,
            kind=hit.document.kind,
            title=hit.title,
            valid_from_day=hit.document.day,
            region=hit.document.region or "all",
            withdrawn_day=hit.document.withdrawn or None,
            replaces=hit.document.replaces,
            snippet=hit.snippet,
            rank=hit.document.rank,
        )
        for hit in matches
    ]
    more = page * handbook.PER_PAGE < total
    return Documents(documents=tuple(hits), in_all=total, next_page=page + 1 if more else None)


def opened(book: Handbook | OwnHandbook, id: str, section: str) -> DocumentText:
    """A document, or a section of it: by its id, or all on one of the document's subjects by its term."""
    if isinstance(book, OwnHandbook):
        return _opened(book, id, section)
    place = book.place_of(id.partition(".")[0])
    if place is None:
        raise Refused(f"no document {id!r}; policy_search gives their ids, such as HB-1234")
    document = handbook.document_at(book, place)
    section = section.strip() or (id.strip() if "." in id else "")
    page = handbook.page(book, document, _within(book, section))
    if section and not page.text:
        raise Refused(f"no section {section!r} in {document.id}; read all of it to see its sections")
    return _shown(page)


def _opened(book: OwnHandbook, id: str, section: str) -> DocumentText:
    page = book.open(id, section)
    if page is None:
        raise Refused(f"no document {id!r}; policy_search gives their ids")
    if not page.text:
        raise Refused(f"no section {section!r} in {page.document.id}; read all of it to see its sections")
    return _shown(page)


def _within(book: Handbook, section: str) -> str:
    """A section's id as it is, or the subject that a term stands for."""
    name = section.lower().removeprefix("the ")
    terms = {term.lower(): topic for topic, term in book.terms.items()}
    return terms.get(name, section.upper() if section[:2].upper() == "HB" else section)


def _shown(page: DocumentPage) -> DocumentText:
    document = page.document
    return DocumentText(
        document=document.id,
        kind=document.kind,
        title=page.title,
        valid_from_day=document.day,
        region=document.region or "all",
        withdrawn_day=document.withdrawn or None,
        replaces=document.replaces,
        issued_by=document.issuer,
        text=page.text,
        rank=document.rank,
    )
