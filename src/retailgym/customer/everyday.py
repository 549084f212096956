"""Words that a topic or a value goes by, in another, everyday sense: are you open to that?"""

from . import books
from .message import STARTS, Sentence, Span

_PEOPLE = frozenset("i you we they".split())
_THINGS = frozenset("it that this they these those both all".split())
_BETWEEN = frozenset(
    "am is are was were been be will would do did does can could should shall may not so just".split()
)
_HAVE = frozenset("have has had".split())
YOU = "you"
_CONJUNCTIONS = frozenset(
    "and or but if that because so since as while before after until once then though".split()
)
_BEFORE_YOU = STARTS | _HAVE | _CONJUNCTIONS  # where you do something; but: I could get you red
_OBJECTS = frozenset("it them us me things".split())
_PARTICLES = frozenset("down up away off out".split())
_WHAT = frozenset("what your my our everything".split())
_GOES_ON = frozenset("is was will shall would then please".split())
_DONE = ("ed", "set")
REACH = 3  # words between somebody and what they do or are


def is_everyday(sentence: Sentence, span: Span) -> bool:
    return is_said_of_people(sentence, span) or is_act(sentence, span) or _is_counted(sentence, span)


def _is_counted(sentence: Sentence, span: Span) -> bool:
    """Is a number of them spoken of: rate this chat with five stars?"""
    word = sentence.words[span.start]
    several = word != sentence.stems[span.start] and word.endswith("s")
    before = books.number(sentence.words[span.start - 1]) if span.start else None
    return several and before is not None and before > 1


def is_said_of_people(sentence: Sentence, span: Span) -> bool:
    """Is it what somebody does or is, not what a product is like: I haven't set it; are you open to that?"""
    words, at = sentence.words, span.start
    for n in range(at - 1, max(sentence.opening(at), at - 1 - REACH) - 1, -1):
        if words[n] in _PEOPLE:
            return words[n] != YOU or n == 0 or n in sentence.joints or words[n - 1] in _BEFORE_YOU
        if words[n] not in _BETWEEN and not (words[n] in _HAVE and words[span.end - 1].endswith(_DONE)):
            return False
    return False


def is_act(sentence: Sentence, span: Span) -> bool:
    """Is it done to something: narrow it down; does that match what you want?"""
    before, after = sentence.words[: span.start], sentence.words[span.end :]
    if after[:1] == [] or span.end in sentence.joints:
        return False
    if before[-1:] != [] and before[-1] in _THINGS and after[0] in _WHAT:
        return True
    handled = after[0] in _OBJECTS and (after[1:2] == [] or after[1] not in _GOES_ON)  # but: red it is
    return handled or after[0] in _PARTICLES
