"""A second look at a message: what a linear model makes of it where the phrase books leave a doubt, and what
was not caught at all."""

from bisect import bisect
from collections.abc import Callable, Sequence

from . import books, opinion
from .given import Mention, Read
from .impressions import Impression
from .mentions import Place
from .message import FINITE, WH, Sentence, Span

_JOINED = frozenset(
    "and nor plus along together well also besides including".split()
)  # the date, along with the price
_SMALL_TALK = ("idiom", "open", "farewell", "offers")
_NO_YES = WH - {"how", "what"}  # which no yes answers
_CLAUSE = ("if", "i", "we")
_PLACING = frozenset("on in at for with from to by".split())
PART = 6  # words of a part of a list that asks for something


def reconsider(msg: Impression) -> None:
    """A second opinion on the whole message. It stands in where nothing was found, and if it is firm, it
    overrules what was found by words that may mean something else. Labels and values are sure."""
    if any(topic in books.topics() and topic not in opinion.known() for _, topic in msg.asked):
        return  # it has never heard of that
    in_doubt = _is_in_doubt(msg)
    if not in_doubt and not (msg.asked and _is_one_question(msg)):
        return
    topics = msg.reader.topics_of(msg.named)
    if not in_doubt:
        _overrule(msg, topics)
        return
    if len(msg.asked) > 1 and _is_one_question(msg):
        _decide_between(msg, topics)
    heard = msg.asked or msg.seeks or msg.open
    whole = opinion.opinion(_signs(msg), topics)
    best = _of(msg, lambda signs: opinion.opinion(signs, topics)) if heard else whole
    if best.margin < opinion.SURE:
        return
    match best.topic:
        case opinion.OPEN if _asks_where(msg):
            return
        case opinion.OPEN if not msg.given and (not heard or _may_overrule(msg, best)):
            msg.asked, msg.seeks, msg.open, msg.puzzling = {}, "", True, False
        case opinion.CONFIRM if msg.given and not (msg.seeks or msg.choice or msg.labelled):
            msg.asked, msg.seeks, msg.puzzling = {}, "right", False
        case opinion.CONFIRM if not heard and not msg.given and best.margin >= opinion.FIRM:
            if msg.reader.which_order or _asks_which(msg):  # which one is it?
                return
            msg.seeks, msg.puzzling = "leave", False
        case opinion.AGREE if not heard and msg.given and best.margin >= opinion.FIRM:
            msg.seeks = "okay"
        case opinion.LABEL if not heard:
            msg.asked = {p: True for p, has in (msg.hanging | msg.aside).items() if has}
        case topic if topic in topics and not heard and not msg.given:
            msg.asked, msg.puzzling = dict.fromkeys(topics[topic], True), False


def keep_to_labels(msg: Impression) -> None:
    """Where the second opinion is firm that a message asks for one topic by its name, words that may mean
    something else ask for no other beside it."""
    beside = {p for read in msg.reads for at, p, _ in read.topics if _stands_by_label(msg, read, at)}
    loose = [p for p in msg.asked if p in beside and p not in msg.labelled and p not in msg.firm]
    sure = any(has for p, has in msg.asked.items() if p in msg.labelled)
    if not loose or not sure or len({topic for _, topic in msg.labelled}) > 1:
        return
    topics = msg.reader.topics_of(msg.named)
    rivals = [t for t, places in topics.items() if any(p in loose for p in places)]
    best = _of(msg, lambda signs: opinion.between(signs, rivals))
    if best.topic == opinion.LABEL and best.margin >= opinion.FIRM:
        msg.asked = {p: has for p, has in msg.asked.items() if p not in loose}


def _stands_by_label(msg: Impression, read: Read, at: Span) -> bool:
    """Does the same question hold a topic that is called by its name?"""
    clause = read.sentence.clause(at.start)
    return any(p in msg.labelled and read.sentence.clause(span.start) == clause for span, p, _ in read.topics)


def _asks_which(msg: Impression) -> bool:
    """Does it ask for a thing, a day, a person: is it a question that no yes or no would answer?"""
    asking = [read.sentence for read in msg.reads if read.sentence.asks]
    return any(s.first in _NO_YES or any(s.words[n] in _NO_YES for n in s.clauses) for s in asking)


def _asks_where(msg: Impression) -> bool:
    """Is it a question for a place or a time in general words alone: where is everything?"""
    asking = [read.sentence for read in msg.reads if read.sentence.asks]
    return bool(asking) and all(
        s.first in ("where", "when") and books.are_general(s.words[1:]) for s in asking
    )


def _is_in_doubt(msg: Impression) -> bool:
    """Was nothing found, or by one question several topics, or one where more is asked for?"""
    if not msg.asked:
        return not msg.open
    several = len(msg.asked) > 1 or bool(msg.given)
    return several or any(read.sentence.does("open") for read in msg.reads)


def _of(msg: Impression, judge: Callable[[list[str]], opinion.Opinion]) -> opinion.Opinion:
    """The second opinion on a message, as far as its questions alone bear it out: what is said beside a
    question does not make it another."""
    whole = judge(_signs(msg))
    if all(read.sentence.asks for read in msg.reads):
        return whole
    alone = judge(_signs(msg, asking=True))
    return whole._replace(margin=min(whole.margin, alone.margin if alone.topic == whole.topic else 0))


def _signs(msg: Impression, asking: bool = False) -> list[str]:
    """What the second opinion goes by: every sentence, or those alone that ask."""
    return [
        sign
        for read in msg.reads
        if not asking or read.sentence.asks or (read.given and not msg.asked)
        for sign in opinion.signs_of(
            read.sentence,
            (
                *[(span, opinion.THING) for span, _ in read.nouns],
                *[(span, opinion.TOPIC) for span in read.labels],
                *[(span, opinion.VALUE) for span in read.values],
            ),
        )
    ]


def _overrule(msg: Impression, topics: dict[str, list[Place]]) -> None:
    """One question, and one topic found by words that may mean another: if the second opinion is firmly
    for something else, that is asked, or else the question was not understood."""
    if msg.asked.keys() <= msg.firm or any(read.sentence.does("shows") for read in msg.reads):
        return  # a picture that shows what is wrong
    heard = [t for t, places in topics.items() if any(p in msg.asked for p in places)]
    known = books.topics()
    wishes = {p for p in msg.said if p[1] in known and known[p[1]].sort == "wish"}
    if not heard and msg.asked.keys() <= wishes:
        return  # a price range, for somebody who has none
    best = _of(
        msg,
        lambda signs: opinion.instead(signs, heard, topics) if heard else opinion.opinion(signs, topics),
    )
    if best.margin < opinion.FIRM:
        return
    if best.topic in topics:
        msg.asked = dict.fromkeys(topics[best.topic], True)
    elif heard and best.topic in opinion.topics():
        msg.asked, msg.puzzling = {}, True


def _may_overrule(msg: Impression, best: opinion.Opinion) -> bool:
    more = any(read.sentence.does("open") for read in msg.reads)
    return more and best.margin >= opinion.FIRM and _is_one_question(msg) and not msg.confirming


def _is_one_question(msg: Impression) -> bool:
    """Has the message one sentence that asks, and that one question?"""
    asking = [read for read in msg.reads if read.topics or read.sentence.asks]
    if len(asking) != 1 or asking[0].sentence.clauses or msg.labelled or msg.given:
        return False
    sentence, topics = asking[0].sentence, asking[0].topics
    if (sentence.marked and is_list(sentence, topics)) or sentence.words.count("many") > 1:
        return False
    between = range(topics[0][0].end, topics[-1][0].start) if len(topics) > 1 else range(0)
    return not any(sentence.words[n] in _JOINED or n + 1 in sentence.cuts for n in between)


def is_list(sentence: Sentence, topics: Sequence[Mention]) -> bool:
    """Is each topic a part by itself: recipient, price, date of the order?"""
    if len(topics) < 2 or sentence.first or not FINITE.isdisjoint(sentence.words[topics[0][0].start :]):
        return False
    return len({bisect(sentence.joints, span.start) for span, _, _ in topics}) == len(topics)


def _decide_between(msg: Impression, topics: dict[str, list[Place]]) -> None:
    """Which of the topics that were found is asked for, where one question has words of several?"""
    rivals = [t for t, places in topics.items() if any(p in msg.asked for p in places)]
    best = _of(msg, lambda signs: opinion.between(signs, rivals))
    if best.margin >= opinion.SURE and best.topic in topics:
        msg.asked = {p: has for p, has in msg.asked.items() if p in topics[best.topic]}


def fill_in(msg: Impression) -> None:
    """What parts of a list ask for that the phrase books do not know: the date and the order value."""
    for read in msg.reads:
        sentence = read.sentence
        if not sentence.asks or not (sentence.listed or sentence.parts[2:]):
            continue
        known = [span.start for span, _, _ in read.topics] + [span.start for span, _ in read.nouns]
        known += [span.start for span in (*read.labels, *read.values)]
        for part in map(Span, sentence.parts, sentence.parts[1:]):
            joined = part.start > 0 and sentence.words[part.start] in ("and", "plus")
            words = sentence.basics[part.start + joined : part.end]
            own = joined or part.start in sentence.cuts or (sentence.listed and not part.start)
            if (
                sentence.is_quiet(part.start)
                or not own
                or not 0 < len(words) <= PART
                or any(part.start <= at < part.end for at in known)
            ):
                continue
            if words[0] in _CLAUSE or (words[0] in _PLACING and words[1:2] in (["the"], ["my"], ["our"])):
                continue  # and if so, how; and I have to ask; and on the other side
            if books.are_general(words):
                continue  # and what not
            if joined and len(words) == 1 and not sentence.joints:
                continue  # is it safe to handle and ship?
            topics = msg.reader.topics_of(msg.named)
            best = opinion.opinion(opinion.signs(words), topics)
            if best.margin >= opinion.SURE and best.topic in topics:
                msg.asked = {**msg.asked, **dict.fromkeys(topics[best.topic], True)}


def lost(msg: Impression, sought: Callable[[Read], str]) -> str:
    """What a question is about that has nothing to do with any of this: and your favourite film?"""
    if len(msg.reads) == 1 and not msg.reads[0].sentence.clauses:
        return ""
    for read in msg.reads:
        sentence = read.sentence
        if not sentence.marked or sentence.listed or read.given or sought(read):
            continue
        known = [*[span for span, _ in read.nouns], *read.labels, *read.values]
        known += [span for span, _, _ in read.topics]
        begins = [0, *sentence.clauses]
        for begin, end in zip(begins, [*begins[1:], len(sentence.words)], strict=True):
            asks = sentence.words[begin] in WH or (not begin and sentence.first)
            if asks and not any(begin <= span.start < end for span in known):
                words = [w for w in sentence.words[begin:end] if w.isalpha() and len(w) > 2]
                strange = [w for w in words if not books.is_known(w) and not w.endswith("ly")]
                strange = [w for w in strange if not msg.table.is_called(w)] if strange else []
                if strange and not any(_meets(sentence, name, begin, end) for name in _SMALL_TALK):
                    return strange[-1]
    return ""


def _meets(sentence: Sentence, frame: str, begin: int, end: int) -> bool:
    return any(span.meets(Span(begin, end)) for span in sentence.frames.get(frame, ()))
