"""Where things and topics are mentioned: things by their nouns, topics by their labels, by the words that ask
for them, or by a value."""

from bisect import bisect
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import compress
from typing import Any, Generic, NamedTuple, TypeVar

from ..catalog.schema import Attribute, Category, Choice, Option
from ..core.task import Detail, Thing
from ..core.values import lazy
from . import books
from .books import Topic, stems_of
from .everyday import is_said_of_people
from .message import STARTS, Sentence, Span

T = TypeVar("T")
_Entries = tuple[tuple[tuple[str, ...], T], ...]
_Starts = tuple[_Entries[T], dict[str, _Entries[T]]]  # of one word alone; with them, those by the next word
Place = tuple[int, str]  # (number of the thing, topic)
IT = "it"
PERSON = "recipient"  # who may be asked for by name
COUNTED = ("quantity", "pieces", "count", "shortlist")  # what "how many" may be about
OTHERS = "others"  # the topic of how many more things matter
TOGETHER = " with "  # in links of two numbers that are chosen together
# what a customer who wishes for something may be asked without having said a word of it
WISHED = ("quantity", "price", "rating", "shipping_days", "brand", "closeness")


class Words(Generic[T]):
    """Phrases of exact words, by their first two."""

    def __init__(self, phrases: Iterable[tuple[str, T]]) -> None:
        entries = dict.fromkeys([(stems, what) for phrase, what in phrases if (stems := stems_of(phrase))])
        self._first: dict[str, _Starts[T]] = {}
        self.with_it = any(IT in stems and len(stems) > 1 for stems, _ in entries)
        starts: dict[str, list[tuple[tuple[str, ...], T]]] = {}
        for entry in entries:
            starts.setdefault(entry[0][0], []).append(entry)
        for word, own in starts.items():  # in tuples, which the garbage collector passes over
            seconds = dict.fromkeys([stems[1] for stems, _ in own if len(stems) > 1])
            self._first[word] = (
                tuple([e for e in own if len(e[0]) == 1]),
                {second: tuple([e for e in own if e[0][1:2] in ((), (second,))]) for second in seconds},
            )

    def __bool__(self) -> bool:
        return bool(self._first)

    def find(self, stems: tuple[str, ...]) -> list[tuple[Span, T]]:
        found: list[tuple[Span, T]] = []
        first = self._first
        if first.keys().isdisjoint(stems):
            return found
        last = len(stems) - 1
        for n in compress(range(len(stems)), map(first.__contains__, stems)):
            alone, longer = first[stems[n]]
            for phrase, what in longer.get(stems[n + 1], alone) if n < last and longer else alone:
                size = len(phrase)
                if size < 3 or stems[n : n + size] == phrase:
                    found.append((Span(n, n + size), what))
        return found


class Facets(NamedTuple):
    """What can be said of the things of a category."""

    names: Words[tuple[str, bool]]  # topic, and whether it is a sure sign
    values: Words[tuple[str, str | int]]  # topic, value
    heads: Words[tuple[str, str | int]]  # the last words of values: steel, glass
    kinds: Words[None]  # what products are called by several words: photo frame, cabin case
    labels: dict[str, str]


def facets_of(category: Category) -> Facets:
    """Made once for each category, and kept with it."""
    kept = category.__dict__
    if "facets_heard" not in kept:
        kinds = [name for kind in category.kinds for name in kind.words]
        kept["facets_heard"] = _facets((*category.filters, *category.options), kinds)
    found: Facets = kept["facets_heard"]
    return found


def _facets(things: Sequence[Attribute | Option], kinds: Sequence[str]) -> Facets:
    sure = [(t.name, stems_of(words)) for t in things for words in (t.label, t.name.replace("_", " "))]
    names = [(" ".join(stems), (name, True)) for name, stems in sure]
    names += [
        (words, (t.name, " " in words))
        for t in things
        for cue in t.cues
        for words in (cue, *_done(cue))
        if (t.name, stems_of(words)) not in sure
    ]
    names += [(f"your {owned}", (t.name, True)) for t in things for owned in _owned(t.label)]
    values = [
        (words, (t.name, c.value))
        for t in things
        for c in t.choices
        for words in (*_printed(t, c.value, c.label), *(_spoken(c) if isinstance(t, Option) else ()))
    ]
    heads = [
        (words[-1], (t.name, c.value))
        for t in things
        for c in t.choices
        if len(words := c.label.split()) > 1 and words[-1].isalpha() and not words[0][0].isdigit()
    ]  # but for units, since the W of 12 W would be heard in every "with"
    tails = [" ".join(name.split()[n:]) for name in kinds for n in range(len(name.split()) - 1)]
    return Facets(
        names=Words(names),
        values=Words(values),
        heads=Words(heads),
        kinds=Words([(name, None) for name in tails]),
        labels={t.name: t.label for t in things},
    )


_CLASSED = ("type", "size")


def _owned(label: str) -> tuple[str, ...]:
    """What the customer has that a label sorts: your hair, of the hair type."""
    words = [w for w in label.split() if w not in ("intended", "recommended")]
    return (words[0],) if len(words) == 2 and words[1] in _CLASSED and words[0] not in _PARTS else ()


_PARTS = ("pack", "bottle", "tyre", "wheel", "waist")  # of the product itself


def _done(cue: str) -> tuple[str, ...]:
    """How a cue sounds where it is what somebody does: clean, cleaned."""
    if " " in cue or not cue.isalpha() or len(cue) < 4 or cue.endswith(("ed", "ing", "s", "y")):
        return ()
    return (f"{cue}d" if cue.endswith("e") else f"{cue}ed",)


def _printed(t: Attribute | Option, value: str | int, label: str) -> tuple[str, ...]:
    """How a value may be written: as the catalogue prints it, or as tools show it; in thousands, with a point
    as well."""
    unit = getattr(t, "unit", "")
    shown = f"{value} {unit}" if isinstance(value, int) else value
    words = label.split()
    close = "".join(words) if len(words) == 2 and words[0].replace(".", "").isdigit() else label
    return tuple(dict.fromkeys((label, shown, close, f"{value}-{unit}" if unit else label)))


def _spoken(c: Choice) -> tuple[str, ...]:
    """How people say a value of an option."""
    return (*c.says, *books.sizes(c.label))


@lru_cache(maxsize=4096)
def _own(details: tuple[tuple[str, str, tuple[str, ...]], ...]) -> Words[tuple[str, bool]]:
    """Topics that no category has, by their own labels and cues."""
    return Words(
        [(words, (topic, " " in words)) for topic, label, cues in details for words in (label, *cues)]
    )


class Table:
    """The things on the table, with what can be asked of each."""

    def __init__(
        self,
        things: tuple[Thing, ...],
        categories: Sequence[Category | None],
        latest: int = 0,
        today: int = 0,
        starts: tuple[int, ...] = (0,),
    ) -> None:
        self.starts = starts  # the first things of matters
        self.things, self.categories, self.latest, self.today = things, categories, latest, today
        self.facets = [facets_of(c) if c is not None else None for c in categories]
        self.distinct = list({id(f): f for f in self.facets if f is not None}.values())
        self.sorts = [sort_of(t) for t in things]
        self.nouns = _nouns(tuple([(t.noun, t.plural, t.called) for t in things]))
        self.own = [_own(_apart(t.details, f)) for t, f in zip(things, self.facets, strict=True)]
        self._details = [{d.topic: d for d in reversed(t.details)} for t in things]
        self.has_common = any(" in common with the " in d.topic for t in things for d in t.details)
        self.is_gone = any(
            d.topic.startswith("old ") for t in things for d in t.details
        )  # from the beginning
        self.has_fallback = any(t.fallback is not None for t in things)
        self._called = [{d.label: d.topic for d in t.details if " " in d.label} for t in things]
        self.askable: dict[tuple[int, ...], dict[str, list[Place]]] = {}  # by the things, as it comes up
        self.heard: dict[str, Any] = {}  # what was made of messages, for those who say the same again

    @lazy
    def labels(self) -> list[tuple[Words[tuple[str, bool]], frozenset[int]]]:
        """Names of topics, each with the things that go by them."""
        known: dict[int, tuple[Words[tuple[str, bool]], list[int]]] = {}
        for n, facets in enumerate(self.facets):
            for words in (self.own[n], *([facets.names] if facets is not None else [])):
                if not words:
                    continue
                known.setdefault(id(words), (words, []))[1].append(n)
        return [(words, frozenset(things)) for words, things in known.values()]

    def have(self, name: str) -> frozenset[int]:
        """The things that a topic of this name can be told of."""
        return frozenset([n for n, f in enumerate(self.facets) if f is not None and name in f.labels])

    def matter(self, n: int) -> int:
        """Which matter a thing belongs to."""
        return bisect(self.starts, n)

    def detail(self, n: int, topic: str) -> Detail | None:
        return self._details[n].get(topic)

    def place(self, n: int, topic: Topic) -> Place | None:
        """The detail that a question of this kind is for, if the thing has one."""
        details = self._details[n]
        for name in topic.topics:
            if name == "match":
                for d in self.things[n].details:
                    if d.topic == name or d.topic.startswith("match with"):
                        return n, d.topic
            elif name in details:
                return n, name
            elif name in self._called[n]:  # the intended use, whatever a category calls it
                return n, self._called[n][name]
        return None

    def label(self, n: int, topic: str) -> str:
        d, facets = self.detail(n, topic), self.facets[n]
        return d.label if d is not None else facets.labels.get(topic, topic) if facets is not None else topic

    def is_called(self, word: str) -> bool:
        """Is it the last word of what a thing is called: the desk, of an office desk?"""
        (stem,) = stems_of(word) or ("",)
        names = [name for t in self.things for name in (t.noun, t.plural, *t.called)]
        return any(stems_of(name)[-1:] == (stem,) for name in names)

    def named(self, sentence: Sentence) -> list[tuple[Span, frozenset[int]]]:
        """The things that a sentence names, in order; by the whole noun, or by the last word of it where only
        one goes by that."""
        found = [(span, frozenset(what)) for span, what in self.nouns.find(sentence.stems)]
        return sorted(_outermost(found)) if len(found) > 1 else found


TABLES = 256  # of talks that go on, since most messages are about the same things as the one before
_TABLES: dict[tuple[int, ...], Table] = {}


def table_of(
    things: tuple[Thing, ...],
    categories: Sequence[Category | None],
    latest: int,
    today: int,
    starts: tuple[int, ...],
) -> Table:
    """The table with these things; a table holds what it is known by, so that no address is used again."""
    key = (latest, today, *starts, *map(id, things), *map(id, categories))
    table = _TABLES.get(key)
    if table is None:
        if len(_TABLES) >= TABLES:
            _TABLES.clear()
        table = _TABLES[key] = Table(things, categories, latest, today, starts)
    return table


def sort_of(thing: Thing) -> str:
    """Is it something to be had, or something that was bought?"""
    facts = books.facts()
    for d in thing.details:
        if d.topic in facts and d.role in ("fact", "quantity"):
            return "fact"
    return "wish"


def _apart(
    details: tuple[Detail, ...], facets: Facets | None
) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    known = books.topics()
    return tuple(
        [
            (d.topic, d.label, d.cues if not d.topic.startswith("match ") else ())
            for d in details
            if d.topic not in known
            and not d.topic.startswith("old ")
            and (facets is None or d.topic not in facets.labels)
        ]
    )


@lru_cache(maxsize=1024)
def _nouns(called: tuple[tuple[str, str, tuple[str, ...]], ...]) -> Words[tuple[int, ...]]:
    whole: dict[str, list[int]] = {}
    heads: dict[str, list[int]] = {}
    for n, (noun, plural, words) in enumerate(called):
        for name in dict.fromkeys(
            (noun, plural, noun.removeprefix("pair of "), plural.removeprefix("pairs of "), *words)
        ):
            whole.setdefault(name, []).append(n)
            stems = stems_of(name)
            if len(stems) > 1:
                heads.setdefault(stems[-1], []).append(n)
    nouns = {called[n][0] for n in range(len(called))}
    short = {
        h: ns
        for h, ns in heads.items()
        if len({called[n][0] for n in ns}) == 1
        and h not in whole
        and len(nouns) > 1
        and not books.asks().has([books.basic(h)])  # the day of "wash day", the box of "storage box"
    }
    return Words(
        [
            *((name, tuple(dict.fromkeys(ns))) for name, ns in whole.items()),
            *((h, tuple(dict.fromkeys(ns))) for h, ns in short.items()),
        ]
    )


def _outermost(found: list[tuple[Span, T]]) -> list[tuple[Span, T]]:
    return [(span, what) for span, what in found if not any(span.within(other) for other, _ in found)]


class Asked(NamedTuple):
    """A topic that is mentioned: where, how many words say so, whether they are a sure sign, and of what."""

    span: Span
    size: int
    sure: bool
    topic: Topic
    label: bool = False  # is it called by its name?
    things: frozenset[int] | None = None  # of which it can be said; None: of any

    @property
    def whole(self) -> bool:
        """Do the words stand together?"""
        return self.size == self.span.end - self.span.start

    @property
    def weight(self) -> int:
        return 2 * self.size + self.label - 2 * self.topic.general - (not self.whole)


def mentioned(table: Table, sentence: Sentence, named: Sequence[tuple[Span, frozenset[int]]]) -> list[Asked]:
    """Topics by their labels and by what asks for them; the words of nouns and idioms ask for nothing."""
    found = [
        Asked(Span(start, end), size, sure, topic)
        for start, end, size, (topic, sure) in books.asks().find(masked(sentence, named))
    ]
    if clauses := sentence.clauses:
        found = [a for a in found if not any(a.span.start < n < a.span.end - 2 for n in clauses)]
    if colons := sentence.colons:
        found = [a for a in found if not any(a.span.start < n < a.span.end for n in colons)]
    for words, things in table.labels:
        for span, (name, sure) in words.find(sentence.stems):
            before = sentence.words[span.start - 1 : span.start]
            own = before in (["my"], ["our"]) and not sentence.does("variant")  # but: our colour options
            if own or _is_verb(sentence, span) or _is_of_agent(sentence, span) or _tells_us(sentence, span):
                continue  # my system is slow today
            sure = sure or before == ["how"]  # how wide
            sure = sure or (sentence.first == "how" and span.end == len(sentence.words))  # how … cleaned?
            found.append(Asked(span, span.end - span.start, sure, _facet(name), True, things))
    found += _of_it(table, sentence, named)
    found += _in_half(table, sentence, named)
    if not found:
        return found
    if clauses:  # give me the colour and how many
        found = [a for a in found if a.label or a.whole or not _spans_label(a, found, clauses)]
    found = _without_leads(found, sentence)
    kinds = [span for f in table.distinct for span, _ in f.kinds.find(sentence.stems)]
    shown = [
        Span(s.end, sentence.part(s.end - 1).end)
        for s in sentence.frames.get("shows", ())
        if not any(s.meets(noun) for noun, _ in named)  # which document camera
    ]
    mute = [*[span for span, _ in named], *kinds, *shown]
    idioms = sentence.frames.get("idiom", ())
    mute += idioms
    fitting = sentence.frames.get("candidates", ())  # ten of them fit; but not: and the fit?
    named_alone = sentence.marked and len(sentence.words) < ALONE  # replacement fit?
    if named_alone or ("how" in sentence.words and "many" not in sentence.words):  # how should they match?
        fitting = ()
    mute += [
        c
        for c in fitting
        if c.start
        and c.start not in sentence.joints
        and sentence.words[c.start - 1] not in _BEFORE_NAME
        and (c.end == c.start + 1 or sentence.words[c.end - 2] not in _OF)
    ]
    named_apart = [a for a in found if a.label and _is_in_gap(a.span, idioms, sentence)] if idioms else []
    found = [a for a in found if a in named_apart or not _is_covered(a.span, mute)]
    if idioms:  # which number or name should I go for?
        found = [a for a in found if a.whole or not any(i.start <= a.span.start < i.end - 1 for i in idioms)]
    if len(found) > 1:
        found = _without_preamble(_without_lead_up(found, sentence), sentence, "fact" in table.sorts)
    return _without_asides(_without_counted(found, sentence, named), sentence)


def _spans_label(a: Asked, found: Sequence[Asked], clauses: Sequence[int]) -> bool:
    """Does it reach over a label into the next question?"""
    inner = [o.span for o in found if o.label and o.sure and a.span.start < o.span.start]
    begin = next((n for n in clauses if a.span.start < n < a.span.end), 0)
    return any(span.end <= begin for span in inner)


def _without_lead_up(found: list[Asked], sentence: Sentence) -> list[Asked]:
    """Without what the agent says of itself before a colon: for the shipping label I have to ask: is it
    safe?"""
    begin = sentence.question
    if (
        not begin
        or sentence.first
        or not (sentence.announces or not _SPEAKERS.isdisjoint(sentence.words[:begin]))
        or not any(a.sure and a.span.start >= begin for a in found)
    ):
        return found
    return [a for a in found if a.label or a.span.start >= begin]


_SPEAKERS = frozenset("i we".split())
ALONE = 3  # words of a question that has a verb
PREAMBLE = 6  # words that a preamble has at least
_FINITE = frozenset(
    "is are was were am has have had can could will would may might must does do did knows".split()
)
_OPEN = frozenset("miss missing open need unclear unsure require lack blank remain sure decide left".split())
_SPOKEN = frozenset("say mention tell want need care like prefer matter ask choose mind".split())


def _without_preamble(found: list[Asked], sentence: Sentence, bought: bool) -> list[Asked]:
    """Without what is told before the question comes: it could be sent from one of several places - how long
    can you wait? What the customer said, and what is still open, is asked for there as well; and "which one"
    asks for nothing of its own where nothing was bought."""
    if sentence.first:
        return found
    leads = [h.start for h in sentence.frames.get("leads_up", ())]
    clauses = [n for n in sentence.clauses if not _is_relative(sentence.words[n : n + 2])]
    begin = min([*leads, *clauses], default=0)
    if begin < PREAMBLE or sentence.words[begin - 1] in _GOES_ON or sentence.colons:
        return found
    before = sentence.basics[:begin]
    asks = any(a.sure and a.span.start >= begin for a in found if bought or a.topic.name != "turn")
    if not asks or _FINITE.isdisjoint(sentence.words[:begin]) or not _OPEN.isdisjoint(before):
        return found
    if "you" in before and not _SPOKEN.isdisjoint(before):
        return found
    return [a for a in found if a.span.end > begin or (a.label and sentence.is_quiet(a.span.start))]


_BEFORE_NAME = frozenset(
    "the your this these those a its in of by on for with about which what any regarding and or is "
    "desired particular preferred specific certain exact".split()
)
_OF = frozenset("of in the".split())  # results with all kinds of fitting
_GOES_ON = frozenset("and or also plus know".split())


def _is_relative(words: Sequence[str]) -> bool:
    """The colour, which you care about: that asks nothing."""
    return len(words) > 1 and words[0] == "which" and words[1] in _SUBJECTS | _FINITE


_THE = (["the"], ["your"], ["this"], ["that"], ["these"], ["those"])


def _of_it(table: Table, sentence: Sentence, named: Sequence[tuple[Span, frozenset[int]]]) -> Iterable[Asked]:
    """Questions for a topic in which a noun stands in the place of "it": who is the drill for?"""
    if sentence.first not in ("who", "where", "how", "what") or not named:
        return
    noun, _ = named[0]
    begin = noun.start - (sentence.words[noun.start - 1 : noun.start] in _THE)
    stems = (*sentence.stems[:begin], IT, *sentence.stems[noun.end :])
    shift = noun.end - begin - 1
    for words, things in table.labels:
        for span, (name, sure) in words.find(stems) if words.with_it else ():
            if sure and span.start <= begin < span.end and span.end - span.start > 1:
                yield Asked(
                    Span(span.start, span.end + shift),
                    span.end - span.start,
                    sure,
                    _facet(name),
                    True,
                    things,
                )


def _in_half(
    table: Table, sentence: Sentence, named: Sequence[tuple[Span, frozenset[int]]]
) -> Iterable[Asked]:
    """Topics asked for in the words in which customers speak of them: how much should it be able to carry?"""
    for start, end, size, name in books.spoken().find(masked(sentence, named, ended=True)):
        if things := table.have(name):
            yield Asked(Span(start, end), size, True, _facet(name), True, things)


def _without_leads(found: list[Asked], sentence: Sentence) -> list[Asked]:
    """Without words that lead up to a label: what you need by the packaging is no day."""
    if "by" not in sentence.words:
        return found
    labels = {a.span.start for a in found if a.label and a.sure}
    return [
        a
        for a in found
        if a.label
        or sentence.words[a.span.end - 1] != "by"
        or sentence.words[a.span.end : a.span.end + 1] not in (["the"], ["its"], ["your"])
        or a.span.end + 1 not in labels
    ]


def _without_counted(
    found: list[Asked], sentence: Sentence, named: Sequence[tuple[Span, frozenset[int]]]
) -> list[Asked]:
    """How many are you unhappy with? What follows in that clause says which are counted, and asks no more."""
    words = sentence.words
    if "one" in words:  # more than one colour
        labels = {a.span.start for a in found if a.label}
        found = [
            a
            for a in found
            if a.topic.name not in COUNTED or words[a.span.end - 1] != "one" or a.span.end not in labels
        ]
    found = [a for a in found if not _counts_others(a, sentence, named)]
    if "how" not in words:
        return found
    found = [a for a in found if a.topic.name not in COUNTED or not _counts_time(sentence, a.span)]
    clauses = [
        Span(a.span.start + 2, sentence.part(a.span.start).end)
        for a in found
        if a.topic.name in COUNTED and words[a.span.start : a.span.start + 2] == ["how", "many"]
    ]
    return [
        a
        for a in found
        if a.label
        or a.topic.name in COUNTED
        or a.topic.sort != "fact"
        or not any(c.start <= a.span.start < c.end for c in clauses)
    ]


_UNITS = frozenset("piece unit item pack box bottle pair set tube bag copy extra spare order then or".split())
_FEW = frozenset("two three four few couple several".split())


def _counts_others(a: Asked, sentence: Sentence, named: Sequence[tuple[Span, frozenset[int]]]) -> bool:
    """Are other things counted than those that are named: could you attach one or two pictures?"""
    if a.label or a.topic.name not in COUNTED:
        return False
    words, end = sentence.words, a.span.end
    after = words[end : end + 1]
    several = words[end - 1] in _FEW or words[end - 3 : end] == ["more", "than", "one"]
    if not several or end in sentence.joints:
        return False
    beside = any(end <= span.start < end + 4 and "of" not in words[end + 1 : span.start] for span, _ in named)
    return after != [] and not beside and not books.are_general(after) and books.stem(after[0]) not in _UNITS


_TIMES = frozenset("day week month year hour minute".split())


def _counts_time(sentence: Sentence, span: Span) -> bool:
    """How many days is it since you ordered it?"""
    return sentence.words[span.start : span.start + 2] == ["how", "many"] and not _TIMES.isdisjoint(
        sentence.basics[span.start + 2 : span.start + 3]
    )


_CONDITIONS = frozenset("if since because while although before after once unless".split())
_SUBJECTS = frozenset("you i we it they the this".split())
_ROUGHLY = frozenset("roughly approximately about around exactly and or".split())
_TELLS = frozenset("tell know say remember recall state ask mention indicate share give about of".split())


def _without_asides(found: list[Asked], sentence: Sentence) -> list[Asked]:
    """Without what stands in an aside: how much was it when you bought it? If several fit, which is first?"""
    words = sentence.words
    found = _without_work(found, sentence)
    if sentence.asides:
        found = [a for a in found if not _is_covered(a.span, sentence.asides)]
    begin = words.index("when") if "when" in words[:-1] else None
    if begin is not None and (words[begin - 1] in _ROUGHLY or _is_listed(sentence, begin)):
        return found  # I need two things: roughly when you bought it, and …
    if words and words[0] in _CONDITIONS and words[1:3] not in _REQUESTS and sentence.joints:
        if words[0] == "if" and (_is_to_know(sentence) or _is_known(sentence)):
            return found  # if it has been used I need to know
        if words[1:2] in (["i"], ["we"]) and words[2:3] in _LEARN:
            return [a for a in found if a.span.start < sentence.joints[0]] or found  # once I know which, …
        begin = 0
    elif words[:1] == ["to"] and (end := _purpose(sentence)):  # to assess the issue, could you send a photo?
        return _or_all([a for a in found if a.span.start >= end or (a.label and a.sure)], found)
    elif begin is None or words[begin + 1] not in _SUBJECTS or not _TELLS.isdisjoint(sentence.basics[:begin]):
        return found
    if sentence.basics[begin + 2 : begin + 3] in _THINKS:
        return found  # when you think about the colour, what is it to be?
    end = next((n for n in sentence.joints if n > begin), len(words))
    named = [a for a in found if a.label and sentence.is_quiet(a.span.start)]
    behind = [a for a in found if begin < a.span.start < end < a.span.end]  # if a list, how long?
    return _or_all([a for a in found if not begin <= a.span.start < end or a in (*named, *behind)], found)


def _is_listed(sentence: Sentence, at: int) -> bool:
    """Is it the first of the things that are asked for: when you bought it, and how many you got?"""
    if at in sentence.colons or not STARTS.isdisjoint(sentence.words[:at]):
        return at in sentence.colons
    end = next((n for n in sentence.joints if n > at), None)
    joined = end is not None and sentence.words[end : end + 1] in (["and"], ["plus"])
    return joined or (sentence.first == "" and any(n > at for n in sentence.clauses))


def _is_to_know(sentence: Sentence) -> bool:
    """Does a condition end in what the agent wants to know, with no question of its own behind it?"""
    end = next(iter(sentence.joints), len(sentence.words))
    wish = sentence.basics[max(0, end - 5) : end]
    return wish[-1:] in _LEARN and ("i" in wish or "we" in wish)


def _is_known(sentence: Sentence) -> bool:
    """Is it told if it is known: if you remember the date, tell me?"""
    known = sentence.basics[1:2] == ["you"] and not _KNOWN.isdisjoint(sentence.basics[2:4])
    return known and sentence.begs and sentence.does("begs")


_KNOWN = frozenset("remember recall know recollect".split())


def _or_all(others: list[Asked], found: list[Asked]) -> list[Asked]:
    return others if any(a.sure for a in others) else found


def _purpose(sentence: Sentence) -> int:
    """Where the question begins behind what it is for, if it does behind the first comma."""
    begin = next(iter(sentence.joints), 0)
    asks = sentence.words[begin : begin + 1]
    return begin if asks and (asks[0] in STARTS or asks[0] in _ASKING) else 0


_ASKING = frozenset("i we you please kindly tell let".split())


def _without_work(found: list[Asked], sentence: Sentence) -> list[Asked]:
    """Without what the agent is going to do: before I go off and search; so I can order."""
    words = sentence.words
    if _WORK.isdisjoint(words):
        return found
    work = [
        n
        for n, w in enumerate(words[1:-1], 1)
        if words[n + 1] in ("i", "we") and w in _WORK and (w != "so" or words[n + 2 : n + 3] in _CAN)
    ]
    if not work:
        return found
    end = next((n for n in sentence.joints if n > work[-1]), len(words))
    return [a for a in found if (a.label and a.sure) or not work[-1] <= a.span.start < end]


_REQUESTS = (["you", "could"], ["you", "can"], ["you", "would"])  # if you could pop in the colour
_THINKS = (["think"], ["consider"], ["picture"], ["imagine"], ["choose"], ["pick"])
_LEARN = (["know"], ["knew"], ["had"], ["hear"], ["learn"])
_WORK = frozenset("before while until so".split())
_CAN = (["can"], ["could"], ["do"])
_ACTORS = frozenset(
    "you i we they it people them both several some many none can could will would must should may".split()
)
_POINTERS = ("that", "this", "these", "those")
_AUXILIARIES = (["would"], ["do"], ["does"], ["did"], ["will"], ["could"], ["should"], ["can"])
_OBJECTS = frozenset("everything all what".split())
_ANTECEDENTS = (["ones"], ["those"], ["all"], ["several"], ["products"], ["items"])  # the ones that fit
_NOT_BEFORE_VERB = frozenset(
    "the a an your its this that which what any particular certain specific of for on and or".split()
)
_BEFORE_TO = frozenset("need needs have has want wants like able going had try trying supposed".split())


def _is_verb(sentence: Sentence, span: Span) -> bool:
    """Is this word what somebody does: do you care, it has to fit, they match?"""
    if span.end - span.start > 1 or not books.is_verb(sentence.words[span.start]):
        return False
    if span.start == 0:  # care to tell me?
        return sentence.words[1:2] == ["to"]
    if sentence.first == "how":  # how should it fit?
        return False
    before, after = sentence.words[span.start - 1], sentence.words[span.end : span.end + 1]
    if span.start not in sentence.joints and before in _ACTORS:
        return True
    if before in _POINTERS and sentence.words[span.start - 2 : span.start - 1] in _AUXILIARIES:
        return True  # would that fit
    if before in ("that", "not") and (
        not after or after[0] in _NOT_BEFORE_VERB or span.end in sentence.joints
    ):
        return before == "not" or sentence.words[span.start - 2 : span.start - 1] in _ANTECEDENTS
    if before == "to" and span.start > 1 and sentence.words[span.start - 2] in _BEFORE_TO:
        return True
    follows = bool(after) and after[0] in _OBJECTS and span.end not in sentence.joints
    return follows and (before == "that" or before not in _NOT_BEFORE_VERB)  # that covers everything


def _tells_us(sentence: Sentence, span: Span) -> bool:
    """Is it what makes the agent ask: the system is prompting me for the colour?"""
    words, basics, at = sentence.words, sentence.basics, span.end
    while at < len(words) and words[at] in _BESIDE_VERB:
        at += 1
    telling = basics[at : at + 1] != [] and basics[at] in _TELLS_US and words[at] != basics[at]
    return telling and words[at + 1 : at + 2] in (["me"], ["us"])


_BESIDE_VERB = frozenset("is was has had keeps still also just always now been only even".split())
_TELLS_US = frozenset("prompt ask tell want need require demand show remind force make".split())


def _is_of_agent(sentence: Sentence, span: Span) -> bool:
    """Is it what the agent does: one that I have not set yet; which I put on top? But: how should I clean
    it?"""
    before = sentence.words[max(0, span.start - 4) : span.start]
    if _AGENTS.isdisjoint(before) or sentence.first == "how" or not is_said_of_people(sentence, span):
        return False
    return [w for w in before if w in _PERSONS][-1] in _AGENTS


_AGENTS = frozenset("i we".split())
_PERSONS = frozenset("i we you they".split())


def masked(
    sentence: Sentence, named: Sequence[tuple[Span, frozenset[int]]], ended: bool = False
) -> list[str]:
    """The words of a sentence in their basic form, without those of nouns; with the mark at its end."""
    known = sentence.ended if ended else sentence.basics
    if not named:
        return known
    words = list(known)
    for span, _ in named:
        words[span.start : span.end] = [""] * (span.end - span.start)
    return words


def _is_in_gap(span: Span, idioms: Sequence[Span], sentence: Sentence) -> bool:
    """Is it what somebody does something with: your message leaves the colour open?"""
    inner = any(i.start < span.start - 1 and span.end < i.end for i in idioms)
    return inner and sentence.words[span.start - 1 : span.start] in _THE


def _is_covered(span: Span, mute: Sequence[Span]) -> bool:
    start, end = span
    for first, last in mute:  # noqa: SIM110  a plain loop is cheaper than any()
        if first <= start and end <= last:
            return True
    return False


@lru_cache(maxsize=4096)
def _facet(name: str) -> Topic:
    known = books.topics().get(name)
    return known if known is not None else Topic(name, (name,), "wish")
