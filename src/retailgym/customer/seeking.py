"""What kind of agreement a sentence seeks, if any: leave to act, whether something is right, or okay."""

from itertools import pairwise

from . import books
from .given import Read
from .impressions import Impression
from .message import STARTS, Sentence
from .owners import ends_in_noun

_ANOTHER = books.lexicon("another")
_HOW_TO_GO_ON = books.lexicon("how_to_go_on")
SEEKING = frozenset(("tag", "leave", "right", "okay", "inverted"))
_TURNED = {"okay": "negative", "right": "excludes"}  # what turns a yes around


def sought(msg: Impression, read: Read) -> str:
    """What kind of agreement a sentence seeks, if any."""
    sentence, frames = read.sentence, read.sentence.frames
    if sentence.beside and (SEEKING | {"tag"}).intersection(frames):  # …, so that the refund is right
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
    for frame in ("leave", "inverted", "right", "okay") if not sentence.is_wh or "forward" in frames else ():
        if frame == "leave" and set(sentence.basics) >= _HOW_TO_GO_ON:
            continue  # please tell me how you wish to proceed
        if frame == "right" and read.topics and not read.given and not sentence.marked:
            continue  # you care about the colour, I gather
        if frame == "right" and "okay" in frames and _is_all_right(msg, sentence):
            return "okay"
        if frame == "inverted" and not read.given and any(has for _, _, has in read.topics):
            continue  # what is the problem?
        if frame == "inverted" and "assures" in frames and not sentence.marked:
            continue  # an exchange is no problem
        asks_okay = frame == "okay" and not read.given
        if frame in frames and not ((asks_okay or frame == "inverted") and "requests" in frames):
            return "inverted" if _TURNED.get(frame, "") in frames else frame
    points = read.given or (_points_back(msg, read) and "requests" not in frames)
    if not sentence.marked or not points or (sentence.is_wh and "forward" not in frames):
        return ""
    if not read.given and msg.reader.before is not None:  # unless you object, … Do you?
        frames = {**frames, **msg.reader.before.sentence.frames}
    return "inverted" if "negative" in frames or _is_odd(read) else "okay"


def _is_odd(read: Read) -> bool:
    """Is something asked in words that are not known, so that nobody can tell which way a yes would go:
    would that peeve you?"""
    sentence = read.sentence
    if sentence.words[:1] == [] or sentence.words[0] not in STARTS:
        return False
    known = [*[span for span, _ in read.nouns], *read.labels, *read.values]
    return any(
        word.isalpha() and not books.is_known(word) and word.capitalize() not in sentence.text
        for n, word in enumerate(sentence.words)
        if not any(span.start <= n < span.end for span in known)
    )


def _is_all_right(msg: Impression, sentence: Sentence) -> bool:
    """Does it ask whether the one value that was put forward would do: is that all right?"""
    asks = ("all", "right") in pairwise(sentence.words)
    return asks and len({(p, g.value) for p, given in msg.given.items() for g in given}) == 1


def _points_back(msg: Impression, read: Read) -> bool:
    """Is it a short question about what the sentence before gave, not about something else?"""
    before, sentence = msg.reader.before, read.sentence
    return bool(
        before and before.given and not read.topics and len(sentence.words) < 6 and not sentence.does("else")
    )
