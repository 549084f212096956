"""What it takes to consult a handbook: calls of a reader who lists what there is on a subject and opens what
holds."""

from collections.abc import Iterable

from ..book import TOPICS
from ..policy import Policy
from ..rules import names_in
from .documents import Handbook
from .search import PER_PAGE
from .subjects import GLOSSARIES, PART_OF

GUIDE = 2  # finding and opening the document that says which hold
GENERAL = 1  # opening the one that says what holds in all parts, where it tells which tier counts


def calls(book: Handbook, topics: Iterable[str], at_once: int = 1) -> int:
    """To learn what holds on some topics: each is listed and read, and so is the glossary of its part. So
    many documents are read at once."""
    topics = tuple(topics)
    glossaries = dict.fromkeys([GLOSSARIES[PART_OF[topic]] for topic in topics])
    return (
        GUIDE
        + GENERAL * bool(book.membership)
        + sum([_calls(book, subject, at_once) for subject in (*topics, *glossaries)])
    )


def called_on(policy: Policy, topics: Iterable[str]) -> list[str]:
    """Topics and every other one that they call on."""
    names, waiting = dict[str, None](), list(topics)
    while waiting:
        name = waiting.pop(0)
        if name not in names:
            names[name] = None
            conditions = [c for _, _, when in policy.clauses(name) for c in when]
            waiting += [n for c in conditions for n in names_in(c) if n in TOPICS]
    return list(names)


def _calls(book: Handbook, subject: str, at_once: int) -> int:
    listed, in_force = book.count(subject) // PER_PAGE + 1, 1 + len(book.heads(subject)[1])
    return listed + -(-in_force // at_once)
