"""News: does a sentence say that something has sold out, or that it is not to be found?"""

from . import books
from .given import Read
from .impressions import Impression
from .mentions import masked
from .message import Sentence
from .owners import groups

_GONE_ON = (["ahead"], ["through"], ["for"])  # gone ahead, gone through your list
_GOING = books.lexicon("going")  # that has just gone out of stock
_ONES = books.lexicon("ones")  # the one that sold out
_THE = (["the"], ["your"], ["that"])
_NOT = (["not"], ["never"], ["nothing"])


def is_news(msg: Impression, read: Read) -> bool:
    """Does the sentence say that something has sold out? Notes what: the things named last before the
    news, else those after it."""
    sentence = read.sentence
    if msg.listing and sentence.listed and read.nouns and msg.out is not None:
        msg.out |= frozenset([n for _, ns in read.nouns for n in ns])
        return True
    if _is_missed(msg, read):
        msg.out = (msg.out or frozenset()) | (
            frozenset([n for _, ns in read.nouns for n in ns]) or msg.reader.here
        )
        return True
    values = [(span, frozenset[int]()) for span in read.values]
    hits = books.frame("news").find(masked(sentence, [*read.nouns, *values]))
    hits = tuple([h for h in hits if not _goes_on(sentence, h.end)])
    hits = tuple([h for h in hits if not _is_attribute(h, read)])
    given = len(read.given) > (not sentence.marked)
    if not hits or (msg.table.is_gone and given):  # why another one is looked for
        return False
    before = sentence.basics[: hits[0].start]
    before = [w for n, w in enumerate(before) if before[n - 1 : n + 1] != ["as", "if"]]
    if (
        (sentence.first and sentence.marked)
        or sentence.does("forgotten")
        or before[-1:] in _NOT
        or books.frame("supposes").has(before)
    ):
        return False
    together = groups(read.nouns, sentence)
    before_it = [ns for span, ns in together if span.start < hits[0].start]
    if "both" in sentence.words[: hits[0].start]:  # both the kettle (black) and the parka are gone
        before_it = [frozenset([n for ns in before_it for n in ns])] if before_it else []
    things = before_it[-1:] or [ns for _, ns in together][:1]
    here = msg.reader.here if msg.named else frozenset()
    msg.out = (msg.out or frozenset()) | (things[0] if things else here)
    msg.listing = sentence.text.rstrip().endswith(":")
    return True


def _is_missed(msg: Impression, read: Read) -> bool:
    """Is something not to be found, or is another one offered in its place without saying which? That is
    news to a customer with one product in mind."""
    sentence = read.sentence
    if msg.table.has_fallback and sentence.does("elsewise") and sentence.asks and not read.given:
        return msg.out is None
    missed = msg.table.has_fallback and sentence.does("unfound") and not sentence.marked
    begin = min([f.end for f in sentence.frames.get("unfound", ())], default=0)
    of_notes = any(begin - 1 <= span.start < begin + 2 for span in read.labels)  # cannot find the colour
    return missed and not sentence.is_wh and not of_notes


def is_grim(msg: Impression) -> bool:
    return any(books.are_grim(read.sentence.basics) for read in msg.reads)


def replaces(msg: Impression) -> bool:
    """Is something else put in the place of a value, not to choose from: sorry, I have it in red; in red
    instead?"""
    if msg.choice or msg.labelled:
        return False
    several = any(len({g.value for g in given}) > 1 for given in msg.given.values())
    instead = any(read.sentence.does("new") for read in msg.reads)
    return (several and instead) or ((several or instead) and is_grim(msg))


def _goes_on(sentence: Sentence, end: int) -> bool:
    return sentence.basics[end - 1] == "go" and sentence.words[end : end + 1] in _GONE_ON


def _is_attribute(hit: books.Hit[None], read: Read) -> bool:
    """Does it say which one is meant, as something known: the sold-out one?"""
    words, begin = read.sentence.words, hit.start
    while begin and words[begin - 1] in _GOING:  # that has just gone out of stock
        begin -= 1
    if words[begin - 1 : begin] in (["that"], ["which"]) and read.sentence.marked:
        named = any(span.end == begin - 1 for span, _ in read.nouns)
        return named or (begin > 1 and words[begin - 2] in _ONES)  # the one that sold out, what was it like?
    if words[hit.start - 1 : hit.start] in (["i"], ["you"]):
        return read.sentence.basics[hit.start : hit.end] == ["have", "go"]  # I have gone and lost it
    noun = (hit.end < len(words) and words[hit.end] in _ONES) or any(
        span.start == hit.end for span, _ in read.nouns
    )
    return noun and words[hit.start - 1 : hit.start] in _THE
