"""A message, sentence by sentence: its words, and whether a sentence asks, states, or stands in a list."""

import re
from bisect import bisect
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import NamedTuple

from ..core.values import lazy
from . import books
from .stops import apart

_MARKS = str.maketrans(
    {
        "*": " ",
        "#": " ",
        "_": " ",
        "`": " ",
        "|": " ",
        "\u2013": "-",
        "\u2014": " - ",
        "\t": " ",
        "\r": "\n",
        "\u2019": "'",
        "\u2026": " ",
        "\u2192": " to ",
    }
)
_STAR = re.compile(r"^[ \t]*\*(?=\s)", re.MULTILINE)
_DOT = re.compile(r"[ \t][\u2022\u25cf\u25aa][ \t]+")  # • the date • the price
_DRAWN_OUT = re.compile(r"([a-hj-vyz])\1{2,}", re.IGNORECASE)  # whyyy; but XXXL, III
_IS = re.compile(r"\b(what|who|where|when|why|how)s(?=\s)", re.IGNORECASE)  # whats the budget
_SHORTENED = re.compile(r"\b(approx|qty|incl|max|vs)\.", re.IGNORECASE)
_ARROW = re.compile(r"\s(?:[-=]+>|>>+)\s")
_EXAMPLE = re.compile(r"\b(?:e\.g\.|eg\b\.?|ex\.),?", re.IGNORECASE)
_THAT_IS = re.compile(r"\bi\.e\.,?", re.IGNORECASE)
_SLASH = re.compile(r"\s/\s|(?<=[a-z]{3})/(?=[a-z]{3})", re.IGNORECASE)  # red / blue, month/week
_YES_OR_NO = re.compile(r"\(?\b(?:y ?/ ?n|yes ?/ ?no)\b\)?", re.IGNORECASE)
_FIELD = re.compile(  # budget: ____
    r"\??[:=]?[ \t]{0,8}(?:(?<!_)_{2,}+|\[[^\[\]\n]{0,60}\]|<[^<>\n]{0,60}>)[.\s]{0,8}?$", re.MULTILINE
)
_PICTURE = re.compile(
    r"[ \t]{0,4}[\u2600-\u27bf\u2b00-\u2bff\ufe0f\U0001f000-\U0001faff]+"
)  # ends what was said
_OR_NOT = re.compile(r",?\s+or (?:no|not|nope|nah)\s*\?", re.IGNORECASE)  # okay with that, or no?
_ROUGHLY = re.compile(r",\s+more or less(?=\s*[,?.!])", re.IGNORECASE)
_AFTERTHOUGHT = re.compile(r"\?[ \t]*(\((?:[^()?.!\n]|\.(?=\d))*\))[.?]?")  # red or blue? (the kettle)
_MEANT = re.compile(r"\?\s+I mean((?: for| with)? the [^.?!\n]*)[.!]?")  # in red? I mean the kettle
_TRAILING = re.compile(r"(?<!\.)\.{2,}+\s{0,4}(?=[?)])")  # it was ...? (by price, rating...)
_BULLET = re.compile(r"\s*(?:[-+\u2022]|\(?\d{1,2}[.)]|\(?[a-d]\))\s+")
_SENTENCE = re.compile(r"[^.?!\n]*+(?:\.(?=\d)[^.?!\n]*+)*+[.?!\n]?")
_INLINE = re.compile(r"(?<=[\s:])\(?(?:[a-d]|[1-9])\)\s")  # (a) …, (b) …
_BRACKET = re.compile(r"(\([^()\n]*\s\w)\)")  # (red, set of 6): the end of it is no mark
STARTS = frozenset(
    (
        "what which who whose whom where when why how do does did is are was were can could would will "
        "should "
        "shall may might have has had any must am"
    ).split()
)
WH = frozenset("what which who whose whom where when why how".split())
_SUBJECTS = frozenset(
    "you i we it they there the your any this that these those he she anything something".split()
)
_FILLERS = frozenset(
    (
        "and so but or also then now okay hi hello hey thanks thank great sure perfect please just well "
        "right understood got good first next "
        "hmm hm um uh er ah oh alright cool fine sorry actually again only roughly approximately about "
        "around exactly really nice lovely excellent yes yeah no super awesome however still "
        "finally lastly one quick another question for the your to with on in of about regarding as from by "
        "at second third last all soo tell me mate like aw aww man yo oof gosh lol omg dude bro hiya wait"
    ).split()
)
_CLAUSE = re.compile(
    r"[:,;-]\s+(?:(?:and|so|but|about|for|in|by|at|to|of) )?"
    r"(?:what|which|how|when|why|who|where)\b(?! (?:an?|with) )",
    re.IGNORECASE,
)
_TELLING = re.compile(
    r".\s+(?:and )?which (?:is|was|are|were|will|would|has|have|had|can|could|may|might|should)\s+"
    r"(?!(?:you|u|i|we|it|they|the|your|ur|this|that|one|of|best|better|more)\b)"
    r"|.\s+(?:and )?which (?:[\w-]+ ){1,2}(?:have|has|had|will|can|may|might)\s+"  # which many have liked
    r"(?!(?:you|u|i|we|it|they|the|your|ur|this|that|to)\b)"
    r"|,\s+which [a-z]{2,}(?<!thi|ize|our)s\s+"  # which takes longer
    r"(?!(?:you|u|i|we|they|the|your|do|does|did|is|are|was|were|has|have|would|should|shall|can|could|will"
    r"|must|may|might)\b)"
    r"|.\s+(?:and )?which (?!need|preferred|desired|required|intended)[a-z]+ed\b"  # which confused us
    r"|.\s+what (?:i|we)\s+(?!need|still|want|do|lack|miss|require|have|would|'?d\b)",  # what we carry is new
    re.IGNORECASE,
)
_PART = re.compile(r";|\)(?=\s*(?:,|and\b|plus\b|&|\+))")
_COLON = re.compile(r":(?=\s)")
_RULE = re.compile(r"[\s|:-]*")  # between the head of a table and its rows
_BLANK = re.compile(  # a cell without a value
    r"\s*(?:[?\u2013\u2014_.-]*|tb[dc]|missing|open|unknown|n/?a|blank|to be .*)\s*\??\s*", re.IGNORECASE
)
_BRACKETED = re.compile(r"\(([^()]*)\)")
_ADDING = (["and"], ["also"], ["plus"], ["or"], ["including"])  # the colour (and the size)
_AS_WELL = ["as", "well"]
_BESIDE_OF = frozenset("apart aside other addition".split())
_BESIDES = frozenset("besides beside beyond excluding".split())
_LEFT_OUT = _BESIDE_OF | _BESIDES
_ANYTHING = (["anything"], ["everything"], ["nothing"], ["all"], ["any"], ["each"])  # anything apart from red
_JOINT = re.compile(r"[,;:](?=\s)|[()]|(?<=\s)-(?=\s)")
_AMOUNTS = frozenset(
    "all everything anything something else more other further any whole complete full".split()
)
_YOURS = frozenset("need tell ask".split())  # you told me, you asked for
_IF = frozenset("if once when until unless".split())  # if you tell me
_ASKED = (["i"], ["you"], ["we"], ["it"])  # and should I
_CONJUNCTIONS = frozenset("and or plus also".split())
_MATTERS = frozenset(
    "thing detail particular matter question point bit piece gap item fact hint clue number".split()
)
_FORMS = frozenset("form record file note log paperwork".split())  # for my form: the condition
_SOME = frozenset("one two three four few couple some more other last final only another".split())
_CHECKED = frozenset("idiom leave final example candidates open".split())  # frames that may be something else
_NEXT = [[w] for w in "first firstly second secondly third thirdly next then last lastly finally".split()]
_LEAD_INS = frozenset(
    "and but so well oh just also right great okay sorry yes perfect hi hello then now only".split()
)
_AUXILIARIES = frozenset(
    "do does did is are was were can could would will should shall may might must".split()
)
FINITE = _AUXILIARIES | frozenset("has have had helps decides means makes lets affects depends".split())
_HAVE = frozenset("has have had".split())
_PERSONS = frozenset("you i we it they people a an".split())
_PLACING = frozenset(
    "of for to with in on about by at from according roughly approximately around exactly".split()
)
_TELLING_WHETHER = frozenset("explain tell know say ask wonder learn hear state mention".split())
_NONE = (["nothing"], ["nobody"], ["none"])
_NOT = frozenset("not never no nothing nobody".split())
_ASKERS = frozenset("i we would will still only just also could".split())
_BEFORE_WH = frozenset("to since as".split())
_LEADS_TO_WH = frozenset(  # after which criterion, until when
    "after before under over until till since within against between into through per".split()
)
_RELATIVES = frozenset("which who that where".split())
_PLUS = re.compile(r"\s\+\s")  # the date + the price
_FIGURES = re.compile(r"\d|day|week|month", re.IGNORECASE)
_ALNUM = re.compile(r"[^\W_]")
SENTENCES = 2048  # that are remembered: agents ask in the same words again and again
LONG = 1000  # characters of a sentence; one that goes on and on is read in pieces of about so many words
PIECE = 200
HEAD = 4  # words before a colon that say what follows
TAG = 2  # words of a tag: did you?
TERSE = 4  # words of a question that leaves all but the most needed out
SHORT = 7  # words of a line that may stand in a list without a mark


class Span(NamedTuple):
    """Words that mention something."""

    start: int
    end: int

    def within(self, other: "Span") -> bool:
        return (
            other.start <= self.start
            and self.end <= other.end
            and other.end - other.start > self.end - self.start
        )

    def meets(self, other: "Span") -> bool:
        return self.start < other.end and other.start < self.end


_EXCLAIMED = {"what": ("a", "an"), "how": ("lovely", "nice", "kind", "wonderful", "sweet", "delightful")}


class Sentence:
    """One sentence: its text, its words as they are, as stems, and in their basic form."""

    def __init__(self, text: str, listed: bool, header: bool) -> None:
        self.text, self.listed = text, listed
        parts = [[w for w in books.words_of(part) if w != "?"] for part in _JOINT.split(text)]
        self.words = [w for part in parts for w in part]
        self.joints = list(accumulate(map(len, parts)))[:-1]  # where a comma or a bracket stands
        self.stems = tuple(map(books.stem, self.words))
        self.marked = text.rstrip().rstrip('")\u201d ').endswith("?")
        self.header = header  # stands under a line that asks

    @lazy
    def numbers(self) -> list[int | None]:
        """The number that each word is, if any; empty if none is."""
        found = list(map(books.number, self.words))
        return found if found.count(None) < len(found) else []

    @lazy
    def has_figures(self) -> bool:
        """Is there a number, an amount or a time in it?"""
        return bool(self.numbers) or _FIGURES.search(self.text) is not None

    @lazy
    def basics(self) -> list[str]:
        return list(map(books.basic, self.words))

    @lazy
    def ended(self) -> list[str]:
        """The basic forms with the question mark, for what a sentence does."""
        return [*self.basics, "?"] if self.marked else self.basics

    @lazy
    def first(self) -> str:
        """The word that a question would begin with, if this is one."""
        for n, word in enumerate(self.words):
            after = self.words[n + 1] if n + 1 < len(self.words) else ""
            if word == "what" and not self.marked and (after in ("i", "we") or self._is_heading):
                break  # what I have so far is …; what you get: …
            if word in STARTS and (self.marked or word in WH or after in _SUBJECTS):
                return word
            if word not in _FILLERS and not (word in _LEADS_TO_WH and after in WH):
                break
        return ""

    @lazy
    def _is_heading(self) -> bool:
        """Does it say before a colon what follows: what goes back: a red kettle?"""
        begin = next(iter(self.colons), 0)
        return 0 < begin <= HEAD and begin < len(self.words) and "or" not in self.words

    @lazy
    def is_wh(self) -> bool:
        return self.first in WH or (self.words[:1] != [] and self.words[0] in WH and not self._is_heading)

    @lazy
    def asks(self) -> bool:
        """Is this a question, or a request for an answer?"""
        if self.marked or self.header:
            return True
        if self.words[:3] == ["do", "not", "hesitate"]:
            return False
        if self.words[:1] in _NONE and self.words[1:2] != [] and self.words[1] in FINITE:
            return self.has_clause  # nothing is missing any more
        if self.words[:1] == ["thanks"] or self.words[:2] == ["thank", "you"] or self.does("pauses"):
            return self.has_clause
        asks = (self.first != "" or self.has_clause) and not self.exclaims
        asks = asks or self._needs or self._is_item or self.announces or self._ends_in_question
        return asks and not self._is_beside_all

    @lazy
    def _is_beside_all(self) -> bool:
        """Is it nothing but thanks, excuses and reasons?"""
        if not self.beside:
            return False
        return len({n for span in self.beside for n in range(*span)}) == len(self.words)

    @lazy
    def announces(self) -> bool:
        """Does it name what is asked for behind a colon: two more things: the colour, and the size?"""
        head = self.basics[: next(iter(self.colons), 0)]
        if head[:1] == ["for"] and head[-1] in _FORMS:
            return not self.has_figures
        return not _MATTERS.isdisjoint(head) and not _SOME.isdisjoint(head)

    @lazy
    def _is_item(self) -> bool:
        """Is it nothing but the next thing to be asked: first the colour?"""
        if self.words[:1] in _NEXT and self.words[1:2] == ["whether"]:
            return True
        named = self.words[:1] in _NEXT and self.words[1:2] in (["the"], ["your"], ["its"], ["their"])
        first = self.words[: next(iter(self.cuts), None)]  # first, your reason; second, the state it is in
        return named and (len(self.words) < SHORT or FINITE.isdisjoint(first))

    @lazy
    def _ends_in_question(self) -> bool:
        """Is it short, and what is asked at its end: bought when. Sorted how?"""
        words = self.words
        return 1 < len(words) < TERSE and words[-1] in WH and _PERSONS.isdisjoint(words)

    @lazy
    def goes_on(self) -> bool:
        """Does it add to a question, without a verb of its own: and the date you need it by?"""
        words = self.words[1:] if self.words[:1] == ["oh"] else self.words
        return words[:1] in (["and"], ["also"], ["plus"]) and words[1:2] in (["the"], ["your"])

    @lazy
    def is_tagged(self) -> bool:
        """Is it a statement that asks whether it is so: you ordered three, did you; it is this one, no? A not
        turns it round."""
        if not self.marked or not self.joints or self.first or self.does("negative"):
            return False
        end = self.words[self.joints[-1] :]
        if end == ["no"]:
            return not self.does("okay")
        return len(end) == TAG and end[0] in _AUXILIARIES | _HAVE and end[1] in _SUBJECTS

    @lazy
    def has_clause(self) -> bool:
        """Does a question stand behind a comma or a colon? Not: …, which would be paid to your card."""
        if self.marked:
            return _CLAUSE.search(self.text) is not None
        return any(not _TELLING.match(self.text, m.start()) for m in _CLAUSE.finditer(self.text))

    @lazy
    def clauses(self) -> list[int]:
        """The places of words at which another question begins: how many kettles, and how many parkas?"""
        return [
            n
            for n, w in enumerate(self.words)
            if n
            and (
                (w in WH and (n in self.joints or self.words[n - 1] in _CONJUNCTIONS))
                or (w in STARTS and self.words[n - 1] == "and" and self.words[n + 1 : n + 2] in _ASKED)
            )
        ]

    @lazy
    def asides(self) -> list[Span]:
        """Words that say what is not meant, since it is known: apart from the colour, what else matters?"""
        words, found = self.words, list[Span]()
        if _LEFT_OUT.isdisjoint(words):
            return found
        for n, word in enumerate(words):
            lead = words[n : n + 2] if word in _BESIDE_OF else [word] if word in _BESIDES else []
            known = word in _BESIDES or words[n - 1 : n] not in _ANYTHING
            if lead and lead[1:] in ([], ["from"], ["than"], ["to"]) and known:
                ends = [k for k in (*self.colons, *self.joints) if k > n + 1 and words[k : k + 1] != []]
                asked = [k for k in ends if words[k] in STARTS or k in self.colons]
                found.append(Span(n, min(asked, default=len(words))))
            if word == "aside" and n + 1 in self.joints:  # price, brand and that sort of thing aside, …
                found.append(Span(0 if STARTS.isdisjoint(words[:n]) else self.opening(n), n))
        return found

    @lazy
    def brackets(self) -> list[Span]:
        """The words in brackets that only explain what stands before them: by what (price, rating)?"""
        if "(" not in self.text:
            return []
        spans = [m.span(1) for m in _BRACKETED.finditer(self.text)]
        places = [[len(books.words_of(self.text[:k])) for k in span] for span in spans]
        words = self.words
        explains = [a for a, _ in places if words[a : a + 1] not in _ADDING and words[a : a + 2] != _AS_WELL]
        return [Span(a, b) for a, b in places if a and a in explains]

    def opening(self, at: int) -> int:
        """Where what a word stands in begins: after the last comma, colon or bracket before it."""
        return max([j for j in self.joints if j <= at], default=0)

    @lazy
    def beside(self) -> list[Span]:
        """What is said beside a question: thanks, and why one asks. It gives no value and seeks no yes."""
        if "reasons" not in self.frames and "asides" not in self.frames:
            return []
        asides = self._spans(self._begin("asides", True))
        return sorted([*self._spans(self._begin("reasons", False)), *map(self._before_request, asides)])

    @lazy
    def quiet(self) -> list[Span]:
        """What asks nothing, whatever it speaks of: the same, and what the agent says of its work."""
        if "work" not in self.frames:
            return self.beside
        work = [n for n in self._begin("work", True) if not (self._wants_to_know(n) or self._asks_whether(n))]
        return sorted([*self.beside, *self._spans(work)])

    def _begin(self, frame: str, opening: bool) -> list[int]:
        """Where clauses of a sort begin: so that I …; but not: so you would like two; to whom?"""
        words = self.words
        if frame not in self.frames:
            return []
        places = [f.start for f in self.frames[frame] if words[f.start + 1 : f.start + 2] != []]
        places = [n for n in places if words[n] not in _BEFORE_WH or words[n + 1] not in WH]
        places = [n for n in places if not self._goes_on_with(n)]
        return [n for n in places if not opening or all(w in _LEAD_INS for w in words[self.opening(n) : n])]

    def _goes_on_with(self, n: int) -> bool:
        """Is it no more than a word to begin with: okay, so the form wants to know why?"""
        return (
            self.words[n] == "so"
            and self.words[n + 1] != "that"
            and all(w in _LEAD_INS for w in self.words[:n])
        )

    def _spans(self, begins: list[int]) -> list[Span]:
        if not begins:
            return []
        spans = [Span(n, self.until(n)) for n in sorted(set(begins))]
        whole = (self.marked or self.header) and any(span == (0, len(self.words)) for span in spans)
        return [] if whole else spans

    def until(self, begin: int) -> int:
        """Where something else begins: at a colon, a question, or a comma without "and" behind it."""
        for n in self.joints:
            if n <= begin or n >= len(self.words):
                continue
            at = n + (self.words[n] in _CONJUNCTIONS)
            asks = self.words[at : at + 1] != [] and self.words[at] in STARTS
            asks = asks or any(n <= f.start < n + 3 for f in self.frames.get("leads_up", ()))
            if n in self.colons or asks or (at == n and self.words[n] not in _RELATIVES):
                return n
        return len(self.words)

    def _before_request(self, span: Span) -> Span:
        """To find your order I need the date: no comma ends what it is for."""
        needs = [f.start for f in self.frames.get("lacks", ()) if span.start < f.start < span.end]
        needs = [n for n in needs if self.words[n - 1] in _ASKERS]  # but: thanks for telling us
        return Span(span.start, min(needs, default=span.end))

    def _wants_to_know(self, begin: int) -> bool:
        """I have everything but the colour; I am still missing the size. But: I will not need a receipt."""
        span = Span(begin, self.until(begin))
        wants = any(f.meets(span) for f in self.frames.get("lacks", ()))
        return wants and _NOT.isdisjoint(self.words[begin : begin + 3])

    def _asks_whether(self, n: int) -> bool:
        """Explain what is wrong, and if anybody could get hurt."""
        joined = self.words[n] == "if" and self.words[n - 1 : n] in (["and"], ["or"])
        return joined and not _TELLING_WHETHER.isdisjoint(self.basics[: n - 1])

    def is_beside(self, frame: str) -> bool:
        """Does it do this nowhere but beside the question?"""
        return all(
            any(f.start >= b.start and f.end <= b.end for b in self.beside) for f in self.frames[frame]
        )

    def is_quiet(self, at: int) -> bool:
        return bool(self.quiet) and any(span.start <= at < span.end for span in self.quiet)

    @lazy
    def _segments(self) -> list[tuple[Span, str]]:
        """What stands between commas, colons and brackets, and what each does: it "asks", or stands in the
        "margin" of a question (with prices going up, …, not that it matters), or neither can be told."""
        bounds = sorted({0, *self.joints, len(self.words)})
        spans = [Span(a, b) for a, b in pairwise(bounds)]
        kinds, asked = list[str](), False
        for span in spans:
            words = self.words[span.start : span.end]
            while words[1:] and words[0] in _LEAD_INS:
                words = words[1:]
            placed = words[:1] != [] and words[0] in _PLACING and not WH.isdisjoint(words[1:4])
            relative = _is_relative(words)
            asks = words[:1] != [] and (words[0] in STARTS or placed or words[-1] in WH) and not relative
            opens = books.openers("behind" if asked else "ahead")
            added = words[:3] == [*_AS_WELL, "as"]
            aside = (
                len(words) > 1
                and not added
                and (words[0] in opens or (words[0].endswith("ing") and len(words) > 2))
            )
            aside = (aside or relative) and not self._is_request(span)
            kinds.append("asks" if asks else "margin" if aside else "")
            asked = asked or asks
        return list(zip(spans, kinds, strict=True)) if asked and self.marked else []

    def _is_request(self, span: Span) -> bool:
        """Does the agent say in it that something is to be told: I need you to choose the colour, …?"""
        needs = [f.start for f in self.frames.get("lacks", ()) if span.start < f.start < span.end]
        return any(self.words[n - 1] in _ASKERS and "you" in self.words[n : span.end] for n in needs)

    def is_marginal(self, at: int) -> bool:
        """Does a word stand beside the question of its sentence?"""
        return any(kind == "margin" and span.start <= at < span.end for span, kind in self._segments)

    @lazy
    def begs(self) -> bool:
        """Is it a question, or a request in so many words?"""
        if self.marked or self.has_clause or self.does("begs") or self.announces or self._ends_in_question:
            return True
        return self.first != "" and not self.is_subject

    @lazy
    def is_subject(self) -> bool:
        """Does a clause with a question word stand for a thing: what you describe is rare; how long it takes
        depends on others?"""
        if self.first not in WH or self.marked:
            return False
        begin = self.words.index(self.first)
        if self.text.rstrip()[-1:].isalnum():  # which size you want on the boots
            return False
        if self.first == "when" and self.joints and self.words[begin + 1 : begin + 2] != []:
            return self.words[begin + 1] not in _AUXILIARIES and not self.words[begin + 1].endswith("ly")
        for before, word in pairwise(self.words[begin : begin + 5]):
            if word in _AUXILIARIES:
                return False
            if word in _PERSONS and before not in _PLACING:
                return self._has_verb_behind(self.words.index(word, begin) + 2)
        return False

    def _has_verb_behind(self, at: int) -> bool:
        """Does a verb of the main clause follow? Which colour you want for the kettle: that asks."""
        end = min([n for n in self.clauses if n > at], default=len(self.words))
        return at >= end or any(w in FINITE or w.endswith(("s", "ed")) for w in self.words[at:end])

    def clause(self, at: int) -> int:
        """The number of the question that a word stands in."""
        return bisect(self.clauses, at)

    def is_question(self, clause: int) -> bool:
        """Does the question of this number begin with a word that asks?"""
        begin = self.clauses[clause - 1] if clause else 0
        return self.words[begin] in STARTS or (not clause and self.first != "")

    @lazy
    def is_general(self) -> bool:
        """Does it ask, in general words alone, whether there is more: do we have it all?"""
        return (
            self.marked
            and self.first not in WH
            and books.are_general(self.words)
            and not _AMOUNTS.isdisjoint(self.words)
        )

    @lazy
    def _needs(self) -> bool:
        """Does the speaker need to know something? What "you need" is the customer's affair."""
        words = self.ended
        yours = [words[n - 1 : n] == ["you"] and words[n - 2] not in _IF for n in range(len(words))]
        mine = [w if w not in _YOURS or not yours[n] else "" for n, w in enumerate(words)]
        return words[:1] == ["need"] or books.frame("needs").has(mine)

    @lazy
    def exclaims(self) -> bool:
        """What a lovely project! How nice, that is my favourite colour."""
        first, *more = self.words[:2] or [""]
        if not self.marked and more and more[0] in _EXCLAIMED.get(first, ()):
            return True
        return self.text.rstrip().endswith("!") and self.words[:1] in (["what"], ["how"], ["who"])

    @lazy
    def frames(self) -> dict[str, list[Span]]:
        """What the sentence does, and where it says so."""
        found: dict[str, list[Span]] = {}
        for hit in books.frames().find(self.ended):
            if hit.what not in _CHECKED:
                found.setdefault(hit.what, []).append(Span(hit.start, hit.end))
                continue
            gap = hit.what in ("idiom", "leave", "final") and hit.end - hit.start > hit.size
            across = [n for n in self.joints if hit.start < n < hit.end]
            if across and (gap or (hit.what == "idiom" and any(self.words[n] in WH for n in across))):
                continue  # made in Germany, olive, hard case: nobody makes a case; which one, that is, why
            if (
                hit.what == "example"
                and self.basics[hit.start] == "say"
                and hit.start not in (0, *self.joints)
            ):
                continue  # my notes say a red one
            if hit.what == "candidates" and any(hit.start < n < hit.end for n in self.joints):
                continue  # boxy fit, the number …
            if hit.what == "open" and self._ends_choice(hit):
                continue  # the lid, the handle, or something else?
            if hit.what in ("leave", "final") and (self._is_past(hit.start) or hit.end <= self.question):
                continue  # when you placed it; they want me to ask before I send it: is it sealed?
            found.setdefault(hit.what, []).append(Span(hit.start, hit.end))
        return found

    def _ends_choice(self, hit: books.Hit[str]) -> bool:
        """Is it the last of several things to choose from?"""
        before = [w for w in self.words[max(0, hit.start - 2) : hit.start] if w not in _PLACING]
        return self.words[hit.start : hit.end] == ["something", "else"] and before[-1:] == ["or"]

    def _is_past(self, at: int) -> bool:
        """Is it what the customer did?"""
        return at > 0 and self.words[at - 1] == "you" and self.words[at].endswith("ed")

    def does(self, frame: str) -> bool:
        return frame in self.frames

    @lazy
    def parts(self) -> list[int]:
        """Where the parts of a list in this sentence begin: after a comma, "and", "or"."""
        words = [n for n, w in enumerate(self.words) if w in _CONJUNCTIONS]
        return sorted({0, *self.joints, *words, len(self.words)})

    def part(self, at: int) -> Span:
        """The part that a word stands in."""
        n = bisect(self.parts, at)
        return Span(self.parts[n - 1], self.parts[n] if n < len(self.parts) else len(self.words))

    @lazy
    def colons(self) -> list[int]:
        """The places of words behind a colon."""
        if ": " not in self.text:
            return []
        return [len(books.words_of(self.text[: m.end()])) for m in _COLON.finditer(self.text)]

    @lazy
    def question(self) -> int:
        """Where what is asked begins behind a colon: I have to ask: is it safe? Two things: the colour, …"""
        begin = next(iter(self.colons), 0)
        asks = begin > 0 and self.words[begin : begin + 1] != [] and self.words[begin] in STARTS
        return begin if asks or self.announces else 0

    @lazy
    def cuts(self) -> list[int]:
        """The places of words at which another part begins: after a semicolon, or a bracket that closes."""
        if ";" not in self.text and ")" not in self.text:
            return []
        return [len(books.words_of(self.text[: m.end()])) for m in _PART.finditer(self.text)]


def _is_relative(words: list[str]) -> bool:
    """…, which would help me; …, who told me. But: who was it sent to, …; which did you choose, …"""
    turned = words[2:3] != [] and words[2] in (_TURNED_ROUND if words[0] == "who" else _PERSONS)
    return len(words) > 1 and words[0] in ("which", "who") and words[1] in FINITE and not turned


_TURNED_ROUND = frozenset("it that this they those these them he she you we the your".split())


_sentence = lru_cache(maxsize=SENTENCES)(Sentence)


class Message(NamedTuple):
    text: str
    sentences: list[Sentence]


def _without_tables(text: str) -> str:
    """The rows of tables as points of a list; what a row leaves blank is asked for."""
    if "|" not in text:
        return text
    lines: list[str] = []
    head: list[str] = []
    for line in text.split("\n"):
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.count("|") < 2 or len(cells) < 2:
            head = []
            lines.append(line)
        elif not head:
            head = cells
        elif not _RULE.fullmatch(line):
            pairs = list(zip(head[1:], cells[1:], strict=False))
            said = [f"{name}: {cell}" for name, cell in pairs if not _BLANK.fullmatch(cell)]
            lines += [f"- {cells[0]}: {', '.join(said)}"] if said else []
            lines += [f"- {cells[0]}: {name}?" for name, cell in pairs if _BLANK.fullmatch(cell)]
    return "\n".join(lines)


def _pieces(sentence: str) -> list[str]:
    """A sentence, or so many words of it at a time, so that no message takes long for its length."""
    if len(sentence) <= LONG:
        return [sentence]
    words = sentence.split()
    return [" ".join(words[n : n + PIECE]) for n in range(0, len(words), PIECE)]


def _stop(m: re.Match[str]) -> str:
    """A picture stands where a comma would."""
    before = m.string[max(0, m.start() - 4) : m.start()].rstrip()[-1:]
    return ", " if before.isalnum() and m.end() < len(m.string) else " "


def _leads_to(line: str, after: str) -> bool:
    """Does a line say what the points below it are: a colon ends it, or nothing does?"""
    return line.endswith((":", "...", "\u2026")) or (line[-1].isalpha() and _BULLET.match(after) is not None)


def _leads_in(text: str) -> bool:
    """Does what stands before the points of a line ask, or the last sentence of it?"""
    parts = [part for part in _SENTENCE.findall(text) if _ALNUM.search(part)]
    return any(_sentence(part, False, False).asks for part in (text, *parts[-1:]))


def read(text: str) -> Message:
    """Read once, and kept for whoever looks for something else in it."""
    return _read(text)


@lru_cache(maxsize=16)
def _read(text: str) -> Message:
    plain = _STAR.sub("- ", _without_tables(text)) if "*" in text or "|" in text else text
    if not text.isascii():
        plain = _PICTURE.sub(_stop, plain)
    plain = _FIELD.sub("?", plain) if "__" in plain or "[" in plain or "<" in plain else plain
    plain = (_BRACKET.sub(r"\1 )", plain) if ")" in plain else plain).translate(_MARKS)
    plain = _IS.sub(r"\1's", _DRAWN_OUT.sub(r"\1", plain))
    plain = _TRAILING.sub("", plain) if ".." in plain else plain
    plain = _SLASH.sub(" or ", _YES_OR_NO.sub("?", plain)) if "/" in plain else plain
    plain = _OR_NOT.sub("?", plain) if " or n" in plain else plain
    plain = _ARROW.sub(" to ", plain) if ">" in plain else plain
    plain = _DOT.sub("\n- ", plain)
    plain = _PLUS.sub(" and ", plain) if " + " in plain else plain
    plain = _SHORTENED.sub(r"\1", plain) if "." in plain else plain
    plain = _ROUGHLY.sub(" roughly", plain) if "or less" in plain else plain
    plain = _EXAMPLE.sub("for example", plain) if "eg" in plain or ".g" in plain or "ex." in plain else plain
    plain = _THAT_IS.sub("that is", plain) if ".e." in plain else plain
    plain = _AFTERTHOUGHT.sub(r" \1 ?", plain) if "(" in plain else plain
    plain = _MEANT.sub(r", \1?", plain) if "I mean" in plain else plain
    found: list[Sentence] = []
    header = False
    lines = [line for line in plain.split("\n") if line.strip()]
    for line, after in zip(lines, [*lines[1:], ""], strict=False):
        bullet = _BULLET.match(line)
        body = line[bullet.end() :] if bullet else line
        inner = _INLINE.split(body) if ")" in body else [body]
        parts = [
            p
            for text in inner
            for part in _SENTENCE.findall(text)
            if _ALNUM.search(part)
            for said in apart(part)
            for p in _pieces(said)
        ]
        header = header or (len(inner) > 1 and _leads_in(inner[0]))
        listed = (
            len(inner) > 1
            or bullet is not None
            or (len(lines) > 1 and len(parts) == 1 and len(parts[0].split()) <= SHORT)
        )
        lead = inner[0] if len(inner) > 1 else ""  # what stands before the points is none of them
        here = [
            (_sentence if len(part) <= LONG else Sentence)(part, point, header and point)
            for part in parts
            for point in (listed and part not in lead,)
        ]
        found += here
        if here and not bullet and _leads_to(line.rstrip(), after):
            header = here[-1].asks and not here[-1].does("leave") and not here[-1].does("right")
        elif not listed:
            header = False
    return Message(plain, found)
