"""A handbook: hundreds of documents that tell one policy, as companies tell it. Each states versions of some
items; what is in force agrees with the policy, and what contradicts it is void for a reason that can be read.

An episode holds parameters only. The documents on a subject are drawn when somebody looks for it, and put
into words when they are shown."""

from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from ...core.streams import Rng, Streams
from ..facts import REGIONS
from ..policy import Policy
from .procedures import ENDS, TICKETS, draw_procedures
from .subjects import (
    GLOSSARIES,
    PART_OF,
    PARTS,
    PROCEDURES,
    SUBJECTS,
    TOPICS_OF,
    Clause,
    ClosingCode,
    GlossaryName,
    Item,
    Term,
    WorkingOrder,
    numbers,
)
from .terms import FAMILIES, FLAG, GENERAL, GLOSSARY, GUIDELINE, ISSUERS, LIST, RANKING, RULING, TALK, TERMS
from .wording import Key, ShopWords, key_of

_PRIME, _FIRST_NUMBER = 8999, 1000  # of document numbers
_OLDEST, _NEWEST, _AHEAD = 900, 5, 90  # days before today, and after it
# per mille of the documents
_TALKS, _REGIONAL, _WITHDRAWN, _FUTURE, _REPLACES, _AGREES, _PLAIN = 100, 450, 120, 40, 430, 80, 200
# how often one in force decides an item, by what can be seen of it: as often as one such document is in force
_WEIGHT_GENERAL, _WEIGHT_REGIONAL, _WEIGHT_BASE = 100, 300 * len(REGIONS), 20
_SHORT, _LONG = 4, 5  # sections of a document; twice as many in a glossary
# per cent of a topic's rules for which those in force have room: with less the guideline would decide most of
# what is asked, with more whatever looks as if it were in force
_ROOM = 60
_COMMON = 2  # kinds of ruling documents on one subject: several of a rank, so that dates decide as well
GUIDES = 2  # documents on the handbook itself: how it is read, and what holds in all its parts
FEWEST = GUIDES + 2 * len(PARTS)  # documents without which a handbook is not complete


class Document(NamedTuple):
    """What stands at the head of a document."""

    place: int  # in the handbook
    id: str
    kind: str
    subject: str  # a topic, or a part's terms; of a guideline its part
    day: int  # from which it holds
    region: str  # empty: everywhere
    withdrawn: int  # on which day; 0: not
    replaces: str  # the id of another document, if any
    issuer: str
    rank: int | None = None  # where it is no matter of its kind


class Version(NamedTuple):
    """One section: which item it states, and the random word by which it differs from the policy; 0 where it
    does not."""

    document: Document
    number: int  # of the section in its document
    item: int
    word: int

    @property
    def id(self) -> str:
        return f"{self.document.id}.{self.number}"


class Subject(NamedTuple):
    name: str
    items: Sequence[Item]
    numbers: Sequence[int]  # of the items
    documents: Sequence[Document]  # without its part's guideline or glossary
    versions: Sequence[Sequence[Version]]  # of each document
    base: Sequence[Version]  # of the guideline or glossary
    force: frozenset[str]  # documents that are in force for this customer today and may decide


class Handbook:
    """The documents of one shop, as they concern a customer of one region on one day."""

    def __init__(self, policy: Policy, documents: int, region: str, today: int, membership: str = "") -> None:
        self.policy, self.region, self.today = policy, region, today
        self.membership = membership  # which tier counts, where it is not today's
        self.size = max(FEWEST, documents)
        self._stream = Streams(f"handbook/{policy.content_hash}")
        rng = self._stream()
        self._factor, self._shift, self._turn = 1 + rng.below(_PRIME - 1), rng.below(_PRIME), rng.word()
        self.order = tuple(rng.shuffled(RULING))  # the highest rank first
        self.parts = dict(zip(PARTS, [11 + n for n in rng.permuted(len(PARTS))], strict=True))
        variants = rng.word()
        self.terms = {t: names[(variants * (n + 1) >> 20) % 3] for n, (t, names) in enumerate(TERMS.items())}
        self.texts: dict[Version, str] = {}  # of the sections that somebody has read
        self._heads: dict[str, tuple[Sequence[Document], frozenset[str]]] = {}
        self._subjects: dict[str, Subject] = {}
        self._words: dict[str, ShopWords] = {}

    def words(self, part: str) -> ShopWords:
        """How a part speaks. Most conditions have a name in its glossary."""
        words = self._words.get(part)
        if words is None:
            rng, codes = (self._stream / part / "names")(), dict[Key, str]()
            for topic in TOPICS_OF[part]:
                for _, _, when in self.policy.clauses(topic):
                    for condition in when:
                        key = key_of(condition)
                        if key and key not in codes:
                            named = not rng.chance(_PLAIN)
                            codes[key] = (
                                f"{_family(key)} {self.parts[part]}.{len(codes) + 1}" if named else ""
                            )
            procedures = draw_procedures((self._stream / part / "procedures")(), part)
            words = self._words[part] = ShopWords(self.terms, codes, procedures, self.policy.currency)
        return words

    def heads(self, subject: str) -> tuple[Sequence[Document], frozenset[str]]:
        """The documents on a subject, without the guideline or glossary of its part, and those in force."""
        heads = self._heads.get(subject)
        if heads is None:
            documents = self._documents((self._stream / subject)(), subject)
            heads = self._heads[subject] = documents, self._in_force(documents)
        return heads

    def subject(self, name: str) -> Subject:
        subject = self._subjects.get(name)
        if subject is None:
            subject = self._subjects[name] = self._draw(name)
        return subject

    def number_of(self, place: int) -> int:
        return _FIRST_NUMBER + (self._factor * (place + 1) + self._shift) % _PRIME

    def place_of(self, id: str) -> int | None:
        """The place of a document, by its id."""
        letters, _, digits = id.strip().upper().partition("-")
        if letters != "HB" or not digits.isdecimal() or len(digits) > 4:
            return None
        place = (int(digits) - _FIRST_NUMBER - self._shift) * pow(self._factor, -1, _PRIME) % _PRIME - 1
        return place if 0 <= place < self.size and self.number_of(place) == int(digits) else None

    def rank(self, document: Document) -> int:
        """How high a document ranks; those of no rank decide nothing."""
        if document.kind in TALK:
            return -1
        return len(RULING) - self.order.index(document.kind) if document.kind in RULING else 0

    def base(self, part: str, glossary: bool) -> Document:
        """The guideline of a part, or its glossary."""
        place = GUIDES + PARTS.index(part) + len(PARTS) * glossary
        rng = (self._stream / part / ("glossary" if glossary else "guideline"))()
        kind = GLOSSARY if glossary else GUIDELINE
        day = self.today - rng.between(_NEWEST, _OLDEST)
        return Document(place, self._id(place), kind, part, day, "", 0, "", rng.pick(ISSUERS))

    def ranking(self) -> Document:
        """The one that says how documents rank."""
        return self._guide(0, RANKING)

    def general(self) -> Document:
        """The one that says what words mean in all parts, and how amounts are worked out."""
        return self._guide(1, GENERAL)

    def _guide(self, place: int, kind: str) -> Document:
        rng = (self._stream / kind)()
        day = self.today - rng.between(_NEWEST, _OLDEST)
        return Document(place, self._id(place), kind, "", day, "", 0, "", rng.pick(ISSUERS))

    def count(self, subject: str) -> int:
        """How many documents are about a subject, the guideline or glossary of its part included."""
        return 1 + len(self._places(subject))

    def subject_at(self, place: int) -> str:
        """The subject of a document that is none of the first ones."""
        return SUBJECTS[(place + self._turn) % len(SUBJECTS)]

    def deciding(self, subject: str) -> dict[int, tuple[Version, ...]]:
        """Item -> the sections in force that state it as it is."""
        here = self.subject(subject)
        sections: dict[int, tuple[Version, ...]] = {}
        for version in [v for some in (here.base, *here.versions) for v in some]:
            if not version.word and (version.document.id in here.force or version.document.place < FEWEST):
                sections[version.item] = (*sections.get(version.item, ()), version)
        return sections

    def stating(self, topic: str, clause: str) -> tuple[str, ...]:
        """The sections in force that state a clause."""
        item = self.policy.clause_ids(topic).index(clause)
        return tuple([version.id for version in self.deciding(topic)[item]])

    def closing_code(self, end: str) -> str:
        """With which a request is closed that ends so."""
        return self.words(ENDS[end][0]).procedures.codes[end]

    @property
    def working_order(self) -> tuple[str, ...]:
        """The steps of a ticket, first things first."""
        return self.words(TICKETS).procedures.order

    def _id(self, place: int) -> str:
        return f"HB-{self.number_of(place)}"

    def _places(self, subject: str) -> range:
        first = FEWEST + (SUBJECTS.index(subject) - self._turn - FEWEST) % len(SUBJECTS)
        return range(first, self.size, len(SUBJECTS))

    def _items(self, subject: str) -> list[Item]:
        part = PART_OF[subject]
        if subject != GLOSSARIES[part]:
            return [Clause(subject, clause) for clause in self.policy.clauses(subject)]
        names = [GlossaryName(key) for key, code in self.words(part).codes.items() if code]
        procedures = self.words(part).procedures
        steps = [WorkingOrder()] if procedures.order else []
        return [*[Term(t) for t in TOPICS_OF[part]], *names, *map(ClosingCode, procedures.codes), *steps]

    def _draw(self, name: str) -> Subject:
        rng, items, part = (self._stream / name / "versions")(), self._items(name), PART_OF[name]
        glossary = name == GLOSSARIES[part]
        documents, force = self.heads(name)
        room = 0 if glossary else -(-_ROOM * len(items) // (100 * max(1, len(force))))
        sizes = {d.id: max(room, rng.between(_SHORT, _LONG) * (1 + glossary)) for d in documents}
        decided = _shared_out(rng, [(d, sizes[d.id]) for d in documents if d.id in force], len(items))
        keys = [self._key(d) if d else (0, 0) for d in decided]
        versions = []
        for document in documents:
            own = [n for n, d in enumerate(decided) if d is document]
            others = [n for n in range(len(items)) if decided[n] is not document]
            states = dict.fromkeys(own, 0)
            free = [n for n in others if document.id not in force or self._key(document) < keys[n]]
            chosen = [*rng.shuffled(free), *[n for n in others if n not in free]]
            chosen.sort(key=lambda n: not isinstance(items[n], PROCEDURES))  # what all of them speak of
            for n in chosen[: sizes[document.id] - len(own)]:
                states[n] = rng.word() | 1 if n in free and not rng.chance(_AGREES) else 0
            versions.append([Version(document, k + 1, n, states[n]) for k, n in enumerate(sorted(states))])
        head, first = self.base(part, glossary), 1
        for topic in () if glossary else TOPICS_OF[part][: TOPICS_OF[part].index(name)]:
            first += len(self.policy.clauses(topic))
        words = [rng.word() | 1 if d is not None and not rng.chance(_AGREES) else 0 for d in decided]
        base = [Version(head, first + n, n, word) for n, word in enumerate(words)]
        return Subject(name, items, numbers(len(items), rng.word()), documents, versions, base, force)

    def _documents(self, rng: Rng, name: str) -> list[Document]:
        places = self._places(name)
        days = [_NEWEST + day for day in islice(rng.permuted(_OLDEST - _NEWEST), len(places))]
        documents: list[Document] = []
        common = rng.sample(RULING, _COMMON)
        for place, age in zip(places, days, strict=True):
            kind = rng.pick(TALK) if rng.chance(_TALKS) else rng.pick(common)
            region = rng.pick(REGIONS) if rng.chance(_REGIONAL) else ""
            day = self.today + 1 + age % _AHEAD if rng.chance(_FUTURE) else self.today - age
            gone = self.today - age * rng.between(1, 9) // 10 if rng.chance(_WITHDRAWN) else 0
            gone, replaces = gone if day < self.today else 0, ""
            if kind in RULING and rng.chance(_REPLACES):
                before = {d.replaces for d in documents}
                older = [d for d in documents if d.day < day and d.kind in RULING and d.id not in before]
                replaces = rng.pick(older).id if older else ""
            documents.append(
                Document(place, self._id(place), kind, name, day, region, gone, replaces, rng.pick(ISSUERS))
            )
        return documents

    def _in_force(self, documents: Sequence[Document]) -> frozenset[str]:
        """Those that may decide. A document is void once one in force replaces it; the newer come first."""
        replaced: set[str] = set()
        force: list[str] = []
        for d in sorted(documents, key=lambda d: -d.day):
            here = d.region in ("", self.region) and d.day <= self.today and not d.withdrawn
            if here and d.id not in replaced:
                replaced.add(d.replaces)
                if d.kind in RULING:
                    force.append(d.id)
        return frozenset(force)

    def _key(self, document: Document) -> tuple[int, int]:
        """Of two that contradict each other the one prevails for which this is larger."""
        return self.rank(document), document.day


def handbook_of(policy: Policy, documents: int, region: str, today: int, membership: str = "") -> Handbook:
    """The handbook that a policy is told as; whoever asks again is given the same one."""
    key = documents, region, today, membership
    book: Handbook | None = policy.handbooks.get(key)
    if book is None:
        book = policy.handbooks[key] = Handbook(policy, documents, region, today, membership)
    return book


def _shared_out(rng: Rng, documents: Sequence[tuple[Document, int]], items: int) -> list[Document | None]:
    """Which document decides each item; None for the guideline or glossary. Each has room for so many.
    Whatever can be seen of a document tells nothing about how much it decides."""
    deciding: list[Document | None] = []
    left = {d.id: room for d, room in documents}
    for _ in range(items):
        open_ = [d for d, _ in documents if left[d.id]]
        weights = [_WEIGHT_REGIONAL if d.region else _WEIGHT_GENERAL for d in open_]
        n = rng.below(sum(weights) + _WEIGHT_BASE)
        chosen = None
        for d, weight in zip(open_, weights, strict=True):
            if n < weight:
                chosen = d
                left[d.id] -= 1
                break
            n -= weight
        deciding.append(chosen)
    return deciding


def _family(key: Key) -> str:
    return FLAG if len(key) == 1 else FAMILIES.get(key[0], LIST)
