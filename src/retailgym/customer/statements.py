"""Statements: values that a message gives to topics, and whether the customer would have them."""

import re
from collections.abc import Container, Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from ..core.markets import MONEY_WORD, SIGN
from ..core.task import Detail
from . import books
from .books import number
from .everyday import is_everyday
from .mentions import Asked, Table
from .message import STARTS, Sentence, Span
from .times import DIGIT, MONTH_NAMES, ORDERED, ages, at, days

UNKNOWN = "unknown"  # the value of what the customer has forgotten
VAGUE = ("placed", "paid", "pieces", "items")  # what is remembered roughly
_AMOUNT = re.compile(
    rf"{SIGN}\s?(\d[\d,]*(?:\.\d+)?)|(\d[\d,]*(?:\.\d+)?)\s?(?:{SIGN}|{MONEY_WORD}\b)",
    re.IGNORECASE,
)
_STARS = re.compile(r"(\d(?:\.\d)?)\s?(?:-\s?)?(?:stars?\b|★|out of 5|/ ?5)")
_BETWEEN = frozenset(
    "a an any the one in with for from of to be is as it made make about around just only exactly".split()
)
SWAPS = frozenset("swap exchange replace trade switch".split())
_IN_TURN = frozenset("exchange return trade".split())
_GIVERS = frozenset("you we i".split())
_TURNS = SWAPS | {"place", "instead", "rather", "return"}


class Statement(NamedTuple):
    """A value that the message gives to a topic of some things."""

    span: Span
    topic: str
    value: str | int
    op: str = "eq"


def facet_values(table: Table, sentence: Sentence, named: Iterable[int] = ()) -> list[Statement]:
    """Values of attributes and options, each with what stands around it: not, at least, at most. A value of
    what is named gives way to no longer one that only other things have: a pendant light in rose."""
    found = [
        Statement(span, *what)
        for f in table.distinct
        for span, what in f.values.find(sentence.stems)
        if span.end - span.start > 3
        or not any(span.start < n < span.end for n in sentence.joints)  # black, metal lid
    ]
    if "or" in sentence.words and not found:  # steel or glass?
        found = [
            Statement(span, *what) for f in table.distinct for span, what in f.heads.find(sentence.stems)
        ]
        heads = [(s.topic, sentence.stems[s.span.start]) for s in found]
        found = [s for s in found if len({head for topic, head in heads if topic == s.topic}) > 1]
    if not found:
        return found
    swapped = _given_away(sentence, [s.span for s in found])
    examples, idioms = sentence.frames.get("example", ()), sentence.frames.get("idiom", ())
    agreed = [h.end for h in sentence.frames.get("okay", ()) if h.end > h.start + 2]  # is that fine?
    found = [
        s
        for s in found
        if s.span.start not in swapped
        and not (s.span.end in agreed and sentence.words[s.span.start : s.span.end] in _AGREEABLE)
        and sentence.words[s.span.start - 1 : s.span.start] not in (["how"], ["many"])
        and sentence.words[max(0, s.span.start - 2) : s.span.start] != ["number", "of"]  # of stars
        and not any(0 <= s.span.start - h.end < 3 for h in examples)
        and not any(h.start <= s.span.start and s.span.end <= h.end for h in idioms)
        and not (s.span.end - s.span.start == 1 and is_everyday(sentence, s.span))
    ]
    own = [f.labels for n in named if (f := table.facets[n]) is not None]
    return [
        s._replace(op=bound(s.span, sentence))
        for s in found
        if not any(s.span.within(o.span) and _gives_way(s, o, own) for o in found)
    ]


def _gives_way(s: Statement, longer: Statement, own: Sequence[Container[str]]) -> bool:
    """Is a value part of a longer one? Not where only the shorter can be had of a thing that is named: a lamp
    in rose glass beside shoes that come in rose."""
    alone = any(s.topic in labels and longer.topic not in labels for labels in own)
    if alone and s.value == longer.value:
        return False
    return not alone or any(longer.topic in labels for labels in own)


_AGREEABLE = (["fine"], ["good"], ["right"], ["suitable"])


def _given_away(sentence: Sentence, values: Sequence[Span]) -> range:
    """The places of what is swapped for something else: before "for", or after "in place of"."""
    words = sentence.basics
    if _TURNS.isdisjoint(words):
        return range(0)
    for n, word in enumerate(words):
        if word in _IN_TURN and words[n - 1 : n] == ["in"] and words[n + 1 : n + 2] == ["for"]:
            return range(n, len(words))  # a red one in exchange for yours
        if word in SWAPS and not any(s.start <= n < s.end for s in values):
            end = next((k for k in range(n, len(words)) if words[k] in ("for", "with", "by", "to")), 0)
            if end:
                return range(end)
        if words[n : n + 3] == ["in", "place", "of"] or words[n : n + 2] in (
            ["instead", "of"],
            ["rather", "than"],
        ):
            giver = next((k for k in range(n, len(words)) if words[k] in _GIVERS), len(words))
            return range(n, giver)  # instead of the red one you will receive the blue one
    return range(0)


def bound(span: Span, sentence: Sentence) -> str:
    """eq, ne, gte or lte, by the words around a value."""
    words = sentence.basics
    begin = sentence.opening(span.start)
    end = min([n for n in sentence.joints if n >= span.end], default=len(words))
    before = span.start
    while before > begin and words[before - 1] in _BETWEEN:
        before -= 1
    lead, tail = words[max(begin, before - 3) : before], words[span.end : min(end, span.end + 3)]
    for name, op in (("except", "ne"), ("at_least", "gte"), ("at_most", "lte")) if lead else ():
        if any(h.end == len(lead) for h in books.frame(name).find(lead)):
            return op
    for name, op in (("at_least_after", "gte"), ("at_most_after", "lte")) if tail else ():
        if any(h.start == 0 for h in books.frame(name).find(tail)):
            return op
    return "eq"


def amounts(sentence: Sentence) -> list[tuple[Span, int]]:
    """Sums of money in cents, each with the place of its number among the words."""
    if not DIGIT.search(sentence.text):
        return []
    return [
        (at(sentence, m), round(float((m[1] or m[2]).replace(",", "")) * 100))
        for m in _AMOUNT.finditer(sentence.text)
    ]


def stars(sentence: Sentence) -> list[tuple[Span, int]]:
    if not DIGIT.search(sentence.text):
        return []
    return [(at(sentence, m), round(float(m[1]) * 10)) for m in _STARS.finditer(sentence.text.lower())]


_COUNTED = frozenset("piece pieces units unit pcs pc items x × of".split())
_PIECES = frozenset("piece pieces unit units pcs pc".split())
_MARKS = frozenset("quantity qty x × times".split())
_NO_NAME = frozenset(
    "is are was were be it they the this these those your my our from than as day days week weeks star "
    "stars % euro euros dollar dollars pound pounds each more less other different detail details "
    "thing things item items question questions point points condition conditions must requirement "
    "requirements order orders purchase purchases difference group groups kind kinds type types among sort "
    "sorts option options version versions variant variants result results match matches candidate "
    "candidates way ways choice choices family families camp camps model models page pages photo photos call "
    "calls minute minutes tab tabs shelf shelves".split()
)
_PACKED = _PIECES | frozenset(
    "pair pairs pack packs packet packets box boxes bottle bottles set sets bag bags tube tubes case cases "
    "item items lot lots".split()
)
_SHOWN = tuple(  # said of products that were found
    [w]
    for w in (
        "have come offer share seem cost offers comes has looks gives features stands stand fits fit meets "
        "meet matches match remains"
    ).split()
)
_SPANS = frozenset("day days week weeks month months year years hour hours minute minutes".split())
NAME_WORDS = 4  # of a brand and a model, between a number and a noun
_RANKED = frozenset("best top".split())
_ALONE = frozenset("single just only".split())
# before a number that counts nothing: question 1 of 2
_NUMBERED = _RANKED | frozenset("than question point step part option detail page no. choice".split())
_RELATIVE = frozenset("you that from i in with for we to which who on at by before after and or".split())
_MATTERS = frozenset("thing detail question point matter issue more snag hitch gap blank bit".split())
_TALK = frozenset(
    (
        "information info thing detail question point matter issue snag hitch gap page screen tab window "
        "answer"
    ).split()
)
_TOLD = (["information"], ["info"], ["data"])
_DESCRIBING = frozenset("with that which from".split())  # only one with a lid: no number
_BEFORE_NOUN = frozenset("of the a your x × more such".split())
_TIMES = frozenset("x ×".split())
_NOTED = frozenset("down have got note noted put entered recorded written".split())
_BOTH = frozenset("items things the of right correct sorted done".split())
_TELLING = frozenset("with me us know tell remember recall juggle need have know".split())
_MOVED = frozenset(
    "back return send order buy purchase exchange swap refund ship go receive get parcel package".split()
)
_POINTING = frozenset("that this it is be was really".split())
_IS = frozenset("is was be".split())
_PAID = frozenset(
    "come pay payment cost price charge total spend bill invoice file record worth value"
    " for around about".split()
)
_NOT_PAID = frozenset("back refund difference receive credit fee get return original".split())


def is_paid(sentence: Sentence) -> bool:
    """Does a sum of money in this sentence say what was paid?"""
    return not _PAID.isdisjoint(sentence.basics) and _NOT_PAID.isdisjoint(sentence.basics)


def _is_of_order(sentence: Sentence, span: Span) -> bool:
    """Does it say of an order what it comes to: one here of €102?"""
    words = sentence.basics[max(0, span.start - 3) : span.start]
    return words[-1:] == ["of"] and not _ORDER.isdisjoint(words) and _NOT_PAID.isdisjoint(sentence.basics)


_ORDER = frozenset("one order purchase parcel delivery".split())


def _asks_whether_it_is(sentence: Sentence, n: int) -> bool:
    """Is the order of 2 October the one?"""
    return sentence.asks and not _IS.isdisjoint(sentence.words[: n - 1])


def ranked(sentence: Sentence) -> list[tuple[Span, int]]:
    """How many are to be shown: the best three, the top 5, just the single best one."""
    words, found = sentence.words, list[tuple[Span, int]]()
    if not sentence.numbers or _RANKED.isdisjoint(words):
        return found
    for n, word in enumerate(words):
        if word in _RANKED and n + 1 < len(words) and (k := number(words[n + 1])) is not None:
            alone = not _ALONE.isdisjoint(words[max(0, n - 3) : n])  # but "the top one" counts nothing
            if words[n + 1] != "one" or alone:
                found.append((Span(n, n + 2), 1 if words[n - 1 : n] == ["single"] else k))
    return found


_HIGH = frozenset("highest most longest largest biggest greatest heaviest widest strongest".split())
_LOW = frozenset("lowest least shortest smallest lightest narrowest fewest".split())
RANKING = 8  # words in which an order of rank is given


def rankings(sentence: Sentence, asked: Sequence[Asked]) -> list[tuple[int, str]]:
    """What the order of a list is by: the highest battery life first; by weight, lowest at the top."""
    found = []
    for n, word in enumerate(sentence.words):
        if word in ("first", "top"):
            begin = max(0, n - RANKING)
            ways = [k for k in range(begin, n) if sentence.words[k] in _HIGH or sentence.words[k] in _LOW]
            ways = [k for k in ways if sentence.words[k - 1 : k] != ["at"]]  # at least
            names = [
                a.topic.name
                for a in asked
                if a.label and ways and (0 < a.span.start - ways[-1] < 3 or 0 <= ways[-1] - a.span.end < 2)
            ]
            down = ways and sentence.words[ways[-1]] in _HIGH
            found += [(n, f"{name} {'down' if down else 'up'}") for name in names[-1:]]
    return found


def counts(
    sentence: Sentence, nouns: Sequence[tuple[Span, frozenset[int]]]
) -> list[tuple[Span, int, frozenset[int]]]:
    """Numbers that count things, with the things: before a noun, "of them", "both", "all three", "x 2"; of
    "two of the three" the first."""
    words, found = sentence.words, list[tuple[Span, int, frozenset[int]]]()
    supposed = _supposed(sentence)
    money = [span.start for span, _ in amounts(sentence)]
    for n, k in enumerate(sentence.numbers):
        if k is None or n in money:
            continue
        word = words[n]
        before, after = words[n - 1] if n else "", words[n + 1] if n + 1 < len(words) else ""
        if (
            word in ("couple", "dozen", "single")
            or after in _SPANS
            or (before in _NUMBERED and n not in sentence.joints)  # page 2; but: on the same page: 2 kettles
            or _is_day(words, n)
            or _is_whole(words, n)
            or words[n - 1 : n + 2] == ["in", "one", "piece"]
            or (_counts_matters(sentence, n) and not any(s.start == n + 1 for s, _ in nouns))  # 4 screens
            or (words[max(0, n - 2) : n] == ["out", "of"] and not nouns)  # my next question, out of three
            or words[max(0, n - 3) : n] == ["which", "of", "the"]
            or (n == 0 and sentence.joints[:1] == [1] and ":" in sentence.text)  # one: the colour
        ):
            continue
        shown = [s for s, _ in nouns if s.start > n and s.end not in sentence.joints]
        if (
            shown
            and words[(end := shown[0].end) : end + 1] in _SHOWN
            and words[end + 1 : end + 2] != ["back"]
        ):
            continue  # four chairs have arms, do you have a wish about them?
        trails = _trails(words, n) and any(s.end <= n for s, _ in nouns)
        beside = [
            (s, things)
            for s, things in nouns
            if s.start > n and not trails and adjoins(words[_last_of_series(sentence, n) + 1 : s.start], word)
        ]
        behind = [
            (s, things)
            for s, things in reversed(nouns)
            if (trails and s.end <= n) or (s.end in (n, n - 1) and (before in _TIMES or not after))
        ]
        if not beside and before in _NOTED and after == "for":  # I have put down 2 for the kettles
            beside = [(s, things) for s, things in nouns if n + 1 < s.start < n + 4]
        things = (beside or behind or [(Span(0, 0), frozenset[int]())])[0][1]
        if word == "both":
            beside = [b for b in beside if words[b[0].end : b[0].end + 1] not in (["i"], ["we"])]  # I look at
            counted = beside or (
                (after not in _BOTH or n + 1 in sentence.joints or words[n + 1 : n + 3] == ["of", "your"])
                and (before not in _TELLING or n in sentence.joints)  # as far as I have it, both go back
                and not _MOVED.isdisjoint(sentence.basics)
            )
        elif word == "one":
            counted = (
                beside
                or (
                    before in ("just", "only", "was", "all")
                    and words[max(0, n - 2) : n - 1] != ["there"]
                    and after not in _DESCRIBING
                    and after not in _MATTERS
                )
                or (
                    before == "the"
                    and (not after or n + 1 in sentence.joints or words[n - 2] in _ALONE)
                    and after not in _RELATIVE
                    and after not in _NO_NAME
                    and words[n - 2] not in _POINTING
                    and (words[n - 2] in _ALONE or not _asks_whether_it_is(sentence, n))
                )
            )
            counted = counted or after in _PIECES
            counted = counted or (
                (before, after) in (("be", "that"), ("with", "in")) and not _MOVED.isdisjoint(sentence.basics)
            )
            part = counts_part(words, n) and not _MOVED.isdisjoint(sentence.basics)
            held = before in _HOLDS and words[n + 1 : n + 4] == ["of", "them", "in"]
            counted = (counted or part or held) and not (
                before != "just" and after == "of" and not (part or held)
            )
        else:
            announced = after == "items" and nouns  # two items: the colour of the parka, …
            counted = beside or behind or before in ("all", "it", *_MARKS)
            counted = counted or (after in _COUNTED and not announced)
            counted = counted or (counts_part(words, n) and not _MOVED.isdisjoint(sentence.basics))
            counted = counted or (
                before in ("was", "were", "be", "with") and after in ("in", "altogether", "that", "")
            )
        counted = counted or before in _MARKS or _is_labelled(sentence, n, nouns) or _fills_part(sentence, n)
        counted = counted or _goes_in_cart(words, n) or (before in _HOLDS and after == "inside")
        of_order = before == "for" or words[max(0, n - 2) : n] == ["order", "of"]
        if of_order and (not after or n + 1 in sentence.joints):  # the order was for three
            counted = counted or not ORDERED.isdisjoint(sentence.basics)
        if counted and (things or n not in supposed):
            found.append((Span(n, n + 1), k, things))
    return found


_HOLDS = ("with", "has", "had", "holds", "contains")


def _goes_in_cart(words: Sequence[str], n: int) -> bool:
    """I'll just put 2 in the basket."""
    return words[n + 1 : n + 2] in _INTO and not _CARTS.isdisjoint(words[n + 2 : n + 4])


_INTO = (["in"], ["into"], ["to"])
_CARTS = frozenset("cart basket trolley bag".split())


def _counts_matters(sentence: Sentence, n: int) -> bool:
    """Does it count what is talked about, or what the agent looks at: just one open point, both pages?"""
    after = sentence.basics[n + 1 : n + 4]
    if after[1:2] == ["of"] and after[2:] in _TOLD:  # two pieces of information
        return True
    after = after[:2]
    end = next((k for k in sentence.joints if k > n), len(sentence.words)) - n - 1
    return not _TALK.isdisjoint(after[:end]) and after[:1] != ["of"]


def _is_labelled(sentence: Sentence, n: int, nouns: Sequence[tuple[Span, frozenset[int]]]) -> bool:
    """Is this number said to be how many: the quantity is 2; number of kettles: one; 2 as the number?"""
    words = sentence.words
    tail = [w for w in words[n + 1 : n + 8] if w not in _SLACK]
    if (tail[:1] == ["as"] or words[n - 1 : n] in _BEING) and not _COUNTS.isdisjoint(tail[:3]):
        return tail[:2] != ["as", "order"]
    if _is_noted(sentence, n):
        return True
    k = n
    while k and words[k - 1] in _SLACK:
        k -= 1
    if k not in sentence.colons and words[k - 1 : k] not in _LINKS:
        return False
    if k in sentence.colons and not _PIECES.isdisjoint(words[max(0, k - 2) : k]):
        return True  # pieces affected: 2
    return any(
        words[at] in _COUNTS
        and (at == 0 or words[at - 1] not in _OTHER_NUMBERS)
        and (words[at + 1 : at + 2] != ["of"] or any(at < s.start <= at + 4 for s, _ in nouns))
        for at in range(max(0, k - LABEL_WORDS), k)
    )


def _is_noted(sentence: Sentence, n: int) -> bool:
    """Does a number end a note, right behind its label: quantity 2, number of pieces one?"""
    words, joints = sentence.words, sentence.joints
    if not n or n in joints or (n + 1 < len(words) and n + 1 not in joints):
        return False
    pieces = words[n - 1] in _PIECES and words[max(0, n - 3) : n - 1] == ["number", "of"]
    return pieces or words[n - 1] in _COUNTS


def _fills_part(sentence: Sentence, n: int) -> bool:
    """Does a part of a summary say nothing but how many: the red kettle; one of the 2; it is broken?"""
    begin = sentence.opening(n)
    end = min([k for k in sentence.joints if k > n], default=len(sentence.words))
    words = sentence.words[begin:end]
    several = words == ["both"] or (len(words) > 1 and words[0] in ("all", "one", "the"))
    return (
        (begin > 0 or sentence.listed)
        and several
        and all(w in ("all", "of", "the") or number(w) is not None for w in words)
    )


LABEL_WORDS = 12  # between a label and its number
_COUNTS = frozenset("number quantity qty count amount".split())
_SLACK = frozenset("just only the all exactly down in still right correct a".split())
_BEING = (["is"], ["be"], ["was"], ["would"])
_LINKS = (["is"], ["are"], ["was"], ["were"], ["as"], ["at"], ["to"], ["be"])
_OTHER_NUMBERS = frozenset("order tracking reference phone invoice model serial item house".split())


def _last_of_series(sentence: Sentence, n: int) -> int:
    """The number before the noun, where several stand in a row: 2 or 4 kettles; 1, 2 or 3 of the kettle."""
    words = sentence.words
    while True:
        then = n + 2 if words[n + 1 : n + 2] in _ROW else n + 1 if n + 1 in sentence.joints else n
        if then == n or then >= len(words) or sentence.numbers[then] is None:
            return n
        n = then


_ROW = (["or"], ["and"])


def _is_day(words: Sequence[str], n: int) -> bool:
    """Is this the day of a date: 3 May, May 3rd?"""
    after = words[n + 1 : n + 3]
    named = after[:1] != [] and after[0] in MONTH_NAMES and (after[0] != "may" or after[1:] not in _MAY)
    return named or (n > 0 and words[n - 1] in MONTH_NAMES)


_MAY = (["be"], ["i"], ["we"], ["not"], ["go"])


def _supposed(sentence: Sentence) -> range:
    """The words of a condition that a question begins with: if two of them fit, which …?"""
    end = next(iter(sentence.joints), 0)
    if sentence.words[:1] not in (["if"], ["when"], ["suppose"], ["assuming"]):
        return range(0)
    return range(end if sentence.words[end : end + 1] != [] and sentence.words[end] in STARTS else 0)


def adjoins(between: Sequence[str], word: str = "") -> bool:
    """Can these words stand between a number and what it counts: four of the, two black, 3 x and the name of
    a brand and a model?"""
    if all(w in _BEFORE_NOUN for w in between) or (len(between) == 1 and number(between[0]) is None):
        return True
    names = [w for w in between if w not in _BEFORE_NOUN]
    if any(two == "of" and one in names and one not in _PACKED for one, two in pairwise(between)):
        return False  # two pictures of the kettle
    titled = word == "both" and between[0] == "of"  # both of the Norrland Otto kettle
    return (
        (word not in ("one", "both") or titled)
        and len(names) <= NAME_WORDS
        and all(number(w) is None and w not in _RELATIVE and w not in _NO_NAME for w in names)
    )


def _trails(words: Sequence[str], n: int) -> bool:
    """Is this number written as one that follows what it counts: quantity 3, x3, 3 pieces?"""
    before, after = words[n - 1] if n else "", words[n + 1 : n + 3]
    return (
        before in _MARKS
        or (words[n].startswith("x") and len(words[n]) > 1)
        or (after[:1] != [] and after[0] in _PIECES and after[1:] != ["of"])
    )


def counts_part(words: Sequence[str], n: int) -> bool:
    """One of the three, one of them; but not "one of the mice"."""
    return words[n + 1 : n + 3] == ["of", "them"] or (
        words[n + 2 : n + 3] == ["the"] and n + 3 < len(words) and number(words[n + 3]) is not None
    )


def _is_whole(words: Sequence[str], n: int) -> bool:
    """Is this the whole of which another number is a part: two of the three?"""
    lead = n - 2 if words[n - 1 : n] == ["of"] else n - 3 if words[max(0, n - 2) : n] == ["of", "the"] else -1
    return lead >= 0 and number(words[lead]) is not None


def figures(
    sentence: Sentence, nouns: Sequence[tuple[Span, frozenset[int]]]
) -> Iterable[tuple[str, Span, int | str, frozenset[int]]]:
    """What numbers may stand for, with the things that they belong to, where that is plain."""
    nobody: frozenset[int] = frozenset()
    yield from [
        ("paid" if is_paid(sentence) or _is_of_order(sentence, span) else "price", span, cents, nobody)
        for span, cents in amounts(sentence)
    ]
    yield from [("rating", span, tenths, nobody) for span, tenths in stars(sentence)]
    yield from [("shipping_days", span, when, nobody) for span, when in days(sentence)]
    yield from [("placed", span, when, nobody) for span, when in ages(sentence)]
    yield from [("shortlist", span, n, nobody) for span, n in ranked(sentence)]
    others = [*sentence.frames.get("right", ()), *[noun for noun, _ in nouns]]  # a fitted sheet
    fitting = [c for c in sentence.frames.get("candidates", ()) if not any(map(c.meets, others))]
    if not fitting:  # four kettles fit: nobody wants four; but: does that match your wish?
        yield from [("quantity", span, n, things) for span, n, things in counts(sentence, nouns)]


def accepts(d: Detail, s: Statement) -> bool | None:
    """Would the customer have this? None where it cannot be told."""
    if d.value == UNKNOWN:
        return None
    if d.topic in VAGUE and isinstance(d.value, str):
        return _roughly(d.value, s.value)
    if isinstance(d.value, str) != isinstance(s.value, str):
        return None
    if isinstance(d.value, str) or isinstance(s.value, str):
        same = s.value in (d.value, _put_first(d))
        return same if (d.op == "ne") == (s.op == "ne") else not same
    return _fits(d, s.value, s.op) or (s.value in d.could_be and s.op == "eq")


def _put_first(d: Detail) -> str | int:
    """What comes first on a list, whatever else is said of it as a whole."""
    return str(d.value).partition(";")[0] if d.topic == "preference" else d.value


def _fits(d: Detail, value: int, op: str) -> bool:
    own, slack = int(d.value), 0
    if d.topic in ("price", "budget"):
        slack = 100
    if d.topic == "paid":
        return abs(value - own) <= max(500, own // 12)
    match d.op:
        case "gte":
            return (value >= own) != (op == "ne")  # no 66 cm
        case "lte":
            return (value <= own + slack) != (op == "ne")
        case "ne":
            return value != own or op == "ne"
    return {"ne": value != own, "gte": own >= value, "lte": own <= value}.get(op, value == own)


def _roughly(own: str, value: str | int) -> bool | None:
    """Does a value agree with what is remembered as more or less than something, as one or several?"""
    side, _, of = own.partition(" ")
    if side in ("one", "several"):
        return (value == 1) == (side == "one") if isinstance(value, int) else None
    found, bound = (_age(value), 7 * int(of or 0)) if isinstance(value, str) else (value, int(of or 0))
    if found is None or side not in ("more", "less"):
        return None
    near = abs(found - bound) <= bound // 10
    return True if near else (found > bound) == (side == "more")


def _age(words: str) -> int | None:
    match words.split():
        case ["today"]:
            return 0
        case ["yesterday"]:
            return 1
        case [*_, n, "days", "ago"] if n.isdigit():
            return int(n)
        case [*_, n, "weeks", "ago"] if n.isdigit():
            return 7 * int(n)
        case ["last", _]:
            return 4
    return None
