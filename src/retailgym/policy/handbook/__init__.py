"""The policy as a handbook: hundreds of documents, which of them hold, their words, and searching them.

Read in this order: terms (in-house words), procedures (codes and steps), alter (other versions of a rule),
wording (sentences), subjects (what documents are about), documents (drawing them), pages (their words),
search, reading (the way back), own (documents that a shop has written)."""

from .documents import FEWEST, Document, Handbook, handbook_of
from .effort import called_on, calls
from .own import DocumentedPolicy, OwnDocuments, OwnHandbook
from .pages import DocumentPage, document_at, page
from .search import PER_PAGE, DocumentMatch, search

__all__ = [
    "FEWEST",
    "PER_PAGE",
    "Document",
    "DocumentMatch",
    "DocumentPage",
    "DocumentedPolicy",
    "Handbook",
    "OwnDocuments",
    "OwnHandbook",
    "called_on",
    "calls",
    "document_at",
    "handbook_of",
    "page",
    "search",
]
