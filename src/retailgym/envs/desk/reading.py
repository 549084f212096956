"""A policy as far as its pages, or the documents of its handbook, have been read."""

from collections.abc import Mapping, Sequence

from ...core.errors import RetailGymError
from ...policy import TOPICS, Policy, Rule
from ...policy.book.kit import Draft
from ...tools.desk import Prose
from ...tools.desk_handbook import AT_ONCE
from ...tools.policy import Documents
from ..shared.expert_moves import Skill, call, content
from ..shared.policy_reading import Library
from .facts import Dossier, may_need
from .gold import Gold, derive
from .linking import plain


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


class DeskLibrary(Library):
    """A handbook as far as it was read at the desk, several documents at a time."""

    __slots__ = ()

    def clauses(self, topic: str) -> Sequence[Draft]:
        if topic not in self._read:
            raise UnreadTopic(topic)
        return super().clauses(topic)

    def listed(self, words: str, page: int) -> Skill[Documents]:
        """A question of the policy is asked by its page and heading; anything else is searched for."""
        of = next((t for t in TOPICS.values() if t.asks == words), None)
        by = {"page": of.article, "sections": [of.title]} if of else {"search": words}
        seen, _ = yield call("inspect_policy", **by, results_page=page)
        found: Documents = content(seen)
        return found

    def texts(self, ids: Sequence[str], guideline: str = "", term: str = "") -> Skill[list[str]]:
        found: list[str] = []
        on = {"sections": [term]} if guideline else {}
        for n in range(0, len(ids), AT_ONCE):
            seen, _ = yield call("inspect_policy", documents=list(ids[n : n + AT_ONCE]), **on)
            found += content(seen).text.split("\n\n")
        return found


def read_up(dossier: Dossier) -> Skill[tuple[Gold, Policy]]:
    """Read a page when something turns on it: all of its sections that the claims may need. What the desk
    should do, and the policy by which."""
    may = {topic: None for n in range(len(dossier.told)) for topic in may_need(dossier.item(n))}
    read: dict[str, Prose] = {}
    policy: Policy = ReadPolicy(read)
    while True:
        try:
            return derive(policy, plain(policy, dossier)), policy
        except UnreadTopic as unread:
            if isinstance(policy, DeskLibrary):
                yield from policy.look_up(unread.topic)
                continue
            page = TOPICS[unread.topic].article
            headings = [TOPICS[t].title for t in may if TOPICS[t].article == page]
            seen, _ = yield call("inspect_policy", page=page, sections=headings)
            if isinstance(content(seen), Documents):  # it is a handbook, then
                policy = library = DeskLibrary(dossier.order.region, dossier.order.today)
                yield from library.learn_ranks()
            else:
                read[page] = content(seen).text


def settle_by_reading(dossier: Dossier) -> Skill[Gold]:
    gold, _ = yield from read_up(dossier)
    return gold
