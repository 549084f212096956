"""One sentence: the things it names, the topics it mentions, the values it gives, and whose they are."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ..core.values import Value
from . import books
from .mentions import WISHED, Asked, Place, Span, Table, masked, mentioned
from .message import Sentence
from .statements import (
    Statement,
    adjoins,
    ages,
    amounts,
    bound,
    counts,
    days,
    facet_values,
    is_paid,
    ranked,
    stars,
)

COUNTED = ("quantity", "pieces", "count", "shortlist")  # what "how many" may be about
COMMON = ("price", "rating", "shipping_days")  # what products can be ranked by


Named = tuple[Span, frozenset[int]]  # where, and which things
Mention = tuple[Span, Place, bool]  # where, what, and whether the customer has it


class Given(Value):
    """A value that the message gives to a topic of a thing."""

    thing: int
    topic: str
    value: str | int
    op: str = "eq"


class Read(NamedTuple):
    """What one sentence holds."""

    sentence: Sentence
    nouns: list[Named]
    topics: list[Mention]  # where, what, whether the customer has it
    given: list[tuple[int, Given]]


class Scene(NamedTuple):
    """A sentence with its nouns, the values in it that could be some facet's, and whose what is."""

    sentence: Sentence
    nouns: list[Named]
    facets: list[Statement]
    owner: "_Owner"


class Reader:
    """Reads the sentences of a message, one after the other."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.here: frozenset[int] = frozenset()  # things named last
        self.before: Read | None = None
        self.which_order = False  # was it asked which of several orders is meant?

    def read(self, sentence: Sentence) -> Read:
        nouns = self.table.named(sentence)
        facets = facet_values(self.table, range(len(self.table.things)), sentence)
        nouns = _besides_values(self._nouns(sentence, nouns), facets, sentence)
        asked = mentioned(self.table, sentence, nouns)
        idioms = [
            Span(h.start, h.end) for h in books.frame("leave").find(sentence.ended)
        ]  # set up the return
        asked = [a for a in asked if not any(_inside(a.span, i) for i in idioms)]
        asked = [a for a in asked if not any(a.span.within(s.span) for s in facets)]  # rice water is no water
        nouns = [n for n in nouns if not any(a.sure and a.whole and n[0].within(a.span) for a in asked)]
        labels = [a.span.start for a in asked if a.label and a.sure]
        starts = sorted(labels or [a.span.start for a in asked if a.sure])
        owner = _Owner(sentence, groups(nouns, sentence), starts, _lines(sentence, nouns, facets))
        topics = (
            self._resolve(asked, owner, sentence) if not (sentence.marked and sentence.does("offers")) else []
        )
        given = self._values(Scene(sentence, nouns, facets, owner), topics)
        return Read(sentence, nouns, topics, given)

    def _nouns(self, sentence: Sentence, nouns: list[Named]) -> list[Named]:
        """Without words that name one thing but are a label of another beside it: the jacket of a cable."""
        if len(nouns) < 2:
            return nouns
        labels = [a for a in mentioned(self.table, sentence, ()) if a.label and a.sure and a.things]
        found = []
        for span, things in nouns:
            others = frozenset([n for other, ns in nouns if other != span for n in ns]) - things
            if not any(a.span == span and a.things is not None and a.things & others for a in labels):
                found.append((span, things))
        return found

    def scope(self, things: frozenset[int]) -> list[int]:
        """The things that are meant: those named beside, else those named last, else all, those of the latest
        matter first."""
        everything = range(len(self.table.things))
        latest = self.table.latest
        return sorted(things or self.here or everything, key=lambda n: (n < latest, n))

    def _resolve(self, asked: Sequence[Asked], owner: "_Owner", sentence: Sentence) -> list[Mention]:
        """The places that the mentions are for; of those that overlap, what the customer has comes before
        what they have not."""
        found: list[Found] = []
        old = sentence.does("old")
        near = {a.span for a in asked if a.things is None or owner.of(a.span.start) & a.things}
        for a in asked:
            beside = owner.of(a.span.start)
            if a.things is not None and a.span not in near:  # the nearest cannot have it, but another may
                beside = owner.named & a.things or beside
            places, has = self._places(a, beside, old)
            if places and (a.sure or has):
                alien = a.topic.sort != self.table.sorts[places[0][0]]
                found.append(
                    ((not a.sure, not has, alien - a.weight, a.span.start, -a.span.end), a, places, has)
                )
        found = _plausible(found)
        taken: list[tuple[Span, str, bool]] = []
        chosen: dict[Place, tuple[Span, bool]] = {}
        for _, a, places, has in found:
            if any(
                a.span.meets(span) and (span, name, had) != (a.span, a.topic.name, has)
                for span, name, had in taken
            ):
                continue
            taken.append((a.span, a.topic.name, has))
            for place in places:
                chosen.setdefault(place, (a.span, has))
        return _without_grounds(
            sorted([(span, place, has) for place, (span, has) in chosen.items()], key=lambda t: t[0]),
            sentence,
        )

    def _places(self, a: Asked, beside: frozenset[int], old: bool) -> tuple[list[Place], bool]:
        table = self.table
        scope = self.scope(beside)
        if old:
            past = [(n, f"old {a.topic.name}") for n in scope if table.detail(n, f"old {a.topic.name}")]
            if past:
                return past, True
        if a.things is not None:
            scope = [n for n in scope if n in a.things] or (scope if not beside else [])
        have = [p for n in scope if (p := table.place(n, a.topic))]
        if not have and beside:  # what concerns the whole has no noun of its own
            have = [
                p
                for n, t in enumerate(table.things)
                if not t.shelf and n not in scope and (p := table.place(n, a.topic))
            ]
        if not have and not beside:
            everything = self.scope(frozenset(range(len(table.things))))
            have = [
                p
                for n in everything
                if (a.things is None or n in a.things) and (p := table.place(n, a.topic))
            ]
        if (
            not have and a.topic.name == "turn" and "fact" in self.table.sorts
        ):  # which order? Whatever else they remember of it
            self.which_order = True
            return [], False
        if have:
            now = [p for p in have if p[0] >= table.latest]
            return now or have, True
        return [(n, a.topic.name) for n in scope[:1] if self._could(n, a.topic)], False

    def _could(self, n: int, topic: books.Topic) -> bool:
        """Might somebody ask this of the thing, though the customer has nothing to say to it?"""
        facets = self.table.facets[n]
        if facets is not None and topic.name in facets.labels:
            return True
        return topic.sort == "fact" if self.table.sorts[n] == "fact" else topic.name in WISHED

    # values

    def _values(self, scene: Scene, topics: Sequence[Mention]) -> list[tuple[int, Given]]:
        """The values that a sentence gives, each with the things that it is said of."""
        return [*self._facets(scene, topics), *self._figures(scene, topics), *self._facts(scene)]

    def _facets(self, scene: Scene, topics: Sequence[Mention]) -> Iterator[tuple[int, Given]]:
        """Values of attributes and options; of two topics with one value, the one called by its name."""
        mentioned_now = topics or (self.before.topics if self.before else ())
        labels = {place[1] for _, place, _ in mentioned_now}
        spans = [span for span, _, _ in topics] if scene.sentence.is_wh else []  # how wide
        facets = [
            s
            for s in scene.facets
            if s.span not in spans and not any(_inside(s.span, n) for n, _ in scene.nouns)
        ]
        for s in facets:
            rivals, beside = {o.topic for o in facets if o.span == s.span}, scene.owner.of(s.span.start)
            if len(rivals) == 1 or s.topic in labels or not self._have(beside, rivals & labels):
                yield from [(s.span.start, g) for g in self._owned(s, beside, rivals)]

    def _figures(self, scene: Scene, topics: Sequence[Mention]) -> Iterator[tuple[int, Given]]:
        """Numbers, but for those that are part of a question: just one, or several?"""
        asking = scene.sentence.asks and not scene.sentence.does("right")
        labels = {place[1] for _, place, _ in topics}
        taken = [s.span for s in scene.facets if s.topic in labels]  # the size: 42
        for topic, span, value, things in _numbers(scene.sentence, scene.nouns):
            if span in taken or any(span.within(s.span) for s in scene.facets):  # the one of "one phone"
                continue
            if not asking or not any(span.within(asked) for asked, _, _ in topics):
                s = Statement(span, topic, value)
                yield from [(span.start, g) for g in self._told_of(s, things or scene.owner.of(span.start))]

    def _facts(self, scene: Scene) -> Iterator[tuple[int, Given]]:
        """Facts in words, where they are stated: a question whether it was used states nothing."""
        sentence = scene.sentence
        if sentence.asks and not sentence.does("right") and not sentence.does("leave"):
            return
        for hit in books.values().find(masked(sentence, scene.nouns)):
            span = Span(hit.start, hit.end)
            s = Statement(span, *hit.what, bound(span, sentence))
            yield from [(hit.start, g) for g in self._told_of(s, scene.owner.of(hit.start))]

    def _have(self, things: frozenset[int], topics: set[str]) -> bool:
        """Could one of these things have one of these topics? Of none in particular, any could."""
        facets = [f for n in things if (f := self.table.facets[n]) is not None]
        return bool(topics) and (not facets or any(topic in f.labels for f in facets for topic in topics))

    def _owned(self, s: Statement, beside: frozenset[int], rivals: set[str]) -> list[Given]:
        """Whose value is it? Of those that have the topic, those that have a wish about it first."""
        table = self.table
        scope = self.scope(beside if beside else frozenset(range(len(table.things))))
        able = [n for n in scope if (f := table.facets[n]) is not None and s.topic in f.labels]
        able = [n for n in able if n in self.here] or able
        wished = [n for n in able if table.detail(n, s.topic)]
        if not wished and any(table.detail(n, r) for n in able for r in rivals):
            return []
        return [Given(thing=n, topic=s.topic, value=s.value, op=s.op) for n in wished or able[:1]]

    def _told_of(self, s: Statement, beside: frozenset[int]) -> list[Given]:
        """A number or a fact, given to the detail that it can be for."""
        table, topic = self.table, books.topics().get(s.topic)
        if topic is None:
            return []
        for scope in (
            self.scope(beside),
            [n for n, t in enumerate(table.things) if not t.shelf],
            range(len(table.things)),
        ):
            places = [p for n in scope if (p := table.place(n, topic))]
            if s.topic == "price":  # what is refunded or charged now is not what was paid then
                places = [p for p in places if p[1] != "paid"]
            if places:
                return [Given(thing=n, topic=t, value=s.value, op=s.op) for n, t in places]
        return []


Found = tuple[tuple[bool, bool, int, int, int], Asked, list[Place], bool]


def _plausible(found: list[Found]) -> list[Found]:
    """The surest first. Mere hints count where nothing surer is there, or only something that the customer
    has nothing to say to."""
    named = [a for _, a, _, _ in found if a.label and a.sure]
    found = [
        f
        for f in found
        if f[1].label or not any(f[1].span.meets(a.span) and a.weight > f[1].weight for a in named)
    ]
    found = sorted(found, key=lambda f: f[0])
    counting = [
        a.span.start + 2 for _, a, _, _ in found if a.topic.name in COUNTED and a.span.end > a.span.start + 1
    ]
    whole = [a.span for _, a, _, _ in found if a.topic.name in COUNTED and a.whole]
    measured = [
        f
        for f in found
        if f[1].label and f[3] and f[1].span.start in counting and not any(f[1].span.within(w) for w in whole)
    ]  # how many litres
    if measured:
        return [f for f in found if f in measured or (f[1].sure and f[1].topic.name not in COUNTED)]
    if any(a.sure and has for _, a, _, has in found) or any(a.sure and a.label for _, a, _, _ in found):
        return [f for f in found if f[1].sure]
    return [f for f in found if not f[1].sure and f[1].label] or found


def _inside(span: Span, other: Span) -> bool:
    return other.start <= span.start and span.end <= other.end


def _besides_values(nouns: list[Named], facets: Sequence[Statement], sentence: Sentence) -> list[Named]:
    """Without words that are a value here: the cream of a colour, the oven of oven-safe; but what a brand
    stands before is a thing."""
    first, values = nouns[0][0] if nouns else None, [s.span for s in facets]
    branded = [n for _, n in _branded(nouns, facets, sentence)]
    return [
        n
        for n in nouns
        if not any(n[0].within(v) or (n[0] == v and n[0] != first and n[0] not in branded) for v in values)
    ]


def _branded(
    nouns: Sequence[Named], facets: Sequence[Statement], sentence: Sentence
) -> list[tuple[Span, Span]]:
    """Brands, each with the noun that it stands before."""
    found = []
    for brand in dict.fromkeys(s.span for s in facets if s.topic == "brand"):
        noun = next((span for span, _ in nouns if span.start >= brand.end), None)
        if noun is not None and adjoins(sentence.words[brand.end : noun.start]):
            found.append((brand, noun))
    return found


def _numbers(
    sentence: Sentence, nouns: Sequence[Named]
) -> Iterable[tuple[str, Span, int | str, frozenset[int]]]:
    """What numbers may stand for, with the things that they belong to, where that is plain."""
    nobody: frozenset[int] = frozenset()
    yield from [
        ("price" if not is_paid(sentence) else "paid", span, cents, nobody)
        for span, cents in amounts(sentence)
    ]
    yield from [("rating", span, tenths, nobody) for span, tenths in stars(sentence)]
    yield from [("shipping_days", span, when, nobody) for span, when in days(sentence)]
    yield from [("placed", span, when, nobody) for span, when in ages(sentence)]
    yield from [("shortlist", span, n, nobody) for span, n in ranked(sentence)]
    yield from [("quantity", span, n, things) for span, n, things in counts(sentence, nouns)]


_JOINS = frozenset(
    "and or the a an your for of in both also with as well plus to these those one what about how".split()
)
_WH = frozenset("what which how when why who where".split())


def groups(nouns: Sequence[Named], sentence: Sentence) -> list[Named]:
    """Nouns that are named in one breath, together: the kettle and the parka."""
    found: list[Named] = []
    for span, things in nouns:
        if found and all(w in _JOINS for w in sentence.words[found[-1][0].end : span.start]):
            found[-1] = (Span(found[-1][0].start, span.end), found[-1][1] | things)
        else:
            found.append((span, things))
    return found


def _without_grounds(topics: list[Mention], sentence: Sentence) -> list[Mention]:
    """What should decide, price or rating? That asks for neither of the two, but for what decides."""
    if not any(place[1] == "preference" for _, place, _ in topics) or (
        "and" in sentence.words and "or" not in sentence.words
    ):
        return topics
    return [t for t in topics if t[1][1] not in COMMON]


def _lines(sentence: Sentence, nouns: Sequence[Named], facets: Sequence[Statement]) -> list[int]:
    """Where the lines of a cart begin that are read back in one sentence: at a number or a brand before a
    noun, or behind a number that follows one."""
    found = []
    for span, _, things in counts(sentence, nouns) if len(nouns) > 1 else ():
        if things:
            ahead = any(s.start > span.start and ns == things for s, ns in nouns)
            found.append(span.start if ahead else span.end)
    if len(found) < 2:
        found = [brand.start for brand, _ in _branded(nouns, facets, sentence)]
    return found if len(found) > 1 else []


class _Owner:
    """Which of the things named in a sentence a word belongs to: those of its clause, else of the whole
    sentence."""

    def __init__(
        self, sentence: Sentence, nouns: Sequence[Named], starts: Sequence[int], lines: Sequence[int] = ()
    ) -> None:
        self.nouns, self.starts = nouns, starts
        self.named = frozenset([n for _, things in nouns for n in things])
        clauses = [n for n, word in enumerate(sentence.words) if n and word in _WH]
        self.breaks = [*clauses, *lines] if len(nouns) > 1 else []

    def of(self, at: int) -> frozenset[int]:
        begin = max([b for b in self.breaks if b <= at], default=0)
        end = min([b for b in self.breaks if b > at], default=1 << 30)
        inside = [(span, things) for span, things in self.nouns if begin <= span.start < end]
        return (
            self._of(at, inside, [s for s in self.starts if begin <= s < end])
            if inside
            else self._of(at, self.nouns, self.starts)
        )

    @staticmethod
    def _of(at: int, nouns: Sequence[Named], starts: Sequence[int]) -> frozenset[int]:
        before = [things for span, things in nouns if span.start <= at]
        after = [things for span, things in nouns if span.start > at]
        if not before or not after:
            return (before[-1] if before else after[0]) if before or after else frozenset()
        leading = (
            not starts or nouns[0][0].start < starts[0]
        )  # "the kettle's colour", not "the colour of the kettle"
        return before[-1] if leading else after[0]
