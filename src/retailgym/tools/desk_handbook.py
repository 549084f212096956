"""The handbook as the desk reads it: what is listed on some words, and several documents at a time."""

import re
from collections.abc import Iterable, Sequence

from ..core import dates
from ..policy import TOPICS
from ..policy.handbook import Handbook
from .kit import Refused, View
from .policy import DocumentText, opened

AT_ONCE = 12  # documents that one call shows


class DocumentPages(View):
    """Several documents, or what they say on a term, one below the other."""

    text: str

    @property
    def sections(self) -> list[str]:
        """Their ids."""
        return re.findall(r"(?m)^  (\S+)  ", self.text)

    def ids(self) -> Iterable[str]:
        return [id for section in self.sections for id in (section.partition(".")[0], section)]


def asked(page: str, headings: Sequence[str]) -> str:
    """What one asks a handbook who wants to read these sections of a page; who names none, asks for the part
    by its name."""
    own = [t for t in TOPICS.values() if t.article == page]
    return " ".join([t.asks for t in own if t.title in headings] or [page.replace("-", " ")])


def pages(book: Handbook, documents: Sequence[str], terms: Sequence[str]) -> DocumentPages:
    """Documents by their ids; only what they say on some terms, if any are given."""
    if len(documents) > AT_ONCE:
        raise Refused(f"{len(documents)} documents are too many at once; ask for {AT_ONCE} at most")
    opened_pages = [opened(book, id, term) for id in dict.fromkeys(documents) for term in terms or ("",)]
    return DocumentPages(text="\n\n".join([_printed(page) for page in opened_pages]))


def _printed(page: DocumentText) -> str:
    """What stands at the head of a document, and its sections; how it leads up to them says nothing."""
    gone = page.withdrawn_day
    head = {
        "document": page.document,
        "kind": page.kind,
        "title": page.title,
        "valid_from": dates.printed(page.valid_from_day),
        "region": page.region,
        "withdrawn": dates.printed(gone) if gone is not None else "",
        "replaces": page.replaces,
    }
    body = page.text.rpartition("\n\n")[2]
    return "\n".join(["; ".join([f"{name}: {value}" for name, value in head.items() if value]), body])
