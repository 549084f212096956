"""One sentence: the things it names, the topics it mentions, the values it gives, and whose they are."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from ..core.values import Value, lazy
from . import books, opinion
from .mentions import COUNTED, WISHED, Asked, Place, Table, masked, mentioned
from .message import Sentence, Span
from .owners import Named, Owner, besides_values, groups, is_written, lines
from .plausibility import Found, inside, plausible
from .statements import (
    UNKNOWN,
    Statement,
    accepts,
    bound,
    facet_values,
    figures,
    rankings,
)
from .times import dates, of_order

FIRM = 4  # words that can hardly mean anything else
DOZEN = 12  # beyond which a number that may be a size is one
COMMON = ("price", "rating", "shipping_days")  # what products can be ranked by


Mention = tuple[Span, Place, bool]  # where, what, and whether the customer has it


class Given(Value):
    """A value that the message gives to a topic of a thing."""

    thing: int
    topic: str
    value: str | int
    op: str = "eq"
    words: str = ""  # of a date


class Read(NamedTuple):
    """What one sentence holds."""

    sentence: Sentence
    nouns: list[Named]
    topics: list[Mention]  # where, what, whether the customer has it
    given: list[tuple[int, Given]]
    labels: list[Span]  # of topics that are called by their names
    values: list[Span]  # of attributes and options
    firm: list[Span]  # of what is asked for in many words


class Scene(NamedTuple):
    """A sentence with its nouns, the values in it that could be some facet's, and whose what is."""

    sentence: Sentence
    nouns: list[Named]
    facets: list[Statement]
    owner: Owner
    facts: list[Span]  # what asks for facts: sealed or opened?


class Reader:
    """Reads the sentences of a message, one after the other."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.here: frozenset[int] = frozenset()  # things named last
        self.before: Read | None = None
        self.stems: tuple[str, ...] = ()  # of the sentence that is read
        self.which_order = False  # was it asked which of several orders is meant?

    def read(self, sentence: Sentence) -> Read:
        self.stems = sentence.stems
        nouns = [n for n in self.table.named(sentence) if not self._is_idiom(n[0], sentence)]
        facets = facet_values(self.table, sentence, [n for _, things in nouns for n in things])
        nouns = besides_values(self._nouns(sentence, nouns), facets, sentence)
        asked = _without_heads(mentioned(self.table, sentence, nouns), sentence)
        if idioms := sentence.frames.get("leave"):  # set up the return
            named = [a for a in asked if a.label and a.size > 1]  # the starting safety starts nothing
            asked = [a for a in asked if a in named or not any(inside(a.span, i) for i in idioms)]
        mentions = asked
        facets = [s for s in facets if not self._is_own_fact(s, asked)]
        if facets:  # rice water is no water, and a star may be a pattern
            values = [s.span for s in facets if is_written(s, sentence)]
            asked = [
                a
                for a in asked
                if not any(a.span.within(s.span) for s in facets) and (a.label or a.span not in values)
            ]
            asked = [a for a in asked if a.topic.name not in COUNTED or not self._is_choice(a.span, facets)]
            counted = [a.span for a in asked if a.topic.name in COUNTED and a.sure and a.size > 1]
            facets = [s for s in facets if not any(s.span.within(span) for span in counted)]  # a single plate
        if whole := [a.span for a in asked if a.size > 1 and a.sure and a.whole]:
            nouns = [n for n in nouns if not any(n[0].within(span) for span in whole)]
        labels = [a.span.start for a in asked if a.label and a.sure]
        starts = sorted(labels or [a.span.start for a in asked if a.sure])
        owner = Owner(sentence, groups(nouns, sentence), starts, lines(sentence, nouns, facets))
        owner.pair(nouns, [a.span for a in asked if a.label and a.sure] or [s.span for s in facets])
        questions = self._contents(_not_offered(asked, sentence))
        topics = self._resolve(questions, owner, sentence)
        facts: list[Span] = []
        if sentence.asks and topics:
            names = {topic for _, (_, topic), has in topics if has and _is_fact(topic)}
            facts = [a.span for a in mentions if not names.isdisjoint(a.topic.topics)]
        given = self._values(Scene(sentence, nouns, facets, owner, facts), topics)
        ranks = rankings(sentence, asked) if self._ranked else []
        given += [
            (at, Given(thing=n, topic="preference", value=way)) for at, way in ranks for n in self._ranked
        ]
        if any(g.topic == "preference" for _, g in given):  # cheapest first: that tells no price
            grounds = {way.split()[0] for _, way in ranks}
            topics = [t for t in topics if t[1][1] not in grounds and t[1][1] not in COMMON]
        labels_at = [a.span for a in asked if a.label]
        firm = [a.span for a in (*asked, *questions) if a.size >= FIRM]
        return Read(sentence, nouns, topics, given, labels_at, [s.span for s in facets], firm)

    def _is_choice(self, span: Span, facets: Sequence[Statement]) -> bool:
        """Are these words values to choose from, of a topic with a wish: single or pair?"""
        topics = {s.topic for s in facets if s.span.meets(span)}
        return any(
            len({s.value for s in facets if s.topic == topic}) > 1
            and any(self.table.detail(n, topic) for n in range(len(self.table.things)))
            for topic in topics
        )

    @staticmethod
    def _is_idiom(noun: Span, sentence: Sentence) -> bool:
        """Does it name nothing here: out of your hair?"""
        return any(noun.within(idiom) for idiom in sentence.frames.get("idiom", ()))

    @lazy
    def _ranked(self) -> list[int]:
        """Things of which several are to be put in order."""
        return [n for n in range(len(self.table.things)) if self.table.detail(n, "preference")]

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

    def _is_own_fact(self, s: Statement, asked: Sequence[Asked]) -> bool:
        """Is it a fact that is asked for, not a value that nobody has a wish about: still sealed?"""
        table, everything = self.table, range(len(self.table.things))
        facts = [a.topic for a in asked if a.span == s.span and a.topic.sort == "fact"]
        return any(table.place(n, t) for t in facts for n in everything) and not any(
            table.detail(n, s.topic) for n in everything
        )

    def scope(self, things: frozenset[int]) -> list[int]:
        """The things that are meant: those named beside, else those named last, else all, those of the latest
        matter first."""
        if len(things) == 1:
            return list(things)
        everything = range(len(self.table.things))
        latest = self.table.latest
        return sorted(things or self.here or everything, key=lambda n: (n < latest, n))

    def topics_of(self, things: frozenset[int]) -> dict[str, list[Place]]:
        """What can be asked of these things in words that are no label, each with the places it is for."""
        scope = tuple(self.scope(things))
        found = self.table.askable.get(scope)
        if found is None:
            found = {}
            for name in sorted(opinion.topics() & books.topics().keys()):
                topic = books.topics()[name]
                if places := [p for n in scope if (p := self.table.place(n, topic))]:
                    found[name] = places
            self.table.askable[scope] = found
        return found

    def _resolve(self, asked: Sequence[Asked], owner: Owner, sentence: Sentence) -> list[Mention]:
        """The places that the mentions are for; of those that overlap, what the customer has comes before
        what they have not."""
        found: list[Found] = []
        old = sentence.does("old")
        near = {a.span for a in asked if a.things is None or owner.of(a.span.start) & a.things}
        if (not sentence.asks and not sentence.listed) or self._points_back(sentence):
            asked = [a for a in asked if a.sure]  # a mere hint asks for nothing
        for a in self._of_these(asked, owner):
            a = self._in_the_past(a, sentence)
            beside = owner.of(a.span.start)
            if a.things is not None and a.span not in near:  # the nearest cannot have it, but another may
                beside = owner.named & a.things or beside
            if not any(self.table.things[n].shelf for n in beside):  # the mower of the garden project
                have = [n for n in owner.named if self.table.place(n, a.topic)]
                beside = frozenset(have) if beside and not any(n in beside for n in have) and have else beside
            if a.topic.name == "match" and (pair := self._to_match(owner)):
                places, has = [pair], True
            else:
                places, has = self._places(a, beside, old, old and sentence.does("new"))
            if places and (a.sure or has):
                alien = a.topic.sort != self.table.sorts[places[0][0]]
                found.append(
                    ((not a.sure, not has, alien - a.weight, a.span.start, -a.span.end), a, places, has)
                )
        found = plausible(found, sentence)
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
        topics = sorted([(span, place, has) for place, (span, has) in chosen.items()], key=lambda t: t[0])
        grounds = [span for span, (_, topic), _ in topics if topic in COMMON]
        if len(grounds) > 1 and self._ranked and _are_choices(sentence.words, grounds):
            place = (self._ranked[0], "preference")  # price or reviews?
            topics = [*(t for t in topics if t[1] != place), (grounds[0], place, True)]
        return _without_grounds(sorted(topics, key=lambda t: t[0]), sentence)

    def _to_match(self, owner: Owner) -> Place | None:
        """The match of two things that are both named: in what must the jug match the bowl?"""
        named = sorted(owner.named | self.here) if owner.named else []
        pairs = [(n, f"match with the {self.table.things[m].noun}") for n in named for m in owner.named]
        found = [p for p in pairs if self.table.detail(*p)]
        return found[0] if len(found) == 1 else None

    def _of_these(self, asked: Sequence[Asked], owner: Owner) -> list[Asked]:
        """Without labels of other things, where the words ask something of those that were named last: the
        number of pieces of the sunscreen, not of a set."""
        if owner.named or not self.here:
            return list(asked)
        plain = [a.span for a in asked if a.sure and not a.label and self._ask_here(a)]
        return [a for a in asked if not a.label or self._ask_here(a) or not any(map(a.span.meets, plain))]

    def _ask_here(self, a: Asked) -> bool:
        return any(self.table.place(n, a.topic) for n in self.here if a.things is None or n in a.things)

    def _points_back(self, sentence: Sentence) -> bool:
        """Is it a short question about the value that was just given: is that close enough?"""
        pointing = len(sentence.words) < 7 and not _POINTERS.isdisjoint(sentence.words)
        return pointing and self.before is not None and bool(self.before.given)

    def _in_the_past(self, a: Asked, sentence: Sentence) -> Asked:
        """How many there were, where a number of what was bought is asked for, and when that was."""
        if (
            a.topic.name == "shipping_days"
            and set(sentence.basics) >= _ORDERED
            and "want" not in sentence.basics
            and sentence.words[a.span.start] not in _SENT  # was it shipped standard or express?
        ):
            return a._replace(topic=books.topics()["placed"])
        if a.topic.name not in ("quantity", "pieces") or "fact" not in self.table.sorts:
            return a
        words = sentence.basics
        if "size" in words[a.span.start : a.span.end]:  # the size of the order
            return a._replace(topic=books.topics()["items"])
        if a.topic.name == "pieces":  # how many of the order go back?
            going = not _SENT_BACK.isdisjoint(words) and _HAD.isdisjoint(words) and words.count("many") < 2
            return a._replace(topic=books.topics()["count"]) if going else a
        past = not _BOUGHT.isdisjoint(words) and _SENT_BACK.isdisjoint(words)
        return a._replace(topic=books.topics()["pieces"]) if past else a

    def _places(self, a: Asked, beside: frozenset[int], old: bool, both: bool) -> tuple[list[Place], bool]:
        table = self.table
        scope = self.scope(beside)
        wished = both and any(
            table.place(n, a.topic) for n in scope
        )  # did it have that the new one must keep
        if old and not wished:
            past = [(n, f"old {a.topic.name}") for n in scope if table.detail(n, f"old {a.topic.name}")]
            if past:
                return past, True
            bought = [n for n in scope if table.sorts[n] == "fact"]
            if bought and len(bought) < len(scope) and not any(table.place(n, a.topic) for n in bought):
                return [(bought[0], a.topic.name)], False  # not how the new one should be
        if a.things is not None:
            scope = [n for n in scope if n in a.things] or (scope if not beside else [])
        have = [p for n in scope if (p := table.place(n, a.topic))]
        if not have and beside and a.topic.name == "match":  # how should it match the stove?
            with_it = {f"match with the {table.things[n].noun}" for n in beside}
            have = [(n, d.topic) for n, t in enumerate(table.things) for d in t.details if d.topic in with_it]
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
        mine = [n for n in scope if self.table.sorts[n] == "fact"] if a.topic.sort == "fact" else scope
        return [(n, a.topic.name) for n in mine[:1] if self._could(n, a.topic)], False

    def _contents(self, asked: Sequence[Asked]) -> Sequence[Asked]:
        """Was there a dock in the order? That asks for what else was in it only of the very thing that the
        customer knows of, and then for nothing that begins with a word of its name."""
        if "else" in self.stems or all(a.topic.name != "contents" for a in asked):
            return asked
        beside = [d for n in range(len(self.table.things)) if (d := self.table.detail(n, "beside"))]
        names = [frozenset(books.stems_of(str(d.value).partition(" ")[2])) for d in beside]
        names += [_in_common(d.says) for d in beside if d.value != UNKNOWN]
        known = frozenset().union(*[name for name in names if name <= set(self.stems)])
        unwanted = "contents" if known else "beside"
        left = [a for a in asked if a.topic.name != unwanted and self.stems[a.span.start] not in known]
        return [a._replace(size=max(a.size, FIRM)) if known and a.topic.name == "beside" else a for a in left]

    def _could(self, n: int, topic: books.Topic) -> bool:
        """Might somebody ask this of the thing, though the customer has nothing to say to it?"""
        facets = self.table.facets[n]
        if facets is not None and topic.name in facets.labels:
            return True
        return topic.sort == "fact" if self.table.sorts[n] == "fact" else topic.name in WISHED

    # values

    def _values(self, scene: Scene, topics: Sequence[Mention]) -> list[tuple[int, Given]]:
        """The values that a sentence gives, each with the things that it is said of."""
        found = [
            *self._facets(scene, topics),
            *self._figures(scene, topics),
            *self._facts(scene),
            *self._dates(scene),
        ]
        asides = scene.sentence.asides
        return [f for f in found if not any(a.start <= f[0] < a.end for a in asides)] if asides else found

    def _dates(self, scene: Scene) -> Iterator[tuple[int, Given]]:
        """Days of orders, each as far as the customer remembers any of it."""
        found = dates(scene.sentence, self.table.today)
        forgotten = ("placed",) if len(found) > 1 else ()  # one day that they cannot judge goes by
        for span, words, day in found:
            said = of_order(day, self.table.today)
            for n in self.scope(frozenset()):
                known = [t for t in said if (d := self.table.detail(n, t)) and d.value != UNKNOWN]
                for topic in known or [t for t in forgotten if self.table.detail(n, t)]:
                    yield span.start, Given(thing=n, topic=topic, value=said[topic], words=words)

    def _facets(self, scene: Scene, topics: Sequence[Mention]) -> Iterator[tuple[int, Given]]:
        """Values of attributes and options; of two topics with one value, the one called by its name."""
        if not scene.facets:
            return
        mentioned_now = topics or (self.before.topics if self.before else ())
        labels = {place[1] for _, place, _ in mentioned_now}
        spans = [span for span, _, _ in topics] if scene.sentence.is_wh else []  # how wide
        facets = [
            s
            for s in scene.facets
            if s.span not in spans
            and not any(inside(s.span, n) for n, _ in scene.nouns)
            and not any(s.span.meets(span) for span in scene.facts)
        ]
        for s in facets:
            rivals, beside = {o.topic for o in facets if o.span == s.span}, scene.owner.of(s.span.start)
            title = (s.topic == "brand" and not labels) or _goes_back(s.span, scene.sentence)
            if title and len({self.table.sorts[n] for n in beside}) > 1:
                continue  # the title of what goes back says nothing of the new one
            if len(rivals) == 1 or s.topic in labels or not self._have(beside, rivals & labels):
                yield from [(s.span.start, g) for g in self._owned(s, beside, rivals)]

    def _figures(self, scene: Scene, topics: Sequence[Mention]) -> Iterator[tuple[int, Given]]:
        """Numbers, but for those that are part of a question: just one, or several?"""
        if not scene.sentence.has_figures:
            return
        asking = scene.sentence.asks and not scene.sentence.does("right")
        labels = {place[1] for _, place, _ in topics}
        taken = [s.span for s in scene.facets if s.topic in labels]  # the size: 42
        for topic, span, value, things in figures(scene.sentence, scene.nouns):
            if span in taken or any(span.within(s.span) for s in scene.facets):  # the one of "one phone"
                continue
            if topic == "quantity" and int(value) > DOZEN and any(span == s.span for s in scene.facets):
                continue  # the shoes in 42
            choice = (asking and "or" in scene.sentence.words) or "several" in scene.sentence.words
            if topic == "quantity" and choice and labels & set(COUNTED):
                continue  # only one, or more?
            if not asking or not any(span.within(asked) for asked, _, _ in topics):
                s = Statement(span, topic, value)
                yield from [(span.start, g) for g in self._told_of(s, things or scene.owner.of(span.start))]

    def _facts(self, scene: Scene) -> Iterator[tuple[int, Given]]:
        """Facts in words, where they are stated: a question whether it was used states nothing."""
        sentence = scene.sentence
        begin = 0
        if sentence.asks and not sentence.does("right") and not sentence.does("leave"):
            begin = next((n for n, w in enumerate(sentence.words) if w in _BECAUSE), len(sentence.words))
        for hit in books.values().find(masked(sentence, scene.nouns)):
            span = Span(hit.start, hit.end)
            opens = hit.what[0] == "condition" and (
                any(map(span.meets, sentence.frames.get("leave", ())))
                or not _FILED.isdisjoint(sentence.basics[hit.end : hit.end + 2])
            )
            if hit.start < begin or opens:  # open the return
                continue
            s = Statement(span, *hit.what, bound(span, sentence))
            yield from [(hit.start, g) for g in self._told_of(s, scene.owner.of(hit.start))]

    def _concerns(self, n: int, beside: frozenset[int]) -> bool:
        """Is it of a matter that is spoken of? The total of a cart is not the budget of another project."""
        matters = {self.table.matter(m) for m in beside or self.here}
        return not matters or self.table.matter(n) in matters

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
        if not beside and not self.here:
            wished = [n for n in wished if self._suits(n, s)] or wished
        return [Given(thing=n, topic=s.topic, value=s.value, op=s.op) for n in wished or able[:1]]

    def _suits(self, n: int, s: Statement) -> bool:
        """Would the customer have this value for the thing? Where nothing is named, that one is meant."""
        d = self.table.detail(n, s.topic)
        return d is not None and accepts(d, s) is True

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
            if s.topic in ("price", "paid"):
                places = [p for p in places if p[1] == "paid" or self._concerns(p[0], beside)]
            if places:
                return [Given(thing=n, topic=t, value=s.value, op=s.op) for n, t in places]
        return []


def _without_heads(asked: list[Asked], sentence: Sentence) -> list[Asked]:
    """Without the last word of a label that stands in the same question: the waterproof rating, or would a
    higher rating do?"""
    heads = {
        (sentence.clause(a.span.start), sentence.stems[a.span.end - 1])
        for a in asked
        if a.label and a.sure and a.size > 1
    }
    return [
        a
        for a in asked
        if a.label or a.size > 1 or (sentence.clause(a.span.start), sentence.stems[a.span.start]) not in heads
    ]


def _not_offered(asked: list[Asked], sentence: Sentence) -> list[Asked]:
    """Without what stands in an offer: would you like a case in another colour with it?"""
    offers = sentence.frames.get("offers")
    if not offers or not sentence.marked:
        return asked
    offered = {sentence.part(o.start) for o in offers}
    return [a for a in asked if sentence.part(a.span.start) not in offered]


_POINTERS = frozenset("that it this them these those one".split())
_ORDERED = frozenset("did order".split())
_SENT = frozenset("shipped delivered".split())
_BOUGHT = frozenset("order buy purchase did was had".split())
_HAD = frozenset("buy purchase did was had have hold contain include comprise".split())
_SENT_BACK = frozenset("back return send exchange refund keep".split())
_FILED = frozenset("return exchange refund claim case ticket request".split())
_BECAUSE = frozenset("because since due".split())


def _goes_back(span: Span, sentence: Sentence) -> bool:
    """Is it said of what goes back, with nothing about a new one: the 60-month kettle goes back?"""
    backs = [back.start for back in sentence.frames.get("taken_back", ()) if back.start >= span.end]
    news = [new.start for new in sentence.frames.get("new", ())]
    return bool(backs) and not any(span.start - 2 <= n < backs[0] for n in news)


def _are_choices(words: Sequence[str], spans: Sequence[Span]) -> bool:
    """Does an "or" stand between them, and not that of "4 stars or better"?"""
    between = range(spans[0].start, spans[-1].end)
    return any(words[n] == "or" and words[n + 1 : n + 2] not in _BOUNDS for n in between)


_BOUNDS = [[w] for w in "better more less higher lower above over under below".split()]


_NO_NAME = frozenset("a an pair of i not".split())


@lru_cache(maxsize=1024)
def _in_common(says: tuple[str, ...]) -> frozenset[str]:
    """What all ways to say something speak of: I ordered a mouse with it; there was also a mouse in it."""
    return frozenset.intersection(*[frozenset(books.stems_of(s)) for s in says]) - _NO_NAME


def _is_fact(topic: str) -> bool:
    known = books.topics().get(topic)
    return known is not None and known.sort == "fact"


def _without_grounds(topics: list[Mention], sentence: Sentence) -> list[Mention]:
    """What should decide, price or rating? That asks for neither of the two, but for what decides."""
    if not any(place[1] == "preference" for _, place, _ in topics) or (
        "and" in sentence.words and "or" not in sentence.words
    ):
        return topics
    ranks = {sentence.clause(span.start) for span, (_, topic), _ in topics if topic == "preference"}
    put = "or" in sentence.words  # price, rating or brand?
    return [
        t
        for t in topics
        if t[1][1] == "preference"
        or (t[1][1] not in COMMON and (t[2] or not put))
        or sentence.clause(t[0].start) not in ranks
    ]
