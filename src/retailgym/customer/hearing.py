"""Hearing: what does a message ask, give and seek?

A message is taken sentence by sentence. In each, things are found by their nouns, topics by their labels or
by the words that ask for them, values by the ways in which they are written. A topic that is mentioned
without a value is asked for; a value that is given waits for a yes or a no."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from ..catalog.schema import Category
from ..core.task import Thing
from ..core.values import Value
from . import books, message
from .mentions import WISHED, Asked, Place, Span, Table, masked, mentioned
from .message import Sentence
from .statements import Statement, ages, amounts, bound, counts, days, facet_values, is_paid, ranked, stars

COUNTED = ("quantity", "pieces", "count", "shortlist")  # what "how many" may be about
COMMON = ("price", "rating", "shipping_days")  # what products can be ranked by


class Given(Value):
    """A value that the message gives to a topic of a thing."""

    thing: int
    topic: str
    value: str | int
    op: str = "eq"


class Heard(Value):
    """What a message asks and says, as far as it matters to a customer."""

    topics: tuple[Place, ...] = ()  # what is asked for, in order of mention
    absent: frozenset[Place] = frozenset()  # those of them that the customer has nothing to say to
    open: bool = False  # "anything else?"
    # agreement: "leave" to act, whether it is "right", whether it is "okay", or "inverted", where a yes means
    # no
    seeks: str = ""
    given: tuple[Given, ...] = ()  # values that are read back or put forward
    named: frozenset[int] = frozenset()  # things that were named
    stock_out: bool = False
    out: frozenset[int] = frozenset()  # things said to have sold out; empty if it was not said which
    closing: bool = False  # "have a nice day"
    puzzling: bool = False  # a question about none of these
    many: bool = False  # more details than a customer answers at once

    @property
    def asked(self) -> tuple[Place, ...]:
        """What is asked for that the customer can tell."""
        return tuple([p for p in self.topics if p not in self.absent])

    @property
    def confirms(self) -> bool:
        return self.seeks in ("leave", "right")


class _Read(NamedTuple):
    """What one sentence holds."""

    sentence: Sentence
    nouns: list[tuple[Span, frozenset[int]]]
    topics: list[tuple[Span, Place, bool]]  # where, what, whether the customer has it
    given: list[tuple[int, Given]]


def hear(
    text: str,
    things: tuple[Thing, ...],
    category: Callable[[Thing], Category | None] | None = None,
    latest: int = 0,
) -> Heard:
    """What a customer with these things on their mind makes of a message; of two of one name, that from
    `latest` on is meant."""
    table = Table(things, [category(t) if category else None for t in things], latest)
    return _Ear(table).hear(message.read(text))


_Found = tuple[tuple[bool, bool, int, int, int], Asked, list[Place], bool]


def _plausible(found: list[_Found]) -> list[_Found]:
    """The surest first. Mere hints count where nothing surer is there, or only something that the customer
    has nothing to say to."""
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


class _Ear:
    """One message while it is being heard."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.here: frozenset[int] = frozenset()  # things named last
        self.last: list[tuple[Span, Place, bool]] = []  # topics mentioned last
        self.asked: dict[Place, bool] = {}
        self.given: dict[Place, list[Given]] = {}
        self.hanging: dict[Place, bool] = {}  # topics that a statement mentions without a value
        self.aside: dict[Place, bool] = {}  # the same, where the sentence tells what the agent does
        self.listed: dict[Place, bool] = {}  # the same in a list
        self.named: frozenset[int] = frozenset()
        self.out: frozenset[int] | None = None
        self.open = self.closing = self.puzzling = self.choice = self.asking = self.listing = False
        self.seeks = ""
        self.before: _Read | None = None

    def hear(self, msg: message.Message) -> Heard:
        for sentence in msg.sentences:
            self._listen(self._read(sentence))
        self._settle()
        asked = list(self.asked.items())
        given = [g for gs in self.given.values() for g in gs]
        return Heard(
            topics=tuple(self.asked),
            absent=frozenset([p for p, has in asked if not has]),
            open=self.open and not asked,
            seeks=self.seeks,
            given=tuple(given),
            named=self.named,
            stock_out=self.out is not None,
            out=self.out or frozenset(),
            closing=self.closing,
            puzzling=self.puzzling and not asked and not self.seeks,
            many=len(asked) > 3,
        )

    # reading a sentence

    def _read(self, sentence: Sentence) -> _Read:
        nouns = self.table.named(sentence)
        nouns = self._nouns(sentence, nouns)
        asked = mentioned(self.table, sentence, nouns)
        nouns = [n for n in nouns if not any(a.sure and a.whole and n[0].within(a.span) for a in asked)]
        owner = _Owner(sentence, _groups(nouns, sentence), sorted({a.span.start for a in asked if a.sure}))
        topics = (
            self._resolve(asked, owner, sentence) if not (sentence.marked and sentence.does("offers")) else []
        )
        given = self._values(sentence, nouns, topics, owner)
        return _Read(sentence, nouns, topics, given)

    def _nouns(
        self, sentence: Sentence, nouns: list[tuple[Span, frozenset[int]]]
    ) -> list[tuple[Span, frozenset[int]]]:
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

    def _scope(self, things: frozenset[int]) -> list[int]:
        """The things that are meant: those named beside, else those named last, else all, those of the latest
        matter first."""
        everything = range(len(self.table.things))
        latest = self.table.latest
        return sorted(things or self.here or everything, key=lambda n: (n < latest, n))

    def _resolve(
        self, asked: Sequence[Asked], owner: "_Owner", sentence: Sentence
    ) -> list[tuple[Span, Place, bool]]:
        """The places that the mentions are for; of those that overlap, what the customer has comes before
        what they have not."""
        found: list[_Found] = []
        old = sentence.does("old")
        for a in asked:
            beside = owner.of(a.span.start)
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
        scope = self._scope(beside)
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
            everything = self._scope(frozenset(range(len(table.things))))
            have = [
                p
                for n in everything
                if (a.things is None or n in a.things) and (p := table.place(n, a.topic))
            ]
        if not have and a.topic.name == "turn":  # which order? Whatever else they remember of it
            self.open = True
            return [], False
        if have:
            now = [p for p in have if p[0] >= table.latest]
            return now or have, True
        return [(n, a.topic.name) for n in scope[:1] if self._could(n, a.topic)], False

    def _could(self, n: int, topic: books.Topic) -> bool:
        """Might somebody ask this of the thing, though the customer has nothing to say to it?"""
        table, facets = self.table, self.table.facets[n]
        if table.sorts[n] == "fact":
            return topic.sort == "fact"
        return topic.name in WISHED or (facets is not None and topic.name in facets.labels)

    # values

    def _values(
        self,
        sentence: Sentence,
        nouns: Sequence[tuple[Span, frozenset[int]]],
        topics: Sequence[tuple[Span, Place, bool]],
        owner: "_Owner",
    ) -> list[tuple[int, Given]]:
        table = self.table
        everything = range(len(table.things))
        spans = [span for span, _ in nouns]
        labels = {p[1] for _, p, _ in topics} | {
            p[1] for _, p, _ in (self.before.topics if self.before and not topics else ())
        }
        found: list[tuple[int, Given]] = []
        facets = [
            s
            for s in facet_values(table, everything, sentence)
            if not any(s.span.start >= n.start and s.span.end <= n.end for n in spans)
        ]
        facets = [
            s for s in facets if not sentence.is_wh or not any(s.span == span for span, _, _ in topics)
        ]  # how wide
        for s in facets:
            rivals = {o.topic for o in facets if o.span == s.span}
            if len(rivals) > 1 and rivals & labels and s.topic not in labels:
                continue
            found += [(s.span.start, g) for g in self._owned(s, owner.of(s.span.start), rivals)]
        for topic, span, value, things in self._numbers(sentence, nouns):
            if (
                not sentence.asks
                or sentence.does("right")
                or not any(span.within(asked) for asked, _, _ in topics)
            ):
                found += [
                    (span.start, g)
                    for g in self._told_of(Statement(span, topic, value), things or owner.of(span.start))
                ]
        for hit in (
            books.values().find(masked(sentence, nouns))
            if not sentence.asks or sentence.does("right")
            else ()
        ):
            topic, value = hit.what
            s = Statement(Span(hit.start, hit.end), topic, value)
            found += [
                (hit.start, g)
                for g in self._told_of(s._replace(op=bound(s.span, sentence)), owner.of(hit.start))
            ]
        return found

    def _owned(self, s: Statement, beside: frozenset[int], rivals: set[str]) -> list[Given]:
        """Whose value is it? Of those that have the topic, those that have a wish about it first."""
        table = self.table
        scope = self._scope(beside if beside else frozenset(range(len(table.things))))
        able = [n for n in scope if (f := table.facets[n]) is not None and s.topic in f.labels]
        able = [n for n in able if n in self.here] or able
        wished = [n for n in able if table.detail(n, s.topic)]
        if not wished and any(table.detail(n, r) for n in able for r in rivals):
            return []
        return [Given(thing=n, topic=s.topic, value=s.value, op=s.op) for n in wished or able[:1]]

    def _numbers(
        self, sentence: Sentence, nouns: Sequence[tuple[Span, frozenset[int]]]
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

    def _told_of(self, s: Statement, beside: frozenset[int]) -> list[Given]:
        """A number or a fact, given to the detail that it can be for."""
        table, topic = self.table, books.topics().get(s.topic)
        if topic is None:
            return []
        for scope in (
            self._scope(beside),
            [n for n, t in enumerate(table.things) if not t.shelf],
            range(len(table.things)),
        ):
            places = [p for n in scope if (p := table.place(n, topic))]
            if s.topic == "price":  # what is refunded or charged now is not what was paid then
                places = [p for p in places if p[1] != "paid"]
            if places:
                return [Given(thing=n, topic=t, value=s.value, op=s.op) for n, t in places]
        return []

    # making sense of it

    def _listen(self, read: _Read) -> None:
        """Takes in one sentence."""
        things = frozenset([n for _, ns in read.nouns for n in ns])
        self.named |= things
        if not self._is_news(read):
            self._take(read)
        self.here = things or self.here
        self.before = read

    def _take(self, read: _Read) -> None:
        sentence, valued = read.sentence, {(g.thing, g.topic) for _, g in read.given}
        bare = [(place, has) for _, place, has in read.topics if place not in valued]
        for _, g in read.given:
            self.given.setdefault((g.thing, g.topic), []).append(g)
        if not sentence.asks and not sentence.listed:
            (self.aside if sentence.does("busy") else self.hanging).update(bare)
        elif bare and not sentence.asks:
            self.listed.update({p: has for p, has in bare if p not in self.asked})
        elif bare:
            self.asked.update({p: has for p, has in bare if p not in self.asked})
        if bare:
            self.last = [(Span(0, 0), p, has) for p, has in bare]
        self.seeks = self._sought(read) or self.seeks
        if sentence.asks:
            self.asking = True
            self._question(read, bool(bare))
        self.closing = self.closing or sentence.does("farewell")

    def _question(self, read: _Read, topical: bool) -> None:
        """A question without a topic of its own: for more, for one of several, for the same of another thing,
        or about nothing we know."""
        sentence = read.sentence
        if topical:
            return
        if sentence.does("which"):
            self.choice = True
        if read.nouns and self.last and not read.given and len(sentence.words) < 9:
            things = frozenset([n for _, ns in read.nouns for n in ns])
            again = [
                (n, topic)
                for _, (_, topic), _ in self.last
                for n in sorted(things)
                if self.table.detail(n, topic)
            ]
            if again and not self._sought(read):
                self.asked.update(dict.fromkeys(again, True))
                return
        if self._asks_version(read) and (options := self._options(read)):
            self.asked.update(dict.fromkeys(options, True))
        elif sentence.does("open"):
            self.open = True
        elif not read.given and not self._sought(read) and (sentence.marked or sentence.first):
            self.puzzling = True

    def _asks_version(self, read: _Read) -> bool:
        """Which version? But not where the message says in what the versions differ."""
        spoken = read.sentence.does("variant") or (
            self.before is not None and self.before.sentence.does("variant") and read.sentence.does("which")
        )
        return spoken and not self.given and not self.hanging and not read.given

    def _options(self, read: _Read) -> list[Place]:
        """What tells the versions of a thing apart."""
        scope = self._scope(frozenset([n for _, ns in read.nouns for n in ns]))
        return [(n, d.topic) for n in scope for d in self.table.things[n].details if d.role == "option"]

    def _sought(self, read: _Read) -> str:
        """What kind of agreement a sentence seeks, if any."""
        sentence = read.sentence
        if sentence.does("tag"):
            return "right"
        for frame in (
            ("leave", "inverted", "right", "okay") if not sentence.is_wh or sentence.does("forward") else ()
        ):
            if sentence.does(frame):
                return frame
        if (
            sentence.marked
            and not sentence.is_wh
            and (read.given or (self.before and self.before.given and len(sentence.words) < 6))
        ):
            return "okay"
        return ""

    def _settle(self) -> None:
        """Puts together what the sentences said: choices are questions, and a topic left hanging is one, if
        nothing else is asked."""
        for place, given in self.given.items():
            values = {g.value for g in given if g.op != "ne"}
            if len(values) > 1 and (self.choice or self.seeks in ("", "okay", "inverted")):
                self.asked[place] = self.table.detail(*place) is not None
                self.seeks = self.seeks if self.seeks in ("leave", "right") else ""
        if not self.given and self.seeks in ("okay", "inverted"):
            self.seeks, self.puzzling = "", not self.open and not self.closing
        if self.seeks == "okay" and len(self.given) > 2:  # that much is a summary
            self.seeks = "right"
        if not self.confirming:
            self.asked.update({p: has for p, has in self.listed.items() if p not in self.asked})
        if True not in self.asked.values() and not self.seeks and self.asking:
            hanging = self.hanging or (self.aside if self.choice else {})
            self.asked = hanging if True in hanging.values() else self.asked or hanging

    @property
    def confirming(self) -> bool:
        return self.seeks in ("leave", "right")

    def _is_news(self, read: _Read) -> bool:
        """Does the sentence say that something has sold out? Notes what: the things named last before the
        news, else those after it."""
        sentence = read.sentence
        if self.listing and sentence.listed and read.nouns and self.out is not None:
            self.out |= frozenset([n for _, ns in read.nouns for n in ns])
            return True
        hits = books.frame("news").find(masked(sentence, read.nouns))
        before = sentence.basics[: hits[0].start] if hits else []
        if (
            not hits
            or (sentence.first and sentence.marked)
            or before[-1:] in (["not"], ["never"], ["nothing"])
            or books.frame("supposes").has(before)
        ):
            return False
        groups = _groups(read.nouns, sentence)
        things = [ns for span, ns in groups if span.start < hits[0].start][-1:] or [ns for _, ns in groups][
            :1
        ]
        self.out = (self.out or frozenset()) | (things[0] if things else self.here)
        self.listing = sentence.text.rstrip().endswith(":")
        return True


_JOINS = frozenset(
    "and or the a an your for of in both also with as well plus to these those one what about how".split()
)
_WH = frozenset("what which how when why who where".split())


def _groups(
    nouns: Sequence[tuple[Span, frozenset[int]]], sentence: Sentence
) -> list[tuple[Span, frozenset[int]]]:
    """Nouns that are named in one breath, together: the kettle and the parka."""
    found: list[tuple[Span, frozenset[int]]] = []
    for span, things in nouns:
        if found and all(w in _JOINS for w in sentence.words[found[-1][0].end : span.start]):
            found[-1] = (Span(found[-1][0].start, span.end), found[-1][1] | things)
        else:
            found.append((span, things))
    return found


def _without_grounds(
    topics: list[tuple[Span, Place, bool]], sentence: Sentence
) -> list[tuple[Span, Place, bool]]:
    """What should decide, price or rating? That asks for neither of the two, but for what decides."""
    if not any(place[1] == "preference" for _, place, _ in topics) or (
        "and" in sentence.words and "or" not in sentence.words
    ):
        return topics
    return [t for t in topics if t[1][1] not in COMMON]


class _Owner:
    """Which of the things named in a sentence a word belongs to: those of its clause, else of the whole
    sentence."""

    def __init__(
        self, sentence: Sentence, nouns: Sequence[tuple[Span, frozenset[int]]], starts: Sequence[int]
    ) -> None:
        self.nouns, self.starts = nouns, starts
        self.breaks = (
            [n for n, word in enumerate(sentence.words) if n and word in _WH] if len(nouns) > 1 else []
        )

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
    def _of(at: int, nouns: Sequence[tuple[Span, frozenset[int]]], starts: Sequence[int]) -> frozenset[int]:
        before = [things for span, things in nouns if span.start <= at]
        after = [things for span, things in nouns if span.start > at]
        if not before or not after:
            return (before[-1] if before else after[0]) if before or after else frozenset()
        leading = (
            not starts or nouns[0][0].start < starts[0]
        )  # "the kettle's colour", not "the colour of the kettle"
        return before[-1] if leading else after[0]
