"""A shop's own handbook: its policy file as guidelines of rank 0, whose rules are the items 10, 20, 30 … of
their topics, and its own documents, which state items anew or add others. Only items are known to the engine:
numbered sentences under a heading of the policy, in the words of its articles. All else is text."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from ...catalog.handbook_files import (
    BASE,
    GUIDE,
    BadHandbook,
    Item,
    ShopDocument,
    in_force,
)
from ...core.values import hashed
from ..book import ARTICLES, TOPICS
from ..check import check
from ..policy import Policy
from ..prose import sentence
from ..reading import Unread, read_clause
from ..rules import Rule
from ..search import stems
from .documents import Document
from .effort import GUIDE as GUIDE_CALLS
from .pages import APPROVALS, ON_TICKETS, DocumentPage
from .search import PER_PAGE, DocumentMatch

STEP = 10  # between the numbers of items that a policy file states
_MOST_TOPICS = 5  # that a question depends on
_HEADING, _TITLE, _WHOLE = 4, 2, 100  # what a word is worth there, and a whole heading; 1 elsewhere
_TOPIC = {topic.title.lower(): name for name, topic in TOPICS.items()}
GUIDE_TITLE = "How documents rank and which of them hold"
GUIDE_RULES = (
    "A document holds from the date that it gives until it is withdrawn, for customers of its region. One "
    "that holds for a customer takes the place of what it replaces; one of another region does not.",
    "Documents state numbered items under a heading. Where two that hold state the same item of a heading "
    "differently, the one of the higher rank prevails, then the later one.",
    "All items of a heading belong together, whichever documents they stand in. Where several apply, the one "
    "with the highest number prevails, and one that adds, takes away or sets a limit works on what the items "
    "with lower numbers give. The last one that makes a difference decides. Cite its section.",
    f"{APPROVALS} {ON_TICKETS}",
)


class Stated(NamedTuple):
    """An item of a document as the engine understands it."""

    document: ShopDocument
    item: Item
    rule: Rule

    @property
    def id(self) -> str:
        return f"{self.document.id}.{self.item.section}"


class OwnDocuments:
    """All that a shop has written, for whatever day and region."""

    def __init__(self, base: Policy, documents: Sequence[ShopDocument]) -> None:
        self.base = base
        self.documents = (*_guidelines(base), *documents)
        self.written = tuple(documents)
        self.name = hashed(repr((base.content_hash, *documents)).encode())
        self.stated = list(_understood(self.documents))
        self._policies: dict[tuple[str, ...], DocumentedPolicy] = {}

    def policy(self, region: str, today: int) -> "DocumentedPolicy":
        """What holds for customers of a region on a day."""
        force = in_force(self.documents, region, today)
        key = tuple([d.id for d in force])
        policy = self._policies.get(key)
        if policy is None:
            policy = self._policies[key] = DocumentedPolicy(self, force)
        return policy

    def check(self, regions: Iterable[str], first: int, last: int) -> None:
        """Whether there is a sound policy in every region on every day; raises BadHandbook where not."""
        days = [d for s in self.written for d in (s.day, s.withdrawn) if first < d <= last]
        for region in regions:
            for day in sorted({first, *days}):
                policy = self.policy(region, day)
                if faults := policy.faults:
                    lines = "\n".join([f"  {fault}" for fault in faults])
                    names = ", ".join([d.id for d in policy.force if d.rank]) or "none of its documents"
                    raise BadHandbook(f"what holds in {region} ({names}) is no sound policy:\n{lines}")

    @property
    def unknown(self) -> int:
        """Lines of its own documents of which the engine knows nothing."""
        known = {id(s.item) for s in self.stated}
        return sum(id(x) not in known and x not in _headings(d) for d in self.written for x in d.text)


class DocumentedPolicy(Policy):
    """The rules that documents in force come to, each by the section that states it."""

    __slots__ = ("__dict__", "documents", "force")

    def __init__(self, documents: OwnDocuments, force: Sequence[ShopDocument]) -> None:
        self.documents, self.force = documents, tuple(force)
        holding = {d.id for d in force}
        best: dict[tuple[str, int], Stated] = {}
        for s in sorted(documents.stated, key=lambda s: (s.document.rank, s.document.day)):
            if s.document.id in holding:
                best[s.rule.topic, s.item.number] = s
        rules = {
            t: tuple([_placed(best[key], n) for n, key in enumerate(sorted(k for k in best if k[0] == t))])
            for t in TOPICS
        }
        super().__init__(documents.base.name, rules, documents.base.currency)
        self._hash = hashed(repr((documents.name, sorted(holding))).encode())

    @cached_property
    def faults(self) -> tuple[object, ...]:
        return check(self)

    @cached_property
    def book(self) -> "OwnHandbook":
        return OwnHandbook(self)


class Wanted(NamedTuple):
    """What is searched for."""

    words: str
    stems: frozenset[str]


class OwnHandbook:
    """The documents as an agent finds them. They are all there; which of them hold is said at their head."""

    def __init__(self, policy: DocumentedPolicy) -> None:
        self.policy, self._all = policy, policy.documents
        self._known = {s.id: s for s in self._all.stated}
        self._documents = {d.id.lower(): d for d in self._all.documents}

    def search(self, words: str, page: int) -> tuple[list[DocumentMatch], int]:
        """Documents by their words, best first, each with the line that fits best."""
        wanted = Wanted(words.strip().lower(), frozenset(stems(words)))
        scored = []
        for n, document in enumerate(self._all.documents):
            scores = [score for _, score in _scored(document, wanted)]
            title = _TITLE * len(wanted.stems.intersection(_stems(document.title)))
            if best := max(scores, default=0) + title:
                scored.append((-best, n, document))
        shown = [d for _, _, d in sorted(scored, key=lambda s: s[:2])]
        hits = [self._hit(d, wanted) for d in shown[(page - 1) * PER_PAGE : page * PER_PAGE]]
        first = page == 1 and len(wanted.stems.intersection(_stems(GUIDE_TITLE))) > 1
        guide = [DocumentMatch(self._guide(), GUIDE_TITLE, GUIDE_RULES[1])] if first else []
        return guide + hits, len(shown)

    def open(self, id: str, section: str) -> DocumentPage | None:
        """A document, or one section of it by its number or heading."""
        name = id.strip().lower().partition(".")[0]
        if name == GUIDE:
            text = "\n".join([f"  {GUIDE}.{n}  {rule}" for n, rule in enumerate(GUIDE_RULES, start=1)])
            return DocumentPage(self._guide(), GUIDE_TITLE, text, ())
        document = self._documents.get(name)
        if document is None:
            return None
        lines = list(_printed(document, section or (id if "." in id else "")))
        ids = tuple([f"{document.id}.{item.section}" for item in document.items])
        return DocumentPage(_head(document), document.title, "\n".join(lines), ids)

    def cited(self, id: str) -> tuple[str, str] | None:
        """A section that the engine understands, and its topic."""
        section = next((s for s in self._all.stated if s.id.lower() == id.lower()), None)
        return (section.id, section.rule.topic) if section else None

    def stating(self, topic: str, clause: str) -> tuple[str, ...]:
        """The sections in force that say what the deciding one says."""
        own, holding = self._known[clause], {d.id for d in self.policy.force}
        same = own.item.number, own.rule.then, own.rule.when
        return tuple(
            [
                s.id
                for s in self._all.stated
                if s.rule.topic == topic
                and s.document.id in holding
                and (s.item.number, s.rule.then, s.rule.when) == same
            ]
        )

    def calls(self, topics: Iterable[str]) -> int:
        """To learn what holds on some topics: each is searched for, and what holds is opened."""
        return 1 + GUIDE_CALLS + sum([self._calls(topic) for topic in topics])

    @cached_property
    def most_calls(self) -> int:
        """For any question: the topics that take most."""
        return 1 + GUIDE_CALLS + sum(sorted(map(self._calls, TOPICS))[-_MOST_TOPICS:])

    def _calls(self, topic: str) -> int:
        title = TOPICS[topic].title
        holding = [d for d in self.policy.force if title.lower() in {i.heading.lower() for i in d.items}]
        _, total = self.search(title, 1)
        return (total - 1) // PER_PAGE + 1 + len(holding)

    def _hit(self, document: ShopDocument, wanted: Wanted) -> DocumentMatch:
        line = max(_scored(document, wanted), key=lambda s: s[1], default=(document.title, 0))[0]
        if isinstance(line, Item):
            line = f"{document.id}.{line.section}  {line.heading}: {_item(line)}"
        return DocumentMatch(_head(document), document.title, line)

    def _guide(self) -> Document:
        first = min(d.day for d in self._all.documents)
        return Document(0, GUIDE, "reading guide", "", first, "", 0, "", "", 0)


def _scored(document: ShopDocument, wanted: Wanted) -> Iterator[tuple[Item | str, int]]:
    """Each line, and how well it fits."""
    for line in document.text:
        if isinstance(line, Item):
            heading = _HEADING * len(wanted.stems.intersection(_stems(line.heading)))
            whole = _WHOLE * (wanted.words == line.heading.lower())
            yield line, whole + heading + len(wanted.stems.intersection(_stems(line.words)))
        else:
            yield line, len(wanted.stems.intersection(_stems(line)))


@lru_cache(maxsize=32_768)
def _stems(text: str) -> frozenset[str]:
    return frozenset(stems(text))


def _guidelines(base: Policy) -> Iterator[ShopDocument]:
    """A policy file as documents, one for each part."""
    for part, (title, opening) in ARTICLES.items():
        lines: list[Item | str] = [opening]
        section = 0
        for topic in [t for t in TOPICS.values() if t.article == part]:
            lines.append(topic.title)
            for n in range(len(base.rules(topic.name))):
                section += 1
                words = sentence(base, topic.name, n)
                number = STEP * (n + 1)
                lines.append(Item(heading=topic.title, number=number, words=words, line=0, section=section))
        yield ShopDocument(
            id=f"{BASE}-{part}",
            title=title,
            kind="guideline",
            rank=0,
            day=0,
            region="",
            withdrawn=0,
            replaces="",
            issuer="",
            text=tuple(lines),
        )


def _understood(documents: Sequence[ShopDocument]) -> Iterator[Stated]:
    """Every item under a heading of the policy; raises BadHandbook with all that are none."""
    wrong = []
    for document in documents:
        for item in document.items:
            topic = _TOPIC.get(item.heading.lower())
            if topic is None:
                continue
            clause = f"{document.id}.{item.section}"
            try:
                yield Stated(document, item, read_clause(TOPICS[topic], clause, item.words))
            except Unread as fault:
                wrong.append(f"  {document.at(item)}: {fault}")
    if wrong:
        lines = "\n".join(wrong)
        raise BadHandbook(f"items that the policy cannot read; write them as its articles do:\n{lines}")


def _placed(stated: Stated, rank: int) -> Rule:
    rule = stated.rule
    return Rule(stated.id, rule.topic, stated.id, rank, rule.then, rule.when)


def _head(document: ShopDocument) -> Document:
    d = document
    return Document(0, d.id, d.kind, "", d.day, d.region, d.withdrawn, d.replaces, d.issuer, d.rank)


def _item(item: Item) -> str:
    return f"Item {item.number}: {item.words}"


def _printed(document: ShopDocument, section: str) -> Iterator[str]:
    wanted, heading = section.strip().lower(), ""
    for line in document.text:
        if isinstance(line, Item):
            id = f"{document.id}.{line.section}"
            if wanted in ("", id.lower(), line.heading.lower()):
                yield f"  {id}  {_item(line)}"
        else:
            heading = line if line in _headings(document) else heading
            if not wanted or heading.lower() == wanted:
                yield line


def _headings(document: ShopDocument) -> Mapping[str, None]:
    return dict.fromkeys(item.heading for item in document.items)
