"""The values that a sentence gives, each with the things that it is said of."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from ..core.values import Value, replace
from . import books
from .mentions import COUNTED, Place, Table, masked
from .message import HEAD, Sentence, Span
from .owners import Named, Owner
from .plausibility import inside, is_filed
from .statements import SWAPS, UNKNOWN, Statement, accepts, bound, counts_part, figures
from .times import dates, of_order

DOZEN = 12  # beyond which a number that may be a size is one

Mention = tuple[Span, Place, bool]  # where, what, and whether the customer has it


class Given(Value):
    """A value that the message gives to a topic of a thing."""

    thing: int
    topic: str
    value: str | int
    op: str = "eq"
    words: str = ""  # of a date
    gap: bool = False  # of a sum: it is the difference of two


class Read(NamedTuple):
    """What one sentence holds."""

    sentence: Sentence
    nouns: list[Named]
    topics: list[Mention]  # where, what, whether the customer has it
    given: list[tuple[int, Given]]
    labels: list[Span]  # of topics that are called by their names
    values: list[Span]  # of attributes and options
    firm: list[Span]  # of what is asked for in many words
    quiet: list[Mention]  # topics that are called by their names where nothing is asked


class Scene(NamedTuple):
    """A sentence with its nouns, the values in it that could be some facet's, and whose what is."""

    sentence: Sentence
    nouns: list[Named]
    facets: list[Statement]
    owner: Owner
    facts: list[Span]  # what asks for facts: sealed or opened?


class ValueReader:
    """Reads the values of sentences, one sentence after the other."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.here: frozenset[int] = frozenset()  # things named last
        self.before: Read | None = None

    def scope(self, things: frozenset[int]) -> list[int]:
        """The things that are meant: those named beside, else those named last, else all, those of the latest
        matter first."""
        if len(things) == 1:
            return list(things)
        everything = range(len(self.table.things))
        latest = self.table.latest
        return sorted(things or self.here or everything, key=lambda n: (n < latest, n))

    def values(self, scene: Scene, topics: Sequence[Mention]) -> list[tuple[int, Given]]:
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
            and not any(
                s.span.meets(span) and not (span.within(s.span) and span != s.span) for span in scene.facts
            )
        ]
        brands = [s.span.start for s in facets if s.topic == "brand"]
        titles, bought = "brand" not in labels, "fact" in self.table.sorts
        for s in facets:
            rivals, beside = {o.topic for o in facets if o.span == s.span}, scene.owner.of(s.span.start)
            back = bought and _goes_back(s.span, scene, brands)
            if back and not beside:  # was it the navy one? That is of what was bought
                beside = frozenset([n for n, sort in enumerate(self.table.sorts) if sort == "fact"])
            title = back or (s.topic == "brand" and titles)
            if title and len({self.table.sorts[n] for n in beside}) > 1:
                continue  # the title of what goes back says nothing of the new one
            if len(rivals) == 1 or s.topic in labels or not self._have(beside, rivals & labels):
                others = [o for o in facets if o.span == s.span and o is not s]
                owned = self._owned(s, beside, rivals)
                yield from [(s.span.start, g) for g in owned if not self._is_meant_as(others, g)]

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
            if topic == "quantity" and not things and self._is_every_thing(int(value), span, scene.sentence):
                continue
            choice = (asking and "or" in scene.sentence.words) or "several" in scene.sentence.words
            if topic == "quantity" and choice and labels & set(COUNTED):
                continue  # only one, or more?
            if not asking or topic in _MONEY or not any(span.within(asked) for asked, _, _ in topics):
                s = Statement(span, topic, value)
                beside = things or scene.owner.of(span.start)
                named = [p for _, p, has in topics if topic == "quantity" and has and p[1] in COUNTED]
                if len(named) == 1 and named[0][0] in (beside or named[0]):  # the number in the order: three
                    n, counted = named[0]
                    part = counts_part(scene.sentence.words, span.start) and self.table.detail(n, "count")
                    yield span.start, Given(thing=n, topic="count" if part else counted, value=value)
                    continue
                gap = topic in _MONEY and not _APART.isdisjoint(scene.sentence.basics)
                for g in self._told_of(s, beside):
                    yield span.start, replace(g, gap=True) if gap else g

    def _is_every_thing(self, n: int, span: Span, sentence: Sentence) -> bool:
        """I found all three: the things, not pieces of one."""
        return n == len(self.table.sorts) > 1 and sentence.words[max(0, span.start - 1)] == "all"

    def _facts(self, scene: Scene) -> Iterator[tuple[int, Given]]:
        """Facts in words, where they are stated: a question whether it was used states nothing."""
        sentence = scene.sentence
        begin, end = 0, len(sentence.words)
        if sentence.asks and not sentence.does("right") and not sentence.does("leave"):
            begin = next((n for n, w in enumerate(sentence.words) if w in _BECAUSE), end)
            end = sentence.until(begin)  # since the rule is new: has it been used?
        hits = list(books.values().find(masked(sentence, scene.nouns)))
        for hit in hits:
            span = Span(hit.start, hit.end)
            if any(h.what[0] != hit.what[0] and inside(span, Span(h.start, h.end)) for h in hits):
                continue  # a coupon was used
            if any(span.within(s.span) and span != s.span for s in scene.facets):  # open cuffs
                continue
            summed_up = (
                hit.what[0] == "preference" and len(scene.facets) > 1
            )  # …, cheapest first: is that it?
            if not (begin <= hit.start < end or summed_up):
                continue
            if hit.what[0] == "condition" and is_filed(span, sentence):
                continue
            if "whether" in sentence.words[sentence.opening(hit.start) : hit.start]:
                continue  # it hangs on whether you have used it
            if _is_of_any(span, sentence) or _is_pitied(span, sentence):
                continue
            s = _said(hit.what, span, sentence)
            yield from [(hit.start, g) for g in self._told_of(s, scene.owner.of(hit.start))]

    def _concerns(self, n: int, beside: frozenset[int]) -> bool:
        """Is it of a matter that is spoken of, or of the latest where nothing is named? The total of a cart
        is not the budget of another project."""
        table = self.table
        spoken = beside or self.here or range(table.latest, len(table.things))
        return table.matter(n) in {table.matter(m) for m in spoken}

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

    def _is_meant_as(self, others: Sequence[Statement], g: Given) -> bool:
        """Do the same words stand for something else that the customer would have of this thing: silver, of
        its fittings, not of its colour?"""
        if not any(self._suits(g.thing, o) for o in others):
            return False
        return not self._suits(g.thing, Statement(Span(0, 0), g.topic, g.value, g.op))

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
            range(table.latest if beside else 0, len(table.things)),  # not what was settled before
        ):
            places = [p for n in scope if (p := table.place(n, topic))]
            if s.topic == "price":  # what is refunded or charged now is not what was paid then
                places = [p for p in places if p[1] != "paid"]
            if s.topic in _MONEY:
                places = [p for p in places if p[1] == "paid" or self._concerns(p[0], beside)]
            if places:
                return [Given(thing=n, topic=t, value=s.value, op=s.op) for n, t in places]
        return []


def _said(what: tuple[str, str], span: Span, sentence: Sentence) -> Statement:
    """A fact as it is put: used, not used, unused."""
    topic, value = what
    op = bound(span, sentence)
    if value.startswith(_NOT) and op in _CONTRARY:
        return Statement(span, topic, value.removeprefix(_NOT), _CONTRARY[op])
    return Statement(span, topic, value, op)


_NOT = "not "  # begins a value that is one by its contrary
_CONTRARY = {"eq": "ne", "ne": "eq"}
_GOODS = frozenset("product products item items goods article articles thing things stuff".split())
_CERTAIN = frozenset("the your this that these those it".split())
_SORRY = frozenset("sorry apologies apologise apologize pity shame".split())


def _is_of_any(span: Span, sentence: Sentence) -> bool:
    """Is it said of goods in general: nobody likes a faulty product?"""
    words = sentence.words
    goods = any(w in _GOODS for w in words[span.end - 1 : span.end + 1])
    goods = goods or any(w in _GOODS for w in words[max(0, span.start - 3) : span.start])
    return goods and _CERTAIN.isdisjoint(words[max(0, span.start - 2) : span.start])


def _is_pitied(span: Span, sentence: Sentence) -> bool:
    """Is the agent sorry for it: sorry to hear that it did not work out?"""
    return any(
        aside.start <= span.start < aside.end
        and not _SORRY.isdisjoint(sentence.words[aside.start : span.start])
        for aside in sentence.beside
    )


_MONEY = ("price", "paid")
_APART = frozenset("within difference dear cheap apart differ".split())
_BECAUSE = frozenset("because since due".split())


_WAS = {(it, was) for it in ("it", "they", "that", "those") for was in ("was", "were")}
_WANTED = frozenset("want wish like prefer need ask say".split())
_WAS |= {(was, it) for it, was in _WAS}


def _goes_back(span: Span, scene: Scene, brands: Sequence[int]) -> bool:
    """Is it said of what goes back, or was bought: was it the navy one; from: red, gift box; the 60-month
    kettle goes back; swapping the red one, and what you get instead is blue?"""
    sentence = scene.sentence
    past = any(pair in _WAS for pair in pairwise(sentence.words[: span.start]))
    if past and not sentence.frames.get("new") and _WANTED.isdisjoint(sentence.basics):
        return True
    words, colon = sentence.basics, next(iter(sentence.colons), 0)
    if words[:1] == ["from"] and (colon == 1 or "to" in words):
        return span.start < next((n for n, w in enumerate(words) if w == "to"), len(words))
    headed = not _HELD.isdisjoint(words[:colon]) and _READING.isdisjoint(words[:colon])
    if headed and 0 < colon <= min(HEAD, span.start):
        return _COMES[0].isdisjoint(words[:colon]) and "to" not in words[colon : span.start]
    if any(p in _SENT for p in pairwise(words[: span.start])):
        return False  # I'll send you the red one, and you send back the other
    backs = [back.start for back in sentence.frames.get("taken_back", ())]
    swaps = [n for n, p in enumerate(pairwise(words)) if p[0] in SWAPS or p[0] in _LEAVES or p in _GIVES_UP]
    turns = [n for n in swaps if words[n - 1] in _BEING] + [n for n, w in enumerate(words) if w == "become"]
    after = [n for n in (*backs, *turns) if n >= span.end]
    news = [new.start for new in sentence.frames.get("new", ())]
    if after and not any(span.start - 2 <= n < after[0] for n in news):
        return True
    return _is_given_up(span, scene, brands, [*backs, *swaps])


def _is_given_up(span: Span, scene: Scene, brands: Sequence[int], verbs: Sequence[int]) -> bool:
    """Does it stand behind what says that something goes or is held now, and before what says that the new
    one comes? Where nothing says that, it does if it belongs to a product called by its brand."""
    words, pairs = scene.sentence.basics, [*pairwise(scene.sentence.basics)]
    if any(p in _IN_RETURN and n < span.start for n, p in enumerate(pairs)):
        return True  # the blue one is what you get for the red one
    held = [n for n, (one, two) in enumerate(pairs) if one in _HELD and two in _PRODUCT]
    held += [n for n, (one, two) in enumerate(pairs) if one in ("you", "currently", "now") and two == "have"]
    begin = min([*verbs, *held], default=span.end)
    if begin >= span.start:
        return False
    values = [s.span.start for s in scene.facets if s.span.start > begin]
    for signs in _COMES if begin not in held else _COMES[:1]:
        places = [n for n in range(begin + 1, max(values)) if words[n] in signs and pairs[n - 1] not in _KIND]
        places += [n for n, p in enumerate(pairs) if p in _WILL_HAVE and n > begin]
        places += [n for n, p in enumerate(pairs) if p in _TAKES and n > begin and words[n + 2] != "back"]
        comes = next((n for n in sorted(places) if pairs[n] != ("instead", "of")), None)
        if comes is not None:
            return span.start < comes
    title = next((n for n in brands if n > begin), len(words))
    end = next((b.end for b in scene.sentence.brackets if b.start > title), len(words))
    return title <= span.start < end


_LEAVES = ("change", "collect")
_KIND = (("variant", "for"), ("version", "for"), ("option", "for"))  # of what it is one
_GIVES_UP = (("give", "up"), ("pick", "up"), ("hand", "in"), ("hand", "over"))
_SENT = {(verb, "you") for verb in ("send", "ship", "give", "get", "bring", "offer")}
_WILL_HAVE = (("will", "have"), ("would", "have"))
_TAKES = (("take", "it"), ("take", "them"), ("take", "one"))
_IN_RETURN = (("get", "for"), ("receive", "for"))
_PRODUCT = frozenset("item one product model version variant article".split())
_BEING = frozenset("be is was get".split())
_HELD = frozenset("out old current currently existing original outgoing back return have now".split())
_READING = frozenset("read repeat say play confirm check".split())  # to read it back: …
_COMES = (  # what says that the new one comes, the surest first
    frozenset(
        "get receive come deliver bring instead new replacement want desire like prefer choose".split()
    ),
    frozenset("to into for".split()),
    frozenset("with by".split()),
)
