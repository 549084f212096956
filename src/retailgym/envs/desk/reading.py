"""A policy as far as its pages have been read."""

from collections.abc import Mapping, Sequence

from ...policy import TOPICS, Policy, Rule
from ...policy.book.kit import Draft
from ...tools.desk import Prose


class ReadPolicy(Policy):
    """Knows what stands on the pages that were read, and nothing else."""

    __slots__ = ("_known", "_pages")

    def __init__(self, pages: Mapping[str, Prose]) -> None:
        super().__init__("as read", {})
        self._pages = pages
        self._known: dict[str, Sequence[Draft]] = {}

    def rules(self, topic: str) -> tuple[Rule, ...]:
        return self._page(topic).of(topic).rules(topic)

    def clauses(self, topic: str) -> Sequence[Draft]:
        found = self._known.get(topic)
        if found is None:
            found = self._known[topic] = self._page(topic).of(topic).clauses(topic)
        return found

    def _page(self, topic: str) -> Prose:
        page = self._pages.get(TOPICS[topic].article)
        if page is None:
            raise LookupError(
                f"page {TOPICS[topic].article!r}, which says what {TOPICS[topic].noun} is, has not been read"
            )
        return page
