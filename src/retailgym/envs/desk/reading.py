"""A policy as far as its pages have been read."""

from collections.abc import Mapping, Sequence

from ...core.errors import RetailGymError
from ...policy import TOPICS, Policy, Rule
from ...policy.book.kit import Draft
from ...tools.desk import Prose
from ..shared.expert_moves import Skill, call, content
from .facts import Dossier, may_need
from .gold import Gold, derive


class UnreadTopic(RetailGymError, LookupError):
    """A topic decides that no page which was read speaks of."""

    def __init__(self, topic: str) -> None:
        of = TOPICS[topic]
        super().__init__(f"section {of.title!r} of page {of.article!r} has not been read")
        self.topic = topic


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
        if page is None or TOPICS[topic].title not in page.headings:
            raise UnreadTopic(topic)
        return page


def settle_by_reading(dossier: Dossier) -> Skill[Gold]:
    """Read a page when something turns on it: all of its sections that the claims may need."""
    may = {topic: None for n in range(len(dossier.told)) for topic in may_need(dossier.item(n))}
    read: dict[str, Prose] = {}
    while True:
        try:
            return derive(ReadPolicy(read), dossier)
        except UnreadTopic as unread:
            page = TOPICS[unread.topic].article
            headings = [TOPICS[t].title for t in may if TOPICS[t].article == page]
            seen, _ = yield call("inspect_policy", page=page, sections=headings)
            read[page] = content(seen).text
