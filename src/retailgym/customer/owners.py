"""Whose words are whose: which of the things that a sentence names a topic or a value belongs to."""

from collections.abc import Sequence

from .books import number
from .message import Sentence, Span
from .statements import Statement, adjoins, counts

Named = tuple[Span, frozenset[int]]  # where, and which things
_JOINS = frozenset(
    "and or the a an your for of in both also with as well plus to these those one what about how".split()
)
_ARTICLES = frozenset("the your this that".split())
_WH = frozenset("what which how when why who where".split())


def groups(nouns: Sequence[Named], sentence: Sentence, labels: Sequence[int] = ()) -> list[Named]:
    """Nouns that are named in one breath, together: the kettle and the parka; but not where a label follows
    of the second alone: the brand for the kettle, and for the parka the size."""
    if len(nouns) < 2:
        return list(nouns)
    found: list[Named] = []
    joints = sentence.joints
    for span, things in nouns:
        apart = found and any(found[-1][0].end <= n <= span.start for n in sentence.cuts)
        apart = apart or any(
            span.end < n <= span.end + 2 and sentence.words[span.end] in _ARTICLES and span.end not in joints
            for n in labels
        )
        apart = apart or (bool(found and labels) and _asks_anew(sentence, found[-1][0], span, labels))
        between = sentence.words[found[-1][0].end : span.start] if found else []
        if found and not apart and (_JOINS.issuperset(between) or _stands_in(between)):
            found[-1] = (Span(found[-1][0].start, span.end), found[-1][1] | things)
        else:
            found.append((span, things))
    return found


def _stands_in(between: Sequence[str]) -> bool:
    """Is the second named by what came in its place: the masks, or the items that came instead of the
    keyboards?"""
    joined = between[:1] in (["and"], ["or"], ["nor"]) and between[-2:-1] == ["of"]
    return joined and between[-3] in _INSTEAD and _STANDING_IN.issuperset(between[1:-3])


_INSTEAD = ("instead", "place", "lieu")
_STANDING_IN = frozenset(
    "the item items thing things one ones article articles what that which came come arrived was were got "
    "sent delivered received you they in".split()
)


def _asks_anew(sentence: Sentence, one: Span, other: Span, labels: Sequence[int]) -> bool:
    """Is something else asked of the second: what brand for the kettle, and for the parka, which size?"""
    words = sentence.words
    if words[other.end : other.end + 1] == [] or words[other.end] not in _WH:
        return False
    placed = any([w] in _PLACING for w in words[one.end : other.start])
    return placed and any(n < one.start for n in labels) and any(n > other.end for n in labels)


def lines(sentence: Sentence, nouns: Sequence[Named], facets: Sequence[Statement]) -> list[int]:
    """Where the lines of a cart begin that are read back in one sentence: at a number or a brand before a
    noun, or behind a number that follows one; beside a number also at "a" and its noun."""
    found: list[int] = []
    if len(nouns) < 2 and len(facets) < 2:
        return found
    for span, _, things in counts(sentence, nouns) if len(nouns) > 1 else ():
        if things:
            ahead = any(s.start > span.start and ns == things for s, ns in nouns)
            found.append(span.start if ahead else span.end)
    found = sorted({*found, *_articled(sentence, nouns)}) if len(found) == 1 else found
    if len(found) < 2:
        found = [brand.start for brand, _ in branded(nouns, facets, sentence)]
    return found if len(found) > 1 else []


def _articled(sentence: Sentence, nouns: Sequence[Named]) -> list[int]:
    words = sentence.words
    at = [n for n, w in enumerate(words) if w in ("a", "an")]
    return [n for n in at if any(n < s.start and adjoins(words[n + 1 : s.start], "one") for s, _ in nouns)]


_PLACING = (["for"], ["with"], ["on"], ["about"], ["regarding"], ["concerning"], ["as"])


class Owner:
    """Which of the things named in a sentence a word belongs to: those of its clause, else of the whole
    sentence."""

    def __init__(
        self, sentence: Sentence, nouns: Sequence[Named], starts: Sequence[int], lines: Sequence[int] = ()
    ) -> None:
        self.named = frozenset([n for _, things in nouns for n in things])
        # 75 ml (as the hair mask), unscented: that is not of the mask
        nouns = [n for n in nouns if not any(n[0].within(b) for b in sentence.brackets)] or nouns
        self.nouns, self.starts, self.respectively = nouns, starts, sentence.does("respectively")
        self.breaks: list[int] = []
        if len(nouns) > 1:
            clauses = [n for n, word in enumerate(sentence.words) if n and (word in _WH or word == "then")]
            clauses = [self._led(n, sentence) for n in clauses]
            self.breaks = [*clauses, *lines, *sentence.cuts]
        self.joints = sentence.joints if len(nouns) > 1 else []
        self._owners: dict[int, frozenset[int]] = {}

    def _led(self, clause: int, sentence: Sentence) -> int:
        """Where a question begins with what names its thing: …, and for the parka, which size?"""
        begin = max([n for n in sentence.joints if n < clause], default=0)
        lead = [w for w in sentence.words[begin : begin + 2] if w not in ("and", "then", "but")]
        named = any(begin <= span.start < clause for span, _ in self.nouns)
        return begin if begin and named and clause in sentence.joints and lead[:1] in _PLACING else clause

    def pair(self, nouns: Sequence[Named], spans: Sequence[Span]) -> None:
        """One for each: the colour and the size of the kettle and the parka, respectively."""
        if not self.respectively:
            return
        places = sorted({s.start for s in spans if not any(map(s.within, spans))})
        if len(places) == len(nouns) > 1:
            self._owners = {at: things for at, (_, things) in zip(places, nouns, strict=True)}

    def of(self, at: int) -> frozenset[int]:
        found = self._owners.get(at)
        if found is None:
            found = self._owners[at] = self._found(at)
        return found

    def _found(self, at: int) -> frozenset[int]:
        if len(self.nouns) < 2:
            return self.nouns[0][1] if self.nouns else frozenset()
        if self.joints:
            begin = max([j for j in self.joints if j <= at], default=0)
            end = min([j for j in self.joints if j > at], default=1 << 30)
            own = [things for span, things in self.nouns if begin <= span.start < end]
            if len(own) == 1 and begin:  # …, and the size of the parka
                return own[0]
        if not self.breaks:
            return self._of(at, self.nouns, self.starts)
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


def branded(
    nouns: Sequence[Named], facets: Sequence[Statement], sentence: Sentence
) -> list[tuple[Span, Span]]:
    """Brands, each with the noun that it stands before."""
    found = []
    for brand in dict.fromkeys(s.span for s in facets if s.topic == "brand"):
        noun = next((span for span, _ in nouns if span.start >= brand.end), None)
        if noun is not None and adjoins(sentence.words[brand.end : noun.start]):
            found.append((brand, noun))
    return found


def is_written(s: Statement, sentence: Sentence) -> bool:
    """Is a value of one word written as it is? The shorts are no short ones."""
    return s.span.end - s.span.start > 1 or sentence.words[s.span.start] == str(s.value).lower()


def ends_in_noun(hit: Span, nouns: Sequence[Named]) -> bool:
    """May I ask for whom the charging dock is? Nobody charges anything."""
    return any(noun.start < hit.end <= noun.end for noun, _ in nouns)


def _is_counted(noun: Span, sentence: Sentence) -> bool:
    """Is it one of the things by what stands before it: 4 storage boxes, the storage box?"""
    before = sentence.words[noun.start - 1] if noun.start else ""
    several_words = noun.end - noun.start > 1
    return number(before) is not None or (several_words and before in _ARTICLES)


def besides_values(nouns: list[Named], facets: Sequence[Statement], sentence: Sentence) -> list[Named]:
    """Without words that are a value here: the cream of a colour, the oven of oven-safe; but what a brand
    or a number stands before is a thing."""
    if not nouns or not facets:
        return nouns
    first = nouns[0][0]
    values = [s.span for s in facets if is_written(s, sentence)]
    things = [n for _, n in branded(nouns, facets, sentence)]
    things += [n for n, _ in nouns if _is_counted(n, sentence)]
    return [
        n
        for n in nouns
        if not any(n[0].within(v) or (n[0] == v and n[0] != first and n[0] not in things) for v in values)
    ]
