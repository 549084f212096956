"""Reading the policy as an expert does: section by section, or in a handbook of many documents by what is
listed on a subject and holds."""

import re
from collections.abc import Callable, Sequence

from ...policy import TOPICS, Reading
from ...policy.handbook import reading
from ...policy.handbook.reading import DocumentHead, DocumentStatement, Understanding
from ...policy.rules import Rule, names_in
from ...tools.policy import DocumentHit, Documents, Sections
from ...world.standing import TierTerms, read_standing
from .expert_moves import Skill, call, content

_PART = re.compile(r"art (\d+)")
_ITEM = re.compile(r"(?m)^ *(\S+\.\d+) +Item (\d+): (.+)$")
_TIERS = re.compile(r"which membership tier counts.+?stands in (HB-\d+)", re.DOTALL)
GUIDE = "which documents hold and how do they rank"


class Articles(Reading):
    """Articles as they were read: section by section, or whole where much of them is needed."""

    __slots__ = ("_whole",)

    def __init__(self, whole: bool) -> None:
        super().__init__()
        self._whole = whole

    def look_up(self, topic: str) -> Skill[None]:
        seen, _ = yield call("policy_search", words=TOPICS[topic].asks)
        yield from self.read(topic, content(seen))

    def read(self, topic: str, found: Sections) -> Skill[None]:
        """The section that speaks of a topic."""
        title = TOPICS[topic].title
        name = next(hit.article for hit in found.sections if hit.section == title)
        section = {} if self._whole else {"section": title}
        seen, _ = yield call("policy_read", article_name=name, **section)
        self.add(str(content(seen).text))


class Library(Understanding):
    """A handbook as far as it was read, by somebody who knows for whom and for which day."""

    __slots__ = ("_rank", "_region", "_today", "standing")

    def __init__(self, region: str, today: int) -> None:
        super().__init__()
        self._region, self._today = region, today
        self._rank: dict[str, int] = {}
        self.standing: TierTerms | None = None  # how a membership tier is earned, where it is not today's

    def enter(self, topic: str, found: Documents) -> Skill[None]:
        """Finds out how documents rank, and what the handbook calls a topic."""
        yield from self.learn_ranks()
        yield from self._learn(topic, found)

    def learn_ranks(self) -> Skill[None]:
        guide = yield from self.listed(GUIDE, 1)
        (text,) = yield from self.texts([guide.documents[0].document])
        self._rank = reading.ranks(text)
        if general := _TIERS.search(text):
            (text,) = yield from self.texts([general[1]])
            self.standing = read_standing(text)

    def listed(self, words: str, page: int) -> Skill[Documents]:
        """A page of what is found by some words."""
        seen, _ = yield call("policy_search", words=words, page=page)
        found: Documents = content(seen)
        return found

    def texts(self, ids: Sequence[str], guideline: str = "", term: str = "") -> Skill[list[str]]:
        """Documents in full; of a guideline, what it says on a term."""
        found = []
        for id in ids:
            section = {"section": term} if id == guideline else {}
            seen, _ = yield call("policy_read", article_name=id, **section)
            found.append(content(seen).text)
        return found

    def _learn(self, topic: str, found: Documents | None = None) -> Skill[None]:
        """What the handbook calls a topic, from the glossary of its part."""
        self.add_names((yield from self._prevailing(TOPICS[topic].asks, _glossary, found)))

    def look_up(self, topic: str) -> Skill[None]:
        """What holds on a topic, and what the names in it mean."""
        if topic not in self.terms:
            yield from self._learn(topic)
        term = self.terms[topic]
        self.add_items(topic, (yield from self._prevailing(term, lambda hit: _about(hit, term))))
        while unknown := self.unknown(topic):
            self.add_names((yield from self._prevailing(unknown[0], _glossary)))

    def _prevailing(
        self, words: str, belongs: Callable[[DocumentHit], bool], shown: Documents | None = None
    ) -> Skill[list[DocumentStatement]]:
        """What holds on a subject: its documents are listed, and those in force are read."""
        heads: list[DocumentHead] = []
        page: int | None = 1
        part = ""
        while page:
            if shown is None:
                shown = yield from self.listed(words, page)
            part = part or _PART.search(shown.documents[0].title)[1]  # type: ignore[index]  # titles name it
            own = [hit for hit in shown.documents if belongs(hit) and f"art {part}" in hit.title]
            heads += [_head(hit) for hit in own]
            page = shown.next_page if len(own) == len(shown.documents) else None
            shown = None
        force = reading.in_force(list(dict.fromkeys(heads)), self._region, self._today)
        guideline = next((head.id for head in force if head.kind == "guideline"), "")
        texts = yield from self.texts([head.id for head in force], guideline, words)
        return reading.prevailing(list(zip(force, texts, strict=True)), self._rank)


class OwnShelf(Reading):
    """A shop's own handbook as far as it was read."""

    __slots__ = ("_region", "_today")

    def __init__(self, region: str, today: int) -> None:
        super().__init__()
        self._region, self._today = region, today

    def enter(self) -> Skill[None]:
        """Finds out how documents rank."""
        seen, _ = yield call("policy_search", words=GUIDE)
        yield call("policy_read", article_name=content(seen).documents[0].document)

    def look_up(self, topic: str) -> Skill[None]:
        """What holds under a heading, of each item the version that prevails."""
        title, hits, page = TOPICS[topic].title, list[DocumentHit](), 1
        while page:
            seen, _ = yield call("policy_search", words=title, page=page)
            hits += [hit for hit in content(seen).documents if f"  {title}: Item " in hit.snippet]
            page = content(seen).next_page or 0
        best: dict[int, str] = {}
        for hit in sorted(self._in_force(hits), key=lambda hit: (hit.rank, hit.valid_from_day)):
            seen, _ = yield call("policy_read", article_name=hit.document, section=title)
            best |= {int(n): f"  {id}  {words}" for id, n, words in _ITEM.findall(content(seen).text)}
        self.add("\n".join([title, *[best[n] for n in sorted(best)]]))

    def _in_force(self, hits: list[DocumentHit]) -> list[DocumentHit]:
        replaced: set[str] = set()
        found = []
        for hit in sorted(hits, key=lambda hit: -hit.valid_from_day):
            here = hit.region in ("all", self._region) and hit.valid_from_day <= self._today
            gone = hit.withdrawn_day is not None and hit.withdrawn_day <= self._today
            if here and not gone and hit.document not in replaced:
                replaced.add(hit.replaces)
                found.append(hit)
        return found


Book = Articles | Library | OwnShelf


def open_policy(topic: str, region: str, today: int, whole: bool = False) -> Skill[Book]:
    """The policy in whatever form it has, with what it says on a topic; articles by section, or whole."""
    seen, _ = yield call("policy_search", words=TOPICS[topic].asks)
    found = content(seen)
    if isinstance(found, Sections):
        articles = Articles(whole)
        yield from articles.read(topic, found)
        return articles
    if found.documents and found.documents[0].rank is not None:
        own = OwnShelf(region, today)
        yield from own.enter()
        yield from own.look_up(topic)
        return own
    library = Library(region, today)
    yield from library.enter(topic, found)
    yield from library.look_up(topic)
    return library


def read_up(book: Book, topic: str, seen: set[str]) -> Skill[None]:
    """A topic and every other one that it calls on."""
    waiting = [topic]
    while waiting:
        name = waiting.pop(0)
        if name not in seen:
            seen.add(name)
            if not book.rules(name):
                yield from book.look_up(name)
            waiting += [n for rule in book.rules(name) for c in rule.when for n in names_in(c) if n in TOPICS]


def skim(found: Documents, opens: bool = True) -> Skill[tuple[tuple[Rule, ...], str]]:
    """What one finds who asks neither which documents hold nor what their words mean: the first document on
    the first topic that a result explains, conditions aside. Without opening it, what the results show."""
    snippets = [reading.statements(hit.snippet) for hit in found.documents]
    term, topic = next((t for some in snippets for s in some if (t := reading.explained(s))), ("", ""))
    if not term:
        return (), "return_window"
    seen, _ = yield call("policy_search", words=term)
    text = "\n".join([hit.snippet for hit in content(seen).documents])
    if opens and content(seen).documents:
        seen, _ = yield call("policy_read", article_name=content(seen).documents[0].document)
        text = content(seen).text
    return reading.effects(topic, reading.statements(text)), topic


def _head(hit: DocumentHit) -> DocumentHead:
    region = "" if hit.region == "all" else hit.region
    return DocumentHead(
        hit.document, hit.kind, hit.valid_from_day, region, hit.withdrawn_day is not None, hit.replaces
    )


def _glossary(hit: DocumentHit) -> bool:
    return hit.title.startswith("Terms")


def _about(hit: DocumentHit, term: str) -> bool:
    title, term = hit.title.lower(), term.lower()
    return title.startswith(f"{term} (") or (hit.kind == "guideline" and term in title)
