"""What it takes to consult a handbook: calls of a reader who lists what there is on a subject and opens what
holds."""

from collections.abc import Iterable

from .documents import Handbook
from .search import PER_PAGE
from .subjects import GLOSSARIES, PART_OF

GUIDE = 2  # finding and opening the document that says which hold


def calls(book: Handbook, topics: Iterable[str]) -> int:
    """To learn what holds on some topics: each is listed and read, and so is the glossary of its part."""
    topics = tuple(topics)
    glossaries = dict.fromkeys([GLOSSARIES[PART_OF[topic]] for topic in topics])
    return GUIDE + sum([_calls(book, subject) for subject in (*topics, *glossaries)])


def _calls(book: Handbook, subject: str) -> int:
    listed = book.count(subject) // PER_PAGE + 1
    return listed + 1 + len(book.subject(subject).force)
