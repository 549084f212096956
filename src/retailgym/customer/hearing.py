"""Hearing: what does a message ask, give and seek?

A message is taken sentence by sentence. In each, things are found by their nouns, topics by their labels or
by the words that ask for them, values by the ways in which they are written. A topic that is mentioned
without a value is asked for; a value that is given waits for a yes or a no."""

from collections.abc import Callable, Sequence
from itertools import pairwise

from ..catalog.schema import Category
from ..core.task import TOPICS_PER_QUESTION, Thing
from ..core.values import Value
from . import books, message
from .acts import PRODUCT
from .given import Given, Mention, Read
from .impressions import Impression
from .mentions import COUNTED, OTHERS, PERSON, Place, masked, table_of
from .message import Span
from .owners import ends_in_noun, groups
from .second_look import fill_in, is_list, keep_to_labels, lost, reconsider
from .sentences import COMMON
from .times import MONTH_NAMES, WEEKDAYS

_GONE_ON = (["ahead"], ["through"], ["for"])  # gone ahead, gone through your list
_MORE = frozenset("anything else something other more further additional".split())
_FURTHER = _MORE - {"anything", "something"}
_ANOTHER = frozenset("else other another further additional".split())
_ANY = frozenset("any another some no further more additional".split())
_HOW_TO_GO_ON = {"how", "proceed"}
_COUNTING = frozenset("many number".split())
_HOW_MUCH = (
    _COUNTING
    | frozenset("how much and if so then roughly exactly approximately would that be please give".split())
    | frozenset("tell me the it they should must have need".split())
)
_SUMS = ("budget", "price")
_SEEKING = frozenset("tag leave right okay inverted".split())
_TURNED = {"okay": "negative", "right": "excludes"}  # what turns a yes around
_IT = frozenset("it its them they this that these those".split())
_POINTING = frozenset("it them that one there yours any both those".split())
_SEVERAL = frozenset("those these them both each".split())
_WHICH_ONE = {("which", "one"), ("which", "yours")}
NEAR = 4  # words between a question and the brackets that explain it
SHORT_CLAUSE = 7  # words of a question that asks the same of another thing
MESSAGES, LENGTH = 16, 500  # of one talk that are not heard anew, and the characters of each
ORDER_DIGITS = 6  # that the number of an order ends in, at least
SUMMARY = 2  # details that are not yet a summary


class Heard(Value):
    """What a message asks and says, as far as it matters to a customer."""

    topics: tuple[Place, ...] = ()  # what is asked for, in order of mention
    absent: frozenset[Place] = frozenset()  # those of them that the customer has nothing to say to
    open: bool = False  # "anything else?"
    more: bool = False  # the same beside something that is asked for
    beyond: bool = False  # asks for other things that matter in words that may mean there are none
    about: frozenset[int] = frozenset()  # the things that it was asked of
    # agreement: "leave" to act, whether it is "right", whether it is "okay", or "inverted", where a yes means
    # no
    seeks: str = ""
    given: tuple[Given, ...] = ()  # values that are read back or put forward
    named: frozenset[int] = frozenset()  # things that were named
    stock_out: bool = False
    out: frozenset[int] = frozenset()  # things said to have sold out; empty if it was not said which
    closing: bool = False  # "have a nice day"
    offer: bool = False  # something that nobody spoke of is offered
    puzzling: bool = False  # a question about none of these
    weak: frozenset[Place] = frozenset()  # topics that one word alone brought up
    labelled: frozenset[Place] = frozenset()  # topics called by their names
    narrow: frozenset[Place] = frozenset()  # days asked for by names to choose from, people by theirs
    lost: str = ""  # a word of such a question beside others that were understood
    returning: bool = False  # speaks of taking something back
    choosing: bool = False  # asks what is wished for, not how something is or was
    many: bool = False  # more details than a customer answers at once
    doubted: bool = False  # "are you sure?"
    alien: bool = False  # speaks of another product than what the customer has in their hands
    elsewhere: bool = False  # asks of another thing alone
    own: bool = False  # describes what the customer has in their hands
    final: bool = False  # speaks of letting the whole order go
    explicit: bool = False  # asks for the agreement in so many words
    grim: bool = False  # tells of trouble, so that it may be news of what has sold out
    replaces: bool = False  # the same, and puts something else in the place of what it speaks of
    settled: bool = False  # all that the customer brought up is done
    unfit: tuple[Place, ...] = ()  # wishes that what lies in the cart does not meet
    along: frozenset[str] = frozenset()  # lines that were named of those that go back beside a thing

    @property
    def asked(self) -> tuple[Place, ...]:
        """What is asked for that the customer can tell."""
        return tuple([p for p in self.topics if p not in self.absent])

    @property
    def confirms(self) -> bool:
        return self.seeks in ("leave", "right")


def hear(
    text: str,
    things: tuple[Thing, ...],
    category: Callable[[Thing], Category | None] | None = None,
    latest: int = 0,
    today: int = 0,
    starts: tuple[int, ...] = (0,),
) -> Heard:
    """What a customer with these things on their mind makes of a message; of two of one name, that from
    `latest` on is meant; a matter begins at each of `starts`. Dates are read where it is known what day it
    is."""
    table = table_of(things, [category(t) if category else None for t in things], latest, today, starts)
    if len(text) > LENGTH:
        return _Ear(table).hear(message.read(text))
    found = table.heard.get(text)
    if found is None:
        if len(table.heard) >= MESSAGES:
            table.heard.clear()
        found = table.heard[text] = _Ear(table).hear(message.read(text))
    return found


class _Ear(Impression):
    """One message while it is being heard."""

    def hear(self, msg: message.Message) -> Heard:
        self.reader.here = self._named_first(msg.sentences)
        for sentence in msg.sentences:
            self.reads.append(self.reader.read(sentence))
            self._listen(self.reads[-1])
        self._settle()
        if not self.asked and not self.given and self.asking and self.seeks in ("", "right"):
            self._ask_number()
        if self.out is None and not self.offer and self.asking and not self.seeks:
            if self.labelled:
                keep_to_labels(self)
            else:
                reconsider(self)
            if self.asked and not self.given:
                fill_in(self)
        asked = list(self.asked.items())
        given = [g for gs in self.given.values() for g in gs]
        return Heard(
            topics=tuple(self.asked),
            absent=frozenset([p for p, has in asked if not has]),
            open=(self.open or (self.asking and self.reader.which_order)) and not asked,
            more=self.more and bool(asked),
            beyond=self.beyond,
            about=self.about,
            offer=self.offer and not asked,
            seeks=self.seeks,
            given=tuple(given),
            named=self.named,
            stock_out=self.out is not None,
            out=self.out or frozenset(),
            closing=self.closing or self._promises(),
            puzzling=self.puzzling and not asked and not self.seeks,
            weak=frozenset(self.asked) - self.labelled - self.said,
            labelled=frozenset(self.labelled),
            narrow=frozenset(self.narrow),
            lost=lost(self, self._sought) if asked or self.seeks else "",
            returning=self.returning,
            choosing=self.choosing,
            many=len(asked) > TOPICS_PER_QUESTION and self._count() > TOPICS_PER_QUESTION,
            doubted=self.doubted,
            final=self.final,
            explicit=self.explicit,
            grim=self.table.has_fallback and not asked and not self.confirming and self._is_grim(),
            replaces=self.table.has_fallback and bool(given) and self._replaces(),
        )

    def _ask_number(self) -> None:
        """An order put forward by its number alone asks for that: was it o161901823?"""
        if any(_is_order_number(w) for read in self.reads for w in read.sentence.words):
            known = [n for n in range(len(self.table.things)) if self.table.detail(n, "order_number")]
            self.asked = {(n, "order_number"): True for n in known if n >= self.table.latest}
            self.labelled |= self.asked.keys()
            self.seeks = "" if self.asked else self.seeks

    def _count(self) -> int:
        """How many details are asked for; what is asked of several things that were bought is one."""
        mine = [p for p, has in self.asked.items() if (has or p in self.labelled) and p[1][:4] != "old "]
        facts = {topic for n, topic in mine if self.table.sorts[n] == "fact" and topic not in COUNTED}
        return len(facts) + len([topic for _, topic in mine if topic not in facts])

    def _named_first(self, sentences: Sequence[message.Sentence]) -> frozenset[int]:
        """What is said before anything is named is of what is named next: white? Orange? For the dock."""
        for sentence in sentences if len(sentences) > 1 else ():
            if nouns := self.table.named(sentence):
                return frozenset([n for _, ns in nouns for n in ns])
        return frozenset()

    def _listen(self, read: Read) -> None:
        """Takes in one sentence."""
        things = frozenset([n for _, ns in read.nouns for n in ns])
        self.named |= things
        if not self._is_news(read):
            self._take(read)
        elif asked := self._beside_news(read):
            self._take(read._replace(topics=asked, given=[]))
        self.reader.here = things or self.reader.here
        self.reader.before = read

    @staticmethod
    def _beside_news(read: Read) -> list[Mention]:
        """What a question behind the news asks for: since it has sold out, what may another one cost?"""
        old = [t for t in read.topics if t[1][1].startswith("old ")]  # what was the one like that sold out?
        begin = next(iter(read.sentence.clauses), None)
        if begin is None or not read.sentence.marked:
            return old
        return [t for t in read.topics if (t[0].start >= begin and t[2]) or t in old]

    def _take(self, read: Read) -> None:
        sentence, valued = read.sentence, {(g.thing, g.topic) for _, g in read.given}
        if not read.given:  # since the colour differs, which would you like?
            (self.aside if sentence.does("busy") else self.hanging).update([t[1:] for t in read.quiet])
        found = [t for t in read.topics if t[1] not in valued or self._asks_which(t, sentence)]
        for frame in sentence.frames.get("open", ()):  # anything else that matters: no topic that nobody has
            more = not _MORE.isdisjoint(sentence.words[frame.start : frame.end])
            found = [
                t for t in found if t[2] or not t[0].meets(frame) or (not more and self._has_label(t[1]))
            ]
        found = _one_ground(_without_explained(found, sentence), sentence)
        if self.last and found and _HOW_MUCH.issuperset(sentence.words):  # is there a price limit? How much?
            sums = (*COUNTED, "rating") if not _COUNTING.isdisjoint(sentence.words) else (*_SUMS, "paid")
            found = [t for t in self.last if t[1][1] in sums] or found
        if referred := self._referred(read):
            found = referred
            read = read._replace(topics=found)
        if sentence.clauses and len(read.nouns) > 1 and found:
            found = [*found, *self._same_again(read, found)]
        self.beyond = self.beyond or (
            not _ANY.isdisjoint(sentence.words) and any(topic == OTHERS for _, (_, topic), _ in found)
        )
        if (at := _asks_for_more(sentence, found)) is not None:
            self.more = True
            self.about |= self._about(read, at)
        bare = [(place, has) for _, place, has in found if not self._is_ground(place, sentence)]
        self.labelled |= {place for span, place, _ in found if span in read.labels}
        self.firm |= {place for span, place, has in found if has and span in read.firm}
        self.firm |= {p for at, p, has in found if has and sentence.words[slice(*at)] == [p[1]]}
        self.narrow |= {p for at, p, _ in found if _is_of_calendar(sentence.words[slice(*at)])}
        if sentence.does("by_name") and "or" not in sentence.words:
            self.narrow |= {p for _, p, has in found if has and p[1] == PERSON}
        self.said |= {place for span, place, _ in found if span.end - span.start > 1}
        if (
            read.given
            and not sentence.has_clause
            and (sentence.does("tag") or sentence.does("right") or (sentence.listed and not sentence.marked))
        ):
            bare = []  # what a summary mentions is not asked
        if bare and sentence.listed and not sentence.marked and self._is_put(sentence):
            bare = []
        if bare and not sentence.marked and _is_refusal(sentence):
            bare = []
        is_that = (
            bare and sentence.marked and {p for p, _ in bare} <= self.given.keys() and _is_that(sentence)
        )
        bare = [] if is_that else bare
        spanned = [(g.thing, g.topic) for _, g in read.given if g.topic in _SUMS and sentence.does("scope")]
        if spanned and sentence.marked:  # is that for everything, or only for the kettle? The wish says it
            bare = [(place, True) for place in dict.fromkeys(spanned)]
        for _, g in read.given:
            if (g.thing, g.topic) not in spanned:
                self.given.setdefault((g.thing, g.topic), []).append(g)
        self.offered |= valued if sentence.asks else set()
        asks = sentence.asks or (self.asking and sentence.goes_on and not read.given)
        if not asks and not sentence.listed:
            if not read.given:
                (self.aside if sentence.does("busy") else self.hanging).update(bare)
        elif bare and asks and not sentence.begs and not sentence.listed and not sentence.goes_on:
            sure = [t for t in bare if t[0] in self.labelled or t[0] in self.said]
            several = sure and ("and" in sentence.words or is_list(sentence, found))
            sure = [t for t in bare if t[1] or t in sure] if several else sure
            begin = next(iter(sentence.colons), len(sentence.words)) if sentence.is_subject else 0
            behind = {place for span, place, _ in found if span.start >= begin}
            self.hinted.update([t for t in sure if t[0] in behind])
            words = {p: sentence.words[at.start] for at, p, _ in found}
            plain = [t for t in bare if t not in sure and words.get(t[0]) not in message.WH]
            self.faint.update(plain if not sentence.is_subject else [])
        elif bare and not asks:
            self.listed.update({p: has for p, has in bare if p not in self.asked})
        elif bare:
            self.asked.update({p: has for p, has in bare if p not in self.asked})
            self.plain |= {p for p, _ in bare if sentence.marked or sentence.first}
        if bare:
            self.last = [(Span(0, 0), p, has) for p, has in bare]
        sought = "right" if is_that else self._sought(read) if not spanned else ""
        waits = self.seeks == "leave" and sought == "right" and not read.given  # for leave that it asked for
        self.seeks = sought if sought and not waits else self.seeks
        frames = sentence.frames
        if sought:
            self.explicit = self.explicit or not _SEEKING.isdisjoint(frames)
        self.returning = self.returning or "taken_back" in frames
        self.intends = self.intends or "intends" in frames
        self.doubted = self.doubted or "doubted" in frames
        self.final = self.final or any(not ends_in_noun(hit, read.nouns) for hit in frames.get("final", ()))
        self.refers = self.refers or (sentence.asks and "refers" in frames)
        if sentence.asks:
            self.asking = True
            self.choosing = self.choosing or ("choosing" in frames and "factual" not in frames)
            if not bare and not self._asks_of_before(read, sought):
                self._question(read, sought)
        self.closing = self.closing or "farewell" in frames

    def _asks_of_before(self, read: Read, sought: str) -> bool:
        """Is it a question without a topic of its own, right behind a statement that names one: the kettles
        differ in colour. Which would you like?"""
        before, sentence = self.reader.before, read.sentence
        if sought or read.given or read.topics or not sentence.marked:
            return False
        # they differ in colour, so which?
        if read.quiet and sentence.has_clause and not sentence.does("busy"):
            self.asked.update({p: has for _, p, has in read.quiet if has and p not in self.asked})
            return any(has for _, _, has in read.quiet)
        if before is None:
            return False
        wh = not message.WH.isdisjoint(sentence.words)
        points = not _POINTING.isdisjoint(sentence.words) or (wh and len(sentence.words) < SHORT_CLAUSE)
        asks = points or wh or sentence.does("requests")
        if not asks or sentence.does("offers") or not _MORE.isdisjoint(sentence.words):
            return False
        if before.sentence.marked or before.sentence.does("busy") or _are_to_choose(before):
            return False
        valued = {(g.thing, g.topic) for _, g in before.given}
        topics = [t for t in (*before.topics, *before.quiet) if t[1] not in valued]
        labels = [has for at, _, has in topics if at in before.labels]
        if labels and not any(labels):
            return False
        named = [(p, at in before.labels) for at, p, has in topics if has]
        # we match prices. Does it matter?
        points = points and before.sentence.words[:1] not in (["we"], ["our"])
        if not any(label or points for _, label in named):
            return False
        # the courier asks who the recipient is. Was that you?
        if not before.sentence.joints and "and" not in before.sentence.words:
            named = [t for t in named if t[1]] or named[-1:]
        self.asked.update({p: True for p, _ in named if p not in self.asked})
        return True

    def _referred(self, read: Read) -> list[Mention]:
        """What the sentence before brought up, where this one asks for that and for nothing of its own: until
        the size is settled I can add nothing. Which should I select?"""
        before = self.reader.before
        if before is None or not read.sentence.does("refers") or not read.sentence.asks:
            return []
        words = read.sentence.words
        if read.given or any(
            has and not message.WH.issuperset(words[slice(*at)]) for at, _, has in read.topics
        ):
            return []
        if _are_to_choose(before):
            return []
        reads = self._brought_up() if not _SEVERAL.isdisjoint(words) else [before]
        valued = {(g.thing, g.topic) for r in reads for _, g in r.given}
        return [
            (Span(0, 0), place, has)
            for r in reads
            for _, place, has in r.topics or r.quiet
            if has and place not in valued
        ]

    def _brought_up(self) -> list[Read]:
        """The statements right before this sentence, as far as each names a topic."""
        found = list[Read]()
        for read in reversed(self.reads[:-1]):
            if read.sentence.marked or not (read.topics or read.quiet):
                break
            found.insert(0, read)
        return found

    @staticmethod
    def _asks_which(mention: Mention, sentence: message.Sentence) -> bool:
        """Is a topic asked for by its name, with values behind it only as examples (which size (S or M)?), or
        by a question behind a value: I have 100 of them, how many do you want?"""
        span, _, has = mention
        if not has or not sentence.marked:
            return False
        named = sentence.words[span.start - 1 : span.start] in (["which"], ["what"])
        return named or (span.start in sentence.clauses and sentence.words[span.start] == "how")

    def _same_again(self, read: Read, found: list[Mention]) -> list[Mention]:
        """The same of another thing, in a question that names nothing but it: which colour for the kettle,
        and which for the parka?"""
        begins, more = [0, *read.sentence.clauses], list[Mention]()
        ends = [*begins[2:], len(read.sentence.words)]
        for before, begin, end in zip(begins, begins[1:], ends, strict=False):
            things = sorted({n for span, ns in read.nouns if begin <= span.start < end for n in ns})
            own = [*[span for span, _, _ in found], *read.sentence.frames.get("open", ())]
            if end - begin < SHORT_CLAUSE and not any(begin <= span.start < end for span in own):
                topics = [topic for span, (_, topic), _ in found if before <= span.start < begin]
                places = [(n, topic) for topic in topics for n in things]
                more += [(Span(begin, end), p, True) for p in places if self.table.detail(*p)]
        return more

    def _about(self, read: Read, at: int) -> frozenset[int]:
        """What is it that more is asked about: what is named behind the question, else before it?"""
        behind = [things for span, things in read.nouns if span.start > at]
        named = (behind or [things for _, things in read.nouns][-1:] or [frozenset[int]()])[0]
        pointing = not _IT.isdisjoint(read.sentence.words[at:])
        return named or (self.reader.here if pointing else frozenset())

    def _is_ground(self, place: Place, sentence: message.Sentence) -> bool:
        """Is it one of the things that a list could be sorted by, under the question by which?"""
        by = sentence.words[:1] == ["by"] or not sentence.asks
        return sentence.listed and by and place[1] in COMMON and (place[0], "preference") in self.asked

    def _is_put(self, sentence: message.Sentence) -> bool:
        """Is it an answer to choose, under the question that it answers: parts are missing?"""
        topics = {topic for _, topic in self.asked}
        if sentence.words[:1] in (["if"], ["whether"]):  # if a coupon was used
            return False
        return bool(topics) and any(h.what[0] in topics for h in books.values().find(sentence.basics))

    def _question(self, read: Read, sought: str) -> None:
        """A question without a topic of its own: for more, for one of several, for the same of another thing,
        or about nothing we know."""
        sentence = read.sentence
        if sentence.does("which") and (read.given or sought not in ("leave", "right")):
            self.choice = True  # but "is that right, yes or no?" is none
        beside = len(sentence.words) - sum([span.end - span.start for span, _ in read.nouns])
        if read.nouns and self.last and not read.given and beside < 8:
            things = frozenset([n for _, ns in read.nouns for n in ns])
            again = [
                (n, topic)
                for _, (_, topic), _ in self.last
                for n in sorted(things)
                if self.table.detail(n, topic)
            ]
            if again and not sought:
                self.asked.update(dict.fromkeys(again, True))
                return
        if sentence.marked and sentence.does("offers"):
            self.offer = True
        elif self._asks_version(read) and (options := self._options(read)):
            self.versions = options
        elif self._opens(read) or (read.nouns and sentence.does("tells")):
            self.open = True
            self.about |= frozenset([n for _, ns in read.nouns for n in ns])
            self.more = self.more or (bool(read.nouns) and self._is_further(sentence))
        elif read.given and not sought and sentence.marked:
            self.wonders |= {(g.thing, g.topic) for _, g in read.given}
        elif not read.given and not sought and (sentence.marked or sentence.first):
            self.open = self.open or sentence.is_general
            self.puzzling = self.puzzling or not sentence.is_general

    def _opens(self, read: Read) -> bool:
        """Does it ask for whatever else there is? Not where its words are about values: is it more red than
        blue; red or blue, do you favour one over the other?"""
        if "one" in read.sentence.words and self.reader.was_choice():
            return False
        values = read.values if read.given else []
        return any(not any(map(span.meets, values)) for span in read.sentence.frames.get("open", ()))

    def _is_further(self, sentence: message.Sentence) -> bool:
        """Does it ask for more? Not where it leads up to what follows (tell me more about it: which colour?),
        nor where it ends a choice: red? Blue? Something else?"""
        ends_choice = bool(self.given) and sentence.words[:2] == ["something", "else"]
        leads_up = sentence.text.rstrip().endswith(":") or (sentence.does("tells") and not self.asked)
        return not _FURTHER.isdisjoint(sentence.words) and not ends_choice and not leads_up

    def _asks_version(self, read: Read) -> bool:
        """Which version? But not where the message says in what the versions differ."""
        spoken = (
            read.sentence.does("variant")
            or self._asks_which_one(read)
            or (
                self.reader.before is not None
                and self.reader.before.sentence.does("variant")
                and read.sentence.does("which")
            )
        )
        return spoken and not self.given and not self.hanging and not read.given

    def _asks_which_one(self, read: Read) -> bool:
        """Which one do you want? Of a thing that is to be had, its versions are meant."""
        things = frozenset([n for _, ns in read.nouns for n in ns]) or self.reader.here
        wished = len(things) == 1 and all(self.table.sorts[n] == "wish" for n in things)
        named = bool(read.topics or read.quiet)
        return wished and not named and not _WHICH_ONE.isdisjoint(pairwise(read.sentence.words))

    def _options(self, read: Read) -> list[Place]:
        """What tells the versions of a thing apart."""
        scope = self.reader.scope(frozenset([n for _, ns in read.nouns for n in ns]))
        return [(n, d.topic) for n in scope for d in self.table.things[n].details if d.role == "option"]

    def _sought(self, read: Read) -> str:
        """What kind of agreement a sentence seeks, if any."""
        sentence, frames = read.sentence, read.sentence.frames
        if sentence.beside and (_SEEKING | {"tag"}).intersection(frames):  # …, so that the refund is right
            frames = {name: hits for name, hits in frames.items() if not sentence.is_beside(name)}
        if "leave" in frames and (
            any(not hit.what for hit in books.unless().find(sentence.basics))
            or ("invites" in frames and not sentence.marked)
            or all(ends_in_noun(hit, read.nouns) for hit in frames["leave"])
        ):
            frames = {name: hits for name, hits in frames.items() if name != "leave"}
        if "tag" in frames or (sentence.is_tagged and (read.given or read.nouns)):
            return "leave" if "leave" in frames and not read.given else "right"
        if not read.given and "alternative" in frames and (read.topics or "open" in frames):
            return ""
        if not read.given and read.topics and sentence.has_clause and "final" not in frames:
            return ""  # would you like me to mind the colour, and if so, which?
        if not read.given and "open" in frames and not _ANOTHER.isdisjoint(sentence.words):
            return ""  # anything else you would like me to check?
        for frame in (
            ("leave", "inverted", "right", "okay") if not sentence.is_wh or "forward" in frames else ()
        ):
            if frame == "leave" and set(sentence.basics) >= _HOW_TO_GO_ON:
                continue  # please tell me how you wish to proceed
            if frame == "right" and read.topics and not read.given and not sentence.marked:
                continue  # you care about the colour, I gather
            if frame == "right" and "okay" in frames and self._is_all_right(sentence):
                return "okay"
            if frame == "inverted" and not read.given and any(has for _, _, has in read.topics):
                continue  # what is the problem?
            if frame == "inverted" and "assures" in frames and not sentence.marked:
                continue  # an exchange is no problem
            asks_okay = frame == "okay" and not read.given
            if frame in frames and not ((asks_okay or frame == "inverted") and "requests" in frames):
                return "inverted" if _TURNED.get(frame, "") in frames else frame
        points = read.given or (self._points_back(read) and "requests" not in frames)
        if not sentence.marked or not points or (sentence.is_wh and "forward" not in frames):
            return ""
        if not read.given and self.reader.before is not None:  # unless you object, … Do you?
            frames = {**frames, **self.reader.before.sentence.frames}
        return "inverted" if "negative" in frames or self._is_odd(read) else "okay"

    @staticmethod
    def _is_odd(read: Read) -> bool:
        """Is something asked in words that are not known, so that nobody can tell which way a yes would go:
        would that peeve you?"""
        sentence = read.sentence
        if sentence.words[:1] == [] or sentence.words[0] not in message.STARTS:
            return False
        known = [*[span for span, _ in read.nouns], *read.labels, *read.values]
        return any(
            word.isalpha() and not books.is_known(word) and word.capitalize() not in sentence.text
            for n, word in enumerate(sentence.words)
            if not any(span.start <= n < span.end for span in known)
        )

    def _is_all_right(self, sentence: message.Sentence) -> bool:
        """Does it ask whether the one value that was put forward would do: is that all right?"""
        asks = ("all", "right") in pairwise(sentence.words)
        return asks and len({(p, g.value) for p, given in self.given.items() for g in given}) == 1

    def _points_back(self, read: Read) -> bool:
        """Is it a short question about what the sentence before gave, not about something else?"""
        before, sentence = self.reader.before, read.sentence
        return bool(
            before
            and before.given
            and not read.topics
            and len(sentence.words) < 6
            and not sentence.does("else")
        )

    def _settle(self) -> None:
        """Puts together what the sentences said: choices are questions, and a topic left hanging is one, if
        nothing else is asked."""
        for read in self.reads:
            if read.sentence.does("sides"):
                self._ask_side(read)
        if True not in self.asked.values():
            self.asked.update({p: has for p, has in self.hinted.items() if p not in self.asked})
        if all(topic in COUNTED for _, topic in self.asked):  # how many, and which version?
            self.asked.update(dict.fromkeys(self.versions, True))
        summary = len(self.given) > SUMMARY
        opens = self.open and not (self.more and True in self.asked.values())  # which colour? What else?
        if summary and not self.choice and (self.seeks or opens or self.puzzling):
            self.seeks = self.seeks if self.confirming else "right"
        offered = self._offered()
        titles = any(topic == "brand" for _, topic in self.given)
        described = self.given and any(read.sentence.does("candidates") for read in self.reads)
        either = bool(self.given) and any(read.given and "or" in read.sentence.words for read in self.reads)
        for place, given in self.given.items():
            values = {g.value for g in given if g.op != "ne"}
            both = len(values) > 1 or any(g.value in values for g in given if g.op == "ne")
            put = self.choice or place in self.offered or not described
            put = put and (place[1] not in _SUMS or not titles)  # what each of them costs
            put = put and (place in self.offered or not self._asks_elsewhere())
            choosing = self.choice or ((self.asking or either) and self.seeks in ("", "okay", "inverted"))
            if both and put and choosing:
                has = self.table.detail(*place) is not None
                if self.intends and not has and not self.choice:
                    continue  # I'd take back the one by this brand and the one by that, okay?
                whole = not has and place[0] in offered and place not in self.asked
                self.asked[(place[0], PRODUCT) if whole else place] = has
                self.seeks = self.seeks if self.seeks in ("leave", "right") else ""
        if offered and self.choice and not self.asked and not self.confirming:  # this one or that one?
            self.asked, self.seeks = {(n, PRODUCT): False for n in sorted(offered)}, ""
        if (self.seeks == "okay" or (opens and not self.seeks)) and summary:
            self.seeks = "right"
        if self.seeks == "okay" and self.intends:  # I'll take it back, okay?
            self.seeks = "leave"
        if not self.given and (self.seeks in ("okay", "inverted") or (self.seeks == "right" and self.open)):
            self.seeks, self.puzzling = "", not self.open and not self.closing
        if self.confirming and self.given:  # review the contents of your cart
            self.asked = {p: has for p, has in self.asked.items() if has or p in self.plain}
        if not self.confirming:
            self.asked.update({p: has for p, has in self.listed.items() if p not in self.asked})
        if True not in self.asked.values() and not self.seeks:
            self.asked.update({p: has for p, has in self.faint.items() if has})
        if True not in self.asked.values() and not self.seeks:
            hanging = self.hanging or (self.aside if self.choice or self.refers else {})
            if not self.asking:  # what is merely named is asked for, unless it is a word of the trade
                named = {} if self._ends_in_farewell() else hanging
                counted = [p for p in self._beside_labels() if p[1] in COUNTED]
                hanging = {p: has for p, has in named.items() if has and (self._has_label(p) or p in counted)}
            elif self.open and self._goes_beyond():  # the set is complete; do you need anything more?
                hanging = {p: has for p, has in hanging.items() if has and p in self.labelled}
            known: dict[Place, bool] = {p: has for p, has in hanging.items() if has}
            if self.asking and not self.labelled.isdisjoint(known):
                # prices vary. The colour matters. How so?
                sure = self.labelled | self.said | self._beside_labels()
                known = {p: has for p, has in known.items() if p in sure}
            elif self._is_vague() and not (self.refers or self.choice):
                # the old one comes back. You did use him? What is named elsewhere is not meant
                sure = self.labelled | self.said | {p for read in self.reads for _, p, _ in read.quiet}
                hanging = {p: has for p, has in hanging.items() if p in sure}
                known = {p: has for p, has in known.items() if p in hanging}
            self.asked = known or self.asked or hanging
        if not self.asked and not self.seeks and not self.open and self.out is None:
            # a question about a value, in whatever words: the wish answers it
            self.asked = {p: True for p in self.given if p in self.wonders and self.table.detail(*p)}
        if not self.asked and not self.seeks and self.choice and self.out is None:
            # a refund, or we send another: which do you want?
            among = [g for read in self.reads if "or" in read.sentence.words for _, g in read.given]
            self.asked = {p: True for g in among if self.table.detail(*(p := (g.thing, g.topic)))}

    def _is_vague(self) -> bool:
        """Was something asked that was not understood, or only in words that hardly ask?"""
        return self.puzzling or (self.asking and not any(r.sentence.begs for r in self.reads))

    def _beside_labels(self) -> set[Place]:
        """What stands in one sentence with a topic that is called by its name."""
        places = [{p for _, p, _ in read.topics} for read in self.reads]
        return {p for ps in places if not self.labelled.isdisjoint(ps) for p in ps}

    def _asks_elsewhere(self) -> bool:
        """Has each question a topic of its own, and puts nothing of what was said before to choose from: our
        rules treat used and opened goods differently. When did you order it?"""
        asking = [r for r in self.reads if r.sentence.asks]
        return bool(asking) and not any(
            r.given or _puts_choice(r.sentence) or not any(has for _, _, has in r.topics) for r in asking
        )

    def _ask_side(self, read: Read) -> None:
        """Before or after 10 April, over or under 150? That asks for the day and the price, and states
        neither."""
        for _, g in read.given:
            place = (g.thing, "placed" if g.topic in _OF_A_DAY else g.topic)
            self.asked[place] = self.table.detail(*place) is not None
            self.given.pop((g.thing, g.topic), None)
        if read.given and not self.given and self.seeks in ("okay", "inverted", "right"):
            self.seeks = ""

    def _is_missed(self, read: Read) -> bool:
        """Is something not to be found, or is another one offered in its place without saying which? That is
        news to a customer with one product in mind."""
        sentence = read.sentence
        if self.table.has_fallback and sentence.does("elsewise") and sentence.asks and not read.given:
            return self.out is None
        missed = self.table.has_fallback and sentence.does("unfound") and not sentence.marked
        begin = min([f.end for f in sentence.frames.get("unfound", ())], default=0)
        of_notes = any(begin - 1 <= span.start < begin + 2 for span in read.labels)  # cannot find the colour
        return missed and not sentence.is_wh and not of_notes

    def _is_grim(self) -> bool:
        return any(books.are_grim(read.sentence.basics) for read in self.reads)

    def _replaces(self) -> bool:
        """Is something else put in the place of a value, not to choose from: sorry, I have it in red; in red
        instead?"""
        if self.choice or self.labelled:
            return False
        several = any(len({g.value for g in given}) > 1 for given in self.given.values())
        instead = any(read.sentence.does("new") for read in self.reads)
        return (several and instead) or ((several or instead) and self._is_grim())

    def _promises(self) -> bool:
        """Does it ask nothing and give nothing, but say what the agent will do?"""
        return not self.asking and not self.given and any(r.sentence.does("busy") for r in self.reads)

    def _ends_in_farewell(self) -> bool:
        return bool(self.reads) and self.reads[-1].sentence.does("farewell")

    def _goes_beyond(self) -> bool:
        """Is more asked for than was spoken of?"""
        return any(
            read.sentence.does("open") and not _FURTHER.isdisjoint(read.sentence.words) for read in self.reads
        )

    def _offered(self) -> frozenset[int]:
        """Things for which several products were put forward by their brands, to choose from: each as it is,
        not its brand or its pockets by themselves."""
        several = [n for (n, topic), given in self.given.items() if topic == "brand" and len(given) > 1]
        if not several:
            return frozenset()
        brands = [(k, at, g) for k, read in enumerate(self.reads) for at, g in read.given]
        named = {(k, at, g.thing) for k, at, g in brands if g.topic == "brand"}
        found = [n for _, _, n in named if self.table.sorts[n] != "fact"]
        return frozenset([n for n in several if found.count(n) > 1])

    def _has_label(self, place: Place) -> bool:
        facets = self.table.facets[place[0]]
        return facets is not None and place[1] in facets.labels

    def _is_news(self, read: Read) -> bool:
        """Does the sentence say that something has sold out? Notes what: the things named last before the
        news, else those after it."""
        sentence = read.sentence
        if self.listing and sentence.listed and read.nouns and self.out is not None:
            self.out |= frozenset([n for _, ns in read.nouns for n in ns])
            return True
        if self._is_missed(read):
            self.out = (self.out or frozenset()) | (
                frozenset([n for _, ns in read.nouns for n in ns]) or self.reader.here
            )
            return True
        values = [(span, frozenset[int]()) for span in read.values]
        hits = books.frame("news").find(masked(sentence, [*read.nouns, *values]))
        hits = tuple([h for h in hits if not _goes_on(sentence, h.end)])
        hits = tuple([h for h in hits if not _is_attribute(h, read)])
        given = len(read.given) > (not sentence.marked)
        if not hits or (self.table.is_gone and given):  # why another one is looked for
            return False
        before = sentence.basics[: hits[0].start]
        before = [w for n, w in enumerate(before) if before[n - 1 : n + 1] != ["as", "if"]]
        if (
            (sentence.first and sentence.marked)
            or sentence.does("forgotten")
            or before[-1:] in (["not"], ["never"], ["nothing"])
            or books.frame("supposes").has(before)
        ):
            return False
        together = groups(read.nouns, sentence)
        before_it = [ns for span, ns in together if span.start < hits[0].start]
        if "both" in sentence.words[: hits[0].start]:  # both the kettle (black) and the parka are gone
            before_it = [frozenset([n for ns in before_it for n in ns])] if before_it else []
        things = before_it[-1:] or [ns for _, ns in together][:1]
        here = self.reader.here if self.named else frozenset()
        self.out = (self.out or frozenset()) | (things[0] if things else here)
        self.listing = sentence.text.rstrip().endswith(":")
        return True


def _puts_choice(sentence: message.Sentence) -> bool:
    """Which do you prefer? An "or" may be of its own: the receipt, or another proof?"""
    return any(sentence.words[at.start] not in ("or", "either") for at in sentence.frames.get("which", ()))


def _are_to_choose(read: Read) -> bool:
    """Does it put several values of one topic to choose from?"""
    return len({(g.thing, g.topic) for _, g in read.given}) < len(read.given)


def _is_of_calendar(words: Sequence[str]) -> bool:
    """Friday or Saturday, July or August?"""
    return "or" in words and any(w in MONTH_NAMES or w in WEEKDAYS for w in words)


def _is_that(sentence: message.Sentence) -> bool:
    """The cart says 2; is that the quantity that you need?"""
    words = sentence.words
    return words[:1] in _BEING and words[1:2] in _POINTERS and words[2:3] in _ARTICLES


_BEING = (["is"], ["was"], ["are"], ["were"])
_POINTERS = (["that"], ["this"], ["it"], ["these"], ["those"])
_ARTICLES = (["the"], ["your"], ["what"], ["also"], ["still"], ["indeed"])


def _is_order_number(word: str) -> bool:
    return len(word) > ORDER_DIGITS and word[-ORDER_DIGITS:].isdigit()


def _goes_on(sentence: message.Sentence, end: int) -> bool:
    return sentence.basics[end - 1] == "go" and sentence.words[end : end + 1] in _GONE_ON


def _is_attribute(hit: books.Hit[None], read: Read) -> bool:
    """Does it say which one is meant, as something known: the sold-out one?"""
    words, begin = read.sentence.words, hit.start
    while begin and words[begin - 1] in _GOING:  # that has just gone out of stock
        begin -= 1
    if words[begin - 1 : begin] in (["that"], ["which"]) and read.sentence.marked:
        named = any(span.end == begin - 1 for span, _ in read.nouns)
        return named or words[begin - 2 : begin - 1] in _ONE  # the one that sold out, what was it like?
    if words[hit.start - 1 : hit.start] in (["i"], ["you"]):
        return read.sentence.basics[hit.start : hit.end] == ["have", "go"]  # I have gone and lost it
    noun = words[hit.end : hit.end + 1] in _ONE or any(span.start == hit.end for span, _ in read.nouns)
    return noun and words[hit.start - 1 : hit.start] in (["the"], ["your"], ["that"])


_GOING = frozenset("has have had is was are were just went gone been now unfortunately".split())
_ONE = (["one"], ["ones"], ["item"], ["items"], ["product"], ["article"], ["model"], ["original"])


_OF_A_DAY = ("month", "weekday")  # what a date tells as well
_TERMS = frozenset("without until before unless yet till".split())


def _is_refusal(sentence: message.Sentence) -> bool:
    """I can't tell you who it went to. But: I can't give you a price without the size."""
    return sentence.does("refuses") and _TERMS.isdisjoint(sentence.words)


def _without_explained(found: list[Mention], sentence: message.Sentence) -> list[Mention]:
    """Without what stands in brackets or as an example only to explain a question: by what (price, rating)?
    What is named as an example counts where the customer has it."""
    inner = sentence.brackets
    outer = [t for t in found if not any(b.start <= t[0].start < b.end for b in inner)] if inner else []
    for span in inner:
        if any(has or 0 <= span.start - at.end < NEAR for at, _, has in outer):
            found = [t for t in found if not (span.start <= t[0].start < span.end)]
    if examples := sentence.frames.get("example"):
        begin = examples[0].end
        if trailing := _example_before(examples[0], sentence):  # the brand or the colour, for instance?
            outer = [t for t in found if not trailing.start <= t[0].start < trailing.end]
            return outer if any(has for _, _, has in outer) else found
        named = [t for t in found if t[0].start >= begin]
        if any(has and at.end < begin for at, _, has in found):  # any danger, like heat?
            end = next((n for n in sentence.clauses if n > begin), len(sentence.words))
            return [t for t in found if not begin <= t[0].start < end]
        opens = sentence.does("open") and any(f.start < begin for f in sentence.frames["open"])
        if opens or (len(named) > 1 and any(t[2] for t in found)):
            found = [t for t in found if t[2] or t[0].start < begin]
    return found


def _example_before(mark: Span, sentence: message.Sentence) -> Span | None:
    """What stands before the words that call it an example, where nothing follows them."""
    if mark.end < len(sentence.words) and mark.end not in sentence.joints:
        return None
    begin = max([n for n in sentence.joints if n < mark.start], default=None)
    return Span(begin, mark.start) if begin is not None else None


def _one_ground(found: list[Mention], sentence: message.Sentence) -> list[Mention]:
    """Of grounds to choose from that the customer has nothing to say to, the first: by price, rating or
    delivery time? That is one question."""
    if len([t for t in found if t[1][1] in COMMON]) < 2:
        return found
    begin = min([b.start for b in sentence.brackets], default=0)
    begin = begin if begin or "or" in sentence.words else len(sentence.words)
    grounds = [t for t in found if t[1][1] in COMMON and t[0].start >= begin]
    if any(t[2] for t in grounds) or len({topic for _, (_, topic), _ in grounds}) < 2:
        return found
    return [t for t in found if t not in grounds[1:]]


_ELSE = (["what", "else"], ["anything", "else"], ["anything", "more"], ["something", "else"])
_WHICH = (["that"], ["which"], ["to"], ["like"], ["with"])
_LEADS = frozenset("and or also is are there plus then please do does on in about with for".split())


def _asks_for_more(sentence: message.Sentence, found: Sequence[Mention]) -> int | None:
    """Where is a question of its own for whatever else there is: which colour, and what else matters?"""
    if "else" not in sentence.words and "more" not in sentence.words:
        return None
    for n in range(len(sentence.words) - 1):
        if sentence.words[n : n + 2] in _ELSE[: 4 if sentence.words[n - 1 : n] == ["there"] else 3]:
            part = sentence.part(n)
            led = all(w in _LEADS for w in sentence.words[part.start : n])
            if sentence.words[n - 1 : n] == ["or"] and sentence.words[n + 2 : n + 3] in _WHICH:
                continue  # a receipt or anything else that shows it
            own = not any(n <= span.start < part.end for span, _, has in found if has)
            if led and own and (sentence.marked or sentence.first):
                return n
    return None
