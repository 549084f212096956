"""Taking in one sentence: what it asks, gives and seeks is added to the impression of the message."""

from collections.abc import Sequence

from . import books
from .examples import one_ground, without_explained
from .given import Mention, Read
from .impressions import Impression
from .mentions import COUNTED, OTHERS, PERSON, Place
from .message import WH, Sentence, Span
from .news import is_news
from .owners import ends_in_noun
from .questions import about, asks_for_more, question
from .references import asks_of_before, referred, same_again
from .second_look import is_list
from .seeking import SEEKING, sought
from .sentences import COMMON
from .settling import SUMS, has_label
from .times import MONTH_NAMES, WEEKDAYS

_MORE, _ANY, _COUNTING = map(books.lexicon, ("more", "any", "counting"))
_HOW_MUCH = _COUNTING | books.lexicon("how_much")
_TERMS = books.lexicon("terms")
_BEING = (["is"], ["was"], ["are"], ["were"])
_POINTERS = (["that"], ["this"], ["it"], ["these"], ["those"])
_ARTICLES = (["the"], ["your"], ["what"], ["also"], ["still"], ["indeed"])


def listen(msg: Impression, read: Read) -> None:
    """Takes in one sentence."""
    things = frozenset([n for _, ns in read.nouns for n in ns])
    msg.named |= things
    if not is_news(msg, read):
        _take(msg, read)
    elif asked := _beside_news(read):
        _take(msg, read._replace(topics=asked, given=[]))
    msg.reader.here = things or msg.reader.here
    msg.reader.before = read


def _beside_news(read: Read) -> list[Mention]:
    """What a question behind the news asks for: since it has sold out, what may another one cost?"""
    old = [t for t in read.topics if t[1][1].startswith("old ")]  # what was the one like that sold out?
    begin = next(iter(read.sentence.clauses), None)
    if begin is None or not read.sentence.marked:
        return old
    return [t for t in read.topics if (t[0].start >= begin and t[2]) or t in old]


def _take(msg: Impression, read: Read) -> None:
    """Notes what the sentence asks, what it gives, what it seeks, and what else it does."""
    sentence = read.sentence
    if not read.given:  # since the colour differs, which would you like?
        (msg.aside if sentence.does("busy") else msg.hanging).update([t[1:] for t in read.quiet])
    found = _mentioned(msg, read)
    if again := referred(msg, read):
        found, read = again, read._replace(topics=again)
    if sentence.clauses and len(read.nouns) > 1 and found:
        found = [*found, *same_again(msg, read, found)]
    _note(msg, read, found)
    bare = [] if _only_states(msg, read, found) else _asked(msg, found, sentence)
    is_that = _asks_whether_that_is_it(msg, bare, sentence)
    spanned = [(g.thing, g.topic) for _, g in read.given if g.topic in SUMS and sentence.does("scope")]
    bare = [] if is_that else bare
    if spanned and sentence.marked:  # is that for everything, or only for the kettle? The wish says it
        bare = [(place, True) for place in dict.fromkeys(spanned)]
    _give(msg, read, spanned)
    _ask(msg, read, found, bare)
    seeks = "right" if is_that else sought(msg, read) if not spanned else ""
    _seek(msg, read, seeks)
    _heed(msg, read)
    if sentence.asks and not bare and not asks_of_before(msg, read, seeks):
        question(msg, read, seeks)


def _mentioned(msg: Impression, read: Read) -> list[Mention]:
    """The topics of the sentence that no value beside them settles, without what only explains a question."""
    sentence, valued = read.sentence, {(g.thing, g.topic) for _, g in read.given}
    found = [t for t in read.topics if t[1] not in valued or _asks_which(t, sentence)]
    for frame in sentence.frames.get("open", ()):  # anything else that matters: no topic that nobody has
        more = not _MORE.isdisjoint(sentence.words[frame.start : frame.end])
        found = [t for t in found if t[2] or not t[0].meets(frame) or (not more and has_label(msg, t[1]))]
    found = one_ground(without_explained(found, sentence), sentence)
    if msg.last and found and _HOW_MUCH.issuperset(sentence.words):  # is there a price limit? How much?
        sums = (*COUNTED, "rating") if not _COUNTING.isdisjoint(sentence.words) else (*SUMS, "paid")
        found = [t for t in msg.last if t[1][1] in sums] or found
    return found


def _note(msg: Impression, read: Read, found: list[Mention]) -> None:
    """By what words the topics are asked for, and whether more is asked for beside them."""
    sentence, words = read.sentence, read.sentence.words
    others = any(topic == OTHERS for _, (_, topic), _ in found)
    msg.beyond = msg.beyond or (others and not _ANY.isdisjoint(words))
    if (at := asks_for_more(sentence, found)) is not None:
        msg.more = True
        msg.about |= about(msg, read, at)
    msg.labelled |= {place for span, place, _ in found if span in read.labels}
    msg.firm |= {place for span, place, has in found if has and span in read.firm}
    msg.firm |= {p for at, p, has in found if has and words[slice(*at)] == [p[1]]}
    msg.said |= {place for span, place, _ in found if span.end - span.start > 1}
    msg.narrow |= {p for at, p, _ in found if _is_of_calendar(words[slice(*at)])}
    if sentence.does("by_name") and "or" not in words:
        msg.narrow |= {p for _, p, has in found if has and p[1] == PERSON}


def _only_states(msg: Impression, read: Read, found: list[Mention]) -> bool:
    """Does it ask for none of what it mentions: a summary, an answer to choose, a refusal?"""
    sentence = read.sentence
    sums_up = sentence.does("tag") or sentence.does("right") or (sentence.listed and not sentence.marked)
    if read.given and not sentence.has_clause and sums_up:
        return True
    if sentence.marked or not found:
        return False
    return (sentence.listed and _is_put(msg, sentence)) or _is_refusal(sentence)


def _asked(msg: Impression, found: list[Mention], sentence: Sentence) -> list[tuple[Place, bool]]:
    return [(place, has) for _, place, has in found if not _is_ground(msg, place, sentence)]


def _asks_whether_that_is_it(msg: Impression, asked: list[tuple[Place, bool]], sentence: Sentence) -> bool:
    """The cart says 2; is that the quantity that you need?"""
    known = bool(asked) and {p for p, _ in asked} <= msg.given.keys()
    words = sentence.words
    points = words[:1] in _BEING and words[1:2] in _POINTERS and words[2:3] in _ARTICLES
    return known and sentence.marked and points


def _give(msg: Impression, read: Read, spanned: list[Place]) -> None:
    """The values, but for those of which it is asked how far they go."""
    for _, g in read.given:
        if (g.thing, g.topic) not in spanned:
            msg.given.setdefault((g.thing, g.topic), []).append(g)
    if read.sentence.asks:
        msg.offered |= {(g.thing, g.topic) for _, g in read.given}


def _ask(msg: Impression, read: Read, found: list[Mention], bare: list[tuple[Place, bool]]) -> None:
    """Each topic is asked for, hinted at, listed, or only mentioned, by what the sentence is."""
    sentence = read.sentence
    asks = sentence.asks or (msg.asking and sentence.goes_on and not read.given)
    fresh = {p: has for p, has in bare if p not in msg.asked}
    if not asks and not sentence.listed:
        if not read.given:
            (msg.aside if sentence.does("busy") else msg.hanging).update(bare)
    elif bare and asks and not sentence.begs and not sentence.listed and not sentence.goes_on:
        _hint(msg, sentence, found, bare)
    elif bare and not asks:
        msg.listed.update(fresh)
    elif bare:
        msg.asked.update(fresh)
        msg.plain |= {p for p, _ in bare if sentence.marked or sentence.first}
    if bare:
        msg.last = [(Span(0, 0), p, has) for p, has in bare]


def _hint(msg: Impression, sentence: Sentence, found: list[Mention], bare: list[tuple[Place, bool]]) -> None:
    """What a statement hardly asks for: by its name, or by words that may mean something else."""
    sure = [t for t in bare if t[0] in msg.labelled or t[0] in msg.said]
    several = sure and ("and" in sentence.words or is_list(sentence, found))
    sure = [t for t in bare if t[1] or t in sure] if several else sure
    begin = next(iter(sentence.colons), len(sentence.words)) if sentence.is_subject else 0
    behind = {place for span, place, _ in found if span.start >= begin}
    msg.hinted.update([t for t in sure if t[0] in behind])
    words = {p: sentence.words[at.start] for at, p, _ in found}
    plain = [t for t in bare if t not in sure and words.get(t[0]) not in WH]
    msg.faint.update(plain if not sentence.is_subject else [])


def _seek(msg: Impression, read: Read, seeks: str) -> None:
    if not seeks:
        return
    waits = msg.seeks == "leave" and seeks == "right" and not read.given  # for leave that it asked for
    msg.seeks = msg.seeks if waits else seeks
    msg.explicit = msg.explicit or not SEEKING.isdisjoint(read.sentence.frames)


def _heed(msg: Impression, read: Read) -> None:
    """What else the sentence does."""
    sentence, frames = read.sentence, read.sentence.frames
    msg.returning = msg.returning or "taken_back" in frames
    msg.intends = msg.intends or "intends" in frames
    msg.doubted = msg.doubted or "doubted" in frames
    msg.final = msg.final or any(not ends_in_noun(hit, read.nouns) for hit in frames.get("final", ()))
    msg.refers = msg.refers or (sentence.asks and "refers" in frames)
    msg.asking = msg.asking or sentence.asks
    chooses = sentence.asks and "choosing" in frames and "factual" not in frames
    msg.choosing = msg.choosing or chooses
    msg.closing = msg.closing or "farewell" in frames


def _asks_which(mention: Mention, sentence: Sentence) -> bool:
    """Is a topic asked for by its name, with values behind it only as examples (which size (S or M)?), or
    by a question behind a value: I have 100 of them, how many do you want?"""
    span, _, has = mention
    if not has or not sentence.marked:
        return False
    named = sentence.words[span.start - 1 : span.start] in (["which"], ["what"])
    return named or (span.start in sentence.clauses and sentence.words[span.start] == "how")


def _is_ground(msg: Impression, place: Place, sentence: Sentence) -> bool:
    """Is it one of the things that a list could be sorted by, under the question by which?"""
    by = sentence.words[:1] == ["by"] or not sentence.asks
    return sentence.listed and by and place[1] in COMMON and (place[0], "preference") in msg.asked


def _is_put(msg: Impression, sentence: Sentence) -> bool:
    """Is it an answer to choose, under the question that it answers: parts are missing?"""
    topics = {topic for _, topic in msg.asked}
    if sentence.words[:1] in (["if"], ["whether"]):  # if a coupon was used
        return False
    return bool(topics) and any(h.what[0] in topics for h in books.values().find(sentence.basics))


def _is_of_calendar(words: Sequence[str]) -> bool:
    """Friday or Saturday, July or August?"""
    return "or" in words and any(w in MONTH_NAMES or w in WEEKDAYS for w in words)


def _is_refusal(sentence: Sentence) -> bool:
    """I can't tell you who it went to. But: I can't give you a price without the size."""
    return sentence.does("refuses") and _TERMS.isdisjoint(sentence.words)
